package bench

import (
	"fmt"
	"io"
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

// review does the whole job: it reads, judges and renders.
func review(tb testing.TB, paths ...string) *report.Review {
	tb.Helper()
	p := policy.Default()
	set, err := evidence.Load(paths, p, 1)
	if err != nil {
		tb.Fatal(err)
	}
	defer set.Close()
	r := report.Build(set, report.Options{Policy: p, Jobs: 1})
	if err := markdown.Write(io.Discard, r, markdown.Options{}); err != nil {
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

// BenchmarkReview reports the processor time of a whole review over that of the
// floor on the same evidence: the median of pairs of runs, so that a busy
// machine slows both alike.
func BenchmarkReview(b *testing.B) {
	for _, size := range []struct{ tools, results int }{
		{1, 0}, {1, 100}, {1, 10_000}, {100, 0}, {100, 100}, {100, 10_000}, {1000, 0}, {1000, 100}, {1000, 10_000},
	} {
		c, dir := corpus(b, size.tools, size.results)
		pages, results := c.Paths(dir)
		b.Run(fmt.Sprintf("tools=%d/results=%d", size.tools, size.results), func(b *testing.B) {
			single(b)
			measure(b, pages, results)
		})
	}
}

func measure(b *testing.B, pages, results string) {
	var ratios []float64
	var floors, reviews []time.Duration
	b.ReportAllocs()
	b.ResetTimer()
	b.StopTimer() // allocations are those of reviews alone
	for range max(pairs, b.N) {
		f := cpu(b, func() {
			if _, err := Floor(pages, results); err != nil {
				b.Fatal(err)
			}
		})
		b.StartTimer()
		r := cpu(b, func() { review(b, pages, results) })
		b.StopTimer()
		floors, reviews, ratios = append(floors, f), append(reviews, r), append(ratios, float64(r)/float64(f))
	}
	runs := float64(len(ratios))
	b.ReportMetric(median(ratios), "x-floor-d")
	b.ReportMetric(float64(median(reviews).Microseconds())/1000, "review-ms")
	b.ReportMetric(float64(median(floors).Microseconds())/1000, "floor-ms")
	allocated, objects := allocations(func() { review(b, pages, results) })
	b.ReportMetric(allocated, "B/op")
	b.ReportMetric(objects, "allocs/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/runs, "ns/op")
	b.ReportMetric(peakHeap(func() { review(b, pages, results) }), "peak-MiB")
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

// BenchmarkMemory reports the peak heap of a review of four times as many
// results over that of a review of the same tools: memory follows the tools and
// what is found, not the evidence.
func BenchmarkMemory(b *testing.B) {
	few, fewDir := corpus(b, 1000, 10_000)
	many, manyDir := corpus(b, 1000, 40_000)
	b.Run("results=40000-over-10000", func(b *testing.B) {
		var fewer, more, ratios []float64
		for range max(3, b.N) {
			pages, results := few.Paths(fewDir)
			x := peakHeap(func() { review(b, pages, results) })
			pages, results = many.Paths(manyDir)
			y := peakHeap(func() { review(b, pages, results) })
			fewer, more, ratios = append(fewer, x), append(more, y), append(ratios, y/x)
		}
		b.ReportMetric(median(ratios), "x-peak-heap")
		b.ReportMetric(median(fewer), "few-MiB")
		b.ReportMetric(median(more), "many-MiB")
	})
}
