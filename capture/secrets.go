package capture

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mcpreview/internal/strictjson"
)

// minSecret is the least length of a secret in bytes. A shorter text turns up by
// chance, and replacing it would damage the evidence.
const minSecret = 8

// Secrets are the values of environment variables that must not be written, and
// what finds them: as they are in either case of letters, with percent, JSON and
// "+" escapes, and, as they are, all in small letters or in capitals, or escaped
// for JSON, in hexadecimal and in Base64 of both alphabets at any place of a longer text. The zero value holds none. It is not safe for concurrent use.
type Secrets struct {
	added []secret // in the order they were added
	forms []form
	at    string              // the file that is being written
	found map[Replacement]int // how often, by place and variable
}

// A secret is a value and what it is called.
type secret struct{ variable, value string }

// A Replacement is a secret that was replaced in a file.
type Replacement struct{ File, Variable string }

// A form is one way in which a secret is written.
type form struct {
	text     []byte
	fold     bool // letters of either case; text is in lower case
	variable string
	mark     string // what stands in its place
	opaque   bool   // Base64 or hexadecimal, which a readable mark would break
}

// mark stands in the place of a secret. It is visible ASCII without spaces, so
// that a copy of an argument in a header remains one.
func mark(variable string) string { return "${env:" + variable + "}" }

// Lookup adds the value of an environment variable as a secret and returns it.
// The error names the variable, never its value.
func (s *Secrets) Lookup(variable string) (string, error) {
	if !IsVariable(variable) {
		// Perhaps the secret itself, so it is not repeated.
		return "", errors.New("is not the name of an environment variable: name the variable, not its value")
	}
	value, set := os.LookupEnv(variable)
	switch {
	case !set:
		return "", NotSet(variable)
	case len(value) < minSecret:
		return "", fmt.Errorf("environment variable %s has fewer than %d bytes: so short a secret cannot be told from other text in a recording", variable, minSecret)
	case strings.ContainsAny(value, "\r\n\x00"):
		return "", fmt.Errorf("environment variable %s holds a line break or NUL", variable)
	}
	s.add(variable, value)
	return value, nil
}

// NotSet is the error that an environment variable is not set. It shows a name
// only where that cannot be a secret in the place of one.
func NotSet(variable string) error {
	if isConventional(variable) {
		return fmt.Errorf("environment variable %s is not set", variable)
	}
	return errors.New("the environment variable that is named is not set; its name is not repeated here, since it may be a secret: name the variable, not its value")
}

// IsVariable reports whether a text is the name of an environment variable, of
// those that any shell can set.
func IsVariable(name string) bool {
	for i, c := range []byte(name) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

func (s *Secrets) add(variable, value string) { s.addAs(variable, mark(variable), value) }

// addAs adds a value that is replaced by a mark of its own.
func (s *Secrets) addAs(variable, mark, value string) {
	if slices.Contains(s.added, secret{variable, value}) {
		return
	}
	s.added = append(s.added, secret{variable, value})
	parts := []string{value}
	for _, word := range strings.Fields(value) { // "Bearer TOKEN": the token alone, too
		if word != value && len(word) >= minSecret {
			parts = append(parts, word)
		}
	}
	for _, part := range slices.Clone(parts) {
		parts = append(parts, decodedPair(part)...)
	}
	for _, part := range parts {
		s.addForms(form{variable: variable, mark: mark}, part)
	}
	// The longest first: of two forms that start at one place it hides more.
	slices.SortStableFunc(s.forms, func(a, b form) int { return cmp.Compare(len(b.text), len(a.text)) })
}

// decodedPair is what the credentials of the scheme Basic hold (RFC 7617): name
// and password with a colon between them, and the password, where they are long
// enough to be told from other text. It is empty for what is none.
func decodedPair(text string) []string {
	pair, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil || bytes.ContainsFunc(pair, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) {
		return nil
	}
	_, password, colon := strings.Cut(string(pair), ":")
	if !colon {
		return nil
	}
	return slices.DeleteFunc([]string{string(pair), password}, func(s string) bool { return len(s) < minSecret })
}

// addForms adds the ways in which a value is written, as the form given but for
// their text.
func (s *Secrets) addForms(as form, value string) {
	readable := func(text string) {
		as.text, as.fold, as.opaque = lower([]byte(text)), true, false
		s.forms = append(s.forms, as)
	}
	readable(value)
	if plus := strings.ReplaceAll(value, " ", "+"); plus != value {
		readable(plus)
	}
	as.opaque = true
	values := append([]string{value, strings.ToLower(value), strings.ToUpper(value)}, inJSON(value)...)
	slices.Sort(values)
	for _, value := range slices.Compact(values) {
		as.text, as.fold = []byte(hex.EncodeToString([]byte(value))), true
		s.forms = append(s.forms, as)
		as.fold = false
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			for before := range 3 {
				as.text = insideBase64(encoding, before, value)
				if !slices.ContainsFunc(s.forms, func(f form) bool { return !f.fold && bytes.Equal(f.text, as.text) }) {
					s.forms = append(s.forms, as)
				}
			}
		}
	}
}

// inJSON are the ways in which writers of JSON escape a value, which may then be
// encoded as a whole: as little as they must, "/" too, or what HTML has a use for.
func inJSON(value string) []string {
	least := string(strictjson.AppendQuoted(nil, value))
	all := []string{least, strings.ReplaceAll(least, "/", `\/`)}
	if forHTML, err := json.Marshal(value); err == nil {
		all = append(all, string(forHTML))
	}
	for i, text := range all {
		all[i] = text[1 : len(text)-1] // without quotation marks
	}
	return all
}

