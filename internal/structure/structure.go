// Package structure holds what the schema of revision 2026-07-28 says of messages
// as data: which members there are, which are required, and of which JSON type.
// What needs more than that, such as base64 or one of two members, is said beside it.
package structure

import (
	"slices"

	"mcpreview/internal/strictjson"
)

// A Structure is what the schema of the revision says of a value: its JSON type,
// and what stands in it. Objects are open: a member that no structure names may be
// anything. The zero value is any value at all.
type Structure struct {
	kind  strictjson.Kind // Absent for any
	whole bool            // a number without a fraction
	unit  bool            // a number from 0 to 1
	words []string        // that a string is one of; none for any

	members  []member   // of an object, in the order in which they are looked at
	values   *Structure // of every member of an object; nil for any
	elements *Structure // of an array; nil for any

	byType []variant    // what an object is by the word of its member type
	either []*Structure // one of these, and nothing of the above
	orList *Structure   // an array of these may stand in its place

	// beyond says what is wrong with a value that has its structure, and where; nil
	// for nothing to look at.
	beyond func(*strictjson.Value) (at *strictjson.Value, text string)
}

// A member is one that a structure knows.
type member struct {
	name      string
	required  bool
	structure *Structure
}

// A variant is what an object with one word of type is: one of these.
type variant struct {
	word string
	of   []*Structure
}

// Fault says what is wrong with a value, and where; "" for nothing. The text
// holds names that the protocol gives, and none of the value's own.
func (s *Structure) Fault(v *strictjson.Value, what string) (at *strictjson.Value, text string) {
	switch {
	case s == nil:
		return nil, ""
	case s.orList != nil && v.Is(strictjson.Array):
		return s.orList.faultOfAny(v, what)
	case s.either != nil:
		return firstFit(s.either, v, what)
	case s.kind != strictjson.Absent && !v.Is(s.kind):
		return v, what + " must be " + s.kind.String()
	case s.whole && !v.Decimal().IsInteger():
		return v, what + " must be an integer"
	case s.unit && !inUnit(v.Decimal()):
		return v, what + " must be a number from 0 to 1"
	case s.words != nil && !slices.Contains(s.words, v.Text()):
		return v, what + " is none of the words that may stand there"
	case s.byType != nil:
		return s.faultByType(v, what)
	}
	if at, text := s.faultWithin(v, what); text != "" {
		return at, text
	}
	if s.beyond != nil {
		return s.beyond(v)
	}
	return nil, ""
}

// faultWithin judges what stands in an object or an array.
func (s *Structure) faultWithin(v *strictjson.Value, what string) (at *strictjson.Value, text string) {
	for _, m := range s.members {
		given := v.Get(m.name)
		if given == nil {
			if m.required {
				return v, m.name + " is missing"
			}
			continue
		}
		if at, text := m.structure.Fault(given, m.name); text != "" {
			return at, text
		}
	}
	if s.values != nil {
		for _, m := range v.Members() {
			if at, text := s.values.Fault(m, "a member of "+what); text != "" {
				return at, text
			}
		}
	}
	return s.elements.faultOfAny(v, what)
}

// faultOfAny is that of the first element of an array that has one.
func (s *Structure) faultOfAny(v *strictjson.Value, what string) (at *strictjson.Value, text string) {
	if s == nil {
		return nil, ""
	}
	for _, e := range v.Elements() {
		if at, text := s.Fault(e, "an element of "+what); text != "" {
			return at, text
		}
	}
	return nil, ""
}

func (s *Structure) faultByType(v *strictjson.Value, what string) (at *strictjson.Value, text string) {
	given := v.Get("type")
	switch {
	case !v.Is(strictjson.Object):
		return v, what + " must be " + strictjson.Object.String()
	case given == nil:
		return v, "type is missing"
	}
	word, isText := given.Str()
	for _, one := range s.byType {
		if isText && one.word == word {
			return firstFit(one.of, v, what)
		}
	}
	return given, what + " has no type that may stand here"
}

// firstFit is no fault where a value has one of several structures, else what is
// wrong by the first of them.
func firstFit(candidates []*Structure, v *strictjson.Value, what string) (at *strictjson.Value, text string) {
	at, text = candidates[0].Fault(v, what)
	for _, c := range candidates[1:] {
		if text == "" {
			break
		}
		if _, other := c.Fault(v, what); other == "" {
			return nil, ""
		}
	}
	return at, text
}

var unitEnd = strictjson.Decimal{Digits: "1", Exponent: 1}

func inUnit(d strictjson.Decimal) bool { return !d.Negative && d.Compare(unitEnd) <= 0 }
