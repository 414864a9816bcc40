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
	if i, ok := n.integer(); ok {
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
}

// file opens a request whose method found nothing wrong with it.
func (s *session) file(r *request) *Violation {
	if s.open[r.key] != nil {
		return r.at.get("id").breaks(50, "duplicate outstanding request id")
	}
	if len(s.open) >= s.limits.open {
		return r.at.breaks(52, "too many outstanding requests")
	}
	s.open[r.key] = r
	return nil
}

// answered is the open request that a message from a party responds to.
func (s *session) answered(from party, m *message) (*request, *Violation) {
	if r := s.open[requestKey{from.other(), m.id}]; r != nil {
		return r, nil
	}
	return nil, m.at.get("id").breaks(51, "no matching outstanding request")
}

// pending reports whether a request of that method about that resource waits
// for its response.
func (s *session) pending(method, uri string) bool {
	for _, r := range s.open {
		if r.name == method && r.uri == uri {
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
	if m.result.present() {
		if v := r.method.result(s, r, m.result); v != nil {
			return v
		}
	}
	delete(s.open, r.key)
	if m.result.present() && r.method.success != nil {
		r.method.success(s, r)
	}
	return nil
}
