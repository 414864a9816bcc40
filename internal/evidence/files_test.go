package evidence

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

// note is a document that is evidence of nothing else: a log.
const note = `{"log":[]}`

// write makes files below the working folder's dir, and the folders they need.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// read loads paths and closes the set when the test ends.
func read(t *testing.T, jobs int, paths ...string) *Set {
	t.Helper()
	set, err := Load(paths, policy.Default(), jobs)
	must(t, err)
	t.Cleanup(set.Close)
	return set
}

func shownFiles(set *Set) []string {
	var out []string
	for _, f := range set.Files {
		out = append(out, f.Path)
	}
	return out
}

// told are the findings of a set, each by place and reason.
func told(set *Set) []string {
	var out []string
	for _, f := range set.Findings {
		out = append(out, fmt.Sprintf("%s %s %s %s", f.At, f.At.Pointer, f.Effect, f.Reason()))
	}
	return out
}

func wantList(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func TestPathsAsShown(t *testing.T) {
	home := t.TempDir()
	t.Chdir(home)
	write(t, home, map[string]string{"ev/a.json": note, "ev/pages/x/b.json": note, "other/ev/a.json": note, "odd": note})
	for _, c := range []struct {
		name  string
		paths []string
		want  []string
	}{
		{"relative folder", []string{"ev"}, []string{"ev/a.json", "ev/pages/x/b.json"}},
		{"relative, not clean", []string{"./ev//pages/../"}, []string{"ev/a.json", "ev/pages/x/b.json"}},
		{"working folder", []string{"."}, []string{"ev/a.json", "ev/pages/x/b.json", "other/ev/a.json"}},
		{"absolute folder", []string{home + "/ev"}, []string{"ev/a.json", "ev/pages/x/b.json"}},
		{"absolute file", []string{home + "/ev/pages/x/b.json"}, []string{"b.json"}},
		{"file named outright has any name", []string{"odd"}, []string{"odd"}},
		{"two with one name", []string{home + "/ev", home + "/other/ev"}, []string{"ev/a.json", "ev/pages/x/b.json", "ev#2/a.json"}},
		{"two files with one name", []string{home + "/ev/a.json", home + "/other/ev/a.json"}, []string{"a.json", "a.json#2"}},
		{"one twice", []string{"ev", home + "/ev", "./ev"}, []string{"ev/a.json", "ev/pages/x/b.json"}},
		{"file inside a folder", []string{"ev/a.json", "ev"}, []string{"ev/a.json", "ev/pages/x/b.json"}},
		{"folder inside a folder", []string{home + "/ev/pages/x", "ev"}, []string{"ev/a.json", "ev/pages/x/b.json"}},
		{"a root under the name of another's folder", []string{"ev/pages", home + "/other/ev"}, []string{"ev/a.json", "ev/pages/x/b.json"}},
		{"a name like a second of another", []string{home + "/ev", home + "/other/ev", "ev#2"},
			[]string{"ev/a.json", "ev/pages/x/b.json", "ev#2/a.json", "ev#2#2/c.json"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if slices.Contains(c.paths, "ev#2") {
				write(t, home, map[string]string{"ev#2/c.json": note})
				defer os.RemoveAll("ev#2")
			}
			set := read(t, 1, c.paths...)
			got := shownFiles(set)
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if len(set.Logs) != len(c.want) || len(set.Findings) != 0 {
				t.Errorf("%d documents read, want %d; findings %q", len(set.Logs), len(c.want), told(set))
			}
		})
	}
}

func TestClashBelowRoots(t *testing.T) {
	home := t.TempDir()
	t.Chdir(home)
	write(t, home, map[string]string{"ev/pages/a.json": note, "other/ev/pages/a.json": note})
	set := read(t, 1, "ev/pages", home+"/other/ev")
	wantList(t, "files", shownFiles(set), "ev/pages/a.json", "ev/pages/a.json#2")
}

func TestPathsThatCannotBeUsed(t *testing.T) {
	home := t.TempDir()
	t.Chdir(home)
	must(t, syscall.Mkfifo("pipe", 0o600))
	must(t, os.Symlink("nowhere", "dangling"))
	for p, want := range map[string]string{
		"absent":      "absent: no such file or folder",
		"dangling":    "dangling: no such file or folder",
		"pipe":        "pipe: not a regular file or folder",
		"/dev/null":   "/dev/null: not a regular file or folder",
		"a\x1b[2Jb":   `a\x1b[2Jb: no such file or folder`,
		"no\xffutf-8": `no\xffutf-8: no such file or folder`,
	} {
		if set, err := Load([]string{".", p}, policy.Default(), 1); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", p, err, want)
			set.Close()
		}
	}
}

