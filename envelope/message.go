package envelope

import (
	"fmt"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// request judges the shape of a recorded request (JSON-08).
func (j *judge) request() {
	q, record := j.ex.Request, j.ex.Value
	switch {
	case j.deliberate || !recorded(q):
		return
	case q.Is(strictjson.Array):
		j.batch(q, "request")
		return
	case !q.Is(strictjson.Object):
		j.void(ruleEnvelope, record, q, "request is "+q.Kind().String()+", must be object")
		return
	}
	if j.ex.Batch && !j.rev.Batch {
		j.void(ruleEnvelope, record, q, "request was sent in a batch")
	}
	j.version(q, "request")
	if method := q.Get("method"); !method.Is(strictjson.String) {
		j.wrongMember(q, "method", "request method", "string")
	}
	if id := q.Get("id"); id != nil {
		j.id(id, "request")
	}
	if params := q.Get("params"); params != nil && !params.Is(strictjson.Object) {
		j.wrongMember(q, "params", "request params", "object")
	}
	for _, name := range []string{"result", "error"} {
		if v := q.Get(name); v != nil {
			j.void(ruleEnvelope, record, v, "request has "+name+", which only a response has")
		}
	}
}

// response judges the shape of the response (JSON-08); it reports whether
// there is one whose members can be read.
func (j *judge) response() bool {
	r, record := j.ex.Response, j.ex.Value
	switch {
	case !recorded(r):
		return false
	case r.Is(strictjson.Array):
		j.batch(r, "response")
		return false
	case !r.Is(strictjson.Object):
		j.void(ruleEnvelope, record, r, "response is "+r.Kind().String()+", must be object")
		return false
	}
	j.version(r, "response")
	if method := r.Get("method"); method != nil {
		j.void(ruleEnvelope, record, method, "response has method, which only a request has")
	}
	j.outcome(r)
	j.responseID(r)
	return true
}

// outcome judges that a response has exactly one of result and error, and that
// a result came with the one status that is of success: a client or a gateway that
// goes by the status has seen a failure, a redirection, or no answer at all.
func (j *judge) outcome(r *strictjson.Value) {
	result, failure := r.Get("result"), r.Get("error")
	switch {
	case result == nil && failure == nil:
		j.void(ruleEnvelope, j.ex.Value, r, "response has neither result nor error")
	case result != nil && failure != nil:
		j.void(ruleEnvelope, j.ex.Value, failure, "response has both result and error")
	case result != nil && !result.Is(strictjson.Object):
		j.wrongMember(r, "result", "result", "object")
	case failure != nil && !failure.Is(strictjson.Object):
		j.wrongMember(r, "error", "error", "object")
	}
	if h := j.ex.HTTP; h != nil {
		j.carried(h, result)
	}
}

// carried judges how an answer came over HTTP. What a failure may be of beside
// JSON is not laid down.
func (j *judge) carried(h *evidence.HTTP, result *strictjson.Value) {
	succeeded := h.Status == 0 || h.Status == protocol.StatusOK
	if result != nil && !succeeded {
		j.void(ruleEnvelope, j.ex.Value, h.Value.Get("status"), fmt.Sprintf("a result with status %d, must be %d", h.Status, protocol.StatusOK))
	}
	if (result != nil || succeeded) && h.ContentType != "" && !protocol.CarriesMessages(h.ContentType) {
		j.void(ruleEnvelope, j.ex.Value, h.Value.Get("contentType"), "an answer with a Content-Type that is neither application/json nor text/event-stream")
	}
}

func (j *judge) batch(v *strictjson.Value, what string) {
	if j.rev.Batch {
		j.report(ruleEnvelope, rule.Note, j.ex.Value, v, what+" is a batch, which is not read")
		j.out.Usable = false
		return
	}
	j.void(ruleEnvelope, j.ex.Value, v, what+" is a batch")
}

func (j *judge) version(message *strictjson.Value, what string) {
	switch v := message.Get("jsonrpc"); {
	case !v.Is(strictjson.String):
		j.wrongMember(message, "jsonrpc", what+" jsonrpc", "string")
	case v.Text() != "2.0":
		j.void(ruleEnvelope, j.ex.Value, v, what+` jsonrpc is not "2.0"`)
	}
}

// wrongMember voids the exchange for a member that is missing or of another type.
func (j *judge) wrongMember(of *strictjson.Value, name, what, want string) {
	if v := of.Get(name); v != nil {
		j.void(ruleEnvelope, j.ex.Value, v, what+" is "+v.Kind().String()+", must be "+want)
		return
	}
	j.void(ruleEnvelope, j.ex.Value, of, what+" is missing", name)
}

// id judges one identifier: a string or an integer.
func (j *judge) id(id *strictjson.Value, what string) {
	switch {
	case evidence.IsRequestID(id):
		if id.Is(strictjson.Number) && strings.ContainsAny(id.Text(), ".eE") {
			j.report(ruleEnvelope, rule.Note, j.ex.Value, id, what+" id is an integer that is not written as one")
		}
	case id.Is(strictjson.Number):
		j.void(ruleEnvelope, j.ex.Value, id, what+" id is not an integer")
	default:
		j.void(ruleEnvelope, j.ex.Value, id, what+" id is "+id.Kind().String()+", must be string or integer")
	}
}

// responseID judges that a response answers its request.
func (j *judge) responseID(r *strictjson.Value) {
	id, asked := r.Get("id"), j.ex.Request.Get("id")
	if id == nil {
		// An error may lack the ID where there was none to read, which cannot
		// be told from a response alone.
		if j.ex.Error != nil && (!recorded(j.ex.Request) || !evidence.IsRequestID(asked)) {
			return
		}
		j.void(ruleEnvelope, j.ex.Value, r, "response id is missing", "id")
		return
	}
	j.id(id, "response")
	switch {
	case !recorded(j.ex.Request) || !evidence.IsRequestID(id) || !j.ex.Request.Is(strictjson.Object):
	case asked == nil:
		j.void(ruleEnvelope, j.ex.Value, id, "response has an id, its request has none")
	case evidence.IsRequestID(asked) && asked.Kind() != id.Kind():
		j.void(ruleEnvelope, j.ex.Value, id, "response id is "+id.Kind().String()+", the request's is "+asked.Kind().String())
	case evidence.IsRequestID(asked) && !strictjson.Equal(id, asked):
		j.void(ruleEnvelope, j.ex.Value, id, "response id is not the request's")
	}
}

// stream judges a recorded event stream (JSON-13). That of a subscription ends
// whenever its recording does.
func (j *judge) stream() {
	text, ok := j.ex.SSE.Str()
	if !ok {
		if recorded(j.ex.SSE) {
			j.void(ruleStream, j.ex.Value, j.ex.SSE, "sse is "+j.ex.SSE.Kind().String()+", must be string")
		}
		return
	}
	switch response, problem := evidence.ReduceSSE(text); {
	case problem == "":
		if recorded(j.ex.Response) && !j.isRecorded(response) {
			j.void(ruleStream, j.ex.Value, j.ex.SSE, "two answers recorded: the response in the stream is not the one beside it")
		}
	case problem != evidence.NoResponse:
		j.void(ruleStream, j.ex.Value, j.ex.SSE, problem)
	case j.ex.Method != protocol.MethodSubscribe && !recorded(j.ex.Response):
		j.find(ruleStream, rule.Reject, rule.SpecShould, j.ex.Value, j.ex.SSE, problem)
		j.out.Usable = false
	}
	if n := evidence.SSEPassed(text); n > 0 {
		j.aside(rule.Note, j.ex.SSE, rule.Count(n, "message")+" in events that are not named message: clients pass them over, and so does this review")
	}
	if j.statelessCore() && evidence.SSERequests(text) {
		j.void(ruleStream, j.ex.Value, j.ex.SSE, "the stream carries a request of the server's own")
	}
}

// isRecorded reports whether the response of a stream is the recorded one. What
// a strict JSON fault hides may differ: there only the same text is the same.
func (j *judge) isRecorded(response string) bool {
	if response == j.ex.Doc.Source(j.ex.Response) {
		return true // as it is where the response was read from the stream
	}
	bounds := j.policy.Limits.JSON()
	bounds.Bytes = len(response) // the document that holds the stream was bounded
	doc, err := strictjson.Parse([]byte(response), "", 1, bounds)
	return err == nil && len(doc.Faults) == 0 && len(j.ex.Faults(j.ex.Response)) == 0 && strictjson.Equal(doc.Root, j.ex.Response)
}

// statelessCore reports whether every request stands for itself, so that a
// server has no requests of its own to send. Revisions with a handshake allow
// them on a reply stream.
func (j *judge) statelessCore() bool { return j.rev.RequestMeta }

// notifications judges what was recorded as notifications beside the exchange.
func (j *judge) notifications() {
	for _, n := range j.ex.Notifications {
		if id := n.Get("id"); id != nil && n.Get("method") != nil && j.statelessCore() {
			j.void(ruleEnvelope, j.ex.Value, id, "the server sent a request of its own on the reply stream")
		}
	}
}
