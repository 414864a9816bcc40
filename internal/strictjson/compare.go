package strictjson

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Equal reports whether two values are the same JSON value: the order of
// members and the spelling of numbers and strings do not matter.
func Equal(a, b *Value) bool {
	_, equal := Diff(a, b)
	return equal
}

// Diff returns the pointer of the first difference, members taken in the order
// of their names, and whether there is none. Neither value may hold a fault.
func Diff(a, b *Value) (pointer string, equal bool) {
	if a.Kind() != b.Kind() {
		return "", false
	}
	switch a.Kind() {
	case Number:
		return "", a.Text() == b.Text() || a.Decimal() == b.Decimal()
	case String, Bool:
		return "", a.Text() == b.Text()
	case Array:
		for i := range min(a.Len(), b.Len()) {
			if p, same := Diff(a.At(i), b.At(i)); !same {
				return "/" + strconv.Itoa(i) + p, false
			}
		}
		if a.Len() != b.Len() {
			return "/" + strconv.Itoa(min(a.Len(), b.Len())), false
		}
	case Object:
		return diffObjects(a, b)
	case Absent, Null:
	}
	return "", true
}

func diffObjects(a, b *Value) (string, bool) {
	x, y := sortedItems(a, cmp.Compare[string]), sortedItems(b, cmp.Compare[string])
	for i := 0; i < len(x) || i < len(y); i++ {
		switch {
		case i == len(x):
			return "/" + EscapeToken(y[i].name()), false
		case i == len(y):
			return "/" + EscapeToken(x[i].name()), false
		case x[i].name() != y[i].name():
			return "/" + EscapeToken(min(x[i].name(), y[i].name())), false
		}
		if p, same := Diff(x[i], y[i]); !same {
			return "/" + EscapeToken(x[i].name()) + p, false
		}
	}
	return "", true
}

func sortedItems(v *Value, compare func(a, b string) int) []*Value {
	sorted := make([]*Value, 0, v.Len())
	for _, member := range v.Members() {
		sorted = append(sorted, member)
	}
	slices.SortStableFunc(sorted, func(a, b *Value) int { return compare(a.name(), b.name()) })
	return sorted
}

// AppendCanonical appends the value in the canonical form of RFC 8785, but for
// numbers, which are written as exact decimals: a double would hide that a
// bound moved from 9007199254740993 to 9007199254740992.
func AppendCanonical(dst []byte, v *Value) []byte {
	switch v.Kind() {
	case Bool:
		return append(dst, v.Text()...)
	case Number:
		return append(dst, v.Decimal().String()...)
	case String:
		return AppendQuoted(dst, v.Text())
	case Array:
		dst = append(dst, '[')
		for i, element := range v.Elements() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendCanonical(dst, element)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, it := range sortedItems(v, CompareNames) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(AppendQuoted(dst, it.name()), ':')
			dst = AppendCanonical(dst, it)
		}
		return append(dst, '}')
	case Absent, Null:
	}
	return append(dst, "null"...)
}

// A Member is one member of an object.
type Member struct {
	Name  string
	Value *Value
}

// CanonicalMembers are an object's members in the order of the canonical form;
// none for other kinds.
func CanonicalMembers(v *Value) []Member { return membersBy(v, CompareNames) }

// SortedMembers are an object's members in the order in which Diff takes them:
// by the code points of their names.
func SortedMembers(v *Value) []Member { return membersBy(v, cmp.Compare[string]) }

func membersBy(v *Value, compare func(a, b string) int) []Member {
	if v.Kind() != Object {
		return nil
	}
	sorted := sortedItems(v, compare)
	members := make([]Member, len(sorted))
	for i, it := range sorted {
		members[i] = Member{it.name(), it}
	}
	return members
}

// AppendQuoted appends a string as JSON text.
func AppendQuoted(dst []byte, s string) []byte {
	dst, err := jsontext.AppendQuote(dst, s)
	if err != nil {
		panic("strictjson: text is not UTF-8") // impossible: Parse checks it
	}
	return dst
}

// CompareNames orders member names as the canonical form does: by UTF-16 code
// units (RFC 8785, 3.2.3).
func CompareNames(a, b string) int {
	for a != "" && b != "" {
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if x != y {
			if (x > 0xffff) != (y > 0xffff) {
				return cmp.Compare(lead(x), lead(y))
			}
			return cmp.Compare(x, y)
		}
		a, b = a[n:], b[m:]
	}
	return cmp.Compare(len(a), len(b))
}

// lead is the first UTF-16 code unit of a code point.
func lead(r rune) rune {
	if r > 0xffff {
		return 0xd800 + (r-0x10000)>>10
	}
	return r
}
