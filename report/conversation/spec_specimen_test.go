package conversation_test

import (
	"strings"
	"testing"

	"mcpreview/replay"
)

// A draft is a specimen as it is written here. Each line is a direction, > from
// the client or < from the server, and a message without its jsonrpc member.
// The one that holds the value has ! before its direction. In a line @ stands
// for the metadata of a request that declares everything.
type draft struct {
	definition string
	pointer    string
	lines      []string
}

const statedMetadata = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},` +
	`"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{},"context":{}},"roots":{}}}`

// specimen is the draft as a conversation of a revision.
func (d draft) specimen(t testing.TB, revision string) specimen {
	s := specimen{name: d.definition, revision: revision, definition: d.definition, pointer: d.pointer}
	for i, line := range d.lines {
		line, here := strings.CutPrefix(line, "!")
		if here {
			s.at = i
		}
		message := `{"jsonrpc":"2.0",` + strings.ReplaceAll(line[3:], `"_meta":@`, `"_meta":`+statedMetadata)
		s.steps = append(s.steps, sent{line[0] == '>', parsed(t, message)})
	}
	if revision == replay.Protocol2025 && d.definition != "InitializeRequest" && d.definition != "InitializeResult" {
		hello := draft{lines: handshake}.specimen(t, "")
		s.steps, s.at = append(hello.steps, s.steps...), s.at+len(hello.steps)
	}
	return s
}

// specimens are the project's own, with every member that the schema knows.
func specimens(t testing.TB, revision string) []specimen {
	drafts := drafts2026
	if revision == replay.Protocol2025 {
		drafts = drafts2025
	}
	all := make([]specimen, len(drafts))
	for i, d := range drafts {
		all[i] = d.specimen(t, revision)
	}
	return all
}

// What results and descriptors of both revisions hold.
const (
	manyIcons   = `[{"src":"https://example.com/i.png","mimeType":"image/png","sizes":["48x48"],"theme":"light"}]`
	manyNotes   = `{"audience":["user","assistant"],"priority":0.5,"lastModified":"2026-01-02T03:04:05Z"}`
	manyHints   = `{"title":"T","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}`
	oneResource = `{"uri":"file:///a","name":"a","title":"A","description":"d","mimeType":"text/plain","size":3,"icons":` + manyIcons + `,"annotations":` + manyNotes + `,"_meta":{}}`
	oneTemplate = `{"uriTemplate":"file:///{p}","name":"t","title":"T","description":"d","mimeType":"text/plain","icons":` + manyIcons + `,"annotations":` + manyNotes + `,"_meta":{}}`
	onePrompt   = `{"name":"p","title":"P","description":"d","icons":` + manyIcons + `,"_meta":{},"arguments":[{"name":"x","title":"X","description":"d","required":true}]}`
	oneTool     = `{"name":"dip","title":"Dip","description":"d","icons":` + manyIcons + `,"annotations":` + manyHints + `,"_meta":{},` +
		`"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"n":{"type":"integer"}}},` +
		`"outputSchema":{"type":"object","properties":{"m":{"type":"integer"}}}`
	manyBlocks = `[{"type":"text","text":"{}","annotations":` + manyNotes + `,"_meta":{}},` +
		`{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png","annotations":` + manyNotes + `,"_meta":{}},` +
		`{"type":"audio","data":"AAAA","mimeType":"audio/wav","annotations":` + manyNotes + `,"_meta":{}},` +
		`{"type":"resource_link",` + linkMembers + `},` +
		`{"type":"resource","resource":{"uri":"file:///a","mimeType":"text/plain","text":"t","_meta":{}},"annotations":` + manyNotes + `,"_meta":{}},` +
		`{"type":"resource","resource":{"uri":"file:///b","mimeType":"a/b","blob":"AAAA","_meta":{}}}]`
	manyFields = `{"s":{"type":"string","title":"S","description":"d","minLength":1,"maxLength":40,"format":"email","default":"a@b.example"},` +
		`"n":{"type":"integer","title":"N","description":"d","minimum":1,"maximum":9,"default":2},` +
		`"b":{"type":"boolean","title":"B","description":"d","default":true},` +
		`"e":{"type":"string","title":"E","description":"d","enum":["x","y"],"default":"x"},` +
		`"l":{"type":"string","enum":["x","y"],"enumNames":["X","Y"]},` +
		`"t":{"type":"string","oneOf":[{"const":"x","title":"X"}],"default":"x"},` +
		`"m":{"type":"array","title":"M","description":"d","minItems":1,"maxItems":2,"items":{"type":"string","enum":["x","y"]},"default":["x"]},` +
		`"o":{"type":"array","items":{"anyOf":[{"const":"x","title":"X"}]}}}`
	oneForm   = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":` + manyFields + `,"required":["s"]}`
	oneAnswer = `{"action":"accept","content":{"s":"c@d.example","n":3,"b":false,"e":"y","l":"x","t":"x","m":["y"],"o":["x"]}}`
	manyTurns = `[{"role":"user","content":{"type":"text","text":"t"},"_meta":{}},` +
		`{"role":"assistant","content":[{"type":"tool_use","id":"u","name":"dip","input":{},"_meta":{}}]},` +
		`{"role":"user","content":[{"type":"tool_result","toolUseId":"u","isError":false,"structuredContent":{},"_meta":{},"content":[{"type":"text","text":"t"}]}]}]`
	oneSampling = `{"messages":` + manyTurns + `,"maxTokens":9,"systemPrompt":"s","includeContext":"thisServer","temperature":0.5,"stopSequences":["z"],"metadata":{},` +
		`"modelPreferences":{"hints":[{"name":"h"}],"costPriority":0.1,"speedPriority":0.2,"intelligencePriority":0.3},"toolChoice":{"mode":"auto"}`
	oneReply    = `{"role":"assistant","content":[{"type":"text","text":"t"},{"type":"tool_use","id":"u","name":"dip","input":{}}],"model":"m","stopReason":"endTurn"`
	linkMembers = `"uri":"file:///a","name":"a","title":"A","description":"d","mimeType":"text/plain","size":3,"icons":` + manyIcons + `,"annotations":` + manyNotes + `,"_meta":{}`
)

