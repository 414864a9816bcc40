package outline

import (
	"mcpreview/internal/rule"
	"mcpreview/report"
)

func (b *builder) matrix() Section {
	s := Section{ID: "validation-matrix", Title: "Validation matrix"}
	t := &Table{Caption: "Checks, proved on built-in fixtures and on this server", Grid: true, Columns: []Column{
		{Title: "Row", Kind: Number}, {Title: "Check", Kind: Name}, {Title: "State", Kind: Decision}, {Title: "This server", Kind: Main},
		{Title: "Self-check", Kind: Number, Aside: true}, {Title: "Fixture", Kind: Wide, Aside: true}, {Title: "Expected", Kind: Wide, Aside: true},
		{Title: "Rules", Kind: Detail, Aside: true},
	}}
	passed, total, exercised := 0, 0, 0
	for _, r := range b.Matrix {
		passed, total = passed+r.SelfCheck.Passed, total+r.SelfCheck.Total
		if r.Server.Exercised > 0 && r.State != "not-exercised" {
			exercised++
		}
		t.Rows = append(t.Rows, Row{Level: Always, Anchor: "row-" + number(r.Row), Cells: []Line{
			words(number(r.Row)), {said(r.Check)}, {decided(state(r.State))}, b.exercise(r),
			words(number(r.SelfCheck.Passed) + " of " + number(r.SelfCheck.Total)), {said(r.Fixture)}, {said(r.Expected)}, ruleIDs(r.Rules),
		}})
	}
	s.Blocks = []Block{text(own("Self-check: " + number(passed) + " of " + number(total) + " built-in fixtures came out as they must. " +
		"This server's evidence exercises " + number(exercised) + " of " + rule.Count(len(b.Matrix), "row") + "."))}
	s.add(t)
	return s
}

// state is a row's state in words.
func state(s string) string {
	switch s {
	case "not-exercised":
		return "not exercised"
	case "not-applicable":
		return "not applicable"
	}
	return s
}

func (b *builder) exercise(r report.Row) Line {
	l := Line{}
	if x := r.Server; x.Exercised > 0 {
		l = append(l, own(number(x.Exercised)+" exercised: "+number(x.Admitted)+" admitted, "+number(x.Conditional)+
			" conditional, "+number(x.Rejected)+" rejected"))
	}
	if r.Record != "" {
		if len(l) > 0 {
			l = append(l, own(". "))
		}
		l = append(l, said(r.Record))
	}
	if len(l) == 0 {
		return words("not exercised")
	}
	return l
}

func ruleIDs(ids []string) Line {
	var lines []Line
	for _, id := range ids {
		lines = append(lines, Line{said(id)})
	}
	return join(lines, ", ", "none")
}
