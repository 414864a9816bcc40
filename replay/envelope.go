package replay

import "strings"

// messageKind tells messages apart. The zero value is invalid.
type messageKind uint8

const (
	requestMessage messageKind = iota + 1
	notificationMessage
	responseMessage
	unreadableMessage // an error in answer to what could not be read
)

// A message is a JSON-RPC message whose envelope is valid.
type message struct {
	kind    messageKind
	from    party
	at      node
	id      requestID // of requests and responses
	method  string    // of requests and notifications
	params  node      // absent where there are none
	result  node      // of a success response
	failure node      // of an error response
}

// envelope checks what every message has to be, whatever the state.
func (j *judge) envelope(n node) (*message, *Violation) {
	if version, _ := n.get("jsonrpc").str(); version != "2.0" {
		return nil, n.member("jsonrpc").breaks(31, "jsonrpc must be 2.0")
	}
	if n.has("method") {
		return j.methodEnvelope(n)
	}
	return j.responseEnvelope(n)
}

func (j *judge) methodEnvelope(n node) (*message, *Violation) {
	if n.has("result") || n.has("error") {
		return nil, n.breaks(32, "message cannot mix method with result or error")
	}
	method, ok := n.get("method").text()
	if !ok {
		return nil, n.get("method").breaks(33, "method must be a non-empty string")
	}
	m := &message{kind: notificationMessage, at: n, method: method, params: n.get("params")}
	if m.params.present() && !m.params.isObject() {
		return nil, m.params.breaks(33, "params must be an object")
	}
	if !n.has("id") {
		return m, j.closed(n, 36, "notification", exactly("jsonrpc", "method").maybe("params"))
	}
	if strings.HasPrefix(method, "notifications/") {
		return nil, n.get("id").breaks(35, "notification method must not contain id")
	}
	if v := j.closed(n, 36, "request", exactly("jsonrpc", "id", "method").maybe("params")); v != nil {
		return nil, v
	}
	m.kind = requestMessage
	var v *Violation
	m.id, v = j.id(n.get("id"))
	return m, v
}

func (j *judge) responseEnvelope(n node) (*message, *Violation) {
	if !n.has("id") {
		if j.conduct.unreadableErrors && n.has("error") {
			return j.unreadableError(n)
		}
		return nil, n.breaks(37, "response must have an id")
	}
	id, v := j.id(n.get("id"))
	if v != nil {
		return nil, v
	}
	if n.has("result") == n.has("error") {
		return nil, n.breaks(37, "response must have exactly one of result or error")
	}
	if v := j.closed(n, 36, "response", exactly("jsonrpc", "id").maybe("result", "error")); v != nil {
		return nil, v
	}
	m := &message{kind: responseMessage, at: n, id: id, result: n.get("result"), failure: n.get("error")}
	if m.failure.present() {
		return m, j.errorObject(m.failure)
	}
	return m, nil
}

// unreadableError is the error that answers a message whose id could not be
// read.
func (j *judge) unreadableError(n node) (*message, *Violation) {
	if n.has("result") {
		return nil, n.breaks(37, "response must have exactly one of result or error")
	}
	if v := j.closed(n, 36, "response", exactly("jsonrpc", "error")); v != nil {
		return nil, v
	}
	return &message{kind: unreadableMessage, at: n, failure: n.get("error")}, j.errorObject(n.get("error"))
}

func (j *judge) errorObject(n node) *Violation {
	if v := j.closed(n, 38, "error fields: error", exactly("code", "message").maybe("data")); v != nil {
		return v
	}
	if _, ok := j.grammar.integer(n.get("code")); !ok {
		return n.get("code").breaks(38, "error fields: code must be an integer")
	}
	if _, ok := j.label(n.get("message")); !ok {
		return n.get("message").breaks(38, "error fields: message must be "+j.labelText(unlimited))
	}
	return nil
}
