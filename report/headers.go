package report

import (
	"cmp"
	"slices"

	"mcpreview/headers"
	"mcpreview/internal/evidence"
	"mcpreview/internal/matrix"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/sufficiency"
)

// bind judges the header annotations of a tool: of each distinct descriptor it
// has. The bindings are those of the first.
func (w *tool) bind(transport string, p policy.Policy) {
	if w.HeaderAnnotations == 0 && !slices.ContainsFunc(w.Entries, func(e entry) bool { return e.HeaderAnnotations > 0 }) {
		return
	}
	for i, e := range w.Entries {
		if slices.ContainsFunc(w.Entries[:i], func(o entry) bool { return o.Descriptor == e.Descriptor }) {
			continue
		}
		revision := cmp.Or(e.Exchange.Revision, p.Revision)
		spot := evidence.Spot{Doc: e.Exchange.Doc, Base: e.Value, Subject: rule.Subject{Kind: rule.KindTool, Name: w.Name}}
		bindings, found := headers.Annotations(spot, revision, transport, p)
		w.add(found...)
		if i == 0 {
			w.bindings = bindings
		}
	}
}

// rangeRules are those of the row on integers that look at a descriptor.
var rangeRules = rules("HDR-12")

// isAnnotated reports that the tool mirrors a parameter into a header, or means to.
func (w *tool) isAnnotated() bool {
	return len(w.bindings) > 0 || slices.ContainsFunc(w.findings, func(f rule.Finding) bool { return f.Rule.Family() == annotationFamily })
}

// exerciseAnnotations counts the rows of the matrix on annotations, and that on
// integers where a binding is of one.
func (a *analysis) exerciseAnnotations(w *tool) {
	if !w.isAnnotated() {
		return
	}
	for _, row := range []int{matrix.UnsafeHeader, matrix.NestedHeader} {
		a.exercise(row, decideRow(row, w.findings))
	}
	if slices.ContainsFunc(w.bindings, func(b headers.Binding) bool { return b.Type == headers.Integer }) {
		a.exercise(matrix.IntegerHeader, rule.Decide(rule.Of(w.findings, rangeRules)))
	}
}

// headerTool is what the boundary's rules need to know of a tool; nil is one
// that is not in evidence.
func (w *tool) headerTool() headers.Tool {
	if w == nil {
		return headers.Tool{}
	}
	return headers.Tool{Known: true, Rejected: w.contract.Rejected, Name: w.Name, Bindings: w.bindings}
}

// compareMappings holds the mappings that an operator supplied against those
// that the schemas give.
func (a *analysis) compareMappings() {
	if a.policy.Profile == rule.Spec {
		return // a statement of the operator's is no matter of the protocol
	}
	for _, m := range a.set.Mappings {
		w := a.anyTool(m.Tool)
		var bindings []headers.Binding
		if w != nil {
			bindings = w.bindings
			w.mapped = true
		}
		found := headers.CompareMapping(m, bindings, w != nil && !w.isRejected())
		if w != nil {
			w.add(found...)
			continue
		}
		a.decideOnServer(found...)
	}
}

// anyTool is the first tool of that name in any caller's surface, or nil.
func (a *analysis) anyTool(name string) *tool {
	for _, t := range a.tools {
		if t.Named && t.Name == name {
			return t
		}
	}
	return nil
}

// foldMapping takes in the judgement of a call's headers.
func (a *analysis) foldMapping(ans *answer) {
	m := &ans.mapping
	if !m.Judged {
		return
	}
	a.counts.Mappings++
	a.findings.add(m.Findings...)
	a.decideOnServer(m.ServerFindings...)
	for row, d := range m.Rows {
		a.exercise(row, d)
	}
	for _, t := range ans.tools {
		t.addSeen(m.ToolFindings)
		t.sawHeaders(m)
	}
	decision, id, reason := judged(m.Findings, admittedMapping(m))
	if slices.ContainsFunc(m.Findings, func(f rule.Finding) bool { return f.Decides() && f.Rule.Family() != senderFamily }) {
		a.mappingsOpen++ // what a sender alone did wrong is no matter of the server
	}
	a.rows.addMapping(ans.name, Mapping{
		Source: source(ans.source), Tool: rule.ShortName(ans.name), Decision: decision, Rule: id, Reason: reason,
		Boundary: m.Boundary, Category: string(m.Category), Answer: string(m.Answer),
		Headers: append([]string{}, m.Headers...),
	})
}

