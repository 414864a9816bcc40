// Package hidden finds characters that a reader does not see and that a model
// or a terminal still takes in: controls, bidirectional overrides, tag
// characters, zero-width characters, private use, misplaced variation
// selectors. It knows where such characters are ordinary spelling (emoji
// sequences, joiners inside Arabic and Indic words) and leaves those alone.
package hidden

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"mcpreview/internal/rule"
)

// The classes of hidden characters, as reasons name them.
const (
	Control       = "control" // and the line and paragraph separators
	Bidirectional = "bidirectional"
	Tag           = "tag"
	ZeroWidth     = "zero-width"
	PrivateUse    = "private use" // and noncharacters, which are private by definition
	VariationRun  = "variation selector run"
)

// A Hit is one hidden character.
type Hit struct {
	Rune  rune
	At    int    // index in code points, from 0
	Class string // one of the class constants
}

// Find returns the hidden characters of a text in order; nil where there are
// none. Tab, line feed, carriage return and the separators U+2028 and U+2029 are
// no hidden characters: they only break lines.
func Find(s string) []Hit {
	if plain(s) {
		return nil
	}
	t := text{runes: []rune(s)}
	t.rightToLeft = slices.ContainsFunc(t.runes, isDirectionMark) && slices.ContainsFunc(t.runes, isRightToLeft)
	var hits []Hit
	for i := 0; i < len(t.runes); i++ {
		if n := flagLength(t.runes[i:]); n > 0 {
			i += n - 1
			continue
		}
		if class := t.class(i); class != "" {
			hits = append(hits, Hit{Rune: t.runes[i], At: i, Class: class})
		}
	}
	return hits
}

// Describe is the clause that a reason says of hits: the first one, how many
// there are, and the text that tag characters spell, quoted as hostile.
// It must not be called without a hit.
func Describe(hits []Hit) string {
	s := Locate(hits)
	if spelled := tagText(hits); spelled != "" {
		s += "; the tag characters spell " + rule.Quote(spelled)
	}
	return s
}

// Locate is Describe without any of the text, for what may be withheld.
func Locate(hits []Hit) string {
	first := hits[0]
	s := fmt.Sprintf("U+%04X at %d (%s)", first.Rune, first.At, first.Class)
	if len(hits) > 1 {
		s += fmt.Sprintf(", one of %d hidden characters", len(hits))
	}
	return s
}

// tagText decodes tag characters, each of which stands for the ASCII character
// in its low seven bits.
func tagText(hits []Hit) string {
	var b strings.Builder
	for _, h := range hits {
		if h.Class == Tag && h.Rune >= 0xe0020 && h.Rune < 0xe007f {
			b.WriteByte(byte(h.Rune & 0x7f))
		}
	}
	return b.String()
}

// innocent are ranges of characters that are never hidden, whatever stands
// around them; what is outside them is looked at closely.
var innocent = [...]struct{ from, to rune }{
	{0xa0, 0xac}, {0xae, 0x02ff}, // Latin
	{0x0370, 0x0589},   // Greek, Cyrillic, Armenian
	{0x2010, 0x2027},   // punctuation, up to the line separators
	{0x2030, 0x205e},   // more of it
	{0x2070, 0x27bf},   // symbols
	{0x3001, 0x3163},   // Japanese
	{0x3165, 0xd7af},   // Chinese, Korean
	{0x1f300, 0x1faff}, // pictographs
}

// plain reports whether the text holds none but innocent characters, which is
// so of nearly every text.
func plain(s string) bool {
next:
	for _, r := range s {
		if r >= 0x20 && r < 0x7f || isLayout(r) {
			continue
		}
		for _, g := range innocent {
			if r >= g.from && r <= g.to {
				continue next
			}
		}
		return false
	}
	return true
}

func isLayout(r rune) bool { return r == '\t' || r == '\n' || r == '\r' }

type text struct {
	runes       []rune
	rightToLeft bool // there are direction marks, and right-to-left letters that call for them
}

// at is the character at an index, or -1 outside the text.
func (t text) at(i int) rune {
	if i < 0 || i >= len(t.runes) {
		return -1
	}
	return t.runes[i]
}

// class is the class of the character at an index, "" where it is in order.
func (t text) class(i int) string {
	r := t.runes[i]
	switch {
	case r < 0xa0:
		if unicode.IsControl(r) && !isLayout(r) {
			return Control
		}
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return Bidirectional
	case r > 0x3164 && r < 0xd7b0: // most of Chinese, Japanese and Korean: nothing hidden here
	case isDirectionMark(r):
		if !t.rightToLeft || t.inRun(i) {
			return Bidirectional
		}
	case r >= 0xe0000 && r <= 0xe007f:
		return Tag
	case unicode.Is(unicode.Variation_Selector, r):
		if !t.selects(i) {
			return VariationRun
		}
	case isIgnorable(r):
		if t.inRun(i) || !t.joins(i) {
			return ZeroWidth
		}
	case unicode.Is(unicode.Co, r), unicode.Is(unicode.Noncharacter_Code_Point, r):
		return PrivateUse
	}
	return ""
}

func isDirectionMark(r rune) bool { return r == 0x200e || r == 0x200f || r == 0x061c }

// isIgnorable reports whether a character has no width and no glyph of its own
// (Default_Ignorable_Code_Point, and the interlinear annotation characters).
func isIgnorable(r rune) bool {
	if unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
		return true
	}
	return unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) &&
		(r < 0x13430 || r > 0x1345f) // Egyptian hieroglyph layout, which is visible
}

// inRun reports whether a zero-width character stands next to another one.
func (t text) inRun(i int) bool { return isIgnorable(t.at(i-1)) || isIgnorable(t.at(i+1)) }
