package capture

import (
	"bytes"
	"html"
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A view is a text with escapes of some kind undone, and where each of its
// bytes stands in the original.
type view struct {
	text []byte
	at   []int32 // one more than text has bytes; nil where nothing was undone
}

func (v view) place(i int) int {
	if v.at == nil {
		return i
	}
	return int(v.at[i])
}

// escapesDeep is how many times escapes are undone: a JSON text inside of a
// JSON text, say, or a URL inside of one.
const escapesDeep = 2

// views yields a text as it is, and with escapes undone where it has some.
func views(text []byte) iter.Seq[view] {
	return func(yield func(view) bool) {
		level := []view{{text: text}}
		for depth := 0; len(level) > 0; depth++ {
			var next []view
			for _, v := range level {
				if !yield(v) {
					return
				}
				for _, e := range escapes {
					if depth < escapesDeep && bytes.ContainsAny(v.text, e.leads) {
						next = append(next, e.undone(v))
					}
				}
			}
			level = next
		}
	}
}

// An escape is one kind of escaping: the ASCII characters that start one, and
// what one stands for, with its length; 0 for none.
type escape struct {
	leads  string
	decode func(text []byte) (string, int)
}

var escapes = []escape{{`\`, backslash}, {"%", percent}, {"&", entity}, {"\r\n", lineBreak}}

// lineBreak undoes the breaks of a text that was wrapped, as Base64 is.
func lineBreak([]byte) (string, int) { return "", 1 }

func (e escape) undone(v view) view {
	out := view{text: make([]byte, 0, len(v.text)), at: make([]int32, 0, len(v.text)+1)}
	for i := 0; i < len(v.text); {
		text, n := "", 0
		if strings.IndexByte(e.leads, v.text[i]) >= 0 {
			text, n = e.decode(v.text[i:])
		}
		if n == 0 {
			text, n = string(v.text[i]), 1
		}
		for range len(text) {
			out.at = append(out.at, int32(v.place(i)))
		}
		out.text = append(out.text, text...)
		i += n
	}
	out.at = append(out.at, int32(v.place(len(v.text))))
	return out
}

// percent undoes %41.
func percent(text []byte) (string, int) {
	const length = len("%41")
	if len(text) < length {
		return "", 0
	}
	c, err := strconv.ParseUint(string(text[1:length]), 16, 8)
	if err != nil {
		return "", 0
	}
	return string([]byte{byte(c)}), length
}

// shortEscapes are the escapes of one letter, in JSON and in most languages.
var shortEscapes = map[byte]string{
	'"': `"`, '\'': "'", '\\': `\`, '/': "/", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t",
}

// backslash undoes \", \u0041 and \x41.
func backslash(text []byte) (string, int) {
	if len(text) < 2 {
		return "", 0
	}
	if short, ok := shortEscapes[text[1]]; ok {
		return short, 2
	}
	const long, byByte = len(`\u0041`), len(`\x41`)
	switch text[1] {
	case 'x':
		if r, ok := hexadecimal(text, byByte); ok {
			return string([]byte{byte(r)}), byByte
		}
	case 'u':
		r, ok := hexadecimal(text, long)
		if !ok {
			return "", 0
		}
		if utf16.IsSurrogate(r) && len(text) >= 2*long && text[long] == '\\' && text[long+1] == 'u' {
			if low, ok := hexadecimal(text[long:], long); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
				return string(utf16.DecodeRune(r, low)), 2 * long
			}
		}
		return string(r), long
	}
	return "", 0
}

// hexadecimal reads the digits between the two characters that start an escape
// and its end.
func hexadecimal(text []byte, end int) (rune, bool) {
	if len(text) < end {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[2:end]), 16, 16)
	return rune(n), err == nil
}

// entity undoes &amp;, &sol;, &#43; and &#x2B;.
func entity(text []byte) (string, int) {
	const longest = len("&CounterClockwiseContourIntegral;")
	end := bytes.IndexByte(text[:min(len(text), longest)], ';')
	if end < 2 {
		return "", 0
	}
	name := string(text[1:end])
	if name[0] != '#' {
		whole := string(text[:end+1])
		if plain := html.UnescapeString(whole); len(plain) < len(whole) && !strings.HasSuffix(plain, ";") || name == "semi" {
			return plain, end + 1
		}
		return "", 0
	}
	if len(name) < 2 {
		return "", 0
	}
	digits, base := name[1:], 10
	if digits[0]|0x20 == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 31)
	if err != nil || n > utf8.MaxRune {
		return "", 0
	}
	return string(rune(n)), end + 1
}
