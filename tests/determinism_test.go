package tests

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/report"
	"mcpreview/report/jsonform"
	"mcpreview/report/markdown"
)

// The generated server: tools over pages that are walked twice, and five calls
// a tool, some of them wrong.
const (
	generatedTools = 200
	toolsPerPage   = 20
	callsPerTool   = 5
)

// generated is that server's evidence by file name.
func generated() map[string]string {
	documents := map[string]string{}
	id := 0
	for pass := 1; pass <= 2; pass++ {
		for first := 0; first < generatedTools; first += toolsPerPage {
			var tools []string
			for i := range toolsPerPage {
				tools = append(tools, generatedTool(first+i))
			}
			sent, next := "", ""
			if first > 0 {
				sent = fmt.Sprintf(`"cursor":"c%d",`, first)
			}
			if first+toolsPerPage < generatedTools {
				next = fmt.Sprintf(`"nextCursor":"c%d",`, first+toolsPerPage)
			}
			id++
			document := page(id, sent, next, strings.Join(tools, ","))
			documents[fmt.Sprintf("pages/page-%d-%d.json", pass, first)] = strings.Replace(document, "{", fmt.Sprintf(`{"pass":%d,`, pass), 1)
		}
	}
	for i := range generatedTools {
		for k := range callsPerTool {
			id++
			documents[fmt.Sprintf("results/part-%d/call-%d.json", i%4, i*callsPerTool+k)] = generatedCall(id, i, k)
		}
	}
	return documents
}

func generatedTool(i int) string {
	output := ""
	switch {
	case i%7 == 3:
		return fmt.Sprintf(`{"name":"tool_%d","description":"Looks something up.","inputSchema":{"type":"array"}}`, i)
	case i%3 == 0:
		output = `{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`
	}
	return descriptor(fmt.Sprintf("tool_%d", i), output)
}

func generatedCall(id, i, k int) string {
	name := fmt.Sprintf("tool_%d", i)
	structured := `"content":[{"type":"text","text":"{\"n\":1}"}],"structuredContent":{"n":1}`
	switch k {
	case 0, 1:
		return called(id, `"label":"success",`, name, fmt.Sprintf(`{"k":%d}`, k), structured)
	case 2:
		return called(id, `"label":"failure",`, name, `{}`, `"isError":true,`+structured)
	case 3:
		if i%5 == 0 {
			return called(id, "", name, `{}`, `"content":[{"type":"image","mimeType":"image/png","data":"AAA"},{"type":"text","text":"x"}]`)
		}
		return called(id, "", name, `{"again":true}`, structured)
	}
	return exchange(id, `"label":"unknown-tool",`, "tools/call", fmt.Sprintf(`"name":"none_%d","arguments":{},`, i), `"error":{"code":-32602,"message":"unknown tool"}`)
}

// onDisk writes documents below a new folder.
func onDisk(t *testing.T, documents map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, data := range documents {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// data is a review as its JSON form and its Markdown, in which every format's
// order shows.
func data(t *testing.T, r *report.Review) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jsonform.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := markdown.Write(&b, r, markdown.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// difference is the first line in which two reports differ.
func difference(a, b []byte) string {
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d: %.200s\nagainst %.200s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d lines against %d", len(x), len(y))
}

// The order of the paths and the number of jobs change nothing, nor does chance.
func TestSameEvidenceSameBytes(t *testing.T) {
	t.Chdir(onDisk(t, generated()))
	paths := []string{"pages", "results/part-0", "results/part-1", "results/part-2", "results/part-3"}
	want := data(t, reviewPaths(t, paths, policy.Default(), 1))
	if n := bytes.Count(want, []byte(`"outcome"`)); n < generatedTools*callsPerTool {
		t.Fatalf("%d results are in the report", n)
	}
	for i, jobs := range []int{1, 2, 8, 8, 2} {
		slices.Reverse(paths)
		paths = append(paths[i%3:], paths[:i%3]...)
		if got := data(t, reviewPaths(t, paths, policy.Default(), jobs)); !bytes.Equal(got, want) {
			t.Fatalf("%d jobs, %v: %s", jobs, paths, difference(got, want))
		}
	}
}

// Every format, through the program.
func TestSameDemoSameBytes(t *testing.T) {
	for _, format := range []string{"text", "markdown", "html", "json", "sarif", "github"} {
		var want []byte
		for _, jobs := range []string{"1", "2", "8", "8", "1"} {
			got, err := exec.Command(program, "demo", "--format", format, "--jobs", jobs).Output()
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Fatalf("%s, %s jobs: %s", format, jobs, difference(got, want))
			}
		}
	}
}

// How evidence is cut into files decides nothing.
func TestOneFileOrMany(t *testing.T) {
	documents := generated()
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(documents)) {
		lines.WriteString(documents[name] + "\n")
	}
	many := review(documents, 2)
	for name, one := range map[string]*report.Review{
		"lines": review(map[string]string{"all.jsonl": lines.String()}, 2),
		"list":  review(map[string]string{"all.json": "[" + strings.ReplaceAll(strings.TrimSpace(lines.String()), "\n", ",") + "]"}, 2),
	} {
		if got, want := decided(one), decided(many); !slices.Equal(got, want) {
			t.Errorf("%s: %s", name, difference([]byte(strings.Join(got, "\n")), []byte(strings.Join(want, "\n"))))
		}
	}
}

// elsewhere is where a tool's reason stands, if that is in another file.
var elsewhere = regexp.MustCompile(`( \(|; seen )in .*`)

// decided is all that a review decides, without the places.
func decided(r *report.Review) []string {
	all := []string{"server " + r.Verdict.Decision + " " + r.Verdict.Reason}
	for _, t := range r.Tools {
		all = append(all, fmt.Sprintln("tool", t.Name, t.Decision, t.Rule, elsewhere.ReplaceAllString(t.Reason, ""), t.Evidence))
	}
	for _, x := range r.Results {
		all = append(all, fmt.Sprintln("result", x.Tool, x.Outcome, x.Decision, x.Reason, x.Blocks))
	}
	for _, l := range r.Listings {
		all = append(all, fmt.Sprintln("listing", l.Method, l.Pass, l.Decision, l.Reason, l.Complete, len(l.Pages)))
	}
	for _, x := range r.Requests {
		all = append(all, fmt.Sprintln("request", x))
	}
	for _, m := range r.Matrix {
		all = append(all, fmt.Sprintln("row", m))
	}
	slices.SortFunc(all, cmp.Compare[string])
	return all
}

// A review leaves no goroutine behind, whatever its evidence.
func TestNoGoroutineStays(t *testing.T) {
	folder := onDisk(t, generated())
	broken := onDisk(t, map[string]string{"a.json": `{"request":`, "b.jsonl": strings.Repeat("x\n", 100), "c.json": called(1, "", "a", `{}`, `"content":[]`)})
	before := runtime.NumGoroutine()
	for range 3 {
		reviewPaths(t, []string{folder}, policy.Default(), 8)
		reviewPaths(t, []string{broken}, policy.Default(), 8)
	}
	for range 10000 { // one that has done its work may still be on its way out
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
	}
	var b [1 << 16]byte
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, b[:runtime.Stack(b[:], true)])
}
