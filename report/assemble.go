package report

import (
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

func limits(l policy.Limits) Limits {
	var all Limits
	for _, n := range l.Named() {
		all = append(all, Limit{n.Name, n.Value})
	}
	return all
}

// transport is what the policy states, else how the evidence was recorded: over HTTP where any exchange
// was, stdio where all that say so were. Calls count once they were judged.
func (a *analysis) transport() string {
	if a.policy.Transport != "" {
		return a.policy.Transport
	}
	if a.callsOverHTTP {
		return protocol.TransportHTTP
	}
	found := protocol.TransportUnknown
	look := func(e *evidence.Exchange) {
		switch {
		case isOverHTTP(e):
			found = protocol.TransportHTTP
		case e.Session.Transport == protocol.TransportStdio && found == protocol.TransportUnknown:
			found = protocol.TransportStdio
		}
	}
	for _, l := range a.set.Listings {
		for _, p := range l.Pages {
			look(p.Exchange)
		}
	}
	for _, p := range a.set.Probes {
		look(p.Exchange)
	}
	for _, group := range [][]*evidence.Exchange{a.set.Others, a.set.Completions} {
		for _, e := range group {
			look(e)
		}
	}
	return found
}

func isOverHTTP(e *evidence.Exchange) bool {
	return e.HTTP != nil || e.Session.Transport == protocol.TransportHTTP
}

func (a *analysis) addRequests(r *Review) {
	for _, m := range a.missing {
		r.Requests = append(r.Requests, Input{
			Rule: m.Rule.ID, Input: m.input, Subject: subject(m.Subject), Reason: m.Reason(), Blocking: m.Blocking,
		})
	}
	slices.SortStableFunc(r.Requests, func(x, y Input) int {
		switch {
		case x.Blocking == y.Blocking:
			return 0
		case x.Blocking:
			return -1
		}
		return 1
	})
}

func (a *analysis) addTools(r *Review) {
	for _, t := range a.tools {
		row := t.row()
		r.Tools = append(r.Tools, row)
		a.counts.Tools++
		switch row.Decision {
		case rule.Admit.String():
			a.counts.Admitted++
		case rule.Conditional.String():
			a.counts.Conditional++
		default:
			a.counts.Rejected++
		}
	}
	byDecision(r.Tools, func(t Tool) string { return t.Decision })
	r.Allowlist = allowed(r.Tools)
}

// allowed are the names that may be called, sorted: those of which every row is
// admitted. A list of names says nothing of callers, so what the evidence of
// one caller does not admit is on it for none.
func allowed(tools []Tool) []string {
	names, open := []string{}, make(map[string]bool)
	for _, t := range tools {
		if t.Decision != rule.Admit.String() {
			open[t.Name] = true
		}
	}
	for _, t := range tools {
		if !open[t.Name] {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// addRows adds results and exchanges, what is not admitted first.
func (a *analysis) addRows(r *Review) {
	results, mappings, exchanges := a.rows.kept()
	r.Results, r.Mappings, r.Exchanges = listed(results), listed(mappings), listed(exchanges)
	byDecision(r.Results, func(x Result) string { return x.Decision })
	byDecision(r.Mappings, func(x Mapping) string { return x.Decision })
	byDecision(r.Exchanges, func(x Exchange) string { return x.Decision })
}

// listed is a list of a review, which is never nil.
func listed[T any](rows []T) []T {
	if rows == nil {
		return []T{}
	}
	return rows
}

func (a *analysis) addListings(r *Review) {
	shown := 0 // pages, of all listings
	for i, l := range a.set.Listings {
		j := a.pages.Listings[i]
		fs := j.Findings
		row := Listing{Method: l.List.Method, Caller: rule.ShortName(l.Caller), Pass: l.Pass, Complete: j.Complete, Pages: []Page{}}
		items := 0
		for k, p := range j.Pages {
			items += p.Items
			if shown++; shown > rowLimit {
				continue
			}
			row.Pages = append(row.Pages, Page{
				Source: source(l.Pages[k].Place()), Items: p.Items, CursorSent: p.Sent, NextCursor: p.Next,
			})
		}
		row.PageCount, row.ItemCount = len(j.Pages), items
		row.Decision, row.Rule, row.Reason = judged(fs, fmt.Sprintf("complete: %s, %s", rule.Count(len(j.Pages), "page"), rule.Count(items, "item")))
		r.Listings = append(r.Listings, row)
	}
	byDecision(r.Listings, func(l Listing) string { return l.Decision })
}

func (a *analysis) addFindings(r *Review) {
	a.findings.more = 0 // what is found on tools comes last, and has room of its own
	for _, t := range a.tools {
		a.findings.add(t.findings...)
		a.findings.count += t.more
	}
	r.Findings = slices.Grow(r.Findings, len(a.findings.shelf.findings))
	texts := &a.findings.shelf.texts
	for f := range a.findings.shelf.sorted {
		row := finding(f)
		row.Reason = texts.all[texts.put(row.Reason)] // many give the same one
		r.Findings = append(r.Findings, row)
	}
	a.counts.Findings, a.counts.Notes = a.findings.count, a.findings.noted
	a.counts.Files = len(a.set.Files)
	for _, f := range a.set.Files {
		a.counts.Documents += f.Documents
	}
}

// decide is the verdict on the server: REFUSE on any refusal or where no tool
// is admitted, CONDITIONAL where anything judged is not ADMIT or a blocking
// request stands, else APPROVE.
func (a *analysis) decide(r *Review) {
	c := a.counts
	r.Verdict.Counts = c
	refusal, refused := a.refusal()
	switch {
	case refused:
		r.Verdict.Decision, r.Verdict.Reason = Refuse, refusal.Reason()
	case c.Tools == 0:
		r.Verdict.Decision, r.Verdict.Reason = Refuse, "nothing to approve: no tool is listed"
	case c.Admitted == 0:
		r.Verdict.Decision = Refuse
		r.Verdict.Reason = fmt.Sprintf("0 of %d admitted yet: %d conditional, %d rejected", c.Tools, c.Conditional, c.Rejected)
	default:
		if open := a.open(r); len(open) > 0 {
			r.Verdict.Decision = Conditional
			r.Verdict.Reason = fmt.Sprintf("%d of %s admitted; %s", c.Admitted, rule.Count(c.Tools, "tool"), strings.Join(open, ", "))
		} else {
			r.Verdict.Decision, r.Verdict.Reason = Approve, approvalReason(c)
		}
	}
	if r.Verdict.Decision != Conditional {
		r.Allowlist = []string{}
	}
}

// approvalReason is the reason of an approval.
func approvalReason(c Counts) string {
	return fmt.Sprintf("all of %s admitted, everything that was judged is in order", rule.Count(c.Tools, "tool"))
}

func (a *analysis) refusal() (rule.Finding, bool) {
	if f := a.server.strongest; f != nil && f.Effect == rule.Refuse {
		return *f, true
	}
	return rule.Finding{}, false
}

// open lists in words what keeps the server from being approved.
func (a *analysis) open(r *Review) []string {
	var open []string
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			open = append(open, "1 "+one)
		case n > 1:
			open = append(open, fmt.Sprintf("%d %s", n, many))
		}
	}
	c := a.counts
	add(c.Conditional, "conditional", "conditional")
	add(c.Rejected, "rejected", "rejected")
	add(c.ResultsConditional+c.ResultsRejected, "result not admitted", "results not admitted")
	add(notAdmitted(r.Listings, func(l Listing) string { return l.Decision }), "listing not admitted", "listings not admitted")
	add(a.mappingsOpen, "header mapping not admitted", "header mappings not admitted")
	add(a.completionsOpen, "completion not admitted", "completions not admitted")
	add(a.unsettled, "exchange not admitted", "exchanges not admitted")
	add(a.documentsOpen(), "document unusable", "documents unusable")
	add(a.server.open, "condition on the server", "conditions on the server")
	blocking := 0
	for _, m := range r.Requests {
		if m.Blocking {
			blocking++
		}
	}
	add(blocking, "input missing", "inputs missing")
	return open
}

func notAdmitted[T any](rows []T, decision func(T) string) int {
	n := 0
	for _, r := range rows {
		if decision(r) != rule.Admit.String() {
			n++
		}
	}
	return n
}

func (a *analysis) documentsOpen() int {
	n := 0
	for _, f := range a.documents {
		if f.Decides() {
			n++
		}
	}
	return n
}
