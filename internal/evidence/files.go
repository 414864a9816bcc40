package evidence

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

// extensions are the names of files that are read when a folder is given. A
// file that is named outright is read whatever its name.
var extensions = map[string]bool{".json": true, ".jsonl": true, ".ndjson": true, ".har": true, ".snap": true}

// extension is a name's extension as extensions has it: a file does not leave
// the review by being called PAGE.JSON.
func extension(name string) string { return strings.ToLower(path.Ext(name)) }

// A root is one path of the command line: a file, or a folder that no file
// below it may lead out of.
type root struct {
	given string // the path of the command line, or its base name if absolute
	shown string // as reports print it, a folder unlike any other
	real  string // absolute, links resolved
	dir   bool
	tree  *os.Root // of a folder on disk
	files fs.FS    // of a folder that is not on disk
}

// A candidate is one file that is to be read.
type candidate struct {
	given string // what labels are read off: the root's path joined with the name
	shown string // as reports print it, unlike that of any other candidate
	root  *root
	name  string // below the root; "" for a root that is a file
	data  []byte // its content, where it is in memory and has no root
	fault string // why it cannot be read, found before opening it
	waits bool   // it is read when its call is judged
}

// openRoots checks the paths of the command line. A path that does not exist
// or cannot be opened is the user's error, not a finding. The order of the
// roots, and with it all that is shown, does not depend on that of the paths;
// a root that holds another comes before it.
func openRoots(paths []string) ([]*root, error) {
	paths = slices.Sorted(slices.Values(paths))
	var roots []*root
	for _, p := range paths {
		r, err := openRoot(p)
		if err != nil {
			closeRoots(roots)
			return nil, err
		}
		if slices.ContainsFunc(roots, func(o *root) bool { return o.real == r.real }) {
			r.close()
			continue
		}
		roots = append(roots, r)
	}
	taken := make(map[string]bool)
	for _, r := range roots {
		if r.dir { // files are told apart where all files are
			r.shown = unlike(taken, r.given)
		} else {
			r.shown = r.given
		}
	}
	around := make(map[*root]int)
	for _, r := range roots {
		for _, o := range roots {
			if o.dir && o != r && within(r.real, o.real) {
				around[r]++
			}
		}
	}
	slices.SortStableFunc(roots, func(a, b *root) int { return around[a] - around[b] })
	return roots, nil
}

func within(file, folder string) bool {
	return strings.HasPrefix(file, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

// unlike is a path in print, made to differ from those taken, and takes it.
func unlike(taken map[string]bool, p string) string {
	shown := printable(p)
	for n := 2; taken[shown]; n++ {
		shown = printable(p) + "#" + strconv.Itoa(n)
	}
	taken[shown] = true
	return shown
}

// printable is a path as reports and errors show it: what does not print, bytes
// that are no UTF-8 included, is escaped as in a Go string.
func printable(p string) string {
	if !strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r > '~' }) {
		return p
	}
	var b strings.Builder
	for i := 0; i < len(p); {
		r, n := utf8.DecodeRuneInString(p[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, p[i])
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
		i += n
	}
	return b.String()
}

func openRoot(p string) (*root, error) {
	real, err := filepath.EvalSymlinks(p)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return nil, pathError(p, err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return nil, pathError(p, err)
	}
	r := &root{given: given(p), real: real, dir: info.IsDir()}
	switch {
	case r.dir:
		if r.tree, err = os.OpenRoot(real); err != nil {
			return nil, pathError(p, err)
		}
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a regular file or folder", printable(p))
	default:
		f, err := os.OpenFile(real, readOnly, 0)
		if err != nil {
			return nil, pathError(p, err)
		}
		f.Close()
	}
	return r, nil
}

func (r *root) close() {
	if r.tree != nil {
		r.tree.Close()
	}
}

func closeRoots(roots []*root) {
	for _, r := range roots {
		r.close()
	}
}

func pathError(p string, err error) error {
	p = printable(p)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: no such file or folder", p)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: permission denied", p)
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", p, err)
}

// given is a path of the command line where it was relative, else its base
// name, so that no report depends on where it was made.
func given(p string) string {
	if filepath.IsAbs(p) {
		return filepath.Base(p)
	}
	return filepath.ToSlash(filepath.Clean(p))
}

// A finder collects candidates, each file once.
type finder struct {
	all    []*candidate
	seen   map[string]bool // where they really are; nil where there is one root
	taken  map[string]bool // what they are shown as; nil while that is their names below one root
	limits policy.Limits
}

