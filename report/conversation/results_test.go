package conversation

import (
	"strings"
	"testing"
)

func TestShapes(t *testing.T) {
	listed := func(tools, more string) string {
		return strings.Replace(strings.Replace(noTools, `"tools":[]`, `"tools":[`+tools+`]`, 1), `"ttl`, more+`"ttl`, 1)
	}
	dip := `{"name":"dip","inputSchema":{"type":"object"},"outputSchema":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}}`
	answer := func(structured string) string {
		return strings.Replace(toolResult, `}]`, `}],"structuredContent":`+structured, 1)
	}
	ask := func(method, params string) string {
		return `> {"id":1,"method":"` + method + `","params":{"_meta":{@}` + params + `}}`
	}
	result := func(members string) string {
		return `< {"id":1,"result":{"resultType":"complete"` + members + `}}`
	}
	page := func(cursor, next string) script {
		return script{ask("tools/list", cursor), listed("", next)}
	}
	join := func(all ...script) (joined script) {
		for _, s := range all {
			joined = append(joined, s...)
		}
		return joined
	}
	read, prompt, complete := ask("resources/read", `,"uri":"a:b"`), ask("prompts/get", `,"name":"p"`),
		ask("completion/complete", `,"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""}`)
	const hints = `,"ttlMs":0,"cacheScope":"public"`
	run(t, []trial{
		{name: "structured as promised", steps: script{askTools, listed(dip, ""), callTool, answer(`{"n":1}`)}},
		{name: "structured otherwise", breaks: "CONV-20", at: "/message/result/structuredContent/n", steps: script{askTools, listed(dip, ""), callTool, answer(`{"n":"1"}`)}},
		{name: "structured missing", breaks: "CONV-20", steps: script{askTools, listed(dip, ""), callTool, toolResult}},
		{name: "the contract when it was called", steps: script{askTools, listed(dip, ""), callWith(2, `"a":1`), ask("tools/list", ""), listed(strings.Replace(dip, "integer", "string", 1), ""),
			strings.Replace(answer(`{"n":1}`), `"id":1`, `"id":2`, 1)}},
		{name: "block of no type", breaks: "CONV-20", steps: script{callTool, result(`,"content":[{"type":"hologram"}]`)}},
		{name: "image without data", breaks: "CONV-20", steps: script{callTool, result(`,"content":[{"type":"image","mimeType":"image/png"}]`)}},
		{name: "no content", breaks: "CONV-20", steps: script{callTool, result("")}},
		{name: "isError of another type", breaks: "CONV-20", steps: script{callTool, result(`,"content":[],"isError":"no"`)}},
		{name: "failure", steps: script{callTool, result(`,"content":[{"type":"text","text":"no"}],"isError":true`)}},
		{name: "call without name served", breaks: "CONV-20", steps: script{ask("tools/call", ""), toolResult}},
		{name: "call without name refused", steps: script{ask("tools/call", ""), errorTo(1, -32602, "")}},
		{name: "list without its member", breaks: "CONV-20", steps: script{askTools, result(hints)}},
		{name: "nextCursor of another type", breaks: "CONV-20", at: "/message/result/nextCursor", steps: script{askTools, listed("", `"nextCursor":7,`)}},
		{name: "three pages, the second twice", steps: join(page("", `"nextCursor":"a",`), page(`,"cursor":"a"`, `"nextCursor":"b",`), page(`,"cursor":"b"`, ""), page(`,"cursor":"a"`, `"nextCursor":"b",`))},
		{name: "two passes with the same cursors", steps: join(page("", `"nextCursor":"a",`), page("", `"nextCursor":"a",`), page(`,"cursor":"a"`, ""))},
		{name: "empty cursor", steps: join(page("", `"nextCursor":"",`), page(`,"cursor":""`, ""))},
		{name: "cursor that leads back", breaks: "CONV-20", steps: join(page("", `"nextCursor":"a",`), page(`,"cursor":"a"`, `"nextCursor":"b",`), page(`,"cursor":"b"`, `"nextCursor":"a",`))},
		{name: "cursor that stays", breaks: "CONV-20", steps: join(page("", `"nextCursor":"a",`), page(`,"cursor":"a"`, `"nextCursor":"a",`))},
		{name: "cursor from elsewhere", steps: page(`,"cursor":"z"`, `"nextCursor":"y",`)},
		{name: "tool of the second page", steps: join(page("", `"nextCursor":"a",`), script{ask("tools/list", `,"cursor":"a"`), listed(dip, ""), callTool, answer(`{"n":1}`)})},
		{name: "tool of no page", breaks: "CONV-18", steps: join(page("", `"nextCursor":"a",`), page(`,"cursor":"a"`, ""), script{callTool, toolResult})},
		{name: "metadata of another type", breaks: "CONV-20", steps: script{read, result(`,"contents":[{"uri":"a:b","text":""}],"_meta":[]` + hints)}},
		{name: "blob", steps: script{read, result(`,"contents":[{"uri":"a:b","blob":"AA=="}]` + hints)}},
		{name: "blob in the URL alphabet", breaks: "CONV-20", steps: script{read, result(`,"contents":[{"uri":"a:b","blob":"-_=="}]` + hints)}},
		{name: "text and blob", breaks: "CONV-20", steps: script{read, result(`,"contents":[{"uri":"a:b","blob":"","text":""}]` + hints)}},
		{name: "contents without URI", breaks: "CONV-20", steps: script{read, result(`,"contents":[{"text":""}]` + hints)}},
		{name: "no contents", breaks: "CONV-20", steps: script{read, result(hints)}},
		{name: "prompt", steps: script{prompt, result(`,"description":"","messages":[{"role":"user","content":{"type":"resource","resource":{"uri":"a:b","text":""}}}]`)}},
		{name: "prompt without messages", breaks: "CONV-20", steps: script{prompt, result("")}},
		{name: "prompt of another role", breaks: "CONV-20", steps: script{prompt, result(`,"messages":[{"role":"system","content":{"type":"text","text":""}}]`)}},
		{name: "prompt with text for content", breaks: "CONV-20", steps: script{prompt, result(`,"messages":[{"role":"user","content":"hi"}]`)}},
		{name: "completion", steps: script{complete, result(`,"completion":{"values":["a"]}`)}},
		{name: "completion of 100", steps: script{complete, result(`,"completion":{"values":["a"` + strings.Repeat(`,"a"`, 99) + `]}`)}},
		{name: "completion of 101", breaks: "CONV-20", steps: script{complete, result(`,"completion":{"values":["a"` + strings.Repeat(`,"a"`, 100) + `]}`)}},
		{name: "completion as choices", breaks: "CONV-20", steps: script{complete, result(`,"completion":{"choices":["a"]}`)}},
		{name: "discovery without capabilities", breaks: "CONV-20", steps: script{discover, strings.Replace(discovered, `"capabilities":{"tools":{}}`, `"capabilities":[]`, 1)}},
		{name: "discovery without versions", breaks: "CONV-20", steps: script{discover, strings.Replace(discovered, `["2026-07-28"]`, `"2026-07-28"`, 1)}},
	})
}

