package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Counts are what the floor met.
type Counts struct{ Documents, Unusable, Compiled, Broken, Validated, Invalid int }

// Floor does the least that a review of a corpus can do with the same
// libraries: it parses every byte strictly, compiles every schema with a
// compiler of its own, and validates every structuredContent by the schema of
// its tool. Trees are made of schemas and structured values only.
func Floor(pages, results string) (Counts, error) {
	f := floor{outputs: make(map[string]*jsonschema.Schema)}
	files, err := filepath.Glob(filepath.Join(pages, "*.json"))
	if err != nil {
		return f.Counts, err
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return f.Counts, err
		}
		f.document(data, f.page)
	}
	return f.Counts, f.calls(results)
}

type floor struct {
	Counts
	dec     *jsontext.Decoder
	buf     bytes.Buffer
	outputs map[string]*jsonschema.Schema
}

func (f *floor) calls(file string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	lines := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := lines.ReadSlice('\n')
		if len(line) > 0 {
			f.document(line, f.call)
		}
		switch err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}

// document reads one JSON text to its end.
func (f *floor) document(data []byte, read func() error) {
	f.Documents++
	f.buf = *bytes.NewBuffer(data)
	if f.dec == nil {
		f.dec = jsontext.NewDecoder(&f.buf)
	} else {
		f.dec.Reset(&f.buf)
	}
	err := read()
	if err == nil {
		if _, err = f.dec.ReadToken(); err == io.EOF {
			return
		}
	}
	f.Unusable++
}

// members reads an object, or passes over another value; member reads a value.
func (f *floor) members(member func(name string) error) error {
	if f.dec.PeekKind() != '{' {
		return f.dec.SkipValue()
	}
	if _, err := f.dec.ReadToken(); err != nil {
		return err
	}
	for f.dec.PeekKind() != '}' {
		name, err := f.dec.ReadToken()
		if err != nil {
			return err
		}
		if err := member(name.String()); err != nil {
			return err
		}
	}
	_, err := f.dec.ReadToken()
	return err
}

// at reads the value below members of those names.
func (f *floor) at(read func() error, names ...string) error {
	if len(names) == 0 {
		return read()
	}
	return f.members(func(name string) error {
		if name == names[0] {
			return f.at(read, names[1:]...)
		}
		return f.dec.SkipValue()
	})
}

func (f *floor) page() error {
	return f.at(func() error { return f.elements(f.tool) }, "response", "result", "tools")
}

func (f *floor) elements(element func() error) error {
	if f.dec.PeekKind() != '[' {
		return f.dec.SkipValue()
	}
	if _, err := f.dec.ReadToken(); err != nil {
		return err
	}
	for f.dec.PeekKind() != ']' {
		if err := element(); err != nil {
			return err
		}
	}
	_, err := f.dec.ReadToken()
	return err
}

func (f *floor) tool() error {
	var name, input, output any
	err := f.members(func(member string) (err error) {
		switch member {
		case "name":
			name, err = f.value()
		case "inputSchema":
			input, err = f.value()
		case "outputSchema":
			output, err = f.value()
		default:
			err = f.dec.SkipValue()
		}
		return err
	})
	if err != nil {
		return err
	}
	f.compile(input)
	if s := f.compile(output); s != nil {
		if name, ok := name.(string); ok {
			f.outputs[name] = s
		}
	}
	return nil
}

type nothing struct{}

func (nothing) Load(string) (any, error) { return nil, errors.New("nothing is fetched") }

func (f *floor) compile(schema any) *jsonschema.Schema {
	if schema == nil {
		return nil
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(nothing{})
	const url = "bench:///schema"
	err := c.AddResource(url, schema)
	if err == nil {
		var s *jsonschema.Schema
		if s, err = c.Compile(url); err == nil {
			f.Compiled++
			return s
		}
	}
	f.Broken++
	return nil
}

func (f *floor) call() error {
	var name, structured any
	err := f.members(func(member string) error {
		switch member {
		case "request":
			return f.at(func() (err error) { name, err = f.value(); return err }, "params", "name")
		case "response":
			return f.at(func() (err error) { structured, err = f.value(); return err }, "result", "structuredContent")
		}
		return f.dec.SkipValue()
	})
	if err != nil || structured == nil {
		return err
	}
	if s := f.outputs[name.(string)]; s != nil {
		f.Validated++
		if s.Validate(structured) != nil {
			f.Invalid++
		}
	}
	return nil
}

// value reads a value as the schema library takes it.
func (f *floor) value() (any, error) {
	switch f.dec.PeekKind() {
	case '{':
		object := make(map[string]any)
		return object, f.members(func(name string) (err error) {
			object[name], err = f.value()
			return err
		})
	case '[':
		list := []any{}
		err := f.elements(func() error {
			v, err := f.value()
			list = append(list, v)
			return err
		})
		return list, err
	}
	token, err := f.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '"':
		return token.String(), nil
	case '0':
		return json.Number(token.String()), nil
	case 't', 'f':
		return token.Bool(), nil
	}
	return nil, nil
}
