package evidence

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mcpreview/internal/policy"
	"mcpreview/internal/recording"
	"mcpreview/internal/rule"
)

// Every member that marks a form of evidence keeps other programs' formats from
// claiming the value.
func TestNoSignIsMissedByReaders(t *testing.T) {
	var members []string
	for _, s := range signs {
		if s.kind != kindGap && s.kind != kindUnparsed {
			members = append(members, s.member)
		}
	}
	for _, m := range resultMembers {
		members = append(members, m.member)
	}
	for _, m := range append(members, "result") {
		for form, doc := range map[string]string{
			"protocol export": `[{"timestamp":"x","direction":"request","message":{"jsonrpc":"2.0","id":1,"method":"tools/list"},"%s":{}}]`,
			"artifact":        `{"_rpcLogs":[],"%s":{}}`,
			"configuration":   `{"mcpServers":{},"%s":{}}`,
		} {
			kind := one("f.json", fmt.Sprintf(doc, m)).Files[0].Kind
			if kind == "MCPJam debug artifact" || kind == "no evidence" || strings.HasPrefix(kind, "Inspector") && m != "response" {
				t.Errorf("%s with %s is taken for a %s", form, m, kind)
			}
		}
	}
}

func TestRecordingsAreRecognisedByContent(t *testing.T) {
	har := specimen(t, "browser.har")
	for name, c := range map[string]struct{ file, data, kind string }{
		"HAR":              {"x.json", har, "HAR"},
		"session log":      {"x.jsonl", specimen(t, "mcpsnoop.jsonl"), "mcpsnoop session log"},
		"session in .json": {"x.json", specimen(t, "mcpsnoop.jsonl"), "mcpsnoop session log"},
		"text log":         {"x.json", specimen(t, "gosdk.log"), "Go SDK log"},
		"text log lines":   {"x.ndjson", specimen(t, "vscode.log"), "VS Code log"},
		"HAR on one line":  {"x.jsonl", strings.ReplaceAll(har, "\n", " "), "JSON Lines"},
		"HAR and tools":    {"x.json", strings.Replace(har, `{"log"`, `{"tools":[],"log"`, 1), "mixed"},
		"HAR and a lock":   {"x.har", strings.Replace(har, `{"log"`, `{"mcpreviewLock":1,"log"`, 1), "HAR"},
	} {
		set := one(c.file, c.data)
		if f := set.Files[0]; f.Kind != c.kind || len(f.SHA256.String()) != 64 || f.Bytes != int64(len(c.data)) {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func specimen(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile("../recording/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A long log gives the same calls whatever the number of jobs, whether it is
// read in stretches or beyond the bound on a document.
func TestLongLog(t *testing.T) {
	var b strings.Builder
	n := 0
	frame := func(direction, raw string) {
		n++
		fmt.Fprintf(&b, `{"session_id":"a","server_label":"s","seq":%d,"direction":%q,"transport":"stdio","raw":%s}`+"\n", n, direction, raw)
	}
	pad := strings.Repeat("x", 10_000)
	calls := 400
	if testing.Short() {
		calls = 300 // still several stretches
	}
	for i := range calls {
		frame("c2s", fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"t%d","arguments":{"a":"%s"}}}`, i, i, pad))
		if i > 0 { // answers come one request later
			frame("s2c", fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[]}}`, i-1))
		}
	}
	frame("s2c", fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[]}}`, calls-1))
	for name, limit := range map[string]int{"f.jsonl": policy.DefaultLimits().DocumentBytes, "f.json": 20_000} {
		p := policy.Default()
		p.Limits.DocumentBytes = limit
		var want string
		for _, jobs := range []int{1, 3} {
			set := LoadFS(fstest.MapFS{name: {Data: []byte(b.String())}}, p, jobs)
			var got []string
			Calls(set, jobs, func(c Call) string {
				if c.Exchange == nil {
					return c.Unusable.Text
				}
				return fmt.Sprint(c.Tool, " ", c.Place().Line, " ", c.Response != nil)
			}, func(s string) { got = append(got, s) })
			if len(got) != calls || len(set.Findings) != 0 || set.Files[0].Documents != calls || len(set.units) < 3 || set.Files[0].Left != "" {
				t.Fatalf("%s, %d jobs: %d calls in %d units, %d findings, %+v", name, jobs, len(got), len(set.units), len(set.Findings), set.Files[0])
			}
			if all := strings.Join(got, "\n"); want == "" {
				want = all
			} else if all != want {
				t.Errorf("%s: %d jobs differ", name, jobs)
			}
			if got[7] != "t7 14 true" {
				t.Error(got[7])
			}
		}
	}
}

// What a recording does not show is a finding that decides, and what a body that
// is no JSON says of itself is the strict reader's own word.
func TestGapsAreFindings(t *testing.T) {
	for doc, want := range map[string]string{
		`{"recordingGap":"truncated"}`:                  "EVID-14: a message was cut by its recorder: the exchange is left out",
		`{"recordingGap":"x"}`:                          "EVID-14: something is missing from the recording, by a word that is none of the known ones",
		`{"recordingGap":5}`:                            "EVID-14: something is missing from the recording, by a word that is none of the known ones",
		`{"unparsedBody":"{\"a\":NaN}"}`:                "JSON-02: body of a message: NaN is not a JSON value at byte 5",
		`{"unparsedBodyBase64":"/w=="}`:                 "JSON-01: body of a message: invalid UTF-8 at byte 0",
		`{"unparsedBody":"{}"}`:                         "EVID-14: unknown kind: a body that is said to be no JSON value",
		`{"unparsedBodyBase64":"!"}`:                    "EVID-14: unknown kind: a body that is said to be no JSON value",
		`{"recordingGap":"truncated","tools":[]}`:       "EVID-14: unknown kind: the members recordingGap and tools belong to different forms of evidence",
		`{"unparsedBody":"x","request":{"method":"x"}}`: "EVID-14: unknown kind: the members request and unparsedBody belong to different forms of evidence",
	} {
		set := one("f.json", doc)
		if len(set.Findings) != 1 || set.Findings[0].Reason() != want || set.Findings[0].Effect > rule.Condition {
			t.Errorf("%s: %q, want %q", doc, told(set), want)
		}
	}
}

// What was written for a recording reads as the recording does.
func imported(t testing.TB, files fstest.MapFS) (fstest.MapFS, error) {
	dir := t.TempDir()
	var names []string
	for name, f := range files {
		full := path.Join(dir, name)
		if err := os.MkdirAll(path.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	t.Chdir(dir)
	out := make(fstest.MapFS)
	_, err := Import(names, policy.Default(), func(name string) (io.WriteCloser, error) {
		if out[name] != nil {
			t.Errorf("%s is written twice", name)
		}
		f := &fstest.MapFile{}
		out[name] = f
		return writer{f}, nil
	})
	return out, err
}

type writer struct{ f *fstest.MapFile }

func (w writer) Write(p []byte) (int, error) { w.f.Data = append(w.f.Data, p...); return len(p), nil }
func (w writer) Close() error                { return nil }

func TestImportedNames(t *testing.T) {
	page := &fstest.MapFile{Data: []byte(`{"tools":[]}`)}
	out, err := imported(t, fstest.MapFS{"pages/admin/pass-2/page-1.json": page, "success.json": page, "a:b*.json": page, "A.json": page, "a.json": page, "x.har": {Data: []byte(specimen(t, "browser.har"))}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"2/a.json", "A.json", "a:b*.json", "pages/admin/pass-2/page-1.json", "results/success.json", "x.har.jsonl"}
	if got := slices.Sorted(maps.Keys(out)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// plainName keeps every name below the output.
func TestHostileNames(t *testing.T) {
	im := importer{taken: make(map[string]bool)}
	for given, want := range map[string]string{
		"../../etc/passwd.json": "etc/passwd.json", "/abs.json": "abs.json", "..": "evidence.json", "a/.../b.json": "a/b.json", "./x/./y.json": "x/y.json",
		"c:\\x.json": "c:\\x.json", "a:b*/x.json": "a_b_/x.json", "c:/echo/success.json": "c_/echo/success.json", "c:/pages/a:b/x.json": "c:/pages/a:b/x.json", "a//c": "a/c.json", "": "2/evidence.json",
	} {
		if given == "" {
			continue // after the other of that name
		}
		if got := im.name(given); got != want {
			t.Errorf("%q becomes %q, want %q", given, got, want)
		}
	}
	if got := im.name(""); got != "2/evidence.json" {
		t.Errorf("a second file of that name becomes %q", got)
	}
}

// A name from which a report reads the tool, its label or the caller is kept to
// the letter: another would be about another.
func TestImportedLabels(t *testing.T) {
	result := &fstest.MapFile{Data: []byte(`{"content":[]}`)}
	for _, form := range []string{"%s.json", "%s.success.json", "results/%s.failure.jsonl", "%s/success.json", "pages/%s/page-1.json", "pages/x%sy/pass-2/page.json", "%s.success", "%s.success.txt"} {
		for r := rune(1); r < 0x180; r++ {
			if r == '/' {
				continue
			}
			given := fmt.Sprintf(form, "a"+string(r)+"b")
			im := importer{taken: make(map[string]bool)}
			if got := im.name(given); labelOf(got) != labelOf(given) || !extensions[extension(got)] {
				t.Fatalf("%q becomes %q", given, got)
			}
		}
	}
	for _, name := range []string{"a:b", "a*b", "a?b", `a"b`, "a<b>", "a|b", `a\b`, "a\nb", "a\x7fb", " ", "...", "a ", "a."} {
		given := fstest.MapFS{name + ".success.json": result, "pages/" + name + "/p.json": {Data: []byte(`{"tools":[]}`)}}
		out, err := imported(t, given)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := slices.Sorted(maps.Keys(out)), slices.Sorted(maps.Keys(given)); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for given, want := range map[string]string{"a.har": "a.har.jsonl", "a.success.har": "a.success.jsonl", "x/success.har": "x/success.jsonl"} {
		if got := recordsName(given); got != want {
			t.Errorf("%q becomes %q", given, got)
		}
	}
}

