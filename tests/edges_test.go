package tests

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
)

// An edge is evidence at the limit of a rule, and the effects of the findings
// that the rule makes of it, strongest first; "" is none.
type edge struct {
	rule  string
	scene scene
	want  string
}

func TestEdges(t *testing.T) {
	for name, edges := range map[string][]edge{
		"JSON": jsonEdges(), "DESC": descEdges(), "HDR": hdrEdges(), "RES": resEdges(), "ENC": encEdges(),
		"PAR": parEdges(), "PAGE": pageEdges(), "CMP": cmpEdges(), "EVID": evidEdges(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i, e := range edges {
				r := e.scene.review()
				checkDeclared(t, r)
				if got := decision(t, r, e.rule); got != e.want {
					t.Errorf("edge %d, %s: %q, want %q\n%s\n%s", i, e.rule, got, e.want, strings.Join(e.scene.documents, "\n"), reasons(e.scene))
				}
			}
		})
	}
}

// anyText is a call of any whose document is changed in one place.
func anyText(old, new string) scene {
	return docs(anyTool, strings.Replace(call(2, "any", "{}", fine), old, new, 1))
}

// errs is a request answered by an error.
func errs(code string) scene {
	return asked(prompts, `"name":"p",`, `"error":{"code":`+code+`,"message":"no"}`)
}

