package conversation_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpreview/internal/protocol"
	"mcpreview/replay"
)

// An official is a conversation in which the published examples of some
// definitions stand: $ is the example, # the id in it.
type official struct {
	definitions string // separated by blanks; after a : what file names begin with
	pointer     string
	lines       []string
}

const (
	calls     = `> {"id":1,"method":"tools/call","params":{"_meta":@,"name":"x"}}`
	listens   = `> {"id":"listen-1","method":"subscriptions/listen","params":{"_meta":@,"notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["file:///project/config.json","file:///project/src/main.rs"]}}}`
	listening = `< {"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"listen-1"},"notifications":{"toolsListChanged":true}}}`
	results   = `,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private",`
)

// interim is a call that asks the client for something.
func interim(request string) []string {
	return []string{calls, `!< {"id":1,"result":{"resultType":"input_required","inputRequests":{"k":` + request + `}}}`}
}

// answered is a call that asked the client, and the client's answer.
func answered(request string) []string {
	return []string{
		calls, `< {"id":1,"result":{"resultType":"input_required","inputRequests":{"k":` + request + `}}}`,
		`!> {"id":2,"method":"tools/call","params":{"_meta":@,"name":"x","inputResponses":{"k":$}}}`,
		`< {"id":2,"result":{"resultType":"complete","content":[]}}`,
	}
}

// asks is a request of that method without further params, with an id.
func asks(method, id, params string) string {
	return `> {"id":` + id + `,"method":"` + method + `","params":{"_meta":@` + params + `}}`
}

const freeForm = `{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}`

