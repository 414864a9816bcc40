package jsonform_test

import (
	"bytes"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpreview/report"
	"mcpreview/report/jsonform"
	"mcpreview/report/reviewtest"
)

const schemaFile = "../../docs/review.schema.json"

func render(t testing.TB, r *report.Review) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jsonform.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestGolden(t *testing.T) {
	reviewtest.Golden(t, "review.json", render(t, reviewtest.Review()))
}

func TestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	empty := &report.Review{
		SchemaVersion: report.SchemaVersion, Tool: report.Program{Name: "mcpreview", Version: "v0"}, ProtocolVersion: "2026-07-28",
		Profile: "house", Transport: "unknown", Verdict: report.Verdict{Decision: report.Refuse, Reason: "nothing to approve"},
	}
	tests := []struct {
		name  string
		r     *report.Review
		valid bool
	}{
		{"full", reviewtest.Review(), true},
		{"empty, its lists nil", empty, true},
		{"large", reviewtest.Large(500), true},
		{"planted words where an enumeration stands", reviewtest.Plant("x", false), false},
	}
	for _, tt := range tests {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(render(t, tt.r)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); (err == nil) != tt.valid {
			t.Errorf("%s: valid is %t: %v", tt.name, err == nil, err)
		}
	}
}

// A node is the part of a schema that this test compares with Go's types.
type node struct {
	Ref        string          `json:"$ref"`
	Defs       map[string]node `json:"$defs"`
	Type       string          `json:"type"`
	Const      any             `json:"const"`
	Enum       []any           `json:"enum"`
	AnyOf      []node          `json:"anyOf"`
	Items      *node           `json:"items"`
	Required   []string        `json:"required"`
	Properties map[string]node `json:"properties"`
	Additional any             `json:"additionalProperties"`
}

func TestSchemaHasTheNamesOfTheStructs(t *testing.T) {
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var root node
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	agree(t, root.Defs, used, root, reflect.TypeFor[report.Review](), "")
	for name := range root.Defs {
		if !used[name] {
			t.Errorf("nothing uses $defs/%s", name)
		}
	}
}

func agree(t *testing.T, defs map[string]node, used map[string]bool, n node, typ reflect.Type, at string) {
	t.Helper()
	for n.Ref != "" {
		name := strings.TrimPrefix(n.Ref, "#/$defs/")
		used[name] = true
		next, ok := defs[name]
		if !ok {
			t.Fatalf("%s: no $defs/%s", at, name)
		}
		n = next
	}
	for _, alternative := range n.AnyOf {
		agree(t, defs, used, alternative, typ, at)
	}
	if len(n.AnyOf) > 0 {
		return
	}
	var want string
	switch typ.Kind() {
	case reflect.Pointer:
		agree(t, defs, used, n, typ.Elem(), at)
		return
	case reflect.Struct:
		agreeStruct(t, defs, used, n, typ, at)
		return
	case reflect.Slice:
		if typ == reflect.TypeFor[report.Limits]() {
			want = "object"
			break
		}
		want = "array"
		if n.Items == nil {
			t.Errorf("%s: no items", at)
			return
		}
		agree(t, defs, used, *n.Items, typ.Elem(), at+"/*")
	case reflect.Map:
		want = "object"
	case reflect.Int, reflect.Int64:
		want = "integer"
	case reflect.Bool:
		want = "boolean"
	case reflect.String:
		want = "string"
	}
	if got := schemaType(n); got != want {
		t.Errorf("%s: the schema says %q, the struct %q", at, got, want)
	}
}

// schemaType is the type of a schema's values, from its constants where it
// names no type.
func schemaType(n node) string {
	constants := n.Enum
	if n.Const != nil {
		constants = []any{n.Const}
	}
	if n.Type == "" && len(constants) > 0 {
		switch constants[0].(type) {
		case string:
			return "string"
		case float64:
			return "integer"
		}
	}
	return n.Type
}

func agreeStruct(t *testing.T, defs map[string]node, used map[string]bool, n node, typ reflect.Type, at string) {
	t.Helper()
	if n.Type != "object" || n.Additional != false {
		t.Errorf("%s: not a closed object", at)
	}
	var names, required []string
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue // what only a reader is told
		}
		if name == "" || options != "" && options != "omitempty" {
			t.Errorf("%s: field %s has no plain JSON name", at, f.Name)
		}
		names = append(names, name)
		if options == "" {
			required = append(required, name)
		}
		member, ok := n.Properties[name]
		if !ok {
			t.Errorf("%s: the schema lacks %s", at, name)
			continue
		}
		agree(t, defs, used, member, f.Type, at+"/"+name)
	}
	if !slices.Equal(n.Required, required) {
		t.Errorf("%s: required is %v, the struct has %v", at, n.Required, required)
	}
	for name := range n.Properties {
		if !slices.Contains(names, name) {
			t.Errorf("%s: the struct lacks %s", at, name)
		}
	}
}

func TestNothingHiddenStandsRaw(t *testing.T) {
	for _, s := range reviewtest.Hostile {
		out := render(t, reviewtest.Plant(s, false))
		for _, r := range string(out) {
			if r != '\n' && (r < ' ' || !unicode.IsPrint(r) || r == '<' || r == '>' || r == '&') {
				t.Errorf("%.40q: U+%04X stands raw", s, r)
				break
			}
		}
	}
}

func TestWriteError(t *testing.T) {
	if err := jsonform.Write(reviewtest.FailingWriter{}, reviewtest.Review()); !errors.Is(err, reviewtest.ErrWrite) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

func BenchmarkWrite(b *testing.B) { reviewtest.Benchmark(b, jsonform.Write) }
