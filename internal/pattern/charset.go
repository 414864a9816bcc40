package pattern

import (
	"slices"
	"unicode"
)

// runeRange is an inclusive range of code points, or of UTF-16 code units in
// a pattern read without the u flag.
type runeRange struct{ lo, hi rune }

// charSet is a set of characters as sorted, disjoint, non-adjacent ranges.
type charSet []runeRange

const (
	maxUnit        = 0xffff
	surrogateFirst = 0xd800
	surrogateLast  = 0xdfff
)

// The character class escapes of ECMA-262 22.2.2.9 and the set of `.`, none of
// which depends on the mode while no flag but u is in play.
var (
	digitSet = charSet{{'0', '9'}}
	wordSet  = charSet{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	spaceSet = charSet{
		{0x09, 0x0d}, {0x20, 0x20}, {0xa0, 0xa0}, {0x1680, 0x1680}, {0x2000, 0x200a},
		{0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}, {0xfeff, 0xfeff},
	}
	lineTerminatorSet = charSet{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}
	surrogateSet      = charSet{{surrogateFirst, surrogateLast}}
)

// newSet puts ranges in order and joins those that touch. It takes the slice over.
func newSet(ranges []runeRange) charSet {
	slices.SortFunc(ranges, func(a, b runeRange) int { return int(a.lo - b.lo) })
	out := ranges[:0]
	for _, r := range ranges {
		if n := len(out); n > 0 && r.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, r.hi)
			continue
		}
		out = append(out, r)
	}
	return charSet(out)
}

// complement returns what of 0..limit is not in the set.
func (s charSet) complement(limit rune) charSet {
	var out charSet
	next := rune(0)
	for _, r := range s {
		if r.lo > next {
			out = append(out, runeRange{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= limit {
		out = append(out, runeRange{next, limit})
	}
	return out
}

func (s charSet) intersect(t charSet) charSet {
	var out charSet
	for i, j := 0, 0; i < len(s) && j < len(t); {
		if lo, hi := max(s[i].lo, t[j].lo), min(s[i].hi, t[j].hi); lo <= hi {
			out = append(out, runeRange{lo, hi})
		}
		if s[i].hi < t[j].hi {
			i++
		} else {
			j++
		}
	}
	return out
}

func (s charSet) subtract(t charSet) charSet {
	return s.intersect(t.complement(unicode.MaxRune))
}

func (s charSet) overlaps(t charSet) bool {
	for i, j := 0, 0; i < len(s) && j < len(t); {
		if s[i].lo <= t[j].hi && t[j].lo <= s[i].hi {
			return true
		}
		if s[i].hi < t[j].hi {
			i++
		} else {
			j++
		}
	}
	return false
}

func (s charSet) contains(r rune) bool {
	_, found := slices.BinarySearchFunc(s, r, func(e runeRange, r rune) int {
		switch {
		case e.hi < r:
			return -1
		case e.lo > r:
			return 1
		}
		return 0
	})
	return found
}

// escapeSet returns the set of \d \D \s \S \w \W.
func escapeSet(letter, limit rune) charSet {
	switch letter {
	case 'd':
		return digitSet
	case 's':
		return spaceSet
	case 'w':
		return wordSet
	case 'D':
		return digitSet.complement(limit)
	case 'S':
		return spaceSet.complement(limit)
	default:
		return wordSet.complement(limit)
	}
}
