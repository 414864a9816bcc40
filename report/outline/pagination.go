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
		complete := "no"
		if l.Complete {
			complete = "yes"
		}
		for i, p := range l.Pages {
			pages.Rows = append(pages.Rows, Row{Level: pageLevel(l), Facet: facetOf[l.Decision], Rules: rules(l.Rule), Cells: []Line{
				words(number(i + 1)), listingName(l), words(number(p.Items)),
				{said(cursor(p.CursorSent))}, {said(cursor(p.NextCursor))}, b.place(p.Source),
			}})
		}
		listings.Rows = append(listings.Rows, Row{Level: level(l.Decision), Why: rule.ByID(l.Rule), Rules: rules(l.Rule), Cells: []Line{
			listingName(l), {decided(l.Decision)}, b.reason(l.Reason), words(complete), words(number(l.PageCount)), words(number(l.ItemCount)),
		}})
		c := b.chain(l)
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
