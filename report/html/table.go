package html

import (
	"html/template"
	"regexp"
	"slices"
	"strings"
	"sync"

	"mcpreview/report/outline"
)

// A tableWriter writes one table: with a caption, the scope of headers, anchors,
// classes, and what stands behind each row.
type tableWriter struct {
	strings.Builder
	*outline.Table
	columns []int // of the table, as they are shown
	main    int   // the main column; -1 for none
}

// table writes a table whole.
func table(t *outline.Table) template.HTML {
	w := &tableWriter{Table: t, main: mainColumn(t)}
	for j := range t.Columns {
		if !below(t, j) {
			w.columns = append(w.columns, j)
		}
	}
	w.write("<table", classAttribute(tableClass(t)), ">\n<caption>", template.HTMLEscapeString(t.Caption), "</caption>\n")
	w.header()
	if len(t.Rows) > 0 {
		w.write("<tbody>\n")
		for i := range t.Rows {
			w.row(&t.Rows[i])
		}
		w.write("</tbody>\n")
	}
	w.write("</table>\n")
	return template.HTML(w.String())
}

func (w *tableWriter) write(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
}

// tableClass tells a table that fits a phone from one whose rows become cards
// there.
func tableClass(t *outline.Table) string {
	notNumber := func(c outline.Column) bool { return c.Kind != outline.Number }
	if len(t.Columns) > 2 && slices.ContainsFunc(t.Columns[1:], notNumber) {
		return "cards"
	}
	return ""
}

func (w *tableWriter) header() {
	w.write("<thead>\n<tr>")
	for _, j := range w.columns {
		c := w.Columns[j]
		w.write(`<th scope="col"`, classAttribute(kindClasses[c.Kind]), ">", template.HTMLEscapeString(c.Title), "</th>")
	}
	w.write("</tr>\n</thead>\n")
}

func (w *tableWriter) row(r *outline.Row) {
	w.write("<tr", classAttribute(rowClasses(*r)))
	if r.Anchor != "" {
		w.write(` id="`, template.HTMLEscapeString(r.Anchor), `"`)
	}
	w.write(">")
	for _, j := range w.columns {
		tag, attributes := cellTag(w.Columns[j], r.Cells[j])
		w.write("<", tag, attributes, ">", inline(r.Cells[j]))
		if j == w.main {
			w.asides(r)
		}
		if w.Columns[j].Kind == outline.Name {
			w.write(permalink(r))
		}
		w.write("</", tag, ">")
	}
	w.write("</tr>\n")
}

var kindClasses = map[outline.Kind]string{
	outline.Number: "number", outline.Main: "main", outline.Decision: "decision", outline.Wide: "wide",
}

// cellTag is the element of a cell, and its attributes.
func cellTag(column outline.Column, line outline.Line) (tag, attributes string) {
	class := kindClasses[column.Kind]
	switch {
	case column.Kind == outline.Decision && len(line) > 0:
		class += " " + tone(line[0].Text)
	case isNothing(line):
		class = strings.TrimSpace(class + " nothing")
	}
	switch column.Kind {
	case outline.Name:
		if len(line) == 1 && line[0].Kind == outline.Own && onlyNumber().MatchString(line[0].Text) {
			return "th", ` scope="row"` + label(column)
		}
		return "th", ` scope="row"`
	case outline.Main, outline.Decision:
		return "td", classAttribute(class)
	}
	// On a narrow screen a row is a card, and each cell says what it is.
	return "td", classAttribute(class) + label(column)
}

// onlyNumber is a name that says little without its column's title.
var onlyNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9]{1,9}$`)
})

func label(c outline.Column) string {
	return ` data-label="` + template.HTMLEscapeString(c.Title) + `"`
}

// permalink is the link to its own row that the name of an anchored row ends
// with.
func permalink(row *outline.Row) string {
	if row.Anchor == "" {
		return ""
	}
	return ` <a class="self" href="#` + template.HTMLEscapeString(row.Anchor) + `" aria-label="Link to this row">#</a>`
}

// nothing is what the report writes where there is none of something.
const nothing = "none"

func isNothing(l outline.Line) bool {
	return len(l) == 0 || len(l) == 1 && (l[0].Text == "" || l[0].Kind == outline.Own && l[0].Text == nothing)
}

func classAttribute(class string) string {
	if class == "" {
		return ""
	}
	return ` class="` + class + `"`
}
