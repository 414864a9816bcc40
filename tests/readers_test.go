package tests

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	formats "mcpreview/internal/recording"
	"mcpreview/report"
)

// specimens are a recording of each format, or a folder of them: see the test of
// package recording for where they come from. All are of one small server, which
// issues an empty cursor and mirrors a parameter into a header.
var specimens = filepath.Join(root, "internal", "recording", "testdata")

// A proof is what a specimen's review says of the rows that depend on its format.
var proofs = []struct {
	name, revision string
	states         map[int]string // of rows of the matrix
	cannot         []formats.Aspect
}{
	{"browser.har", "2026-07-28", map[int]string{2: "pass", 3: "pass", 4: "pass", 5: "pass", 6: "pass", 7: "not-exercised", 8: "not-applicable", 9: "pass", 12: "pass"}, nil},
	// Names arrive in lower case, and no copy of another case can be seen: row 9 wants one.
	{"mcpsnoop.jsonl", "2026-07-28", map[int]string{2: "pass", 3: "pass", 4: "pass", 5: "pass", 6: "pass", 8: "not-applicable", 9: "not-exercised", 12: "pass"},
		[]formats.Aspect{formats.HeaderCase}},
	{"gosdk.log", "2026-07-28", map[int]string{2: "pass", 4: "fail", 9: "not-exercised", 12: "not-exercised"},
		[]formats.Aspect{formats.WireJSON, formats.HeaderLines, formats.RepeatedHeaders, formats.HeaderCase, formats.Status}},
	{"vscode.log", "2026-07-28", map[int]string{2: "pass", 4: "pass", 9: "not-exercised", 12: "pass"},
		[]formats.Aspect{formats.WireJSON, formats.HeaderLines, formats.RepeatedHeaders, formats.HeaderCase, formats.Status}},
	{"claude-desktop.log", "2026-07-28", map[int]string{2: "pass", 4: "pass", 9: "not-exercised", 12: "pass"},
		[]formats.Aspect{formats.WireJSON, formats.HeaderLines, formats.RepeatedHeaders, formats.HeaderCase, formats.Status}},
	{"mcpjam.json", "2026-07-28", map[int]string{2: "pass", 4: "pass", 9: "not-exercised", 12: "pass"},
		[]formats.Aspect{formats.WireJSON, formats.HeaderLines, formats.RepeatedHeaders, formats.HeaderCase, formats.Status}},
	{"inspector-protocol.json", "2025-11-25", map[int]string{2: "not-exercised", 4: "pass", 9: "not-exercised", 12: "not-exercised"},
		[]formats.Aspect{formats.WireJSON, formats.HeaderLines, formats.RepeatedHeaders, formats.HeaderCase, formats.Status}},
	{"inspector-network.json", "2025-11-25", map[int]string{2: "not-exercised", 4: "pass", 9: "not-exercised", 12: "not-exercised"},
		[]formats.Aspect{formats.HeaderLines, formats.RepeatedHeaders, formats.HeaderCase}},
	// A merged listing: no cursor, perhaps tools left out, so nothing that depends on all of them.
	{"inspector-cli", "2026-07-28", map[int]string{4: "not-exercised", 7: "not-exercised", 8: "not-exercised", 9: "not-exercised", 12: "not-exercised"},
		[]formats.Aspect{formats.Requests, formats.CursorsSent, formats.CursorsIssued, formats.AllTools, formats.Errors, formats.WireJSON, formats.HeaderLines, formats.RepeatedHeaders, formats.HeaderCase, formats.Status}},
	{"toolsnaps", "2026-07-28", map[int]string{1: "not-exercised", 2: "not-exercised", 3: "not-exercised", 4: "not-exercised", 7: "not-exercised", 8: "not-exercised", 9: "not-exercised", 10: "not-exercised", 12: "not-exercised"},
		formats.Aspects},
}

func policyOf(t testing.TB, revision string) policy.Policy {
	t.Helper()
	p := policy.Default()
	var err error
	if p.Revision, err = protocol.Parse(revision); err != nil {
		t.Fatal(err)
	}
	return p
}

