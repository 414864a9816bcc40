package samples

import (
	"encoding/json"
	"fmt"
	"strings"
)

// route is the tool of the fixtures on header values.
const route = `{"name":"route","inputSchema":{"type":"object","properties":{` +
	`"region":{"type":"string","x-mcp-header":"Region"},"count":{"type":"integer","x-mcp-header":"Count"},` +
	`"flag":{"type":"boolean","x-mcp-header":"Flag"},"memo":{"type":"string"}}}}`

// page is the complete discovery of one tool.
func page(descriptor string) string {
	return record(1, "", "tools/list", meta, `"result":{"resultType":"complete","tools":[`+descriptor+`],"ttlMs":0,"cacheScope":"private"}`)
}

// annotated is a tool whose one property carries an annotation.
func annotated(value json.RawMessage) string {
	return fmt.Sprintf(`{"name":"probe_tool","inputSchema":{"type":"object","properties":{"q":{"type":"string","x-mcp-header":%s}}}}`, value)
}

// copied is a call of route with one argument and one copy of it.
func copied(property, header string, pair json.RawMessage) []string {
	var both [2]json.RawMessage
	var field string
	decode(pair, &both)
	decode(both[1], &field)
	return []string{page(route), parity(fmt.Sprintf(`{%q:%s}`, property, both[0]), [][2]string{{"Mcp-Param-" + header, field}})}
}

// parity is a call of route as it went over HTTP, without its answer.
func parity(arguments string, copies [][2]string) string {
	lines := [][2]string{
		{"Content-Type", "application/json"}, {"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "route"},
	}
	for _, c := range copies {
		lines = append(lines, [2]string{c[0], bytesOf(c[1])})
	}
	encoded, err := json.Marshal(lines)
	if err != nil {
		panic("samples: " + err.Error())
	}
	return fmt.Sprintf(`{"http":{"method":"POST","headers":%s},"request":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{%s,"name":"route","arguments":%s}}}`,
		encoded, meta, arguments)
}

// bytesOf spells a text as recordings spell header values: a code point for
// each byte.
func bytesOf(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}

// suggested is a completion as a caller of low rank asked for it.
func suggested(example json.RawMessage) string {
	var e struct {
		Allowed, Forbidden json.RawMessage
		Ref                string
		Values             json.RawMessage
		Total, HasMore     json.RawMessage
		Code               json.RawMessage
		Message            string
	}
	decode(example, &e)
	ref := "triage"
	if e.Ref != "" {
		ref = e.Ref
	}
	caller := `"name":"low","maySee":{"prompts":["triage"]}`
	if e.Allowed != nil {
		caller += `,"allowed":{"env":` + string(e.Allowed) + `}`
	}
	if e.Forbidden != nil {
		caller += `,"forbidden":` + string(e.Forbidden)
	}
	completion := `"values":` + string(e.Values)
	if e.Total != nil {
		completion += `,"total":` + string(e.Total)
	}
	if e.HasMore != nil {
		completion += `,"hasMore":` + string(e.HasMore)
	}
	response := `"result":{"resultType":"complete","completion":{` + completion + `},"_meta":{}}`
	switch {
	case e.Code != nil:
		response = `"error":{"code":` + string(e.Code) + `,"message":"no such reference"}`
	case e.Message != "":
		response = fmt.Sprintf(`"error":{"code":-32602,"message":%q}`, e.Message)
	}
	exchange := record(3, "", "completion/complete",
		meta+fmt.Sprintf(`,"ref":{"type":"ref/prompt","name":%q},"argument":{"name":"env","value":""}`, ref), response)
	return `{"caller":{` + caller + `},"known":[{"type":"ref/prompt","name":"triage","arguments":["env"]},{"type":"ref/prompt","name":"hidden-prompt","arguments":["env"]}],` +
		strings.TrimPrefix(exchange, "{")
}
