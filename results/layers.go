package results

import (
	"fmt"

	"mcpreview/internal/evidence"
	"mcpreview/internal/meta"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// judgeLayers judges whether a failure is answered in its layer: a malformed
// request and an unknown tool by a JSON-RPC error, a failed execution by a
// result (RES-18 to RES-20). What happened is read from the exchange; a label
// only adds a check.
func (j *judge) judgeLayers() {
	fault := j.requestFault()
	switch {
	case fault.what != "":
		j.judgeMalformed(fault)
	case j.known == Unlisted && (j.call.Request != nil || j.call.Label == evidence.LabelUnknownTool):
		j.judgeUnknownTool()
	default:
		j.judgeExecution()
	}
}

// conclude adds a finding on the exchange.
func (j *judge) conclude(r *rule.Rule, e rule.Effect, p rule.Provenance, text string) {
	at := j.call.Result
	if at == nil {
		at = j.call.Error
		if code := at.Get("code"); code != nil {
			at = code
		}
	}
	j.Findings = append(j.Findings, j.exchange.Find(r, e, p, at, text))
}

// contradict notes that a label does not go with what happened.
func (j *judge) contradict(text string) {
	j.conclude(ruleLabel, rule.Note, rule.Policy, fmt.Sprintf("labelled %s, but %s", j.call.Label, text))
}

// answer is the answer in words.
func (j *judge) answer() string {
	switch code, ok := j.call.Error.Get("code").Int(); {
	case j.isError():
		return "isError result"
	case j.call.Result != nil:
		return "result"
	case ok:
		return fmt.Sprintf("code %d", code)
	}
	return "a code that is no integer"
}

// code is the code of an answering error; 0 where there is none.
func (j *judge) code() int {
	code, _ := j.call.Error.Get("code").Int()
	return code
}

// A requestFault is why a recorded request is no CallToolRequest.
type requestFault struct {
	what string // "" for a well-formed or unrecorded request
	meta bool   // _meta is incomplete, for which -32602 is a MUST
}

// requestFault looks at the request. Without a recorded one the label stands in.
func (j *judge) requestFault() requestFault {
	if j.call.Request == nil {
		if j.call.Label == evidence.LabelMalformed {
			return requestFault{what: "as labelled"}
		}
		return requestFault{}
	}
	params := j.call.Params
	if !params.Is(strictjson.Object) {
		return requestFault{what: "params is " + params.Kind().String()}
	}
	name, arguments := params.Get("name"), params.Get("arguments")
	f := requestFault{}
	if j.revision.RequestMeta {
		f.what = metaFault(params.Get("_meta"))
		f.meta = f.what != ""
	}
	switch {
	case name == nil:
		f.what = "name is missing"
	case !name.Is(strictjson.String):
		f.what = "name is " + name.Kind().String()
	case arguments != nil && !arguments.Is(strictjson.Object):
		f.what = "arguments is " + arguments.Kind().String()
	}
	return f
}

// metaFault says what a request's _meta lacks; a member of the wrong type counts
// as missing.
func metaFault(m *strictjson.Value) string {
	switch what := meta.Lacks(m); {
	case what == "":
		return ""
	case !m.Is(strictjson.Object):
		return "_meta is " + m.Kind().String()
	default:
		return "_meta lacks " + what
	}
}

// judgeMalformed judges the answer to a malformed request (RES-19).
func (j *judge) judgeMalformed(f requestFault) {
	if !f.meta && j.call.Result == nil && j.code() != protocol.CodeHeaderMismatch && j.refusedBefore() {
		return
	}
	j.Shows = evidence.LabelMalformed
	text := fmt.Sprintf("malformed request (%s) answered with %s", f.what, j.answer())
	switch {
	case j.call.Result != nil:
		j.conclude(ruleMalformed, rule.Reject, rule.SpecMust, text)
	case j.call.Error == nil:
	case j.code() == protocol.CodeInvalidParams, j.code() == protocol.CodeHeaderMismatch:
	case f.meta:
		j.conclude(ruleMalformed, rule.Reject, rule.SpecMust, text+", must be error -32602")
	default:
		j.conclude(ruleMalformed, rule.Note, rule.Policy, text+" instead of -32602")
	}
	switch j.call.Label {
	case evidence.LabelSuccess, evidence.LabelFailure, evidence.LabelUnknownTool:
		j.contradict("the request is malformed")
	}
}

// judgeUnknownTool judges the answer to a call of a tool that is not listed
// (RES-18).
func (j *judge) judgeUnknownTool() {
	text := fmt.Sprintf("unknown tool %s answered with %s, must be error -32602", rule.Quote(j.call.Tool), j.answer())
	isError := j.call.Result == nil && j.call.Error != nil
	switch {
	case j.call.Result != nil:
		j.conclude(ruleUnknown, rule.Reject, rule.SpecMust, text)
	case isError && j.refusedBefore():
		return // the answer is not about the tool
	case !isError, j.code() == protocol.CodeInvalidParams, j.call.HTTP != nil && j.call.HTTP.Status == protocol.StatusForbidden:
	case j.policy.Profile == rule.Spec:
		j.conclude(ruleUnknown, rule.Note, rule.Policy, text)
	default:
		j.conclude(ruleUnknown, rule.Reject, rule.Policy, text)
	}
	j.Shows = evidence.LabelUnknownTool
	switch j.call.Label {
	case evidence.LabelSuccess, evidence.LabelFailure, evidence.LabelArguments:
		j.contradict("the tool is not listed")
	}
}

// refusedBefore reports whether an error refuses the request before anyone
// looks at the call: for its headers, its version or its capabilities, each of which
// has rules of its own.
func (j *judge) refusedBefore() bool {
	switch j.code() {
	case protocol.CodeHeaderMismatch, protocol.CodeMissingCapability, protocol.CodeUnsupportedVersion:
		return j.revision.HeaderCopies
	}
	return false
}

// judgeExecution judges the answer to a well-formed call of a tool that may
// exist (RES-20).
func (j *judge) judgeExecution() {
	switch j.Outcome {
	case Success:
		j.Shows = evidence.LabelSuccess
	case Failure:
		j.Shows = evidence.LabelFailure
	case ProtocolError:
		j.judgeExecutionError()
		return
	case InputRequired, Unusable:
	}
	label := j.call.Label
	if j.Outcome == Success && label != evidence.LabelArguments && label != evidence.LabelFailure &&
		ArgumentsValid(j.call, j.contract).Verdict == schema.Invalid {
		j.conclude(ruleFailure, rule.Condition, rule.Policy, "arguments that violate inputSchema answered with a success result")
	}
	switch {
	case label == evidence.LabelMalformed && j.call.Result != nil:
		j.conclude(ruleMalformed, rule.Reject, rule.Policy, "labelled malformed-request answered with "+j.answer())
	case j.Outcome == Unusable:
	case label == evidence.LabelUnknownTool && j.known == Listed:
		j.contradict("the tool is listed")
	case j.Outcome == InputRequired && (label == evidence.LabelSuccess || label == evidence.LabelFailure || label == evidence.LabelArguments):
		j.contradict("the result is interim")
	case j.Outcome == Success && label == evidence.LabelArguments:
		j.conclude(ruleFailure, rule.Reject, rule.Policy, "labelled invalid-arguments answered with a success result")
	case j.Outcome == Success && label == evidence.LabelFailure && j.call.Result.Get("isError") == nil:
		j.conclude(ruleFailure, rule.Reject, rule.Policy, "labelled failure answered with isError absent")
	case j.Outcome == Success && label == evidence.LabelFailure && j.call.Result.Get("isError").Is(strictjson.Bool):
		j.conclude(ruleFailure, rule.Reject, rule.Policy, "labelled failure answered with isError false")
	case j.Outcome == Failure && label == evidence.LabelSuccess:
		j.conclude(ruleFailure, rule.Reject, rule.Policy, "labelled success answered with isError true")
	}
}

// judgeExecutionError judges a JSON-RPC error that answers such a call. Bad
// arguments may be answered by -32602 as well as by isError; the arguments are
// looked at only where that matters.
func (j *judge) judgeExecutionError() {
	label := j.call.Label
	badArguments := j.code() == protocol.CodeInvalidParams &&
		(label == evidence.LabelArguments || ArgumentsValid(j.call, j.contract).Verdict == schema.Invalid)
	switch {
	case badArguments:
		j.Shows = evidence.LabelArguments
		j.conclude(ruleFailure, rule.Note, rule.SpecShould, "arguments that violate inputSchema answered with code -32602; isError is preferred")
	case label == evidence.LabelSuccess || label == evidence.LabelFailure || label == evidence.LabelArguments:
		j.conclude(ruleFailure, rule.Reject, rule.SpecShould, fmt.Sprintf("labelled %s answered with JSON-RPC error, %s", label, j.answer()))
	case label == evidence.LabelUnknownTool && j.known == Listed:
		j.contradict("the tool is listed")
	case label == evidence.LabelMalformed:
		j.contradict("the request is well formed")
	case j.code() == protocol.CodeInternalError:
		j.conclude(ruleFailure, rule.Note, rule.SpecShould, "a well-formed call answered with JSON-RPC error, code -32603; what fails in execution belongs in a result with isError")
	}
}
