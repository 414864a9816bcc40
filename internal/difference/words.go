package difference

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// How many code points of a text are shown: of what is before the first
// difference, and from there on.
const (
	shownBefore = 20
	shownFrom   = 34
	shownAnyway = 10 // a rest this short is not left out
)

// changedText says where two texts differ, and shows both from there.
func changedText(old, now string) string {
	a, b := []rune(old), []rune(now)
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	end := 0
	for end < len(a)-at && end < len(b)-at && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return fmt.Sprintf("changed at character %d: from %s to %s", at+1, excerpt(a, at, len(a)-end), excerpt(b, at, len(b)-end))
}

// excerpt quotes the part of a text that differs, with a little of what is
// around it. What is left out is marked outside of the quotes, so that nothing
// in the text passes for a mark.
func excerpt(text []rune, from, to int) string {
	start := max(0, from-shownBefore)
	end := min(len(text), max(to+shownBefore/2, from))
	if end > from+shownFrom {
		end = from + shownFrom
	}
	if len(text)-end <= shownAnyway {
		end = len(text)
	}
	var b strings.Builder
	if start > 0 {
		b.WriteString("…")
	}
	b.WriteString(rule.Quote(string(text[start:end])))
	if left := len(text) - end; left > 0 {
		fmt.Fprintf(&b, "…(+%d)", left)
	}
	return b.String()
}

// quoteStart quotes the beginning of a text.
func quoteStart(s string) string { return rule.Quote(s) }

// sort is a value by its type and length: "string of 12 characters".
func sort(v *strictjson.Value) string {
	switch v.Kind() {
	case strictjson.Object, strictjson.Array, strictjson.String:
		return v.Kind().String() + " of " + length(v)
	case strictjson.Bool:
		return v.Text()
	}
	return v.Kind().String()
}

func length(v *strictjson.Value) string {
	switch v.Kind() {
	case strictjson.Object:
		return rule.Count(v.Len(), "member")
	case strictjson.Array:
		return rule.Count(v.Len(), "element")
	case strictjson.String:
		return rule.Count(utf8.RuneCountInString(v.Text()), "character")
	}
	return "the same type"
}

// namesShown is how many names or choices a change lists.
const namesShown = 4

// list is names or choices, quoted.
func list(quoted []string) string {
	if more := len(quoted) - namesShown; more > 0 {
		return strings.Join(quoted[:namesShown], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(quoted, ", ")
}

func quoteAll(names []string) []string {
	var quoted []string
	for _, n := range names {
		quoted = append(quoted, rule.Quote(n))
	}
	return quoted
}

// numberShown is how long a number is that is shown whole.
const numberShown = 32

// number is a number of a schema in plain notation.
func number(v *strictjson.Value) string {
	s := v.Decimal().String()
	if len(s) > numberShown {
		return fmt.Sprintf("a number of %d digits", len(strings.Trim(s, "-.")))
	}
	return s
}

// choice is one value of an enum.
func choice(v *strictjson.Value) string {
	switch v.Kind() {
	case strictjson.String:
		return rule.Quote(v.Text())
	case strictjson.Number:
		return number(v)
	case strictjson.Bool, strictjson.Null:
		return string(strictjson.AppendCanonical(nil, v))
	}
	return "an " + sort(v)
}

// types are the values of type that mean something, a bit each; a number is
// an integer or another one.
var types = []struct {
	name string
	bits uint8
}{
	{"array", 1}, {"boolean", 2}, {"integer", 4}, {"null", 8}, {"number", 4 | 16}, {"object", 32}, {"string", 64},
}

const allTypes = 127

// typeBits is the set of types that a value of type allows; false where it is
// none.
func typeBits(v *strictjson.Value) (set uint8, ok bool) {
	if v == nil {
		return allTypes, true
	}
	bitsOf := func(name string) bool {
		i := slices.IndexFunc(types, func(t struct {
			name string
			bits uint8
		}) bool {
			return t.name == name
		})
		if i < 0 {
			return false
		}
		set |= types[i].bits
		return true
	}
	if s, isText := v.Str(); isText {
		return set, bitsOf(s) && set != 0
	}
	for _, e := range v.Elements() {
		s, isText := e.Str()
		if !isText || !bitsOf(s) {
			return 0, false
		}
	}
	return set, v.Is(strictjson.Array)
}

// typeText is a value of type in words.
func typeText(v *strictjson.Value) string {
	known := func(s string) string {
		for _, t := range types {
			if t.name == s {
				return s
			}
		}
		return "an unknown type"
	}
	switch v.Kind() {
	case strictjson.Absent:
		return "any"
	case strictjson.String:
		return known(v.Text())
	case strictjson.Array:
		var all []string
		for _, e := range v.Elements() {
			if s, ok := e.Str(); ok {
				all = append(all, known(s))
			} else {
				all = append(all, e.Kind().String())
			}
		}
		if len(all) == 1 {
			return "a list of " + all[0]
		}
		return strings.Join(all, " or ")
	}
	return sort(v)
}
