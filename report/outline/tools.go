package outline

import (
	"maps"
	"slices"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

func (b *builder) tools() Section {
	s := Section{ID: "descriptor-admission", Title: "Descriptor admission"}
	if len(b.Tools) == 0 {
		s.Blocks = []Block{text(own("The evidence lists no tool."))}
		return s
	}
	t := &Table{Caption: "Decision on each tool", Columns: []Column{
		{Title: "Tool", Kind: Name}, {Title: "Decision", Kind: Decision}, {Title: "Reason", Kind: Main},
		{Title: "Dialect", Kind: Detail, Aside: true}, {Title: "Untrusted hints", Kind: Detail, Aside: true, Apart: true},
		{Title: "Headers", Kind: Detail, Aside: true}, {Title: "Results seen", Kind: Detail, Aside: true},
		{Title: "Place", Kind: Wide, Aside: true},
	}}
	for i, tool := range b.Tools {
		ids, see := b.toFindings(tool)
		t.Rows = append(t.Rows, Row{
			Level:  level(tool.Decision),
			Anchor: b.toolAnchors[i],
			Why:    rule.ByID(tool.Rule),
			Rules:  rules(ids...),
			See:    see,
			Cells: []Line{
				b.toolName(tool), {decided(tool.Decision)}, b.reason(tool.Reason), dialects(tool), hints(tool.Hints),
				boundHeaders(tool.Headers), resultsSeen(tool.Evidence), b.pointer(tool.Page),
			},
		})
	}
	if why := b.reasons(subjectsShown); len(why.Rows)*groupedAt <= len(b.Tools) {
		s.add(why)
	}
	s.add(t)
	return s
}

// groupedAt is how many tools there have to be for each reason before the
// reasons get a table of their own.
const groupedAt = 4

// reasons is why tools are not admitted, a row a reason with as many names of
// its tools: the tools' own rows are too many to see it in.
func (b *builder) reasons(names int) *Table {
	t := &Table{Caption: "Why tools are not admitted", Columns: []Column{
		{Title: "Reason", Kind: Main}, {Title: "Decision", Kind: Decision}, {Title: "Tools", Kind: Wide, Aside: true},
	}}
	type key struct{ decision, reason string }
	groups := make(map[key][]Line)
	var order []key
	for _, tool := range b.Tools {
		if tool.Decision == rule.Admit.String() {
			continue
		}
		k := key{tool.Decision, withoutPlace(tool.Reason)}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], b.toolName(tool))
	}
	for _, k := range order {
		t.Rows = append(t.Rows, Row{Level: level(k.decision), Cells: []Line{b.reason(k.reason), {decided(k.decision)}, several(groups[k], names)}})
	}
	return t
}

// toolName names the caller too where there are several.
func (b *builder) toolName(t report.Tool) Line {
	l := named(t.Name, "no name, entry "+number(t.Index))
	if b.callers > 1 {
		l = append(append(l, own(", seen by ")), named(t.Caller, "an unnamed caller")...)
	}
	return l
}

// dialects shows an output dialect only where it is another.
func dialects(t report.Tool) Line {
	input := t.Dialect
	if input == "" {
		input = "unusable"
	}
	l := Line{said(input)}
	if t.OutputDialect != "" && t.OutputDialect != t.Dialect {
		l = append(l, own(", output "), said(t.OutputDialect))
	}
	return l
}

func hints(h report.Hints) Line {
	var lines []Line
	for _, n := range slices.Sorted(maps.Keys(h)) {
		value := "=false"
		if h[n] {
			value = "=true"
		}
		lines = append(lines, Line{name(n), own(value)})
	}
	return join(lines, ", ", "none")
}

func boundHeaders(hs []report.Header) Line {
	var lines []Line
	for _, h := range hs {
		lines = append(lines, Line{name(h.Name), own(" "), said(h.Type)})
	}
	return join(lines, ", ", "none")
}

func resultsSeen(e report.ToolEvidence) Line {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{e.Success, "success"}, {e.Failure, "failure"}, {e.Rejected, "rejected"}, {e.ProtocolErrors, "protocol error"}} {
		if p.n > 0 {
			parts = append(parts, number(p.n)+" "+p.what)
		}
	}
	if len(parts) == 0 {
		return words("none")
	}
	return words(strings.Join(parts, ", "))
}
