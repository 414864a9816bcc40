package escape

import "strings"

// GitHub acts on text twice: as Markdown, and then on what the page shows
// (mentions, issue numbers, commits, emoji codes, e-mail addresses), where
// neither a backslash nor an entity hides anything. Only a code span is out of
// reach of both, so whatever is not a plain word goes into one.

// Code returns s as Markdown code, on one line and safe anywhere in a line, a
// table cell included; "" for "". At most limit characters are shown.
func Code(s string, limit int) string { return CodeAs(s, limit, codeSpan) }

// CodeAs is Code in another medium: code marks up what is shown, whole and
// unescaped.
func CodeAs(s string, limit int, code func(string) string) string {
	shown, left := Visible(s, limit)
	return code(shown) + Left(left)
}

// fences is the room for what is around most spans of code, and between words.
const fences = len("` `  ` `")

// codeSpan fences text that holds no line break. A pipe would end a table cell
// even inside code, and not every reader lets a backslash before it, so it
// stands between two spans, as an entity.
func codeSpan(text string) string {
	var b strings.Builder
	b.Grow(len(text) + fences)
	for more := true; more; {
		var piece string
		piece, text, more = strings.Cut(text, "|")
		writeSpan(&b, piece)
		if more {
			b.WriteString("&#124;")
		}
	}
	return b.String()
}

func writeSpan(b *strings.Builder, piece string) {
	if piece == "" {
		return
	}
	fence := strings.Repeat("`", longestRun(piece)+1)
	pad := ""
	if edge(piece[0]) || edge(piece[len(piece)-1]) {
		pad = " " // one space at each end is not part of the code
	}
	b.WriteString(fence)
	b.WriteString(pad)
	b.WriteString(piece)
	b.WriteString(pad)
	b.WriteString(fence)
}

func edge(c byte) bool { return c == '`' || c == ' ' }

// longestRun is the length of the longest run of backticks.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := 0; i < len(s); i++ {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// Prose returns a sentence that may quote a server as Markdown: plain words
// stay words, quoted strings and everything else become code. At most limit
// characters are shown.
func Prose(s string, limit int) string { return ProseAs(s, limit, codeSpan) }

// ProseAs is Prose in another medium, in which plain words, ASCII stops and a
// cut's mark are inert too: code marks up the rest, whole and unescaped.
func ProseAs(s string, limit int, code func(string) string) string {
	shown, left := Visible(s, limit)
	return words(shown, true, code) + Left(left)
}

// Message is Prose for text that may be shown as it is as well, and never
// stands in a table, where a pipe is a pipe.
func Message(s string, limit int) string { return ProseAs(s, limit, wholeSpan) }

// Span is Code for such text; it is code even where it is a plain word.
func Span(s string, limit int) string { return CodeAs(s, limit, wholeSpan) }

func wholeSpan(text string) string {
	var b strings.Builder
	b.Grow(len(text) + fences)
	writeSpan(&b, text)
	return b.String()
}

// Words is Prose for part of a line that this program wrote itself: nothing in
// it is cut, outer spaces stay, and numbers are never taken for commits.
func Words(s string) string { return WordsAs(s, codeSpan) }

// WordsAs is Words in another medium, as ProseAs has it.
func WordsAs(s string, code func(string) string) string { return words(s, false, code) }

// Bold reports whether s may be set in bold as it is: a few plain words.
func Bold(s string, limit int) bool {
	return len(s) <= limit && strings.Trim(s, letters+" ") == "" && !strings.Contains(s, "  ") && strings.TrimSpace(s) == s && s != "" && Prose(s, limit) == s
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func words(s string, strict bool, span func(string) string) string {
	var b strings.Builder
	b.Grow(len(s) + fences)
	code := "" // the open run of words that become code
	gap := ""  // the space before the next token
	flush := func() {
		if code != "" {
			b.WriteString(span(code))
			code = ""
		}
	}
	first := true
	for s != "" {
		if s[0] == ' ' {
			gap, s = gap+" ", s[1:]
			continue
		}
		n := tokenLength(s)
		word, tail := trimPunctuation(s[:n])
		// A part that this program wrote often goes on with a colon; another's
		// text that begins with one could define the line before it.
		if first && (startsBlock(s[:n]) || strict && strings.Trim(s[:n], ":") == "") {
			word, tail = s[:n], ""
		} else if isWord(word, strict) {
			flush()
			b.WriteString(gap)
			b.WriteString(word)
			b.WriteString(tail)
			word, tail = "", ""
		}
		s = s[n:]
		if word != "" {
			if code == "" {
				b.WriteString(gap)
				gap = ""
			}
			code += gap + word
		}
		if tail != "" {
			flush()
			b.WriteString(tail)
		}
		gap, first = "", false
	}
	flush()
	b.WriteString(gap)
	return b.String()
}

// tokenLength is the length of the word s begins with, up to a space outside
// of a JSON-quoted string. One that is cut off goes on to the end.
func tokenLength(s string) int {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == ' ' && !quoted:
			return i
		}
	}
	return len(s)
}

// trimPunctuation takes the stops off a word's end, which read better outside
// of code.
func trimPunctuation(token string) (word, tail string) {
	word = strings.TrimRight(token, ",;:.")
	return word, token[len(word):]
}

// isWord reports whether neither Markdown nor GitHub makes anything of the
// word, wherever in a line it stands. A strict look takes any long number for
// the name of a commit.
func isWord(word string, strict bool) bool {
	var run hexRun
	for _, r := range word {
		switch {
		case '0' <= r && r <= '9':
			run.digits++
		case 'a' <= r && r <= 'f', 'A' <= r && r <= 'F':
			run.letters++
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
			run.other = true
		case strings.ContainsRune("-'.,;()%+=·×–—→…", r):
			if run.isCommit(strict) {
				return false
			}
			run = hexRun{}
		default:
			return false
		}
	}
	return !run.isCommit(strict) && !isReference(strings.ToLower(word))
}

// A hexRun counts the characters of a run of letters and digits.
type hexRun struct {
	digits, letters int
	other           bool // it is not hexadecimal
}

// isCommit reports whether GitHub could take the run for the name of a commit.
func (r hexRun) isCommit(strict bool) bool {
	return !r.other && r.digits+r.letters >= 7 && (strict || r.letters > 0)
}

// isReference reports whether a word in lower case holds what is linked
// without any markup: a host, an issue, an advisory.
func isReference(word string) bool {
	for _, mark := range []string{"www.", "gh-", "ghsa-", "cve-"} {
		if strings.Contains(word, mark) {
			return true
		}
	}
	return false
}

// startsBlock reports whether the token would be more than a word at the start
// of a line: a list item, a heading's underline, a rule.
func startsBlock(token string) bool {
	if strings.Trim(token, "-+=") == "" {
		return true
	}
	digits := strings.TrimRight(token, ".)")
	return digits != "" && len(digits) < len(token) && strings.Trim(digits, "0123456789") == ""
}
