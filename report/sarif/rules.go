package sarif

import (
	"strings"

	"mcpreview/internal/rule"
)

// levelOf is how severe a finding of an effect is. What keeps a tool or the
// server out is an error; what an author has to mend first, a warning; what
// only asks for more evidence, or decides nothing, a note.
var levelOf = map[string]string{
	rule.Refuse.String():    "error",
	rule.Reject.String():    "error",
	rule.Condition.String(): "warning",
	rule.Request.String():   "note",
	rule.Note.String():      "note",
}

// problemOf is the level in the words of GitHub's rule properties.
var problemOf = map[string]string{"error": "error", "warning": "warning", "note": "recommendation"}

// descriptors are the rules that ran, by the catalogue, and after them those
// that only the findings know: a review may come from a newer version.
func (b *builder) descriptors() []reportingDescriptor {
	var all []reportingDescriptor
	add := func(d reportingDescriptor) {
		b.rules[d.ID] = len(all)
		all = append(all, d)
	}
	for _, r := range rule.All() {
		if b.Profile != rule.Spec.String() || r.InSpec != notRun {
			add(describe(r))
		}
	}
	for _, f := range b.Findings {
		id := ruleID(f.Rule)
		if _, known := b.rules[id]; known {
			continue
		}
		if r := rule.ByID(f.Rule); r != nil {
			add(describe(r))
			continue
		}
		text := message{Text: "A rule that this version does not know: " + prose(f.Name)}
		add(reportingDescriptor{ID: id, ShortDescription: text, FullDescription: text, Help: text})
	}
	return all
}

// notRun is what the catalogue says of a rule that one profile leaves out.
const notRun = "not run"

func describe(r *rule.Rule) reportingDescriptor {
	level := levelOf[r.Effects[0].String()]
	d := reportingDescriptor{
		ID: r.ID, Name: r.Name,
		ShortDescription:     message{Text: r.Title},
		FullDescription:      message{Text: r.Why},
		DefaultConfiguration: &reportingConfiguration{Level: level},
		Help:                 message{Text: rule.HelpText(r), Markdown: rule.HelpMarkdown(r)},
		Properties: properties{
			"tags": tags(r), "precision": "high", "problem.severity": problemOf[level],
			"effects": names(r.Effects), "provenance": names(r.Provenance),
		},
	}
	if score := severity[r.ID]; score != "" {
		d.Properties["security-severity"] = score
	}
	return d
}

// tags are what a dashboard filters by.
func tags(r *rule.Rule) []string {
	all := []string{"mcp", "family/" + strings.ToLower(r.Family())}
	for _, p := range r.Provenance {
		all = append(all, "provenance/"+strings.ReplaceAll(strings.ToLower(p.String()), " ", "-"))
	}
	if severity[r.ID] != "" {
		all = append(all, "security")
	}
	return all
}

func names[T interface{ String() string }](values []T) []string {
	var all []string
	for _, v := range values {
		all = append(all, v.String())
	}
	return all
}

// ruleID is a finding's rule for use as an ID, which no reader escapes.
func ruleID(id string) string {
	if id = shown(id, nameLimit); id == "" {
		return "unknown"
	}
	return id
}