// insideBase64 is what of the Base64 text of a longer value depends on the given
// part of it alone, where that part comes after a multiple of three bytes and
// before more.
func insideBase64(encoding *base64.Encoding, before int, part string) []byte {
	text := encoding.EncodeToString(append(make([]byte, before), part...))
	const bitsOfByte, bitsOfCharacter = 8, 6
	first := (before*bitsOfByte + bitsOfCharacter - 1) / bitsOfCharacter
	last := (before + len(part)) * bitsOfByte / bitsOfCharacter
	return []byte(text[first:last])
}

func lower(text []byte) []byte {
	out := bytes.Clone(text)
	for i, c := range out {
		if c >= 'A' && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return out
}

// A match is where a secret stands in a text.
type match struct {
	start, end int
	form       *form
}

// windowBytes is how much of a text is searched at a time: undoing escapes takes
// several times the memory of what is searched.
const windowBytes = 1 << 20

// longestEscape is how many characters one byte takes where it is escaped as
// often as is undone: \u0026\u0044... for each character of &DiacriticalGrave;.
const longestEscape = len("&DiacriticalGrave;") * len(`\u0026`)

// find returns where secrets stand in a text, in order and apart.
func (s *Secrets) find(text []byte) []match {
	if len(s.forms) == 0 {
		return nil
	}
	overlap := s.longest()
	var all []match
	for start := 0; start < len(text); start += windowBytes {
		end := min(start+windowBytes+overlap, len(text))
		for v := range views(text[start:end]) {
			all = s.findIn(v, start, all)
		}
	}
	return apart(all)
}

// longest is how much of a text a secret may take.
func (s *Secrets) longest() int {
	if len(s.forms) == 0 {
		return 0
	}
	return len(s.forms[0].text) * longestEscape
}

// findIn adds the matches in a view of the text from a place on.
func (s *Secrets) findIn(v view, from int, all []match) []match {
	folded := lower(v.text)
	for i := range s.forms {
		f := &s.forms[i]
		in := v.text
		if f.fold {
			in = folded
		}
		for at := 0; ; {
			n := bytes.Index(in[at:], f.text)
			if n < 0 {
				break
			}
			start := at + n
			at = start + len(f.text)
			all = append(all, match{from + v.place(start), from + v.place(at), f})
		}
	}
	return all
}

// apart joins matches that overlap.
func apart(all []match) []match {
	slices.SortStableFunc(all, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	var out []match
	for _, m := range all {
		if n := len(out); n > 0 && m.start < out[n-1].end {
			out[n-1].end = max(out[n-1].end, m.end)
			continue
		}
		out = append(out, m)
	}
	return out
}

// Text replaces secrets in a text that is no JSON.
func (s *Secrets) Text(text []byte) []byte { return s.replace(text, s.find(text), false) }

// replace puts marks in the place of matches; inNumbers says that they stand in
// a JSON number.
func (s *Secrets) replace(text []byte, matches []match, inNumbers bool) []byte {
	if len(matches) == 0 {
		return text
	}
	var out []byte
	from := 0
	for _, m := range matches {
		out = append(out, text[from:m.start]...)
		switch length := m.end - m.start; {
		case inNumbers:
			out = append(out, strings.Repeat("1", length)...)
		case m.form.opaque:
			out = append(out, strings.Repeat("A", len(m.form.text))...)
		default:
			out = append(out, m.form.mark...)
		}
		from = m.end
		if s.found == nil {
			s.found = make(map[Replacement]int)
		}
		s.found[Replacement{s.at, m.form.variable}]++
	}
	return append(out, text[from:]...)
}

// JSON replaces secrets in a JSON text, whose other bytes stay as they are. What
// is no JSON afterwards was none before.
func (s *Secrets) JSON(text []byte) []byte {
	if len(s.find(text)) == 0 {
		return text
	}
	var out []byte
	for at := 0; at < len(text); {
		end := tokenEnd(text, at)
		token := text[at:end]
		switch c := token[0]; {
		case c == '"' && len(token) > 1:
			out = append(append(append(out, '"'), s.Text(token[1:len(token)-1])...), '"')
		case c == '-' || c >= '0' && c <= '9':
			out = append(out, s.replace(token, s.find(token), true)...)
		default:
			out = append(out, token...)
		}
		at = end
	}
	return out
}

// tokenEnd is the end of the string or number that starts at a place, or of
// whatever else stands there until the next one.
func tokenEnd(text []byte, at int) int {
	const number = "+-.0123456789eE"
	switch c := text[at]; {
	case c == '"':
		for i := at + 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
		return len(text)
	case c == '-' || c >= '0' && c <= '9':
		end := at
		for end < len(text) && strings.IndexByte(number, text[end]) >= 0 {
			end++
		}
		return end
	}
	if n := bytes.IndexAny(text[at+1:], "\"-0123456789"); n >= 0 {
		return at + 1 + n
	}
	return len(text)
}

// Quoted is a text as a JSON string, its secrets replaced.
func (s *Secrets) Quoted(text []byte) []byte {
	return strictjson.AppendQuoted(nil, string(s.Text(text)))
}
