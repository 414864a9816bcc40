package strictjson

import (
	"sort"
	"strconv"
	"strings"
	"sync"

	"mcpreview/internal/rule"
)

// A Lens says where things stand in a document without showing what it holds:
// the names of members among data - results, arguments, errors - can be data
// themselves. Of those a pointer shows the ones that are plain (rule.IsPlain) or
// declared, and a placeholder for any other; line and column still tell. The
// names in descriptors are shown as they are.
type Lens struct {
	*Document
	Declared func(name string) bool // by the descriptor that the data answers to; nil for none
}

// Locate is the place of a value of the document. Further reference tokens,
// unescaped, name members below it that do not exist. A nil value is the
// document as a whole.
func (l Lens) Locate(v *Value, missing ...string) rule.Location {
	d := l.Document
	loc := rule.Location{File: d.File, Line: d.Line, Column: 1}
	switch {
	case v != nil:
		loc = l.LocateOffset(int(v.start))
	case d.whole != nil:
		loc = *d.whole
	}
	if d.whole != nil && loc == *d.whole {
		return loc // made by the reader: it has no members in the file
	}
	for _, token := range missing {
		loc = loc.Below(EscapeToken(rule.Shorten(token, tokenLimit)))
	}
	return loc
}

// LocateOffset is the place of the innermost value or member name at an offset.
func (l Lens) LocateOffset(offset int) rule.Location {
	if l.whole != nil {
		return l.composed(offset)
	}
	line, column := l.position(offset)
	return rule.Location{File: l.File, Pointer: l.pointer(l.Root, offset), Line: line, Column: column}
}

// PointerFrom is the pointer of a value relative to one of its ancestors.
func (l Lens) PointerFrom(ancestor, v *Value) string { return l.pointer(ancestor, int(v.start)) }

// PointerFromOffset is PointerFrom for a fault's offset.
func (l Lens) PointerFromOffset(ancestor *Value, offset int) string {
	return l.pointer(ancestor, offset)
}

// Show is a pointer into a value of data, as the Lens shows it.
func (l Lens) Show(pointer string) string {
	var b strings.Builder
	for token := range Tokens(pointer) {
		b.WriteString("/" + l.token(token, amongData))
	}
	return b.String()
}

// FaultText is what a reason says of a fault.
func (l Lens) FaultText(f Fault, b Bounds) string {
	w := walk{lens: l}
	w.to(l.Root, f.Offset, nil)
	if f.Kind == DuplicateName && w.place != inDescriptor && !l.isShown(f.Name) {
		f.Name = rule.Placeholder(f.Name, "key")
	}
	return f.Text(b)
}

// composed is the place of an offset in a document that was put together.
func (l Lens) composed(offset int) rule.Location {
	d := l.Document
	n := sort.Search(len(d.pieces), func(i int) bool { return d.pieces[i].End > offset })
	if n == len(d.pieces) || offset < d.pieces[n].Start {
		return *d.whole
	}
	p := &d.pieces[n]
	pointer := strings.TrimPrefix(l.pointer(d.Root, offset), l.pointer(d.Root, p.Start))
	if p.Place != nil {
		return p.Place(offset-p.Start, pointer)
	}
	at := p.At
	at.Pointer += pointer
	startLine, startColumn := d.position(p.Start)
	line, column := d.position(offset)
	at.Line += line - startLine
	if line == startLine {
		at.Column += column - startColumn
	} else {
		at.Column = column
	}
	return at
}

// A place is what the members of an object are. What is not known to be a
// descriptor is shown no more of than data is.
type place uint8

const (
	nowhere place = iota
	inList        // of descriptors, where it is an array
	inDescriptor
	amongData
)

// settled are the members that settle what stands below them, outermost first: a
// result may hold "tools", and a descriptor "params".
var settled = map[string]place{
	"tools": inList, "prompts": inList, "resources": inList, "resourceTemplates": inList,
	"inputSchema": inDescriptor, "outputSchema": inDescriptor, "headerMapping": inDescriptor,
	"params": amongData, "arguments": amongData, "structuredContent": amongData, "content": amongData, "contents": amongData,
	"messages": amongData, "capabilities": amongData, "error": amongData, "_meta": amongData, "inputRequests": amongData,
}