var officials = []official{
	{"Tool", "/result/tools/0", []string{asks("tools/list", "1", ""), `!< {"id":1` + results + `"tools":[$]}}`}},
	{"Resource", "/result/resources/0", []string{asks("resources/list", "1", ""), `!< {"id":1` + results + `"resources":[$]}}`}},
	{"TextContent ImageContent AudioContent ResourceLink EmbeddedResource", "/result/content/0", []string{calls, `!< {"id":1` + results + `"content":[$]}}`}},
	{"TextContent ImageContent AudioContent ResourceLink EmbeddedResource", "/result/messages/0/content", []string{
		asks("prompts/get", "1", `,"name":"p"`), `!< {"id":1` + results + `"messages":[{"role":"user","content":$}]}}`}},
	{"TextResourceContents BlobResourceContents", "/result/contents/0", []string{asks("resources/read", "1", `,"uri":"file:///a"`), `!< {"id":1` + results + `"contents":[$]}}`}},
	{"ServerCapabilities", "/result/capabilities", []string{asks("server/discover", "1", ""), `!< {"id":1` + results + `"supportedVersions":["2026-07-28"],"capabilities":$}}`}},
	{"ClientCapabilities", "/params/_meta/io.modelcontextprotocol~1clientCapabilities", []string{
		`!> {"id":1,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":$},"name":"x"}}`,
		`< {"id":1,"result":{"resultType":"complete","content":[]}}`}},

	{"DiscoverResult", "/result", []string{asks("server/discover", "1", ""), `!< {"id":1,"result":$}`}},
	{"ListToolsResult", "/result", []string{asks("tools/list", "1", ""), `!< {"id":1,"result":$}`}},
	{"ListPromptsResult", "/result", []string{asks("prompts/list", "1", ""), `!< {"id":1,"result":$}`}},
	{"ListResourcesResult", "/result", []string{asks("resources/list", "1", ""), `!< {"id":1,"result":$}`}},
	{"ListResourceTemplatesResult", "/result", []string{asks("resources/templates/list", "1", ""), `!< {"id":1,"result":$}`}},
	{"CallToolResult InputRequiredResult", "/result", []string{calls, `!< {"id":1,"result":$}`}},
	{"GetPromptResult", "/result", []string{asks("prompts/get", "1", `,"name":"p"`), `!< {"id":1,"result":$}`}},
	{"ReadResourceResult", "/result", []string{asks("resources/read", "1", `,"uri":"file:///a"`), `!< {"id":1,"result":$}`}},
	{"CompleteResult", "/result", []string{asks("completion/complete", "1", `,"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""}`), `!< {"id":1,"result":$}`}},
	{"SubscriptionsListenResult", "/result", []string{listens, listening, `!< {"id":"listen-1","result":$}`}},

	{"DiscoverResultResponse", "", []string{asks("server/discover", "#", ""), `!< $`}},
	{"ListToolsResultResponse", "", []string{asks("tools/list", "#", ""), `!< $`}},
	{"ListPromptsResultResponse", "", []string{asks("prompts/list", "#", ""), `!< $`}},
	{"ListResourcesResultResponse", "", []string{asks("resources/list", "#", ""), `!< $`}},
	{"ListResourceTemplatesResultResponse", "", []string{asks("resources/templates/list", "#", ""), `!< $`}},
	{"CallToolResultResponse", "", []string{asks("tools/call", "#", `,"name":"x"`), `!< $`}},
	{"GetPromptResultResponse", "", []string{asks("prompts/get", "#", `,"name":"p"`), `!< $`}},
	{"ReadResourceResultResponse", "", []string{asks("resources/read", "#", `,"uri":"file:///a"`), `!< $`}},
	{"CompleteResultResponse", "", []string{asks("completion/complete", "#", `,"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""}`), `!< $`}},
	{"SubscriptionsListenResultResponse", "", []string{listens, listening, `!< $`}},

	{"DiscoverRequest", "", []string{`!> $`, `< {"id":#` + results + `"supportedVersions":["2026-07-28"],"capabilities":{}}}`}},
	{"ListToolsRequest", "", []string{`!> $`, `< {"id":#` + results + `"tools":[]}}`}},
	{"ListPromptsRequest", "", []string{`!> $`, `< {"id":#` + results + `"prompts":[]}}`}},
	{"ListResourcesRequest", "", []string{`!> $`, `< {"id":#` + results + `"resources":[]}}`}},
	{"ListResourceTemplatesRequest", "", []string{`!> $`, `< {"id":#` + results + `"resourceTemplates":[]}}`}},
	{"CallToolRequest", "", []string{`!> $`, `< {"id":#` + results + `"content":[]}}`}},
	{"GetPromptRequest", "", []string{`!> $`, `< {"id":#` + results + `"messages":[]}}`}},
	{"ReadResourceRequest", "", []string{`!> $`, `< {"id":#` + results + `"contents":[{"uri":"file:///a","text":""}]}}`}},
	{"CompleteRequest", "", []string{`!> $`, `< {"id":#` + results + `"completion":{"values":[]}}}`}},
	{"SubscriptionsListenRequest", "", []string{`!> $`, listening}},

	{"CallToolRequestParams", "/params", []string{`!> {"id":1,"method":"tools/call","params":$}`, `< {"id":1` + results + `"content":[]}}`}},
	{"GetPromptRequestParams", "/params", []string{`!> {"id":1,"method":"prompts/get","params":$}`, `< {"id":1` + results + `"messages":[]}}`}},
	{"CompleteRequestParams", "/params", []string{`!> {"id":1,"method":"completion/complete","params":$}`, `< {"id":1` + results + `"completion":{"values":[]}}}`}},
	{"PaginatedRequestParams", "/params", []string{`!> {"id":1,"method":"tools/list","params":$}`, `< {"id":1` + results + `"tools":[]}}`}},

	{"ProgressNotification", "", []string{`> {"id":1,"method":"tools/call","params":{"_meta":{"progressToken":"oivaizmir",` + statedMetadata[1:] + `,"name":"x"}}`, `!< $`}},
	{"ProgressNotificationParams", "/params", []string{
		`> {"id":1,"method":"tools/call","params":{"_meta":{"progressToken":"oivaizmir",` + statedMetadata[1:] + `,"name":"x"}}`, `!< {"method":"notifications/progress","params":$}`}},
	{"LoggingMessageNotification", "", []string{`> {"id":1,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/logLevel":"debug",` + statedMetadata[1:] + `,"name":"x"}}`, `!< $`}},
	{"LoggingMessageNotificationParams", "/params", []string{
		`> {"id":1,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/logLevel":"debug",` + statedMetadata[1:] + `,"name":"x"}}`, `!< {"method":"notifications/message","params":$}`}},
	{"CancelledNotification", "", []string{asks("tools/call", `"123"`, `,"name":"x"`), `!> $`}},
	{"CancelledNotificationParams", "/params", []string{asks("tools/call", `"123"`, `,"name":"x"`), `!> {"method":"notifications/cancelled","params":$}`}},
	{"ToolListChangedNotification PromptListChangedNotification ResourceListChangedNotification ResourceUpdatedNotification", "", []string{listens, listening, `!< $`}},
	{"SubscriptionsAcknowledgedNotification", "", []string{listens, `!< $`}},

	{"ElicitRequest CreateMessageRequest ListRootsRequest", "/result/inputRequests/k", interim(`$`)},
	{"ElicitRequestFormParams ElicitRequestURLParams", "/result/inputRequests/k/params", interim(`{"method":"elicitation/create","params":$}`)},
	{"CreateMessageRequestParams", "/result/inputRequests/k/params", interim(`{"method":"sampling/createMessage","params":$}`)},
	{"SamplingMessage", "/result/inputRequests/k/params/messages/0", interim(`{"method":"sampling/createMessage","params":{"maxTokens":1,"messages":[$]}}`)},
	{"ToolUseContent ToolResultContent", "/result/inputRequests/k/params/messages/0/content/0", interim(`{"method":"sampling/createMessage","params":{"maxTokens":1,"messages":[{"role":"user","content":[$]}]}}`)},
	{"ModelPreferences", "/result/inputRequests/k/params/modelPreferences", interim(`{"method":"sampling/createMessage","params":{"maxTokens":1,"messages":[],"modelPreferences":$}}`)},
	{"BooleanSchema NumberSchema StringSchema UntitledSingleSelectEnumSchema TitledSingleSelectEnumSchema UntitledMultiSelectEnumSchema TitledMultiSelectEnumSchema",
		"/result/inputRequests/k/params/requestedSchema/properties/p", interim(`{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"p":$}}}}`)},
	{"InputRequests", "/result/inputRequests", []string{calls, `!< {"id":1,"result":{"resultType":"input_required","inputRequests":$}}`}},
	{"CreateMessageResult", "/params/inputResponses/k", answered(`{"method":"sampling/createMessage","params":{"maxTokens":1,"messages":[]}}`)},
	{"ListRootsResult", "/params/inputResponses/k", answered(`{"method":"roots/list"}`)},
	{"Root", "/params/inputResponses/k/roots/0", strings.Split(strings.Replace(strings.Join(answered(`{"method":"roots/list"}`), "\n"), `$`, `{"roots":[$]}`, 1), "\n")},
	{"ElicitResult:input", "/params/inputResponses/k", answered(freeForm)},
	{"ElicitResult:accept-url", "/params/inputResponses/k", answered(`{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://example.com/"}}`)},
	{"InputResponses", "/params/inputResponses", []string{
		calls, `< {"id":1,"result":{"resultType":"input_required","inputRequests":{"github_login":` + freeForm + `,"capital_of_france":{"method":"sampling/createMessage","params":{"maxTokens":1,"messages":[]}}}}}`,
		`!> {"id":2,"method":"tools/call","params":{"_meta":@,"name":"x","inputResponses":$}}`, `< {"id":2,"result":{"resultType":"complete","content":[]}}`}},

	{"InvalidParamsError InternalError", "/error", []string{calls, `!< {"id":1,"error":$}`}},
	{"MethodNotFoundError", "/error", []string{asks("prompts/list", "1", ""), `!< {"id":1,"error":$}`}},
	{"ParseError", "/error", []string{`!< {"error":$}`}},
	{"UnsupportedProtocolVersionError", "", []string{
		`> {"id":#,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}`, `!< $`}},
	{"MissingRequiredClientCapabilityError", "", []string{
		`> {"id":#,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"name":"x"}}`, `!< $`}},
	{"HeaderMismatchError", "", []string{asks("tools/call", "#", `,"name":"x"`), `!< $`}},
}

