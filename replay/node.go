package replay

import (
	"iter"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mcpreview/internal/strictjson"
)

// A node is a value and the document that it stands in; one without a value is
// absent. Values are passed so because places and exact literals are the
// document's.
type node struct {
	doc *strictjson.Document
	v   *strictjson.Value
}

func (n node) present() bool             { return n.v != nil }
func (n node) is(k strictjson.Kind) bool { return n.v.Is(k) }
func (n node) get(name string) node      { return node{n.doc, n.v.Get(name)} }
func (n node) has(name string) bool      { return n.v.Get(name) != nil }
func (n node) len() int                  { return n.v.Len() }
func (n node) isTrue() bool              { return n.v.True() }
func (n node) isBool() bool              { return n.is(strictjson.Bool) }
func (n node) isObject() bool            { return n.is(strictjson.Object) }
func (n node) isArray() bool             { return n.is(strictjson.Array) }
func (n node) isNull() bool              { return n.is(strictjson.Null) }
func (n node) members() iter.Seq2[string, node] {
	return func(yield func(string, node) bool) {
		for name, v := range n.v.Members() {
			if !yield(name, node{n.doc, v}) {
				return
			}
		}
	}
}

func (n node) elements() iter.Seq2[int, node] {
	return func(yield func(int, node) bool) {
		for i, v := range n.v.Elements() {
			if !yield(i, node{n.doc, v}) {
				return
			}
		}
	}
}

// path is get repeated.
func (n node) path(names ...string) node {
	for _, name := range names {
		n = n.get(name)
	}
	return n
}

// str is the text of a string. An unpaired surrogate escape in it is kept, as
// the three bytes that UTF-8 would have for it, so that texts which differ only
// there stay different.
func (n node) str() (text string, ok bool) {
	text, ok = n.v.Str()
	if ok && n.loneSurrogate() {
		text = unquoteLoosely(n.doc.Source(n.v))
	}
	return text, ok
}

// loneSurrogate reports whether a string holds an unpaired surrogate escape.
func (n node) loneSurrogate() bool {
	for _, f := range n.doc.FaultsIn(n.v) {
		if f.Kind == strictjson.LoneSurrogate && f.Offset == n.v.Start() {
			return true
		}
	}
	return false
}

// text is str of a non-empty string.
func (n node) text() (string, bool) {
	s, ok := n.str()
	return s, ok && s != ""
}

// oneOf is str of one of the given words.
func (n node) oneOf(words ...string) (string, bool) {
	if s, ok := n.str(); ok {
		for _, w := range words {
			if s == w {
				return s, true
			}
		}
	}
	return "", false
}

// length counts code points, an unpaired surrogate as one.
func length(s string) int {
	count := 0
	for i := range len(s) {
		if s[i]&0xc0 != 0x80 {
			count++
		}
	}
	return count
}

// unquoteLoosely is the text of a string literal that holds unpaired surrogate
// escapes.
func unquoteLoosely(literal string) string {
	body := literal[1 : len(literal)-1]
	var out []byte
	from := 0
	flush := func(to int) {
		out, _ = jsontext.AppendUnquote(out, `"`+body[from:to]+`"`) // cannot fail: the parser has read it
	}
	for i := 0; i < len(body); {
		if body[i] != '\\' {
			i++
			continue
		}
		unit, ok := surrogate(body[i:])
		switch {
		case !ok:
			i += 2
		case unit < 0xdc00 && followedByLow(body[i+6:]):
			i += 12
		default:
			flush(i)
			out = append(out, 0xe0|byte(unit>>12), 0x80|byte(unit>>6)&0x3f, 0x80|byte(unit)&0x3f)
			i += 6
			from = i
		}
	}
	flush(len(body))
	return string(out)
}

// surrogate is the code unit of an escape at the start of s, where it is one.
func surrogate(s string) (unit uint64, ok bool) {
	if !strings.HasPrefix(s, `\u`) || len(s) < 6 {
		return 0, false
	}
	unit, err := strconv.ParseUint(s[2:6], 16, 16)
	return unit, err == nil && unit >= 0xd800 && unit <= 0xdfff
}

func followedByLow(s string) bool {
	unit, ok := surrogate(s)
	return ok && unit >= 0xdc00
}
