package text

import (
	"io"

	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"mcpreview/report/outline"
)

// A plainRenderer writes the lines of a table's rows itself, which the library's
// renderer lays out for merged cells, borders and separators that these tables
// do not have. All else is the library's.
type plainRenderer struct {
	*renderer.Blueprint
	columns []outline.Column
	align   []tw.Align
	colour  bool  // of decisions
	heights []int // lines of each row
	row     int   // the row at hand
	written int   // lines of it that are written
	out     io.Writer
	line    []byte
}

// Start takes the writer.
func (r *plainRenderer) Start(w io.Writer) error {
	r.out = w
	return r.Blueprint.Start(w)
}

// Line writes a rule. Rows of one line each need none between them.
func (r *plainRenderer) Line(ctx tw.Formatting) {
	if r.row > 0 && r.row < len(r.heights) && r.heights[r.row-1] == 1 && r.heights[r.row] == 1 {
		return
	}
	r.Blueprint.Line(ctx)
}

// Row writes one line of a row: each cell between two spaces, filled up to the
// width of its column.
func (r *plainRenderer) Row(cells []string, ctx tw.Formatting) {
	if r.written++; r.written == r.heights[r.row] {
		r.row, r.written = r.row+1, 0
	}
	line := r.line[:0]
	for j, cell := range cells {
		room := ctx.Row.Widths.Get(j) - padding - textWidth(cell)
		if room < 0 {
			r.Blueprint.Row(cells, ctx) // which cuts it
			return
		}
		if r.colour && r.columns[j].Kind == outline.Decision {
			cell = colours[cell].set(cell)
		}
		line = append(line, ' ')
		if r.align[j] == tw.AlignRight {
			line = appendSpaces(line, room)
			line = append(line, cell...)
		} else {
			line = append(line, cell...)
			line = appendSpaces(line, room)
		}
		line = append(line, ' ')
	}
	r.line = append(line, '\n')
	r.out.Write(r.line) // a buffer
}

func appendSpaces(line []byte, n int) []byte {
	for range n {
		line = append(line, ' ')
	}
	return line
}
