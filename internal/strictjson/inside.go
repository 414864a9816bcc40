package strictjson

import (
	"sort"
	"strconv"
	"sync"
	"unicode/utf8"

	"mcpreview/internal/rule"
)

// A Literal is a string of a document whose text is itself a document, such as
// a body in a recording. It finds places in the file for offsets in the text.
type Literal struct {
	at      rule.Location // of the string
	literal string        // as it stands in the file, quotes included
	once    sync.Once
	marks   []mark
}

// A mark is a character's offset in the literal and in the text, and how many
// code points of the literal stand before it.
type mark struct{ raw, text, points int32 }

// In is the string as a document of its own.
func (d *Document) In(s *Value) *Literal {
	return &Literal{at: d.Locate(s), literal: d.Source(s)}
}

// Place is where an offset in the string's text stands in the file; pointer is
// that of the innermost value there, in the text.
func (l *Literal) Place(offset int, pointer string) rule.Location {
	at := l.at
	if at.Inside == "" { // else the literal is not what stands in the file
		at.Column += l.points(offset)
	}
	at.Inside = "#" + pointer
	return at
}

// step is about the distance between marks, which is what one lookup reads.
const step = 1024

// points is how many code points of the literal stand before an offset of the
// text.
func (l *Literal) points(offset int) int {
	l.once.Do(l.setMarks)
	n := sort.Search(len(l.marks), func(i int) bool { return int(l.marks[i].text) > offset })
	m := l.marks[max(n-1, 0)]
	raw, text := int(m.raw), int(m.text)
	for text < offset && raw < len(l.literal)-1 {
		size, width := l.next(raw)
		if text+width > offset {
			break // inside one character
		}
		raw, text = raw+size, text+width
	}
	return int(m.points) + utf8.RuneCountInString(l.literal[m.raw:raw])
}

// setMarks sets a mark at the first character after every step bytes of text.
func (l *Literal) setMarks() {
	l.marks = []mark{{1, 0, 1}}
	raw, text := 1, 0
	for raw < len(l.literal)-1 {
		if text >= len(l.marks)*step {
			last := l.marks[len(l.marks)-1]
			l.marks = append(l.marks, mark{int32(raw), int32(text), last.points + int32(utf8.RuneCountInString(l.literal[last.raw:raw]))})
		}
		size, width := l.next(raw)
		raw, text = raw+size, text+width
	}
}

// next is how long the escape or character at an offset of the literal is, and
// how many bytes of the text it stands for.
func (l *Literal) next(raw int) (size, width int) {
	if l.literal[raw] != '\\' {
		_, n := utf8.DecodeRuneInString(l.literal[raw:])
		return n, n
	}
	if l.literal[raw+1] != 'u' {
		return 2, 1
	}
	r := l.unit(raw)
	switch {
	case r >= 0xd800 && r < 0xdc00:
		if low := l.unit(raw + 6); low >= 0xdc00 && low < 0xe000 {
			return 12, 4
		}
		return 6, len("\ufffd")
	case r >= 0xdc00 && r < 0xe000:
		return 6, len("\ufffd")
	}
	return 6, utf8.RuneLen(r)
}

// unit is the \u escape at an offset; -1 where there is none.
func (l *Literal) unit(raw int) rune {
	if raw+6 > len(l.literal) || l.literal[raw] != '\\' || l.literal[raw+1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(l.literal[raw+2:raw+6], 16, 32)
	if err != nil {
		return -1
	}
	return rune(n)
}
