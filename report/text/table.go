package text

import (
	"math"
	"strings"

	"mcpreview/report/outline"
)

const (
	padding     = 2  // columns of space that a table adds to each cell
	sideWidth   = 22 // at most, for a cell beside the main one where space is short
	leastWidth  = 8  // of any column whose content needs more
	nothingSaid = "none"
)

// A grid is a table as strings.
type grid struct {
	columns []outline.Column
	needs   []extent // of each column, its title included
	rows    [][]cell
}

// A cell is what a table shows at one place.
type cell struct {
	text   string
	extent extent
}

func newCell(text string) cell { return cell{text, measure(text)} }

// appendLines appends the lines of the cell in a column.
func (c *cell) appendLines(lines []string, width int) []string {
	for l := range strings.SplitSeq(c.text, "\n") {
		lines = wrap(lines, l, width)
	}
	return lines
}

func newGrid(t *outline.Table) *grid {
	g := &grid{columns: t.Columns, rows: make([][]cell, len(t.Rows))}
	for i, r := range t.Rows {
		g.rows[i] = make([]cell, len(r.Cells))
		for j, c := range r.Cells {
			g.rows[i][j] = newCell(line(c))
		}
	}
	return g.measured()
}

// measured is the grid with what its columns need.
func (g *grid) measured() *grid {
	g.needs = make([]extent, len(g.columns))
	for j, c := range g.columns {
		g.needs[j].line = Width(c.Title)
		for _, row := range g.rows {
			g.needs[j] = g.needs[j].max(row[j].extent)
		}
	}
	return g
}

func (p *printer) table(t *outline.Table) {
	g, widths := newGrid(t).layout(p.width)
	p.out.WriteByte('\n')
	p.rows(g, widths)
}

// narrow moves the columns that may stand aside below the main one, and leaves
// out those that say nothing.
func (g *grid) narrow() *grid {
	n := &grid{rows: make([][]cell, len(g.rows))}
	for _, c := range g.columns {
		if !c.Aside {
			n.columns = append(n.columns, c)
		}
	}
	var below []string
	for i, row := range g.rows {
		n.rows[i] = make([]cell, 0, len(n.columns))
		below = below[:0]
		target := 0
		for j, c := range g.columns {
			switch {
			case c.Aside && row[j].text != "" && row[j].text != nothingSaid && row[j].text != unnamed:
				below = append(below, c.Title+": "+row[j].text)
			case c.Aside:
			default:
				if c.Kind == outline.Main {
					target = len(n.rows[i])
				}
				n.rows[i] = append(n.rows[i], row[j])
			}
		}
		main := &n.rows[i][target]
		*main = newCell(strings.TrimPrefix(main.text+"\n"+strings.Join(below, "; "), "\n"))
	}
	return n.measured()
}

// cost is how many lines the rows take in columns of these widths, and some for
// every word that is broken; from limit on it is not counted further.
func (g *grid) cost(widths []int, limit int) int {
	n := 0
	var lines []string
	for _, row := range g.rows {
		height := 1
		for j := range row {
			lines = row[j].appendLines(lines[:0], widths[j])
			height = max(height, len(lines))
			if row[j].extent.word > widths[j] {
				n += brokenWord
			}
		}
		if n += height; n >= limit {
			break
		}
	}
	return n
}

// brokenWord is how many lines a reader would rather read than a broken word.
const brokenWord = 2

// layout is the grid, or what narrow makes of it, in the columns in which it
// costs least; in very narrow ones where nothing else fits.
func (g *grid) layout(width int) (*grid, []int) {
	if widths, whole := g.widths(width, 0); whole {
		return g, widths
	}
	var best *grid
	var bestWidths []int
	least := math.MaxInt
	narrow := g.narrow()
	for _, candidate := range []*grid{g, narrow} {
		for _, side := range []int{width * 2 / 5, sideWidth} {
			widths, _ := candidate.widths(width, side)
			if widths == nil {
				continue
			}
			if n := candidate.cost(widths, least); n < least {
				best, bestWidths, least = candidate, widths, n
			}
		}
	}
	if best == nil {
		best = narrow
		bestWidths, _ = best.widths(width, leastWidth)
	}
	return best, bestWidths
}

// widths shares width out among the columns: what each needs, as long as the
// whole fits; else at most side for what stands beside the main one. Decisions
// and numbers, and titles, are broken only where side is the least width. There
// are no widths where that leaves the main column too little.
func (g *grid) widths(width, side int) (widths []int, whole bool) {
	widths = make([]int, len(g.columns))
	total, mainColumn := 0, 0
	for j, c := range g.columns {
		widths[j] = g.needs[j].line
		if c.Kind == outline.Main {
			mainColumn = j
		}
		total += widths[j] + padding
	}
	if total <= width {
		return widths, true
	}
	rest := width - padding
	for j, c := range g.columns {
		if j == mainColumn {
			continue
		}
		switch {
		case side == leastWidth:
			widths[j] = min(widths[j], side)
		case c.Kind != outline.Number && c.Kind != outline.Decision:
			widths[j] = min(widths[j], max(min(sideWidth, side), Width(c.Title), min(g.needs[j].word, side)))
		}
		rest -= widths[j] + padding
	}
	if rest < leastWidth {
		return nil, false
	}
	widths[mainColumn] = rest
	return widths, false
}
