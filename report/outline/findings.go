package outline

import (
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
		exchanges.Rows = append(exchanges.Rows, Row{Level: level(x.Decision), Cells: []Line{
			place(x.Source), {decided(x.Decision)}, b.reason(x.Reason),
		}})
	}
	bySeverity(exchanges.Rows)
	all := &Table{Caption: "Every finding", Columns: []Column{
		{Title: "Rule", Kind: Name}, {Title: "Effect", Kind: Decision}, {Title: "Subject", Kind: Detail, Aside: true}, {Title: "Finding", Kind: Main},
		{Title: "Rests on", Kind: Detail, Aside: true}, {Title: "Place", Kind: Wide, Aside: true}, {Title: "See also", Kind: Wide, Aside: true},
	}}
	policy := 0
	for i, f := range b.Findings {
		if isPolicy(f) {
			policy++
		}
		all.Rows = append(all.Rows, Row{Level: effectLevel(f), Anchor: "finding-" + number(i+1), Policy: isPolicy(f), Cells: []Line{
			{said(f.Rule), own(" "), said(f.Name)}, effect(f), subject(f.Subject), {said(f.Reason)},
			provenance(f), pointer(f.Source), related(f.Related),
		}})
	}
	s.Blocks = []Block{text(own(rule.Count(c.Findings, "finding") + " and " + rule.Count(c.Notes, "note") + "; " + number(policy) +
		" of those below rest on house policy alone and are no protocol violation. " + rule.Count(c.Exchanges, "exchange") + " judged." +
		unlisted(c.Exchanges, len(b.Exchanges))))}
	s.add(exchanges)
	s.add(all)
	return s
}

func effect(f report.Finding) Line {
	l := Line{decided(f.Effect)}
	if f.Accepted {
		l = append(l, own(", accepted"))
	}
	return l
}

func provenance(f report.Finding) Line {
	if isPolicy(f) {
		return words(policyMark)
	}
	return Line{said(f.Provenance)}
}

// maxRelated is how many further places of a finding are shown.
const maxRelated = 3

func related(places []report.Source) Line {
	var lines []Line
	for i, p := range places {
		if i == maxRelated {
			lines = append(lines, words(number(len(places)-i)+" more"))
			break
		}
		lines = append(lines, pointer(p))
	}
	return join(lines, ", ", "none")
}
