package capture

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A node is a value of a file that a user wrote, in JSON or YAML, and where it
// stands. Numbers keep their text.
type node struct {
	kind     strictjson.Kind
	text     string // of a string, number or boolean
	members  []member
	elements []node
	file     string
	line     int
	column   int
}

type member struct {
	name  string
	at    node // where the name stands
	value node
}

func (n node) fault(format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %s", n.file, n.line, n.column, fmt.Sprintf(format, args...))
}

// parseNode reads a file that is one value: JSON where it begins as JSON does,
// else YAML.
func parseNode(file string, data []byte) (node, error) {
	start := bytes.TrimLeft(data, " \t\r\n")
	if len(start) > 0 && (start[0] == '{' || start[0] == '[') {
		return parseJSON(file, data)
	}
	return parseYAML(file, data)
}

func parseJSON(file string, data []byte) (node, error) {
	doc, err := strictjson.Parse(data, file, 1, bounds(len(data)))
	if err != nil {
		var e *strictjson.Error
		if errors.As(err, &e) {
			return node{}, fmt.Errorf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
		}
		return node{}, err
	}
	if len(doc.Faults) > 0 {
		f := doc.Faults[0]
		at := doc.LocateOffset(f.Offset)
		return node{}, fmt.Errorf("%s:%d:%d: %s", file, at.Line, at.Column, f.Text(bounds(len(data))))
	}
	return fromJSON(doc, doc.Root), nil
}

func fromJSON(doc *strictjson.Document, v *strictjson.Value) node {
	at := doc.Locate(v)
	n := node{kind: v.Kind(), text: v.Text(), file: doc.File, line: at.Line, column: at.Column}
	for name, value := range v.Members() {
		inner := fromJSON(doc, value)
		n.members = append(n.members, member{name, inner, inner})
	}
	for _, value := range v.Elements() {
		n.elements = append(n.elements, fromJSON(doc, value))
	}
	if n.kind == strictjson.Bool {
		n.text = strconv.FormatBool(v.True())
	}
	return n
}

func parseYAML(file string, data []byte) (node, error) {
	whole := node{file: file, line: 1, column: 1}
	if !utf8.Valid(data) {
		return node{}, whole.fault("not UTF-8")
	}
	in := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	switch err := in.Decode(&doc); {
	case err == io.EOF:
		return node{}, whole.fault("the file is empty")
	case err != nil:
		return node{}, yamlFault(whole, err)
	}
	switch err := in.Decode(&more); {
	case err == nil:
		whole.line, whole.column = more.Line, more.Column
		return node{}, whole.fault("a second document")
	case err != io.EOF:
		return node{}, yamlFault(whole, err)
	}
	return fromYAML(file, doc.Content[0])
}

// yamlFault gives an error of the parser its place: it knows the line only.
func yamlFault(at node, err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if digits, problem, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(digits); err == nil {
				at.line, text = n, problem
			}
		}
	}
	return at.fault("not YAML: %s", text)
}

func fromYAML(file string, y *yaml.Node) (node, error) {
	n := node{file: file, line: y.Line, column: y.Column}
	switch {
	case y.Anchor != "" || y.Kind == yaml.AliasNode:
		return n, n.fault("anchors and aliases are not read")
	case y.Style&yaml.TaggedStyle != 0:
		return n, n.fault("tags are not read")
	}
	switch y.Kind {
	case yaml.MappingNode:
		return n.mapping(y)
	case yaml.SequenceNode:
		n.kind = strictjson.Array
		for _, c := range y.Content {
			inner, err := fromYAML(file, c)
			if err != nil {
				return n, err
			}
			n.elements = append(n.elements, inner)
		}
		return n, nil
	}
	return n.scalar(y)
}

