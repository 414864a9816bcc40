package tests

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcpreview/report"
)

// The canaries: a word and a number that stand wherever evidence holds a value.
const (
	word   = "Kanarie4711x"
	number = "73519824601"
)

// traces are what gives a canary away: itself in any case, encoded, or its
// beginning where it was cut.
var traces = func() []string {
	all := []string{"kanarie", number[:7], hex.EncodeToString([]byte(word))[:12]}
	for shift := range 3 {
		coded := base64.StdEncoding.EncodeToString([]byte("xyz"[:shift] + word))
		all = append(all, strings.ToLower(coded[4:14]))
	}
	return all
}()

func leak(output string) string {
	output = strings.ToLower(output)
	for _, t := range traces {
		if i := strings.Index(output, t); i >= 0 {
			return output[max(0, i-60):min(len(output), i+60)]
		}
	}
	return ""
}

// coded is the canary as Base64.
var coded = base64.StdEncoding.EncodeToString([]byte(word))

// carriers are evidence in which every value is a canary: sound evidence, and
// every kind of broken one. Each is what is recorded beside the listing of one
// tool, which publishes the schema, or "".
var carriers = []struct{ name, output, document string }{
	// Sound.
	{"arguments", "", called(2, "", "probe", `{"a":"`+word+`","b":[{"c":`+number+`}]}`, `"content":[{"type":"text","text":"ok"}]`)},
	{"text", "", result(`"content":[{"type":"text","text":"` + word + `"}]`)},
	{"media", "", result(`"content":[{"type":"image","data":"` + coded + `","mimeType":"image/png"},{"type":"audio","data":"` + coded + `","mimeType":"audio/wav"}]`)},
	{"embedded", "", result(`"content":[{"type":"resource","resource":{"uri":"a:b","text":"` + word + `"}},{"type":"resource","resource":{"uri":"a:b","blob":"` + coded + `"}}]`)},
	{"link", "", result(`"content":[{"type":"resource_link","uri":"a:` + word + `","name":"` + word + `","title":"` + word + `","description":"` + word + `"}]`)},
	{"structured", `{}`, result(`"content":[{"type":"text","text":"` + word + `"}],"structuredContent":{"a":"` + word + `","b":` + number + `}`)},
	{"failure", "", result(`"isError":true,"content":[{"type":"text","text":"` + word + `"}]`)},
	{"error data", "", exchange(2, "", "tools/call", `"name":"nope",`, `"error":{"code":-32602,"message":"`+word+`","data":{"a":"`+word+`","b":`+number+`}}`)},
	{"notifications", "", strings.Replace(result(`"content":[]`), `{`, `{"notifications":[{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"`+word+`"}}],`, 1)},
	{"meta", "", result(`"content":[],"_meta":{"a":"` + word + `","com.example/b":` + number + `,"io.modelcontextprotocol/serverInfo":{"name":"` + word + `","version":"` + word + `"}}`)},
	{"headers", "", httpCall(`[["Mcp-Param-A","` + word + `"],["Authorization","Bearer ` + word + `"],["Mcp-Name","probe"]]`)},
	{"header map", "", httpCall(`{"Mcp-Param-A":"` + word + `"}`)},
	{"recorder's members", "", strings.Replace(result(`"content":[]`), `{`, `{"note":"`+word+`","at":"`+word+`","durationMs":`+number+`,`, 1)},
	{"log", "", `{"log":["` + word + `",` + number + `]}`},
	{"input required", "", exchange(2, "", "tools/call", `"name":"probe","arguments":{},`, `"result":{"resultType":"input_required","requestState":"`+word+`","inputRequests":{"`+"a"+`":{"method":"elicitation/create","params":{"message":"`+word+`"}}}}`)},
	{"prompt", "", exchange(2, "", "prompts/get", `"name":"a","arguments":{"b":"`+word+`"},`, `"result":{"resultType":"complete","messages":[{"role":"user","content":{"type":"text","text":"`+word+`"}}]}`)},
	{"resource", "", exchange(2, "", "resources/read", `"uri":"a:`+word+`",`, `"result":{"resultType":"complete","contents":[{"uri":"a:`+word+`","text":"`+word+`"}]}`)},
	{"completion", "", exchange(2, "", "completion/complete", `"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b","value":"`+word+`"},`, `"result":{"resultType":"complete","completion":{"values":["`+word+`"],"total":`+number+`}}`)},
	{"stream", "", `{"transport":"stdio","request":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"probe","arguments":{},` + recordedMeta + `}},"sse":"data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"` + word + `\"}]}}\n\n"}`},

	{"callers", "", strings.Replace(result(`"content":[]`), `{`, `{"caller":{"name":"low","tenant":"`+word+`","allowed":{"a":["`+word+`"]},"forbidden":["`+word+`"]},"known":[{"type":"ref/prompt","name":"a","arguments":["`+word+`"]}],`, 1)},
	{"icons", "", page(2, "", "", `{"name":"next","inputSchema":{"type":"object"},"icons":[{"src":"data:image/png;base64,`+coded+`"},{"src":"http://`+word+`"},{"src":"`+word+`"},{"src":`+number+`},"`+word+`"]}`)},
	{"values in descriptors", "", page(2, "", "", `{"name":"next","extra":"`+word+`","_meta":{"a":"`+word+`"},"inputSchema":{"type":"object","properties":{"a":{"default":"`+word+`","examples":["`+word+`"],"const":"`+word+`","enum":"`+word+`"}}}}`)},

	// Completion.
	completed(`"caller":{"name":"low","forbidden":["`+word+`"]},`, `"values":["dev","`+word+`"],"total":2`),
	completed(`"caller":{"name":"low","forbidden":["`+word+`"],"allowed":{"b":["`+word+`2"]}},`, `"values":["t/`+word+`3"],"total":`+number+`,"hasMore":"`+word+`"`),
	completed("", `"values":[{"a":"`+word+`"},`+number+`],"total":"`+word+`"`),
	completed("", `"values":"`+word+`"`),
	completed("", `"values":[`+strings.Repeat(`"`+word+`",`, 100)+`"`+word+`"]`),
	{"a completion refused", "", exchange(2, `"caller":{"name":"low","forbidden":["`+word+`"]},`, "completion/complete", `"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b","value":"`+word+`"},`, `"error":{"code":-32602,"message":"no access to `+word+`","data":"`+word+`"}`)},

	// Headers against the body.
	mapped(`{"region":"`+word+`"}`, `[["Mcp-Param-Region","`+word+`"]]`),
	mapped(`{"region":"`+word+`"}`, `[["Mcp-Param-Region","`+word+`2"]]`),
	mapped(`{"region":"`+word+`"}`, `[["mcp-param-region","`+word+`"],["Mcp-Param-Region","`+word+`"]]`),
	mapped(`{"region":"`+word+`"}`, `[]`),
	mapped(`{}`, `[["Mcp-Param-Region","`+word+`"]]`),
	mapped(`{"region":null}`, `[["Mcp-Param-Region","=?base64?`+coded+`?="]]`),
	mapped(`{"region":"`+word+` é"}`, `[["Mcp-Param-Region","=?base64?`+coded+`?="]]`),
	mapped(`{"region":"`+word+`"}`, `[["Mcp-Param-Region","=?base64?`+coded+`=?="]]`),
	mapped(`{"region":"`+word+`"}`, `[["Mcp-Param-Region","=?BASE64?`+coded+`?="]]`),
	mapped(`{"region":"`+word+`"}`, `[["Mcp-Param-Region","`+word+`\u0001"],["Mcp-Param-Other","`+word+`"],["Mcp-Name","`+word+`"],["MCP-Protocol-Version","`+word+`"]]`),
	mapped(`{"count":`+number+`}`, `[["Mcp-Param-Count","`+number+`.0"]]`),
	mapped(`{"count":`+number+number+`}`, `[["Mcp-Param-Count","`+number+number+`"]]`),
	mapped(`{"count":"`+word+`"}`, `[["Mcp-Param-Count","`+word+`"]]`),
	mapped(`{"region":{"a":"`+word+`"},"count":[`+number+`]}`, `[["Mcp-Param-Region","`+word+`"],["Mcp-Param-Count","`+number+`"]]`),
	{"a header mapping", "", `{"headerMapping":{"tool":"mapped","map":{"region":"Mcp-Param-Region","` + "count" + `":` + number + `}},"note":"` + word + `"}`},

	// Against the output schema, keyword by keyword.
	against(`{"type":"object","properties":{"v":{"type":"integer"}}}`),
	against(`{"type":"object","properties":{"v":{"type":["null","array"]}}}`),
	against(`{"properties":{"v":{"enum":["a","b"]}}}`),
	against(`{"properties":{"v":{"const":"a"}}}`),
	against(`{"properties":{"v":{"pattern":"^a$"}}}`),
	against(`{"properties":{"v":{"maxLength":3}}}`),
	against(`{"properties":{"v":{"minLength":99}}}`),
	against(`{"properties":{"v":{"not":{}}}}`),
	against(`{"properties":{"v":false}}`),
	against(`{"properties":{"v":{"oneOf":[{"type":"null"},{"const":1}]}}}`),
	against(`{"properties":{"v":{"anyOf":[{"enum":[1]},{"pattern":"^b"}]}}}`),
	against(`{"properties":{"v":{"allOf":[{"type":"string"},{"maxLength":1}]}}}`),
	against(`{"properties":{"v":{"if":{"type":"string"},"then":{"const":"a"}}}}`),
	against(`{"properties":{"v":{"$ref":"#/$defs/a"}},"$defs":{"a":{"enum":[]}}}`),
	against(`{"properties":{"n":{"maximum":1}}}`),
	against(`{"properties":{"n":{"exclusiveMinimum":99999999999999}}}`),
	against(`{"properties":{"n":{"multipleOf":2}}}`),
	against(`{"properties":{"n":{"enum":[1,2]}}}`),
	against(`{"properties":{"n":{"const":1}}}`),
	against(`{"properties":{"n":{"type":"string"}}}`),
	against(`{"properties":{"l":{"items":{"type":"integer"}}}}`),
	against(`{"properties":{"l":{"prefixItems":[{"const":1}]}}}`),
	against(`{"properties":{"l":{"contains":{"const":1}}}}`),
	against(`{"properties":{"l":{"uniqueItems":true}}}`),
	against(`{"properties":{"l":{"maxItems":1}}}`),
	against(`{"properties":{"l":{"unevaluatedItems":false}}}`),
	against(`{"maxProperties":1}`),
	against(`{"required":["absent"]}`),
	against(`{"dependentRequired":{"v":["absent"]}}`),
	against(`{"dependentSchemas":{"v":{"maxProperties":0}}}`),
	against(`{"propertyNames":{"pattern":"^z"}}`),
	against(`{"propertyNames":{"maxLength":0}}`),
	against(`{"additionalProperties":false}`),
	against(`{"unevaluatedProperties":false}`),
	against(`{"patternProperties":{"^v":{"type":"null"}}}`),
	against(`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"v":{"format":"email","contentEncoding":"base64","enum":[0]}}}`),
	{"an isError result against the schema", `{"properties":{"v":{"const":1}}}`, result(`"isError":true,"content":[{"type":"text","text":"x"}],"structuredContent":{"v":"` + word + `"}`)},
	{"a scalar against the schema", `{"type":"null"}`, result(`"content":[{"type":"text","text":"x"}],"structuredContent":"` + word + `"`)},
	{"structure and text disagree", `{}`, result(`"content":[{"type":"text","text":"{\"a\":\"` + word + `\"}"}],"structuredContent":{"a":"x","b":"` + word + `"}`)},
	{"an unsafe integer", `{}`, result(`"content":[{"type":"text","text":"x"}],"structuredContent":{"a":` + number + number + `}`)},
	{"arguments against the schema", "", called(2, "", "strict", `{"v":"`+word+`","n":`+number+`}`, `"content":[{"type":"text","text":"x"}]`)},

	// Wrong types and shapes.
	{"content is a string", "", result(`"content":"` + word + `"`)},
	{"isError is a string", "", result(`"content":[],"isError":"` + word + `"`)},
	{"isError is a number", "", result(`"content":[],"isError":` + number)},
	{"a block is a string", "", result(`"content":["` + word + `",` + number + `]`)},
	{"text is an object", "", result(`"content":[{"type":"text","text":{"a":"` + word + `"}}]`)},
	{"data is no Base64", "", result(`"content":[{"type":"image","data":"` + word + `!","mimeType":"image/png"}]`)},
	{"data has the wrong padding", "", result(`"content":[{"type":"image","data":"` + coded + `=","mimeType":"image/png"}]`)},
	{"data is a number", "", result(`"content":[{"type":"image","data":` + number + `,"mimeType":"image/png"}]`)},
	{"blob is no Base64", "", result(`"content":[{"type":"resource","resource":{"uri":"a:b","blob":"` + word + `!"}}]`)},
	{"a resource with both", "", result(`"content":[{"type":"resource","resource":{"uri":"a:b","text":"` + word + `","blob":"` + word + `"}}]`)},
	{"a uri that is none", "", result(`"content":[{"type":"resource","resource":{"uri":"` + word + ` x","text":"` + word + `"}},{"type":"resource_link","uri":"` + word + `\\ x","name":"` + word + `"}]`)},
	{"a link with text", "", result(`"content":[{"type":"resource_link","uri":"a:b","name":"c","text":"` + word + `","size":"` + word + `"}]`)},
	{"block annotations", "", result(`"content":[{"type":"text","text":"x","annotations":{"audience":["` + word + `"],"priority":"` + word + `","lastModified":"` + word + `"}}]`)},
	{"priority out of range", "", result(`"content":[{"type":"text","text":"x","annotations":{"priority":` + number + `}}]`)},
	{"meta is a string", "", result(`"content":[],"_meta":"` + word + `"`)},
	{"meta of bad keys", "", result(`"content":[],"_meta":{"bad key":"` + word + `","dev.mcp/x":"` + word + `","io.modelcontextprotocol/serverInfo":"` + word + `"}`)},
	{"unknown members", "", result(`"content":[{"type":"text","text":"x","extra":"` + word + `"}],"extra":"` + word + `","Content":"` + word + `","structured_content":"` + word + `"`)},
	{"hidden characters", "", result(`"content":[{"type":"text","text":"` + word + `\u202e` + word + `\u001b[31m` + word + `"}]`)},
	{"an error of wrong types", "", exchange(2, "", "tools/call", `"name":"probe",`, `"error":{"code":"`+word+`","message":{"a":"`+word+`"},"data":"`+word+`"}`)},
	{"an error of an odd code", "", exchange(2, "", "tools/call", `"name":"probe",`, `"error":{"code":-32042,"message":"`+word+`","data":{"url":"`+word+`"}}`)},
	{"an error that is a string", "", exchange(2, "", "tools/call", `"name":"probe",`, `"error":"`+word+`"`)},
	{"a result that is a string", "", exchange(2, "", "tools/call", `"name":"probe","arguments":{},`, `"result":"`+word+`"`)},
	{"a result and an error", "", exchange(2, "", "tools/call", `"name":"probe","arguments":{},`, `"result":{"content":[{"type":"text","text":"`+word+`"}]},"error":{"code":1,"message":"`+word+`"}`)},
	{"arguments that are a string", "", called(2, "", "probe", `"`+word+`"`, `"content":[]`)},
	{"a malformed request", "", exchange(2, `"label":"malformed-request",`, "tools/call", `"arguments":"`+word+`",`, `"result":{"resultType":"complete","isError":true,"content":[{"type":"text","text":"`+word+`"}]}`)},
	{"a failure that succeeds", "", exchange(2, `"label":"failure",`, "tools/call", `"name":"probe","arguments":{"a":"`+word+`"},`, `"result":{"resultType":"complete","content":[{"type":"text","text":"`+word+`"}]}`)},
	{"input required of a wrong shape", "", exchange(2, "", "tools/call", `"name":"probe","arguments":{},`, `"result":{"resultType":"input_required","requestState":{"a":"`+word+`"},"inputRequests":["`+word+`"],"content":"`+word+`"}`)},
	{"headers of a wrong shape", "", httpCall(`[["A"],"` + word + `",["B",{"c":"` + word + `"}],{"d":"` + word + `"}]`)},
	{"a stream of two responses", "", `{"request":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"probe","arguments":{},` + recordedMeta + `}},"sse":"data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"a\":\"` + word + `\"}}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"a\":\"` + word + `\"}}\n\n"}`},
	{"a broken stream", "", `{"request":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"probe","arguments":{},` + recordedMeta + `}},"sse":"data: {\"jsonrpc\":\"2.0\",\"` + word + `\": ` + word + `}\n\n"}`},
	{"a document of no form", "", `{"a":"` + word + `"}`},
	{"a mixed document", "", `{"tools":[],"inputSchema":{"a":"` + word + `"},"content":"` + word + `"}`},
	{"a string", "", `"` + word + `"`},
	{"a list of values", "", `["` + word + `",` + number + `,[{"a":"` + word + `"}],null]`},

	// Cursors.
	{"a cursor", "", page(2, `"cursor":"`+word+`",`, `"nextCursor":"`+word+`2",`, descriptor("next", ""))},
	{"a cursor that is a number", "", page(2, `"cursor":`+number+`,`, `"nextCursor":`+number+`,`, descriptor("next", ""))},
	{"a cursor that is an object", "", page(2, `"cursor":{"a":"`+word+`"},`, `"nextCursor":["`+word+`"],`, descriptor("next", ""))},
	{"a refused cursor", "", exchange(2, `"label":"probe",`, "tools/list", `"cursor":"`+word+`",`, `"error":{"code":-32602,"message":"`+word+`"}`)},
	{"caching hints", "", exchange(2, "", "tools/list", "", `"result":{"resultType":"complete","tools":[],"ttlMs":"`+word+`","cacheScope":["`+word+`"]}`)},

	// JSON that is none, with the canary near the break.
	{"cut inside", "", cut(result(`"content":[{"type":"text","text":"`+word+`"}]`), word[:6])},
	{"cut behind", "", cut(result(`"content":[{"type":"text","text":"`+word+`"}]`), word)},
	{"not quoted", "", result(`"content":[{"type":"text","text":` + word + `}]`)},
	{"a bad escape", "", result(`"content":[{"type":"text","text":"` + word + `\x` + word + `"}]`)},
	{"a bad unicode escape", "", result(`"content":[{"type":"text","text":"` + word + `\u12G4` + word + `"}]`)},
	{"a raw control character", "", result("\"content\":[{\"type\":\"text\",\"text\":\"" + word + "\x01" + word + "\"}]")},
	{"invalid UTF-8", "", result("\"content\":[{\"type\":\"text\",\"text\":\"" + word + "\xff" + word + "\"}]")},
	{"an unpaired surrogate", "", result(`"content":[{"type":"text","text":"` + word + `\ud800` + word + `"}]`)},
	{"an unpaired surrogate in arguments", "", called(2, "", "probe", `{"a":"`+word+`\ud800"}`, `"content":[]`)},
	{"a second value", "", result(`"content":[]`) + ` "` + word + `"`},
	{"a byte order mark", "", "\ufeff" + result(`"content":[{"type":"text","text":"`+word+`"}]`)},
	{"a comment", "", `// ` + word + "\n" + result(`"content":[]`)},
	{"a number with a leading zero", "", result(`"content":[],"a":0` + number)},
	{"a missing colon", "", result(`"content":[],"a" "` + word + `"`)},
	{"a missing comma", "", result(`"content":["` + word + `" "` + word + `"]`)},
	{"duplicate values", "", result(`"content":[{"type":"text","text":"` + word + `","text":"` + word + `2"}]`)},
	{"duplicates in structured content", `{}`, result(`"content":[{"type":"text","text":"x"}],"structuredContent":{"a":"` + word + `","a":` + number + `}`)},
	{"duplicates in arguments", "", called(2, "", "probe", `{"a":"`+word+`","a":"`+word+`"}`, `"content":[]`)},
	{"duplicates in a request", "", strings.Replace(called(2, "", "probe", `{"a":"`+word+`"}`, `"content":[]`), `"arguments"`, `"arguments":{"a":"`+word+`"},"arguments"`, 1)},
	{"a number too long", "", result(`"content":[],"a":` + strings.Repeat(number, 20))},
	{"a number too large", `{}`, result(`"content":[{"type":"text","text":"x"}],"structuredContent":` + number + `e999999`)},
	{"too deep", `{}`, result(`"content":[{"type":"text","text":"x"}],"structuredContent":` + strings.Repeat(`["`+word+`",`, 200) + `"` + word + `"` + strings.Repeat(`]`, 200))},
	{"too large a text", "", result(`"content":[{"type":"text","text":"` + strings.Repeat(word, 100000) + `"}]`)},
	{"too large an image", "", result(`"content":[{"type":"image","mimeType":"image/png","data":"` + strings.Repeat(base64.StdEncoding.EncodeToString([]byte(word)), 450000) + `"}]`)},
	{"a response alone", "", `{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[{"type":"text","text":"` + word + `"}]}}`},
	{"a result alone", "", `{"resultType":"complete","content":[{"type":"text","text":"` + word + `"}],"structuredContent":"` + word + `"}`},
	{"a result of another tool", "", called(2, "", "other", `{"a":"`+word+`"}`, `"content":[{"type":"text","text":"`+word+`"}]`)},
}

