package evidence

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// readOnly opens without waiting for a writer, should a file have become a pipe
// since it was looked at.
const readOnly = os.O_RDONLY | syscall.O_NONBLOCK

// open opens a file for reading, and says what was opened.
func (l *loader) open(c *candidate) (fs.File, fs.FileInfo, error) {
	var f fs.File
	var err error
	switch {
	case c.root.files != nil:
		f, err = c.root.files.Open(c.name)
	case c.name == "":
		f, err = os.OpenFile(c.root.real, readOnly, 0)
	default:
		f, err = l.folder.open(c.root, c.name)
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, nil, errors.New("not a regular file")
	}
	return f, info, nil
}

// A folder is the one that the last file was in, held open: to open a file by
// its name below a root costs a step for each folder above it.
type folder struct {
	mu   sync.Mutex
	root *root
	name string // below the root
	tree *os.Root
}

// open opens a file below a root. What cannot be opened from its folder is a
// link that leads out of it, or a fault: the root has the last word.
func (f *folder) open(r *root, name string) (*os.File, error) {
	if dir := path.Dir(name); dir != "." {
		if tree := f.enter(r, dir); tree != nil {
			if file, err := tree.OpenFile(path.Base(name), readOnly, 0); err == nil {
				return file, nil
			}
		}
	}
	return r.tree.OpenFile(name, readOnly, 0)
}

// enter is the folder of that name; nil where there is none. It may be closed at
// any time for another.
func (f *folder) enter(r *root, name string) *os.Root {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.root != r || f.name != name {
		f.leave()
		if tree, err := r.tree.OpenRoot(name); err == nil {
			f.root, f.name, f.tree = r, name, tree
		}
	}
	return f.tree
}

func (f *folder) leave() {
	if f.tree != nil {
		f.tree.Close()
	}
	f.root, f.name, f.tree = nil, "", nil
}

func (f *folder) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.leave()
}

// A lister lists the folders below a root on disk.
type lister struct {
	fs.FS
	root *root
}

// ReadDir lists a folder by its path, where that is the folder that the root
// has under this name: of one that the root opened each entry is looked at once
// more.
func (l lister) ReadDir(name string) ([]fs.DirEntry, error) {
	f, err := os.OpenFile(filepath.Join(l.root.real, filepath.FromSlash(name)), readOnly, 0)
	if err != nil {
		return fs.ReadDir(l.FS, name)
	}
	defer f.Close()
	there, err := l.root.tree.Stat(name)
	if here, hereErr := f.Stat(); err != nil || hereErr != nil || !os.SameFile(there, here) {
		return fs.ReadDir(l.FS, name)
	}
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}