func TestNamesThatDoNotPrint(t *testing.T) {
	home := t.TempDir()
	write(t, home, map[string]string{
		"a\nb.json": note, "\xff\xfe.json": note, `\xff\xfe.json`: note, "esc\x1b[31m.json": note, "\u202egnp.json": note,
		"中文 é.json": note, `back\slash.json`: note,
	})
	set := read(t, 1, home)
	base := filepath.Base(home) + "/"
	var got []string
	for _, p := range shownFiles(set) {
		if !utf8.ValidString(p) {
			t.Errorf("%q is not UTF-8", p)
		}
		got = append(got, strings.TrimPrefix(p, base))
	}
	slices.Sort(got)
	want := []string{`\u202egnp.json`, `\xff\xfe.json`, `\xff\xfe.json#2`, `a\nb.json`, `back\slash.json`, `esc\x1b[31m.json`, "中文 é.json"}
	wantList(t, "names", got, want...)
	if len(set.Logs) != len(want) {
		t.Errorf("%d documents, want %d", len(set.Logs), len(want))
	}
}

func TestWhatIsReadOfAFolder(t *testing.T) {
	home := t.TempDir()
	t.Chdir(home)
	write(t, "ev", map[string]string{
		"a.json": note, "b.jsonl": note, "c.ndjson": note, "d.har": note, "e.snap": note, "PAGE.JSON": note, "L.JSONL": note + "\n" + note,
		".json": note, ".hidden/x.json": note, "f.json/inside.json": note,
		"readme.md": "#", "g.json.bak": note, "h": note, "json": note,
	})
	set := read(t, 1, "ev")
	got := shownFiles(set)
	slices.Sort(got)
	wantList(t, "files", got, "ev/.hidden/x.json", "ev/.json", "ev/L.JSONL", "ev/PAGE.JSON", "ev/a.json", "ev/b.jsonl", "ev/c.ndjson",
		"ev/d.har", "ev/e.snap", "ev/f.json/inside.json")
	if len(set.Logs) != 11 {
		t.Errorf("%d documents, want 11", len(set.Logs))
	}
}

// What is no regular file in the folder is told, and never opened: opening a
// pipe would wait for ever.
func TestWhatIsNoRegularFile(t *testing.T) {
	home := t.TempDir()
	t.Chdir(home)
	write(t, "ev", map[string]string{"a.json": note, "sub/b.json": note})
	write(t, "outside", map[string]string{"secret.json": note})
	must(t, syscall.Mkfifo("ev/pipe.json", 0o600))
	must(t, os.Symlink("a.json", "ev/inside.json"))
	must(t, os.Symlink("../a.json", "ev/sub/up.json"))
	must(t, os.Symlink(home+"/outside/secret.json", "ev/absolute.json"))
	must(t, os.Symlink("../outside/secret.json", "ev/relative.json"))
	must(t, os.Symlink("nothing", "ev/dangling.json"))
	must(t, os.Symlink("loop.json", "ev/loop.json"))
	must(t, os.Symlink("sub", "ev/folder"))
	must(t, os.Symlink("..", "ev/sub/parent"))
	must(t, os.Symlink("pipe.json", "ev/topipe.json"))
	must(t, os.Symlink("a.json", "ev/readme.md"))
	want := map[string]string{
		"ev/a.json": "", "ev/sub/b.json": "", "ev/inside.json": "", "ev/sub/up.json": "",
		"ev/pipe.json":     "is not a regular file",
		"ev/absolute.json": "is a link that leaves the folder or leads nowhere",
		"ev/relative.json": "is a link that leaves the folder or leads nowhere",
		"ev/dangling.json": "is a link that leaves the folder or leads nowhere",
		"ev/loop.json":     "is a link that leaves the folder or leads nowhere",
		"ev/folder":        "is a link to a folder, which is not followed",
		"ev/sub/parent":    "is a link that leaves the folder or leads nowhere",
		"ev/topipe.json":   "is a link to something that is not a regular file",
	}
	want["ev/sub/parent"] = "is a link to a folder, which is not followed" // to ev itself, still inside
	if syscall.Mknod("ev/null.json", syscall.S_IFCHR|0o600, 1<<8|3) == nil {
		want["ev/null.json"] = "is not a regular file"
	}
	if l, err := net.Listen("unix", "ev/socket.json"); err == nil {
		defer l.Close()
		want["ev/socket.json"] = "is not a regular file"
	}
	set := read(t, 2, "ev")
	got := make(map[string]string)
	for _, f := range set.Files {
		got[f.Path] = f.Left
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("files:\n got %q\nwant %q", got, want)
	}
	faults := 0
	for _, left := range want {
		if left != "" {
			faults++
		}
	}
	if len(set.Findings) != faults || len(set.Logs) != len(want)-faults {
		t.Errorf("%d findings and %d documents, want %d and %d: %q", len(set.Findings), len(set.Logs), faults, len(want)-faults, told(set))
	}
	for _, f := range set.Findings {
		if f.Rule.ID != "EVID-14" || f.Effect != rule.Condition || f.At.File != f.Subject.Name || f.Text != want[f.At.File] {
			t.Errorf("finding %s at %s: %s", f.Reason(), f.At, f.Effect)
		}
	}
}

