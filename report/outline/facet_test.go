package outline_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"mcpreview/report"
	"mcpreview/report/outline"
	"mcpreview/report/reviewtest"
)

// table is the table of that caption, wherever it stands.
func table(t *testing.T, d *outline.Document, caption string) *outline.Table {
	t.Helper()
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			if b.Table != nil && b.Table.Caption == caption {
				return b.Table
			}
		}
	}
	t.Fatalf("no table %q", caption)
	return nil
}

// Every row with a decision has the facet of it, and nothing else has one.
func TestFacets(t *testing.T) {
	d := outline.New(reviewtest.Review())
	for caption, want := range map[string]string{
		"Decision on each tool":                                  "Rejected, Rejected, Conditional, Admitted, Admitted",
		"Evidence to bring":                                      "Evidence missing, Evidence missing",
		"Every finding":                                          "Rejected, Rejected, Rejected, Conditional, Notes, Evidence missing, Notes", // the fifth is accepted
		"Requests compared with their headers":                   "Rejected, Rejected, Admitted",
		"Findings that the policy accepts":                       "Notes",
		"Limits by name":                                         ", , , , ",
		"Checks, proved on built-in fixtures and on this server": strings.TrimSuffix(strings.Repeat(", ", 12), ", "),
	} {
		var got []string
		for _, r := range table(t, d, caption).Rows {
			name := ""
			if r.Facet != 0 {
				name = r.Facet.String()
			}
			got = append(got, name)
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s: %s, want %s", caption, s, want)
		}
	}
}

// What a row rests on is of the catalogue; a saved review may name anything.
func TestWhyIsOfTheCatalogue(t *testing.T) {
	r := reviewtest.Review()
	r.Findings[0].Rule, r.Tools[0].Rule = "EVIL-99", "EVIL-99"
	d := outline.New(r)
	if row := table(t, d, "Every finding").Rows[0]; row.Why != nil || len(row.Rules) != 0 {
		t.Errorf("a finding of no rule rests on %v", row.Why)
	}
	if row := table(t, d, "Decision on each tool").Rows[0]; row.Why != nil || len(row.Rules) != 0 {
		t.Errorf("a tool rests on %v", row.Why)
	}
	if row := table(t, d, "Decision on each tool").Rows[2]; row.Why == nil || row.Why.ID != "RES-12" || len(row.Rules) != 3 {
		t.Errorf("a tool rests on %v, and has to do with %d rules", row.Why, len(row.Rules))
	}
}

// A tool leads to its findings, and they lead back; the anchors stay the same
// when something else is added, and say nothing of what they lead to.
func TestAnchors(t *testing.T) {
	shape := regexp.MustCompile(`^(tool|finding)-[0-9a-f]{10}(-[0-9]+)?$`)
	anchorsOf := func(r *report.Review) (tools, findings []string) {
		d := outline.New(r)
		seen := map[string]bool{}
		collect := func(caption string) (all []string) {
			for _, row := range table(t, d, caption).Rows {
				if !shape.MatchString(row.Anchor) || seen[row.Anchor] {
					t.Errorf("anchor %q", row.Anchor)
				}
				seen[row.Anchor] = true
				all = append(all, row.Anchor)
			}
			return all
		}
		return collect("Decision on each tool"), collect("Every finding")
	}
	r := reviewtest.Review()
	tools, findings := anchorsOf(r)
	more := reviewtest.Review()
	other := more.Tools[0]
	other.Name = "another"
	twin := more.Findings[0]
	more.Tools = append([]report.Tool{other}, more.Tools...)
	more.Findings = append(more.Findings, twin)
	moreTools, moreFindings := anchorsOf(more)
	if fmt.Sprint(moreTools[1:]) != fmt.Sprint(tools) || fmt.Sprint(moreFindings[:len(findings)]) != fmt.Sprint(findings) {
		t.Error("anchors moved")
	}
	if moreFindings[len(findings)] != findings[0]+"-2" {
		t.Errorf("the same finding again is %s", moreFindings[len(findings)])
	}
	d := outline.New(r)
	see := table(t, d, "Decision on each tool").Rows[2].See
	if len(see.Refs) != 2 || see.Refs[0] != (outline.Ref{Text: "RES-15", Anchor: findings[3]}) || see.Refs[1].Anchor != findings[5] {
		t.Errorf("convert_units leads to %v", see)
	}
	if back := table(t, d, "Every finding").Rows[3].See.Refs; len(back) != 1 || back[0].Anchor != tools[2] {
		t.Errorf("its finding leads to %v", back)
	}
}

// A long chain keeps its ends and its breaks, and counts the breaks that it
// leaves out.
func TestLongChains(t *testing.T) {
	chain := func(n int, breaks ...int) outline.Chain {
		c := outline.Chain{Links: make([]outline.Link, n)}
		for _, i := range breaks {
			c.Links[i-1].Broken = true
		}
		return c
	}
	for _, tt := range []struct {
		chain outline.Chain
		want  string
	}{
		{chain(0), ""},
		{chain(3), "1 2 3"},
		{chain(8), "1 2 3 4 5 6 7 8"},
		{chain(9), "1 2 3 4 5 6 7 (1) 9"},
		{chain(1000), "1 2 3 4 5 6 7 (992) 1000"},
		{chain(1000, 500), "1 2 3 4 5 (493) 499 500 (499) 1000"},
		{chain(1000, 1000), "1 2 3 4 5 6 (992) 999 1000"},
		{chain(100, 10, 20, 30, 40, 50), "1 (7) 9 10 (8) 19 20 (8) 29 30 (69, 2 breaks) 100"},
	} {
		var got []string
		for _, s := range tt.chain.Shown() {
			switch {
			case s.Breaks > 0:
				got = append(got, fmt.Sprintf("(%d, %d breaks)", s.Left, s.Breaks))
			case s.Page == 0:
				got = append(got, fmt.Sprintf("(%d)", s.Left))
			default:
				got = append(got, fmt.Sprint(s.Page))
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%d pages: %s, want %s", len(tt.chain.Links), s, tt.want)
		}
	}
}
