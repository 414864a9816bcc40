package evidence

import (
	"fmt"
	"strings"

	"mcpreview/internal/policy"
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
	s := readStream(text)
	switch {
	case s.problem != "":
		return "", s.problem
	case len(s.responses) == 0:
		return "", NoResponse
	case len(s.responses) > 1:
		return "", fmt.Sprintf("the stream carries %d responses", len(s.responses))
	}
	return s.responses[0], ""
}

// SSERequests reports whether a recorded event stream carries a JSON-RPC
// request, which on a reply stream can only be one of the server's own.
func SSERequests(text string) bool { return readStream(text).requests > 0 }

// A stream is what the events of a recorded stream carry.
type stream struct {
	responses []string
	requests  int
	problem   string // the first event that is no single JSON-RPC message
}

func readStream(text string) stream {
	var s stream
	n := 0
	for data := range events(text) {
		n++
		s.add(data, n)
	}
	return s
}

func (s *stream) add(data string, n int) {
	fail := func(what string) {
		if s.problem == "" {
			s.problem = fmt.Sprintf("event %d %s", n, what)
		}
	}
	bounds := policy.DefaultLimits().JSON()
	bounds.Bytes = len(data) // the document that holds the stream was bounded
	doc, err := strictjson.Parse([]byte(data), "", 1, bounds)
	switch {
	case err != nil:
		fail("is not one JSON value")
	case doc.Root.Is(strictjson.Array):
		fail("carries a batch")
	case !doc.Root.Is(strictjson.Object):
		fail("carries no JSON-RPC message")
	case has(doc.Root, "result") || has(doc.Root, "error"):
		s.responses = append(s.responses, data)
	case has(doc.Root, "method") && has(doc.Root, "id"):
		s.requests++
	case !has(doc.Root, "method"):
		fail("carries no JSON-RPC message")
	}
}

// events yields the data of each message event: its data lines joined by line
// feeds. An event that the end of the text cuts off counts, since a recorder
// may have trimmed the blank line behind the last one.
func events(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		var data []string
		message := true
		emit := func() bool {
			joined := strings.Join(data, "\n")
			carried := message && joined != ""
			data, message = data[:0], true
			return !carried || yield(joined)
		}
		for line := range lines(strings.TrimPrefix(text, "\ufeff")) {
			field, value, _ := strings.Cut(line, ":")
			value = strings.TrimPrefix(value, " ")
			switch {
			case line == "":
				if !emit() {
					return
				}
			case field == "data":
				data = append(data, value)
			case field == "event":
				message = value == "message" || value == ""
			}
		}
		emit()
	}
}

// lines yields the lines of a text, ended by CR, LF or both.
func lines(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for text != "" {
			i := strings.IndexAny(text, "\r\n")
			if i < 0 {
				yield(text)
				return
			}
			line := text[:i]
			if strings.HasPrefix(text[i:], "\r\n") {
				i++
			}
			text = text[i+1:]
			if !yield(line) {
				return
			}
		}
	}
}
