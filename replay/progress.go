package replay

// A token is what the progress of a request goes by.
type token struct {
	of      *request
	last    number  // of the progress so far
	started bool    // there was any
	task    taskKey // that the request has become; the zero value for none
}

// admit checks what every request may carry in _meta before it is filed.
func admit(s *session, r *request) *Violation {
	if v := s.meta(r.params, 174); v != nil {
		return v
	}
	meta := r.params.get("_meta")
	if given := meta.get(progressTokenMember); given.present() {
		id, v := s.progressToken(given)
		if v != nil {
			return v
		}
		if s.tokens[requestKey{r.key.sender, id}] != nil {
			return given.breaks(174, "progressToken is in use by another request")
		}
		r.token = &token{of: r}
	}
	return s.relation(r, meta)
}

// progressToken checks a token: by type and value, as ids are.
func (j *judge) progressToken(n node) (requestID, *Violation) {
	id, v := j.id(n)
	if v != nil {
		return id, n.breaks(174, "progressToken must be a string or integer")
	}
	return id, nil
}

// tokenKey is what the token of a request is known by.
func (s *session) tokenKey(r *request) requestKey {
	id, _ := s.progressToken(r.params.path("_meta", progressTokenMember))
	return requestKey{r.key.sender, id}
}

// listen makes the token of a filed request known.
func (s *session) listen(r *request) {
	if r.token != nil {
		s.tokens[s.tokenKey(r)] = r.token
	}
}

// silence ends the token of an answered request, unless it has become a task.
func (s *session) silence(r *request) {
	if r.token != nil && r.token.task == (taskKey{}) {
		delete(s.tokens, s.tokenKey(r))
	}
}

// progressed judges a progress notification.
func progressed(s *session, _ transportContext, m *message) *Violation {
	n := s.orEmpty(m.params)
	if v := s.object(n, 175, "params", exactly("progressToken", "progress").maybe("total", "message", "_meta")); v != nil {
		return v.within(m.at)
	}
	id, v := s.progressToken(n.get(progressTokenMember))
	if v != nil {
		return v
	}
	progress, ok := n.get("progress").finite()
	if !ok {
		return n.get("progress").breaks(175, "progress must be a number")
	}
	if total := n.get("total"); total.present() {
		if _, ok := total.finite(); !ok {
			return total.breaks(175, "total must be a number")
		}
	}
	if text := n.get("message"); text.present() {
		if _, ok := text.str(); !ok {
			return text.breaks(175, "message must be a string")
		}
	}
	t := s.tokens[requestKey{m.from.other(), id}]
	switch {
	case t == nil:
		return n.get(progressTokenMember).breaks(175, "progressToken is that of no active request of the other side")
	case t.started && progress.compare(t.last) <= 0:
		return n.get("progress").breaks(175, "progress does not rise")
	case t.task != (taskKey{}) && relatedTo(n.get("_meta")) != t.task.id:
		return n.member("_meta").breaks(182, "progress of a task must name it in related-task")
	}
	t.last, t.started = progress, true
	return nil
}

// cancelled judges a cancellation and notes it. One that comes too late has no
// effect.
func cancelled(s *session, _ transportContext, m *message) *Violation {
	n := s.orEmpty(m.params)
	if v := s.object(n, 176, "params", exactly("requestId").maybe("reason", "_meta")); v != nil {
		return v.within(m.at)
	}
	at := n.get("requestId")
	id, v := s.id(at)
	if v != nil {
		return at.breaks(176, "requestId must be a string or integer")
	}
	if reason := n.get("reason"); reason.present() {
		if _, ok := reason.str(); !ok {
			return reason.breaks(176, "reason must be a string")
		}
	}
	r := s.issued[requestKey{m.from, id}]
	switch {
	case r == nil:
		return at.breaks(176, "requestId is that of no request of the same side")
	case r.name == "initialize":
		return at.breaks(176, "initialize cannot be cancelled")
	case r.augmented:
		return at.breaks(176, "a task is cancelled by tasks/cancel")
	}
	r.cancelled = true
	return nil
}

// notice checks what every notification may carry in _meta.
func notice(s *session, m *message) *Violation {
	if v := s.meta(m.params, 174); v != nil {
		return v
	}
	return related(m.params.get("_meta"))
}
