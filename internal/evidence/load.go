package evidence

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

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
}

// Load reads the evidence at the given paths, files and folders in any order,
// with up to jobs files at a time. Calls are found but not kept: Calls reads
// them again, one at a time. The error is of a path that cannot be used; all
// else is a finding of the set. Close the set after use.
func Load(paths []string, p policy.Policy, jobs int) (*Set, error) {
	roots, err := openRoots(paths)
	if err != nil {
		return nil, err
	}
	return load(roots, p, jobs), nil
}

// LoadFS is Load for a tree of files that is not on disk; its paths are shown
// as they are in it.
func LoadFS(files fs.FS, p policy.Policy, jobs int) *Set {
	return load([]*root{{dir: true, files: files}}, p, jobs)
}

func load(roots []*root, p policy.Policy, jobs int) *Set {
	return newLoader(p).load(roots, jobs)
}

func newLoader(p policy.Policy) *loader {
	return &loader{policy: p, bounds: p.Limits.JSON(), seed: maphash.MakeSeed()}
}

func (l *loader) load(roots []*root, jobs int) *Set {
	set := &Set{calls: calls{loader: l, roots: roots}}
	var pages []*Exchange
	t := tally{loader: l}
	inOrder(jobs, find(roots, l.policy.Limits), l.newReader, func(sc scan) {
		pages = append(pages, set.add(t.within(sc))...)
	})
	set.Findings = append(set.Findings, t.findings()...)
	set.settleAll(pages)
	return set
}

// settleAll finishes a set once all its files are added.
func (s *Set) settleAll(pages []*Exchange) {
	s.settleRevisions(pages)
	s.Listings, s.Probes = assemble(pages)
}

// A tally counts what is read against the limits on all evidence together.
type tally struct {
	*loader
	documents, kept int
	over            []over
}

// An over is a limit that was met: where first, and by how many files.
type over struct {
	first, limit string
	files        int
}

// within passes on the scan of a file that is within the limits, and of another
// only that it was left out.
func (t *tally) within(sc scan) scan {
	limit := ""
	switch {
	case sc.file.Documents > t.policy.Limits.Documents-t.documents:
		limit = fmt.Sprintf("%d documents in all", t.policy.Limits.Documents)
	case sc.kept > t.policy.Limits.KeptBytes-t.kept:
		limit = fmt.Sprintf("%d bytes in all of documents other than calls", t.policy.Limits.KeptBytes)
	default:
		t.documents += sc.file.Documents
		t.kept += sc.kept
		return sc
	}
	sc.file.Left = "over the limit of " + limit
	i := slices.IndexFunc(t.over, func(o over) bool { return o.limit == limit })
	if i < 0 {
		i = len(t.over)
		t.over = append(t.over, over{first: sc.file.Path, limit: limit})
	}
	t.over[i].files++
	return scan{file: sc.file}
}

// findings are one for each limit that was met: there may be as many files as
// documents.
func (t *tally) findings() []rule.Finding {
	var out []rule.Finding
	for _, o := range t.over {
		text := "exceeds " + o.limit + ": the file is left out"
		if o.files > 1 {
			text += fmt.Sprintf(", as are %d more after it", o.files-1)
		}
		out = append(out, fileFinding(o.first, text))
	}
	return out
}

