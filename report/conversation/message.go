package conversation

import (
	"strings"

	"mcpreview/internal/strictjson"
	"mcpreview/replay"
)

// A kind tells messages apart. The zero value is invalid.
type kind uint8

const (
	request kind = iota + 1
	notification
	response
)

// An id is a request id or a progress token by type and value. The zero value
// is the empty string.
type id struct {
	integer bool
	text    string
}

// idOf reads an id; ok is false for what is none.
func idOf(v *strictjson.Value) (i id, ok bool) {
	switch {
	case v.Is(strictjson.String):
		return id{text: v.Text()}, true
	case !v.Is(strictjson.Number):
		return id{}, false
	}
	d := v.Decimal()
	return id{integer: true, text: d.String()}, d.IsInteger()
}

// A message is one whose envelope is valid.
type message struct {
	kind   kind
	at     *strictjson.Value
	id     id // of requests and responses
	hasID  bool
	method string            // of requests and notifications
	params *strictjson.Value // nil where there are none
	result *strictjson.Value // of a response; nil for an error
	err    *strictjson.Value // of a response
}

// meta is a member of the message's params._meta.
func (m *message) meta(name string) *strictjson.Value { return m.params.Path("_meta", name) }

// read checks what every message has to be (CONV-01 to CONV-03, CONV-05).
func (s *session) read(step *replay.Step) (*message, *breach) {
	v := step.Message
	switch {
	case v.Is(strictjson.Array):
		return nil, breaks(1, v, "message is an array: there are no batches")
	case !v.Is(strictjson.Object):
		return nil, breaks(1, v, "message is "+v.Kind().String()+", must be object")
	case v.Get("jsonrpc").Text() != "2.0" || !v.Get("jsonrpc").Is(strictjson.String):
		return nil, breaks(2, v.Get("jsonrpc"), `jsonrpc must be "2.0"`)
	case v.Get("method") != nil:
		return readCall(v)
	}
	return s.readResponse(v)
}

// readCall reads a request or a notification.
func readCall(v *strictjson.Value) (*message, *breach) {
	method, isText := v.Get("method").Str()
	m := &message{kind: notification, at: v, method: method, params: v.Get("params")}
	switch {
	case !isText:
		return nil, breaks(2, v.Get("method"), "method is "+v.Get("method").Kind().String()+", must be string")
	case v.Get("result") != nil || v.Get("error") != nil:
		return nil, breaks(2, v, "method stands beside result or error")
	case m.params != nil && !m.params.Is(strictjson.Object):
		return nil, breaks(2, m.params, "params is "+m.params.Kind().String()+", must be object")
	}
	at := v.Get("id")
	if at == nil {
		if knownMethod(method) {
			return nil, breaks(2, v, "a request has no id")
		}
		return m, nil
	}
	if strings.HasPrefix(method, "notifications/") {
		return nil, breaks(2, at, "a notification has an id")
	}
	m.kind = request
	if m.id, m.hasID = idOf(at); !m.hasID {
		return nil, badID(at)
	}
	return m, nil
}

func badID(at *strictjson.Value) *breach {
	if at.Is(strictjson.Number) {
		return breaks(3, at, "id is a fraction, must be string or integer")
	}
	return breaks(3, at, "id is "+at.Kind().String()+", must be string or integer")
}

func (s *session) readResponse(v *strictjson.Value) (*message, *breach) {
	m := &message{kind: response, at: v, result: v.Get("result"), err: v.Get("error")}
	if m.result == nil && m.err == nil {
		return nil, breaks(2, v, "message has no method, no result and no error")
	}
	at := v.Get("id")
	if m.id, m.hasID = idOf(at); !m.hasID && (at.Is(strictjson.Null) || at == nil && m.err == nil) && s.answersNotification() {
		return nil, breaks(5, v, "a response without an id, where only a notification could have been answered")
	}
	switch {
	case m.result != nil && m.err != nil:
		return nil, breaks(2, v, "response has both result and error")
	case at == nil && m.err == nil:
		return nil, breaks(2, v, "response has no id")
	case at != nil && !m.hasID:
		return nil, badID(at)
	}
	return m, nil
}

// answersNotification reports whether a response could only be to a
// notification: the client sent one, and no request of its is open.
func (s *session) answersNotification() bool {
	return !s.step.FromClient && s.notified && len(s.open) == 0
}
