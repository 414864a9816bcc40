package report

// A shelf holds rows of results while it is not known whether the report has
// room for them, in a quarter of the memory that they take in a Review: there
// are thousands, which say the same few things.
type shelf struct {
	texts  []string // what the rows say, each text once
	index  map[string]uint32
	rows   []shelved
	blocks []shelvedBlock // of all rows, in their order
}

// A shelved row has the place of each text among those of its shelf. Offsets in a
// document are as small.
type shelved struct {
	line                          int
	column                        int32
	file, pointer, inside         uint32
	tool, outcome, decision, rule uint32
	reason                        uint32
	blocks                        uint32 // where its blocks end
}

type shelvedBlock struct {
	index, bytes                            int32
	kind, decision, rule, reason, mediaType uint32
}

func (s *shelf) put(r *Result) {
	for i := range r.Blocks {
		b := &r.Blocks[i]
		s.blocks = append(s.blocks, shelvedBlock{
			index: int32(b.Index), bytes: int32(b.Bytes),
			kind: s.text(b.Type), decision: s.text(b.Decision), rule: s.text(b.Rule), reason: s.text(b.Reason), mediaType: s.text(b.MediaType),
		})
	}
	at := &r.Source
	s.rows = append(s.rows, shelved{
		line: at.Line, column: int32(at.Column), file: s.text(at.File), pointer: s.text(at.Pointer), inside: s.text(at.Inside),
		tool: s.text(r.Tool), outcome: s.text(r.Outcome), decision: s.text(r.Decision), rule: s.text(r.Rule), reason: s.text(r.Reason),
		blocks: uint32(len(s.blocks)),
	})
}

// text is the place of a text.
func (s *shelf) text(text string) uint32 {
	if n, known := s.index[text]; known {
		return n
	}
	if s.index == nil {
		s.index = make(map[string]uint32)
	}
	n := uint32(len(s.texts))
	s.index[text], s.texts = n, append(s.texts, text)
	return n
}

// results are the rows as they were put on the shelf.
func (s *shelf) results() []Result {
	rows, blocks := make([]Result, 0, len(s.rows)), make([]Block, 0, len(s.blocks))
	for _, b := range s.blocks {
		blocks = append(blocks, Block{
			Index: int(b.index), Bytes: int(b.bytes),
			Type: s.texts[b.kind], Decision: s.texts[b.decision], Rule: s.texts[b.rule], Reason: s.texts[b.reason], MediaType: s.texts[b.mediaType],
		})
	}
	first := uint32(0)
	for _, r := range s.rows {
		rows = append(rows, Result{
			Source: Source{File: s.texts[r.file], Pointer: s.texts[r.pointer], Inside: s.texts[r.inside], Line: r.line, Column: int(r.column)},
			Tool:   s.texts[r.tool], Outcome: s.texts[r.outcome], Decision: s.texts[r.decision], Rule: s.texts[r.rule], Reason: s.texts[r.reason],
			Blocks: blocks[first:r.blocks:r.blocks],
		})
		first = r.blocks
	}
	return rows
}
