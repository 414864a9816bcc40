package recording

import (
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A Scanner reads a log line by line. It pairs requests with their answers, and
// can be cloned to read on from the same line again.
type Scanner struct {
	format *Format
	file   string
	parser strictjson.Parser

	pairs *pairs
	last  map[string]uint64 // sequence numbers by session
	// reads says which way the lines of a log go that names no sides: 1 where
	// what it calls read came from the server, -1 where it came from the client,
	// 0 while nothing shows it.
	reads  int
	silent int
	other  int // lines of a text log that carry no message
	out    []Record
}

// NewScanner returns a scanner at the start of a log.
func (f *Format) NewScanner(file string, b strictjson.Bounds) *Scanner {
	return &Scanner{format: f, file: file, parser: strictjson.Parser{Bounds: b}, pairs: newPairs(), last: make(map[string]uint64)}
}

// Clone is a scanner that reads on from here.
func (s *Scanner) Clone() *Scanner {
	c := *s
	c.parser = strictjson.Parser{Bounds: s.parser.Bounds}
	c.pairs = s.pairs.clone()
	c.last = make(map[string]uint64, len(s.last))
	for k, v := range s.last {
		c.last[k] = v
	}
	c.out = nil
	return &c
}

// Line reads one line, without its end, and returns the records that it
// completes.
func (s *Scanner) Line(text string, line int) []Record {
	s.out = nil
	s.format.frame(s, text, line)
	return s.out
}

// End returns what the end of the log leaves open, and what to say of it.
func (s *Scanner) End() Reading {
	s.out = nil
	for _, o := range s.pairs.rest() {
		s.add(o.unanswered()...)
	}
	r := Reading{Records: s.out}
	at := rule.Location{File: s.file, Line: 1, Column: 1}
	if s.silent > 0 {
		r.Notes = append(r.Notes, Note{rule.Count(s.silent, "message") + " " + silentNote, at})
	}
	if s.other > 0 {
		r.Notes = append(r.Notes, Note{rule.Count(s.other, "line") + " without a message, left out", at})
	}
	return r
}

func (s *Scanner) add(records ...Record) { s.out = append(s.out, records...) }

// A frame is one message of a log and which way it went.
type frame struct {
	message    part
	fromServer bool
	sender     string // what IDs are unique within
	exchange   exchange
	gap        Gap // why the message cannot be judged, or ""
	// headersWithheld reports that headers beside the message were replaced.
	headersWithheld bool
}

// frame pairs one message.
func (s *Scanner) frame(f frame) {
	e, ok := peek(f.message.text)
	if !ok {
		s.add(unparsed(f.message, f.message.where()))
		return
	}
	x := f.exchange
	switch {
	case !f.fromServer && e.isRequest():
		x.request = f.message
		if e.begins() {
			s.restart(f.sender)
		}
		if !s.pairs.askAs(f.sender, e, &open{exchange: x, gap: f.gap}) {
			s.add(gap(TooMany, x.at))
		}
	case f.fromServer && e.answers && !e.asks:
		s.add(s.pairs.answer(f.sender, e, x.at, f.answer)...)
	default:
		s.silent++
		if f.gap != "" {
			s.add(gap(f.gap, x.at))
		}
	}
}

// answer is the exchange of a request and the frame that answers it.
func (f frame) answer(o *open) Record {
	x := f.exchange
	if f.gap != "" {
		return gap(f.gap, x.at)
	}
	done := o.exchange
	if x.http != nil && done.http != nil {
		both := *done.http
		both.status = x.http.status
		done.http = &both
	}
	done.response = f.message
	return done.record()
}

// restart closes the requests of a sender's former session.
func (s *Scanner) restart(sender string) {
	for _, o := range s.pairs.restart(sender) {
		s.add(o.unanswered()...)
	}
}
