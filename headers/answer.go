package headers

import (
	"fmt"

	"mcpreview/internal/evidence"
	"mcpreview/internal/meta"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// Answer is how the recorded answer to a request goes with what its headers
// ask for. The zero value is invalid.
type Answer string

// The answers.
const (
	AnswerCorrect     Answer = "correct"
	AnswerWrong       Answer = "wrong"
	AnswerNotRecorded Answer = "not-recorded"
)

// An outcome is what a server did with a request, in what was recorded of it.
type outcome struct {
	status  int // 0 where not recorded
	code    int // of a JSON-RPC error; 0 where there is none
	error   bool
	result  bool
	isError bool
	id      bool // the response's ID is the request's, or the latter cannot be read
}

func outcomeOf(ex *evidence.Exchange) outcome {
	o := outcome{error: ex.Error != nil, result: ex.Result != nil, isError: ex.Result.Get("isError").True(), id: true}
	if ex.HTTP != nil {
		o.status = ex.HTTP.Status
	}
	o.code, _ = ex.Error.Get("code").Int()
	id := ex.Request.Get("id")
	if evidence.IsRequestID(id) && len(ex.Doc.FaultsIn(id)) == 0 {
		o.id = strictjson.Equal(id, ex.Response.Get("id"))
	}
	return o
}

// elsewhere are the statuses that refuse a request before anyone looks at its
// copies: for who asks, how often, how much, or in which form.
var elsewhere = map[int]bool{401: true, 403: true, 405: true, 407: true, 408: true, 413: true, 415: true, 429: true, 503: true}

func (o outcome) recorded() bool { return (o.status != 0 || o.error || o.result) && !o.elsewhere() }

func (o outcome) elsewhere() bool {
	return elsewhere[o.status] && o.code != protocol.CodeHeaderMismatch
}

func (o outcome) refused() bool { return o.code == protocol.CodeHeaderMismatch }

// String is the answer as findings name it: status and code or result.
func (o outcome) String() string {
	what := "no JSON-RPC response"
	switch {
	case o.error && o.code != 0:
		what = fmt.Sprintf("error %d", o.code)
	case o.error:
		what = "an error without code"
	case o.isError:
		what = "isError result"
	case o.result:
		what = "result"
	}
	if o.status == 0 {
		return what
	}
	return fmt.Sprintf("%d/%s", o.status, what)
}

// misfit says how an answer to a request that must be refused is wrong; "" where
// it is right, with the source of the demand.
func (o outcome) misfit(f *fault, profile rule.Profile) (text string, e rule.Effect, p rule.Provenance) {
	const expected = "expected status 400 with error -32020, got "
	switch {
	case f.bare && (o.status == protocol.StatusBadRequest || o.status == 0):
		return "", 0, 0
	case o.refused() && (o.status == protocol.StatusBadRequest || o.status == 0):
		if o.id {
			return "", 0, 0
		}
		return expected + "it without the request's id", rule.Reject, rule.SpecMust
	case o.status == protocol.StatusBadRequest && !o.error && !o.result:
		// The protocol lets an intermediary answer so.
		e := rule.Reject
		if profile == rule.Spec {
			e = rule.Note
		}
		return expected + o.String(), e, rule.Policy
	}
	p = rule.SpecMust
	if f.provenance == rule.Policy {
		p = rule.Policy
	}
	return expected + o.String(), rule.Reject, p
}

// refusedFirst reports whether an answer is a refusal that comes before headers
// are looked at: of the version, of an unknown method, of a body that is none.
func (b *boundary) refusedFirst(o outcome, knownTool bool) bool {
	switch o.code {
	case protocol.CodeUnsupportedVersion:
		return true
	case protocol.CodeMethodNotFound:
		return !knownTool && (o.status == protocol.StatusNotFound || o.status == 0)
	case protocol.CodeInvalidParams, protocol.CodeInvalidRequest:
		return meta.Lacks(b.params().Get("_meta")) != "" || b.method == protocol.MethodCallTool && b.malformed() != ""
	}
	return false
}