// complete2026 and listed2026 begin the results of revision 2026-07-28.
const (
	complete2026 = `"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1","title":"S","description":"d","websiteUrl":"https://example.com/","icons":` + manyIcons + `}}`
	listed2026   = complete2026 + `,"ttlMs":1,"cacheScope":"private"`
)

var drafts2026 = []draft{
	{"DiscoverResult", "/result", []string{
		`> {"id":1,"method":"server/discover","params":{"_meta":@}}`,
		`!< {"id":1,"result":{` + listed2026 + `,"supportedVersions":["2026-07-28"],"instructions":"i","capabilities":{"tools":{"listChanged":true},"prompts":{"listChanged":true},` +
			`"resources":{"listChanged":true,"subscribe":true},"logging":{},"completions":{},"experimental":{"x":{}},"extensions":{"com.example/x":{}}}}}`,
	}},
	{"ListToolsResult", "/result", []string{
		`> {"id":1,"method":"tools/list","params":{"_meta":@}}`,
		`!< {"id":1,"result":{` + listed2026 + `,"nextCursor":"n","tools":[` + oneTool + `}]}}`,
	}},
	{"ListPromptsResult", "/result", []string{
		`> {"id":1,"method":"prompts/list","params":{"_meta":@}}`,
		`!< {"id":1,"result":{` + listed2026 + `,"nextCursor":"n","prompts":[` + onePrompt + `]}}`,
	}},
	{"ListResourcesResult", "/result", []string{
		`> {"id":1,"method":"resources/list","params":{"_meta":@}}`,
		`!< {"id":1,"result":{` + listed2026 + `,"nextCursor":"n","resources":[` + oneResource + `]}}`,
	}},
	{"ListResourceTemplatesResult", "/result", []string{
		`> {"id":1,"method":"resources/templates/list","params":{"_meta":@}}`,
		`!< {"id":1,"result":{` + listed2026 + `,"nextCursor":"n","resourceTemplates":[` + oneTemplate + `]}}`,
	}},
	{"CallToolResult", "/result", []string{
		`> {"id":1,"method":"tools/call","params":{"_meta":@,"name":"dip","arguments":{}}}`,
		`!< {"id":1,"result":{` + complete2026 + `,"isError":false,"structuredContent":{},"content":` + manyBlocks + `}}`,
	}},
	{"GetPromptResult", "/result", []string{
		`> {"id":1,"method":"prompts/get","params":{"_meta":@,"name":"p"}}`,
		`!< {"id":1,"result":{` + complete2026 + `,"description":"d","messages":[{"role":"user","content":{"type":"text","text":"t","annotations":` + manyNotes + `,"_meta":{}}},` +
			`{"role":"assistant","content":{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png","annotations":` + manyNotes + `}},` +
			`{"role":"user","content":{"type":"resource_link",` + linkMembers + `}},` +
			`{"role":"user","content":{"type":"resource","resource":{"uri":"file:///a","mimeType":"text/plain","text":"t","_meta":{}},"annotations":` + manyNotes + `,"_meta":{}}}]}}`,
	}},
	{"ReadResourceResult", "/result", []string{
		`> {"id":1,"method":"resources/read","params":{"_meta":@,"uri":"file:///a"}}`,
		`!< {"id":1,"result":{` + listed2026 + `,"contents":[{"uri":"file:///a","mimeType":"text/plain","text":"t","_meta":{}},{"uri":"file:///b","mimeType":"a/b","blob":"AAAA","_meta":{}}]}}`,
	}},
	{"CompleteResult", "/result", []string{
		`> {"id":1,"method":"completion/complete","params":{"_meta":@,"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"x","value":""}}}`,
		`!< {"id":1,"result":{` + complete2026 + `,"completion":{"values":["v"],"total":2,"hasMore":true}}}`,
	}},
	{"InputRequiredResult", "/result", []string{
		`> {"id":1,"method":"tools/call","params":{"_meta":@,"name":"dip","arguments":{}}}`,
		`!< {"id":1,"result":{"resultType":"input_required","_meta":{},"requestState":"s","inputRequests":{` +
			`"f":{"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":` + oneForm + `}},` +
			`"u":{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://example.com/"}},` +
			`"m":{"method":"sampling/createMessage","params":` + oneSampling + `,"tools":[` + oneTool + `}]}},` +
			`"r":{"method":"roots/list","params":{}}}}}`,
	}},
	{"InputResponses", "/params/inputResponses", []string{
		`> {"id":1,"method":"tools/call","params":{"_meta":@,"name":"dip","arguments":{}}}`,
		`< {"id":1,"result":{"resultType":"input_required","inputRequests":{` +
			`"f":{"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":` + oneForm + `}},` +
			`"m":{"method":"sampling/createMessage","params":` + oneSampling + `}},` +
			`"r":{"method":"roots/list"}}}}`,
		`!> {"id":2,"method":"tools/call","params":{"_meta":@,"name":"dip","arguments":{},"inputResponses":{"f":` + oneAnswer + `,"m":` + oneReply + `},` +
			`"r":{"roots":[{"uri":"file:///a","name":"a","_meta":{}}]}}}}`,
		`< {"id":2,"result":{"resultType":"complete","content":[]}}`,
	}},
	{"SubscriptionsListenResult", "/result", []string{
		`> {"id":1,"method":"subscriptions/listen","params":{"_meta":@,"notifications":{"toolsListChanged":true}}}`,
		`< {"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{}}}`,
		`!< {"id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1,"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}`,
	}},
	{"DiscoverRequest", "", []string{
		`!> {"id":1,"method":"server/discover","params":{"_meta":@}}`,
		`< {"id":1,"result":{` + listed2026 + `,"supportedVersions":["2026-07-28"],"capabilities":{}}}`,
	}},
	{"ListToolsRequest", "", []string{
		`!> {"id":1,"method":"tools/list","params":{"_meta":@,"cursor":"c"}}`,
		`< {"id":1,"result":{` + listed2026 + `,"tools":[]}}`,
	}},
	{"ListPromptsRequest", "", []string{
		`!> {"id":1,"method":"prompts/list","params":{"_meta":@,"cursor":"c"}}`,
		`< {"id":1,"result":{` + listed2026 + `,"prompts":[]}}`,
	}},
	{"ListResourcesRequest", "", []string{
		`!> {"id":1,"method":"resources/list","params":{"_meta":@,"cursor":"c"}}`,
		`< {"id":1,"result":{` + listed2026 + `,"resources":[]}}`,
	}},
	{"ListResourceTemplatesRequest", "", []string{
		`!> {"id":1,"method":"resources/templates/list","params":{"_meta":@,"cursor":"c"}}`,
		`< {"id":1,"result":{` + listed2026 + `,"resourceTemplates":[]}}`,
	}},
	{"CallToolRequest", "", []string{
		`!> {"id":1,"method":"tools/call","params":{"_meta":@,"name":"dip","arguments":{}}}`,
		`< {"id":1,"result":{` + complete2026 + `,"content":[]}}`,
	}},
	{"GetPromptRequest", "", []string{
		`!> {"id":1,"method":"prompts/get","params":{"_meta":@,"name":"p","arguments":{"x":"y"}}}`,
		`< {"id":1,"result":{` + complete2026 + `,"messages":[]}}`,
	}},
	{"ReadResourceRequest", "", []string{
		`!> {"id":1,"method":"resources/read","params":{"_meta":@,"uri":"file:///a"}}`,
		`< {"id":1,"result":{` + listed2026 + `,"contents":[{"uri":"file:///a","text":""}]}}`,
	}},
	{"CompleteRequest", "", []string{
		`!> {"id":1,"method":"completion/complete","params":{"_meta":@,"ref":{"type":"ref/prompt","name":"p","title":"P"},"argument":{"name":"x","value":""},"context":{"arguments":{"y":"z"}}}}`,
		`< {"id":1,"result":{` + complete2026 + `,"completion":{"values":[]}}}`,
	}},
	{"CompleteRequest", "", []string{
		`!> {"id":1,"method":"completion/complete","params":{"_meta":@,"ref":{"type":"ref/resource","uri":"file:///{p}"},"argument":{"name":"p","value":""}}}`,
		`< {"id":1,"result":{` + complete2026 + `,"completion":{"values":[]}}}`,
	}},
	{"SubscriptionsListenRequest", "", []string{
		`!> {"id":1,"method":"subscriptions/listen","params":{"_meta":@,"notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["file:///a"]}}}`,
		`< {"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{}}}`,
		`< {"id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`,
	}},
	{"SubscriptionsAcknowledgedNotification", "", []string{
		`> {"id":1,"method":"subscriptions/listen","params":{"_meta":@,"notifications":{"toolsListChanged":true,"resourceSubscriptions":["file:///a"]}}}`,
		`!< {"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{"toolsListChanged":true,"resourceSubscriptions":["file:///a"]}}}`,
	}},
	{"ResourceUpdatedNotification", "", []string{
		`> {"id":1,"method":"subscriptions/listen","params":{"_meta":@,"notifications":{"resourceSubscriptions":["file:///a"]}}}`,
		`< {"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{"resourceSubscriptions":["file:///a"]}}}`,
		`!< {"method":"notifications/resources/updated","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"uri":"file:///a"}}`,
	}},
	{"ToolListChangedNotification", "", []string{
		`> {"id":1,"method":"subscriptions/listen","params":{"_meta":@,"notifications":{"toolsListChanged":true}}}`,
		`< {"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{"toolsListChanged":true}}}`,
		`!< {"method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`,
	}},
	{"ProgressNotification", "", []string{
		`> {"id":1,"method":"tools/call","params":{"_meta":{"progressToken":"p",` + statedMetadata[1:] + `,"name":"dip"}}`,
		`!< {"method":"notifications/progress","params":{"progressToken":"p","progress":1,"total":2,"message":"m","_meta":{}}}`,
	}},
	{"LoggingMessageNotification", "", []string{
		`> {"id":1,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/logLevel":"debug",` + statedMetadata[1:] + `,"name":"dip"}}`,
		`!< {"method":"notifications/message","params":{"level":"info","logger":"l","data":{},"_meta":{}}}`,
	}},
	{"CancelledNotification", "", []string{
		`> {"id":1,"method":"tools/call","params":{"_meta":@,"name":"dip"}}`,
		`!> {"method":"notifications/cancelled","params":{"requestId":1,"reason":"r","_meta":{}}}`,
	}},
	{"JSONRPCErrorResponse", "", []string{
		`> {"id":1,"method":"tools/call","params":{"_meta":@,"name":"dip"}}`,
		`!< {"id":1,"error":{"code":-32602,"message":"m","data":{}}}`,
	}},
	{"UnsupportedProtocolVersionError", "", []string{
		`> {"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}`,
		`!< {"id":1,"error":{"code":-32022,"message":"m","data":{"supported":["2026-07-28"],"requested":"1900-01-01"}}}`,
	}},
	{"MissingRequiredClientCapabilityError", "", []string{
		`> {"id":1,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"name":"dip"}}`,
		`!< {"id":1,"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{"elicitation":{"form":{}}}}}}`,
	}},
}

