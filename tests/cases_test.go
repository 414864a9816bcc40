package tests

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/report"
)

// A corpusCase is one failure made from a public report, with the right answer.
type corpusCase struct {
	ID       string
	Family   string
	Surface  string
	Expected struct {
		Decision   string
		ReasonKind string `json:"reason_kind"`
		Acceptable []string
		Ambiguous  bool
		PerTool    map[string]string `json:"per_tool"`
		PerFile    map[string]string `json:"per_file"`

		PerFileAcceptable map[string][]string `json:"per_file_acceptable"`
	}
	Why string
}

// whole are the decisions that are right for the case as a whole.
func (c *corpusCase) whole() []string {
	if len(c.Expected.Acceptable) > 0 {
		return c.Expected.Acceptable
	}
	return []string{c.Expected.Decision}
}

// tool are the decisions that are right for a tool of which want is stated:
// what else is acceptable for the case counts where want is the case's own.
func (c *corpusCase) tool(want string) []string {
	if want == c.Expected.Decision && slices.Contains(c.whole(), want) {
		return c.whole()
	}
	return []string{want}
}

// file are the decisions that are right for a file of which want is stated.
func (c *corpusCase) file(name, want string) []string {
	if acceptable := c.Expected.PerFileAcceptable[name]; len(acceptable) > 0 {
		return acceptable
	}
	if c.Expected.Ambiguous && want == c.Expected.Decision {
		return c.whole()
	}
	return []string{want}
}

// An answer is what a review decided on one subject of a case.
type answer struct {
	subject    string
	got        string
	acceptable []string
	because    []string // rule and reason of all that was decided on it
}

// decisions gathers decisions on one subject; nothing judged is missing, never ADMIT.
type decisions struct {
	worst   string
	count   int
	because []string
}

const missing = "MISSING"

var strength = map[string]int{missing: 0, "ADMIT": 1, "CONDITIONAL": 2, "REJECT": 3}

func (d *decisions) add(decision, reason string) {
	d.count++
	if d.worst == "" || strength[decision] > strength[d.worst] {
		d.worst = decision
	}
	d.because = append(d.because, decision+": "+reason)
}

func (d *decisions) answer(subject string, acceptable []string) answer {
	if d.count == 0 {
		d.worst = missing
	}
	return answer{subject: subject, got: d.worst, acceptable: acceptable, because: d.because}
}

// ofFamilies adds what rules of these families found and nobody accepted; notes
// and requests decide nothing.
func (d *decisions) ofFamilies(r *report.Review, families ...string) {
	for _, f := range r.Findings {
		family, _, _ := strings.Cut(f.Rule, "-")
		if f.Accepted || !slices.Contains(families, family) {
			continue
		}
		switch f.Effect {
		case rule.Refuse.String(), rule.Reject.String():
			d.add("REJECT", f.Reason)
		case rule.Condition.String():
			d.add("CONDITIONAL", f.Reason)
		}
	}
}

// graders judge a review by what the case is about.
var graders = map[string]func(*corpusCase, string, *report.Review) []answer{
	"descriptor": gradeDescriptors,
	"result":     gradeResults,
	"json":       gradeDocument,
	"pagination": gradeListings,
	"header":     gradeMappings,
	"completion": gradeCompletions,
}

var byIndex = regexp.MustCompile(`^#(\d+)$`)

func gradeDescriptors(c *corpusCase, _ string, r *report.Review) []answer {
	if len(c.Expected.PerTool) == 0 {
		var d decisions
		for _, tool := range r.Tools {
			d.add(tool.Decision, tool.Reason)
		}
		return []answer{d.answer("tools", c.whole())}
	}
	var all []answer
	for _, name := range slices.Sorted(maps.Keys(c.Expected.PerTool)) {
		var d decisions
		for _, tool := range r.Tools {
			holds := tool.Name == name
			if at := byIndex.FindStringSubmatch(name); at != nil {
				holds = strconv.Itoa(tool.Index) == at[1]
			}
			if holds {
				d.add(tool.Decision, tool.Reason)
			}
		}
		all = append(all, d.answer(name, c.tool(c.Expected.PerTool[name])))
	}
	return all
}

