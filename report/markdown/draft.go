package markdown

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"mcpreview/report/escape"
	"mcpreview/report/outline"
)

// A report that has to be short is drafted in pieces whose rows can be left
// out one by one.

type sheet struct {
	document *outline.Document
	top      []byte // verdict, counts and what every report states
	notice   []byte // what was left out; empty for a whole report
	sections []chapter
}

type chapter struct {
	heading string
	parts   []*part
}

// A part is a block: what stands before its rows, the rows, and what follows.
type part struct {
	caption string
	open    string // of the fold
	head    string
	rows    []row
	close   string
}

type row struct {
	level outline.Level
	cells []outline.Line
	item  bool // of a list, not of a table
	made  []byte
	out   bool // left out
}

// text is the row as Markdown. It is made when it is first asked for: of a
// large review most rows are left out unseen.
func (r *row) text() []byte {
	switch {
	case r.made != nil:
	case r.item:
		r.made = listItem(r.cells)
	default:
		r.made = tableRow(r.cells)
	}
	return r.made
}

// weight is what a row counts for in a short report.
func weight(r outline.Row) outline.Level {
	if r.Repeats {
		return outline.Minor
	}
	return r.Level
}

func draft(d *outline.Document) *sheet {
	s := &sheet{document: d, top: head(d, wholeLines)}
	for _, sec := range d.Sections {
		c := chapter{heading: "\n## " + sec.Title + "\n"}
		tables := 0
		for _, b := range sec.Blocks {
			if b.Table != nil {
				tables++
			}
		}
		for _, b := range sec.Blocks {
			c.parts = append(c.parts, parts(b, sec.Title, tables > 1)...)
		}
		s.sections = append(s.sections, c)
	}
	return s
}

// wholeLines cuts nothing at the head beyond the outline's own limits.
const wholeLines = math.MaxInt32

// head is the verdict, the counts and the facts; of what the evidence says in
// them at most limit characters a piece.
func head(d *outline.Document, limit int) []byte {
	out := []byte("# " + d.Title + ": ")
	out = append(out, escape.Prose(d.Decision, outline.StrongLimit)...)
	out = append(out, "\n\n"...)
	out = append(appendLine(out, outline.Line{{Kind: outline.Strong, Text: d.Decision}}), ": "...)
	out = append(appendLine(out, cut(d.Reason, limit)), "\n\n"...)
	out = append(out, tableHead(d.Counts.Columns)...)
	for _, r := range d.Counts.Rows {
		out = append(out, tableRow(r.Cells)...)
	}
	for _, f := range d.Facts {
		out = append(appendLine(append(out, '\n'), cut(f, limit)), '\n')
	}
	return out
}

func cut(l outline.Line, limit int) outline.Line {
	l = slices.Clone(l)
	for i := range l {
		l[i].Limit = min(l[i].Limit, int32(limit))
	}
	return l
}

func piece(b outline.Block) *part {
	p := &part{}
	switch {
	case b.Table != nil:
		p.head = "\n" + tableHead(b.Table.Columns)
		for _, r := range b.Table.Rows {
			p.rows = append(p.rows, row{level: weight(r), cells: r.Cells})
		}
	case b.List != nil:
		p.head = "\n"
		for _, r := range b.List {
			p.rows = append(p.rows, row{level: weight(r), cells: r.Cells, item: true})
		}
	default:
		p.head = "\n" + string(appendLine(nil, b.Text)) + "\n"
	}
	return p
}

func (s *sheet) bytes() []byte {
	out := append(slices.Clone(s.top), s.notice...)
	for _, c := range s.sections {
		out = append(out, c.heading...)
		for _, p := range c.parts {
			out = p.append(out)
		}
	}
	return out
}

func (p *part) append(out []byte) []byte {
	left := 0
	for _, r := range p.rows {
		if r.out {
			left++
		}
	}
	out = append(out, p.caption...)
	if left == 0 || left < len(p.rows) {
		out = append(append(out, p.open...), p.head...)
		for i := range p.rows {
			if !p.rows[i].out {
				out = append(out, p.rows[i].text()...)
			}
		}
		out = append(out, p.close...)
	}
	if left > 0 {
		out = append(out, leftOut(left, len(p.rows))...)
	}
	return out
}

