package outline

import (
	"mcpreview/internal/rule"
	"mcpreview/report"
)

func (b *builder) headers() Section {
	s := Section{ID: "parameter-headers", Title: "Parameter headers"}
	declared, parameters := b.declared()
	recorded := &Table{Caption: "Requests compared with their headers", Columns: []Column{
		{Title: "Request", Kind: Name}, {Title: "Decision", Kind: Decision}, {Title: "Tool", Kind: Detail, Aside: true}, {Title: "Reason", Kind: Main},
		{Title: "Boundary must", Kind: Detail, Aside: true}, {Title: "Category", Kind: Detail, Aside: true},
		{Title: "Recorded answer", Kind: Detail, Aside: true}, {Title: "Headers", Kind: Detail, Aside: true},
	}}
	plain := 0
	for _, m := range b.Mappings {
		if m.Decision == rule.Admit.String() && m.Boundary == letPass && len(m.Headers) == 0 {
			plain++
			continue
		}
		recorded.Rows = append(recorded.Rows, Row{Level: level(m.Decision), Why: rule.ByID(m.Rule), Rules: rules(m.Rule), Cells: []Line{
			b.place(m.Source), {decided(m.Decision)}, named(m.Tool, "none"), b.reason(m.Reason),
			boundary(m), {said(m.Category)}, {said(m.Answer)}, names(m.Headers),
		}})
	}
	bySeverity(recorded.Rows)
	c := b.Verdict.Counts
	s.Blocks = []Block{text(own(rule.Count(parameters, "parameter") + " declared, " + rule.Count(c.Mappings, "request") +
		" compared." + unlisted(c.Mappings, len(b.Mappings)) + withoutCopies(plain) + " Names and categories only: no value is kept."))}
	if parameters == 0 && c.Mappings == 0 {
		s.Blocks = []Block{text(own("No tool mirrors a parameter into a header, and no request was recorded with its headers."))}
	}
	s.add(declared)
	s.add(recorded)
	return s
}

// declared is what the tools mirror into headers, a row for what several tools
// declare alike, and how many parameters it is.
func (b *builder) declared() (t *Table, parameters int) {
	t = &Table{Caption: "Parameters that tools mirror into headers", Columns: []Column{
		{Title: "Header", Kind: Name}, {Title: "Parameter", Kind: Wide}, {Title: "Type", Kind: Detail}, {Title: "Tools", Kind: Main},
	}}
	type group struct {
		level Level
		tools []Line
	}
	groups := make(map[report.Header]*group)
	var order []report.Header
	for _, tool := range b.Tools {
		for _, h := range tool.Headers {
			parameters++
			g := groups[h]
			if g == nil {
				g = &group{level: level(tool.Decision)}
				groups[h], order = g, append(order, h)
			}
			g.level = min(g.level, level(tool.Decision))
			g.tools = append(g.tools, b.toolName(tool))
		}
	}
	for _, h := range order {
		g := groups[h]
		tools := g.tools[0]
		if len(g.tools) > 1 {
			tools = several(g.tools, subjectsShown)
		}
		t.Rows = append(t.Rows, Row{Level: g.level, Cells: []Line{named(h.Name, "none"), named(h.Pointer, "none"), {said(h.Type)}, tools}})
	}
	return t, parameters
}

// letPass is the boundary of a request that agrees with its headers.
const letPass = "pass"

// withoutCopies says how many requests are in no table, since they carry no
// copy of an argument and are in order.
func withoutCopies(n int) string {
	if n == 0 {
		return ""
	}
	return " " + rule.Count(n, "request") + " in order and without copies of arguments, not listed here."
}

// boundary is what the HTTP boundary has to do with the request.
func boundary(m report.Mapping) Line {
	switch m.Boundary {
	case letPass:
		return words("let it pass")
	case "400/-32020":
		return words("answer 400 and error -32020")
	}
	return Line{said(m.Boundary)}
}

func names(list []string) Line {
	var lines []Line
	for _, n := range list {
		lines = append(lines, Line{name(n)})
	}
	return join(lines, ", ", "none")
}
