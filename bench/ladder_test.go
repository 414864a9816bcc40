package bench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// A recording is a folder of evidence as Corpus.Write lays it out.
type recording struct{ name, dir string }

// recordings are those that BENCH_EVIDENCE names, a list of folders, or else
// some of the ladder.
func recordings(b *testing.B) (all []recording) {
	if list := os.Getenv("BENCH_EVIDENCE"); list != "" {
		for _, dir := range filepath.SplitList(list) {
			all = append(all, recording{filepath.Base(dir), dir})
		}
		return all
	}
	sizes := []rung{{50, 200}, {1000, 10_000}}
	if full() {
		sizes = append(sizes, rung{1000, 160_000}, rung{10_000, 100_000})
	}
	for _, size := range sizes {
		_, dir := corpus(b, size.tools, size.results)
		all = append(all, recording{size.String(), dir})
	}
	return all
}

// apart is the recording with every result in a file of its own.
func (r recording) apart(b *testing.B) (results string) {
	b.Helper()
	_, lines := Corpus{}.Paths(r.dir)
	data, err := os.ReadFile(lines)
	if err != nil {
		b.Fatal(err)
	}
	results = b.TempDir()
	for i, line := range bytes.SplitAfter(data, []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		if err := os.WriteFile(filepath.Join(results, fmt.Sprintf("%06d.json", i)), line, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return results
}

// A turn is what was measured one after the other, so that a busy machine slows
// all of it alike.
type turn struct {
	floor, markdown, text, files, twoJobs usage
	twoProcesses                          time.Duration // wall time of both
}

// BenchmarkProcess reports what whole processes take on recordings: processor time
// over the floor's, with a Markdown and with a text report, and of one file a result
// over one line a result; the peaks of resident memory; the wall time of one job on
// one processor over that of two on two, and that over what two processes at once
// gain.
func BenchmarkProcess(b *testing.B) {
	p := built(b)
	for _, of := range recordings(b) {
		b.Run(of.name, func(b *testing.B) {
			files := of.apart(b)
			var turns []turn
			for range max(pairs, b.N) {
				turns = append(turns, p.turn(b, of, files))
			}
			tell(b, turns)
		})
	}
}

func (p programs) turn(b *testing.B, of recording, files string) (t turn) {
	pages, lines := Corpus{}.Paths(of.dir)
	report := func(processors int, format, results string) func() usage {
		return p.begin(b, processors, p.mcpreview,
			"report", "--format", format, "--jobs", strconv.Itoa(processors), pages, results)
	}
	t.floor = p.run(b, 1, p.floor, pages, lines)
	t.markdown = report(1, "markdown", lines)()
	t.text = report(1, "text", lines)()
	t.files = report(1, "markdown", files)()
	t.twoJobs = report(2, "markdown", lines)()
	first, second := report(1, "markdown", lines), report(1, "markdown", lines)
	t.twoProcesses = max(first().wall, second().wall)
	return t
}

func tell(b *testing.B, turns []turn) {
	typical := func(unit string, of func(t turn) float64) {
		var all []float64
		for _, t := range turns {
			all = append(all, of(t))
		}
		b.ReportMetric(median(all), unit)
	}
	over := func(x, y time.Duration) float64 { return float64(x) / float64(y) }
	typical("x-floor-d", func(t turn) float64 { return over(t.markdown.cpu, t.floor.cpu) })
	typical("text-x-floor-d", func(t turn) float64 { return over(t.text.cpu, t.floor.cpu) })
	typical("files-x-lines", func(t turn) float64 { return over(t.files.cpu, t.markdown.cpu) })
	typical("rss-MiB", func(t turn) float64 { return t.markdown.peak })
	typical("text-rss-MiB", func(t turn) float64 { return t.text.peak })
	typical("rss-2-jobs-MiB", func(t turn) float64 { return t.twoJobs.peak })
	typical("speed-up", func(t turn) float64 { return over(t.markdown.wall, t.twoJobs.wall) })
	typical("x-two-processes", func(t turn) float64 {
		return over(t.markdown.wall, t.twoJobs.wall) / (2 * over(t.markdown.wall, t.twoProcesses))
	})
	b.ReportMetric(0, "ns/op")
}
