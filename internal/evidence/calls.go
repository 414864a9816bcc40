package evidence

import (
	"bytes"
	"errors"
	"hash/maphash"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// calls is where the calls of a set stand.
type calls struct {
	loader     *loader
	roots      []*root
	found      []*candidate // every file, also one without calls
	units      []unit
	awaited    int64 // how many bytes the files have that wait, nearly
	watch      Watch
	negotiated map[sessionFile][]handshake // in the order of the file, each on another revision than the one before
}

// Close releases the folders that a set reads from.
func (c *calls) Close() {
	c.loader.folder.close()
	closeRoots(c.roots)
}

// CallsFound is how many calls there are at least, of all servers: a document can
// hold several.
func (c *calls) CallsFound() int {
	n := 0
	for i := range c.units {
		n += max(c.units[i].calls, 1)
	}
	return n
}

// A Call is one recorded tools/call exchange, or the finding that stands for a
// document that turned out to be unusable.
type Call struct {
	*Exchange              // nil for an unusable document
	Unusable  rule.Finding // set where Exchange is nil

	// Unit is of the stretch of the evidence that holds it: the calls of one are
	// judged one after the other, and those of a lower one stand before.
	Unit int
}

// Calls reads every call once, hands it to judge on one of jobs goroutines,
// and each answer to fold, in the order of the evidence and on one goroutine.
// A call that is kept keeps its document in memory.
//
// Some files are not read before. What is found in reading them is returned, and
// among the set's findings from then on. Where one of them holds what calls are
// judged against, settled is false: the set was read anew, and all that came of
// it before, the calls included, is to be judged again. From then on, and where
// nothing waited, Calls may run several times at once.
func Calls[T any](s *Set, jobs int, judge func(Call) T, fold func(T)) (found []rule.Finding, settled bool) {
	if !eachUnit(s, jobs, judge, fold) {
		s.readAll(jobs)
		return nil, false
	}
	return s.settleWaits(), true
}

// eachUnit is Calls up to the first file that should not have waited.
func eachUnit[T any](s *Set, jobs int, judge func(Call) T, fold func(T)) bool {
	step := s.watch.watched(Judging, len(s.units))
	if jobs <= 1 { // nothing has to wait for its turn
		r := s.loader.reader()
		defer s.loader.idle.Store(r)
		for i := range s.units {
			if !r.calls(s, &s.units[i], func(c Call) { c.Unit = i; fold(judge(c)) }) {
				return false
			}
			step()
		}
		return true
	}
	units := make([]int, len(s.units))
	for i := range s.units {
		units[i] = i
	}
	var failed atomic.Bool
	inOrder(jobs, units, func() func(int) []T {
		r, most := s.loader.reader(), 0
		return func(i int) []T {
			if failed.Load() {
				return nil
			}
			answers := make([]T, 0, most)
			if !r.calls(s, &s.units[i], func(c Call) { c.Unit = i; answers = append(answers, judge(c)) }) {
				failed.Store(true)
			}
			most = max(most, len(answers))
			return answers
		}
	}, func(answers []T) {
		step()
		for _, a := range answers {
			fold(a)
		}
	})
	return !failed.Load()
}

// calls reads one stretch of a file again, or a file that waited. It reports
// whether the file may have waited.
func (r *reader) calls(s *Set, u *unit, yield func(Call)) bool {
	if u.wait.on {
		return r.callsOnce(s, u, yield)
	}
	r.callsAgain(&s.calls, *u, yield)
	return true
}

// callsAgain reads one stretch of a file again.
func (r *reader) callsAgain(c *calls, u unit, yield func(Call)) {
	defer r.enter(u.length)()
	data, err := r.stretch(u)
	if err != nil {
		yield(Call{Unusable: fileFinding(u.shown, readFault(err))})
		return
	}
	switch {
	case u.log.scanner != nil:
		r.logCalls(c, data, u, yield)
		return
	case !u.lines():
		r.callsIn(c, data, u, u.line, yield)
		return
	}
	for line := u.line; len(data) > 0; line++ {
		one := data
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			one, data = data[:i], data[i+1:]
		} else {
			data = nil
		}
		if !blank(one) {
			r.callsIn(c, one, u, line, yield)
		}
	}
}

func (r *reader) stretch(u unit) ([]byte, error) {
	if u.data != nil {
		return u.data, nil
	}
	f, info, err := r.open(u.candidate)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if u.modified(info) {
		return nil, errChanged
	}
	r.room(u.length)
	at, ok := f.(io.ReaderAt)
	if !ok {
		return nil, errors.New("cannot be read from its middle")
	}
	if _, err = r.buf.ReadFrom(io.NewSectionReader(at, u.offset, u.length)); err != nil {
		return nil, err
	}
	if maphash.Bytes(r.seed, r.buf.Bytes()) != u.sum {
		return nil, errChanged
	}
	return r.buf.Bytes(), nil
}

