package outline

import (
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

// How much a summary shows, so that it stays within one screen.
const (
	summaryRows  = 10 // tools or reasons, and as many inputs
	summaryNames = 5  // tools named in one cell
)

// NewSummary arranges what fits one screen: the verdict, the counts, why tools
// are not admitted, what blocks, and the matrix in a line.
func NewSummary(r *report.Review) *Document {
	b := newBuilder(r)
	d := b.head()
	d.Facts = append([]Line{b.matrixLine()}, d.Facts...)
	d.Facts = append(d.Facts[:2], b.readOn()) // the rest of them is in the whole report
	if b.Baseline != nil {
		d.Facts = append([]Line{b.approval()}, d.Facts...)
	}
	for _, s := range []Section{b.notAdmitted(), b.blocking()} {
		if len(s.Blocks) > 0 {
			d.Sections = append(d.Sections, s)
		}
	}
	return d
}

func (b *builder) readOn() Line {
	l := words("This is a summary. The whole report is what is printed without --summary, and what -o writes to a file.")
	if b.base != "" {
		l = append(append(l, own(" ")), b.folder()...)
	}
	return l
}

// notAdmitted lists the tools that are not admitted with their reasons, or
// where they are many the reasons with their tools.
func (b *builder) notAdmitted() Section {
	s := Section{ID: "not-admitted", Title: "Tools that are not admitted"}
	t := &Table{Caption: s.Title, Columns: []Column{
		{Title: "Tool", Kind: Name}, {Title: "Decision", Kind: Decision}, {Title: "Reason", Kind: Main},
	}}
	for _, tool := range b.Tools {
		if tool.Decision != rule.Admit.String() {
			t.Rows = append(t.Rows, Row{Level: level(tool.Decision), Cells: []Line{b.toolName(tool), {decided(tool.Decision)}, b.reason(tool.Reason)}})
		}
	}
	if len(t.Rows) > summaryRows {
		t = b.reasons(summaryNames)
	}
	s.addFirst(t, "reason")
	return s
}

// addFirst appends the first rows of a table, and says how many more there are.
func (s *Section) addFirst(t *Table, noun string) {
	more := len(t.Rows) - summaryRows
	t.Rows = t.Rows[:min(len(t.Rows), summaryRows)]
	s.add(t)
	if more > 0 {
		s.Blocks = append(s.Blocks, text(own("And "+rule.Count(more, "more "+noun)+".")))
	}
}

func (b *builder) blocking() Section {
	s := Section{ID: "blocking-inputs", Title: "Inputs without which the server is not approved"}
	t := &Table{Caption: s.Title, Columns: []Column{
		{Title: "Input", Kind: Main}, {Title: "For", Kind: Wide, Aside: true}, {Title: "Rule", Kind: Detail},
	}}
	for _, g := range groupRequests(b.Requests) {
		if g.blocking {
			t.Rows = append(t.Rows, Row{Level: Severe, Cells: []Line{{said(g.input)}, g.subjects(summaryNames), {said(g.rule)}}})
		}
	}
	s.addFirst(t, "input")
	return s
}

// matrixLine is the validation matrix in one line.
func (b *builder) matrixLine() Line {
	l := words("Validation matrix: ")
	rows := make(map[string][]Line)
	passed, total := 0, 0
	for _, r := range b.Matrix {
		rows[r.State] = append(rows[r.State], Line{said(r.Check)})
		passed, total = passed+r.SelfCheck.Passed, total+r.SelfCheck.Total
	}
	var parts []Line
	for _, s := range []string{"fail", "conditional", "not-exercised", "pass", "not-applicable"} {
		checks := rows[s]
		if len(checks) == 0 {
			continue
		}
		part := Line{own(number(len(checks)) + " "), decided(state(s))}
		if s == "fail" || s == "conditional" {
			part = append(append(append(part, own(" (")), join(checks, ", ", "")...), own(")"))
		}
		parts = append(parts, part)
	}
	l = append(l, join(parts, "; ", "no row")...)
	return append(l, own(". Self-check: "+number(passed)+" of "+number(total)+"."))
}

// several is a list of tools, counted, with at most limit of them named.
func several(tools []Line, limit int) Line {
	shown := tools[:min(len(tools), limit)]
	line := append(Line{own(rule.Count(len(tools), "tool") + ": ")}, join(shown, ", ", "")...)
	if more := len(tools) - len(shown); more > 0 {
		line = append(line, own(" and "+number(more)+" more"))
	}
	return line
}

// withoutPlace is a tool's reason without the place of the result it comes of.
func withoutPlace(reason string) string {
	reason, _, _ = strings.Cut(reason, report.InResult)
	return reason
}
