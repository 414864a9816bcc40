// Package base64 tells whether a text is canonical Base64 (RFC 4648 section
// 4): what an encoder writes for some bytes, and nothing else. It decodes
// nothing but short prefixes, so a text of any size costs one pass.
package base64

import "encoding/base64"

// The reasons why a text is not canonical.
const (
	whyLength   = "length"
	whyAlphabet = "alphabet"
	whyPadding  = "padding"
	whyTrailing = "trailing bits"
	whySpace    = "white space"
)

// values are the six bits of each letter; the classes after them are no digits.
var values = func() (t [256]byte) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for i := range t {
		t[i] = classOther
	}
	for i := range len(alphabet) {
		t[alphabet[i]] = byte(i)
	}
	t['='] = classPad
	for _, c := range []byte(" \t\r\n\v\f") {
		t[c] = classSpace
	}
	return t
}()

const (
	classPad = iota + 64
	classSpace
	classOther
)

// Canonical returns how many bytes s stands for and, where s is not canonical,
// why: "alphabet", "white space", "padding", "length" or "trailing bits". The
// empty text is canonical and stands for no bytes; what is not canonical
// stands for none either. why is "" for canonical text.
func Canonical(s string) (decodedLen int, why string) {
	digits := len(s)
	for digits > 0 && s[digits-1] == '=' {
		digits--
	}
	if why := firstForeign(s[:digits]); why != "" {
		return 0, why
	}
	pad := len(s) - digits
	switch rest := digits % 4; {
	case rest == 1:
		return 0, whyLength
	case pad != (4-rest)%4:
		return 0, whyPadding
	case rest == 2 && values[s[digits-1]]&0x0f != 0, rest == 3 && values[s[digits-1]]&0x03 != 0:
		return 0, whyTrailing
	}
	return digits * 3 / 4, ""
}

// firstForeign says what the first character that is no digit is.
func firstForeign(s string) string {
	for i := range len(s) {
		switch c := values[s[i]]; {
		case c < classPad:
		case c == classPad:
			return whyPadding
		case c == classSpace:
			return whySpace
		default:
			return whyAlphabet
		}
	}
	return ""
}

// Prefix decodes the first bytes of a canonical text into dst, as many as fit
// or as there are, and returns them. The room in dst must be a multiple of 3.
func Prefix(dst []byte, canonical string) []byte {
	want := min(len(canonical), base64.StdEncoding.EncodedLen(len(dst)))
	n, err := base64.StdEncoding.Decode(dst, []byte(canonical[:want]))
	if err != nil {
		return nil
	}
	return dst[:n]
}
