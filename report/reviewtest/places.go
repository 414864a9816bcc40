package reviewtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/report"
)

// HostileTokens are JSON strings that no Go string spells: what is in them is
// ill-formed, or is written as an escape on the wire; and the word that would
// make another review of a planted one. Hostile, as tokens by Token, are the
// others.
var HostileTokens = []string{
	`"ADMIT"`,
	`"\ud800"`, `"\udc00\ud800"`, `"a\udfffb"`, `"\u0000"`, `"\u001b[31m\u0007"`, `"\u202e\u2066"`, `"\u003cb\u003e"`, `"\/\/evil.example"`, `"\ud83d\udc69"`, `"\u0040admin"`,
	"\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xc2\"", "\"\x9b31m\"",
}

// Token is s as a JSON string.
func Token(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // no string does that
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// sent is the _meta of every request.
const sent = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":§,"title":§,"version":§},"io.modelcontextprotocol/clientCapabilities":{§:{}},§:§}`

// schema has a schema's every member that is a string or holds names.
const schema = `{"type":"object","$id":§,"$comment":§,"title":§,"description":§,"$defs":{§:{"type":"string"}},"properties":{§:{"type":"string","title":§,"description":§,
	"default":§,"const":§,"enum":[§,"a"],"examples":[§],"format":§,"x-mcp-header":§,"X-Mcp-Header":§,§:§}},"required":[§],"dependentRequired":{§:[§]},§:§}`

const icons = `[{"src":§,"mimeType":§,"sizes":[§],"theme":§,§:§}]`

// descriptor has a tool's every member.
const descriptor = `{"name":§,"title":§,"description":§,"inputSchema":` + schema + `,"outputSchema":` + schema + `,
	"annotations":{"title":§,"readOnlyHint":true,§:true},"icons":` + icons + `,"execution":{"taskSupport":§},"_meta":{§:§},§:§}`

// blocks have every content block's every member.
const blocks = `[{"type":"text","text":§,"annotations":{"audience":[§],"lastModified":§,§:§},"_meta":{§:§},§:§},{"type":§},{"type":"image","mimeType":§,"data":§},{"type":"audio","mimeType":§,"data":§},
	{"type":"resource_link","uri":§,"name":§,"title":§,"description":§,"mimeType":§,"icons":` + icons + `},
	{"type":"resource","resource":{"uri":§,"mimeType":§,"text":§,§:§}},{"type":"resource","resource":{"uri":"a:b","mimeType":§,"blob":§}},§]`

// shown is the _meta of an answer.
const shown = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":§,"version":§,"title":§,"websiteUrl":§,"icons":` + icons + `},§:§}`

// places are documents with § for a JSON string wherever somebody else may
// write one. Each is under a name of its own kind.
var places = map[string]string{
	"pages/page-1": exchanged("tools/list", `"cursor":§,`, `"resultType":"complete","ttlMs":0,"cacheScope":§,"nextCursor":§,"tools":[`+descriptor+`,
		{"name":"routed","title":§,"inputSchema":{"type":"object","properties":{§:{"type":"string","x-mcp-header":"Days"}}}},{"name":"plain","description":§,"inputSchema":{"type":"object"}},{"name":"dialect","inputSchema":{"type":"object","$schema":§}},
		{"name":"terms","inputSchema":{"type":"object","properties":{"a":{"$ref":§},"b":{"type":§},"c":{"type":"string","pattern":§},"d":{"allOf":[{"$anchor":§}]},"e":{"format":§}}}},
		§,{"name":[§]},{"name":§,"inputSchema":{"type":§}}],`+shown),
	"pages/guest/page-1": exchanged("tools/list", "", `"resultType":"complete","ttlMs":0,"cacheScope":"public","tools":[{"name":§,"title":§,"inputSchema":{"type":"object"}},{"name":"other","inputSchema":{"type":"object"}}]`),
	"calls/success":      exchanged("tools/call", `"name":§,"arguments":{§:§,"z":[§]},`, `"resultType":"complete","content":`+blocks+`,"structuredContent":{§:§},§:§,`+shown),
	"calls/plain":        exchanged("tools/call", `"name":"plain","arguments":{"a":1},`, `"resultType":"complete","isError":true,"content":[{"type":"text","text":"x"}]`),
	"calls/other-type":   exchanged("tools/call", `"name":"plain","arguments":{},`, `"resultType":§,"content":[]`),
	"calls/asks":         exchanged("tools/call", `"name":"plain","arguments":{},`, `"resultType":"input_required","requestState":§,"inputRequests":{§:{"method":§,"params":{"message":§,"mode":§}}}`),
	"calls/error":        strings.Replace(exchanged("tools/call", `"name":§,"arguments":{},`, ""), `"result":{}`, `"error":{"code":-32602,"message":§,"data":{§:§},§:§}`, 1),
	"calls/over-http": `{"http":{"method":§,"path":§,"headers":[["Content-Type",§],["MCP-Protocol-Version",§],["Mcp-Method",§],["Mcp-Name",§],["Mcp-Param-Days",§],[§,§]],"status":400},"caller":§,
		"request":{"jsonrpc":"2.0","id":§,"method":"tools/call","params":{"name":§,"arguments":{§:§},` + sent + `}},"response":{"jsonrpc":"2.0","id":§,"error":{"code":-32020,"message":§}}}`,
	"calls/routed": strings.Replace(exchanged("tools/call", `"name":"routed","arguments":{§:§},`, `"resultType":"complete","content":[]`), `{`, `{"http":{"method":"POST","headers":[["Content-Type","application/json"],
		["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","tools/call"],["Mcp-Name","routed"],["Mcp-Param-Days","\u00e9"],["Mcp-Param-Days",§]],"status":200},`, 1),
	"calls/other-revision": strings.ReplaceAll(exchanged("tools/call", `"name":"plain","arguments":{},`, `"content":[]`), "2026-07-28", "1999-01-01"),
	"completion/prompt": strings.Replace(exchanged("completion/complete", `"ref":{"type":"ref/prompt","name":§,"title":§},"argument":{"name":§,"value":§},"context":{"arguments":{§:§}},`, `"resultType":"complete","completion":{"values":[§,§],§:§}`),
		`{`, `{"caller":{"name":§,"tenant":§,"maySee":{"prompts":[§],"resources":[§]},"allowed":{§:[§]},"forbidden":[§]},"known":[{"type":"ref/prompt","name":§,"arguments":[§]},{"type":"ref/resource","uri":§,"arguments":[§]}],`, 1),
	"completion/resource": exchanged("completion/complete", `"ref":{"type":"ref/resource","uri":§},"argument":{"name":§,"value":§},`, `"resultType":"complete","completion":{"values":["a"],"total":1}`),
	"completion/neither":  exchanged("completion/complete", `"ref":{"type":§,"name":§},"argument":{"name":§,"value":§},`, `"resultType":"complete","completion":{"values":[§]}`),
	"lists/prompts":       exchanged("prompts/list", "", `"resultType":"complete","ttlMs":0,"cacheScope":"public","prompts":[{"name":§,"title":§,"description":§,"arguments":[{"name":§,"description":§}],"icons":`+icons+`}]`),
	"lists/templates":     exchanged("resources/templates/list", "", `"resultType":"complete","ttlMs":0,"cacheScope":"public","resourceTemplates":[{"uriTemplate":§,"name":§,"title":§,"mimeType":§}]`),
	"discover":            exchanged("server/discover", "", `"resultType":"complete","ttlMs":0,"cacheScope":"public","supportedVersions":["2026-07-28",§],"capabilities":{"tools":{},"completions":{},§:{§:§}},"instructions":§,`+shown),
	"initialize":          exchanged("initialize", `"protocolVersion":§,"capabilities":{§:{}},"clientInfo":{"name":§,"version":§},`, `"protocolVersion":§,"capabilities":{§:{}},"serverInfo":{"name":§,"version":§},"instructions":§`),
	"method":              exchanged(`§`, `§:§,`, `"resultType":"complete",§:§`),
	"beside":              strings.Replace(exchanged("tools/call", `"name":"plain","arguments":{},`, `"resultType":"complete","content":[]`), `{`, `{"label":§,"at":§,"sse":§,"notifications":[{"jsonrpc":"2.0","method":§,"params":{§:§}}],"version":§,§:§,`, 1),
	"mapping":             `{"headerMapping":{"tool":§,"map":{§:§}}}`,
	"log":                 `{"log":[§,"x"]}`,
	"odd":                 `{§:§}`,
	"text":                `§`,
	"broken":              `{"tools":[{"name":§,"name":§}]}`,
	"cut":                 `{"tools":[{"name":§`,
}

// exchanged is a request with its answer; § as the method stands for a string
// of its own.
func exchanged(method, params, result string) string {
	if method != `§` {
		method = Token(method)
	}
	return `{"request":{"jsonrpc":"2.0","id":1,"method":` + method + `,"params":{` + params + sent + `}},"response":{"jsonrpc":"2.0","id":1,"result":{` + result + `}}}`
}

// Places is evidence with a JSON string in every place that a server, a client
// or a recorder can write to: names, texts, schemas, results, errors, cursors,
// headers, callers. Its files are named after the string, where a file can be.
func Places(token string) map[string]string {
	var name string
	_ = json.Unmarshal([]byte(token), &name) // ill-formed tokens name no file
	documents := make(map[string]string, len(places))
	for place, document := range places {
		file := place + name + ".json"
		if !fs.ValidPath(file) || len(name) > 100 || strings.Contains(name, "/") {
			file = place + ".json"
		}
		documents[file] = strings.ReplaceAll(document, "§", token)
	}
	return documents
}

// Reviewed is the review of documents by the name of their file, under the
// default policy.
func Reviewed(documents map[string]string) *report.Review {
	files := make(fstest.MapFS, len(documents))
	for name, document := range documents {
		files[name] = &fstest.MapFile{Data: []byte(document)}
	}
	p := policy.Default()
	return report.Build(evidence.LoadFS(files, p, 2), report.Options{Policy: p, Jobs: 2})
}

// HostileReviews calls check with a review for every so many-th hostile string,
// each of evidence that has the string in all of Places; about says which one
// it is. Where tests are to be short it takes a seventh of them.
func HostileReviews(every int, check func(about string, r *report.Review)) {
	if testing.Short() {
		every *= 7
	}
	tokens := append([]string{}, HostileTokens...)
	for _, s := range Hostile {
		tokens = append(tokens, Token(s))
	}
	for i, token := range tokens {
		if i%every == 0 {
			check(fmt.Sprintf("%.60q", token), Reviewed(Places(token)))
		}
	}
}
