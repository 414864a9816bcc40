package report

import (
	"fmt"
	"slices"

	"mcpreview/internal/matrix"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/version"
	"mcpreview/results"
)

// matrixAgrees wants the state of each row to follow from what it counts.
func matrixAgrees(r *Review) (pointer, contradiction string) {
	for i, row := range r.Matrix {
		at := fmt.Sprintf("/matrix/%d", i)
		s := row.Server
		switch {
		case row.SelfCheck.Passed > row.SelfCheck.Total:
			return at + "/selfCheck/passed", fmt.Sprintf("%d of %d", row.SelfCheck.Passed, row.SelfCheck.Total)
		case s.Admitted+s.Conditional+s.Rejected != s.Exercised:
			return at + "/server/exercised", fmt.Sprintf("%d, but %d are decided", s.Exercised, s.Admitted+s.Conditional+s.Rejected)
		}
		states := []string{exercised(row)}
		if states[0] == statePass && (row.Row == matrix.Parity || row.Row == matrix.ErrorLayering) {
			states = append(states, stateNotExercised) // in part only
		}
		if states[0] == "" {
			states = []string{stateNotExercised, stateNotApplicable}
		}
		if !slices.Contains(states, row.State) {
			return at + "/state", fmt.Sprintf("%q does not follow from what the row counts", row.State)
		}
	}
	return "", ""
}

// A decided is what a row of any list says of its decision.
type decided struct{ at, decision, rule string }

// decisionsNameRules wants a rule for each decision but ADMIT, and for that
// none.
func decisionsNameRules(r *Review) (pointer, contradiction string) {
	for _, d := range decisions(r) {
		if (d.decision == rule.Admit.String()) != (d.rule == "") {
			return d.at + "/decision", fmt.Sprintf("%s under the rule %q", d.decision, d.rule)
		}
	}
	return "", ""
}

func decisions(r *Review) []decided {
	var all []decided
	add := func(list string, i int, decision, rule string) {
		all = append(all, decided{fmt.Sprintf("/%s/%d", list, i), decision, rule})
	}
	for i, x := range r.Tools {
		add("tools", i, x.Decision, x.Rule)
	}
	for i, x := range r.Results {
		add("results", i, x.Decision, x.Rule)
		for k, b := range x.Blocks {
			add(fmt.Sprintf("results/%d/blocks", i), k, b.Decision, b.Rule)
		}
	}
	for i, x := range r.Mappings {
		add("mappings", i, x.Decision, x.Rule)
	}
	for i, x := range r.Listings {
		add("listings", i, x.Decision, x.Rule)
	}
	for i, x := range r.Completions {
		add("completions", i, x.Decision, x.Rule)
	}
	for i, x := range r.Exchanges {
		add("exchanges", i, x.Decision, x.Rule)
	}
	return all
}

// rowsAgree wants lists to have what is counted, where nothing is left out.
func rowsAgree(r *Review) (pointer, contradiction string) {
	c := r.Verdict.Counts
	by := map[string]int{}
	for _, x := range r.Results {
		by[x.Decision]++
	}
	whole := c.hasRows()
	for _, n := range []struct {
		name          string
		said, counted int
		whole         bool
	}{
		{"resultsAdmitted", c.ResultsAdmitted, by[rule.Admit.String()], whole},
		{"resultsConditional", c.ResultsConditional, by[rule.Conditional.String()], whole},
		{"resultsRejected", c.ResultsRejected, by[rule.Rejected.String()], whole},
		{"mappings", c.Mappings, len(r.Mappings), whole},
		{"exchanges", c.Exchanges, len(r.Exchanges), whole},
		{"listings", c.Listings, len(r.Listings), c.Listings <= rowLimit},
		{"completions", c.Completions, len(r.Completions), c.Completions <= rowLimit},
	} {
		if n.said != n.counted && (n.whole || n.said < n.counted) {
			return "/verdict/counts/" + n.name, fmt.Sprintf("%d, but the review has %d", n.said, n.counted)
		}
	}
	return findingsAgree(r)
}

// hasRows reports whether each result, mapping and exchange that is counted has
// a row. A row of each kind counts towards one bound, and probes are rows as well.
func (c *Counts) hasRows() bool {
	judged := c.ResultsAdmitted + c.ResultsConditional + c.ResultsRejected
	return judged+c.Mappings+c.Exchanges <= rowLimit
}

func findingsAgree(r *Review) (pointer, contradiction string) {
	c := r.Verdict.Counts
	notes := count(r.Findings, func(f Finding) bool { return f.Effect == rule.Note.String() })
	switch listed := len(r.Findings) - notes; {
	case listed > c.Findings:
		return "/verdict/counts/findings", fmt.Sprintf("%d, but the review has %d", c.Findings, listed)
	case notes > c.Notes:
		return "/verdict/counts/notes", fmt.Sprintf("%d, but the review has %d", c.Notes, notes)
	case c.NotJudged > unproven(r):
		return "/verdict/counts/notJudged", fmt.Sprintf("%d, but at most %d can be", c.NotJudged, unproven(r))
	case c.Files > 0 && len(r.Evidence) == 0:
		return "/evidence", "no file, but " + rule.Count(c.Files, "file") + " counted"
	}
	return "", ""
}

// unproven is the most that a review can have left unjudged: each completion,
// each result that has no row, and those that are not admitted, or of a tool
// that has no contract.
func unproven(r *Review) int {
	contract := map[string]bool{}
	for _, t := range r.Tools {
		contract[rule.ShortName(t.Name)] = contract[rule.ShortName(t.Name)] || t.Decision != rule.Rejected.String()
	}
	n := r.Verdict.Counts.Results + r.Verdict.Counts.Completions
	if acceptedOn(r, rule.KindResult, rule.KindExchange, rule.KindTool) {
		return n
	}
	for _, x := range r.Results {
		if x.Decision == rule.Admit.String() && contract[x.Tool] {
			n--
		}
	}
	return n
}

