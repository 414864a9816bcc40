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

// repeated are lines that stand in many rows, by what they were made of: each is
// kept once.
type repeated[K comparable] map[K]Line

// line is the line that was made of a key before, else now.
func (r repeated[K]) line(key K, of func(K) Line) Line {
	l, known := r[key]
	if !known {
		l = of(key)
		r[key] = l
	}
	return l
}

// phrases are the lines that rows of results and findings share.
type phrases struct {
	decisions, names, words, blocks repeated[string]
	subjects                        repeated[rule.Subject]
	rules                           repeated[[2]string] // ID and name
}

func newPhrases() phrases {
	return phrases{repeated[string]{}, repeated[string]{}, repeated[string]{}, repeated[string]{}, repeated[rule.Subject]{}, repeated[[2]string]{}}
}

func (p *phrases) decided(s string) Line {
	return p.decisions.line(s, func(s string) Line { return Line{decided(s)} })
}

func (p *phrases) said(s string) Line {
	return p.words.line(s, func(s string) Line { return Line{said(s)} })
}

func (p *phrases) named(s string) Line {
	return p.names.line(s, func(s string) Line { return named(s, "none") })
}

func (p *phrases) subject(s rule.Subject) Line { return p.subjects.line(s, subject) }

func (p *phrases) rule(id, name string) Line {
	return p.rules.line([2]string{id, name}, func(r [2]string) Line { return Line{said(r[0]), own(" "), said(r[1])} })
}

// states is what became of a result's blocks.
func (p *phrases) states(blocks []report.Block) Line {
	key := make([]byte, 0, len(blocks)*len(`0"resource_link""CONDITIONAL"`))
	for _, k := range blocks {
		key = strconv.AppendInt(key, int64(k.Index), 10)
		key = strconv.AppendQuote(strconv.AppendQuote(key, k.Type), k.Decision)
	}
	if l, known := p.blocks[string(key)]; known {
		return l
	}
	l := blockStates(blocks)
	p.blocks[string(key)] = l
	return l
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
	l = slices.Concat(l, Line{own(" at "), {Kind: Code, Text: s.Pointer, Limit: placeLimit}})
	if s.Inside == "" {
		return l
	}
	return slices.Concat(l, Line{own(" inside, "), {Kind: Code, Text: s.Inside, Limit: placeLimit}})
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
