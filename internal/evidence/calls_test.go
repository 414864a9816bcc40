package evidence

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"
	"weak"

	"mcpreview/internal/policy"
)

// many is a tree of calls in files, lists and lines, and their tools in order.
func many() (fstest.MapFS, []string) {
	files := fstest.MapFS{"0.json": {Data: []byte(`{"tools":[]}`)}}
	var tools []string
	next := func() string {
		tools = append(tools, fmt.Sprint("t", len(tools)))
		return call(tools[len(tools)-1], "")
	}
	for i := range 40 {
		var b strings.Builder
		name := fmt.Sprintf("%d.json", i+1)
		switch i % 4 {
		case 0:
			b.WriteString(next())
		case 1:
			b.WriteString("[" + note + "," + next() + "," + next() + "]")
		case 2:
			name += "l"
			for range 30 {
				b.WriteString(next() + "\n" + note + "\n")
			}
		case 3:
			b.WriteString(note)
		}
		files[name] = &fstest.MapFile{Data: []byte(b.String())}
	}
	return files, tools
}

func TestCallsInOrderOnceEach(t *testing.T) {
	files, want := many()
	for _, jobs := range []int{0, 1, 2, 7, 1000} {
		set := LoadFS(files, policy.Default(), jobs)
		for range 2 { // each walk reads them anew
			var got []string
			judged := new(atomic.Int64)
			Calls(set, jobs, func(c Call) string { judged.Add(1); return c.Tool }, func(tool string) { got = append(got, tool) })
			wantList(t, fmt.Sprintf("%d jobs", jobs), got, want...)
			if int(judged.Load()) != len(want) {
				t.Errorf("%d jobs: %d judged", jobs, judged.Load())
			}
		}
		if len(set.Logs) != 10+10*30+10 || len(set.Findings) != 0 {
			t.Errorf("%d logs, %q", len(set.Logs), told(set))
		}
	}
}

// A call that was judged is not kept, by the set or by the walk.
func TestCallsAreDropped(t *testing.T) {
	var b strings.Builder
	for i := range 50 {
		fmt.Fprintf(&b, "%s\n", call(fmt.Sprint("t", i), ""))
	}
	set := LoadFS(fstest.MapFS{"f.jsonl": {Data: []byte(b.String())}}, policy.Default(), 1)
	if len(set.Others)+len(set.Listings) != 0 {
		t.Fatalf("calls are kept: %+v", set)
	}
	var dropped []weak.Pointer[Exchange]
	Calls(set, 1, func(c Call) int { dropped = append(dropped, weak.Make(c.Exchange)); return 0 }, func(int) {})
	runtime.GC()
	for i, p := range dropped {
		if p.Value() != nil {
			t.Errorf("call %d is still there", i)
		}
	}
	runtime.KeepAlive(set)
}

func TestCloseEndsReading(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "ev", map[string]string{"a.json": call("a", "")})
	set, err := Load([]string{"ev"}, policy.Default(), 1)
	must(t, err)
	set.Close()
	if got := calls1(set, 1); len(got) != 1 || !strings.HasPrefix(got[0], "unusable ev/a.json EVID-14: cannot be read: ") {
		t.Errorf("%q", got)
	}
}

func TestSniffCall(t *testing.T) {
	for doc, want := range map[string]bool{
		`{"request":{"method":"tools/call"}}`:                                         true,
		` { "a" : [1,{"request":2}] , "request" : { "id":1, "method" : "tools/call" `: true,
		`{"request":{"method":"tools/call"},"request":{"method":"tools/list"}}`:       true,
		`{"request":{"method":"tools/list"},"request":{"method":"tools/call"}}`:       false,
		`{"request":{"method":"tools/list","method":"tools/call"}}`:                   false,
		`{"request":{"params":{"method":"tools/call"}}}`:                              false,
		`{"a":{"request":{"method":"tools/call"}}}`:                                   false,
		`[{"request":{"method":"tools/call"}}]`:                                       false,
		`{"request":{"method":"tools\/call"}}`:                                        false,
		`{"re\u0071uest":1,"request":{"method":"tools/call"}}`:                        false,
		`{"request":{"\u006dethod":1,"method":"tools/call"}}`:                         false,
		`{"request":null}`: false, `{"request":[]}`: false, `{"request":{"method":null}}`: false, `{"request":{}}`: false,
		``: false, `{`: false, `{"request"`: false, `{"request":{"method":`: false, `{"x":tru`: false, "\ufeff{}": false, `null`: false,
	} {
		if got := new(sniffer).call([]byte(doc)); got != want {
			t.Errorf("%s: %v", doc, got)
		}
	}
	deep := strings.Repeat(`{"a":`, 20_000)
	if new(sniffer).call([]byte(`{"x":` + deep + `1` + strings.Repeat("}", 20_000) + `,"request":{"method":"tools/call"}}`)) {
		t.Error("a document that the decoder cannot pass was not left to classify")
	}
}

