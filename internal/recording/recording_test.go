package recording

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/strictjson"
)

var bounds = policy.DefaultLimits().JSON()

// read reads a recording of any format, and says which it is.
func read(t testing.TB, name, text string) (*Format, Reading) {
	t.Helper()
	for line := range strings.Lines(text) {
		if f := RecogniseLine(strings.TrimRight(line, "\n")); f != nil {
			return f, readLines(f, name, text)
		}
	}
	doc, err := strictjson.Parse([]byte(text), name, 1, bounds)
	if err != nil {
		t.Fatal(err)
	}
	f := Recognise(doc.Root)
	if f == nil {
		t.Fatalf("%s is not recognised", name)
	}
	return f, f.Read(doc)
}

func readLines(f *Format, name, text string) Reading {
	s := f.NewScanner(name, bounds)
	var r Reading
	n := 0
	for line := range strings.Lines(text) {
		n++
		r.Records = append(r.Records, s.Line(strings.TrimSuffix(line, "\n"), n)...)
	}
	end := s.End()
	return Reading{append(r.Records, end.Records...), end.Notes}
}

func parse(t testing.TB, r Record) *strictjson.Document {
	t.Helper()
	p := strictjson.Parser{Bounds: bounds}
	doc, err := r.Parse(&p)
	if err != nil {
		t.Fatalf("%s\n%v", r.Text, err)
	}
	return doc
}

