package conversation

import (
	"strings"
	"testing"
)

// listening opens a subscription with a filter.
func listening(id, filter string) string {
	return `> {"id":` + id + `,"method":"subscriptions/listen","params":{"_meta":{@},"notifications":` + filter + `}}`
}

// on is a notification on a subscription.
func on(id, method, more string) string {
	return `< {"method":"notifications/` + method + `","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `}` + more + `}}`
}

func acknowledge(id, filter string) string {
	return on(id, "subscriptions/acknowledged", `,"notifications":`+filter)
}

// concluding ends a subscription.
func concluding(id, of string) string {
	return `< {"id":` + id + `,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":` + of + `}}}`
}

func TestSubscriptions(t *testing.T) {
	const tools, one = `{"toolsListChanged":true}`, `{"resourceSubscriptions":["kb:///a"]}`
	opened := script{listening("4", tools), acknowledge("4", tools)}
	reading := script{listening("4", one), acknowledge("4", one)}
	then := func(s script, more ...string) script { return append(append(script{}, s...), more...) }
	run(t, []trial{
		{name: "no filter", breaks: "CONV-12", steps: script{`> {"id":4,"method":"subscriptions/listen","params":{"_meta":{@}}}`}},
		{name: "filter of another type", breaks: "CONV-12", steps: script{listening("4", `[]`)}},
		{name: "kind of another type", breaks: "CONV-12", steps: script{listening("4", `{"toolsListChanged":"yes"}`)}},
		{name: "URIs of another type", breaks: "CONV-12", steps: script{listening("4", `{"resourceSubscriptions":[1]}`)}},
		{name: "acknowledged", steps: opened},
		{name: "less is acknowledged", steps: script{listening("4", tools), acknowledge("4", `{}`)}},
		{name: "denied in words", steps: script{listening("4", tools), acknowledge("4", `{"promptsListChanged":false}`)}},
		{name: "more is acknowledged", breaks: "CONV-12", steps: script{listening("4", tools), acknowledge("4", `{"promptsListChanged":true}`)}},
		{name: "another resource is acknowledged", breaks: "CONV-12", steps: script{listening("4", one), acknowledge("4", `{"resourceSubscriptions":["kb:///b"]}`)}},
		{name: "acknowledged without filter", breaks: "CONV-12", steps: script{listening("4", tools), on("4", "subscriptions/acknowledged", "")}},
		{name: "acknowledged without id", breaks: "CONV-12", steps: script{listening("4", tools), `< {"method":"notifications/subscriptions/acknowledged","params":{"notifications":{}}}`}},
		{name: "acknowledged as text", breaks: "CONV-13", steps: script{listening("4", tools), acknowledge(`"4"`, tools)}},
		{name: "acknowledged twice", breaks: "CONV-12", steps: then(opened, acknowledge("4", tools))},
		{name: "acknowledged by the client", breaks: "CONV-12", steps: then(opened, strings.Replace(acknowledge("4", tools), "<", ">", 1))},
		{name: "acknowledged without metadata", breaks: "CONV-07", steps: script{`> {"id":4,"method":"subscriptions/listen","params":{"notifications":{}}}`, acknowledge("4", `{}`)}},
		{name: "change first", breaks: "CONV-12", steps: script{listening("4", tools), on("4", "tools/list_changed", "")}},
		{name: "change", steps: then(opened, on("4", "tools/list_changed", ""), on("4.0", "tools/list_changed", ""))},
		{name: "change of another kind", breaks: "CONV-13", steps: then(opened, on("4", "prompts/list_changed", ""))},
		{name: "change without subscription", breaks: "CONV-13", steps: script{`< {"method":"notifications/tools/list_changed"}`}},
		{name: "change on an unknown subscription", breaks: "CONV-13", steps: then(opened, on("5", "tools/list_changed", ""))},
		{name: "change by the client", breaks: "CONV-13", steps: script{`> {"method":"notifications/tools/list_changed"}`}},
		{name: "update", steps: then(reading, on("4", "resources/updated", `,"uri":"kb:///a"`))},
		{name: "update below", steps: then(reading, on("4", "resources/updated", `,"uri":"kb:///a/b"`))},
		{name: "update of a longer name", breaks: "CONV-13", steps: then(reading, on("4", "resources/updated", `,"uri":"kb:///ab"`))},
		{name: "update of another resource", breaks: "CONV-13", at: "/message/params/uri", steps: then(reading, on("4", "resources/updated", `,"uri":"kb:///b"`))},
		{name: "update of nothing", breaks: "CONV-13", steps: then(reading, on("4", "resources/updated", ""))},
		{name: "list of resources changed", breaks: "CONV-13", steps: then(reading, on("4", "resources/list_changed", ""))},
		{name: "two, their acknowledgements interleaved", steps: script{
			listening("4", tools), listening(`"4"`, one), acknowledge(`"4"`, one), on(`"4"`, "resources/updated", `,"uri":"kb:///a"`),
			acknowledge("4", tools), on("4", "tools/list_changed", "")}},
		{name: "two, one not acknowledged", breaks: "CONV-12", steps: script{
			listening("4", tools), listening("5", tools), acknowledge("5", tools), on("4", "tools/list_changed", "")}},
		{name: "ended", steps: then(opened, concluding("4", "4"))},
		{name: "ended without id", breaks: "CONV-14", steps: then(opened, `< {"id":4,"result":{"resultType":"complete","_meta":{}}}`)},
		{name: "ended as text", breaks: "CONV-14", steps: then(opened, concluding("4", `"4"`))},
		{name: "ended without acknowledgement", breaks: "CONV-12", steps: script{listening("4", tools), concluding("4", "4")}},
		{name: "ended, then a change", breaks: "CONV-14", steps: then(opened, concluding("4", "4"), on("4", "tools/list_changed", ""))},
		{name: "ended, then an answer", breaks: "CONV-04", steps: then(opened, concluding("4", "4"), concluding("4", "4"))},
		{name: "refused", steps: script{listening("4", tools), errorTo(4, -32603, "")}},
		{name: "refused, then a change", breaks: "CONV-14", steps: script{listening("4", tools), errorTo(4, -32603, ""), on("4", "tools/list_changed", "")}},
		{name: "cancelled by the server", steps: then(opened, `< {"method":"notifications/cancelled","params":{"requestId":4}}`)},
		{name: "cancelled by the server, then a change", breaks: "CONV-14", steps: then(opened, `< {"method":"notifications/cancelled","params":{"requestId":4}}`, on("4", "tools/list_changed", ""))},
		{name: "cancelled by the client, then a change", breaks: "CONV-17", steps: then(opened, `> {"method":"notifications/cancelled","params":{"requestId":4}}`, on("4", "tools/list_changed", ""))},
		{name: "cancelled by the client, then ended", steps: then(opened, `> {"method":"notifications/cancelled","params":{"requestId":4}}`, concluding("4", "4"))},
		{name: "the list changed, and so did what it names", steps: script{
			listening("4", tools), acknowledge("4", tools), askTools, noTools, on("4", "tools/list_changed", ""), callTool, toolResult}},
	})
}

