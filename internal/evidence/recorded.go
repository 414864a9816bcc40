package evidence

import (
	"bytes"

	"mcpreview/internal/recording"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// logHead is how much of a file is looked at to tell whether it is a log, and
// headLines how many of its lines.
const (
	logHead   = 64 << 10
	headLines = 50
)

// logFormat is the format of a log of messages by the beginning of the file,
// whatever its name; nil for any other file.
func logFormat(head []byte) *recording.Format {
	head = bytes.TrimLeft(head[:min(len(head), logHead)], " \t\r\n")
	if len(head) == 0 || head[0] == '[' {
		return nil
	}
	object := head[0] == '{'
	for range headLines {
		line, rest, more := bytes.Cut(head, []byte("\n"))
		// In a log of objects every line is one; each begins with the session.
		if !object || bytes.Contains(line[:min(len(line), 512)], []byte(`"session_id"`)) {
			if f := recording.RecogniseLine(string(line)); f != nil {
				return f
			}
		}
		if object || !more {
			return nil
		}
		head = rest
	}
	return nil
}

// recorded reads the records of a document in another program's format; it
// reports whether that includes a call.
func (r *reader) recorded(sc *scan, f *recording.Format, doc *strictjson.Document, u unit) (call bool) {
	reading := f.Read(doc)
	sc.file.Kind = f.Kind
	sc.file.Documents += max(0, len(reading.Records)-1) // the file counts as one
	sc.notes(doc.File, reading.Notes)
	for _, rec := range reading.Records {
		call = r.record(sc, rec, u) || call
	}
	return call
}

// record reads one record. Its text is bounded by the document that it was made
// from.
func (r *reader) record(sc *scan, rec recording.Record, u unit) (call bool) {
	doc, err := r.parseRecord(rec)
	if err != nil {
		sc.find(recordFault(err, rec))
		return false
	}
	keep := sc.keeps()
	call = r.sort(sc, doc, doc.Root, classify(doc.Root), u.given)
	if sc.keeps() > keep {
		sc.kept += len(rec.Text)
	}
	return call
}

func (r *reader) parseRecord(rec recording.Record) (*strictjson.Document, error) {
	p := r.parser
	p.Bounds.Bytes = max(p.Bounds.Bytes, len(rec.Text))
	defer func() { p.Bounds = r.parser.Bounds; r.parser = p }() // its buffers are worth keeping
	return rec.Parse(&p)
}

// recordFault is documentFinding at the place that a record was made from.
func recordFault(err error, rec recording.Record) rule.Finding {
	f := documentFinding(err)
	f.At = rec.At
	return f
}

func (sc *scan) notes(file string, notes []recording.Note) {
	for _, n := range notes {
		f := fileFinding(file, n.Text)
		f.Effect, f.At = rule.Note, n.At
		sc.find(f)
	}
}

// gapFinding says what a recording does not show.
func gapFinding(doc *strictjson.Document, v *strictjson.Value) rule.Finding {
	text, known := recording.Gap(v.Get(recording.GapMember).Text()).Clause()
	if !known {
		text = "something is missing from the recording, by a word that is none of the known ones"
	}
	f := fileFinding(doc.File, text)
	f.At = doc.Locate(v)
	return f
}

// unparsedFinding says what is wrong with a body that was kept as it is because
// it is no JSON value.
func (r *reader) unparsedFinding(doc *strictjson.Document, v *strictjson.Value) rule.Finding {
	text := v.Get(recording.UnparsedMember)
	data, err := recording.Unparsed(v)
	if err == nil {
		bounds := r.bounds
		bounds.Bytes = max(bounds.Bytes, len(data))
		if _, err = strictjson.Parse(data, doc.File, doc.Line, bounds); err != nil {
			f := documentFinding(err)
			f.Text, f.At = "body of a message: "+f.Text, doc.Locate(v)
			return f
		}
	}
	return unknownKind(doc, orRoot(text, v), "a body that is said to be no JSON value")
}

func orRoot(v, root *strictjson.Value) *strictjson.Value {
	if v == nil {
		return root
	}
	return v
}

// A logUnit is where reading a log goes on: the state before its first line.
type logUnit struct {
	scanner *recording.Scanner
	last    bool // the unit holds the log's end
}

// logCalls yields the calls of a stretch of a log.
func (r *reader) logCalls(c *calls, data []byte, u unit, yield func(Call)) {
	s := u.log.scanner.Clone()
	line := u.line
	for len(data) > 0 {
		one, rest, _ := bytes.Cut(data, []byte("\n"))
		r.recordedCalls(c, s.Line(string(one), line), u, yield)
		data = rest
		line++
	}
	if u.log.last {
		r.recordedCalls(c, s.End().Records, u, yield)
	}
}

// recordedCalls yields the calls among records.
func (r *reader) recordedCalls(c *calls, records []recording.Record, u unit, yield func(Call)) {
	for _, rec := range records {
		doc, err := r.parseRecord(rec)
		if err != nil {
			continue // the first reading said so
		}
		r.oneCall(c, doc, doc.Root, u, yield)
	}
}
