package strictjson

import (
	"iter"
	"strings"
)

// EscapeToken escapes a member name for use in a JSON pointer (RFC 6901).
func EscapeToken(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// Tokens yields the unescaped reference tokens of a JSON pointer (RFC 6901).
func Tokens(pointer string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for pointer != "" {
			pointer = strings.TrimPrefix(pointer, "/")
			token, rest, more := strings.Cut(pointer, "/")
			if strings.IndexByte(token, '~') >= 0 {
				token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
			}
			if !yield(token) || !more {
				return
			}
			pointer = "/" + rest
		}
	}
}
