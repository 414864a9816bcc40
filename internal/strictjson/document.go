// Package strictjson reads JSON as evidence: strictly (RFC 8259, UTF-8, no byte
// order mark), with the exact text of every number, the place of every value,
// and the faults that a lenient parser hides. A fault inside a value leaves its
// siblings readable; the caller decides how far it reaches.
package strictjson

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"

	"mcpreview/internal/rule"
)

// Bounds limit what is read. Every field but Values must be positive.
type Bounds struct {
	Bytes       int // length of one document
	Nesting     int // containers around a value, its own included
	NumberBytes int // length of a number literal
	Exponent    int // absolute value of a number's exponent
	Values      int // of one document, containers included: each takes memory many times its bytes; 0 for no bound but Bytes
}

// Of what this program wrote one value takes writtenBytes at least, as it stands
// on a line of its own; writtenValues may be closer together, for what was written
// anew by another.
const (
	writtenBytes  = 8
	writtenValues = 1_000_000
)

// Written are bounds for a document of so many bytes that this program is said
// to have written: it holds no more values than such a document can, so that
// the memory for it is in proportion to its bytes.
func (b Bounds) Written(bytes int) Bounds {
	b.Values = max(writtenValues, bytes/writtenBytes)
	return b
}

// A Document is one JSON text and where it stands.
type Document struct {
	Root *Value
	File string // as reports print it
	Line int    // line of its first byte, from 1
	// Faults are those that leave the document readable, by offset.
	Faults []Fault

	src     string
	values  []Value  // each container's members or elements side by side; the root last
	texts   []string // of names and strings that are written with escapes
	once    sync.Once
	ends    []int32 // offsets of the line feeds, once they are asked for
	counted sync.Once
	counts  []int32 // code points before each countStep bytes, likewise
	whole   *rule.Location
	pieces  []Piece
}

// A Piece is a value of a document that was put together from parts of another
// file, and how places in it are found there.
type Piece struct {
	Start, End int           // of the value in the document that was put together
	At         rule.Location // of the value in the file, where its text is the same there
	// Place is where an offset from Start stands in the file, where the text
	// there is another; pointer is that of the innermost value at the offset,
	// relative to the piece.
	Place func(offset int, pointer string) rule.Location
}

// Compose says that the document was put together: what is in no piece stands
// where whole does. The pieces are in order and apart.
func (d *Document) Compose(whole rule.Location, pieces []Piece) { d.whole, d.pieces = &whole, pieces }

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

// countStep is how many bytes of a long line are looked at to find a column.
const countStep = 1 << 9

// codePoints is how many code points begin before an offset. A document may be
// one line of megabytes with a finding in every part of it, so it is counted
// once.
func (d *Document) codePoints(offset int) int {
	d.counted.Do(func() {
		n := 0
		for i := 0; i < len(d.src); i += countStep {
			d.counts = append(d.counts, int32(n))
			n += begun(d.src[i:min(i+countStep, len(d.src))])
		}
		d.counts = append(d.counts, int32(n))
	})
	step := offset / countStep
	return int(d.counts[step]) + begun(d.src[step*countStep:offset])
}

// begun counts the code points that begin in a piece of UTF-8, wherever it was
// cut.
func begun(piece string) int {
	n := 0
	for i := 0; i < len(piece); i++ {
		if utf8.RuneStart(piece[i]) {
			n++
		}
	}
	return n
}

// position turns an offset into line and column (code points), both from 1.
func (d *Document) position(offset int) (line, column int) {
	ends := d.lines()
	n := sort.Search(len(ends), func(i int) bool { return int(ends[i]) >= offset })
	start := 0
	if n > 0 {
		start = int(ends[n-1]) + 1
	}
	if offset-start <= countStep {
		return d.Line + n, begun(d.src[start:offset]) + 1
	}
	return d.Line + n, d.codePoints(offset) - d.codePoints(start) + 1
}

// Locate is the place of a value of this document, as a Lens without declared
// names gives it.
func (d *Document) Locate(v *Value, missing ...string) rule.Location {
	return Lens{Document: d}.Locate(v, missing...)
}

// LocateOffset is the place of the innermost value or member name at an offset.
func (d *Document) LocateOffset(offset int) rule.Location {
	return Lens{Document: d}.LocateOffset(offset)
}

// PointerFrom is the pointer of a value relative to one of its ancestors.
func (d *Document) PointerFrom(ancestor, v *Value) string {
	return Lens{Document: d}.PointerFrom(ancestor, v)
}

// PointerFromOffset is PointerFrom for a fault's offset.
func (d *Document) PointerFromOffset(ancestor *Value, offset int) string {
	return Lens{Document: d}.PointerFromOffset(ancestor, offset)
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

// Memory is about how many bytes the document takes as long as it is kept.
func (d *Document) Memory() int {
	n := len(d.src) + len(d.values)*int(unsafe.Sizeof(Value{}))
	for _, text := range d.texts {
		n += len(text)
	}
	return n
}
