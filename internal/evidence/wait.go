package evidence

import (
	"slices"
	"strings"

	"mcpreview/internal/rule"
)

// Calls are judged against what all other evidence says, so that a file is read
// once to find out what it holds, and again where that is a call. In a folder
// of thousands of calls, one a file, the first reading costs as much as all
// else. Where files at hand are calls, all of the folder wait: they are read
// once, when they are to be judged. One that then turns out to hold what calls
// are judged against makes everything start again, with nothing waiting.

// A wait is on for a file that is read when its call is judged.
type wait struct {
	on       bool
	file     int32           // its index in the set
	found    int32           // how many of the set's findings come before those on it
	findings *[]rule.Finding // on it, once it was read; nil for none
}

const (
	waitFrom = 64 // of how many files in a row in a folder it pays to look at some beforehand
	waitTry  = 8  // how many are looked at
)

// await has the files wait that most likely hold a call each. It returns how
// many bytes they have, judged by those that were looked at.
func (l *loader) await(files []*candidate) (bytes int64) {
	r := l.reader()
	defer l.idle.Store(r)
	for rest := files; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].root == rest[0].root && folderOf(rest[n].name) == folderOf(rest[0].name) {
			n++
		}
		if n >= waitFrom {
			bytes += r.awaitAll(rest[:n])
		}
		rest = rest[n:]
	}
	return bytes
}

func folderOf(name string) string { return name[:strings.LastIndexByte(name, '/')+1] }

// awaitAll is await for files of one folder.
func (r *reader) awaitAll(files []*candidate) (bytes int64) {
	tried := int64(0)
	for i := range waitTry {
		size, call := r.isCall(files[i*(len(files)-1)/(waitTry-1)])
		if !call {
			return 0
		}
		tried += size
	}
	for _, c := range files {
		c.waits = c.fault == "" && !c.lines()
	}
	return tried * int64(len(files)) / waitTry
}

// isCall reports whether a file is plainly a call, and a small one.
func (r *reader) isCall(c *candidate) (size int64, call bool) {
	if c.fault != "" || c.lines() {
		return 0, false
	}
	f, info, err := r.open(c)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	if info.Size() > smallBytes {
		return 0, false
	}
	data, err := r.slurp(f, info.Size())
	return int64(len(data)), err == nil && r.sniffer.call(data)
}

// waiting is the scan of a file that waits, as it will most likely be.
func waiting(c *candidate) scan {
	return scan{
		file:  File{Path: c.shown, Kind: kindNames[kindExchange], Documents: 1},
		units: []unit{{candidate: c, line: 1, wait: wait{on: true}}},
	}
}

// callsOnce reads a file that waited, and yields its calls. It reports false
// where the file holds anything else that is evidence. The unit becomes what it
// would be had the file been read before, its candidate nil where there is none.
func (r *reader) callsOnce(s *Set, u *unit, yield func(Call)) bool {
	sc, w := r.read(u.candidate), u.wait
	if sc.keeps() > 0 || sc.file.Documents > 1 || len(sc.units) > 0 && sc.units[0].log.scanner != nil {
		return false
	}
	s.Files[w.file] = sc.file
	if fs := sc.findings; len(fs) > 0 {
		w.findings = &fs
	}
	if len(sc.units) == 0 {
		u.candidate, u.wait = nil, w
		return true
	}
	*u = sc.units[0]
	u.wait = w
	defer r.enter(u.length)()
	r.callsIn(&s.calls, r.buf.Bytes(), *u, u.line, yield)
	return true
}

// settleWaits finishes the set once everything that waited was read, and returns
// what was found in reading it. A set without anything that waits is not written to.
func (s *Set) settleWaits() (found []rule.Finding) {
	if !slices.ContainsFunc(s.units, func(u unit) bool { return u.wait.on }) {
		return nil
	}
	var all []rule.Finding
	taken := 0
	for i := range s.units {
		u := &s.units[i]
		if !u.wait.on {
			continue
		}
		if u.wait.findings != nil {
			fs := *u.wait.findings
			found = append(found, fs...)
			all = append(append(all, s.Findings[taken:u.wait.found]...), fs...)
			taken = int(u.wait.found)
		}
		u.wait = wait{}
	}
	if len(found) > 0 {
		s.Findings = append(all, s.Findings[taken:]...)
	}
	s.units = slices.DeleteFunc(s.units, func(u unit) bool { return u.candidate == nil })
	s.endWaiting()
	return found
}

func (s *Set) endWaiting() {
	s.awaited = 0
	for _, c := range s.found {
		c.waits = false
	}
}

// Bytes is how much evidence there is: until Calls has read what waits, nearly.
func (s *Set) Bytes() int64 {
	bytes := s.awaited
	for i := range s.Files {
		bytes += s.Files[i].Bytes
	}
	return bytes
}
