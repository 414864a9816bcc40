package tests

import (
	"fmt"
	"strings"

	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

// fine is a result without anything to find.
const fine = `{"resultType":"complete","content":[{"type":"text","text":"done"}]}`

const prompts = protocol.MethodGetPrompt

var jsonTrials = []trial{
	{"JSON-01", rule.Reject, docs(anyTool, strings.Replace(call(2, "any", "{}", fine), "done", "d\xff", 1)), docs(anyTool, call(2, "any", "{}", fine))},
	{"JSON-01", rule.Reject, docs(anyTool, "\ufeff"+call(2, "any", "{}", fine)), docs(anyTool, strings.Replace(call(2, "any", "{}", fine), "done", "\ufeff", 1))},
	{"JSON-02", rule.Reject, docs(anyTool, call(2, "any", "{}", fine)+` {"b":2}`), docs(anyTool, call(2, "any", "{}", fine)+"\r\n")},
	{"JSON-03", rule.Reject, tools(`{"name":"a","n\u0061me":"a","inputSchema":{"type":"object"}}`), tools(`{"name":"a","Name":"a","inputSchema":{"type":"object"}}`)},
	{"JSON-04", rule.Reject, withMember(`"title":"\ud800"`), withMember(`"title":"\ud83d\ude00"`)},
	{"JSON-05", rule.Reject, input(`{"type":"object","minProperties":1e401}`), input(`{"type":"object","minProperties":1e400}`)},
	{"JSON-06", rule.Reject, input(`{"type":"object","default":` + nested(129) + `}`), input(`{"type":"object","default":` + nested(90) + `}`)},
	{"JSON-07", rule.Condition, withMember(`"outputschema":{}`), withMember(`"outputs":{}`)},
	{"JSON-08", rule.Reject, docs(anyTool, strings.Replace(call(2, "any", "{}", fine), `"response":{"jsonrpc":"2.0","id":2`, `"response":{"jsonrpc":"2.0","id":null`, 1)),
		docs(anyTool, call(2, "any", "{}", fine))},
	{"JSON-08", rule.Note, docs(anyTool, strings.Replace(call(2, "any", "{}", fine), `"response":{"jsonrpc":"2.0","id":2`, `"response":{"jsonrpc":"2.0","id":2.0`, 1)),
		docs(anyTool, call(2, "any", "{}", fine))},
	{"JSON-09", rule.Reject, docs(anyTool, strings.Replace(call(2, "any", "{}", fine), "2026-07-28", "2025-11-25", 1)), docs(anyTool, call(2, "any", "{}", fine))},
	{"JSON-09", rule.Note, docs(anyTool, strings.Replace(call(2, "any", "{}", fine), `"io.modelcontextprotocol/clientInfo":{"name":"recorder","version":"1"},`, "", 1)),
		docs(anyTool, call(2, "any", "{}", fine))},
	{"JSON-10", rule.Reject, asked(prompts, `"name":"p",`, `"error":{"code":-32042,"message":"no"}`), asked(prompts, `"name":"p",`, refused)},
	{"JSON-10", rule.Note, asked(prompts, `"name":"p",`, `"error":{"code":-32000,"message":"no"}`), asked(prompts, `"name":"p",`, refused)},
	{"JSON-11", rule.Reject, asked(prompts, `"name":"p",`, `"result":{"resultType":"Complete","messages":[]}`), asked(prompts, `"name":"p",`, `"result":{"resultType":"complete","messages":[]}`)},
	{"JSON-11", rule.Note, extended(`"com.example/jobs":{}`), extended(`"com.example/other":{}`)},
	{"JSON-12", rule.Reject, withMember(`"_meta":[]`), withMember(`"_meta":{}`)},
	{"JSON-12", rule.Condition, withMember(`"_meta":{"dev.mcp/x":1}`), withMember(`"_meta":{"mcp.dev/x":1}`)},
	{"JSON-12", rule.Note, docs(anyTool), docs(strings.Replace(anyTool, `"tools":`, `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}},"tools":`, 1))},
	{"JSON-13", rule.Reject, docs(anyTool, streamed(``)), docs(anyTool, streamed(`data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"resultType\":\"complete\",\"content\":[]}}\n\n`))},
	{"JSON-13", rule.Reject, docs(anyTool, streamed(strings.Repeat(`data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"resultType\":\"complete\",\"content\":[]}}\n\n`, 2))),
		docs(anyTool, streamed(`: ping\n\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"id\":2,\"result\":{\"resultType\":\"complete\",\"content\":[]}}\n\n`))},
	{"JSON-14", rule.Reject, unsupported(`"result":{"resultType":"complete"}`), unsupported(`"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"2099-01-01"}}`)},
	{"JSON-14", rule.Condition, docs(anyTool, exchange(2, "", "com.example/list", "", `"result":{"resultType":"complete"}`)),
		docs(anyTool, exchange(2, "", "com.example/list", "", `"error":{"code":-32601,"message":"no"}`))},
}

// unsupported is a request under a revision that nobody published.
func unsupported(answer string) scene {
	return docs(anyTool, strings.Replace(exchange(2, `"label":"probe",`, prompts, `"name":"p",`, answer), "2026-07-28", "2099-01-01", 1))
}

func nested(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

// streamed is a call whose answer was recorded as a stream.
func streamed(stream string) string {
	return `{"transport":"stdio","request":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"any","arguments":{},` + recordedMeta + `}},"sse":"` + stream + `"}`
}

// extended is a result of an extension that the server declares beside the one
// that the client does.
func extended(server string) scene {
	asks := exchange(2, "", prompts, `"name":"p",`, `"result":{"resultType":"queued"}`)
	asks = strings.Replace(asks, `clientCapabilities":{}`, `clientCapabilities":{"extensions":{"com.example/jobs":{}}}`, 1)
	return docs(anyTool, discovers(`"tools":{},"prompts":{},"extensions":{`+server+`}`), asks)
}

const (
	fineTool  = `{"name":"a","description":"d","inputSchema":{"type":"object"}}`
	otherTool = `{"name":"a","description":"e","inputSchema":{"type":"object"}}`
)

var descTrials = []trial{
	{"DESC-02", rule.Reject, tools(`{"name":" ","inputSchema":{"type":"object"}}`), tools(`{"name":"0","inputSchema":{"type":"object"}}`)},
	{"DESC-02", rule.Condition, tools(`{"name":"","inputSchema":{"type":"object"}}`).spec(), tools(`{"name":"0","inputSchema":{"type":"object"}}`).spec()},
	{"DESC-03", rule.Condition, tools(toolNamed("a\u200bb")).spec(), tools(toolNamed("ab")).spec()},
	{"DESC-04", rule.Note, tools(toolNamed("ab", "aB")), tools(toolNamed("ab", "ac"))},
	{"DESC-05", rule.Reject, passes(fineTool, otherTool), passes(fineTool, fineTool)},
	{"DESC-05", rule.Condition, callers("private", fineTool, otherTool), callers("private", fineTool, fineTool)},
	{"DESC-05", rule.Note, changed(fineTool, otherTool), changed(fineTool, fineTool)},
	{"DESC-06", rule.Reject, tools(fineTool, otherTool), tools(fineTool, strings.Replace(otherTool, `"a"`, `"b"`, 1))},
	{"DESC-06", rule.Condition, tools(fineTool, fineTool), tools(fineTool, strings.Replace(fineTool, `"a"`, `"A"`, 1))},
	{"DESC-09", rule.Condition, input(`{"type":"object","properties":{"p":{"$schema":"http://json-schema.org/draft-07/schema#"}}}`),
		input(`{"type":"object","properties":{"p":{"$id":"urn:p","$schema":"http://json-schema.org/draft-07/schema#"}}}`)},
	{"DESC-09", rule.Note, input(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}`), input(`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}`)},
	{"DESC-10", rule.Condition, input(`{"type":"object","properties":{"p":{"pattern":"^(?i:a)$"}}}`), input(`{"type":"object","properties":{"p":{"pattern":"^a(?=b)"}}}`)},
	{"DESC-11", rule.Note, input(`{"type":"object","properties":{"p":{"$ref":"https://json-schema.org/draft/2020-12/schema"}}}`), input(`{"type":"object","properties":{"p":{"$ref":"#"}}}`)},
	{"DESC-12", rule.Reject, input(`{"type":"object","properties":{"p":{"type":"string"}}}`).under(func(p *policy.Policy) { p.Limits.Subschemas = 1 }),
		input(`{"type":"object","properties":{"p":{"type":"string"}}}`).under(func(p *policy.Policy) { p.Limits.Subschemas = 2 })},
	{"DESC-14", rule.Note, withMember(`"annotations":{"safeHint":true}`), withMember(`"annotations":{"readOnlyHint":true}`)},
	{"DESC-15", rule.Reject, withMember(`"title":null`), withMember(`"title":""`)},
	{"DESC-15", rule.Note, tools(`{"name":"a","inputSchema":{"type":"object"}}`), tools(fineTool)},
	{"DESC-18", rule.Reject, docs(anyTool, discovers(`"resources":{}`)), docs(anyTool, discovers(`"tools":{}`))},
	{"DESC-18", rule.Note, docs(anyTool), docs(anyTool, discovers(`"tools":{}`))},
	{"DESC-21", rule.Note, docs(anyTool, discovers(`"tools":{}`), discovers(`"tools":{"listChanged":true}`)), docs(anyTool, discovers(`"tools":{}`), discovers(`"tools":{ }`))},
	{"DESC-21", rule.Condition, tools(fineTool).against(otherTool), tools(fineTool).against(`{"inputSchema":{"type":"object"},"description":"\u0064","name":"a"}`)},
	{"DESC-21", rule.Condition, tools(fineTool, toolNamed("b")).against(fineTool), tools(fineTool, toolNamed("b")).against(fineTool, toolNamed("b"))},
	{"DESC-21", rule.Condition, tools(fineTool).against(fineTool, toolNamed("b")), tools(fineTool).against(fineTool)},
	{"DESC-21", rule.Condition, tools(toolNamed("b")).against(toolNamed("c")), tools(toolNamed("c")).against(toolNamed("c"))},
	{"DESC-21", rule.Condition, withMember(`"_meta":{"a":1}`).against(fineTool), withMember(`"_meta":{"a":1.0}`).against(`{"name":"a","description":"d","inputSchema":{"type":"object"},"_meta":{"a":1}}`)},
	{"DESC-22", rule.Reject, input(doubling(40)), input(doubling(8))},
	{"JSON-07", rule.Note, input(`{"type":"object","additionalproperties":false}`), input(`{"type":"object","additionalProperties":false}`)},
}

// changed are two passes between which list_changed was recorded.
func changed(first, second string) scene {
	s := passes(first, second)
	s.documents[1] = with(`"notifications":[{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}]`, s.documents[1])
	return s
}

// doubling is a schema whose evaluation doubles at each of n levels.
func doubling(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
	}
	return fmt.Sprintf(`{"type":"object","properties":{"p":{"$ref":"#/$defs/d0"}},"$defs":{%s"d%d":{"type":"string"}}}`, b.String(), n)
}

var hdrTrials = []trial{
	{"HDR-11", rule.Condition, overHTTP(property(`{"type":"string","x-mcp-header":"Token"}`)).spec(), overHTTP(property(`{"type":"string","x-mcp-header":"Tenant"}`)).spec()},
	{"HDR-11", rule.Note, property(`{"type":"integer","x-mcp-header":"Max-Tokens"}`), property(`{"type":"integer","x-mcp-header":"Max-Rows"}`)},
	{"HDR-12", rule.Condition, property(`{"type":"integer","maximum":1e16,"x-mcp-header":"P"}`), property(`{"type":"integer","maximum":9007199254740991,"x-mcp-header":"P"}`)},
	{"HDR-12", rule.Note, property(`{"type":"integer","x-mcp-header":"P"}`), property(`{"type":"integer","minimum":0,"maximum":1,"x-mcp-header":"P"}`)},
	{"HDR-14", rule.Condition, mappedBy(`{"region":"Region","count":"Mcp-Param-Count","flag":"Mcp-Param-Flag"}`), mappedBy(`{"region":"mcp-param-region","count":"Mcp-Param-Count","flag":"Mcp-Param-Flag"}`)},
	{"HDR-14", rule.Note, docs(anyTool, `{"headerMapping":{"tool":"route","map":{}}}`), docs(anyTool, `{"headerMapping":{"tool":"any","map":{}}}`)},
}

// overHTTP says that all exchanges went over HTTP.
func overHTTP(s scene) scene {
	for i, d := range s.documents {
		s.documents[i] = strings.Replace(d, `"transport":"stdio"`, `"transport":"streamable-http"`, 1)
	}
	return s
}

func mappedBy(m string) scene {
	return tools(route).and(`{"headerMapping":{"tool":"route","map":` + m + `}}`)
}

var resTrials = []trial{
	{"RES-01", rule.Reject, gave(`{"content":[]}`).spec(), gave(fine).spec()},
	{"RES-02", rule.Note, gave(`{"resultType":"complete","content":[]}`), gave(fine)},
	{"RES-03", rule.Note, gaveBlock(`{"type":"text","text":"a","data":"b"}`), gaveBlock(`{"type":"text","text":"a"}`)},
	{"RES-05", rule.Note, gaveBlock(`{"type":"image","data":"AAAA","mimeType":"image/png"}`), gaveBlock(`{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}`)},
	{"RES-07", rule.Condition, gaveBlock(`{"type":"resource_link","uri":"a:b","name":"b","icons":[{"src":"http://a.example/i.png"}]}`), gaveBlock(`{"type":"resource_link","uri":"a:b","name":"b","icons":[{"src":"https://a.example/i.png"}]}`)},
	{"RES-07", rule.Note, gaveBlock(`{"type":"resource_link","uri":"a:b","name":""}`), gaveBlock(`{"type":"resource_link","uri":"a:b","name":"b"}`)},
	{"RES-08", rule.Note, gaveBlock(`{"type":"resource","resource":{"uri":"a:b","text":""}}`), gaveBlock(`{"type":"resource","resource":{"uri":"a:b","text":"","mimeType":"text/plain"}}`)},
	{"RES-11", rule.Note, gaveBlock(`{"type":"text","text":"t","annotations":{"lastModified":"2026-13-40"}}`), gaveBlock(`{"type":"text","text":"t","annotations":{"lastModified":"2026-08-01T10:00:00Z"}}`)},
	{"RES-13", rule.Condition, promised(modified, `{"resultType":"complete","content":[{"type":"text","text":"a"}],"structuredContent":"a"}`),
		promised(`{"pattern":"^a$"}`, `{"resultType":"complete","content":[{"type":"text","text":"a"}],"structuredContent":"a"}`)},
	{"RES-14", rule.Condition, promised(modified, `{"resultType":"complete","isError":true,"content":[{"type":"text","text":"a"}],"structuredContent":"a"}`),
		promised(`{"pattern":"^a$"}`, `{"resultType":"complete","isError":true,"content":[{"type":"text","text":"a"}],"structuredContent":"a"}`)},
	{"RES-15", rule.Condition, gave(`{"resultType":"complete","content":[],"structuredContent":[1]}`).spec(), gave(`{"resultType":"complete","content":[{"type":"text","text":"[1]"}],"structuredContent":[1]}`).spec()},
	{"RES-15", rule.Note, gave(`{"resultType":"complete","content":[{"type":"text","text":"[1]","annotations":{"audience":["user"]}}],"structuredContent":[1]}`),
		gave(`{"resultType":"complete","content":[{"type":"text","text":"[1]","annotations":{"audience":["user","assistant"]}}],"structuredContent":[1]}`)},
	{"RES-16", rule.Note, gave(`{"resultType":"complete","content":[{"type":"text","text":"two rows"}],"structuredContent":[1,2]}`), gave(`{"resultType":"complete","content":[{"type":"text","text":"[1,2]"}],"structuredContent":[1,2]}`)},
	{"RES-18", rule.Reject, answered("", `"name":"nope","arguments":{},`, `"result":`+fine), answered("", `"name":"nope","arguments":{},`, refused)},
	{"RES-18", rule.Note, answered("", `"name":"nope","arguments":{},`, `"error":{"code":-32601,"message":"no"}`).spec(), answered("", `"name":"nope","arguments":{},`, refused).spec()},
	{"RES-19", rule.Reject, answered("", `"name":"any","arguments":[],`, `"result":`+fine), answered("", `"name":"any","arguments":[],`, refused)},
	{"RES-19", rule.Note, answered("", `"name":"any","arguments":[],`, `"error":{"code":-32600,"message":"no"}`), answered("", `"name":"any","arguments":[],`, refused)},
	{"RES-20", rule.Reject, answered(`"label":"failure",`, `"name":"any","arguments":{},`, `"error":{"code":-32603,"message":"no"}`),
		answered(`"label":"failure",`, `"name":"any","arguments":{},`, `"result":{"resultType":"complete","isError":true,"content":[{"type":"text","text":"t"}]}`)},
	{"RES-20", rule.Condition, docs(listOf(`{"name":"any","inputSchema":{"type":"object","required":["q"]}}`), call(2, "any", "{}", fine)),
		docs(listOf(`{"name":"any","inputSchema":{"type":"object","required":["q"]}}`), call(2, "any", `{"q":1}`, fine))},
	{"RES-20", rule.Note, answered(`"label":"invalid-arguments",`, `"name":"any","arguments":{},`, refused),
		answered(`"label":"invalid-arguments",`, `"name":"any","arguments":{},`, `"result":{"resultType":"complete","isError":true,"content":[{"type":"text","text":"t"}]}`)},
	{"RES-21", rule.Condition, gave(asksFor("password")), gave(asksFor("city"))},
	{"RES-21", rule.Note, gave(`{"resultType":"input_required","requestState":"s","content":[]}`), gave(`{"resultType":"input_required","requestState":"s"}`)},
}

// asksFor is a result that asks people for one thing by a form.
func asksFor(field string) string {
	return `{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{"message":"m",
		"requestedSchema":{"type":"object","properties":{"` + field + `":{"type":"string"}}}}}}}`
}

// modified is a schema with a pattern that is legal and cannot be evaluated.
const modified = `{"pattern":"^(?i:a)$"}`

var encTrials = []trial{
	{"ENC-11", rule.Reject, posted(post{args: `{"count":4}`, copies: `["Mcp-Param-Count","4.0"]`}), posted(post{args: `{"count":4}`, copies: `["Mcp-Param-Count","4"]`})},
}

// sends is a call of route with one argument and one copy, answered as it should
// be where the two agree.
func sends(args, copies string) scene { return posted(post{args: args, copies: copies}) }

var parTrials = []trial{
	{"PAR-01", rule.Reject, posted(post{args: `{"region":"eu"}`, copies: `["mcp-param-region","eu"]`, status: 400, answer: mismatch}), sends(`{"region":"eu"}`, `["mcp-param-region","eu"]`)},
	{"PAR-01", rule.Note, sends(`{"region":"eu"}`, `["Mcp-Param-Region","eu"],["Mcp_Param_Region","eu"]`), sends(`{"region":"eu"}`, `["Mcp-Param-Region","eu"]`)},
	{"PAR-03", rule.Note, overHTTP(sends(`{"region":"eu"}`, `["Mcp-Param-Region","eu"],["Mcp-Param-Region","eu"]`)).spec(), overHTTP(sends(`{"region":"eu"}`, `["Mcp-Param-Region","eu"]`)).spec()},
	{"PAR-04", rule.Note, overHTTP(sends(`{"region":null}`, `["Mcp-Param-Region","eu"]`)).spec(), overHTTP(sends(`{"region":null}`, ``)).spec()},
	{"PAR-05", rule.Note, overHTTP(sends(`{}`, `["Mcp-Param-Zone","eu"]`)).spec(), overHTTP(sends(`{}`, `["X-Zone","eu"]`)).spec()},
	{"PAR-11", rule.Reject, sends(`{"region":"a","region":"b"}`, `["Mcp-Param-Region","b"]`), posted(post{args: `{"region":"a","region":"b"}`, copies: `["Mcp-Param-Region","b"]`, status: 400, answer: mismatch})},
	{"PAR-11", rule.Condition, sends(`{"region":"a","region":"b"}`, `["Mcp-Param-Region","b"]`), posted(post{args: `{"region":"a","region":"b"}`, copies: `["Mcp-Param-Region","b"]`, status: 400, answer: mismatch})},
	{"PAR-12", rule.Reject, posted(post{args: `{"region":"eu"}`, answer: mismatch}), posted(post{args: `{"region":"eu"}`, status: 400, answer: mismatch})},
	{"PAR-12", rule.Condition, posted(post{args: `{"region":"eu"}`, copies: `["Mcp-Param-Region","eu"]`, status: 400, answer: mismatch}), sends(`{"region":"eu"}`, `["Mcp-Param-Region","eu"]`)},
	{"PAR-12", rule.Note, tools(strings.Replace(route, `"Flag"`, `"Fl ag"`, 1)).and(post{}.text()), tools(route).and(post{}.text())},
	{"PAR-13", rule.Reject, posted(post{standard: `["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","TOOLS/CALL"],["Mcp-Name","route"]`}), posted(post{})},
	{"PAR-13", rule.Condition, posted(post{standard: `["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","TOOLS/CALL"],["Mcp-Name","route"]`}), posted(post{})},
	{"PAR-13", rule.Note, posted(post{standard: `["Mcp-Method","tools/call"],["Mcp-Name","route"]`}), posted(post{})},
	{"PAR-14", rule.Note, retried(), retried(with(`"at":"2026-08-01T10:00:01Z"`, listOf(route)))},
	{"PAR-15", rule.Reject, posted(post{args: `{"region":"eu-west-3"}`, copies: `["Mcp-Param-Region","eu-west-4"]`, status: 400, answer: `"error":{"code":-32020,"message":"header rejected: eu-west-4"}`}),
		posted(post{args: `{"region":"eu-west-3"}`, copies: `["Mcp-Param-Region","eu-west-4"]`, status: 400, answer: mismatch})},
	{"PAR-15", rule.Reject, logged(`rejected eu-west-4`), logged(`rejected Mcp-Param-Region category=mismatch`)},
}

// retried is a call that was refused and sent again, with what lies between.
func retried(between ...string) scene {
	return tools(route).and(between...).and(
		post{id: 2, beside: `"at":"2026-08-01T10:00:00Z",`, args: `{"region":"eu"}`, status: 400, answer: mismatch}.text(),
		post{id: 3, beside: `"at":"2026-08-01T10:00:02Z",`, args: `{"region":"eu"}`, copies: `["Mcp-Param-Region","eu"]`}.text())
}

func logged(line string) scene {
	return posted(post{args: `{"region":"eu-west-3"}`, copies: `["Mcp-Param-Region","eu-west-4"]`, status: 400, answer: mismatch}).and(`{"log":["` + line + `"]}`)
}

var pageTrials = []trial{
	{"PAGE-01", rule.Condition, docs(`{"resultType":"complete","tools":[` + fineTool + `]}`), tools(fineTool)},
	{"PAGE-03", rule.Condition, walk([3]string{"", `"nextCursor":null,`, fineTool}), walk([3]string{"", "", fineTool})},
	{"PAGE-07", rule.Reject, walk([3]string{"", `"nextCursor":"k",`, fineTool}), walk([3]string{"", `"nextCursor":"k",`, fineTool}, [3]string{`"cursor":"k",`, "", ""})},
	{"PAGE-09", rule.Reject, walk([3]string{"", "", fineTool + "," + fineTool}), walk([3]string{"", "", fineTool})},
	{"PAGE-09", rule.Condition, walk([3]string{"", "", fineTool + "," + fineTool}).spec(), walk([3]string{"", "", fineTool}).spec()},
	{"PAGE-10", rule.Condition, passes(toolNamed("a", "b"), toolNamed("b", "a")), passes(toolNamed("a", "b"), toolNamed("a", "b"))},
	{"PAGE-10", rule.Note, passes(toolNamed("a", "b")), passes(toolNamed("a", "b"), toolNamed("a", "b"))},
	{"PAGE-11", rule.Condition, passes(toolNamed("a", "b"), toolNamed("a")), passes(toolNamed("a", "b"), toolNamed("a", "b"))},
	{"PAGE-11", rule.Note, changed(toolNamed("a", "b"), toolNamed("a")), changed(toolNamed("a"), toolNamed("a"))},
	{"PAGE-13", rule.Reject, walk([3]string{"", `"nextCursor":"k",`, fineTool}).and(exchange(2, "", protocol.MethodListTools, `"cursor":"k",`, refused)),
		walk([3]string{"", `"nextCursor":"k",`, fineTool}, [3]string{`"cursor":"k",`, "", ""})},
	{"PAGE-13", rule.Condition, tools(fineTool).and(with(`"label":"probe"`, page(2, `"cursor":"never",`, "", fineTool))), tools(fineTool).and(exchange(2, `"label":"probe",`, protocol.MethodListTools, `"cursor":"never",`, refused))},
	{"PAGE-13", rule.Note, tools(fineTool).and(exchange(2, `"label":"probe",`, protocol.MethodListTools, `"cursor":"never",`, `"error":{"code":-32603,"message":"no"}`)),
		tools(fineTool).and(exchange(2, `"label":"probe",`, protocol.MethodListTools, `"cursor":"never",`, refused))},
	{"PAGE-14", rule.Reject, callers("public", toolNamed("a"), toolNamed("a", "b")), callers("private", toolNamed("a"), toolNamed("a", "b"))},
}

var cmpTrials = []trial{
	{"CMP-01", rule.Reject, completes(completing{ref: `{"type":"ref/tool","name":"triage"}`}), completes(completing{})},
	{"CMP-01", rule.Note, completes(completing{ref: `{"type":"ref/prompt","name":"triage","uri":"a:b"}`}), completes(completing{ref: `{"type":"ref/prompt","name":"triage","title":"t"}`})},
	{"CMP-02", rule.Reject, completes(completing{ref: `{"type":"ref/prompt","name":"Triage"}`}), completes(completing{ref: `{"type":"ref/prompt","name":"Triage"}`, answer: refused})},
	{"CMP-03", rule.Reject, completes(completing{known: knownTemplate, ref: `{"type":"ref/resource","uri":"repo://acme/{name}"}`}), completes(completing{known: knownTemplate, ref: `{"type":"ref/resource","uri":"repo://acme/{name}"}`, answer: refused})},
	{"CMP-03", rule.Note, completes(completing{known: knownTemplate, ref: `{"type":"ref/resource","uri":"repo://acme/readme"}`}),
		completes(completing{known: knownTemplate, ref: `{"type":"ref/resource","uri":"repo://acme/readme"}`, values: `"values":[]`})},
	{"CMP-04", rule.Reject, completes(completing{arg: `{"name":"Env","value":""}`}), completes(completing{arg: `{"name":"Env","value":""}`, answer: refused})},
	{"CMP-05", rule.Reject, completes(completing{arg: `{"name":"env","value":null}`}), completes(completing{arg: `{"name":"env","value":""}`})},
	{"CMP-05", rule.Note, completes(completing{context: `,"context":{"arguments":{"env":"x"}}`}), completes(completing{context: `,"context":{"arguments":{"host":"x"}}`})},
	{"CMP-06", rule.Reject, completes(completing{values: `"values":[` + values(101) + `]`}), completes(completing{values: `"values":[` + values(100) + `]`})},
	{"CMP-06", rule.Note, completes(completing{values: `"values":["a","a"]`}), completes(completing{values: `"values":["a","A"]`})},
	{"CMP-07", rule.Reject, completes(completing{values: `"values":["a","b"],"total":1`}), completes(completing{values: `"values":["a","b"],"total":2.0`})},
	{"CMP-08", rule.Reject, completes(completing{values: `"values":["a"],"hasMore":"true"`}), completes(completing{values: `"values":["a"],"hasMore":true`})},
	{"CMP-08", rule.Condition, completes(completing{values: `"values":["a"],"total":1,"hasMore":true`}), completes(completing{values: `"values":["a"],"total":9,"hasMore":true`})},
	{"CMP-09", rule.Reject, completes(completing{caller: lowCaller, values: `"values":["dev","prod"]`}), completes(completing{caller: lowCaller, values: `"values":["dev"]`})},
	{"CMP-09", rule.Note, completes(completing{caller: `{"name":"low","forbidden":["acme-prod"]}`}), completes(completing{caller: lowCaller})},
	{"CMP-10", rule.Reject, completes(completing{caller: `{"name":"low","forbidden":["acme-prod"]}`, values: `"values":["t/ACME-Prod"]`}), completes(completing{caller: `{"name":"low","forbidden":["acme-prod"]}`, values: `"values":["t/acme-dev"]`})},
	{"CMP-10", rule.Condition, completes(completing{caller: forbids(30_000)}), completes(completing{caller: forbids(100)})},
	{"CMP-11", rule.Reject, completes(completing{caller: lowCaller, values: `"values":["dev","test"],"total":57`}), completes(completing{caller: lowCaller, values: `"values":["dev","test"],"total":2`})},
	{"CMP-11", rule.Note, ranked(`"values":["a"],"hasMore":true`), ranked(`"values":["a","x"],"hasMore":true`)},
	{"CMP-12", rule.Reject, completes(completing{arg: `{"name":"Env","value":""}`, answer: `"error":{"code":-32603,"message":"no"}`}), completes(completing{arg: `{"name":"Env","value":""}`, answer: refused})},
	{"CMP-12", rule.Condition, completes(completing{answer: `"error":{"code":-32603,"message":"no"}`}), completes(completing{})},
	{"CMP-12", rule.Note, completes(completing{arg: `{"name":"Env","value":""}`, values: `"values":[]`}), completes(completing{values: `"values":[]`})},
	{"CMP-13", rule.Request, completes(completing{}), completes(completing{}).under(paced)},
	{"CMP-13", rule.Reject, completes(completing{beside: at(0)}, completing{beside: at(100)}).under(paced), completes(completing{beside: at(0)}, completing{beside: at(300)}).under(paced)},
	{"CMP-14", rule.Reject, completes(completing{}).and(discovers(`"tools":{}`)), completes(completing{}).and(discovers(`"tools":{},"completions":{}`))},
	{"CMP-14", rule.Note, completes(completing{}), completes(completing{}).and(discovers(`"tools":{},"completions":{}`))},
}

const (
	knownTemplate = `"known":[{"type":"ref/resource","uri":"repo://{owner}/{name}","arguments":["owner","name"]},{"type":"ref/resource","uri":"repo://acme/readme"}],`
	lowCaller     = `{"name":"low","allowed":{"env":["dev","test"]}}`
)

func values(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`"v%d"`, i))
	}
	return strings.Join(all, ",")
}

func at(ms int) string { return fmt.Sprintf(`"at":"2026-08-01T10:00:00.%03dZ",`, ms) }

func paced(p *policy.Policy) {
	p.Completion = policy.Completion{DebounceMs: 250, RateLimit: &policy.RateLimit{Requests: 10, PerSeconds: 1, Key: "caller"}}
}

// forbids is a caller who must not see n names.
func forbids(n int) string {
	return `{"name":"low","forbidden":[` + strings.ReplaceAll(values(n), `"v`, `"tenant-`) + `]}`
}

// ranked are completions of two callers; the lower one sees x, the higher one
// other values.
func ranked(high string) scene {
	s := completes(completing{caller: `"low"`, values: `"values":["x"]`}, completing{caller: `"high"`, values: high})
	return s.under(func(p *policy.Policy) { p.Callers = []policy.Caller{{Name: "low", Rank: 1}, {Name: "high", Rank: 2}} })
}

// enough is all that it takes to admit the tool any.
func enough() scene {
	return docs(anyTool, call(2, "any", "{}", fine), call(3, "any", "{}", `{"resultType":"complete","isError":true,"content":[{"type":"text","text":"no"}]}`), discovers(`"tools":{}`))
}

// without is the scene without one of its documents.
func (s scene) without(i int) scene {
	s.documents = append(append([]string{}, s.documents[:i]...), s.documents[i+1:]...)
	return s
}

var evidTrials = []trial{
	{"EVID-01", rule.Refuse, docs(call(2, "any", "{}", fine)), enough()},
	{"EVID-02", rule.Refuse, docs(call(2, "any", "{}", fine)), enough()},
	{"EVID-02", rule.Note, docs(`{"resultType":"complete","tools":[` + fineTool + `]}`), enough()},
	{"EVID-03", rule.Refuse, walk([3]string{"", `"nextCursor":"k",`, fineTool}), walk([3]string{"", `"nextCursor":"k",`, fineTool}, [3]string{`"cursor":"k",`, "", ""})},
	{"EVID-05", rule.Condition, enough().without(1), enough()},
	{"EVID-05", rule.Note, docs(anyTool).file("results/any.success.json", fine), enough()},
	{"EVID-06", rule.Condition, enough().without(2), enough()},
	{"EVID-07", rule.Condition, overHTTP(tools(route)), overHTTP(tools(route)).and(`{"headerMapping":{"tool":"route","map":{}}}`)},
	{"EVID-07", rule.Request, untold(tools(route)), tools(route)},
	{"EVID-08", rule.Condition, overHTTP(tools(route)), overHTTP(tools(route)).and(complete.text())},
	{"EVID-08", rule.Condition, untold(tools(route)).and(partial.text()), untold(tools(route)).and(complete.text())},
	{"EVID-08", rule.Condition, tools(route).and(partial.text()), tools(route).and(complete.text())},
	{"EVID-08", rule.Request, overHTTP(tools(route)).and(complete.text()), tools(route)},
	{"EVID-09", rule.Condition, completes(completing{}), enough()},
	{"EVID-09", rule.Request, docs(anyTool), enough()},
	{"EVID-10", rule.Condition, enough().under(func(p *policy.Policy) { p.Callers = []policy.Caller{{Name: "admin"}} }), enough()},
	{"EVID-10", rule.Request, untold(enough()), enough()},
	{"EVID-10", rule.Note, enough().under(func(p *policy.Policy) { p.Vary = policy.Fixed }), overHTTP(enough())},
	{"EVID-11", rule.Refuse, docs(with(`"server":"s"`, anyTool), with(`"server":"t"`, call(2, "any", "{}", fine))), docs(with(`"server":"s"`, anyTool), with(`"server":"s"`, call(2, "any", "{}", fine)))},
	{"EVID-11", rule.Refuse, docs(saying("s", anyTool), call(2, "any", "{}", strings.Replace(fine, "{", `{`+serverSaying("t")+`,`, 1))), docs(saying("s", anyTool), call(2, "any", "{}", strings.Replace(fine, "{", `{`+serverSaying("s")+`,`, 1)))},
	{"EVID-11", rule.Condition, docs(older(1, "tools/list", "", `{"tools":[`+fineTool+`]}`), anyTool), docs(anyTool)},
	{"EVID-11", rule.Note, enough().and(older(4, "tools/call", `"name":"any","arguments":{}`, `{"content":[]}`)), enough()},
	{"EVID-12", rule.Note, docs(anyTool, call(2, "any", "{}", fine)), docs(anyTool, with(`"label":"success"`, call(2, "any", "{}", fine)))},
	{"EVID-13", rule.Request, docs(anyTool, call(2, "any", "{}", fine)), everyRow()},
	{"EVID-14", rule.Refuse, docs(`{"a":`, call(2, "any", "{}", fine)), enough()},
	{"EVID-14", rule.Condition, enough().and(`{"odd":1}`), enough()},
	{"EVID-14", rule.Note, enough().and(`{"mcpreviewLock":1}`), enough()},
	{"EVID-15", rule.Condition, enough().under(accepts("DESC-04", "2027-03-31")), tools(toolNamed("a/b")).under(accepts("DESC-04", "2027-03-31"))},
	{"EVID-15", rule.Note, tools(toolNamed("a/b")).under(accepts("DESC-04", "2027-03-31")), tools(toolNamed("a/b")).under(accepts("DESC-04", "2026-07-31"))},
}

// everyRow exercises every row of the matrix that applies to it.
func everyRow() scene {
	return enough().and(call(4, "any", "{}", `{"resultType":"complete","content":[{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"},{"type":"text","text":"t"}]}`),
		exchange(5, "", protocol.MethodCallTool, `"name":"nope","arguments":{},`, refused))
}

// complete is a call of route with a matching copy for each binding.
var complete = post{args: `{"region":"eu","count":4,"flag":true}`, copies: `["Mcp-Param-Region","eu"],["Mcp-Param-Count","4"],["Mcp-Param-Flag","true"]`}

// partial is one that leaves two of the bindings out.
var partial = post{args: `{"region":"eu"}`, copies: `["Mcp-Param-Region","eu"]`}

// untold leaves open over which transport exchanges went.
func untold(s scene) scene {
	for i, d := range s.documents {
		s.documents[i] = strings.Replace(d, `"transport":"stdio",`, "", 1)
	}
	return s
}

// accepts accepts a finding on the tool a/b.
func accepts(id, until string) func(*policy.Policy) {
	return func(p *policy.Policy) {
		p.Accept = []policy.Acceptance{{Rule: rule.Get(id), Subject: rule.Subject{Kind: rule.KindTool, Name: "a/b"}, Reason: "why", By: "who", Until: until}}
	}
}
