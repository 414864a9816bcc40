package capture

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
)

// testLimits are short where a test waits for nothing to come, and long where
// it waits for what does come.
func testLimits() Limits {
	l := DefaultLimits()
	l.Settle, l.Stop = 200*time.Millisecond, 300*time.Millisecond
	return l
}

// impatient has a test wait but shortly for what does not come.
func impatient(l *Limits, methods ...string) {
	l.answers = make(map[string]time.Duration)
	for _, m := range methods {
		l.answers[m] = 200 * time.Millisecond
	}
}

// options are those of a capture of a behaviour into a new folder.
func options(t *testing.T, behaviour string) Options {
	t.Helper()
	env := map[string]string{behaviourVariable: behaviour, pidVariable: filepath.Join(t.TempDir(), "pids")}
	return Options{
		Command: []string{os.Args[0]}, Callers: []Caller{{Env: env}}, Dir: filepath.Join(t.TempDir(), "evidence"),
		Secrets: new(Secrets), Limits: testLimits(),
	}
}

// captured runs a capture and sees to it that no process is left.
func captured(t *testing.T, o Options) *Recording {
	t.Helper()
	rec, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	allGone(t, o)
	return rec
}

func allGone(t *testing.T, o Options) {
	t.Helper()
	for _, c := range o.Callers {
		data, err := os.ReadFile(c.Env[pidVariable])
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Fields(string(data)) {
			pid, err := strconv.Atoi(line)
			if err != nil {
				t.Fatal(err)
			}
			if alive(pid) {
				if p, err := os.FindProcess(pid); err == nil {
					p.Kill()
				}
				t.Errorf("process %d is left", pid)
			}
		}
	}
}

