package outline

import (
	"cmp"
	"slices"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

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
	Broken     bool       // what was sent is not what the page before returned
	Fault      *rule.Rule // the first rule that the page breaks; nil for none
}

// breaks reports whether a reader of the chain has to see the link.
func (k Link) breaks() bool { return k.Broken || k.Fault != nil }

func (b *builder) chain(l report.Listing) Chain {
	c := Chain{Listing: listingName(l), Decision: l.Decision, Complete: l.Complete}
	faults := b.faults(l)
	for i, p := range l.Pages {
		k := Link{Sent: cursor(p.CursorSent), Next: cursor(p.NextCursor), Items: p.Items, Fault: faults[i]}
		k.Broken = i > 0 && p.CursorSent != "unknown" && p.CursorSent != l.Pages[i-1].NextCursor
		c.Links = append(c.Links, k)
	}
	return c
}

// faults is the first rule that each page of a listing breaks, of those on
// pagination, by the index of the page.
func (b *builder) faults(l report.Listing) map[int]*rule.Rule {
	byFile := make(map[string][]int)
	for i, p := range l.Pages {
		byFile[p.Source.File] = append(byFile[p.Source.File], i)
	}
	found := make(map[int]*rule.Rule)
	for _, f := range b.pageFindings {
		pages := byFile[f.Source.File]
		if len(pages) == 0 {
			continue
		}
		// A file may hold several pages: a finding is on the last of them that
		// begins before it.
		at := slices.MaxFunc(pages, func(x, y int) int {
			return cmp.Or(cmp.Compare(begins(l.Pages[x].Source, f.Source), begins(l.Pages[y].Source, f.Source)), cmp.Compare(y, x))
		})
		if found[at] == nil && begins(l.Pages[at].Source, f.Source) >= 0 {
			found[at] = rule.ByID(f.Rule)
		}
	}
	return found
}

// begins is how near before a place in the same file a page begins: its line
// and the length of its pointer tell; -1 where the place is not in the page.
func begins(page, at report.Source) int {
	if page.Line > at.Line || !strings.HasPrefix(at.Pointer, page.Pointer) {
		return -1
	}
	return page.Line
}

// pageFindings are the findings on pagination that decide something.
func pageFindings(fs []report.Finding) []report.Finding {
	var found []report.Finding
	for _, f := range fs {
		if r := rule.ByID(f.Rule); r != nil && r.Family() == "PAGE" && facetOf[f.Effect].Asks() && f.Effect != rule.Request.String() && !f.Accepted {
			found = append(found, f)
		}
	}
	return found
}

// drawn is how many pages of a chain are shown before it is shortened.
const drawn = 8

// A Step of a shown chain is one page, or a number of pages that are left out.
type Step struct {
	Page int // from 1; 0 for pages left out
	Link     // of the page
	Left int // pages left out
	// Breaks is how many of the pages left out a reader would have to see.
	Breaks int
}

// Shown is what there is to draw of a chain. A long one keeps its ends and the
// pages around its first breaks.
func (c Chain) Shown() []Step {
	keep := c.kept()
	var steps []Step
	for i, k := range c.Links {
		if keep[i] {
			steps = append(steps, Step{Page: i + 1, Link: k})
			continue
		}
		if n := len(steps); n == 0 || steps[n-1].Page > 0 {
			steps = append(steps, Step{})
		}
		gap := &steps[len(steps)-1]
		gap.Left++
		if k.breaks() {
			gap.Breaks++
		}
	}
	return steps
}

// kept are the indices of the links to draw: the ends, then each break with
// the page before it, then pages from the start, as long as there is room.
func (c Chain) kept() map[int]bool {
	keep := make(map[int]bool)
	room := func(indices ...int) bool {
		more := 0
		for _, i := range indices {
			if !keep[i] {
				more++
			}
		}
		return len(keep)+more <= drawn
	}
	n := len(c.Links)
	if n > 0 {
		keep[0], keep[n-1] = true, true
	}
	for i, k := range c.Links {
		if i > 0 && k.breaks() && room(i-1, i) {
			keep[i-1], keep[i] = true, true
		}
	}
	for i := 0; i < n && room(i); i++ {
		keep[i] = true
	}
	return keep
}

// line is the chain in words: the cursor sent, the items that came, the cursor
// returned, and so on.
func (c Chain) line() Line {
	l := append(append(Line{}, c.Listing...), own(": "))
	if len(c.Links) == 0 {
		return append(l, own("no page"))
	}
	afresh := true // what was sent does not follow from what stands before
	for i, s := range c.Shown() {
		if i > 0 {
			l = append(l, own(" → "))
		}
		if s.Page == 0 {
			l = append(l, own(rule.Count(s.Left, "page")+" more"))
			afresh = true
			continue
		}
		if afresh || s.Broken {
			l = append(l, own("sent "), said(s.Sent), own(" → "))
		}
		afresh = false
		l = append(l, own(rule.Count(s.Items, "item")+" → next "), said(s.Next))
	}
	return l
}