func reviewed(t testing.TB, p policy.Policy, paths ...string) *report.Review {
	t.Helper()
	set, err := evidence.Load(paths, p, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	return report.Build(set, report.Options{Policy: p, Jobs: 2})
}

// A check that no evidence can prove is not exercised, never clean, and the list
// of evidence says which those are.
func TestWhatEachFormatProves(t *testing.T) {
	seen := make(map[string]bool)
	for _, c := range proofs {
		r := reviewed(t, policyOf(t, c.revision), filepath.Join(specimens, c.name))
		for row, want := range c.states {
			if got := r.Matrix[row-1].State; got != want {
				t.Errorf("%s: row %d is %s, want %s", c.name, row, got, want)
			}
		}
		seen[r.Evidence[0].Kind] = true
		for _, a := range formats.Aspects {
			cannot := slices.Contains(c.cannot, a)
			for _, f := range r.Evidence {
				if slices.Contains(f.CannotProve, a.String()) != cannot || slices.Contains(f.Proves, a.String()) == cannot {
					t.Errorf("%s: %s of %s; proves %q", c.name, a, f.Kind, f.Proves)
				}
			}
		}
	}
	for _, f := range formats.Formats {
		if !seen[f.Kind] {
			t.Errorf("nothing shows what a %s proves", f.Kind)
		}
	}
}

// decisionsOf is all that a review decides, without the places in the evidence.
func decisionsOf(t testing.TB, r *report.Review) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	delete(all, "evidence")
	delete(all["verdict"].(map[string]any), "counts")
	all["findings"] = slices.DeleteFunc(all["findings"].([]any), func(f any) bool {
		m := f.(map[string]any)
		return m["rule"] == "EVID-14" && m["effect"] == "note" // about the file itself
	})
	placeless(all)
	slices.SortFunc(all["findings"].([]any), func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }) // else by place
	text, err = json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// placeless takes the places out of a review, and what reasons say of them.
func placeless(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range []string{"source", "page", "related"} {
			delete(v, name)
		}
		if s, ok := v["subject"].(map[string]any); ok && s["kind"] == "document" {
			delete(s, "name")
		}
		for name, m := range v {
			v[name] = placeless(m)
		}
	case []any:
		for i := range v {
			v[i] = placeless(v[i])
		}
	case string:
		s, _, _ := strings.Cut(v, report.InResult)
		return s
	}
	return v
}

// Import, then report, equals report on the original.
func TestImportRoundTrip(t *testing.T) {
	for _, c := range proofs {
		t.Run(c.name, func(t *testing.T) {
			p := policyOf(t, c.revision)
			want := decisionsOf(t, reviewed(t, p, filepath.Join(specimens, c.name)))
			dir := importedTo(t, filepath.Join(specimens, c.name))
			if got := decisionsOf(t, reviewed(t, p, dir)); got != want {
				t.Errorf("the imported form is decided otherwise:\n%s", firstDifference([]byte(want), []byte(got)))
			}
		})
	}
}

func importedTo(t testing.TB, paths ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "imported")
	out, code := mcpreview(t, append([]string{"import", "-o", dir}, paths...)...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, out)
	}
	return dir
}

// mcpreview runs the program.
func mcpreview(t testing.TB, args ...string) (said string, code int) {
	t.Helper()
	cmd := exec.Command(program, args...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// Recordings of which something is missing or wrong are no cleaner once they are
// imported.
func TestImportKeepsGaps(t *testing.T) {
	har, err := os.ReadFile(filepath.Join(specimens, "browser.har"))
	if err != nil {
		t.Fatal(err)
	}
	snoop, err := os.ReadFile(filepath.Join(specimens, "mcpsnoop.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(snoop), "\n")
	for name, c := range map[string]struct{ file, data string }{
		"a faulty body":     {"f.har", strings.Replace(string(har), `\"high\":21}}}"`, `\"high\":21,\"high\":22}}}"`, 1)},
		"a body cut":        {"f.har", strings.Replace(string(har), `\"high\":21}}}"`, `\"hi"`, 1)},
		"a body no JSON":    {"f.har", strings.Replace(string(har), `\"high\":21}}}"`, `\"high\":NaN}}}"`, 1)},
		"a damaged entry":   {"f.har", strings.Replace(string(har), `"status":200`, `"status":200,"status":201`, 1)},
		"a page missing":    {"f.jsonl", strings.Join(slices.Delete(slices.Clone(lines), 5, 6), "")},
		"a replaced header": {"f.jsonl", strings.Replace(string(snoop), `"value":"eu"`, `"value":"[REDACTED]","redacted":true`, 1)},
		"a replaced frame":  {"f.jsonl", strings.Replace(string(snoop), `"status":200`, `"redacted":true,"status":200`, 1)},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), c.file)
			if c.data == string(har) || c.data == string(snoop) {
				t.Fatal("nothing was changed")
			}
			if err := os.WriteFile(file, []byte(c.data), 0o644); err != nil {
				t.Fatal(err)
			}
			p := policyOf(t, "2026-07-28")
			original := reviewed(t, p, file)
			if !slices.ContainsFunc(original.Findings, func(f report.Finding) bool {
				return f.Effect != "note" && f.Effect != "request" && (f.Rule == "EVID-14" || strings.HasPrefix(f.Rule, "JSON"))
			}) {
				t.Errorf("nothing is said of it: %v", original.Verdict)
			}
			want := decisionsOf(t, original)
			if got := decisionsOf(t, reviewed(t, p, importedTo(t, file))); got != want {
				t.Errorf("the imported form is decided otherwise:\n%s", firstDifference([]byte(want), []byte(got)))
			}
		})
	}
}

