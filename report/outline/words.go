package outline

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

func isPolicy(f report.Finding) bool { return f.Provenance == rule.Policy.String() }

// number is n in decimal, without groups, so that it can be searched for.
func number(n int) string { return strconv.Itoa(n) }

// decided is a decision, effect or state, set strongly where it asks for
// something.
func decided(s string) Span {
	switch s {
	case rule.Admit.String(), rule.Note.String(), "pass", "not applicable":
		return Span{Kind: Said, Text: s, Limit: nameLimit}
	}
	return strong(s)
}

// level is how much a decision matters.
func level(decision string) Level {
	switch decision {
	case rule.Admit.String():
		return Settled
	case rule.Conditional.String():
		return Open
	}
	return Severe
}

// effectLevel is how much a finding matters.
func effectLevel(f report.Finding) Level {
	switch {
	case f.Effect == rule.Note.String(), f.Accepted:
		return Minor
	case f.Effect == rule.Condition.String(), f.Effect == rule.Request.String():
		return Open
	}
	return Severe
}

// place is where in the evidence something stands.
func (b *builder) place(s report.Source) Line {
	if s.File == "" {
		return words("none")
	}
	at := b.below(s.File)
	if s.Line > 0 {
		at += ":" + number(s.Line) + ":" + number(s.Column)
	}
	return Line{{Kind: Code, Text: at, Limit: placeLimit}}
}

// pointer is place with the JSON pointer, where there is one.
func (b *builder) pointer(s report.Source) Line {
	l := b.place(s)
	if s.Pointer == "" {
		return l
	}
	l = append(l, own(" at "), Span{Kind: Code, Text: s.Pointer, Limit: placeLimit})
	if s.Inside == "" {
		return l
	}
	return append(l, own(" inside, "), Span{Kind: Code, Text: s.Inside, Limit: placeLimit})
}

func subject(s rule.Subject) Line {
	l := Line{said(s.Kind)}
	if s.Name != "" {
		l = append(l, own(" "), name(s.Name))
	}
	return l
}

// bySeverity sorts rows of lists that the review keeps in another order, and
// keeps that order within a level.
func bySeverity(rows []Row) {
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(a.Level, b.Level) })
}

// tally counts what it is given, by name.
type tally map[string]int

// line is the tally in order of its names: "image 1, text 3".
func (t tally) line(none string) Line {
	var lines []Line
	for _, k := range slices.Sorted(maps.Keys(t)) {
		lines = append(lines, Line{said(k), own(" " + number(t[k]))})
	}
	return join(lines, ", ", none)
}
