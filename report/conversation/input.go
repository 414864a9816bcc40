package conversation

import (
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
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
	for _, r := range requests.Members() {
		if b := inputRequest(x, r); b != nil {
			return b
		}
	}
	s.ask(x, m.result)
	return nil
}

// inputRequest judges one request to the client by its schema and by what the
// request declared.
func inputRequest(x *exchange, r *strictjson.Value) *breach {
	if !r.Is(strictjson.Object) {
		return breaks(10, r, "input request must be an object")
	}
	method, params := r.Get("method"), r.Get("params")
	word, _ := method.Str()
	if params != nil && !params.Is(strictjson.Object) {
		return breaks(10, params, "params must be an object")
	}
	switch word {
	case methodElicit:
		return elicitation(x, r, params)
	case methodSample:
		return sampling(x, r, params)
	case methodRoots:
		return undeclared(x, method, "roots")
	}
	return breaks(10, method, "method is none of "+methodElicit+", "+methodSample+" and "+methodRoots)
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

func elicitation(x *exchange, r, params *strictjson.Value) *breach {
	if b := undeclared(x, r.Get("method"), "elicitation"); b != nil {
		return b
	}
	if text := params.Get("message"); !text.Is(strictjson.String) {
		return breaks(10, text, "elicitation lacks a message")
	}
	declared := x.declares.Get("elicitation")
	switch mode, _ := modeOf(r); mode {
	case "form":
		if declared.Len() > 0 && !declared.Get("form").Is(strictjson.Object) {
			return breaks(10, r.Get("method"), "the request did not declare elicitation.form")
		}
		return form(params.Get("requestedSchema"))
	case "url":
		if b := undeclared(x, r.Get("method"), "elicitation", "url"); b != nil {
			return b
		}
		if link := params.Get("url"); !link.Is(strictjson.String) || !uri.IsAbsolute(link.Text()) {
			return breaks(10, link, "url must be an absolute URL")
		}
		return nil
	}
	return breaks(10, params.Get("mode"), "mode is neither form nor url")
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

// form judges the schema of a form: an object of primitive fields.
func form(requested *strictjson.Value) *breach {
	if !requested.Is(strictjson.Object) {
		return breaks(10, requested, "a form needs a requestedSchema")
	}
	properties, required := requested.Get("properties"), requested.Get("required")
	switch word, _ := requested.Get("type").Str(); {
	case word != "object":
		return breaks(10, requested.Get("type"), "the type of requestedSchema must be object")
	case !properties.Is(strictjson.Object):
		return breaks(10, properties, "requestedSchema has no properties")
	case required != nil && !isStrings(required):
		return breaks(10, required, "required must be an array of strings")
	}
	for _, p := range properties.Members() {
		if !isField(p) {
			return breaks(10, p, "a field of a form must be a string, number, integer, boolean or a choice of strings")
		}
	}
	return nil
}

// isField reports whether a schema is one of a form's field.
func isField(p *strictjson.Value) bool {
	switch word, _ := p.Get("type").Str(); word {
	case "string", "number", "integer", "boolean":
		return p.Get("properties") == nil && p.Get("items") == nil
	case "array":
		items := p.Get("items")
		return isStrings(items.Get("enum")) || items.Get("anyOf").Is(strictjson.Array)
	}
	return false
}

func sampling(x *exchange, r, params *strictjson.Value) *breach {
	if b := undeclared(x, r.Get("method"), "sampling"); b != nil {
		return b
	}
	messages, tokens := params.Get("messages"), params.Get("maxTokens")
	switch {
	case !messages.Is(strictjson.Array):
		return breaks(10, messages, "messages must be an array")
	case !tokens.Is(strictjson.Number) || !tokens.Decimal().IsInteger():
		return breaks(10, tokens, "maxTokens must be an integer")
	}
	for _, name := range []string{"tools", "toolChoice"} {
		if at := params.Get(name); at != nil {
			if b := undeclared(x, at, "sampling", "tools"); b != nil {
				return b
			}
		}
	}
	if at := params.Get("tools"); at != nil && !at.Is(strictjson.Array) {
		return breaks(10, at, "tools must be an array")
	}
	for _, one := range messages.Elements() {
		if at, text := sampledFault(one); text != "" {
			return breaks(10, at, text)
		}
	}
	return nil
}

// sampledFault says what is wrong with a message of a sampling request, or with
// the answer to one.
func sampledFault(one *strictjson.Value) (at *strictjson.Value, text string) {
	if !one.Is(strictjson.Object) {
		return one, "message must be an object"
	}
	if !isRole(one.Get("role")) {
		return one.Get("role"), "role is neither user nor assistant"
	}
	content := one.Get("content")
	if !content.Is(strictjson.Array) {
		return blockFault(content, sampledBlocks)
	}
	for _, block := range content.Elements() {
		if at, text := blockFault(block, sampledBlocks); text != "" {
			return at, text
		}
	}
	return nil, ""
}

func isRole(v *strictjson.Value) bool {
	word, _ := v.Str()
	return word == "user" || word == "assistant"
}

// fits judges the answer to one input request (CONV-11).
func fits(r, answer *strictjson.Value) *breach {
	if !answer.Is(strictjson.Object) {
		return breaks(11, answer, "an input response must be an object")
	}
	switch r.Get("method").Text() {
	case methodElicit:
		return elicited(r, answer)
	case methodSample:
		if !answer.Get("model").Is(strictjson.String) {
			return breaks(11, answer.Get("model"), "model must be a string")
		}
		if at, text := sampledFault(answer); text != "" {
			return breaks(11, at, text)
		}
	case methodRoots:
		roots := answer.Get("roots")
		if !roots.Is(strictjson.Array) {
			return breaks(11, roots, "roots must be an array")
		}
		for _, root := range roots.Elements() {
			if link, _ := root.Get("uri").Str(); uri.Scheme(link) != "file" {
				return breaks(11, root, "a root must have a file URI")
			}
		}
	}
	return nil
}

func elicited(r, answer *strictjson.Value) *breach {
	content := answer.Get("content")
	action, _ := answer.Get("action").Str()
	mode, _ := modeOf(r)
	switch {
	case action != "accept" && action != "decline" && action != "cancel":
		return breaks(11, answer.Get("action"), "action is none of accept, decline and cancel")
	case content != nil && !content.Is(strictjson.Object):
		return breaks(11, content, "content must be an object")
	case action != "accept":
		return nil
	case mode == "url" && content != nil:
		return breaks(11, content, "content answers an elicitation by URL")
	case mode == "form" && content == nil:
		return breaks(11, answer, "an accepted form has no content")
	}
	return nil
}

// filled judges the content of an accepted form by the schema of the form.
func (s *session) filled(r, answer *strictjson.Value) *breach {
	action, _ := answer.Get("action").Str()
	mode, _ := modeOf(r)
	if r.Get("method").Text() != methodElicit || action != "accept" || mode != "form" {
		return nil
	}
	compiled, _ := schema.Compile(s.doc, r.Path("params", "requestedSchema"), s.policy.Limits)
	if compiled != nil && compiled.Validate(answer.Get("content")).Verdict == schema.Invalid {
		return breaks(11, answer.Get("content"), "content breaks the schema of the form")
	}
	return nil
}
