package reviewtest

import (
	"mcpreview/report"
	"mcpreview/report/outline"
)

// Small is a document of a few lines that has s in every kind of span, and
// these in every kind of place: what a fuzz target can render thousands of.
func Small(s string) *outline.Document {
	said := outline.Span{Kind: outline.Said, Text: s, Limit: 480}
	code := outline.Span{Kind: outline.Code, Text: s, Limit: 64}
	strong := outline.Span{Kind: outline.Strong, Text: s}
	own := outline.Span{Kind: outline.Own, Text: ", "}
	lines := []outline.Line{{said}, {code}, {strong}, {own, said}, {code, own, said}, {said, code}, {code, code}, {strong, said, own, code}, {said, own}}
	table := &outline.Table{Caption: "Lines"}
	for i := range lines {
		kind := outline.Detail
		switch i {
		case 0:
			kind = outline.Main
		case 1:
			kind = outline.Name
		case 2:
			kind = outline.Decision
		}
		table.Columns = append(table.Columns, outline.Column{Title: "Line", Kind: kind, Aside: i > 2})
	}
	rows := []outline.Row{{Level: outline.Severe, Cells: lines}}
	var list []outline.Row
	for i, l := range lines {
		turned := append(append([]outline.Line{}, lines[i:]...), lines[:i]...)
		rows = append(rows, outline.Row{Level: outline.Settled, Cells: turned})
		list = append(list, outline.Row{Level: outline.Open, Cells: []outline.Line{l}})
	}
	table.Rows = rows
	section := outline.Section{ID: "lines", Title: "Lines", Blocks: []outline.Block{{Table: table}, {List: list}}}
	for _, l := range lines {
		section.Blocks = append(section.Blocks, outline.Block{Text: l})
	}
	return &outline.Document{
		Title: "Lines", Decision: report.Conditional, Reason: lines[0], Facts: lines, Sections: []outline.Section{section},
		Counts: outline.Table{Caption: "Counts", Columns: []outline.Column{{Title: "Judged", Kind: outline.Name}}, Rows: []outline.Row{{Level: outline.Always, Cells: []outline.Line{{own}}}}},
	}
}
