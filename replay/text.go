package replay

import (
	"fmt"

	"mcpreview/internal/strictjson"
)

// Text is a string of a fixture. Other than a Go string that holds UTF-8 it
// keeps unpaired surrogates.
type Text string

// MarshalJSON writes an unpaired surrogate as the escape that it was.
func (t Text) MarshalJSON() ([]byte, error) {
	out := []byte{'"'}
	rest := string(t)
	for {
		at := surrogateAt(rest)
		quoted := strictjson.AppendQuoted(nil, rest[:at])
		out = append(out, quoted[1:len(quoted)-1]...)
		if at == len(rest) {
			return append(out, '"'), nil
		}
		out = fmt.Appendf(out, `\u%04x`, 0xd000|uint(rest[at+1]&0x3f)<<6|uint(rest[at+2]&0x3f))
		rest = rest[at+3:]
	}
}

// surrogateAt is where the three bytes of a surrogate start in s; its length
// where none do. No character of UTF-8 starts like that.
func surrogateAt(s string) int {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == 0xed && s[i+1] >= 0xa0 {
			return i
		}
	}
	return len(s)
}