func TestInOrder(t *testing.T) {
	for _, jobs := range []int{-1, 0, 1, 2, 8, 500} {
		for _, n := range []int{0, 1, 2, 100} {
			items := make([]int, n)
			for i := range items {
				items[i] = i
			}
			var workers, running, folding atomic.Int64
			var got []int
			inOrder(jobs, items, func() func(int) int {
				workers.Add(1)
				return func(i int) int {
					running.Add(1)
					defer running.Add(-1)
					for range rand.IntN(50) {
						runtime.Gosched()
					}
					return i * i
				}
			}, func(sq int) {
				if folding.Add(1) != 1 {
					t.Error("two folds at once")
				}
				got = append(got, sq)
				folding.Add(-1)
			})
			if len(got) != n {
				t.Fatalf("%d jobs: %d of %d answers", jobs, len(got), n)
			}
			for i, sq := range got {
				if sq != i*i {
					t.Fatalf("%d jobs: answer %d is %d", jobs, i, sq)
				}
			}
			if w := int(workers.Load()); w > max(1, min(jobs, n)) {
				t.Errorf("%d jobs, %d items: %d workers", jobs, n, w)
			}
		}
	}
}

// While one item takes long, the others do not run ahead without bound.
func TestInOrderRunsAheadLittle(t *testing.T) {
	const jobs, n = 3, 1000
	release := make(chan struct{})
	var done atomic.Int64
	idle := make(chan struct{})
	items := make([]int, n)
	for i := range items {
		items[i] = i
	}
	go func() { // no more can be done once everyone waits
		defer close(idle)
		for last := int64(-1); done.Load() != last || last == 0; {
			last = done.Load()
			for range 2000 {
				runtime.Gosched()
			}
		}
		close(release)
	}()
	ahead := int64(0)
	inOrder(jobs, items, func() func(int) int {
		return func(i int) int {
			if i == 0 {
				<-release
				ahead = done.Load()
			}
			done.Add(1)
			return i
		}
	}, func(int) {})
	<-idle
	if limit := int64(4*jobs + jobs + 1); ahead > limit {
		t.Errorf("%d answers waited, limit %d", ahead, limit)
	}
}

// A panic comes out where it can be caught, in the place of the item it came
// from, and leaves no goroutine behind.
func TestInOrderPanics(t *testing.T) {
	before := runtime.NumGoroutine()
	items := make([]int, 300)
	for i := range items {
		items[i] = i
	}
	for _, jobs := range []int{1, 2, 8} {
		for _, c := range []struct {
			name       string
			work, fold func(int)
			folded     int
		}{
			{"work", func(i int) { panicAt(i, 20) }, func(int) {}, 20},
			{"fold", func(int) {}, func(i int) { panicAt(i, 20) }, 20},
			{"work on the first", func(i int) { panicAt(i, 0) }, func(int) {}, 0},
			{"work on the last", func(i int) { panicAt(i, 299) }, func(int) {}, 299},
			{"work on all", func(int) { panic("item") }, func(int) {}, 0},
		} {
			folded := 0
			said := caught(func() {
				inOrder(jobs, items, func() func(int) int {
					return func(i int) int { c.work(i); return i }
				}, func(i int) { c.fold(i); folded++ })
			})
			if !strings.Contains(said, "item") || folded != c.folded {
				t.Errorf("%d jobs, %s: %d folded, panic %q", jobs, c.name, folded, said)
			}
		}
	}
	wantGoroutines(t, before)
}

func TestInOrderGoexit(t *testing.T) {
	before := runtime.NumGoroutine()
	said := caught(func() {
		inOrder(2, []int{1, 2, 3, 4, 5, 6, 7, 8}, func() func(int) int {
			return func(i int) int { runtime.Goexit(); return i }
		}, func(int) {})
	})
	if !strings.Contains(said, "ended its goroutine") {
		t.Errorf("panic %q", said)
	}
	wantGoroutines(t, before)
}

func panicAt(i, at int) {
	if i == at {
		panic("item")
	}
}

func caught(f func()) (said string) {
	defer func() { said = fmt.Sprint(recover()) }()
	f()
	return ""
}

// wantGoroutines waits for goroutines that have ended to be gone.
func wantGoroutines(t *testing.T, n int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > n; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, were %d", runtime.NumGoroutine(), n)
		}
	}
}

// A set may be walked by several at once.
func TestCallsAtOnce(t *testing.T) {
	files, want := many()
	set := LoadFS(files, policy.Default(), 2)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			n := 0
			Calls(set, 2, func(c Call) string { return c.Tool }, func(tool string) {
				if tool != want[n] {
					t.Errorf("call %d is of %s", n, tool)
				}
				n++
			})
			if n != len(want) {
				t.Errorf("%d calls", n)
			}
		})
	}
	all.Wait()
}
