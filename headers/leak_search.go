package headers

import (
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/uri"
)

// A Search looks for secrets in texts. What it costs follows the texts, not the
// number of secrets.
type Search struct {
	known  map[Secret]bool
	texts  map[string][]Secret
	starts map[[shortest]byte]*lengths
	first  [256]bool // bytes that some secret starts with
	short  bool      // some are shorter than a start
	full   bool      // more was added than is looked for
}

// lengths are those of the secrets with one start, each once.
type lengths struct {
	seen [secretBytes + 1]bool
	all  []int
}

// secretsKept bounds what a search looks for.
const secretsKept = 200_000

// Full reports that the search was told of more than it looks for, so that it
// proves nothing of what it did not find.
func (s *Search) Full() bool { return s.full }

// Add makes the search look for more.
func (s *Search) Add(all ...Secret) {
	if s.known == nil {
		s.known, s.texts, s.starts = make(map[Secret]bool), make(map[string][]Secret), make(map[[shortest]byte]*lengths)
	}
	for _, one := range all {
		if s.known[one] {
			continue
		}
		if len(s.known) >= secretsKept {
			s.full = true
			return
		}
		s.known[one] = true
		s.texts[one.text] = append(s.texts[one.text], one)
		s.first[one.text[0]] = true
		if len(one.text) < shortest {
			s.short = true
			continue
		}
		start := [shortest]byte([]byte(one.text[:shortest]))
		l := s.starts[start]
		if l == nil {
			l = new(lengths)
			s.starts[start] = l
		}
		if n := len(one.text); !l.seen[n] {
			l.seen[n] = true
			l.all = append(l.all, n)
		}
	}
}

// find is the first secret in a text, as it stands, with its percent escapes or
// its JSON escapes undone. beside reports that common values count although
// the text does not name their header.
func (s *Search) find(text string, beside bool) (Secret, bool) {
	if len(s.known) == 0 {
		return Secret{}, false
	}
	names := sync.OnceValue(func() string { return shape.LowerASCII(text) })
	for _, form := range forms(text) {
		for at := range len(form) {
			if !s.first[form[at]] {
				continue
			}
			for _, n := range s.lengthsAt(form[at:]) {
				if at+n > len(form) {
					continue
				}
				for _, one := range s.texts[form[at:at+n]] {
					if one.stands(form, at) && (!one.common || beside || strings.Contains(names(), shape.LowerASCII(one.header))) {
						return one, true
					}
				}
			}
		}
	}
	return Secret{}, false
}

var shortLengths = []int{1, 2, 3}

// lengthsAt are those of the secrets that may stand at the start of a text.
func (s *Search) lengthsAt(text string) []int {
	var all []int
	if s.short {
		all = shortLengths
	}
	if len(text) < shortest {
		return all
	}
	l := s.starts[[shortest]byte([]byte(text[:shortest]))]
	switch {
	case l == nil:
		return all
	case all == nil:
		return l.all
	}
	return append(all[:len(all):len(all)], l.all...)
}

// within is find for every name, text, number and boolean of a value.
func (s *Search) within(v *strictjson.Value, beside bool) (Secret, bool) {
	for name, member := range v.Members() {
		if one, found := s.find(name, beside); found {
			return one, true
		}
		if one, found := s.within(member, beside); found {
			return one, true
		}
	}
	for _, element := range v.Elements() {
		if one, found := s.within(element, beside); found {
			return one, true
		}
	}
	return s.find(v.Text(), beside)
}

// stands reports whether the secret, whose text is at an offset, is there as
// itself: not as a part of a header's name, nor of a longer word where it counts
// as a whole one.
func (one *Secret) stands(text string, at int) bool {
	end := at + len(one.text)
	if one.whole && (at > 0 && wordByte(text[at-1]) || end < len(text) && wordByte(text[end])) {
		return false
	}
	const longest = 100 // bytes of a header's name that are looked at
	from := at
	for from > 0 && at-from < longest && wordByte(text[from-1]) {
		from--
	}
	return len(text)-from < len(Prefix) || !strings.EqualFold(text[from:from+len(Prefix)], Prefix)
}

// wordByte reports whether a byte continues a word: letters, digits, what joins
// them in names, and all that is not ASCII.
func wordByte(c byte) bool {
	return c == '-' || c == '_' || c >= utf8.RuneSelf || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
}

// forms are the readings of a text that differ.
func forms(text string) []string {
	all := []string{text}
	if strings.Contains(text, "%") {
		all = append(all, uri.Unescape(text))
	}
	if strings.Contains(text, `\`) {
		all = append(all, unescape(text))
	}
	return all
}

var escapes = map[byte]byte{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', '"': '"', '\\': '\\', '/': '/'}

// unescape undoes JSON escapes wherever they stand.
func unescape(s string) string {
	var b strings.Builder
	unit := func(i int) (rune, bool) { // \uXXXX at i
		if i+6 > len(s) || s[i] != '\\' || s[i+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(s[i+2:i+6], 16, 16)
		return rune(n), err == nil
	}
	const lead, trail, end = 0xd800, 0xdc00, 0xe000
	for i := 0; i < len(s); i++ {
		if r, ok := unit(i); ok {
			i += 5
			if low, paired := unit(i + 1); r >= lead && r < trail && paired && low >= trail && low < end {
				r = (r-lead)<<10 | (low - trail) + 0x10000
				i += 6
			}
			b.WriteRune(r)
			continue
		}
		if s[i] == '\\' && i+1 < len(s) {
			if c, known := escapes[s[i+1]]; known {
				b.WriteByte(c)
				i++
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