// errChanged is of a file that is not what the first reading saw, so that what
// would be judged is not what the report's digest stands for.
var errChanged = errors.New("changed while it was read")

// callsIn yields the calls of one document. A document that the first reading
// took for a call and that is none is reported here, and only here.
func (r *reader) callsIn(c *calls, data []byte, u unit, line int, yield func(Call)) {
	doc, err := u.doc, error(nil)
	if doc == nil {
		doc, err = r.parser.Parse(data, u.shown, line)
	}
	if err != nil {
		if r.sniffer.call(data) {
			yield(Call{Unusable: documentFinding(err)})
		}
		return
	}
	if f := recordedAs(doc.Root, classify(doc.Root)); f != nil && !u.lines() {
		r.recordedCalls(c, f.Read(doc).Records, u, yield)
		return
	}
	found := false
	one := func(v *strictjson.Value) { found = r.oneCall(c, doc, v, u, yield) || found }
	if doc.Root.Is(strictjson.Array) {
		for _, v := range doc.Root.Elements() {
			one(v)
		}
	} else {
		one(doc.Root)
	}
	if !found && r.sniffer.call(data) {
		_, member, other := formOf(doc.Root)
		yield(Call{Unusable: unknownKind(doc, doc.Root, mixed(member, other))})
	}
}

// oneCall yields what a value is, if that is a call.
func (r *reader) oneCall(c *calls, doc *strictjson.Document, v *strictjson.Value, u unit, yield func(Call)) bool {
	switch k := classify(v); k {
	case kindExchange, kindResponse, kindResult:
		if e := r.build(doc, v, k, u.given); e.Method == protocol.MethodCallTool {
			c.settle(e)
			e.detach()
			yield(Call{Exchange: e})
			return true
		}
	case kindUnknown, kindDescriptor, kindMapping, kindLog, kindList, kindOwn, kindMixed, kindGap, kindUnparsed:
	}
	return false
}

// detach copies what is likely to be kept of a call, so that it does not keep
// the whole document with it.
func (e *Exchange) detach() {
	e.Tool, e.Stated, e.Caller = strings.Clone(e.Tool), strings.Clone(e.Stated), strings.Clone(e.Caller)
	s := &e.Session
	for _, text := range []*string{&s.Server, &s.Version, &s.ProtocolVersion, &s.Transport} {
		*text = strings.Clone(*text)
	}
}

// A sniffer tells calls apart with a decoder that it reuses.
type sniffer struct {
	dec *jsontext.Decoder
	buf bytes.Buffer
}

// call reports whether a document is plainly an exchange of tools/call, by
// reading no further than its request's method. What it is not sure of it
// leaves to classify. It agrees with it but where members of another form stand
// beside the request, which callsIn finds.
func (s *sniffer) call(data []byte) bool {
	s.buf = *bytes.NewBuffer(data)
	if s.dec == nil {
		s.dec = jsontext.NewDecoder(&s.buf, options...)
	} else {
		s.dec.Reset(&s.buf, options...)
	}
	dec := s.dec
	if dec.PeekKind() != '{' {
		return false
	}
	if !enter(dec, "request") || dec.PeekKind() != '{' || !enter(dec, "method") || dec.PeekKind() != '"' {
		return false
	}
	method, err := dec.ReadValue()
	return err == nil && string(method) == `"`+protocol.MethodCallTool+`"`
}

var options = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// enter reads into the next object up to the value of the member of that name.
func enter(dec *jsontext.Decoder, member string) bool {
	if _, err := dec.ReadToken(); err != nil {
		return false
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadValue()
		if err != nil {
			return false
		}
		switch {
		case string(name) == `"`+member+`"`:
			return true
		case bytes.IndexByte(name, '\\') >= 0: // perhaps the member by another spelling
			return false
		}
		if dec.SkipValue() != nil {
			return false
		}
	}
	return false
}

// modified reports whether a file differs from what the first reading saw.
func (u *unit) modified(info os.FileInfo) bool {
	return info.Size() != u.size || info.ModTime().UnixNano() != u.changed
}

// A unit is a stretch of a file that holds calls.
type unit struct {
	*candidate
	size    int64 // of the file
	changed int64 // of the file, in nanoseconds of Unix time

	log logUnit // of a log in another program's format

	offset, length int64
	line           int
	sum            uint64 // of its bytes
	calls          int    // of JSON Lines and logs: the lines or records that hold one

	wait wait
	doc  *strictjson.Document // what the first reading made of it, where it is in memory
}
