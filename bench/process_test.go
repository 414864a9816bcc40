package bench

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"mcpreview/samples"
)

// programs builds the program and the bare one.
func programs(b *testing.B) (mcpreview, bare string) {
	b.Helper()
	dir := b.TempDir()
	build := exec.Command("go", "build", "-trimpath", "-o", dir, "mcpreview/cmd/mcpreview", "mcpreview/bench/bare")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "mcpreview"), filepath.Join(dir, "bare")
}

// A usage is what a process took.
type usage struct {
	cpu, wall time.Duration
	peak      float64 // resident, in MiB
}

// run runs a process on so many processors; a verdict is no failure.
func run(b *testing.B, processors int, program string, args ...string) usage {
	b.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = b.TempDir() // no policy lies there
	cmd.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(processors))
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if code := cmd.ProcessState.ExitCode(); err != nil && (code < 0 || code == 2) {
		b.Fatalf("%s %q: %v", program, args, err)
	}
	s := cmd.ProcessState
	return usage{
		cpu: s.UserTime() + s.SystemTime(), wall: wall,
		peak: float64(s.SysUsage().(*syscall.Rusage).Maxrss) / 1024,
	}
}

// against reports the processor time of a process over that of the bare one, the
// median of pairs, and the higher peak of its memory.
func against(b *testing.B, bare, program string, args ...string) {
	var ratios []float64
	var times []time.Duration
	peak := 0.0
	for range max(2*pairs+1, b.N) {
		least := run(b, 2, bare).cpu
		u := run(b, 2, program, args...)
		ratios, times = append(ratios, float64(u.cpu)/float64(least)), append(times, u.cpu)
		peak = max(peak, u.peak)
	}
	b.ReportMetric(median(ratios), "x-bare")
	b.ReportMetric(float64(median(times).Microseconds())/1000, "cpu-ms")
	b.ReportMetric(peak, "rss-MiB")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkStart reports what short runs cost, as processes, over a bare
// parser's start.
func BenchmarkStart(b *testing.B) {
	mcpreview, bare := programs(b)
	conversations := filepath.Join(b.TempDir(), "conversations.json")
	if err := os.WriteFile(conversations, samples.Conversations(), 0o644); err != nil {
		b.Fatal(err)
	}
	c, dir := corpus(b, 50, 200)
	pages, results := c.Paths(dir)
	for _, of := range [][]string{
		{"version"}, {"replay", conversations}, {"demo"}, {"report", "--format", "markdown", pages, results},
	} {
		b.Run(of[0], func(b *testing.B) { against(b, bare, mcpreview, of...) })
	}
}

// BenchmarkProcess reports the peak of resident memory and the wall time on one
// and on two processors of whole processes.
func BenchmarkProcess(b *testing.B) {
	mcpreview, _ := programs(b)
	sizes := []rung{{50, 200}, {1000, 10_000}}
	if full() {
		sizes = append(sizes, rung{1000, 160_000}, rung{10_000, 100_000})
	}
	for _, size := range sizes {
		c, dir := corpus(b, size.tools, size.results)
		pages, results := c.Paths(dir)
		b.Run(size.String(), func(b *testing.B) {
			report := func(jobs int) usage {
				return run(b, jobs, mcpreview, "report", "--format", "markdown", "--jobs", strconv.Itoa(jobs), pages, results)
			}
			var ratios []float64
			one, two := 0.0, 0.0
			for range max(3, b.N) {
				x, y := report(1), report(2)
				ratios = append(ratios, float64(x.wall)/float64(y.wall))
				one, two = max(one, x.peak), max(two, y.peak)
			}
			b.ReportMetric(median(ratios), "speed-up")
			b.ReportMetric(one, "rss-MiB")
			b.ReportMetric(two, "rss-2-jobs-MiB")
			b.ReportMetric(0, "ns/op")
		})
	}
}
