package main

import (
	"runtime/debug"
	"testing"

	"mcpreview/internal/evidence"
)

// The collector is held tighter for more evidence than muchEvidence, and never
// where the environment says how it is to run.
func TestTuneCollector(t *testing.T) {
	const before = 101
	defer debug.SetGCPercent(debug.SetGCPercent(before))
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
