package tests

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpreview/internal/protocol"
	"mcpreview/report"
	"mcpreview/report/reviewtest"
)

const (
	reviewSchema    = "../docs/review.schema.json"
	rejectedTools   = "testdata/captures-rejected.txt"
	rejectedResults = "captures-results.txt" // in testdata
)

// A recording is what the test itself reads of a capture, with the standard
// library alone: the loader under test has no part in it.
type recording struct {
	Label    string
	Caller   json.RawMessage
	Revision string `json:"protocolVersion"`
	Request  struct{ Method string }
	Response struct {
		Result struct {
			Tools []struct{ Name string }
		}
	}
}

// listed is a tool: one name in one caller's list.
type listed struct{ caller, name string }

// readCapture returns the tools that the pages of a capture list, and the
// revision that most of its exchanges name.
func readCapture(t *testing.T, folder string) (tools map[listed]bool, own *protocol.Revision) {
	t.Helper()
	tools = make(map[listed]bool)
	named := make(map[string]int)
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".json" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var r recording
		if err := json.Unmarshal(text, &r); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if len(r.Caller) > 0 {
			return fmt.Errorf("%s names a caller, which this test does not read", path)
		}
		named[r.Revision]++
		if r.Request.Method == protocol.MethodListTools && r.Label != "probe" {
			for _, tool := range r.Response.Result.Tools {
				tools[listed{name: tool.Name}] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	most := slices.MaxFunc(slices.Sorted(maps.Keys(named)), func(a, b string) int { return cmp.Compare(named[a], named[b]) })
	if own = protocol.ByName(most); own == nil {
		t.Fatalf("most exchanges of %s name revision %q, which is not published", folder, most)
	}
	return tools, own
}

// A rejection is a tool of a capture that is rejected, and by which rule.
type rejection struct{ capture, tool, rule string }

func (r rejection) String() string { return strings.Join([]string{r.capture, r.tool, r.rule}, " | ") }

// A resultRule is a rule that rejects results of a capture reviewed under
// a revision.
type resultRule struct{ capture, revision, rule string }

// TestCaptures reviews every recorded server, under the revision it speaks and
// without the flag. Which tools and results are rejected stands in two files,
// the first with the reason why that is right: no change of either goes unread.
func TestCaptures(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(reviewSchema)
	if err != nil {
		t.Fatal(err)
	}
	rejected := make(map[rejection]string) // the reason the review gave
	results := make(map[resultRule]int)
	folders := subfolders(t, corpus(t, "captures"))
	reviewed := 0
	for _, folder := range folders {
		name := filepath.Base(folder)
		t.Run(name, func(t *testing.T) {
			reviewed++
			tools, own := readCapture(t, folder)
			for _, revision := range slices.Compact([]*protocol.Revision{own, protocol.Current}) {
				r := reviewTwice(t, folder, revision, schema)
				checkDeclared(t, r)
				carriedByJSON(t, r)
				checkDeclared(t, reviewPaths(t, subfolders(t, folder), specAt(revision), 2))
				checkTools(t, r, tools)
				if revision == own {
					checkDeviations(t, name, r)
				}
				for _, tool := range r.Tools {
					if tool.Decision == "REJECT" {
						rejected[rejection{name, tool.Name, tool.Rule}] = tool.Reason
					}
				}
				for _, x := range r.Results {
					if x.Decision == "REJECT" {
						results[resultRule{name, revision.Name, x.Rule}]++
					}
				}
			}
		})
	}
	if reviewed < len(folders) {
		return // -run chose some of them: the files speak of all
	}
	for _, d := range deviations {
		if !slices.ContainsFunc(folders, func(f string) bool { return filepath.Base(f) == d.capture }) {
			t.Errorf("no capture %s", d.capture)
		}
	}
	checkRejectedTools(t, rejected)
	checkRejectedResults(t, results)
}

// reviewTwice reviews a capture's folders one by one, then in reverse order
// with other concurrency: both reviews are the same bytes, and valid.
func reviewTwice(t *testing.T, folder string, revision *protocol.Revision, schema *jsonschema.Schema) *report.Review {
	t.Helper()
	paths := subfolders(t, folder)
	r := reviewPaths(t, paths, houseAt(revision), 1)
	text := jsonOf(t, r)
	slices.Reverse(paths)
	if again := jsonOf(t, reviewPaths(t, paths, houseAt(revision), 4)); !bytes.Equal(text, again) {
		t.Errorf("%s: the order of the arguments or the number of jobs changes the review: %s", revision, firstDifference(text, again))
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%s: the review is not valid by its published schema: %v", revision, err)
	}
	return r
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(a, b []byte) string {
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(x), len(y)) {
		if !bytes.Equal(x[i], y[i]) {
			return fmt.Sprintf("line %d\n\t%.300s\n\t%.300s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d lines and %d", len(x), len(y))
}

func checkTools(t *testing.T, r *report.Review, tools map[listed]bool) {
	t.Helper()
	if !slices.Contains([]string{report.Approve, report.Conditional, report.Refuse}, r.Verdict.Decision) || r.Verdict.Reason == "" {
		t.Errorf("verdict %q, reason %q", r.Verdict.Decision, r.Verdict.Reason)
	}
	rows := make(map[listed]int)
	for _, tool := range r.Tools {
		rows[listed{tool.Caller, tool.Name}]++
		switch tool.Decision {
		case "ADMIT":
			if tool.Rule != "" || tool.Reason == "" {
				t.Errorf("%q is admitted with rule %q and reason %q", tool.Name, tool.Rule, tool.Reason)
			}
		case "CONDITIONAL", "REJECT":
			if tool.Rule == "" || tool.Reason == "" {
				t.Errorf("%q is %s with rule %q and reason %q", tool.Name, tool.Decision, tool.Rule, tool.Reason)
			}
		default:
			t.Errorf("%q is %q, which is no decision", tool.Name, tool.Decision)
		}
	}
	for l := range tools {
		if rows[l] != 1 {
			t.Errorf("tool %q is listed and decided %d times", l.name, rows[l])
		}
		delete(rows, l)
	}
	for l := range rows {
		t.Errorf("tool %q of caller %q is decided and not listed", l.name, l.caller)
	}
	if r.Verdict.Counts.Tools != len(tools) {
		t.Errorf("%d tools counted, %d listed", r.Verdict.Counts.Tools, len(tools))
	}
}

// checkRejectedTools compares with a file of lines "capture | tool | rule | why
// the rejection is right". No flag rewrites it: each line is a judgement.
func checkRejectedTools(t *testing.T, rejected map[rejection]string) {
	t.Helper()
	right := make(map[rejection]bool)
	for i, line := range goldenLines(t, rejectedTools) {
		fields := strings.SplitN(line, " | ", 4)
		if len(fields) != 4 || strings.TrimSpace(fields[3]) == "" {
			t.Errorf("%s, entry %d: want capture | tool | rule | why it is right", rejectedTools, i+1)
			continue
		}
		right[rejection{fields[0], fields[1], fields[2]}] = true
	}
	for _, r := range slices.SortedFunc(maps.Keys(rejected), compareRejections) {
		if !right[r] {
			t.Errorf("rejected, and %s does not say why that is right:\n%s | WHY\n\tthe review says: %s", rejectedTools, r, rejected[r])
		}
		delete(right, r)
	}
	for r := range right {
		t.Errorf("%s has an entry for a tool that is not rejected: %s", rejectedTools, r)
	}
}

func compareRejections(a, b rejection) int { return strings.Compare(a.String(), b.String()) }

// checkRejectedResults compares with a file of lines "capture | revision | rule
// | count", which -update rewrites.
func checkRejectedResults(t *testing.T, results map[resultRule]int) {
	t.Helper()
	var lines []string
	for r, n := range results {
		lines = append(lines, fmt.Sprintf("%s | %s | %s | %d\n", r.capture, r.revision, r.rule, n))
	}
	slices.Sort(lines)
	text := resultsHead + strings.Join(lines, "")
	if before, err := os.ReadFile(filepath.Join("testdata", rejectedResults)); err == nil && string(before) != text {
		t.Log("rejected results differ:" + lineChanges(string(before), text))
	}
	reviewtest.Golden(t, rejectedResults, []byte(text))
}

const resultsHead = `# Rejected results of the recorded servers: capture | revision of the review | rule | results.
# go test ./tests -run TestCaptures -update rewrites this; read what changes.
`

// lineChanges lists the lines that only one of two texts has.
func lineChanges(before, after string) string {
	var b strings.Builder
	x, y := strings.Split(before, "\n"), strings.Split(after, "\n")
	for _, line := range x {
		if !slices.Contains(y, line) {
			b.WriteString("\n- " + line)
		}
	}
	for _, line := range y {
		if !slices.Contains(x, line) {
			b.WriteString("\n+ " + line)
		}
	}
	return b.String()
}

// goldenLines are the lines of a file that hold something, comments left out.
func goldenLines(t *testing.T, path string) []string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var lines []string
	scan := bufio.NewScanner(file)
	for scan.Scan() {
		if line := strings.TrimSpace(scan.Text()); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}
