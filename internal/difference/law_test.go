package difference

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// A maker makes random schemas out of a few words, so that two of them often
// have to do with each other.
type maker struct{ *rand.Rand }

func (m maker) pick(words ...string) string { return words[m.IntN(len(words))] }

// members are those of a random schema, by keyword. Definitions stand at the
// root alone.
func (m maker) members(depth int) map[string]string {
	all := map[string]string{}
	for range 1 + m.IntN(3) {
		name, value := m.keyword(depth)
		all[name] = value
	}
	return all
}

func (m maker) schema(depth int) string {
	if m.IntN(8) == 0 {
		return m.pick("true", "false", "{}", `{"title":"t"}`)
	}
	return text(m.members(depth))
}

// text is an object of members.
func text(members map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		all = append(all, fmt.Sprintf("%q:%s", name, members[name]))
	}
	return "{" + strings.Join(all, ",") + "}"
}

func (m maker) keyword(depth int) (name, value string) {
	flat := []func() (string, string){
		func() (string, string) {
			return "type", m.pick(`"string"`, `"number"`, `"integer"`, `"object"`, `"array"`, `["integer","string"]`, `["number","object"]`, `["array","object","string"]`)
		},
		func() (string, string) {
			return "enum", m.pick(`[1]`, `[1,2]`, `[2,1,"a"]`, `["a","b"]`, `["a",{}]`, `[[],{}]`)
		},
		func() (string, string) { return "const", m.pick(`1`, `"a"`, `{}`, `[1]`) },
		func() (string, string) {
			return m.pick("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), m.pick("0", "1", "2", "1.5")
		},
		func() (string, string) {
			return m.pick("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), m.pick("0", "1", "2")
		},
		func() (string, string) { return m.pick("minContains", "maxContains"), m.pick("0", "1", "2") },
		func() (string, string) { return "multipleOf", m.pick("1", "2", "0.5", "3") },
		func() (string, string) { return "uniqueItems", m.pick("true", "false") },
		func() (string, string) { return "required", m.pick(`["a"]`, `["a","b"]`, `["b"]`, `[]`) },
		func() (string, string) {
			return "dependentRequired", m.pick(`{"a":["b"]}`, `{"a":[]}`, `{"b":["a"],"a":["b"]}`)
		},
		func() (string, string) { return "pattern", m.pick(`"a"`, `"^a$"`, `"b"`) },
		func() (string, string) { return m.pick("title", "description"), m.pick(`"x"`, `"y"`) },
		func() (string, string) { return "$ref", m.pick(`"#/$defs/d"`, `"#/$defs/d"`, `"#"`, `"#/$defs/e"`) },
	}
	below := func() string { return m.schema(depth - 1) }
	lists := func() string {
		var all []string
		for range 1 + m.IntN(3) {
			all = append(all, below())
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	named := func(names ...string) string {
		all := map[string]string{}
		for range 1 + m.IntN(2) {
			all[m.pick(names...)] = below()
		}
		return text(all)
	}
	deep := []func() (string, string){
		func() (string, string) { return "properties", named("a", "b") },
		func() (string, string) { return "properties", named("a", "b", "not") },
		func() (string, string) { return "patternProperties", named("a", "^b$") },
		func() (string, string) { return "additionalProperties", below() },
		func() (string, string) { return "additionalProperties", m.pick("false", "true") },
		func() (string, string) { return "propertyNames", below() },
		func() (string, string) { return "items", below() },
		func() (string, string) { return "items", m.pick("false", `{"type":"integer"}`) },
		func() (string, string) { return "prefixItems", lists() },
		func() (string, string) { return "contains", below() },
		func() (string, string) { return m.pick("allOf", "anyOf", "oneOf"), lists() },
		func() (string, string) { return "not", below() },
		func() (string, string) { return m.pick("if", "then", "else"), below() },
		func() (string, string) { return "dependentSchemas", named("a", "b") },
		func() (string, string) { return m.pick("unevaluatedProperties", "unevaluatedItems"), "false" },
	}
	if depth == 0 || m.IntN(2) == 0 {
		return flat[m.IntN(len(flat))]()
	}
	return deep[m.IntN(len(deep))]()
}

// root is a random schema with definitions that its references lead to.
func (m maker) root() string {
	members := m.members(3)
	members["$defs"] = `{"d":` + m.schema(1) + `,"e":` + m.schema(0) + `}`
	return text(members)
}

// change is another schema: some parts of the first one are made anew.
func (m maker) change(v *strictjson.Value, depth int) string {
	if m.IntN(5) == 0 || !v.Is(strictjson.Object) {
		return m.schema(max(depth, 0))
	}
	members := map[string]string{}
	for name, value := range v.Members() {
		switch {
		case m.IntN(4) == 0 && name != "$defs":
		case m.IntN(2) == 0:
			members[name] = string(strictjson.AppendCanonical(nil, value))
		default:
			members[name] = m.changeKeyword(name, value, depth)
		}
	}
	if m.IntN(3) == 0 {
		name, value := m.keyword(max(depth, 0))
		members[name] = value
	}
	return text(members)
}

func (m maker) changeKeyword(name string, v *strictjson.Value, depth int) string {
	switch {
	case v.Is(strictjson.Object) && (schema.GivesNames(name)):
		members := map[string]string{}
		for n, s := range v.Members() {
			if m.IntN(4) > 0 || name == "$defs" {
				members[n] = m.change(s, depth-1)
			}
		}
		return text(members)
	case v.Is(strictjson.Array) && schema.RoleOf(name) == schema.RoleSchema:
		var all []string
		for _, s := range v.Elements() {
			all = append(all, m.change(s, depth-1))
		}
		return "[" + strings.Join(all, ",") + "]"
	case schema.RoleOf(name) == schema.RoleSchema:
		return m.change(v, depth-1)
	}
	for range 20 { // another value of the same keyword
		if n, value := m.keyword(0); n == name {
			return value
		}
	}
	return string(strictjson.AppendCanonical(nil, v))
}

// samples are values among which every keyword tells some apart.
var samples = strings.Fields(`null true 0 1 1.5 2 3 4 "" "a" "b" "ab" "abc" [] [1] [1,2] [1,1] ["a"] ["a",1] [1,"a",2] [[1]] [{}] [{"a":1}]
	{} {"a":1} {"a":"a"} {"a":"b","b":1} {"b":"b"} {"b":2,"c":1} {"c":"a"} {"a":{"a":1}} {"a":{"b":"a"},"b":{}} {"a":[1],"b":["a"]} {"b":[]} {"a":1,"b":1,"c":1} {"not":1} {"ab":2}`)

// places are schemas around a place, where a wider schema is a wider one, a
// narrower one, or neither.
var places = strings.Split(`{"not":%s}
{"not":{"not":%s}}
{"allOf":[%s,{"type":["object","array","integer"]}]}
{"anyOf":[{"type":"string"},%s]}
{"oneOf":[{"type":["string","object"]},%s]}
{"if":%s,"then":{"type":"object"},"else":{"type":["integer","array"]}}
{"if":{"type":"object"},"then":%s}
{"if":{"type":"object"},"else":%s}
{"properties":{"a":%s}}
{"properties":{"a":{"not":%s}}}
{"additionalProperties":%s,"properties":{"a":true}}
{"additionalProperties":%s,"patternProperties":{"^a$":true}}
{"patternProperties":{"a":%s},"additionalProperties":false}
{"propertyNames":%s}
{"items":%s}
{"items":%s,"prefixItems":[true]}
{"prefixItems":[{},%s],"items":false}
{"contains":%s}
{"contains":%s,"maxContains":1}
{"contains":%s,"minContains":2}
{"contains":%s,"minContains":0,"maxContains":1}
{"dependentSchemas":{"a":%s}}
{"dependencies":{"a":%s}}
{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":%s}}
{"$schema":"http://json-schema.org/draft-07/schema#","items":[{},%s],"additionalItems":false}
{"$schema":"http://json-schema.org/draft-07/schema#","items":[{}],"additionalItems":%s}
{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"d":{"type":"object"}},"properties":{"a":{"$ref":"#/definitions/d","not":%s}}}
{"$ref":"#/$defs/d","$defs":{"d":%s}}
{"not":{"$ref":"#/$defs/d"},"$defs":{"d":%s}}
{"$ref":"#/$defs/e","$defs":{"e":{"not":{"$ref":"#/$defs/d"}},"d":%s}}
{"$ref":"#/$defs/e","$defs":{"d":%s,"e":{"anyOf":[{"$ref":"#/$defs/d"},{"const":1}]}}}
{"oneOf":[{"$ref":"#/$defs/d"},{"type":"object"}],"$defs":{"d":%s}}
{"contains":{"$ref":"#/$defs/d"},"maxContains":1,"$defs":{"d":%s}}
{"if":{"$ref":"#/$defs/d"},"then":false,"$defs":{"d":%s}}
{"$ref":"#/properties/a/not","properties":{"a":{"not":%s}}}
{"not":{"$ref":"#x"},"$defs":{"d":{"$anchor":"x","allOf":[%s]}}}
{"properties":{"a":{"not":{"$ref":"#"}}},"anyOf":[%s]}
{"properties":{"a":{"$ref":"#"}},"allOf":[%s]}
{"anyOf":[true,%s],"unevaluatedProperties":false}
{"anyOf":[true,%s],"unevaluatedItems":false}
{"properties":{"a":{"anyOf":[true,%s]}},"unevaluatedProperties":{"type":"string"}}
{"contentSchema":%s}`, "\n")

// fillings are what is put at a place.
var fillings = strings.Split(`true
false
{"title":"x"}
{"type":"object"}
{"type":"integer"}
{"type":["integer","object","array"]}
{"maximum":1}
{"maximum":2}
{"maxLength":1}
{"enum":[1,"a",{}]}
{"enum":[1,"a"]}
{"required":["a"]}
{"required":["a","b"]}
{"properties":{"a":{"type":"integer"}}}
{"properties":{"a":{"type":"integer"},"b":true}}
{"properties":{"a":true},"additionalProperties":false}
{"properties":{"a":true,"b":{"type":"string"}},"additionalProperties":false}
{"properties":{"a":true,"b":{"type":"string"}},"patternProperties":{"^b":false}}
{"properties":{"a":true},"patternProperties":{"^b":false}}
{"properties":{"a":true},"patternProperties":{"^b":true},"additionalProperties":false}
{"properties":{"b":{"type":"string"}},"patternProperties":{"b":true},"additionalProperties":false}
{"patternProperties":{"b":true},"additionalProperties":false}
{"additionalProperties":{"type":"integer"}}
{"prefixItems":[{"type":"integer"}]}
{"prefixItems":[{"type":"integer"}],"items":false}
{"prefixItems":[{"type":"integer"},{"type":"integer"}],"items":false}
{"contains":{"type":"integer"},"minContains":0}
{"contains":{"type":"integer"}}`, "\n")

// A law holds directions against values.
type law struct {
	*testing.T
	values []*strictjson.Value
	told   map[Direction]int
}

func newLaw(t *testing.T) law {
	l := law{t, nil, map[Direction]int{}}
	for _, s := range samples {
		l.values = append(l.values, parse(t, s))
	}
	return l
}

// A compiled schema with what it says of the sample values.
type compiled struct {
	*strictjson.Value
	verdicts []schema.Verdict // nil where it is no valid schema
}

func (l law) compile(text string) compiled {
	limits := policy.DefaultLimits()
	doc, err := strictjson.Parse([]byte(text), "schema.json", 1, limits.JSON())
	if err != nil {
		l.Fatalf("%s: %v", text, err)
	}
	c := compiled{Value: doc.Root}
	if s, _ := schema.Compile(doc, doc.Root, limits); s != nil {
		for _, v := range l.values {
			c.verdicts = append(c.verdicts, s.Validate(v).Verdict)
		}
	}
	return c
}

// hold compares two schemas: nothing that was valid is refused after a change
// that widens, nothing is valid after one that narrows that was not before.
func (l law) hold(old, now compiled) {
	if old.verdicts == nil || now.verdicts == nil || !old.Is(strictjson.Object) || !now.Is(strictjson.Object) || strictjson.Equal(old.Value, now.Value) {
		return
	}
	c := &comparer{limit: 1000, out: Difference{Input: Unaffected, Output: Unaffected}, side: Input}
	c.examine(old.Value, now.Value)
	c.schema("", old.Value, now.Value, positive)
	d := c.out.Input
	l.told[d]++
	for i, was := range old.verdicts {
		is := now.verdicts[i]
		lost, won := was == schema.Valid && is == schema.Invalid, was == schema.Invalid && is == schema.Valid
		if lost && (d == Widens || d == Unaffected) || won && (d == Narrows || d == Unaffected) {
			l.Fatalf("%s, but %s was %v and is %v\nold %s\nnow %s\n%s", d, samples[i], was, is,
				strictjson.AppendCanonical(nil, old.Value), strictjson.AppendCanonical(nil, now.Value), said(c.out))
		}
	}
}

func TestDirectionsHoldWhateverThePlace(t *testing.T) {
	l := newLaw(t)
	for i, place := range places {
		if testing.Short() && i%4 != 0 {
			continue
		}
		var all []compiled
		for _, f := range fillings {
			all = append(all, l.compile(strings.Replace(place, "%s", f, 1)))
		}
		for _, old := range all {
			for _, now := range all {
				l.hold(old, now)
			}
		}
	}
	t.Logf("%v", l.told)
}

// TestDirectionsHoldFromDialectToDialect compares each filling under one dialect
// with each under another.
func TestDirectionsHoldFromDialectToDialect(t *testing.T) {
	l := newLaw(t)
	dialects := []string{"http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"}
	all := make([][]compiled, len(dialects))
	more := []string{`{"items":[{"type":"integer"}],"additionalItems":false}`, `{"if":{"type":"object"},"then":false}`, `{"dependencies":{"a":["b"]}}`, `{"dependentRequired":{"a":["b"]}}`,
		`{"definitions":{"d":{"type":"integer"}},"properties":{"a":{"$ref":"#/definitions/d","maximum":0}}}`, `{"items":{"type":"integer"}}`}
	for i, d := range dialects {
		for _, f := range append(more, fillings...) {
			all[i] = append(all[i], l.compile(fmt.Sprintf(`{"$schema":%q,"allOf":[%s]}`, d, f)))
		}
	}
	for i := range dialects {
		for j := range dialects {
			if i == j || testing.Short() && (i+j)%2 == 0 {
				continue
			}
			for _, old := range all[i] {
				for _, now := range all[j] {
					l.hold(old, now)
				}
			}
		}
	}
	if l.told[Widens] < 500 || l.told[Narrows] < 500 {
		t.Errorf("few directions are told: %v", l.told)
	}
}

func TestDirectionsHoldForRandomSchemas(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 300
	}
	l := newLaw(t)
	m := maker{rand.New(rand.NewPCG(1, 2))}
	for range n {
		old := l.compile(m.root())
		l.hold(old, l.compile(m.change(old.Value, 3)))
	}
	for _, d := range []Direction{Unaffected, Widens, Narrows} {
		if l.told[d] < n/100 {
			t.Errorf("only %d pairs of %d are %s: %v", l.told[d], n, d, l.told)
		}
	}
	t.Logf("%v", l.told)
}
