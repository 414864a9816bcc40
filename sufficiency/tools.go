package sufficiency

import (
	"fmt"

	"mcpreview/internal/rule"
)

var (
	oneDecision = rule.Get("EVID-04")
	noSuccess   = rule.Get("EVID-05")
	noFailure   = rule.Get("EVID-06")
	foreignDocs = rule.Get("EVID-11")
	noLabel     = rule.Get("EVID-12")
)

// tools judges each tool's own evidence: EVID-04, EVID-05, EVID-06, EVID-11.
func (j *judge) tools() {
	for _, t := range j.in.Tools {
		subject := rule.Subject{Kind: rule.KindTool, Name: t.Name}
		if t.Decisions != 1 {
			j.add(oneDecision, rule.Refuse, subject, t.At, fmt.Sprintf("%d decisions, must be exactly one", t.Decisions),
				"report this as a fault of the reviewer: nothing in the evidence can mend it")
		}
		switch {
		case t.Rejected:
		case t.Foreign != "":
			j.add(foreignDocs, rule.Condition, subject, t.At,
				"listed under "+rule.Quote(t.Foreign)+"; not usable for "+j.revision.Name, "")
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
		j.add(noSuccess, rule.Condition, subject, t.At, "no validated success result supplied",
			"record one successful tools/call "+of+" with its request: arguments that its inputSchema accepts, and a complete result without isError")
	case !t.SuccessArgumentsProven:
		j.add(noSuccess, rule.Note, subject, t.At, "success results are known by their label only: no request shows their arguments", "")
	}
	if t.Failure == 0 {
		j.add(noFailure, rule.Condition, subject, t.At, "no validated failure result (isError true) supplied",
			"record one failing tools/call "+of+": a complete result with isError true, not a JSON-RPC error")
	}
}

// labels notes how many answers were read without a label (EVID-12).
func (j *judge) labels() {
	if n := j.in.Unlabelled; n > 0 {
		j.add(noLabel, rule.Note, server, rule.Location{},
			fmt.Sprintf("%d of %d answers to tools/call unlabelled, read by content", n, j.in.Results), "")
	}
}
