package strictjson

import (
	"cmp"
	"strconv"
	"strings"
)

// A Decimal is the exact value of a number literal: 0.digits times ten to the
// exponent, digits without leading or trailing zeros; no digits is zero.
type Decimal struct {
	Negative bool
	Digits   string
	Exponent int
}

// Decimal is the exact value of a number, whatever its spelling: 1.0, 1 and
// 10e-1 are one value, and -0 is 0. For other kinds it is zero.
func (v *Value) Decimal() Decimal {
	if v.Kind() != Number {
		return Decimal{}
	}
	return ParseDecimal(v.Text())
}

// ParseDecimal is the exact value of a JSON number literal within bounds.
func ParseDecimal(literal string) Decimal {
	mantissa, negative := strings.CutPrefix(literal, "-")
	exponent := 0
	if i := exponentAt(mantissa); i >= 0 {
		exponent, _ = strconv.Atoi(mantissa[i+1:])
		mantissa = mantissa[:i]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent += len(whole) - (len(whole) + len(fraction) - len(digits))
	digits = strings.TrimRight(digits, "0")
	if digits == "" {
		return Decimal{}
	}
	return Decimal{Negative: negative, Digits: digits, Exponent: exponent}
}

// exponentAt is where the letter of a literal's exponent stands; -1 without one.
func exponentAt(literal string) int {
	for i := range len(literal) {
		if literal[i]|0x20 == 'e' {
			return i
		}
	}
	return -1
}

// IsInteger reports whether the value has no fraction.
func (d Decimal) IsInteger() bool { return len(d.Digits) <= d.Exponent || d.Digits == "" }

// Compare orders exact values.
func (d Decimal) Compare(o Decimal) int {
	if s, t := d.sign(), o.sign(); s != t {
		return cmp.Compare(s, t)
	}
	c := cmp.Or(cmp.Compare(d.Exponent, o.Exponent), cmp.Compare(d.Digits, o.Digits))
	if d.Negative {
		return -c
	}
	return c
}

func (d Decimal) sign() int {
	switch {
	case d.Digits == "":
		return 0
	case d.Negative:
		return -1
	}
	return 1
}

// String is the value in plain decimal notation, without exponent.
func (d Decimal) String() string {
	if d.Digits == "" {
		return "0"
	}
	var b strings.Builder
	if d.Negative {
		b.WriteByte('-')
	}
	switch {
	case d.Exponent <= 0:
		b.WriteString("0." + strings.Repeat("0", -d.Exponent) + d.Digits)
	case d.Exponent >= len(d.Digits):
		b.WriteString(d.Digits + strings.Repeat("0", d.Exponent-len(d.Digits)))
	default:
		b.WriteString(d.Digits[:d.Exponent] + "." + d.Digits[d.Exponent:])
	}
	return b.String()
}

// The ends of the range in which every integer is a distinct double.
var (
	MaxSafe = ParseDecimal("9007199254740991")
	MinSafe = ParseDecimal("-9007199254740991")
)

// IsSafeInteger reports whether the value is an integer that a double holds
// exactly and apart from its neighbours.
func (d Decimal) IsSafeInteger() bool {
	return d.IsInteger() && d.Compare(MaxSafe) <= 0 && d.Compare(MinSafe) >= 0
}

// Int is the value as an int, where it is an integer of at most 18 digits.
func (v *Value) Int() (int, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	d := v.Decimal()
	if !d.IsInteger() || d.Exponent > 18 {
		return 0, false
	}
	n, err := strconv.Atoi(d.String())
	return n, err == nil
}
