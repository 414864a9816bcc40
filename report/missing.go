package report

import (
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/matrix"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/sufficiency"
)

// A missing is one input that a recorder is asked for.
type missing struct {
	rule.Finding
	input string
}

// judgeSufficiency asks whether the evidence is enough, and hands each answer
// to what it is about.
func (a *analysis) judgeSufficiency() {
	for _, m := range sufficiency.Judge(a.summary(), *a.policy) {
		a.request(m.Finding, m.Input)
	}
}

// request takes in a finding on what is missing, and asks for the input.
func (a *analysis) request(f rule.Finding, input string) {
	if f.Effect == rule.Request && a.policy.Requires(f.Rule) {
		f.Blocking = true
	}
	if t := a.toolAt(f.Subject, f.At); t != nil {
		t.add(f)
	} else {
		a.decideOnServer(f)
	}
	if input != "" && !a.isAccepted(f) {
		f.Blocking = f.Blocking || f.Effect <= rule.Condition
		a.missing = append(a.missing, missing{f, input})
	}
}

// toolAt is the tool that a finding is about; nil for other subjects.
func (a *analysis) toolAt(s rule.Subject, at rule.Location) *tool {
	if s.Kind != rule.KindTool {
		return nil
	}
	if a.placed == nil {
		a.placed = make(map[rule.Location][]*tool, len(a.tools))
		for _, t := range a.tools {
			a.placed[t.Page] = append(a.placed[t.Page], t)
		}
	}
	for _, t := range a.placed[at] {
		if t.Name == s.Name {
			return t
		}
	}
	return nil
}

var ruleContexts = rule.Get("EVID-10")

// isAccepted reports whether the policy accepts that an input is missing.
func (a *analysis) isAccepted(f rule.Finding) bool {
	digest := ""
	if t := a.toolAt(f.Subject, f.At); t != nil {
		digest = t.Digest
	}
	fs := []rule.Finding{f}
	a.accept.mark(fs, digest)
	return fs[0].Accepted
}

// summary is what the evidence comes down to.
func (a *analysis) summary() sufficiency.Input {
	in := sufficiency.Input{
		Exchanges:      a.exchanges(),
		Tools:          a.toolSummaries(),
		Passes:         a.passes(),
		SuccessResults: a.tally.success, FailureResults: a.tally.failure,
		Results: a.tally.results, Unlabelled: a.tally.unlabelled,
		Descriptors: len(a.set.Descriptors),
		Completion:  a.completionSummary(),
		Contexts: sufficiency.Contexts{
			Transport: a.transport(), Named: a.policy.CallerNames(),
			Required: a.policy.Vary == policy.Varies || a.policy.Requires(ruleContexts), Fixed: a.policy.Vary == policy.Fixed,
		},
		Servers:     a.servers,
		Stated:      a.stated,
		Server:      string(a.scope),
		LeftOut:     a.elsewhere,
		SelfCheck:   a.failedRows(),
		Unexercised: a.unexercised(),
	}
	for _, f := range a.foreign.sorted() {
		in.Foreign = append(in.Foreign, sufficiency.ForeignDoc{At: f.first, Stated: f.stated, Count: f.count})
	}
	for _, f := range a.set.Findings {
		if f.Effect <= rule.Condition {
			in.Unreadable = append(in.Unreadable, f)
		}
	}
	return in
}

func (a *analysis) exchanges() int {
	n := a.counts.Results + len(a.set.Others) + len(a.set.Completions) + len(a.set.Probes) + len(a.set.Descriptors)
	for _, l := range a.set.Listings {
		n += len(l.Pages)
	}
	return n
}

func (a *analysis) toolSummaries() []sufficiency.Tool {
	decisions := make(map[rowKey]int)
	for _, t := range a.tools {
		if t.Named {
			decisions[rowKey{t.Caller, t.Name}]++
		}
	}
	all := make([]sufficiency.Tool, 0, len(a.tools))
	for _, t := range a.tools {
		s := sufficiency.Tool{
			Name: t.Name, Caller: t.Caller, Rejected: t.isRejected(), Decisions: 1,
			Failure: t.failure, SuccessArgumentsProven: t.called.Load(), At: t.Page,
		}
		if t.Named {
			s.Decisions = decisions[rowKey{t.Caller, t.Name}]
		}
		if t.called.Load() || t.labelled.Load() {
			s.Success = t.success
		}
		s.Headers = t.headerEvidence()
		if e := t.Entries[0].Exchange; a.isForeign[e] {
			s.Foreign = e.Stated
		}
		all = append(all, s)
	}
	return all
}

// passes are the walks over tools/list under the reviewed revision.
func (a *analysis) passes() []sufficiency.Pass {
	var all []sufficiency.Pass
	for i, l := range a.set.Listings {
		if l.List.Method != protocol.MethodListTools || len(l.Pages) == 0 || a.isForeign[l.Pages[0].Exchange] {
			continue
		}
		judged := &a.pages.Listings[i]
		p := sufficiency.Pass{
			Caller: l.Caller, Session: l.Session.Transport, Number: l.Pass, Complete: judged.Complete,
			Unrequested: l.Pages[0].Sent == evidence.CursorUnknown, At: l.Pages[0].Place(),
		}
		if n := judged.Shown; n > 0 {
			at := l.Pages[n-1].Place()
			p.TruncatedAfter = &at
		}
		for k, page := range l.Pages {
			usable := judged.Pages[k].Usable && !a.isBroken(page.Exchange)
			p.Usable = p.Usable || usable
			p.Complete = p.Complete && usable
		}
		all = append(all, p)
	}
	return all
}

func (a *analysis) completionSummary() sufficiency.Completion {
	c := a.completion
	return sufficiency.Completion{
		DiscoveryKnown: a.discovery.Known, Capability: a.discovery.Completions,
		Exchanges: len(c.Completions), Results: c.Results,
		References: c.References, Callers: c.Callers, Samples: c.Samples, Names: c.Names,
	}
}

// failedRows are the matrix rows whose built-in fixtures came out wrong.
func (a *analysis) failedRows() []int {
	var failed []int
	for i, c := range a.check.rows {
		if c.Passed < c.Total {
			failed = append(failed, i)
		}
	}
	return failed
}

// unexercised are the matrix rows that could be exercised and were not.
func (a *analysis) unexercised() []sufficiency.Row {
	var all []sufficiency.Row
	for n := 1; n <= matrix.Last; n++ {
		switch untried := a.untried(n); {
		case a.matrix[n].Exercised == 0 && !a.isInapplicable(n):
			all = append(all, sufficiency.Row{Number: n, Needs: matrixRows[n].record})
		case a.matrix[n].Exercised > 0 && a.matrix[n].Rejected == 0 && a.matrix[n].Conditional == 0 && len(untried) > 0:
			all = append(all, sufficiency.Row{Number: n, Needs: strings.Join(untried, ", ")})
		}
	}
	return all
}
