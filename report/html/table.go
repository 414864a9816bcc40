package html

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"mcpreview/report/outline"
)

// A tableRenderer writes one table with what Markdown cannot say: a caption, the
// scope of headers, anchors, classes, and what stands behind each row.
type tableRenderer struct {
	table   *outline.Table
	columns []int // of table.Columns, as they are shown
	row     int   // in table.Rows; -1 in the header
	cell    int   // in columns
}

func (r *tableRenderer) begin(t *outline.Table) {
	r.table, r.row = t, -1
	r.columns = r.columns[:0]
	for j := range t.Columns {
		if !below(t, j) {
			r.columns = append(r.columns, j)
		}
	}
}

// RegisterFuncs takes over the rendering of tables and of code.
func (r *tableRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(extast.KindTable, r.wholeTable)
	reg.Register(extast.KindTableHeader, r.header)
	reg.Register(extast.KindTableRow, r.bodyRow)
	reg.Register(extast.KindTableCell, r.tableCell)
	reg.Register(kindAsides, r.asideList)
	reg.Register(kindAside, r.aside)
	reg.Register(ast.KindCodeSpan, codeSpan)
}

func (r *tableRenderer) wholeTable(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<table" + classAttribute(tableClass(r.table)) + ">\n<caption>" + template.HTMLEscapeString(r.table.Caption) + "</caption>\n")
	} else {
		_, _ = w.WriteString("</table>\n")
	}
	return ast.WalkContinue, nil
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

func (r *tableRenderer) header(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		r.cell = 0
		_, _ = w.WriteString("<thead>\n<tr>")
	} else {
		_, _ = w.WriteString("</tr>\n</thead>\n")
	}
	return ast.WalkContinue, nil
}

func (r *tableRenderer) bodyRow(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, _ = w.WriteString("</tr>\n")
		if n.NextSibling() == nil {
			_, _ = w.WriteString("</tbody>\n")
		}
		return ast.WalkContinue, nil
	}
	if n.PreviousSibling().Kind() == extast.KindTableHeader {
		_, _ = w.WriteString("<tbody>\n")
	}
	r.row++
	r.cell = 0
	row := r.table.Rows[r.row]
	_, _ = w.WriteString("<tr" + classAttribute(rowClasses(row)))
	if row.Anchor != "" {
		_, _ = fmt.Fprintf(w, ` id="%s"`, template.HTMLEscapeString(row.Anchor))
	}
	_ = w.WriteByte('>')
	return ast.WalkContinue, nil
}

func (r *tableRenderer) tableCell(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	j := r.columns[r.cell]
	tag, attributes := r.cellTag(j)
	if entering {
		_, _ = w.WriteString("<" + tag + attributes + ">")
		return ast.WalkContinue, nil
	}
	if r.row >= 0 && r.table.Columns[j].Kind == outline.Name {
		_, _ = w.WriteString(permalink(r.table.Rows[r.row]))
	}
	_, _ = w.WriteString("</" + tag + ">")
	r.cell++
	return ast.WalkContinue, nil
}

var kindClasses = map[outline.Kind]string{
	outline.Number: "number", outline.Main: "main", outline.Decision: "decision", outline.Wide: "wide",
}

// cellTag is the element of a cell of column j, and its attributes.
func (r *tableRenderer) cellTag(j int) (tag, attributes string) {
	column := r.table.Columns[j]
	class := kindClasses[column.Kind]
	if r.row < 0 {
		return "th", ` scope="col"` + classAttribute(class)
	}
	line := r.table.Rows[r.row].Cells[j]
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
func permalink(row outline.Row) string {
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

var digest = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(sha256:)?[0-9a-f]{64}$`)
})

// codeSpan marks digests, which are shown in part unless the reader asks for
// the whole.
func codeSpan(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, _ = w.WriteString("</code>")
		return ast.WalkContinue, nil
	}
	var text []byte
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		text = append(text, c.(*ast.Text).Segment.Value(source)...)
	}
	class := ""
	if digest().Match(text) {
		class = "digest"
	}
	_, _ = w.WriteString("<code" + classAttribute(class) + ">")
	_, _ = w.Write(util.EscapeHTML(text))
	return ast.WalkSkipChildren, nil
}
