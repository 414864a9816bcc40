package completion

import (
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

// contexts notes requests that leave out what earlier ones of the same caller
// had resolved (CMP-05).
func (r *review) contexts() {
	type key struct {
		contextKey
		reference
	}
	resolved := make(map[key]map[string]bool)
	for _, j := range r.judged {
		if !j.ref.ok {
			continue
		}
		k := key{contextKey{j.ex.Session, j.ex.Caller}, j.ref.reference}
		if j.ex.Params.Get("context") == nil && j.complete && j.ex.Label == "" {
			for name := range resolved[k] {
				if name != j.argument {
					j.find(j.params, ruleValue, rule.Note, rule.SpecMust, j.ex.Params, "context is left out, although another argument was resolved before", "context")
					break
				}
			}
		}
		for name := range j.ex.Params.Path("context", "arguments").Members() {
			if resolved[k] == nil {
				resolved[k] = make(map[string]bool)
			}
			resolved[k][name] = true
		}
	}
}

// capability judges what discovery declares (CMP-14).
func (r *review) capability() {
	var first *judge
	refused := 0
	for _, j := range r.judged {
		if j.answer.kind == answerResult && j.revision.Audio && first == nil {
			first = j
		}
		if j.answer.is(protocol.CodeMethodNotFound) {
			refused++
		}
	}
	r.Applicable = r.in.Capability || r.Results > 0 || first != nil ||
		!r.in.CapabilityKnown && r.surface.any && (refused == 0 || refused < len(r.judged))
	subject := rule.Subject{Kind: rule.KindServer}
	note := func(text string) {
		r.Server = append(r.Server, rule.Finding{Rule: ruleCapability, Effect: rule.Note, Provenance: rule.SpecMust, Subject: subject, Text: text})
	}
	switch {
	case r.in.Capability:
	case first != nil && r.in.CapabilityKnown:
		r.Server = append(r.Server, rule.Finding{
			Rule: ruleCapability, Effect: rule.Reject, Provenance: rule.SpecMust, Subject: subject, Pointer: "/capabilities",
			Text: "completion evidence without completions capability", At: first.ex.Place(),
		})
	case first != nil:
		note("completion results are in evidence, and no discovery that could declare the capability")
	case r.in.CapabilityKnown && r.surface.any && r.Results == 0 && r.policy.Revision.Audio:
		note("prompts or templates are listed, and completions are not declared")
	case !r.Applicable:
		note("not applicable: no completions capability, and nothing that could be completed")
	}
}

// templates rejects published templates that are none (CMP-04).
func (r *review) templates() {
	for _, b := range r.surface.bad {
		s := rule.Subject{Kind: rule.KindListing, Name: protocol.MethodListTemplates}
		pointer := b.doc.PointerFrom(b.base, b.at)
		r.Server = append(r.Server, rule.Finding{
			Rule: ruleArgument, Effect: rule.Reject, Provenance: rule.SpecMust, Subject: s, Pointer: pointer, At: b.doc.Locate(b.at),
			Text: "the template is not valid RFC 6570",
		})
	}
}
