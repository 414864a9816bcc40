package html

import (
	"fmt"
	"html/template"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"mcpreview/report/outline"
)

// What a table says aside, in columns of places and short sentences, stands
// below the row's main sentence: there it has the room to be read.

var (
	kindAsides = ast.NewNodeKind("Asides")
	kindAside  = ast.NewNodeKind("Aside")
)

// asides are what stands below the main sentence of a row.
type asides struct {
	ast.BaseInline
	row outline.Row
}

func (*asides) Kind() ast.NodeKind            { return kindAsides }
func (n *asides) Dump(source []byte, lvl int) { ast.DumpHelper(n, source, lvl, nil, nil) }

// An aside is what was the cell of a column.
type aside struct {
	ast.BaseInline
	title string
}

func (*aside) Kind() ast.NodeKind            { return kindAside }
func (n *aside) Dump(source []byte, lvl int) { ast.DumpHelper(n, source, lvl, nil, nil) }

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

// arrange moves the cells that are told aside into the row's main cell.
func arrange(document ast.Node, t *outline.Table) {
	at := mainColumn(t)
	if at < 0 {
		return
	}
	row := -1
	for n := document.FirstChild().FirstChild(); n != nil; n = n.NextSibling() {
		var cells []ast.Node
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			cells = append(cells, c)
		}
		list := &asides{}
		if n.Kind() == extast.KindTableRow {
			row++
			list.row = t.Rows[row]
		}
		for j, c := range cells {
			if below(t, j) {
				n.RemoveChild(n, c)
				if row >= 0 && !isNothing(list.row.Cells[j]) {
					list.AppendChild(list, told(c, t.Columns[j].Title))
				}
			}
		}
		if row >= 0 && (list.HasChildren() || list.row.Why != nil || len(list.row.See.Refs) > 0) {
			cells[at].AppendChild(cells[at], list)
		}
	}
}

// told is a cell's content under a title.
func told(cell ast.Node, title string) ast.Node {
	a := &aside{title: title}
	for c := cell.FirstChild(); c != nil; {
		next := c.NextSibling()
		a.AppendChild(a, c)
		c = next
	}
	return a
}

func (r *tableRenderer) asideList(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	row := n.(*asides).row
	told := n.HasChildren() || len(row.See.Refs) > 0
	if entering {
		if row.Why != nil {
			_, _ = fmt.Fprintf(w, ` <button popovertarget="%s">Why %s</button>`, cardID(row.Why), row.Why.ID)
		}
		if told {
			_, _ = w.WriteString("<dl>")
		}
		return ast.WalkContinue, nil
	}
	if len(row.See.Refs) > 0 {
		_, _ = w.WriteString("<div><dt>" + row.See.Title + "</dt><dd>" + references(row.See.Refs) + "</dd></div>")
	}
	if told {
		_, _ = w.WriteString("</dl>")
	}
	return ast.WalkContinue, nil
}

func (r *tableRenderer) aside(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<div><dt>" + template.HTMLEscapeString(n.(*aside).title) + "</dt><dd>")
	} else {
		_, _ = w.WriteString("</dd></div>")
	}
	return ast.WalkContinue, nil
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
