package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/regular"
	"mcpreview/internal/rule"
	"mcpreview/report/escape"
)

func newImport() *cobra.Command {
	var into string
	var force bool
	cmd := &cobra.Command{
		Use:   "import FILE... -o DIR",
		Short: "Write recordings of other programs in mcpreview's own form",
		Long: `import reads what report reads (HAR files, Inspector's output and exports, mcpsnoop
session logs, text logs of SDKs and clients, tool snapshots, files in mcpreview's own
form) and writes it to DIR in mcpreview's own form: an exchange a line. A report on
DIR decides as one on the files does; only the places differ.

What a recording does not show stays missing: it is written as a gap. Values of
headers that carry credentials are replaced. Bodies are kept as they were: arguments
and results may hold secrets of their own.

All of DIR is written, or nothing.`,
		Example: `  mcpreview import session.har -o imported/
  mcpreview import session.har sessions/ -o all-of-them/`,
		Args: func(cmd *cobra.Command, args []string) error {
			if into == "" {
				return errors.New("no folder given: name one with -o DIR")
			}
			return evidencePaths(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var s *stage
			discard := func() {
				if s != nil {
					s.discard()
				}
			}
			end := unfinished.begin(discard)
			defer end(discard)
			err := unfinished.step(func() (err error) {
				s, err = newStage(into, args, force)
				return err
			})
			if err != nil {
				return err
			}
			done, err := evidence.Import(args, policy.Default(), s.create)
			if err != nil {
				return err
			}
			if err := unfinished.step(func() error { return s.finish(done) }); err != nil {
				return err
			}
			return tellImported(cmd.OutOrStdout(), into, done)
		},
	}
	cmd.Flags().StringVarP(&into, "output", "o", "", "write to `DIR`, which must be new or empty")
	cmd.Flags().BoolVar(&force, "force", false, "write into a folder that is not empty: files of the same names are replaced")
	return cmd
}

// A stage is a folder beside the one to be written, in which all of it is made
// before any of it is seen.
type stage struct {
	dir   string // to be written
	temp  string
	tree  *os.Root
	fresh bool // dir is not there, or empty
}

func newStage(dir string, evidence []string, force bool) (*stage, error) {
	s := &stage{dir: filepath.Clean(dir), fresh: true}
	if info, err := os.Lstat(s.dir); err == nil && info.Mode()&os.ModeSymlink != 0 {
		return nil, fmt.Errorf("output %s: is a link: name the folder that it leads to", dir)
	}
	switch entries, err := os.ReadDir(s.dir); {
	case err == nil:
		s.fresh = len(entries) == 0
	case !errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("output %s: %w", dir, regular.Cause(err))
	}
	if !s.fresh && !force {
		return nil, fmt.Errorf("output %s: is not empty: name another folder, or pass --force", dir)
	}
	for _, p := range evidence {
		if overlaps(p, s.dir) {
			return nil, fmt.Errorf("output %s: is within what this command reads, or holds it", dir)
		}
	}
	parent := filepath.Dir(s.dir)
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, fmt.Errorf("output %s: %w", dir, regular.Cause(err))
	}
	var err error
	if s.temp, err = os.MkdirTemp(parent, ".mcpreview-import-*"); err == nil {
		s.tree, err = os.OpenRoot(s.temp)
	}
	if err != nil {
		s.discard()
		return nil, fmt.Errorf("output %s: %w", dir, regular.Cause(err))
	}
	return s, nil
}

// overlaps reports whether one of two paths holds the other.
func overlaps(a, b string) bool {
	a, b = resolved(a), resolved(b)
	within := func(x, y string) bool {
		return x == y || strings.HasPrefix(x, strings.TrimSuffix(y, string(filepath.Separator))+string(filepath.Separator))
	}
	return within(a, b) || within(b, a)
}

