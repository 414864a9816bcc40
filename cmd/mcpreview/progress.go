package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"mcpreview/internal/evidence"
)

const (
	// progressDelay is how long a review takes before it shows how far it is:
	// most are over sooner.
	progressDelay = 500 * time.Millisecond
	// progressPause is between two looks at the bar.
	progressPause = 100 * time.Millisecond
	progressWidth = 30 // columns of the bar itself
)

// What the bar calls the stages. Nothing of the evidence is ever shown in it,
// no name of a file.
var stageTitles = [...]string{evidence.Reading: "reading files", evidence.Judging: "judging calls"}

// A progress shows on a terminal how far a review is.
type progress struct {
	w     io.Writer
	now   func() time.Time
	start time.Time
	next  time.Time // no look at the bar before
	stage evidence.Stage
	bar   *progressbar.ProgressBar // nil while nothing is shown
}

// progress is what a review shows of itself on standard error while it goes on.
func (j judging) progress(stderr io.Writer, quiet bool) *progress {
	if j.still || quiet {
		return nil
	}
	return newProgress(stderr, screenOf(stderr, os.Getenv))
}

// newProgress shows on standard error how far a review is, where that is a
// terminal that can be written over; nil where nothing is to be shown.
func newProgress(stderr io.Writer, on screen) *progress {
	if !on.terminal || on.dumb {
		return nil
	}
	return startProgress(stderr, time.Now)
}

func startProgress(w io.Writer, now func() time.Time) *progress {
	start := now()
	w = struct{ io.Writer }{w} // a file it would also flush to its device
	return &progress{w: w, now: now, start: start, next: start.Add(progressDelay)}
}

// watcher is what is told of a review's steps; nil where nothing is to be shown.
func (p *progress) watcher() evidence.Watch {
	if p == nil {
		return nil
	}
	return p.watch
}

// watch is told every step, and looks at the clock and no further for most.
func (p *progress) watch(s evidence.Stage, done, total int) {
	now := p.now()
	if now.Before(p.next) {
		return
	}
	p.next = now.Add(progressPause)
	if p.bar == nil || s != p.stage {
		p.clear()
		p.stage, p.bar = s, p.newBar(s, total)
	}
	// The bar goes with its terminal: a review does not fail for it.
	_ = p.bar.Set(min(done, total-1)) // the end would be a line that stays
}

func (p *progress) newBar(s evidence.Stage, total int) *progressbar.ProgressBar {
	return progressbar.NewOptions(max(total, 1),
		progressbar.OptionSetWriter(p.w),
		progressbar.OptionSetDescription(stageTitles[s]),
		progressbar.OptionSetWidth(progressWidth),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionUseANSICodes(true),
	)
}

// clear leaves the terminal as it was.
func (p *progress) clear() {
	if p != nil && p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil
	}
}
