package text

import (
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// Width is how many columns of a terminal s takes: the sum of its characters,
// since what is shown joins none of them.
func Width(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return i + wide(s[i:])
		}
	}
	return len(s)
}

func wide(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

// An extent is what text needs in columns: its widest line and its widest word.
type extent struct{ line, word int }

func (e extent) max(other extent) extent {
	return extent{max(e.line, other.line), max(e.word, other.word)}
}

func measure(s string) extent {
	var widest, open extent
	for _, r := range s {
		n := runeWidth(r)
		switch r {
		case '\n':
			widest, open = widest.max(open), extent{}
		case ' ':
			widest, open = widest.max(open), extent{line: open.line + n}
		default:
			open.line, open.word = open.line+n, open.word+n
		}
	}
	return widest.max(open)
}

func runeWidth(r rune) int {
	if r < utf8.RuneSelf {
		return 1
	}
	return displaywidth.Rune(r)
}

// wrap appends s to lines, broken at spaces into lines of at most width columns;
// a word that is longer is broken anywhere. There is always one line. All of
// them are parts of s.
func wrap(lines []string, s string, width int) []string {
	if Width(s) <= width {
		return append(lines, s)
	}
	for {
		line, rest, more := cut(s, width)
		lines = append(lines, line)
		if !more {
			return lines
		}
		s = rest
	}
}

// cut cuts the first line off s, and the space that it is broken at.
func cut(s string, width int) (line, rest string, more bool) {
	s = strings.TrimLeft(s, " ")
	used, fits := 0, -1 // fits is where the words that fit end
	for i, r := range s {
		n := runeWidth(r)
		switch {
		case r == ' ' && used <= width:
			fits = i
		case used+n > width && fits >= 0:
			return s[:fits], s[fits+1:], true
		case used+n > width:
			line, rest = split(s, width)
			return line, rest, true
		}
		used += n
	}
	if used > width { // for the space at the end
		return s[:fits], s[fits+1:], true
	}
	return s, "", false
}

// split cuts the longest head off a word that takes at most width columns, and
// at least one character; of a path, pointer or name whole parts, where the line
// stays at least half full.
func split(word string, width int) (head, rest string) {
	used, step := 0, 0
	for i, r := range word {
		n := runeWidth(r)
		if i > 0 && used+n > width {
			if step > 0 {
				i = step
			}
			return word[:i], word[i:]
		}
		if r == '/' && used >= width/2 {
			step = i
		}
		used += n
		if strings.ContainsRune("_-.:,", r) && used >= width/2 {
			step = i + 1
		}
	}
	return word, ""
}
