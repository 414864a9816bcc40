package outline_test

import (
	"strings"
	"testing"

	"mcpreview/report"
	"mcpreview/report/outline"
	"mcpreview/report/reviewtest"
)

// words is a line without its looks.
func words(l outline.Line) string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}

// section returns the section of that ID; an empty one where there is none.
func section(r *report.Review, id string) outline.Section {
	for _, s := range outline.New(r).Sections {
		if s.ID == id {
			return s
		}
	}
	return outline.Section{}
}

// rows are the cells of a section's table of that caption, as text.
func rows(t *testing.T, s outline.Section, caption string) [][]string {
	t.Helper()
	for _, b := range s.Blocks {
		if b.Table == nil || b.Table.Caption != caption {
			continue
		}
		var all [][]string
		for _, r := range b.Table.Rows {
			if len(r.Cells) != len(b.Table.Columns) {
				t.Errorf("%s: %d cells under %d columns", caption, len(r.Cells), len(b.Table.Columns))
			}
			var cells []string
			for _, c := range r.Cells {
				cells = append(cells, words(c))
			}
			all = append(all, cells)
		}
		return all
	}
	return nil
}

func TestSectionsInOrder(t *testing.T) {
	want := "requested-inputs changes descriptor-admission allowlist result-contract parameter-headers pagination completion validation-matrix findings evidence limits accepted"
	tests := []struct {
		decision, want string
	}{
		{report.Conditional, want},
		{report.Approve, strings.Replace(want, " allowlist", "", 1)},
		{report.Refuse, strings.Replace(want, " allowlist", "", 1)},
	}
	for _, tt := range tests {
		r := reviewtest.Review()
		r.Verdict.Decision = tt.decision
		var ids []string
		for _, s := range outline.New(r).Sections {
			ids = append(ids, s.ID)
		}
		if got := strings.Join(ids, " "); got != tt.want {
			t.Errorf("%s: %s", tt.decision, got)
		}
	}
}

func TestEmptyReviewHasEverySection(t *testing.T) {
	for _, s := range outline.New(&report.Review{}).Sections {
		if len(s.Blocks) == 0 {
			t.Errorf("%s says nothing", s.ID)
		}
		for _, b := range s.Blocks {
			if b.Table != nil && len(b.Table.Rows) == 0 {
				t.Errorf("%s has an empty table", s.ID)
			}
		}
	}
}

func TestBlockingInputsComeFirst(t *testing.T) {
	r := reviewtest.Review()
	r.Requests[0], r.Requests[1] = r.Requests[1], r.Requests[0]
	got := rows(t, section(r, "requested-inputs"), "Evidence to bring")
	if len(got) != 2 || got[0][2] != "blocking" || got[1][2] != "no" {
		t.Errorf("got %q", got)
	}
}

func TestHousePolicyIsMarked(t *testing.T) {
	const mark = "house policy"
	r := reviewtest.Review()
	tools := rows(t, section(r, "descriptor-admission"), "Decision on each tool")
	for i, marked := range []bool{true, false, false, false, false} {
		if strings.Contains(tools[i][2], mark) != marked {
			t.Errorf("tool %d: %s", i, tools[i][2])
		}
	}
	for i, f := range rows(t, section(r, "findings"), "Every finding") {
		if policy := r.Findings[i].Provenance == "policy"; (f[4] == mark) != policy {
			t.Errorf("finding %d rests on %q", i, f[4])
		}
	}
	// The same reason from the specification too: not policy alone.
	twin := r.Findings[0]
	twin.Provenance = "spec SHOULD"
	r.Findings = append(r.Findings, twin)
	if got := rows(t, section(r, "descriptor-admission"), "Decision on each tool")[0][2]; strings.Contains(got, mark) {
		t.Errorf("a reason of the specification is marked: %s", got)
	}
}

func TestEveryFindingAndFileIsListed(t *testing.T) {
	r := reviewtest.Large(200)
	if got := len(rows(t, section(r, "findings"), "Every finding")); got != len(r.Findings) {
		t.Errorf("%d of %d findings", got, len(r.Findings))
	}
	files := rows(t, section(r, "evidence"), "Files read")
	if len(files) != len(r.Evidence) || files[0][4] != reviewtest.Digest || files[3][4] != "could not be read" {
		t.Errorf("files: %q", files)
	}
}

// Files of which the same is to be said share a row, and none is left out.
func TestProofsAreGrouped(t *testing.T) {
	r := reviewtest.Review()
	same := r.Evidence[1]
	for range 40 {
		r.Evidence = append(r.Evidence, same)
	}
	proofs := rows(t, section(r, "evidence"), "What the evidence can prove")
	if len(proofs) != 4 || proofs[1][0] != same.Kind || proofs[1][1] != "41" || proofs[0][2] != "raw header lines" || proofs[3][3] != "nothing" {
		t.Errorf("%q", proofs)
	}
}

func TestChainsShowStatesOnly(t *testing.T) {
	r := reviewtest.Review()
	tests := []struct {
		pages []report.Page
		want  string
	}{
		{r.Listings[0].Pages, `tools/list by admin, pass 1: sent none → 4 items → next present → 1 item → next ""`},
		{
			[]report.Page{{Items: 1, CursorSent: "none", NextCursor: "empty"}, {Items: 2, CursorSent: "none", NextCursor: "absent"}},
			`tools/list by admin, pass 1: sent none → 1 item → next "" → sent none → 2 items → next absent`,
		},
		{
			[]report.Page{{Items: 1, CursorSent: "none", NextCursor: "present"}, {Items: 2, CursorSent: "unknown", NextCursor: "null"}},
			`tools/list by admin, pass 1: sent none → 1 item → next present → 2 items → next null`,
		},
		{nil, `tools/list by admin, pass 1: no page`},
	}
	for _, tt := range tests {
		r.Listings[0].Pages = tt.pages
		for _, b := range section(r, "pagination").Blocks {
			if b.Chains == nil {
				continue
			}
			if got := words(b.List[0].Cells[0]); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		}
	}
}

func TestCountsOfRowsThatTheReviewDoesNotKeep(t *testing.T) {
	r := reviewtest.Review()
	r.Verdict.Counts.Results = 200000
	if got := words(section(r, "result-contract").Blocks[0].Text); !strings.Contains(got, "200000 results") || !strings.Contains(got, "keeps 7 of them") {
		t.Errorf("got %s", got)
	}
	if got := words(section(reviewtest.Review(), "result-contract").Blocks[0].Text); strings.Contains(got, "keeps") {
		t.Errorf("got %s", got)
	}
}

func TestAdmittedResultsAreSummed(t *testing.T) {
	got := rows(t, section(reviewtest.Review(), "result-contract"), "Admitted results by tool")
	want := []string{"get_forecast", "3", "failure 1, success 2", "image 1, resource 1, resource_link 1, text 3"}
	if len(got) != 2 || strings.Join(got[0], "|") != strings.Join(want, "|") {
		t.Errorf("got %q", got)
	}
}
