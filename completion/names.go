package completion

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"mcpreview/internal/policy"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// substringLength is how many code points a name has to have to be looked for
// inside words; shorter ones turn up by chance.
const substringLength = 4

// fold makes spellings of one text equal: compatibility forms, case, and
// characters that cannot be seen.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	s = cases.Fold().String(norm.NFKC.String(s))
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) {
			return -1
		}
		return r
	}, s)
	return norm.NFKC.String(s)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// squeeze leaves out what people put between the parts of a name.
func squeeze(s string) string {
	if !strings.ContainsAny(s, "-_. ") {
		return s
	}
	return separators.Replace(s)
}

var separators = strings.NewReplacer("-", "", "_", "", ".", "", " ", "")

// A spelling is one reading of a text, folded.
type spelling struct{ folded, squeezed string }

// spellings are the readings in which a text is searched: as it stands and, if
// that differs, percent-decoded once.
func spellings(text string) []spelling {
	all := []spelling{spell(text)}
	if strings.Contains(text, "%") {
		if decoded := percentDecode(text); decoded != text {
			all = append(all, spell(decoded))
		}
	}
	return all
}

func spell(text string) spelling {
	folded := fold(text)
	return spelling{folded, squeeze(folded)}
}

// A hiddenName is a name that must not show, ready to be looked for.
type hiddenName struct {
	spelling
	label   string // for findings: class and number, never the name
	pattern bool
}

// newHiddenName prepares the nth name, from 1, of a source; false where it has
// no letter or digit to look for.
func newHiddenName(text string, class policy.HiddenClass, n int, source string) (hiddenName, bool) {
	h := hiddenName{spelling: spell(text)}
	switch class {
	case policy.HiddenTenant, policy.HiddenResource, policy.HiddenEnvironment:
		h.label = fmt.Sprintf("forbidden %s name #%d of %s", class, n, source)
	default:
		h.label = fmt.Sprintf("forbidden name #%d of %s", n, source)
	}
	return h, strings.ContainsFunc(h.folded, isWordRune)
}

// in reports whether the name occurs in any reading of a text.
func (h *hiddenName) in(texts []spelling) bool {
	for _, t := range texts {
		if h.inOne(t) {
			return true
		}
	}
	return false
}

func (h *hiddenName) inOne(t spelling) bool {
	if h.pattern {
		return h.matchesToken(t)
	}
	if long(h.folded) && strings.Contains(t.folded, h.folded) || !long(h.folded) && hasWord(t.folded, h.folded) {
		return true
	}
	if long(h.squeezed) {
		return strings.Contains(t.squeezed, h.squeezed)
	}
	return hasToken(t.folded, func(token string) bool { return squeeze(token) == h.squeezed })
}

func (h *hiddenName) matchesToken(t spelling) bool {
	return hasToken(t.folded, func(token string) bool {
		plain, _ := match(h.folded, token)
		if plain {
			return true
		}
		bare, _ := match(h.squeezed, squeeze(token))
		return bare
	})
}

func long(s string) bool { return utf8.RuneCountInString(s) >= substringLength }

// hasToken reports whether any run of letters, digits and the characters
// between parts of a name satisfies fn.
func hasToken(text string, fn func(string) bool) bool {
	for token := range strings.FieldsFuncSeq(text, func(r rune) bool { return !isWordRune(r) && r != '-' && r != '_' && r != '.' }) {
		if fn(token) {
			return true
		}
	}
	return false
}

// hasWord reports whether a word occurs with neither letter nor digit beside it.
func hasWord(text, word string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		i += from
		if isBounded(text, i, i+len(word), isWordRune) {
			return true
		}
		from = i + 1
	}
}

// isBounded reports whether the runes next to a part of a text are none of a kind.
func isBounded(text string, start, end int, kind func(rune) bool) bool {
	before, n := utf8.DecodeLastRuneInString(text[:start])
	after, m := utf8.DecodeRuneInString(text[end:])
	return (n == 0 || !kind(before)) && (m == 0 || !kind(after))
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// withoutEcho removes every occurrence of what was sent that stands by itself.
func withoutEcho(text, sent string) string {
	if sent == "" || !strings.Contains(text, sent) {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, sent)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		if isBounded(text, i, i+len(sent), isNameRune) {
			b.WriteByte(0)
		} else {
			b.WriteString(sent)
		}
		text = text[i+len(sent):]
	}
}

func isNameRune(r rune) bool { return isWordRune(r) || r == '-' || r == '_' }
