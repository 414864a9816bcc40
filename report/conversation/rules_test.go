package conversation

import (
	"fmt"
	"strings"
	"testing"
)

const (
	askTools   = `> {"id":1,"method":"tools/list","params":{"_meta":{@}}}`
	noTools    = `< {"id":1,"result":{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}}`
	callTool   = `> {"id":1,"method":"tools/call","params":{"_meta":{@},"name":"dip","arguments":{}}}`
	toolResult = `< {"id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"ok"}]}}`
	done       = `< {"id":2,"result":{"resultType":"complete","content":[{"type":"text","text":"ok"}]}}`
	discover   = `> {"id":"d","method":"server/discover","params":{"_meta":{@}}}`
	discovered = `< {"id":"d","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"public"}}`
)

const (
	askPrompts = `> {"id":1,"method":"prompts/list","params":{"_meta":{@}}}`
	onePrompt  = `< {"id":1,"result":{"resultType":"complete","prompts":[{"name":"p"}],"ttlMs":0,"cacheScope":"private"}}`
	prompted   = `< {"id":1,"result":{"resultType":"complete","messages":[]}}`
)

func getPrompt(name string) string {
	return `> {"id":1,"method":"prompts/get","params":{"_meta":{@},"name":"` + name + `"}}`
}

// callWith is a call whose metadata has more members.
func callWith(id int, more string) string {
	return fmt.Sprintf(`> {"id":%d,"method":"tools/call","params":{"_meta":{@,%s},"name":"dip","arguments":{}}}`, id, more)
}

func errorTo(id int, code int, more string) string {
	return fmt.Sprintf(`< {"id":%d,"error":{"code":%d,"message":"no"%s}}`, id, code, more)
}

func TestEnvelope(t *testing.T) {
	run(t, []trial{
		{name: "an exchange", steps: script{askTools, noTools}},
		{name: "no steps", steps: script{}},
		{name: "array", breaks: "CONV-01", at: "/message", steps: script{`>![{"jsonrpc":"2.0","id":1,"method":"tools/list"}]`}},
		{name: "empty array", breaks: "CONV-01", steps: script{`<![]`}},
		{name: "text", breaks: "CONV-01", steps: script{`<!"{}"`}},
		{name: "null", breaks: "CONV-01", steps: script{`>!null`}},
		{name: "version 1", breaks: "CONV-02", at: "/message/jsonrpc", steps: script{`>!{"jsonrpc":"1.0","id":1,"method":"x"}`}},
		{name: "version as number", breaks: "CONV-02", steps: script{`>!{"jsonrpc":2.0,"id":1,"method":"x"}`}},
		{name: "nothing", breaks: "CONV-02", steps: script{`<!{"jsonrpc":"2.0"}`}},
		{name: "method beside result", breaks: "CONV-02", steps: script{`< {"id":1,"method":"x","result":{}}`}},
		{name: "method as number", breaks: "CONV-02", at: "/message/method", steps: script{`> {"id":1,"method":4}`}},
		{name: "params as array", breaks: "CONV-02", at: "/message/params", steps: script{`> {"id":1,"method":"x","params":[]}`}},
		{name: "request without id", breaks: "CONV-02", steps: script{`> {"method":"tools/list","params":{"_meta":{@}}}`}},
		{name: "notification of one's own", steps: script{`> {"method":"com.example/hello"}`}},
		{name: "notification with id", breaks: "CONV-02", at: "/message/id", steps: script{`> {"id":7,"method":"notifications/cancelled","params":{"requestId":1}}`}},
		{name: "result and error", breaks: "CONV-02", steps: script{askTools, `< {"id":1,"result":{},"error":null}`}},
		{name: "result without id", breaks: "CONV-02", steps: script{askTools, `< {"result":{}}`}},
		{name: "null id of a request", breaks: "CONV-03", steps: script{`> {"id":null,"method":"tools/list","params":{"_meta":{@}}}`}},
		{name: "fraction", breaks: "CONV-03", steps: script{`> {"id":1.5,"method":"tools/list","params":{"_meta":{@}}}`}},
		{name: "boolean id", breaks: "CONV-03", steps: script{`> {"id":true,"method":"tools/list","params":{"_meta":{@}}}`}},
		{name: "7.0 is 7", steps: script{`> {"id":7.0,"method":"tools/call","params":{"_meta":{@},"name":"a"}}`, `< {"id":7,"result":{"resultType":"complete","content":[]}}`}},
		{name: "null id of a response", breaks: "CONV-03", steps: script{askTools, `< {"id":null,"error":{"code":-32600,"message":"no"}}`}},
		{name: "error without id", steps: script{`< {"error":{"code":-32700,"message":"no"}}`, askTools, `< {"error":{"code":-32600,"message":"no"}}`, noTools}},
		{name: "error without id, retired code", breaks: "CONV-18", steps: script{`< {"error":{"code":-32002,"message":"no"}}`}},
	})
}

