package hidden

import "unicode"

// The characters that join or separate letters.
const (
	zeroWidthNonJoiner = 0x200c
	zeroWidthJoiner    = 0x200d
	vowelSeparator     = 0x180e // Mongolian
	textStyle          = 0xfe0e
	emojiStyle         = 0xfe0f
)

// joinerScripts are those whose spelling needs zero-width joiners and
// non-joiners (Unicode Standard, chapters 9 and 12 to 16; UAX #31, 2.3).
var joinerScripts = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mandaic, unicode.Nko, unicode.Mongolian, unicode.Adlam,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
	unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Tibetan, unicode.Myanmar,
	unicode.Khmer, unicode.Balinese, unicode.Javanese, unicode.Sundanese, unicode.Tai_Tham, unicode.Cham,
	unicode.Kaithi, unicode.Grantha, unicode.Newa, unicode.Tirhuta, unicode.Modi, unicode.Sharada,
	unicode.Brahmi, unicode.Chakma, unicode.Meetei_Mayek, unicode.Saurashtra, unicode.Syloti_Nagri,
}

var rightToLeftScripts = []*unicode.RangeTable{
	unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Samaritan,
	unicode.Mandaic, unicode.Adlam, unicode.Hanifi_Rohingya,
}

// isRightToLeft asks for letters: some direction marks belong to a script, too.
func isRightToLeft(r rune) bool {
	return r >= 0x590 && unicode.IsLetter(r) && unicode.In(r, rightToLeftScripts...)
}

// isJoining reports whether a character is a letter, mark or digit of a script
// that is spelled with joiners.
func isJoining(r rune) bool { return r >= 0x600 && isWordPart(r) && unicode.In(r, joinerScripts...) }

func isWordPart(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.Nd) }

// joins reports whether a single zero-width character stands where spelling
// puts it. A non-joiner may also follow a foreign word that takes a Persian
// suffix, and a joiner may end a word (Malayalam, abbreviations in Persian).
func (t text) joins(i int) bool {
	previous, next := t.at(i-1), t.at(i+1)
	switch t.runes[i] {
	case zeroWidthJoiner:
		if isPictograph(next) && isPictograph(t.emojiBefore(i)) {
			return true
		}
		fallthrough
	case zeroWidthNonJoiner:
		return isJoining(previous) || isJoining(next) && isWordPart(previous)
	case vowelSeparator:
		return unicode.Is(unicode.Mongolian, previous) && unicode.Is(unicode.Mongolian, next)
	case 0x115f, 0x1160: // fillers that complete a Hangul syllable
		return isJamo(previous) || isJamo(next)
	}
	return false
}

// emojiBefore is the emoji that ends before an index, without its style and
// skin tone.
func (t text) emojiBefore(i int) rune {
	i--
	for t.at(i) == emojiStyle || isSkinTone(t.at(i)) {
		i--
	}
	return t.at(i)
}

func isSkinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

func isJamo(r rune) bool {
	return r >= 0x1100 && r <= 0x11ff && r != 0x115f && r != 0x1160 ||
		r >= 0xa960 && r <= 0xa97f || r >= 0xd7b0 && r <= 0xd7ff
}

// selects reports whether a variation selector stands alone after a character
// that has variants (StandardizedVariants.txt, emoji-variation-sequences.txt,
// ideographic variation sequences).
func (t text) selects(i int) bool {
	if unicode.Is(unicode.Variation_Selector, t.at(i-1)) || unicode.Is(unicode.Variation_Selector, t.at(i+1)) {
		return false
	}
	base, r := t.at(i-1), t.runes[i]
	switch {
	case r == emojiStyle || r == textStyle:
		return hasEmojiStyle(base)
	case r >= 0xfe00 && r <= 0xfe02:
		return unicode.In(base, unicode.Han, unicode.Sm, unicode.Myanmar, unicode.Phags_Pa) || isEastAsianPunctuation(base)
	case r >= 0x180b && r <= 0x180f:
		return unicode.Is(unicode.Mongolian, base)
	case r >= 0xe0100:
		return unicode.Is(unicode.Han, base)
	}
	return false
}

// hasEmojiStyle accepts every symbol, more than the published sequences: which
// symbols are emoji changes yearly, and writers put the selector after others.
func hasEmojiStyle(base rune) bool {
	return isPictograph(base) || isSkinTone(base) || unicode.In(base, unicode.So, unicode.Sm) ||
		base >= '0' && base <= '9' || base == '#' || base == '*'
}

func isEastAsianPunctuation(r rune) bool {
	return r >= 0x3001 && r <= 0x3002 || r >= 0xff01 && r <= 0xff1f && !unicode.IsLetter(r)
}

