package completion

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
)

// judgeLimited judges an answer of the rate limit: it must carry no values
// (CMP-13).
func (j *judge) judgeLimited() {
	j.proveNothing("answered by the rate limit")
	at, spot := j.answer.values, j.result
	if j.answer.count == 0 {
		at, spot = j.ex.Error.Path("data", "values"), j.record
		if at == nil {
			at = j.ex.Error.Path("data", "completion", "values")
		}
	}
	if at.Len() > 0 {
		j.find(spot, rulePace, rule.Reject, rule.SpecMust, at, "the answer of the rate limit carries "+rule.Count(at.Len(), "value"))
	}
}

// A stroke is one request at its time.
type stroke struct {
	at time.Time
	j  *judge
}

// pace finds requests for one field that follow each other faster than the
// declared debounce (CMP-13), where times were recorded.
func (r *review) pace() {
	debounce := time.Duration(r.policy.Completion.DebounceMs) * time.Millisecond
	if debounce <= 0 {
		return
	}
	fields := make(map[field][]stroke)
	var order []field
	for _, j := range r.judged {
		at, err := time.Parse(time.RFC3339Nano, j.ex.Value.Get("at").Text())
		if err != nil || !j.ref.ok || j.ex.Label == evidence.LabelProbe {
			continue
		}
		f := j.field()
		f.context = "" // the same field of a form, whatever the others hold
		if fields[f] == nil {
			order = append(order, f)
		}
		fields[f] = append(fields[f], stroke{at, j})
	}
	for _, f := range order {
		strokes := fields[f]
		slices.SortStableFunc(strokes, func(a, b stroke) int { return a.at.Compare(b.at) })
		for i, s := range strokes[1:] {
			if gap := s.at.Sub(strokes[i].at); gap < debounce {
				s.j.find(s.j.record, rulePace, rule.Reject, rule.SpecShould, s.j.ex.Value.Get("at"),
					fmt.Sprintf("sent %d ms after the request before it for the same argument; the declared debounce is %d ms", gap.Milliseconds(), r.policy.Completion.DebounceMs))
			}
		}
	}
}

// missing asks for what the policy has to declare, and for the listings that
// could tell what callers may refer to.
func (r *review) missing() {
	if r.in.Capability || r.Results > 0 {
		r.undeclared()
	}
	if r.Applicable {
		r.unlistedCallers()
	}
	slices.SortStableFunc(r.Missing, func(a, b Missing) int { return a.Compare(b.Finding) })
}

var server = rule.Subject{Kind: rule.KindServer}

// undeclared asks for the declarations of CMP-13.
func (r *review) undeclared() {
	d := r.policy.Completion
	ask := func(what, text, input string) {
		r.Missing = append(r.Missing, Missing{rule.Finding{
			Rule: rulePace, Effect: rule.Request, Provenance: rule.SpecShould, Subject: server,
			Pointer: what, Text: text, Blocking: r.policy.Profile == rule.House,
		}, input})
	}
	if d.DebounceMs == 0 {
		ask("/completion/debounceMs", "debounceMs is not declared", "state completion.debounceMs in the policy: how long clients wait after the last key, in milliseconds")
	}
	if d.RateLimit == nil {
		ask("/completion/rateLimit", "rate limit is not declared", "state completion.rateLimit in the policy: requests, perSeconds, and a key that names the caller or its credential")
	}
}

// unlistedCallers asks for the listings without which references could not be
// judged (EVID-09).
func (r *review) unlistedCallers() {
	type gap struct{ method, caller string }
	first := make(map[gap]*judge)
	for _, j := range r.judged {
		if g := (gap{j.missing, j.ex.Caller}); j.missing != "" && j.answered() && first[g] == nil {
			first[g] = j
		}
	}
	gaps := slices.SortedFunc(maps.Keys(first), func(a, b gap) int {
		return strings.Compare(a.method+"\x00"+a.caller, b.method+"\x00"+b.caller)
	})
	for _, g := range gaps {
		j := first[g]
		r.Missing = append(r.Missing, Missing{rule.Finding{
			Rule: ruleInputs, Effect: rule.Condition, Provenance: rule.Policy, Subject: server, Blocking: true,
			Text: "completion references missing: no complete " + g.method + " of " + j.callerName(), At: j.ex.Place(),
		}, "record every page of " + g.method + " as " + j.callerName() + ", or state with the completion what is published (known)"})
	}
}