// The superuser may read everything, so permissions cannot deny this test a
// file: other failures stand for them.
func TestUnreadable(t *testing.T) {
	files := failing{fstest.MapFS{
		"ev/good.json": {Data: []byte(note)}, "ev/closed.json": {Data: []byte(note)}, "ev/torn.json": {Data: []byte(note)},
		"ev/torn.jsonl": {Data: []byte(note + "\n" + call("t", "") + "\n")}, "ev/locked/page.json": {Data: []byte(note)},
	}}
	set := LoadFS(files, policy.Default(), 2)
	wantList(t, "findings", told(set),
		"ev/closed.json  condition EVID-14: cannot be read: permission denied",
		"ev/locked  condition EVID-14: cannot be listed",
		"ev/torn.json  condition EVID-14: cannot be read: input/output error",
		"ev/torn.jsonl  condition EVID-14: cannot be read: input/output error")
	if len(set.Logs) != 1 || len(set.units) != 0 {
		t.Errorf("%d documents and %d stretches, want one document", len(set.Logs), len(set.units))
	}
	for _, f := range set.Files {
		if unread := f.Path != "ev/good.json"; unread != (f.SHA256.String() == "") || unread != (f.Kind == "unreadable") {
			t.Errorf("%+v", f)
		}
	}
}

// failing is a tree in which some files cannot be read.
type failing struct{ fstest.MapFS }

func (f failing) Open(name string) (fs.File, error) {
	file, err := f.MapFS.Open(name)
	switch {
	case strings.Contains(name, "closed"):
		return nil, &fs.PathError{Op: "open", Path: "/private/" + name, Err: fs.ErrPermission}
	case strings.Contains(name, "torn"):
		info, err := file.Stat()
		return torn{file, io.LimitReader(file, info.Size()-1)}, err
	}
	return file, err
}

func (f failing) ReadDir(name string) ([]fs.DirEntry, error) {
	if strings.HasSuffix(name, "locked") {
		return nil, &fs.PathError{Op: "open", Path: "/private/" + name, Err: fs.ErrPermission}
	}
	return f.MapFS.ReadDir(name)
}

// torn fails before the last byte.
type torn struct {
	fs.File
	start io.Reader
}

func (f torn) Read(p []byte) (int, error) {
	if n, err := f.start.Read(p); err == nil {
		return n, nil
	}
	return 0, &fs.PathError{Op: "read", Path: "/private", Err: syscall.EIO}
}

func TestLinksInATreeThatIsNotOnDisk(t *testing.T) {
	set := LoadFS(fstest.MapFS{"a.json": {Data: []byte("b.json"), Mode: fs.ModeSymlink}, "b.json": {Data: []byte(note)}}, policy.Default(), 1)
	wantList(t, "findings", told(set), "a.json  condition EVID-14: is a link")
}

