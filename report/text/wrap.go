package text

import (
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// textWidth is how many columns s takes.
func textWidth(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return twwidth.Width(s)
		}
	}
	return len(s)
}

// wrap breaks s at spaces into lines of at most width columns; a word that is
// longer is broken anywhere. There is always one line.
func wrap(s string, width int) []string {
	if textWidth(s) <= width {
		return []string{s}
	}
	var lines []string
	open, used := "", 0
	for _, word := range strings.Split(s, " ") {
		n := textWidth(word)
		if open != "" && used+1+n <= width {
			open, used = open+" "+word, used+1+n
			continue
		}
		if open != "" {
			lines = append(lines, open)
		}
		for n > width {
			var head string
			head, word = split(word, width)
			lines, n = append(lines, head), textWidth(word)
		}
		open, used = word, n
	}
	return append(lines, open)
}

// split cuts the longest head off a word that takes at most width columns, and
// at least one character; of a path, pointer or name whole parts, where the line
// stays at least half full.
func split(word string, width int) (head, rest string) {
	used, step := 0, 0
	for i, r := range word {
		n := 1
		if r >= utf8.RuneSelf {
			n = twwidth.Width(string(r))
		}
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
