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
