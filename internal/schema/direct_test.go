package schema

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"mcpreview/internal/strictjson"
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
	if testing.Short() {
		t.Skip("takes long, and runs on one goroutine: the race detector, which is what short runs are for, has nothing to find")
	}
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

// TestDirectAlone compares the direct form with the library where it stands in
// for it from the start: over keywords of every kind of value, of which the
// judge leaves the valid ones, the library takes the schema and agrees.
func TestDirectAlone(t *testing.T) {
	held := []string{"$ref"}
	for _, row := range vocabulary {
		text := fmt.Sprintf(`{%q:%s}`, row.name, map[bool]string{true: `{"a":{}}`, false: `1`}[placeOf(row.forms) == formSchemaMap])
		for _, value := range append([]string{text}, scalars...) {
			if s, _ := compile(t, fmt.Sprintf(`{%q:%s}`, row.name, value)); s != nil && s.direct != nil {
				held = append(held, row.name)
				break
			}
		}
	}
	alone, proven, refused := 0, 0, 0
	for seed := range 16_000 {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 11)), draft06 + dialect(seed%4)}
		text := strings.TrimPrefix(g.of(held, 3), "{")
		if text != "}" {
			text = "," + text
		}
		text = fmt.Sprintf(`{"$schema":%q%s`, drafts[g.dialect].String(), text)
		doc, err := strictjson.Parse([]byte(text), "s", 1, limits.JSON())
		if err != nil || len(doc.Faults) > 0 {
			continue
		}
		s, _ := Compile(doc, doc.Root, limits)
		if s == nil || s.direct == nil {
			continue
		}
		alone++
		whole := s.whole()
		if whole == nil {
			t.Fatalf("%s: held, and refused by the library", text)
		}
		for range 6 {
			value := g.commonInstance(2)
			v := parse(t, value).Root
			switch library := whole.validate(v).Verdict; {
			case library != Valid:
				refused++
				if s.direct.proves(v, 0) {
					t.Fatalf("%s\n%s\nproven, and %d to the library", text, value, library)
				}
			case s.direct.proves(v, 0):
				proven++
			}
		}
	}
	t.Logf("of %v: %d held, %d proven, %d refused", held, alone, proven, refused)
	if alone < 3000 || proven < 5000 || refused < 1000 || len(held) < 25 {
		t.Errorf("of %v: %d held, %d proven, %d refused", held, alone, proven, refused)
	}
}

// of writes a schema of some keywords, each with values that often suit it.
func (g *generator) of(names []string, depth int) string {
	var members []string
	used := map[string]bool{}
	for range 1 + g.IntN(3) {
		name := names[g.IntN(len(names))]
		if used[name] || name == "$schema" || g.differs(name) {
			continue
		}
		used[name] = true
		members = append(members, fmt.Sprintf("%q:%s", name, g.suiting(names, name, depth)))
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (g *generator) suiting(names []string, name string, depth int) string {
	pick := func(of ...string) string { return of[g.IntN(len(of))] }
	k := keywords[name]
	sub := func() string { return g.of(names, max(depth-1, 0)) }
	switch {
	case g.IntN(8) == 0:
		return pick(scalars...)
	case depth == 0 && k.place != formNone:
		return pick(`true`, `{}`, `{"p":{}}`, `[{}]`)
	case k.place == formSchemaMap:
		return `{"p":` + sub() + `,"q":` + sub() + `}`
	case k.place == formSchemas:
		return "[" + sub() + "," + sub() + "]"
	case k.place != formNone:
		return sub()
	case name == "$ref":
		return pick(`"#"`, `"#/properties/p"`, `"#/$defs/p"`, `"#/definitions/q"`, `"#/allOf/0"`, `"#a"`, `"#/enum"`, `"#/$defs"`, `""`)
	case k.forms[draft2020] == formTypes:
		return pick(`"string"`, `"integer"`, `"object"`, `"array"`, `["number","null"]`, `["integer","string"]`)
	case k.forms[draft2020] == formStrings:
		return pick(`[]`, `["p"]`, `["p","q"]`)
	case k.forms[draft2020] == formPattern:
		return pick(`"^a"`, `"^.$"`, `"[é-ü]"`, `"^(a|b)*$"`)
	case k.forms[draft2020] == formCount:
		return pick(`0`, `1`, `2`, `1.0`, `1e0`)
	case k.forms[draft2020] == formNumber:
		return pick(`0`, `1`, `-1.5`, `1e1`, `0.1`)
	case k.forms[draft2020] == formString, name == "$anchor":
		return pick(`"a"`, `"date"`)
	}
	return pick(scalars...)
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
	d.beside = &besideRules{ref: d}
	if d.proves(parse(t, `1`).Root, 0) {
		t.Error("proven")
	}
}

// What the library compiles is kept once a second value needs it, so that no
// number of values makes it compile more often than twice.
func TestWholeIsKept(t *testing.T) {
	doc := parse(t, `{"type":"object","required":["a"]}`)
	s, problems := Compile(doc, doc.Root, limits)
	if s == nil || s.direct == nil {
		t.Fatalf("not in direct form: %v", problems)
	}
	first, second := s.whole(), s.whole()
	if first == nil || second == nil || first == second {
		t.Errorf("the second value did not make it compile: %p, %p", first, second)
	}
	for range 3 {
		if s.whole() != second {
			t.Error("compiled once more")
		}
	}
}