func jsonEdges() []edge {
	var all []edge
	for _, bytes := range []string{"\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80"} {
		all = append(all, edge{"JSON-01", anyText("done", bytes), "reject"})
	}
	all = append(all, edge{"JSON-01", anyText("done", "\uFFFD\uFEFF"), ""},
		edge{"JSON-01", docs(anyTool, "\xff\xfe{\x00}\x00"), "reject"})
	for _, text := range []string{"", `{"a":1,}`, `{"a":1}//`, `{"a":NaN}`, `{'a':1}`, `{"a":01}`, `{"a":+1}`, `{"a":.5}`, `{"a":1.}`, `{"a":"\x41"}`, "{\"a\":\"\x01\"}", `{"a":1}x`, `[1,2`} {
		all = append(all, edge{"JSON-02", docs(anyTool, text), "reject"})
	}
	all = append(all, edge{"JSON-02", docs(anyTool, call(2, "any", "{}", fine)+" \t\r\n"), ""},
		edge{"JSON-02", docs(anyTool).file("calls.jsonl", call(2, "any", "{}", fine)+"\n"+call(3, "any", "{}", fine)+"\n\n"), ""},
		edge{"JSON-03", property(`{"type":"string","x-mcp-header":"Region","x-mcp-header":"Token"}`), "reject"},
		edge{"JSON-03", input(`{"type":"object","default":{"a":1,"a":1}}`), "reject"},
		edge{"JSON-03", gave(`{"resultType":"complete","content":[{"type":"text","text":"a","t\u0065xt":"a"}]}`), "reject"},
		edge{"JSON-03", input(`{"type":"object","default":{"a":1,"A":1}}`), ""},
		edge{"JSON-04", withMember(`"title":"\ude00\ud83d"`), "reject"}, edge{"JSON-04", withMember(`"title":"\\ud800"`), ""},
		edge{"JSON-04", input(`{"type":"object","default":{"\ud800":1}}`), "reject"}, edge{"JSON-04", withMember(`"title":"\u0000"`), ""})
	all = append(all, edge{"JSON-06", docs(anyTool, `{"log":[`+nested(126)+`]}`), ""}, edge{"JSON-06", docs(anyTool, `{"log":[`+nested(127)+`]}`), "reject"})
	for number, want := range map[string]string{
		strings.Repeat("9", 128): "", strings.Repeat("9", 129): "reject", "1e400": "", "1e401": "reject", "1e-400": "", "1e-401": "reject", "1e5000000": "reject", "-0": "", "1E+03": "",
	} {
		all = append(all, edge{"JSON-05", input(`{"type":"object","default":` + number + `}`), want})
	}
	all = append(all, edge{"JSON-07", withMember(`"input_schema":{}`), "condition"}, edge{"JSON-07", property(`{"type":"string","X-MCP-Header":"P"}`), "condition"},
		edge{"JSON-07", property(`{"type":"string","x_mcp_header":"P"}`), "condition"}, edge{"JSON-07", property(`{"type":"string","x-mcp-headers":"P"}`), ""},
		edge{"JSON-07", gave(`{"resultType":"complete","iserror":true,"content":[{"type":"text","text":"t"}]}`), "condition"},
		edge{"JSON-07", walk([3]string{"", `"nextcursor":"k",`, fineTool}), "condition"}, edge{"EVID-03", walk([3]string{"", `"nextcursor":"k",`, fineTool}), ""},
		edge{"JSON-07", gave(`{"resultType":"complete","content":[{"type":"text","text":"t"}],"structuredContent":{"IsError":1}}`), ""},
		edge{"JSON-08", anyText(`"jsonrpc":"2.0","id":2,"result"`, `"jsonrpc":"2.00","id":2,"result"`), "reject"},
		edge{"JSON-08", anyText(`"jsonrpc":"2.0","id":2,"result"`, `"jsonrpc":"2.0","id":"2","result"`), "reject"},
		edge{"JSON-08", anyText(`"jsonrpc":"2.0","id":2,"result"`, `"jsonrpc":"2.0","id":2.5,"result"`), "reject"},
		edge{"JSON-08", anyText(`"jsonrpc":"2.0","id":2,"result"`, `"jsonrpc":"2.0","id":3,"result"`), "reject"},
		edge{"JSON-08", anyText(`"jsonrpc":"2.0","id":2,"result"`, `"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"m"},"result"`), "reject"},
		edge{"JSON-08", anyText(`"jsonrpc":"2.0","id":2,"result"`, `"jsonrpc":"2.0","id":2,"method":"x","result"`), "reject"},
		edge{"JSON-08", docs(anyTool, strings.Replace(exchange(2, "", prompts, `"name":"p",`, refused), `"id":2,"error"`, `"error"`, 1)), "reject"},
		edge{"JSON-08", docs(anyTool, strings.Replace(strings.Replace(exchange(2, "", prompts, `"name":"p",`, refused), `"id":2,"error"`, `"error"`, 1), `"id":2,"method"`, `"method"`, 1)), ""},
		edge{"JSON-08", docs(anyTool, with(`"notifications":[{"jsonrpc":"2.0","id":5,"method":"roots/list"}]`, call(2, "any", "{}", fine))), "reject"},
		edge{"JSON-09", anyText(`"io.modelcontextprotocol/clientCapabilities":{}`, `"io.modelcontextprotocol/clientCapabilities":[]`), "reject"},
		edge{"JSON-09", anyText(`"io.modelcontextprotocol/protocolVersion":"2026-07-28",`, ``), "reject"},
		edge{"JSON-10", docs(anyTool, exchange(2, "", prompts, `"name":"p",`, `"error":{"code":-32602,"message":7}`)), "reject"})
	for code, want := range map[string]string{
		"-32002": "reject", "-32042": "reject", "-32023": "reject", "-32099": "reject", "-32019": "note", "-32000": "note", "-32001": "note",
		"-32602.0": "note", "-32602": "", "-32603": "", "-32700": "", "7": "", `"-32602"`: "reject", "1.5": "reject",
	} {
		all = append(all, edge{"JSON-10", errs(code), want})
	}
	all = append(all, edge{"JSON-10", overHTTP(docs(post{method: "tools/list", params: "", standard: `["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","tools/call"]`, status: 400, answer: `"error":{"code":-32001,"message":"m"}`}.bare())), "reject"})
	for value, want := range map[string]string{`7`: "reject", `null`: "reject", `"COMPLETE"`: "reject", `"input_required"`: "", `"complete"`: ""} {
		all = append(all, edge{"JSON-11", asked(prompts, `"name":"p",`, `"result":{"resultType":`+value+`,"messages":[],"requestState":"s"}`), want})
	}
	for key, want := range map[string]string{
		"dev.mcp/x": "condition", "com.example.mcp/x": "", "mcp.dev/x": "", "com..example/id": "condition", "bad name": "condition", "-x": "condition", "1com/x": "condition",
		"com.example/": "", "plain": "", "io.modelcontextprotocol/ui": "note", "io.modelcontextprotocol.x/y": "condition", "a.modelcontextprotocol/x": "condition",
	} {
		s := docs(strings.Replace(anyTool, `"tools":[`, `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}},"tools":[`, 1))
		s.documents[0] = strings.Replace(s.documents[0], `{"name":"any",`, `{"name":"any","_meta":{"`+key+`":1},`, 1)
		all = append(all, edge{"JSON-12", s, want})
	}
	server := func(info string) scene {
		return docs(strings.Replace(anyTool, `"tools":[`, `"_meta":{"io.modelcontextprotocol/serverInfo":`+info+`},"tools":[`, 1))
	}
	all = append(all, edge{"JSON-12", server(`{"name":"s","version":1}`), "reject"}, edge{"JSON-12", server(`"s"`), "reject"}, edge{"JSON-12", server(`{"name":"s","version":""}`), ""},
		edge{"JSON-13", docs(anyTool, streamed(`data: {\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"roots/list\"}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"resultType\":\"complete\",\"content\":[]}}\n\n`)), "reject"},
		edge{"JSON-13", docs(anyTool, streamed(`data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"resultType\":\"complete\",\"content\":[]}}\n\n`)), ""})
	rejection := func(code int, data string) scene {
		return unsupported(fmt.Sprintf(`"error":{"code":%d,"message":"no"%s}`, code, data))
	}
	all = append(all, edge{"JSON-14", rejection(-32022, ""), "reject"}, edge{"JSON-14", rejection(-32022, `,"data":{"supported":"2026-07-28","requested":"2099-01-01"}`), "reject"},
		edge{"JSON-14", rejection(-32022, `,"data":{"supported":["2026-07-28"]}`), "reject"}, edge{"JSON-14", rejection(-32602, ""), "reject"},
		edge{"JSON-14", rejection(-32022, `,"data":{"supported":["2099-01-01"],"requested":"2099-01-01"}`), "reject"},
		edge{"JSON-14", asked(prompts, `"name":"p",`, `"error":{"code":-32021,"message":"no"}`), "reject"},
		edge{"JSON-14", asked(prompts, `"name":"p",`, `"error":{"code":-32021,"message":"no","data":{"requiredCapabilities":{"sampling":{}}}}`), ""},
		edge{"JSON-14", docs(anyTool, post{method: "foo/bar", params: `"x":1,`, standard: `["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","foo/bar"]`, status: 404, answer: `"error":{"code":-32601,"message":"no"}`}.text()), ""},
		edge{"JSON-14", docs(anyTool, post{method: "foo/bar", params: `"x":1,`, standard: `["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","foo/bar"]`, status: 200, answer: `"error":{"code":-32601,"message":"no"}`}.text()), "reject"})
	return all
}

// bare is the post without parameters.
func (p post) bare() string {
	return strings.Replace(p.text(), `"name":"route","arguments":{},`, "", 1)
}

