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
			for _, l := range strings.Split(row[j], "\n") {
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
	for i, row := range g.rows {
		for j := range row {
			row[j] = fill(row[j], widths[j])
			if strings.Contains(row[j], "\n") {
				between = tw.On
			}
		}
		g.rows[i] = row
	}
	cells := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Alignment:  tw.CellAlignment{PerColumn: align},
	}
	t := tablewriter.NewTable(&p.out,
		tablewriter.WithRenderer(&plainRenderer{align: align, Blueprint: renderer.NewBlueprint(tw.Rendition{
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