// add sorts one file's exchanges into the set and returns those of lists.
func (s *Set) add(sc scan) (pages []*Exchange) {
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

// settleRevisions gives every exchange that names no revision the one its
// session's initialize result names, else the reviewed one.
func (s *Set) settleRevisions(pages []*Exchange) {
	s.negotiated = make(map[string]string)
	for _, d := range s.Discoveries {
		if d.Method != protocol.MethodInitialize || d.Label == LabelProbe {
			continue
		}
		if v, ok := d.Result.Get("protocolVersion").Str(); ok {
			if _, known := s.negotiated[d.Session.Server]; !known {
				s.negotiated[d.Session.Server] = v
			}
		}
	}
	for _, group := range [][]*Exchange{pages, s.Completions, s.Others, s.Descriptors} {
		for _, e := range group {
			s.settle(e)
		}
	}
}

func (c *calls) settle(e *Exchange) {
	e.Stated = statedRevision(e)
	if e.Stated == "" {
		e.Stated = c.negotiated[e.Session.Server]
	}
	if e.Stated == "" {
		e.Revision = c.loader.policy.Revision
		return
	}
	e.Revision = protocol.ByName(e.Stated)
}

// statedRevision is the revision an exchange itself names: in its request's
// _meta, else its version header, else beside it.
func statedRevision(e *Exchange) string {
	if v, ok := e.Params.Path("_meta", protocol.MetaProtocolVersion).Str(); ok {
		return v
	}
	if e.HTTP != nil {
		for _, h := range e.HTTP.Headers {
			if v := strings.Trim(h.Value, " \t"); v != "" && strings.EqualFold(h.Name, protocol.HeaderProtocolVersion) {
				return v
			}
		}
	}
	return e.Session.ProtocolVersion
}

// A scan is what the first reading of one file found.
type scan struct {
	file      File
	exchanges []*Exchange
	mappings  []*HeaderMapping
	logs      []*Log
	findings  []rule.Finding
	more      int // findings beyond findingsPerFile
	units     []unit
	kept      int // bytes of the documents that the above keep in memory
}

// findingsPerFile is how many findings of one file are told one by one. A file
// can hold millions of values that are no evidence.
const findingsPerFile = 1000

func (sc *scan) find(f rule.Finding) {
	if len(sc.findings) == findingsPerFile {
		sc.more++
		return
	}
	sc.findings = append(sc.findings, f)
}

// newReader returns the function with which one worker reads files.
func (l *loader) newReader() func(candidate) scan {
	return l.reader().read
}

func (l *loader) reader() *reader {
	return &reader{loader: l, parser: strictjson.Parser{Bounds: l.bounds}}
}

// A reader reads documents with buffers of its own.
type reader struct {
	*loader
	parser  strictjson.Parser
	buf     bytes.Buffer
	sniffer sniffer
}

func fileFinding(path, text string) rule.Finding {
	return rule.Finding{
		Rule: ruleUnusable, Effect: rule.Condition, Provenance: rule.Policy,
		Subject: rule.Subject{Kind: rule.KindDocument, Name: path}, Text: text, At: rule.Location{File: path},
	}
}

func (r *reader) read(c candidate) scan {
	sc := scan{file: File{Path: c.shown}}
	fault := c.fault
	if fault == "" {
		f, err := c.open()
		if err == nil {
			err = r.readOpen(&sc, c, f)
			f.Close()
		}
		if err != nil {
			fault = readFault(err)
		}
	}
	if fault != "" {
		// Half a file is no evidence: what was read of it before goes too.
		sc = scan{file: File{Path: c.shown, Bytes: sc.file.Bytes, Kind: "unreadable", Left: fault}}
		sc.find(fileFinding(c.shown, fault))
	}
	if sc.more > 0 {
		sc.findings = append(sc.findings, fileFinding(c.shown, fmt.Sprintf("holds %d more values that are no evidence", sc.more)))
	}
	return sc
}

// readFault is a reason without any path of this machine.
func readFault(err error) string {
	var pe *os.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return "cannot be read: " + err.Error()
}

func (r *reader) readOpen(sc *scan, c candidate, f fs.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	sc.file.Bytes = info.Size()
	sum := sha256.New()
	u := unit{candidate: c, size: info.Size(), changed: info.ModTime()}
	if c.lines() {
		err = r.readLines(sc, u, f, sum)
	} else {
		err = r.readWhole(sc, u, f, sum)
	}
	if err != nil {
		return err
	}
	if sc.file.Left != leftTooLarge { // of such a file not all was read
		sc.file.SHA256 = hex.EncodeToString(sum.Sum(nil))
	}
	return nil
}

func (r *reader) readWhole(sc *scan, u unit, f fs.File, sum hash.Hash) error {
	sc.file.Documents = 1
	if u.size > int64(r.bounds.Bytes) {
		// Not hashed: a sparse file can be larger than anyone can read.
		r.tooLarge(sc, u, 1, u.size)
		return nil
	}
	data, err := r.slurp(f, u.size)
	if err != nil {
		return err
	}
	sum.Write(data)
	sc.file.Bytes = int64(len(data))
	u.length, u.line, u.sum = int64(len(data)), 1, maphash.Bytes(r.seed, data)
	if len(data) > r.bounds.Bytes { // it grew meanwhile
		r.tooLarge(sc, u, 1, u.length)
		return nil
	}
	if r.sniffer.call(data) {
		sc.file.Kind = kindNames[kindExchange]
		sc.units = append(sc.units, u)
		return nil
	}
	if r.document(sc, data, u, 1) {
		sc.units = append(sc.units, u)
	}
	return nil
}

// slurp reads the whole file into the reader's buffer.
func (r *reader) slurp(f io.Reader, size int64) ([]byte, error) {
	r.buf.Reset()
	r.buf.Grow(int(size) + bytes.MinRead)
	_, err := r.buf.ReadFrom(io.LimitReader(f, int64(r.bounds.Bytes)+1))
	return r.buf.Bytes(), err
}

const leftTooLarge = "over the limit of bytes"

// tooLarge notes a document that is over the limit of bytes.
func (r *reader) tooLarge(sc *scan, u unit, line int, size int64) {
	f := fileFinding(u.shown, fmt.Sprintf("document of %d bytes exceeds %d", size, r.bounds.Bytes))
	f.Rule, f.Effect, f.At.Line, f.At.Column = ruleBounds, rule.Reject, line, 1
	f.Provenance = rule.SpecShould
	sc.find(f)
	if !u.lines() {
		sc.file.Kind, sc.file.Left = "unusable", leftTooLarge
	}
}

// unitBytes is how much of a JSON Lines file is one unit of work.
const unitBytes = 1 << 20

// readLines reads a document a line, and notes the stretches that hold calls.
func (r *reader) readLines(sc *scan, u unit, f fs.File, sum hash.Hash) error {
	in := bufio.NewReaderSize(io.TeeReader(f, sum), 1<<18)
	sc.file.Kind, sc.file.Bytes = "JSON Lines", 0
	var print maphash.Hash
	print.SetSeed(r.seed)
	held := false // the stretch holds a call
	next := func(line int) {
		if held {
			u.sum = print.Sum64()
			sc.units = append(sc.units, u)
		}
		u.offset, u.length, u.line, held = sc.file.Bytes, 0, line, false
		print.Reset()
	}
	next(1)
	for line := 1; ; line++ {
		data, n, err := r.line(in)
		if err != nil && err != io.EOF {
			return err
		}
		if content := n - lineEnd(err); content > int64(r.bounds.Bytes) {
			// No stretch holds such a line, or reading the stretch again would
			// take that much memory.
			next(line)
			sc.file.Bytes += n
			next(line + 1)
			sc.file.Documents++
			r.tooLarge(sc, u, line, content)
		} else {
			sc.file.Bytes += n
			u.length += n
			print.Write(data)
			held = r.oneLine(sc, bytes.TrimSuffix(data, []byte("\n")), u, line) || held
			if u.length >= unitBytes {
				next(line + 1)
			}
		}
		if err == io.EOF {
			next(line + 1)
			return nil
		}
		if sc.file.Documents > r.policy.Limits.Documents || sc.kept > r.policy.Limits.KeptBytes {
			n, err := io.Copy(io.Discard, in) // none of it will count
			sc.file.Bytes += n
			return err
		}
	}
}

// oneLine reads one line's document and reports whether it holds a call.
func (r *reader) oneLine(sc *scan, data []byte, u unit, line int) bool {
	if blank(data) {
		return false
	}
	sc.file.Documents++
	return r.sniffer.call(data) || r.document(sc, data, u, line)
}

// blank reports whether a line holds white space alone, as JSON has it.
func blank(line []byte) bool { return len(bytes.Trim(line, " \t\r\n")) == 0 }

// line returns the next line with its end, and how many bytes it took. Of a
// line over the bound only the length is kept.
func (r *reader) line(in *bufio.Reader) (data []byte, n int64, err error) {
	r.buf.Reset()
	for {
		part, err := in.ReadSlice('\n')
		n += int64(len(part))
		if n <= int64(r.bounds.Bytes)+1 {
			r.buf.Write(part)
		}
		if err != bufio.ErrBufferFull {
			return r.buf.Bytes(), n, err
		}
	}
}

// lineEnd is the length of the line feed that ended a line, 0 where the file's
// end did.
func lineEnd(err error) int64 {
	if err == io.EOF {
		return 0
	}
	return 1
}

// document reads one document and sorts what it holds; it reports whether that
// includes a call, which is left for the second reading.
func (r *reader) document(sc *scan, data []byte, u unit, line int) (call bool) {
	doc, err := r.parser.Parse(data, u.shown, line)
	if err != nil {
		sc.find(documentFinding(err))
		if sc.file.Kind == "" {
			sc.file.Kind = "unusable"
		}
		return false
	}
	k := classify(doc.Root)
	if sc.file.Kind == "" {
		sc.file.Kind = kindNames[k]
	}
	// A repeated member could hide what isOwn looks for; this program writes none.
	if k == kindOwn && !u.lines() && len(doc.Faults) == 0 {
		sc.file.Left = "a review or lock of mcpreview is no evidence"
		f := fileFinding(u.shown, sc.file.Left)
		f.Effect, f.At = rule.Note, doc.Locate(doc.Root)
		sc.find(f)
		return false
	}
	keep := sc.keeps()
	call = r.sort(sc, doc, doc.Root, k, u.given)
	if sc.keeps() > keep {
		sc.kept += len(data)
	}
	return call
}

// keeps is how much a scan keeps in memory, in values.
func (sc *scan) keeps() int { return len(sc.exchanges) + len(sc.mappings) + len(sc.logs) }

func documentFinding(err error) rule.Finding {
	var e *strictjson.Error
	if !errors.As(err, &e) {
		panic("evidence: unexpected error " + err.Error())
	}
	return rule.Finding{
		Rule: e.Rule(), Effect: rule.Reject, Provenance: e.Rule().Provenance[0],
		Subject: rule.Subject{Kind: rule.KindDocument, Name: e.File}, Text: e.Text, At: e.Location(),
	}
}

// sort puts a value where its kind belongs; elements of lists one by one.
func (r *reader) sort(sc *scan, doc *strictjson.Document, v *strictjson.Value, k kind, given string) (call bool) {
	switch k {
	case kindList:
		if v.Len() == 0 {
			sc.find(unknownKind(doc, v, "an empty list"))
		}
		for _, e := range v.Elements() {
			inner := classify(e)
			if inner == kindList {
				inner = kindUnknown
			}
			call = r.sort(sc, doc, e, inner, given) || call
		}
		return call
	case kindMapping:
		if !sc.faulty(doc, v, r.bounds) {
			tool, _ := v.Path("headerMapping", "tool").Str()
			sc.mappings = append(sc.mappings, &HeaderMapping{Doc: doc, Value: v, Tool: tool, Map: v.Path("headerMapping", "map")})
		}
	case kindLog:
		if !sc.faulty(doc, v, r.bounds) {
			sc.logs = append(sc.logs, &Log{Doc: doc, Value: v, Lines: v.Get("log")})
		}
	case kindExchange, kindResponse, kindResult, kindDescriptor:
		return r.exchange(sc, r.build(doc, v, k, given))
	case kindMixed:
		_, member, other := formOf(v)
		sc.find(unknownKind(doc, v, mixed(member, other)))
	case kindUnknown, kindOwn:
		sc.find(unknownKind(doc, v, "none of the accepted forms of evidence"))
	}
	return false
}

// exchange keeps one that is no call, and reports whether it is one.
func (r *reader) exchange(sc *scan, e *Exchange) (call bool) {
	if e.Method == protocol.MethodCallTool {
		return true
	}
	if _, member, other := methodOfResult(e.Result); other != "" && e.Request == nil {
		sc.find(unknownKind(e.Doc, e.Value, mixed(member, other)))
		return false
	}
	if lossy := lossyForm(e); lossy != "" && !slices.Contains(sc.file.Lossy, lossy) {
		sc.file.Lossy = append(sc.file.Lossy, lossy)
	}
	sc.exchanges = append(sc.exchanges, e)
	return false
}

func unknownKind(doc *strictjson.Document, v *strictjson.Value, why string) rule.Finding {
	f := fileFinding(doc.File, "unknown kind: "+why)
	f.At = doc.Locate(v)
	return f
}

// mixed names two members of ours, so nothing that a server wrote.
func mixed(member, other string) string {
	return "the members " + member + " and " + other + " belong to different forms of evidence"
}

// faulty reports the first strict JSON fault of a document that no narrower
// scope takes: such a document is unusable.
func (sc *scan) faulty(doc *strictjson.Document, v *strictjson.Value, b strictjson.Bounds) bool {
	faults := doc.FaultsIn(v)
	if len(faults) == 0 {
		return false
	}
	f := Spot{Doc: doc, Base: v, Subject: rule.Subject{Kind: rule.KindDocument, Name: doc.File}}.FindFault(faults[0], rule.Reject, b)
	if len(faults) > 1 {
		f.Text += fmt.Sprintf(" (and %d more faults)", len(faults)-1)
	}
	sc.find(f)
	return true
}

// lossyForm says what the form of an exchange cannot prove; "" for a whole one.
func lossyForm(e *Exchange) string {
	_, list := protocol.ListOf(e.Method)
	switch {
	case e.Form == FormDescriptor:
		return "that a listing is complete: there is no page"
	case list && e.Form == FormResult:
		return "cursors and caching hints: pages may have been merged"
	case list && e.Request == nil:
		return "that cursors were sent back: no request was recorded"
	}
	return ""
}

// modified reports whether a file differs from what the first reading saw.
func (u *unit) modified(info os.FileInfo) bool {
	return info.Size() != u.size || !info.ModTime().Equal(u.changed)
}

// A unit is a stretch of a file that holds calls.
type unit struct {
	candidate
	size    int64     // of the file
	changed time.Time // of the file

	offset, length int64
	line           int
	sum            uint64 // of its bytes
}
