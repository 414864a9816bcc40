package replay

import (
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"mcpreview/internal/shape"
)

// A uri is the parts of a URI, split at the first delimiters and not decoded.
type uri struct {
	scheme    string
	authority string
	path      string
	fragment  string
}

// splitURI expects a text with a scheme.
func splitURI(s string) uri {
	var u uri
	u.scheme, s, _ = strings.Cut(s, ":")
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		end := strings.IndexAny(rest, "/?#")
		if end < 0 {
			end = len(rest)
		}
		u.authority, s = rest[:end], rest[end:]
	}
	s, u.fragment, _ = strings.Cut(s, "#")
	u.path, _, _ = strings.Cut(s, "?")
	return u
}

// hostPort splits the authority as far as a port matters.
func (u uri) hostPort() (host, port string) {
	at := strings.LastIndexByte(u.authority, '@')
	host = u.authority[at+1:]
	if _, bracketed, ok := strings.Cut(host, "["); ok {
		host, port, _ = strings.Cut(bracketed, "]")
		_, port, _ = strings.Cut(port, ":")
		return host, port
	}
	host, port, _ = strings.Cut(host, ":")
	return host, port
}

var uriCharacters = characters("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789:/?#[]@!$&'()*+,;=._~%-")

func characters(set string) (t [256]bool) {
	for i := range len(set) {
		t[set[i]] = true
	}
	return t
}

var schemeStart = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)
})

// uriFault says what is wrong with a text of at most max characters as a URI of
// the profile; "" for nothing.
func uriFault(s string, max int) string {
	if s == "" || length(s) > max {
		return lengthText(max)
	}
	for i := range len(s) {
		if !uriCharacters[s[i]] {
			return "a character that is not permitted"
		}
		if s[i] == '%' && !percentEncoded(s[i:]) {
			return "an incomplete percent escape"
		}
	}
	if !schemeStart().MatchString(s) {
		return "no scheme"
	}
	return authorityFault(splitURI(s))
}

// lengthText says that a text is not of 1 to max characters.
func lengthText(max int) string {
	if max == unlimited {
		return "empty"
	}
	return "not 1 to " + strconv.Itoa(max) + " characters"
}

func percentEncoded(s string) bool {
	return len(s) >= 3 && hexDigit(s[1]) && hexDigit(s[2])
}

func hexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func authorityFault(u uri) string {
	if why := bracketFault(u.authority); why != "" {
		return why
	}
	_, port := u.hostPort()
	if port == "" {
		return ""
	}
	for i := range len(port) {
		if port[i] < '0' || port[i] > '9' {
			return "a port that is no number"
		}
	}
	if n, err := strconv.Atoi(port); err != nil || n > 65535 {
		return "a port beyond 65535"
	}
	return ""
}

var futureAddress = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^v[A-Fa-f0-9]+\..+$`)
})

// bracketFault looks at a host in brackets: an IPv6 address or one of a future
// version.
func bracketFault(authority string) string {
	_, after, open := strings.Cut(authority, "[")
	switch closed := strings.Contains(authority, "]"); {
	case open != closed:
		return "an unpaired bracket"
	case !open:
		return ""
	}
	host, _, _ := strings.Cut(after, "]")
	if strings.HasPrefix(host, "v") {
		if !futureAddress().MatchString(host) {
			return "a malformed address in brackets"
		}
		return ""
	}
	address, zone, zoned := strings.Cut(host, "%")
	ip, err := netip.ParseAddr(address)
	if err != nil || !ip.Is6() || zoned && (zone == "" || strings.Contains(zone, "%")) {
		return "no IPv6 address in brackets"
	}
	return ""
}

// rootFault says what is wrong with a text as a root.
func rootFault(s string, max int) string {
	if why := uriFault(s, max); why != "" {
		return why
	}
	u := splitURI(s)
	switch {
	case shape.LowerASCII(u.scheme) != "file":
		return "its scheme is not file"
	case u.authority == "" && u.path == "":
		return "neither host nor path"
	}
	return ""
}
