package headers

import (
	"strings"
	"unicode/utf8"

	"mcpreview/internal/base64"
	"mcpreview/internal/strictjson"
)

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
