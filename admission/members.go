package admission

import (
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/icon"
	"mcpreview/internal/meta"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// toolMembers are the members of a tool, and the revisions that know each; nil
// is every one.
var toolMembers = []struct {
	name  string
	known func(*protocol.Revision) bool
}{
	{"name", nil},
	{"description", nil},
	{"inputSchema", nil},
	{"annotations", func(r *protocol.Revision) bool { return r.Audio }},
	{"title", func(r *protocol.Revision) bool { return r.Titles }},
	{"_meta", func(r *protocol.Revision) bool { return r.Titles }},
	{"outputSchema", func(r *protocol.Revision) bool { return r.OutputSchema }},
	{"icons", func(r *protocol.Revision) bool { return r.Icons }},
	{"execution", func(r *protocol.Revision) bool { return r.Tasks }},
}

// Members of the objects below a tool.
var (
	hints             = []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
	annotationMembers = append([]string{"title"}, hints...)
	iconMembers       = []string{"src", "mimeType", "sizes", "theme"}
	executionMembers  = []string{"taskSupport"}
	taskSupport       = []string{"forbidden", "optional", "required"}
)

// member is a member of the tool that its revision knows; nil where it is
// absent or unknown.
func (j *judge) member(name string) *strictjson.Value {
	for _, m := range toolMembers {
		if m.name == name && (m.known == nil || m.known(j.revision)) {
			return j.value.Get(name)
		}
	}
	return nil
}

// optionalMembers judges the types of members that may be absent: DESC-15.
func (j *judge) optionalMembers() {
	for _, name := range []string{"title", "description"} {
		v := j.member(name)
		if v != nil && !v.Is(strictjson.String) {
			j.find(ruleOptional, rule.Reject, rule.SpecMust, v, fmt.Sprintf("%s is %s, must be string", name, v.Kind()))
		}
	}
	if j.value.Get("description") == nil {
		j.find(ruleOptional, rule.Note, rule.Policy, nil, "description is missing", "description")
	}
	if v := j.member("execution"); v != nil {
		j.execution(v)
	}
}

// execution judges the member that only revision 2025-11-25 has.
func (j *judge) execution(v *strictjson.Value) {
	if !v.Is(strictjson.Object) {
		j.find(ruleOptional, rule.Reject, rule.SpecMust, v, fmt.Sprintf("execution is %s, must be object", v.Kind()))
		return
	}
	if support := v.Get("taskSupport"); support != nil && !slices.Contains(taskSupport, support.Text()) {
		j.find(ruleOptional, rule.Reject, rule.SpecMust, support, "taskSupport is none of "+strings.Join(taskSupport, ", "))
	}
	j.nearMisses(v, executionMembers)
}

// annotations judges the shape of the hints and keeps them: DESC-14. What a
// well-typed hint says is read nowhere else.
func (j *judge) annotations() {
	v := j.member("annotations")
	if v == nil {
		return
	}
	if !v.Is(strictjson.Object) {
		j.find(ruleAnnotations, rule.Reject, rule.SpecMust, v, fmt.Sprintf("annotations is %s, must be object", v.Kind()))
		return
	}
	for name, value := range v.Members() {
		want := strictjson.Bool
		if name == "title" {
			want = strictjson.String
		}
		switch {
		case !slices.Contains(annotationMembers, name):
			continue
		case !value.Is(want):
			j.find(ruleAnnotations, rule.Reject, rule.SpecMust, value, fmt.Sprintf("%s is %s, must be %s", name, value.Kind(), want))
		case want == strictjson.Bool:
			j.Hints = append(j.Hints, Hint{Name: name, Value: value.True()})
		}
	}
	slices.SortFunc(j.Hints, func(a, b Hint) int { return strings.Compare(a.Name, b.Name) })
	for _, m := range j.nearMisses(v, annotationMembers) {
		j.find(ruleAnnotations, rule.Note, rule.SpecMust, m.Value, "unknown hint, ignored")
	}
}

// icons judges the icons: DESC-15.
func (j *judge) icons() {
	v := j.member("icons")
	if v == nil {
		return
	}
	for _, p := range icon.Check(v) {
		effect := rule.Reject
		if p.Usable {
			effect = rule.Condition
		}
		j.find(ruleOptional, effect, p.Provenance, p.At, p.Text, p.Missing...)
	}
	for _, one := range v.Elements() {
		j.nearMisses(one, iconMembers)
	}
}

// meta judges the tool's _meta: JSON-12.
func (j *judge) meta() {
	for _, p := range meta.Check(j.member("_meta"), false) {
		j.find(ruleMeta, p.Effect, p.Provenance, p.At, p.Text, p.Missing...)
	}
}

// unknownMembers lists members that the revision does not know: DESC-16.
func (j *judge) unknownMembers() {
	var known []string
	for _, m := range toolMembers {
		if m.known == nil || m.known(j.revision) {
			known = append(known, m.name)
		}
	}
	for _, m := range j.nearMisses(j.value, known) {
		text := "unknown member, ignored"
		if isToolMember(m.Name) {
			text = "unknown to revision " + j.revision.Name + ", ignored"
		}
		j.find(ruleUnknown, rule.Note, rule.SpecMust, m.Value, text)
	}
}

func isToolMember(name string) bool {
	for _, m := range toolMembers {
		if m.name == name {
			return true
		}
	}
	return false
}

// nearMisses finds the members of an object that nearly miss a known one
// (JSON-07) and returns the other unknown ones.
func (j *judge) nearMisses(v *strictjson.Value, known []string) []shape.Member {
	var others []shape.Member
	for _, m := range shape.Unknown(v, known) {
		if m.NearMissOf == "" {
			others = append(others, m)
			continue
		}
		j.find(ruleNearMiss, rule.Condition, rule.SpecMust, m.Value, m.NearMiss())
	}
	return others
}
