package headers

import (
	"fmt"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
)

func BenchmarkJudge(b *testing.B) {
	lines := parityCase{headers: "Region==?base64?5p2x?=|Count=7|Flag=true"}.lines()
	record := recordOf(lines, callBody(`{"region":"東","count":7,"flag":true}`), servedAnswer)
	set := evidence.LoadDocument("call.json", []byte(record), policy.Default())
	evidence.Calls(set, 1, func(c evidence.Call) int {
		for b.Loop() {
			Judge(c.Exchange, route, nil, policy.Default())
		}
		return 0
	}, func(int) {})
}

func BenchmarkCheck(b *testing.B) {
	bindings := boundRoute(b)
	lines := parityCase{headers: "Region==?base64?5p2x?=|Count=7|Flag=true"}.lines()
	body := []byte(callBody(`{"region":"東","count":7,"flag":true}`))
	for b.Loop() {
		if Check(bindings, lines, body) != nil {
			b.Fatal("refused")
		}
	}
}

// BenchmarkSearch looks for many secrets that start alike in a text full of
// such starts.
func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1, 100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var s Search
			for i := range n {
				s.Add(Secret{text: fmt.Sprintf("user-%08d", i), header: "Mcp-Param-User"})
			}
			text := strings.Repeat("user-x rejected Mcp-Param-User category=mismatch; ", 20_000)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, found := s.find(text, false); found {
					b.Fatal("found")
				}
			}
		})
	}
}
