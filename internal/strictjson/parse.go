package strictjson

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Parser reads documents one after the other and reuses its buffers. It is not
// safe for concurrent use; the documents it returns are.
type Parser struct {
	Bounds Bounds

	dec    *jsontext.Decoder
	buf    bytes.Buffer
	stack  []Value // of the containers that are open
	values []Value // as Document.values
	doc    *Document
	deep   map[int32]bool // offsets of values that were blanked for their depth
}

// options leave to this package what it reports itself: repeated names and
// unpaired surrogates. Raw bytes are checked to be UTF-8 before.
var options = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// Parse reads one document. file and line say where it stands and go into its
// locations. The error is an *Error. data is not retained.
func (p *Parser) Parse(data []byte, file string, line int) (*Document, error) {
	p.doc = newDocument(string(data), file, line)
	defer func() { p.doc, p.deep = nil, nil }()
	if err := p.check(data); err != nil {
		return nil, err
	}
	root, err := p.parse(data)
	if errors.Is(err, errTooDeep) {
		blanked := slices.Clone(data)
		p.deep = blank(blanked, p.Bounds.Nesting)
		p.doc.Faults, p.doc.texts = nil, nil
		root, err = p.parse(blanked)
		if errors.Is(err, errTooDeep) { // what nests so deep is never closed
			at := len(data)
			err = p.fail(BadSyntax, at, fmt.Sprintf("%s at byte %d", describe(""), at))
		}
	}
	if err != nil {
		return nil, err
	}
	p.keep(root)
	slices.SortStableFunc(p.doc.Faults, func(a, b Fault) int { return a.Offset - b.Offset })
	return p.doc, nil
}

// Parse reads one document with a parser of its own.
func Parse(data []byte, file string, line int, b Bounds) (*Document, error) {
	p := Parser{Bounds: b}
	return p.Parse(data, file, line)
}

func (p *Parser) fail(kind ErrorKind, offset int, text string) *Error {
	line, column := p.doc.position(offset)
	return &Error{Kind: kind, Text: text, File: p.doc.File, Line: line, Column: column}
}

// check finds what concerns the bytes as a whole.
func (p *Parser) check(data []byte) error {
	switch {
	case len(data) > p.Bounds.Bytes:
		return p.fail(TooLarge, 0, fmt.Sprintf("document of %d bytes exceeds %d", len(data), p.Bounds.Bytes))
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return p.fail(BadEncoding, 0, "byte order mark at byte 0")
	case !utf8.Valid(data):
		n := invalidAt(data)
		return p.fail(BadEncoding, n, fmt.Sprintf("invalid UTF-8 at byte %d", n))
	}
	return nil
}

func invalidAt(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(data)
}

func (p *Parser) parse(data []byte) (root Value, err error) {
	p.buf = *bytes.NewBuffer(data)
	if p.dec == nil {
		p.dec = jsontext.NewDecoder(&p.buf, options...)
	} else {
		p.dec.Reset(&p.buf, options...)
	}
	p.stack, p.values = p.stack[:0], p.values[:0]
	root, err = p.value(1)
	if err != nil {
		return root, p.syntax(err)
	}
	end := int(root.end)
	if _, err := p.dec.ReadToken(); err != io.EOF {
		at := end + len(data[end:]) - len(bytes.TrimLeft(data[end:], " \t\r\n"))
		return root, p.fail(BadSyntax, at, fmt.Sprintf("data after the value at byte %d", at))
	}
	return root, nil
}

var errTooMany = errors.New("too many values")

var errTooDeep = errors.New("nested too deep to be skipped")

