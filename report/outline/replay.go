package outline

import (
	"slices"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/replay"
)

// A Replayed file is how the cases of one fixture file went, or one plain
// conversation.
type Replayed struct {
	File string // its name; "" for what is built into the program
	*replay.Summary
}

// NewReplay arranges the summaries of one or more fixture files.
func NewReplay(files []Replayed) *Document {
	d := &Document{Title: "MCP conversation replay", Decision: replay.StatusOK}
	total, passed, refused := 0, 0, 0
	for i, f := range files {
		total, passed, refused = total+f.CaseCount, passed+f.Passed, refused+f.ExpectedFailures
		if f.Status != replay.StatusOK {
			d.Decision = f.Status
		}
		d.Sections = append(d.Sections, f.section(i, len(files)))
	}
	otherwise := total - passed - refused
	d.Reason = words(rule.Count(passed, "case") + " passed and " + rule.Count(refused, "case") + " failed as expected, " + rule.Count(otherwise, "case") + " went otherwise")
	d.Counts = Table{
		Caption: "Cases",
		Columns: []Column{
			{Title: "Judged", Kind: Name}, {Title: "Total", Kind: Number}, {Title: "passed", Kind: Number},
			{Title: "expected failure", Kind: Number}, {Title: "otherwise", Kind: Number},
		},
		Rows: []Row{countRow("Cases", total, passed, refused, otherwise)},
	}
	var said []string
	for _, f := range files {
		if fact := "Protocol " + f.ProtocolVersion + ", profile " + f.Profile + "."; !slices.Contains(said, fact) {
			said = append(said, fact)
			d.Facts = append(d.Facts, words(fact))
		}
	}
	d.Facts = append(d.Facts, words(replay.Notice))
	return d
}

func (f Replayed) section(i, files int) Section {
	s := Section{ID: "cases", Title: "Cases"}
	if files > 1 {
		s.ID, s.Title = "file-"+number(i+1), "File "+number(i+1)
	}
	s.Blocks = []Block{text(own("Cases of "), named(f.File, "the built-in fixture")[0], own(":"))}
	t := &Table{Caption: s.Title, Columns: []Column{{Title: "Case", Kind: Name}, {Title: "Outcome", Kind: Decision}, {Title: "Reason", Kind: Main}}}
	for _, c := range f.Cases {
		outcome := strings.ReplaceAll(c.Status, "_", " ")
		row := Row{Level: Settled, Facet: Expected, Cells: []Line{{name(string(c.Name))}, words(outcome), nil}}
		if !c.AsExpected() {
			row.Level, row.Facet, row.Cells[1] = Severe, Unexpected, Line{strong(outcome)}
		}
		switch {
		case c.Reason != "":
			row.Cells[2] = Line{said(c.Reason)}
		case c.Status == replay.CaseUnexpectedPass:
			row.Cells[2] = words("no step broke a rule")
		}
		t.Rows = append(t.Rows, row)
	}
	s.add(t)
	s.add(f.warnings())
	return s
}

// warnings lists what is legal in the cases and worth saying.
func (f Replayed) warnings() *Table {
	t := &Table{Caption: "Warnings", Columns: []Column{{Title: "Case", Kind: Name}, {Title: "Warning", Kind: Main}}}
	for _, c := range f.Cases {
		for _, w := range c.Warnings {
			t.Rows = append(t.Rows, Row{Level: Settled, Cells: []Line{{name(string(c.Name))}, {said(w)}}})
		}
	}
	return t
}
