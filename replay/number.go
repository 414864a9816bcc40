package replay

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"mcpreview/internal/strictjson"
)

// A number is a JSON number as the profile counts it: one without fraction and
// exponent is an exact integer of any size, every other is a double.
type number struct {
	whole *big.Int // nil for a double
	float float64  // of a double
}

// number is the number at n; ok is false where none stands.
func (n node) number() (num number, ok bool) {
	if !n.is(strictjson.Number) {
		return number{}, false
	}
	literal := n.doc.Source(n.v)
	if strings.ContainsAny(literal, ".eE") {
		num.float, _ = strconv.ParseFloat(literal, 64) // the error is that it is infinite
		return num, true
	}
	num.whole, ok = new(big.Int).SetString(literal, 10)
	return num, ok
}

// integer is the exact integer at n.
func (n node) integer() (*big.Int, bool) {
	num, ok := n.number()
	return num.whole, ok && num.whole != nil
}

// integerWithin is the integer at n where it is within both bounds.
func (n node) integerWithin(low, high int) (int, bool) {
	i, ok := n.integer()
	if !ok || !i.IsInt64() || i.Int64() < int64(low) || i.Int64() > int64(high) {
		return 0, false
	}
	return int(i.Int64()), true
}

// finite is the number at n where a double can hold it.
func (n node) finite() (number, bool) {
	num, ok := n.number()
	return num, ok && !math.IsInf(num.double(), 0)
}

// isShare reports whether a number from 0 to 1 stands at n.
func (n node) isShare() bool {
	num, ok := n.finite()
	return ok && num.sign() >= 0 && num.compare(whole(1)) <= 0
}

// double is the nearest double; infinite beyond their range.
func (a number) double() float64 {
	if a.whole == nil {
		return a.float
	}
	f, _ := new(big.Float).SetInt(a.whole).Float64()
	return f
}

// compare orders numbers exactly; a double must be finite.
func (a number) compare(b number) int {
	if a.whole != nil && b.whole != nil {
		return a.whole.Cmp(b.whole)
	}
	return a.rational().Cmp(b.rational())
}

func (a number) rational() *big.Rat {
	if a.whole != nil {
		return new(big.Rat).SetInt(a.whole)
	}
	return new(big.Rat).SetFloat64(a.float)
}

// sign is -1, 0 or 1.
func (a number) sign() int {
	switch {
	case a.whole != nil:
		return a.whole.Sign()
	case a.float > 0:
		return 1
	case a.float < 0:
		return -1
	}
	return 0
}

// spelling tells numbers apart that JSON text tells apart after parsing: 1 and
// 1.0 differ, 1e1 and 10.0 do not.
func (a number) spelling() string {
	if a.whole != nil {
		return a.whole.String()
	}
	return "double " + strconv.FormatFloat(a.float, 'g', -1, 64)
}

func whole(i int64) number { return number{whole: big.NewInt(i)} }