// resolved is a path with its links resolved as far as it exists.
func resolved(p string) string {
	abs, err := filepath.Abs(p)
	if err != nil {
		return p
	}
	if r, err := filepath.EvalSymlinks(abs); err == nil {
		return r
	}
	if dir := filepath.Dir(abs); dir != abs {
		return filepath.Join(resolved(dir), filepath.Base(abs))
	}
	return abs
}

// create makes one file of the stage.
func (s *stage) create(name string) (io.WriteCloser, error) {
	if err := s.tree.MkdirAll(path.Dir(name), 0o777); err != nil {
		return nil, fmt.Errorf("%s: %w", name, regular.Cause(err))
	}
	f, err := s.tree.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, regular.Cause(err))
	}
	return f, nil
}

// finish moves what was made to where it is wanted.
func (s *stage) finish(done []evidence.Imported) error {
	if s.fresh {
		if err := os.Remove(s.dir); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("output %s: %w", s.dir, regular.Cause(err))
		}
		if err := os.Chmod(s.temp, 0o755); err != nil {
			return fmt.Errorf("output %s: %w", s.dir, regular.Cause(err))
		}
		if err := os.Rename(s.temp, s.dir); err != nil {
			return fmt.Errorf("output %s: %w", s.dir, regular.Cause(err))
		}
		return nil
	}
	into, err := os.OpenRoot(s.dir) // links in it lead nowhere else
	if err != nil {
		return fmt.Errorf("output %s: %w", s.dir, regular.Cause(err))
	}
	defer into.Close()
	for _, d := range done {
		if link := linkIn(into, path.Dir(d.Name)); link != "" {
			return fmt.Errorf("output %s: %s: is a link, which is not followed: remove it, or name another folder", s.dir, link)
		}
	}
	for _, d := range done {
		if err := s.place(into, d.Name); err != nil {
			return fmt.Errorf("output %s: %s: %w", s.dir, d.Name, regular.Cause(err))
		}
	}
	return nil
}

// linkIn is the first folder on a path that is a link; "" for none.
func linkIn(tree *os.Root, dir string) string {
	at := ""
	for part := range strings.SplitSeq(dir, "/") {
		at = path.Join(at, part)
		if info, err := tree.Lstat(at); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return at
		}
	}
	return ""
}

// place replaces one file of a folder that is not empty.
func (s *stage) place(into *os.Root, name string) error {
	data, err := s.tree.Open(name)
	if err != nil {
		return err
	}
	defer data.Close()
	if err := into.MkdirAll(path.Dir(name), 0o777); err != nil {
		return err
	}
	temp := path.Join(path.Dir(name), ".mcpreview-import-"+path.Base(name)+".tmp")
	f, err := into.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = into.Rename(temp, name)
	}
	if err != nil {
		into.Remove(temp)
	}
	return err
}

// discard removes what is left of the stage.
func (s *stage) discard() {
	if s.tree != nil {
		s.tree.Close()
	}
	if s.temp != "" {
		os.RemoveAll(s.temp)
	}
}

// tellImported says what was written, and what of the files is not in it.
func tellImported(w io.Writer, dir string, done []evidence.Imported) error {
	var b strings.Builder
	replaced := 0
	for _, d := range done {
		fmt.Fprintf(&b, "%s (%s): %s to %s\n", d.From, d.Kind, rule.Count(d.Documents, "document"), path.Join(filepath.ToSlash(dir), d.Name))
		if d.Gaps > 0 {
			fmt.Fprintf(&b, "- of these, on what the recording does not show: %d\n", d.Gaps)
		}
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "- %s\n", n.Text)
		}
		replaced += d.Replaced
	}
	if replaced > 0 {
		fmt.Fprintf(&b, "%s replaced: header values and queries that carry credentials. Bodies are as they were.\n", rule.Count(replaced, "value"))
	} else {
		fmt.Fprintln(&b, "No header carried a credential. Bodies are as they were.")
	}
	for l := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(w, escape.Terminal(strings.TrimSuffix(l, "\n"), maxErrorLength)); err != nil {
			return err
		}
	}
	return nil
}
