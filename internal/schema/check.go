package schema

import (
	"strings"

	"mcpreview/internal/strictjson"
)

var simpleTypes = map[string]bool{
	"array": true, "boolean": true, "integer": true, "null": true, "number": true, "object": true, "string": true,
}

// check judges a value against a form that holds no schemas, as the dialect's
// meta-schema would. It returns the innermost value at fault, or nil, and where
// it helps the reason.
func check(f form, v *strictjson.Value) (at *strictjson.Value, why string) {
	ok := true
	switch f {
	case formString, formPattern:
		ok = v.Is(strictjson.String)
	case formBool:
		ok = v.Is(strictjson.Bool)
	case formNumber:
		ok = v.Is(strictjson.Number)
	case formPositive:
		ok = v.Is(strictjson.Number) && v.Decimal().Compare(strictjson.Decimal{}) > 0
	case formCount:
		d := v.Decimal()
		ok = v.Is(strictjson.Number) && d.IsInteger() && !d.Negative
	case formArray:
		ok = v.Is(strictjson.Array)
	case formTypes:
		return types(v)
	case formStrings:
		return distinctStrings(v)
	case formEnum:
		ok = v.Is(strictjson.Array) && v.Len() > 0
		if ok && repeats(v) {
			return v, "it repeats a value"
		}
	case formStringMap:
		return stringMap(v)
	case formReference:
		uri, isString := v.Str()
		ok = isString && isURIReference(uri)
	case formID, formAnyID:
		uri, isString := v.Str()
		ok = isString && isURIReference(uri) && (f == formAnyID || !hasFragment(uri))
	case formAnchor2019, formAnchor2020:
		name, isString := v.Str()
		ok = isString && isAnchor(name, f == formAnchor2019)
	case formVocabulary:
		return vocabularies(v)
	}
	if !ok {
		return v, ""
	}
	return nil, ""
}

func types(v *strictjson.Value) (at *strictjson.Value, why string) {
	if v.Is(strictjson.String) {
		if !simpleTypes[v.Text()] {
			return v, ""
		}
		return nil, ""
	}
	if v.Len() == 0 {
		return v, ""
	}
	return distinct(v, func(e *strictjson.Value) bool { return e.Is(strictjson.String) && simpleTypes[e.Text()] })
}

func distinctStrings(v *strictjson.Value) (at *strictjson.Value, why string) {
	return distinct(v, func(e *strictjson.Value) bool { return e.Is(strictjson.String) })
}

// distinct judges an array of distinct strings.
func distinct(v *strictjson.Value, valid func(*strictjson.Value) bool) (at *strictjson.Value, why string) {
	if !v.Is(strictjson.Array) {
		return v, ""
	}
	for _, e := range v.Elements() {
		if !valid(e) {
			return e, ""
		}
	}
	if repeats(v) {
		return v, "it repeats a value"
	}
	return nil, ""
}

// fewElements is up to how many elements comparing all pairs is cheaper.
const fewElements = 12

// repeats reports whether two elements are the same JSON value.
func repeats(v *strictjson.Value) bool {
	if v.Len() <= fewElements {
		for i := 1; i < v.Len(); i++ {
			for k := range i {
				if strictjson.Equal(v.At(i), v.At(k)) {
					return true
				}
			}
		}
		return false
	}
	seen := make(map[string]struct{}, v.Len())
	var buf []byte
	for _, e := range v.Elements() {
		buf = strictjson.AppendCanonical(buf[:0], e)
		seen[string(buf)] = struct{}{}
	}
	return len(seen) < v.Len()
}

func stringMap(v *strictjson.Value) (at *strictjson.Value, why string) {
	if !v.Is(strictjson.Object) {
		return v, ""
	}
	for _, member := range v.Members() {
		if at, why := distinctStrings(member); at != nil {
			return at, why
		}
	}
	return nil, ""
}

func vocabularies(v *strictjson.Value) (at *strictjson.Value, why string) {
	if !v.Is(strictjson.Object) {
		return v, ""
	}
	for uri, member := range v.Members() {
		if !member.Is(strictjson.Bool) || !isURI(uri) {
			return member, ""
		}
	}
	return nil, ""
}

func hasFragment(uri string) bool {
	_, fragment, _ := strings.Cut(uri, "#")
	return fragment != ""
}

// isAnchor is the syntax of a plain name; 2019-09 allows a colon inside, and
// 2020-12 an underscore in front.
func isAnchor(name string, of2019 bool) bool {
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		inside := i > 0 && (r >= '0' && r <= '9' || r == '-' || r == '.' || r == '_' || r == ':' && of2019)
		if !letter && !inside && (r != '_' || of2019) {
			return false
		}
	}
	return name != ""
}
