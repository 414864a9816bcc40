package schema

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mcpreview/internal/policy"
	"mcpreview/internal/strictjson"
)

var limits = policy.DefaultLimits()

func strictParse(text string) (*strictjson.Document, error) {
	return strictjson.Parse([]byte(text), "t.json", 1, limits.JSON())
}

func parse(t testing.TB, text string) *strictjson.Document {
	t.Helper()
	doc, err := strictParse(text)
	if err != nil {
		t.Fatalf("%v in %.200s", err, text)
	}
	return doc
}

func compile(t testing.TB, text string) (*Schema, []Problem) {
	t.Helper()
	doc := parse(t, text)
	return Compile(doc, doc.Root, limits)
}

// describe writes problems as rule, effect and pointer.
func describe(doc *strictjson.Document, problems []Problem) string {
	var all []string
	for _, p := range problems {
		if p.Kind == OlderDialect {
			continue
		}
		all = append(all, fmt.Sprintf("%s %s %s", p.Kind.Rule().ID, p.Kind.Effect(), doc.PointerFrom(doc.Root, p.At)))
	}
	return strings.Join(all, "; ")
}

const (
	d06   = `"$schema":"http://json-schema.org/draft-06/schema#"`
	d07   = `"$schema":"http://json-schema.org/draft-07/schema#"`
	d2019 = `"$schema":"https://json-schema.org/draft/2019-09/schema"`
	d2020 = `"$schema":"https://json-schema.org/draft/2020-12/schema"`
)

