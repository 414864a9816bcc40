package html

import (
	"bytes"
	"html/template"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"mcpreview/report/markdown"
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

func (c *converter) convert(source []byte) template.HTML {
	var b bytes.Buffer
	if err := c.markdown.Convert(source, &b); err != nil {
		panic("html: a buffer failed: " + err.Error())
	}
	return template.HTML(b.String())
}

func (c *converter) paragraph(l outline.Line) template.HTML {
	return c.convert(markdown.Inline(l))
}

// table converts a table whole.
func (c *converter) table(t *outline.Table) template.HTML {
	source := markdown.Block(outline.Block{Table: t})
	document := c.markdown.Parser().Parse(text.NewReader(source))
	arrange(document, t)
	c.tables.begin(t)
	var b bytes.Buffer
	if err := c.markdown.Renderer().Render(&b, source, document); err != nil {
		panic("html: a buffer failed: " + err.Error())
	}
	return template.HTML(b.String())
}