// files are the names of what was written, in order.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, p)
			names = append(names, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

func read(t *testing.T, o Options, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(o.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// loaded is the evidence as a review reads it.
func loaded(t *testing.T, o Options, revision string) *evidence.Set {
	t.Helper()
	p := policy.Default()
	p.Revision = protocol.ByName(revision)
	set, err := evidence.Load([]string{o.Dir}, p, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	return set
}

func TestStdio(t *testing.T) {
	t.Parallel()
	o := options(t, "good")
	rec := captured(t, o)
	if !rec.Complete() || len(rec.Notes) > 0 {
		t.Errorf("missing %q, notes %q", rec.Missing, rec.Notes)
	}
	want := []string{
		"capture.json", "discover/server-discover.json", "pages/pass-1/page-1.json", "pages/pass-1/page-2.json",
		"pages/pass-2/page-1.json", "pages/pass-2/page-2.json", "prompts/pass-1/page-1.json", "prompts/pass-2/page-1.json",
		"results/unknown-tool.json",
	}
	if got := files(t, o.Dir); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	if page := read(t, o, "pages/pass-1/page-2.json"); !strings.Contains(page, `"params":{"cursor":"","_meta":{`) {
		t.Errorf("the empty cursor was not sent back: %s", page)
	}
	// The answer stands there byte for byte.
	answered := answer(request{ID: []byte("2"), Method: "tools/list"})
	if page := read(t, o, "pages/pass-1/page-1.json"); !strings.Contains(page, "\n\"response\": "+answered+"\n}") {
		t.Errorf("not what the server wrote: %s", page)
	}
	set := loaded(t, o, "2026-07-28")
	if n := len(set.Listings); n != 4 {
		t.Fatalf("%d listings, want two passes over two lists", n)
	}
	for _, l := range set.Listings {
		if l.Chained != len(l.Pages) || !l.Pages[len(l.Pages)-1].Ends() {
			t.Errorf("%s, pass %d: %d of %d pages in the chain", l.List.Method, l.Pass, l.Chained, len(l.Pages))
		}
	}
	for _, f := range set.Findings {
		if f.Effect.String() != "note" {
			t.Error(f.Reason())
		}
	}
}

// The recording of the same server is the same, its time aside.
func TestSameServerSameBytes(t *testing.T) {
	t.Parallel()
	first, second := options(t, "good"), options(t, "good")
	captured(t, first)
	captured(t, second)
	for _, name := range files(t, first.Dir) {
		if name != ManifestName && read(t, first, name) != read(t, second, name) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestOlderRevision(t *testing.T) {
	t.Parallel()
	for behaviour, note := range map[string]string{
		"old":                "",
		"dies at discover":   "the server ended at server/discover, which it does not know, and was started again",
		"silent at discover": "",
	} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			o := options(t, behaviour)
			if behaviour == "silent at discover" {
				impatient(&o.Limits, "server/discover")
			}
			rec := captured(t, o)
			if !rec.Complete() || !slices.Equal(rec.Revisions, []string{"2025-06-18"}) {
				t.Errorf("revisions %q, missing %q", rec.Revisions, rec.Missing)
			}
			if got := strings.Join(rec.Notes, "\n"); got != note {
				t.Errorf("notes %q, want %q", got, note)
			}
			set := loaded(t, o, "2025-06-18")
			if len(set.Listings) != 2 || set.Listings[0].Session.ProtocolVersion != "2025-06-18" {
				t.Errorf("%d listings", len(set.Listings))
			}
			if page := read(t, o, "pages/pass-1/page-1.json"); strings.Contains(page, "_meta") {
				t.Errorf("metadata of another revision: %s", page)
			}
		})
	}
}

func TestForcedRevision(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ behaviour, revision, missing string }{
		{"old", "2025-06-18", ""},
		{"old", "2025-11-25", "initialize: the server answers with 2025-06-18, where 2025-11-25 was wanted: leave --protocol out, or name that one"},
		{"old", "2026-07-28", "server/discover: error -32601: the server does not speak 2026-07-28; without --protocol an older revision is tried"},
		{"good", "2026-07-28", ""},
		{"good", "2025-06-18", "initialize: error -32601"},
	} {
		t.Run(c.behaviour+" "+c.revision, func(t *testing.T) {
			t.Parallel()
			o := options(t, c.behaviour)
			o.Revision = protocol.ByName(c.revision)
			rec := captured(t, o)
			if got := strings.Join(rec.Missing, "\n"); got != c.missing {
				t.Errorf("missing %q, want %q", got, c.missing)
			}
		})
	}
}

// A server that misbehaves ends in something clear, in time, and never in a
// process that is left.
func TestMisbehaviour(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		behaviour string
		limits    func(*Limits)
		missing   string // the beginning of what is missing; "" for nothing
		note      string // of the notes; "" for any
		files     []string
	}{
		{"silent", func(l *Limits) { impatient(l, "server/discover", "initialize") }, "initialize: no answer in time", "", nil},
		{"silent at lists", func(l *Limits) { impatient(l, "tools/list", "prompts/list") }, "tools/list, pass 1, page 1: no answer in time", "", nil},
		{"stderr", nil, "", "stderr.log: the first", []string{"stderr.log"}},
		{"junk", nil, "", "standard output holds", []string{"stdout.log"}},
		{"dies", nil, "tools/list, pass 1, page 2: the server ended", "", []string{"pages/pass-1/page-1.json"}},
		{"wrong ID", nil, "", "server/discover: the answer has another ID than the request", nil},
		{"huge", func(l *Limits) { l.AnswerBytes = 1 << 20 }, "tools/list, pass 1, page 1: the answer is over the limit of bytes",
			"a line of 104857601 bytes on standard output is over the limit of 1048576", nil},
		{"no JSON", nil, "tools/list, pass 1, page 1: the answer is no JSON value", "", []string{"pages/pass-1/page-1.answer.json"}},
		{"injects", nil, "tools/list, pass 1, page 1: the answer is no JSON value", "", []string{"pages/pass-1/page-1.answer.json"}},
		{"circles", nil, "", "tools/list, pass 1, page 2: its cursor was issued before", nil},
		{"stubborn", nil, "", "the server ignores the end of its input and the signal to end, and was killed", nil},
		{"forks", nil, "", "", nil},
		{"late", func(l *Limits) { impatient(l, "tools/list") }, "tools/list, pass 1, page 1: no answer in time", "the answer to an earlier request came after its time", nil},
		{"asks", nil, "", "", nil},
		{"early", nil, "", "server/discover: an answer came that no request had asked for yet, or any more, and was not taken", nil},
		{"twice", nil, "", "tools/list, pass 1, page 1: an answer came twice", nil},
		{"contradicts", nil, "tools/list, pass 1, page 1: the server has answered one request twice, and differently", "", nil},
		{"contradicts later", nil, "tools/list, pass 1, page 2: the server has answered one request twice, and differently", "", nil},
		{"batches", nil, "", "a JSON value came beside the answer that is no JSON-RPC message", nil},
		{"deep", nil, "", "the official Go SDK cannot read a message of the server", nil},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			t.Parallel()
			o := options(t, c.behaviour)
			if c.limits != nil {
				c.limits(&o.Limits)
			}
			rec := captured(t, o)
			if missing := strings.Join(rec.Missing, "\n"); !strings.HasPrefix(missing, c.missing) || c.missing == "" && missing != "" {
				t.Errorf("missing %q, want %q", missing, c.missing)
			}
			if notes := strings.Join(rec.Notes, "\n"); !strings.Contains(notes, c.note) {
				t.Errorf("notes %q, want %q", notes, c.note)
			}
			written := files(t, o.Dir)
			for _, name := range c.files {
				if !slices.Contains(written, name) {
					t.Errorf("no %s in %q", name, written)
				}
			}
			judgedIncomplete(t, o, rec)
		})
	}
}

