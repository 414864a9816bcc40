package headers

import (
	"fmt"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
)

// shapes write an inputSchema of n subschemas, more or less.
var shapes = []struct {
	name  string
	write func(n int) string
}{
	{"unannotated", func(n int) string {
		return `{"type":"object","properties":{` + repeat(n, func(i int) string {
			return fmt.Sprintf(`"p%d":{"type":"string","description":"what it is for","default":{"a":[1,2]}}`, i)
		}) + `}}`
	}},
	{"one annotation", func(n int) string {
		return `{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"},` + repeat(n, func(i int) string {
			return fmt.Sprintf(`"p%d":{"type":"string","description":"what it is for"}`, i)
		}) + `}}`
	}},
	{"all annotated", func(n int) string {
		return `{"type":"object","properties":{` + repeat(n, func(i int) string {
			return fmt.Sprintf(`"p%d":{"type":"string","x-mcp-header":"H%d"}`, i, i)
		}) + `}}`
	}},
	{"misplaced, same name", func(n int) string {
		return `{"type":"object","anyOf":[` + repeat(n, func(int) string { return `{"x-mcp-header":"R"}` }) + `]}`
	}},
	{"reference chain", func(n int) string {
		return `{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"}},"$defs":{` + repeat(n, func(i int) string {
			return fmt.Sprintf(`"d%d":{"$ref":"#/$defs/d%d"}`, i, i+1)
		}) + `}}`
	}},
	{"references to the root", func(n int) string {
		return `{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"},` + repeat(n, func(i int) string {
			return fmt.Sprintf(`"p%d":{"$ref":"#"}`, i)
		}) + `}}`
	}},
	{"references into data", func(n int) string {
		return `{"type":"object","default":[` + repeat(n/2, func(int) string { return `{"x-mcp-header":"R"}` }) + `],"properties":{` +
			repeat(n/2, func(i int) string { return fmt.Sprintf(`"p%d":{"$ref":"#/default/%d"}`, i, i) }) + `}}`
	}},
	{"names by names", func(n int) string {
		return `{"type":"object","x":{"x-mcp-header":1},"allOf":[` + repeat(n, func(int) string {
			return `{"$dynamicAnchor":"n","$dynamicRef":"#n"}`
		}) + `]}`
	}},
	{"unknown keywords", func(n int) string {
		return `{"type":"object","x":` + strings.Repeat(`{"x":`, 50) + `[` + repeat(n, func(int) string {
			return `{"x-mcp-header":"R"}`
		}) + `]` + strings.Repeat(`}`, 50) + `}`
	}},
}

func repeat(n int, one func(i int) string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = one(i)
	}
	return strings.Join(all, ",")
}

func BenchmarkAnnotations(b *testing.B) {
	for _, s := range shapes {
		for _, n := range []int{10, 100, 1000, 5000} {
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				doc := parse(b, `{"name":"t","inputSchema":`+s.write(n-2)+`}`)
				spot := evidence.Spot{Doc: doc, Base: doc.Root}
				p := policy.Default()
				for b.Loop() {
					Annotations(spot, protocol.Current, "", p)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/subschema")
			})
		}
	}
}
