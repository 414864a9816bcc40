package bench

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"syscall"
	"testing"
	"time"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/report"
	"mcpreview/report/markdown"
	textform "mcpreview/report/text"
)

// pairs is how often, at least, a review and the floor are run one after the
// other.
const pairs = 5

// corpus writes one of the sizes that are measured.
func corpus(b *testing.B, tools, results int) (c Corpus, dir string) {
	b.Helper()
	c, dir = Corpus{Tools: tools, Pages: max(1, tools/50), Results: results, Seed: 1}, b.TempDir()
	if err := c.Write(dir); err != nil {
		b.Fatal(err)
	}
	return c, dir
}

// A writer writes a report.
type writer func(*report.Review) error

// asMarkdown writes the form that goes on a pull request, asText that of a terminal.
func asMarkdown(r *report.Review) error { return markdown.Write(io.Discard, r, markdown.Options{}) }
func asText(r *report.Review) error     { return textform.Write(io.Discard, r, textform.Options{}) }

// review does the whole job: it reads, judges and renders.
func review(tb testing.TB, write writer, paths ...string) *report.Review {
	tb.Helper()
	p := policy.Default()
	set, err := evidence.Load(paths, p, 1)
	if err != nil {
		tb.Fatal(err)
	}
	defer set.Close()
	r := report.Build(set, report.Options{Policy: p, Jobs: 1})
	if err := write(r); err != nil {
		tb.Fatal(err)
	}
	return r
}

// cpu is the processor time that do takes, its share of the collector included.
func cpu(tb testing.TB, do func()) time.Duration {
	runtime.GC()
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			tb.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	do()
	return used() - before
}

// single keeps everything on one processor, the collector too.
func single(b *testing.B) {
	before := runtime.GOMAXPROCS(1)
	b.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

func median[T int64 | float64 | time.Duration](of []T) T {
	slices.Sort(of)
	return of[len(of)/2]
}

// A rung is one size of evidence.
type rung struct{ tools, results int }

// String names the rung among benchmarks.
func (r rung) String() string { return fmt.Sprintf("tools=%d/results=%d", r.tools, r.results) }

// full reports that the large rungs are wanted too, which take some minutes.
func full() bool { return os.Getenv("BENCH") == "full" }

// ladder are the rungs of every number of tools with every number of results.
func ladder() (all []rung) {
	tools, results := []int{1, 100, 1000}, []int{0, 100, 10_000}
	if full() {
		tools, results = append(tools, 10_000), append(results, 100_000)
	}
	for _, t := range tools {
		for _, r := range results {
			all = append(all, rung{t, r})
		}
	}
	return all
}

// BenchmarkReview reports the processor time of a whole review over that of the
// floor on the same evidence: the median of pairs of runs, so that a busy
// machine slows both alike.
func BenchmarkReview(b *testing.B) {
	for _, size := range ladder() {
		b.Run(size.String(), func(b *testing.B) {
			c, dir := corpus(b, size.tools, size.results)
			pages, results := c.Paths(dir)
			single(b)
			measure(b, pages, results)
		})
	}
}

// BenchmarkText is BenchmarkReview with the text report, which is laid out in
// tables.
func BenchmarkText(b *testing.B) {
	c, dir := corpus(b, 1000, 10_000)
	pages, results := c.Paths(dir)
	single(b)
	ratios, _, _ := inPairs(b, pages, results, asText)
	b.ReportMetric(median(ratios), "x-floor-d")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkSelfCheck runs the fixtures of the matrix, as every process that
// prints it does.
func BenchmarkSelfCheck(b *testing.B) {
	single(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, wrong := report.CheckItself(); len(wrong) > 0 {
			b.Fatal(wrong)
		}
	}
}

// inPairs runs the floor and a review one after the other.
func inPairs(b *testing.B, pages, results string, write writer) (ratios []float64, floors, reviews []time.Duration) {
	for range max(pairs, b.N) {
		f := cpu(b, func() {
			if _, err := Floor(pages, results); err != nil {
				b.Fatal(err)
			}
		})
		r := cpu(b, func() { review(b, write, pages, results) })
		floors, reviews, ratios = append(floors, f), append(reviews, r), append(ratios, float64(r)/float64(f))
	}
	return ratios, floors, reviews
}

func measure(b *testing.B, pages, results string) {
	ratios, floors, reviews := inPairs(b, pages, results, asMarkdown)
	b.ReportMetric(median(ratios), "x-floor-d")
	b.ReportMetric(float64(median(reviews).Microseconds())/1000, "review-ms")
	b.ReportMetric(float64(median(floors).Microseconds())/1000, "floor-ms")
	b.ReportAllocs()
	allocated, objects := allocations(func() { review(b, asMarkdown, pages, results) })
	b.ReportMetric(allocated, "B/op")
	b.ReportMetric(objects, "allocs/op")
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(peakHeap(func() { review(b, asMarkdown, pages, results) }), "peak-MiB")
}

// allocations are the bytes and objects that do allocates.
func allocations(do func()) (bytes, objects float64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc), float64(after.Mallocs - before.Mallocs)
}

// peakHeap is the highest of samples of the heap while do runs, in MiB; what
// the collector has not yet taken counts.
func peakHeap(do func()) float64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	heap := func() uint64 {
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	stop, done := make(chan struct{}), make(chan uint64)
	before := heap()
	go func() {
		peak := uint64(0)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			peak = max(peak, heap())
			select {
			case <-stop:
				done <- peak
				return
			case <-tick.C:
			}
		}
	}()
	do()
	close(stop)
	return float64(<-done-before) / (1 << 20)
}

// BenchmarkMemory reports the peak heap of a review of many more results over
// that of a review of the same tools: memory follows the tools and what is
// found, not the evidence.
func BenchmarkMemory(b *testing.B) {
	const tools, few = 1000, 10_000
	many := 40_000
	if full() {
		many = 160_000
	}
	fewer, fewDir := corpus(b, tools, few)
	more, moreDir := corpus(b, tools, many)
	b.Run(fmt.Sprintf("results=%d-over-%d", many, few), func(b *testing.B) {
		peak := func(c Corpus, dir string) float64 {
			pages, results := c.Paths(dir)
			return peakHeap(func() { review(b, asMarkdown, pages, results) })
		}
		var low, high, ratios []float64
		for range max(3, b.N) {
			x, y := peak(fewer, fewDir), peak(more, moreDir)
			low, high, ratios = append(low, x), append(high, y), append(ratios, y/x)
		}
		b.ReportMetric(median(ratios), "x-peak-heap")
		b.ReportMetric(median(low), "few-MiB")
		b.ReportMetric(median(high), "many-MiB")
		b.ReportMetric(0, "ns/op")
	})
}
