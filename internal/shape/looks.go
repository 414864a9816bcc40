package shape

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/mtibben/confusables"
)

// Skeleton is a name as it looks (UTS #39, 4): characters that show nothing are
// left out, those that look alike become one. Two names look the same where
// their skeletons are equal; in ASCII those are 0 and O, 1, I, l and |, rn and m.
func Skeleton(name string) string {
	if IsASCII(name) {
		return skeletonASCII(name)
	}
	return confusables.Skeleton(visible(name))
}

// asciiLooks are the skeletons of the ASCII characters.
var asciiLooks = sync.OnceValue(func() (looks [utf8.RuneSelf]string) {
	for c := range looks {
		looks[c] = confusables.Skeleton(string(rune(c)))
	}
	return looks
})

func skeletonASCII(name string) string {
	looks := asciiLooks()
	var b strings.Builder
	b.Grow(len(name) + 8)
	for i := range len(name) {
		b.WriteString(looks[name[i]])
	}
	return b.String()
}

// IsASCII reports whether a name is of ASCII characters alone.
func IsASCII(name string) bool {
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// visible is a name without the characters that show nothing.
func visible(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			return -1
		}
		return r
	}, name)
}

// look is a name as one sees it who minds neither case nor "-" and "_"; "" for
// one that surely looks like no known name.
func look(name string) string {
	if hasIdeograph(name) {
		return ""
	}
	shown := separators.Replace(visible(name))
	if len(shown) > longestKnown*utf8.UTFMax {
		return ""
	}
	return strings.ToLower(Skeleton(strings.ToLower(shown)))
}

// longestKnown is more characters than any known name has; each character of a
// name gives its skeleton one at least.
const longestKnown = 64

var separators = strings.NewReplacer("-", "", "_", "")

// hasIdeograph reports whether a name has a character that looks like no letter
// of ASCII, whatever the others are: a Chinese or Korean one.
func hasIdeograph(name string) bool {
	for _, r := range name {
		if r >= 0x4e00 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3 {
			return true
		}
	}
	return false
}

// A Dictionary finds the known name that another nearly misses.
type Dictionary struct{ folded, looks map[string]string }

// NewDictionary makes the dictionary of known names, all of ASCII.
func NewDictionary(known []string) *Dictionary {
	d := &Dictionary{make(map[string]string, len(known)), make(map[string]string, len(known))}
	for _, k := range known {
		d.folded[fold(k)], d.looks[look(k)] = k, k
	}
	return d
}

// NearMiss is the known name that a name is Alike and not equal to, or "".
func (d *Dictionary) NearMiss(name string) string {
	near := d.folded[fold(name)]
	if near == "" && !IsASCII(name) {
		near = d.looks[look(name)]
	}
	if near == name {
		return ""
	}
	return near
}

// LowerASCII folds case as header names, schemes and tool names are compared:
// A to Z only, whatever else the text holds.
func LowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// fold is a name in ASCII lower case without "-" and "_".
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '-' || r == '_':
			return -1
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, name)
}
