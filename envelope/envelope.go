// Package envelope judges the JSON-RPC envelope of recorded exchanges: strict
// JSON faults that reach the exchange, messages and their metadata, error
// objects, forms of refusal, and what discovery declares (JSON-03 to JSON-14,
// DESC-18, DESC-19 where a server speaks of itself, and PAGE-12 where no listing
// carries the hints). What tools, call results, listings and completions say is
// judged elsewhere.
package envelope

import (
	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A Judgement is what was found of one exchange.
type Judgement struct {
	// Findings have the exchange as their subject, named by its method.
	// Pointers start at the record for JSON-03 to JSON-08, JSON-13 and JSON-14,
	// at the request for JSON-09, at the response for JSON-10, else at the result.
	Findings []rule.Finding
	// Usable is false where the envelope is broken so that what it carries
	// counts as missing.
	Usable bool
	// Foreign reports that the exchange is of another revision than the review
	// (EVID-11). It says nothing of its envelope.
	Foreign bool
}

// Judge judges the envelope of one exchange under its own revision, with what
// the discovery exchanges of the same evidence state. A request that its label
// calls bad on purpose is not judged; the answer to it is.
func Judge(ex *evidence.Exchange, d Discovery, p policy.Policy) Judgement {
	var j judge
	j.start(ex, d, p)
	if ex.Form == evidence.FormDescriptor {
		return j.out
	}
	j.strictFaults()
	j.besides()
	if ex.Form != evidence.FormResult {
		j.memberNames()
		j.request()
		j.stream()
		j.notifications()
		if j.response() {
			j.foreignMetadata()
			j.refusal()
			j.errorObject()
		} else {
			j.unanswered()
		}
	}
	if !j.deliberate || j.out.Usable { // the answer to a void probe is judged once, as such
		j.result()
	}
	j.capabilities()
	j.hiddenText()
	return j.out
}

// A judge holds one exchange while it is judged.
type judge struct {
	ex         *evidence.Exchange
	rev        *protocol.Revision // in force for the exchange
	discovery  Discovery
	policy     policy.Policy
	deliberate bool // the request is bad on purpose
	subject    rule.Subject
	out        Judgement
}

// unpublished stands for a revision that an exchange names and nobody
// published: it demands nothing.
var unpublished = &protocol.Revision{Batch: true}

// start fills in a judge, which lives on the stack: there is one a call.
func (j *judge) start(ex *evidence.Exchange, d Discovery, p policy.Policy) {
	*j = judge{
		ex: ex, discovery: d, policy: p, rev: ex.Revision,
		subject: rule.Subject{Kind: rule.KindExchange, Name: ex.Method},
		out:     Judgement{Usable: true},
	}
	_, stated := j.requestedVersion()
	// A version that was refused is a negative fixture, labelled or not.
	refused := stated && p.Revision.RequestMeta && j.answered(protocol.CodeUnsupportedVersion)
	j.deliberate = ex.Label == evidence.LabelProbe || ex.Label == evidence.LabelMalformed || refused
	switch {
	case j.deliberate && (stated || j.rev == nil):
		// The version is part of the probe; the session's is in force.
		if j.rev = protocol.ByName(ex.Session.ProtocolVersion); j.rev == nil {
			j.rev = p.Revision
		}
	case j.rev == nil && ex.Stated == "":
		j.rev = p.Revision
	case j.rev == nil:
		j.rev = unpublished
	}
	j.out.Foreign = j.rev != p.Revision
}

// requestedVersion is the protocol version that the request's metadata names.
func (j *judge) requestedVersion() (string, bool) {
	return j.ex.Params.Path("_meta", protocol.MetaProtocolVersion).Str()
}

// spot is a place for findings whose pointers start at base.
func (j *judge) spot(base *strictjson.Value) evidence.Spot {
	return evidence.Spot{Doc: j.ex.Doc, Base: base, Subject: j.subject}
}

// find adds a finding at a value at or below base, which is where its pointer
// starts; nil is the base itself.
func (j *judge) find(r *rule.Rule, e rule.Effect, p rule.Provenance, base, at *strictjson.Value, text string, missing ...string) {
	j.out.Findings = append(j.out.Findings, j.spot(base).Find(r, e, p, at, text, missing...))
}

// report is find for what a MUST or the schema demands.
func (j *judge) report(r *rule.Rule, e rule.Effect, base, at *strictjson.Value, text string, missing ...string) {
	j.find(r, e, rule.SpecMust, base, at, text, missing...)
}

func (j *judge) reject(r *rule.Rule, base, at *strictjson.Value, text string, missing ...string) {
	j.report(r, rule.Reject, base, at, text, missing...)
}

// void rejects the exchange and makes what it carries unusable.
func (j *judge) void(r *rule.Rule, base, at *strictjson.Value, text string, missing ...string) {
	j.reject(r, base, at, text, missing...)
	j.out.Usable = false
}

// recorded reports whether a part of the exchange was kept: recorders write
// null for what they did not see.
func recorded(v *strictjson.Value) bool { return !v.Is(strictjson.Absent) && !v.Is(strictjson.Null) }
