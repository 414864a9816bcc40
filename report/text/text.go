// Package text writes a review for a terminal or a log: tables that fit the
// width, no control characters, and colours only where they are asked for.
package text

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"mcpreview/report"
	"mcpreview/report/escape"
	"mcpreview/report/outline"
)

// The widths that a report is laid out for, in columns.
const (
	DefaultWidth = 120
	MinWidth     = 80
	MaxWidth     = 200
)

// Options say how a review is written.
type Options struct {
	Width int // of the terminal; 0 means DefaultWidth, others are held within MinWidth and MaxWidth
	// Colour sets decisions and titles in colours. It changes nothing else.
	Colour bool
}

// Write writes r. The same review and options give the same bytes; an error is
// one of w.
func Write(w io.Writer, r *report.Review, opt Options) error {
	return WriteDocument(w, outline.New(r), opt)
}

// WriteDocument is Write for what is arranged already.
func WriteDocument(w io.Writer, d *outline.Document, opt Options) error {
	width := opt.Width
	if width == 0 {
		width = DefaultWidth
	}
	p := &printer{out: bufio.NewWriter(w), width: min(max(width, MinWidth), MaxWidth), colour: opt.Colour}
	p.document(d)
	return p.out.Flush()
}

type printer struct {
	out    *bufio.Writer // keeps the first error until it is flushed
	width  int
	colour bool
}

func (p *printer) document(d *outline.Document) {
	verdict := escape.Terminal(d.Decision, outline.StrongLimit)
	p.heading(d.Title+": "+verdict, "=")
	p.verdict(d.Decision, verdict+": "+line(d.Reason))
	p.table(&d.Counts)
	for _, f := range d.Facts {
		p.paragraph(line(f))
	}
	for _, s := range d.Sections {
		p.section(s)
	}
}

func (p *printer) section(s outline.Section) {
	p.out.WriteByte('\n')
	p.heading(s.Title, "-")
	tables := 0
	for _, b := range s.Blocks {
		if b.Table != nil {
			tables++
		}
	}
	for _, b := range s.Blocks {
		switch {
		case b.Table != nil:
			if tables > 1 {
				p.paragraph(b.Table.Caption + ":")
			}
			p.table(b.Table)
		case b.List != nil:
			p.list(b.List)
		default:
			p.paragraph(line(b.Text))
		}
	}
}

func (p *printer) heading(title, rule string) {
	shown := title
	if p.colour {
		shown = bold.set(title)
	}
	p.out.WriteString(shown + "\n" + strings.Repeat(rule, Width(title)) + "\n")
}

func (p *printer) painted(decision string) string {
	if !p.colour {
		return decision
	}
	return colours[decision].set(decision)
}

// verdict is a paragraph that starts with the decision.
func (p *printer) verdict(decision, s string) {
	p.out.WriteByte('\n')
	for i, l := range wrap(nil, s, p.width) {
		if rest, ok := strings.CutPrefix(l, decision); ok && i == 0 {
			l = p.painted(decision) + rest
		}
		p.out.WriteString(l + "\n")
	}
}

func (p *printer) paragraph(s string) {
	p.out.WriteByte('\n')
	for _, l := range wrap(nil, s, p.width) {
		p.out.WriteString(l + "\n")
	}
}

func (p *printer) list(rows []outline.Row) {
	const bullet = "  - "
	p.out.WriteByte('\n')
	for _, r := range rows {
		indent := bullet
		for _, l := range wrap(nil, line(r.Cells[0]), p.width-len(bullet)) {
			p.out.WriteString(indent + l + "\n")
			indent = strings.Repeat(" ", len(bullet))
		}
	}
}

// line is a line as a terminal may show it.
func line(l outline.Line) string {
	if len(l) == 1 {
		return span(l[0])
	}
	var b strings.Builder
	for _, s := range l {
		b.WriteString(apart(b.String(), span(s)))
	}
	return b.String()
}

// apart is what follows on a line, without the command to a build log that two
// spans could make of their ends: each of them is escaped for itself.
func apart(line, next string) string {
	begins := func(c string) bool { return strings.HasSuffix(line, c) && strings.HasPrefix(next, c) }
	switch {
	case begins("#"), begins(":") && (line == ":" || strings.HasSuffix(line, " :")):
		return fmt.Sprintf("<U+%04X>", next[0]) + next[1:]
	}
	return next
}

func span(s outline.Span) string {
	switch s.Kind {
	case outline.Own:
		return s.Text
	case outline.Strong:
		return escape.Terminal(s.Text, outline.StrongLimit)
	case outline.Said:
		return escape.Terminal(s.Text, int(s.Limit))
	case outline.Code:
		return set(escape.Terminal(s.Text, int(s.Limit)))
	}
	panic("text: invalid span kind")
}

// set is a name, place or digest in double quotes where it could be taken for
// anything else: a name with spaces for two columns, and "none" for our own word.
func set(s string) string {
	if s != "" && s != nothingSaid && s != unnamed && !strings.ContainsAny(s, ` "`) {
		return s
	}
	return `"` + quotes.Replace(s) + `"`
}

// unnamed is our word for a caller without a name.
const unnamed = "unnamed"

var quotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