type carrier = struct{ name, output, document string }

func result(members string) string { return called(2, "", "probe", `{}`, members) }

// against breaks one keyword of an output schema.
func against(schema string) carrier {
	return carrier{"against " + schema, schema, result(`"content":[{"type":"text","text":"x"}],"structuredContent":{"v":"` + word + `","n":` + number + `,"l":["` + word + `","` + word + `"]}`)}
}

func httpCall(headers string) string {
	return strings.Replace(result(`"content":[]`), `"transport":"stdio"`, `"http":{"status":200,"headers":`+headers+`}`, 1)
}

// mapped is a call over HTTP of a tool that mirrors its arguments into headers.
func mapped(arguments, headers string) carrier {
	document := called(2, "", "mapped", arguments, `"content":[{"type":"text","text":"x"}]`)
	return carrier{"headers " + headers + " of " + arguments, "", strings.Replace(document, `"transport":"stdio"`, `"http":{"status":200,"headers":`+headers+`}`, 1)}
}

// completed is a completion: beside are members of the record.
func completed(beside, completion string) carrier {
	return carrier{"completion " + completion[:min(len(completion), 60)], "", exchange(2, beside, "completion/complete",
		`"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b","value":"`+word+`"},"context":{"arguments":{"c":"`+word+`"}},`,
		`"result":{"resultType":"complete","completion":{`+completion+`}}`)}
}

