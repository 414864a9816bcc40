package policy

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"mcpreview/internal/rule"
)

// subjectKinds are the kinds of subject, other than tools, whose findings can
// be accepted.
var subjectKinds = []string{
	rule.KindServer, rule.KindListing, rule.KindPage, rule.KindExchange, rule.KindCompletion, rule.KindDocument,
}

func (r reader) acceptances(n *yaml.Node) error {
	type target struct {
		rule            *rule.Rule
		subject         rule.Subject
		pointer, digest string
	}
	first := make(map[target]int)
	return r.list(n, "accept", func(i int, n *yaml.Node) error {
		a, err := r.acceptance(n, element("accept", i))
		if err != nil {
			return err
		}
		t := target{a.Rule, a.Subject, a.Pointer, a.Digest}
		if line, dup := first[t]; dup {
			return r.fault(n, "%s accepts the same as in line %d", element("accept", i), line)
		}
		first[t] = n.Line
		r.policy.Accept = append(r.policy.Accept, a)
		return nil
	})
}

func (r reader) acceptance(n *yaml.Node, what string) (Acceptance, error) {
	a := Acceptance{At: rule.Location{File: r.policy.File.Name, Line: n.Line, Column: n.Column}}
	var tool string
	err := r.keys(n, what,
		required("rule", into(&a.Rule, func(n *yaml.Node) (*rule.Rule, error) { return r.acceptedRule(n, what+".rule") })),
		optional("tool", into(&tool, func(n *yaml.Node) (string, error) { return r.exactly(n, what+".tool") })),
		optional("subject", into(&a.Subject, func(n *yaml.Node) (rule.Subject, error) { return r.subject(n, what+".subject") })),
		optional("pointer", into(&a.Pointer, func(n *yaml.Node) (string, error) { return r.pointer(n, what+".pointer") })),
		optional("digest", into(&a.Digest, func(n *yaml.Node) (string, error) { return r.digest(n, what+".digest") })),
		required("reason", r.sentence(&a.Reason, what+".reason")),
		required("by", r.sentence(&a.By, what+".by")),
		required("until", into(&a.Until, func(n *yaml.Node) (string, error) { return r.date(n, what+".until") })),
	)
	switch {
	case err != nil:
		return a, err
	case (tool == "") == (a.Subject.Kind == ""):
		return a, r.fault(n, "%s must have one of the keys tool and subject", what)
	case tool != "":
		a.Subject = rule.Subject{Kind: rule.KindTool, Name: tool}
	case a.Digest != "":
		return a, r.fault(n, "%s: a digest is of a tool's descriptor, and no tool is named", what)
	}
	return a, r.narrow(n, what, a)
}

// ruleChanged is the rule on descriptors that are not those approved.
var ruleChanged = rule.Get("DESC-21")

// narrow refuses an acceptance that would cover what nobody has looked at yet.
func (r reader) narrow(n *yaml.Node, what string, a Acceptance) error {
	switch {
	case a.Rule == ruleSensitive && a.Pointer == "":
		return r.fault(n, "%s: %s is accepted for one header at a time: give its pointer", what, a.Rule.ID)
	case a.Rule == ruleChanged && a.Digest == "":
		return r.fault(n, "%s: %s is accepted for one descriptor at a time: give its digest", what, a.Rule.ID)
	}
	return nil
}

func (r reader) acceptedRule(n *yaml.Node, what string) (*rule.Rule, error) {
	id, err := r.text(n, what)
	if err != nil {
		return nil, err
	}
	found := rule.ByID(id)
	switch {
	case found == nil && strings.Contains(id, "*"):
		return nil, r.fault(n, "%s: %s is a wildcard: name one rule", what, rule.Quote(id))
	case found == nil:
		return nil, r.fault(n, "%s: no rule %s; mcpreview rules lists them", what, rule.Quote(id))
	}
	if why, ok := CanAccept(found); !ok {
		return nil, r.fault(n, "%s: %s cannot be accepted: %s", what, id, why)
	}
	return found, nil
}

// exactly reads a name that stands for itself.
func (r reader) exactly(n *yaml.Node, what string) (string, error) {
	name, err := r.text(n, what)
	if err == nil && strings.Contains(name, "*") {
		err = r.fault(n, "%s: %s is a wildcard: give one name", what, rule.Quote(name))
	}
	return name, err
}

func (r reader) subject(n *yaml.Node, what string) (s rule.Subject, err error) {
	err = r.keys(n, what,
		required("kind", r.oneOf(&s.Kind, what+".kind", subjectKinds...)),
		optional("name", into(&s.Name, func(n *yaml.Node) (string, error) { return r.exactly(n, what+".name") })),
	)
	switch {
	case err != nil:
	case s.Kind == rule.KindServer && s.Name != "":
		err = r.fault(n, "%s: a review is of one server, which is not named here", what)
	case s.Kind != rule.KindServer && s.Name == "":
		err = r.fault(n, "%s lacks the key \"name\"", what)
	}
	return s, err
}

func (r reader) pointer(n *yaml.Node, what string) (string, error) {
	p, err := r.text(n, what)
	if err == nil {
		if fault := pointerFault(p); fault != "" {
			err = r.fault(n, "%s %s", what, fault)
		}
	}
	return p, err
}

func (r reader) digest(n *yaml.Node, what string) (string, error) {
	d, err := r.text(n, what)
	if hex, ok := strings.CutPrefix(d, "sha256:"); err == nil && (!ok || len(hex) != 64 || strings.Trim(hex, "0123456789abcdef") != "") {
		err = r.fault(n, "%s must be sha256: and 64 hexadecimal digits in lower case, as reports print it", what)
	}
	return d, err
}

// sentence reads a text in which runs of white space are one space.
func (r reader) sentence(at *string, what string) func(n *yaml.Node) error {
	return into(at, func(n *yaml.Node) (string, error) {
		text, err := r.text(n, what)
		return strings.Join(strings.Fields(text), " "), err
	})
}

func (r reader) date(n *yaml.Node, what string) (string, error) {
	day, err := r.text(n, what)
	if err == nil {
		if fault := ParseDate(day); fault != nil {
			err = r.fault(n, "%s: %v", what, fault)
		}
	}
	return day, err
}
