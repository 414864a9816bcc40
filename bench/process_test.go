package bench

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"mcpreview/samples"
)

// programs are what is measured, a bare parser's process, the floor's, and what
// measures them.
type programs struct{ mcpreview, bare, floor, usage string }

// built builds the programs as they are released.
func built(b *testing.B) programs {
	b.Helper()
	dir := b.TempDir()
	build := exec.Command("go", "build", "-trimpath", "-o", dir,
		"mcpreview/cmd/mcpreview", "mcpreview/bench/bare", "mcpreview/bench/floor", "mcpreview/bench/usage")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	return programs{in("mcpreview"), in("bare"), in("floor"), in("usage")}
}

// A usage is what a process took.
type usage struct {
	cpu, wall time.Duration
	peak      float64 // resident, in MiB
}

// run runs a program on so many processors; a verdict is no failure.
func (p programs) run(b *testing.B, processors int, program string, args ...string) usage {
	b.Helper()
	return p.begin(b, processors, program, args...)()
}

// begin starts a program, and returns what waits for its end.
func (p programs) begin(b *testing.B, processors int, program string, args ...string) (end func() usage) {
	b.Helper()
	cmd := exec.Command(p.usage, append([]string{program}, args...)...)
	cmd.Dir = b.TempDir() // no policy lies there
	cmd.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(processors))
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	return func() usage {
		err := cmd.Wait()
		var cpu, wall time.Duration
		var peak, code int
		if _, scanned := fmt.Sscan(out.String(), &cpu, &wall, &peak, &code); err != nil || scanned != nil || code < 0 || code == 2 {
			b.Fatalf("%s %q: %v, exit code %d", program, args, errors.Join(err, scanned), code)
		}
		return usage{cpu, wall, float64(peak) / 1024}
	}
}

// against reports the processor time of the program over that of the bare one, the
// median of pairs, and the higher peak of its memory.
func (p programs) against(b *testing.B, args ...string) {
	var ratios []float64
	var times []time.Duration
	peak := 0.0
	for range max(2*pairs+1, b.N) {
		least := p.run(b, 2, p.bare).cpu
		u := p.run(b, 2, p.mcpreview, args...)
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
	p := built(b)
	conversations := filepath.Join(b.TempDir(), "conversations.json")
	if err := os.WriteFile(conversations, samples.Conversations(), 0o644); err != nil {
		b.Fatal(err)
	}
	c, dir := corpus(b, 50, 200)
	pages, results := c.Paths(dir)
	for _, of := range [][]string{
		{"version"}, {"replay", conversations}, {"demo"}, {"report", "--format", "markdown", pages, results},
	} {
		b.Run(of[0], func(b *testing.B) { p.against(b, of...) })
	}
}