// What precedes a request is no answer to it, and a second answer is kept.
func TestUnaskedAnswers(t *testing.T) {
	t.Parallel()
	o := options(t, "early")
	captured(t, o)
	for _, name := range files(t, o.Dir) {
		if strings.Contains(read(t, o, name), `"early"`) {
			t.Errorf("%s holds what was written before it was asked for", name)
		}
	}
	o = options(t, "contradicts")
	captured(t, o)
	if page := read(t, o, "pages/pass-1/page-1.json"); !strings.Contains(page, `"notifications": [`) || !strings.Contains(page, `"other"`) {
		t.Errorf("the second answer is not kept: %s", page)
	}
}

// judgedIncomplete sees to it that a review learns that something is missing.
func judgedIncomplete(t *testing.T, o Options, rec *Recording) {
	t.Helper()
	told := false
	for _, f := range loaded(t, o, "2026-07-28").Findings {
		told = told || strings.Contains(f.Text, "the capture is incomplete")
	}
	if told == rec.Complete() {
		t.Errorf("complete %t, told in a review %t", rec.Complete(), told)
	}
}

// What an answer holds never becomes a member of the record it stands in.
func TestAnswerIsNoMember(t *testing.T) {
	t.Parallel()
	o := options(t, "injects")
	captured(t, o)
	if page := read(t, o, "pages/pass-1/page-1.json"); strings.Contains(page, "label") {
		t.Errorf("the server has written into its record: %s", page)
	}
}

func TestStoppedCapture(t *testing.T) {
	t.Parallel()
	o := options(t, "silent at lists")
	ctx, cancel := context.WithCancel(context.Background())
	o.Progress = func(text string) {
		if strings.HasPrefix(text, "protocol revision") {
			cancel() // the next request is left unanswered
		}
	}
	rec, err := Run(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	allGone(t, o)
	if missing := strings.Join(rec.Missing, "\n"); !strings.Contains(missing, "the capture was stopped") {
		t.Errorf("missing %q", missing)
	}
}

func TestNoServer(t *testing.T) {
	t.Parallel()
	o := options(t, "good")
	o.Command = []string{filepath.Join(t.TempDir(), "none")}
	if _, err := Run(context.Background(), o); err == nil || !strings.HasPrefix(err.Error(), "none: no such file") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(o.Dir); err == nil {
		t.Error("a folder without a recording")
	}
}

func TestFolderIsProtected(t *testing.T) {
	t.Parallel()
	o := options(t, "good")
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	captured(t, o) // an empty one is filled, and remains the same folder
	if after, err := os.Stat(o.Dir); err != nil || !os.SameFile(before, after) {
		t.Errorf("another folder, %v", err)
	}
	if _, err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("error %v", err)
	}
	o.Force = true
	captured(t, o)
	if list, err := os.ReadDir(filepath.Dir(o.Dir)); err != nil || len(list) != 1 {
		t.Errorf("beside the folder: %v, %v", list, err)
	}
	if err := os.Remove(filepath.Join(o.Dir, ManifestName)); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "--force does not replace") {
		t.Errorf("error %v", err)
	}
}

// What an earlier capture did not write is not destroyed, and a whole capture
// not replaced by one that is not.
func TestEarlierCaptureIsProtected(t *testing.T) {
	t.Parallel()
	o := options(t, "good")
	captured(t, o)
	o.Force = true
	foreign := filepath.Join(o.Dir, "sub", "data")
	if err := os.MkdirAll(filepath.Dir(foreign), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(foreign, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), `holds "sub", which the capture there did not write`) {
		t.Errorf("error %v", err)
	}
	if data, err := os.ReadFile(foreign); err != nil || string(data) != "mine" {
		t.Errorf("%q, %v", data, err)
	}
	if err := os.RemoveAll(filepath.Dir(foreign)); err != nil {
		t.Fatal(err)
	}

	before := read(t, o, ManifestName)
	for range 2 { // the second one that is not whole replaces the first
		failing := options(t, "dies")
		failing.Dir, failing.Force = o.Dir, true
		rec := captured(t, failing)
		if !rec.Kept || rec.Complete() || filepath.Base(rec.Dir) != "evidence.incomplete" {
			t.Errorf("kept %t, in %s", rec.Kept, rec.Dir)
		}
		if list, err := os.ReadDir(filepath.Dir(o.Dir)); err != nil || len(list) != 2 {
			t.Errorf("beside the folder: %v, %v", list, err)
		}
	}
	if read(t, o, ManifestName) != before {
		t.Error("the whole capture is replaced")
	}
	good := options(t, "good")
	good.Dir, good.Force = o.Dir, true
	if rec := captured(t, good); rec.Kept || rec.Dir != o.Dir {
		t.Errorf("kept %t, in %s", rec.Kept, rec.Dir)
	}
}
