package conversation

import (
	"strings"
	"testing"
)

const (
	canElicit = `{"elicitation":{}}`
	inForm    = `{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"n":{"type":"string"}},"required":["n"]}}}`
	byURL     = `{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://example.com/a"}}`
	sampled   = `{"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"q"}}],"maxTokens":9}}`
	roots     = `{"method":"roots/list"}`
	filled    = `{"action":"accept","content":{"n":"x"}}`
)

// able is a call that declares capabilities.
func able(capabilities string) string { return strings.Replace(callTool, "@", "@"+capabilities, 1) }

// interimOf is an interim answer that asks for one thing under the name k.
func interimOf(request string) string {
	return `< {"id":1,"result":{"resultType":"input_required","inputRequests":{"k":` + request + `}}}`
}

// interimWith is one with further members instead.
func interimWith(members string) string {
	return `< {"id":1,"result":{"resultType":"input_required"` + members + `}}`
}

// again is a retry of the call under another id, with more params.
func again(capabilities, more string) string {
	return `> {"id":2,"method":"tools/call","params":{"_meta":{@` + capabilities + `},"arguments":{},"name":"dip"` + more + `}}`
}

func TestInterim(t *testing.T) {
	changed := func(request, old, replacement string) string {
		if !strings.Contains(request, old) {
			t.Fatalf("%q does not stand in %s", old, request)
		}
		return interimOf(strings.Replace(request, old, replacement, 1))
	}
	run(t, []trial{
		{name: "form", steps: script{able(canElicit), interimOf(inForm)}},
		{name: "form, declared as such", steps: script{able(`{"elicitation":{"form":{}}}`), interimOf(inForm)}},
		{name: "form, URLs declared", breaks: "CONV-10", steps: script{able(`{"elicitation":{"url":{}}}`), interimOf(inForm)}},
		{name: "nothing declared", breaks: "CONV-10", steps: script{callTool, interimOf(inForm)}},
		{name: "URL", steps: script{able(`{"elicitation":{"url":{}}}`), interimOf(byURL)}},
		{name: "URL, {} declared", breaks: "CONV-10", steps: script{able(canElicit), interimOf(byURL)}},
		{name: "URL that is none", breaks: "CONV-10", steps: script{able(`{"elicitation":{"url":{}}}`), changed(byURL, "https://example.com/a", "a b")}},
		{name: "another mode", breaks: "CONV-10", steps: script{able(canElicit), changed(byURL, `"url",`, `"voice",`)}},
		{name: "no message", breaks: "CONV-10", steps: script{able(canElicit), changed(inForm, `"message":"m",`, "")}},
		{name: "no schema", breaks: "CONV-10", steps: script{able(canElicit), changed(inForm, `"requestedSchema"`, `"schema"`)}},
		{name: "schema of an array", breaks: "CONV-10", steps: script{able(canElicit), changed(inForm, `"type":"object"`, `"type":"array"`)}},
		{name: "nested field", breaks: "CONV-10", steps: script{able(canElicit), changed(inForm, `{"type":"string"}`, `{"type":"object","properties":{}}`)}},
		{name: "choice of several", steps: script{able(canElicit), changed(inForm, `{"type":"string"}`, `{"type":"array","items":{"type":"string","enum":["a"]}}`)}},
		{name: "no params", breaks: "CONV-10", steps: script{able(canElicit), interimOf(`{"method":"elicitation/create"}`)}},
		{name: "sampling", steps: script{able(`{"sampling":{}}`), interimOf(sampled)}},
		{name: "sampling, not declared", breaks: "CONV-10", steps: script{able(canElicit), interimOf(sampled)}},
		{name: "sampling with tools", steps: script{able(`{"sampling":{"tools":{}}}`), changed(sampled, `"maxTokens"`, `"tools":[],"toolChoice":{"mode":"auto"},"maxTokens"`)}},
		{name: "sampling with tools, not declared", breaks: "CONV-10", steps: script{able(`{"sampling":{}}`), changed(sampled, `"maxTokens"`, `"tools":[],"maxTokens"`)}},
		{name: "sampling without maxTokens", breaks: "CONV-10", steps: script{able(`{"sampling":{}}`), changed(sampled, `"maxTokens"`, `"tokens"`)}},
		{name: "sampling with another role", breaks: "CONV-10", steps: script{able(`{"sampling":{}}`), changed(sampled, `"user"`, `"system"`)}},
		{name: "sampling without content", breaks: "CONV-10", steps: script{able(`{"sampling":{}}`), changed(sampled, `"text":"q"`, `"t":"q"`)}},
		{name: "roots", steps: script{able(`{"roots":{}}`), interimOf(roots)}},
		{name: "roots, not declared", breaks: "CONV-10", steps: script{callTool, interimOf(roots)}},
		{name: "another method", breaks: "CONV-10", steps: script{callTool, interimOf(`{"method":"ping"}`)}},
		{name: "request is no object", breaks: "CONV-10", steps: script{callTool, interimOf(`[]`)}},
		{name: "params are no object", breaks: "CONV-10", steps: script{able(`{"roots":{}}`), interimOf(`{"method":"roots/list","params":[]}`)}},
		{name: "state alone", steps: script{callTool, interimWith(`,"requestState":""`)}},
		{name: "state of another type", breaks: "CONV-10", steps: script{callTool, interimWith(`,"requestState":1`)}},
		{name: "neither", breaks: "CONV-10", steps: script{callTool, interimWith("")}},
		{name: "requests of another type", breaks: "CONV-10", steps: script{callTool, interimWith(`,"inputRequests":[]`)}},
		{name: "prompt", steps: script{`> {"id":1,"method":"prompts/get","params":{"_meta":{@},"name":"p"}}`, interimWith(`,"requestState":"s"`)}},
		{name: "list", breaks: "CONV-10", steps: script{askTools, interimWith(`,"requestState":"s"`)}},
		{name: "completion", breaks: "CONV-10", steps: script{`> {"id":1,"method":"completion/complete","params":{"_meta":{@}}}`, interimWith(`,"requestState":"s"`)}},
	})
}