// syntax turns the decoder's error into ours; its text could repeat member
// names, so only its offset is used.
func (p *Parser) syntax(err error) error {
	switch {
	case errors.Is(err, errTooDeep):
		return err
	case errors.Is(err, errTooMany):
		p.stack, p.values = nil, nil // as large as the bound
		return p.fail(TooLarge, 0, fmt.Sprintf("document of more than %d values", p.Bounds.Values))
	}
	at := len(p.doc.src)
	var se *jsontext.SyntacticError
	if errors.As(err, &se) && !errors.Is(err, io.ErrUnexpectedEOF) {
		at = min(int(se.ByteOffset), len(p.doc.src))
	}
	return p.fail(BadSyntax, at, fmt.Sprintf("%s at byte %d", describe(p.doc.src[at:]), at))
}

func describe(rest string) string {
	if strings.Trim(rest, " \t\r\n") == "" {
		return "unexpected end"
	}
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
		if strings.HasPrefix(rest, word) {
			return word + " is not a JSON value"
		}
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return fmt.Sprintf("unexpected character U+%04X", r)
}

// value reads the next value, which stands inside depth-1 containers.
func (p *Parser) value(depth int) (Value, error) {
	if n := len(p.stack) + len(p.values); p.Bounds.Values > 0 && n >= p.Bounds.Values {
		return Value{}, errTooMany
	}
	switch kind := p.dec.PeekKind(); kind {
	case '{', '[':
		if depth > p.Bounds.Nesting {
			return p.skipDeep()
		}
		return p.container(depth, kind == '{')
	default:
		raw, err := p.dec.ReadValue()
		if err != nil {
			return Value{}, err
		}
		end := int32(p.dec.InputOffset())
		return p.scalar(end-int32(len(raw)), end), nil
	}
}

func (p *Parser) scalar(start, end int32) Value {
	v := Value{doc: p.doc, start: start, end: end}
	kind, count := Number, 0
	text := p.doc.src[start:end]
	switch text[0] {
	case 'n':
		kind = Null
	case 't', 'f':
		kind = Bool
	case '"':
		kind = String
		if i, escaped := p.unquote(text, v.start); escaped {
			v.first = i + 1
		}
	default:
		if p.deep[v.start] {
			kind = Null
			p.fault(Fault{Kind: NestingBound, Offset: int(v.start)})
		} else if what := p.overBound(text); what != "" {
			count = 1
			p.fault(Fault{Kind: NumberBound, Offset: int(v.start), What: what})
		}
	}
	v.kindCount = kindCount(kind, count)
	return v
}

func (p *Parser) fault(f Fault) { p.doc.Faults = append(p.doc.Faults, f) }

// unquote keeps the text of a string literal that starts at an offset and is
// written with escapes, and returns its index.
func (p *Parser) unquote(literal string, at int32) (index int32, escaped bool) {
	if strings.IndexByte(literal, '\\') < 0 {
		return 0, false
	}
	text, err := jsontext.AppendUnquote(nil, literal)
	if err != nil {
		p.fault(Fault{Kind: LoneSurrogate, Offset: int(at)})
	}
	p.doc.texts = append(p.doc.texts, string(text))
	return int32(len(p.doc.texts) - 1), true
}

func (p *Parser) overBound(literal string) string {
	if len(literal) > p.Bounds.NumberBytes {
		return fmt.Sprintf("%d bytes, limit %d", len(literal), p.Bounds.NumberBytes)
	}
	i := exponentAt(literal)
	if i < 0 {
		return ""
	}
	if e, err := strconv.Atoi(literal[i+1:]); err != nil || e > p.Bounds.Exponent || e < -p.Bounds.Exponent {
		return fmt.Sprintf("exponent beyond %d", p.Bounds.Exponent)
	}
	return ""
}

// decoderDepth is the text of the decoder's error at its own depth limit, which
// it does not export. What stands there is then skipped by its brackets alone,
// so that its siblings can be judged.
const decoderDepth = "exceeded max depth"