func TestFolderTooDeep(t *testing.T) {
	deep := strings.Repeat("d/", policy.DefaultLimits().FolderDepth)
	set := LoadFS(fstest.MapFS{deep + "in.json": {Data: []byte(note)}, deep + "d/out.json": {Data: []byte(note)}}, policy.Default(), 1)
	wantList(t, "files", shownFiles(set), deep+"d", deep+"in.json")
	if len(set.Logs) != 1 || len(set.Findings) != 1 || !strings.Contains(set.Findings[0].Text, "below 100 others") {
		t.Errorf("%d documents, findings %q", len(set.Logs), told(set))
	}
}

func TestMoreFilesThanTheLimit(t *testing.T) {
	p := policy.Default()
	p.Limits.Documents = 3
	files := fstest.MapFS{}
	for i := range 9 {
		files[fmt.Sprintf("f%d.json", i)] = &fstest.MapFile{Data: []byte(note)}
	}
	set := LoadFS(files, p, 2)
	wantList(t, "files", shownFiles(set), "f0.json", "f1.json", "f2.json", "f3.json")
	wantList(t, "findings", told(set), "f3.json  condition EVID-14: is more than 3 files: it and what follows are left out")
	delete(files, "f3.json")
	for i := 4; i < 9; i++ {
		delete(files, fmt.Sprintf("f%d.json", i))
	}
	if set := LoadFS(files, p, 2); len(set.Findings) != 0 || len(set.Logs) != 3 {
		t.Errorf("at the limit: %d documents, %q", len(set.Logs), told(set))
	}
}

func TestNaturalOrder(t *testing.T) {
	files := fstest.MapFS{}
	names := []string{"page-1.json", "page-2.json", "page-10.json", "page-010.json", "page-11/x.json", "page.json", "z/1.json", "z/02.json"}
	for _, n := range names {
		files[n] = &fstest.MapFile{Data: []byte(note)}
	}
	set := LoadFS(files, policy.Default(), 3)
	want := []string{"page-1.json", "page-2.json", "page-010.json", "page-10.json", "page-11/x.json", "page.json", "z/1.json", "z/02.json"}
	wantList(t, "order", shownFiles(set), want...)
	var logs []string
	for _, l := range set.Logs {
		logs = append(logs, l.Doc.File)
	}
	wantList(t, "documents", logs, want...)
}

// The order of the arguments, the number of jobs and the place of the evidence
// decide nothing.
func TestOrderOfArgumentsAndJobs(t *testing.T) {
	want := ""
	for round, home := range []string{t.TempDir(), t.TempDir() + "/deeper/down"} {
		must(t, os.MkdirAll(home, 0o755))
		t.Chdir(home)
		write(t, home, map[string]string{
			"ev/pages/1.json": exchangeText("tools/list", `{"tools":[]}`), "ev/pages/pass-2/1.json": exchangeText("tools/list", `{"tools":[]}`),
			"ev/results/a.json": call("a", ""), "ev/results/many.jsonl": call("b", "") + "\nbroken\n" + call("c", ""),
			"ev/bad.json": "{", "other/ev/results/a.json": call("d", ""), "z.json": note, "other/z.json": note,
		})
		must(t, os.Symlink("ev", "alias"))
		paths := []string{"ev", home + "/other/ev", "ev/results", home + "/ev/pages", "z.json", home + "/other/z.json", "alias", "other"}
		r := rand.New(rand.NewPCG(1, uint64(round)))
		for i := range 12 {
			r.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
			got := account(read(t, i%4, paths...), i%3+1)
			if want == "" {
				want = got
			}
			if got != want {
				t.Fatalf("%q:\n%s\nwant\n%s", paths, got, want)
			}
		}
	}
	for _, part := range []string{
		"call alias/results/a.json:1:1 ", "call alias/results/many.jsonl:1:1 ", "call alias/results/many.jsonl:3:1 ", "call other/ev/results/a.json:1:1 ",
		"page alias/pages/1.json:", "page alias/pages/pass-2/1.json:", "log z.json:", "log other/z.json:",
		"finding alias/bad.json:1:2  reject JSON-02", "finding alias/results/many.jsonl:2:1  reject JSON-02",
	} {
		if strings.Count(want, part) != 1 {
			t.Errorf("%q is not in it once:\n%s", part, want)
		}
	}
}

