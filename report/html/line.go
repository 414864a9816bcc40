package html

import (
	"html/template"
	"regexp"
	"strings"
	"sync"

	"mcpreview/report/escape"
	"mcpreview/report/outline"
)

// inline is a line as HTML. As in the Markdown form, all that is not a plain word
// is code.
func inline(l outline.Line) string {
	var b strings.Builder
	for _, s := range l {
		text := span(s)
		if strings.HasPrefix(text, "<code") && strings.HasSuffix(b.String(), "</code>") {
			b.WriteByte(' ') // or two would read as one
		}
		b.WriteString(text)
	}
	return strings.Trim(b.String(), " ")
}

func span(s outline.Span) string {
	switch s.Kind {
	case outline.Own:
		return escape.WordsAs(s.Text, code)
	case outline.Strong:
		if escape.Bold(s.Text, outline.StrongLimit) {
			return "<strong>" + s.Text + "</strong>"
		}
		return escape.CodeAs(s.Text, outline.StrongLimit, code)
	case outline.Said:
		return escape.ProseAs(s.Text, int(s.Limit), code)
	case outline.Code:
		return escape.CodeAs(s.Text, int(s.Limit), code)
	}
	panic("html: invalid span kind")
}

var digest = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(sha256:)?[0-9a-f]{64}$`)
})

// code is text set as code. Digests are marked: they are shown in part unless the
// reader asks for the whole.
func code(text string) string {
	switch {
	case text == "":
		return ""
	case digest().MatchString(text):
		return `<code class="digest">` + text + "</code>"
	}
	return "<code>" + template.HTMLEscapeString(text) + "</code>"
}

// paragraph is a line alone.
func paragraph(l outline.Line) template.HTML {
	text := inline(l)
	if text == "" {
		return ""
	}
	return template.HTML("<p>" + text + "</p>\n")
}

// items are the rows of a list.
func items(rows []outline.Row) template.HTML {
	var b strings.Builder
	b.WriteString("<ul>\n")
	for _, r := range rows {
		b.WriteString("<li>" + inline(r.Cells[0]) + "</li>\n")
	}
	b.WriteString("</ul>\n")
	return template.HTML(b.String())
}
