package replay

import (
	"fmt"
	"strings"
)

// listed is an answered tools/list with those tools.
func listed(tools ...string) []string {
	return answer(fromClient, "", "tools/list", `{}`, `{"tools":[`+strings.Join(tools, ",")+`]}`)
}

// described is a descriptor with further members.
func described(members string) string {
	return `{"name":"t","description":"d","inputSchema":{"type":"object"}` + members + `}`
}

// withProperty is an answered tools/list whose one tool has a property of that
// schema.
func withProperty(schema string) []string {
	return listed(`{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"p":` + schema + `}}}`)
}

// nestedSchema is a schema with depth levels below its root.
func nestedSchema(depth int) string {
	return strings.Repeat(`{"type":"object","properties":{"p":`, depth) + `{"type":"object"}` + strings.Repeat(`}}`, depth)
}

func numbered(n int, format string) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(format, i))
	}
	return strings.Join(all, ",")
}

// called is an answered call with that result.
func called(value string) []string {
	return answer(fromClient, "", "tools/call", `{"name":"weigh","arguments":{"n":1}}`, value)
}

var toolTests = []wireTest{
	{"RPL-70", "pass", "", listed(described(`,"title":5,"icons":5,"annotations":5,"execution":{}`))},
	{"RPL-70", "pass", "", listed(`{"name":"` + strings.Repeat("a", 128) + `","description":" ","inputSchema":{"type":"object"}}`)},
	{"RPL-70", "RPL-70", "", listed(`{"name":"` + strings.Repeat("a", 129) + `","description":"d","inputSchema":{"type":"object"}}`)},
	{"RPL-70", "RPL-70", "", listed(`{"name":"a b","description":"d","inputSchema":{"type":"object"}}`)},
	{"RPL-70", "RPL-70", "", listed(`{"name":"t","description":"","inputSchema":{"type":"object"}}`)},
	{"RPL-70", "RPL-70", "", listed(`{"name":"t","inputSchema":{"type":"object"}}`)},
	{"RPL-70", "RPL-70", "", listed(described(`,"_meta":{}`))},
	{"RPL-70", "RPL-70", "", listed(described(`,"outputSchema":{"type":"array","items":{"type":"string"}}`))},
	{"RPL-70", "RPL-70", "", listed(described(`,"execution":{"taskSupport":"maybe"}`))},
	{"RPL-70", "RPL-70", "", listed(described(`,"execution":{"more":1}`))},
	{"RPL-70", "RPL-70", "", listed(`null`)},
	{"RPL-71", "pass", "", withProperty(`{"type":"string","$schema":"any","title":"t","description":"d"}`)},
	{"RPL-71", "RPL-71", "", withProperty(`{"type":"string","pattern":"a"}`)},
	{"RPL-71", "RPL-71", "", withProperty(`{"type":"string","title":""}`)},
	{"RPL-71", "RPL-71", "", withProperty(`{"type":"string","$schema":5}`)},
	{"RPL-72", "pass", "", withProperty(`{"type":"array","items":{"type":"integer","minimum":-1,"maximum":1e3},"minItems":0,"maxItems":1024}`)},
	{"RPL-72", "pass", "", withProperty(`{"type":"number","minimum":null,"maximum":1}`)},
	{"RPL-72", "RPL-72", "", withProperty(`true`)},
	{"RPL-72", "RPL-72", "", withProperty(`{}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":"null"}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":["string"]}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":"string","minimum":1}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":"array"}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":"array","items":{"type":"string"},"maxItems":1025}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":"string","minLength":5,"maxLength":4}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":"string","maxLength":100001}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":"string","minLength":1.0}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":"integer","minimum":2,"maximum":1.5}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":"number","maximum":1e999}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":"object","required":["x"]}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":"object","properties":{"x":{"type":"string"}},"required":["x","x"]}`)},
	{"RPL-72", "RPL-72", "", withProperty(`{"type":"object","additionalProperties":{}}`)},
	{"RPL-73", "pass", "", withProperty(`{"type":"number","enum":[1,1.0,10.0,2e1]}`)},
	{"RPL-73", "pass", "", withProperty(`{"type":"string","enum":[` + numbered(256, `"%d"`) + `]}`)},
	{"RPL-73", "RPL-73", "", withProperty(`{"type":"string","enum":[` + numbered(257, `"%d"`) + `]}`)},
	{"RPL-73", "RPL-73", "", withProperty(`{"type":"string","enum":[]}`)},
	{"RPL-73", "RPL-73", "", withProperty(`{"type":"number","enum":[1e1,10.0]}`)},
	{"RPL-73", "RPL-73", "", withProperty(`{"type":"integer","enum":[1.0]}`)},
	{"RPL-73", "RPL-73", "", withProperty(`{"type":"string","enum":["a",null]}`)},
	{"RPL-73", "RPL-73", "", withProperty(`{"type":"object","enum":[{}]}`)},
	{"RPL-73", "RPL-73", "", withProperty(`{"type":"boolean","enum":[true,true]}`)},
	{"RPL-74", "pass", "", listed(`{"name":"t","description":"d","inputSchema":` + nestedSchema(16) + `}`)},
	{"RPL-74", "RPL-74", "", listed(`{"name":"t","description":"d","inputSchema":` + nestedSchema(17) + `}`)},
	{"RPL-74", "pass", "", withProperty(`{"type":"object","properties":{` + numbered(256, `"%d":{"type":"string"}`) + `}}`)},
	{"RPL-74", "RPL-74", "", withProperty(`{"type":"object","properties":{` + numbered(257, `"%d":{"type":"string"}`) + `}}`)},
	{"RPL-74", "RPL-74", "", withProperty(`{"type":"object","properties":{"":{"type":"string"}}}`)},
	{"RPL-74", "RPL-74", "", withProperty(`{"type":"object","properties":{"` + strings.Repeat("a", 129) + `":{"type":"string"}}}`)},
	{"RPL-75", "pass", "", []string{c(`{"id":1,"method":"tools/list","params":{"cursor":"` + strings.Repeat("é", 1024) + `","_meta":{}}}`)}},
	{"RPL-75", "RPL-75", "", []string{c(`{"id":1,"method":"tools/list","params":{"cursor":"` + strings.Repeat("é", 1025) + `"}}`)}},
	{"RPL-75", "RPL-75", "", []string{c(`{"id":1,"method":"tools/list","params":{"cursor":""}}`)}},
	{"RPL-75", "RPL-75", "", []string{c(`{"id":1,"method":"tools/list","params":{"cursor":null}}`)}},
	{"RPL-75", "RPL-75", "", []string{c(`{"id":1,"method":"tools/list","params":{"_meta":[]}}`)}},
	{"RPL-75", "RPL-75", "", []string{c(`{"id":1,"method":"tools/list","params":{"limit":1}}`)}},
	{"RPL-76", "pass", "", answer(fromClient, "", "tools/list", `{}`, `{"tools":[],"nextCursor":"x","_meta":{}}`)},
	{"RPL-76", "pass", "", listed(numbered(256, `{"name":"t%d","description":"d","inputSchema":{"type":"object"}}`))},
	{"RPL-76", "RPL-76", "", listed(numbered(257, `{"name":"t%d","description":"d","inputSchema":{"type":"object"}}`))},
	{"RPL-76", "RPL-76", "", listed(described(``), described(``))},
	{"RPL-76", "RPL-76", "", answer(fromClient, "", "tools/list", `{}`, `{"tools":{}}`)},
	{"RPL-76", "RPL-76", "", answer(fromClient, "", "tools/list", `{}`, `{"tools":[],"nextCursor":""}`)},
	{"RPL-76", "RPL-76", "", answer(fromClient, "", "tools/list", `{}`, `{"tools":[],"ttlMs":1}`)},
	{"RPL-77", "pass", "", []string{c(`{"id":1,"method":"tools/call","params":{"name":"weigh","arguments":{"n":1},"_meta":5}}`)}},
	{"RPL-77", "RPL-77", "", []string{c(`{"id":1,"method":"tools/call","params":{"name":"Weigh","arguments":{"n":1}}}`)}},
	{"RPL-77", "RPL-77", "", []string{c(`{"id":1,"method":"tools/call","params":{"name":"weigh","arguments":null}}`)}},
	{"RPL-77", "RPL-77", "", []string{c(`{"id":1,"method":"tools/call","params":{"name":"weigh","arguments":{"n":1},"x":1}}`)}},
	{"RPL-77", "RPL-77", "", []string{c(`{"id":1,"method":"tools/call"}`)}},
	{"RPL-78", "pass", "", call(`{"n":1,"o":{"k":"v","free":null}}`)},
	{"RPL-78", "RPL-78", "", call(`{}`)},
	{"RPL-78", "RPL-78", "", []string{c(`{"id":1,"method":"tools/call","params":{"name":"weigh"}}`)}},
	{"RPL-78", "RPL-78", "", call(`{"n":1,"N":1}`)},
	{"RPL-78", "RPL-78", "", call(`{"n":1,"o":[]}`)},
	{"RPL-78", "RPL-78", "", call(`{"n":1,"o":{}}`)},
	{"RPL-78", "pass", "", call(`{"n":1,"o":{"k":"v",` + numbered(1023, `"%d":1`) + `}}`)},
	{"RPL-78", "RPL-78", "", call(`{"n":1,"o":{"k":"v",` + numbered(1024, `"%d":1`) + `}}`)},
	{"RPL-79", "pass", "", call(`{"n":40,"w":1.0,"s":"éé","b":true,"l":["a"]}`)},
	{"RPL-79", "pass", "", call(`{"n":1,"w":3}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":41}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":0}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":2.0}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":true}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":"3"}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":1,"w":0.49999}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":1,"w":2}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":1,"w":1` + strings.Repeat("0", 400) + `}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":1,"s":"a"}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":1,"s":"abcde"}`)},
	{"RPL-79", "pass", "", call(`{"n":1,"s":"\ud800\ud800\ud800\ud800"}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":1,"s":5}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":1,"b":false}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":1,"b":1}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":1,"l":[]}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":1,"l":["a","b","c"]}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":1,"l":["a",1]}`)},
	{"RPL-79", "RPL-79", "", call(`{"n":1,"l":{}}`)},
	{"RPL-80", "pass", "", called(`{"content":[{"type":"hologram"},{"type":"text","text":""}],"structuredContent":{"sum":1},"more":1}`)},
	{"RPL-80", "RPL-80", "", called(`[]`)},
	{"RPL-80", "RPL-80", "", called(`{"content":[],"structuredContent":{"sum":1}}`)},
	{"RPL-80", "RPL-80", "", called(`{"structuredContent":{"sum":1}}`)},
	{"RPL-80", "RPL-80", "", called(`{"content":["x"],"structuredContent":{"sum":1}}`)},
	{"RPL-80", "RPL-80", "", called(`{"content":[{"type":"text"}],"structuredContent":{"sum":1}}`)},
	{"RPL-80", "RPL-80", "", called(`{"content":[{"type":5}],"structuredContent":{"sum":1}}`)},
	{"RPL-81", "pass", "", called(`{"content":[{"type":"x"}],"isError":true,"structuredContent":5}`)},
	{"RPL-81", "pass", "", called(`{"content":[{"type":"x"}],"isError":false,"structuredContent":{"sum":0,"more":1}}`)},
	{"RPL-81", "RPL-81", "", called(`{"content":[{"type":"x"}]}`)},
	{"RPL-81", "RPL-81", "", called(`{"content":[{"type":"x"}],"isError":null,"structuredContent":{"sum":1}}`)},
	{"RPL-81", "RPL-79", "", called(`{"content":[{"type":"x"}],"structuredContent":{"sum":"1"}}`)},
	{"RPL-81", "RPL-78", "", called(`{"content":[{"type":"x"}],"structuredContent":null}`)},
	{"RPL-82", "pass", "", []string{c(`{"id":1,"method":"tools/call","params":{"name":"weigh","arguments":{"n":1},"task":{}}}`)}},
	{"RPL-82", "RPL-150", "", []string{c(`{"id":1,"method":"tools/call","params":{"name":"weigh","arguments":{"n":1},"task":null}}`)}},
}
