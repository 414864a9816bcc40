// Package html writes a review as one HTML file that needs nothing else: no
// script, no font, no picture from anywhere. The text of its sections is the
// Markdown of report/markdown, turned into HTML by goldmark with raw HTML off;
// what surrounds it is this package's own template.
package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"slices"

	"mcpreview/report"
	"mcpreview/report/escape"
	"mcpreview/report/markdown"
	"mcpreview/report/outline"
)

//go:embed page.css
var css string

//go:embed page.tmpl
var pageSource string

var page = template.Must(template.New("page").Parse(pageSource))

// policy is the page's content security policy: nothing loads, and only the
// page's own style sheet applies.
var policy = func() string {
	sum := sha256.Sum256([]byte(css))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; img-src 'none'; base-uri 'none'; form-action 'none'"
}()

// Write writes r. The same review gives the same bytes; an error is one of w.
func Write(w io.Writer, r *report.Review) error {
	return WriteDocument(w, outline.New(r))
}

// WriteDocument is Write for what is arranged already.
func WriteDocument(w io.Writer, d *outline.Document) error {
	return page.Execute(w, newView(d))
}

// A view is what the template fills in. Its HTML comes from goldmark.
type view struct {
	CSS      template.CSS
	Policy   string
	Title    string
	Decision string
	Tone     string
	Reason   template.HTML
	Bars     []bar
	Counts   block
	Facts    []template.HTML
	Sections []section
	// PolicyRows reports that there are rows to hide that rest on house policy.
	PolicyRows bool
}

type section struct {
	ID, Title string
	Rows      int // in its tables and lists
	Blocks    []block
}

type block struct {
	Caption string
	Fold    string
	HTML    template.HTML
	Table   bool
	Chains  []drawing
	More    int // chains that are not drawn
}

func newView(d *outline.Document) view {
	c := newConverter()
	decision, left := escape.Visible(d.Decision, outline.StrongLimit)
	v := view{
		CSS: template.CSS(css), Policy: policy, Title: d.Title,
		Decision: decision + escape.Left(left), Tone: tone(d.Decision),
		Reason: c.paragraph(d.Reason),
		Bars:   bars(d.Counts),
		Counts: c.block(outline.Block{Table: &d.Counts}),
	}
	for _, f := range d.Facts {
		v.Facts = append(v.Facts, c.paragraph(f))
	}
	for _, s := range d.Sections {
		out := section{ID: s.ID, Title: s.Title}
		for _, b := range s.Blocks {
			out.Blocks = append(out.Blocks, c.block(b))
			if b.Table != nil {
				out.Rows += len(b.Table.Rows)
				v.PolicyRows = v.PolicyRows || slices.ContainsFunc(b.Table.Rows, func(r outline.Row) bool { return r.Policy })
			}
			if b.Chains == nil {
				out.Rows += len(b.List)
			}
		}
		v.Sections = append(v.Sections, out)
	}
	return v
}

func (c *converter) paragraph(l outline.Line) template.HTML {
	return c.convert(markdown.Inline(l), nil)
}

func (c *converter) block(b outline.Block) block {
	out := block{Fold: b.Fold}
	switch {
	case b.Chains != nil:
		out.Chains, out.More = c.drawings(b.Chains)
	case b.Table != nil:
		out.Table, out.Caption = true, b.Table.Caption
		out.HTML = c.convert(markdown.Block(b), b.Table)
	default:
		out.HTML = c.convert(markdown.Block(b), nil)
	}
	return out
}

// tone is the class that colours a decision, effect or state.
func tone(s string) string {
	switch s {
	case "ADMIT", "APPROVE", "pass", "ok", "passed", "expected failure":
		return "good"
	case "CONDITIONAL", "conditional", "condition", "request", "not exercised":
		return "open"
	case "REJECT", "REFUSE", "reject", "refuse", "fail", "blocking", "failed", "otherwise", "unexpected pass", "unexpected failure", "wrong reason":
		return "bad"
	}
	return "calm"
}
