package outline

import (
	"fmt"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

// baseline says what is not as it was approved; no section where nothing was
// compared.
func (b *builder) baseline() Section {
	if b.Baseline == nil {
		return Section{}
	}
	s := Section{ID: "changes", Title: "Changes since approval"}
	s.Blocks = []Block{{Text: b.approval()}}
	tools := &Table{Caption: "Tools that are not as they were approved", Columns: []Column{
		{Title: "Tool", Kind: Name}, {Title: "Change", Kind: Decision}, {Title: "What changed", Kind: Main},
	}}
	details := &Table{Caption: "Differences between the descriptors", Columns: []Column{
		{Title: "Tool", Kind: Name}, {Title: "Difference", Kind: Main},
	}}
	left := 0
	for _, c := range b.Baseline.Changes {
		tools.Rows = append(tools.Rows, b.changeRow(c))
		rows := b.differences(c)
		if len(details.Rows)+len(rows) > detailRows {
			left += len(rows)
			continue
		}
		details.Rows = append(details.Rows, rows...)
	}
	s.add(tools)
	s.add(details)
	if left > 0 {
		s.Blocks = append(s.Blocks, text(own("And "+rule.Count(left, "more difference")+", which the JSON form of the review has.")))
	}
	return s
}

// detailRows is how many differences are shown, so that a page on a thousand
// changed tools can still be opened. All of them are counted.
const detailRows = 500

// approval is what the tools were compared with, and the outcome in numbers.
func (b *builder) approval() Line {
	l := b.Baseline
	line := Line{own("Compared with "), {Kind: Code, Text: l.Path, Limit: placeLimit}, own(", the lock of ")}
	line = append(append(line, named(l.Server, "a server without a name")...), version(l.ServerVersion)...)
	line = append(line, own(" under protocol "), said(l.ProtocolVersion), own(" and profile "), said(l.Profile), own(": "))
	counts := []string{fmt.Sprintf("%d of %s as approved", l.Unchanged, rule.Count(l.Tools, "descriptor"))}
	for _, c := range []struct {
		n    int
		what string
	}{
		{l.Changed, "changed"}, {l.Renamed, "renamed"}, {l.Removed, "removed"},
		{l.Added, "not in the lock"}, {l.Omitted, "not admitted when the lock was written"},
	} {
		if c.n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	all := l.Changed + l.Renamed + l.Removed + l.Added
	return append(line, own(strings.Join(counts, ", ")+"."+unlisted(all, len(l.Changes))))
}

func version(v string) Line {
	if v == "" {
		return nil
	}
	return Line{own(" "), name(v)}
}

// changeRow is what became of one tool.
func (b *builder) changeRow(c report.ToolChange) Row {
	row := Row{Level: changeLevel(c), Cells: []Line{b.changedName(c), {strong(c.Change)}, b.reason(c.Reason)}}
	if c.Accepted {
		row.Cells[1] = append(row.Cells[1], own(", accepted"))
	}
	if len(c.Details) > 0 {
		row.Cells[2] = sum(c)
	}
	return row
}

// changeLevel puts first what nobody has accepted.
func changeLevel(c report.ToolChange) Level {
	if c.Accepted {
		return Minor
	}
	return Severe
}

// sum is what all differences of a tool come to: how many there are of which
// kind, and what they do to its schemas.
func sum(c report.ToolChange) Line {
	kinds := tally{}
	for _, d := range c.Details {
		kinds[d.Kind]++
	}
	line := append(words(rule.Count(len(c.Details)+c.Further, "difference")+": "), kinds.line("")...)
	if c.Further > 0 {
		line = append(line, own(fmt.Sprintf(" and %d more", c.Further)))
	}
	for _, side := range []struct{ schema, direction string }{{"input", c.Accepts}, {"output", c.Returns}} {
		if side.direction != "unaffected" {
			line = append(line, own("; "+effectWords(side.schema, side.direction)))
		}
	}
	return line
}

// differences are a row for each difference that is told of one tool.
func (b *builder) differences(c report.ToolChange) []Row {
	var rows []Row
	for _, d := range c.Details {
		difference := Line{{Kind: Code, Text: d.Pointer, Limit: placeLimit}, own(" "), said(d.Text)}
		rows = append(rows, Row{Level: changeLevel(c), Cells: []Line{b.changedName(c), append(difference, effectOf(d)...)}})
	}
	if c.Further > 0 {
		rows = append(rows, Row{Level: changeLevel(c), Cells: []Line{b.changedName(c), words("and " + rule.Count(c.Further, "more difference"))}})
	}
	return rows
}

func (b *builder) changedName(c report.ToolChange) Line {
	l := named(c.Tool, "no name")
	if c.Was != "" {
		l = append(append(l, own(", was ")), named(c.Was, "")...)
	}
	if b.callers > 1 {
		var callers []Line
		for _, n := range c.Callers {
			callers = append(callers, named(n, "an unnamed caller"))
		}
		l = append(append(l, own(", for ")), join(callers, ", ", "nobody")...)
	}
	return l
}

// effectOf is what a difference in a schema does, in brackets.
func effectOf(d report.DetailChange) Line {
	if d.Schema == "" || d.Direction == "unaffected" {
		return nil
	}
	return words(" (" + effectWords(d.Schema, d.Direction) + ")")
}

// effectWords say what a change of a schema does for its reader. More in what a
// tool accepts is more that can be asked of it; more in what it returns is more
// that its reader has to expect.
func effectWords(schema, direction string) string {
	verb := "accepts"
	if schema == "output" {
		verb = "may return"
	}
	switch direction {
	case "widens":
		return verb + " more"
	case "narrows":
		return verb + " less"
	}
	return "undecided whether it " + verb + " more or less"
}
