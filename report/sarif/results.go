package sarif

import (
	"cmp"
	"regexp"
	"slices"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/report"
	"mcpreview/report/escape"
)

// maxRelated is how many further places a result has. GitHub refuses a result
// of more than 1,000.
const maxRelated = 20

// strength orders findings for the choice of those that fit: what decides
// first, what is accepted after it.
func strength(f report.Finding) int {
	n := 2 * len(levelOf)
	for e := rule.Refuse; e <= rule.Note; e++ {
		if e.String() == f.Effect {
			n = 2 * int(e)
		}
	}
	if n == 2*len(levelOf) && levelOf[f.Effect] == "" {
		n = 0 // an effect that this version does not know is not for it to drop
	}
	if f.Accepted {
		n++
	}
	return n
}

// results are the strongest findings, at most so many, in the review's order
// among equals. Fingerprints are counted over all of them, so that a limit
// changes none.
func (b *builder) results(most int) []result {
	type numbered struct {
		report.Finding
		print map[string]string
	}
	all := make([]numbered, len(b.Findings))
	for i, f := range b.Findings {
		all[i] = numbered{f, b.prints.of(f)}
	}
	slices.SortStableFunc(all, func(x, y numbered) int { return cmp.Compare(strength(x.Finding), strength(y.Finding)) })
	results := []result{}
	for _, f := range all[:min(most, len(all))] {
		results = append(results, b.result(f.Finding, f.print))
	}
	return results
}

func (b *builder) result(f report.Finding, print map[string]string) result {
	id := ruleID(f.Rule)
	r := result{
		RuleID: id, RuleIndex: b.rules[id], Kind: "fail", Level: cmp.Or(levelOf[f.Effect], "error"),
		Message:             message{Text: sentence(f)},
		Locations:           b.locations(f),
		PartialFingerprints: print,
		Properties: properties{
			"effect": shown(f.Effect, nameLimit), "provenance": shown(f.Provenance, nameLimit), "accepted": f.Accepted,
			"subject": properties{"kind": shown(f.Subject.Kind, nameLimit), "name": shown(f.Subject.Name, nameLimit)},
		},
	}
	if f.Effect == rule.Note.String() {
		// By the standard, only a failure has a level.
		r.Kind, r.Level = "informational", "none"
	}
	if i, asked := b.inputs[f.Subject.Name+"\x00"+f.Reason]; asked {
		r.Properties["input"], r.Properties["blocking"] = shown(i.Input, textLimit), i.Blocking
	}
	for i, s := range f.Related[:min(len(f.Related), maxRelated)] {
		if s.File == "" {
			continue
		}
		r.RelatedLocations = append(r.RelatedLocations, location{
			ID: i + 1, PhysicalLocation: physical(s), LogicalLocations: pointed(s), Message: &message{Text: "See also here."},
		})
	}
	if f.Accepted {
		r.Suppressions = []suppression{{Kind: "external", Status: "accepted", Justification: b.justification(f)}}
	}
	return r
}

// sentence is what the finding is about and its reason, as the other reports
// have it.
func sentence(f report.Finding) string {
	text := escape.Message(f.Subject.Kind, nameLimit)
	if f.Subject.Name != "" {
		text += " " + escape.Span(f.Subject.Name, nameLimit)
	}
	text += ": " + escape.Message(f.Reason, textLimit)
	if f.Provenance == rule.Policy.String() {
		text += " (house policy, no protocol violation)"
	}
	return inert(text)
}

// prose is a sentence that may quote the evidence. Services put it into
// comments as Markdown, and others show it as it is, so it is text under both.
func prose(s string) string { return inert(escape.Message(s, textLimit)) }

// In plain text SARIF itself knows links, [text](1), and placeholders, {0}.
var (
	link        = regexp.MustCompile(`\]\(`)
	placeholder = regexp.MustCompile(`\{([0-9]+\})`)
)

// inert breaks what SARIF would act on, in the way of escape.Visible. Braces
// are not doubled: there are no arguments, and viewers then show them as they
// stand.
func inert(text string) string {
	text = link.ReplaceAllString(text, "]<U+0028>")
	return placeholder.ReplaceAllString(text, "<U+007B>$1")
}

// locations is the one place of a finding. One that has none stands at its
// tool's descriptor, or at the first page or file of the evidence: services
// refuse a file whose results have no place.
func (b *builder) locations(f report.Finding) []location {
	s := f.Source
	l := location{LogicalLocations: b.logical(f)}
	if s.File == "" {
		l.Message = &message{Text: "The finding has no place in the evidence; this is where its subject, or else the evidence, begins."}
		s = b.nearest(f)
	}
	if s.File == "" {
		return nil
	}
	l.PhysicalLocation = physical(s)
	return []location{l}
}

func (b *builder) nearest(f report.Finding) report.Source {
	if s, ok := b.surfaces[f.Subject.Name]; ok && f.Subject.Kind == rule.KindTool {
		return s
	}
	for _, l := range b.Listings {
		for _, p := range l.Pages {
			return p.Source
		}
	}
	for _, e := range b.Evidence {
		if e.Kind != "policy" {
			return report.Source{File: e.Path}
		}
	}
	return report.Source{}
}

// physical is a place in a file. A finding on a file as a whole stands at its
// first line, without which services show none.
func physical(s report.Source) *physicalLocation {
	return &physicalLocation{
		ArtifactLocation: at(s.File),
		Region:           region{StartLine: max(s.Line, 1), StartColumn: max(s.Column, 0)},
	}
}

// logical names the subject and the JSON pointer.
func (b *builder) logical(f report.Finding) []logicalLocation {
	kind, name := shown(f.Subject.Kind, nameLimit), shown(f.Subject.Name, nameLimit)
	subject := logicalLocation{Name: name, FullyQualifiedName: kind, Kind: kind}
	if name != "" {
		subject.FullyQualifiedName += " " + name
	}
	return append([]logicalLocation{subject}, pointed(f.Source)...)
}

// pointed is the JSON pointer of a place; none for a document as a whole.
func pointed(s report.Source) []logicalLocation {
	if s.Pointer == "" {
		return nil
	}
	return []logicalLocation{{FullyQualifiedName: shown(s.Pointer, pointerLimit), Kind: "value"}}
}

// justification is why the policy accepts a finding.
func (b *builder) justification(f report.Finding) string {
	for _, a := range b.Accepted {
		if a.Rule == f.Rule && (policy.Acceptance{Subject: a.Subject}).Covers(f.Subject) {
			return prose(a.Reason) + inert(" (by "+escape.Message(a.By, nameLimit)+", until "+escape.Message(a.Until, nameLimit)+")")
		}
	}
	return "The policy accepts it."
}
