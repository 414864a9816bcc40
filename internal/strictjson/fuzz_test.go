package strictjson

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// nestedBounds let a short text nest too deep.
var nestedBounds = Bounds{Bytes: 1 << 20, Nesting: 12, NumberBytes: 20, Exponent: 30, Values: 5000}

var atByte = regexp.MustCompile(`at byte ([0-9]+)$`)

// What is read without a fault is what a strict reader takes, and nothing else;
// an error points at the first byte that no document could have there; and what
// is wrong with a value leaves its neighbours readable.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		``, ` `, `{}`, `[]`, `null`, `"a"`, `1`, `-0`, `1e5`, `1e400`, `123456789012345678901`, `{"a":1,"a":2}`, `{"a":{"b":1,"b":1},"c":[{"d":"\ud800"}]}`,
		`"\ud83d\ude00"`, `"\ude00\ud83d"`, `{"\udfff":0}`, `[1,]`, `{"a"}`, `{} {}`, "\ufeff{}", "\xff", "{\"a\":\"\xed\xa0\x80\"}", `[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]`,
		`{"a":[[[[[[[[[[[[[{"b":"\ud800"}]]]]]]]]]]]]],"b":1}`, `01`, `NaN`, `tru`, `"\x41"`, "\"\t\"", "[\n1,\r\n2]\n", `{"a":1,"\u0061":2}`, strings.Repeat("[", 40),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			t.Skip("too long: each of its values is located by a scan from the beginning")
		}
		doc, err := Parse([]byte(text), "f.json", 1, nestedBounds)
		if err != nil {
			fails(t, text, err)
			return
		}
		deep, clean := false, true
		for _, fault := range doc.Faults {
			deep = deep || fault.Kind == NestingBound
			clean = clean && fault.Kind == NumberBound
			if at := doc.LocateOffset(fault.Offset); byteAt(text, at.Line, at.Column) != fault.Offset {
				t.Errorf("%q: a fault at %d is shown at %d:%d", text, fault.Offset, at.Line, at.Column)
			}
		}
		if valid := jsontext.Value(text).IsValid(); !deep && valid != clean {
			t.Errorf("%q: strictly valid is %t, faults %+v", text, valid, doc.Faults)
		}
		places(t, text, doc, doc.Root)
		neighbours(t, text, doc)
	})
}

// fails holds an error against the text that it is of.
func fails(t *testing.T, text string, err error) {
	e, is := err.(*Error)
	if !is || e.Text == "" || e.Line < 1 || e.Column < 1 {
		t.Fatalf("%q: %#v", text, err)
	}
	if jsontext.Value(text).IsValid() && e.Kind != TooLarge {
		t.Fatalf("%q is valid: %v", text, err)
	}
	m := atByte.FindStringSubmatch(e.Text)
	if m == nil {
		if e.Kind != TooLarge {
			t.Errorf("%q: no byte in %q", text, e.Text)
		}
		return
	}
	at, _ := strconv.Atoi(m[1])
	if at > len(text) {
		t.Fatalf("%q: %s", text, e.Text)
	}
	switch e.Kind {
	case BadEncoding:
		if r, n := utf8.DecodeRuneInString(text[at:]); !utf8.ValidString(text[:at]) || r == utf8.RuneError && n != 1 {
			t.Errorf("%q: %s", text, e.Text)
		}
	case BadSyntax:
		if got := byteAt(text, e.Line, e.Column); got != at {
			t.Errorf("%q: byte %d is shown at %d:%d, which is %d", text, at, e.Line, e.Column, got)
		}
		// All before it is a document, or the beginning of one.
		if _, err := Parse([]byte(text[:at]), "f.json", 1, nestedBounds); err != nil && !strings.HasPrefix(err.(*Error).Text, "unexpected end") {
			t.Errorf("%q: %s, but before that %v", text, e.Text, err)
		}
	case TooLarge:
	}
}

// byteAt is the offset of a line and a column.
func byteAt(text string, line, column int) int {
	offset := 0
	for ; line > 1; line-- {
		offset += strings.IndexByte(text[offset:], '\n') + 1
	}
	for ; column > 1; column-- {
		_, n := utf8.DecodeRuneInString(text[offset:])
		offset += n
	}
	return offset
}

// places wants every value to stand where it is said to, and to be found there.
func places(t *testing.T, text string, doc *Document, v *Value) {
	at := Lens{Document: doc, Declared: func(string) bool { return true }}.Locate(v)
	if got := byteAt(text, at.Line, at.Column); got != v.Start() || v.End() > len(text) || v.Start() >= v.End() {
		t.Fatalf("%q: the value at %d to %d is shown at %d:%d, which is %d", text, v.Start(), v.End(), at.Line, at.Column, got)
	}
	if len(doc.Faults) == 0 && !strings.Contains(at.Pointer, "…") && doc.Root.Resolve(at.Pointer) != v {
		t.Fatalf("%q: %s leads elsewhere", text, at.Pointer)
	}
	for _, e := range v.Elements() {
		places(t, text, doc, e)
	}
	for _, m := range v.Members() {
		places(t, text, doc, m)
	}
}

// neighbours wants the faults of a value to be the same within a document, and
// not to be those of what stands beside it.
func neighbours(t *testing.T, text string, doc *Document) {
	around := `{"before":[1,"a"],"it":` + text + `,"after":{"b":true}}`
	b := nestedBounds
	b.Nesting++
	wide, err := Parse([]byte(around), "f.json", 1, b)
	if err != nil {
		if err.(*Error).Kind != TooLarge {
			t.Fatalf("%q: within a document: %v", text, err)
		}
		return
	}
	if got := wide.FaultsIn(wide.Root.Get("it")); len(got) != len(doc.Faults) {
		t.Errorf("%q: %d faults, within a document %d", text, len(doc.Faults), len(got))
	}
	for _, name := range []string{"before", "after"} {
		if v := wide.Root.Get(name); v.Len() == 0 || len(wide.FaultsIn(v)) > 0 {
			t.Errorf("%q: what stands %s it is not readable", text, name)
		}
	}
}
