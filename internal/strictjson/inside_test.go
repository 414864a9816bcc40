package strictjson

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Every byte of a string's text has its place in the file, whatever stands
// before it: characters of any length, escapes, marks between them.
func TestPlacesInsideAString(t *testing.T) {
	text := strings.Repeat(`{"a":"é\u00e9\ud83d\ude00😀\\\"","b":`+"\t1}\n", 200)
	var literal strings.Builder
	literal.WriteByte('"')
	points := make([]int, 0, len(text)) // of each byte, the code points of the literal before its character
	for i, r := range text {
		before := utf8.RuneCountInString(literal.String())
		switch {
		case r == '"' || r == '\\':
			literal.WriteString(`\` + string(r))
		case r == '\n':
			literal.WriteString(`\n`)
		case r == '\t':
			literal.WriteString(`\u0009`)
		case r == 'é' && i%2 == 0:
			literal.WriteString(`\u00e9`)
		case r == '😀' && i%2 == 0:
			literal.WriteString(`\ud83d\ude00`)
		default:
			literal.WriteRune(r)
		}
		for range len(string(r)) {
			points = append(points, before)
		}
	}
	literal.WriteByte('"')
	doc, err := Parse([]byte("{\n \"body\": "+literal.String()+"}"), "f.har", 1, Bounds{Bytes: 1 << 20, Nesting: 9, NumberBytes: 9, Exponent: 9})
	if err != nil {
		t.Fatal(err)
	}
	body := doc.Root.Get("body")
	if body.Text() != text {
		t.Fatal("the literal does not stand for the text")
	}
	in := doc.In(body)
	for i := range text {
		at := in.Place(i, "/x")
		if want := doc.Locate(body).Column + points[i]; at.Line != 2 || at.Column != want || at.Pointer != "/body" || at.Inside != "#/x" {
			t.Fatalf("byte %d: %+v, want column %d", i, at, want)
		}
	}
	if at := in.Place(len(text), ""); at.Column != doc.Locate(body).Column+utf8.RuneCountInString(literal.String())-1 {
		t.Errorf("the end of the text is at column %d", at.Column)
	}
}
