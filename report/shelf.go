package report

import (
	"slices"
	"strings"

	"mcpreview/internal/rule"
)

// A shelf holds what a report will say of results and findings until it is known
// what the report has room for, in a quarter of the memory that it takes in a
// Review: there are thousands, which say the same few things.
type shelf struct {
	texts    texts
	rows     []shelved
	blocks   []shelvedBlock // of all rows, in their order
	findings []shelvedFinding
	related  []shelvedPlace // of all findings, in their order
}

// texts are what stands on a shelf, each text once. They are copies, so that
// none keeps the document it was taken from.
type texts struct {
	all   []string
	index map[string]uint32
}

// fewTexts is up to how many texts one is found sooner without an index.
const fewTexts = 32

// put is the place of a text.
func (t *texts) put(text string) uint32 {
	n, known := t.find(text)
	if known {
		return n
	}
	text = strings.Clone(text)
	t.all = append(t.all, text)
	switch {
	case t.index != nil:
		t.index[text] = n
	case len(t.all) > fewTexts:
		t.index = make(map[string]uint32, 2*fewTexts)
		for i, text := range t.all {
			t.index[text] = uint32(i)
		}
	}
	return n
}

// find is the place of a text, or the next one free.
func (t *texts) find(text string) (n uint32, known bool) {
	if t.index != nil {
		if n, known = t.index[text]; known {
			return n, true
		}
	} else if i := slices.Index(t.all, text); i >= 0 {
		return uint32(i), true
	}
	return uint32(len(t.all)), false
}

// A shelvedPlace is a place in the evidence. Texts stand for themselves by where
// they are among those of the shelf; offsets in a document are as small.
type shelvedPlace struct {
	line                  int
	column                int32
	file, pointer, inside uint32
}

func (s *shelf) putPlace(at rule.Location) shelvedPlace {
	return shelvedPlace{line: at.Line, column: int32(at.Column), file: s.texts.put(at.File), pointer: s.texts.put(at.Pointer), inside: s.texts.put(at.Inside)}
}

func (s *shelf) place(p shelvedPlace) rule.Location {
	return rule.Location{File: s.texts.all[p.file], Pointer: s.texts.all[p.pointer], Inside: s.texts.all[p.inside], Line: p.line, Column: int(p.column)}
}

type shelved struct {
	at                                    shelvedPlace
	tool, outcome, decision, rule, reason uint32
	blocks                                uint32 // where its blocks end
}

type shelvedBlock struct {
	index, bytes                            int32
	kind, decision, rule, reason, mediaType uint32
}

func (s *shelf) put(r *Result) {
	put := s.texts.put
	for i := range r.Blocks {
		b := &r.Blocks[i]
		s.blocks = append(s.blocks, shelvedBlock{
			index: int32(b.Index), bytes: int32(b.Bytes),
			kind: put(b.Type), decision: put(b.Decision), rule: put(b.Rule), reason: put(b.Reason), mediaType: put(b.MediaType),
		})
	}
	s.rows = append(s.rows, shelved{
		at:   s.putPlace(rule.Location{File: r.Source.File, Pointer: r.Source.Pointer, Line: r.Source.Line, Column: r.Source.Column, Inside: r.Source.Inside}),
		tool: put(r.Tool), outcome: put(r.Outcome), decision: put(r.Decision), rule: put(r.Rule), reason: put(r.Reason),
		blocks: uint32(len(s.blocks)),
	})
}

// results are the rows as they were put on the shelf.
func (s *shelf) results() []Result {
	rows, blocks, texts := make([]Result, 0, len(s.rows)), make([]Block, 0, len(s.blocks)), s.texts.all
	for _, b := range s.blocks {
		blocks = append(blocks, Block{
			Index: int(b.index), Bytes: int(b.bytes),
			Type: texts[b.kind], Decision: texts[b.decision], Rule: texts[b.rule], Reason: texts[b.reason], MediaType: texts[b.mediaType],
		})
	}
	first := uint32(0)
	for _, r := range s.rows {
		rows = append(rows, Result{
			Source: source(s.place(r.at)),
			Tool:   texts[r.tool], Outcome: texts[r.outcome], Decision: texts[r.decision], Rule: texts[r.rule], Reason: texts[r.reason],
			Blocks: blocks[first:r.blocks:r.blocks],
		})
		first = r.blocks
	}
	return rows
}

type shelvedFinding struct {
	rule               *rule.Rule
	at                 shelvedPlace
	kind, name         uint32 // of the subject
	text, pointer      uint32
	related            uint32 // where its related places end
	effect             rule.Effect
	provenance         rule.Provenance
	blocking, accepted bool
}

func (s *shelf) putFinding(f *rule.Finding) {
	for _, at := range f.Related {
		s.related = append(s.related, s.putPlace(at))
	}
	put := s.texts.put
	s.findings = append(s.findings, shelvedFinding{
		rule: f.Rule, at: s.putPlace(f.At), kind: put(f.Subject.Kind), name: put(f.Subject.Name), text: put(f.Text), pointer: put(f.Pointer),
		related: uint32(len(s.related)), effect: f.Effect, provenance: f.Provenance, blocking: f.Blocking, accepted: f.Accepted,
	})
}

// bare is the i-th finding as it was put on the shelf, without its related
// places.
func (s *shelf) bare(i int) rule.Finding {
	f, texts := &s.findings[i], s.texts.all
	return rule.Finding{
		Rule: f.rule, Effect: f.effect, Provenance: f.provenance, Blocking: f.blocking, Accepted: f.accepted,
		Subject: rule.Subject{Kind: texts[f.kind], Name: texts[f.name]}, Text: texts[f.text], Pointer: texts[f.pointer], At: s.place(f.at),
	}
}

// finding is the i-th finding as it was put on the shelf.
func (s *shelf) finding(i int) rule.Finding {
	f := s.bare(i)
	first := uint32(0)
	if i > 0 {
		first = s.findings[i-1].related
	}
	for _, at := range s.related[first:s.findings[i].related] {
		f.Related = append(f.Related, s.place(at))
	}
	return f
}

// sorted yields the findings like rule.Sort.
func (s *shelf) sorted(yield func(rule.Finding) bool) {
	order := make([]int32, len(s.findings))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int { return s.finding(int(i)).Compare(s.finding(int(j))) })
	var last rule.Finding
	for n, i := range order {
		f := s.finding(int(i))
		if n > 0 && f.Compare(last) == 0 {
			continue
		}
		if last = f; !yield(f) {
			return
		}
	}
}
