package main

import (
	"runtime"
	"runtime/debug"
	"testing"

	"mcpreview/internal/evidence"
)

// The collector is held tighter for more evidence than muchEvidence, and never
// where the environment says how it is to run.
func TestTuneCollector(t *testing.T) {
	const before = 101
	defer debug.SetGCPercent(debug.SetGCPercent(before))
	defer growth.Store(0)
	for _, tt := range []struct {
		gogc  string
		files []evidence.File
		want  int
	}{
		{"", []evidence.File{{Bytes: muchEvidence - 1}, {Bytes: 1}}, before},
		{"", []evidence.File{{Bytes: muchEvidence}, {Bytes: 1}}, heapGrowth},
		{"200", []evidence.File{{Bytes: muchEvidence + 1}}, before},
	} {
		t.Setenv("GOGC", tt.gogc)
		debug.SetGCPercent(before)
		tuneCollector(&evidence.Set{Files: tt.files})
		if got := debug.SetGCPercent(before); got != tt.want {
			t.Errorf("GOGC %q, %v: %d, want %d", tt.gogc, tt.files, got, tt.want)
		}
	}
}

// The first collection is put off, and the heap grows as usual or as a large
// review has it from then on.
func TestDelayCollector(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(usualGrowth))
	defer growth.Store(0)
	for _, tt := range []struct{ tuned, want int }{{0, usualGrowth}, {heapGrowth, heapGrowth}} {
		growth.Store(int32(tt.tuned))
		settled := delayCollector()
		if got := debug.SetGCPercent(firstGrowth); got != firstGrowth {
			t.Errorf("before a collection: %d", got)
		}
		runtime.GC()
		<-settled
		if got := debug.SetGCPercent(usualGrowth); got != tt.want {
			t.Errorf("after it: %d, want %d", got, tt.want)
		}
	}
}
