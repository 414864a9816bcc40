package schema

import (
	"sync"

	"mcpreview/internal/shape"
)

// Role is what a keyword's value is to a reader of schemas. The zero value is
// a keyword of no supported dialect.
type Role uint8

// The roles.
const (
	RoleUnknown   Role = iota // no keyword of any supported dialect
	RoleSchema                // holds schemas: Walk goes there
	RoleReference             // points at a schema
	RoleData                  // holds any JSON: never schemas
	RoleOther                 // any other keyword
)

// RoleOf is the role of a member name at a schema position.
func RoleOf(name string) Role {
	if k := keywords[name]; k != nil {
		return k.role()
	}
	return RoleUnknown
}

// NearKeyword is the keyword that a member name nearly misses, or "".
func NearKeyword(name string) string { return nearKeywords().NearMiss(name) }

var nearKeywords = sync.OnceValue(func() *shape.Dictionary {
	names := make([]string, len(vocabulary))
	for i, row := range vocabulary {
		names[i] = row.name
	}
	return shape.NewDictionary(names)
})

// GivesNames reports whether a keyword holds schemas by names that its author chose.
func GivesNames(name string) bool {
	k := keywords[name]
	return k != nil && (k.place == formSchemaMap || k.place == formPatternMap || k.place == formDependencies)
}

// form is what a keyword's value must be. The zero value is a keyword that the
// dialect does not know: anything goes.
type form uint8

const (
	formNone form = iota
	formAny
	formString
	formBool
	formNumber
	formPositive // a number above zero
	formCount    // an integer from zero
	formArray
	formTypes
	formStrings   // distinct strings
	formEnum      // at least one, distinct values
	formStringMap // names to distinct strings
	formReference
	formID
	formAnyID // may have a fragment
	formAnchor2019
	formAnchor2020
	formVocabulary
	formPattern
	formSchema
	formSchemas // at least one schema
	formItems   // a schema, or at least one
	formSchemaMap
	formPatternMap
	formDependencies // names to schemas or distinct strings
)

// reach is where the schemas of a keyword are applied, which decides how their
// cost adds up.
type reach uint8

const (
	reachNone       reach = iota // not evaluated from here
	reachSelf                    // to the same value
	reachMember                  // to a member: one of these, at most
	reachEachMember              // to a member, all of them
	reachElement                 // to an element: one of these, at most
	reachEachElement
)

// keyword is one row of the vocabulary.
type keyword struct {
	name  string
	forms [dialects]form
	reach reach
	place form // where schemas stand in the value, whatever the dialect; else formNone
}

func (k *keyword) role() Role {
	switch {
	case k.place != formNone:
		return RoleSchema
	case k.forms[draft2020] == formReference:
		return RoleReference
	}
	switch k.name {
	case "default", "const", "enum", "examples":
		return RoleData
	}
	return RoleOther
}

// placeOf is the form of 2019-09, which still has array items, or of 2020-12.
func placeOf(forms [dialects]form) form {
	f := forms[draft2019]
	if f == formNone {
		f = forms[draft2020]
	}
	if f < formSchema {
		return formNone
	}
	return f
}

// From which dialect on a keyword is known.
func since(d dialect, f form) (forms [dialects]form) {
	for ; int(d) < dialects; d++ {
		forms[d] = f
	}
	return forms
}

func always(f form) [dialects]form { return since(draft06, f) }

// each lists the forms from draft-06 on.
func each(f06, f07, f2019, f2020 form) [dialects]form {
	return [dialects]form{draft06: f06, draft07: f07, draft2019: f2019, draft2020: f2020}
}

