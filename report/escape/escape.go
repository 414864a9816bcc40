// Package escape makes text that a server wrote safe to show, one function a
// medium. Every byte of it is taken for an attack on the reader, the terminal
// or the page: what cannot be seen is shown as an escape, and what a medium
// would act on is put out of its reach.
package escape

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks is how many combining marks in a row are shown on one letter; real
// orthographies need no more, and more of them paint over neighbouring lines.
const maxMarks = 2

// ellipsis stands where text was cut; the number of code points left out
// follows it.
const ellipsis = "…"

// Visible returns s with every code point that a reader could not see, or that
// changes how its neighbours are seen, as <U+XXXX>: controls, format and
// bidirectional characters, tags, unassigned and private ones, white space
// other than single inner spaces, stacked or stray combining marks. A literal
// "<U+" in s has its "<" escaped too, so that nothing can pass for an escape,
// and so has the second of two "#": what runs builds looks for commands behind
// them, ##[name] or ##vso[name], anywhere in what is printed. At most limit characters are shown; left is the number of code points of s
// that were not.
func Visible(s string, limit int) (shown string, left int) {
	return visible(s, limit, func(i int, r rune) bool { return hidden(r) || repeats(s, i, '#') })
}

// repeats reports whether the byte at i is c for the second time in a row.
func repeats(s string, i int, c byte) bool { return i > 0 && s[i] == c && s[i-1] == c }

func visible(s string, limit int, hide func(i int, r rune) bool) (shown string, left int) {
	if plain(s) && len(s) <= limit {
		return s, 0
	}
	var b strings.Builder
	width, marks := 0, maxMarks // a mark with nothing before it is stray
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		unit := s[i : i+size]
		switch {
		case r == utf8.RuneError && size == 1:
			unit, marks = fmt.Sprintf("<0x%02X>", s[i]), maxMarks
		case unicode.Is(unicode.M, r) && marks < maxMarks && !hide(i, r):
			marks++
		case unicode.Is(unicode.M, r), hide(i, r), r == ' ' && strayspace(s, i), r == '<' && strings.HasPrefix(s[i:], "<U+"):
			unit, marks = codePoint(r), maxMarks
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			marks = 0
		default:
			marks = maxMarks
		}
		n := utf8.RuneCountInString(unit)
		if width+n > limit {
			return b.String(), utf8.RuneCountInString(s[i:])
		}
		b.WriteString(unit)
		width += n
		i += size
	}
	return b.String(), 0
}

func codePoint(r rune) string { return fmt.Sprintf("<U+%04X>", r) }

// plain reports whether s is made of ASCII that needs no escape at all: the
// common case.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < 0x20 || c > 0x7e || c == '<' || c == ' ' && strayspace(s, i) || repeats(s, i, '#') || repeats(s, i, ':') {
			return false
		}
	}
	return true
}

// strayspace reports whether the space at i is one that a reader would miss:
// leading, trailing or repeated.
func strayspace(s string, i int) bool {
	return i == 0 || i == len(s)-1 || s[i-1] == ' '
}

// blanks are letters and symbols of no visible shape. The other invisible
// characters are known by their Unicode properties.
const blanks = "\u2800\ufffc"

func hidden(r rune) bool {
	if r < 0x7f {
		return r < 0x20
	}
	return !unicode.IsPrint(r) ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
		strings.ContainsRune(blanks, r)
}

// rightToLeft are the blocks whose characters some terminals reorder a whole
// line by, and with it the columns of a table.
var rightToLeft = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x0590, Hi: 0x08ff, Stride: 1}, {Lo: 0xfb1d, Hi: 0xfdff, Stride: 1}, {Lo: 0xfe70, Hi: 0xfeff, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x10800, Hi: 0x10fff, Stride: 1}, {Lo: 0x1e800, Hi: 0x1efff, Stride: 1}},
}

// Terminal returns s as one line for a terminal: as Visible does, with
// right-to-left letters escaped too, and what was cut stated. In the log of a
// build a line that begins with two colons is a command, and a name may come to
// stand at the beginning of one, so the second of two is escaped as well.
func Terminal(s string, limit int) string {
	shown, left := visible(s, limit, func(i int, r rune) bool {
		return hidden(r) || unicode.Is(rightToLeft, r) || repeats(s, i, '#') || repeats(s, i, ':')
	})
	return shown + Left(left)
}

// Left is the mark that ends text of which n code points are not shown; ""
// where n is 0.
func Left(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s(+%d)", ellipsis, n)
}

// JSON returns valid JSON text with every hidden character of its strings as a
// \u escape, and the second of two "#" for the reason that Visible gives. The
// value is unchanged.
func JSON(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		c := text[i]
		twice := c == '#' && i > 0 && text[i-1] == '#'
		if c < utf8.RuneSelf && c != 0x7f && !twice {
			out = append(out, c)
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case !hidden(r) && !twice:
			out = append(out, text[i:i+size]...)
		case r > 0xffff:
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		i += size
	}
	return out
}