func progress(token, value string) string {
	return `< {"method":"notifications/progress","params":{"progressToken":` + token + `,"progress":` + value + `}}`
}

func TestProgress(t *testing.T) {
	call := callWith(1, `"progressToken":"p"`)
	run(t, []trial{
		{name: "rising", steps: script{call, progress(`"p"`, "0"), progress(`"p"`, "0.5"), progress(`"p"`, "1e2"), toolResult}},
		{name: "below zero", steps: script{call, progress(`"p"`, "-2"), progress(`"p"`, "-1")}},
		{name: "equal", breaks: "CONV-15", at: "/message/params/progress", steps: script{call, progress(`"p"`, "1"), progress(`"p"`, "1")}},
		{name: "equal, spelled otherwise", breaks: "CONV-15", steps: script{call, progress(`"p"`, "10"), progress(`"p"`, "1.0e1")}},
		{name: "rising beyond a double", steps: script{call, progress(`"p"`, "9007199254740992"), progress(`"p"`, "9007199254740993")}},
		{name: "falling", breaks: "CONV-15", steps: script{call, progress(`"p"`, "1"), progress(`"p"`, "0")}},
		{name: "after the answer", breaks: "CONV-15", steps: script{call, toolResult, progress(`"p"`, "1")}},
		{name: "after the error", breaks: "CONV-15", steps: script{call, errorTo(1, -32603, ""), progress(`"p"`, "1")}},
		{name: "unknown", breaks: "CONV-15", steps: script{callTool, progress(`"p"`, "1")}},
		{name: "integer for text", breaks: "CONV-15", steps: script{callWith(1, `"progressToken":"7"`), progress(`7`, "1")}},
		{name: "boolean token", breaks: "CONV-15", steps: script{callWith(1, `"progressToken":true`)}},
		{name: "fraction as token", breaks: "CONV-15", steps: script{callWith(1, `"progressToken":1.5`)}},
		{name: "token in use", breaks: "CONV-15", steps: script{call, callWith(2, `"progressToken":"p"`)}},
		{name: "token free again", steps: script{call, toolResult, callWith(2, `"progressToken":"p"`), progress(`"p"`, "0"), done}},
		{name: "two tokens", steps: script{call, callWith(2, `"progressToken":7`), progress(`7`, "1"), progress(`"p"`, "0"), done, progress(`"p"`, "1"), toolResult}},
		{name: "no number", breaks: "CONV-15", steps: script{call, progress(`"p"`, `"1"`)}},
		{name: "total of another type", breaks: "CONV-15", steps: script{call, progress(`"p"`, `1,"total":null`)}},
		{name: "message of another type", breaks: "CONV-15", steps: script{call, progress(`"p"`, `1,"message":1`)}},
		{name: "without params", breaks: "CONV-15", steps: script{call, `< {"method":"notifications/progress"}`}},
		{name: "from the client", breaks: "CONV-15", steps: script{call, strings.Replace(progress(`"p"`, "1"), "<", ">", 1)}},
		{name: "token of a cancelled request", steps: script{call, `> {"method":"notifications/cancelled","params":{"requestId":1}}`, callWith(2, `"progressToken":"p"`), progress(`"p"`, "1"), toolResult, progress(`"p"`, "2")}},
	})
}