// flags are the registered emoji tag sequences (UTS #51, 1.4.9): the letters
// that follow a black flag for England, Scotland and Wales.
var flags = []string{"gbeng", "gbsct", "gbwls"}

// flagLength is the number of characters of the emoji tag sequence that the
// runes start with, 0 where they start with none.
func flagLength(runes []rune) int {
	const blackFlag, tag, cancel = 0x1f3f4, 0xe0000, 0xe007f
	if runes[0] != blackFlag {
		return 0
	}
	for _, letters := range flags {
		n := 1 + len(letters) + 1
		if len(runes) < n || runes[n-1] != cancel {
			continue
		}
		same := true
		for i := range len(letters) {
			same = same && runes[1+i] == tag+rune(letters[i])
		}
		if same {
			return n
		}
	}
	return 0
}

func isPictograph(r rune) bool { return r >= 0xa9 && unicode.Is(pictographs, r) }

// pictographs is the property Extended_Pictographic (UTS #51, emoji-data.txt
// 15.1), which reserves the places of emoji to come.
var pictographs = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00a9, 0x00a9, 1}, {0x00ae, 0x00ae, 1}, {0x203c, 0x203c, 1}, {0x2049, 0x2049, 1}, {0x2122, 0x2122, 1},
		{0x2139, 0x2139, 1}, {0x2194, 0x2199, 1}, {0x21a9, 0x21aa, 1}, {0x231a, 0x231b, 1}, {0x2328, 0x2328, 1},
		{0x2388, 0x2388, 1}, {0x23cf, 0x23cf, 1}, {0x23e9, 0x23f3, 1}, {0x23f8, 0x23fa, 1}, {0x24c2, 0x24c2, 1},
		{0x25aa, 0x25ab, 1}, {0x25b6, 0x25b6, 1}, {0x25c0, 0x25c0, 1}, {0x25fb, 0x25fe, 1}, {0x2600, 0x2605, 1},
		{0x2607, 0x2612, 1}, {0x2614, 0x2685, 1}, {0x2690, 0x2705, 1}, {0x2708, 0x2712, 1}, {0x2714, 0x2714, 1},
		{0x2716, 0x2716, 1}, {0x271d, 0x271d, 1}, {0x2721, 0x2721, 1}, {0x2728, 0x2728, 1}, {0x2733, 0x2734, 1},
		{0x2744, 0x2744, 1}, {0x2747, 0x2747, 1}, {0x274c, 0x274c, 1}, {0x274e, 0x274e, 1}, {0x2753, 0x2755, 1},
		{0x2757, 0x2757, 1}, {0x2763, 0x2767, 1}, {0x2795, 0x2797, 1}, {0x27a1, 0x27a1, 1}, {0x27b0, 0x27b0, 1},
		{0x27bf, 0x27bf, 1}, {0x2934, 0x2935, 1}, {0x2b05, 0x2b07, 1}, {0x2b1b, 0x2b1c, 1}, {0x2b50, 0x2b50, 1},
		{0x2b55, 0x2b55, 1}, {0x3030, 0x3030, 1}, {0x303d, 0x303d, 1}, {0x3297, 0x3297, 1}, {0x3299, 0x3299, 1},
	},
	R32: []unicode.Range32{
		{0x1f000, 0x1f0ff, 1}, {0x1f10d, 0x1f10f, 1}, {0x1f12f, 0x1f12f, 1}, {0x1f16c, 0x1f171, 1},
		{0x1f17e, 0x1f17f, 1}, {0x1f18e, 0x1f18e, 1}, {0x1f191, 0x1f19a, 1}, {0x1f1ad, 0x1f1e5, 1},
		{0x1f201, 0x1f20f, 1}, {0x1f21a, 0x1f21a, 1}, {0x1f22f, 0x1f22f, 1}, {0x1f232, 0x1f23a, 1},
		{0x1f23c, 0x1f23f, 1}, {0x1f249, 0x1f3fa, 1}, {0x1f400, 0x1f53d, 1}, {0x1f546, 0x1f64f, 1},
		{0x1f680, 0x1f6ff, 1}, {0x1f774, 0x1f77f, 1}, {0x1f7d5, 0x1f7ff, 1}, {0x1f80c, 0x1f80f, 1},
		{0x1f848, 0x1f84f, 1}, {0x1f85a, 0x1f85f, 1}, {0x1f888, 0x1f88f, 1}, {0x1f8ae, 0x1f8ff, 1},
		{0x1f90c, 0x1f93a, 1}, {0x1f93c, 0x1f945, 1}, {0x1f947, 0x1faff, 1}, {0x1fc00, 0x1fffd, 1},
	},
	LatinOffset: 2,
}
