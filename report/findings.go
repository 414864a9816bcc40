package report

import (
	"maps"
	"slices"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
)

// notesPerRule is how many notes of one rule a report lists; the rest are
// counted.
const notesPerRule = 20

type findingKey struct {
	rule    *rule.Rule
	subject rule.Subject
}

// findings collects what is found under the limits of a report: every finding
// up to rowLimit. Beyond it there is room for as many again, rowsPerRule for each
// rule and subject, since subjects can be as many as an attacker likes, for as many
// on tools; and whatever came before, for rowsPerRule of each rule.
type findings struct {
	shelf shelf              // with those that are kept
	seen  map[findingKey]int // of those kept while there is room; nil up to rowLimit, and so is rules
	rules map[*rule.Rule]int // of those kept
	more  int                // kept beyond rowLimit
	notes map[*rule.Rule]int
	count int // of every effect but note
	noted int
}

func (s *findings) add(fs ...rule.Finding) {
	for i := range fs {
		f := &fs[i]
		if f.Effect == rule.Note {
			s.note(f)
			continue
		}
		if s.count++; s.count <= rowLimit || s.keeps(f) {
			s.shelf.putFinding(f)
		}
	}
}

func (s *findings) note(f *rule.Finding) {
	if s.notes == nil {
		s.notes = make(map[*rule.Rule]int)
	}
	s.noted++
	if s.notes[f.Rule]++; s.notes[f.Rule] <= notesPerRule {
		s.shelf.putFinding(f)
	}
}

// whole reports whether nothing was left out so far.
func (s *findings) whole() bool { return len(s.shelf.findings) == s.count+s.noted }

// keeps reports whether there is room for a finding beyond rowLimit, and counts
// it if so.
func (s *findings) keeps(f *rule.Finding) bool {
	if s.seen == nil {
		s.seen, s.rules = make(map[findingKey]int), make(map[*rule.Rule]int)
		for i := range s.shelf.findings {
			if k := s.shelf.bare(i); k.Effect != rule.Note {
				s.seen[findingKey{k.Rule, k.Subject}]++
				s.rules[k.Rule]++
			}
		}
	}
	k := findingKey{f.Rule, f.Subject}
	switch {
	case s.more < rowLimit && s.seen[k] < rowsPerRule:
		s.more++
		k.subject.Name = strings.Clone(k.subject.Name) // not all of the document that it stands in
		s.seen[k]++
	case s.rules[f.Rule] >= rowsPerRule:
		return false
	}
	s.rules[f.Rule]++
	return true
}

// A foreigner is evidence of one other revision than the reviewed one.
type foreigner struct {
	stated string
	first  rule.Location
	count  int
}

func foreignerOf(e *evidence.Exchange) *foreigner {
	return &foreigner{stated: strings.Clone(e.Stated), first: e.Place(), count: 1}
}

// foreigners are the other revisions met, by name.
type foreigners map[string]*foreigner

func (s *foreigners) add(e *evidence.Exchange) { s.merge(foreignerOf(e)) }

func (s *foreigners) merge(f *foreigner) {
	if *s == nil {
		*s = make(foreigners)
	}
	known := (*s)[f.stated]
	if known == nil {
		(*s)[f.stated] = f
		return
	}
	known.count += f.count
	if f.first.Compare(known.first) < 0 {
		known.first = f.first
	}
}

// sorted are the foreigners by the revision they state.
func (s foreigners) sorted() []*foreigner {
	var all []*foreigner
	for _, stated := range slices.Sorted(maps.Keys(s)) {
		all = append(all, s[stated])
	}
	return all
}

// catches reports that a finding of one of some rules decides.
func (a *analysis) catches(rules []*rule.Rule) bool {
	decides := func(f rule.Finding) bool { return f.Decides() && slices.Contains(rules, f.Rule) }
	kept := a.findings.shelf
	for i := range kept.findings {
		if decides(kept.bare(i)) {
			return true
		}
	}
	return slices.ContainsFunc(a.tools, func(t *tool) bool { return slices.ContainsFunc(t.findings, decides) })
}
