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
	colour  bool // of decisions
	out     io.Writer
	line    []byte
}

// Start takes the writer.
func (r *plainRenderer) Start(w io.Writer) error {
	r.out = w
	return r.Blueprint.Start(w)
}

// Row writes one line of a row: each cell between two spaces, filled up to the
// width of its column.
func (r *plainRenderer) Row(cells []string, ctx tw.Formatting) {
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