func TestImportedSecrets(t *testing.T) {
	const native = ` {"http":{"path":"/mcp?key=Kanarie","headers":[["Authorization","Bearer Kanarie"],["Mcp-Param-A","kept"],["Cookie"]],"status":200},"request":{"jsonrpc":"2.0","id":1,"method":"tools/list"}} `
	out, err := imported(t, fstest.MapFS{"a.json": {Data: []byte(native)}, "b.json": {Data: []byte("[" + native + "," + native + "]")}, "c.jsonl": {Data: []byte(native + "\n\n" + native)},
		"d.json": {Data: []byte(strings.Replace(native, `[["Authorization","Bearer Kanarie"],["Mcp-Param-A","kept"],["Cookie"]]`, `{"X-Api-Key":"Kanarie","a":1}`, 1))}})
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range out {
		if text := string(f.Data); strings.Contains(text, "Kanarie") || !strings.Contains(text, recording.Replaced) || name != "d.json" && !strings.Contains(text, `["Mcp-Param-A","kept"]`) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

func TestImportRefuses(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"impostor":          {`{"mcpServers":{"a":{"env":{"T":"Kanarie"}}}}`, "f.json:1:1: a client's configuration is no evidence: record the server's own tools/list pages"},
		"unknown":           {"\n {\"x\":\"Kanarie\"}", "f.json:2:2: none of the accepted forms of evidence"},
		"unknown in a list": {`[{"tools":[]},{"x":1}]`, "f.json:1:15: none of the accepted forms of evidence"},
		"two forms":         {`{"tools":[],"log":[]}`, "f.json:1:1: none of the accepted forms of evidence"},
		"no JSON":           {`{"tools":`, "cannot be imported: f.json:1:10: unexpected end at byte 9"},
		"a lock":            {`{"mcpreviewLock":1}`, "no evidence below the given paths"},
	} {
		if _, err := imported(t, fstest.MapFS{"f.json": {Data: []byte(c.data)}}); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// FuzzRecordings reads hostile recordings: every record is accounted for, both
// readings agree, the same bytes give the same answer, and no finding quotes the
// credential that one of them carries.
func FuzzRecordings(f *testing.F) {
	for _, name := range []string{"browser.har", "inspector-protocol.json", "inspector-network.json", "gosdk.log", "mcpjam.json", "mcpsnoop.jsonl", "vscode.log", "claude-desktop.log"} {
		f.Add(specimen(f, name), "", 0)
		f.Add(specimen(f, name), `"}],{[`, 700)
		f.Add(specimen(f, name), `\ud800`, 1500)
		f.Add(specimen(f, name), "\xff\n", 2100)
	}
	f.Add("2026-11-01T10:00:00.000Z [\x8cMessage from client: {\"id\":9,\"method\":\"\"}\n2026-11-01T10:00:00.000Z [\x8cMessage from server: {\"id\":9,\"result\":{\"content\":[]}}\n", "", 0)
	f.Add(`{"log":{"entries":[{"request":{"method":"POST","url":"http://h.example/\ud800","headers":[{"name":"\ud800","value":"\udc00"}],"postData":{"text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"}},"response":{"status":200,"content":{"mimeType":"text/event-stream","encoding":"base64","text":"ZGF0YTog/w=="}}}]}}`, "", 0)
	f.Fuzz(func(t *testing.T, data, more string, at int) {
		at = int(uint(at) % uint(len(data)+1))
		data = data[:at] + more + data[at:]
		set := one("f.har", data)
		records := set.Files[0].Documents
		counted := accounted(set)
		for _, f := range set.Findings {
			if f.Effect == rule.Note {
				counted-- // about the file
			}
			if strings.Contains(f.Text, "sample-credential") {
				t.Errorf("a credential in %q", f.Text)
			}
		}
		if _, format := formatOf(set.Files[0].Kind); format && records > 1 && records < findingsPerFile && counted != records {
			t.Errorf("%d of %d records\n%s", counted, records, account(set, 1))
		}
		if a, b := account(set, 1), account(one("f.har", data), 3); a != b {
			t.Errorf("%s\n%s", a, b)
		}
	})
}

func formatOf(kind string) (*recording.Format, bool) {
	for _, f := range recording.Formats {
		if f.Kind == kind {
			return f, true
		}
	}
	return nil, false
}

// fullDisk is a file that cannot be written.
type fullDisk struct{ path string }

func (d fullDisk) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: d.path, Err: errors.New("no space left")}
}
func (d fullDisk) Close() error { return nil }

// What an import fails at is said once, and without the folder that it is made in.
func TestImportFailsOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.json")
	must(t, os.WriteFile(file, []byte(`{"tools":[]}`), 0o600))
	_, err := Import([]string{file}, policy.Default(), func(name string) (io.WriteCloser, error) { return fullDisk{"/stage/" + name}, nil })
	if err == nil || err.Error() != "f.json: no space left" {
		t.Error(err)
	}
}
