// Package mediatype reads media types as the protocol's mimeType members carry
// them.
package mediatype

import "strings"

// maxName is the longest type or subtype that can be registered (RFC 6838
// section 4.2).
const maxName = 127

// Parse returns the type and subtype of a media type in lower case
// ("image/png"), and whether s is one: restricted names of RFC 6838 section
// 4.2 and, after them, parameters in the form of RFC 9110 section 5.6.6. A
// wildcard is no media type, and nothing may stand around it.
func Parse(s string) (essence string, ok bool) {
	essence, parameters := s, ""
	if i := strings.IndexByte(s, ';'); i >= 0 {
		essence, parameters = strings.TrimRight(s[:i], " \t"), s[i:]
	}
	kind, subtype, _ := strings.Cut(essence, "/")
	if !isName(kind) || !isName(subtype) || !areParameters(parameters) {
		return "", false
	}
	return strings.ToLower(essence), true
}

func isAlphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// isName reports whether s is a restricted-name.
func isName(s string) bool {
	if s == "" || len(s) > maxName || !isAlphanumeric(s[0]) {
		return false
	}
	for i := range len(s) {
		if !isAlphanumeric(s[i]) && strings.IndexByte("!#$&-^_.+", s[i]) < 0 {
			return false
		}
	}
	return true
}

// areParameters reports whether s is a list of parameters, each after a
// semicolon; one between semicolons may be left out.
func areParameters(s string) bool {
	for s != "" {
		if s[0] != ';' {
			return false
		}
		s = strings.TrimLeft(s[1:], " \t")
		if s == "" || s[0] == ';' {
			continue
		}
		name := tokenLength(s)
		if name == 0 || name == len(s) || s[name] != '=' {
			return false
		}
		s = s[name+1:]
		value := tokenLength(s)
		if value == 0 {
			value = quotedLength(s)
		}
		if value == 0 {
			return false
		}
		s = strings.TrimLeft(s[value:], " \t")
	}
	return true
}

// tokenLength is the length of the token that s starts with; 0 without one.
func tokenLength(s string) int {
	for i := range len(s) {
		if !isAlphanumeric(s[i]) && strings.IndexByte("!#$%&'*+-.^_`|~", s[i]) < 0 {
			return i
		}
	}
	return len(s)
}

// quotedLength is the length of the quoted string that s starts with; 0
// without one. Only visible ASCII, spaces and tabs stand in it.
func quotedLength(s string) int {
	if s == "" || s[0] != '"' {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return i + 1
		case c != '\t' && (c < 0x20 || c > 0x7e):
			return 0
		case c == '\\':
			if i++; i == len(s) || s[i] != '\t' && (s[i] < 0x20 || s[i] > 0x7e) {
				return 0
			}
		}
	}
	return 0
}
