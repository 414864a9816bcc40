package schema

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// explainer finds the first violation of a value that is known to be invalid.
// The library could list them all, but in no order and without bound.
type explainer struct {
	*Schema
	left int // bytes of values that may still be validated again
}

// explainFactor is how often, at most, a value is validated again to find the
// violation, in the sum over its parts.
const explainFactor = 16

func (s *Schema) explain(v *strictjson.Value) (out Outcome) {
	defer func() {
		if recover() != nil { // by a part of the schema that did not matter before
			out = Outcome{Verdict: Invalid}
		}
	}()
	e := explainer{s, explainFactor * (v.End() - v.Start() + 256)}
	out, _ = e.violation(s.compiled, v, "")
	out.Verdict = Invalid
	return out
}

// fails reports whether a part of the value violates a part of the schema; no
// more where the value has been gone over too often.
func (e *explainer) fails(s *jsonschema.Schema, v *strictjson.Value) bool {
	if e.left -= v.End() - v.Start() + 1; e.left < 0 {
		return false
	}
	return e.failsAny(s, v.Any())
}

func (e *explainer) failsAny(s *jsonschema.Schema, v any) bool {
	if !e.thorough() {
		never := false
		s = &jsonschema.Schema{DraftVersion: s.DraftVersion, If: s, Else: &jsonschema.Schema{Bool: &never}}
	}
	return s.Validate(v) != nil
}

// violation is the first violation of s by v, which stands at a pointer; found
// is false where it cannot be told apart.
func (e *explainer) violation(s *jsonschema.Schema, v *strictjson.Value, at string) (out Outcome, found bool) {
	if s.Bool != nil {
		return e.at(s, at, ""), true
	}
	if out, found := e.assertion(s, v, at); found {
		return out, true
	}
	if s.Ref != nil && s.DraftVersion < 2019 {
		return e.violation(s.Ref, v, at)
	}
	best, found := e.belowIt(s, v, at)
	for _, c := range e.branches(s, v) {
		if !e.fails(c, v) {
			continue
		}
		if out, ok := e.violation(c, v, at); ok && (!found || rule.ComparePointers(out.Instance, best.Instance) < 0) {
			best, found = out, true
		}
	}
	if out, ok := e.choice(s, v, at); ok && (!found || rule.ComparePointers(out.Instance, best.Instance) < 0) {
		best, found = out, true
	}
	if found {
		return best, true
	}
	return e.at(s, at, e.remaining(s)), true
}

// at is a violation of a keyword of s.
func (e *explainer) at(s *jsonschema.Schema, instance, keyword string) Outcome {
	out := Outcome{Instance: instance, Keyword: keyword}
	if pointer, here := schemaPointer(s.Location); here {
		out.SchemaPointer = pointer
	}
	return out
}

// assertion is the first violated keyword of s that applies no other schema.
func (e *explainer) assertion(s *jsonschema.Schema, v *strictjson.Value, at string) (out Outcome, found bool) {
	if e.left -= v.End() - v.Start() + 1; e.left < 0 {
		return Outcome{}, false
	}
	only := *s
	strip(&only)
	err, _ := only.Validate(v.Any()).(*jsonschema.ValidationError)
	if err == nil {
		return Outcome{}, false
	}
	for _, cause := range err.Causes {
		path := cause.ErrorKind.KeywordPath()
		if len(path) == 0 {
			continue
		}
		candidate := e.at(s, at, path[0])
		switch k := cause.ErrorKind.(type) {
		case *kind.Type:
			candidate.Expected, candidate.Got = strings.Join(k.Want, " or "), k.Got
		case *kind.Required:
			candidate.Missing = slices.Min(k.Missing)
		case *kind.Dependency:
			candidate.Keyword, candidate.Missing = "dependencies", slices.Min(k.Missing)
		case *kind.DependentRequired:
			candidate.Missing = slices.Min(k.Missing)
		}
		if !found || candidate.Keyword < out.Keyword || candidate.Keyword == out.Keyword && candidate.Missing < out.Missing {
			out, found = candidate, true
		}
	}
	return out, found
}

// strip leaves the assertions alone.
func strip(s *jsonschema.Schema) {
	s.Ref, s.RecursiveRef, s.DynamicRef = nil, nil, nil
	s.Not, s.AllOf, s.AnyOf, s.OneOf, s.If, s.Then, s.Else = nil, nil, nil, nil, nil, nil, nil
	s.PropertyNames, s.Properties, s.PatternProperties, s.AdditionalProperties = nil, nil, nil, nil
	s.DependentSchemas, s.UnevaluatedProperties = nil, nil
	s.Contains, s.Items, s.PrefixItems, s.Items2020, s.UnevaluatedItems = nil, nil, nil, nil, nil
	if extra, isBool := s.AdditionalItems.(bool); !isBool || extra {
		s.AdditionalItems = nil
	}
	lists := make(map[string]any)
	for name, dep := range s.Dependencies {
		if _, isList := dep.([]string); isList {
			lists[name] = dep
		}
	}
	s.Dependencies = lists
}

