package replay

import "slices"

// A subscription is one that its success response began. It belongs to whom
// the request came from.
type subscription struct {
	uri   string
	owner snapshot
}

// active is the subscription to exactly that resource, or nil.
func (s *session) active(uri string) *subscription {
	for _, sub := range s.subscriptions {
		if sub.uri == uri {
			return sub
		}
	}
	return nil
}

// canSubscribe checks what subscribe and unsubscribe share.
func (s *session) canSubscribe(r *request, number int) *Violation {
	if v := s.oneResource(r, number); v != nil {
		return v
	}
	if !s.flags(server, "resources.subscribe") {
		return undeclared(server, "resources.subscribe", r.at.get("method"), number)
	}
	return nil
}

func subscribe(s *session, r *request) *Violation {
	if v := s.canSubscribe(r, 105); v != nil {
		return v
	}
	switch {
	case s.active(r.uri) != nil:
		return r.params.get("uri").breaks(105, "resource is subscribed already")
	case s.pending(r.name, r.uri):
		return r.params.get("uri").breaks(105, "a subscribe for the resource is pending")
	}
	return nil
}

func subscribed(s *session, r *request, result node) *Violation {
	if v := s.stillAuthorized(r); v != nil {
		return v
	}
	if v := emptyResult(s, r, result); v != nil {
		return v
	}
	if s.active(r.uri) != nil {
		return result.breaks(105, "resource was subscribed meanwhile")
	}
	return nil
}

func beginSubscription(s *session, r *request) {
	s.subscriptions = append(s.subscriptions, &subscription{uri: r.uri, owner: r.caller})
}

func unsubscribe(s *session, r *request) *Violation {
	if v := s.canSubscribe(r, 106); v != nil {
		return v
	}
	at := r.params.get("uri")
	sub := s.active(r.uri)
	switch {
	case sub == nil:
		return at.breaks(106, "no active subscription to the resource")
	case s.pending(r.name, r.uri):
		return at.breaks(106, "an unsubscribe for the resource is pending")
	case sub.owner != r.caller:
		return at.breaks(106, "the subscription is another principal's or tenant's")
	}
	return nil
}

func unsubscribed(s *session, r *request, result node) *Violation {
	if v := s.stillAuthorized(r); v != nil {
		return v
	}
	if v := emptyResult(s, r, result); v != nil {
		return v
	}
	if s.active(r.uri) == nil {
		return result.breaks(106, "no active subscription is left to end")
	}
	return nil
}

func endSubscription(s *session, r *request) {
	s.subscriptions = slices.DeleteFunc(s.subscriptions, func(sub *subscription) bool { return sub.uri == r.uri })
}

// resourceUpdated judges an update: somebody must have asked for it, and it
// must go to them.
func resourceUpdated(s *session, context transportContext, m *message) *Violation {
	params := s.orEmpty(m.params)
	if v := s.object(params, 107, "params", exactly("uri").maybe("_meta")); v != nil {
		return v.within(m.at)
	}
	uri, v := s.uri(params.get("uri"), 90, "uri")
	if v != nil {
		return v
	}
	if v := s.meta(params, 107); v != nil {
		return v
	}
	to, v := s.authorize(context, scopeSubscribe, m.at)
	if v != nil {
		return v
	}
	if v := s.permitted(uri, to.tenant, params.get("uri")); v != nil {
		return v
	}
	for _, sub := range s.subscriptions {
		if sub.uri != uri && !slices.Contains(s.policy().resources[sub.uri].children, uri) {
			continue
		}
		if sub.owner != to {
			return params.get("uri").breaks(107, "the subscription is another principal's or tenant's")
		}
		return nil
	}
	return params.get("uri").breaks(107, "no active subscription covers the resource")
}
