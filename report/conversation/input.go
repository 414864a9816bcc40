package conversation

import (
	"cmp"

	"mcpreview/internal/protocol"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/structure"
	"mcpreview/internal/uri"
)

// interim judges an input_required result (CONV-10) and keeps it for a retry.
func (s *session) interim(x *exchange, m *message) *breach {
	requests, state := m.result.Get("inputRequests"), m.result.Get(memberState)
	switch {
	case !asksForInput(x.method):
		return breaks(10, m.result.Get("resultType"), "input_required answers a method that cannot be retried with input")
	case requests == nil && state == nil:
		return breaks(10, m.result, "neither inputRequests nor requestState is present")
	case state != nil && !state.Is(strictjson.String):
		return breaks(10, state, memberState+" must be a string")
	case requests != nil && !requests.Is(strictjson.Object):
		return breaks(10, requests, "inputRequests must be an object")
	}
	if at, why := structure.Interim.Fault(m.result, "result"); why != "" {
		return breaks(10, at, why)
	}
	for _, r := range requests.Members() {
		if b := s.inputRequest(x, r); b != nil {
			return b
		}
	}
	s.ask(x, m.result)
	return nil
}

// inputRequest judges one request to the client by its schema and by what the
// request declared.
func (s *session) inputRequest(x *exchange, r *strictjson.Value) *breach {
	if !r.Is(strictjson.Object) {
		return breaks(10, r, "input request must be an object")
	}
	method, params := r.Get("method"), r.Get("params")
	word, _ := method.Str()
	if params != nil && !params.Is(strictjson.Object) {
		return breaks(10, params, "params must be an object")
	}
	switch word {
	case protocol.MethodElicit:
		return s.elicitation(x, r, params)
	case protocol.MethodSample:
		return s.sampling(x, r, params)
	case protocol.MethodRoots:
		return cmp.Or(undeclared(x, method, "roots"), askedWell(structure.RootsAsked, r, params))
	}
	return breaks(10, method, "method is none of "+protocol.MethodElicit+", "+protocol.MethodSample+" and "+protocol.MethodRoots)
}

// undeclared says that a request did not declare what it is asked for.
func undeclared(x *exchange, at *strictjson.Value, names ...string) *breach {
	if x.declares.Path(names...).Is(strictjson.Object) {
		return nil
	}
	path := names[0]
	for _, name := range names[1:] {
		path += "." + name
	}
	return breaks(10, at, "the request did not declare "+path)
}

func (s *session) elicitation(x *exchange, r, params *strictjson.Value) *breach {
	if b := undeclared(x, r.Get("method"), "elicitation"); b != nil {
		return b
	}
	declared := x.declares.Get("elicitation")
	switch mode, _ := modeOf(r); mode {
	case "form":
		if declared.Len() > 0 && !declared.Get("form").Is(strictjson.Object) {
			return breaks(10, r.Get("method"), "the request did not declare elicitation.form")
		}
		return askedWell(structure.FormAsked, r, params)
	case "url":
		if b := undeclared(x, r.Get("method"), "elicitation", "url"); b != nil {
			return b
		}
		if b := askedWell(structure.PageAsked, r, params); b != nil {
			return b
		}
		if link := params.Get("url"); !uri.IsAbsolute(link.Text()) {
			return breaks(10, link, "url must be an absolute URL")
		}
		return nil
	}
	return breaks(10, params.Get("mode"), "mode is neither form nor url")
}

// askedWell judges the params of a request to the client.
func askedWell(want *structure.Structure, r, params *strictjson.Value) *breach {
	if at, why := want.Fault(params, "params"); why != "" {
		return breaks(10, cmp.Or(at, r), why)
	}
	return nil
}

// modeOf is the mode of an elicitation; ok is false where it states one that is
// no string.
func modeOf(r *strictjson.Value) (mode string, ok bool) {
	at := r.Path("params", "mode")
	if at == nil {
		return "form", true
	}
	return at.Str()
}

func (s *session) sampling(x *exchange, r, params *strictjson.Value) *breach {
	if b := undeclared(x, r.Get("method"), "sampling"); b != nil {
		return b
	}
	for _, name := range []string{"tools", "toolChoice"} {
		if at := params.Get(name); at != nil {
			if b := undeclared(x, at, "sampling", "tools"); b != nil {
				return b
			}
		}
	}
	if b := askedWell(structure.SamplingAsked, r, params); b != nil {
		return b
	}
	if b := s.tools(params.Get("tools")); b != nil {
		b.rule = 10
		return b
	}
	return nil
}

// fits judges the answer to one input request (CONV-11).
func fits(r, answer *strictjson.Value) *breach {
	want := map[string]*structure.Structure{protocol.MethodElicit: structure.ElicitAnswer, protocol.MethodSample: structure.SamplingAnswer, protocol.MethodRoots: structure.RootsAnswer}[r.Get("method").Text()]
	if at, why := want.Fault(answer, "an input response"); why != "" {
		return breaks(11, at, why)
	}
	if r.Get("method").Text() == protocol.MethodElicit {
		return elicited(r, answer)
	}
	for _, root := range answer.Get("roots").Elements() {
		if link := root.Get("uri"); want == structure.RootsAnswer && uri.Scheme(link.Text()) != "file" {
			return breaks(11, link, "a root must have a file URI")
		}
	}
	return nil
}

func elicited(r, answer *strictjson.Value) *breach {
	content := answer.Get("content")
	mode, _ := modeOf(r)
	switch {
	case answer.Get("action").Text() != "accept":
		return nil
	case mode == "url" && content != nil:
		return breaks(11, content, "content answers an elicitation by URL")
	case mode == "form" && content == nil:
		return breaks(11, answer, "an accepted form has no content")
	}
	return nil
}

// filled judges the content of an accepted form by the schema of the form.
func (s *session) filled(q *question, answer *strictjson.Value) *breach {
	action, _ := answer.Get("action").Str()
	mode, _ := modeOf(q.value)
	if q.value.Get("method").Text() != protocol.MethodElicit || action != "accept" || mode != "form" {
		return nil
	}
	if !q.compiled {
		q.form, _ = schema.Compile(s.doc, q.value.Path("params", "requestedSchema"), s.policy.Limits)
		q.compiled = true
	}
	content := answer.Get("content")
	switch {
	case q.form == nil:
		return nil
	case !s.budget.Affords(q.form, content):
		return breaks(11, content, unaffordable)
	case q.form.Validate(content).Verdict == schema.Invalid:
		return breaks(11, content, "content breaks the schema of the form")
	}
	return nil
}
