package replay

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"unicode/utf8"

	"mcpreview/internal/strictjson"
)

// MaxBytes is the size of the largest fixture file. Whoever reads one needs to
// read one byte more, and no further.
const MaxBytes = 2_000_000

// maxDigits is the length of the longest integer, in digits.
const maxDigits = 4300

// bounds are what a file is read with. Numbers are bounded by the file alone:
// a fixture may hold 1e999, and it then fails where a number is checked.
var bounds = strictjson.Bounds{Bytes: MaxBytes, Nesting: 64, NumberBytes: MaxBytes, Exponent: math.MaxInt}

// read is the file as a document without faults that matter.
func read(data []byte, file string) (*strictjson.Document, *FileError) {
	doc, err := strictjson.Parse(data, file, 1, bounds)
	if err != nil {
		return nil, unreadable(err, data, file)
	}
	for _, f := range doc.Faults {
		if f.Kind == strictjson.NestingBound {
			return nil, faultAt(doc, f.Offset, 3, nestingText)
		}
	}
	for _, f := range doc.Faults {
		if f.Kind == strictjson.DuplicateName {
			return nil, faultAt(doc, f.Offset, 5, "duplicate JSON key")
		}
	}
	if long := longInteger(node{doc, doc.Root}); long.present() {
		return nil, long.breaks(4, "an integer of more than 4300 digits").refuses()
	}
	return doc, nil
}

const nestingText = "nesting limit: more than 64 arrays and objects are open"

func faultAt(doc *strictjson.Document, offset, number int, text string) *FileError {
	at := doc.LocateOffset(offset)
	return &FileError{File: at.File, Line: at.Line, Column: at.Column, Rule: ruleOf(number), Text: text}
}

// unreadable names the limit that a text breaks before its grammar.
func unreadable(err error, data []byte, file string) *FileError {
	var e *strictjson.Error
	if !errors.As(err, &e) {
		panic("replay: the parser failed otherwise: " + err.Error())
	}
	out := &FileError{File: file, Line: e.Line, Column: e.Column}
	switch e.Kind {
	case strictjson.TooLarge:
		out.Rule, out.Text = ruleOf(1), "size limit: more than 2,000,000 bytes"
	case strictjson.BadEncoding:
		out.Rule, out.Text = ruleOf(2), "unreadable: "+e.Text
	case strictjson.BadSyntax:
		if offset, deep := tooDeep(data); deep {
			out.Line, out.Column = position(data, offset)
			out.Rule, out.Text = ruleOf(3), nestingText
			return out
		}
		out.Rule, out.Text = ruleOf(4), syntaxText(e)
	}
	return out
}

func syntaxText(e *strictjson.Error) string {
	if strings.Contains(e.Text, "is not a JSON value") {
		return "non-finite number: " + e.Text
	}
	return "invalid JSON: " + e.Text
}

// tooDeep is where the first container beyond the nesting limit opens.
func tooDeep(data []byte) (offset int, deep bool) {
	depth, inString := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > bounds.Nesting {
				return i, true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return 0, false
}

// position is an offset as line and column in code points, both from 1.
func position(data []byte, offset int) (line, column int) {
	before := data[:offset]
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
}

// longInteger is the first integer of more digits than are read.
func longInteger(n node) node {
	if n.is(strictjson.Number) {
		literal := strings.TrimPrefix(n.doc.Source(n.v), "-")
		if len(literal) > maxDigits && !strings.ContainsAny(literal, ".eE") {
			return n
		}
	}
	for _, e := range n.elements() {
		if long := longInteger(e); long.present() {
			return long
		}
	}
	for _, m := range n.members() {
		if long := longInteger(m); long.present() {
			return long
		}
	}
	return node{}
}
