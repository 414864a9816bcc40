package envelope

import (
	"fmt"
	"strings"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// errorObject judges the error of a response (JSON-10).
func (j *judge) errorObject() {
	e := j.ex.Error
	if !e.Is(strictjson.Object) {
		return
	}
	response := j.ex.Response
	switch message := e.Get("message"); {
	case message == nil:
		j.reject(ruleError, response, e, "message is missing", "message")
	case !message.Is(strictjson.String):
		j.reject(ruleError, response, message, "message is "+message.Kind().String()+", must be string")
	}
	code := e.Get("code")
	switch {
	case code == nil:
		j.reject(ruleError, response, e, "code is missing", "code")
	case !code.Is(strictjson.Number):
		j.reject(ruleError, response, code, "code is "+code.Kind().String()+", must be integer")
	case !code.Decimal().IsInteger():
		j.reject(ruleError, response, code, "code is not an integer")
	default:
		j.code(response, code)
	}
}

func (j *judge) code(response, at *strictjson.Value) {
	n, small := at.Int()
	if !small {
		return
	}
	if strings.ContainsAny(at.Text(), ".eE") {
		j.report(ruleError, rule.Note, response, at, fmt.Sprintf("code %d is an integer that is not written as one", n))
	}
	if effect, what := j.codePolicy(n); what != "" {
		j.report(ruleError, effect, response, at, fmt.Sprintf("code %d %s", n, what))
	}
}

// codes says what is wrong with codes of the reserved range under revisions
// that divide it up; the first range that holds a code counts.
var codes = []struct {
	from, to int
	effect   rule.Effect // 0: in order
	what     string
}{
	{protocol.CodeParseError, protocol.CodeParseError, 0, ""},
	{protocol.CodeInternalError, protocol.CodeInvalidRequest, 0, ""},
	{protocol.CodeUnsupportedVersion, protocol.CodeHeaderMismatch, 0, ""},
	{protocol.CodeResourceNotFound, protocol.CodeResourceNotFound, rule.Reject, "is retired"},
	{protocol.CodeURLElicitation, protocol.CodeURLElicitation, rule.Reject, "is retired"},
	{-32019, -32000, rule.Note, "is a legacy number"},
	{-32768, -32000, rule.Reject, "is reserved"},
}

// codePolicy says what is wrong with an integer code; "" where nothing is.
func (j *judge) codePolicy(n int) (rule.Effect, string) {
	switch {
	case !j.rev.HeaderCopies && -32099 <= n && n <= -32000:
		return 0, "" // left to servers before the range was divided up
	case n == protocol.CodePrefinalHeaderMisfits && j.headersDiffer():
		return rule.Reject, "is a pre-final number for a header mismatch"
	case n == protocol.CodeHeaderMismatch && j.rev.HeaderCopies && j.ex.Session.Transport == protocol.TransportStdio:
		return rule.Reject, "is reserved for header mismatches over HTTP"
	}
	for _, c := range codes {
		if c.from <= n && n <= c.to {
			return c.effect, c.what
		}
	}
	return 0, ""
}

// headersDiffer reports whether the recorded headers are missing a copy of the
// version or the method, or contradict the request's.
func (j *judge) headersDiffer() bool {
	if j.ex.HTTP == nil || j.ex.HTTP.Headers == nil || !j.rev.HeaderCopies {
		return false
	}
	version, _ := j.requestedVersion()
	return !j.headerEquals(protocol.HeaderProtocolVersion, version) || !j.headerEquals(protocol.HeaderMethod, j.ex.Method)
}

// headerEquals reports whether a header occurs once, with that value.
func (j *judge) headerEquals(name, want string) bool {
	found := false
	for _, h := range j.ex.HTTP.Headers {
		if !strings.EqualFold(h.Name, name) {
			continue
		}
		if found || strings.Trim(h.Value, " \t") != want {
			return false
		}
		found = true
	}
	return found
}
