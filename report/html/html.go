// Package html writes a review as one HTML file that needs nothing else: no
// script, no font, no picture from anywhere. Of what the evidence says only
// plain words stand outside of code, as in the Markdown form, and every character
// of code that HTML knows is escaped; what surrounds it is a template. What a page of scripts
// would do, native elements do: details fold, popovers explain, and radio
// buttons with the style sheet's :has() filter.
package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"sync"

	"mcpreview/report"
	"mcpreview/report/escape"
	"mcpreview/report/outline"
)

//go:embed page.css
var css string

//go:embed page.tmpl
var pageSource string

var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageSource))
})

// policy is a page's content security policy: nothing loads, and only the
// page's own style sheet applies.
func policy(sheet string) string {
	sum := sha256.Sum256([]byte(sheet))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'"
}

// Write writes r. The same review gives the same bytes; an error is one of w.
func Write(w io.Writer, r *report.Review) error {
	return WriteDocument(w, outline.New(r))
}

// WriteDocument is Write for what is arranged already.
func WriteDocument(w io.Writer, d *outline.Document) error {
	return page().Execute(w, newView(d))
}

// A view is what the template fills in. Its HTML is made of lines (see inline).
type view struct {
	CSS      template.CSS
	Policy   string
	Title    string
	Decision string
	Tone     string
	Reason   template.HTML
	Bars     []bar
	Counts   template.HTML
	Facts    []template.HTML
	Filter   filter
	Sections []section
	Cards    []card
}

type section struct {
	ID, Title string
	Rows      int // in its tables and lists
	Judged    bool
	Shown     string // classes of the filters under which it has rows
	Blocks    []block
}

func newView(d *outline.Document) view {
	decision, left := escape.Visible(d.Decision, outline.StrongLimit)
	v := view{
		Title:    d.Title,
		Decision: decision + escape.Left(left), Tone: tone(d.Decision),
		Reason: paragraph(d.Reason),
		Bars:   bars(d.Counts),
		Counts: table(&d.Counts),
		Filter: newFilter(d),
		Cards:  cards(d),
	}
	for _, f := range d.Facts {
		v.Facts = append(v.Facts, paragraph(f))
	}
	for _, s := range d.Sections {
		v.Sections = append(v.Sections, newSection(s))
	}
	sheet := css + v.Filter.sheet()
	v.CSS, v.Policy = template.CSS(sheet), policy(sheet)
	return v
}

func newSection(s outline.Section) section {
	out := section{ID: s.ID, Title: s.Title}
	shown := tally{}
	for _, b := range s.Blocks {
		out.Blocks = append(out.Blocks, newBlock(b))
		switch {
		case b.Table != nil:
			out.Rows += len(b.Table.Rows)
			out.Judged = shown.add(b.Table.Rows) || out.Judged
		case b.Chains == nil:
			out.Rows += len(b.List)
		}
	}
	out.Shown = shown.classes()
	return out
}

// tone is the class that colours a decision, effect or state.
func tone(s string) string {
	switch s {
	case "ADMIT", "APPROVE", "pass", "ok", "passed", "expected failure":
		return "good"
	case "CONDITIONAL", "conditional", "condition", "request", "not exercised", "waiting", "changed", "renamed", "removed", "added", "omitted":
		return "open"
	case "REJECT", "REFUSE", "reject", "refuse", "fail", "blocking", "failed", "otherwise", "unexpected pass", "unexpected failure", "wrong reason":
		return "bad"
	}
	return "calm"
}
