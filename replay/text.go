package replay

import (
	"fmt"
	"unicode/utf8"

	"mcpreview/internal/strictjson"
)

// Text is a string of a fixture. Other than a Go string that holds UTF-8 it
// keeps unpaired surrogates.
type Text string

// MarshalJSON writes an unpaired surrogate as the escape that it was.
func (t Text) MarshalJSON() ([]byte, error) {
	out := []byte{'"'}
	s := string(t)
	for from, i := 0, 0; i <= len(s); {
		lone := i < len(s) && isSurrogate(s[i:])
		if lone || i == len(s) {
			quoted := strictjson.AppendQuoted(nil, s[from:i])
			out = append(out, quoted[1:len(quoted)-1]...)
		}
		switch {
		case i == len(s):
			return append(out, '"'), nil
		case lone:
			out = fmt.Appendf(out, `\u%04x`, 0xd000|uint(s[i+1]&0x3f)<<6|uint(s[i+2]&0x3f))
			i += 3
			from = i
		default:
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
		}
	}
	panic("unreachable")
}

// isSurrogate reports whether s starts with the three bytes of a surrogate.
func isSurrogate(s string) bool {
	return len(s) >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf && s[2]&0xc0 == 0x80
}
