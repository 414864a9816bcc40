package main

import (
	"strings"

	"mcpreview/report/text"
)

// columns are the widths of rows of cells that are set below one another.
type columns []int

// columnsOf are as wide as the widest cell in them. All rows have as many.
func columnsOf(rows [][]string) columns {
	widths := make(columns, len(rows[0]))
	for _, row := range rows {
		for j, cell := range row {
			widths[j] = max(widths[j], text.Width(cell))
		}
	}
	return widths
}

// row is a line of cells, each between two spaces and filled up to its width.
func (c columns) row(cells []string, between string) string {
	filled := make([]string, len(cells))
	for j, cell := range cells {
		filled[j] = " " + cell + strings.Repeat(" ", c[j]-text.Width(cell)+1)
	}
	return strings.Join(filled, between)
}

// rule is a line of the same length.
func (c columns) rule(between string) string {
	dashes := make([]string, len(c))
	for j, width := range c {
		dashes[j] = strings.Repeat("─", 1+width+1)
	}
	return strings.Join(dashes, between)
}

// listed are the rows as lines with nothing but space between the cells.
func listed(rows [][]string) string {
	c := columnsOf(rows)
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(c.row(row, "") + "\n")
	}
	return b.String()
}

// framed are the rows as a table in a frame, the first of them its titles.
func framed(rows [][]string) string {
	c := columnsOf(rows)
	titles := make([]string, len(c))
	for j, title := range rows[0] {
		titles[j] = strings.Repeat(" ", (c[j]-text.Width(title))/2) + title
	}
	var b strings.Builder
	b.WriteString("┌" + c.rule("┬") + "┐\n")
	b.WriteString("│" + c.row(titles, "│") + "│\n")
	b.WriteString("├" + c.rule("┼") + "┤\n")
	for _, row := range rows[1:] {
		b.WriteString("│" + c.row(row, "│") + "│\n")
	}
	b.WriteString("└" + c.rule("┴") + "┘\n")
	return b.String()
}
