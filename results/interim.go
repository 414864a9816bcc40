package results

import (
	"slices"
	"strings"
	"unicode"

	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// judgeInterim judges an input_required result (RES-21). The retry that follows
// it is another exchange.
func (j *judge) judgeInterim() {
	result := j.call.Result
	requests, state := result.Get("inputRequests"), result.Get("requestState")
	if requests == nil && state == nil {
		j.find(ruleInterim, rule.Reject, rule.SpecMust, nil, "neither inputRequests nor requestState is present")
	}
	if state != nil && !state.Is(strictjson.String) {
		j.find(ruleInterim, rule.Reject, rule.SpecMust, state, "requestState is "+state.Kind().String()+", must be a string")
	}
	if requests != nil && !requests.Is(strictjson.Object) {
		j.find(ruleInterim, rule.Reject, rule.SpecMust, requests, "inputRequests is "+requests.Kind().String()+", must be object")
	}
	j.judgeInputRequests(requests)
	for _, name := range []string{"content", "structuredContent", "isError"} {
		if v := result.Get(name); v != nil {
			j.find(ruleInterim, rule.Note, rule.SpecMust, v, name+" beside input_required is ignored")
		}
	}
	j.judgeMembers(nil, result, slices.Concat(membersOfInterim, membersNow))
}

// judgeInputRequests judges each request, up to as many as are reported.
func (j *judge) judgeInputRequests(requests *strictjson.Value) {
	var deprecated *strictjson.Value
	rejected := 0
	for _, request := range requests.Members() {
		before := len(j.Findings)
		j.judgeInputRequest(request)
		if len(j.Findings) > before {
			rejected++
		}
		if rejected == maxRepeats {
			break
		}
		if method := request.Get("method"); deprecated == nil && (method.Text() == protocol.MethodSample || method.Text() == protocol.MethodRoots) {
			deprecated = method
		}
	}
	if deprecated != nil {
		j.find(ruleInterim, rule.Note, rule.SpecMust, deprecated, deprecated.Text()+" is deprecated")
	}
}

func (j *judge) judgeInputRequest(v *strictjson.Value) {
	reject := func(at *strictjson.Value, text string, missing ...string) {
		j.find(ruleInterim, rule.Reject, rule.SpecMust, at, text, missing...)
	}
	if !v.Is(strictjson.Object) {
		reject(v, "input request is "+v.Kind().String()+", must be object")
		return
	}
	method := v.Get("method")
	if method == nil {
		reject(v, "method is missing", "method")
		return
	}
	switch method.Text() {
	case protocol.MethodElicit, protocol.MethodSample:
		if params := v.Get("params"); !params.Is(strictjson.Object) {
			reject(v, "params is "+params.Kind().String()+", must be object", "params")
			return
		}
	case protocol.MethodRoots:
	default:
		reject(method, "method is not "+protocol.MethodElicit+", "+protocol.MethodSample+" or "+protocol.MethodRoots)
		return
	}
	if why := j.undeclared(v); why != "" {
		reject(method, why)
	}
	j.judgeAsked(v.Get("params"))
}

// judgeAsked judges what a request shows to people (RES-24), and what its form asks
// them for: secrets are no matter of a form.
func (j *judge) judgeAsked(params *strictjson.Value) {
	var s scan
	s.value(params)
	if s.hidden > 0 {
		j.find(ruleHidden, rule.Condition, rule.Policy, s.hiddenAt, s.hit)
	}
	for name, field := range params.Path("requestedSchema", "properties").Members() {
		title, _ := field.Get("title").Str()
		if j.namesSecret(name) || j.namesSecret(title) {
			j.find(ruleInterim, rule.Condition, rule.SpecMust, field, "a form asks for what is named as a secret is")
			return
		}
	}
}

// namesSecret reports whether a name or a title ends in a word that the policy
// denies to headers as that of a credential: what is asked for is said last.
func (j *judge) namesSecret(name string) bool {
	joined := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	for word, class := range j.policy.Denied {
		switch class {
		case policy.Credential, policy.Token, policy.Secret, policy.Password:
			if joined == word || len(word) >= leastSuffix && strings.HasSuffix(joined, word) {
				return true
			}
		case policy.Authorization, policy.PII: // which a form may ask for
		}
	}
	return false
}

// leastSuffix is how long a word must be to end a longer name by intent: "pin"
// ends "spin".
const leastSuffix = 5

// undeclared says which capability an input request needs that the call did not
// declare; "" where it did, or where the call was not recorded.
func (j *judge) undeclared(request *strictjson.Value) string {
	capabilities := j.call.Params.Path("_meta", protocol.MetaClientCapabilities)
	if !capabilities.Is(strictjson.Object) {
		return ""
	}
	need := map[string]string{protocol.MethodElicit: "elicitation", protocol.MethodSample: "sampling", protocol.MethodRoots: "roots"}[request.Get("method").Text()]
	capability := capabilities.Get(need)
	if !capability.Is(strictjson.Object) {
		return "the client did not declare " + need
	}
	if need != "elicitation" {
		return ""
	}
	url, form := capability.Get("url") != nil, capability.Get("form") != nil
	switch mode := request.Path("params", "mode"); {
	case mode == nil || mode.Text() == "form":
		if url && !form { // an empty elicitation capability means forms
			return "the client did not declare elicitation forms"
		}
	case mode.Text() == "url":
		if !url {
			return "the client did not declare elicitation by URL"
		}
	default:
		return "elicitation mode is neither form nor url"
	}
	return ""
}