// cut ends a document behind the first mark in it.
func cut(document, mark string) string {
	return document[:strings.Index(document, mark)+len(mark)]
}

// beside is the listing of the tools that the carriers speak of.
func beside(output string) string {
	strict := `{"name":"strict","inputSchema":{"type":"object","properties":{"v":{"enum":[1]},"n":{"maximum":1}},"additionalProperties":false}}`
	headers := `{"name":"mapped","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"count":{"type":"integer","x-mcp-header":"Count"}}}}`
	return page(1, "", "", descriptor("probe", output)+","+strict+","+headers)
}

func TestValuesAppearNowhere(t *testing.T) {
	tripped := map[string]bool{}
	for i, c := range carriers {
		t.Run(c.name, func(t *testing.T) {
			r := review(map[string]string{"pages/page-1.json": beside(c.output), "carrier.json": c.document}, 1)
			checkDeclared(t, r)
			for format, out := range written(t, r) {
				if found := leak(out); found != "" {
					t.Errorf("carrier %d: %s: %s", i, format, found)
				}
			}
			if !slices.ContainsFunc(r.Evidence, func(f report.File) bool { return f.Path == "carrier.json" }) {
				t.Error("the carrier was not read")
			}
			for _, f := range r.Findings {
				tripped[f.Rule] = true
			}
		})
	}
	// What carries a canary past a rule that never looks at it proves nothing.
	for _, id := range []string{
		"JSON-01", "JSON-02", "JSON-03", "JSON-04", "JSON-05", "JSON-06", "JSON-07", "JSON-08", "JSON-10", "JSON-12", "JSON-13",
		"RES-01", "RES-02", "RES-03", "RES-04", "RES-06", "RES-07", "RES-08", "RES-11", "RES-13", "RES-14", "RES-16", "RES-17", "RES-18", "RES-19",
		"RES-20", "RES-21", "RES-24", "RES-25", "PAGE-04", "PAGE-05", "PAGE-12", "DESC-10", "DESC-15", "EVID-14",
	} {
		if !tripped[id] {
			t.Errorf("no carrier trips %s", id)
		}
	}
}

