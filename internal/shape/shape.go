// Package shape compares the members of an object with the ones that are
// defined for its place.
package shape

import (
	"slices"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A Member is a member that is not defined where it stands.
type Member struct {
	Name       string
	Value      *strictjson.Value
	NearMissOf string // the defined name that it nearly misses, or ""
}

// NearMiss is what a finding says of a member that nearly misses a defined one.
func (m Member) NearMiss() string {
	return "member " + rule.Quote(m.Name) + " is not " + m.NearMissOf + "; it is ignored"
}

// Unknown returns the members of an object that are not in known, exactly
// compared, in document order; none for other kinds. A name nearly misses a
// known one (JSON-07) when the two are Alike.
func Unknown(v *strictjson.Value, known []string) []Member {
	var unknown []Member
	for name, value := range v.Members() {
		if slices.Contains(known, name) {
			continue
		}
		unknown = append(unknown, Member{Name: name, Value: value, NearMissOf: nearMiss(name, known)})
	}
	return unknown
}

// Numbered is the known name that another has with digits behind it, as
// "response2", or nearly has; "" where none is.
func Numbered(name string, known []string) string {
	bare := strings.TrimRight(name, "0123456789")
	if bare == name {
		return ""
	}
	for _, k := range known {
		if Alike(bare, k) {
			return k
		}
	}
	return ""
}

func nearMiss(name string, known []string) string {
	ascii, seen := IsASCII(name), ""
	if !ascii {
		seen = look(name)
	}
	for _, k := range known {
		if ascii && equalFolded(name, k) || seen != "" && seen == look(k) {
			return k
		}
	}
	return ""
}

// Alike reports whether a name is equal to a known one of ASCII after ASCII case
// folding and deleting "-" and "_"; or, where the name is not all ASCII, whether
// it looks so: hidden characters are left out, and confusable ones taken for what
// they look like.
func Alike(name, known string) bool {
	if !IsASCII(name) {
		seen := look(name)
		return seen != "" && seen == look(known)
	}
	return equalFolded(name, known)
}

func equalFolded(a, b string) bool {
	for {
		var x, y byte
		x, a = nextLetter(a)
		y, b = nextLetter(b)
		if x != y {
			return false
		}
		if x == 0 {
			return a == "" && b == ""
		}
	}
}

// nextLetter returns the next byte that counts, in lower case, and what
// follows it; 0 and "" at the end. A NUL in a name is no letter of any known
// one, so it stays in the rest and the names differ.
func nextLetter(s string) (c byte, rest string) {
	for s != "" && (s[0] == '-' || s[0] == '_') {
		s = s[1:]
	}
	if s == "" || s[0] == 0 {
		return 0, s
	}
	c = s[0]
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c, s[1:]
}
