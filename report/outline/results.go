package outline

import (
	"slices"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

func (b *builder) results() Section {
	s := Section{ID: "result-contract", Title: "Result contract"}
	c := b.Verdict.Counts
	s.Blocks = []Block{text(own("The evidence holds no result of a call.")), {Text: b.sizeLimits()}}
	if c.Results > 0 {
		s.Blocks[0] = text(own(rule.Count(c.Results, "result") + ": " + number(c.ResultsAdmitted) + " admitted, " + number(c.ResultsConditional) +
			" conditional, " + number(c.ResultsRejected) + " rejected" + unanswered(c) + ". " + rule.Count(c.Links, "resource link") +
			" (never fetched) and " + rule.Count(c.Embedded, "embedded resource") + " in them." + unlisted(c.Results, len(b.Results))))
	}
	rows := &Table{Caption: "Results that are not admitted", Columns: []Column{
		{Title: "Result", Kind: Name}, {Title: "Decision", Kind: Decision}, {Title: "Tool", Kind: Detail, Aside: true}, {Title: "Reason", Kind: Main},
		{Title: "Outcome", Kind: Detail, Aside: true}, {Title: "Blocks", Kind: Wide, Aside: true},
	}}
	blocks := &Table{Caption: "Content blocks that are not admitted", Columns: []Column{
		{Title: "Result", Kind: Name}, {Title: "Block", Kind: Number}, {Title: "Decision", Kind: Decision}, {Title: "Type", Kind: Detail, Aside: true},
		{Title: "Reason", Kind: Main}, {Title: "Media type", Kind: Detail, Aside: true}, {Title: "Bytes", Kind: Number, Aside: true},
	}}
	rows.Rows, blocks.Rows = b.openRows()
	for _, r := range b.Results {
		place := b.place(r.Source)
		if r.Decision != rule.Admit.String() {
			rows.Rows = append(rows.Rows, Row{Level: level(r.Decision), Why: rule.ByID(r.Rule), Rules: rules(r.Rule), Cells: []Line{
				place, b.decided(r.Decision), b.named(r.Tool), b.reason(r.Reason), b.said(r.Outcome), b.states(r.Blocks),
			}})
		}
		for _, k := range r.Blocks {
			if k.Decision != rule.Admit.String() {
				blocks.Rows = append(blocks.Rows, Row{Level: level(k.Decision), Why: rule.ByID(k.Rule), Rules: rules(k.Rule), Cells: []Line{
					place, words(number(k.Index)), b.decided(k.Decision), blockType(k), b.reason(k.Reason), b.named(k.MediaType), words(number(k.Bytes)),
				}})
			}
		}
	}
	s.add(rows)
	s.add(blocks)
	s.add(b.admittedResults())
	return s
}

// openRows has room for the results and for the blocks that are not admitted.
func (b *builder) openRows() (results, blocks []Row) {
	open, openBlocks := 0, 0
	for _, r := range b.Results {
		if r.Decision != rule.Admit.String() {
			open++
		}
		for _, k := range r.Blocks {
			if k.Decision != rule.Admit.String() {
				openBlocks++
			}
		}
	}
	return make([]Row, 0, open), make([]Row, 0, openBlocks)
}

// add appends a table that has rows.
func (s *Section) add(t *Table) {
	if len(t.Rows) > 0 {
		s.Blocks = append(s.Blocks, Block{Table: t})
	}
}

// unlisted says how many rows the review counted but did not keep.
func unlisted(total, listed int) string { return unlistedOf("them", total, listed) }

func unlistedOf(what string, total, listed int) string {
	if total <= listed {
		return ""
	}
	return " The review keeps " + number(listed) + " of " + what + " as rows."
}

// unanswered says how many calls were recorded without the answer that would
// be a result to judge.
func unanswered(c report.Counts) string {
	n := c.Results - c.ResultsAdmitted - c.ResultsConditional - c.ResultsRejected
	if n <= 0 {
		return ""
	}
	return ", " + number(n) + " recorded without an answer"
}

// ofDocuments are the limits on bytes that no result is held against.
var ofDocuments = []string{"documentBytes", "keptBytes", "numberBytes", "patternBytes"}

// sizeLimits states the bounds on sizes and media types, which the section's
// readers look for here.
func (b *builder) sizeLimits() Line {
	var lines []Line
	for _, l := range b.Limits {
		lower := strings.ToLower(l.Name)
		if (strings.Contains(lower, "bytes") || strings.Contains(lower, "types")) && !slices.Contains(ofDocuments, l.Name) {
			lines = append(lines, append(Line{name(l.Name), own(" ")}, limitValue(l.Value)...))
		}
	}
	return append(words("Size and media type limits: "), join(lines, "; ", "none stated")...)
}

func blockStates(blocks []report.Block) Line {
	var lines []Line
	for _, k := range blocks {
		lines = append(lines, append(Line{own(number(k.Index) + ": ")}, append(blockType(k), own(" "), decided(k.Decision))...))
	}
	return join(lines, ", ", "none")
}

func blockType(k report.Block) Line {
	if k.Type == "" {
		return words("unknown type")
	}
	return Line{said(k.Type)}
}

// admittedResults is one row a tool, in the order of the results.
func (b *builder) admittedResults() *Table {
	t := &Table{Caption: "Admitted results by tool", Columns: []Column{
		{Title: "Tool", Kind: Name}, {Title: "Admitted", Kind: Number}, {Title: "Outcomes", Kind: Detail, Aside: true}, {Title: "Content blocks", Kind: Main},
	}}
	type sum struct {
		results          int
		outcomes, blocks tally
	}
	sums := make(map[string]*sum)
	var order []string
	for _, r := range b.Results {
		if r.Decision != rule.Admit.String() {
			continue
		}
		s := sums[r.Tool]
		if s == nil {
			s = &sum{outcomes: tally{}, blocks: tally{}}
			sums[r.Tool], order = s, append(order, r.Tool)
		}
		s.results++
		s.outcomes[r.Outcome]++
		for _, k := range r.Blocks {
			s.blocks[k.Type]++
		}
	}
	for _, tool := range order {
		s := sums[tool]
		t.Rows = append(t.Rows, Row{Level: Settled, Facet: Admitted, Cells: []Line{
			named(tool, "none"), words(number(s.results)), s.outcomes.line("none"), s.blocks.line("none"),
		}})
	}
	return t
}
