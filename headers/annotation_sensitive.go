package headers

import (
	"slices"
	"strings"
	"unicode"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// sensitive judges HDR-11 on the names of an annotation and on what its schema
// says of the value.
func (j *judge) sensitive(a *annotation, header string, typ Type) {
	j.sensitiveName(a, "property", a.property, typ)
	j.sensitiveName(a, "header", header, typ)
	if format, _ := a.holder.Get("format").Str(); format == "password" {
		j.deny(a.holder.Get("format"), `format "password"`, policy.Password)
	}
	if v := a.holder.Get("writeOnly"); v.True() {
		j.deny(v, "writeOnly", policy.Secret)
	}
}

func (j *judge) sensitiveName(a *annotation, kind, name string, typ Type) {
	words := splitWords(name)
	class := classOf(words, j.policy.Denied)
	if class == "" {
		return
	}
	what := kind + " name " + rule.Quote(name)
	if typ == Integer && countsTokens(words) {
		j.find(ruleSensitive, rule.Note, rule.Policy, a.holder, what+" is a count of model tokens and is excepted from deployment policy class "+string(class))
		return
	}
	j.deny(a.holder, what, class)
}

func (j *judge) deny(at *strictjson.Value, what string, class policy.Class) {
	effect, provenance := rule.Reject, rule.Policy
	if j.policy.Profile == rule.Spec {
		effect, provenance = rule.Condition, rule.SpecShould
	}
	j.find(ruleSensitive, effect, provenance, at, what+" matches deployment policy class "+string(class))
}

// deniedEndings are denied also at the end of a longer word: accesstoken.
var deniedEndings = []struct {
	ending string
	class  policy.Class
}{
	{"token", policy.Token},
	{"secret", policy.Secret},
	{"password", policy.Password},
	{"passwd", policy.Password},
	{"credential", policy.Credential},
	{"apikey", policy.Credential},
}

// ClassOfName is the class of denied names to which a name belongs, "" where it
// belongs to none (HDR-11). A count of model tokens is none.
func ClassOfName(name string, denied policy.Vocabulary) policy.Class {
	words := splitWords(name)
	if countsTokens(words) {
		return ""
	}
	return classOf(words, denied)
}

// deniedAlone are denied where they are the whole name, but for the prefix X-:
// as a part of a longer one they mean too much else.
var deniedAlone = map[string]policy.Class{
	"auth": policy.Authorization, "pass": policy.Password, "pw": policy.Password, "session": policy.Token, "sid": policy.Token,
}

// longestJoin is how many neighbouring words are joined to one name.
const longestJoin = 3

// classOf is the class of the first denied name in a list of words, a longer
// one before a shorter one at the same place; "" where there is none.
func classOf(words []string, denied policy.Vocabulary) policy.Class {
	if len(words) == 2 && words[0] == "x" {
		words = words[1:]
	}
	if len(words) == 1 && deniedAlone[words[0]] != "" {
		return deniedAlone[words[0]]
	}
	for i := range words {
		for n := min(longestJoin, len(words)-i); n > 0; n-- {
			joined := strings.Join(words[i:i+n], "")
			for _, name := range []string{joined, strings.TrimSuffix(joined, "s")} {
				if class := denied[name]; class != "" {
					return class
				}
				if n == 1 {
					if class := classOfEnding(name); class != "" {
						return class
					}
				}
			}
		}
	}
	return ""
}

func classOfEnding(word string) policy.Class {
	for _, d := range deniedEndings {
		if strings.HasSuffix(word, d.ending) {
			return d.class
		}
	}
	return ""
}

// tokenCounts are the names that count the tokens of a language model.
var tokenCounts = [][]string{
	{"max", "tokens"}, {"min", "tokens"}, {"num", "tokens"}, {"total", "tokens"}, {"output", "tokens"}, {"input", "tokens"},
	{"token", "count"}, {"token", "limit"}, {"token", "budget"},
}

func countsTokens(words []string) bool {
	return slices.ContainsFunc(tokenCounts, func(name []string) bool { return slices.Equal(name, words) })
}

// splitWords splits a name at what is neither letter nor digit, before a capital
// that follows a small letter, before the last capital of several that a small
// letter follows, and between letters and digits. The words are in lower case.
func splitWords(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	cut := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(string(runes[start:end])))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			cut(i)
			start = i + 1
		case i > start && startsWord(runes, i):
			cut(i)
		}
	}
	cut(len(runes))
	return words
}

// startsWord reports whether a new word begins at i, which is a letter or a
// digit that follows another.
func startsWord(runes []rune, i int) bool {
	before, r := runes[i-1], runes[i]
	switch {
	case unicode.IsDigit(before) != unicode.IsDigit(r):
		return true
	case !unicode.IsUpper(r):
		return false
	case !unicode.IsUpper(before):
		return true
	}
	return i+1 < len(runes) && unicode.IsLower(runes[i+1])
}