// account is all that a set says, calls included.
func account(set *Set, jobs int) string {
	var b strings.Builder
	for _, f := range set.Files {
		fmt.Fprintf(&b, "file %+v\n", f)
	}
	for _, f := range told(set) {
		fmt.Fprintf(&b, "finding %s\n", f)
	}
	for _, l := range set.Listings {
		fmt.Fprintf(&b, "listing %s %q pass %d\n", l.List.Method, l.Caller, l.Pass)
		for _, p := range l.Pages {
			fmt.Fprintf(&b, "  page %s\n", p.Place())
		}
	}
	for _, p := range set.Probes {
		fmt.Fprintf(&b, "probe %s\n", p.Place())
	}
	for _, e := range slices.Concat(set.Others, set.Completions, set.Descriptors) {
		fmt.Fprintf(&b, "exchange %s %s\n", e.Place(), e.Method)
	}
	for _, l := range set.Logs {
		fmt.Fprintf(&b, "log %s\n", l.Doc.Locate(l.Value))
	}
	for _, c := range calls1(set, jobs) {
		fmt.Fprintln(&b, c)
	}
	return b.String()
}

// calls1 are a set's calls in order: place, tool, label, caller, pass and revision.
func calls1(set *Set, jobs int) []string {
	var out []string
	Calls(set, jobs, func(c Call) string {
		if c.Exchange == nil {
			return fmt.Sprintf("unusable %s %s", c.Unusable.At, c.Unusable.Reason())
		}
		return fmt.Sprintf("call %s tool %q label %q caller %q pass %d revision %q", c.Place(), c.Tool, c.Label, c.Caller, c.Pass, c.Stated)
	}, func(s string) { out = append(out, s) })
	return out
}

func exchangeText(method, result string) string {
	return fmt.Sprintf(`{"request":{"jsonrpc":"2.0","id":1,"method":%q,"params":{}},"response":{"jsonrpc":"2.0","id":1,"result":%s}}`, method, result)
}

// call is an exchange of tools/call with members beside request and response.
func call(tool, members string) string {
	return fmt.Sprintf(`{"request":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q}},`+
		`"response":{"jsonrpc":"2.0","id":1,"result":{"content":[]}}%s}`, tool, members)
}

// A file is judged as the digest in the report says, or not at all.
func TestChangedBetweenReadings(t *testing.T) {
	long := call("first", "") + "\n" + strings.Repeat(" ", unitBytes) + "\n" + call("second", "") + "\n"
	for name, c := range map[string]struct {
		change func(t *testing.T)
		want   []string
	}{
		"untouched": {func(*testing.T) {}, []string{"call ev/a.json:1:1", "call ev/b.jsonl:1:1", "call ev/b.jsonl:3:1"}},
		"vanished": {func(t *testing.T) { must(t, os.RemoveAll("ev/a.json")) },
			[]string{"unusable ev/a.json EVID-14: cannot be read: no such file or directory", "call ev/b.jsonl:1:1", "call ev/b.jsonl:3:1"}},
		"grown": {func(t *testing.T) { write(t, "ev", map[string]string{"a.json": call("a", "") + " "}) },
			[]string{"unusable ev/a.json EVID-14: cannot be read: changed while it was read", "call ev/b.jsonl:1:1", "call ev/b.jsonl:3:1"}},
		"shrunk": {func(t *testing.T) { must(t, os.Truncate("ev/b.jsonl", 10)) },
			[]string{"call ev/a.json:1:1", "unusable ev/b.jsonl EVID-14: cannot be read: changed while it was read",
				"unusable ev/b.jsonl EVID-14: cannot be read: changed while it was read"}},
		"same length and time": {func(t *testing.T) {
			info, err := os.Stat("ev/b.jsonl")
			must(t, err)
			write(t, "ev", map[string]string{"b.jsonl": strings.Replace(long, "second", "forged", 1)})
			must(t, os.Chtimes("ev/b.jsonl", time.Time{}, info.ModTime()))
		}, []string{"call ev/a.json:1:1", "call ev/b.jsonl:1:1", "unusable ev/b.jsonl EVID-14: cannot be read: changed while it was read"}},
		"now a pipe": {func(t *testing.T) { must(t, os.Remove("ev/a.json")); must(t, syscall.Mkfifo("ev/a.json", 0o600)) },
			[]string{"unusable ev/a.json EVID-14: cannot be read: not a regular file", "call ev/b.jsonl:1:1", "call ev/b.jsonl:3:1"}},
		"now a link outside": {func(t *testing.T) {
			must(t, os.Remove("ev/a.json"))
			write(t, ".", map[string]string{"forged.json": call("a", "")})
			must(t, os.Symlink("../forged.json", "ev/a.json"))
		}, []string{"unusable ev/a.json EVID-14: cannot be read: path escapes from parent", "call ev/b.jsonl:1:1", "call ev/b.jsonl:3:1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write(t, "ev", map[string]string{"a.json": call("a", ""), "b.jsonl": long})
			set := read(t, 2, "ev")
			c.change(t)
			var got []string
			for _, s := range calls1(set, 2) {
				s, _, _ = strings.Cut(s, " tool ")
				got = append(got, s)
			}
			wantList(t, "calls", got, c.want...)
		})
	}
}

