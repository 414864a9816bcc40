package replay

// requestInput checks an elicitation of either mode.
func requestInput(s *session, r *request) *Violation {
	n := r.params
	if _, ok := s.label(n.get("message")); !ok {
		return n.member("message").breaks(135, "message must be a string")
	}
	if v := r.readMode(); v != nil {
		return v
	}
	input := s.inputForm
	if r.mode == urlMode {
		input = s.inputPage
	}
	if v := input(r); v != nil {
		return v
	}
	return s.augmentation(r, "elicitation.create")
}

func (s *session) inputForm(r *request) (v *Violation) {
	n := r.params
	if declared := s.capability(client, "elicitation"); declared.len() > 0 && !declared.has(formMode) {
		return undeclared(client, "elicitation.form", n, 135)
	}
	if v := s.object(n, 135, "params", exactly("message", "requestedSchema").maybe("mode", "task", "_meta")); v != nil {
		return v
	}
	if r.form, v = s.judge.form(n.get("requestedSchema")); v != nil {
		return v
	}
	for name, field := range n.path("requestedSchema", "properties").members() {
		title, _ := field.get("title").str()
		if s.grammar.secret(name) || s.grammar.secret(title) {
			return field.breaks(136, "a form must not request secrets")
		}
	}
	return nil
}

func (s *session) inputPage(r *request) *Violation {
	n := r.params
	if !s.declares(client, "elicitation.url") {
		return undeclared(client, "elicitation.url", n, 137)
	}
	if v := s.object(n, 137, "params", exactly("mode", "message", "url", "elicitationId").maybe("task", "_meta")); v != nil {
		return v
	}
	id, v := s.webPage(n)
	switch {
	case v != nil:
		return v
	case s.elicitations[id]:
		return n.get("elicitationId").breaks(188, "elicitationId was used before")
	}
	return nil
}

// webPage checks where a user is sent, and returns the id of that.
func (j *judge) webPage(n node) (id string, v *Violation) {
	url, ok := n.get("url").str()
	if !ok {
		return "", n.member("url").breaks(137, "url must be a string")
	}
	if why := j.grammar.webURL(url); why != "" {
		return "", n.get("url").breaks(137, "url must be an absolute https URL: "+why)
	}
	if id, ok = n.get("elicitationId").text(); !ok {
		return "", n.member("elicitationId").breaks(137, "elicitationId must be a non-empty string")
	}
	return id, nil
}

// remember notes the id of an elicitation in url mode.
func remember(s *session, r *request) {
	if id, ok := r.params.get("elicitationId").str(); ok && r.mode == urlMode {
		s.elicitations[id] = true
	}
}

// inputResult checks what a user answered.
func inputResult(s *session, r *request, result node) *Violation {
	if v := s.object(result, 138, "result", exactly("action").maybe("content", "_meta")); v != nil {
		return v
	}
	action, ok := result.get("action").oneOf("accept", "decline", "cancel")
	if !ok {
		return result.get("action").breaks(138, "action must be one of accept, decline, cancel")
	}
	content := result.get("content")
	switch {
	case r.mode == urlMode && content.present():
		return content.breaks(138, "an answer in url mode has no content")
	case content.present() && !content.isObject():
		return content.breaks(138, "content must be an object")
	case r.mode == urlMode || action != "accept":
		return nil
	case !content.present():
		return result.breaks(138, "an accepted form must have an object content")
	}
	return r.form.answer(&s.judge, content)
}

// inputComplete judges the news that an interaction elsewhere is over.
func inputComplete(s *session, _ transportContext, m *message) *Violation {
	n := s.orEmpty(m.params)
	if v := s.object(n, 139, "params", exactly("elicitationId").maybe("_meta")); v != nil {
		return v.within(m.at)
	}
	id, ok := n.get("elicitationId").str()
	if !ok || !s.elicitations[id] {
		return n.get("elicitationId").breaks(188, "elicitationId is that of no elicitation before")
	}
	return nil
}

// needsElicitation is the code of an error that asks for a visit elsewhere
// before the request is sent again.
const needsElicitation = -32042

// refused checks an error that answers a request.
func refused(s *session, r *request, failure node) *Violation {
	if r.method != nil && r.method.failure != nil {
		if v := r.method.failure(s, r, failure); v != nil {
			return v
		}
	}
	code, _ := s.grammar.integer(failure.get("code"))
	if r.key.sender != client || !code.IsInt64() || code.Int64() != needsElicitation {
		return nil
	}
	if !s.declares(client, "elicitation.url") {
		return undeclared(client, "elicitation.url", failure, 161)
	}
	wanted := failure.path("data", "elicitations")
	if !wanted.isArray() || wanted.len() == 0 {
		return failure.member("data").breaks(161, "error -32042 must have a non-empty array of elicitations")
	}
	var ids []string
	for _, n := range wanted.elements() {
		if _, ok := n.get("mode").oneOf(urlMode); !ok {
			return n.member("mode").breaks(161, "error -32042 must ask for elicitations in url mode only")
		}
		if _, ok := n.get("message").str(); !ok {
			return n.member("message").breaks(161, "an elicitation of error -32042 must have a message")
		}
		id, v := s.webPage(n)
		if v != nil {
			return v
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		s.elicitations[id] = true
	}
	return nil
}
