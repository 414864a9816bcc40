package markdown_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"mcpreview/report"
	"mcpreview/report/markdown"
	"mcpreview/report/outline"
	"mcpreview/report/reviewtest"
)

func render(t *testing.T, r *report.Review, opt markdown.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := markdown.Write(&b, r, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	reviewtest.Golden(t, "review.md", []byte(render(t, reviewtest.Review(), markdown.Options{})))
	var summary bytes.Buffer
	if err := markdown.WriteDocument(&summary, outline.NewSummary(reviewtest.Review()), markdown.Options{}); err != nil {
		t.Fatal(err)
	}
	reviewtest.Golden(t, "summary.md", summary.Bytes())
	reviewtest.Golden(t, "short.md", []byte(render(t, reviewtest.Review(), markdown.Options{MaxBytes: 6000})))
}

func TestEveryStringIsShown(t *testing.T) {
	// A word that no other part of a report holds has to be wherever a string
	// of the review is shown.
	out := render(t, reviewtest.Plant("quokka", true), markdown.Options{MaxBytes: -1})
	for _, section := range strings.Split(out, "\n## ")[1:] {
		if !strings.Contains(section, "quokka") {
			title, _, _ := strings.Cut(section, "\n")
			t.Errorf("section %q shows nothing of the review", title)
		}
	}
}

func TestBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and runs on one goroutine: the race detector, which is what short runs are for, has nothing to find")
	}
	r := reviewtest.Large(10000)
	for _, limit := range []int{500, 1500, 3000, 8000, 0, 200000} {
		opt := markdown.Options{MaxBytes: limit}
		out := render(t, r, opt)
		if limit == 0 {
			limit = markdown.DefaultMaxBytes
		}
		if len(out) > limit && limit >= 2000 {
			t.Errorf("limit %d: %d bytes", limit, len(out))
		}
		for _, want := range []string{"**CONDITIONAL**: ", "| Tools | 10000 | 2 | 1 | 2 |", outline.Scope, "are left out", "--format json"} {
			if !strings.Contains(out, want) {
				t.Errorf("limit %d: %q is not in the report", limit, want)
			}
		}
		if again := render(t, r, opt); again != out {
			t.Errorf("limit %d: two runs differ", limit)
		}
	}
}

func TestBudgetDropsTheLeastSevereFirst(t *testing.T) {
	r := reviewtest.Large(1000)
	out := render(t, r, markdown.Options{})
	rejected := strings.Count(out, "| **REJECT** |")
	if rejected < 50 {
		t.Errorf("%d rejected rows are shown, want as many as fit", rejected)
	}
	if strings.Contains(out, "`tool_000999`") {
		t.Error("an admitted tool is shown while rejected ones are left out")
	}
	if n := strings.Count(out, "| 4 of 4 |"); n != 12 {
		t.Errorf("%d rows of the matrix, want all 12", n)
	}
	for _, title := range []string{"Requested inputs", "Descriptor admission", "Result contract", "Pagination", "Evidence"} {
		if !strings.Contains(out, "## "+title+"\n") {
			t.Errorf("section %s is gone", title)
		}
	}
}

func TestWholeReportSaysNothingOfCuts(t *testing.T) {
	whole := render(t, reviewtest.Review(), markdown.Options{MaxBytes: -1})
	if strings.Contains(whole, "eft out") {
		t.Error("a whole report speaks of rows left out")
	}
	if got := render(t, reviewtest.Review(), markdown.Options{MaxBytes: len(whole)}); got != whole {
		t.Error("a report of exactly the limit is shortened")
	}
	short := render(t, reviewtest.Review(), markdown.Options{MaxBytes: len(whole) - 1})
	if len(short) >= len(whole) || !strings.Contains(short, fmt.Sprintf("**Shortened to %d bytes.**", len(whole)-1)) {
		t.Error("a report of one byte more than the limit is not shortened")
	}
}

func TestWriteError(t *testing.T) {
	if err := markdown.Write(reviewtest.FailingWriter{}, reviewtest.Review(), markdown.Options{}); !errors.Is(err, reviewtest.ErrWrite) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

func BenchmarkWrite(b *testing.B) {
	reviewtest.Benchmark(b, func(w io.Writer, r *report.Review) error {
		return markdown.Write(w, r, markdown.Options{})
	})
}
