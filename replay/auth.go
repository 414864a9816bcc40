package replay

import "slices"

const httpTransport = "streamable_http"

// A transportContext is what the transport knows of a message's sender: members
// of the step laid over the fixture's defaults. It stands beside the message
// and is never part of it.
type transportContext struct {
	at      node // as the step gives it; absent for no context
	members map[string]node
}

func (c transportContext) present() bool { return c.at.present() }

// get is a member, or the context's place where it has none.
func (c transportContext) get(name string) node { return c.members[name] }

// contextOf lays a step's transport context over the defaults. null is none.
func (s *session) contextOf(n node) (transportContext, *Violation) {
	switch {
	case !n.present(), n.isNull():
		return transportContext{}, nil
	case !n.isObject():
		return transportContext{}, n.breaks(27, "transport_context must be an object")
	}
	c := transportContext{at: n, members: make(map[string]node)}
	for _, from := range []node{s.fixture.defaults, n} {
		for name, m := range from.members() {
			c.members[name] = m
		}
	}
	return c, nil
}

// A snapshot is whom an authorized message comes from.
type snapshot struct{ subject, tenant string }

var contextKeys = []string{"transport", "token_active", "token_audience", "resource", "subject", "tenant", "scopes", "authorization_revision"}

// authorize checks a context for an operation of that scope, against the
// revision that is active now. at is the message it came with.
func (s *session) authorize(c transportContext, scope string, at node) (snapshot, *Violation) {
	var who snapshot
	var claims []string
	return who, checks(
		func() *Violation { return c.complete(at) },
		func() *Violation { return s.bound(c) },
		func() (v *Violation) {
			who, claims, v = c.identity()
			return v
		},
		func() *Violation {
			if revision, _ := c.get("authorization_revision").str(); revision != s.revision {
				return c.breaks("authorization_revision", 116, "stale or unknown authorization revision")
			}
			return nil
		},
		func() *Violation { return s.granted(c, who, claims) },
		func() *Violation {
			if !slices.Contains(claims, scope) {
				return c.breaks("scopes", 120, "scope is not claimed: "+scope)
			}
			return nil
		},
	)
}

// breaks places a violation at a member of the step's own context, or at the
// context where the member is one of the defaults.
func (c transportContext) breaks(name string, number int, text string) *Violation {
	return c.at.member(name).breaks(number, text)
}

func (c transportContext) complete(at node) *Violation {
	if !c.present() {
		return at.breaks(110, "a resource operation needs a transport context")
	}
	for _, name := range contextKeys {
		if !c.get(name).present() {
			return c.at.breaks(110, "transport context lacks "+name)
		}
	}
	if len(c.members) > len(contextKeys) {
		return c.at.breaks(110, "transport context has unknown keys")
	}
	return nil
}

// bound checks what ties the token to the protected resource.
func (s *session) bound(c transportContext) *Violation {
	if _, ok := c.get("transport").oneOf(httpTransport); !ok {
		return c.breaks("transport", 111, "transport must be "+httpTransport)
	}
	if !c.get("token_active").isTrue() {
		return c.breaks("token_active", 112, "an active access token is needed")
	}
	bindings := []struct{ name, text string }{
		{"token_audience", "token audience is not the protected resource"},
		{"resource", "resource indicator is not the protected resource"},
	}
	for _, b := range bindings {
		if _, v := s.uri(c.get(b.name), 113, b.name); v != nil {
			return c.breaks(b.name, 113, v.Text)
		}
	}
	for _, b := range bindings {
		if given, _ := c.get(b.name).str(); !s.grammar.audience(given, s.fixture.protected) {
			return c.breaks(b.name, 113, b.text)
		}
	}
	return nil
}

// identity is who the context says the sender is, and what it may do.
func (c transportContext) identity() (who snapshot, claims []string, v *Violation) {
	var ok bool
	if who.subject, ok = c.get("subject").text(); !ok {
		return who, nil, c.breaks("subject", 114, "subject must be a non-empty string")
	}
	if who.tenant, ok = c.get("tenant").text(); !ok {
		return who, nil, c.breaks("tenant", 114, "tenant must be a non-empty string")
	}
	if claims, ok = distinctWords(c.get("scopes")); !ok {
		return who, nil, c.breaks("scopes", 115, "scopes must be distinct non-empty strings")
	}
	return who, claims, nil
}

// granted checks the claims against the principal of the active policy.
func (s *session) granted(c transportContext, who snapshot, claims []string) *Violation {
	p, known := s.policy().principals[who.subject]
	switch {
	case !known:
		return c.breaks("subject", 117, "principal is unknown")
	case p.revoked:
		return c.breaks("subject", 117, "principal is revoked")
	case p.tenant != who.tenant:
		return c.breaks("tenant", 118, "tenant breaks the principal binding")
	}
	for _, claim := range claims {
		if !slices.Contains(p.scopes, claim) {
			return c.breaks("scopes", 119, "a claimed scope is not granted")
		}
	}
	return nil
}

// permitted checks that a resource is in the active policy for a tenant.
func (s *session) permitted(uri, tenant string, at node) *Violation {
	if s.policy() == nil {
		return nil
	}
	r, known := s.policy().resources[uri]
	switch {
	case !known:
		return at.breaks(121, "resource is not in the active policy")
	case r.tenant != tenant:
		return at.breaks(121, "resource tenant is not the caller's")
	}
	return nil
}
