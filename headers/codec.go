package headers

import (
	stdbase64 "encoding/base64"
	"errors"
	"strings"
	"unicode/utf8"

	"mcpreview/internal/base64"
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

// Class is how a receiver reads a field (ENC-10). The zero value is invalid.
type Class uint8

// The classes.
const (
	Plain     Class = iota + 1 // literal text
	Sentinel                   // encoded text
	Malformed                  // no text at all
)

// Defect is why a field is Malformed. The zero value is none.
type Defect uint8

// The defects.
const (
	Empty     Defect = iota + 1 // no characters
	Bytes                       // bytes that no field value may have
	Encoding                    // looks encoded; the payload is not canonical Base64 of UTF-8
	Ambiguous                   // start and end of the encoded form overlap
)

var defectNames = [...]string{"", Empty: "empty", Bytes: "bytes", Encoding: "encoding", Ambiguous: "ambiguous"}

// String is the defect's name in reports; "" for none.
func (d Defect) String() string { return defectNames[d] }

// Received is a field as a receiver reads it.
type Received struct {
	Class  Class
	Text   string // the literal or decoded text; "" for Malformed
	Defect Defect // for Malformed
}

// Decode reads a field as the protocol demands of a receiver: field is its
// bytes, of which the HTTP layer, or TrimField, removed the outer white space.
func Decode(field string) Received {
	switch {
	case field == "":
		return Received{Class: Malformed, Defect: Empty}
	case foreign(field):
		return Received{Class: Malformed, Defect: Bytes}
	case field == sentinelStart+sentinelEnd[1:]:
		return Received{Class: Malformed, Defect: Ambiguous}
	}
	payload, encoded := payloadOf(field)
	if !encoded {
		return Received{Class: Plain, Text: field}
	}
	text, ok := decodePayload(payload)
	if !ok {
		return Received{Class: Malformed, Defect: Encoding}
	}
	return Received{Class: Sentinel, Text: text}
}

// TrimField removes outer spaces and tabs, as the HTTP layer does.
func TrimField(field string) string { return strings.Trim(field, " \t") }

func foreign(field string) bool {
	for i := range len(field) {
		if c := field[i]; (c < ' ' || c > '~') && c != '\t' {
			return true
		}
	}
	return false
}

// payloadOf is what stands between start and end of the encoded form.
func payloadOf(field string) (payload string, encoded bool) {
	rest, started := strings.CutPrefix(field, sentinelStart)
	if !started {
		return "", false
	}
	return strings.CutSuffix(rest, sentinelEnd)
}

func decodePayload(payload string) (text string, ok bool) {
	n, why := base64.Canonical(payload)
	if why != "" {
		return "", false
	}
	decoded := base64.Prefix(make([]byte, (n+2)/3*3), payload)
	return string(decoded), utf8.Valid(decoded)
}

// Integer is the received text as a canonical decimal, where it is an integer
// by the grammar that a receiver accepts and in the safe range.
func (r Received) Integer() (decimal string, ok bool) {
	if r.Class == Malformed || !isIntegerText(r.Text) {
		return "", false
	}
	d := strictjson.ParseDecimal(r.Text)
	if !d.IsSafeInteger() {
		return "", false
	}
	return d.String(), true
}

// Bool is the received text as a boolean, where it is exactly one's text.
func (r Received) Bool() (value, ok bool) {
	if r.Class == Malformed {
		return false, false
	}
	return r.Text == "true", r.Text == "true" || r.Text == "false"
}

// isIntegerText reports whether a decoded text is an integer by the grammar that
// a receiver accepts: -?(0|[1-9][0-9]{0,15})(\.0{1,16})?
func isIntegerText(s string) bool {
	const longest = 16
	s = strings.TrimPrefix(s, "-")
	whole := leadingDigits(s)
	if whole == 0 || whole > longest || whole > 1 && s[0] == '0' {
		return false
	}
	if s = s[whole:]; s == "" {
		return true
	}
	zeros, ok := strings.CutPrefix(s, ".")
	return ok && zeros != "" && len(zeros) <= longest && strings.Trim(zeros, "0") == ""
}
