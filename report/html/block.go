package html

import (
	"html/template"

	"mcpreview/internal/rule"
	"mcpreview/report/outline"
)

// A block is one block of a section; one of HTML, Runs and Chains is set.
type block struct {
	HTML   template.HTML
	Runs   []run
	Grid   []tile
	Chains []drawing
	More   int    // chains that are not drawn
	Fold   string // of the chains
}

// A run is a table, or the rows of one facet of a long one.
type run struct {
	Fold   string // the summary of a run that a reader unfolds; "" for none
	Open   bool
	HTML   template.HTML
	Judged bool
	Shown  string // classes of the filters under which it has rows
}

// How long a table may be until it is divided, how long a part of one may be
// until a reader has to unfold it, and the same of the first part: a reader
// who comes to a table wants to see something of it.
const (
	wholeTable = 60
	openRun    = 20
	openFirst  = 100
	mostRuns   = 8
)

func newBlock(b outline.Block) block {
	var out block
	switch {
	case b.Chains != nil:
		out.Chains, out.More = drawings(b.Chains)
		if n := len(out.Chains); n > openChains {
			out.Fold = rule.Count(n, "listing")
		}
	case b.Table != nil:
		out.Runs = runs(b)
		if b.Table.Grid {
			out.Grid = tiles(b.Table)
		}
	case b.List != nil:
		out.HTML = items(b.List)
	default:
		out.HTML = paragraph(b.Text)
	}
	return out
}

// runs are the whole table, or its parts.
func runs(b outline.Block) []run {
	parts := divide(b.Table)
	if b.Fold != "" || len(parts) == 1 {
		r := newRun(b.Table)
		r.Fold = b.Fold
		if n := len(b.Table.Rows); r.Fold == "" && n > openFirst {
			r.Fold = rule.Count(n, "row")
		}
		return []run{r}
	}
	var all []run
	for i, p := range parts {
		n := len(p.Rows)
		r := newRun(&p)
		r.Fold = p.Rows[0].Facet.String() + ": " + rule.Count(n, "row")
		r.Open = n <= openRun || i == 0 && n <= openFirst
		all = append(all, r)
	}
	return all
}

func newRun(t *outline.Table) run {
	shown := tally{}
	judged := shown.add(t.Rows)
	return run{HTML: table(t), Judged: judged, Shown: shown.classes()}
}

// divide parts a long table where its rows' facet changes, unless that would
// make many parts.
func divide(t *outline.Table) []outline.Table {
	whole := []outline.Table{*t}
	if len(t.Rows) <= wholeTable {
		return whole
	}
	var parts []outline.Table
	for i, r := range t.Rows {
		if !judged(r) {
			return whole
		}
		if i == 0 || r.Facet != t.Rows[i-1].Facet {
			part := *t
			part.Caption, part.Rows = t.Caption+": "+r.Facet.String(), nil
			parts = append(parts, part)
		}
		last := &parts[len(parts)-1]
		last.Rows = append(last.Rows, r)
	}
	if len(parts) > mostRuns {
		return whole
	}
	return parts
}

// A tile is a row of a grid.
type tile struct {
	Anchor, Number, Name, State, Tone, Words string
}

// tiles draws a table of names and states.
func tiles(t *outline.Table) []tile {
	var all []tile
	for _, r := range t.Rows {
		x := tile{Anchor: r.Anchor}
		for j, c := range t.Columns {
			if len(r.Cells[j]) == 0 {
				continue
			}
			text := shownText(r.Cells[j])
			switch {
			case c.Kind == outline.Number && x.Number == "":
				x.Number = text
			case c.Kind == outline.Name:
				x.Name = text
			case c.Kind == outline.Decision:
				x.State, x.Tone = text, tone(r.Cells[j][0].Text)
			case c.Kind == outline.Main:
				x.Words = text
			}
		}
		all = append(all, x)
	}
	return all
}
