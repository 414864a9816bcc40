package replay

import jsonschema "mcpreview/internal/schema"

// A testCase is one conversation of a fixture and how it must go.
type testCase struct {
	at       node
	name     string
	mustPass bool
	// contains is what the reason of a failure must contain; absent for
	// anything, and no string for nothing.
	contains node
}

func (f *Fixture) readCases(j *judge, n node) *Violation {
	if !n.isArray() || n.len() == 0 || n.len() > j.limits.cases {
		return n.breaks(14, "cases must be an array of 1 to 256 items")
	}
	seen := make(map[string]bool, n.len())
	for _, e := range n.elements() {
		if !e.isObject() {
			return e.breaks(15, "case must be an object")
		}
		c := &testCase{at: e}
		var ok bool
		if c.name, ok = e.get("name").text(); !ok {
			return e.member("name").breaks(23, "case name must be a non-empty string")
		}
		if seen[c.name] {
			return e.get("name").breaks(15, "case name is repeated")
		}
		seen[c.name] = true
		expect, ok := e.get("expect").oneOf("pass", "fail")
		if !ok {
			return e.member("expect").breaks(23, "expect must be pass or fail")
		}
		c.mustPass = expect == "pass"
		if contains := e.get("error_contains"); !contains.isNull() {
			c.contains = contains
		}
		f.cases = append(f.cases, c)
	}
	return nil
}

// play replays a case up to its first violation and returns that as a reason;
// failed is false where there is none. warnings are what is worth saying of the
// steps before it.
func (f *Fixture) play(c *testCase, budget *jsonschema.Budget) (reason string, warnings []string, failed bool) {
	steps, setup, v := f.plan(c)
	if v != nil {
		return v.Rule.ID + " case: " + v.Text, nil, true
	}
	s := newSession(f)
	s.budget = budget
	if v := s.handshake(c, setup); v != nil {
		return v.reason(handshakeStep, node{}), nil, true
	}
	s.settle(handshakeStep, node{})
	for i, step := range steps.elements() {
		if v := s.step(step); v != nil {
			return v.reason(i, step), s.warnings, true
		}
		s.settle(i, step)
	}
	if s.conduct.end != nil {
		if v := s.conduct.end(s); v != nil {
			return v.reason(endOfCase, node{}), s.warnings, true
		}
	}
	return "", s.warnings, false
}

// The words of setup.
const (
	setupReady       = "ready"
	setupRequestOnly = "initialize_request_only"
	setupNone        = "none"
)

// plan is what a case asks for.
func (f *Fixture) plan(c *testCase) (steps node, setup string, v *Violation) {
	setup = setupReady
	if n := c.at.get("setup"); n.present() {
		word, ok := n.oneOf(setupReady, setupRequestOnly, setupNone)
		if !ok {
			return node{}, "", n.breaks(24, "setup must be ready, initialize_request_only or none")
		}
		setup = word
	}
	steps = c.at.get("steps")
	if !steps.isArray() || steps.len() > f.profile.limits.steps {
		return node{}, "", c.at.member("steps").breaks(25, "steps must be an array of at most 512 items")
	}
	return steps, setup, nil
}

// step judges one step of a case.
func (s *session) step(n node) *Violation {
	if !n.isObject() {
		return n.breaks(26, "step must be an object")
	}
	if n.has("control_event") {
		if v := s.closed(n, 26, "control step", exactly("control_event")); v != nil {
			return v
		}
		return s.control(n.get("control_event"))
	}
	if v := s.closed(n, 26, "step", exactly("direction", "message").maybe("transport_context")); v != nil {
		return v
	}
	message := n.get("message")
	if v := s.oneObject(message); v != nil {
		return v
	}
	context, v := s.contextOf(n.get("transport_context"))
	if v != nil {
		return v
	}
	direction, ok := n.get("direction").oneOf(clientToServer, serverToClient)
	if !ok {
		return n.get("direction").breaks(26, "direction must be client_to_server or server_to_client")
	}
	from := client
	if direction == serverToClient {
		from = server
	}
	return s.wire(from, context, message)
}