// summary is a record in a few words: method, whether there is an answer and
// where it came from, or what it stands for.
func summary(t testing.TB, r Record) string {
	doc := parse(t, r)
	v := doc.Root
	switch {
	case v.Get(GapMember) != nil:
		return "gap " + v.Get(GapMember).Text()
	case v.Get(UnparsedMember) != nil || v.Get(UnparsedEncoding) != nil:
		return "unparsed"
	}
	var words []string
	for _, m := range []string{"server", "caller", "transport"} {
		if text := v.Get(m).Text(); text != "" {
			words = append(words, text)
		}
	}
	if v.Get("batch").True() {
		words = append(words, "batched")
	}
	words = append(words, v.Path("request", "method").Text())
	if h := v.Get("http"); h != nil {
		words = append(words, strings.TrimPrefix(h.Get("headers").Kind().String(), "absent"), h.Get("status").Text())
	}
	for _, m := range []string{"response", "sse"} {
		if v.Get(m) != nil {
			words = append(words, m)
		}
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

func summaries(t testing.TB, r Reading) string {
	var all []string
	for _, rec := range r.Records {
		all = append(all, summary(t, rec))
	}
	return strings.Join(all, "\n")
}

func notes(r Reading) string {
	var all []string
	for _, n := range r.Notes {
		all = append(all, n.Text)
	}
	return strings.Join(all, "; ")
}

// The specimens. browser.har was recorded by Playwright in Chromium, the
// Inspector's files by its command line and its web interface, gosdk.log by the
// Go SDK's LoggingTransport, all against a small server made for that. The others
// were put together by hand from the documented fields of their formats, with
// the messages of those recordings.
var specimens = []struct {
	file, kind      string
	exchanges, gaps int
	notes           string
}{
	{"browser.har", "HAR", 9, 0, `1 HTTP request without MCP messages, left out: "127.0.0.1:8801" 1`},
	{"inspector-protocol.json", "Inspector protocol export", 4, 0, "1 message " + silentNote},
	{"inspector-network.json", "Inspector network export", 4, 0, `1 HTTP request without MCP messages, left out: "127.0.0.1:8801" 1; 1 message ` + silentNote},
	{"gosdk.log", "Go SDK log", 6, 0, "1 line without a message, left out"},
	{"mcpjam.json", "MCPJam debug artifact", 7, 0, ""},
	{"mcpsnoop.jsonl", "mcpsnoop session log", 7, 0, ""},
	{"vscode.log", "VS Code log", 7, 0, "1 line without a message, left out"},
	{"claude-desktop.log", "Claude Desktop log", 7, 0, "1 line without a message, left out"},
}

func TestSpecimens(t *testing.T) {
	seen := make(map[string]bool)
	for _, s := range specimens {
		data, err := os.ReadFile(filepath.Join("testdata", s.file))
		if err != nil {
			t.Fatal(err)
		}
		f, r := read(t, s.file, string(data))
		seen[f.Kind] = true
		gaps := 0
		for _, rec := range r.Records {
			if rec.IsGap() {
				gaps++
			}
		}
		if f.Kind != s.kind || len(r.Records)-gaps != s.exchanges || gaps != s.gaps || notes(r) != s.notes {
			t.Errorf("%s: %s, %d records, %d gaps, %q\n%s", s.file, f.Kind, len(r.Records), gaps, notes(r), summaries(t, r))
		}
		inPlace(t, string(data), r)
	}
	for _, f := range Formats {
		if !seen[f.Kind] {
			t.Errorf("there is no specimen of %s", f.Kind)
		}
	}
}

// inPlace checks that every value of every request and response is found in the
// file where its place says that it stands.
func inPlace(t *testing.T, file string, r Reading) {
	t.Helper()
	lines := strings.Split(file, "\n")
	checked := 0
	for _, rec := range r.Records {
		doc := parse(t, rec)
		var visit func(v *strictjson.Value)
		visit = func(v *strictjson.Value) {
			at := doc.Locate(v)
			if at == rec.At { // of the reader's own making
				return
			}
			checked++
			line := []rune(lines[at.Line-1])
			want := []rune(doc.Source(v))[:1]
			if got := string(line[at.Column-1:]); !strings.HasPrefix(got, string(want)) && !strings.HasPrefix(got, `\`+string(want)) {
				t.Errorf("%+v: %.20q stands there, not %q", at, got, string(want))
			}
			for _, m := range v.Members() {
				visit(m)
			}
			for _, e := range v.Elements() {
				visit(e)
			}
		}
		for _, m := range []string{"request", "response"} {
			if v := doc.Root.Get(m); v != nil {
				visit(v)
			}
		}
	}
	if checked == 0 {
		t.Error("no value has a place of its own")
	}
}

// A clone of a scanner reads on as the scanner does, whatever it was cloned at.
func TestClonesReadOn(t *testing.T) {
	for _, s := range specimens {
		data, err := os.ReadFile(filepath.Join("testdata", s.file))
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for line := range strings.Lines(string(data)) {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
		var f *Format
		for _, line := range lines {
			if f == nil {
				f = RecogniseLine(line)
			}
		}
		if f == nil {
			continue
		}
		want := fmt.Sprint(texts(readLines(f, s.file, string(data)).Records))
		for cut := range lines {
			scanner := f.NewScanner(s.file, bounds)
			var all []Record
			for i, line := range lines {
				if i == cut {
					first := scanner
					scanner = scanner.Clone()
					first.Line(lines[len(lines)-1], len(lines)) // must not show in the clone
				}
				all = append(all, scanner.Line(line, i+1)...)
			}
			all = append(all, scanner.End().Records...)
			if got := fmt.Sprint(texts(all)); got != want {
				t.Fatalf("%s cloned before line %d:\n%s\nwant\n%s", s.file, cut+1, got, want)
			}
		}
	}
}

func texts(records []Record) []string {
	var all []string
	for _, r := range records {
		all = append(all, r.Text)
	}
	return all
}

func TestEveryAspectHasAName(t *testing.T) {
	seen := make(map[string]bool)
	for _, a := range Aspects {
		if a.String() == "" || seen[a.String()] {
			t.Errorf("aspect %d is called %q", a, a)
		}
		seen[a.String()] = true
	}
	if len(Aspects) != len(aspectNames)-1 {
		t.Errorf("%d aspects of %d", len(Aspects), len(aspectNames)-1)
	}
}
