package schema

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpreview/internal/policy"
)

// metaSchema is a dialect's published meta-schema as the library holds it.
func metaSchema(t testing.TB, d dialect) *jsonschema.Schema {
	t.Helper()
	c := newCompiler()
	c.AssertFormat()
	c.UseRegexpEngine(func(text string) (jsonschema.Regexp, error) {
		r := compilePattern(text)
		if r == nil {
			return nil, errNoPattern
		}
		return r, nil
	})
	s, err := c.Compile(drafts[d].String())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// generator writes schemas, of which many are not valid.
type generator struct {
	*rand.Rand
	dialect dialect
}

var scalars = []string{
	`null`, `true`, `false`, `0`, `1`, `-1`, `1.0`, `1.5`, `0.0`, `-0`, `1e2`, `1e-2`, `""`, `"a"`, `"string"`, `"object"`, `"strng"`,
	`"#"`, `"#a"`, `"#/a"`, `"a#"`, `"a b"`, `"http://example.net/a"`, `"http://[x"`, `"%zz"`, `"#%zz"`, `"a\\b"`, `"_a"`, `"a:b"`, `"a.b-c_1"`, `"é"`,
	`"^(a"`, `"^a(?=b)"`, `"\\cA"`, `[]`, `{}`, `["a"]`, `["a","a"]`, `["a",1]`, `["string","null"]`, `["string","string"]`, `[1,1.0]`, `[1,true]`,
	`[{"a":1},{"a":1.0}]`, `[{}]`, `[true]`, `{"a":1}`, `{"a":true}`, `{"a":{}}`, `{"a":["b"]}`, `{"a":["b","b"]}`, `{"a":"b"}`,
	`{"http://example.net/v":true}`, `{"(":{}}`, `{"^a":{}}`,
}

func (g *generator) schema(depth int) string {
	if g.IntN(12) == 0 {
		return scalars[g.IntN(len(scalars))]
	}
	members := make(map[string]string)
	for range g.IntN(4) {
		row := vocabulary[g.IntN(len(vocabulary))]
		if g.differs(row.name) {
			continue
		}
		members[row.name] = g.value(row.name, depth)
	}
	var b strings.Builder
	for name, value := range members {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", name, value)
	}
	return "{" + b.String() + "}"
}

// differs lists what is judged apart from the library's meta-schemas.
func (g *generator) differs(name string) bool {
	switch name {
	case "$schema": // judged by itself
		return true
	case "$defs": // judged in every dialect
		return g.dialect < draft2019
	case "enum": // the library has an older meta-schema
		return g.dialect == draft07
	case "patternProperties", "examples": // the library's draft-06 asks for nothing there
		return g.dialect == draft06
	}
	return false
}

func (g *generator) value(name string, depth int) string {
	if depth == 0 || keywords[name].place == formNone || g.IntN(4) == 0 {
		return scalars[g.IntN(len(scalars))]
	}
	a, b := g.schema(depth-1), g.schema(depth-1)
	switch g.IntN(3) {
	case 0:
		return a
	case 1:
		return "[" + a + "," + b + "]"
	}
	return `{"a":` + a + `,"if":` + b + `}`
}

func invalidities(problems []Problem) (n int) {
	for _, p := range problems {
		if p.Kind == InvalidSchema || p.Kind == InvalidPattern {
			n++
		}
	}
	return n
}

// TestMetaSchemas compares the checks of the vocabulary with the published
// meta-schemas.
func TestMetaSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and runs on one goroutine: the race detector, which is what short runs are for, has nothing to find")
	}
	for d := draft06; d <= draft2020; d++ {
		meta := metaSchema(t, d)
		g := generator{rand.New(rand.NewPCG(uint64(d), 7)), d}
		valid, invalid := 0, 0
		for range 20_000 {
			text := g.schema(3)
			doc := parse(t, text)
			j := newJudge(doc.Root, policy.DefaultLimits())
			if isSchema(doc.Root) {
				j.start(d)
			} else {
				j.problem(InvalidSchema, doc.Root, "")
			}
			err := meta.Validate(doc.Root.Any())
			if ours := invalidities(j.problems); (err == nil) != (ours == 0) {
				t.Fatalf("%s: %s\n ours %v\n library %v", d, text, j.problems, err)
			}
			if err == nil {
				valid++
			} else {
				invalid++
			}
		}
		if min(valid, invalid) < 4000 {
			t.Errorf("%s: %d valid, %d invalid: too one-sided", d, valid, invalid)
		}
	}
}