// annotationFamily are the rules on header annotations.
const annotationFamily = "HDR"

// senderFamily are the rules on what a sender puts into a header.
const senderFamily = "ENC"

func admittedMapping(m *headers.Mapping) string {
	switch {
	case m.Unjudged != "":
		return "not compared: " + m.Unjudged
	case m.Boundary == headers.BoundaryRefuse:
		return "a request that has to be refused, and was: " + string(m.Category)
	}
	return "headers and body agree"
}

// sawHeaders notes what requests with header lines have shown of the tool.
func (w *tool) sawHeaders(m *headers.Mapping) {
	w.mapped = true
	for _, h := range m.Matching {
		if w.matching == nil {
			w.matching = make(map[string]bool)
		}
		w.matching[h] = true
	}
	w.probes.Missing = w.probes.Missing || m.Probes.Missing
	w.probes.Duplicate = w.probes.Duplicate || m.Probes.Duplicate
	w.probes.Mismatch = w.probes.Mismatch || m.Probes.Mismatch
	w.probes.CaseVariant = w.probes.CaseVariant || m.Probes.CaseVariant
}

// unmatched are the headers of the tool's bindings that no request showed with
// a matching copy, in the order of the bindings.
func (w *tool) unmatched() []string {
	var missing []string
	for _, b := range w.bindings {
		if !w.matching[b.Header] {
			missing = append(missing, b.Header)
		}
	}
	return missing
}

// searchLogs looks through recorded logs for what calls carried in headers.
func (a *analysis) searchLogs() {
	for _, l := range a.set.Logs {
		a.decideOnServer(a.secrets.Log(l, *a.policy)...)
		if a.secrets.Full() {
			a.decideOnServer(rule.Finding{
				Rule: searchRule, Effect: rule.Condition, Provenance: rule.Policy,
				Subject: rule.Subject{Kind: rule.KindDocument, Name: l.Doc.File},
				Text:    "the calls carry more values in headers than a log is searched for", At: l.Doc.Locate(l.Value),
			})
		}
	}
}

// searchRule stands for a log that could not be searched for everything.
var searchRule = rule.Get("EVID-14")

// judgeRetries looks for calls that were repeated after a refusal, where the
// evidence says when each exchange took place.
func (a *analysis) judgeRetries() {
	timed := a.timed
	for _, l := range a.set.Listings {
		for _, p := range l.Pages {
			if l.List.Method == protocol.MethodListTools && takenAt(p.Exchange) != "" {
				timed = append(timed, p.Exchange)
			}
		}
	}
	slices.SortStableFunc(timed, func(x, y *evidence.Exchange) int { return cmp.Compare(takenAt(x), takenAt(y)) })
	a.findings.add(headers.Retries(timed)...)
}

// retryLimit is how many calls are kept to be compared with one another.
const retryLimit = 1000

// takenAt is when an exchange took place, "" where that was not recorded. The
// form is RFC 3339, which orders as text as long as one zone is used.
func takenAt(e *evidence.Exchange) string { return e.Value.Get("at").Text() }

// headerEvidence is what was recorded of the tool's mirrored parameters.
func (w *tool) headerEvidence() sufficiency.Headers {
	h := sufficiency.Headers{Bindings: len(w.bindings), Mapped: w.mapped, Unmatched: w.unmatched()}
	for _, p := range []struct {
		shown bool
		kind  string
	}{
		{w.probes.Missing, "missing"}, {w.probes.Duplicate, "duplicate"}, {w.probes.Mismatch, "mismatched"}, {w.probes.CaseVariant, "case-variant"},
	} {
		if !p.shown {
			h.Untried = append(h.Untried, p.kind)
		}
	}
	return h
}
