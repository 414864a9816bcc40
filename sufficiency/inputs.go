package sufficiency

import (
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

// completion judges the inputs on completion (EVID-09). It does not apply where
// discovery declares no completions, or every request was refused, and no
// result says otherwise.
func (j *judge) completion() {
	c := j.in.Completion
	shown := c.Capability || c.Results > 0
	if !shown && (c.DiscoveryKnown || c.Exchanges > 0) {
		return
	}
	var lacks []string
	for _, part := range []struct {
		have, need int
		name       string
	}{
		{c.References, 1, "references"},
		{c.Callers, 2, "caller classes"},
		{c.Samples, 1, "sample suggestions"},
		{c.Names, 1, "forbidden or allowed names"},
	} {
		if part.have < part.need {
			lacks = append(lacks, part.name)
		}
	}
	if len(lacks) == 0 {
		return
	}
	effect := rule.Request
	input := "record server/discover, which shows whether the server completes; if it does, also "
	if shown {
		effect, input = rule.Condition, ""
	}
	j.add(ruleCompletion, effect, server, rule.Location{}, "completion "+strings.Join(lacks, ", ")+" missing", input+
		"record completion/complete for each prompt argument and template variable, as callers of at least two ranks, and state which names each must not or may see")
}

// contexts judges whether each authorization context was listed (EVID-10).
func (j *judge) contexts() {
	c := j.in.Contexts
	for _, name := range c.Named {
		if !slices.ContainsFunc(j.in.Passes, func(p Pass) bool { return p.Caller == name && p.Complete }) {
			j.add(ruleContexts, rule.Condition, server, rule.Location{}, "context "+rule.Quote(name)+" has no complete pass",
				"record every page of tools/list as caller "+rule.Quote(name))
		}
	}
	declared := len(c.Named) > 0 || slices.ContainsFunc(j.in.Passes, func(p Pass) bool { return p.Caller != "" })
	if declared || len(j.in.Passes) == 0 {
		return
	}
	const input = "record tools/list as each caller whose authorization changes the list, the lowest and the highest at least, or state in the policy that it does not vary"
	switch {
	case c.Fixed:
		j.add(ruleContexts, rule.Note, server, rule.Location{}, "the operator states that the list is the same for every caller", "")
	case c.Required:
		j.add(ruleContexts, rule.Condition, server, rule.Location{}, "no authorization context is declared", input)
	case c.Transport == protocol.TransportStdio:
		j.add(ruleContexts, rule.Note, server, rule.Location{}, "one context: the server runs over stdio, with the rights of who starts it", "")
	default:
		j.add(ruleContexts, rule.Request, server, rule.Location{}, "no authorization context is declared", input)
	}
}

// selfChecks refuses a review whose own fixtures came out wrong (EVID-13).
func (j *judge) selfChecks() {
	for _, row := range j.in.SelfCheck {
		j.refuse(ruleMatrix, rule.Location{}, fmt.Sprintf("matrix row %d: the self-check came out wrong", row),
			"report this as a fault of the reviewer, and rely on no answer of this review")
	}
}

// rows asks for fixtures of the matrix rows that were not exercised (EVID-13).
func (j *judge) rows() {
	for _, row := range j.in.Unexercised {
		j.add(ruleMatrix, rule.Request, server, rule.Location{},
			fmt.Sprintf("matrix row %d: not exercised, needs %s", row.Number, row.Needs), "record "+row.Needs)
	}
}
