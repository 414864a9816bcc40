package envelope

import (
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/meta"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// A fault is something in a request that a server must refuse, and how.
type fault struct {
	rule *rule.Rule
	what string
	code int
}

// foreignMetadata reports a request whose metadata names another revision than
// the review's and that was not refused for it: the server answered a version
// that it does not list (JSON-14), or the exchange is of another review (JSON-09).
func (j *judge) foreignMetadata() {
	version, stated := j.requestedVersion()
	if !stated || j.deliberate || !j.policy.Revision.RequestMeta || version == j.policy.Revision.Name {
		return
	}
	if j.unsupported(version) {
		j.reject(ruleRefusal, j.ex.Value, nil, "unsupported version answered with "+j.answer())
		return
	}
	at := j.ex.Params.Path("_meta", protocol.MetaProtocolVersion)
	j.reject(ruleMetadata, j.ex.Request, at, "params._meta names "+rule.Revision(version)+", the review is of "+j.policy.Revision.Name)
}

// refusal judges how a server answered a request that it had to refuse, and
// the form of refusals that it chose to give (JSON-09, JSON-14).
func (j *judge) refusal() {
	if !j.ex.Request.Is(strictjson.Object) {
		j.form()
		j.unrecognised()
		return
	}
	faults := j.requestFaults()
	if len(faults) == 0 {
		j.clientInfo()
		j.form()
		j.undiscovered()
		j.unjudged()
		return
	}
	// A request that had to be refused is evidence of the refusal alone.
	if j.ex.Result != nil || faults[0].rule == ruleMetadata {
		j.out.Usable = false
	}
	first := faults[0]
	switch {
	case first.rule == ruleMetadata && j.answered(first.code):
		j.status(ruleMetadata, first.what, protocol.StatusBadRequest)
	case slices.ContainsFunc(faults, func(f fault) bool { return j.answered(f.code) }), j.tolerated():
		j.form()
	case first.rule == ruleMetadata:
		j.reject(ruleMetadata, j.ex.Request, j.ex.Params, first.what+", answered with "+j.answer())
	default:
		j.reject(ruleRefusal, j.ex.Value, nil, first.what+" answered with "+j.answer())
	}
}

// unanswered judges a request that was recorded without its answer: its
// metadata, such as of the body beside a header mapping, and the gap (EVID-14).
func (j *judge) unanswered() {
	if !j.ex.Request.Is(strictjson.Object) {
		return
	}
	if what := j.missingMetadata(); what != "" && j.rev.RequestMeta && !j.deliberate {
		j.void(ruleMetadata, j.ex.Request, j.ex.Params, what)
	}
	if !j.out.Usable || !j.owesAnswer() {
		return
	}
	text := "the request has no answer in the evidence"
	if j.ex.HTTP != nil && j.ex.HTTP.Status != 0 {
		text = fmt.Sprintf("the request was answered with status %d and no JSON-RPC response", j.ex.HTTP.Status)
	}
	j.find(ruleUnusable, rule.Condition, rule.Policy, j.ex.Value, nil, text)
	j.out.Usable = false
}

// owesAnswer reports that a request without a JSON-RPC answer shows nothing of
// the server. A notification has none, a subscription ends with its recording,
// and a call with header lines shows how it was sent. A stream is judged as such. A page without its answer is
// missing in its listing. Status 401 and 403 say by themselves who may not ask, and
// to a bad request any status of an error is an answer.
func (j *judge) owesAnswer() bool {
	_, list := protocol.ListOf(j.ex.Method)
	switch {
	case j.ex.Request.Get("id") == nil && !j.knows(j.ex.Method), strings.HasPrefix(j.ex.Method, "notifications/"),
		j.ex.Method == protocol.MethodSubscribe, list && !j.deliberate, recorded(j.ex.SSE), j.comparedWithHeaders():
		return false
	case j.ex.HTTP == nil:
		return true
	}
	status := j.ex.HTTP.Status
	return status != protocol.StatusUnauthorized && status != protocol.StatusForbidden && !(j.deliberate && status >= protocol.StatusBadRequest)
}

// requestFaults are the faults of a request that its envelope shows, in the
// order in which a server meets them.
func (j *judge) requestFaults() []fault {
	var faults []fault
	if j.rev.RequestMeta {
		if what := j.missingMetadata(); what != "" {
			faults = append(faults, fault{ruleMetadata, what, protocol.CodeInvalidParams})
		}
		if version, stated := j.requestedVersion(); stated && j.unsupported(version) {
			faults = append(faults, fault{ruleRefusal, "unsupported version", protocol.CodeUnsupportedVersion})
		}
	}
	if what := j.unknownMethod(); what != "" {
		faults = append(faults, fault{ruleRefusal, what, protocol.CodeMethodNotFound})
	}
	return faults
}

// unknownMethod says that the request's method is one that the server was not
// to know; "" where it may. Anybody may define a method of their own: only the
// recorder's word makes it wrong, or an answer to what passes for a method of
// the protocol and is judged as none.
func (j *judge) unknownMethod() string {
	if j.knows(j.ex.Method) {
		return ""
	}
	if j.ex.Result != nil {
		if known := j.nearMethod(j.ex.Method); known != "" {
			return "unknown method, which is nearly " + known + ","
		}
	}
	if j.deliberate && j.ex.Method != "" && len(j.discovery.Extensions) == 0 {
		return "unknown method"
	}
	return ""
}

// undiscovered names the refusal of discovery itself under a revision that has it
// of every server, where the server did not refuse the revision.
func (j *judge) undiscovered() {
	if j.ex.Method != protocol.MethodDiscover || !j.rev.RequestMeta || j.deliberate || j.out.Foreign || !j.answered(protocol.CodeMethodNotFound) {
		return
	}
	j.find(ruleRefusal, rule.Condition, rule.SpecMust, j.ex.Value, j.ex.Error.Get("code"), "server/discover, which every server implements, answered with "+j.answer())
}

// unjudged keeps a result from being admitted of which nothing was judged: that
// of a method which neither the protocol defines nor an extension can.
func (j *judge) unjudged() {
	method, named := j.ex.Request.Get("method").Str()
	switch {
	case !named || j.ex.Result == nil:
		return
	case j.rev.RequestMeta && !j.out.Foreign && !j.deliberate && (protocol.IsRemoved(method) || protocol.AsksClient(method)):
		j.find(ruleRefusal, rule.Condition, rule.Policy, j.ex.Value, j.ex.Request.Get("method"), "not judged: a method that the revision has not, answered with a result")
		return
	case j.knows(method) || len(j.discovery.Extensions) > 0:
		return
	}
	j.find(ruleRefusal, rule.Condition, rule.Policy, j.ex.Value, j.ex.Request.Get("method"), "not judged: unknown method answered with a result")
}

// unrecognised is unjudged for a result whose request was not recorded: no
// member of it shows of which method it is.
func (j *judge) unrecognised() {
	if recorded(j.ex.Request) || j.ex.Method != "" {
		return
	}
	for name := range j.ex.Result.Members() {
		if name != "resultType" && name != "_meta" {
			j.find(ruleRefusal, rule.Condition, rule.Policy, j.ex.Value, j.ex.Result, "not judged: a result of no known method, and no request was recorded")
			return
		}
	}
}

// missingMetadata says what the request's metadata lacks; "" where nothing.
// A notification needs none, and neither does the handshake of revisions that
// have one.
func (j *judge) missingMetadata() string {
	if j.ex.Request.Get("id") == nil || j.ex.Method == protocol.MethodInitialize {
		return ""
	}
	m := j.ex.Params.Get("_meta")
	switch what := meta.Lacks(m); {
	case what == "":
		return ""
	case m == nil:
		return "params._meta is missing"
	case !m.Is(strictjson.Object):
		return "params._meta is " + m.Kind().String()
	default:
		return "params._meta has no " + what
	}
}

// unsupported reports whether the evidence shows that the server does not
// support a version: discovery leaves it out, or the recorder made it up. To
// discovery itself any version may be put, since it is what lists them.
func (j *judge) unsupported(version string) bool {
	if j.ex.Method == protocol.MethodDiscover && !j.deliberate {
		return false
	}
	if len(j.discovery.SupportedVersions) > 0 {
		return !j.discovery.Supports(version)
	}
	return j.deliberate && protocol.ByName(version) == nil
}

// clientInfo notes that a client does not name itself.
func (j *judge) clientInfo() {
	m := j.ex.Params.Get("_meta")
	if j.rev.RequestMeta && !j.deliberate && m != nil && m.Get(protocol.MetaClientInfo) == nil {
		j.find(ruleMetadata, rule.Note, rule.SpecShould, j.ex.Request, m, "params._meta has no clientInfo", protocol.MetaClientInfo)
	}
}

// tolerated reports whether the answer refuses the request for something else
// that is also wrong with it: a method the server does not offer, headers that
// contradict the body, or a revision that it does not support at all.
func (j *judge) tolerated() bool {
	switch {
	case j.answered(protocol.CodeMethodNotFound):
		return j.discovery.lacks(j.ex.Method) || !j.knows(j.ex.Method)
	case j.answered(protocol.CodeHeaderMismatch):
		return j.headersDiffer()
	case j.answered(protocol.CodeUnsupportedVersion):
		supported := j.ex.Error.Path("data", "supported")
		return isStrings(supported) && !contains(supported, j.rev.Name)
	}
	return false
}

// form judges refusals that carry data of their own (JSON-14).
func (j *judge) form() {
	if !j.rev.HeaderCopies {
		return
	}
	switch {
	case j.answered(protocol.CodeUnsupportedVersion):
		j.versionRefused()
	case j.answered(protocol.CodeMissingCapability):
		j.capabilityRefused()
	case j.answered(protocol.CodeMethodNotFound) && j.ex.Method != "" && (j.discovery.lacks(j.ex.Method) || !j.knows(j.ex.Method)):
		j.status(ruleRefusal, "unknown method", protocol.StatusNotFound)
	}
}

func (j *judge) versionRefused() {
	const what = "unsupported version"
	j.status(ruleRefusal, what, protocol.StatusBadRequest)
	data := j.ex.Error.Get("data")
	switch {
	case !isStrings(data.Get("supported")):
		j.misformed(what+" answered without data.supported, an array of strings", "supported")
	case !data.Get("requested").Is(strictjson.String):
		j.misformed(what+" answered without data.requested, a string", "requested")
	}
	version, stated := j.requestedVersion()
	if !stated || j.missingMetadata() != "" || j.headersDiffer() {
		return
	}
	if contains(data.Get("supported"), version) || j.discovery.Supports(version) {
		j.reject(ruleRefusal, j.ex.Value, j.ex.Error, "version "+rule.Revision(version)+" is supported, and yet it was answered with code -32022")
	}
}

func (j *judge) capabilityRefused() {
	const what = "missing capability"
	j.status(ruleRefusal, what, protocol.StatusBadRequest)
	required := j.ex.Error.Path("data", "requiredCapabilities")
	if !required.Is(strictjson.Object) {
		j.misformed(what+" answered without data.requiredCapabilities, an object", "requiredCapabilities")
		return
	}
	declared := j.ex.Params.Path("_meta", protocol.MetaClientCapabilities)
	if declared != nil && shape.Covers(declared, required) {
		j.reject(ruleRefusal, j.ex.Value, required, "the request declares every capability that the refusal calls missing")
	}
}

// misformed reports a refusal whose data lacks a member.
func (j *judge) misformed(text, member string) {
	data := j.ex.Error.Get("data")
	switch {
	case data == nil:
		j.reject(ruleRefusal, j.ex.Value, j.ex.Error, text, "data")
	case data.Get(member) == nil:
		j.reject(ruleRefusal, j.ex.Value, data, text, member)
	default:
		j.reject(ruleRefusal, j.ex.Value, data.Get(member), text)
	}
}

// status judges the HTTP status of a refusal, where it was recorded.
func (j *judge) status(r *rule.Rule, what string, want int) {
	if j.rev.HeaderCopies && j.ex.HTTP != nil && j.ex.HTTP.Status != 0 && j.ex.HTTP.Status != want {
		j.reject(r, j.ex.Value, j.ex.HTTP.Value.Get("status"), fmt.Sprintf("%s answered with status %d, must be %d", what, j.ex.HTTP.Status, want))
	}
}

// answered reports whether the answer is an error of that code.
func (j *judge) answered(code int) bool {
	n, ok := j.ex.Error.Get("code").Int()
	return ok && n == code
}

// answer says what the answer is, without what the server wrote in it.
func (j *judge) answer() string {
	if n, ok := j.ex.Error.Get("code").Int(); ok {
		return fmt.Sprintf("code %d", n)
	}
	if j.ex.Result != nil {
		return "a result"
	}
	return "an error without a readable code"
}
