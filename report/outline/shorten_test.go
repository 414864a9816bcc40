package outline

import (
	"slices"
	"strconv"
	"testing"
)

// Of too many rows those that matter most are shown, in their order.
func TestRowsOfATableAreBounded(t *testing.T) {
	var rows []Row
	for i := range 3 * rowLimit {
		rows = append(rows, Row{Level: []Level{Settled, Open, Minor}[i%3], Anchor: strconv.Itoa(i)})
	}
	rows[len(rows)-1].Level = Severe
	for n, want := range map[int][]string{
		rowLimit:     {"0", strconv.Itoa(rowLimit - 1)},
		rowLimit + 3: {"0", strconv.Itoa(rowLimit + 2)},
		3 * rowLimit: {"1", strconv.Itoa(3*rowLimit - 1)},
	} {
		s := Section{Blocks: []Block{{Table: &Table{Rows: slices.Clone(rows[:n])}}, {List: slices.Clone(rows[:n])}}}
		s.shorten()
		for _, shown := range [][]Row{s.Blocks[0].Table.Rows, s.Blocks[len(s.Blocks)/2].List} {
			if got := []string{shown[0].Anchor, shown[len(shown)-1].Anchor}; len(shown) != rowLimit || !slices.Equal(got, want) {
				t.Errorf("of %d rows %d are shown, %v, want %v", n, len(shown), got, want)
			}
		}
		if told := len(s.Blocks) == 4; told != (n > rowLimit) {
			t.Errorf("of %d rows: %d blocks", n, len(s.Blocks))
		}
	}
}
