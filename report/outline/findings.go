package outline

import (
	"slices"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

func (b *builder) findings() Section {
	s := Section{ID: "findings", Title: "Exchanges and other findings"}
	c := b.Verdict.Counts
	exchanges := &Table{Caption: "Exchanges", Columns: []Column{
		{Title: "Exchange", Kind: Name}, {Title: "Decision", Kind: Decision}, {Title: "Reason", Kind: Main},
	}}
	for _, x := range b.Exchanges {
		exchanges.Rows = append(exchanges.Rows, Row{Level: level(x.Decision), Why: rule.ByID(x.Rule), Rules: rules(x.Rule), Cells: []Line{
			b.place(x.Source), b.decided(x.Decision), b.reason(x.Reason),
		}})
	}
	bySeverity(exchanges.Rows)
	all := &Table{Caption: "Every finding", Columns: []Column{
		{Title: "Rule", Kind: Name}, {Title: "Effect", Kind: Decision}, {Title: "Subject", Kind: Detail, Aside: true}, {Title: "Finding", Kind: Main},
		{Title: "Rests on", Kind: Detail, Aside: true}, {Title: "Place", Kind: Wide, Aside: true}, {Title: "See also", Kind: Wide, Aside: true},
	}}
	all.Rows = make([]Row, 0, len(b.Findings))
	policy, told := 0, b.told()
	for i, f := range b.Findings {
		if isPolicy(f) {
			policy++
		}
		row := Row{
			Level: effectLevel(f), Repeats: told[rule.Subject{Kind: f.Subject.Kind, Name: rule.ShortName(f.Subject.Name)}][f.Reason], Anchor: b.findingAnchors[i], Policy: isPolicy(f), Why: rule.ByID(f.Rule), Rules: rules(f.Rule), See: b.toTool(f.Subject),
			Cells: []Line{
				b.rule(f.Rule, f.Name), b.effect(f), b.subject(f.Subject), {said(f.Reason)},
				b.provenance(f), b.pointer(f.Source), b.related(f.Related),
			},
		}
		if f.Accepted {
			row.Facet = Noted
		}
		all.Rows = append(all.Rows, row)
	}
	s.Blocks = []Block{text(own(rule.Count(c.Findings, "finding") + " and " + rule.Count(c.Notes, "note") + "; " + number(policy) +
		" of those below rest on house policy alone and are no protocol violation." + unlistedOf("the findings and notes", c.Findings+c.Notes, len(b.Findings)) + " " + rule.Count(c.Exchanges, "exchange") + " judged." +
		unlisted(c.Exchanges, len(b.Exchanges))))}
	s.add(exchanges)
	s.add(all)
	return s
}

// told are the reasons that the tools' own rows give, by subject.
func (b *builder) told() map[rule.Subject]map[string]bool {
	told := make(map[rule.Subject]map[string]bool)
	for _, t := range b.Tools {
		subject := rule.Subject{Kind: rule.KindTool, Name: rule.ShortName(t.Name)}
		if told[subject] == nil {
			told[subject] = make(map[string]bool)
		}
		told[subject][t.Reason] = true
	}
	return told
}

func (b *builder) effect(f report.Finding) Line {
	l := b.decided(f.Effect)
	if f.Accepted {
		l = slices.Concat(l, words(", accepted"))
	}
	return l
}

var policyWords = words(policyMark)

func (b *builder) provenance(f report.Finding) Line {
	if isPolicy(f) {
		return policyWords
	}
	return b.said(f.Provenance)
}

// maxRelated is how many further places of a finding are shown.
const maxRelated = 3

func (b *builder) related(places []report.Source) Line {
	var lines []Line
	for i, p := range places {
		if i == maxRelated {
			lines = append(lines, words(number(len(places)-i)+" more"))
			break
		}
		lines = append(lines, b.pointer(p))
	}
	return join(lines, ", ", "none")
}
