package text

import (
	"strings"

	"mcpreview/report/outline"
)

// rows writes a grid whose text is broken at these widths: the titles, a rule
// and the rows. Rows of one line each need no rule between them.
func (p *printer) rows(g *grid, widths []int) {
	taken := g.taken(widths)
	total := 0
	lines := make([][]string, len(widths)) // of the row at hand, by column
	for j, c := range g.columns {
		total += taken[j] + padding
		lines[j] = wrap(nil, c.Title, widths[j])
	}
	p.row(lines, taken, g.columns, false)
	rule := strings.Repeat("─", total) + "\n"
	above := 0
	for i, row := range g.rows {
		for j := range row {
			lines[j] = row[j].appendLines(lines[j][:0], widths[j])
		}
		height := heightOf(lines)
		if i == 0 || height > 1 || above > 1 {
			p.out.WriteString(rule)
		}
		p.row(lines, taken, g.columns, p.colour)
		above = height
	}
}

// taken is how wide the columns are once their text is broken at these widths.
func (g *grid) taken(widths []int) []int {
	taken := make([]int, len(widths))
	var lines []string
	take := func(j int, c cell) {
		if c.extent.line <= widths[j] {
			taken[j] = max(taken[j], c.extent.line)
			return
		}
		lines = c.appendLines(lines[:0], widths[j])
		for _, l := range lines {
			taken[j] = max(taken[j], Width(l))
		}
	}
	for j, c := range g.columns {
		take(j, newCell(c.Title))
		for _, row := range g.rows {
			if taken[j] < widths[j] && taken[j] < row[j].extent.line {
				take(j, row[j])
			}
		}
	}
	return taken
}

// row writes a row, each line of a cell between two spaces and filled up to the
// width of its column.
func (p *printer) row(lines [][]string, widths []int, columns []outline.Column, colour bool) {
	for i := range heightOf(lines) {
		if i > 0 && blank(lines, i) {
			continue // nothing stands aside
		}
		for j, c := range columns {
			shown := ""
			if i < len(lines[j]) {
				shown = lines[j][i]
			}
			before, after := 1, 1+widths[j]-Width(shown)
			if c.Kind == outline.Number {
				before, after = after, before
			}
			if colour && c.Kind == outline.Decision {
				shown = colours[shown].set(shown)
			}
			p.space(before)
			p.out.WriteString(shown)
			p.space(after)
		}
		p.out.WriteByte('\n')
	}
}

// heightOf is how many lines a row takes.
func heightOf(lines [][]string) int {
	height := 0
	for _, l := range lines {
		height = max(height, len(l))
	}
	return height
}

// blank reports whether no cell of a row has anything on a line.
func blank(lines [][]string, i int) bool {
	for _, l := range lines {
		if i < len(l) && l[i] != "" {
			return false
		}
	}
	return true
}

// spaces are more than any column is wide.
var spaces = strings.Repeat(" ", MaxWidth)

func (p *printer) space(n int) { p.out.WriteString(spaces[:n]) }
