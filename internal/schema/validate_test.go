package schema

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

func mustCompile(t testing.TB, text string) *Schema {
	t.Helper()
	s, problems := compile(t, text)
	if s == nil {
		t.Fatalf("%.200s: %v", text, problems)
	}
	return s
}

func TestValidate(t *testing.T) {
	tooLong := Outcome{Verdict: NotJudged, Reason: "text too long for a pattern that needs backtracking"}
	for _, tt := range []struct {
		name, schema, value string
		want                Outcome
	}{
		{"true", `true`, `1`, Outcome{}},
		{"false", `false`, `1`, Outcome{Verdict: Invalid}},
		{"false below", `{"properties":{"a":false}}`, `{"a":1}`, Outcome{Verdict: Invalid, Instance: "/a", SchemaPointer: "/properties/a"}},
		{"null", `{"type":"null"}`, `null`, Outcome{}},
		{"type", `{"type":"integer"}`, `"a"`, Outcome{Verdict: Invalid, Keyword: "type", Expected: "integer", Got: "string"}},
		{"types", `{"type":["integer","null"]}`, `{}`, Outcome{Verdict: Invalid, Keyword: "type", Expected: "null or integer", Got: "object"}},
		{"required", `{"type":"object","required":["id","a"]}`, `{}`, Outcome{Verdict: Invalid, Keyword: "required", Missing: "a"}},
		{"first keyword by name", `{"minProperties":2,"required":["a"]}`, `{}`, Outcome{Verdict: Invalid, Keyword: "minProperties"}},
		{"first by pointer", `{"properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}}}`, `{"c":1,"b":2,"a":"x"}`,
			Outcome{Verdict: Invalid, Instance: "/b", SchemaPointer: "/properties/b", Keyword: "type", Expected: "string", Got: "number"}},
		{"first by index", `{"items":{"type":"string"}}`, `["","","","","","","","","","",1,"",2]`,
			Outcome{Verdict: Invalid, Instance: "/10", SchemaPointer: "/items", Keyword: "type", Expected: "string", Got: "number"}},
		{"additional", `{"properties":{"a":true},"additionalProperties":false}`, `{"z~":1,"b/c":1,"a":1}`, Outcome{Verdict: Invalid, Instance: "/b~1c", Keyword: "additionalProperties"}},
		{"additional after a declared one", `{"properties":{"a":{"type":"null"}},"additionalProperties":false}`, `{"b":1,"a":1}`,
			Outcome{Verdict: Invalid, Instance: "/a", SchemaPointer: "/properties/a", Keyword: "type", Expected: "null", Got: "number"}},
		{"escaped pointers", `{"properties":{"a/b ~%":{"type":"null"}}}`, `{"a/b ~%":1}`,
			Outcome{Verdict: Invalid, Instance: "/a~1b ~0%", SchemaPointer: "/properties/a~1b ~0%", Keyword: "type", Expected: "null", Got: "number"}},
		{"through a reference", `{"properties":{"a":{"$ref":"#/$defs/s"}},"$defs":{"s":{"maxLength":1}}}`, `{"a":"bc"}`,
			Outcome{Verdict: Invalid, Instance: "/a", SchemaPointer: "/$defs/s", Keyword: "maxLength"}},
		{"into an embedded resource", `{"$ref":"https://example.net/a","$defs":{"s":{"$id":"https://example.net/a","maxLength":1}}}`, `"bc"`,
			Outcome{Verdict: Invalid, SchemaPointer: "/$defs/s", Keyword: "maxLength"}},
		{"choice of scalars", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `1`, Outcome{Verdict: Invalid, Keyword: "anyOf"}},
		{"choice that goes deeper", `{"anyOf":[{"type":"null"},{"properties":{"a":{"type":"string"}}}]}`, `{"a":1}`,
			Outcome{Verdict: Invalid, Instance: "/a", SchemaPointer: "/anyOf/1/properties/a", Keyword: "type", Expected: "string", Got: "number"}},
		{"two hold", `{"oneOf":[{},{}]}`, `1`, Outcome{Verdict: Invalid, Keyword: "oneOf"}},
		{"not", `{"not":{"type":"string"}}`, `"a"`, Outcome{Verdict: Invalid, Keyword: "not"}},
		{"then", `{"if":{"required":["a"]},"then":{"required":["b"]}}`, `{"a":1}`, Outcome{Verdict: Invalid, SchemaPointer: "/then", Keyword: "required", Missing: "b"}},
		{"else", `{"if":{"required":["a"]},"else":{"required":["b"]}}`, `{}`, Outcome{Verdict: Invalid, SchemaPointer: "/else", Keyword: "required", Missing: "b"}},
		{"names", `{"propertyNames":{"maxLength":1}}`, `{"ab":1}`, Outcome{Verdict: Invalid, Instance: "/ab", Keyword: "propertyNames"}},
		{"dependent", `{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, Outcome{Verdict: Invalid, Keyword: "dependentRequired", Missing: "b"}},
		{"dependency", `{` + d07 + `,"dependencies":{"a":["b"]}}`, `{"a":1}`, Outcome{Verdict: Invalid, Keyword: "dependencies", Missing: "b"}},
		{"contains", `{"contains":{"type":"string"}}`, `[1]`, Outcome{Verdict: Invalid, Keyword: "contains"}},
		{"unevaluated", `{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}`, `{"a":1,"b":1}`, Outcome{Verdict: Invalid, Keyword: "unevaluatedProperties"}},
		{"evaluated", `{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}`, `{"a":1}`, Outcome{}},
		{"prefix", `{"prefixItems":[{"type":"string"}],"items":false}`, `["a",1]`, Outcome{Verdict: Invalid, Instance: "/1", SchemaPointer: "/items"}},
		{"tuple in draft-07", `{` + d07 + `,"items":[{"type":"string"}],"additionalItems":false}`, `["a",1]`, Outcome{Verdict: Invalid, Keyword: "additionalItems"}},
		{"patterns", `{"patternProperties":{"^(?!b)":{"type":"string"}}}`, `{"b":1,"c":1}`,
			Outcome{Verdict: Invalid, Instance: "/c", SchemaPointer: "/patternProperties/^(?!b)", Keyword: "type", Expected: "string", Got: "number"}},

		// Numbers are exact, and an integer is one however it is written.
		{"42.0", `{"type":"integer"}`, `42.0`, Outcome{}},
		{"1e3", `{"type":"integer"}`, `1e3`, Outcome{}},
		{"42.0 in draft-06", `{` + d06 + `,"type":"integer"}`, `42.0`, Outcome{}},
		{"beyond a double", `{"maximum":9007199254740992}`, `9007199254740993`, Outcome{Verdict: Invalid, Keyword: "maximum"}},
		{"const beyond a double", `{"const":9007199254740992}`, `9007199254740993`, Outcome{Verdict: Invalid, Keyword: "const"}},
		{"0.3 of 0.1", `{"multipleOf":0.1}`, `0.3`, Outcome{}},
		{"huge exponents", `{"minimum":1e400}`, `1e400`, Outcome{}},
		{"a count beyond an int", `{"maxLength":18446744073709551616,"maxProperties":1e30}`, `"a"`, Outcome{}},
		{"a minimum beyond an int", `{"minLength":18446744073709551616}`, `"a"`, Outcome{Verdict: Invalid, Keyword: "minLength"}},

		// Format and content are annotations in every dialect.
		{"format", `{"format":"date"}`, `"no"`, Outcome{}},
		{"format in draft-07", `{` + d07 + `,"properties":{"a":{"format":"email"}}}`, `{"a":"no"}`, Outcome{}},
		{"format regex in draft-07", `{` + d07 + `,"format":"regex"}`, `"("`, Outcome{}},
		{"format in draft-06", `{` + d06 + `,"format":"ipv4"}`, `"no"`, Outcome{}},
		{"format in an unknown keyword", `{` + d07 + `,"$ref":"#/x/a","x":{"a":{"format":"ipv4"}}}`, `"no"`, Outcome{}},
		{"content", `{` + d07 + `,"contentEncoding":"base64","contentMediaType":"application/json"}`, `"%"`, Outcome{}},
		{"format in a meta-schema", `{"$ref":"http://json-schema.org/draft-07/schema#"}`, `{"$id":"\\"}`, Outcome{}},
		{"meta-schema", `{"$ref":"http://json-schema.org/draft-07/schema#"}`, `{"type":7}`, Outcome{Verdict: Invalid, Instance: "/type", Keyword: "anyOf"}},

		// What stands beside $ref counts from 2019-09 on.
		{"siblings", `{"$ref":"#/$defs/a","maxLength":1,"$defs":{"a":{}}}`, `"ab"`, Outcome{Verdict: Invalid, Keyword: "maxLength"}},
		{"siblings in draft-07", `{` + d07 + `,"properties":{"p":{"$ref":"#/definitions/a","maxLength":1,"const":2,"enum":[3],"type":"null","if":true,"then":false}},"definitions":{"a":{}}}`, `{"p":"ab"}`, Outcome{}},
		{"siblings in draft-06", `{` + d06 + `,"properties":{"p":{"$ref":"#/definitions/a","const":2,"contains":false}},"definitions":{"a":{}}}`, `{"p":[1]}`, Outcome{}},
		{"dialect of an embedded resource", `{"items":{"$id":"https://example.net/a",` + d07 + `,"items":[{"type":"string"}]}}`, `[["a",1]]`, Outcome{}},

		{"recursion", `{"properties":{"n":{"$ref":"#"}},"additionalProperties":false}`, `{"n":{"n":{"m":1}}}`, Outcome{Verdict: Invalid, Instance: "/n/n/m", Keyword: "additionalProperties"}},
		{"dynamic reference", `{"$id":"https://example.net/strict","$dynamicAnchor":"node","$ref":"tree","unevaluatedProperties":false,
			"$defs":{"tree":{"$id":"tree","$dynamicAnchor":"node","properties":{"kids":{"items":{"$dynamicRef":"#node"}}}}}}`,
			`{"kids":[{"kid":1}]}`, Outcome{Verdict: Invalid, Keyword: "unevaluatedProperties"}},
		{"dynamic reference holds", `{"$id":"https://example.net/strict","$dynamicAnchor":"node","$ref":"tree","unevaluatedProperties":false,
			"$defs":{"tree":{"$id":"tree","$dynamicAnchor":"node","properties":{"kids":{"items":{"$dynamicRef":"#node"}}}}}}`,
			`{"kids":[{"kids":[]}]}`, Outcome{}},
		{"recursive reference", `{` + d2019 + `,"$recursiveAnchor":true,"type":"array","items":{"$recursiveRef":"#"}}`, `[[[],7]]`,
			Outcome{Verdict: Invalid, Instance: "/0/1", Keyword: "type", Expected: "array", Got: "number"}},
		{"recursive reference across resources", `{` + d2019 + `,"$recursiveAnchor":true,"properties":{"a":{"$id":"https://example.net/a","$recursiveAnchor":true,"items":{"$recursiveRef":"#"}}}}`, `{}`,
			Outcome{Verdict: NotJudged, Reason: "$recursiveRef into another resource cannot be evaluated here"}},
		{"recursive reference in names", `{` + d2019 + `,"$recursiveAnchor":true,"type":["object","string"],"propertyNames":{"$recursiveRef":"#"}}`, `{"a":{}}`, Outcome{}},

		// Patterns.
		{"lookahead", `{"pattern":"^(?!a)"}`, `"ab"`, Outcome{Verdict: Invalid, Keyword: "pattern"}},
		{"not evaluated", `{"pattern":"(?i:a)"}`, `"a"`, Outcome{Verdict: NotJudged, Reason: "it needs a pattern that cannot be evaluated here"}},
		{"not evaluated, not needed", `{"pattern":"(?i:a)"}`, `7`, Outcome{}},
		{"not evaluated beside a violation", `{"properties":{"a":{"type":"null"},"b":{"pattern":"(?i:a)"}}}`, `{"a":1,"b":"a"}`,
			Outcome{Verdict: NotJudged, Reason: "it needs a pattern that cannot be evaluated here"}},
		{"lookaheads over a password", `{"pattern":"^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)[^\\s]{8,64}$"}`, `"aaaaaaaaaaaaaaaA1"`, Outcome{}},
		{"lookaheads over a long slug", `{"pattern":"^(?!.*--)[a-z-]+(?<!-)$"}`, `"` + strings.Repeat("ab-", 150) + `"`, Outcome{Verdict: Invalid, Keyword: "pattern"}},
		{"lookahead over a long text", `{"pattern":"^(?![^]*(?=(x+))\\1b)"}`, `"` + strings.Repeat("x", 10_000) + `"`, tooLong},
		{"long text beside a violation", `{"properties":{"a":{"type":"null"},"b":{"pattern":"^(?![^]*(?=(x+))\\1b)"}}}`, `{"a":1,"b":"` + strings.Repeat("x", 10_000) + `"}`, tooLong},
		{"long text beside what is not evaluated", `{"properties":{"a":{"pattern":"(?i:a)"},"b":{"pattern":"(?=(x+))\\1b"}}}`, `{"a":"a","b":"` + strings.Repeat("x", 10_000) + `"}`, tooLong},
		{"long name", `{"patternProperties":{"(?=(x+))\\1b":{"type":"null"}},"additionalProperties":false}`, `{"` + strings.Repeat("x", 10_000) + `":1}`, tooLong},
		{"long text without the u flag", `{"pattern":"^(a|aa)*\\@"}`, `"` + strings.Repeat("a", 100) + `😀"`, tooLong},
		{"long text, linear", `{"pattern":"^(a|aa)*@"}`, `"` + strings.Repeat("a", 10_000) + `😀"`, Outcome{Verdict: Invalid, Keyword: "pattern"}},
		{"ambiguous", `{"pattern":"^(a+)+$"}`, `"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"`, Outcome{Verdict: Invalid, Keyword: "pattern"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustCompile(t, tt.schema)
			v := parse(t, tt.value).Root
			if tt.want.Verdict == 0 {
				tt.want.Verdict = Valid
			}
			for range 5 { // maps are iterated in another order each time
				if got := s.Validate(v); got != tt.want {
					t.Fatalf("%s\n%s\n got %+v\nwant %+v", tt.schema, tt.value, got, tt.want)
				}
			}
		})
	}
}

// TestHazards holds small inputs that take a validator without bounds seconds
// or more, or make it panic.
func TestHazards(t *testing.T) {
	strict := `{"uniqueItems":true}`
	tree := `{"anyOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}],"properties":{"a":{"type":["object","null"]}}}`
	long := func(depth int) string {
		return strings.Repeat(`{"a":`, depth) + `null` + strings.Repeat(`}`, depth)
	}
	deepTree := `{"oneOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}]}`
	var collisions strings.Builder // arrays that the library's hash confuses
	for i := range 1 << 14 {
		fmt.Fprintf(&collisions, `,["a`)
		for bit := range 14 {
			if i>>bit&1 == 1 {
				collisions.WriteString(`","b`)
			} else {
				collisions.WriteString(`\u0004b`)
			}
		}
		collisions.WriteString(`"]`)
	}
	var numbers, objects strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&numbers, ",%d", i)
		fmt.Fprintf(&objects, `,{"id":%d}`, i)
	}
	list := func(b strings.Builder) string { return "[" + b.String()[1:] + "]" }
	for _, tt := range []struct {
		name, schema, value string
		want                Verdict
	}{
		{"exponents under minimum", `{"items":{"minimum":1}}`, `[` + strings.Repeat(`1e400,`, 1000) + `1e400]`, Valid},
		{"two branches, few levels", tree, long(3), Valid},
		{"two branches, many levels", deepTree, long(100), NotJudged},
		{"numbers", strict, list(numbers), Valid},
		{"objects", strict, list(objects), Valid},
		{"equal objects", strict, `[` + strings.Repeat(`{"a":1},`, 20_000) + `{"a":1}]`, Invalid},
		{"colliding arrays", strict, list(collisions), NotJudged},
		{"large value", `{"items":{"enum":[1,2,3,4,5,6,7,8,9]}}`, `[` + strings.Repeat(`1,`, 100_000) + `1]`, Valid},
		{"large value times large enum", `{"items":{"enum":[0` + strings.Repeat(`,1`, 10_000) + `]}}`, `[` + strings.Repeat(`2,`, 100_000) + `2]`, NotJudged},
		{"large invalid value", `{"items":{"type":"string"}}`, `[` + strings.Repeat(`"",`, 200_000) + `1]`, Invalid},
		{"all of a large value invalid", `{"items":{"items":{"type":"string"}}}`, `[` + strings.Repeat(`[1],`, 200_000) + `[1]]`, Invalid},
		{"ambiguous without a linear form", `{"items":{"pattern":"^(?=(?:a|aa)+$)"}}`, `["` + strings.Repeat("a", 64) + `b"` + strings.Repeat(`,"`+strings.Repeat("a", 64)+`b"`, 100) + `]`, NotJudged},
		{"ambiguous, many strings", `{"items":{"pattern":"^(?=(?:a|aa)+$)"}}`, `["a"` + strings.Repeat(`,"a"`, 100) + `]`, NotJudged},
		{"many slow matches", `{"items":{"anyOf":[{"pattern":"(?=(a+))\\1b"},true]}}`, `["a"` + strings.Repeat(`,"`+strings.Repeat("a", 5000)+`"`, 200) + `]`, NotJudged},
		{"many matches just below the bound", `{"items":{"anyOf":[{"pattern":"(?=(a+))\\1b"},true]}}`, `["a"` + strings.Repeat(`,"`+strings.Repeat("a", 1000)+`"`, 200) + `]`, NotJudged},
		{"many cheap matches", `{"items":{"pattern":"^(?=a)[a-z]+$"}}`, `["a"` + strings.Repeat(`,"`+strings.Repeat("a", 50)+`"`, 2000) + `]`, Valid},
		{"ambiguous, linear", `{"items":{"pattern":"^(a+)+$"}}`, `["` + strings.Repeat("a", 64) + `b"` + strings.Repeat(`,"`+strings.Repeat("a", 64)+`b"`, 100) + `]`, Invalid},
		{"large patterns", `{"items":{"pattern":"^(?:a{0,500}b?){0,30}$"}}`, `["` + strings.Repeat("a", 1000) + `"` + strings.Repeat(`,"`+strings.Repeat("a", 1000)+`"`, 1000) + `]`, NotJudged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			s := mustCompile(t, tt.schema)
			v := parse(t, tt.value).Root
			got := s.Validate(v)
			if got.Verdict != tt.want {
				t.Errorf("got %+v, want verdict %d", got, tt.want)
			}
			if took := time.Since(start); took > time.Minute {
				t.Errorf("took %v", took)
			} else {
				t.Logf("took %v", took)
			}
		})
	}
}

func TestValidateConcurrently(t *testing.T) {
	s := mustCompile(t, `{"properties":{"a":{"pattern":"^(a|b)+$"},"b":{"$ref":"#"}},"required":["a"]}`)
	v := parse(t, `{"a":"abab","b":{"b":{"a":"c"}}}`).Root
	want := Outcome{Verdict: Invalid, Instance: "/b", Keyword: "required", Missing: "a"}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				if got := s.Validate(v); got != want {
					t.Errorf("got %+v, want %+v", got, want)
				}
			}
		})
	}
	group.Wait()
}
