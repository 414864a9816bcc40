package report

import (
	"slices"

	"mcpreview/internal/rule"
)

func source(l rule.Location) Source {
	return Source{File: l.File, Pointer: l.Pointer, Line: l.Line, Column: l.Column, Inside: l.Inside}
}

func finding(f rule.Finding) Finding {
	related := make([]Source, 0, len(f.Related))
	for _, l := range f.Related {
		related = append(related, source(l))
	}
	return Finding{
		Rule: f.Rule.ID, Name: f.Rule.Name, Provenance: f.Provenance.String(), Effect: f.Effect.String(),
		Subject: subject(f.Subject), Reason: f.Reason(), Source: source(f.At), Related: related, Accepted: f.Accepted,
	}
}

func subject(s rule.Subject) rule.Subject {
	return rule.Subject{Kind: s.Kind, Name: rule.ShortName(s.Name)}
}

// judged is the decision that findings lead to, with the rule and reason of
// the strongest; an admitted subject has the reason given for that.
func judged(fs []rule.Finding, admitted string) (decision, id, reason string) {
	f, decided := rule.Strongest(fs)
	if !decided {
		return rule.Admit.String(), "", admitted
	}
	return rule.Decide(fs).String(), f.Rule.ID, f.Reason()
}

// decisionOrder sorts what is not admitted first.
var decisionOrder = map[string]int{rule.Rejected.String(): 0, rule.Conditional.String(): 1, rule.Admit.String(): 2}

// byDecision sorts rows so that what is not ADMIT comes first, else unchanged.
func byDecision[T any](rows []T, decision func(T) string) {
	slices.SortStableFunc(rows, func(a, b T) int { return decisionOrder[decision(a)] - decisionOrder[decision(b)] })
}