// Credentials of a recording are in no output of report or import: not those of
// headers, cookies, addresses or their queries.
func TestRecordedCredentials(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(specimens, "browser.har"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), "sample-credential", word)
	text = strings.ReplaceAll(text, `"headers":[{"name":"Accept"`, `"headers":[{"name":"Cookie","value":"s=`+word+`"},{"name":"X-Api-Key","value":"`+word+`"},{"name":"Mcp-Session-Id","value":"`+word+`"},{"name":"Accept"`)
	text = strings.ReplaceAll(text, "8801/mcp\"", "8801/s/"+word+"/mcp?token="+word+"\"")
	text = strings.ReplaceAll(text, `"queryString":[]`, `"queryString":[{"name":"token","value":"`+word+`"}]`)
	network := `[{"id":"` + word + `","timestamp":"2026-08-01T00:00:00Z","method":"POST","url":"https://u:` + word + `@h.example/` + word + `?k=` + word + `","requestHeaders":{"authorization":"Bearer ` + word + `"},` +
		`"requestBody":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}","responseStatus":200,"responseHeaders":{"set-cookie":"` + word + `"},"responseBody":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}","category":"transport"},` +
		`{"id":"x","timestamp":"x","method":"POST","url":"https://u:` + word + `@h.example/token?k=` + word + `","requestHeaders":{},"requestBody":"client_secret=` + word + `","responseStatus":200,"responseBody":"{\"access_token\":\"` + word + `\"}","category":"auth"}]`
	snoop := `{"session_id":"a","server_label":"s","seq":1,"ts":"x","direction":"meta","transport":"http","raw":{"command":["x","--token","` + word + `"],"cwd":"/` + word + `"}}` + "\n" +
		`{"session_id":"a","server_label":"s","seq":2,"ts":"x","direction":"stderr","transport":"http","text":"` + word + `"}` + "\n" +
		`{"session_id":"a","server_label":"s","seq":3,"ts":"x","direction":"s2c","transport":"http","status":401,"auth_challenge":"Bearer ` + word + `"}` + "\n"
	for name, data := range map[string]string{"a.har": text, "b.json": network, "c.jsonl": snoop} {
		if !strings.Contains(data, word) {
			t.Fatalf("%s carries no canary", name)
		}
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		for format, out := range written(t, reviewed(t, policyOf(t, "2026-07-28"), file)) {
			if around := leak(out); around != "" {
				t.Errorf("%s, %s: %s", name, format, around)
			}
		}
		dir := filepath.Join(t.TempDir(), "out")
		out, code := mcpreview(t, "import", file, "-o", dir)
		if around := leak(out); around != "" || code != 0 {
			t.Errorf("%s: import says %s, exit code %d", name, around, code)
		}
		files, err := os.ReadDir(dir)
		if err != nil || len(files) != 1 {
			t.Fatalf("%s: %v %v", name, files, err)
		}
		made, err := os.ReadFile(filepath.Join(dir, files[0].Name()))
		if err != nil {
			t.Fatal(err)
		}
		if around := leak(string(made)); around != "" {
			t.Errorf("%s: import wrote %s", name, around)
		}
	}
}