// placeOf is what stands below a member of an object that is neither.
func placeOf(holder, member *Value) place {
	p := settled[member.name()]
	switch {
	case p == inList && member.Is(Array):
		return inDescriptor
	case p == inList:
		p = nowhere
	}
	if p == nowhere && holder.Get("inputSchema") != nil {
		return inDescriptor // one that was recorded without its page
	}
	return p
}

func (l Lens) isShown(name string) bool {
	return rule.IsPlain(name) || l.Declared != nil && l.Declared(name)
}

// token is a member name as a reference token.
func (l Lens) token(name string, p place) string {
	if p != inDescriptor && !l.isShown(name) {
		name = rule.Placeholder(name, "key")
	}
	return EscapeToken(rule.Shorten(name, tokenLimit))
}

// The lengths, in bytes, at which a pointer and a name in one are cut.
const (
	pointerLimit = 1024
	tokenLimit   = 256
)

// pointerRoom is more than most pointers take.
const pointerRoom = 256

// pointer leads from a value to an offset below it.
func (l Lens) pointer(from *Value, offset int) string {
	if from == nil {
		return ""
	}
	var room [pointerRoom]byte // most pointers fit in
	w := walk{lens: l, from: from}
	return string(w.to(l.Root, offset, room[:0]))
}

// A walk goes from the root of a document to an offset, and appends the pointer
// from one value on the way. It is cut where it is too long to be read, and to
// be kept in many places: line and column still tell.
type walk struct {
	lens  Lens
	from  *Value // nil to write nothing
	place place
}

func (w *walk) to(v *Value, offset int, b []byte) []byte {
	writes := false
	for v != nil {
		writes = writes || w.from != nil && v.start == w.from.start && v.end == w.from.end
		if int(v.start) == offset {
			return b
		}
		items := v.items()
		i := sort.Search(len(items), func(i int) bool { return int(items[i].end) > offset })
		if i == len(items) {
			return b
		}
		it := &items[i]
		if v.Is(Object) && offset < int(it.nameAt) || v.Is(Array) && offset < int(it.start) {
			return b
		}
		if w.place == nowhere && v.Is(Object) {
			w.place = placeOf(v, it)
		}
		if writes {
			if len(b) >= pointerLimit {
				return append(b, "/…"...)
			}
			b = w.write(b, v, it, i)
		}
		if v.Is(Object) && offset < int(it.start) {
			return b
		}
		v = it
	}
	return b
}

// write appends the token of a member or element.
func (w *walk) write(b []byte, holder, item *Value, index int) []byte {
	b = append(b, '/')
	if holder.Is(Object) {
		return append(b, w.lens.token(item.name(), w.place)...)
	}
	return strconv.AppendInt(b, int64(index), 10)
}

// NamesIn tells what a descriptor itself says, as the name of a member or as a
// string, anywhere in it: that is no data. It is gone through once, when it is
// first asked for, and is safe for concurrent use.
func NamesIn(descriptor *Value) func(name string) bool {
	names := sync.OnceValue(func() map[string]bool {
		said := make(map[string]bool)
		collect(descriptor, said)
		return said
	})
	return func(name string) bool { return names()[name] }
}

// collect takes in what is not shown by itself and is short enough for a name.
func collect(v *Value, said map[string]bool) {
	add := func(text string) {
		if len(text) <= tokenLimit && !rule.IsPlain(text) {
			said[strings.Clone(text)] = true
		}
	}
	switch v.Kind() {
	case String:
		add(v.Text())
	case Array:
		for i := range v.Len() {
			collect(v.At(i), said)
		}
	case Object:
		for name, member := range v.Members() {
			add(name)
			collect(member, said)
		}
	case Absent, Null, Bool, Number:
	}
}
