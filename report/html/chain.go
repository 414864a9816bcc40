package html

import (
	"html/template"
	"strconv"

	"mcpreview/internal/rule"
	"mcpreview/report/escape"
	"mcpreview/report/outline"
)

// A drawing is the chain of a listing's pages: a box for each page, and before
// it an arrow for the cursor that asked for it. Each step is a group of its own,
// so that the style sheet can break the chain into lines where it is too long
// for the screen.
type drawing struct {
	ID      string
	Listing template.HTML
	Words   string
	Steps   []step
}

// A step is an arrow and what it leads to.
type step struct {
	X      int
	Cursor string // above the arrow
	Below  string // below it: what should have been sent; "" where that was sent
	Tone   string // of the arrow
	Title  string // in the box; "" for none, at the end of the chain
	Small  string // below the title
	Bad    bool   // the page breaks a rule
	Gap    bool   // the box stands for pages that are left out
}

// Sizes of a drawing, in its own units. The style sheet has the same.
const (
	stepWidth  = 168
	maxChains  = 40
	openChains = 6
)

// Width of the drawing on one line.
func (d drawing) Width() int { return len(d.Steps) * stepWidth }

func drawings(chains []outline.Chain) (all []drawing, more int) {
	if len(chains) > maxChains {
		more = len(chains) - maxChains
		chains = chains[:maxChains]
	}
	for i, ch := range chains {
		d := draw(ch)
		d.ID = "chain-" + strconv.Itoa(i+1)
		d.Listing = paragraph(ch.Listing)
		all = append(all, d)
	}
	return all, more
}

func draw(c outline.Chain) drawing {
	d := drawing{Words: chainWords(c)}
	add := func(s step) {
		s.X = len(d.Steps) * stepWidth
		d.Steps = append(d.Steps, s)
	}
	for _, k := range c.Shown() {
		if k.Page == 0 {
			add(gap(k))
			continue
		}
		s := step{Cursor: "sent " + visible(k.Sent), Tone: "calm", Title: "page " + strconv.Itoa(k.Page), Small: rule.Count(k.Items, "item")}
		if k.Broken {
			s.Tone, s.Below = "bad", "not "+visible(c.Links[k.Page-2].Next)
		}
		if k.Fault != nil {
			s.Bad, s.Small = true, k.Fault.ID // how many items it has is in the table
		}
		add(s)
	}
	if n := len(c.Links); n > 0 {
		end := step{Cursor: "next " + visible(c.Links[n-1].Next), Tone: "bad", Small: "not complete"}
		if c.Complete {
			end.Tone, end.Small = "good", "complete"
		}
		add(end)
	}
	return d
}

func gap(k outline.Step) step {
	s := step{Tone: "calm", Title: strconv.Itoa(k.Left) + " more", Small: "in the table", Gap: true}
	if k.Breaks > 0 {
		s.Bad, s.Small = true, rule.Count(k.Breaks, "break")
	}
	return s
}

// chainWords is the picture for those who do not see it.
func chainWords(c outline.Chain) string {
	end := "the listing is not complete"
	if c.Complete {
		end = "the listing is complete"
	}
	n := len(c.Links)
	if n == 0 {
		return "No page; " + end + "."
	}
	words := rule.Count(n, "page")
	for i, k := range c.Links {
		switch {
		case k.Broken:
			words += "; page " + strconv.Itoa(i+1) + " was not asked for with the cursor returned before it"
		case k.Fault != nil:
			words += "; page " + strconv.Itoa(i+1) + " breaks " + k.Fault.ID
		default:
			continue
		}
		if len(words) > maxWords {
			words += "; and more"
			break
		}
	}
	return words + "; the last nextCursor is " + visible(c.Links[n-1].Next) + "; " + end + "."
}

// maxWords is about how long a picture's description may get, in bytes.
const maxWords = 600

// visible is a cursor's state; it is a word of this program's, but a picture
// has no room for anything longer.
func visible(s string) string {
	shown, left := escape.Visible(s, stateLimit)
	return shown + escape.Left(left)
}

const stateLimit = 12

// shownText is a line as plain text that a reader can see.
func shownText(l outline.Line) string {
	text := ""
	for _, s := range l {
		limit := int(s.Limit)
		if limit == 0 {
			limit = outline.StrongLimit
		}
		if s.Kind == outline.Own {
			text += s.Text
			continue
		}
		shown, left := escape.Visible(s.Text, limit)
		text += shown + escape.Left(left)
	}
	return text
}