// handshake opens the conversations of revision 2025-11-25; both sides declare
// everything.
var handshake = []string{
	`> {"id":"h","method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"c","version":"1"},` +
		`"capabilities":{"roots":{"listChanged":true},"sampling":{"tools":{},"context":{}},"elicitation":{"form":{},"url":{}},"experimental":{},` +
		`"tasks":{"list":{},"cancel":{},"requests":{"sampling":{"createMessage":{}},"elicitation":{"create":{}}}}}}}`,
	`< {"id":"h","result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"s","version":"1"},` +
		`"capabilities":{"tools":{"listChanged":true},"prompts":{"listChanged":true},"resources":{"listChanged":true,"subscribe":true},"logging":{},"completions":{},"experimental":{},` +
		`"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}}}}`,
	`> {"method":"notifications/initialized"}`,
}

const (
	party2025 = `{"name":"n","version":"1","title":"T","description":"d","websiteUrl":"https://example.com/","icons":` + manyIcons + `}`
	oneTask   = `{"taskId":"k","status":"working","statusMessage":"m","createdAt":"2026-01-02T03:04:05Z","lastUpdatedAt":"2026-01-02T03:04:05Z","ttl":60000,"pollInterval":5}`
	relatedTo = `"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"k"}}`
)

// begun is a task that the server runs.
var begun = []string{
	`> {"id":1,"method":"tools/call","params":{"name":"dip","task":{"ttl":9}}}`,
	`< {"id":1,"result":{"task":` + oneTask + `}}`,
}

