package sarif_test

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	library "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpreview/report"
	"mcpreview/report/reviewtest"
	"mcpreview/report/sarif"
)

// official is the schema of the standard, as the SARIF library ships it: a
// string constant in its source, which it validates its own objects with.
var official = sync.OnceValues(func() (*jsonschema.Schema, error) {
	folder, err := build.Import("github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif", ".", build.FindOnly)
	if err != nil {
		return nil, err
	}
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder.Dir, "schema.go"), nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var text string
	ast.Inspect(f, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			text, err = strconv.Unquote(l.Value)
		}
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	const url = "https://sarif.example/schema.json"
	delete(doc.(map[string]any), "id")
	if err := c.AddResource(url, doc); err != nil {
		return nil, err
	}
	return c.Compile(url)
})

func write(t *testing.T, r *report.Review) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := sarif.Write(&b, r, sarif.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// valid wants text to be a log by the standard's schema.
func valid(t *testing.T, text []byte) {
	t.Helper()
	schema, err := official()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Fatal(err)
	}
}

// read is text as the library that others read SARIF with sees it.
func read(t *testing.T, text []byte) *library.Run {
	t.Helper()
	l, err := library.FromBytes(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Runs) != 1 {
		t.Fatalf("%d runs", len(l.Runs))
	}
	return l.Runs[0]
}

func TestSchema(t *testing.T) {
	valid(t, write(t, reviewtest.Review()))
	empty := &report.Review{Verdict: report.Verdict{Decision: report.Refuse}}
	valid(t, write(t, empty))
	for i, s := range reviewtest.Some() {
		if i%15 == 0 { // what a string may do to the shape, few strings show
			valid(t, write(t, reviewtest.Plant(s, false)))
		}
	}
}

// The schema would have to see what is wrong.
func TestSchemaRefuses(t *testing.T) {
	schema, err := official()
	if err != nil {
		t.Fatal(err)
	}
	good := string(write(t, reviewtest.Review()))
	for _, c := range [][2]string{
		{`"level": "error"`, `"level": "severe"`},
		{`"kind": "fail"`, `"kind": "failed"`},
		{`"startLine": 88`, `"startLine": 0`},
		{`"columnKind": "unicodeCodePoints"`, `"columnKind": "bytes"`},
		{`"ruleIndex"`, `"rule_index"`},
	} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if bad == good {
			t.Errorf("nothing holds %s", c[0])
			continue
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(bad))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(doc) == nil {
			t.Errorf("%s is accepted", c[1])
		}
	}
}