func TestRetry(t *testing.T) {
	asked := script{able(canElicit), interimWith(`,"requestState":"s","inputRequests":{"k":` + inForm + `}`)}
	answer := func(value string) string {
		return again(canElicit, `,"requestState":"s","inputResponses":{"k":`+value+`}`)
	}
	then := func(more ...string) script { return append(append(script{}, asked...), more...) }
	one := func(capabilities, request, answer string) script {
		return script{able(capabilities), interimOf(request), again(capabilities, `,"inputResponses":{"k":`+answer+`}`)}
	}
	run(t, []trial{
		{name: "answered", steps: then(answer(filled), done)},
		{name: "declined", steps: then(answer(`{"action":"decline"}`), done)},
		{name: "with a type of its own", steps: then(answer(`{"resultType":"complete","action":"cancel"}`), done)},
		{name: "other order and spelling of params", steps: then(strings.Replace(answer(filled), `"arguments":{},"name":"dip"`, `"name":"\u0064ip","arguments":{ }`, 1), done)},
		{name: "again input_required", steps: then(
			answer(filled), strings.Replace(interimWith(`,"requestState":"t"`), `"id":1`, `"id":2`, 1),
			strings.Replace(again(canElicit, `,"requestState":"t"`), `"id":2`, `"id":3`, 1), strings.Replace(done, `"id":2`, `"id":3`, 1))},
		{name: "again, with the state before", breaks: "", steps: then(
			answer(filled), strings.Replace(interimWith(`,"requestState":"t"`), `"id":1`, `"id":2`, 1),
			strings.Replace(again(canElicit, `,"requestState":"s"`), `"id":2`, `"id":3`, 1))},
		{name: "an unrelated call meanwhile", steps: then(strings.Replace(callWith(9, `"a":1`), "dip", "other", 1), answer(filled))},
		{name: "same id", breaks: "CONV-11", at: "/message/id", steps: then(strings.Replace(answer(filled), `"id":2`, `"id":1`, 1))},
		{name: "another tool", breaks: "CONV-11", steps: then(strings.Replace(answer(filled), `"dip"`, `"dap"`, 1))},
		{name: "other arguments", breaks: "CONV-11", steps: then(strings.Replace(answer(filled), `"arguments":{}`, `"arguments":{"a":1}`, 1))},
		{name: "another method", breaks: "CONV-11", steps: then(strings.Replace(answer(filled), `tools/call`, `prompts/get`, 1))},
		{name: "a method without input", breaks: "CONV-11", steps: then(strings.Replace(answer(filled), `tools/call`, `tools/list`, 1))},
		{name: "another key", breaks: "CONV-11", steps: then(strings.Replace(answer(filled), `"k"`, `"l"`, 1))},
		{name: "another state", breaks: "CONV-11", at: "/message/params/requestState", steps: then(strings.Replace(answer(filled), `"requestState":"s"`, `"requestState":"t"`, 1))},
		{name: "no state", breaks: "CONV-11", steps: then(strings.Replace(answer(filled), `"requestState":"s",`, "", 1))},
		{name: "a state that was not given", breaks: "CONV-11", steps: script{able(canElicit), interimOf(inForm), answer(filled)}},
		{name: "state of another type", breaks: "CONV-11", steps: then(strings.Replace(answer(filled), `"s"`, `1`, 1))},
		{name: "responses of another type", breaks: "CONV-11", steps: then(again(canElicit, `,"requestState":"s","inputResponses":[]`))},
		{name: "nothing was asked", breaks: "CONV-11", steps: script{answer(filled)}},
		{name: "state where nothing was asked", breaks: "CONV-11", steps: script{again("{}", `,"requestState":""`)}},
		{name: "value is no object", breaks: "CONV-11", steps: then(answer(`"x"`))},
		{name: "another action", breaks: "CONV-11", steps: then(answer(`{"action":"ok"}`))},
		{name: "accepted without content", breaks: "CONV-11", steps: then(answer(`{"action":"accept"}`))},
		{name: "content that breaks the form", breaks: "CONV-11", at: "/message/params/inputResponses/k/content", steps: then(answer(`{"action":"accept","content":{"n":7}}`))},
		{name: "content of another type", breaks: "CONV-11", steps: then(answer(`{"action":"decline","content":[]}`))},
		{name: "URL accepted", steps: one(`{"elicitation":{"url":{}}}`, byURL, `{"action":"accept"}`)},
		{name: "URL with content", breaks: "CONV-11", steps: one(`{"elicitation":{"url":{}}}`, byURL, filled)},
		{name: "sampled", steps: one(`{"sampling":{}}`, sampled, `{"role":"assistant","model":"m","content":{"type":"text","text":"a"}}`)},
		{name: "sampled several blocks", steps: one(`{"sampling":{}}`, sampled, `{"role":"assistant","model":"m","content":[{"type":"tool_use","id":"u","name":"n","input":{}}]}`)},
		{name: "sampled without model", breaks: "CONV-11", steps: one(`{"sampling":{}}`, sampled, `{"role":"assistant","content":{"type":"text","text":"a"}}`)},
		{name: "sampled without content", breaks: "CONV-11", steps: one(`{"sampling":{}}`, sampled, `{"role":"assistant","model":"m"}`)},
		{name: "roots", steps: one(`{"roots":{}}`, roots, `{"roots":[{"uri":"file:///srv","name":"s"}]}`)},
		{name: "roots elsewhere", breaks: "CONV-11", steps: one(`{"roots":{}}`, roots, `{"roots":[{"uri":"https://example.com"}]}`)},
		{name: "no roots", breaks: "CONV-11", steps: one(`{"roots":{}}`, roots, `{}`)},
		{name: "one of two equal calls", steps: script{
			able(canElicit), strings.Replace(able(canElicit), `"id":1`, `"id":7`, 1),
			interimOf(inForm), strings.Replace(interimOf(strings.Replace(inForm, `"n"`, `"m"`, 2)), `"id":1`, `"id":7`, 1),
			again(canElicit, `,"inputResponses":{"k":`+filled+`}`)}},
	})
}