func lines(all ...[]string) (joined []string) {
	for _, l := range all {
		joined = append(joined, l...)
	}
	return joined
}

var drafts2025 = []draft{
	{"InitializeRequest", "", []string{"!" + strings.Replace(strings.Replace(handshake[0], `{"name":"c","version":"1"}`, party2025, 1), `"protocolVersion"`, `"_meta":{},"protocolVersion"`, 1), handshake[1], handshake[2]}},
	{"InitializeResult", "/result", []string{handshake[0], "!" + strings.Replace(strings.Replace(handshake[1], `{"name":"s","version":"1"}`, party2025, 1), `"protocolVersion"`, `"_meta":{},"instructions":"i","protocolVersion"`, 1), handshake[2]}},
	{"ListToolsResult", "/result", []string{
		`> {"id":1,"method":"tools/list"}`,
		`!< {"id":1,"result":{"_meta":{},"nextCursor":"n","tools":[` + oneTool + `,"execution":{"taskSupport":"optional"}}]}}`,
	}},
	{"ListPromptsResult", "/result", []string{
		`> {"id":1,"method":"prompts/list"}`,
		`!< {"id":1,"result":{"_meta":{},"nextCursor":"n","prompts":[` + onePrompt + `]}}`,
	}},
	{"ListResourcesResult", "/result", []string{
		`> {"id":1,"method":"resources/list"}`,
		`!< {"id":1,"result":{"_meta":{},"nextCursor":"n","resources":[` + oneResource + `]}}`,
	}},
	{"ListResourceTemplatesResult", "/result", []string{
		`> {"id":1,"method":"resources/templates/list"}`,
		`!< {"id":1,"result":{"_meta":{},"nextCursor":"n","resourceTemplates":[` + oneTemplate + `]}}`,
	}},
	{"CallToolResult", "/result", []string{
		`> {"id":1,"method":"tools/call","params":{"name":"dip","arguments":{}}}`,
		`!< {"id":1,"result":{"_meta":{},"isError":false,"structuredContent":{},"content":` + manyBlocks + `}}`,
	}},
	{"GetPromptResult", "/result", []string{
		`> {"id":1,"method":"prompts/get","params":{"name":"p"}}`,
		`!< {"id":1,"result":{"_meta":{},"description":"d","messages":[{"role":"user","content":{"type":"text","text":"t","annotations":` + manyNotes + `,"_meta":{}}},` +
			`{"role":"user","content":{"type":"resource","resource":{"uri":"file:///a","mimeType":"text/plain","text":"t","_meta":{}},"annotations":` + manyNotes + `,"_meta":{}}}]}}`,
	}},
	{"ReadResourceResult", "/result", []string{
		`> {"id":1,"method":"resources/read","params":{"uri":"file:///a"}}`,
		`!< {"id":1,"result":{"_meta":{},"contents":[{"uri":"file:///a","mimeType":"text/plain","text":"t","_meta":{}},{"uri":"file:///b","mimeType":"a/b","blob":"AAAA","_meta":{}}]}}`,
	}},
	{"CompleteResult", "/result", []string{
		`> {"id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"x","value":""}}}`,
		`!< {"id":1,"result":{"_meta":{},"completion":{"values":["v"],"total":2,"hasMore":true}}}`,
	}},
	{"ListRootsResult", "/result", []string{
		`< {"id":1,"method":"roots/list"}`,
		`!> {"id":1,"result":{"_meta":{},"roots":[{"uri":"file:///a","name":"a","_meta":{}}]}}`,
	}},
	{"CreateMessageResult", "/result", []string{
		`< {"id":1,"method":"sampling/createMessage","params":` + oneSampling + `}}`,
		`!> {"id":1,"result":` + oneReply + `,"_meta":{}}}`,
	}},
	{"ElicitResult", "/result", []string{
		`< {"id":1,"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":` + oneForm + `}}`,
		`!> {"id":1,"result":` + oneAnswer + `}`,
	}},
	{"EmptyResult", "/result", []string{`> {"id":1,"method":"ping"}`, `!< {"id":1,"result":{"_meta":{}}}`}},
	{"CreateTaskResult", "/result", []string{begun[0], "!" + strings.Replace(begun[1], `{"task"`, `{"_meta":{},"task"`, 1)}},
	{"GetTaskResult", "/result", lines(begun, []string{`> {"id":2,"method":"tasks/get","params":{"taskId":"k"}}`, `!< {"id":2,"result":` + oneTask + `}`})},
	{"ListTasksResult", "/result", lines(begun, []string{`> {"id":2,"method":"tasks/list"}`, `!< {"id":2,"result":{"_meta":{},"nextCursor":"n","tasks":[` + oneTask + `]}}`})},
	{"CancelTaskResult", "/result", lines(begun, []string{
		`> {"id":2,"method":"tasks/cancel","params":{"taskId":"k"}}`, `!< {"id":2,"result":` + strings.Replace(oneTask, "working", "cancelled", 1) + `}`})},
	{"CallToolResult", "/result", lines(begun, []string{
		`> {"id":2,"method":"tasks/result","params":{"taskId":"k"}}`, `!< {"id":2,"result":{` + relatedTo + `,"content":[{"type":"text","text":"t"}],"isError":false}}`})},

	{"PingRequest", "", []string{`!> {"id":1,"method":"ping","params":{"_meta":{"progressToken":"p"}}}`, `< {"id":1,"result":{}}`}},
	{"ListToolsRequest", "", []string{`!> {"id":1,"method":"tools/list","params":{"_meta":{},"cursor":""}}`, `< {"id":1,"result":{"tools":[]}}`}},
	{"ListPromptsRequest", "", []string{`!> {"id":1,"method":"prompts/list","params":{"_meta":{},"cursor":"c"}}`, `< {"id":1,"result":{"prompts":[]}}`}},
	{"ListResourcesRequest", "", []string{`!> {"id":1,"method":"resources/list","params":{"_meta":{},"cursor":"c"}}`, `< {"id":1,"result":{"resources":[]}}`}},
	{"ListResourceTemplatesRequest", "", []string{`!> {"id":1,"method":"resources/templates/list","params":{"_meta":{},"cursor":"c"}}`, `< {"id":1,"result":{"resourceTemplates":[]}}`}},
	{"CallToolRequest", "", []string{`!> {"id":1,"method":"tools/call","params":{"_meta":{},"name":"dip","arguments":{}}}`, `< {"id":1,"result":{"content":[]}}`}},
	{"CallToolRequest", "", []string{"!" + begun[0], begun[1]}},
	{"GetPromptRequest", "", []string{`!> {"id":1,"method":"prompts/get","params":{"_meta":{},"name":"p","arguments":{"x":"y"}}}`, `< {"id":1,"result":{"messages":[]}}`}},
	{"ReadResourceRequest", "", []string{`!> {"id":1,"method":"resources/read","params":{"_meta":{},"uri":"file:///a"}}`, `< {"id":1,"result":{"contents":[]}}`}},
	{"SubscribeRequest", "", []string{`!> {"id":1,"method":"resources/subscribe","params":{"_meta":{},"uri":"file:///a"}}`, `< {"id":1,"result":{}}`}},
	{"UnsubscribeRequest", "", []string{
		`> {"id":1,"method":"resources/subscribe","params":{"uri":"file:///a"}}`, `< {"id":1,"result":{}}`,
		`!> {"id":2,"method":"resources/unsubscribe","params":{"_meta":{},"uri":"file:///a"}}`, `< {"id":2,"result":{}}`}},
	{"SetLevelRequest", "", []string{`!> {"id":1,"method":"logging/setLevel","params":{"_meta":{},"level":"info"}}`, `< {"id":1,"result":{}}`}},
	{"CompleteRequest", "", []string{
		`!> {"id":1,"method":"completion/complete","params":{"_meta":{},"ref":{"type":"ref/prompt","name":"p","title":"P"},"argument":{"name":"x","value":""},"context":{"arguments":{"y":"z"}}}}`,
		`< {"id":1,"result":{"completion":{"values":[]}}}`}},
	{"CompleteRequest", "", []string{
		`!> {"id":1,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"file:///{p}"},"argument":{"name":"p","value":""}}}`,
		`< {"id":1,"result":{"completion":{"values":[]}}}`}},
	{"ListRootsRequest", "", []string{`!< {"id":1,"method":"roots/list","params":{"_meta":{}}}`, `> {"id":1,"result":{"roots":[]}}`}},
	{"CreateMessageRequest", "", []string{
		`!< {"id":1,"method":"sampling/createMessage","params":` + oneSampling + `,"_meta":{},"tools":[` + oneTool + `}]}}`,
		`> {"id":1,"result":` + oneReply + `}}`}},
	{"CreateMessageRequest", "", []string{`!< {"id":1,"method":"sampling/createMessage","params":{"task":{"ttl":5},"maxTokens":1,"messages":[{"role":"user","content":{"type":"text","text":"t"}}]}}`}},
	{"ElicitRequest", "", []string{
		`!< {"id":1,"method":"elicitation/create","params":{"_meta":{},"mode":"form","message":"m","requestedSchema":` + oneForm + `}}`, `> {"id":1,"result":` + oneAnswer + `}`}},
	{"ElicitRequest", "", []string{
		`!< {"id":1,"method":"elicitation/create","params":{"_meta":{},"mode":"url","message":"m","url":"https://example.com/","elicitationId":"e"}}`, `> {"id":1,"result":{"action":"accept"}}`}},
	{"GetTaskRequest", "", lines(begun, []string{`!> {"id":2,"method":"tasks/get","params":{"taskId":"k"}}`, `< {"id":2,"result":` + oneTask + `}`})},
	{"ListTasksRequest", "", lines(begun, []string{`!> {"id":2,"method":"tasks/list","params":{"_meta":{},"cursor":"c"}}`, `< {"id":2,"result":{"tasks":[` + oneTask + `]}}`})},
	{"CancelTaskRequest", "", lines(begun, []string{
		`!> {"id":2,"method":"tasks/cancel","params":{"taskId":"k"}}`, `< {"id":2,"result":` + strings.Replace(oneTask, "working", "cancelled", 1) + `}`})},
	{"GetTaskPayloadRequest", "", lines(begun, []string{
		`!> {"id":2,"method":"tasks/result","params":{"taskId":"k"}}`, `< {"id":2,"result":{` + relatedTo + `,"content":[]}}`})},

	{"ToolListChangedNotification", "", []string{`!< {"method":"notifications/tools/list_changed","params":{"_meta":{}}}`}},
	{"PromptListChangedNotification", "", []string{`!< {"method":"notifications/prompts/list_changed","params":{"_meta":{}}}`}},
	{"ResourceListChangedNotification", "", []string{`!< {"method":"notifications/resources/list_changed","params":{"_meta":{}}}`}},
	{"RootsListChangedNotification", "", []string{`!> {"method":"notifications/roots/list_changed","params":{"_meta":{}}}`}},
	{"ResourceUpdatedNotification", "", []string{
		`> {"id":1,"method":"resources/subscribe","params":{"uri":"file:///a"}}`, `< {"id":1,"result":{}}`,
		`!< {"method":"notifications/resources/updated","params":{"_meta":{},"uri":"file:///a"}}`}},
	{"ProgressNotification", "", []string{
		`> {"id":1,"method":"tools/call","params":{"_meta":{"progressToken":"p"},"name":"dip"}}`,
		`!< {"method":"notifications/progress","params":{"progressToken":"p","progress":1,"total":2,"message":"m","_meta":{}}}`}},
	{"LoggingMessageNotification", "", []string{`!< {"method":"notifications/message","params":{"level":"info","logger":"l","data":{},"_meta":{}}}`}},
	{"CancelledNotification", "", []string{`> {"id":1,"method":"tools/call","params":{"name":"dip"}}`, `!> {"method":"notifications/cancelled","params":{"requestId":1,"reason":"r","_meta":{}}}`}},
	{"ElicitationCompleteNotification", "", []string{
		`< {"id":1,"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://example.com/","elicitationId":"e"}}`,
		`!< {"method":"notifications/elicitation/complete","params":{"elicitationId":"e"}}`}},
	{"TaskStatusNotification", "", lines(begun, []string{`!< {"method":"notifications/tasks/status","params":` + oneTask + `}`})},
	{"JSONRPCErrorResponse", "", []string{`> {"id":1,"method":"tools/call","params":{"name":"dip"}}`, `!< {"id":1,"error":{"code":-32602,"message":"m","data":{}}}`}},
	{"URLElicitationRequiredError", "", []string{`> {"id":1,"method":"tools/call","params":{"name":"dip"}}`,
		`!< {"id":1,"error":{"code":-32042,"message":"m","data":{"elicitations":[{"mode":"url","message":"m","url":"https://example.com/","elicitationId":"e"}]}}}`}},
}
