package policy

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mcpreview/internal/rule"
)

// An Acceptance is a finding that the operator lives with: one rule on one
// subject, with who, why and until when (EVID-15).
type Acceptance struct {
	Rule    *rule.Rule
	Subject rule.Subject
	// Pointer is where in its subject the finding has to stand; "" accepts the
	// rule wherever it is broken in that subject.
	Pointer string
	// Digest is that of the only descriptor it holds for ("sha256:..."), so
	// that a changed descriptor voids it; "" where it holds for any.
	Digest string

	Reason, By string
	Until      string        // the last day it holds, YYYY-MM-DD
	At         rule.Location // in the policy file
}

// Covers reports whether a finding's subject is the one that is accepted. What
// is accepted for a tool covers its results and header mappings too: the rule
// says which of them is meant.
func (a Acceptance) Covers(s rule.Subject) bool {
	if a.Subject.Kind == rule.KindTool && (s.Kind == rule.KindResult || s.Kind == rule.KindMapping) {
		return s.Name == a.Subject.Name
	}
	return s == a.Subject
}

var ruleSensitive = rule.Get("HDR-11")

// CanAccept reports whether findings of a rule can be accepted at all, and if
// not, why. Of a rule that can, only those that ask for a condition can be, and
// all of HDR-11.
func CanAccept(r *rule.Rule) (why string, ok bool) {
	switch {
	case r == ruleSensitive:
		return "", true
	case r.Family() == "JSON":
		return "what cannot be read in one way only cannot be accepted", false
	case r.Family() == "HDR" && r.Number() >= 2 && r.Number() <= 10:
		return "a header annotation that clients read differently cannot be accepted", false
	case r.Family() == "PAR":
		return "a request whose headers and body differ cannot be accepted", false
	case r.ID == "EVID-15":
		return "it is about acceptances itself", false
	case !slices.Contains(r.Effects, rule.Condition):
		return "it sets no condition, and only conditions can be accepted", false
	}
	return "", true
}

// AcceptedEffect reports whether findings of this effect can be accepted under
// a rule that CanAccept.
func AcceptedEffect(r *rule.Rule, e rule.Effect) bool {
	return e == rule.Condition || r == ruleSensitive && e == rule.Reject
}

// ParseDate checks a day in the form YYYY-MM-DD.
func ParseDate(s string) error {
	if t, err := time.Parse(time.DateOnly, s); err != nil || t.Format(time.DateOnly) != s {
		return fmt.Errorf("%s is not a day written as YYYY-MM-DD", rule.Quote(s))
	}
	return nil
}

// pointerFault says what is wrong with a JSON pointer (RFC 6901) to a part; ""
// for nothing.
func pointerFault(p string) string {
	switch {
	case p[0] != '/':
		return `is no JSON pointer: it has to start with "/"`
	case strings.Contains(strings.NewReplacer("~0", "", "~1", "").Replace(p), "~"):
		return `is no JSON pointer: "~" is written "~0"`
	}
	return ""
}
