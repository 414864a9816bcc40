package report

import (
	"slices"

	"mcpreview/completion"
	"mcpreview/internal/matrix"
	"mcpreview/internal/rule"
)

// judgeCompletion judges every completion exchange.
func (a *analysis) judgeCompletion() {
	in := completion.Input{
		Completions: a.set.Completions, Listings: a.set.Listings,
		CapabilityKnown: a.discovery.Known, Capability: a.discovery.Completions,
		Broken: a.isBroken,
	}
	a.completion = completion.Review(in, *a.policy)
	for i := range a.completion.Completions {
		c := &a.completion.Completions[i]
		a.accept.mark(c.Findings, "")
		a.findings.add(c.Findings...)
		a.exercise(matrix.Isolation, c.Row)
		if decides(c.Findings) {
			a.completionsOpen++
		}
		if c.Unproven {
			a.counts.NotJudged++
		}
	}
	a.counts.Completions = len(a.completion.Completions)
	a.decideOnServer(a.completion.Server...)
	for _, m := range a.completion.Missing {
		a.request(m.Finding, m.Input)
	}
}

func (a *analysis) addCompletions(r *Review) {
	for i := range a.completion.Completions {
		c := &a.completion.Completions[i]
		row := Completion{Source: source(c.Source), Caller: rule.ShortName(c.Caller), Ref: rule.ShortName(c.Ref), Argument: rule.ShortName(c.Argument), Values: c.Values}
		// What a broken envelope carries is decided on with it.
		fs := rule.Sort(slices.Concat(a.broken[a.set.Completions[i]], c.Findings))
		row.Decision, row.Rule, row.Reason = judged(fs, c.Shows)
		r.Completions = append(r.Completions, row)
	}
	byDecision(r.Completions, func(c Completion) string { return c.Decision })
}
