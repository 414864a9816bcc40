package outline

import "mcpreview/internal/rule"

func (b *builder) completion() Section {
	s := Section{ID: "completion", Title: "Completion"}
	if len(b.Completions) == 0 {
		s.Blocks = []Block{text(own("The evidence holds no completion."))}
		return s
	}
	t := &Table{Caption: "Completions by reference and caller", Columns: []Column{
		{Title: "Reference", Kind: Name}, {Title: "Decision", Kind: Decision}, {Title: "Argument", Kind: Detail, Aside: true}, {Title: "Caller", Kind: Detail, Aside: true},
		{Title: "Reason", Kind: Main}, {Title: "Values", Kind: Number, Aside: true}, {Title: "Place", Kind: Wide, Aside: true},
	}}
	for _, c := range b.Completions {
		t.Rows = append(t.Rows, Row{Level: level(c.Decision), Why: rule.ByID(c.Rule), Rules: rules(c.Rule), Cells: []Line{
			named(c.Ref, "none"), {decided(c.Decision)}, named(c.Argument, "none"), named(c.Caller, "unnamed"),
			b.reason(c.Reason), words(number(c.Values)), b.place(c.Source),
		}})
	}
	bySeverity(t.Rows)
	s.add(t)
	return s
}