func TestLogging(t *testing.T) {
	log := func(level string) string {
		return `< {"method":"notifications/message","params":{"level":` + level + `,"data":null}}`
	}
	call := callWith(1, `"io.modelcontextprotocol/logLevel":"warning"`)
	run(t, []trial{
		{name: "at the level", steps: script{call, log(`"warning"`), log(`"emergency"`), toolResult}},
		{name: "below", breaks: "CONV-16", at: "/message/params/level", steps: script{call, log(`"notice"`)}},
		{name: "below one, above another", steps: script{call, callWith(2, `"io.modelcontextprotocol/logLevel":"debug"`), log(`"notice"`)}},
		{name: "the lower one answered", breaks: "CONV-16", steps: script{call, callWith(2, `"io.modelcontextprotocol/logLevel":"debug"`), done, log(`"notice"`)}},
		{name: "no level set", breaks: "CONV-16", steps: script{callTool, log(`"emergency"`)}},
		{name: "after the answer", breaks: "CONV-16", steps: script{call, toolResult, log(`"emergency"`)}},
		{name: "after a cancellation", breaks: "CONV-16", steps: script{call, `> {"method":"notifications/cancelled","params":{"requestId":1}}`, log(`"emergency"`)}},
		{name: "unknown level", breaks: "CONV-16", steps: script{call, log(`"loud"`)}},
		{name: "no data", breaks: "CONV-16", steps: script{call, strings.Replace(log(`"error"`), `,"data":null`, "", 1)}},
		{name: "logger of another type", breaks: "CONV-16", steps: script{call, strings.Replace(log(`"error"`), `"data"`, `"logger":1,"data"`, 1)}},
		{name: "unknown level asked for", breaks: "CONV-16", steps: script{callWith(1, `"io.modelcontextprotocol/logLevel":"loud"`)}},
		{name: "from the client", breaks: "CONV-16", steps: script{call, strings.Replace(log(`"error"`), "<", ">", 1)}},
	})
}

func TestCancellation(t *testing.T) {
	cancel := func(id string) string {
		return `> {"method":"notifications/cancelled","params":{"requestId":` + id + `}}`
	}
	malformed := `< {"id":1,"result":7}`
	run(t, []trial{
		{name: "without an answer", steps: script{callTool, cancel("1")}},
		{name: "one late answer", steps: script{callTool, cancel("1"), toolResult}},
		{name: "a malformed late answer", steps: script{callTool, cancel("1"), malformed}},
		{name: "two late answers", breaks: "CONV-04", steps: script{callTool, cancel("1"), toolResult, toolResult}},
		{name: "cancelled twice", steps: script{callTool, cancel("1"), cancel("1"), toolResult}},
		{name: "after the answer", steps: script{callTool, toolResult, cancel("1")}},
		{name: "an id that was never used", breaks: "CONV-17", steps: script{callTool, cancel("2")}},
		{name: "an id of another type", breaks: "CONV-17", steps: script{callTool, cancel(`"1"`)}},
		{name: "no id", breaks: "CONV-17", steps: script{callTool, `> {"method":"notifications/cancelled","params":{}}`}},
		{name: "id still in use", breaks: "CONV-04", steps: script{callTool, cancel("1"), callTool}},
		{name: "progress of it", breaks: "CONV-17", steps: script{callWith(1, `"progressToken":1`), cancel("1"), progress("1", "1")}},
		{name: "over HTTP", breaks: "CONV-17", http: true, steps: script{callTool, cancel("1")}},
		{name: "a call, by the server", breaks: "CONV-17", steps: script{callTool, strings.Replace(cancel("1"), ">", "<", 1)}},
		{name: "nothing, by the server", breaks: "CONV-17", steps: script{callTool, strings.Replace(cancel("null"), ">", "<", 1)}},
	})
}
