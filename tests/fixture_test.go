package tests

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"mcpreview/internal/protocol"
	"mcpreview/report"
)

// A fixture is a descriptor with all that it takes to admit it: arguments that
// its inputSchema accepts, and where it has an outputSchema values that this
// one accepts, of a success and of a failure.
type fixture struct {
	tool             string
	args             string
	success, failure string // structuredContent, "" for none
}

// ownTools are descriptors that together use every member the protocol defines.
var ownTools = []fixture{
	{
		tool: `{"name":"dial","title":"Dial","description":"Turns the dial.",
			"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
				"properties":{"to":{"type":"integer","minimum":0},"how":{"enum":["slow","fast"]}},"required":["to"]},
			"annotations":{"title":"Dial","readOnlyHint":false,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}`,
		args: `{"to":3,"how":"slow"}`,
	},
	{
		tool: `{"name":"gauge.read","description":"Reads a gauge.","inputSchema":{"type":"object"},
			"outputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object",
				"properties":{"value":{"type":"number"}},"required":["value"]},
			"_meta":{"com.example/shelf":"b"}}`,
		args: `{}`, success: `{"value":1.25}`, failure: `{"value":0}`,
	},
	{
		tool: `{"name":"lamp","description":"Switches the lamp.",
			"inputSchema":{"type":"object","properties":{"on":{"type":"boolean"}},"additionalProperties":false},
			"icons":[{"src":"https://example.com/lamp.png","mimeType":"image/png","sizes":["48x48","any"],"theme":"dark"},
				{"src":"data:image/png;base64,iVBORw0KGgo="}]}`,
		args: `{"on":true}`,
	},
	{
		tool: `{"name":"count","description":"Counts.",
			"inputSchema":{"type":"object","$defs":{"n":{"type":"integer"}},"properties":{"from":{"$ref":"#/$defs/n"}}},
			"outputSchema":{"type":"integer"},"annotations":{"readOnlyHint":true},"icons":[]}`,
		args: `{"from":1}`, success: `2`, failure: `0`,
	},
}

// ownResults are results that together hold every kind of block with every
// member.
var ownResults = []string{
	`{"resultType":"complete","content":[{"type":"text","text":"done","annotations":{"audience":["user","assistant"],"priority":0.5,
		"lastModified":"2026-08-01T10:00:00Z"},"_meta":{"com.example/n":1}}],"isError":false}`,
	`{"resultType":"complete","content":[{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png","annotations":{"priority":1}},
		{"type":"audio","data":"AAAA","mimeType":"audio/wav"}]}`,
	`{"resultType":"complete","content":[{"type":"resource_link","uri":"repo://shelf/b","name":"b","title":"B","description":"Shelf B.",
		"mimeType":"text/plain","size":42,"icons":[{"src":"https://example.com/b.png","sizes":["any"],"theme":"light"}],
		"annotations":{"audience":["user"]}}]}`,
	`{"resultType":"complete","content":[{"type":"resource","resource":{"uri":"file:///a.txt","mimeType":"text/plain","text":"a","_meta":{}}},
		{"type":"resource","resource":{"uri":"file:///a.bin","mimeType":"application/octet-stream","blob":"AAEC"},"annotations":{"priority":0}}]}`,
	`{"resultType":"complete","content":[{"type":"text","text":"[1,2]"}],"structuredContent":[1,2],
		"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"shelf","version":"1","title":"Shelf","websiteUrl":"https://example.com",
			"icons":[{"src":"https://example.com/i.png"}]}}}`,
	`{"resultType":"complete","content":[{"type":"text","text":"no such shelf"}],"isError":true,"_meta":{}}`,
	`{"resultType":"complete","content":[]}`,
}

// listOf is a listing of one page.
func listOf(tools ...string) string { return page(1, "", "", strings.Join(tools, ",")) }

// call is a call of a tool; result is the whole of its result.
func call(id int, name, args, result string) string {
	return exchange(id, "", protocol.MethodCallTool, fmt.Sprintf(`"name":%q,"arguments":%s,`, name, args), `"result":`+result)
}

// calls are a success and a failure of the fixture's tool under a name, with
// ids from one number on.
func (f fixture) calls(id int, name string) []string {
	result := func(structured, text, rest string) string {
		if structured != "" {
			text, rest = structured, rest+`,"structuredContent":`+structured
		}
		return fmt.Sprintf(`{"resultType":"complete","content":[{"type":"text","text":%q}]%s}`, text, rest)
	}
	return []string{
		call(id, name, f.args, result(f.success, "done", "")),
		call(id+1, name, f.args, result(f.failure, "not now", `,"isError":true`)),
	}
}

// name is the name in the fixture's descriptor.
func (f fixture) name(t testing.TB) string {
	t.Helper()
	name, ok := unmarshal(t, f.tool).(map[string]any)["name"].(string)
	if !ok {
		t.Fatalf("no name in %s", f.tool)
	}
	return name
}

// anyTool is a listing of one tool that promises nothing of its results.
var anyTool = listOf(`{"name":"any","inputSchema":{"type":"object"}}`)

// reviewOf reviews exchanges, a line each.
func reviewOf(exchanges ...string) *report.Review {
	return review(map[string]string{"evidence.json": "[" + strings.Join(exchanges, ",\n") + "]"}, 2)
}

func marshal(t testing.TB, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func unmarshal(t testing.TB, text string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}
