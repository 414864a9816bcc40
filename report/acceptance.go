package report

import (
	"fmt"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

var ruleAcceptance = rule.Get("EVID-15")

// acceptances are what the policy accepts, and what became of it in one review.
// They are used by one goroutine at a time.
type acceptances struct {
	all    []*acceptance // in the order of the policy
	idle   *rule.Rule    // a rule that is not judged in this review: what is accepted of it waits; nil for none
	byRule map[*rule.Rule][]*acceptance
}

// An acceptance is one of them.
type acceptance struct {
	policy.Acceptance
	expired bool
	used    bool
	// Of what it does not cover only because the finding rejects, or because
	// the descriptor is another one, it is told why it is unused.
	rejects, changed bool
}

// newAcceptances takes what the policy accepts and the day of the review
// (YYYY-MM-DD). An acceptance holds through the day it names. Without a day
// nothing could expire, so that a policy that accepts anything needs one.
func newAcceptances(list []policy.Acceptance, today string) *acceptances {
	if today == "" && len(list) > 0 {
		panic("report: acceptances without the day of the review")
	}
	s := &acceptances{byRule: make(map[*rule.Rule][]*acceptance)}
	for _, p := range list {
		a := &acceptance{Acceptance: p, expired: p.Until < today}
		s.all = append(s.all, a)
		if !a.expired {
			s.byRule[p.Rule] = append(s.byRule[p.Rule], a)
		}
	}
	return s
}

// mark sets Accepted on those findings that are accepted. digest is that of the
// descriptor of the tool that they are about, "" where there is none. Findings
// have to be marked before anything is decided on them or copied from them;
// marking them again changes nothing.
func (s *acceptances) mark(fs []rule.Finding, digest string) {
	if len(s.byRule) == 0 {
		return
	}
	for i := range fs {
		f := &fs[i]
		for _, a := range s.byRule[f.Rule] {
			if a.accepts(*f, digest) {
				f.Accepted = true
			}
		}
	}
}

// accepts reports whether an acceptance that has not expired covers a finding.
func (a *acceptance) accepts(f rule.Finding, digest string) bool {
	if !a.Covers(f.Subject) || a.Pointer != "" && a.Pointer != f.Pointer || f.Effect > rule.Condition {
		return false
	}
	switch {
	case !policy.AcceptedEffect(f.Rule, f.Effect):
		a.rejects = true
	case a.Digest != "" && a.Digest != digest:
		a.changed = true
	default:
		a.used = true
		return true
	}
	return false
}

// settle tells, once all findings were marked, what was accepted, and what
// there is to say of it: a note on each acceptance that was used, and a
// condition on the server for each that has expired or matches nothing.
func (s *acceptances) settle() (accepted []Acceptance, notes, conditions []rule.Finding) {
	accepted = []Acceptance{}
	for _, a := range s.all {
		if a.Rule == s.idle && !a.expired {
			continue
		}
		if !a.used {
			conditions = append(conditions, a.unused())
			continue
		}
		accepted = append(accepted, Acceptance{Rule: a.Rule.ID, Subject: a.Subject, Reason: a.Reason, By: a.By, Until: a.Until})
		notes = append(notes, a.finding(rule.Note, a.Subject,
			fmt.Sprintf("%s accepted by %s until %s: %s", a.Rule.ID, rule.Quote(a.By), a.Until, rule.Quote(a.Reason))))
	}
	return accepted, notes, conditions
}

// unused is the condition on the server of an acceptance that accepts nothing.
func (a *acceptance) unused() rule.Finding {
	text := "acceptance of " + a.Rule.ID + " for " + named(a.Subject)
	switch {
	case a.expired:
		text += " expired on " + a.Until
	case a.changed:
		text += " is unused: the descriptor is not the one that was accepted"
	case a.rejects:
		text += " is unused: the finding is more than a condition, which cannot be accepted"
	default:
		text += " is unused: no finding matches it"
	}
	return a.finding(rule.Condition, rule.Subject{Kind: rule.KindServer}, text)
}

func (a *acceptance) finding(e rule.Effect, s rule.Subject, text string) rule.Finding {
	return rule.Finding{
		Rule: ruleAcceptance, Effect: e, Provenance: rule.Policy, Subject: s, Text: text, Pointer: a.Pointer, At: a.At,
	}
}

// named is a subject in words.
func named(s rule.Subject) string {
	if s.Name == "" {
		return "the " + s.Kind
	}
	return "the " + s.Kind + " " + rule.Quote(s.Name)
}

// settleAcceptances tells what the policy accepts, once all findings are in.
func (a *analysis) settleAcceptances() {
	accepted, notes, conditions := a.accept.settle()
	a.accepted = accepted
	a.findings.add(notes...)
	a.decideOnServer(conditions...)
}
