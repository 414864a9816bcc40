package rule

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// quoteLimit is how many code points of a server's string a reason shows.
const quoteLimit = 64

// Quote renders a string that a server wrote for use in a reason: JSON-quoted,
// everything outside U+0020-U+007E escaped, cut at 64 code points with the
// number left out.
func Quote(s string) string {
	var b strings.Builder
	b.Grow(len(`""`) + min(len(s), quoteLimit))
	b.WriteByte('"')
	n := 0
	for i, r := range s {
		if n == quoteLimit {
			fmt.Fprintf(&b, `"…(+%d)`, utf8.RuneCountInString(s[i:]))
			return b.String()
		}
		n++
		writeEscaped(&b, r, true)
	}
	b.WriteByte('"')
	return b.String()
}

// Shorten cuts a text to a number of bytes, and shows that by an ellipsis behind
// it. What a server wrote can be as long as a document, and stand in as many
// findings as it likes.
func Shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + "…"
}

// ShortNameBytes is how long a name can be that stands beside whatever is judged.
const ShortNameBytes = 256

// ShortName is a name as it stands there, and where it is longer than that its
// beginning and a digest of all of it, which is as different from others: no two
// names are shown as one, and names are compared as often as there is something
// beside them. What is judged by its name is shown by all of it.
func ShortName(name string) string {
	if len(name) <= ShortNameBytes {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	return Shorten(name, ShortNameBytes/2) + hex.EncodeToString(sum[:])
}

// Count is a number with its noun: "1 page", "2 pages".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Named is the caller, context or the like of a name that a recording gives,
// as in `caller "guest"`; without a name it is "the unnamed caller".
func Named(kind, name string) string {
	if name == "" {
		return "the unnamed " + kind
	}
	return kind + " " + Quote(name)
}

func writeEscaped(b *strings.Builder, r rune, quoted bool) {
	switch {
	case r == '\\', quoted && r == '"':
		b.WriteByte('\\')
		b.WriteRune(r)
	case r >= 0x20 && r <= 0x7e:
		b.WriteRune(r)
	case r > 0xffff:
		r -= 0x10000
		fmt.Fprintf(b, `\u%04x\u%04x`, 0xd800+(r>>10), 0xdc00+(r&0x3ff))
	default:
		fmt.Fprintf(b, `\u%04x`, r)
	}
}

// pointerRoom is more than most pointers take.
const pointerRoom = 256

// EscapePointer renders a JSON pointer for a reason: member names in it come
// from the server, so the same escapes apply, the backslash's included: a name
// that spells out an escape must not look like the character it stands for.
// Each token is cut as in Quote. A pointer that a space or a quotation mark
// could end is quoted as a whole: what stands in it must not read as the
// reason's own words.
func EscapePointer(p string) string {
	if !strings.ContainsAny(p, ` "`) {
		return escapePath(p, false)
	}
	return `"` + escapePath(p, true) + `"`
}

// EscapePlace is EscapePointer for file:line:column, and never quoted.
func EscapePlace(place string) string { return escapePath(place, false) }

func escapePath(p string, quoted bool) string {
	var b strings.Builder
	b.Grow(min(len(p), pointerRoom))
	first := true
	for token := range strings.SplitSeq(p, "/") {
		if !first {
			b.WriteByte('/')
		}
		first = false
		n := 0
		for j, r := range token {
			if n == quoteLimit {
				fmt.Fprintf(&b, "…(+%d)", utf8.RuneCountInString(token[j:]))
				break
			}
			n++
			writeEscaped(&b, r, quoted)
		}
	}
	return b.String()
}
