package replay

import (
	review "mcpreview/internal/policy"
	"mcpreview/internal/rule"
	jsonschema "mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// A jsonSchema is a schema of JSON Schema 2020-12, or of the dialect that it
// names.
type jsonSchema struct{ *jsonschema.Schema }

// specSchema checks a schema whose root must be of type object.
func specSchema(j *judge, n node, number int, what string) (valueSchema, *Violation) {
	if !n.isObject() {
		return nil, n.breaks(72, what+" must be an object")
	}
	if _, ok := n.get("type").oneOf("object"); !ok {
		return nil, n.member("type").breaks(number, what+" must be of type object")
	}
	if v := j.schemaBudget(n); v != nil {
		return nil, v
	}
	return j.compile(n)
}

// compile hands a schema to the library, within the limits that reviews have.
func (j *judge) compile(n node) (valueSchema, *Violation) {
	limits := review.DefaultLimits()
	limits.SchemaDepth, limits.Evaluation = j.limits.schemaDepth, j.limits.evaluation
	compiled, problems := jsonschema.Compile(n.doc, n.v, limits)
	for _, p := range problems {
		broken := node{n.doc, p.At}.breaks(72, problemTexts[p.Kind])
		switch p.Kind.Effect() {
		case rule.Reject:
			return nil, broken
		case rule.Condition:
			j.warn(broken)
		}
	}
	return jsonSchema{compiled}, nil
}

// problemTexts say what is wrong with a schema without a word of it.
var problemTexts = map[jsonschema.ProblemKind]string{
	jsonschema.UnknownDialect:      "schema is of no known dialect",
	jsonschema.OtherDialect:        "schema changes its dialect",
	jsonschema.InvalidSchema:       "schema has a keyword whose value is not valid",
	jsonschema.InvalidPattern:      "pattern is no regular expression",
	jsonschema.PatternNotEvaluated: "pattern cannot be evaluated here",
	jsonschema.UnresolvedReference: "reference leads nowhere within the schema",
	jsonschema.ExceedsBound:        "schema is too large or too deep",
	jsonschema.Explodes:            "schema costs too much to evaluate",
	jsonschema.AmbiguousPattern:    "pattern costs too much to evaluate",
	jsonschema.NotPortablePattern:  "pattern is not read alike everywhere",
}

// schemaBudget holds every schema at or below n to the profile's limits, and
// its bounds to each other.
func (j *judge) schemaBudget(n node) (v *Violation) {
	jsonschema.Walk(n.v, func(p jsonschema.Position) {
		if v != nil {
			return
		}
		at := node{n.doc, p.Value}
		if v = j.schemaSize(at); v == nil {
			v = boundsInOrder(at)
		}
	})
	return v
}

func (j *judge) schemaSize(n node) *Violation {
	properties := n.get("properties")
	switch {
	case properties.len() > j.limits.properties:
		return properties.breaks(74, "too many properties")
	case n.get("required").len() > j.limits.properties:
		return n.get("required").breaks(74, "too many required names")
	case n.get("enum").len() > j.limits.enum:
		return n.get("enum").breaks(73, "too many enum items")
	}
	if properties.isObject() {
		for name := range properties.members() {
			if length(name) > j.limits.propertyName {
				return properties.breaks(74, "a property name is too long")
			}
		}
	}
	return nil
}

// boundsInOrder checks that no value is shut out by a lower bound above the
// upper one. Bounds of another type are the library's to refuse.
func boundsInOrder(n node) *Violation {
	for _, pair := range [][2]string{
		{"minimum", "maximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"}, {"minProperties", "maxProperties"},
	} {
		low, high := n.get(pair[0]), n.get(pair[1])
		if low.is(strictjson.Number) && high.is(strictjson.Number) && low.v.Decimal().Compare(high.v.Decimal()) > 0 {
			return n.breaks(72, pair[0]+" is above "+pair[1])
		}
	}
	return nil
}

// value checks a value. What it would cost too much to judge is not accepted.
func (s jsonSchema) value(j *judge, n node) *Violation {
	if !j.budget.Affords(s.Schema, n.v) {
		v := n.breaks(79, "value cannot be judged: the values of the file cost too much together")
		v.unjudged = true
		return v
	}
	out := s.Validate(n.v)
	at := n
	if found := n.v.Resolve(out.Instance); found != nil {
		at.v = found
	}
	switch {
	case out.Verdict == jsonschema.Valid:
		return nil
	case out.Verdict == jsonschema.NotJudged:
		v := at.breaks(79, "value cannot be judged: "+out.Reason)
		v.unjudged = true
		return v
	case out.Missing != "":
		return at.breaks(78, "missing required value")
	}
	return at.breaks(79, keywordText(out.Keyword))
}

// keywordTexts say what a broken keyword demands where its name alone does not.
var keywordTexts = map[string]string{
	"":                     "value is refused by a false schema",
	"additionalProperties": "unknown values",
	"enum":                 "value must be one of the enum items",
	"type":                 "value must be of the schema's type",
}

func keywordText(keyword string) string {
	if text, ok := keywordTexts[keyword]; ok {
		return text
	}
	return "value breaks " + keyword
}
