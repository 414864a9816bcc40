package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"mcpreview/internal/evidence"
)

// A clock goes on by a step each time it is read.
type clock struct {
	now  time.Time
	step time.Duration
}

func (c *clock) read() time.Time {
	c.now = c.now.Add(c.step)
	return c.now
}

func TestProgress(t *testing.T) {
	run := func(step time.Duration) string {
		var b bytes.Buffer
		p := startProgress(&b, (&clock{step: step}).read)
		for i := range 101 {
			p.watcher()(evidence.Reading, i, 100)
		}
		for i := range 51 {
			p.watcher()(evidence.Judging, i, 50)
		}
		p.clear()
		p.clear()
		return b.String()
	}
	if got := run(time.Millisecond); got != "" {
		t.Errorf("a short review shows %q", got)
	}
	got := run(20 * time.Millisecond)
	for _, want := range []string{"reading files", "/100)", "judging calls", "/50)"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	if n := strings.Count(got, "reading files"); n < 10 || n > 20 {
		t.Errorf("1.5 s of reading are shown %d times", n)
	}
	if strings.Contains(got, "\n") {
		t.Errorf("a line stays behind: %q", got)
	}
	if !strings.HasSuffix(got, "\x1b[2K\r") {
		t.Errorf("the bar is not wiped: %q", got[max(0, len(got)-40):])
	}
}

func TestProgressIsSilent(t *testing.T) {
	terminal := screen{terminal: true}
	for _, s := range []screen{{}, {terminal: true, dumb: true}} {
		if newProgress(&bytes.Buffer{}, s) != nil {
			t.Errorf("%+v shows progress", s)
		}
	}
	if newProgress(&bytes.Buffer{}, terminal).watcher() == nil {
		t.Error("a terminal shows none")
	}
	if (judging{}).progress(&bytes.Buffer{}, false).watcher() != nil {
		t.Error("what is no terminal shows progress")
	}
	var none *progress
	none.clear()
}

// Steps between two looks at the bar cost next to nothing.
func BenchmarkProgress(b *testing.B) {
	p := startProgress(&bytes.Buffer{}, time.Now)
	for b.Loop() {
		p.watch(evidence.Judging, 1, 1000000)
	}
}
