package html

import (
	"strconv"

	"mcpreview/report/outline"
)

// A bar is one kind of thing that was judged, as a bar divided by decision.
type bar struct {
	Title string // "Tools"
	Total int
	Text  string // the picture in words
	Parts []barPart
}

type barPart struct {
	X, Width float64 // of barWidth
	Tone     string
	Count    int
	Title    string // "ADMIT"
}

// Sizes of a bar, in its own units.
const (
	barWidth = 600.0
	minPart  = 8.0 // a decision that occurs at all can be seen
	partGap  = 3.0
)

// bars draws the table of counts: a title, a total, and one column a decision.
func bars(t outline.Table) []bar {
	var all []bar
	for _, row := range t.Rows {
		b := bar{Title: row.Cells[0][0].Text, Total: cellNumber(row, 1), Parts: barParts(t.Columns, row)}
		for i, p := range b.Parts {
			if i > 0 {
				b.Text += ", "
			}
			b.Text += strconv.Itoa(p.Count) + " " + p.Title
		}
		all = append(all, b)
	}
	return all
}

func barParts(columns []outline.Column, row outline.Row) []barPart {
	var parts []barPart
	sum, room := 0, barWidth+partGap
	for j := 2; j < len(columns); j++ {
		n := cellNumber(row, j)
		parts = append(parts, barPart{Tone: tone(columns[j].Title), Count: n, Title: columns[j].Title})
		if n > 0 {
			sum += n
			room -= minPart + partGap
		}
	}
	x := 0.0
	for i := range parts {
		p := &parts[i]
		p.X = x
		if p.Count > 0 {
			p.Width = minPart + room*float64(p.Count)/float64(sum)
			x += p.Width + partGap
		}
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
