// Package strictjson reads JSON as evidence: strictly (RFC 8259, UTF-8, no byte
// order mark), with the exact text of every number, the place of every value,
// and the faults that a lenient parser hides. A fault inside a value leaves its
// siblings readable; the caller decides how far it reaches.
package strictjson

import (
	"fmt"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"mcpreview/internal/rule"
)

// Bounds limit what is read. Every field must be positive.
type Bounds struct {
	Bytes       int // length of one document
	Nesting     int // containers around a value, its own included
	NumberBytes int // length of a number literal
	Exponent    int // absolute value of a number's exponent
}

// A Document is one JSON text and where it stands.
type Document struct {
	Root *Value
	File string // as reports print it
	Line int    // line of its first byte, from 1
	// Faults are those that leave the document readable, by offset.
	Faults []Fault

	src   string
	once  sync.Once
	ends  []int32 // offsets of the line feeds, once they are asked for
	fixed *rule.Location
}

// Fix makes every place in the document the same one: for a document that was
// put together from a part of another, whose own places would mean nothing.
func (d *Document) Fix(at rule.Location) { d.fixed = &at }

// FaultKind tells the scoped faults apart. The zero value is invalid.
type FaultKind uint8

// The faults that leave a document readable.
const (
	DuplicateName FaultKind = iota + 1 // a member name occurs more than once in an object
	LoneSurrogate                      // an unpaired surrogate escape in a name or a string
	NumberBound                        // a number literal over Bounds.NumberBytes or Bounds.Exponent
	NestingBound                       // a container nested deeper than Bounds.Nesting; it reads as null
)

// A Fault is one such defect.
type Fault struct {
	Kind   FaultKind
	Offset int    // where the value or the repeated name starts
	Name   string // the repeated member name
	Count  int    // how often it occurs
	What   string // the bound that was met, for NumberBound
}

var faultRules = [...]*rule.Rule{
	DuplicateName: rule.Get("JSON-03"), LoneSurrogate: rule.Get("JSON-04"), NumberBound: rule.Get("JSON-05"), NestingBound: rule.Get("JSON-06"),
}

// Rule is the rule that the fault breaks.
func (f Fault) Rule() *rule.Rule { return faultRules[f.Kind] }

// Text is the fault as a reason says it.
func (f Fault) Text(b Bounds) string {
	switch f.Kind {
	case DuplicateName:
		return fmt.Sprintf("member %s occurs %d times", rule.Quote(f.Name), f.Count)
	case LoneSurrogate:
		return "unpaired surrogate escape"
	case NumberBound:
		return "number literal exceeds the bound (" + f.What + ")"
	case NestingBound:
		return fmt.Sprintf("nesting exceeds %d", b.Nesting)
	}
	panic(fmt.Sprintf("strictjson: invalid fault kind %d", f.Kind))
}

// ErrorKind tells apart why a whole document is unusable.
type ErrorKind uint8

// The reasons why a document cannot be read at all.
const (
	BadEncoding ErrorKind = iota + 1 // not UTF-8, or a byte order mark: JSON-01
	BadSyntax                        // not exactly one RFC 8259 value: JSON-02
	TooLarge                         // over Bounds.Bytes: JSON-06
)

// An Error says why a document is unusable.
type Error struct {
	Kind   ErrorKind
	Text   string // a clause without the place
	File   string
	Line   int
	Column int
}

// Error is file:line:column and the clause.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

var errorRules = [...]*rule.Rule{BadEncoding: rule.Get("JSON-01"), BadSyntax: rule.Get("JSON-02"), TooLarge: rule.Get("JSON-06")}

// Rule is the rule that the document breaks.
func (e *Error) Rule() *rule.Rule { return errorRules[e.Kind] }

// Location is the place of the error.
func (e *Error) Location() rule.Location {
	return rule.Location{File: e.File, Line: e.Line, Column: e.Column}
}