// skipDeep passes over a container that is nested too deep.
func (p *Parser) skipDeep() (Value, error) {
	raw, err := p.dec.ReadValue()
	if err != nil {
		var se *jsontext.SyntacticError
		if errors.As(err, &se) && se.Err != nil && se.Err.Error() == decoderDepth {
			return Value{}, errTooDeep
		}
		return Value{}, err
	}
	end := int32(p.dec.InputOffset())
	v := Value{doc: p.doc, kindCount: kindCount(Null, 0), start: end - int32(len(raw)), end: end}
	p.fault(Fault{Kind: NestingBound, Offset: int(v.start)})
	return v, nil
}

func (p *Parser) container(depth int, object bool) (Value, error) {
	if _, err := p.dec.ReadToken(); err != nil {
		return Value{}, err
	}
	v := Value{doc: p.doc, start: int32(p.dec.InputOffset()) - 1}
	kind, closing := Array, jsontext.Kind(']')
	if object {
		kind, closing = Object, '}'
	}
	base := len(p.stack)
	for p.dec.PeekKind() != closing {
		var nameAt, nameEnd int32
		if object {
			raw, err := p.dec.ReadValue()
			if err != nil {
				return Value{}, err
			}
			nameEnd = int32(p.dec.InputOffset())
			nameAt = nameEnd - int32(len(raw))
			if i, escaped := p.unquote(p.doc.src[nameAt:nameEnd], nameAt); escaped {
				nameEnd = ^i
			}
		}
		item, err := p.value(depth + 1)
		if err != nil {
			return Value{}, err
		}
		item.nameAt, item.nameEnd = nameAt, nameEnd
		p.stack = append(p.stack, item)
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return Value{}, err
	}
	v.end = int32(p.dec.InputOffset())
	items := p.stack[base:]
	v.first, v.kindCount = int32(len(p.values)), kindCount(kind, len(items))
	p.values = append(p.values, items...)
	if object {
		p.findDuplicates(items)
	}
	p.stack = p.stack[:base]
	return v, nil
}

// handedOver is from how many values on the parser's own memory becomes the
// document's, rather than being copied and used again.
const handedOver = 1 << 16

// keep makes what was read the document's.
func (p *Parser) keep(root Value) {
	p.values = append(p.values, root)
	p.doc.values = p.values
	if len(p.values) < handedOver {
		p.doc.values = slices.Clone(p.values)
	} else {
		p.stack, p.values = nil, nil
	}
	p.doc.Root = &p.doc.values[len(p.doc.values)-1]
}

// smallObject is the number of members up to which comparing all pairs is
// cheaper than a map.
const smallObject = 12

func (p *Parser) findDuplicates(items []Value) {
	if len(items) <= smallObject {
		for i := 1; i < len(items); i++ {
			for j := range i {
				if items[i].name() == items[j].name() {
					p.countDuplicates(items)
					return
				}
			}
		}
		return
	}
	seen := make(map[string]struct{}, len(items))
	for i := range items {
		seen[items[i].name()] = struct{}{}
	}
	if len(seen) < len(items) {
		p.countDuplicates(items)
	}
}

// countDuplicates reports each repeated name once, at its second occurrence.
func (p *Parser) countDuplicates(items []Value) {
	count := make(map[string]int, len(items))
	for i := range items {
		count[items[i].name()]++
	}
	seen := make(map[string]int, len(items))
	for i := range items {
		it := &items[i]
		name := it.name()
		if seen[name]++; seen[name] == 2 {
			p.fault(Fault{Kind: DuplicateName, Offset: int(it.nameAt), Name: name, Count: count[name]})
		}
	}
}

// blank overwrites every container nested deeper than limit with the number 0
// and spaces, and returns where. It looks at quotes and brackets only: what is
// wrong elsewhere the parser finds.
func blank(data []byte, limit int) map[int32]bool {
	at := make(map[int32]bool)
	depth, from := 0, 0
	inString := false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth == limit+1 {
				from = i
			}
		case c == '}' || c == ']':
			if depth--; depth == limit {
				for j := from; j <= i; j++ {
					data[j] = ' '
				}
				data[from] = '0'
				at[int32(from)] = true
			}
		}
	}
	return at
}