// inconsistent is the one published example that the specification's own text
// refuses: a complete result of resources/read without hints for caches.
const inconsistent = "ReadResourceResultResponse/read-resource-result-response.json"

// TestOfficialExamples holds every published example of revision 2026-07-28 in
// order: each stands in some conversation that breaks no rule.
func TestOfficialExamples(t *testing.T) {
	folders, err := os.ReadDir(filepath.Join(corpus(t), protocol.Current.Name, "examples"))
	if err != nil {
		t.Fatal(err)
	}
	placed := make(map[string]bool)
	for _, s := range officialSpecimens(t) {
		placed[s.definition] = true
		if why := s.reason(t); (why != "") != (s.name == inconsistent) {
			t.Errorf("%s breaks %q", s.name, why)
		}
	}
	for _, f := range folders {
		// The params of an update are an example without the metadata that ties
		// them to a subscription.
		if !placed[f.Name()] && f.Name() != "ResourceUpdatedNotificationParams" {
			t.Errorf("no conversation holds examples of %s", f.Name())
		}
	}
}

// officialSpecimens are the published examples of revision 2026-07-28, each in
// conversations around it.
func officialSpecimens(t *testing.T) (all []specimen) {
	t.Helper()
	for _, o := range officials {
		for examples := range strings.FieldsSeq(o.definitions) {
			definition, begin, _ := strings.Cut(examples, ":")
			files, err := filepath.Glob(filepath.Join(corpus(t), protocol.Current.Name, "examples", definition, begin+"*.json"))
			if err != nil || len(files) == 0 {
				t.Fatalf("no example of %s (%v)", examples, err)
			}
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, o.specimen(t, definition, filepath.Base(file), string(text)))
			}
		}
	}
	return all
}

func (o official) specimen(t *testing.T, definition, file, example string) specimen {
	id := "1"
	if of, ok := parsed(t, example).(map[string]any); ok && of["id"] != nil {
		text, err := json.Marshal(of["id"])
		if err != nil {
			t.Fatal(err)
		}
		id = string(text)
	}
	d := draft{definition: definition, pointer: o.pointer}
	for _, line := range o.lines {
		line = strings.ReplaceAll(line, `"id":#`, `"id":`+id)
		if head, whole := strings.CutSuffix(line, " $"); whole {
			_, members, _ := strings.Cut(example, "{")
			line = head + " {" + members
		}
		d.lines = append(d.lines, strings.ReplaceAll(line, `$`, example))
	}
	s := d.specimen(t, replay.Protocol2026)
	s.name = definition + "/" + file
	if definition == "HeaderMismatchError" {
		s.transport = replay.TransportHTTP
	}
	return s
}