// successesAgree wants a tool that is admitted by the house to have succeeded,
// or somebody to have been told that it has not.
func successesAgree(r *Review) (pointer, contradiction string) {
	if r.Profile != rule.House.String() {
		return "", ""
	}
	told := map[string]bool{}
	for _, in := range r.Requests {
		told[in.Subject.Name] = true
	}
	for _, f := range r.Findings {
		told[f.Subject.Name] = told[f.Subject.Name] || f.Subject.Kind == rule.KindTool && f.Accepted
	}
	for i, t := range r.Tools {
		if t.Decision == rule.Admit.String() && t.Evidence.Success == 0 && !told[rule.ShortName(t.Name)] {
			return fmt.Sprintf("/tools/%d/evidence/success", i), "an admitted tool without a success, and nothing said of it"
		}
	}
	return "", ""
}

// evidenceAgrees wants no tool to have more evidence than there are results of
// its name, where each has a row.
func evidenceAgrees(r *Review) (pointer, contradiction string) {
	if !r.Verdict.Counts.hasRows() {
		return "", ""
	}
	type shown struct{ tool, outcome string }
	rows := map[shown]int{}
	for _, x := range r.Results {
		rows[shown{x.Tool, x.Outcome}]++
	}
	for i, t := range r.Tools {
		for _, n := range []struct {
			name, outcome string
			said          int
		}{
			{"success", results.Success.String(), t.Evidence.Success},
			{"failure", results.Failure.String(), t.Evidence.Failure},
			{"protocolErrors", results.ProtocolError.String(), t.Evidence.ProtocolErrors},
		} {
			if listed := rows[shown{rule.ShortName(t.Name), n.outcome}]; n.said > listed {
				return fmt.Sprintf("/tools/%d/evidence/%s", i, n.name), fmt.Sprintf("%d, but the review has %s", n.said, rule.Count(listed, "such result"))
			}
		}
	}
	return "", ""
}

// limitsAreWhole wants each bound that this program has, of a review that it
// wrote in this version: others may have had fewer.
func limitsAreWhole(r *Review) (pointer, contradiction string) {
	said := map[string]bool{}
	for _, l := range r.Limits {
		said[l.Name] = true
	}
	for _, l := range limits(policy.DefaultLimits()) {
		if !said[l.Name] && (r.Tool.Version == version.Version || len(r.Limits) == 0) {
			return "/limits", rule.Quote(l.Name) + " is missing: the bounds in force are part of a review"
		}
	}
	return "", ""
}

// decidingKinds are the kinds of subject on which an open finding that decides
// keeps a server from being approved. A mapping is none: what its sender did
// wrong, the server answered for.
var decidingKinds = map[string]bool{
	rule.KindTool: true, rule.KindResult: true, rule.KindListing: true, rule.KindPage: true, rule.KindExchange: true,
	rule.KindCompletion: true, rule.KindDocument: true, rule.KindServer: true,
}

// decides reports whether a finding decides on its subject.
func (f *Finding) decides() bool {
	return !f.Accepted && f.Effect != rule.Note.String() && f.Effect != rule.Request.String()
}

// approvalIsWhole wants an approved review to have nothing open.
func approvalIsWhole(r *Review) (pointer, contradiction string) {
	if r.Verdict.Decision != Approve {
		return "", ""
	}
	for i, f := range r.Findings {
		if decidingKinds[f.Subject.Kind] && f.decides() {
			return fmt.Sprintf("/findings/%d", i), fmt.Sprintf("an open finding on a %s in an %s review", f.Subject.Kind, Approve)
		}
	}
	for i, row := range r.Matrix {
		if row.SelfCheck.Passed < row.SelfCheck.Total {
			return fmt.Sprintf("/matrix/%d/selfCheck", i), "a self-check that failed in an " + Approve + " review"
		}
	}
	for i, l := range r.Listings {
		if !l.Complete && l.Decision == rule.Admit.String() && !acceptedOn(r, rule.KindListing, rule.KindPage) {
			return fmt.Sprintf("/listings/%d/complete", i), "a listing that is not complete in an " + Approve + " review"
		}
	}
	// Beyond that many, listings that are in order have no row.
	if r.Verdict.Counts.Listings <= rowLimit && !slices.ContainsFunc(r.Listings, func(l Listing) bool { return l.Method == protocol.MethodListTools }) {
		return "/listings", "no listing of tools in an " + Approve + " review"
	}
	if want := approvalReason(r.Verdict.Counts); r.Verdict.Reason != want {
		return "/verdict/reason", "another than follows from the counts"
	}
	return "", ""
}

func acceptedOn(r *Review, kinds ...string) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Accepted && slices.Contains(kinds, f.Subject.Kind) })
}

// toolsAgree wants nothing open on an admitted tool.
func toolsAgree(r *Review) (pointer, contradiction string) {
	at, admitted := map[string]int{}, map[string]bool{}
	for i, t := range r.Tools {
		name := rule.ShortName(t.Name)
		if _, seen := at[name]; !seen {
			at[name], admitted[name] = i, true
		}
		admitted[name] = admitted[name] && t.Decision == rule.Admit.String()
	}
	for _, f := range r.Findings {
		if f.Subject.Kind == rule.KindTool && admitted[f.Subject.Name] && f.decides() {
			return fmt.Sprintf("/tools/%d/decision", at[f.Subject.Name]), "ADMIT beside an open finding on the tool, of " + f.Rule
		}
	}
	return "", ""
}
