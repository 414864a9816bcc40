package replay

import (
	"slices"

	"mcpreview/internal/shape"
)

// A policy is what one authorization revision permits.
type policy struct {
	principals map[string]principal
	resources  map[string]resource
	templates  map[string]string // URI template to tenant
}

// offers reports whether a template is listed for a tenant.
func (p *policy) offers(template, tenant string) bool {
	owner, known := p.templates[template]
	return known && owner == tenant
}

// covers reports whether what concerns a resource may concern another: itself
// and its listed children.
func (p *policy) covers(uri, other string) bool {
	return uri == other || slices.Contains(p.resources[uri].children, other)
}

type principal struct {
	tenant  string
	scopes  []string
	revoked bool
}

// A resource's children are related to it by this list alone: no URI is part of
// another for how it is spelt.
type resource struct {
	tenant   string
	children []string
}

// The scopes that a policy can grant.
const (
	scopeList      = "resources:list"
	scopeRead      = "resources:read"
	scopeSubscribe = "resources:subscribe"
)

var knownScopes = []string{scopeList, scopeRead, scopeSubscribe}

func (f *Fixture) authorization(j *judge, n node) *Violation {
	if v := j.closed(n, 18, "authorization", exactly("protected_resource", "initial_revision", "revisions")); v != nil {
		return v
	}
	var v *Violation
	if f.protected, v = j.protectedResource(n.get("protected_resource")); v != nil {
		return v
	}
	revisions := n.get("revisions")
	if !revisions.isObject() || revisions.len() == 0 {
		return revisions.breaks(18, "revisions must be a non-empty object")
	}
	f.revisions = make(map[string]*policy, revisions.len())
	for name, r := range revisions.members() {
		if name == "" {
			return r.breaks(18, "a revision must have a name")
		}
		if f.revisions[name], v = j.policy(r); v != nil {
			return v
		}
	}
	initial, _ := n.get("initial_revision").text()
	if f.revisions[initial] == nil {
		return n.get("initial_revision").breaks(18, "initial_revision must name a revision")
	}
	f.initial = initial
	return nil
}

func (j *judge) protectedResource(n node) (string, *Violation) {
	s, v := j.uri(n, 17, "protected_resource")
	if v != nil {
		return "", v
	}
	u := splitURI(s)
	host, _ := u.hostPort()
	switch {
	case shape.LowerASCII(u.scheme) != "https":
		return "", n.breaks(17, "protected_resource must be an https URI")
	case host == "":
		return "", n.breaks(17, "protected_resource has no host")
	case slices.Contains([]byte(u.authority), '@'):
		return "", n.breaks(17, "protected_resource has user information")
	case u.fragment != "":
		return "", n.breaks(17, "protected_resource has a fragment")
	}
	return s, nil
}

func (j *judge) policy(n node) (*policy, *Violation) {
	if v := j.closed(n, 18, "policy", exactly("principals", "resources", "resourceTemplates")); v != nil {
		return nil, v
	}
	p := &policy{principals: make(map[string]principal), resources: make(map[string]resource), templates: make(map[string]string)}
	return p, checks(
		func() *Violation { return j.principals(p, n.get("principals")) },
		func() *Violation { return j.policyResources(p, n.get("resources")) },
		func() *Violation { return j.policyTemplates(p, n.get("resourceTemplates")) },
	)
}

func (j *judge) principals(p *policy, n node) *Violation {
	if !n.isObject() {
		return n.breaks(19, "principals must be an object")
	}
	for subject, m := range n.members() {
		if subject == "" {
			return m.breaks(19, "a principal must have a subject")
		}
		if v := j.closed(m, 19, "principal", exactly("tenant", "scopes").maybe("enabled")); v != nil {
			return v
		}
		tenant, ok := m.get("tenant").text()
		if !ok {
			return m.get("tenant").breaks(19, "tenant must be a non-empty string")
		}
		scopes, ok := distinctStrings(m.get("scopes"))
		if !ok || slices.ContainsFunc(scopes, func(s string) bool { return !slices.Contains(knownScopes, s) }) {
			return m.get("scopes").breaks(19, "scopes must be distinct and known")
		}
		enabled := m.get("enabled")
		if enabled.present() && !enabled.isBool() {
			return enabled.breaks(19, "enabled must be a boolean")
		}
		p.principals[subject] = principal{tenant: tenant, scopes: scopes, revoked: enabled.present() && !enabled.isTrue()}
	}
	return nil
}

func (j *judge) policyResources(p *policy, n node) *Violation {
	if !n.isArray() {
		return n.breaks(20, "resources must be an array")
	}
	for _, e := range n.elements() {
		if v := j.closed(e, 20, "resource", exactly("uri", "tenant").maybe("children")); v != nil {
			return v
		}
		uri, v := j.uri(e.get("uri"), 20, "uri")
		if v != nil {
			return v
		}
		if _, repeated := p.resources[uri]; repeated {
			return e.get("uri").breaks(20, "a resource is repeated")
		}
		tenant, ok := e.get("tenant").text()
		if !ok {
			return e.get("tenant").breaks(20, "tenant must be a non-empty string")
		}
		var children []string
		if list := e.get("children"); list.present() {
			if children, ok = distinctStrings(list); !ok {
				return list.breaks(20, "children must be an array of distinct URIs")
			}
		}
		p.resources[uri] = resource{tenant: tenant, children: children}
	}
	return p.childrenListed(n)
}

// childrenListed checks the children once all resources are known: each must
// be one of them, and with that is a URI.
func (p *policy) childrenListed(n node) *Violation {
	for _, e := range n.elements() {
		uri, _ := e.get("uri").str()
		parent := p.resources[uri]
		for _, child := range parent.children {
			if c, listed := p.resources[child]; !listed || c.tenant != parent.tenant {
				return e.get("children").breaks(20, "a child must be a listed resource of the same tenant")
			}
		}
	}
	return nil
}

func (j *judge) policyTemplates(p *policy, n node) *Violation {
	if !n.isArray() {
		return n.breaks(21, "resourceTemplates must be an array")
	}
	for _, e := range n.elements() {
		if v := j.closed(e, 21, "resource template", exactly("uriTemplate", "tenant")); v != nil {
			return v
		}
		template, ok := e.get("uriTemplate").str()
		if !ok {
			return e.get("uriTemplate").breaks(21, "uriTemplate must be a string")
		}
		if why := j.grammar.template(template, j.limits.uri); why != "" {
			return e.get("uriTemplate").breaks(21, "uriTemplate is no valid URI template: "+why)
		}
		tenant, ok := e.get("tenant").text()
		if !ok {
			return e.get("tenant").breaks(21, "tenant must be a non-empty string")
		}
		if _, repeated := p.templates[template]; repeated {
			return e.get("uriTemplate").breaks(21, "a template is repeated")
		}
		p.templates[template] = tenant
	}
	return nil
}