func TestCorrelation(t *testing.T) {
	run(t, []trial{
		{name: "5 and \"5\" at once", steps: script{
			`> {"id":5,"method":"tools/call","params":{"_meta":{@},"name":"a"}}`, `> {"id":"5","method":"tools/call","params":{"_meta":{@},"name":"a"}}`,
			`< {"id":"5","result":{"resultType":"complete","content":[]}}`, `< {"id":5,"result":{"resultType":"complete","content":[]}}`}},
		{name: "answered in another order", steps: script{callTool, callWith(2, `"a":1`), done, toolResult}},
		{name: "id in use", breaks: "CONV-04", at: "/message/id", steps: script{callTool, askTools}},
		{name: "id in use, spelled otherwise", breaks: "CONV-04", steps: script{callTool, `> {"id":1e0,"method":"tools/list","params":{"_meta":{@}}}`}},
		{name: "id free again", steps: script{callTool, toolResult, askTools, noTools}},
		{name: "string for integer", breaks: "CONV-04", at: "/message/id", steps: script{callTool, `< {"id":"1","result":{"resultType":"complete","content":[]}}`}},
		{name: "answered twice", breaks: "CONV-04", steps: script{callTool, toolResult, toolResult}},
		{name: "answer to nothing", breaks: "CONV-04", steps: script{toolResult}},
		{name: "answer to a notification", breaks: "CONV-05", steps: script{`> {"method":"notifications/com.example"}`, `< {"id":null,"result":{}}`}},
		{name: "answer to a notification without id", breaks: "CONV-05", steps: script{`> {"method":"notifications/com.example"}`, `< {"result":{}}`}},
		{name: "server asks", breaks: "CONV-06", steps: script{callTool, `< {"id":"s","method":"elicitation/create","params":{}}`}},
		{name: "client answers", breaks: "CONV-06", steps: script{callTool, `> {"id":1,"result":{}}`}},
		{name: "unanswered at the end", steps: script{callTool}},
	})
}

func TestMetadata(t *testing.T) {
	bare := `> {"id":1,"method":"tools/list","params":{}}`
	version := func(v string) string {
		return `> {"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"` + v + `","io.modelcontextprotocol/clientCapabilities":{}}}}`
	}
	unsupported := errorTo(1, -32022, `,"data":{"supported":["2026-07-28"],"requested":"x"}`)
	run(t, []trial{
		{name: "no metadata refused", steps: script{bare, errorTo(1, -32602, "")}},
		{name: "no params refused", steps: script{`> {"id":1,"method":"tools/list"}`, errorTo(1, -32602, "")}},
		{name: "no metadata served", breaks: "CONV-07", steps: script{bare, noTools}},
		{name: "no metadata, another code", breaks: "CONV-07", steps: script{bare, errorTo(1, -32600, "")}},
		{name: "no metadata, header mismatch", http: true, steps: script{bare, errorTo(1, -32020, "")}},
		{name: "no capabilities served", breaks: "CONV-07", steps: script{`> {"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`, noTools}},
		{name: "capabilities of another type", breaks: "CONV-07", steps: script{`> {"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}}}`, noTools}},
		{name: "unpublished version refused", steps: script{version("1900-01-01"), unsupported}},
		{name: "unpublished version served", breaks: "CONV-07", steps: script{version("1900-01-01"), noTools}},
		{name: "refusal without what is supported", breaks: "CONV-18", steps: script{version("1900-01-01"), errorTo(1, -32022, "")}},
		{name: "refusal of what is supported", breaks: "CONV-18", steps: script{version("2026-07-28"), unsupported}},
		{name: "older version, not asked for", steps: script{version("2025-11-25"), `< {"id":1,"result":{"tools":[]}}`}},
		{name: "older version, not supported", breaks: "CONV-07", steps: script{discover, discovered, version("2025-11-25"), `< {"id":1,"result":{"tools":[]}}`}},
		{name: "discovery of other versions", breaks: "CONV-07", steps: script{discover, strings.Replace(discovered, "2026-07-28", "2027-01-01", 1)}},
		{name: "discovery of more versions", steps: script{discover, strings.Replace(discovered, `["2026`, `["2025-11-25","2026`, 1)}},
	})
}

