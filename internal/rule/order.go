package rule

import (
	"cmp"
	"strings"
)

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
