package replay

import "strings"

// teachingCapabilities looks at the one capability that the profile gives a
// shape.
func teachingCapabilities(j *judge, p party, n node) *Violation {
	resources := n.get("resources")
	if p != server || !resources.present() || resources.isNull() {
		return nil
	}
	if v := j.object(resources, 45, "resources capability", exactly().maybe("subscribe", "listChanged")); v != nil {
		return v
	}
	for _, flag := range []string{"subscribe", "listChanged"} {
		if m := resources.get(flag); m.present() && !m.isBool() {
			return m.breaks(45, "resources capability "+flag+" must be a boolean")
		}
	}
	return nil
}

// declares reports whether a party declared a capability: a path of members
// that ends in an object.
func (s *session) declares(p party, capability string) bool {
	return s.capability(p, capability).isObject()
}

// flags reports whether a party set a flag of a capability.
func (s *session) flags(p party, flag string) bool { return s.capability(p, flag).isTrue() }

// A capabilityKey is a path in what a party declared.
type capabilityKey struct {
	party party
	path  string
}

// capability is what stands at a path in what a party declared, absent for
// nothing. It is looked for once, however long the declaration is.
func (s *session) capability(p party, path string) node {
	key := capabilityKey{p, path}
	at, looked := s.capabilityAt[key]
	if !looked {
		at = s.declared[p].path(strings.Split(path, ".")...)
		s.capabilityAt[key] = at
	}
	return at
}

// declare keeps what a party declares.
func (s *session) declare(p party, capabilities node) {
	s.declared[p] = capabilities
	clear(s.capabilityAt)
}

// undeclared is the violation of a party that lacks a capability.
func undeclared(p party, capability string, at node, number int) *Violation {
	return at.breaks(number, p.String()+" did not declare capability: "+capability)
}
