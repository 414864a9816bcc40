package admission

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// nameLimit is how long a name should be at most (server/tools.mdx, Tool names).
const nameLimit = 128

// name judges the name alone: DESC-02 to DESC-04.
func (j *judge) name() {
	v := j.value.Get("name")
	s, isString := v.Str()
	switch {
	case v == nil:
		j.find(ruleName, rule.Reject, rule.SpecMust, nil, "name is missing", "name")
	case v.Is(strictjson.Null):
		j.find(ruleName, rule.Reject, rule.SpecMust, v, "name is null")
	case !isString:
		j.find(ruleName, rule.Reject, rule.SpecMust, v, "name is not a string")
	case s == "":
		j.stricter(ruleName, rule.SpecShould, v, "name is empty")
	case isBlank(s):
		j.stricter(ruleName, rule.SpecShould, v, "name is whitespace only")
	default:
		j.nameCharacters(v, s)
	}
}

// stricter finds what the house rejects and the specification only advises
// against.
func (j *judge) stricter(r *rule.Rule, advice rule.Provenance, at *strictjson.Value, text string) {
	if j.house() {
		j.find(r, rule.Reject, rule.Policy, at, text)
	} else {
		j.find(r, rule.Condition, advice, at, text)
	}
}

func (j *judge) nameCharacters(v *strictjson.Value, name string) {
	if at, r := unstable(name); at >= 0 {
		j.stricter(ruleInvisible, rule.SpecShould, v,
			fmt.Sprintf("name contains U+%04X at %d, it does not survive display and transport unchanged", r, at))
	} else if r, ok := outsideCharset(name); ok {
		j.find(ruleCharset, rule.Condition, rule.SpecShould, v, fmt.Sprintf("character U+%04X is outside A-Z a-z 0-9 _ - .", r))
	}
	if n := utf8.RuneCountInString(name); n > nameLimit {
		j.find(ruleCharset, rule.Condition, rule.SpecShould, v, fmt.Sprintf("length %d exceeds %d", n, nameLimit))
	}
}

func isBlank(s string) bool {
	for _, r := range s {
		if !unicode.Is(unicode.White_Space, r) {
			return false
		}
	}
	return true
}

// unstable is the first character that DESC-03 refuses, and its index in code
// points; -1 where there is none.
func unstable(name string) (at int, r rune) {
	last := utf8.RuneCountInString(name) - 1
	for _, r := range name {
		edge := at == 0 || at == last
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Noncharacter_Code_Point) ||
			edge && unicode.Is(unicode.White_Space, r) {
			return at, r
		}
		at++
	}
	return -1, 0
}

func outsideCharset(name string) (rune, bool) {
	for _, r := range name {
		letter := r|0x20 >= 'a' && r|0x20 <= 'z'
		if !letter && (r < '0' || r > '9') && r != '_' && r != '-' && r != '.' {
			return r, true
		}
	}
	return 0, false
}