func TestRemoved(t *testing.T) {
	trials := []trial{
		{name: "initialized", breaks: "CONV-08", steps: script{`> {"method":"notifications/initialized"}`}},
		{name: "roots changed", breaks: "CONV-08", steps: script{`> {"method":"notifications/roots/list_changed"}`}},
		{name: "from the server", breaks: "CONV-08", steps: script{`< {"method":"notifications/initialized"}`}},
		{name: "initialize without metadata", steps: script{`> {"id":1,"method":"initialize","params":{}}`, errorTo(1, -32602, "")}},
	}
	for _, method := range []string{"initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "tasks/list", "tasks/result"} {
		ask := `> {"id":1,"method":"` + method + `","params":{"_meta":{@}}}`
		trials = append(trials,
			trial{name: method, steps: script{ask, errorTo(1, -32601, "")}},
			trial{name: method + " served", breaks: "CONV-08", steps: script{ask, `< {"id":1,"result":{"resultType":"complete"}}`}},
			trial{name: method + " refused otherwise", breaks: "CONV-08", steps: script{ask, errorTo(1, -32602, "")}},
		)
	}
	run(t, trials)
}

func TestResultType(t *testing.T) {
	extension := strings.Replace(callTool, "@", `@{"extensions":{"com.example/x":{}}}`, 1)
	offered := strings.Replace(discovered, `{"tools":{}}`, `{"tools":{},"extensions":{"com.example/x":{}}}`, 1)
	word := `< {"id":1,"result":{"resultType":"queued"}}`
	read := `> {"id":1,"method":"resources/read","params":{"_meta":{@},"uri":"a:b"}}`
	run(t, []trial{
		{name: "missing", breaks: "CONV-09", steps: script{callTool, `< {"id":1,"result":{"content":[]}}`}},
		{name: "of another type", breaks: "CONV-09", steps: script{callTool, `< {"id":1,"result":{"resultType":null,"content":[]}}`}},
		{name: "unknown word", breaks: "CONV-09", steps: script{callTool, word}},
		{name: "result is no object", breaks: "CONV-09", steps: script{callTool, `< {"id":1,"result":[]}`}},
		{name: "word of an extension", steps: script{discover, offered, extension, word}},
		{name: "extension of the server alone", breaks: "CONV-09", steps: script{discover, offered, callTool, word}},
		{name: "extension of the client alone", breaks: "CONV-09", steps: script{discover, discovered, extension, word}},
		{name: "list without ttlMs", breaks: "CONV-09", steps: script{askTools, `< {"id":1,"result":{"resultType":"complete","tools":[],"cacheScope":"private"}}`}},
		{name: "list with ttlMs below 0", breaks: "CONV-09", at: "/message/result/ttlMs", steps: script{askTools, strings.Replace(noTools, `:0,`, `:-1,`, 1)}},
		{name: "list with a whole ttlMs", steps: script{askTools, strings.Replace(noTools, `:0,`, `:3e5,`, 1)}},
		{name: "list with another scope", breaks: "CONV-09", steps: script{askTools, strings.Replace(noTools, "private", "Private", 1)}},
		{name: "read without scope", breaks: "CONV-09", steps: script{read, `< {"id":1,"result":{"resultType":"complete","contents":[{"uri":"a:b","text":""}],"ttlMs":0}}`}},
		{name: "read", steps: script{read, `< {"id":1,"result":{"resultType":"complete","contents":[{"uri":"a:b","text":""}],"ttlMs":0,"cacheScope":"public"}}`}},
		{name: "discovery without ttlMs", breaks: "CONV-09", steps: script{discover, strings.Replace(discovered, `"ttlMs":0,`, "", 1)}},
		{name: "interim read without hints", steps: script{read, `< {"id":1,"result":{"resultType":"input_required","requestState":"s"}}`}},
	})
}