func gradeResults(c *corpusCase, folder string, r *report.Review) []answer {
	var d decisions
	for _, x := range r.Results {
		d.add(x.Decision, x.Reason)
	}
	for _, x := range r.Exchanges {
		d.add(x.Decision, x.Reason)
	}
	recorded, _ := filepath.Glob(filepath.Join(folder, "results", "*.json"))
	if d.count < len(recorded) {
		d.because = append(d.because, fmt.Sprintf("%d rows for %d recorded results", d.count, len(recorded)))
		d.count = 0
	}
	return []answer{d.answer("results", c.whole())}
}

func gradeDocument(c *corpusCase, _ string, r *report.Review) []answer {
	var d decisions
	d.add("ADMIT", "the document as far as no finding speaks against it")
	d.ofFamilies(r, "JSON", "DESC", "RES", "PAR", "PAGE")
	return []answer{d.answer("document", c.whole())}
}

// incomplete is the rule that a pass of a list is not complete.
const incomplete = "EVID-03"

func gradeListings(c *corpusCase, _ string, r *report.Review) []answer {
	var d decisions
	for _, l := range r.Listings {
		d.add(l.Decision, l.Reason)
	}
	if d.count > 0 {
		d.ofFamilies(r, "PAGE")
		for _, f := range r.Findings {
			if f.Rule == incomplete {
				d.add("REJECT", f.Reason)
			}
		}
	}
	return []answer{d.answer("listings", c.whole())}
}

func gradeMappings(c *corpusCase, _ string, r *report.Review) []answer {
	if len(c.Expected.PerFile) == 0 {
		var d decisions
		for _, m := range r.Mappings {
			d.add(m.Decision, m.Reason)
		}
		return []answer{d.answer("mappings", c.whole())}
	}
	var all []answer
	for _, name := range slices.Sorted(maps.Keys(c.Expected.PerFile)) {
		var d decisions
		for _, m := range r.Mappings {
			if strings.HasSuffix(filepath.ToSlash(m.Source.File), name) {
				d.add(m.Decision, m.Reason)
			}
		}
		all = append(all, d.answer(name, c.file(name, c.Expected.PerFile[name])))
	}
	return all
}

func gradeCompletions(c *corpusCase, _ string, r *report.Review) []answer {
	var d decisions
	for _, x := range r.Completions {
		d.add(x.Decision, x.Reason)
	}
	if d.count > 0 {
		d.ofFamilies(r, "CMP")
	}
	return []answer{d.answer("completions", c.whole())}
}

// caseFolders are those that a case's evidence may lie in.
var caseFolders = []string{"pages", "results", "headers", "completions", "discover"}

// gradedFamilies are the families of cases that a review answers; whole
// conversations are replayed.
const gradedFamilies = "abcdefghi"

func TestCases(t *testing.T) {
	graded := make(map[string]int)
	for _, folder := range subfolders(t, corpus(t, "cases")) {
		text, err := os.ReadFile(filepath.Join(folder, "case.json"))
		if err != nil {
			t.Fatal(err)
		}
		var c corpusCase
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", folder, err)
		}
		grade, known := graders[c.Surface]
		if !known || !strings.Contains(gradedFamilies, c.Family) {
			continue
		}
		graded[c.Family]++
		t.Run(c.ID, func(t *testing.T) {
			r := reviewPaths(t, existing(t, folder, caseFolders...), houseAt(protocol.Current), 2)
			carriedByJSON(t, r)
			checkDeclared(t, r)
			checkDeclared(t, reviewPaths(t, existing(t, folder, caseFolders...), specAt(protocol.Current), 2))
			for _, a := range grade(&c, folder, r) {
				if !slices.Contains(a.acceptable, a.got) {
					t.Errorf("%s is %s, want %s (%s)\n  right because: %s\n  decided:\n\t%s", a.subject, a.got,
						strings.Join(a.acceptable, " or "), c.Expected.ReasonKind, c.Why, strings.Join(a.because, "\n\t"))
				}
			}
		})
	}
	for _, family := range strings.Split(gradedFamilies, "") {
		if graded[family] == 0 {
			t.Errorf("no case of family %s was read", family)
		}
	}
}
