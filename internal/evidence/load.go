package evidence

import (
	gocontext "context"
	"hash/maphash"
	"io/fs"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

var (
	ruleUnusable = rule.Get("EVID-14")
	ruleBounds   = rule.Get("JSON-06")
)

// loader reads evidence under a policy.
type loader struct {
	policy policy.Policy
	bounds strictjson.Bounds
	seed   maphash.Seed // of the sums that tell whether a stretch of a file changed
	idle   atomic.Pointer[reader]
	room   *semaphore.Weighted
	folder folder
}

// roomBytes is how many bytes of large documents are worked on at a time: each
// takes memory many times its size, and there may be many cores.
const roomBytes = 64 << 20

// smallBytes is up to which size a document needs no room.
const smallBytes = 1 << 20

// enter waits for room for a document or a stretch of a file, and returns what
// gives it back.
func (l *loader) enter(size int64) (leave func()) {
	if size = min(size, int64(l.bounds.Bytes), roomBytes); size <= smallBytes {
		return func() {}
	}
	_ = l.room.Acquire(gocontext.Background(), size) // nobody cancels it
	return func() { l.room.Release(size) }
}

// Load reads the evidence at the given paths, files and folders in any order,
// with up to jobs files at a time. Calls are found but not kept: Calls reads
// them again, one at a time. The error is of a path that cannot be used; all
// else is a finding of the set. Close the set after use.
func Load(paths []string, p policy.Policy, jobs int) (*Set, error) {
	return LoadWatched(paths, p, jobs, nil)
}

// LoadWatched is Load that tells a watch how far it is; so does Calls on the
// set. The watch may be nil.
func LoadWatched(paths []string, p policy.Policy, jobs int, watch Watch) (*Set, error) {
	roots, err := openRoots(paths)
	if err != nil {
		return nil, err
	}
	return load(roots, p, jobs, watch), nil
}

// LoadFS is Load for a tree of files that is not on disk; its paths are shown
// as they are in it.
func LoadFS(files fs.FS, p policy.Policy, jobs int) *Set {
	return load([]*root{{dir: true, files: files}}, p, jobs, nil)
}

func load(roots []*root, p policy.Policy, jobs int, watch Watch) *Set {
	return newLoader(p).load(roots, jobs, watch)
}

func newLoader(p policy.Policy) *loader {
	return &loader{policy: p, bounds: p.Limits.JSON(), seed: maphash.MakeSeed(), room: semaphore.NewWeighted(roomBytes)}
}

func (l *loader) load(roots []*root, jobs int, watch Watch) *Set {
	found := find(roots, l.policy.Limits)
	set := &Set{calls: calls{loader: l, roots: roots, watch: watch, found: found, awaited: l.await(found)}}
	if over := set.read(jobs); over && set.awaited > 0 {
		set.readAll(jobs) // what is left out has a digest too
	}
	return set
}

// readAll reads the set anew, with nothing waiting.
func (s *Set) readAll(jobs int) {
	s.endWaiting()
	s.read(jobs)
}

// read fills the set, and reports whether the evidence is over a limit.
func (s *Set) read(jobs int) (over bool) {
	*s = Set{calls: s.calls, Files: make([]File, 0, len(s.found))}
	s.units = nil
	var pages []*Exchange
	t := tally{loader: s.loader}
	step := s.watch.watched(Reading, len(s.found))
	inOrder(jobs, s.found, s.loader.newReader, func(sc scan) {
		step()
		pages = append(pages, s.add(t.within(sc))...)
	})
	s.Findings = append(s.Findings, t.findings()...)
	s.settleAll(pages)
	return len(t.over) > 0
}

// add sorts one file's exchanges into the set and returns those of lists.
func (s *Set) add(sc scan) (pages []*Exchange) {
	for i := range sc.units {
		if w := &sc.units[i].wait; w.on {
			w.file, w.found = int32(len(s.Files)), int32(len(s.Findings))
		}
	}
	s.Files = append(s.Files, sc.file)
	s.Findings = append(s.Findings, sc.findings...)
	s.units = append(s.units, sc.units...)
	s.Mappings = append(s.Mappings, sc.mappings...)
	s.Logs = append(s.Logs, sc.logs...)
	for _, e := range sc.exchanges {
		_, list := protocol.ListOf(e.Method)
		switch {
		case e.Form == FormDescriptor:
			s.Descriptors = append(s.Descriptors, e)
		case list:
			pages = append(pages, e)
		case e.Method == protocol.MethodComplete:
			s.Completions = append(s.Completions, e)
		default:
			s.Others = append(s.Others, e)
			if e.Method == protocol.MethodDiscover || e.Method == protocol.MethodInitialize {
				s.Discoveries = append(s.Discoveries, e)
			}
		}
	}
	return pages
}