// All of it together, through the program: in no file, on neither output.
func TestValuesAppearNowhereOutside(t *testing.T) {
	folder := t.TempDir()
	lines := ""
	for i, c := range carriers {
		dir := filepath.Join(folder, fmt.Sprintf("case-%03d", i))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "carrier.json"), []byte(c.document), 0o644); err != nil {
			t.Fatal(err)
		}
		if len(c.document) < 1<<20 {
			lines += strings.ReplaceAll(c.document, "\n", " ") + "\n"
		}
	}
	for name, data := range map[string]string{"page.json": beside(""), "lines.jsonl": lines} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := t.TempDir()
	var files []string
	args := []string{"report", folder, "--max-bytes", "100000000"}
	for _, name := range []string{"r.txt", "r.md", "r.html", "r.json", "r.sarif"} {
		files = append(files, filepath.Join(out, name))
		args = append(args, "-o", files[len(files)-1])
	}
	said, err := exec.Command(program, args...).CombinedOutput()
	if code := exitCode(err); code != 1 {
		t.Fatalf("exit code %d, want 1\n%.500s", code, said)
	}
	all := [][]byte{said}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data)
	}
	for _, data := range all {
		if found := leak(string(data)); found != "" {
			t.Errorf("%s", found)
		}
	}
}

// The traces find what they are meant to.
func TestLeaksAreSeen(t *testing.T) {
	for _, s := range []string{word, strings.ToUpper(word), "x" + number, word[:8], coded, base64.StdEncoding.EncodeToString([]byte("a" + word)), base64.StdEncoding.EncodeToString([]byte("ab" + word)), hex.EncodeToString([]byte(word))} {
		if leak("something "+s+" something") == "" {
			t.Errorf("%q is not seen", s)
		}
	}
	if found := leak("RES-13 /structuredContent/v: expected integer, got string"); found != "" {
		t.Errorf("%q is no leak", found)
	}
}
