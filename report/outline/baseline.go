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
	t := &Table{Caption: "Tools that are not as they were approved", Columns: []Column{
		{Title: "Tool", Kind: Name}, {Title: "Change", Kind: Decision}, {Title: "What changed", Kind: Main},
	}}
	for _, c := range b.Baseline.Changes {
		t.Rows = append(t.Rows, b.changeRows(c)...)
	}
	s.add(t)
	return s
}

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

// changeRows are a row for each difference of one tool, or one for the tool.
func (b *builder) changeRows(c report.ToolChange) []Row {
	level := Severe
	if c.Accepted {
		level = Minor
	}
	word := Line{strong(c.Change)}
	if c.Accepted {
		word = append(word, own(", accepted"))
	}
	if len(c.Details) == 0 {
		return []Row{{Level: level, Cells: []Line{b.changedName(c), word, b.reason(c.Reason)}}}
	}
	var rows []Row
	for _, d := range c.Details {
		rows = append(rows, Row{Level: level, Cells: []Line{
			b.changedName(c), word, append(Line{{Kind: Code, Text: d.Pointer, Limit: placeLimit}, own(" "), said(d.Text)}, effectOf(d)...),
		}})
	}
	if c.Further > 0 {
		rows = append(rows, Row{Level: level, Cells: []Line{
			b.changedName(c), word, words(rule.Count(c.Further, "more difference") + sum(c)),
		}})
	}
	return rows
}

// sum is what all differences of a tool together come to.
func sum(c report.ToolChange) string {
	var parts []string
	for _, side := range []struct{ schema, direction string }{{"input", c.Accepts}, {"output", c.Returns}} {
		if side.direction != "unaffected" {
			parts = append(parts, effectWords(side.schema, side.direction))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "; with those above it " + strings.Join(parts, ", and ")
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
