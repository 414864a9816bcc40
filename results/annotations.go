package results

import (
	"time"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

var one = strictjson.ParseDecimal("1")

// judgeAnnotations judges the annotations of a block (RES-11).
func (j *judge) judgeAnnotations(v *strictjson.Value) {
	if !v.Is(strictjson.Object) {
		j.find(ruleAnnotation, rule.Reject, rule.SpecMust, v, "annotations is "+v.Kind().String()+", must be object")
		return
	}
	j.judgeMembers(nil, v, membersOfAnnotated)
	if audience := v.Get("audience"); audience != nil {
		j.judgeAudience(audience)
	}
	if p := v.Get("priority"); p != nil {
		if d := p.Decimal(); !p.Is(strictjson.Number) || d.Negative || d.Compare(one) > 0 {
			j.find(ruleAnnotation, rule.Reject, rule.SpecMust, p, "priority is not a number from 0 to 1")
		}
	}
	if m := v.Get("lastModified"); m != nil && j.revision.Titles {
		text, ok := m.Str()
		if !ok {
			j.find(ruleAnnotation, rule.Reject, rule.SpecMust, m, "lastModified is "+m.Kind().String()+", must be a string")
		} else if _, err := time.Parse(time.RFC3339, text); err != nil {
			j.find(ruleAnnotation, rule.Note, rule.SpecMust, m, "lastModified is not an ISO 8601 time with offset")
		}
	}
}

// judgeAudience judges the audience: the first entry at fault speaks for all.
func (j *judge) judgeAudience(v *strictjson.Value) {
	if !v.Is(strictjson.Array) {
		j.find(ruleAnnotation, rule.Reject, rule.SpecMust, v, "audience is "+v.Kind().String()+", must be array")
		return
	}
	users, assistants := 0, 0
	for _, role := range v.Elements() {
		switch word, _ := role.Str(); word {
		case "user":
			users++
		case "assistant":
			assistants++
		default:
			j.find(ruleAnnotation, rule.Reject, rule.SpecMust, role, "role is neither user nor assistant")
			return
		}
	}
	if users > 1 || assistants > 1 {
		j.find(ruleAnnotation, rule.Note, rule.SpecMust, v, "audience repeats a role")
	}
}

// isForUserOnly reports whether a block's annotations keep it from the model.
func isForUserOnly(block *strictjson.Value) bool {
	audience := block.Path("annotations", "audience")
	for _, role := range audience.Elements() {
		if role.Text() != "user" {
			return false
		}
	}
	return audience.Len() > 0
}
