package outline

import (
	"mcpreview/internal/rule"
	"mcpreview/report"
)

func (b *builder) pagination() Section {
	s := Section{ID: "pagination", Title: "Pagination"}
	if len(b.Listings) == 0 {
		s.Blocks = []Block{text(own("The evidence holds no listing."))}
		return s
	}
	listings := &Table{Caption: "Passes over list methods", Columns: []Column{
		{Title: "Listing", Kind: Name}, {Title: "Decision", Kind: Decision}, {Title: "Reason", Kind: Main},
		{Title: "Complete", Kind: Detail, Aside: true}, {Title: "Pages", Kind: Number, Aside: true}, {Title: "Items", Kind: Number, Aside: true},
	}}
	pages := &Table{Caption: "Pages in the order of their cursors", Columns: []Column{
		{Title: "Page", Kind: Name}, {Title: "Listing", Kind: Detail, Aside: true}, {Title: "Items", Kind: Number},
		{Title: "Cursor sent", Kind: Detail, Aside: true}, {Title: "nextCursor", Kind: Detail, Aside: true}, {Title: "Place", Kind: Main},
	}}
	chains := Block{}
	for _, l := range b.Listings {
		items, complete := 0, "no"
		if l.Complete {
			complete = "yes"
		}
		for i, p := range l.Pages {
			items += p.Items
			pages.Rows = append(pages.Rows, Row{Level: pageLevel(l), Cells: []Line{
				words(number(i + 1)), listingName(l), words(number(p.Items)),
				{said(cursor(p.CursorSent))}, {said(cursor(p.NextCursor))}, b.place(p.Source),
			}})
		}
		listings.Rows = append(listings.Rows, Row{Level: level(l.Decision), Cells: []Line{
			listingName(l), {decided(l.Decision)}, b.reason(l.Reason), words(complete), words(number(len(l.Pages))), words(number(items)),
		}})
		c := chain(l)
		chains.Chains = append(chains.Chains, c)
		chains.List = append(chains.List, Row{Level: level(l.Decision), Cells: []Line{c.line()}})
	}
	s.Blocks = []Block{
		text(own("Cursors are opaque: a page shows whether one was sent and returned, never which. An empty cursor is a cursor.")),
		{Table: listings},
		chains,
	}
	s.add(pages)
	return s
}

// pageLevel lets the pages of a listing that went wrong outlive the others,
// after the listings themselves.
func pageLevel(l report.Listing) Level {
	return min(level(l.Decision)+1, Minor)
}

func listingName(l report.Listing) Line {
	return append(append(Line{name(l.Method), own(" by ")}, named(l.Caller, "an unnamed caller")...), own(", pass "+number(l.Pass)))
}

// cursor is a cursor's state in words; an empty one is shown as the string
// that has to be sent.
func cursor(state string) string {
	if state == "empty" {
		return `""`
	}
	return state
}

// A Chain is the pages of one listing as they can be drawn.
type Chain struct {
	Listing  Line
	Decision string
	Complete bool
	Links    []Link
}

// A Link is one page and the cursors on both sides of it.
type Link struct {
	Sent, Next string // as in the table of pages
	Items      int
	Broken     bool // what was sent is not what the page before returned
}

func chain(l report.Listing) Chain {
	c := Chain{Listing: listingName(l), Decision: l.Decision, Complete: l.Complete}
	for i, p := range l.Pages {
		k := Link{Sent: cursor(p.CursorSent), Next: cursor(p.NextCursor), Items: p.Items}
		k.Broken = i > 0 && p.CursorSent != "unknown" && p.CursorSent != l.Pages[i-1].NextCursor
		c.Links = append(c.Links, k)
	}
	return c
}

// drawn is how many pages of a chain are shown before it is shortened.
const drawn = 8

// Shown returns the links to draw and how many were left out before the last
// of them.
func (c Chain) Shown() (links []Link, left int) {
	n := len(c.Links)
	if n <= drawn {
		return c.Links, 0
	}
	return append(c.Links[:drawn-1:drawn-1], c.Links[n-1]), n - drawn
}

// line is the chain in words: the cursor sent, the items that came, the cursor
// returned, and so on.
func (c Chain) line() Line {
	l := append(append(Line{}, c.Listing...), own(": "))
	links, left := c.Shown()
	if len(links) == 0 {
		l = append(l, own("no page"))
	}
	for i, k := range links {
		switch {
		case left > 0 && i == len(links)-1:
			l = append(l, own(" → "+rule.Count(left, "page")+" more → "))
		case i > 0:
			l = append(l, own(" → "))
		}
		if i == 0 || k.Broken || left > 0 && i == len(links)-1 {
			l = append(l, own("sent "), said(k.Sent), own(" → "))
		}
		l = append(l, own(rule.Count(k.Items, "item")+" → next "), said(k.Next))
	}
	return l
}
