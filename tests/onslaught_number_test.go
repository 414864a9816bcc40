package tests

import (
	"fmt"
	"strings"
)

// huge are number literals that take a reader's memory, or its exactness.
var huge = []string{
	"1e999999", "-1E+5000000", "1e-999999999999999999999", "1e99999999999999999999999", strings.Repeat("9", 129), "0." + strings.Repeat("3", 200), strings.Repeat("1", 10*mib),
}

// numeric are the keywords whose value is a number, and those that may hold one.
var numeric = []string{
	`"minimum":§`, `"maximum":§`, `"exclusiveMinimum":§`, `"exclusiveMaximum":§`, `"multipleOf":§`, `"minLength":§`, `"maxLength":§`, `"minItems":§`, `"maxItems":§`,
	`"minProperties":§`, `"maxProperties":§`, `"minContains":§`, `"maxContains":§`, `"const":§`, `"enum":[§]`, `"default":§`, `"examples":[§]`, `"items":§`, `"x":{"y":[§]}`,
}

func numberOnslaughts() []onslaught {
	var all, fine []string
	decisions := map[string]string{"bystander": "ADMIT"}
	for i, keyword := range numeric {
		for k, literal := range huge {
			if len(literal) > kib && i > 2 {
				continue // a few of the longest will do
			}
			name := fmt.Sprintf("k%d_%d", i, k)
			all = append(all, named(name, `"properties":{"a":{`+strings.ReplaceAll(keyword, "§", literal)+`}}`))
			decisions[name] = "REJECT"
		}
	}
	// What is long but within the bounds is exact, and admitted but for its missing results.
	for i, keyword := range numeric[:15] {
		name := fmt.Sprintf("f%d", i)
		fine = append(fine, named(name, `"properties":{"a":{`+strings.ReplaceAll(keyword, "§", "9999999999999999999999")+`}}`))
		decisions[name] = "CONDITIONAL"
	}
	return []onslaught{
		{name: "huge numbers in every keyword", exit: 3, found: []string{"JSON-05"}, tools: decisions, make: func(e *evil) { e.tools(append(all, fine...)...) }},
		{name: "huge numbers in values", exit: 3, found: []string{"JSON-05"}, tools: sparing("CONDITIONAL"), make: func(e *evil) {
			e.answer(`{"items":{"type":"number","minimum":0,"multipleOf":0.1},"uniqueItems":true}`, `"content":[],"structuredContent":[`, strings.Join(huge, ","), `]`)
			for i, literal := range huge {
				e.text(fmt.Sprintf("results/id%d.json", i), strings.ReplaceAll(called(77, "", "evil", `{"a":`+literal+`}`, `"content":[],"structuredContent":[]`), `:77`, ":"+literal))
				e.text(fmt.Sprintf("results/code%d.json", i), exchange(3, "", "tools/call", `"name":"evil",`, `"error":{"code":`+literal+`,"message":"m"}`))
				e.text(fmt.Sprintf("listing/%d.json", i), strings.Replace(page(4, "", "", bystander), `"ttlMs":0`, `"ttlMs":`+literal, 1))
			}
		}},
		{name: "numbers at the bound, by the hundred thousand", exit: 3, tools: sparing("CONDITIONAL"), make: func(e *evil) {
			e.answer(`{"items":{"type":"number","minimum":1e-400,"maximum":1e400,"multipleOf":1e-400},"uniqueItems":true}`,
				`"content":[],"structuredContent":[`, list(200_000, func(i int) string { return fmt.Sprintf("%d%se%d", 1+i, strings.Repeat("7", 90), 300+i%100) }), `]`)
		}},
	}
}