// vocabulary holds the meta-schemas of the four dialects. $defs, definitions
// and dependencies are judged in each: what a schema defines for use by
// reference must be sound wherever its author put it. enum is as loose in
// draft-07 as its published meta-schema; draft-06 is stricter.
var vocabulary = []struct {
	name  string
	forms [dialects]form
	reach reach
}{
	{"$schema", always(formAny), reachNone}, // judged by itself
	{"$id", each(formAnyID, formAnyID, formID, formID), reachNone},
	{"$ref", always(formReference), reachSelf},
	{"$recursiveRef", since(draft2019, formReference), reachSelf},
	{"$dynamicRef", since(draft2020, formReference), reachSelf},
	{"$anchor", each(0, 0, formAnchor2019, formAnchor2020), reachNone},
	{"$recursiveAnchor", each(0, 0, formBool, formAnchor2020), reachNone},
	{"$dynamicAnchor", since(draft2020, formAnchor2020), reachNone},
	{"$vocabulary", since(draft2019, formVocabulary), reachNone},
	{"$comment", since(draft07, formString), reachNone},

	{"$defs", always(formSchemaMap), reachNone},
	{"definitions", always(formSchemaMap), reachNone},
	{"dependencies", always(formDependencies), reachSelf},
	{"dependentSchemas", since(draft2019, formSchemaMap), reachSelf},
	{"allOf", always(formSchemas), reachSelf},
	{"anyOf", always(formSchemas), reachSelf},
	{"oneOf", always(formSchemas), reachSelf},
	{"not", always(formSchema), reachSelf},
	{"if", since(draft07, formSchema), reachSelf},
	{"then", since(draft07, formSchema), reachSelf},
	{"else", since(draft07, formSchema), reachSelf},
	{"properties", always(formSchemaMap), reachMember},
	{"additionalProperties", always(formSchema), reachMember},
	{"patternProperties", always(formPatternMap), reachEachMember},
	{"propertyNames", always(formSchema), reachEachMember},
	{"unevaluatedProperties", since(draft2019, formSchema), reachEachMember},
	{"prefixItems", since(draft2020, formSchemas), reachElement},
	{"items", each(formItems, formItems, formItems, formSchema), reachElement},
	{"additionalItems", each(formSchema, formSchema, formSchema, 0), reachElement},
	{"contains", always(formSchema), reachEachElement},
	{"unevaluatedItems", since(draft2019, formSchema), reachEachElement},
	{"contentSchema", since(draft2019, formSchema), reachNone}, // an annotation

	{"type", always(formTypes), reachNone},
	{"enum", each(formEnum, formArray, formArray, formArray), reachNone},
	{"const", always(formAny), reachNone},
	{"multipleOf", always(formPositive), reachNone},
	{"maximum", always(formNumber), reachNone},
	{"exclusiveMaximum", always(formNumber), reachNone},
	{"minimum", always(formNumber), reachNone},
	{"exclusiveMinimum", always(formNumber), reachNone},
	{"maxLength", always(formCount), reachNone},
	{"minLength", always(formCount), reachNone},
	{"pattern", always(formPattern), reachNone},
	{"maxItems", always(formCount), reachNone},
	{"minItems", always(formCount), reachNone},
	{"uniqueItems", always(formBool), reachNone},
	{"maxContains", since(draft2019, formCount), reachNone},
	{"minContains", since(draft2019, formCount), reachNone},
	{"maxProperties", always(formCount), reachNone},
	{"minProperties", always(formCount), reachNone},
	{"required", always(formStrings), reachNone},
	{"dependentRequired", since(draft2019, formStringMap), reachNone},

	{"title", always(formString), reachNone},
	{"description", always(formString), reachNone},
	{"default", always(formAny), reachNone},
	{"examples", always(formArray), reachNone},
	{"deprecated", since(draft2019, formBool), reachNone},
	{"readOnly", since(draft07, formBool), reachNone},
	{"writeOnly", since(draft07, formBool), reachNone},
	{"format", always(formString), reachNone},
	{"contentMediaType", since(draft07, formString), reachNone},
	{"contentEncoding", since(draft07, formString), reachNone},
}

var keywords = func() map[string]*keyword {
	m := make(map[string]*keyword, len(vocabulary))
	for i := range vocabulary {
		row := &vocabulary[i]
		m[row.name] = &keyword{row.name, row.forms, row.reach, placeOf(row.forms)}
	}
	return m
}()
