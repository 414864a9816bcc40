package difference

import (
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// keywordOf is how a keyword is compared; false for a name that no supported
// dialect knows.
func keywordOf(name string) (keyword, bool) {
	switch name {
	case "title", "description", "$comment":
		return keyword{Text, compareText}, true
	case "default", "examples":
		return keyword{Default, compareData}, true
	case "deprecated", "readOnly", "writeOnly":
		return keyword{Hint, compareWord}, true
	case annotation:
		return keyword{Header, compareText}, true
	case "$schema":
		return keyword{Dialect, compareDialect}, true

	case "type":
		return keyword{Type, compareType}, true
	case "enum":
		return keyword{Enum, compareEnum}, true
	case "const":
		return keyword{Enum, compareConst}, true
	case "required":
		return keyword{Required, compareRequired}, true
	case "dependentRequired", "dependencies":
		return keyword{Required, compareDependencies}, true
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains":
		return keyword{Bound, upper}, true
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
		return keyword{Bound, lower}, true
	case "minContains":
		return keyword{Bound, compareMinContains}, true
	case "multipleOf":
		return keyword{Bound, compareMultiple}, true
	case "uniqueItems":
		return keyword{Bound, compareUnique}, true
	case "pattern", "format", "contentEncoding", "contentMediaType":
		return keyword{Format, comparePattern}, true

	case "properties":
		return keyword{Property, compareProperties}, true
	case "patternProperties":
		return keyword{Property, comparePatternProperties}, true
	case "additionalProperties", "additionalItems":
		return keyword{Structure, compareRest}, true
	case "items":
		return keyword{Structure, compareItems}, true
	case "prefixItems":
		return keyword{Structure, comparePrefix}, true
	case "propertyNames", "then", "else":
		return keyword{Structure, compareDemand(positive)}, true
	case "not":
		return keyword{Structure, compareDemand(negative)}, true
	case "if":
		return keyword{Structure, compareDemand(neither)}, true
	case "contentSchema":
		return keyword{Structure, compareDemand(neither)}, true
	case "contains":
		return keyword{Structure, compareContains}, true
	case "allOf":
		return keyword{Structure, compareBranches(positive, Narrows)}, true
	case "anyOf":
		return keyword{Structure, compareBranches(positive, Widens)}, true
	case "oneOf":
		return keyword{Structure, compareBranches(neither, Undecided)}, true
	case "dependentSchemas":
		return keyword{Structure, compareDependencies}, true
	case "$defs", "definitions":
		return keyword{Structure, compareDefinitions}, true
	case "unevaluatedProperties", "unevaluatedItems":
		return keyword{Structure, compareDemand(neither)}, true
	case "$ref", "$dynamicRef", "$recursiveRef", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary":
		return keyword{Structure, compareStructure}, true
	}
	return keyword{}, false
}

// compareDemand compares keywords that hold one schema.
func compareDemand(turn polarity) func(s site, old, now *strictjson.Value) {
	return func(s site, old, now *strictjson.Value) {
		switch {
		case old == nil:
			s.came(old, schemaText(now))
		case now == nil:
			s.came(old, schemaText(old))
		default:
			s.into(s.at, old, now, turn)
		}
	}
}

// compareContains knows that a limit from above turns a wider schema into a
// stricter demand.
func compareContains(s site, old, now *strictjson.Value) {
	turn := positive
	if s.old.Get("maxContains") != nil || s.now.Get("maxContains") != nil {
		turn = neither
	}
	compareDemand(turn)(s, old, now)
}

// compareRest compares the schema of what no other keyword speaks of. Where it
// is absent, it allows everything.
func compareRest(s site, old, now *strictjson.Value) {
	turn := positive
	if s.name == "additionalItems" && (!s.old.Get("items").Is(strictjson.Array) || !s.now.Get("items").Is(strictjson.Array)) {
		turn = neither
	}
	s.polarity *= turn
	if old != nil && now != nil {
		s.into(s.at, old, now, positive)
		return
	}
	s.say(relation(old, now), "changed from "+schemaText(old)+" to "+schemaText(now))
}

// compareProperties compares the schemas of properties. One that comes or goes
// changes hands between its own schema and that of all others.
func compareProperties(s site, old, now *strictjson.Value) {
	if !isObject(old) || !isObject(now) {
		s.value(s.at, s.kind, Undecided, old, now)
		return
	}
	patterns := s.old.Get("patternProperties").Len()+s.now.Get("patternProperties").Len() > 0
	told := func(d Direction) Direction {
		if patterns && d != Unaffected {
			return Undecided // a pattern may speak of the name
		}
		return d
	}
	pairs(old, now, func(name string, a, b *strictjson.Value) {
		switch at := below(s.at, name); {
		case a == nil:
			s.sayAt(at, Property, told(relation(s.old.Get("additionalProperties"), b)), "property added: "+described(b))
		case b == nil:
			s.sayAt(at, Property, told(relation(a, s.now.Get("additionalProperties"))), "property removed, was "+schemaText(a))
		default:
			s.into(at, a, b, positive)
		}
	})
}

// isObject takes an absent value for an empty object.
func isObject(v *strictjson.Value) bool { return v == nil || v.Is(strictjson.Object) }

// comparePatternProperties compares the schemas of properties whose names match.
func comparePatternProperties(s site, old, now *strictjson.Value) {
	if !isObject(old) || !isObject(now) {
		s.value(s.at, s.kind, Undecided, old, now)
		return
	}
	open := allows(s.old.Get("additionalProperties")) && allows(s.now.Get("additionalProperties"))
	told := func(d Direction) Direction {
		if !open {
			return Undecided // the names come under another schema
		}
		return d
	}
	pairs(old, now, func(name string, a, b *strictjson.Value) {
		switch at := below(s.at, name); {
		case a == nil:
			s.sayAt(at, Property, told(Narrows), "properties by pattern added: "+described(b))
		case b == nil:
			s.sayAt(at, Property, told(Widens), "properties by pattern removed, were "+schemaText(a))
		default:
			s.into(at, a, b, positive)
		}
	})
}

// compareItems compares items in both of its forms.
func compareItems(s site, old, now *strictjson.Value) {
	switch {
	case old.Is(strictjson.Array) && now.Is(strictjson.Array):
		comparePlaces(s, old, now, "additionalItems")
	case old.Is(strictjson.Array) || now.Is(strictjson.Array):
		s.say(Undecided, "changed from "+schemaText(old)+" to "+schemaText(now))
	default:
		compareRest(s, old, now)
	}
}

// comparePrefix compares the schemas of the first elements.
func comparePrefix(s site, old, now *strictjson.Value) {
	if old != nil && !old.Is(strictjson.Array) || now != nil && !now.Is(strictjson.Array) {
		s.value(s.at, s.kind, Undecided, old, now)
		return
	}
	comparePlaces(s, old, now, "items")
}

// comparePlaces compares schemas by their places. A place that comes or goes
// changes hands between its own schema and that of all further elements.
func comparePlaces(s site, old, now *strictjson.Value, rest string) {
	for i := range max(old.Len(), now.Len()) {
		at := index(s.at, i)
		switch a, b := old.At(i), now.At(i); {
		case a == nil:
			s.sayAt(at, Structure, relation(s.old.Get(rest), b), "place added: "+described(b))
		case b == nil:
			s.sayAt(at, Structure, relation(a, s.now.Get(rest)), "place removed, was "+schemaText(a))
		default:
			s.into(at, a, b, positive)
		}
	}
}

// compareBranches compares lists of schemas whose order says nothing. one is
// the direction of one branch more.
func compareBranches(turn polarity, one Direction) func(s site, old, now *strictjson.Value) {
	return func(s site, old, now *strictjson.Value) {
		switch {
		case old == nil:
			s.came(old, branches(now))
			return
		case now == nil:
			s.came(old, branches(old))
			return
		case !old.Is(strictjson.Array) || !now.Is(strictjson.Array):
			s.value(s.at, s.kind, Undecided, old, now)
			return
		}
		gone, came := unmatched(old, now), unmatched(now, old)
		switch {
		case len(gone) == len(came):
			for i := range gone {
				s.into(index(s.at, came[i]), old.At(gone[i]), now.At(came[i]), turn)
			}
			if len(gone) == 0 && !same(old, now) {
				s.say(Unaffected, "order changed")
			}
		default:
			for _, i := range gone {
				s.sayAt(index(s.at, i), Structure, negative.of(one), "branch removed, was "+schemaText(old.At(i)))
			}
			for _, i := range came {
				s.sayAt(index(s.at, i), Structure, one, "branch added: "+described(now.At(i)))
			}
		}
	}
}

func branches(v *strictjson.Value) string {
	if !v.Is(strictjson.Array) {
		return schemaText(v)
	}
	return "list of " + rule.Count(v.Len(), "schema")
}

// unmatched are the indices of the elements of a that b has no equal for, each
// of b's standing for one.
func unmatched(a, b *strictjson.Value) []int {
	in := canonicalSet(b)
	var left []int
	for i, e := range a.Elements() {
		form := string(strictjson.AppendCanonical(nil, e))
		if in[form]--; in[form] < 0 {
			left = append(left, i)
		}
	}
	return left
}

// compareDependencies compares what the presence of a property demands: further
// properties, or a schema.
func compareDependencies(s site, old, now *strictjson.Value) {
	if !isObject(old) || !isObject(now) {
		s.value(s.at, s.kind, Undecided, old, now)
		return
	}
	pairs(old, now, func(name string, a, b *strictjson.Value) {
		d := s
		d.at = below(s.at, name)
		switch {
		case a == nil || b == nil:
			d.came(a, "demand")
		case a.Is(strictjson.Array) && b.Is(strictjson.Array):
			compareRequired(d, a, b)
		case a.Is(strictjson.Array) || b.Is(strictjson.Array):
			d.say(Undecided, "changed from "+sort(a)+" to "+sort(b))
		default:
			d.into(d.at, a, b, positive)
		}
	})
}

// compareDefinitions compares schemas that take effect where they are referred
// to.
func compareDefinitions(s site, old, now *strictjson.Value) {
	if !isObject(old) || !isObject(now) {
		s.value(s.at, s.kind, Undecided, old, now)
		return
	}
	turn := positive
	if s.defs {
		turn = neither
	}
	pairs(old, now, func(name string, a, b *strictjson.Value) {
		switch at := below(s.at, name); {
		case a == nil:
			s.sayAt(at, Structure, Unaffected, "definition added: "+described(b))
		case b == nil:
			s.sayAt(at, Structure, Unaffected, "definition removed, was "+schemaText(a))
		default:
			s.into(at, a, b, turn)
		}
	})
}
