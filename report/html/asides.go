package html

import (
	"html/template"

	"mcpreview/report/outline"
)

// What a table says aside, in columns of places and short sentences, stands
// below the row's main sentence: there it has the room to be read.

// below reports whether column j of a table is told below the main sentence.
func below(t *outline.Table, j int) bool {
	c, main := t.Columns[j], mainColumn(t)
	if !c.Aside || c.Apart || main < 0 {
		return false
	}
	return c.Kind == outline.Wide || c.Kind == outline.Detail && j > main && len(t.Columns) > roomFor
}

// roomFor is how many columns a table may have before what is told aside in it
// gives way to the main one.
const roomFor = 6

// mainColumn is the index of the table's main column; -1 for none.
func mainColumn(t *outline.Table) int {
	for j, c := range t.Columns {
		if c.Kind == outline.Main {
			return j
		}
	}
	return -1
}

// asides writes what stands below the main sentence of a row.
func (w *tableWriter) asides(r *outline.Row) {
	if r.Why != nil {
		w.write(` <button popovertarget="`, cardID(r.Why), `">Why `, r.Why.ID, "</button>")
	}
	told := false
	tell := func(title, content string) {
		if !told {
			w.write("<dl>")
			told = true
		}
		w.write("<div><dt>", template.HTMLEscapeString(title), "</dt><dd>", content, "</dd></div>")
	}
	for j, c := range w.Columns {
		if below(w.Table, j) && !isNothing(r.Cells[j]) {
			tell(c.Title, inline(r.Cells[j]))
		}
	}
	if len(r.See.Refs) > 0 {
		tell(r.See.Title, references(r.See.Refs))
	}
	if told {
		w.write("</dl>")
	}
}

// references are links to other rows.
func references(refs []outline.Ref) string {
	links := ""
	for i, ref := range refs {
		if i > 0 {
			links += ", "
		}
		links += `<a href="#` + template.HTMLEscapeString(ref.Anchor) + `">` + template.HTMLEscapeString(ref.Text) + `</a>`
	}
	return links
}
