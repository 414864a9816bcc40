// Package evidence is the model of what was recorded, and its loader. Nothing
// in it decides: it says what was recorded, where, and in which form.
package evidence

import (
	"crypto/sha256"
	"encoding/hex"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A Form is the shape an exchange was recorded in. The zero value is invalid.
type Form uint8

// The forms, by how much they can prove.
const (
	FormExchange   Form = iota + 1 // request and response
	FormResponse                   // a bare JSON-RPC response
	FormResult                     // a bare result object
	FormDescriptor                 // a single tool descriptor (tool snapshot), or one of a bare array of them
)

// A Label is what the recorder meant an exchange to show. Unlabelled is "".
type Label string

// The labels.
const (
	Unlabelled       Label = ""
	LabelSuccess     Label = "success"
	LabelFailure     Label = "failure"
	LabelUnknownTool Label = "unknown-tool"
	LabelArguments   Label = "invalid-arguments"
	LabelMalformed   Label = "malformed-request"
	LabelProbe       Label = "probe"
)

// A Session is what tells recordings apart: exchanges of different sessions
// never share a listing. Members are as recorded, "" where they were not.
type Session struct {
	Server, Version, ProtocolVersion, Transport string
}

// HTTP is the transport side of a request, as recorded.
type HTTP struct {
	Value  *strictjson.Value
	Status int // 0 where not recorded
	// ContentType is the answer's, "" where it was not recorded.
	ContentType string
	// Headers are the request's header lines in order, duplicates kept; each
	// code point up to U+00FF stands for one byte. Nil where not recorded.
	Headers []Header
	// Folded reports a version of HTTP whose header names have no case.
	Folded bool
}

// A Header is one request header line.
type Header struct{ Name, Value string }

// An Exchange is one request and its final response, or what was kept of them.
// Absent members are nil.
type Exchange struct {
	Doc   *strictjson.Document
	Value *strictjson.Value // the record as a whole
	Form  Form

	Session  Session
	Caller   string // "" where none is named
	Pass     int    // from 1
	Label    Label
	Revision *protocol.Revision // in force for it; nil where what it names is not published
	Stated   string             // the revision name it was read from; "" where nothing states one

	Method   string            // as requested, else what the result's shape shows; "" unknown
	Request  *strictjson.Value // JSON-RPC request
	Params   *strictjson.Value
	Response *strictjson.Value // JSON-RPC response
	Result   *strictjson.Value
	Error    *strictjson.Value // the error member of the response
	HTTP     *HTTP
	Batch    bool // the request was sent as one of a JSON-RPC batch

	Notifications []*strictjson.Value
	SSE           *strictjson.Value // a response stream's raw text

	// Tool is the tool that a call is about: by its request, and where none was
	// recorded by the file's name; "" where neither tells.
	Tool string
}

// Place is where the exchange stands.
func (e *Exchange) Place() rule.Location { return e.Doc.Locate(e.Value) }

// Faults are the strict JSON faults within one part of the exchange.
func (e *Exchange) Faults(v *strictjson.Value) []strictjson.Fault { return e.Doc.FaultsIn(v) }

// IsRequestID reports whether a value can be a request's ID: a string or an
// integer.
func IsRequestID(id *strictjson.Value) bool {
	return id.Is(strictjson.String) || id.Is(strictjson.Number) && id.Decimal().IsInteger()
}

// CarriesCopies reports whether a request was recorded as it went over HTTP,
// with header lines that copy parts of its body: by POST, under a revision that
// has such headers.
func (e *Exchange) CarriesCopies() bool {
	if e.Request == nil || e.HTTP == nil || e.HTTP.Headers == nil || e.Revision == nil || !e.Revision.HeaderCopies {
		return false
	}
	method, stated := e.HTTP.Value.Get("method").Str()
	return !stated || method == "POST"
}

// A CursorState is what a request or a page says of a cursor, without its
// content. The zero value is invalid.
type CursorState uint8

// The states of a cursor that was sent or issued.
const (
	CursorUnknown CursorState = iota + 1 // no request was recorded
	CursorNone                           // absent
	CursorNull
	CursorEmpty   // the empty string, a cursor like any other
	CursorPresent // any other string
	CursorInvalid // neither string nor null
)

// CursorOf is the state of a cursor member.
func CursorOf(v *strictjson.Value) CursorState {
	switch v.Kind() {
	case strictjson.Absent:
		return CursorNone
	case strictjson.Null:
		return CursorNull
	case strictjson.String:
		if v.Text() == "" {
			return CursorEmpty
		}
		return CursorPresent
	}
	return CursorInvalid
}

// A Page is one list exchange.
type Page struct {
	*Exchange
	Items *strictjson.Value // the list member of the result; nil where absent
	Sent  CursorState       // of the request's cursor
	Next  CursorState       // of the result's nextCursor; CursorNone without a result
}

// Cursor is the cursor member that the request sent, or nil.
func (p *Page) Cursor() *strictjson.Value { return p.Params.Get("cursor") }

// NextCursor is the nextCursor member of the result, or nil.
func (p *Page) NextCursor() *strictjson.Value { return p.Result.Get("nextCursor") }

// A Listing is one pass of one caller over one list method.
type Listing struct {
	List    protocol.List
	Session Session
	Caller  string
	Pass    int
	// Pages are in the order of the cursor chain where requests were recorded,
	// else in natural file order. Pages that the chain does not reach follow
	// at the end; Chained is how many it reaches.
	Pages   []*Page
	Chained int
	// Changed reports that a list_changed notification for this method was
	// recorded with this pass, which explains a difference from the one before.
	Changed bool
}

// A Probe is a list request that is no page of any listing: labelled as one
// that is meant to be wrong; an error to a request that continues no page; a
// cursor that no page issued, where the answer repeats a page; and a page that
// was fetched again with the same answer.
type Probe struct {
	*Page
	// Repeats is the page whose items the answer repeats, where that is why
	// the request is a probe; else nil.
	Repeats *Page
}

// A HeaderMapping is an operator's statement of which argument travels in
// which header.
type HeaderMapping struct {
	Doc   *strictjson.Document
	Value *strictjson.Value
	Tool  string
	Map   *strictjson.Value
}

// A Log is lines of a server's or gateway's log.
type Log struct {
	Doc   *strictjson.Document
	Value *strictjson.Value
	Lines *strictjson.Value
}

// A File is one file of the evidence.
type File struct {
	Path      string // as reports print it
	SHA256    Digest // none where it could not be read
	Bytes     int64
	Kind      string // what its documents are, in words
	Documents int
	Left      string   // why it was left out, or ""; its content was then not read as evidence
	Lossy     []string // what its documents cannot prove beside what Kind says

	written bool // it is a review or a lock that this program wrote
}

// A Digest is a SHA-256; the zero value stands for none.
type Digest [sha256.Size]byte

// String is the digest in hexadecimal; "" for none.
func (d Digest) String() string {
	if d == (Digest{}) {
		return ""
	}
	return hex.EncodeToString(d[:])
}

// A Set is all evidence of a review but the calls, which are streamed.
type Set struct {
	Files    []File     // all that is known of some is their path until Calls has read them
	Listings []*Listing // by method, session, caller and pass
	// Probes are list requests that are no pages.
	Probes []*Probe
	// Others are exchanges of methods that no listing, call or completion
	// holds: discovery, prompts/get, resources/read, unknown methods. Calls
	// that are labelled as probes are calls.
	Others      []*Exchange
	Discoveries []*Exchange // server/discover and initialize; also in Others
	Completions []*Exchange
	Mappings    []*HeaderMapping
	Logs        []*Log
	// Descriptors are tool descriptors recorded without a page.
	Descriptors []*Exchange
	// Findings are what reading found: documents that are no JSON, unreadable
	// files, unknown kinds.
	Findings []rule.Finding

	calls
}
