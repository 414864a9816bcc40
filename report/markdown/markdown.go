// Package markdown writes a review as GitHub-flavoured Markdown, for a comment
// on a pull request.
package markdown

import (
	"bytes"
	"io"

	"mcpreview/report"
	"mcpreview/report/escape"
	"mcpreview/report/outline"
)

// DefaultMaxBytes keeps a report under the 65,536 characters that code hosts
// allow a comment, with room for a caller's own words.
const DefaultMaxBytes = 60000

// Options say how a review is written.
type Options struct {
	// MaxBytes is the size that the report is kept under, as long as the
	// verdict fits: rows are left out from the least severe up, and the report
	// says how many. 0 means DefaultMaxBytes, less than 0 no bound.
	MaxBytes int
}

// Write writes r. The same review and options give the same bytes; an error is
// one of w.
func Write(w io.Writer, r *report.Review, opt Options) error {
	return WriteDocument(w, outline.New(r), opt)
}

// WriteDocument is Write for what is arranged already.
func WriteDocument(w io.Writer, document *outline.Document, opt Options) error {
	limit := opt.MaxBytes
	if limit == 0 {
		limit = DefaultMaxBytes
	}
	d := draft(document)
	if limit > 0 && d.exceeds(limit) {
		d.shorten(limit)
	}
	_, err := w.Write(d.bytes())
	return err
}

func appendLine(out []byte, l outline.Line) []byte {
	start := len(out)
	for _, span := range l {
		text := spanText(span)
		if len(out) > start && len(text) > 0 && out[len(out)-1] == '`' && text[0] == '`' {
			out = append(out, ' ') // two fences in touch are one longer fence
		}
		out = append(out, text...)
	}
	return out
}

func spanText(s outline.Span) string {
	switch s.Kind {
	case outline.Own:
		return escape.Words(s.Text)
	case outline.Strong:
		if escape.Bold(s.Text, outline.StrongLimit) {
			return "**" + s.Text + "**"
		}
		return escape.Code(s.Text, outline.StrongLimit)
	case outline.Said:
		return escape.Prose(s.Text, int(s.Limit))
	case outline.Code:
		return escape.Code(s.Text, int(s.Limit))
	}
	panic("markdown: invalid span kind")
}

func tableHead(columns []outline.Column) string {
	var b bytes.Buffer
	for _, c := range columns {
		b.WriteString("| ")
		b.WriteString(c.Title)
		b.WriteByte(' ')
	}
	b.WriteString("|\n")
	for _, c := range columns {
		if c.Kind == outline.Number {
			b.WriteString("| ---: ")
		} else {
			b.WriteString("| --- ")
		}
	}
	b.WriteString("|\n")
	return b.String()
}

func tableRow(cells []outline.Line) []byte {
	var out []byte
	for _, c := range cells {
		out = append(out, "| "...)
		out = appendLine(out, c)
		out = append(out, ' ')
	}
	return append(out, "|\n"...)
}

func listItem(cells []outline.Line) []byte {
	return append(appendLine([]byte("- "), cells[0]), '\n')
}
