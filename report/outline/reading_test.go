package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"mcpreview/report"
	"mcpreview/report/outline"
	"mcpreview/report/reviewtest"
)

// everything is all that a report says, in words.
func everything(d *outline.Document) string {
	var b strings.Builder
	say := func(l outline.Line) { b.WriteString(words(l) + "\n") }
	for _, f := range d.Facts {
		say(f)
	}
	for _, s := range d.Sections {
		for _, block := range s.Blocks {
			say(block.Text)
			rows := block.List
			if block.Table != nil {
				rows = append(rows, block.Table.Rows...)
			}
			for _, r := range rows {
				for _, c := range r.Cells {
					say(c)
				}
			}
		}
	}
	return b.String()
}

// The folder that all files stand in is stated once, and no place repeats it.
func TestFilesAreNamedFromTheirFolder(t *testing.T) {
	for _, tt := range []struct {
		paths []string
		want  string
	}{
		{[]string{"a/b/c.json", "a/b/d.json"}, "a/b/"},
		{[]string{"q7/b/c.json", "q7/bb/d.json"}, "q7/"},
		{[]string{"a/b/c/d/e.json", "a/b/x.json", "a/b/c/y.json"}, "a/b/"},
		{[]string{"a/b.json", "c.json"}, ""},
		{[]string{"a/b.json", "c/b.json"}, ""},
		{[]string{"../a/b.json", "../a/c.json"}, "../a/"},
		{[]string{"q8/b/c.json"}, "q8/b/"},
		{[]string{"c.json"}, ""},
		{[]string{strings.Repeat("long/", 40) + "a.json", strings.Repeat("long/", 40) + "b.json"}, ""},
	} {
		r := reviewtest.Review()
		r.Evidence = []report.File{{Path: "mcpreview.yaml", Kind: "policy"}}
		for _, p := range tt.paths {
			r.Evidence = append(r.Evidence, report.File{Path: p, Kind: "exchange"})
		}
		last := tt.paths[len(tt.paths)-1]
		for i := range r.Findings {
			r.Findings[i].Source.File = last
			r.Findings[i].Related = []report.Source{{File: last}}
		}
		r.Tools[2].Reason = "RES-12 /structuredContent: wrong" + report.InResult + last + ":3:1"
		r.Results[0].Source.File, r.Exchanges[0].Source.File, r.Mappings[0].Source.File = last, last, last
		r.Listings[0].Pages[0].Source.File, r.Completions[0].Source.File, r.Tools[0].Page.File = last, last, last
		said := everything(outline.New(r))
		if n := strings.Count(said, "Files are named from the folder "+tt.want+"."); tt.want != "" && n != 1 || tt.want == "" && strings.Contains(said, "named from the folder") {
			t.Errorf("%q: the folder is stated %d times", tt.paths, n)
		}
		if n := strings.Count(said, tt.want); tt.want != "" && n != 1 {
			t.Errorf("%q: %s is there %d times", tt.paths, tt.want, n)
		}
		if short := strings.TrimPrefix(last, tt.want); len(short) < 100 && strings.Count(said, short) < 9 {
			t.Errorf("%q: %s is there %d times", tt.paths, short, strings.Count(said, short))
		}
	}
}

// Where many tools share a few reasons, these have a table of their own; where
// each has its own reason there is nothing to gather.
func TestReasonsThatManyToolsShare(t *testing.T) {
	const caption = "Why tools are not admitted"
	has := func(r *report.Review) bool {
		for _, b := range section(r, "descriptor-admission").Blocks {
			if b.Table != nil && b.Table.Caption == caption {
				return true
			}
		}
		return false
	}
	r := reviewtest.Large(100)
	r.Tools[70].Reason += report.InResult + "a.json:1:1"
	got := rows(t, section(r, "descriptor-admission"), caption)
	if len(got) != 3 || got[0][1] != "REJECT" || got[2][1] != "CONDITIONAL" || !strings.HasPrefix(got[2][2], "20 tools: tool_000040, ") {
		t.Errorf("got %q", got)
	}
	if n := len(rows(t, section(r, "descriptor-admission"), "Decision on each tool")); n != 100 {
		t.Errorf("%d of 100 tools have a row", n)
	}
	for i := range r.Tools {
		r.Tools[i].Reason = fmt.Sprint("DESC-01: ", i)
	}
	if has(r) || has(reviewtest.Review()) {
		t.Error("reasons of one tool each are gathered")
	}
	for i := range r.Tools {
		r.Tools[i].Decision = "ADMIT"
	}
	if has(r) {
		t.Error("there is a table of no reasons")
	}
}

func TestHeadersThatManyToolsDeclare(t *testing.T) {
	r := reviewtest.Large(50)
	got := rows(t, section(r, "parameter-headers"), "Parameters that tools mirror into headers")
	if len(got) != 2 || got[0][0] != "Mcp-Param-Region" || !strings.HasPrefix(got[0][3], "10 tools: tool_000030") {
		t.Errorf("got %q", got)
	}
	if said := words(section(r, "parameter-headers").Blocks[0].Text); !strings.HasPrefix(said, "20 parameters declared") {
		t.Error(said)
	}
}

func TestFindingsThatRepeatATool(t *testing.T) {
	r := reviewtest.Review()
	for _, b := range section(r, "findings").Blocks {
		if b.Table == nil || b.Table.Caption != "Every finding" {
			continue
		}
		for i, row := range b.Table.Rows {
			if want := i < 2; row.Repeats != want {
				t.Errorf("finding %d: %t", i, row.Repeats)
			}
		}
		return
	}
	t.Error("no findings")
}

func TestCallsWithoutAnAnswer(t *testing.T) {
	r := reviewtest.Review()
	r.Verdict.Counts.Results += 3
	if said := words(section(r, "result-contract").Blocks[0].Text); !strings.Contains(said, "1 rejected, 3 recorded without an answer.") {
		t.Error(said)
	}
	if said := words(section(reviewtest.Review(), "result-contract").Blocks[0].Text); strings.Contains(said, "without an answer") {
		t.Error(said)
	}
}
