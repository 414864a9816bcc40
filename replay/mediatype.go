package replay

import (
	"regexp"
	"sync"
)

// mediaType is type/subtype and parameters; white space is any of Unicode's,
// and the four separators of ASCII.
var mediaType = sync.OnceValue(func() *regexp.Regexp {
	const (
		token = `[A-Za-z0-9!#$&^_.+\-]+`
		blank = `\t-\r\x1c-\x20\x85\xa0\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}`
	)
	return regexp.MustCompile(`^` + token + `/` + token + `(?:[` + blank + `]*;[` + blank + `]*[^` + blank + `=;]+=[^` + blank + `;]+)*$`)
})

// mediaTypeFault says what is wrong with a text as a MIME type.
func mediaTypeFault(s string) string {
	if !mediaType().MatchString(s) {
		return "not type/subtype with name=value parameters"
	}
	return ""
}
