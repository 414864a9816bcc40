// Package completion judges completion/complete exchanges: references and
// arguments, the shape of what is suggested, whether the server keeps errors in
// their layer, and above all whether a caller learns of names that are hidden
// from it (CMP-01 to CMP-14, and the part of EVID-09 that asks for listings).
//
// A suggestion, what was typed and a forbidden name never enter a finding:
// findings give counts, indices and classes. Envelopes are judged elsewhere.
package completion

import (
	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

// An Input is what a review of completion works on.
type Input struct {
	Completions []*evidence.Exchange
	// Listings of prompts, templates and resources tell what each caller may
	// refer to; those of other methods are passed over.
	Listings []*evidence.Listing
	// Whether discovery was recorded, and whether it declares completions.
	CapabilityKnown, Capability bool
	// Broken reports an exchange whose envelope makes what it carries unusable.
	// Nil is never.
	Broken func(*evidence.Exchange) bool
}

// A Judgement is what completion comes to.
type Judgement struct {
	Completions []Completion   // one for each exchange, in the order of the input
	Server      []rule.Finding // on the server and its templates
	Missing     []Missing      // in rule.Sort order
	// Applicable is false where nothing shows that the server completes
	// (CMP-14): no capability, no result, and nothing listed that could be
	// completed without discovery to say that it is not.
	Applicable bool

	// What the evidence holds of the inputs that EVID-09 asks for.
	References int // distinct prompts and resources that were completed
	Callers    int // distinct callers that completed
	Samples    int // suggestions seen
	Names      int // allowed and forbidden names stated for those callers
	Results    int // requests answered with a result
}

// A Completion is the judgement of one exchange.
type Completion struct {
	Source        rule.Location
	Caller        string // "" where none is named
	Ref, Argument string // as requested, but hiding names that the caller must not see; "" where not recorded
	// Findings are in rule.Sort order. Pointers of CMP-01 to CMP-05 start at
	// the request's params, those on values at the result, else at the record.
	Findings []rule.Finding
	Values   int // suggestions in it
	// Shows says in words what an exchange without deciding findings shows.
	Shows string
	// Unproven reports that it shows nothing of the server's completion.
	Unproven bool
	// Row is the decision of row 11 of the validation matrix; 0 where the
	// exchange does not exercise it.
	Row rule.Decision
}

// A Missing is one input that is asked for.
type Missing struct {
	rule.Finding
	Input string // what to record or state
}

// A review is one review under way.
type review struct {
	in      Input
	policy  policy.Policy
	surface *surface
	callers callers
	judged  []*judge
	Judgement
}

// Review judges all completions of the evidence by what the policy states of
// callers and declares of completion. It is pure: what comes out
// follows the order of the input and nothing else.
func Review(in Input, p policy.Policy) Judgement {
	if in.Broken == nil {
		in.Broken = func(*evidence.Exchange) bool { return false }
	}
	r := &review{in: in, policy: p, surface: newSurface(in), callers: newCallers(p.Callers)}
	for _, e := range in.Completions {
		j := r.newJudge(e)
		j.judge()
		r.judged = append(r.judged, j)
	}
	r.differences()
	r.lookAlikes()
	r.ranks()
	r.pace()
	r.contexts()
	r.count()
	r.capability()
	r.templates()
	r.missing()
	for _, j := range r.judged {
		r.Completions = append(r.Completions, j.finish())
	}
	r.Server = rule.Sort(r.Server)
	return r.Judgement
}

// count sums up what EVID-09 asks for. Requests that were refused for other
// reasons than what they complete show nothing.
func (r *review) count() {
	references, names := make(map[reference]bool), make(map[*profile]bool)
	seen := make(map[string]bool)
	for _, j := range r.judged {
		if j.answer.kind != answerResult || j.broken {
			continue
		}
		r.Results++
		r.Samples += j.answer.count
		if j.ref.ok {
			references[j.ref.reference] = true
		}
		seen[j.ex.Caller] = true
		if !names[j.caller] {
			names[j.caller] = true
			r.Names += j.caller.stated
		}
	}
	r.References, r.Callers = len(references), len(seen)
}
