package schema

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// common writes schemas of the keywords that the direct form holds.
func (g *generator) common(depth int) string {
	pick := func(of ...string) string { return of[g.IntN(len(of))] }
	var m []string
	switch g.IntN(8) {
	case 0:
		m = append(m, `"type":"string"`, pick(`"minLength":1`, `"maxLength":1`, `"pattern":"^[a-bé]+$"`, `"enum":["a",1,null]`, `"const":"a"`, `"title":"t"`))
	case 1:
		m = append(m, `"type":"integer"`, pick(`"minimum":1`, `"maximum":1.5`, `"exclusiveMinimum":1`, `"exclusiveMaximum":10`, `"enum":[1,2.0]`, `"minimum":-0.5`))
	case 2:
		m = append(m, pick(`"type":"number"`, `"type":["number","null"]`, `"type":["integer","string"]`), pick(`"minimum":1`, `"maximum":0.1`, `"exclusiveMinimum":-1.5`))
	case 3:
		m = append(m, `"type":["boolean","null"]`, pick(`"enum":[true,null]`, `"default":3`))
	}
	if depth > 0 && len(m) == 0 {
		switch sub := func() string { return g.common(depth - 1) }; g.IntN(5) {
		case 0:
			m = append(m, `"type":"array"`, `"items":`+sub(), pick(`"minItems":1`, `"maxItems":1`))
		case 1:
			m = append(m, `"anyOf":[`+sub()+`,`+sub()+`]`)
		case 2:
			m = append(m, `"allOf":[`+sub()+`,`+sub()+`]`)
		case 3:
			m = append(m, `"properties":{"p":`+sub()+`,"q":`+sub()+`}`, `"required":["p"]`, pick(`"additionalProperties":false`, `"additionalProperties":`+sub(), `"$comment":"c"`))
		case 4:
			m = append(m, `"$ref":"#/$defs/a"`, pick(`"minLength":1`, `"title":"t"`))
		}
	}
	return "{" + strings.Join(m, ",") + "}"
}

func (g *generator) commonDocument() string {
	root := strings.TrimPrefix(g.common(3), "{")
	if root != "}" {
		root = "," + root
	}
	return fmt.Sprintf(`{"$schema":%q,"$defs":{"a":%s}%s`, drafts[g.dialect].String(), g.common(1), root)
}

func (g *generator) commonInstance(depth int) string {
	if depth == 0 || g.IntN(2) == 0 {
		scalars := []string{`null`, `0`, `1`, `-0.0`, `1.0`, `1.5`, `0.1`, `1e1`, `10`, `9007199254740993`, `"a"`, `""`, `"é"`, `"aé"`, `"c"`, `true`, `false`, `[]`, `{}`}
		return scalars[g.IntN(len(scalars))]
	}
	a, b := g.commonInstance(depth-1), g.commonInstance(depth-1)
	return []string{"[" + a + "]", "[" + a + "," + b + "]", `{"p":` + a + `}`, `{"p":` + a + `,"q":` + b + `}`, `{"p":` + a + `,"r":` + b + `}`}[g.IntN(5)]
}

// TestDirect compares the direct form with the library: it proves nothing that
// the library refuses, and most of what it takes.
func TestDirect(t *testing.T) {
	held, valid, proven, refused := 0, 0, 0, 0
	for seed := range 4000 {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 7)), draft2019 + dialect(seed%2)}
		text := g.commonDocument()
		s, _ := compile(t, text)
		if s == nil || s.direct == nil { // a reference to itself, or a sibling of one in an older draft
			continue
		}
		held++
		for range 20 {
			value := g.commonInstance(3)
			v := parse(t, value).Root
			library := s.whole().validate(v).Verdict
			switch proves := s.direct.proves(v, 0); {
			case proves && library != Valid:
				t.Fatalf("%s\n%s\nproven, and %d to the library", text, value, library)
			case library == Valid && proves:
				proven++
			case library == Valid:
				valid++
			default:
				refused++
			}
		}
	}
	valid += proven
	t.Logf("%d schemas held; %d of %d valid values proven, %d refused", held, proven, valid, refused)
	if held < 3500 || proven < valid*9/10 || refused < 1000 {
		t.Errorf("%d schemas held; %d of %d valid values proven, %d refused", held, proven, valid, refused)
	}
}

// What the direct form cannot hold is left to the library, and so is what only
// a whole evaluation can tell.
func TestDirectHoldsNoMore(t *testing.T) {
	for _, text := range []string{
		`{"not":{}}`, `{"oneOf":[{}]}`, `{"if":{}}`, `{"minProperties":1}`, `{"maxProperties":1}`, `{"propertyNames":{}}`,
		`{"patternProperties":{"a":{}}}`, `{"dependentRequired":{"a":[]}}`, `{"dependentSchemas":{"a":{}}}`, `{"unevaluatedProperties":{}}`,
		`{"uniqueItems":true}`, `{"contains":{}}`, `{"prefixItems":[{}]}`, `{"unevaluatedItems":{}}`, `{"multipleOf":2}`,
		`{"minimum":1e400}`, `{"minimum":0,"exclusiveMinimum":0}`, `{"const":1,"enum":[1]}`,
		`{` + d07 + `,"items":[{}]}`, `{` + d07 + `,"dependencies":{"a":["b"]}}`,
		`{` + d07 + `,"$ref":"#/definitions/a","definitions":{"a":{}}}`, `{"properties":{"a":{"items":{"not":{}}}}}`,
		`{"additionalProperties":{"multipleOf":2}}`, `{"anyOf":[{"multipleOf":2}]}`, `{"allOf":[{"multipleOf":2}]}`, `{"pattern":"(a+)+\\1"}`,
	} {
		if s := mustCompile(t, text); s.direct != nil {
			t.Errorf("%s: held", text)
		}
	}
	for text, value := range map[string]string{
		`{"type":"integer"}`: `1.0`, `{"enum":[1]}`: `1`, `{"properties":{"a":{"const":[]}}}`: `{"a":[]}`,
	} {
		s := mustCompile(t, text)
		v := parse(t, value).Root
		if s.direct == nil || s.direct.proves(v, 0) {
			t.Errorf("%s: proven by %s", value, text)
		}
		if out := s.Validate(v); out.Verdict != Valid {
			t.Errorf("%s: %+v by %s", value, out, text)
		}
	}
}

// A loop on the same value ends, whatever Compile let through.
func TestDirectEnds(t *testing.T) {
	d := &direct{kinds: anyKind}
	d.ref = d
	if d.proves(parse(t, `1`).Root, 0) {
		t.Error("proven")
	}
}