// Of touched files one changes as soon as the first of it is read.
type touched struct {
	fs.FS
	file   string
	change func() error
}

func (t touched) Open(name string) (fs.File, error) {
	f, err := t.FS.Open(name)
	if err != nil || name != t.file {
		return f, err
	}
	return &touchedFile{File: f, change: t.change}, nil
}

type touchedFile struct {
	fs.File
	change func() error
}

func (f *touchedFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p[:min(len(p), 10)])
	if f.change != nil {
		err = errors.Join(err, f.change())
		f.change = nil
	}
	return n, err
}

// What changes while it is read for the first time is no evidence: neither what
// it was nor what it became was seen whole. Its neighbours are read.
func TestChangedDuringTheFirstReading(t *testing.T) {
	listing := `{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}`
	for name, c := range map[string]struct {
		change func(file string) error
		left   string
	}{
		"untouched":  {func(string) error { return nil }, ""},
		"grows":      {func(f string) error { return appendTo(f, "\n") }, "cannot be read: changed while it was read"},
		"shrinks":    {func(f string) error { return os.Truncate(f, 20) }, "cannot be read: changed while it was read"},
		"is emptied": {func(f string) error { return os.Truncate(f, 0) }, "cannot be read: changed while it was read"},
		"is rewritten": {func(f string) error {
			return errors.Join(os.WriteFile(f, []byte(strings.Replace(listing, `"a"`, `"b"`, 1)), 0o600), os.Chtimes(f, time.Time{}, time.Unix(1, 0)))
		}, "cannot be read: changed while it was read"},
		// What was opened stays whole, whatever becomes of its name.
		"vanishes":    {os.Remove, ""},
		"is replaced": {func(f string) error { return errors.Join(os.WriteFile(f+".new", nil, 0o600), os.Rename(f+".new", f)) }, ""},
	} {
		for _, file := range []string{"pages/2.json", "pages/2.jsonl"} {
			t.Run(name+" "+file, func(t *testing.T) {
				t.Chdir(t.TempDir())
				write(t, "pages", map[string]string{"1.json": listing, path.Base(file): listing, "3.json": listing})
				set := LoadFS(touched{os.DirFS("."), file, func() error { return c.change(file) }}, policy.Default(), 1)
				for _, f := range set.Files {
					want := ""
					if f.Path == file {
						want = c.left
					}
					if f.Left != want || (f.Left == "") != (f.SHA256.String() != "") {
						t.Errorf("%s: left out %q, want %q; digest %q", f.Path, f.Left, want, f.SHA256)
					}
				}
				want := 3
				if c.left != "" {
					want = 2
					wantList(t, "findings", told(set), file+"  condition EVID-14: "+c.left)
				}
				pages := 0
				for _, l := range set.Listings {
					pages += len(l.Pages)
				}
				if pages != want || accounted(set) != 3 {
					t.Errorf("%d pages, want %d; %d of 3 values\n%s", pages, want, accounted(set), account(set, 1))
				}
			})
		}
	}
}

func appendTo(file, text string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