func descEdges() []edge {
	var all []edge
	for name, want := range map[string]string{`" "`: "reject", `"\t"`: "reject", `"\u00a0"`: "reject", `"0"`: "", `7`: "reject", `null`: "reject", `["a"]`: "reject"} {
		all = append(all, edge{"DESC-02", tools(`{"name":` + name + `,"title":"A","annotations":{"title":"A"},"inputSchema":{"type":"object"}}`), want})
	}
	all = append(all, edge{"DESC-02", tools(`{"title":"A","inputSchema":{"type":"object"}}`), "reject"})
	for _, r := range []string{`\u0000`, `\u007f`, `\u00ad`, `\u200b`, `\u200f`, `\u202e`, `\u2066`, `\ufeff`, `\ue000`, `\ufffe`, `\u2028`, `\u2029`} {
		all = append(all, edge{"DESC-03", tools(`{"name":"a` + r + `b","inputSchema":{"type":"object"}}`), "reject"})
	}
	for name, want := range map[string]string{" a": "reject", "a ": "reject", "a\u00a0": "reject", "a b": "", "é": "", "e\u0301": ""} {
		all = append(all, edge{"DESC-03", tools(toolNamed(name)), want})
	}
	for name, want := range map[string]string{
		strings.Repeat("a", 128): "", strings.Repeat("a", 129): "condition", "a b": "condition", "a,b": "condition", "a/b": "condition", "é": "condition", "-a": "", ".a": "", "A": "",
	} {
		all = append(all, edge{"DESC-04", tools(toolNamed(name)), want})
	}
	same := strings.NewReplacer(`"name":"a","description":"d"`, `"d\u0065scription":"d","name":"\u0061"`).Replace
	all = append(all, edge{"DESC-04", tools(toolNamed("a", "A")), "note"},
		edge{"DESC-05", passes(fineTool, same(fineTool)), ""},
		edge{"DESC-05", passes(annotated(`{"minimum":1}`), annotated(`{"minimum":1.0}`)), ""},
		edge{"DESC-05", passes(annotated(`{"minimum":9007199254740993}`), annotated(`{"minimum":9007199254740992}`)), "reject"},
		edge{"DESC-05", passes(fineTool, strings.Replace(fineTool, `{"name"`, `{"_meta":{"x":1},"name"`, 1)), ""},
		edge{"DESC-05", callers("private", fineTool, otherTool), "condition"}, edge{"DESC-05", passes(fineTool, toolNamed("b")), ""},
		edge{"DESC-06", walk([3]string{"", `"nextCursor":"k",`, fineTool}, [3]string{`"cursor":"k",`, "", otherTool}), "reject"},
		edge{"DESC-06", tools(`{"inputSchema":{"type":"object"}}`, `{"inputSchema":{"type":"object"}}`), ""})
	for value, want := range map[string]string{`null`: "reject", `true`: "reject", `[]`: "reject", `"{}"`: "reject", `1`: "reject", `{}`: ""} {
		all = append(all, edge{"DESC-07", input(value), want})
	}
	for schema, want := range map[string]string{
		`{}`: "reject", `{"properties":{}}`: "reject", `{"type":["object","null"]}`: "reject", `{"type":["object"]}`: "reject", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}`: "reject",
		`{"type":"Object"}`: "reject", `{"type":"object","not":{}}`: "", `{"type":null}`: "reject",
	} {
		all = append(all, edge{"DESC-08", input(schema), want})
	}
	for dialect, want := range map[string]string{
		`"http://json-schema.org/draft-07/schema#"`: "note", `"http://json-schema.org/draft-07/schema"`: "note", `"https://json-schema.org/draft/2019-09/schema"`: "note",
		`"http://json-schema.org/draft-06/schema#"`: "note", `"https://json-schema.org/draft/2020-12/schema#"`: "", `"http://json-schema.org/draft/2020-12/schema"`: "note",
		`"http://json-schema.org/draft-04/schema#"`: "reject", `"http://json-schema.org/draft-03/schema#"`: "reject", `"http://json-schema.org/draft-07/hyper-schema#"`: "reject",
		`"https://spec.openapis.org/oas/3.1/dialect/base"`: "reject", `""`: "reject", `"draft-07"`: "reject", `7`: "reject", `null`: "reject",
	} {
		all = append(all, edge{"DESC-09", input(`{"$schema":` + dialect + `,"type":"object"}`), want})
	}
	all = append(all, edge{"DESC-09", annotatedDialect(`"https://json-schema.org/draft/2020-12/schema"`), "note"}, edge{"DESC-09", annotatedDialect(`"urn:mine"`), "reject"})
	const draft7 = `"$schema":"http://json-schema.org/draft-07/schema#",`
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"x-mcp-header":"Region"}}`: "reject", `{"type":"object","properties":{"a":{"items":[{}]}}}`: "reject",
		`{` + draft7 + `"type":"object","properties":{"a":{"items":[{}]}}}`: "", `{"type":"object","required":["a","a"]}`: "reject",
		`{"type":"object","properties":{"a":{"exclusiveMinimum":true}}}`: "reject", `{"type":"object","anything":1}`: "",
		`{"type":"object","properties":{"a":{"pattern":"(?=a)(?!b)(?<=c)(a)\\1\\cA"}}}`: "", `{"type":"object","properties":{"a":{"pattern":"("}}}`: "reject",
		`{"type":"object","definitions":{"a":{"type":"strng"}}}`: "reject", `{"type":"object","dependencies":{"a":{"type":"strng"}}}`: "reject",
		`{"type":"object","properties":{"a":true,"b":false}}`: "",
	} {
		all = append(all, edge{"DESC-10", input(schema), want})
	}
	for schema, want := range map[string]string{
		`{"type":"object","$defs":{"u":{"$ref":"#/$defs/none"}}}`: "reject", `{"type":"object","$id":"https://a.example/s","properties":{"a":{"$ref":"item"}},"$defs":{"i":{"$id":"item","type":"string"}}}`: "",
		`{"type":"object","properties":{"a":{"$ref":"#x"},"b":{"$anchor":"x"}}}`: "", `{"type":"object","properties":{"a":{"$dynamicRef":"#x"},"b":{"$dynamicAnchor":"x"}}}`: "",
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/a%25b~1c"}},"$defs":{"a%b/c":{}}}`: "", `{"type":"object","properties":{"a":{"$ref":"file:///etc/passwd"}}}`: "reject",
		`{"type":"object","properties":{"a":{"$ref":"//a.example/s"}}}`: "reject", `{"type":"object","allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"allOf":[{"$ref":"#/$defs/a"}]}}}`: "reject",
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"items":{"$ref":"#/$defs/n"}}}}`: "", `{"type":"object","properties":{"a":{"default":{"$ref":"https://a.example/s"}}}}`: "",
		`{` + draft7 + `"type":"object","properties":{"a":{"$ref":"#","$id":"x:y","properties":{}}}}`: "",
	} {
		all = append(all, edge{"DESC-11", input(schema), want})
	}
	pattern := func(n int) scene { return property(`{"pattern":"` + strings.Repeat("a", n) + `"}`) }
	chain := input(`{"type":"object","properties":{"p":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/c"},"c":{}}}`)
	all = append(all, edge{"DESC-12", pattern(4096), ""}, edge{"DESC-12", pattern(4097), "reject"},
		edge{"DESC-12", property(`{"items":{"items":{}}}`).under(func(p *policy.Policy) { p.Limits.SchemaDepth = 4 }), ""}, edge{"DESC-12", property(`{"items":{"items":{}}}`).under(func(p *policy.Policy) { p.Limits.SchemaDepth = 2 }), "reject"},
		edge{"DESC-12", chain.under(func(p *policy.Policy) { p.Limits.RefHops = 3 }), ""}, edge{"DESC-12", chain.under(func(p *policy.Policy) { p.Limits.RefHops = 2 }), "reject"})
	for value, want := range map[string]string{`null`: "reject", `true`: "reject", `[]`: "reject", `{}`: "", `{"type":"null"}`: "", `{"type":"integer"}`: "", `{"type":"strng"}`: "reject"} {
		all = append(all, edge{"DESC-13", withMember(`"outputSchema":` + value), want})
	}
	all = append(all, edge{"DESC-09", withMember(`"outputSchema":{` + draft7 + `"type":"array"}`), "note"}, edge{"DESC-09", withMember(`"outputSchema":{"$schema":"urn:x"}`), "reject"},
		edge{"DESC-14", withMember(`"annotations":null`), "reject"}, edge{"DESC-14", withMember(`"annotations":{"readOnlyHint":true,"destructiveHint":true}`), ""},
		edge{"DESC-14", withMember(`"annotations":{"title":7}`), "reject"})
	for member, want := range map[string]string{
		`"title":null`: "reject", `"title":7`: "reject", `"icons":{}`: "reject", `"icons":[{}]`: "reject", `"icons":[{"src":"http://a.example/i"}]`: "condition",
		`"icons":[{"src":"javascript:0"}]`: "condition", `"icons":[{"src":"https://a.example/i","theme":"blue"}]`: "reject", `"icons":[{"src":"https://a.example/i","theme":"dark"}]`: "", `"icons":[]`: "",
	} {
		all = append(all, edge{"DESC-15", withMember(member), want})
	}
	all = append(all, edge{"DESC-15", tools(`{"name":"a","description":null,"inputSchema":{"type":"object"}}`), "reject"},
		edge{"DESC-16", withMember(`"execution":{}`), "note"}, edge{"DESC-16", withMember(`"Title":""`), ""},
		edge{"DESC-18", docs(anyTool, discovers(`"tools":null`)), "reject"},
		edge{"DESC-18", docs(anyTool, strings.Replace(discovers(`"tools":{}`), `"supportedVersions":["2026-07-28"]`, `"supportedVersions":["2025-11-25"]`, 1)), "reject"})
	for text, want := range map[string]string{
		`a\tb\n\r`: "", `\u0007`: "condition", `\u009b`: "condition", `\u007f`: "condition", `\u202a`: "condition", `\u2069`: "condition", `\udb40\udc41`: "condition",
		`\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc65\udb40\udc6e\udb40\udc67\udb40\udc7f`: "", `\ud83d\udc68\u200d\ud83d\udc69`: "", `a\u200db`: "condition",
		`\u0646\u200c\u0645`: "", `a\u200b\u200bb`: "condition", `\u2764\ufe0f`: "", `a\ufe01\ufe02`: "condition", `a\u00adb`: "condition", `a\u2060b`: "condition",
	} {
		all = append(all, edge{"DESC-19", withMember(`"title":"` + text + `"`), want})
	}
	for _, schema := range []string{`{"title":"\u0007"}`, `{"description":"\u0007"}`, `{"enum":["\u0007"]}`, `{"const":"\u0007"}`, `{"default":"\u0007"}`, `{"examples":[{"a":"\u0007"}]}`} {
		all = append(all, edge{"DESC-19", property(schema), "condition"}, edge{"DESC-19", withMember(`"outputSchema":` + schema), "condition"})
	}
	all = append(all, edge{"DESC-19", withMember(`"annotations":{"title":"\u0007"}`), "condition"}, edge{"DESC-19", withMember(`"icons":[{"src":"https://a.example/i","mimeType":"image/\u0007"}]`), "condition"},
		edge{"DESC-20", tools(toolNamed("user.get", "user_get")), "condition"}, edge{"DESC-20", tools(toolNamed("read_file", "read_files")), ""}, edge{"DESC-20", tools(toolNamed("l1", "ll")), "condition"}, edge{"DESC-20", tools(toolNamed("l1", "lr")), ""})
	for pattern, want := range map[string]string{`^(a+)+$`: "condition", `^(?:[a-z]+\\.)+$`: "", `\\-`: "condition", `^\\-$`: "condition", `^a*a*$`: "condition", `^a*b*$`: ""} {
		all = append(all, edge{"DESC-22", property(`{"type":"string","pattern":"` + pattern + `"}`), want})
	}
	return all
}

func annotatedDialect(nested string) scene { return property(`{"$schema":` + nested + `}`) }

func hdrEdges() []edge {
	const binding = `{"type":"string","x-mcp-header":"R"}`
	var all []edge
	add := func(rule, schema, want string) { all = append(all, edge{rule, input(schema), want}) }
	props := func(inner string) string { return `{"type":"object","properties":{` + inner + `}}` }
	add("HDR-01", props(`"x-mcp-header":`+binding), "")
	add("HDR-01", `{"type":"object","x-ui":{"a":[{"x-mcp-header":"R"}]}}`, "condition")
	add("HDR-01", `{"type":"object","x-ui":"x-mcp-header"}`, "")
	add("HDR-01", props(`"a":{"const":{"x-mcp-header":"R"}}`), "")
	add("HDR-06", props(`"properties":`+props(`"r":`+binding)), "reject")
	for _, name := range []string{"properties", "items", "$defs", "default", "x-mcp-header"} {
		all = append(all, edge{"tool", provenBinding(name), "ADMIT"})
	}
	for _, value := range []string{`null`, `false`, `7`, `[]`, `{}`, `""`} {
		add("HDR-02", props(`"a":{"type":"string","x-mcp-header":`+value+`}`), "reject")
	}
	add("HDR-02", props(`"a":{"type":"string","x-mcp-header":" "}`), "")
	for value, want := range map[string]string{
		` `: "reject", `Region\n`: "reject", ` Region`: "reject", `Región`: "reject", `R\u212Agion`: "reject", `a:b`: "reject", `a/b`: "reject", `[r]`: "reject", `~`: "", `Method`: "", `Name`: "",
		`a\u0000`: "reject", `a\u007f`: "reject", `a(`: "reject", `a,b`: "reject", `a;b`: "reject", `a=b`: "reject", `a@b`: "reject", `{r}`: "reject", `\"r\"`: "reject",
	} {
		add("HDR-03", props(`"a":{"type":"string","x-mcp-header":"`+value+`"}`), want)
	}
	two := func(a, b string) string {
		return props(fmt.Sprintf(`"a":{"type":"string","x-mcp-header":%q},"b":{"type":"string","x-mcp-header":%q}`, a, b))
	}
	add("HDR-04", two("Tenant-Id", "Tenant_Id"), "")
	add("HDR-13", two("Tenant-Id", "Tenant_Id"), "note")
	add("HDR-04", two("Zip", "ZIP"), "reject")
	add("HDR-04", props(`"a":{"type":"string","x-mcp-header":"R"},"b":{"items":{"type":"string","x-mcp-header":"r"}}`), "reject")
	all = append(all, edge{"HDR-04", tools(strings.Replace(annotated(binding), `"a"`, `"b"`, 1), annotated(binding)), ""})
	for schema, want := range map[string]string{
		`"type":["string","null"]`: "reject", `"type":["string"]`: "reject", `"type":["string","integer"]`: "reject", `"enum":["x"]`: "reject", `"const":"x"`: "reject", `"anyOf":[{"type":"string"}]`: "reject",
		`"allOf":[{"type":"string"}]`: "reject", `"$ref":"#/$defs/s"`: "reject", `"type":"number"`: "reject", `"type":"null"`: "reject", `"type":"object"`: "reject",
		`"type":"string","enum":["x"],"pattern":"^x$","format":"uri"`: "", `"type":"integer","minimum":1`: "", `"type":"boolean"`: "", `"type":"string","$ref":"#/$defs/s"`: "",
	} {
		add("HDR-05", `{"type":"object","properties":{"a":{`+schema+`,"x-mcp-header":"R"}},"$defs":{"s":{"type":"string"}}}`, want)
	}
	add("HDR-05", props(`"o":{"type":"object","x-mcp-header":"R","properties":{"a":{"type":"string"}}}`), "reject")
	for _, at := range []string{
		`"x-mcp-header":"R"`, `"items":` + binding, `"prefixItems":[` + binding + `]`, `"additionalItems":` + binding, `"contains":` + binding, `"unevaluatedItems":` + binding,
		`"additionalProperties":` + binding, `"patternProperties":{"a":` + binding + `}`, `"propertyNames":` + binding, `"unevaluatedProperties":` + binding,
		`"dependentSchemas":{"a":` + binding + `}`, `"dependencies":{"a":` + binding + `}`, `"allOf":[` + binding + `]`, `"anyOf":[` + binding + `]`, `"oneOf":[` + binding + `]`, `"not":` + binding,
		`"if":` + binding, `"then":` + binding, `"else":` + binding, `"contentSchema":` + binding, `"$defs":{"u":` + binding + `}`, `"definitions":{"u":` + binding + `}`,
		`"$defs":{"u":{"$id":"urn:u","properties":{"a":` + binding + `}}}`,
	} {
		add("HDR-07", `{"type":"object",`+at+`}`, "reject")
		all = append(all, edge{"HDR-09", withMember(`"outputSchema":{` + at + `}`), "reject"})
	}
	add("HDR-07", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"items":[`+binding+`]}}}`, "reject")
	add("HDR-07", props(`"a":{"$id":"urn:a","type":"string","x-mcp-header":"R"}`), "")
	add("HDR-07", props(`"a":true,"b":false,"c":`+binding), "")
	add("HDR-08", props(`"a":`+binding+`,"b":{"$ref":"#"}`), "reject")
	add("HDR-08", `{"type":"object","x-ui":{"x-mcp-header":"R"},"properties":{"b":{"$ref":"#/x-ui"}}}`, "reject")
	add("HDR-08", props(`"a":{"default":{"x-mcp-header":"R"}},"b":{"$ref":"#/properties/a/default"}`), "reject")
	add("HDR-08", props(`"a":{"type":"string","x-mcp-header":"R","$dynamicAnchor":"d"},"b":{"$dynamicRef":"#d"}`), "reject")
	add("HDR-08", `{"type":"object","properties":{"a":`+binding+`,"b":{"$ref":"#/$defs/p"}},"$defs":{"p":{"type":"string"}}}`, "")
	all = append(all, edge{"HDR-09", withMember(`"outputSchema":{"properties":{"x-mcp-header":{"type":"string"},"a":{"default":{"x-mcp-header":"R"}}}}`), ""})
	for _, draft := range []string{"http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-06/schema#"} {
		add("HDR-10", `{"$schema":"`+draft+`","type":"object","properties":{"a":{"$ref":"#/definitions/s","type":"string","x-mcp-header":"R"}},"definitions":{"s":{}}}`, "reject")
	}
	add("HDR-10", `{"$schema":"https://json-schema.org/draft/2019-09/schema","type":"object","properties":{"a":{"$ref":"#/$defs/s","type":"string","x-mcp-header":"R"}},"$defs":{"s":{}}}`, "")
	for _, name := range []string{"accessToken", "ACCESS-TOKEN", "accesstoken", "page_token", "tokens", "client_secret", "passwordPolicyId", "user.email", "X-API-Key", "pinCode", "auth"} {
		add("HDR-11", props(fmt.Sprintf(`%q:{"type":"string","x-mcp-header":"H"}`, name)), "reject")
	}
	for _, name := range []string{"tokenizer", "tokenize", "secretary", "author", "authority", "region", "owner", "repo", "priority", "user_id", "pinned", "mailbox", "spin"} {
		add("HDR-11", props(fmt.Sprintf(`%q:{"type":"string","x-mcp-header":"H"}`, name)), "")
	}
	for _, name := range []string{"max_tokens", "min_tokens", "maxTokens", "token_count", "token_limit", "token_budget", "num_tokens", "total_tokens", "output_tokens", "input_tokens"} {
		add("HDR-11", props(fmt.Sprintf(`%q:{"type":"integer","x-mcp-header":"H"}`, name)), "note")
		add("HDR-11", props(fmt.Sprintf(`%q:{"type":"string","x-mcp-header":"H"}`, name)), "reject")
	}
	add("HDR-11", props(`"a":{"type":"string","format":"password","x-mcp-header":"H"}`), "reject")
	add("HDR-11", props(`"a":{"type":"string","writeOnly":true,"x-mcp-header":"H"}`), "reject")
	add("HDR-11", props(`"token":{"type":"boolean","x-mcp-header":"H"}`), "reject")
	for bounds, want := range map[string]string{
		`"const":9007199254740992.0`: "reject", `"enum":[1,9007199254740992]`: "reject", `"minimum":9007199254740992`: "reject note", `"maximum":1e16,"minimum":0`: "condition",
		`"minimum":0,"maximum":1,"default":9007199254740992`: "condition", `"minimum":0,"exclusiveMaximum":9007199254740992`: "", `"minimum":0,"maximum":1`: "", `"minimum":0,"maximum":1,"format":"int64"`: "note",
	} {
		add("HDR-12", props(`"a":{"type":"integer",`+bounds+`,"x-mcp-header":"C"}`), want)
	}
	for header, want := range map[string]string{"Mcp-Param-R": "note", "a_b": "note", "a.b": "note", strings.Repeat("a", 65): "note", strings.Repeat("a", 64): ""} {
		add("HDR-13", props(fmt.Sprintf(`"a":{"type":"string","x-mcp-header":%q}`, header)), want)
	}
	const whole = `"region":"Mcp-Param-Region","count":"MCP-PARAM-COUNT","flag":"Mcp-Param-Flag"`
	all = append(all, edge{"HDR-14", mappedBy(`{` + whole + `}`), ""}, edge{"HDR-14", mappedBy(`{"Region":"Mcp-Param-Region",` + whole + `}`), "condition"},
		edge{"HDR-14", mappedBy(`{"region":"Mcp-Param-Region"}`), "condition"},
		edge{"HDR-14", tools(annotated(`{"type":"array","x-mcp-header":"R"}`)).and(`{"headerMapping":{"tool":"a","map":{}}}`), "note"},
		edge{"EVID-07", tools(route), ""})
	return all
}

// provenBinding is a tool whose annotated parameter has an unlucky name.
func provenBinding(name string) scene {
	tool := fmt.Sprintf(`{"name":"a","description":"d","inputSchema":{"type":"object","properties":{%q:{"type":"string","x-mcp-header":"R"}}}}`, name)
	return proven(tool, fmt.Sprintf(`{%q:"x"}`, name), `["Mcp-Param-R","x"]`, "", "")
}

func png(n int) string {
	return base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n" + strings.Repeat("x", n-8)))
}

func resEdges() []edge {
	var all []edge
	block := func(rule, text, want string) { all = append(all, edge{rule, gaveBlock(text), want}) }
	result := func(rule, text, want string) { all = append(all, edge{rule, gave(text), want}) }
	for value, want := range map[string]string{`"Complete"`: "reject", `null`: "reject", `true`: "reject", `"input_required"`: "", `"complete"`: ""} {
		result("RES-01", `{"resultType":`+value+`,"content":[],"requestState":"s"}`, want)
	}
	for members, want := range map[string]string{
		`"isError":false`: "reject", `"content":null`: "reject", `"content":{}`: "reject", `"structuredContent":{}`: "reject", `"content":[{"type":"text","text":"t"}],"isError":null`: "reject",
		`"content":[{"type":"text","text":"t"}],"isError":0`: "reject", `"content":[{"type":"text","text":"t"}],"isError":""`: "reject", `"content":[{"type":"text","text":"t"}]`: "", `"content":[]`: "note",
		`"content":[{"type":"text","text":"t"}],"x":1`: "note",
	} {
		result("RES-02", `{"resultType":"complete",`+members+`}`, want)
	}
	for value, want := range map[string]string{`{"type":"Text","text":""}`: "reject", `{"type":"video"}`: "reject", `{"type":"link"}`: "reject", `{"type":"tool_result"}`: "reject", `{}`: "reject", `null`: "reject", `"t"`: "reject",
		`{"type":"text","text":"","data":"x"}`: "note", `{"type":"text","text":""}`: ""} {
		block("RES-03", value, want)
	}
	block("RES-04", `{"type":"text"}`, "reject")
	block("RES-04", `{"type":"text","text":null}`, "reject")
	block("RES-04", `{"type":"text","text":""}`, "")
	for mime, want := range map[string]string{`"image/png; q=1"`: "", `"IMAGE/PNG"`: "", `"png"`: "reject", `"image/"`: "reject", `"image/*"`: "reject", `""`: "reject", `7`: "reject", `"audio/wav"`: "reject"} {
		block("RES-05", `{"type":"image","data":"`+png(8)+`","mimeType":`+mime+`}`, want)
	}
	block("RES-05", `{"type":"audio","data":"AAAA","mimeType":"application/ogg"}`, "reject")
	all = append(all, edge{"RES-05", gaveBlock(`{"type":"audio","data":"AAAA","mimeType":"application/ogg"}`).under(func(p *policy.Policy) { p.Limits.AudioTypes = []string{"application/ogg"} }), ""})
	for data, want := range map[string]string{`AAA`: "reject", `AA==\n`: "reject", `AA-_`: "reject", `AB==`: "reject", ``: "reject", `AAAA`: "", `data:image/png;base64,AAAA`: "reject", `=?base64?AAAA?=`: "reject"} {
		block("RES-06", `{"type":"image","mimeType":"image/png","data":"`+data+`"}`, want)
	}
	block("RES-06", `{"type":"resource","resource":{"uri":"a:b","blob":""}}`, "")
	block("RES-06", `{"type":"resource","resource":{"uri":"a:b","blob":"AAA"}}`, "reject")
	for members, want := range map[string]string{
		`"uri":"b.txt","name":"b"`: "reject", `"uri":"a:b c","name":"b"`: "reject", `"uri":"a:<b>","name":"b"`: "reject", `"uri":"a:b"`: "reject", `"uri":"a:b","name":""`: "note", `"uri":"a:b","name":7`: "reject",
		`"uri":"a:b","name":"b","size":-1`: "reject", `"uri":"a:b","name":"b","size":1.5`: "reject", `"uri":"a:b","name":"b","size":"9"`: "reject", `"uri":"a:b","name":"b","size":42.0`: "", `"uri":"a:b","name":"b","size":0`: "",
		`"uri":"a:b","name":"b","mimeType":"text"`: "reject", `"uri":"a:b","name":"b","text":"t"`: "reject", `"uri":"a:b","name":"b","blob":""`: "reject", `"uri":"a:b","name":"b","resource":{}`: "reject",
		`"uri":"javascript:0","name":"b"`: "reject", `"uri":"DATA:,x","name":"b"`: "reject", `"uri":"file:///a","name":"b"`: "", `"uri":"https://a.example","name":"b"`: "", `"uri":"x-own://a","name":"b"`: "",
		`"uri":"a:b","name":"b","icons":{}`: "reject",
	} {
		block("RES-07", `{"type":"resource_link",`+members+`}`, want)
	}
	for resource, want := range map[string]string{
		`{"uri":"a:b","mimeType":"text/plain","text":"a","blob":"YQ=="}`: "reject", `{"uri":"a:b","mimeType":"text/plain"}`: "reject", `{"uri":"a:b","text":""}`: "note", `{"uri":"a:b","text":"","mimeType":"text"}`: "reject",
		`{"mimeType":"text/plain","text":""}`: "reject", `null`: "reject", `{"uri":"a:b","mimeType":"text/plain","text":""}`: "",
	} {
		block("RES-08", `{"type":"resource","resource":`+resource+`}`, want)
	}
	block("RES-08", `{"type":"resource","uri":"a:b","text":"x"}`, "reject")
	for annotations, want := range map[string]string{
		`{"priority":0}`: "", `{"priority":1}`: "", `{"priority":-0}`: "", `{"priority":1e0}`: "", `{"priority":1.01}`: "reject", `{"priority":-0.1}`: "reject", `{"priority":"0.5"}`: "reject", `{"audience":[]}`: "", `{"audience":["system"]}`: "reject",
		`{"audience":"user"}`: "reject", `{"audience":["user","user"]}`: "note", `{"lastModified":7}`: "reject", `{"lastModified":"2026-13-40"}`: "note", `{"lastModified":"2026-08-01T10:00:00"}`: "note", `null`: "reject",
		`{"lastModified":"2026-08-01T10:00:00+02:00"}`: "",
	} {
		block("RES-11", `{"type":"text","text":"t","annotations":`+annotations+`}`, want)
	}
	block("RES-11", `{"type":"resource","resource":{"uri":"a:b","text":"","annotations":{"priority":1}}}`, "note")
	block("RES-11", `{"type":"resource","resource":{"uri":"a:b","text":"","annotations":{"priority":2}}}`, "reject note")
	against := func(schema, structured, want string) {
		if structured != "" {
			structured = `,"structuredContent":` + structured
		}
		all = append(all, edge{"RES-13", promised(schema, `{"resultType":"complete","content":[{"type":"text","text":"t"}]`+structured+`}`), want},
			edge{"RES-14", promised(schema, `{"resultType":"complete","isError":true,"content":[{"type":"text","text":"t"}]`+structured+`}`), want})
	}
	against(`{"type":"null"}`, `null`, "")
	against(`{"type":"null"}`, ``, "reject")
	against(`{}`, `false`, "")
	against(`{}`, ``, "reject")
	against(`{"type":"integer"}`, `42.0`, "")
	against(`{"type":"integer"}`, `1e3`, "")
	against(`{"type":"integer"}`, `1.5`, "reject")
	against(`{"$schema":"http://json-schema.org/draft-07/schema#","format":"email","contentEncoding":"base64"}`, `"?"`, "")
	against(`{"enum":[9007199254740993]}`, `9007199254740992`, "reject")
	against(`{"enum":[9007199254740993]}`, `9007199254740993`, "")
	result("RES-14", missed, "")
	all = append(all, edge{"RES-14", docs(listOf(descriptor("a", `{"type":"object"}`)), exchange(2, "", protocol.MethodCallTool, `"name":"a","arguments":{},`, refused)), ""})
	for content, want := range map[string]string{
		`{"type":"text","text":" \n"}`: "reject", `{"type":"resource","resource":{"uri":"a:b","text":"t"}}`: "reject", `{"type":"resource_link","uri":"a:b","name":"b"}`: "reject",
		`{"type":"image","mimeType":"image/png","data":"` + png(8) + `"},{"type":"text","text":"t"}`: "", ``: "reject",
	} {
		result("RES-15", `{"resultType":"complete","content":[`+content+`],"structuredContent":null}`, want)
		result("RES-15", `{"resultType":"complete","isError":true,"content":[`+content+`],"structuredContent":null}`, want)
	}
	for pair, want := range map[[2]string]string{
		{`[1]`, `[1.0]`}: "", {`{"b":1,"a":2}`, `{"a":2,"b":1}`}: "", {`[1]`, `[2]`}: "condition", {`1`, `[1]`}: "note", {`1`, `2`}: "condition", {`prose`, `[1]`}: "note",
		{`prose`, `{"text":"prose"}`}: "note", {`[1]`, `{"items":[1]}`}: "note",
	} {
		result("RES-16", `{"resultType":"complete","content":[{"type":"text","text":`+quoted(pair[0])+`}],"structuredContent":`+pair[1]+`}`, want)
	}
	result("RES-16", `{"resultType":"complete","content":[{"type":"text","text":"[1]"},{"type":"text","text":"[2]"}],"structuredContent":[2]}`, "note")
	small := func(p *policy.Policy) { p.Limits.TextBytes, p.Limits.MediaBytes, p.Limits.ResultBytes = 4, 12, 20 }
	for content, want := range map[string]string{
		`{"type":"text","text":"four"}`: "", `{"type":"text","text":"fivee"}`: "reject", `{"type":"text","text":"éé"}`: "", `{"type":"text","text":"ééé"}`: "reject",
		`{"type":"image","mimeType":"image/png","data":"` + png(12) + `"}`: "", `{"type":"image","mimeType":"image/png","data":"` + png(13) + `"}`: "reject",
		`{"type":"image","mimeType":"image/png","data":"` + png(12) + `"},{"type":"text","text":"four"},{"type":"text","text":"four"}`: "", `{"type":"image","mimeType":"image/png","data":"` + png(12) + `"},{"type":"text","text":"four"},{"type":"text","text":"four"},{"type":"text","text":"f"}`: "reject",
		`{"type":"resource_link","uri":"a:b","name":"b","size":99999999}`: "",
	} {
		all = append(all, edge{"RES-17", gaveBlock(content).under(small), want})
	}
	for answer, want := range map[string]string{`"error":{"code":-32600,"message":"m"}`: "reject", `"error":{"code":-32601,"message":"m"}`: "reject", `"error":{"code":-32603,"message":"m"}`: "reject", refused: "", `"result":` + missed: "reject"} {
		all = append(all, edge{"RES-18", answered("", `"name":"ANY","arguments":{},`, answer), want})
	}
	all = append(all, edge{"RES-18", docs(anyTool, post{params: `"name":"nope","arguments":{},`, status: 403, answer: `"error":{"code":-32603,"message":"insufficient_scope"}`}.text()), ""},
		edge{"RES-18", docs(call(2, "nope", "{}", missed)), ""},
		edge{"RES-18", callers("private", toolNamed("a"), toolNamed("a", "b")).and(with(`"caller":"c1"`, call(3, "b", "{}", fine))), "reject"})
	for params, want := range map[string]string{`"arguments":{},`: "reject", `"name":7,"arguments":{},`: "reject", `"name":"any","arguments":[],`: "reject", `"name":"any",`: "", `"name":"any","arguments":{},`: ""} {
		all = append(all, edge{"RES-19", answered("", params, `"result":`+missed), want}, edge{"RES-19", answered("", params, refused), ""})
	}
	for code, want := range map[int]string{-32600: "note", -32603: "note", -32602: "", -32700: "note"} {
		all = append(all, edge{"RES-19", answered("", `"name":"any","arguments":[],`, fmt.Sprintf(`"error":{"code":%d,"message":"m"}`, code)), want})
	}
	strict := listOf(`{"name":"any","inputSchema":{"type":"object","required":["q"]}}`)
	all = append(all, edge{"RES-20", docs(strict, exchange(2, "", protocol.MethodCallTool, `"name":"any","arguments":{},`, refused)), "note"},
		edge{"RES-20", docs(strict, exchange(2, "", protocol.MethodCallTool, `"name":"any","arguments":{},`, `"result":`+missed)), ""},
		edge{"RES-20", answered(`"label":"success",`, `"name":"any","arguments":{},`, `"result":`+missed), "reject"},
		edge{"RES-20", answered(`"label":"failure",`, `"name":"any","arguments":{},`, `"result":`+fine), "reject"},
		edge{"RES-20", answered("", `"name":"any","arguments":{},`, `"error":{"code":-32603,"message":"crash"}`), "note"})
	interim := func(members, capabilities, want string) {
		s := gave(`{"resultType":"input_required",` + members + `}`)
		s.documents[1] = strings.Replace(s.documents[1], `clientCapabilities":{}`, `clientCapabilities":`+capabilities, 1)
		all = append(all, edge{"RES-21", s, want})
	}
	elicit := func(more string) string {
		return `"inputRequests":{"a":{"method":"elicitation/create","params":{"message":"m"` + more + `}}}`
	}
	interim(elicit(""), `{"elicitation":{}}`, "")
	interim(elicit(""), `{}`, "reject")
	interim(elicit(`,"mode":"url"`), `{"elicitation":{}}`, "reject")
	interim(elicit(`,"mode":"url"`), `{"elicitation":{"url":{}}}`, "")
	interim(`"inputRequests":[]`, `{}`, "reject")
	interim(`"requestState":7`, `{}`, "reject")
	interim(`"inputRequests":{"a":{"method":"tools/call"}}`, `{}`, "reject")
	interim(`"inputRequests":{"a":{"method":"roots/list"}}`, `{"roots":{}}`, "note")
	interim(`"requestState":"s","content":[]`, `{}`, "note")
	result("RES-23", `{"resultType":"complete","isError":true,"content":[]}`, "condition")
	result("RES-23", `{"resultType":"complete","isError":true,"content":[{"type":"image","mimeType":"image/png","data":"`+png(8)+`"}]}`, "condition")
	result("RES-23", missed, "")
	for text, want := range map[string]string{`a\n\t\rb`: "", `\u001b`: "condition", `\u0007`: "condition", `\u0000`: "condition", `\b`: "condition", `\u0085`: "condition", `\u007f`: "condition", `\u202e`: "condition", `\u2066`: "condition", `\udb40\udc41`: "condition", `\u200b\u200b`: "condition"} {
		block("RES-24", `{"type":"text","text":"x`+text+`"}`, want)
	}
	for value, want := range map[string]string{`9007199254740991`: "", `9007199254740992`: "condition", `-9007199254740992`: "condition", `1.5e300`: "", `"9007199254740993"`: ""} {
		result("RES-25", `{"resultType":"complete","content":[{"type":"text","text":"t"}],"structuredContent":[`+value+`]}`, want)
	}
	block("RES-25", `{"type":"text","text":"9007199254740993"}`, "")
	return all
}
