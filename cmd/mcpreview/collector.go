package main

import (
	"cmp"
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"mcpreview/internal/evidence"
)

const (
	// firstGrowth puts the first collection off until the heap has 12 MiB, which
	// that of a small review never has: so many hundredths of Go's least heap of
	// 4 MiB.
	firstGrowth = 300
	// usualGrowth is by how many percent the heap grows between two collections
	// from the first one on, as Go has it.
	usualGrowth = 100

	// muchEvidence is from where on memory counts for more than the collector's
	// time: below it a review takes tens of megabytes whatever the collector does.
	muchEvidence = 64 << 20 // bytes
	// heapGrowth then takes the place of usualGrowth.
	heapGrowth = 40
)

// growth is what tuneCollector decided on; 0 until then.
var growth atomic.Int32

// delayCollector puts the first collection off. What it returns is closed once
// that was made and the heap grows as usual.
func delayCollector() (settled <-chan struct{}) {
	done := make(chan struct{})
	debug.SetGCPercent(firstGrowth)
	garbage := new([64]byte) // which the first collection finds
	runtime.AddCleanup(garbage, func(done chan struct{}) {
		debug.SetGCPercent(int(cmp.Or(growth.Load(), usualGrowth)))
		close(done)
	}, done)
	return done
}

// tuneCollector keeps the heap of a large review close to what it holds. Whoever
// set GOGC knows better.
func tuneCollector(set *evidence.Set) {
	if os.Getenv("GOGC") != "" {
		return
	}
	if set.Bytes() > muchEvidence {
		growth.Store(heapGrowth)
		debug.SetGCPercent(heapGrowth)
	}
}
