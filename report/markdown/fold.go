package markdown

import (
	"slices"

	"mcpreview/internal/rule"
	"mcpreview/report/outline"
)

// A page on a code host is read from the top, often on a phone: what asks for
// something stays open, and what is settled, or too long to be read row by row,
// is folded.

const (
	longest = 20 // rows that stay open where they ask for something
	settled = 4  // and where they do not
)

// parts are the pieces of a block: one, or of a table what asks for something
// and then what does not. title is the section's, captioned whether its tables
// are told apart by their captions.
func parts(b outline.Block, title string, captioned bool) []*part {
	if b.Table == nil && b.List == nil {
		return []*part{piece(b)}
	}
	rows, what := b.List, title
	switch {
	case b.Table != nil:
		rows, what = b.Table.Rows, b.Table.Caption
	case b.Chains != nil:
		what = "Cursors from page to page"
	}
	caption := ""
	if captioned && b.Table != nil {
		caption = "\n**" + what + "**\n"
	}
	asking := len(rows)
	if i := slices.IndexFunc(rows, isSettled); i >= 0 {
		asking = i
	}
	inOrder := !slices.ContainsFunc(rows[asking:], func(r outline.Row) bool { return !isSettled(r) })
	switch {
	case b.Fold != "":
		return []*part{folded(b, rows, b.Fold)}
	case !inOrder && len(rows) > settled, asking > longest, asking == 0 && len(rows) > settled:
		return []*part{folded(b, rows, rule.Count(len(rows), "row")+": "+what)}
	case len(rows)-asking > settled:
		return []*part{open(b, rows[:asking], caption), folded(b, rows[asking:], rule.Count(len(rows)-asking, "more row")+": "+what)}
	}
	return []*part{open(b, rows, caption)}
}

func isSettled(r outline.Row) bool { return r.Level >= outline.Settled }

func open(b outline.Block, rows []outline.Row, caption string) *part {
	p := piece(with(b, rows))
	p.caption = caption
	return p
}

func folded(b outline.Block, rows []outline.Row, summary string) *part {
	p := piece(with(b, rows))
	p.open, p.close = "\n<details>\n<summary>"+summary+"</summary>\n", "\n</details>\n"
	return p
}

// with is the block with other rows.
func with(b outline.Block, rows []outline.Row) outline.Block {
	if b.Table == nil {
		b.List = rows
		return b
	}
	table := *b.Table
	table.Rows = rows
	b.Table = &table
	return b
}