// belowIt is the first violation in a member or element.
func (e *explainer) belowIt(s *jsonschema.Schema, v *strictjson.Value, at string) (Outcome, bool) {
	for i, element := range v.Elements() {
		for _, sub := range elementSchemas(s, i) {
			if e.fails(sub, element) {
				return e.violation(sub, element, at+"/"+strconv.Itoa(i))
			}
		}
	}
	for _, m := range sortedMembers(v) {
		pointer := at + "/" + strictjson.EscapeToken(m.name)
		if s.PropertyNames != nil && e.failsAny(s.PropertyNames, m.name) {
			return e.at(s, pointer, "propertyNames"), true
		}
		subs, extra := memberSchemas(s, m.name)
		for _, sub := range subs {
			if e.fails(sub, m.value) {
				return e.violation(sub, m.value, pointer)
			}
		}
		if allowed, isBool := s.AdditionalProperties.(bool); extra && isBool && !allowed {
			return e.at(s, pointer, "additionalProperties"), true
		}
	}
	return Outcome{}, false
}

type member struct {
	name  string
	value *strictjson.Value
}

// sortedMembers are an object's members in the order of their pointers.
func sortedMembers(v *strictjson.Value) []member {
	var all []member
	for name, value := range v.Members() {
		all = append(all, member{name, value})
	}
	slices.SortStableFunc(all, func(a, b member) int {
		return rule.ComparePointers(strictjson.EscapeToken(a.name), strictjson.EscapeToken(b.name))
	})
	return all
}

// elementSchemas are what applies to an element, contains apart.
func elementSchemas(s *jsonschema.Schema, i int) (subs []*jsonschema.Schema) {
	add := func(sub *jsonschema.Schema) { subs = append(subs, sub) }
	switch list, isList := s.Items.([]*jsonschema.Schema); {
	case i < len(s.PrefixItems):
		add(s.PrefixItems[i])
	case s.Items2020 != nil:
		add(s.Items2020)
	case i < len(list):
		add(list[i])
	case isList:
		eachIn(s.AdditionalItems, add)
	default:
		eachIn(s.Items, add)
	}
	return subs
}

// memberSchemas are what applies to a member; extra reports that only
// additionalProperties does.
func memberSchemas(s *jsonschema.Schema, name string) (subs []*jsonschema.Schema, extra bool) {
	if sub := s.Properties[name]; sub != nil {
		subs = append(subs, sub)
	}
	patterns := slices.SortedFunc(maps.Keys(s.PatternProperties), func(a, b jsonschema.Regexp) int {
		return strings.Compare(a.String(), b.String())
	})
	for _, re := range patterns {
		if re.MatchString(name) {
			subs = append(subs, s.PatternProperties[re])
		}
	}
	if extra = len(subs) == 0; extra {
		eachIn(s.AdditionalProperties, func(sub *jsonschema.Schema) { subs = append(subs, sub) })
	}
	return subs, extra
}

// branches are the schemas that the same value must satisfy, too.
func (e *explainer) branches(s *jsonschema.Schema, v *strictjson.Value) []*jsonschema.Schema {
	subs := slices.Clone(s.AllOf)
	add := func(sub *jsonschema.Schema) {
		if sub != nil {
			subs = append(subs, sub)
		}
	}
	add(s.Ref)
	add(s.RecursiveRef)
	if s.DynamicRef != nil {
		add(s.DynamicRef.Ref)
	}
	if s.If != nil && (s.Then != nil || s.Else != nil) {
		if e.fails(s.If, v) {
			add(s.Else)
		} else {
			add(s.Then)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.DependentSchemas)) {
		if v.Get(name) != nil {
			add(s.DependentSchemas[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Dependencies)) {
		if v.Get(name) != nil {
			eachIn(s.Dependencies[name], add)
		}
	}
	return subs
}

// choice is the violation of anyOf, oneOf or not. Where no alternative holds,
// the one that goes deepest into the value says most; if none goes below the
// value itself, the choice as a whole is violated.
func (e *explainer) choice(s *jsonschema.Schema, v *strictjson.Value, at string) (Outcome, bool) {
	if s.Not != nil && !e.fails(s.Not, v) && e.left >= 0 {
		return e.at(s, at, "not"), true
	}
	for _, c := range []struct {
		keyword string
		subs    []*jsonschema.Schema
	}{{"anyOf", s.AnyOf}, {"oneOf", s.OneOf}} {
		holding := 0
		best := e.at(s, at, c.keyword)
		for _, sub := range c.subs {
			if !e.fails(sub, v) {
				holding++
				continue
			}
			if out, ok := e.violation(sub, v, at); ok && strings.Count(out.Instance, "/") > strings.Count(best.Instance, "/") {
				best = out
			}
		}
		switch {
		case len(c.subs) == 0, e.left < 0:
		case holding == 0:
			return best, true
		case holding > 1 && c.keyword == "oneOf":
			return e.at(s, at, c.keyword), true
		}
	}
	return Outcome{}, false
}

// remaining is the keyword of s that must have been violated where no other was.
func (e *explainer) remaining(s *jsonschema.Schema) string {
	switch {
	case e.left < 0: // not gone over
	case s.Contains != nil:
		return "contains"
	case s.UnevaluatedProperties != nil:
		return "unevaluatedProperties"
	case s.UnevaluatedItems != nil:
		return "unevaluatedItems"
	case s.DynamicRef != nil:
		return "$dynamicRef"
	case s.RecursiveRef != nil:
		return "$recursiveRef"
	}
	return ""
}