func TestCodes(t *testing.T) {
	trials := []trial{
		{name: "no object", breaks: "CONV-18", steps: script{callTool, `< {"id":1,"error":"no"}`}},
		{name: "fraction", breaks: "CONV-18", steps: script{callTool, `< {"id":1,"error":{"code":-1.5,"message":""}}`}},
		{name: "no message", breaks: "CONV-18", steps: script{callTool, `< {"id":1,"error":{"code":-32602}}`}},
		{name: "parse error of what could be read", breaks: "CONV-18", steps: script{callTool, errorTo(1, -32700, "")}},
		{name: "headers over stdio", breaks: "CONV-18", steps: script{callTool, errorTo(1, -32020, "")}},
		{name: "headers over HTTP", http: true, steps: script{callTool, errorTo(1, -32020, "")}},
		{name: "missing capability", steps: script{callTool, errorTo(1, -32021, `,"data":{"requiredCapabilities":{"elicitation":{}}}`)}},
		{name: "missing capability without data", breaks: "CONV-18", steps: script{callTool, errorTo(1, -32021, "")}},
		{name: "missing capability that is there", breaks: "CONV-19", steps: script{
			strings.Replace(callTool, "@", `@{"elicitation":{}}`, 1), errorTo(1, -32021, `,"data":{"requiredCapabilities":{"elicitation":{}}}`)}},
		{name: "missing part of a capability", steps: script{
			strings.Replace(callTool, "@", `@{"elicitation":{}}`, 1), errorTo(1, -32021, `,"data":{"requiredCapabilities":{"elicitation":{"url":{}}}}`)}},
		{name: "error in a result", breaks: "CONV-18", at: "/message/result/error", steps: script{callTool, `< {"id":1,"result":{"resultType":"complete","error":{"code":-32602,"message":"no"}}}`}},
		{name: "error as content", breaks: "CONV-18", steps: script{callTool, `< {"id":1,"result":{"resultType":"complete","content":[{"code":-32602,"message":"no"}]}}`}},
		{name: "code in structured content", steps: script{callTool, `< {"id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"{}"}],"structuredContent":{"code":1,"message":"a"}}}`}},
		{name: "empty contents", breaks: "CONV-18", steps: script{
			`> {"id":1,"method":"resources/read","params":{"_meta":{@},"uri":"a:b"}}`, `< {"id":1,"result":{"resultType":"complete","contents":[],"ttlMs":0,"cacheScope":"public"}}`}},
		{name: "unknown tool called", breaks: "CONV-18", steps: script{askTools, noTools, callTool, toolResult}},
		{name: "unknown tool refused", steps: script{askTools, noTools, callTool, errorTo(1, -32602, "")}},
		{name: "unknown tool refused otherwise", breaks: "CONV-18", steps: script{askTools, noTools, callTool, errorTo(1, -32603, "")}},
		{name: "unknown tool, capability first", steps: script{askTools, noTools, callTool, errorTo(1, -32021, `,"data":{"requiredCapabilities":{"roots":{}}}`)}},
		{name: "unknown prompt refused", steps: script{askPrompts, onePrompt, getPrompt("q"), errorTo(1, -32602, "")}},
		{name: "unknown prompt refused otherwise", breaks: "CONV-18", steps: script{askPrompts, onePrompt, getPrompt("q"), errorTo(1, -32601, "")}},
		{name: "unknown prompt served", breaks: "CONV-18", steps: script{askPrompts, onePrompt, getPrompt("q"), prompted}},
		{name: "known prompt", steps: script{askPrompts, onePrompt, getPrompt("p"), prompted}},
		{name: "prompt of a list that changed", steps: script{
			listening("9", `{"promptsListChanged":true}`), acknowledge("9", `{}`), askPrompts, onePrompt, on("9", "prompts/list_changed", ""), getPrompt("q"), prompted}},
		{name: "unknown cursor refused", steps: script{askTools, noTools, strings.Replace(askTools, `}}}`, `},"cursor":"z"}}`, 1), errorTo(1, -32602, "")}},
		{name: "unknown cursor refused otherwise", breaks: "CONV-18", steps: script{askTools, noTools, strings.Replace(askTools, `}}}`, `},"cursor":"z"}}`, 1), errorTo(1, -32600, "")}},
		{name: "unknown cursor served", breaks: "CONV-18", steps: script{askTools, noTools, strings.Replace(askTools, `}}}`, `},"cursor":"z"}}`, 1), noTools}},
		{name: "unknown method refused", steps: script{`> {"id":1,"method":"tools/run","params":{"_meta":{@}}}`, errorTo(1, -32601, "")}},
		{name: "unknown method refused otherwise", breaks: "CONV-18", steps: script{`> {"id":1,"method":"tools/run","params":{"_meta":{@}}}`, errorTo(1, -32602, "")}},
		{name: "unknown method served", breaks: "CONV-18", steps: script{`> {"id":1,"method":"tools/run","params":{"_meta":{@}}}`, `< {"id":1,"result":{"resultType":"complete"}}`}},
		{name: "method of an extension", steps: script{`> {"id":1,"method":"tasks/get","params":{"_meta":{@{"extensions":{"io.modelcontextprotocol/tasks":{}}}}}}`, `< {"id":1,"result":{"resultType":"complete"}}`}},
		{name: "tool of a page that is not the last", steps: script{askTools, strings.Replace(noTools, `"ttl`, `"nextCursor":"n","ttl`, 1), callTool, toolResult}},
	}
	for _, code := range []int{-32002, -32042, -32001, -32003, -32004, -32023, -32099, -32100, -32599, -32604, -32768} {
		trials = append(trials, trial{name: fmt.Sprint(code), breaks: "CONV-18", steps: script{callTool, errorTo(1, code, "")}})
	}
	for _, code := range []int{-32600, -32602, -32603, -32000, -32019, -31999, 0, 1} {
		trials = append(trials, trial{name: fmt.Sprint(code), steps: script{callTool, errorTo(1, code, "")}})
	}
	run(t, trials)
}

