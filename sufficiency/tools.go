package sufficiency

import (
	"fmt"

	"mcpreview/internal/rule"
)

// tools judges each tool's own evidence: EVID-04, EVID-05, EVID-06, EVID-11.
func (j *judge) tools() {
	for _, t := range j.in.Tools {
		subject := rule.Subject{Kind: rule.KindTool, Name: t.Name}
		if t.Decisions != 1 {
			j.add(ruleOneDecision, rule.Refuse, subject, t.At, fmt.Sprintf("%d decisions, must be exactly one", t.Decisions),
				"report this as a fault of the reviewer: nothing in the evidence can mend it")
		}
		switch {
		case t.Rejected:
		case t.Foreign != "":
			j.add(ruleForeign, rule.Condition, subject, t.At,
				"listed under "+rule.Revision(t.Foreign)+"; not usable for "+j.revision.Name, "")
		default:
			j.results(t, subject)
			j.headers(t, subject)
		}
	}
}

func (j *judge) results(t Tool, subject rule.Subject) {
	of := "of " + rule.Quote(t.Name)
	if t.Caller != "" {
		of += " as caller " + rule.Quote(t.Caller)
	}
	switch {
	case t.Success == 0:
		j.add(ruleNoSuccess, rule.Condition, subject, t.At, "no validated success result supplied",
			"record one successful tools/call "+of+" with its request: arguments that its inputSchema accepts, and a complete result without isError")
	case !t.SuccessArgumentsProven:
		j.add(ruleNoSuccess, rule.Note, subject, t.At, "success results are known by their label only: no request shows their arguments", "")
	}
	if t.Failure == 0 {
		j.add(ruleNoFailure, rule.Condition, subject, t.At, "no validated failure result (isError true) supplied",
			"record one failing tools/call "+of+": a complete result with isError true, not a JSON-RPC error")
	}
}

// labels notes how many answers were read without a label (EVID-12).
func (j *judge) labels() {
	if n := j.in.Unlabelled; n > 0 {
		j.add(ruleLabel, rule.Note, server, rule.Location{},
			fmt.Sprintf("%d of %d answers to tools/call unlabelled, read by content", n, j.in.Results), "")
	}
}
