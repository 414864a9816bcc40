package capture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"mcpreview/internal/policy"
)

// Limits bound a capture in time, memory and disk.
type Limits struct {
	Answer time.Duration // until the answer to one request
	Total  time.Duration // for the capture as a whole
	Settle time.Duration // for what may still come once an answer is there: the end of its stream, a better answer
	Stop   time.Duration // until a child process is asked to end, and again until it is killed

	AnswerBytes int   // of one answer
	TotalBytes  int64 // of all that is written
	LogBytes    int   // of standard error, and of what standard output holds beside messages
	Pages       int   // of one walk over a list

	// answers are for methods that are not to be waited for as long as others.
	answers map[string]time.Duration
}

// answer is how long the answer to a method is waited for.
func (l Limits) answer(method string) time.Duration {
	if d, ok := l.answers[method]; ok {
		return d
	}
	return l.Answer
}

// DefaultLimits are the limits where none are given. An answer may be as large
// as a document of a review.
func DefaultLimits() Limits {
	reviewed := policy.DefaultLimits()
	const mib = 1 << 20
	return Limits{
		Answer: 30 * time.Second, Total: 10 * time.Minute, Settle: 500 * time.Millisecond, Stop: 2 * time.Second,
		AnswerBytes: reviewed.DocumentBytes - mib, TotalBytes: 1024 * mib, LogBytes: mib, Pages: reviewed.PagesPerPass,
	}
}

// A link carries requests to one server, one at a time, and their answers back.
type link interface {
	// ask sends a request and waits for its answer. What it returns is never
	// nil: a fault is part of it.
	ask(ctx context.Context, r *outgoing) *reply
	// tell sends a notification.
	tell(ctx context.Context, r *outgoing) error
	// transport is the name of the transport in evidence.
	transport() string
	// close ends the connection and whatever belongs to it. It returns what the
	// server left beside messages, and what is to be said of it.
	close() []note
}

// An outgoing is a message of ours.
type outgoing struct {
	id     int64 // 0 for a notification
	method string
	params json.RawMessage
	// headers are set on an HTTP request, in the place of what the SDK sets
	// under the same name; names are written as they stand here.
	headers []headerLine
}

func (o *outgoing) message() (jsonrpc.Message, error) {
	if o.id == 0 {
		return &jsonrpc.Request{Method: o.method, Params: o.params}, nil
	}
	id, err := jsonrpc.MakeID(float64(o.id))
	if err != nil {
		return nil, fmt.Errorf("request ID: %w", err)
	}
	return &jsonrpc.Request{ID: id, Method: o.method, Params: o.params}, nil
}

// A headerLine is one header with its values, each a line of its own.
type headerLine struct {
	name   string
	values []string
}

// A reply is all that was seen of one request: what was written, and what came.
type reply struct {
	request []byte
	http    *httpRecord // nil over stdio

	response message // the answer; kind noMessage where there is none
	sse      []byte  // the response stream's text, in which the answer stands
	body     []byte  // an answer that is no JSON value
	isJSON   bool    // the body was meant as JSON
	aside    []message
	dropped  int // messages beside the answer that were too many to keep

	asideSize int

	fault fault // why there is no answer, or what is wrong with it
	notes []string
	gaps  []string // notes because of which the evidence is not whole
}

// say notes something once, however often the server makes it happen.
func (r *reply) say(text string) {
	if !slices.Contains(r.notes, text) {
		r.notes = append(r.notes, text)
	}
}

// lack notes once why the evidence is not whole.
func (r *reply) lack(text string) {
	if !slices.Contains(r.gaps, text) {
		r.gaps = append(r.gaps, text)
	}
}

// answered reports whether there is a JSON-RPC answer to work with.
func (r *reply) answered() bool { return r.response.kind == answerKind }

// asideMost and asideBytes bound the messages that are kept beside an answer.
const (
	asideMost  = 1000
	asideBytes = 4 << 20
)

// keepAside keeps a message that came beside the answer.
func (r *reply) keepAside(m message) {
	if len(r.aside) == asideMost || r.asideSize+len(m.raw) > asideBytes {
		r.dropped++
		return
	}
	r.aside = append(r.aside, m)
	r.asideSize += len(m.raw)
}

// A fault is why an answer is missing. The zero value is none.
type fault uint8

const (
	noFault      fault = iota
	faultTimeout       // nothing came in time
	faultEnded         // the server has ended
	faultTooLong       // the answer is over the limit of bytes
	faultNotJSON       // the answer is no JSON value
	faultNetwork       // it could not be reached
	faultStatus        // an HTTP status with a body that is no JSON-RPC message
	faultStopped       // the capture was stopped or is over its time
	faultRefused       // a redirect, an encoding that nobody asked for
)

var faultTexts = [...]string{
	"", "no answer in time", "the server ended", "the answer is over the limit of bytes", "the answer is no JSON value",
	"the server cannot be reached", "the answer is no JSON-RPC message", "the capture was stopped", "the answer was not taken",
}

func (f fault) String() string { return faultTexts[f] }

// dead reports whether nothing more can come over the link.
func (f fault) dead() bool {
	return f == faultEnded || f == faultStopped || f == faultNetwork
}

// stoppedOr is faultStopped where the context of the whole capture is done.
func stoppedOr(ctx context.Context, other fault) fault {
	if ctx.Err() != nil {
		return faultStopped
	}
	return other
}

// A note is something to be said of a capture.
type note struct {
	text string
	// incomplete is set where evidence is missing because of it.
	incomplete bool
}

var errNoWrite = errors.New("the server does not read its standard input")