func TestCompile(t *testing.T) {
	for _, tt := range []struct{ name, schema, want string }{
		// DESC-09
		{"no dialect", `{"type":"object"}`, ""},
		{"2020-12", `{` + d2020 + `}`, ""},
		{"draft-07 without the empty fragment", `{"$schema":"http://json-schema.org/draft-07/schema"}`, ""},
		{"2020-12 with the empty fragment", `{"$schema":"https://json-schema.org/draft/2020-12/schema#"}`, ""},
		{"https for http", `{"$schema":"https://json-schema.org/draft-07/schema#"}`, "DESC-09 note /$schema"},
		{"http for https", `{"$schema":"http://json-schema.org/draft/2020-12/schema"}`, "DESC-09 note /$schema"},
		{"unknown", `{"$schema":"https://example.net/mine"}`, "DESC-09 reject /$schema"},
		{"draft-04", `{"$schema":"http://json-schema.org/draft-04/schema#"}`, "DESC-09 reject /$schema"},
		{"draft-03", `{"$schema":"http://json-schema.org/draft-03/schema#"}`, "DESC-09 reject /$schema"},
		{"hyper-schema", `{"$schema":"http://json-schema.org/draft-07/hyper-schema#"}`, "DESC-09 reject /$schema"},
		{"no version", `{"$schema":"http://json-schema.org/schema#"}`, "DESC-09 reject /$schema"},
		{"OpenAPI", `{"$schema":"https://spec.openapis.org/oas/3.1/dialect/base"}`, "DESC-09 reject /$schema"},
		{"empty", `{"$schema":""}`, "DESC-09 reject /$schema"},
		{"two fragments", `{"$schema":"http://json-schema.org/draft-07/schema##"}`, "DESC-09 reject /$schema"},
		{"relative", `{"$schema":"draft-07/schema"}`, "DESC-09 reject /$schema"},
		{"no string", `{"$schema":7}`, "DESC-09 reject /$schema"},
		{"null", `{"$schema":null}`, "DESC-09 reject /$schema"},
		{"nested same", `{` + d07 + `,"properties":{"a":{` + d07 + `}}}`, "DESC-09 note /properties/a/$schema"},
		{"nested same, implied", `{"properties":{"a":{` + d2020 + `}}}`, "DESC-09 note /properties/a/$schema"},
		{"nested other", `{"properties":{"a":{` + d07 + `}}}`, "DESC-09 condition /properties/a/$schema"},
		{"nested other with $id", `{"properties":{"a":{"$id":"https://example.net/a",` + d07 + `,"items":[true]}}}`, "DESC-09 note /properties/a/$schema"},
		{"nested unsupported", `{"properties":{"a":{"$schema":"http://json-schema.org/draft-04/schema#"}}}`, "DESC-09 reject /properties/a/$schema"},
		{"nested unsupported, unused", `{"$defs":{"a":{"$schema":7}}}`, "DESC-09 reject /$defs/a/$schema"},
		{"a property of that name", `{"properties":{"$schema":{"type":"string"}}}`, ""},

		// DESC-10
		{"boolean root", `true`, ""},
		{"null root", `null`, "DESC-10 reject "},
		{"array root", `[]`, "DESC-10 reject "},
		{"boolean properties", `{"properties":{"a":true,"b":false}}`, ""},
		{"string property", `{"properties":{"x-mcp-header":"Region"}}`, "DESC-10 reject /properties/x-mcp-header"},
		{"null property", `{"properties":{"a":null}}`, "DESC-10 reject /properties/a"},
		{"unknown type", `{"type":"strng"}`, "DESC-10 reject /type"},
		{"unknown type in a list", `{"type":["string","strng"]}`, "DESC-10 reject /type/1"},
		{"no type", `{"type":[]}`, "DESC-10 reject /type"},
		{"type twice", `{"type":["string","string"]}`, "DESC-10 reject /type"},
		{"unused definition", `{"$defs":{"u":{"type":"strng"}}}`, "DESC-10 reject /$defs/u/type"},
		{"unused old definition", `{"definitions":{"u":{"type":"strng"}}}`, "DESC-10 reject /definitions/u/type"},
		{"unused dependency", `{"dependencies":{"u":{"type":"strng"}}}`, "DESC-10 reject /dependencies/u/type"},
		{"new definition in draft-07", `{` + d07 + `,"$defs":{"u":{"type":"strng"}}}`, "DESC-10 reject /$defs/u/type"},
		{"old definition in 2019-09", `{` + d2019 + `,"definitions":{"u":{"type":"strng"}}}`, "DESC-10 reject /definitions/u/type"},
		{"dependency list", `{"dependencies":{"u":["a","b"]}}`, ""},
		{"dependency list repeats", `{"dependencies":{"u":["a","a"]}}`, "DESC-10 reject /dependencies/u"},
		{"array items", `{"items":[true]}`, "DESC-10 reject /items"},
		{"array items in 2019-09", `{` + d2019 + `,"items":[true]}`, ""},
		{"array items in draft-07", `{` + d07 + `,"items":[{"type":"string"}]}`, ""},
		{"array items in draft-06", `{` + d06 + `,"items":[{"type":"string"}]}`, ""},
		{"empty items in draft-07", `{` + d07 + `,"items":[]}`, "DESC-10 reject /items"},
		{"empty allOf", `{"allOf":[]}`, "DESC-10 reject /allOf"},
		{"number in anyOf", `{"anyOf":[{},7]}`, "DESC-10 reject /anyOf/1"},
		{"required repeats", `{"required":["a","b","a"]}`, "DESC-10 reject /required"},
		{"required repeats among many", `{"required":["a","b","c","d","e","f","g","h","i","j","k","l","m","a"]}`, "DESC-10 reject /required"},
		{"required holds a number", `{"required":["a",5]}`, "DESC-10 reject /required/1"},
		{"required is a boolean", `{"properties":{"a":{"required":true}}}`, "DESC-10 reject /properties/a/required"},
		{"boolean exclusiveMinimum", `{"minimum":1,"exclusiveMinimum":true}`, "DESC-10 reject /exclusiveMinimum"},
		{"negative length", `{"minLength":-1}`, "DESC-10 reject /minLength"},
		{"fractional length", `{"minLength":1.5}`, "DESC-10 reject /minLength"},
		{"integral length", `{"minLength":1.0,"maxLength":1e2,"minItems":-0}`, ""},
		{"multipleOf zero", `{"multipleOf":0.0}`, "DESC-10 reject /multipleOf"},
		{"title", `{"title":7,"description":[]}`, "DESC-10 reject /description; DESC-10 reject /title"},
		{"format", `{"format":7}`, "DESC-10 reject /format"},
		{"empty enum", `{"enum":[]}`, ""},
		{"empty enum in draft-06", `{` + d06 + `,"enum":[]}`, "DESC-10 reject /enum"},
		{"enum is an object", `{"enum":{}}`, "DESC-10 reject /enum"},
		{"unknown keywords", `{"x-a":7,"nullable":true,"if_":1,"discriminator":{"properties":7}}`, ""},
		{"keyword of a later dialect", `{` + d07 + `,"prefixItems":7,"dependentRequired":7,"minContains":"a"}`, ""},
		{"then in draft-06", `{` + d06 + `,"then":7}`, ""},
		{"data", `{"default":{"type":7},"const":{"type":7},"enum":[{"type":7}],"examples":[{"type":7}]}`, ""},
		{"anchor", `{"$anchor":"1a"}`, "DESC-10 reject /$anchor"},
		{"identifier with fragment", `{"$id":"https://example.net/#a"}`, "DESC-10 reject /$id"},
		{"identifier twice", `{"$id":"https://example.net/a","$defs":{"a":{"$id":"https://example.net/a"}}}`, "DESC-10 reject /$defs/a/$id"},
		{"anchor twice", `{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}`, "DESC-10 reject /$defs/b/$anchor"},
		{"reference is no string", `{"$ref":7}`, "DESC-10 reject /$ref"},
		{"reference is no URI", `{"$ref":"http://[x"}`, "DESC-10 reject /$ref"},
		{"lookaround and escapes", `{"properties":{"a":{"pattern":"^(?=a)(?!b)(?<=c)(a)\\1\\cA"}}}`, ""},
		{"pattern does not compile", `{"pattern":"(a"}`, "DESC-10 reject /pattern"},
		{"pattern name does not compile", `{"patternProperties":{"(a":true}}`, "DESC-10 reject /patternProperties/{2-character-key}"},
		{"pattern not evaluated", `{"pattern":"(?i:a)"}`, "DESC-10 condition /pattern"},

		// DESC-11
		{"recursion through properties", `{"properties":{"n":{"$ref":"#"}}}`, ""},
		{"recursion through items", `{"$defs":{"a":{"items":{"$ref":"#/$defs/a"}}},"$ref":"#/$defs/a"}`, ""},
		{"external", `{"properties":{"n":{"$ref":"https://example.net/s.json"}}}`, "DESC-11 reject /properties/n/$ref"},
		{"external and unused", `{"$defs":{"n":{"$ref":"https://example.net/s.json"}}}`, "DESC-11 reject /$defs/n/$ref"},
		{"file", `{"$ref":"file:///etc/passwd"}`, "DESC-11 reject /$ref"},
		{"host", `{"$ref":"//example.net/a"}`, "DESC-11 reject /$ref"},
		{"relative", `{"$ref":"other.json"}`, "DESC-11 reject /$ref"},
		{"relative to the meta-schemas", `{"$ref":"draft-07/schema"}`, "DESC-11 note /$ref"},
		{"our own address", `{"$ref":"http://json-schema.org/-"}`, "DESC-11 reject /$ref"},
		{"to nothing", `{"$ref":"#/$defs/a"}`, "DESC-11 reject /$ref"},
		{"to nothing and unused", `{"$defs":{"b":{"$ref":"#/$defs/a"}}}`, "DESC-11 reject /$defs/b/$ref"},
		{"to no schema", `{"$ref":"#/title","title":"a"}`, "DESC-11 reject /$ref"},
		{"to no anchor", `{"$ref":"#a"}`, "DESC-11 reject /$ref"},
		{"anchor", `{"$ref":"#a","$defs":{"a":{"$anchor":"a"}}}`, ""},
		{"dynamic anchor", `{"$ref":"#a","$defs":{"a":{"$dynamicAnchor":"a"}}}`, ""},
		{"dynamic reference", `{"$dynamicRef":"#a","$defs":{"a":{"$dynamicAnchor":"a"}}}`, ""},
		{"dynamic reference to nothing", `{"$dynamicRef":"#a"}`, "DESC-11 reject /$dynamicRef"},
		{"recursive reference", `{` + d2019 + `,"$recursiveAnchor":true,"items":{"$recursiveRef":"#"}}`, ""},
		{"recursive reference to nothing", `{` + d2019 + `,"$recursiveRef":"#/a"}`, "DESC-11 reject /$recursiveRef"},
		{"escapes", `{"$ref":"#/$defs/a%25b~1c~0d%20e","$defs":{"a%b/c~d e":{}}}`, ""},
		{"bad escape", `{"$ref":"#/$defs/a~2","$defs":{"a~2":{}}}`, "DESC-11 reject /$ref"},
		{"embedded identifier", `{"$id":"https://example.net/root","$ref":"item","$defs":{"a":{"$id":"item"}}}`, ""},
		{"embedded identifier without base", `{"$ref":"item","$defs":{"a":{"$id":"item"}}}`, ""},
		{"pointer inside the nearest identifier", `{"$defs":{"a":{"$id":"https://example.net/a","$ref":"#/$defs/b","$defs":{"b":{}}}}}`, ""},
		{"pointer not from the root", `{"$defs":{"b":{},"a":{"$id":"https://example.net/a","$ref":"#/$defs/b"}}}`, "DESC-11 reject /$defs/a/$ref"},
		{"opaque identifier", `{"$id":"urn:example:root","$ref":"#/$defs/a","$defs":{"a":{"$ref":"urn:example:b#x"},"b":{"$id":"urn:example:b","$anchor":"x"}}}`, ""},
		{"a meta-schema's identifier", `{"$id":"http://json-schema.org/draft-07/schema","properties":{"a":{"$ref":"#"},"b":{"$ref":"http://json-schema.org/draft-07/schema#"}}}`, ""},
		{"our own address as identifier", `{"$defs":{"a":{"$id":"http://json-schema.org/-"}}}`, "DESC-10 reject /$defs/a/$id"},
		{"anchor of another resource", `{"$ref":"#b","$defs":{"a":{"$id":"https://example.net/a","$anchor":"b"}}}`, "DESC-11 reject /$ref"},
		{"anchor by identifier", `{"$ref":"https://example.net/a#b","$defs":{"a":{"$id":"https://example.net/a","$anchor":"b"}}}`, ""},
		{"draft-07 anchor", `{` + d07 + `,"properties":{"p":{"$ref":"#b"}},"definitions":{"a":{"$id":"#b"}}}`, ""},
		{"draft-07 identifier beside a reference", `{` + d07 + `,"properties":{"p":{"$ref":"#b"}},"definitions":{"a":{"$id":"#b","$ref":"#/definitions/c"},"c":{}}}`, "DESC-11 reject /properties/p/$ref"},
		{"meta-schema", `{"properties":{"s":{"$ref":"http://json-schema.org/draft-07/schema#"}}}`, "DESC-11 note /properties/s/$ref"},
		{"part of a meta-schema", `{"$ref":"http://json-schema.org/draft-07/schema#/definitions/stringArray"}`, "DESC-11 note /$ref"},
		{"no part of a meta-schema", `{"$ref":"http://json-schema.org/draft-07/schema#/definitions/none"}`, "DESC-11 reject /$ref"},
		{"loop of one", `{"$ref":"#"}`, "DESC-11 reject /$ref"},
		{"loop of two", `{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`, "DESC-11 reject /$defs/a/$ref; DESC-11 reject /$defs/b/$ref"},
		{"loop through allOf", `{"$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"}]}}}`, "DESC-11 reject /$defs/a/allOf/0/$ref"},
		{"loop through not", `{"not":{"$ref":"#"}}`, "DESC-11 reject /not/$ref"},
		{"loop through dependentSchemas", `{"dependentSchemas":{"a":{"$ref":"#"}}}`, "DESC-11 reject /dependentSchemas/a/$ref"},
		{"loop through then", `{"if":true,"then":{"$ref":"#"}}`, "DESC-11 reject /then/$ref"},
		{"then without if", `{"then":{"$ref":"#"}}`, ""},
		{"loop through a dynamic reference", `{"$dynamicAnchor":"a","anyOf":[{"$dynamicRef":"#a"}]}`, "DESC-11 reject /anyOf/0/$dynamicRef"},
		{"a hidden loop", `{` + d07 + `,"definitions":{"b":{},"a":{"$ref":"#/definitions/b","allOf":[{"$ref":"#/definitions/a"}]}}}`, ""},
		{"not hidden from 2019-09 on", `{` + d2019 + `,"definitions":{"b":{},"a":{"$ref":"#/definitions/b","allOf":[{"$ref":"#/definitions/a"}]}}}`, "DESC-11 reject /definitions/a/allOf/0/$ref"},
		{"into an unknown keyword", `{"$ref":"#/x-defs/a","x-defs":{"a":{"type":"string"}}}`, ""},
		{"into an unknown keyword, invalid", `{"$ref":"#/x-defs/a","x-defs":{"a":{"type":"strng"}}}`, "DESC-10 reject /x-defs/a/type"},
		{"into an unknown keyword, on to nothing", `{"$ref":"#/x-defs/a","x-defs":{"a":{"$ref":"#/x-defs/b"}}}`, "DESC-11 reject /x-defs/a/$ref"},
		{"into data", `{"$ref":"#/default","default":{"type":"strng"}}`, "DESC-10 reject /default/type"},
		{"new definitions used in draft-07", `{` + d07 + `,"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"properties":{"c":{"$ref":"#/$defs/b"}}}}}`, ""},
		{"in a property named $ref", `{"properties":{"$ref":{"type":"string"}}}`, ""},
		{"in data", `{"const":{"$ref":"#/none"}}`, ""},

		// DESC-22
		{"ambiguous", `{"pattern":"^(a+)+$"}`, "DESC-22 condition /pattern"},
		{"nesting alone", `{"pattern":"^(?:[a-z]+\\.)+$"}`, ""},
		{"not portable", `{"pattern":"\\-"}`, "DESC-22 condition /pattern"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := parse(t, tt.schema)
			s, problems := Compile(doc, doc.Root, limits)
			if got := describe(doc, problems); got != tt.want {
				t.Errorf("%s:\n got %q\nwant %q\n%v", tt.schema, got, tt.want, problems)
			}
			if rejected := rejects(problems); rejected != (s == nil) {
				t.Errorf("%s: rejected %t, schema %v", tt.schema, rejected, s)
			}
		})
	}
}

