package report

import (
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/matrix"
	"mcpreview/internal/rule"
)

// Restore completes a review that was read from its JSON form, which is to have
// the form that its schema publishes: it fills in what follows from the rest,
// and looks for what no review of this program says. Where there is such a
// thing, pointer is its place and contradiction a clause on it; else both are
// "".
//
// A review that somebody changed with care has no contradiction: only the
// evidence proves a review.
func (r *Review) Restore() (pointer, contradiction string) {
	for _, check := range []func(*Review) (pointer, contradiction string){
		matrixIsWhole, countsAgree, allowlistAgrees, approvalHolds, matrixAgrees, decisionsNameRules, rowsAgree, approvalIsWhole, toolsAgree, successesAgree, evidenceAgrees, limitsAreWhole,
	} {
		if pointer, contradiction = check(r); contradiction != "" {
			return pointer, contradiction
		}
	}
	for i := range r.Matrix {
		row := &r.Matrix[i]
		row.Record = recordOf(row.Row, row.State, r.Transport)
		if row.State == stateNotExercised && row.Server.Exercised > 0 {
			row.Record = r.requestedFor(row.Row, row.Record)
		}
	}
	return "", ""
}

// requestedFor is what a request asks for to complete a row that the evidence
// exercises in part; other where no request is listed.
func (r *Review) requestedFor(row int, other string) string {
	about := fmt.Sprintf("EVID-13: matrix row %d: ", row)
	for _, in := range r.Requests {
		if strings.HasPrefix(in.Reason, about) {
			return inPart + in.Input
		}
	}
	return other
}

func matrixIsWhole(r *Review) (pointer, contradiction string) {
	if len(r.Matrix) != matrix.Last {
		return "/matrix", fmt.Sprintf("%s, a matrix has %d", rule.Count(len(r.Matrix), "row"), matrix.Last)
	}
	for i, row := range r.Matrix {
		if row.Row != i+1 {
			return fmt.Sprintf("/matrix/%d/row", i), fmt.Sprintf("row %d stands where row %d does", row.Row, i+1)
		}
	}
	return "", ""
}

func countsAgree(r *Review) (pointer, contradiction string) {
	decided := map[string]int{}
	for _, t := range r.Tools {
		decided[t.Decision]++
	}
	c := r.Verdict.Counts
	for _, n := range []struct {
		name          string
		said, counted int
	}{
		{"tools", c.Tools, len(r.Tools)},
		{"admitted", c.Admitted, decided[rule.Admit.String()]},
		{"conditional", c.Conditional, decided[rule.Conditional.String()]},
		{"rejected", c.Rejected, decided[rule.Rejected.String()]},
	} {
		if n.said != n.counted {
			return "/verdict/counts/" + n.name, fmt.Sprintf("%d, but the review has %d", n.said, n.counted)
		}
	}
	// A recorded call without an answer is counted and not judged.
	if judged := c.ResultsAdmitted + c.ResultsConditional + c.ResultsRejected; judged > c.Results {
		return "/verdict/counts/results", fmt.Sprintf("%d, but %d of them are judged", c.Results, judged)
	}
	return "", ""
}

// allowlistAgrees wants the names of which every row is admitted where the
// verdict is CONDITIONAL, else none.
func allowlistAgrees(r *Review) (pointer, contradiction string) {
	var want []string
	if r.Verdict.Decision == Conditional {
		want = allowed(r.Tools)
	}
	if !slices.Equal(r.Allowlist, want) {
		return "/allowlist", "not the admitted tools of a " + r.Verdict.Decision + " review"
	}
	return "", ""
}

// approvalHolds wants what a verdict other than REFUSE rests on.
func approvalHolds(r *Review) (pointer, contradiction string) {
	const at = "/verdict/decision"
	if r.Verdict.Decision == Refuse {
		return "", ""
	}
	if r.Verdict.Counts.Admitted == 0 {
		return at, r.Verdict.Decision + " without an admitted tool"
	}
	if r.Verdict.Decision != Approve {
		return "", ""
	}
	c := r.Verdict.Counts
	for _, open := range []struct {
		n    int
		what string
	}{
		{c.Conditional + c.Rejected, "tool that is not admitted"},
		{c.ResultsConditional + c.ResultsRejected, "result that is not admitted"},
		{notAdmitted(r.Listings, func(l Listing) string { return l.Decision }), "listing that is not admitted"},
		{notAdmitted(r.Exchanges, func(x Exchange) string { return x.Decision }), "exchange that is not admitted"},
		{count(r.Requests, func(in Input) bool { return in.Blocking }), "blocking request"},
		{r.Baseline.open(), "change since approval"},
		{count(r.Findings, func(f Finding) bool { return f.Effect == rule.Refuse.String() && !f.Accepted }), "finding that refuses"},
	} {
		if open.n > 0 {
			return at, fmt.Sprintf("%s beside a %s", Approve, open.what)
		}
	}
	return "", ""
}

func count[T any](rows []T, is func(T) bool) int {
	n := 0
	for _, r := range rows {
		if is(r) {
			n++
		}
	}
	return n
}
