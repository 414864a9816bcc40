// Package recording reads the files in which other programs keep what passed
// between MCP clients and servers, and turns each message pair into a document
// of this program's own form. What a file cannot show, because its recorder cut,
// merged or replaced it, becomes a gap: a document that says so. Nothing here
// decides.
package recording

import (
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A Format is one kind of file that is read.
type Format struct {
	Kind string // what lists of files call it
	// About is one sentence on the format, for the documentation.
	About string
	// Proves are the aspects of a session that a whole file of the format shows.
	Proves []Aspect

	whole func(root *strictjson.Value) bool
	read  func(*reading, *strictjson.Value)
	line  func(text string) bool
	frame func(*Scanner, string, int)
}

// An Aspect is one thing about a session that a recording may show. The zero
// value is invalid.
type Aspect uint8

// The aspects.
const (
	Requests        Aspect = iota + 1 // as they were sent
	CursorsSent                       // that the next request sent a cursor back unchanged
	CursorsIssued                     // and with them which page is the last
	AllTools                          // every tool as it was listed, also those a client drops
	Results                           // of calls, failures among them
	Errors                            // and that they stay apart from failures
	WireJSON                          // JSON as it was on the wire: repeated names, exact numbers
	HeaderLines                       // beside the body they have to agree with
	RepeatedHeaders                   // one header on several lines
	HeaderCase                        // names as they were written
	Status                            // of answers
)

// Aspects are all of them, in the order of reports.
var Aspects = []Aspect{Requests, CursorsSent, CursorsIssued, AllTools, Results, Errors, WireJSON, HeaderLines, RepeatedHeaders, HeaderCase, Status}

var aspectNames = [...]string{
	Requests: "requests", CursorsSent: "cursors sent back", CursorsIssued: "cursors issued", AllTools: "tools that a client drops",
	Results: "results", Errors: "JSON-RPC errors", WireJSON: "exact JSON text",
	HeaderLines: "header lines", RepeatedHeaders: "repeated headers", HeaderCase: "case of header names", Status: "HTTP status",
}

// String is the aspect as reports name it.
func (a Aspect) String() string { return aspectNames[a] }

// Formats are the formats that are read beside this program's own. A document
// is recognised by its content, in this order.
var Formats = []*Format{har, inspectorProtocol, inspectorNetwork, mcpjam, snoop, goSDK, vsCode, claudeDesktop}

// everyMessage are the aspects of whole messages without their transport.
var everyMessage = []Aspect{Requests, CursorsSent, CursorsIssued, AllTools, Results, Errors}

func with(aspects []Aspect, more ...Aspect) []Aspect {
	return append(append([]Aspect{}, aspects...), more...)
}

// Recognise is the format of a whole document; nil for another document.
func Recognise(root *strictjson.Value) *Format {
	for _, f := range Formats {
		if f.whole != nil && f.whole(root) {
			return f
		}
	}
	return nil
}

// RecogniseLine is the format of a log by one of its lines; nil for none.
func RecogniseLine(text string) *Format {
	for _, f := range Formats {
		if f.line != nil && f.line(text) {
			return f
		}
	}
	return nil
}

// A Record is one document in this program's own form.
type Record struct {
	Text   string
	At     rule.Location // of what it was made from
	Pieces []strictjson.Piece
	// Replaced is how many header values were replaced because they are
	// credentials.
	Replaced int
}

// IsGap reports whether the record stands for what is not shown.
func (r Record) IsGap() bool { return strings.HasPrefix(r.Text, `{"`+GapMember) }

// Parse reads the document; all its places are in the file that it was made from.
func (r Record) Parse(p *strictjson.Parser) (*strictjson.Document, error) {
	doc, err := p.Parse([]byte(r.Text), r.At.File, r.At.Line)
	if err != nil {
		return nil, err
	}
	doc.Compose(r.At, r.Pieces)
	return doc, nil
}

// A Note is what a reader left out because it is no evidence, in one clause.
type Note struct {
	Text string
	At   rule.Location
}

// A Reading is what a document comes to.
type Reading struct {
	Records []Record
	Notes   []Note
}

// reading is one whole document while it is read.
type reading struct {
	Reading
	doc *strictjson.Document
}

// Read turns a document of the format into records.
func (f *Format) Read(doc *strictjson.Document) Reading {
	r := &reading{doc: doc}
	f.read(r, doc.Root)
	return r.Reading
}

func (r *reading) note(at *strictjson.Value, text string) {
	r.Notes = append(r.Notes, Note{text, r.doc.Locate(at)})
}

// maxEntries is how many entries of one document are read. A document can hold
// millions that say nothing, and what is kept of one is many times its size.
const maxEntries = 100_000

// entries yields the elements of a list, as far as they are read.
func (r *reading) entries(list *strictjson.Value) func(yield func(*strictjson.Value) bool) {
	return func(yield func(*strictjson.Value) bool) {
		for i, e := range list.Elements() {
			if i == maxEntries {
				r.Records = append(r.Records, gap(TooMany, r.doc.Locate(e)))
				return
			}
			if !yield(e) {
				return
			}
		}
	}
}

func (r *reading) add(records ...Record) { r.Records = append(r.Records, records...) }

// ByLine reports whether files of the format are read line by line.
func (f *Format) ByLine() bool { return f.line != nil }
