package replay

import "strings"

// A method is what the profile demands of one request method. Its functions
// are called in the order of the fields, each only if those before it found
// nothing.
type method struct {
	sender     party
	capability string // that the receiver must have declared, a dotted path; "" for none
	aboutTasks bool   // its params are about tasks, and say what they are related to
	scope      string // of a resource operation, which needs an authorization snapshot; "" for others

	params func(*session, *request) *Violation
	// filed changes the session once the request is open; nil for nothing.
	filed  func(*session, *request)
	result func(*session, *request, node) *Violation
	// body checks what a request run as a task comes to in the end; nil for a
	// method that is never run so.
	body func(*session, *request, node) *Violation
	// failure checks an error; nil for a method that any error may answer.
	failure func(*session, *request, node) *Violation
	// success changes the session after a valid result; nil for nothing.
	success func(*session, *request)
}

var teachingRequests = map[string]*method{
	"ping":                     {sender: anyone, params: noParams(64), result: emptyResult},
	"tools/list":               {sender: client, capability: "tools", params: listTools, result: listedTools},
	"tools/call":               {sender: client, capability: "tools", params: callTool, result: calledTool},
	"resources/list":           {sender: client, capability: "resources", scope: scopeList, params: listResources, result: listedResources},
	"resources/templates/list": {sender: client, capability: "resources", scope: scopeList, params: listResources, result: listedTemplates},
	"resources/read":           {sender: client, capability: "resources", scope: scopeRead, params: readResource, result: resourceContents},
	"resources/subscribe":      {sender: client, capability: "resources", scope: scopeSubscribe, params: subscribe, result: subscribed, success: beginSubscription},
	"resources/unsubscribe":    {sender: client, capability: "resources", scope: scopeSubscribe, params: unsubscribe, result: unsubscribed, success: endSubscription},
	"roots/list":               {sender: server, capability: "roots", params: noParams(130), result: listedRoots},
	"sampling/createMessage":   {sender: server, capability: "sampling", params: createMessage, result: createdMessage},
	"elicitation/create":       {sender: server, capability: "elicitation", params: elicit, result: elicited},
	"tasks/list":               {sender: anyone, capability: "tasks.list", params: listTasks, result: listedTasks},

	// A request whose success nobody would check is not accepted at all.
	"logging/setLevel":    unimplemented("logging"),
	"completion/complete": unimplemented("completions"),
	"tasks/get":           {sender: anyone, capability: "tasks", params: unsupportedTask},
	"tasks/result":        {sender: anyone, capability: "tasks", params: unsupportedTask},
	"tasks/cancel":        {sender: anyone, capability: "tasks.cancel", params: unsupportedTask},
}

// unimplemented is a client's method that is refused once its capability is
// found declared.
func unimplemented(capability string) *method {
	return &method{sender: client, capability: capability, params: func(_ *session, r *request) *Violation {
		return r.at.get("method").breaks(63, "the method's schema is not implemented in this profile")
	}}
}

// methodOf is the method of a name; nil for an unknown one.
func (p *Profile) methodOf(name string) *method {
	if m := p.requests[name]; m != nil {
		return m
	}
	prefix, _, _ := strings.Cut(name, "/")
	return p.requestPrefix[prefix+"/"]
}

func (s *session) request(from party, context transportContext, m *message) *Violation {
	r := &request{key: requestKey{from, m.id}, name: m.method, at: m.at, params: m.params, context: context}
	if r.method = s.methodOf(m.method); r.method == nil {
		return m.at.get("method").breaks(unknownMethodRule(m.method), "unsupported method")
	}
	if r.method.sender&from == 0 {
		return m.at.get("method").breaks(60, "method is sent in the wrong direction")
	}
	if c := r.method.capability; c != "" && !s.declares(from.other(), c) {
		return undeclared(from.other(), c, m.at.get("method"), 61)
	}
	if !r.params.present() {
		r.params = s.empty
	}
	if v := s.operationContext(r); v != nil {
		return v
	}
	if v := r.method.params(s, r); v != nil {
		return v.within(m.at)
	}
	if s.conduct.admit != nil {
		if v := s.conduct.admit(s, r); v != nil {
			return v
		}
	}
	if v := s.file(r); v != nil {
		return v
	}
	if r.method.filed != nil {
		r.method.filed(s, r)
	}
	s.listen(r)
	return nil
}

// unknownMethodRule tells a second handshake from a method that no one knows.
func unknownMethodRule(name string) int {
	if name == "initialize" {
		return 49
	}
	return 60
}

// operationContext checks the snapshot that comes with a request: resource
// operations need one, others must not have one.
func (s *session) operationContext(r *request) (v *Violation) {
	if r.method.scope == "" {
		if r.context.present() {
			return r.context.at.breaks(65, "transport context on a method that has none")
		}
		return nil
	}
	if s.policy() == nil {
		return nil
	}
	r.caller, v = s.authorize(r.context, r.method.scope, r.at)
	return v
}

// noParams is the check of a method without params; even _meta is refused.
func noParams(number int) func(*session, *request) *Violation {
	return func(_ *session, r *request) *Violation {
		if r.params.len() > 0 {
			return r.params.breaks(number, "method has no params")
		}
		return nil
	}
}

// emptyResult is the check of a result that holds nothing.
func emptyResult(s *session, _ *request, result node) *Violation {
	if v := s.object(result, 109, "result", exactly().maybe("_meta")); v != nil {
		return v
	}
	return s.meta(result, 109)
}
