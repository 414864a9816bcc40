package strictjson

import (
	"encoding/json"
	"iter"
	"strconv"
)

// Kind is the JSON type of a value. Absent is the kind of a nil *Value.
type Kind uint8

// The kinds.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"absent", "null", "boolean", "number", "string", "array", "object"}

// String is the JSON type's name.
func (k Kind) String() string { return kindNames[k] }

// A Value is one JSON value of a document. A nil *Value is an absent one: every
// method but Start and End accepts it. It is small, since a review holds
// millions of them: what it says it says by where it stands in its document.
type Value struct {
	doc        *Document
	start, end int32
	// Of a member: where its name, with its quotes, stands. nameEnd is below
	// zero where the name is written with escapes: ^nameEnd is its index in
	// Document.texts.
	nameAt, nameEnd int32
	// Of a container: its members or elements in Document.values. Of a string
	// that is written with escapes: first-1 is its index in Document.texts.
	first int32
	// Its kind above countBits, and below it how many members or elements; of a
	// number, 1 where it is beyond the bounds and read as 0.
	kindCount uint32
}

// countBits hold the number of elements of the largest document that offsets
// reach, of which each takes two bytes at least.
const countBits = 29

func kindCount(k Kind, count int) uint32 { return uint32(k)<<countBits | uint32(count) }

func (v *Value) count() int { return int(v.kindCount & (1<<countBits - 1)) }

// items are the members or elements; none for other kinds.
func (v *Value) items() []Value {
	if v.Kind() < Array {
		return nil
	}
	return v.doc.values[v.first : int(v.first)+v.count()]
}

// name is that of a member.
func (v *Value) name() string {
	if v.nameEnd < 0 {
		return v.doc.texts[^v.nameEnd]
	}
	return v.doc.src[v.nameAt+1 : v.nameEnd-1]
}

// Kind is the value's JSON type.
func (v *Value) Kind() Kind {
	if v == nil {
		return Absent
	}
	return Kind(v.kindCount >> countBits)
}

// Is reports whether the value is of that kind.
func (v *Value) Is(k Kind) bool { return v.Kind() == k }

// Start is the offset of the value's first byte in its document.
func (v *Value) Start() int { return int(v.start) }

// End is the offset after the value's last byte.
func (v *Value) End() int { return int(v.end) }

// Text is a string's text, a number's literal, a boolean's word; else "".
func (v *Value) Text() string {
	switch v.Kind() {
	case String:
		if v.first > 0 {
			return v.doc.texts[v.first-1]
		}
		return v.doc.src[v.start+1 : v.end-1]
	case Number:
		if v.count() > 0 {
			return "0" // never handed to arithmetic
		}
		return v.doc.src[v.start:v.end]
	case Bool:
		return v.doc.src[v.start:v.end]
	case Absent, Null, Array, Object:
	}
	return ""
}

// Str returns the text and whether the value is a string.
func (v *Value) Str() (string, bool) {
	if v.Kind() != String {
		return "", false
	}
	return v.Text(), true
}

// True reports whether the value is the boolean true.
func (v *Value) True() bool { return v.Kind() == Bool && v.doc.src[v.start] == 't' }

// Len is the number of members or elements.
func (v *Value) Len() int {
	return len(v.items())
}

// Get is the first member of that exact name, or nil.
func (v *Value) Get(name string) *Value {
	if v.Kind() != Object {
		return nil
	}
	items := v.items()
	for i := range items {
		if items[i].name() == name {
			return &items[i]
		}
	}
	return nil
}

// Path is Get repeated.
func (v *Value) Path(names ...string) *Value {
	for _, n := range names {
		v = v.Get(n)
	}
	return v
}

// At is the element at an index, or nil.
func (v *Value) At(i int) *Value {
	if v.Kind() != Array || i < 0 || i >= v.count() {
		return nil
	}
	return &v.items()[i]
}

// Members yields an object's members in document order; none for other kinds.
func (v *Value) Members() iter.Seq2[string, *Value] {
	return func(yield func(string, *Value) bool) {
		if v.Kind() != Object {
			return
		}
		items := v.items()
		for i := range items {
			if !yield(items[i].name(), &items[i]) {
				return
			}
		}
	}
}

// Elements yields an array's elements; none for other kinds.
func (v *Value) Elements() iter.Seq2[int, *Value] {
	return func(yield func(int, *Value) bool) {
		if v.Kind() != Array {
			return
		}
		items := v.items()
		for i := range items {
			if !yield(i, &items[i]) {
				return
			}
		}
	}
}

// Any is the value in the form the schema library takes: map[string]any,
// []any, string, json.Number, bool or nil. Of repeated names the first counts.
func (v *Value) Any() any {
	switch v.Kind() {
	case Bool:
		return v.True()
	case Number:
		return json.Number(v.Text())
	case String:
		return v.Text()
	case Array:
		a := make([]any, v.Len())
		for i, element := range v.Elements() {
			a[i] = element.Any()
		}
		return a
	case Object:
		m := make(map[string]any, v.Len())
		for name, member := range v.Members() {
			if _, repeated := m[name]; !repeated {
				m[name] = member.Any()
			}
		}
		return m
	case Absent, Null:
	}
	return nil
}

// Resolve follows a JSON pointer (RFC 6901, unescaped from any URI form) from
// the value; nil where it leads nowhere.
func (v *Value) Resolve(pointer string) *Value {
	for token := range Tokens(pointer) {
		switch v.Kind() {
		case Object:
			v = v.Get(token)
		case Array:
			i, err := strconv.Atoi(token)
			if err != nil || strconv.Itoa(i) != token {
				return nil
			}
			v = v.At(i)
		default:
			return nil
		}
	}
	return v
}

// Follow goes along a JSON pointer as far as it leads, and returns the tokens,
// unescaped, that are left.
func (v *Value) Follow(pointer string) (at *Value, missing []string) {
	at = v
	for token := range Tokens(pointer) {
		if next := at.Resolve("/" + EscapeToken(token)); next != nil && len(missing) == 0 {
			at = next
			continue
		}
		missing = append(missing, token)
	}
	return at, missing
}
