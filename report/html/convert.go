package html

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"mcpreview/report/outline"
)

// A converter turns the report's Markdown into HTML. Of GitHub's extensions it
// knows tables only, and raw HTML is off: even Markdown that slipped through
// the escaping could not bring in a link that opens by itself or a script.
type converter struct {
	markdown goldmark.Markdown
	tables   *tableRenderer
}

func newConverter() *converter {
	c := &converter{tables: &tableRenderer{}}
	c.markdown = goldmark.New(
		goldmark.WithExtensions(extension.Table),
		// Before the extension's own renderer, which stands at 500.
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(c.tables, 100))),
	)
	return c
}

func (c *converter) convert(source []byte, t *outline.Table) template.HTML {
	var b bytes.Buffer
	c.tables.table, c.tables.row = t, -1
	if err := c.markdown.Convert(source, &b); err != nil {
		panic("html: a buffer failed: " + err.Error())
	}
	return template.HTML(b.String())
}

// A tableRenderer writes the one table of a block with what Markdown cannot
// say: a caption, the scope of headers, anchors, and classes.
type tableRenderer struct {
	table *outline.Table
	row   int // in table.Rows; -1 in the header
	cell  int
}

// RegisterFuncs takes over the rendering of tables.
func (r *tableRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(extast.KindTable, r.wholeTable)
	reg.Register(extast.KindTableHeader, r.header)
	reg.Register(extast.KindTableRow, r.bodyRow)
	reg.Register(extast.KindTableCell, r.tableCell)
}

func (r *tableRenderer) wholeTable(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<table>\n<caption>" + template.HTMLEscapeString(r.table.Caption) + "</caption>\n")
	} else {
		_, _ = w.WriteString("</table>\n")
	}
	return ast.WalkContinue, nil
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

var levelClasses = map[outline.Level]string{
	outline.Always: "always", outline.Severe: "severe", outline.Open: "open", outline.Settled: "settled", outline.Minor: "minor",
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
	class := levelClasses[row.Level]
	if row.Policy {
		class += " policy"
	}
	_, _ = fmt.Fprintf(w, `<tr class="%s"`, class)
	if row.Anchor != "" {
		_, _ = fmt.Fprintf(w, ` id="%s"`, template.HTMLEscapeString(row.Anchor))
	}
	_ = w.WriteByte('>')
	return ast.WalkContinue, nil
}

func (r *tableRenderer) tableCell(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	column := r.table.Columns[r.cell]
	tag, attributes, self := r.cellTag(column)
	if entering {
		_, _ = w.WriteString("<" + tag + attributes + ">")
		return ast.WalkContinue, nil
	}
	_, _ = w.WriteString(self + "</" + tag + ">")
	r.cell++
	return ast.WalkContinue, nil
}

// cellTag is the element of the cell at hand, its attributes, and the link to
// its own row that the named cell of an anchored row ends with.
func (r *tableRenderer) cellTag(c outline.Column) (tag, attributes, self string) {
	class := ""
	switch c.Kind {
	case outline.Number:
		class = "number"
	case outline.Main:
		class = "main"
	case outline.Decision:
		class = "decision"
	case outline.Wide:
		class = "wide"
	}
	if r.row < 0 {
		return "th", ` scope="col"` + classAttribute(class), ""
	}
	row := r.table.Rows[r.row]
	line := row.Cells[r.cell]
	switch {
	case c.Kind == outline.Decision && len(line) > 0:
		class += " " + tone(line[0].Text)
	case len(line) == 0 || len(line) == 1 && line[0].Text == nothing:
		class = strings.TrimSpace(class + " nothing")
	}
	if c.Kind != outline.Name {
		// On a narrow screen a row is a card, and each cell says what it is.
		return "td", classAttribute(class) + ` data-label="` + template.HTMLEscapeString(c.Title) + `"`, ""
	}
	if row.Anchor != "" {
		self = ` <a class="self" href="#` + template.HTMLEscapeString(row.Anchor) + `" aria-label="Link to this row">#</a>`
	}
	return "th", ` scope="row"`, self
}

// nothing is what the report writes where there is none of something.
const nothing = "none"

func classAttribute(class string) string {
	if class == "" {
		return ""
	}
	return ` class="` + class + `"`
}
