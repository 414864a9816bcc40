package replay

import (
	"slices"
	"strings"
)

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

// covers reports whether an update of a resource concerns who subscribed to
// another: the same one, or a parent. A policy lists the children; without one
// a child is what stands below in the path.
func (s *session) covers(subscribed, uri string) bool {
	if p := s.policy(); p != nil {
		return p.covers(subscribed, uri)
	}
	return subscribed == uri || strings.HasPrefix(uri, strings.TrimSuffix(subscribed, "/")+"/")
}

// own is the subscription to the resource of a request that belongs to whom the
// request came from, or nil.
func (s *session) own(r *request) *subscription {
	for _, sub := range s.subscriptions {
		if sub.uri == r.uri && sub.owner == r.caller {
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
	case s.conduct.repeatSubscriptions:
		return nil
	case s.active(r.uri) != nil:
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
	if s.active(r.uri) != nil && !s.conduct.repeatSubscriptions {
		return result.breaks(105, "resource was subscribed meanwhile")
	}
	return nil
}

func beginSubscription(s *session, r *request) {
	if s.own(r) == nil {
		s.subscriptions = append(s.subscriptions, &subscription{uri: r.uri, owner: r.caller})
	}
}

func unsubscribe(s *session, r *request) *Violation {
	if v := s.canSubscribe(r, 106); v != nil {
		return v
	}
	at := r.params.get("uri")
	switch {
	case s.active(r.uri) == nil:
		return at.breaks(106, "no active subscription to the resource")
	case s.pending(r):
		return at.breaks(106, "an unsubscribe for the resource is pending")
	case s.own(r) == nil:
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
	if s.active(r.uri) == nil || s.conduct.repeatSubscriptions && s.own(r) == nil {
		return result.breaks(106, "no active subscription is left to end")
	}
	return nil
}

func endSubscription(s *session, r *request) {
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
	var to snapshot
	if s.policy() != nil {
		if to, v = s.authorize(context, scopeSubscribe, m.at); v != nil {
			return v
		}
	}
	if v := s.permitted(uri, to.tenant, params.get("uri")); v != nil {
		return v
	}
	covered := false
	for _, sub := range s.subscriptions {
		if !s.covers(sub.uri, uri) {
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
		return params.get("uri").breaks(107, "the subscription is another principal's or tenant's")
	}
	return params.get("uri").breaks(107, "no active subscription covers the resource")
}