func (n node) mapping(y *yaml.Node) (node, error) {
	n.kind = strictjson.Object
	for i := 0; i < len(y.Content); i += 2 {
		k := y.Content[i]
		at := node{file: n.file, line: k.Line, column: k.Column}
		if k.Kind != yaml.ScalarNode || k.ShortTag() == "!!merge" {
			return n, at.fault("a key must be a word")
		}
		if slices.ContainsFunc(n.members, func(m member) bool { return m.name == k.Value }) {
			return n, at.fault("key %s again", rule.Quote(k.Value))
		}
		value, err := fromYAML(n.file, y.Content[i+1])
		if err != nil {
			return n, err
		}
		n.members = append(n.members, member{k.Value, at, value})
	}
	return n, nil
}

// doubtful are words that some version of YAML takes for a boolean or null.
var doubtful = []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null", "~"}

// scalar reads a single value. What different versions of YAML read differently
// has to be in quotes, or as JSON has it.
func (n node) scalar(y *yaml.Node) (node, error) {
	const inQuotes = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	n.kind, n.text = strictjson.String, y.Value
	if y.Style&inQuotes != 0 {
		return n, nil
	}
	number := readMessage([]byte(y.Value)).root()
	switch tag := y.ShortTag(); {
	case y.Value == "":
		return n, n.fault("the value is missing")
	case y.Value == "true" || y.Value == "false":
		n.kind = strictjson.Bool
	case y.Value == "null":
		n.kind = strictjson.Null
	case number.Is(strictjson.Number):
		n.kind = strictjson.Number
	case tag == "!!int" || tag == "!!float" || slices.Contains(doubtful, strings.ToLower(y.Value)):
		return n, n.fault("this word means different things to different readers: write it as JSON has it, or in quotes")
	}
	return n, nil
}

// A field is one key of an object with what reads its value.
type field struct {
	name     string
	required bool
	read     func(n node) error
}

// fields reads an object that has some of the given keys, and all that are
// required.
func (n node) fields(what string, known ...field) error {
	if n.kind != strictjson.Object {
		return n.fault("%s must be an object, is %s", what, n.kind)
	}
	for _, m := range n.members {
		i := slices.IndexFunc(known, func(f field) bool { return f.name == m.name })
		if i < 0 {
			var names []string
			for _, f := range known {
				names = append(names, f.name)
			}
			return m.at.fault("unknown key %s in %s; known: %s", rule.Quote(m.name), what, strings.Join(names, ", "))
		}
		if err := known[i].read(m.value); err != nil {
			return err
		}
	}
	for _, f := range known {
		if f.required && !slices.ContainsFunc(n.members, func(m member) bool { return m.name == f.name }) {
			return n.fault("%s lacks the key %q", what, f.name)
		}
	}
	return nil
}

// list reads an array.
func (n node) list(what string, each func(n node) error) error {
	if n.kind != strictjson.Array {
		return n.fault("%s must be a list, is %s", what, n.kind)
	}
	for _, e := range n.elements {
		if err := each(e); err != nil {
			return err
		}
	}
	return nil
}

// textInto reads a string into a place.
func textInto(at *string, what string) func(node) error {
	return func(n node) error {
		switch {
		case n.kind != strictjson.String:
			return n.fault("%s must be a string, is %s", what, n.kind)
		case n.text == "":
			return n.fault("%s must not be empty", what)
		}
		*at = n.text
		return nil
	}
}

// json is the value as JSON text, the texts in it through a function.
func (n node) json(each func(text string) (string, error)) ([]byte, error) {
	var out []byte
	switch n.kind {
	case strictjson.Object:
		out = append(out, '{')
		for i, m := range n.members {
			inner, err := m.value.json(each)
			if err != nil {
				return nil, err
			}
			if i > 0 {
				out = append(out, ',')
			}
			out = append(append(strictjson.AppendQuoted(out, m.name), ':'), inner...)
		}
		return append(out, '}'), nil
	case strictjson.Array:
		out = append(out, '[')
		for i, e := range n.elements {
			inner, err := e.json(each)
			if err != nil {
				return nil, err
			}
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, inner...)
		}
		return append(out, ']'), nil
	case strictjson.String:
		text, err := each(n.text)
		if err != nil {
			return nil, n.fault("%v", err)
		}
		return strictjson.AppendQuoted(nil, text), nil
	case strictjson.Null:
		return []byte("null"), nil
	}
	return []byte(n.text), nil
}
