// Package uri reads URIs as they stand in evidence (RFC 3986): nothing is
// resolved, and nothing is fetched.
package uri

import (
	"strconv"
	"strings"
)

// Scheme is the scheme of a URI in lower case; "" where there is none.
func Scheme(uri string) string {
	scheme, _, found := strings.Cut(uri, ":")
	if !found || scheme == "" || !isLetter(scheme[0]) {
		return ""
	}
	for i := range len(scheme) {
		if c := scheme[i]; !isLetter(c) && !isDigit(c) && c != '+' && c != '-' && c != '.' {
			return ""
		}
	}
	return strings.ToLower(scheme)
}

// IsAbsolute reports whether s is a URI of RFC 3986 section 3: it has a
// scheme, and only characters that may stand where they stand.
func IsAbsolute(s string) bool {
	scheme := Scheme(s)
	if scheme == "" {
		return false
	}
	rest, fragment, _ := strings.Cut(s[len(scheme)+1:], "#")
	path, query, _ := strings.Cut(rest, "?")
	if !isMadeOf(fragment, ":@/?") || !isMadeOf(query, ":@/?") {
		return false
	}
	if authority, found := strings.CutPrefix(path, "//"); found {
		authority, path = splitPath(authority)
		if !isAuthority(authority) {
			return false
		}
	}
	return isMadeOf(path, ":@/")
}

func splitPath(s string) (authority, path string) {
	if i := strings.IndexByte(s, '/'); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// isAuthority reports whether s is [userinfo "@"] host [":" port].
func isAuthority(s string) bool {
	if i := strings.IndexByte(s, '@'); i >= 0 {
		if !isMadeOf(s[:i], ":") {
			return false
		}
		s = s[i+1:]
	}
	host, port := s, ""
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, ']') {
		host, port = s[:i], s[i+1:]
	}
	for i := range len(port) {
		if !isDigit(port[i]) {
			return false
		}
	}
	if literal, found := strings.CutPrefix(host, "["); found {
		literal, found = strings.CutSuffix(literal, "]")
		return found && literal != "" && isMadeOf(literal, ":")
	}
	return isMadeOf(host, "")
}

// isMadeOf reports whether s holds only unreserved characters, sub-delimiters,
// percent-encoded bytes, and the extra ones.
func isMadeOf(s, extra string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isLetter(c), isDigit(c), strings.IndexByte("-._~!$&'()*+,;=", c) >= 0, strings.IndexByte(extra, c) >= 0:
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			i += 2
		default:
			return false
		}
	}
	return true
}

// Unescape replaces each percent-encoded byte once and leaves the rest as it is,
// so that any text has one. The result need not be UTF-8.
func Unescape(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(n))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// Known are schemes that are met where addresses stand: a reason may quote them.
var Known = []string{
	"https", "http", "data", "file", "javascript", "vbscript", "livescript", "mocha", "blob", "filesystem", "about", "feed", "view-source", "jar",
	"ftp", "ftps", "sftp", "ws", "wss", "git", "ssh", "s3", "gs", "ipfs", "urn", "mailto", "tel", "chrome", "chrome-extension", "resource", "ui", "mcp",
	"content", "app", "intent", "cid", "mid", "ldap", "gopher",
}
