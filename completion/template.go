package completion

import (
	"strconv"
	"strings"

	"mcpreview/internal/uri"

	"github.com/yosida95/uritemplate/v3"
)

// templates are URI templates (RFC 6570) as read; nil for one that is none.
type templates map[string]*uritemplate.Template

func (t templates) of(text string) *uritemplate.Template {
	read, known := t[text]
	if !known {
		var err error
		if read, err = uritemplate.New(text); err != nil {
			read = nil
		}
		t[text] = read
	}
	return read
}

// operators are those of expressions, with what stands before the first value,
// between values, and whether values are named.
var operators = map[byte]struct {
	first, between string
	named          bool
}{
	'+': {"", ",", false}, '#': {"#", ",", false}, '.': {".", ".", false}, '/': {"/", "/", false},
	';': {";", ";", true}, '?': {"?", "&", true}, '&': {"&", "&", true},
}

// leading is the part of a valid template's expansion that is settled once some
// variables are: all of it, or what stands before the first that is not. Values
// are put in as they are, without percent-encoding.
func leading(template string, settled map[string]string) (text string, whole bool) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		expression, after, _ := strings.Cut(rest, "}")
		op, operated := operators[expression[0]]
		if operated {
			expression = expression[1:]
		} else {
			op.between = ","
		}
		b.WriteString(op.first)
		for i, spec := range strings.Split(expression, ",") {
			name, length, _ := strings.Cut(strings.TrimSuffix(spec, "*"), ":")
			value, ok := settled[name]
			if !ok {
				return b.String(), false
			}
			if i > 0 {
				b.WriteString(op.between)
			}
			if op.named {
				b.WriteString(name + "=")
			}
			b.WriteString(leadingRunes(value, length))
		}
		template = after
	}
}

// leadingRunes is what a prefix modifier leaves of a value; "" is none.
func leadingRunes(value, length string) string {
	n, err := strconv.Atoi(length)
	if err != nil {
		return value
	}
	for i := range value {
		if n--; n < 0 {
			return value[:i]
		}
	}
	return value
}

// percentDecode is a text with its percent-encoded bytes decoded once.
func percentDecode(s string) string { return strings.ToValidUTF8(uri.Unescape(s), "\ufffd") }

// match runs a text through a pattern in which a * stands for any run of
// characters: whether it matches, and whether some longer text does.
func match(pattern, text string) (whole, longer bool) {
	p := []rune(pattern)
	at := make([]bool, len(p)+1) // positions in the pattern that the text so far leads to
	at[0] = true
	passStars(p, at)
	for _, r := range text {
		next := make([]bool, len(p)+1)
		for i, here := range at[:len(p)] {
			switch {
			case !here:
			case p[i] == '*':
				next[i] = true
			case p[i] == r:
				next[i+1] = true
			}
		}
		passStars(p, next)
		at = next
	}
	for i, here := range at {
		longer = longer || here && i < len(p)
	}
	return at[len(p)], longer
}

func passStars(p []rune, at []bool) {
	for i, r := range p {
		if at[i] && r == '*' {
			at[i+1] = true
		}
	}
}

// wildcards turns the expressions of a template into stars, so that a template
// may stand where a pattern is expected.
func wildcards(pattern string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(pattern, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, after, closed := strings.Cut(rest, "}")
		if !closed {
			b.WriteString("{" + rest)
			return b.String()
		}
		b.WriteByte('*')
		pattern = after
	}
}