func TestProblemTexts(t *testing.T) {
	for _, tt := range []struct{ schema, want string }{
		{`{"$schema":"urn:\u001b[31m"}`, `dialect "urn:\u001b[31m" is not supported (supported: 2020-12, 2019-09, draft-07, draft-06)`},
		{`{"$schema":7}`, `dialect is number, not a string (supported: 2020-12, 2019-09, draft-07, draft-06)`},
		{`{"items":[]}`, `items is not valid for 2020-12`},
		{`{"required":["a","a"]}`, `required is not valid for 2020-12 (it repeats a value)`},
		{`{"pattern":"("}`, `pattern is not valid for 2020-12 (not a regular expression of ECMA-262)`},
		{`{"pattern":"(?i:a)"}`, `pattern is legal ECMA-262 but cannot be evaluated here`},
		{`{"$ref":"file:/a"}`, `target "file:/a" is not in this document and is never fetched`},
		{`{"$ref":"#/a"}`, `target "#/a" does not exist`},
		{`{"$ref":"#"}`, `target "#" only refers back to itself`},
	} {
		_, problems := compile(t, tt.schema)
		if len(problems) != 1 || problems[0].Text != tt.want {
			t.Errorf("%s: got %v, want %q", tt.schema, problems, tt.want)
		}
	}
}

