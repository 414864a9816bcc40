package capture

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ManifestName is the file that says what a folder of evidence was recorded
// from, how, and whether anything is missing.
const ManifestName = "capture.json"

// A store is the folder in the making: written beside its place, and put there
// once the capture is over.
type store struct {
	place string // where it goes
	temp  string
	left  int64 // bytes that may still be written
	files []string
}

var errFull = errors.New("the recording is over its limit of bytes")

// openStore checks that a recording may be put in a place, before anything is
// asked of a server.
func openStore(dir string, force bool, most int64) (*store, error) {
	place, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if target, err := filepath.EvalSymlinks(place); err == nil {
		place = target
	}
	if err := mayReplace(place, force); err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp(filepath.Dir(place), ".mcpreview-capture-*")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("the folder it is to stand in does not exist")
	case err != nil:
		return nil, withoutPath(err)
	}
	return &store{place: place, temp: temp, left: most}, nil
}

// mayReplace protects what is there: an empty folder may be filled, an earlier
// capture may be replaced when that is asked for, and nothing else: no file that
// the capture did not write.
func mayReplace(place string, force bool) error {
	list, err := os.ReadDir(place)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return withoutPath(err)
	case len(list) == 0:
		return nil
	case !force:
		return errors.New("is not empty: name another folder, or replace it with --force")
	}
	_, err = readEarlier(place)
	return err
}

// write writes one file, whose name has slashes.
func (s *store) write(name string, data []byte) error {
	if int64(len(data)) > s.left {
		return errFull
	}
	file := filepath.Join(s.temp, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return withoutPath(err)
	}
	// Private: it is what the credentials of a capture could see.
	if err := os.WriteFile(file, data, 0o600); err != nil {
		return withoutPath(err)
	}
	s.left -= int64(len(data))
	s.files = append(s.files, name)
	return nil
}

// commit puts the folder in its place and returns where that is: a recording
// that is not whole does not replace one that is, and goes beside it.
func (s *store) commit(force, whole bool) (string, error) {
	if err := mayReplace(s.place, force); err != nil {
		return "", err
	}
	if list, err := os.ReadDir(s.place); err == nil && len(list) == 0 {
		return s.place, s.fill()
	}
	place := s.place
	if earlier, err := readEarlier(place); err == nil && earlier.whole && !whole {
		place = beside(place)
	}
	old := s.temp + "-old"
	err := os.Rename(place, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", linkCause(err)
	}
	replaced := err == nil
	if err := os.Rename(s.temp, place); err != nil {
		if replaced {
			os.Rename(old, place)
		}
		return "", linkCause(err)
	}
	if replaced {
		return place, withoutPath(os.RemoveAll(old))
	}
	return place, nil
}

// beside is where a recording goes that is not whole, next to one that is: in the
// place of an earlier one of its kind, or in a new one.
func beside(place string) string {
	for n := 1; ; n++ {
		name := place + ".incomplete"
		if n > 1 {
			name = fmt.Sprintf("%s-%d", name, n)
		}
		if earlier, err := readEarlier(name); err == nil && !earlier.whole || errors.Is(err, fs.ErrNotExist) && !exists(name) {
			return name
		}
	}
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// fill puts what was written into a folder that is there and empty, which may be
// somebody's working directory. The manifest comes last.
func (s *store) fill() error {
	list, err := os.ReadDir(s.temp)
	if err != nil {
		return withoutPath(err)
	}
	slices.SortStableFunc(list, func(a, b fs.DirEntry) int {
		switch {
		case a.Name() == ManifestName:
			return 1
		case b.Name() == ManifestName:
			return -1
		}
		return 0
	})
	for _, e := range list {
		if err := os.Rename(filepath.Join(s.temp, e.Name()), filepath.Join(s.place, e.Name())); err != nil {
			return linkCause(err)
		}
	}
	return nil
}

func linkCause(err error) error {
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return withoutPath(err)
}

// discard leaves nothing behind.
func (s *store) discard() { os.RemoveAll(s.temp) }

// nameBytes is the most that one part of a file's name takes.
const nameBytes = 60

// fileName is a text as part of a file's name: of letters, digits, "-", "_" and
// ".", and no longer than a file system takes.
func fileName(text string) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '_'
	}, text)
	if len(safe) > nameBytes {
		safe = safe[:nameBytes]
	}
	return strings.TrimLeft(safe, ".")
}

// numbered is a file's name that keeps the order of many.
func numbered(n int, parts ...string) string {
	name := fmt.Sprintf("%03d", n)
	for _, part := range parts {
		if part = fileName(part); part != "" {
			name += "-" + part
		}
	}
	return name
}
