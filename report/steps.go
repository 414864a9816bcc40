package report

import (
	"slices"

	"mcpreview/internal/rule"
)

// A step is one part of examining evidence.
type step struct {
	do func(*analysis)
	// families are those of the rules under which it finds something of any
	// subject that it judges, or of which a later step asks what it found.
	families []string
}

// callFamilies are the rules on calls, with those that reach every exchange.
var callFamilies = []string{"RES", "PAR", "ENC", "JSON"}

// steps are made in this order: envelopes and listings first, then descriptors,
// then the calls, one at a time.
var steps = [...]step{
	{(*analysis).judgeEnvelopes, []string{"JSON", "CMP"}},
	{(*analysis).judgeListings, append([]string{"PAGE"}, callFamilies...)},
	{(*analysis).judgeTools, append([]string{"DESC", "HDR"}, callFamilies...)},
	{(*analysis).judgeCalls, callFamilies},
	{(*analysis).searchLogs, callFamilies},
	{(*analysis).judgeRetries, callFamilies},
	{(*analysis).judgeCompletion, []string{"CMP"}},
}

// serves reports that a step has to do with one of some rules.
func (s *step) serves(rules []*rule.Rule) bool {
	return slices.ContainsFunc(rules, func(r *rule.Rule) bool { return slices.Contains(s.families, r.Family()) })
}
