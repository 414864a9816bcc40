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
// method but Start and End accepts it.
type Value struct {
	text       string // string: unescaped; number: literal; boolean: its word
	items      []item
	start, end int32
	nameAt     int32 // of a member: where its name starts; here for it takes no room
	kind       Kind
}

type item struct {
	name  string
	value Value
}

// Kind is the value's JSON type.
func (v *Value) Kind() Kind {
	if v == nil {
		return Absent
	}
	return v.kind
}

// Is reports whether the value is of that kind.
func (v *Value) Is(k Kind) bool { return v.Kind() == k }

// Start is the offset of the value's first byte in its document.
func (v *Value) Start() int { return int(v.start) }

// End is the offset after the value's last byte.
func (v *Value) End() int { return int(v.end) }

// Text is a string's text, a number's literal, a boolean's word; else "".
func (v *Value) Text() string {
	if v == nil {
		return ""
	}
	return v.text
}

// Str returns the text and whether the value is a string.
func (v *Value) Str() (string, bool) {
	if v.Kind() != String {
		return "", false
	}
	return v.text, true
}

// True reports whether the value is the boolean true.
func (v *Value) True() bool { return v.Kind() == Bool && v.text == "true" }

// Len is the number of members or elements.
func (v *Value) Len() int {
	if v == nil {
		return 0
	}
	return len(v.items)
}

// Get is the first member of that exact name, or nil.
func (v *Value) Get(name string) *Value {
	if v.Kind() != Object {
		return nil
	}
	for i := range v.items {
		if v.items[i].name == name {
			return &v.items[i].value
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
	if v.Kind() != Array || i < 0 || i >= len(v.items) {
		return nil
	}
	return &v.items[i].value
}

// Members yields an object's members in document order; none for other kinds.
func (v *Value) Members() iter.Seq2[string, *Value] {
	return func(yield func(string, *Value) bool) {
		if v.Kind() != Object {
			return
		}
		for i := range v.items {
			if !yield(v.items[i].name, &v.items[i].value) {
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
		for i := range v.items {
			if !yield(i, &v.items[i].value) {
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
		return v.text == "true"
	case Number:
		return json.Number(v.text)
	case String:
		return v.text
	case Array:
		a := make([]any, len(v.items))
		for i := range v.items {
			a[i] = v.items[i].value.Any()
		}
		return a
	case Object:
		m := make(map[string]any, len(v.items))
		for i := range v.items {
			it := &v.items[i]
			if _, repeated := m[it.name]; !repeated {
				m[it.name] = it.value.Any()
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
