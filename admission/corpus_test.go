package admission

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
)

// TestCorpus compares the decisions with those of a corpus of cases, where the
// environment names one: folders with case.json and recorded pages.
func TestCorpus(t *testing.T) {
	root := os.Getenv("MCPREVIEW_CORPUS")
	if root == "" {
		t.Skip("MCPREVIEW_CORPUS names no corpus")
	}
	for _, family := range []string{"a", "h"} {
		folders, err := filepath.Glob(filepath.Join(root, "cases", family+"-*"))
		if err != nil || len(folders) == 0 {
			t.Fatalf("no cases of family %s below %s (%v)", family, root, err)
		}
		for _, folder := range folders {
			t.Run(filepath.Base(folder), func(t *testing.T) { corpusCase(t, folder) })
		}
	}
}

func corpusCase(t *testing.T, folder string) {
	var c struct {
		Expected struct {
			Decision   string
			Acceptable []string
			PerTool    map[string]string `json:"per_tool"`
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, "case.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	set, err := evidence.Load([]string{filepath.Join(folder, "pages")}, house(), 2)
	if err != nil {
		t.Fatal(err)
	}
	strongest := rule.Admit
	for _, one := range Review(Input{Listings: set.Listings, Descriptors: set.Descriptors}, house(), 2) {
		got := rule.Decide(one.Findings)
		strongest = max(strongest, got)
		want, stated := c.Expected.PerTool[one.Name]
		if !stated {
			want, stated = c.Expected.PerTool["#"+strconv.Itoa(one.Index)]
		}
		if stated && !accepted(got, want, c.Expected.Decision, c.Expected.Acceptable) {
			t.Errorf("%q is %s, want %s: %v", one.Name, got, want, briefs(one.Findings))
		}
	}
	if !accepted(strongest, c.Expected.Decision, c.Expected.Decision, c.Expected.Acceptable) && len(c.Expected.PerTool) == 0 {
		t.Errorf("the strongest decision is %s, want %s", strongest, c.Expected.Decision)
	}
}

// accepted reports whether a decision is the one wanted; where that is the
// case's own, what else is acceptable for the case counts too.
func accepted(got rule.Decision, want, decision string, acceptable []string) bool {
	all := want
	if want == decision {
		all += " " + strings.Join(acceptable, " ")
	}
	return strings.Contains(all, got.String())
}
