package text

import (
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

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
	g, widths := newGrid(t).layout(p.width)
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
			case c.Aside && row[j] != "" && row[j] != nothingSaid && row[j] != unnamed:
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

// cost is how many lines the rows take in columns of these widths, and some for
// every word that is broken.
func (g *grid) cost(widths []int) int {
	n := 0
	for _, row := range g.rows {
		height := 1
		for j, cell := range row {
			height = max(height, strings.Count(fill(cell, widths[j]), "\n")+1)
			if longestWord(cell) > widths[j] {
				n += brokenWord
			}
		}
		n += height
	}
	return n
}

// brokenWord is how many lines a reader would rather read than a broken word.
const brokenWord = 2

// longestWord is what a cell needs so that no word in it is broken.
func longestWord(cell string) int {
	longest := 0
	for _, word := range strings.Fields(cell) {
		longest = max(longest, textWidth(word))
	}
	return longest
}

// layout is the grid, or what narrow makes of it, in the columns in which it
// costs least; in very narrow ones where nothing else fits.
func (g *grid) layout(width int) (*grid, []int) {
	if widths, whole := g.widths(width, 0); whole {
		return g, widths
	}
	var best *grid
	var bestWidths []int
	least := 0
	for _, candidate := range []*grid{g, g.narrow()} {
		for _, side := range []int{width * 2 / 5, sideWidth} {
			widths, _ := candidate.widths(width, side)
			if widths == nil {
				continue
			}
			if n := candidate.cost(widths); best == nil || n < least {
				best, bestWidths, least = candidate, widths, n
			}
		}
	}
	if best == nil {
		best = g.narrow()
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
		widths[j] = textWidth(c.Title)
		for _, row := range g.rows {
			for _, l := range strings.Split(row[j], "\n") {
				widths[j] = max(widths[j], textWidth(l))
			}
		}
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
			widths[j] = min(widths[j], max(min(sideWidth, side), textWidth(c.Title), min(g.longestWord(j), side)))
		}
		rest -= widths[j] + padding
	}
	if rest < leastWidth {
		return nil, false
	}
	widths[mainColumn] = rest
	return widths, false
}

// longestWord is what a column needs so that no word in it is broken.
func (g *grid) longestWord(column int) int {
	longest := 0
	for _, row := range g.rows {
		longest = max(longest, longestWord(row[column]))
	}
	return longest
}

func (p *printer) render(g *grid, widths []int) {
	align := make([]tw.Align, len(g.columns))
	titles := make([]string, len(g.columns))
	for j, c := range g.columns {
		align[j] = tw.AlignLeft
		if c.Kind == outline.Number {
			align[j] = tw.AlignRight
		}
		titles[j] = fill(c.Title, widths[j])
	}
	between := tw.Off
	heights := make([]int, len(g.rows))
	for i, row := range g.rows {
		for j := range row {
			row[j] = fill(row[j], widths[j])
			heights[i] = max(heights[i], strings.Count(row[j], "\n")+1)
		}
		if heights[i] > 1 {
			between = tw.On
		}
		g.rows[i] = row
	}
	cells := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Alignment:  tw.CellAlignment{PerColumn: align},
	}
	t := tablewriter.NewTable(&p.out,
		tablewriter.WithRenderer(&plainRenderer{columns: g.columns, align: align, colour: p.colour, heights: heights, Blueprint: renderer.NewBlueprint(tw.Rendition{
			Symbols: tw.NewSymbols(tw.StyleLight),
			Borders: tw.Border{Left: tw.Off, Right: tw.Off, Top: tw.Off, Bottom: tw.Off},
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenRows: between, BetweenColumns: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: tw.On},
			},
		})}),
		tablewriter.WithConfig(tablewriter.Config{
			Header: cells, Row: cells, Behavior: tw.Behavior{TrimSpace: tw.Off},
		}),
		// Its cache for other types than strings has room for thousands of them.
		tablewriter.WithStringerCacheCustom(nil),
	)
	t.Header(titles)
	for _, row := range g.rows {
		// A row of strings and a buffer cannot fail.
		_ = t.Append(row)
	}
	_ = t.Render()
}

// fill wraps each line of a cell.
func fill(cell string, width int) string {
	if !strings.Contains(cell, "\n") && textWidth(cell) <= width {
		return cell
	}
	var lines []string
	for _, l := range strings.Split(cell, "\n") {
		lines = append(lines, wrap(l, width)...)
	}
	return strings.Join(lines, "\n")
}
