package evidence

import (
	"fmt"
	"strings"

	"mcpreview/internal/policy"
	"mcpreview/internal/sse"
	"mcpreview/internal/strictjson"
)

// NoResponse is the problem of a stream that ends before the response: what
// was asked has no recorded answer.
const NoResponse = "the stream ends without a response"

// ReduceSSE finds the one JSON-RPC response in the raw text of a recorded event
// stream (text/event-stream, as the HTML standard reads it). Comments, other
// event types, empty events and notifications are passed over. Where the stream
// does not reduce to one response, problem says why in one clause and response
// is "". Requests of the server's own on the stream are no problem here:
// revisions differ on them (see SSERequests).
func ReduceSSE(text string) (response string, problem string) {
	e, problem := reduceSSE(text)
	return e.Data, problem
}

func reduceSSE(text string) (response sse.Event, problem string) {
	s := readStream(text)
	switch {
	case s.problem != "":
		return sse.Event{}, s.problem
	case len(s.responses) == 0:
		return sse.Event{}, NoResponse
	case len(s.responses) > 1:
		return sse.Event{}, fmt.Sprintf("the stream carries %d responses", len(s.responses))
	}
	return s.responses[0], ""
}

// SSERequests reports whether a recorded event stream carries a JSON-RPC
// request, which on a reply stream can only be one of the server's own.
func SSERequests(text string) bool { return readStream(text).requests > 0 }

// SSEPassed is how many events of other types than message carry what looks like
// a JSON-RPC message. Clients pass such events over.
func SSEPassed(text string) (n int) {
	for e := range sse.Others(text) {
		if data := strings.TrimSpace(e.Data); strings.HasPrefix(data, "{") && strings.Contains(data, `"jsonrpc"`) {
			n++
		}
	}
	return n
}

// A stream is what the events of a recorded stream carry.
type stream struct {
	responses []sse.Event
	requests  int
	problem   string // the first event that is no single JSON-RPC message
}

func readStream(text string) stream {
	var s stream
	for e := range sse.Events(text) {
		s.add(e)
	}
	return s
}

func (s *stream) add(e sse.Event) {
	fail := func(what string) {
		if s.problem == "" {
			s.problem = fmt.Sprintf("event %d %s", e.Number, what)
		}
	}
	bounds := policy.DefaultLimits().JSON()
	bounds.Bytes = len(e.Data) // the document that holds the stream was bounded
	doc, err := strictjson.Parse([]byte(e.Data), "", 1, bounds)
	switch {
	case err != nil:
		fail("is not one JSON value")
	case doc.Root.Is(strictjson.Array):
		fail("carries a batch")
	case !doc.Root.Is(strictjson.Object):
		fail("carries no JSON-RPC message")
	case has(doc.Root, "result") || has(doc.Root, "error"):
		s.responses = append(s.responses, e)
	case has(doc.Root, "method") && has(doc.Root, "id"):
		s.requests++
	case !has(doc.Root, "method"):
		fail("carries no JSON-RPC message")
	}
}