// TestDescriptors holds the tools of lists against the rules on descriptors: what
// the specification demands of them, and no more.
func TestDescriptors(t *testing.T) {
	list := func(tools string) script { return script{askTools, strings.Replace(noTools, `[]`, "["+tools+"]", 1)} }
	tool := func(members string) script {
		return list(`{"name":"dip","inputSchema":{"type":"object"},` + members + `}`)
	}
	input := func(members string) script {
		return list(`{"name":"dip","inputSchema":{"type":"object",` + members + `}}`)
	}
	const good, tools = `{"name":"good","inputSchema":{"type":"object"}}`, "/message/result/tools"
	annotated := input(`"properties":{"r":{"type":"array","x-mcp-header":"Region"}}`)
	run(t, []trial{
		{name: "a tool", steps: list(good)},
		{name: "null", breaks: "CONV-20", at: tools + "/1", steps: list(good + `,null`)},
		{name: "text", breaks: "CONV-20", at: tools + "/0", steps: list(`"good"`)},
		{name: "no name", breaks: "CONV-20", at: tools + "/0", steps: list(`{"inputSchema":{"type":"object"}}`)},
		{name: "number for a name", breaks: "CONV-20", at: tools + "/0/name", steps: list(`{"name":7,"inputSchema":{"type":"object"}}`)},
		{name: "name of any characters", steps: list(`{"name":"greet (with é, \u0007)","inputSchema":{"type":"object"}}`)},
		{name: "empty name", steps: list(`{"name":"","inputSchema":{"type":"object"}}`)},
		{name: "long name", steps: list(`{"name":"` + strings.Repeat("n", 200) + `","inputSchema":{"type":"object"}}`)},
		{name: "names in other case", steps: list(good + `,` + strings.Replace(good, "good", "Good", 1))},
		{name: "name twice", breaks: "CONV-20", at: tools + "/1/name", steps: list(good + `,{"name":"good","inputSchema":{"type":"object","required":["a"]}}`)},
		{name: "tool twice", breaks: "CONV-20", at: tools + "/1/name", steps: list(good + `,` + good)},
		{name: "name on two pages", steps: script{
			askTools, strings.Replace(noTools, `[]`, `[`+good+`],"nextCursor":"n"`, 1), strings.Replace(askTools, `}}}`, `},"cursor":"n"}}`, 1), strings.Replace(noTools, `[]`, `[`+good+`]`, 1)}},
		{name: "listed again", steps: append(list(good), list(good)...)},
		{name: "no inputSchema", breaks: "CONV-20", at: tools + "/1", steps: list(good + `,{"name":"bad"}`)},
		{name: "null inputSchema", breaks: "CONV-20", at: tools + "/0/inputSchema", steps: list(`{"name":"bad","inputSchema":null}`)},
		{name: "inputSchema true", breaks: "CONV-20", steps: list(`{"name":"bad","inputSchema":true}`)},
		{name: "inputSchema of another type", breaks: "CONV-20", at: tools + "/0/inputSchema/type", steps: list(`{"name":"bad","inputSchema":{"type":["object"]}}`)},
		{name: "inputSchema of no type", breaks: "CONV-20", steps: list(`{"name":"bad","inputSchema":{"properties":{}}}`)},
		{name: "unknown type of a property", breaks: "CONV-20", at: tools + "/0/inputSchema/properties/a/type", steps: input(`"properties":{"a":{"type":"strin"}}`)},
		{name: "broken pattern", breaks: "CONV-20", steps: input(`"properties":{"a":{"pattern":"("}}`)},
		{name: "lookahead", steps: input(`"properties":{"a":{"pattern":"^(?=a)"}}`)},
		{name: "reference to nothing", breaks: "CONV-20", steps: input(`"properties":{"a":{"$ref":"#/$defs/b"}}`)},
		{name: "reference elsewhere", breaks: "CONV-20", steps: input(`"properties":{"a":{"$ref":"https://example.com/s.json"}}`)},
		{name: "reference to itself", steps: input(`"properties":{"a":{"$ref":"#"}}`)},
		{name: "draft-07", steps: input(`"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"items":[true]}}`)},
		{name: "dialect of one's own", breaks: "CONV-20", at: tools + "/0/inputSchema/$schema", steps: input(`"$schema":"https://example.com/mine"`)},
		{name: "output of any type", steps: tool(`"outputSchema":{"type":"array"}`)},
		{name: "null output", breaks: "CONV-20", at: tools + "/0/outputSchema", steps: tool(`"outputSchema":null`)},
		{name: "broken output", breaks: "CONV-20", steps: tool(`"outputSchema":{"minimum":"1"}`)},
		{name: "hints of their types", steps: tool(`"annotations":{"readOnlyHint":true,"destructiveHint":true,"category":5}`)},
		{name: "hint as text", breaks: "CONV-20", at: tools + "/0/annotations/readOnlyHint", steps: tool(`"annotations":{"readOnlyHint":"yes"}`)},
		{name: "annotations null", breaks: "CONV-20", steps: tool(`"annotations":null`)},
		{name: "description of another type", breaks: "CONV-20", at: tools + "/0/description", steps: tool(`"description":null`)},
		{name: "metadata of another type", breaks: "CONV-20", at: tools + "/0/_meta", steps: tool(`"_meta":[]`)},
		{name: "icon without src", breaks: "CONV-20", steps: tool(`"icons":[{}]`)},
		{name: "icon that is not loaded", steps: tool(`"icons":[{"src":"http://example.com/i.png"}]`)},
		{name: "members of earlier revisions and of one's own", steps: tool(`"execution":{"taskSupport":"sometimes"},"x":1,"outputschema":5`)},
		{name: "hidden text", steps: tool(`"description":"\u001b[8mhidden\u202e"`)},
		{name: "names that look alike", steps: list(good + `,{"name":"g\u043eod","inputSchema":{"type":"object"}}`)},
		{name: "header of a list, over stdio", steps: annotated},
		{name: "header of a list", breaks: "CONV-20", http: true, steps: annotated},
		{name: "header of a text", http: true, steps: input(`"properties":{"r":{"type":"string","x-mcp-header":"Region"}}`)},
		{name: "header of a nested text", http: true, steps: input(`"properties":{"o":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Region"}}}}`)},
		{name: "header of a secret name", http: true, steps: input(`"properties":{"token":{"type":"string","x-mcp-header":"Token"}}`)},
		{name: "header without a name", breaks: "CONV-20", http: true, steps: input(`"properties":{"r":{"type":"string","x-mcp-header":""}}`)},
		{name: "tool for a model", breaks: "CONV-10", at: "/message/result/inputRequests/k/params/tools/0/inputSchema", steps: script{
			able(`{"sampling":{"tools":{}}}`), interimWith(`,"inputRequests":{"k":{"method":"sampling/createMessage","params":{"maxTokens":1,"messages":[],"tools":[{"name":"x","inputSchema":[]}]}}}`)}},
	})
}

// No value of a conversation stands in a verdict.
func TestNothingIsEchoed(t *testing.T) {
	const secret = "c4n4ry"
	for _, s := range []script{
		{`> {"id":1,"method":"tools/call","params":{"_meta":{@},"name":"` + secret + `"}}`, `< {"id":"` + secret + `","result":{}}`},
		{askTools, noTools, strings.Replace(callTool, "dip", secret, 1), toolResult},
		{callTool, `< {"id":1,"result":{"resultType":"` + secret + `"}}`},
		{callTool, `< {"id":1,"error":{"code":-32002,"message":"` + secret + `"}}`},
		{callTool, `< {"id":1,"result":{"resultType":"complete","content":[{"type":"` + secret + `"}]}}`},
		{`> {"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"` + secret + `","io.modelcontextprotocol/clientCapabilities":{}}}}`, noTools},
		{callTool, progress(`"`+secret+`"`, "1")},
		{listening(`"`+secret+`"`, `{}`), on(`"`+secret+`"`, "tools/list_changed", "")},
	} {
		v := s.verdict(t)
		if v == nil || strings.Contains(v.String(), secret) {
			t.Errorf("%v for %v", v, s)
		}
	}
}
