package sarif

import (
	"encoding/json"
	"testing"

	"mcpreview/report"
	"mcpreview/report/reviewtest"
)

// A file of any size is cut until it fits, and says so; the rules stay.
func TestSizeIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and runs on one goroutine: the race detector, which is what short runs are for, has nothing to find")
	}
	r := reviewtest.Large(20)
	whole := gzipped(mustFit(t, r, 20, 1<<30))
	rules := gzipped(mustFit(t, r, 0, 1<<30))
	for _, c := range []struct {
		compressed int
		results    [2]int // at least, at most
	}{
		{whole, [2]int{20, 20}},
		{whole - 1, [2]int{10, 10}},
		{(whole + rules) / 2, [2]int{2, 10}},
		{rules, [2]int{0, 1}},
		{1, [2]int{0, 0}},
	} {
		text := mustFit(t, r, 20, c.compressed)
		var l struct {
			Runs []struct {
				Results     []any
				Invocations []struct{ ToolExecutionNotifications []any }
			}
		}
		if err := json.Unmarshal(text, &l); err != nil {
			t.Fatal(err)
		}
		n, told := len(l.Runs[0].Results), len(l.Runs[0].Invocations[0].ToolExecutionNotifications)
		if n < c.results[0] || n > c.results[1] || c.compressed > 1 && gzipped(text) > c.compressed {
			t.Errorf("%d results in %d bytes, of which %d are allowed", n, gzipped(text), c.compressed)
		}
		if n < 20 && told != 1 {
			t.Errorf("%d results and %d notices", n, told)
		}
	}
}

func mustFit(t *testing.T, r *report.Review, results, compressed int) []byte {
	t.Helper()
	text, err := fit(r, Options{}, results, compressed)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
