package evidence

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// inOrder maps items on up to jobs goroutines and folds the answers in the
// order of the items, on the calling goroutine. newWork is called once a
// goroutine, for buffers of its own. At most a few answers a goroutine wait to
// be folded, whatever the number of items. A panic in work comes out of inOrder
// in the place of that item's answer, whatever the number of goroutines; after
// one in work or fold no goroutine stays behind.
func inOrder[I, O any](jobs int, items []I, newWork func() func(I) O, fold func(O)) {
	jobs = min(max(jobs, 1), len(items))
	if jobs <= 1 {
		work := newWork()
		for _, it := range items {
			fold(work(it))
		}
		return
	}
	var (
		stop       = make(chan struct{})
		tasks      = make(chan task[I, O])
		waiting    = make(chan chan outcome[O], 4*jobs)
		goroutines sync.WaitGroup
	)
	defer goroutines.Wait()
	defer close(stop)
	for range jobs {
		work := newWork()
		goroutines.Go(func() {
			for t := range tasks {
				t.run(work)
			}
		})
	}
	goroutines.Go(func() {
		defer close(tasks)
		defer close(waiting)
		for _, it := range items {
			t := task[I, O]{it, make(chan outcome[O], 1)}
			select {
			case waiting <- t.answer:
			case <-stop:
				return
			}
			select {
			case tasks <- t:
			case <-stop:
				return
			}
		}
	})
	for next := range waiting {
		a := <-next
		if a.failed != "" {
			panic(a.failed)
		}
		fold(a.value)
	}
}

type task[I, O any] struct {
	item   I
	answer chan outcome[O]
}

type outcome[O any] struct {
	value  O
	failed string // a panic and where it was
}

// run always answers: the fold waits for it.
func (t task[I, O]) run(work func(I) O) {
	a := outcome[O]{failed: "evidence: the work on an item ended its goroutine"}
	defer func() {
		if p := recover(); p != nil {
			a.failed = fmt.Sprintf("%v\n\n%s", p, debug.Stack())
		}
		t.answer <- a
	}()
	a = outcome[O]{value: work(t.item)}
}
