package rule

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// quoteLimit is how many code points of a server's string a reason shows.
const quoteLimit = 64

// Quote renders a string that a server wrote for use in a reason: JSON-quoted,
// everything outside U+0020-U+007E escaped, cut at 64 code points with the
// number left out.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	n := 0
	for i, r := range s {
		if n == quoteLimit {
			fmt.Fprintf(&b, `"…(+%d)`, utf8.RuneCountInString(s[i:]))
			return b.String()
		}
		n++
		writeEscaped(&b, r, true)
	}
	b.WriteByte('"')
	return b.String()
}

// Count is a number with its noun: "1 page", "2 pages".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Named is the caller, context or the like of a name that a recording gives,
// as in `caller "guest"`; without a name it is "the unnamed caller".
func Named(kind, name string) string {
	if name == "" {
		return "the unnamed " + kind
	}
	return kind + " " + Quote(name)
}

func writeEscaped(b *strings.Builder, r rune, quoted bool) {
	switch {
	case r == '\\', quoted && r == '"':
		b.WriteByte('\\')
		b.WriteRune(r)
	case r >= 0x20 && r <= 0x7e:
		b.WriteRune(r)
	case r > 0xffff:
		r -= 0x10000
		fmt.Fprintf(b, `\u%04x\u%04x`, 0xd800+(r>>10), 0xdc00+(r&0x3ff))
	default:
		fmt.Fprintf(b, `\u%04x`, r)
	}
}

// EscapePointer renders a JSON pointer for a reason: member names in it come
// from the server, so the same escapes apply, the backslash's included: a name
// that spells out an escape must not look like the character it stands for.
// Each token is cut as in Quote.
func EscapePointer(p string) string {
	var b strings.Builder
	for i, token := range strings.Split(p, "/") {
		if i > 0 {
			b.WriteByte('/')
		}
		n := 0
		for j, r := range token {
			if n == quoteLimit {
				fmt.Fprintf(&b, "…(+%d)", utf8.RuneCountInString(token[j:]))
				break
			}
			n++
			writeEscaped(&b, r, false)
		}
	}
	return b.String()
}

// ComparePointers orders JSON pointers token by token: array indices by value,
// names by code point, and what reads as an index before any other name.
func ComparePointers(a, b string) int {
	for a != "" && b != "" {
		var x, y string
		x, a = nextToken(a)
		y, b = nextToken(b)
		if c := compareTokens(x, y); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

func nextToken(p string) (token, rest string) {
	p = strings.TrimPrefix(p, "/")
	if i := strings.IndexByte(p, '/'); i >= 0 {
		return p[:i], p[i:]
	}
	return p, ""
}

func compareTokens(x, y string) int {
	switch i, j := isIndex(x), isIndex(y); {
	case i && j:
		return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
	case i: // by code point alone, "10" < "1a" < "9" < "10" would be a circle
		return -1
	case j:
		return 1
	}
	return cmp.Compare(x, y)
}

func isIndex(s string) bool {
	if s == "" || len(s) > 1 && s[0] == '0' {
		return false
	}
	return strings.Trim(s, "0123456789") == ""
}

// CompareNatural orders names as people do: runs of digits by value, so that
// page-2 comes before page-10; ties by plain comparison.
func CompareNatural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		if isDigit(x[0]) && isDigit(y[0]) {
			var m, n string
			m, x = digits(x)
			n, y = digits(y)
			m, n = strings.TrimLeft(m, "0"), strings.TrimLeft(n, "0")
			if c := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); c != 0 {
				return c
			}
			continue
		}
		if x[0] != y[0] {
			return cmp.Compare(x[0], y[0])
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func digits(s string) (run, rest string) {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return s[:i], s[i:]
}
