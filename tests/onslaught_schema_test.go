package tests

import (
	"fmt"
	"strings"
)

// doubled is a schema whose evaluation doubles with each of n definitions.
func doubled(n int, definitions, reference, combine string) string {
	ref := func(i int) string { return fmt.Sprintf(`{%q:"#/%s/d%d"}`, reference, definitions, i) }
	return fmt.Sprintf(`%q:{%s,"d%d":{}},%s`, definitions,
		list(n, func(i int) string { return fmt.Sprintf(`"d%d":{%q:[%s,%s]}`, i, combine, ref(i+1), ref(i+1)) }), n,
		fmt.Sprintf(`"allOf":[%s]`, ref(0)))
}

const (
	dialect07   = `"$schema":"http://json-schema.org/draft-07/schema#",`
	dialect2019 = `"$schema":"https://json-schema.org/draft/2019-09/schema",`
)

// within is n keywords one in the other.
func within(n int, open, inner, end string) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
}

// schemaOnslaughts are against whatever judges schemas and evaluates them.
var schemaOnslaughts = []onslaught{
	{name: "allOf that doubles", exit: 3, found: []string{"DESC-22"}, tools: sparing("REJECT"), make: func(e *evil) {
		e.tools(evilTool(doubled(40, "$defs", "$ref", "allOf")))
	}},
	{name: "every way to double", exit: 3, found: []string{"DESC-22"}, make: func(e *evil) {
		e.tools(
			named("any", doubled(40, "$defs", "$ref", "anyOf")), named("one", doubled(40, "$defs", "$ref", "oneOf")),
			named("seven", dialect07+doubled(40, "definitions", "$ref", "anyOf")), named("nineteen", dialect2019+doubled(40, "$defs", "$ref", "oneOf")),
			named("dynamic", doubled(40, "$defs", "$dynamicRef", "allOf")),
			named("not", `"$defs":{`+list(40, func(i int) string {
				return fmt.Sprintf(`"d%d":{"not":{"$ref":"#/$defs/d%d"},"if":{"$ref":"#/$defs/d%d"}}`, i, i+1, i+1)
			})+`,"d40":{}},"not":{"$ref":"#/$defs/d0"}`),
			named("anchors", `"$defs":{`+list(40, func(i int) string {
				return fmt.Sprintf(`"d%d":{"$anchor":"a%d","allOf":[{"$ref":"#a%d"},{"$ref":"#a%d"}]}`, i, i, i+1, i+1)
			})+`,"d40":{"$anchor":"a40"}},"allOf":[{"$ref":"#a0"}]`),
		)
	}, tools: map[string]string{"bystander": "ADMIT", "any": "REJECT", "one": "REJECT", "seven": "REJECT", "nineteen": "REJECT", "dynamic": "REJECT", "not": "REJECT", "anchors": "REJECT"}},
	{name: "doubling down into the value", exit: 3, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer(`{"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[{"type":"string"},{"properties":{"a":{"allOf":[{"$ref":"#/$defs/n"},{"$ref":"#/$defs/n"}]}}}]}}}`,
			`"content":[],"structuredContent":`, within(60, `{"a":`, `1`, `}`))
	}, found: []string{"RES-13 /structuredContent: not judged"}},
	{name: "references in circles", exit: 3, found: []string{"DESC-11"}, make: func(e *evil) {
		e.tools(
			named("self", `"$ref":"#"`), named("pair", `"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"$ref":"#/$defs/a"`),
			named("all", `"allOf":[{"$ref":"#"}]`), named("not", `"not":{"$ref":"#"}`), named("if", `"if":{"$ref":"#"},"then":{"$ref":"#"}`),
			named("dynamic", `"$dynamicAnchor":"m","$dynamicRef":"#m"`), named("recursive", dialect2019+`"$recursiveAnchor":true,"$recursiveRef":"#"`),
			named("anchor", `"$anchor":"m","anyOf":[{"$ref":"#m"}]`), named("id", `"$id":"https://a.example/s","oneOf":[{"$ref":"https://a.example/s"}]`),
			named("dependent", `"dependentSchemas":{"a":{"$ref":"#"}}`),
			named("tree", `"properties":{"kids":{"type":"array","items":{"$ref":"#"}}}`),
		)
	}, tools: map[string]string{"bystander": "ADMIT", "self": "REJECT", "pair": "REJECT", "all": "REJECT", "not": "REJECT", "if": "REJECT", "dynamic": "REJECT",
		"recursive": "REJECT", "anchor": "REJECT", "id": "REJECT", "dependent": "REJECT", "tree": "CONDITIONAL"}},
	{name: "references out", exit: 3, found: []string{"DESC-11"}, make: func(e *evil) {
		e.tools(named("file", `"properties":{"a":{"$ref":"file:///etc/passwd"}}`), named("http", `"properties":{"a":{"$ref":"http://127.0.0.1:1/s"}}`),
			named("relative", `"properties":{"a":{"$ref":"other.json#/a"}}`), named("missing", `"properties":{"a":{"$ref":"#/$defs/none"}}`),
			named("long", `"properties":{"a":{"$ref":"#/`+strings.Repeat("a/", mib)+`"}}`))
	}, tools: map[string]string{"bystander": "ADMIT", "file": "REJECT", "http": "REJECT", "relative": "REJECT", "missing": "REJECT", "long": "REJECT"}},
	{name: "bounds of schemas", exit: 3, found: []string{"DESC-12 /inputSchema: subschema count", "DESC-12 /inputSchema/", "DESC-12"}, make: func(e *evil) {
		chain := func(n int) string {
			return `"$defs":{` + list(n, func(i int) string { return fmt.Sprintf(`"d%d":{"$ref":"#/$defs/d%d"}`, i, i+1) }) + fmt.Sprintf(`,"d%d":{}},"properties":{"a":{"$ref":"#/$defs/d0"}}`, n)
		}
		e.tools(named("many", `"properties":{`+list(5000, func(i int) string { return fmt.Sprintf(`"p%d":{}`, i) })+`}`),
			named("deep", within(70, `"properties":{"a":{`, ``, `}}`)), named("hops", chain(70)), named("hops1000", chain(1000)),
			named("deeper", within(60, `"not":{`, ``, `}`)))
	}, tools: map[string]string{"bystander": "ADMIT", "many": "REJECT", "deep": "REJECT", "hops": "REJECT", "hops1000": "REJECT", "deeper": "CONDITIONAL"}},
	{name: "5,000 subschemas 60 deep", exit: 3, make: func(e *evil) {
		branch := within(55, `{"properties":{"a":`, `{}`, `}}`)
		e.tools(evilTool(`"properties":{` + list(80, func(i int) string { return fmt.Sprintf(`"p%d":%s`, i, branch) }) + `}`))
	}, tools: sparing("CONDITIONAL")},
	{name: "10,000 properties", exit: 3, found: []string{"DESC-12"}, tools: sparing("REJECT"), make: func(e *evil) {
		e.tools(evilTool(`"properties":{` + list(10_000, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"string"}`, i) }) + `},"required":[` +
			list(10_000, func(i int) string { return fmt.Sprintf(`"p%d"`, i) }) + `]`))
	}},
	{name: "30 tools at the bound", exit: 3, tools: spared, make: func(e *evil) {
		var all []string
		for k := range 30 {
			all = append(all, named(fmt.Sprintf("t%d", k), `"properties":{`+list(4900, func(i int) string { return fmt.Sprintf(`"p%d_%d":{"type":"string"}`, i, k) })+`}`))
		}
		e.tools(all...)
	}},
	{name: "20,000 patterns that are large programs", exit: 3, make: func(e *evil) {
		var all []string
		for k := range 100 {
			all = append(all, named(fmt.Sprintf("t%d", k), `"properties":{`+list(200, func(i int) string {
				return fmt.Sprintf(`"p%d":{"type":"string","pattern":%s}`, i, quoted(fmt.Sprintf(`(([^\p{L}]){1,500}|[a-z\u00ff-\uffff]{900})%d`, k*200+i)))
			})+`}`))
		}
		e.tools(all...)
	}, tools: spared},
	{name: "patterns that backtrack", exit: 3, found: []string{"DESC-22"}, make: func(e *evil) {
		p := func(name, pattern string) string {
			return descriptor(name, `{"type":"object","properties":{"a":{"pattern":`+quoted(pattern)+`}}}`)
		}
		var calls []string
		value := `{"a":"` + strings.Repeat("a", 50_000) + `!"}`
		patterns := []string{`^(a+)+$`, `^(a|a)*$`, `^(a*)*b`, `(a*)\1{20}$`, `^(?=(a+)+$)`, `(?<=(a+)+)$`, `^(([a-z])+.)+[A-Z]([a-z])+$`, `a*a*a*a*a*a*a*a*$`, `(?:a{0,1000}){0,1000}$`, `((a{1,100}){1,100}){1,100}`}
		var all []string
		for i, text := range patterns {
			name := fmt.Sprintf("p%d", i)
			all = append(all, p(name, text))
			calls = append(calls, called(10+i, "", name, "{}", `"content":[],"structuredContent":`+value))
		}
		e.tools(all...)
		e.text("results/evil.jsonl", strings.Join(calls, "\n"))
	}, tools: map[string]string{"bystander": "ADMIT", "p0": "CONDITIONAL", "p1": "CONDITIONAL", "p2": "CONDITIONAL", "p3": "CONDITIONAL", "p4": "CONDITIONAL", "p5": "CONDITIONAL"}},
	{name: "patterns by size", exit: 3, found: []string{"DESC-12"}, make: func(e *evil) {
		e.tools(named("long", `"properties":{"a":{"pattern":"`+strings.Repeat("a", 4097)+`"}}`), named("longest", `"properties":{"a":{"pattern":"`+strings.Repeat("(", mib)+`"}}`),
			named("open", `"properties":{"a":{"pattern":"`+strings.Repeat("(", 4000)+`"}}`), named("deep", `"properties":{"a":{"pattern":"`+within(2000, "(", "a", ")")+`"}}`),
			named("counts", `"properties":{"a":{"pattern":"`+within(5, "(?:", "a", "){1000}")+`"}}`), named("classes", `"properties":{"a":{"pattern":"`+strings.Repeat(`\\p{L}`, 500)+`"}}`),
			named("many", `"properties":{`+list(4000, func(i int) string { return fmt.Sprintf(`"p%d":{"pattern":"^(x+x+)+y%d$"}`, i, i) })+`}`))
	}, tools: map[string]string{"bystander": "ADMIT", "long": "REJECT", "longest": "REJECT", "open": "CONDITIONAL"}},
	{name: "3,000 patterns on 3,000 names", exit: 3, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer(`{"patternProperties":{`+list(3000, func(i int) string { return fmt.Sprintf(`"^[a-z]*%d$":{}`, i) })+`}}`,
			`"content":[],"structuredContent":{`, list(3000, func(i int) string { return fmt.Sprintf(`"n%d":0`, i) }), `}`)
	}},
	{name: "enum of 100,000", exit: 3, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer(`{"items":{"enum":[`+list(100_000, func(i int) string { return fmt.Sprintf(`"e%d"`, i) })+`]}}`,
			`"content":[],"structuredContent":[`, times(100_000, `"x"`), `]`)
	}, found: []string{"RES-13"}},
	{name: "enum of large values", exit: 3, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		large := func(i int) string {
			return `{"a":[` + times(200, `{"b":1}`) + fmt.Sprintf(`,%d]}`, i)
		}
		e.answer(`{"items":{"enum":[`+list(1000, large)+`]}}`, `"content":[],"structuredContent":[`, list(1000, func(i int) string { return large(i + 5000) }), `]`)
	}, found: []string{"RES-13"}},
	{name: "distinct elements of one hash", exit: 3, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		// The schema library's hash runs over scalars without their borders.
		e.answer(`{"uniqueItems":true}`, `"content":[],"structuredContent":[`, list(30_000, func(i int) string {
			text := strings.Repeat("\\u0004", 16)
			at := i % 15 * 6
			return fmt.Sprintf(`["%s","%s",%d]`, text[:at], text[at:], i/15)
		}), `]`)
	}},
	{name: "uniqueItems over 300,000", exit: 3, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer(`{"uniqueItems":true}`, `"content":[],"structuredContent":[`, list(300_000, func(i int) string { return fmt.Sprint(i) }), `]`)
	}},
	{name: "a schema that is data", exit: 3, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.tools(evilTool(`"default":[` + times(300_000, `{}`) + `],"examples":[` + times(300_000, `[]`) + `]`))
	}},
	{name: "annotations everywhere", exit: 3, found: []string{"HDR-07"}, tools: sparing("REJECT"), make: func(e *evil) {
		e.tools(evilTool(`"$defs":{` + list(4000, func(i int) string { return fmt.Sprintf(`"d%d":{"x-mcp-header":"H%d"}`, i, i) }) + `}`))
	}},
}