// find lists the files below the roots in natural order of their shown paths,
// each once. Of more files than documents may be the rest is one candidate that
// says so.
func find(roots []*root, limits policy.Limits) []*candidate {
	f := &finder{limits: limits}
	if len(roots) > 1 {
		f.seen, f.taken = make(map[string]bool), make(map[string]bool)
	}
	for _, r := range roots {
		if r.dir {
			f.walk(r)
		} else {
			f.add(&candidate{root: r})
		}
	}
	slices.SortFunc(f.all, func(a, b *candidate) int { return rule.CompareNatural(a.shown, b.shown) })
	return f.all
}

func (f *finder) full() bool { return len(f.all) > f.limits.Documents }

func (f *finder) add(c *candidate) {
	if f.full() || f.again(c) {
		return
	}
	if len(f.all) == f.limits.Documents {
		c.fault = fmt.Sprintf("is more than %d files: it and what follows are left out", f.limits.Documents)
	}
	c.given = path.Join(c.root.given, c.name)
	if strings.HasSuffix(c.given, c.name) { // the same text once
		c.name = c.given[len(c.given)-len(c.name):]
	}
	c.shown = f.shown(c)
	f.all = append(f.all, c)
}

// again reports whether a file was found before. Below one root none is.
func (f *finder) again(c *candidate) bool {
	if f.seen == nil {
		return false
	}
	real := filepath.Join(c.root.real, filepath.FromSlash(c.name))
	if f.seen[real] {
		return true
	}
	f.seen[real] = true
	return false
}

// shown is a candidate's path in print, unlike that of any other.
func (f *finder) shown(c *candidate) string {
	shown := c.given
	if c.root.shown != c.root.given {
		shown = path.Join(c.root.shown, c.name)
	}
	if f.taken == nil {
		if printable(shown) == shown {
			return shown
		}
		f.taken = make(map[string]bool)
		for _, o := range f.all {
			f.taken[o.shown] = true
		}
	}
	return unlike(f.taken, shown)
}

func (r *root) fs() fs.FS {
	if r.files != nil {
		return r.files
	}
	return lister{r.tree.FS(), r}
}

func (f *finder) walk(r *root) {
	// The callback returns no error but SkipDir and SkipAll: what cannot be
	// read is a finding, and the walk goes on.
	_ = fs.WalkDir(r.fs(), ".", func(name string, d fs.DirEntry, err error) error {
		c := &candidate{root: r, name: name}
		switch {
		case f.full():
			return fs.SkipAll
		case err != nil:
			c.fault = "cannot be listed"
			f.add(c)
		case d.IsDir() && strings.Count(name, "/") >= f.limits.FolderDepth: // opening a name costs a step for each folder above it
			c.fault = fmt.Sprintf("is a folder below %d others, which is not read", f.limits.FolderDepth)
			f.add(c)
			return fs.SkipDir
		case d.IsDir():
		case d.Type()&fs.ModeSymlink != 0:
			if c.fault = r.linkFault(name); c.fault != "" || extensions[extension(name)] {
				f.add(c)
			}
		case !extensions[extension(name)]:
		case !d.Type().IsRegular():
			c.fault = "is not a regular file"
			f.add(c)
		default:
			f.add(c)
		}
		return nil
	})
}

// linkFault says why a symbolic link is not read; "" for one to a regular file
// in the same folder tree.
func (r *root) linkFault(name string) string {
	if r.tree == nil {
		return "is a link"
	}
	info, err := r.tree.Stat(name)
	switch {
	case err != nil:
		return "is a link that leaves the folder or leads nowhere"
	case info.IsDir():
		return "is a link to a folder, which is not followed"
	case !info.Mode().IsRegular():
		return "is a link to something that is not a regular file"
	}
	return ""
}

// lines reports whether the file holds a document a line.
func (c *candidate) lines() bool {
	if c.root == nil {
		return false
	}
	ext := extension(c.given)
	return ext == ".jsonl" || ext == ".ndjson"
}

// Holds reports whether a file on disk, by whatever path or link it is known, is
// one of those of the set that a review must not take the place of: all of them
// but single reviews and locks of this program, which were left out. The set must
// not be closed yet.
func (s *Set) Holds(file fs.FileInfo) bool {
	for i, c := range s.found {
		info, err := c.stat()
		if err != nil || !os.SameFile(info, file) {
			continue
		}
		f := s.Files[i]
		if c.waits {
			f = s.loader.reader().read(c).file
		}
		if !f.written || f.Documents > 1 {
			return true
		}
	}
	return false
}

// stat follows links that stay in the folder.
func (c *candidate) stat() (fs.FileInfo, error) {
	switch {
	case c.root.tree != nil:
		return c.root.tree.Stat(c.name)
	case c.root.files != nil:
		return fs.Stat(c.root.files, c.name)
	}
	return os.Stat(c.root.real)
}
