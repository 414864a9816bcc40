package replay

import (
	"math/big"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// specURIFault says what is wrong with a text as a URI of RFC 3986; "" for
// nothing. Ports are bounded as those of TCP are.
func specURIFault(s string, max int) string {
	if why := uriFault(s, max); why != "" {
		return why
	}
	u := splitURI(s)
	switch host := authorityHost(u.authority); {
	case strings.Contains(u.fragment, "#"):
		return "a second fragment"
	case strings.Count(s, "[")+strings.Count(s, "]") != strings.Count(host, "[")+strings.Count(host, "]"):
		return "a bracket outside a host"
	case strings.Count(u.authority, "@") > 1:
		return "a second @ in the authority"
	case strings.ContainsAny(host, "[]") && !bracketedHost(host):
		return "no IP literal in brackets"
	}
	return ""
}

// authorityHost is the host of an authority with its brackets, and what stands
// around those, but without user information and port.
func authorityHost(authority string) string {
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	if end := strings.LastIndexByte(host, ']'); end >= 0 {
		if colon := strings.IndexByte(host[end:], ':'); colon >= 0 {
			return host[:end+colon]
		}
		return host
	}
	host, _, _ = strings.Cut(host, ":")
	return host
}

var futureLiteral = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$`)
})

// bracketedHost reports whether a host is an IP literal and nothing else.
func bracketedHost(host string) bool {
	inner, open := strings.CutPrefix(host, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !open || !closed {
		return false
	}
	ip, err := netip.ParseAddr(inner)
	return err == nil && ip.Is6() && ip.Zone() == "" || futureLiteral().MatchString(inner)
}

// specWebURLFault says what is wrong with a text as the address of a web page
// that a user is sent to.
func specWebURLFault(s string) string {
	if why := specURIFault(s, unlimited); why != "" {
		return why
	}
	u := splitURI(s)
	host, _ := u.hostPort()
	switch {
	case shape.LowerASCII(u.scheme) != "https":
		return "its scheme is not https"
	case strings.Contains(u.authority, "@"):
		return "it has user information"
	case host == "":
		return "no host"
	}
	return ""
}

// specRootFault says what is wrong with a text as a root: a file URI that
// cannot lead out of itself.
func specRootFault(s string, max int) string {
	if why := specURIFault(s, max); why != "" {
		return why
	}
	u := splitURI(s)
	switch {
	case shape.LowerASCII(u.scheme) != "file":
		return "its scheme is not file"
	case !strings.HasPrefix(s[len("file:"):], "//"):
		return "its scheme is not followed by //"
	case u.authority == "" && u.path == "":
		return "neither host nor path"
	}
	for _, segment := range strings.FieldsFunc(unescapeDots(u.path), func(r rune) bool { return r == '/' }) {
		if segment == "." || segment == ".." {
			return "a dot segment"
		}
	}
	return ""
}

// unescapeDots decodes the escapes that can hide a dot segment: of dots and
// slashes.
func unescapeDots(path string) string {
	return strings.NewReplacer("%2e", ".", "%2E", ".", "%2f", "/", "%2F", "/", "%5c", "/", "%5C", "/").Replace(path)
}

// specMediaType is a media type of RFC 9110, section 8.3.1.
var specMediaType = sync.OnceValue(func() *regexp.Regexp {
	const (
		token  = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
		quoted = `"(?:[\t \x21\x23-\x5b\x5d-\x7e\x{80}-\x{10ffff}]|\\[\t \x21-\x7e\x{80}-\x{10ffff}])*"`
	)
	return regexp.MustCompile(`^` + token + `/` + token + `(?:[ \t]*;[ \t]*(?:` + token + `=(?:` + token + `|` + quoted + `))?)*$`)
})

func specMediaTypeFault(s string) string {
	if !specMediaType().MatchString(s) {
		return "not type/subtype with parameters that are tokens or quoted strings"
	}
	return ""
}

// literal is what RFC 6570 allows outside expressions: anything but controls,
// blanks and " ' < > \ ^ ` { | }, and percent signs only as escapes.
var literal = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^(?:[^\\x00-\\x20\\x7f-\\x{9f}\"'%<>\\\\^`{|}\\x{fffe}\\x{ffff}]|%[0-9A-Fa-f]{2})*$")
})

