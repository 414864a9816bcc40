package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
)

// stopSignals ask a process to end.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// unfinished is what this process has on disk and has not finished.
var unfinished workbench

// A workbench is what is on disk and not finished: whoever ends the process first
// takes it down. The zero value is empty.
type workbench struct {
	mu        sync.Mutex
	undo      []*func() // in the order in which they were begun
	done      bool      // the process ends as its command says
	entrusted atomic.Bool
}

// step does one step that an interruption must find either not begun or done.
func (w *workbench) step(do func() error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return do()
}

// begin says how to undo what follows until it is settled, which is done in one step.
func (w *workbench) begin(undo func()) (end func(settle func())) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.undo = append(w.undo, &undo)
	return func(settle func()) {
		w.mu.Lock()
		defer w.mu.Unlock()
		settle()
		for i, u := range w.undo {
			if u == &undo {
				w.undo = append(w.undo[:i], w.undo[i+1:]...)
				break
			}
		}
	}
}

// finish says that the process ends as its command says: from here on it is too
// late to interrupt it.
func (w *workbench) finish() { _ = w.step(func() error { w.done = true; return nil }) }

// entrust leaves what to do when the process is asked to end to the command,
// until it gives that back.
func (w *workbench) entrust() (back func()) {
	w.entrusted.Store(true)
	return func() { w.entrusted.Store(false) }
}

// interrupt undoes what is unfinished and reports whether there was time to.
// It then never gives the workbench back: nothing follows but the end of the process.
func (w *workbench) interrupt() bool {
	w.mu.Lock()
	if w.done {
		w.mu.Unlock()
		return false
	}
	for i := len(w.undo) - 1; i >= 0; i-- {
		(*w.undo[i])()
	}
	return true
}

// endOnSignal ends the process when it is asked to, whatever it is in the
// middle of: some of that, like a schema in the hands of the schema library,
// cannot be stopped otherwise. A second signal has its usual effect. What was
// started to ignore a signal, by nohup or in the background of a script, goes on
// ignoring it.
func (w *workbench) endOnSignal(stderr io.Writer) {
	asked := make(chan os.Signal, 1)
	for _, sig := range stopSignals {
		if !signal.Ignored(sig) {
			signal.Notify(asked, sig)
		}
	}
	go func() {
		for sig := range asked {
			if w.entrusted.Load() {
				continue
			}
			signal.Stop(asked)
			if w.interrupt() {
				fmt.Fprintf(stderr, "mcpreview: stopped by a signal (%s) before the end: no file was written\n", sig)
				os.Exit(exitUnusable)
			}
			return
		}
	}()
}
