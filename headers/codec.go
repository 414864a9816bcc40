package headers

import (
	stdbase64 "encoding/base64"
	"errors"
	"strings"
	"unicode/utf8"

	"mcpreview/internal/strictjson"
)

// What an encoded value is wrapped in: always lower case.
const (
	sentinelStart = "=?base64?"
	sentinelEnd   = "?="
)

// Why a value has no header form, so that a call with it must not be sent.
var (
	ErrText     = errors.New("string with unpaired surrogate") // or, in a Go string, what is no UTF-8
	ErrRange    = errors.New("out-of-range integer")           // beyond ±9007199254740991
	ErrFraction = errors.New("fractional number")
	ErrNumber   = errors.New("text that is no JSON number")
	ErrObject   = errors.New("object")
	ErrArray    = errors.New("array")
	ErrNoValue  = errors.New("null or absent value") // the header is left out
)

// EncodeString is the field of a string: the string itself where it is not
// empty, all visible ASCII and does not start as an encoded value does, else
// the encoded form. Nothing is trimmed or normalised. The error is ErrText.
func EncodeString(s string) (field string, err error) {
	switch {
	case clearOf(s) == "":
		return s, nil
	case !utf8.ValidString(s):
		return "", ErrText
	}
	return sentinelStart + stdbase64.StdEncoding.EncodeToString([]byte(s)) + sentinelEnd, nil
}

// EncodeInteger is the field of an integer, given as any JSON number literal
// whose exact value is one: 42, 42.0 and 4.2e1 are "42", -0 is "0". The error
// is ErrNumber, ErrFraction or ErrRange.
func EncodeInteger(literal string) (field string, err error) {
	if !isNumber(literal) {
		return "", ErrNumber
	}
	d := strictjson.ParseDecimal(literal)
	switch {
	case !d.IsInteger():
		return "", ErrFraction
	case !d.IsSafeInteger():
		return "", ErrRange
	}
	return d.String(), nil
}

// EncodeBool is the field of a boolean: "true" or "false".
func EncodeBool(b bool) (field string) {
	if b {
		return "true"
	}
	return "false"
}

// Encode is the field of a JSON value, by the value's own type. The error is
// one of those above. A string in which an unpaired surrogate was replaced on
// reading is not told apart: that is a fault of its document.
func Encode(v *strictjson.Value) (field string, err error) {
	switch v.Kind() {
	case strictjson.String:
		return EncodeString(v.Text())
	case strictjson.Number:
		return EncodeInteger(v.Text())
	case strictjson.Bool:
		return EncodeBool(v.True()), nil
	case strictjson.Object:
		return "", ErrObject
	case strictjson.Array:
		return "", ErrArray
	case strictjson.Absent, strictjson.Null:
	}
	return "", ErrNoValue
}

// clearOf says what keeps a string from going in clear under the house policy;
// "" where nothing does.
func clearOf(s string) string {
	switch {
	case s == "":
		return "is empty"
	case strings.HasPrefix(s, sentinelStart):
		return "starts with the sentinel prefix"
	}
	return invisible(s)
}

// invisible says which kind of character outside visible ASCII comes first.
func invisible(s string) string {
	for i := range len(s) {
		switch c := s[i]; {
		case c == ' ':
			return "contains 0x20"
		case c == '\t':
			return "contains 0x09"
		case c < ' ' || c == 0x7f:
			return "contains a control character"
		case c > 0x7f:
			return "contains a character that is not ASCII"
		}
	}
	return ""
}

// isNumber reports whether the text is a number by the grammar of JSON.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole := leadingDigits(s)
	if whole == 0 || whole > 1 && s[0] == '0' {
		return false
	}
	s = s[whole:]
	if rest, ok := strings.CutPrefix(s, "."); ok {
		n := leadingDigits(rest)
		if n == 0 {
			return false
		}
		s = rest[n:]
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		return s != "" && leadingDigits(s) == len(s)
	}
	return s == ""
}

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