func TestCapabilities(t *testing.T) {
	prompts := `> {"id":1,"method":"prompts/list","params":{"_meta":{@}}}`
	listed := `< {"id":1,"result":{"resultType":"complete","prompts":[],"ttlMs":0,"cacheScope":"private"}}`
	run(t, []trial{
		{name: "declared", steps: script{discover, discovered, askTools, noTools}},
		{name: "declared and refused", breaks: "CONV-19", steps: script{discover, discovered, askTools, errorTo(1, -32601, "")}},
		{name: "not declared", steps: script{discover, discovered, prompts, errorTo(1, -32601, "")}},
		{name: "not declared and served", breaks: "CONV-19", steps: script{discover, discovered, prompts, listed}},
		{name: "not declared and refused otherwise", breaks: "CONV-19", steps: script{discover, discovered, prompts, errorTo(1, -32602, "")}},
		{name: "not asked", steps: script{prompts, listed}},
		{name: "answered before discovery", steps: script{prompts, discover, listed, discovered}},
		{name: "a server without tools", steps: script{discover, strings.Replace(discovered, `"tools"`, `"prompts"`, 1), prompts, listed}},
		{name: "discovery refused", breaks: "CONV-19", steps: script{discover, `< {"id":"d","error":{"code":-32601,"message":"no"}}`}},
		{name: "a method of one's own", steps: script{discover, discovered, `> {"id":1,"method":"com.example/x","params":{"_meta":{@}}}`, `< {"id":1,"result":{"resultType":"complete"}}`}},
	})
}

// Every rule is broken by some trial above or in the other files: what no rule
// says cannot be a verdict.
func TestRulesAreNumbered(t *testing.T) {
	for i, r := range Rules() {
		if want := fmt.Sprintf("CONV-%02d", i+1); r.ID != want || r.Demand == "" || strings.HasSuffix(r.Demand, ".") {
			t.Errorf("%s: %q", r.ID, r.Demand)
		}
	}
	if len(Rules()) != 20 {
		t.Errorf("%d rules", len(Rules()))
	}
}
