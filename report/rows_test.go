package report

import (
	"fmt"
	"reflect"
	"testing"
)

// resultRow is the i-th of rows of which every tenth is not admitted.
func resultRow(i int) Result {
	r := Result{
		Source: Source{File: "r.jsonl", Line: i + 1, Column: 1, Pointer: fmt.Sprintf("/%d", i%3), Inside: "#/result"},
		Tool:   fmt.Sprintf("t%d", i%7), Outcome: "success", Decision: "ADMIT", Reason: "complete and valid", Blocks: []Block{},
	}
	for k := range i % 3 {
		r.Blocks = append(r.Blocks, Block{Index: k, Type: "image", Decision: "ADMIT", Bytes: i + k, MediaType: "image/png"})
	}
	if i%10 == 0 {
		r.Decision, r.Rule, r.Reason = "REJECT", "RES-01", fmt.Sprintf("reason %d", i)
	}
	return r
}

// Rows are the same whether it is known beforehand or not how many will come.
func TestRowsKept(t *testing.T) {
	for _, n := range []int{0, 5, rowLimit - 1, rowLimit, rowLimit + 1} {
		for _, foreseen := range []int{0, n / 2, n} {
			t.Run(fmt.Sprintf("%d rows, %d foreseen", n, foreseen), func(t *testing.T) {
				rows, want := rows{coming: foreseen}, []Result{}
				perTool := make(map[string]int)
				for i := range n {
					r := resultRow(i)
					rows.coming = max(rows.coming-1, 0)
					rows.addResult(r.Tool, r)
					notable := r.Rule != "" && perTool[r.Tool] < rowsPerRule
					if notable {
						perTool[r.Tool]++
					}
					if n <= rowLimit || notable {
						want = append(want, r)
					}
				}
				if got, _, _ := rows.kept(); !reflect.DeepEqual(listed(got), want) {
					t.Errorf("got %d rows, want %d, or others", len(got), len(want))
				}
			})
		}
	}
}

// No row waits on the shelf once more are sure to come than there is room for.
func TestRowsForeseen(t *testing.T) {
	for _, tt := range []struct{ coming, shelved int }{{rowLimit - 1, 1}, {rowLimit, 0}} {
		rows := rows{coming: tt.coming}
		rows.addResult("t", resultRow(1))
		if got := len(rows.shelf.rows); got != tt.shelved {
			t.Errorf("%d to come: %d rows on the shelf, want %d", tt.coming, got, tt.shelved)
		}
	}
}
