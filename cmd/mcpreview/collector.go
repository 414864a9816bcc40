package main

import (
	"os"
	"runtime/debug"

	"mcpreview/internal/evidence"
)

const (
	// muchEvidence is from where on memory counts for more than the collector's
	// time: below it a review takes tens of megabytes whatever the collector does.
	muchEvidence = 64 << 20 // bytes
	// heapGrowth is by how many percent the heap then grows between two
	// collections; Go's own default is 100.
	heapGrowth = 50
)

// tuneCollector keeps the heap of a large review close to what it holds. Whoever
// set GOGC knows better.
func tuneCollector(set *evidence.Set) {
	if os.Getenv("GOGC") != "" {
		return
	}
	bytes := int64(0)
	for _, f := range set.Files {
		bytes += f.Bytes
	}
	if bytes > muchEvidence {
		debug.SetGCPercent(heapGrowth)
	}
}
