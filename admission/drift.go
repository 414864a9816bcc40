package admission

import (
	"fmt"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

// repetitions finds passes that list the name more than once: DESC-06.
func (r *row) repetitions(p policy.Policy) []rule.Finding {
	if len(r.entries) == 1 {
		return nil
	}
	holders := map[any][]*entry{}
	var passes []any
	for _, e := range r.entries {
		if holders[e.pass] == nil {
			passes = append(passes, e.pass)
		}
		holders[e.pass] = append(holders[e.pass], e)
	}
	var findings []rule.Finding
	for _, pass := range passes {
		if h := holders[pass]; len(h) > 1 {
			findings = append(findings, repetition(h, p))
		}
	}
	return findings
}

func repetition(holders []*entry, p policy.Policy) rule.Finding {
	first, second := holders[0], holders[1]
	effect, provenance, kind := rule.Condition, rule.SpecShould, "same descriptor"
	for _, e := range holders {
		if e.digest != first.digest {
			kind = "different descriptors"
			if p.Profile == rule.House {
				effect, provenance = rule.Reject, rule.Policy
			}
		}
	}
	f := second.spot().Find(ruleTwice, effect, provenance, second.value.Get("name"),
		fmt.Sprintf("%s is listed %d times in one pass (%s)", rule.Quote(first.name), len(holders), kind))
	f.Related = []rule.Location{first.place()}
	return f
}

// drift finds observations of one caller that differ: DESC-05. Between the
// passes of one session the name is not stable; between sessions each variant
// needs a decision; an earlier pass that is known to be out of date is noted.
func (r *row) drift(p policy.Policy) []rule.Finding {
	if p.Profile != rule.House || len(r.entries)+len(r.superseded) == 1 {
		return nil
	}
	var findings []rule.Finding
	inSession := map[evidence.Session]*entry{}
	var sessions []*entry
	type change struct {
		session evidence.Session
		stable  [32]byte
	}
	seen := map[change]bool{}
	listed := map[any]bool{}
	for _, e := range r.entries {
		if listed[e.pass] {
			continue // a repetition within the pass
		}
		listed[e.pass] = true
		first := inSession[e.session]
		switch {
		case first == nil:
			inSession[e.session] = e
			sessions = append(sessions, e)
		case first.stable != e.stable && !seen[change{e.session, e.stable}]:
			seen[change{e.session, e.stable}] = true
			findings = append(findings, differ(rule.Reject, first, e, observation(first), observation(e)))
		}
	}
	for _, e := range sessions[1:] {
		if first := sessions[0]; first.stable != e.stable {
			a, b := sessionNames(first.session, e.session)
			findings = append(findings, differ(rule.Condition, first, e, a, b))
		}
	}
	for _, old := range r.superseded {
		if now := inSession[old.session]; now != nil && now.stable != old.stable {
			f := differ(rule.Note, old, now, observation(old), observation(now))
			f.Text += "; list_changed was recorded between them and only the later one is judged"
			findings = append(findings, f)
		}
	}
	return findings
}

// differ is the finding at the later of two entries that differ.
func differ(effect rule.Effect, first, later *entry, a, b string) rule.Finding {
	where := "; they cannot be compared"
	if pointer := difference(first, later); pointer != "" {
		where = " at " + rule.EscapePointer(pointer)
	}
	f := later.spot().Find(ruleDrift, effect, rule.Policy, later.value.Get("name"),
		fmt.Sprintf("descriptor of %s differs between %s and %s%s", rule.Quote(later.name), a, b, where))
	f.Related = []rule.Location{first.place()}
	return f
}

// observation names a listing within its session.
func observation(e *entry) string {
	if e.listing == nil {
		return "a snapshot"
	}
	return fmt.Sprintf("pass %d", e.listing.Pass)
}

// sessionNames names two sessions by what tells them apart.
func sessionNames(a, b evidence.Session) (string, string) {
	members := []struct{ name, a, b string }{
		{"server", a.Server, b.Server}, {"version", a.Version, b.Version},
		{"protocol version", a.ProtocolVersion, b.ProtocolVersion}, {"transport", a.Transport, b.Transport},
	}
	var x, y []string
	for _, m := range members {
		if m.a != m.b {
			x, y = append(x, stated(m.name, m.a)), append(y, stated(m.name, m.b))
		}
	}
	return "the session of " + strings.Join(x, ", "), "that of " + strings.Join(y, ", ")
}

func stated(what, value string) string {
	if value == "" {
		return "no stated " + what
	}
	return what + " " + rule.Quote(value)
}
