package schema

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpreview/internal/rule"
)

// sound writes schemas that are valid for 2019-09 and 2020-12, with references.
func (g *generator) sound(depth int) string {
	var members []string
	add := func(format string, args ...any) { members = append(members, fmt.Sprintf(format, args...)) }
	sub := func() string {
		if depth == 0 {
			return []string{`true`, `false`, `{}`, `{"type":"string"}`, `{"$ref":"#/$defs/a"}`}[g.IntN(5)]
		}
		return g.sound(depth - 1)
	}
	if g.IntN(6) == 0 {
		refs := []string{"#/$defs/a", "#/$defs/b", "#/$defs/c", "#c", "c.json", "#/properties/p", "#", "#/x-b", "c.json#/items"}
		add(`"$ref":%q`, refs[g.IntN(len(refs))])
	}
	for range 1 + g.IntN(2) {
		switch g.IntN(14) {
		case 0:
			add(`"type":%s`, []string{`"string"`, `"object"`, `"array"`, `"integer"`, `["null","number"]`}[g.IntN(5)])
		case 1:
			add(`"properties":{"p":%s,"q":%s}`, sub(), sub())
		case 2:
			add(`"items":%s`, sub())
		case 3:
			add(`"anyOf":[%s,%s]`, sub(), sub())
		case 4:
			add(`"allOf":[%s,%s]`, sub(), sub())
		case 5:
			add(`"oneOf":[%s,%s]`, sub(), sub())
		case 6:
			add(`"not":%s`, sub())
		case 7:
			add(`"if":%s,"then":%s,"else":%s`, sub(), sub(), sub())
		case 8:
			add(`"additionalProperties":%s`, sub())
		case 9:
			add(`"patternProperties":{"^p":%s},"required":["q"]`, sub())
		case 10:
			add(`"unevaluatedProperties":%s`, sub())
		case 11:
			add(`"contains":%s,"minContains":%d`, sub(), g.IntN(3))
		case 12:
			add(`"enum":[1,"a",[],{"p":1.0}],"title":"t","format":"date"`)
		case 13:
			add(`"dependentSchemas":{"p":%s},"propertyNames":%s`, sub(), sub())
		}
	}
	seen := make(map[string]bool)
	kept := members[:0]
	for _, m := range members {
		if name, _, _ := strings.Cut(m, ":"); !seen[name] {
			seen[name] = true
			kept = append(kept, m)
		}
	}
	return "{" + strings.Join(kept, ",") + "}"
}

func (g *generator) document() string {
	root := strings.TrimPrefix(g.sound(2), "{")
	if root != "}" {
		root = "," + root
	}
	return fmt.Sprintf(`{"$schema":%q,"x-b":{"type":"object"},"$defs":{"a":%s,"b":%s,"c":{"$id":"c.json","$anchor":"c","items":%s},"d":{"$anchor":"c"}}%s`,
		drafts[g.dialect].String(), g.sound(1), g.sound(1), g.sound(1), root)
}

func (g *generator) instance(depth int) string {
	if depth == 0 || g.IntN(3) == 0 {
		return []string{`null`, `1`, `1.0`, `1.5`, `"a"`, `""`, `true`, `[]`, `{}`}[g.IntN(9)]
	}
	a, b := g.instance(depth-1), g.instance(depth-1)
	if g.IntN(3) == 0 {
		return "[" + a + "," + b + "]"
	}
	return `{"` + []string{"p", "q", "r"}[g.IntN(3)] + `":` + a + `,"pp":` + b + `}`
}

// TestAgainstTheLibrary compares what comes out with the library left to
// itself: both must refuse the same schemas, loops and dead references in
// unused definitions apart, and find the same values valid.
func TestAgainstTheLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and runs on one goroutine: the race detector, which is what short runs are for, has nothing to find")
	}
	compiled, valid, invalid := 0, 0, 0
	for seed := range 3000 {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 3)), draft2019 + dialect(seed%2)}
		text := g.document()
		s, problems := compile(t, text)
		plain := jsonschema.NewCompiler()
		plain.UseLoader(refuse{})
		doc := parse(t, text)
		if err := plain.AddResource("https://example.net/plain", doc.Root.Any()); err != nil {
			t.Fatal(err)
		}
		library, err := plain.Compile("https://example.net/plain")
		if s == nil {
			for _, p := range problems {
				if p.Kind.Effect() == rule.Reject && p.Kind != UnresolvedReference {
					t.Fatalf("%s\n%v\n%v", text, p, err)
				}
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s\nnot refused: %v", text, err)
		}
		compiled++
		for range 20 {
			value := parse(t, g.instance(3)).Root
			got := s.Validate(value)
			want := Valid
			if library.Validate(value.Any()) != nil {
				want = Invalid
			}
			if got.Verdict != want {
				t.Fatalf("%s\n%s\ngot %+v, want %d", text, doc.Source(doc.Root), got, want)
			}
			if want == Valid {
				valid++
				continue
			}
			invalid++
			if value.Resolve(got.Instance) == nil || doc.Root.Resolve(got.SchemaPointer) == nil {
				t.Fatalf("%s\n%+v leads nowhere", text, got)
			}
		}
	}
	t.Logf("%d compiled, %d valid, %d invalid", compiled, valid, invalid)
	if min(compiled, valid/20, invalid/20) < 100 {
		t.Errorf("too one-sided: %d compiled, %d valid, %d invalid", compiled, valid, invalid)
	}
}

// TestNothingIsFetched gives a schema every way to reach for a file.
func TestNothingIsFetched(t *testing.T) {
	for _, text := range []string{
		`{"$ref":"file:///etc/hostname"}`, `{"$schema":"file:///etc/hostname"}`, `{"$id":"file:///etc/","$ref":"hostname"}`,
		`{"$defs":{"a":{"$id":"file:///etc/hostname","$schema":"file:///etc/hostname"}}}`, `{"$dynamicRef":"file:///etc/hostname#a"}`,
	} {
		if s, problems := compile(t, text); s != nil {
			t.Errorf("%s: accepted, %v", text, problems)
		}
	}
	if _, err := (refuse{}).Load("file:///etc/hostname"); err == nil {
		t.Error("the loader loads a file")
	}
}

func FuzzCompileAndValidate(f *testing.F) {
	for seed := range 20 {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 3)), draft06 + dialect(seed%4)}
		f.Add(g.document(), g.instance(3))
		f.Add(g.schema(3), g.instance(3))
	}
	f.Fuzz(func(t *testing.T, schema, value string) {
		watchdog := time.AfterFunc(time.Minute, func() { panic("it does not end") })
		defer watchdog.Stop()
		doc, err := strictParse(schema)
		if err != nil {
			return
		}
		v, err := strictParse(value)
		if err != nil {
			return
		}
		Walk(doc.Root, func(p Position) {
			if doc.PointerFrom(doc.Root, p.Value) == "" && p.Depth > 0 {
				t.Fatal("a position below the root is the root")
			}
		})
		References(doc.Root, limits)
		s, problems := Compile(doc, doc.Root, limits)
		if (s == nil) != rejects(problems) {
			t.Fatalf("schema %v, problems %v", s, problems)
		}
		for _, p := range problems {
			if p.At == nil || p.Text == "" {
				t.Fatalf("incomplete: %+v", p)
			}
		}
		if s == nil {
			return
		}
		out := s.Validate(v.Root)
		if out.Verdict == Invalid && v.Root.Resolve(out.Instance) == nil {
			t.Fatalf("%+v leads nowhere", out)
		}
		if again := s.Validate(v.Root); again != out {
			t.Fatalf("first %+v, then %+v", out, again)
		}
	})
}