// specTemplateFault says what is wrong with a text as a URI template of RFC
// 6570 that has a scheme.
func specTemplateFault(s string, max int) string {
	if s == "" || length(s) > max {
		return lengthText(max)
	}
	rest, start := s, ""
	for {
		text, after, open := strings.Cut(rest, "{")
		if !literal().MatchString(text) {
			return "a character that no literal may hold"
		}
		if start += text; !open {
			break
		}
		inner, next, closed := strings.Cut(after, "}")
		if !closed || !expression().MatchString(inner) {
			return "a malformed expression"
		}
		start += "x"
		rest = next
	}
	if !schemeStart().MatchString(start) {
		return "no scheme"
	}
	return ""
}

// sameAudience compares resource identifiers as RFC 3986 does at least: scheme
// and host in any case, and the rest exactly.
func sameAudience(given, protected string) bool {
	return canonicalAudience(given) == canonicalAudience(protected)
}

func canonicalAudience(s string) string {
	u := splitURI(s)
	rest := s[len(u.scheme):]
	if u.authority == "" {
		return shape.LowerASCII(u.scheme) + rest
	}
	at := len("://") + strings.LastIndexByte(u.authority, '@') + 1
	end := len("://") + len(u.authority)
	return shape.LowerASCII(u.scheme) + rest[:at] + shape.LowerASCII(rest[at:end]) + rest[end:]
}

var rfc3339 = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$`)
})

// instant is the time that a text of RFC 3339 names. A leap second counts as
// the second before it.
func instant(s string) (time.Time, bool) {
	if !rfc3339().MatchString(s) {
		return time.Time{}, false
	}
	s = strings.ToUpper(s)
	if second := len("2006-01-02T15:04:"); s[second:second+2] == "60" {
		s = s[:second] + "59" + s[second+2:]
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	return t, err == nil
}

func isInstant(s string) bool {
	_, ok := instant(s)
	return ok
}

// integral is the number at n where it is a whole one, however it is written.
func integral(n node) (*big.Int, bool) {
	if i, ok := n.integer(); ok {
		return i, true
	}
	if !n.is(strictjson.Number) {
		return nil, false
	}
	d := strictjson.ParseDecimal(n.doc.Source(n.v))
	if !d.IsInteger() {
		return nil, false
	}
	return new(big.Int).SetString(d.String(), 10) // its zeros are bounded by specDocument
}

// Icons are fetched or decoded by whoever shows them; everything but https and
// data reaches further than a picture should.
func specIconSource(uri string) (why string, fatal bool) {
	switch shape.LowerASCII(splitURI(uri).scheme) {
	case "https", "data":
		return "", false
	case "http":
		return "is not fetched over https", false
	}
	return "must be an https or data URI", true
}

var iconSizes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:any|[1-9][0-9]*x[1-9][0-9]*)$`)
})

// maxExponent is the largest exponent of a number literal, absolute.
const maxExponent = 400

// specDocument refuses numbers that no double holds, and strings that UTF-8
// cannot carry.
func specDocument(doc *strictjson.Document) *FileError {
	for _, f := range doc.Faults {
		if f.Kind == strictjson.LoneSurrogate {
			return faultAt(doc, f.Offset, 4, "an unpaired surrogate escape")
		}
	}
	if n := boundless(node{doc, doc.Root}); n.present() {
		return n.breaks(4, "non-finite number: beyond what a double holds, or with an exponent beyond "+strconv.Itoa(maxExponent)).refuses()
	}
	return nil
}

// boundless is the first number with a fraction or exponent that is infinite
// as a double, or whose exponent is beyond any use.
func boundless(n node) node {
	if n.is(strictjson.Number) {
		text := n.doc.Source(n.v)
		mantissa, exponent, scientific := strings.Cut(strings.ToLower(text), "e")
		if e, err := strconv.Atoi(exponent); scientific && (err != nil || e > maxExponent || e < -maxExponent) {
			return n
		}
		if _, finite := n.finite(); !finite && (scientific || strings.Contains(mantissa, ".")) {
			return n
		}
		return node{}
	}
	for _, e := range n.elements() {
		if found := boundless(e); found.present() {
			return found
		}
	}
	for _, m := range n.members() {
		if found := boundless(m); found.present() {
			return found
		}
	}
	return node{}
}
