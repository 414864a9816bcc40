// Command mcpreview reviews recorded evidence of an MCP server and says whether
// its tools may be used. It holds flags, files and exit codes, and decides
// nothing.
package main

import (
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// memoryGoal is from where on the collector works harder to give memory back:
// hostile evidence takes up to its bounds, and no more than it must. The
// environment's GOMEMLIMIT takes its place.
const memoryGoal = 640 << 20

func main() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryGoal)
	}
	if os.Getenv("GOGC") == "" {
		delayCollector()
	}
	// A reader that went away and a file that may grow no further are outputs
	// that could not be written: an error and an exit code like any other, not
	// the end of the process.
	signal.Ignore(syscall.SIGPIPE, syscall.SIGXFSZ)
	unfinished.endOnSignal(os.Stderr)
	code := run(os.Args[1:], os.Stdout, os.Stderr)
	unfinished.finish()
	os.Exit(code)
}
