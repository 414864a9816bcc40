package replay

import "slices"

// A subscription is one that its success response began. It belongs to whom
// the request came from.
type subscription struct {
	uri   string
	owner snapshot
}

// active reports whether there is a subscription to exactly that resource.
func (s *session) active(uri string) bool {
	if s.policy() == nil {
		return s.subscribed.Has(uri)
	}
	for _, sub := range s.subscriptions {
		if sub.uri == uri {
			return true
		}
	}
	return false
}

// own reports whether there is a subscription to the resource of a request that
// belongs to whom the request came from.
func (s *session) own(r *request) bool {
	if s.policy() == nil {
		return s.subscribed.Has(r.uri)
	}
	for _, sub := range s.subscriptions {
		if sub.uri == r.uri && sub.owner == r.caller {
			return true
		}
	}
	return false
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
	case s.conduct.repeatSubscriptions:
		return nil
	case s.active(r.uri):
		return r.params.get("uri").breaks(105, "resource is subscribed already")
	case s.pending(r):
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
	if s.active(r.uri) && !s.conduct.repeatSubscriptions {
		return result.breaks(105, "resource was subscribed meanwhile")
	}
	return nil
}

func beginSubscription(s *session, r *request) {
	switch {
	case s.policy() == nil:
		s.subscribed.Add(r.uri)
	case !s.own(r):
		s.subscriptions = append(s.subscriptions, &subscription{uri: r.uri, owner: r.caller})
	}
}

func unsubscribe(s *session, r *request) *Violation {
	if v := s.canSubscribe(r, 106); v != nil {
		return v
	}
	at := r.params.get("uri")
	switch {
	case !s.active(r.uri):
		return at.breaks(106, "no active subscription to the resource")
	case s.pending(r):
		return at.breaks(106, "an unsubscribe for the resource is pending")
	case !s.own(r):
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
	if !s.active(r.uri) || s.conduct.repeatSubscriptions && !s.own(r) {
		return result.breaks(106, "no active subscription is left to end")
	}
	return nil
}

func endSubscription(s *session, r *request) {
	if s.policy() == nil {
		s.subscribed.Remove(r.uri)
		return
	}
	s.subscriptions = slices.DeleteFunc(s.subscriptions, func(sub *subscription) bool {
		return sub.uri == r.uri && (sub.owner == r.caller || !s.conduct.repeatSubscriptions)
	})
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
	if s.policy() != nil {
		return s.updatePermitted(context, m, uri)
	}
	if !s.subscribed.Covers(uri) {
		return params.get("uri").breaks(107, uncovered)
	}
	return nil
}

const uncovered = "no active subscription covers the resource"

// updatePermitted judges an update by the control plane.
func (s *session) updatePermitted(context transportContext, m *message, uri string) *Violation {
	at := m.params.get("uri")
	to, v := s.authorize(context, scopeSubscribe, m.at)
	if v != nil {
		return v
	}
	if v := s.permitted(uri, to.tenant, at); v != nil {
		return v
	}
	covered := false
	for _, sub := range s.subscriptions {
		if !s.policy().covers(sub.uri, uri) {
			continue
		}
		if sub.owner == to {
			return nil
		}
		if covered = true; !s.conduct.anyCovering {
			break
		}
	}
	if covered {
		return at.breaks(107, "the subscription is another principal's or tenant's")
	}
	return at.breaks(107, uncovered)
}
