package html

import (
	"html/template"
	"strconv"

	"mcpreview/report/escape"
	"mcpreview/report/outline"
)

// A bar is one kind of thing that was judged, as a bar divided by decision.
type bar struct {
	Title string // "Tools: 5"
	Text  string // the picture in words
	Parts []barPart
}

type barPart struct {
	X, Width float64 // of barWidth
	Tone     string
	Label    string
}

const (
	barWidth = 600.0
	minPart  = 6.0 // a decision that occurs at all can be seen
)

// bars draws the table of counts: a title, a total, and one column a decision.
func bars(t outline.Table) []bar {
	var all []bar
	for _, row := range t.Rows {
		total := cellNumber(row, 1)
		b := bar{Title: row.Cells[0][0].Text + ": " + strconv.Itoa(total)}
		b.Parts = barParts(t.Columns, row)
		for i, p := range b.Parts {
			if i > 0 {
				b.Text += ", "
			}
			b.Text += p.Label
		}
		all = append(all, b)
	}
	return all
}

func barParts(columns []outline.Column, row outline.Row) []barPart {
	var parts []barPart
	sum := 0
	for j := 2; j < len(columns); j++ {
		sum += cellNumber(row, j)
	}
	room := barWidth
	for j := 2; j < len(columns); j++ {
		if cellNumber(row, j) > 0 {
			room -= minPart
		}
	}
	x := 0.0
	for j := 2; j < len(columns); j++ {
		n := cellNumber(row, j)
		p := barPart{X: x, Tone: tone(columns[j].Title), Label: strconv.Itoa(n) + " " + columns[j].Title}
		if n > 0 {
			p.Width = minPart + room*float64(n)/float64(sum)
		}
		x += p.Width
		parts = append(parts, p)
	}
	return parts
}

// cellNumber is the count in a cell of the table of counts.
func cellNumber(row outline.Row, j int) int {
	n, err := strconv.Atoi(row.Cells[j][0].Text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// A drawing is the chain of a listing's pages.
type drawing struct {
	ID      string
	Listing template.HTML
	Words   string
	Width   int
	Nodes   []node
	Arrows  []arrow
}

type node struct {
	X, Middle int
	Label     string
	Small     string
}

type arrow struct {
	From, To, Middle int
	Label            string
	Tone             string
}

// Sizes of a drawing, in its own units.
const (
	nodeWidth  = 92
	arrowWidth = 84
	maxChains  = 40
)

func (c *converter) drawings(chains []outline.Chain) (all []drawing, more int) {
	if len(chains) > maxChains {
		more = len(chains) - maxChains
		chains = chains[:maxChains]
	}
	for i, ch := range chains {
		d := draw(ch)
		d.ID = "chain-" + strconv.Itoa(i+1)
		d.Listing = c.paragraph(ch.Listing)
		all = append(all, d)
	}
	return all, more
}

func draw(c outline.Chain) drawing {
	d := drawing{}
	links, left := c.Shown()
	x := 4
	point := func(label, tone string) {
		d.Arrows = append(d.Arrows, arrow{From: x, To: x + arrowWidth - 6, Middle: x + arrowWidth/2 - 3, Label: label, Tone: tone})
		x += arrowWidth
	}
	box := func(label, small string) {
		d.Nodes = append(d.Nodes, node{X: x, Middle: x + nodeWidth/2, Label: label, Small: small})
		x += nodeWidth
	}
	for i, k := range links {
		last := i == len(links)-1
		page := i + 1
		if last && left > 0 {
			box(strconv.Itoa(left)+" more", "in the table")
			page += left
		}
		tone := "calm"
		if k.Broken {
			tone = "bad"
		}
		point(visible(k.Sent), tone)
		box("page "+strconv.Itoa(page), items(k.Items))
	}
	if len(links) > 0 {
		tone := "bad"
		if c.Complete {
			tone = "good"
		}
		point(visible(links[len(links)-1].Next), tone)
	}
	d.Width = x + 8
	d.Words = chainWords(c, links)
	return d
}

func chainWords(c outline.Chain, links []outline.Link) string {
	end := "the listing is not complete"
	if c.Complete {
		end = "the listing is complete"
	}
	n := len(c.Links)
	if n == 0 {
		return "No page; " + end + "."
	}
	pages := strconv.Itoa(n) + " pages"
	if n == 1 {
		pages = "1 page"
	}
	return pages + "; the last nextCursor is " + visible(links[len(links)-1].Next) + "; " + end + "."
}

// visible is a cursor's state; it is a word of this program's, but a picture
// has no room for anything longer.
func visible(s string) string {
	shown, left := escape.Visible(s, stateLimit)
	return shown + escape.Left(left)
}

const stateLimit = 12

func items(n int) string {
	if n == 1 {
		return "1 item"
	}
	return strconv.Itoa(n) + " items"
}