func newDocument(src, file string, line int) *Document {
	return &Document{File: file, Line: line, src: src}
}

// lines are the offsets of the line feeds.
func (d *Document) lines() []int32 {
	d.once.Do(func() {
		for i := 0; ; i++ {
			n := strings.IndexByte(d.src[i:], '\n')
			if n < 0 {
				return
			}
			i += n
			d.ends = append(d.ends, int32(i))
		}
	})
	return d.ends
}

// position turns an offset into line and column (bytes), both from 1.
func (d *Document) position(offset int) (line, column int) {
	ends := d.lines()
	n := sort.Search(len(ends), func(i int) bool { return int(ends[i]) >= offset })
	start := 0
	if n > 0 {
		start = int(ends[n-1]) + 1
	}
	return d.Line + n, offset - start + 1
}

// Locate is the place of a value of this document. Further reference tokens,
// unescaped, name members below it that do not exist. A nil value is the
// document as a whole.
func (d *Document) Locate(v *Value, missing ...string) rule.Location {
	loc := rule.Location{File: d.File, Line: d.Line, Column: 1}
	switch {
	case d.fixed != nil:
		return *d.fixed
	case v != nil:
		loc = d.LocateOffset(int(v.start))
	}
	for _, token := range missing {
		loc.Pointer += "/" + EscapeToken(token)
	}
	return loc
}

// LocateOffset is the place of the innermost value or member name at an offset.
func (d *Document) LocateOffset(offset int) rule.Location {
	if d.fixed != nil {
		return *d.fixed
	}
	line, column := d.position(offset)
	return rule.Location{File: d.File, Pointer: d.pointer(d.Root, offset), Line: line, Column: column}
}

// PointerFrom is the pointer of a value relative to one of its ancestors.
func (d *Document) PointerFrom(ancestor, v *Value) string {
	return d.pointer(ancestor, int(v.start))
}

// PointerFromOffset is PointerFrom for a fault's offset.
func (d *Document) PointerFromOffset(ancestor *Value, offset int) string {
	return d.pointer(ancestor, offset)
}

func (d *Document) pointer(v *Value, offset int) string {
	var b strings.Builder
	for v != nil && int(v.start) != offset {
		i := sort.Search(len(v.items), func(i int) bool { return int(v.items[i].value.end) > offset })
		if i == len(v.items) {
			break
		}
		it := &v.items[i]
		if v.kind == Object && offset < int(it.value.nameAt) || v.kind == Array && offset < int(it.value.start) {
			break
		}
		b.WriteByte('/')
		if v.kind == Object {
			b.WriteString(EscapeToken(it.name))
		} else {
			b.WriteString(strconv.Itoa(i))
		}
		if v.kind == Object && offset < int(it.value.start) {
			break
		}
		v = &it.value
	}
	return b.String()
}

// FaultsIn returns the faults inside a value, its own included; none for nil.
func (d *Document) FaultsIn(v *Value) []Fault {
	if v == nil || len(d.Faults) == 0 {
		return nil
	}
	from, _ := slices.BinarySearchFunc(d.Faults, int(v.start), func(f Fault, at int) int { return f.Offset - at })
	to, _ := slices.BinarySearchFunc(d.Faults, int(v.end), func(f Fault, at int) int { return f.Offset - at })
	return d.Faults[from:to]
}

// Source is the text of a value as it stands in the document.
func (d *Document) Source(v *Value) string { return d.src[v.start:v.end] }

// EscapeToken escapes a member name for use in a JSON pointer (RFC 6901).
func EscapeToken(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// Tokens yields the unescaped reference tokens of a JSON pointer (RFC 6901).
func Tokens(pointer string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for pointer != "" {
			pointer = strings.TrimPrefix(pointer, "/")
			token, rest, more := strings.Cut(pointer, "/")
			if strings.IndexByte(token, '~') >= 0 {
				token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
			}
			if !yield(token) || !more {
				return
			}
			pointer = "/" + rest
		}
	}
}