func leftOut(n, of int) string { return fmt.Sprintf("\n*Left out here: %d of %d rows.*\n", n, of) }

// exceeds reports whether the whole is longer than a limit.
func (s *sheet) exceeds(limit int) bool {
	n := s.fixed(false)
	for r := range s.rows() {
		if n > limit {
			return true
		}
		n += len(r.text())
	}
	return n > limit
}

// rows yields every row.
func (s *sheet) rows() iter.Seq[*row] {
	return func(yield func(*row) bool) {
		for _, c := range s.sections {
			for _, p := range c.parts {
				for i := range p.rows {
					if !yield(&p.rows[i]) {
						return
					}
				}
			}
		}
	}
}

// fixed is the size of everything but the rows; of a short report also the
// largest that its statements of what was left out can get.
func (s *sheet) fixed(short bool) int {
	n := len(s.top) + len(s.notice)
	for _, c := range s.sections {
		n += c.fixed(short)
	}
	return n
}

func (c *chapter) fixed(short bool) int {
	n := len(c.heading)
	for _, p := range c.parts {
		n += len(p.caption) + len(p.open) + len(p.head) + len(p.close)
		if short && len(p.rows) > 0 {
			n += len(leftOut(len(p.rows), len(p.rows)))
		}
	}
	return n
}

// shorten leaves out rows, and where even their headings do not fit sections,
// until the report is within limit; the top always stays. Of rows that matter
// equally each part of the report keeps its first ones.
func (s *sheet) shorten(limit int) {
	total := 0
	for r := range s.rows() {
		r.out = true
		total++
	}
	s.notice = notice(limit, total, total, len(s.sections))
	size := s.fixed(true)
	sections := len(s.sections)
	for size > limit && len(s.sections) > 0 {
		last := len(s.sections) - 1
		size -= s.sections[last].fixed(true)
		s.sections = s.sections[:last]
	}
	for cut := headCut; size > limit && cut >= leastCut; cut /= 2 {
		size -= len(s.top)
		s.top = head(s.document, cut)
		size += len(s.top)
	}
	kept := 0
	for _, r := range s.ranked() {
		if size+len(r.text()) > limit {
			break
		}
		size += len(r.text())
		r.out = false
		kept++
	}
	s.notice = notice(limit, total-kept, total, sections-len(s.sections))
}

// headCut is where a head that does not fit is cut first, and leastCut where
// last.
const (
	headCut  = 240
	leastCut = 15
)

// smallPart is how many rows a part may have that is kept with what matters
// most: they cost little, and without them a section would say nothing.
const smallPart = 3

// ranked is every row, those first that are the last to be left out.
func (s *sheet) ranked() []*row {
	type place struct {
		row   *row
		level outline.Level
		index int // within its level of its part
		part  int
	}
	var all []place
	part := 0
	for _, c := range s.sections {
		for _, p := range c.parts {
			part++
			small := len(p.rows) <= smallPart
			seen := map[outline.Level]int{}
			for i := range p.rows {
				r := &p.rows[i]
				level := max(r.level, outline.Severe) // what always matters shares the room with the severest
				if small {
					level = outline.Severe
				}
				all = append(all, place{row: r, level: level, index: seen[level], part: part})
				seen[level]++
			}
		}
	}
	slices.SortFunc(all, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.index, b.index), cmp.Compare(a.part, b.part))
	})
	rows := make([]*row, len(all))
	for i, p := range all {
		rows[i] = p.row
	}
	return rows
}

func notice(limit, left, total, sections int) []byte {
	text := fmt.Sprintf("\n**Shortened to %d bytes.** %d of %d rows are left out, the least severe first", limit, left, total)
	if sections > 0 {
		text += fmt.Sprintf(", and the last %d sections", sections)
	}
	return []byte(text + ". To see all of it: `mcpreview report --format html` or `--format json` over the same evidence.\n")
}
