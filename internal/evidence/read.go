package evidence

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"hash/maphash"
	"io"
	"io/fs"
	"os"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

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
	if sc.room() {
		sc.findings = append(sc.findings, f)
	}
}

// room reports whether one more finding is told one by one, and counts it where
// it is not. A finding costs far more to make than the value that it is about
// cost to read.
func (sc *scan) room() bool {
	if len(sc.findings) < findingsPerFile {
		return true
	}
	sc.more++
	return false
}

// newReader returns the function with which one worker reads files.
func (l *loader) newReader() func(*candidate) scan {
	r := l.reader()
	return func(c *candidate) scan {
		if c.waits {
			return waiting(c)
		}
		return r.read(c)
	}
}

// reader is one that is idle, or a new one.
func (l *loader) reader() *reader {
	if r := l.idle.Swap(nil); r != nil {
		return r
	}
	return &reader{loader: l, parser: strictjson.Parser{Bounds: l.bounds}, sum: sha256.New()}
}

// A reader reads documents with buffers of its own.
type reader struct {
	*loader
	parser  strictjson.Parser
	buf     bytes.Buffer
	sniffer sniffer
	sum     hash.Hash // of the file that is read
}

func fileFinding(path, text string) rule.Finding {
	return rule.Finding{
		Rule: ruleUnusable, Effect: rule.Condition, Provenance: rule.Policy,
		Subject: rule.Subject{Kind: rule.KindDocument, Name: path}, Text: text, At: rule.Location{File: path},
	}
}

func (r *reader) read(c *candidate) scan {
	sc := scan{file: File{Path: c.shown}}
	fault := c.fault
	if fault == "" {
		f, info, err := r.open(c)
		if err == nil {
			err = r.readOpen(&sc, c, f, info)
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

func (r *reader) readOpen(sc *scan, c *candidate, f fs.File, info fs.FileInfo) (err error) {
	defer r.enter(info.Size())()
	sc.file.Bytes = info.Size()
	r.sum.Reset()
	u := unit{candidate: c, size: info.Size(), changed: info.ModTime().UnixNano()}
	if c.lines() {
		err = r.readLines(sc, u, io.TeeReader(f, r.sum))
	} else {
		err = r.readWhole(sc, u, f)
	}
	if err != nil {
		return err
	}
	if after, err := f.Stat(); err != nil {
		return err
	} else if u.modified(after) { // half of one content and half of another
		return errChanged
	}
	if sc.file.Left != leftTooLarge { // of such a file not all was read
		r.sum.Sum(sc.file.SHA256[:0])
	}
	return nil
}

func (r *reader) readWhole(sc *scan, u unit, f fs.File) error {
	sc.file.Documents = 1
	if u.size > int64(r.bounds.Bytes) {
		head, err := r.slurp(io.LimitReader(f, logHead), logHead)
		if err != nil {
			return err
		}
		if format := logFormat(head); format != nil { // bounded by the line, not as a file
			return r.readLog(sc, u, io.TeeReader(io.MultiReader(bytes.NewReader(bytes.Clone(head)), f), r.sum), format)
		}
		// Not hashed: a sparse file can be larger than anyone can read.
		r.tooLarge(sc, u, 1, u.size)
		return nil
	}
	data, err := r.slurp(f, u.size)
	if err != nil {
		return err
	}
	r.sum.Write(data)
	if format := logFormat(data); format != nil && len(data) <= r.bounds.Bytes {
		return r.readLog(sc, u, bytes.NewReader(bytes.Clone(data)), format)
	}
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
	if r.document(sc, data, u, 1) != nil {
		sc.units = append(sc.units, u)
	}
	return nil
}

// slurp reads the whole file, of that size, into the reader's buffer. A read that
// ends where the file does, with room for more, was the last one.
func (r *reader) slurp(f io.Reader, size int64) ([]byte, error) {
	r.room(size)
	most := r.bounds.Bytes + 1
	room := r.buf.AvailableBuffer()
	room = room[:min(cap(room), most)]
	n, err := f.Read(room)
	r.buf.Write(room[:n])
	switch {
	case err == io.EOF, err == nil && n > 0 && int64(n) == size && n < len(room):
		return r.buf.Bytes(), nil
	case err != nil:
		return nil, err
	}
	_, err = r.buf.ReadFrom(io.LimitReader(f, int64(most-n)))
	return r.buf.Bytes(), err
}

// room empties the buffer and makes room for reading n bytes into it, and for no
// more: it stays as long as the reader does.
func (r *reader) room(n int64) {
	if n := int(n) + bytes.MinRead; r.buf.Cap() < n {
		r.buf = *bytes.NewBuffer(make([]byte, 0, n))
	}
	r.buf.Reset()
}

const leftTooLarge = "over the limit of bytes"

// tooLarge notes a document that is over the limit of bytes.
func (r *reader) tooLarge(sc *scan, u unit, line int, size int64) {
	f := fileFinding(u.shown, fmt.Sprintf("document of %d bytes exceeds %d", size, r.bounds.Bytes))
	f.Rule, f.Effect, f.At.Line, f.At.Column = ruleBounds, rule.Reject, line, 1
	f.Provenance = rule.SpecShould
	sc.find(f)
	if !u.lines() && u.log.scanner == nil {
		sc.file.Kind, sc.file.Left = "unusable", leftTooLarge
	}
}

// unitBytes is how much of a JSON Lines file is one unit of work.
const unitBytes = 256 << 10

// readLines reads a document a line, and notes the stretches that hold calls.
func (r *reader) readLines(sc *scan, u unit, from io.Reader) error {
	in := bufio.NewReaderSize(from, 1<<18)
	head, err := in.Peek(logHead)
	if err != nil && err != io.EOF {
		return err
	}
	if format := logFormat(head); format != nil {
		return r.readLog(sc, u, in, format)
	}
	sc.file.Kind, sc.file.Bytes = "JSON Lines", 0
	var print maphash.Hash
	print.SetSeed(r.seed)
	next := func(line int) {
		if u.calls > 0 {
			u.sum = print.Sum64()
			sc.units = append(sc.units, u)
		}
		u.offset, u.length, u.line, u.calls = sc.file.Bytes, 0, line, 0
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
			if r.oneLine(sc, bytes.TrimSuffix(data, []byte("\n")), u, line) {
				u.calls++
			}
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

// hopelessBytes is how long a line over the bound may be, at least, for the rest
// of its file to be read: a hole in a file can be longer than anyone can read.
const hopelessBytes = 256 << 20

var errHopeless = errors.New("a line is far longer than a document may be, and does not end")

// oneLine reads one line's document and reports whether it holds a call.
func (r *reader) oneLine(sc *scan, data []byte, u unit, line int) bool {
	if blank(data) {
		return false
	}
	sc.file.Documents++
	return r.sniffer.call(data) || r.document(sc, data, u, line) != nil
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
		if err != bufio.ErrBufferFull && n == int64(len(part)) {
			return part, n, err // whole as it is
		}
		if n <= int64(r.bounds.Bytes)+1 {
			r.buf.Write(part)
		}
		switch {
		case err != bufio.ErrBufferFull:
			return r.buf.Bytes(), n, err
		case n > max(hopelessBytes, 8*int64(r.bounds.Bytes)):
			return nil, n, errHopeless
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