func TestKindsAgreeWithTheCatalogue(t *testing.T) {
	for k := UnknownDialect; k <= NotPortablePattern; k++ {
		r := k.Rule()
		if !slices.Contains(r.Effects, k.Effect()) || !slices.Contains(r.Provenance, k.Provenance()) {
			t.Errorf("kind %d: %s has no %s, %s", k, r.ID, k.Effect(), k.Provenance())
		}
	}
}

func chain(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"$defs":{"d0":{}`)
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, `,"d%d":{"$ref":"#/$defs/d%d"}`, i, i-1)
	}
	fmt.Fprintf(&b, `},"$ref":"#/$defs/d%d"}`, n-1)
	return b.String()
}

func nested(n int) string {
	return strings.Repeat(`{"items":`, n-1) + `{}` + strings.Repeat(`}`, n-1)
}

func properties(n int) string {
	var b strings.Builder
	b.WriteString(`{"properties":{`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"p%d":true`, i)
	}
	b.WriteString(`}}`)
	return b.String()
}

func TestBounds(t *testing.T) {
	for _, tt := range []struct{ name, schema, want string }{
		{"subschemas", properties(4999), ""},
		{"too many subschemas", properties(5000), "subschema count 5001 exceeds 5000"},
		{"depth", nested(64), ""},
		{"too deep", nested(65), "schema depth 65 exceeds 64"},
		{"hops", chain(64), ""},
		{"too many hops", chain(65), "reference hops 65 exceeds 64"},
		{"pattern", `{"pattern":"` + strings.Repeat("a", 4096) + `"}`, ""},
		{"too long a pattern", `{"pattern":"` + strings.Repeat("a", 4097) + `"}`, "pattern length 4097 exceeds 4096"},
		{"too long a pattern name", `{"patternProperties":{"` + strings.Repeat("a", 4097) + `":true}}`, "pattern length 4097 exceeds 4096"},
	} {
		_, problems := compile(t, tt.schema)
		got := ""
		for _, p := range problems {
			got += p.Text
			if p.Kind != ExceedsBound {
				t.Errorf("%s: kind %d", tt.name, p.Kind)
			}
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	if s, _ := compile(t, properties(7)); s.Subschemas() != 8 {
		t.Errorf("got %d subschemas, want 8", s.Subschemas())
	}
}

func doubling(keyword string, levels int) string {
	var b strings.Builder
	b.WriteString(`{"$defs":{"l0":{"type":"string"}`)
	for i := 1; i <= levels; i++ {
		ref := fmt.Sprintf(`{"$ref":"#/$defs/l%d"}`, i-1)
		if keyword == "properties" {
			ref = fmt.Sprintf(`{"properties":{"a":%s}}`, ref)
			fmt.Fprintf(&b, `,"l%d":{"allOf":[%s,%s]}`, i, ref, ref)
			continue
		}
		fmt.Fprintf(&b, `,"l%d":{"%s":[%s,%s]}`, i, keyword, ref, ref)
	}
	fmt.Fprintf(&b, `},"$ref":"#/$defs/l%d"}`, levels)
	return b.String()
}

func TestExplosions(t *testing.T) {
	for _, keyword := range []string{"allOf", "anyOf", "oneOf", "properties"} {
		start := time.Now()
		doc := parse(t, doubling(keyword, 31))
		_, problems := Compile(doc, doc.Root, limits)
		if got := describe(doc, problems); !strings.HasPrefix(got, "DESC-22 reject /$defs/l") {
			t.Errorf("%s: got %q", keyword, got)
		}
		if s, problems := compile(t, doubling(keyword, 8)); s == nil {
			t.Errorf("%s, 8 levels: got %v", keyword, problems)
		}
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%s: took %v", keyword, took)
		}
	}
	// What is not reached from the root is never evaluated.
	unused := strings.Replace(doubling("allOf", 31), `,"$ref":"#/$defs/l31"`, "", 1)
	if s, problems := compile(t, unused); s == nil {
		t.Errorf("unused: got %v", problems)
	}
}

// many writes a schema of n definitions, each made from its number.
func many(n int, rest, format string) string {
	var b strings.Builder
	b.WriteString(`{` + rest + `"$defs":{`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"d%d":%s`, i, strings.ReplaceAll(format, "#", fmt.Sprint(i)))
	}
	b.WriteString(`}}`)
	return b.String()
}

// TestCompileEnds holds schemas within the bounds that are meant to take long.
func TestCompileEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and runs on one goroutine: the race detector, which is what short runs are for, has nothing to find")
	}
	var odd strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&odd, `,"o%d":{}`, i)
	}
	pointer := func(s string) string { return strings.ReplaceAll(s, "@", "#") }
	for _, tt := range []struct {
		name, schema string
		accepted     bool
	}{
		{"properties", properties(4999), true},
		{"identifiers", many(2000, "", `{"$id":"https://example.net/#"}`), true},
		{"too many identifiers", many(4999, "", `{"$id":"https://example.net/#"}`), false},
		{"anchors", many(4999, "", `{"$anchor":"a#"}`), true},
		{"references to all", pointer(many(2499, "", `{"properties":{"a":{"$ref":"@/$defs/d#"}}}`)), true},
		{"few references into the unknown", pointer(many(100, `"x":{"":0`+odd.String()+`},`, `{"$ref":"@/x/o#"}`)), true},
		{"references into the unknown", pointer(many(2400, `"x":{"":0`+odd.String()+`},`, `{"$ref":"@/x/o#"}`)), false},
		{"new definitions in draft-07", pointer(many(400, d07+`,`, `{"properties":{"a":{"$ref":"@/$defs/d#"}}}`)), true},
		{"dead parts of meta-schemas", pointer(many(2000, "", `{"$ref":"http://json-schema.org/draft-07/schema@/d#"}`)), false},
		{"a part of a meta-schema", pointer(many(2000, "", `{"$ref":"http://json-schema.org/draft-07/schema@/definitions/stringArray"}`)), true},
		{"patterns", many(4999, "", `{"pattern":"^(?:[a-z0-9]{1,64}-){#}$"}`), true},
		{"enum", `{"enum":[` + strings.Repeat(`[{"a":1}],`, 50_000) + `1]}`, true},
		{"required", `{"required":["a"` + strings.Repeat(`,"a"`, 50_000) + `]}`, false},
	} {
		start := time.Now()
		s, problems := compile(t, tt.schema)
		if (s != nil) != tt.accepted {
			t.Errorf("%s: accepted %t, %.300v", tt.name, s != nil, problems)
		}
		took := time.Since(start)
		t.Logf("%s: %d bytes, %v", tt.name, len(tt.schema), took)
		if took > time.Minute {
			t.Errorf("%s: took %v", tt.name, took)
		}
	}
}
