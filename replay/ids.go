package replay

import "mcpreview/internal/strictjson"

// A requestID is an id by type and value: 5 and "5" are different.
type requestID struct {
	integer bool
	text    string
}

// id checks the id of a request or response.
func (j *judge) id(n node) (requestID, *Violation) {
	if n.is(strictjson.String) {
		s, _ := n.str()
		return requestID{text: s}, nil
	}
	if i, ok := j.grammar.integer(n); ok {
		return requestID{integer: true, text: i.String()}, nil
	}
	return requestID{}, n.breaks(34, "id must be a string or integer, not a boolean, null or fraction")
}

// A requestKey is what open requests are filed under: each side numbers its
// own.
type requestKey struct {
	sender party
	id     requestID
}

// A request is one that waits for its response, with what its method has to
// remember for judging that.
type request struct {
	key     requestKey
	name    string // of the method
	method  *method
	at      node
	params  node // an empty object where there are none
	context transportContext

	tool      *tool    // of tools/call
	augmented bool     // asked to be run as a task
	mode      string   // of elicitation/create
	uri       string   // of methods about one resource
	caller    snapshot // of resource methods

	answer    node        // the result, once it is found valid
	serial    int         // how many requests were filed before it
	switches  int         // of the active revision, when it was filed
	token     *token      // that its progress goes by; nil for none
	cancelled bool        // by its sender: what answers it no longer counts
	refusable string      // why only a refusal answers it; "" for no reason
	page      listingPage // of tools/list
	listed    []*tool     // what answers tools/list, as checked
	form      *form       // of an elicitation in form mode
	task      taskKey     // of the methods about one task
	ended     bool        // the task had ended when it was sent
	related   string      // the task that it is part of; "" for none
}

// file opens a request whose method found nothing wrong with it.
func (s *session) file(r *request) *Violation {
	if s.open[r.key] != nil {
		return r.at.get("id").breaks(50, "duplicate outstanding request id")
	}
	if s.conduct.idsOnce && s.issued[r.key] != nil {
		return r.at.get("id").breaks(50, "request id was used before")
	}
	if len(s.open) >= s.limits.open {
		return r.at.breaks(52, "too many outstanding requests")
	}
	r.serial, r.switches = len(s.issued), s.switches
	s.open[r.key] = r
	if s.conduct.idsOnce {
		s.issued[r.key] = r
	}
	return nil
}

// answered is the open request that a message from a party responds to.
func (s *session) answered(from party, m *message) (*request, *Violation) {
	if r := s.open[requestKey{from.other(), m.id}]; r != nil {
		return r, nil
	}
	return nil, m.at.get("id").breaks(51, "no matching outstanding request")
}

// pending reports whether a request like that one waits for its response: of
// the same method about the same resource and, where everybody subscribes for
// themselves, of the same caller.
func (s *session) pending(like *request) bool {
	for _, r := range s.open {
		if r.name == like.name && r.uri == like.uri && !r.cancelled &&
			(r.caller == like.caller || !s.conduct.repeatSubscriptions) {
			return true
		}
	}
	return false
}

// response judges a response. A success counts, and closes its request, only
// once its result is found valid; an error closes it and changes nothing else.
func (s *session) response(from party, context transportContext, m *message) *Violation {
	if context.present() {
		return context.at.breaks(54, "a response has no transport context")
	}
	r, v := s.answered(from, m)
	if v != nil {
		return v
	}
	if !r.cancelled {
		if v := s.acceptable(r, m); v != nil {
			return v
		}
	}
	delete(s.open, r.key)
	if m.failure.present() && r.name == "tasks/result" {
		s.resultsRefused[r.task] = true
	}
	if m.result.present() && r.method.success != nil && !r.cancelled {
		r.answer = m.result
		r.method.success(s, r)
	}
	s.silence(r)
	return nil
}

// acceptable checks what answers a request that still wants an answer.
func (s *session) acceptable(r *request, m *message) *Violation {
	if !m.result.present() {
		if s.conduct.failure == nil {
			return nil
		}
		return s.conduct.failure(s, r, m.failure)
	}
	if s.conduct.result != nil {
		if v := s.conduct.result(s, r, m.result); v != nil {
			return v
		}
	}
	return r.method.result(s, r, m.result)
}
