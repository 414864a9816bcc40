package replay

import (
	"regexp"
	"strings"
	"sync"
)

// expression is what RFC 6570 allows between braces, operators reserved for
// extensions left out.
var expression = sync.OnceValue(func() *regexp.Regexp {
	const (
		char     = `(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})`
		name     = char + `+(?:\.` + char + `+)*`
		variable = name + `(?:\*|:[1-9][0-9]{0,3})?`
	)
	return regexp.MustCompile(`^[+#./;?&]?` + variable + `(?:,` + variable + `)*$`)
})

// templateFault says what is wrong with a text of at most max characters as a
// URI template; "" for nothing. What it expands to must be a URI, so that a
// template without a scheme cannot stand for one.
func templateFault(s string, max int) string {
	if s == "" || length(s) > max {
		return lengthText(max)
	}
	var expanded strings.Builder
	rest, found := s, false
	for {
		literal, after, open := strings.Cut(rest, "{")
		if strings.Contains(literal, "}") {
			return "a brace that nothing opens"
		}
		expanded.WriteString(literal)
		if !open {
			break
		}
		inner, next, closed := strings.Cut(after, "}")
		if !closed || !expression().MatchString(inner) {
			return "a malformed expression"
		}
		expanded.WriteString("sample")
		rest, found = next, true
	}
	if !found {
		return "no expression"
	}
	if why := uriFault(expanded.String(), max); why != "" {
		return "its expansion is no URI: " + why
	}
	return ""
}
