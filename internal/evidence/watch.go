package evidence

// A Stage is a part of the work on evidence that can take long.
type Stage uint8

// The stages, in their order. The zero value is invalid.
const (
	Reading Stage = iota + 1 // of total files
	Judging                  // of total stretches of files with calls
)

// A Watch is told how far a stage is: done of total steps. It is called from
// one goroutine at a time, after every step, and slows down what it watches.
type Watch func(s Stage, done, total int)

// watched calls the watch, if there is one, after each step of a stage.
func (w Watch) watched(s Stage, total int) (step func()) {
	if w == nil {
		return func() {}
	}
	done := 0
	w(s, 0, total)
	return func() {
		done++
		w(s, done, total)
	}
}
