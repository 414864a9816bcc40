package text

import (
	"slices"
	"strings"

	"mcpreview/report/outline"
)

const (
	padding     = 2  // columns of space that a table adds to each cell
	sideWidth   = 22 // at most, for a cell beside the main one where space is short
	mainWidth   = 32 // at least, for the main column of a table with all its columns
	nothingSaid = "none"
)

// A grid is a table as strings.
type grid struct {
	columns []outline.Column
	rows    [][]string
}

func newGrid(t *outline.Table) *grid {
	g := &grid{columns: t.Columns, rows: make([][]string, len(t.Rows))}
	for i, r := range t.Rows {
		g.rows[i] = make([]string, len(r.Cells))
		for j, c := range r.Cells {
			g.rows[i][j] = line(c)
		}
	}
	return g
}

func (p *printer) table(t *outline.Table) {
	g := newGrid(t)
	widths, fits := g.widths(p.width)
	if !fits {
		g = g.narrow()
		widths, _ = g.widths(p.width)
	}
	p.out.WriteByte('\n')
	p.render(g, widths)
}

// narrow moves the columns that may stand aside below the main one, and leaves
// out those that say nothing.
func (g *grid) narrow() *grid {
	n := &grid{rows: make([][]string, len(g.rows))}
	for _, c := range g.columns {
		if !c.Aside {
			n.columns = append(n.columns, c)
		}
	}
	for i, row := range g.rows {
		var below []string
		target := 0
		for j, c := range g.columns {
			switch {
			case c.Aside && row[j] != "" && row[j] != nothingSaid:
				below = append(below, c.Title+": "+row[j])
			case c.Aside:
			default:
				if c.Kind == outline.Main {
					target = len(n.rows[i])
				}
				n.rows[i] = append(n.rows[i], row[j])
			}
		}
		n.rows[i][target] = strings.TrimPrefix(n.rows[i][target]+"\n"+strings.Join(below, "; "), "\n")
	}
	return n
}

// widths shares width out among the columns: what each needs, as long as that
// fits, else a narrow column for what stands beside the main one. It does not
// fit where that leaves the main column too little.
func (g *grid) widths(width int) (widths []int, fits bool) {
	widths = make([]int, len(g.columns))
	total, main, mainColumn := 0, 0, -1
	for j, c := range g.columns {
		widths[j] = textWidth(c.Title)
		for _, row := range g.rows {
			for l := range strings.SplitSeq(row[j], "\n") {
				widths[j] = max(widths[j], textWidth(l))
			}
		}
		if c.Kind == outline.Main {
			main, mainColumn = widths[j], j
		}
		total += widths[j] + padding
	}
	if total <= width {
		return widths, true
	}
	if mainColumn < 0 {
		mainColumn = 0
	}
	rest := width - padding
	for j, c := range g.columns {
		if j == mainColumn {
			continue
		}
		if c.Kind != outline.Number && c.Kind != outline.Decision {
			widths[j] = min(widths[j], max(sideWidth, textWidth(c.Title)))
		}
		rest -= widths[j] + padding
	}
	widths[mainColumn] = max(rest, 1)
	return widths, rest >= min(main, mainWidth)
}

// render prints the grid with a space on either side of each cell, a line below
// the titles, and lines between the rows where one takes more than one line.
// Reports have tables of thousands of rows: this is on the way of every byte.
func (p *printer) render(g *grid, widths []int) {
	titles := make([][]string, len(g.columns))
	for j, c := range g.columns {
		titles[j] = fill(c.Title, widths[j])
	}
	rows, tall := make([][][]string, len(g.rows)), false
	for i, row := range g.rows {
		rows[i] = make([][]string, len(row))
		for j := range row {
			rows[i][j] = fill(row[j], widths[j])
			tall = tall || len(rows[i][j]) > 1
		}
	}
	needed, total := make([]int, len(g.columns)), 0
	for j := range needed {
		needed[j] = widest(titles[j])
		for _, row := range rows {
			needed[j] = max(needed[j], widest(row[j]))
		}
		total += needed[j] + padding
	}
	between := strings.Repeat("─", total) + "\n"
	p.row(g.columns, titles, needed)
	for i, row := range rows {
		if i == 0 || tall {
			p.out.WriteString(between)
		}
		p.row(g.columns, row, needed)
	}
}

// row prints the lines of one row, but for empty ones below the first.
func (p *printer) row(columns []outline.Column, cells [][]string, widths []int) {
	height := 0
	for _, c := range cells {
		height = max(height, len(c))
	}
	for i := range height {
		if i > 0 && !slices.ContainsFunc(cells, func(c []string) bool { return lineOf(c, i) != "" }) {
			continue
		}
		for j, c := range cells {
			l := lineOf(c, i)
			gap := widths[j] - textWidth(l)
			p.out.WriteByte(' ')
			if columns[j].Kind == outline.Number {
				p.space(gap)
				gap = 0
			}
			p.out.WriteString(l)
			p.space(gap + 1)
		}
		p.out.WriteByte('\n')
	}
}

// lineOf is a line of a cell; "" below the last.
func lineOf(cell []string, i int) string {
	if i < len(cell) {
		return cell[i]
	}
	return ""
}

const spaces = "                                                                "

func (p *printer) space(n int) {
	for ; n > len(spaces); n -= len(spaces) {
		p.out.WriteString(spaces)
	}
	p.out.WriteString(spaces[:n])
}

func widest(lines []string) int {
	n := 0
	for _, l := range lines {
		n = max(n, textWidth(l))
	}
	return n
}

// fill wraps each line of a cell.
func fill(cell string, width int) []string {
	if !strings.Contains(cell, "\n") {
		return wrap(cell, width)
	}
	var lines []string
	for l := range strings.SplitSeq(cell, "\n") {
		lines = append(lines, wrap(l, width)...)
	}
	return lines
}
