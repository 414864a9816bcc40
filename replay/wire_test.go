package replay

import (
	"slices"
	"strings"
	"testing"
)

const handshakeInit = `{"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`

const handshakeAnswer = `{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}`

const none = `"setup":"none"`

// handshakeUpTo is the messages of a handshake before one, and that one.
func handshakeUpTo(n int, last ...string) []string {
	all := []string{c(handshakeInit), s(result(handshakeAnswer)), c(`{"method":"notifications/initialized"}`)}
	return append(all[:n:n], last...)
}

func initWith(params string) string { return `{"id":1,"method":"initialize","params":` + params + `}` }

var protocolTests = []wireTest{
	{"RPL-24", "pass", `"setup":"ready"`, []string{c(`{"id":1,"method":"ping"}`)}},
	{"RPL-24", "pass", `"setup":"initialize_request_only"`, []string{s(result(handshakeAnswer))}},
	{"RPL-24", "RPL-24", `"setup":null`, nil},
	{"RPL-24", "RPL-24", `"setup":"Ready"`, nil},
	{"RPL-24", "RPL-24", `"setup":["ready"]`, nil},
	{"RPL-26", "pass", "", []string{c(`{"method":"notifications/progress","params":{}}`)}},
	{"RPL-26", "RPL-26", "", []string{`5`}},
	{"RPL-26", "RPL-26", "", []string{`{"direction":"client_to_server"}`}},
	{"RPL-26", "RPL-26", "", []string{`{"direction":"client_to_server","message":{},"note":1}`}},
	{"RPL-26", "RPL-26", "", []string{c(`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`)}},
	{"RPL-26", "RPL-26", "", []string{c(`[]`)}},
	{"RPL-26", "RPL-26", "", []string{step("upward", "", `{"id":1,"method":"ping"}`)}},
	{"RPL-26", "RPL-26", "", []string{`{"direction":["client_to_server"],"message":{"jsonrpc":"2.0","id":1,"method":"ping"}}`}},
	{"RPL-26", "RPL-26", "", []string{`{"control_event":{"type":"activate_authorization_revision","revision":"r2"},"direction":"client_to_server"}`}},
	{"RPL-27", "pass", "", []string{cAs("null", `{"id":1,"method":"ping"}`)}},
	{"RPL-27", "RPL-27", "", []string{cAs("[]", `{"id":1,"method":"ping"}`)}},
	{"RPL-27", "RPL-65", "", []string{cAs("{}", `{"id":1,"method":"ping"}`)}},
	{"RPL-28", "pass", `"client_capabilities":{}`, []string{c(`{"id":1,"method":"ping"}`)}},
	{"RPL-28", "RPL-61", `"client_capabilities":{}`, []string{s(`{"id":1,"method":"roots/list"}`)}},
	{"RPL-28", "RPL-41", `"client_capabilities":null`, nil},
	{"RPL-28", "RPL-45", `"server_capabilities":{"resources":{"subscribe":"yes"}}`, nil},
	{"RPL-28", "pass", `"setup":"none","client_capabilities":null`, nil},

	{"RPL-31", "pass", "", []string{c(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)}},
	{"RPL-31", "RPL-31", "", []string{c(`{"jsonrpc":2.0,"id":1,"method":"ping"}`)}},
	{"RPL-31", "RPL-31", "", []string{c(`{"jsonrpc":"2","id":1,"method":"ping"}`)}},
	{"RPL-31", "RPL-31", "", []string{`{"direction":"client_to_server","message":{}}`}},
	{"RPL-32", "pass", "", []string{c(`{"id":1,"method":"ping","params":{}}`)}},
	{"RPL-32", "RPL-32", "", []string{c(`{"id":1,"method":"ping","result":{}}`)}},
	{"RPL-32", "RPL-32", "", []string{c(`{"id":1,"method":5,"error":null}`)}},
	{"RPL-33", "pass", "", []string{c(`{"id":1,"method":"tools/list","params":{}}`)}},
	{"RPL-33", "RPL-33", "", []string{c(`{"id":1,"method":""}`)}},
	{"RPL-33", "RPL-33", "", []string{c(`{"id":1,"method":null}`)}},
	{"RPL-33", "RPL-33", "", []string{c(`{"id":1,"method":"ping","params":null}`)}},
	{"RPL-33", "RPL-33", "", []string{c(`{"id":1,"method":"ping","params":[]}`)}},
	{"RPL-34", "pass", "", []string{c(`{"id":"","method":"ping"}`)}},
	{"RPL-34", "pass", "", []string{c(`{"id":-` + strings.Repeat("9", 400) + `,"method":"ping"}`)}},
	{"RPL-34", "RPL-34", "", []string{c(`{"id":true,"method":"ping"}`)}},
	{"RPL-34", "RPL-34", "", []string{c(`{"id":null,"method":"ping"}`)}},
	{"RPL-34", "RPL-34", "", []string{c(`{"id":5.0,"method":"ping"}`)}},
	{"RPL-34", "RPL-34", "", []string{c(`{"id":5e0,"method":"ping"}`)}},
	{"RPL-34", "RPL-34", "", []string{s(`{"id":[],"result":{}}`)}},
	{"RPL-35", "pass", "", []string{c(`{"method":"notifications/progress","params":{}}`)}},
	{"RPL-35", "RPL-35", "", []string{c(`{"id":null,"method":"notifications/progress","params":{}}`)}},
	{"RPL-36", "pass", "", []string{c(`{"method":"notifications/cancelled","params":{"x":1}}`)}},
	{"RPL-36", "RPL-36", "", []string{c(`{"id":1,"method":"ping","extra":1}`)}},
	{"RPL-36", "RPL-36", "", []string{c(`{"method":"notifications/progress","params":{},"_meta":{}}`)}},
	{"RPL-36", "RPL-36", "", []string{c(`{"id":1,"method":"ping"}`), s(`{"id":1,"result":{},"transport_context":{}}`)}},
	{"RPL-37", "pass", "", []string{c(`{"id":1,"method":"ping"}`), s(`{"id":1,"result":{}}`)}},
	{"RPL-37", "RPL-37", "", []string{s(`{"result":{}}`)}},
	{"RPL-37", "RPL-37", "", []string{s(`{"error":{"code":1,"message":"x"}}`)}},
	{"RPL-37", "RPL-37", "", []string{s(`{"id":1}`)}},
	{"RPL-37", "RPL-37", "", []string{s(`{"id":1,"result":{},"error":{"code":1,"message":"x"}}`)}},
	{"RPL-38", "pass", "", []string{c(`{"id":1,"method":"ping"}`), s(`{"id":1,"error":{"code":-0,"message":" ","data":null}}`)}},
	{"RPL-38", "RPL-38", "", []string{s(`{"id":1,"error":{"code":1.0,"message":"x"}}`)}},
	{"RPL-38", "RPL-38", "", []string{s(`{"id":1,"error":{"code":1,"message":""}}`)}},
	{"RPL-38", "RPL-38", "", []string{s(`{"id":1,"error":{"code":1,"message":"x","more":1}}`)}},
	{"RPL-38", "RPL-38", "", []string{s(`{"id":1,"error":null}`)}},

	{"RPL-40", "pass", none, handshakeUpTo(1)},
	{"RPL-40", "RPL-40", none, []string{c(`{"id":1,"method":"ping"}`)}},
	{"RPL-40", "RPL-40", none, []string{s(handshakeInit)}},
	{"RPL-40", "RPL-40", none, []string{c(`{"method":"initialize"}`)}},
	{"RPL-40", "RPL-31", none, []string{c(`{"jsonrpc":"1.0","id":1,"method":"ping"}`)}},
	{"RPL-41", "pass", none, []string{c(initWith(`{"protocolVersion":"2025-11-25","capabilities":{"any":5},"clientInfo":{"name":"c","version":"1"}}`))}},
	{"RPL-41", "RPL-41", none, []string{c(`{"id":1,"method":"initialize"}`)}},
	{"RPL-41", "RPL-41", none, []string{c(initWith(`{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}`))}},
	{"RPL-41", "RPL-41", none, []string{c(initWith(`{"protocolVersion":"2025-11-25","capabilities":[],"clientInfo":{"name":"c","version":"1"}}`))}},
	{"RPL-41", "RPL-41", none, []string{c(initWith(`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"},"_meta":{}}`))}},
	{"RPL-42", "pass", none, []string{c(initWith(`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1","title":5,"icons":null}}`))}},
	{"RPL-42", "RPL-42", none, []string{c(initWith(`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"","version":"1"}}`))}},
	{"RPL-42", "RPL-42", none, []string{c(initWith(`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c"}}`))}},
	{"RPL-42", "RPL-42", none, handshakeUpTo(1, s(result(`{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":1}}`)))},
	{"RPL-43", "pass", none, handshakeUpTo(2)},
	{"RPL-43", "RPL-43", none, handshakeUpTo(1, c(`{"id":2,"method":"ping"}`))},
	{"RPL-43", "RPL-43", none, handshakeUpTo(1, s(`{"method":"notifications/message","params":{}}`))},
	{"RPL-43", "RPL-43", none, handshakeUpTo(1, s(`{"id":"1","result":`+handshakeAnswer+`}`))},
	{"RPL-43", "RPL-43", none, handshakeUpTo(1, c(result(handshakeAnswer)))},
	{"RPL-44", "pass", none, handshakeUpTo(1, s(result(`{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"},"instructions":7}`)))},
	{"RPL-44", "RPL-44", none, handshakeUpTo(1, s(result(`{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"s","version":"1"}}`)))},
	{"RPL-44", "RPL-44", none, handshakeUpTo(1, s(result(`{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"},"_meta":{}}`)))},
	{"RPL-44", "RPL-44", none, handshakeUpTo(1, s(result(`null`)))},
	{"RPL-45", "pass", `"server_capabilities":{"resources":null,"tools":5}`, nil},
	{"RPL-45", "pass", `"server_capabilities":{"resources":{}}`, nil},
	{"RPL-45", "RPL-45", `"server_capabilities":{"resources":{"listChanged":null}}`, nil},
	{"RPL-45", "RPL-45", `"server_capabilities":{"resources":{"more":true}}`, nil},
	{"RPL-45", "RPL-45", `"server_capabilities":{"resources":true}`, nil},
	{"RPL-46", "pass", none, handshakeUpTo(2, c(`{"method":"notifications/initialized","params":{}}`))},
	{"RPL-46", "RPL-46", none, handshakeUpTo(2, c(`{"method":"notifications/initialized","params":{"_meta":{}}}`))},
	{"RPL-46", "RPL-46", none, handshakeUpTo(2, s(`{"method":"notifications/initialized"}`))},
	{"RPL-46", "RPL-46", none, handshakeUpTo(2, c(`{"id":1,"method":"ping"}`))},
	{"RPL-47", "pass", none, handshakeUpTo(3, activate("r2"))},
	{"RPL-47", "RPL-47", none, []string{cAs("{}", handshakeInit)}},
	{"RPL-47", "RPL-47", none, handshakeUpTo(2, activate("r2"))},
	{"RPL-47", "pass", none, []string{cAs("null", handshakeInit)}},
	{"RPL-48", "pass", none, handshakeUpTo(3)},
	{"RPL-48", "RPL-48", none, handshakeUpTo(1, s(`{"id":1,"error":{"code":1,"message":"no"}}`))},
	{"RPL-49", "pass", none, handshakeUpTo(3, c(`{"id":1,"method":"ping"}`))},
	{"RPL-49", "RPL-49", "", []string{c(handshakeInit)}},
	{"RPL-49", "RPL-49", "", []string{c(`{"method":"notifications/initialized"}`)}},

	{"RPL-50", "pass", "", []string{c(`{"id":5,"method":"ping"}`), c(`{"id":"5","method":"ping"}`), s(`{"id":5,"method":"ping"}`)}},
	{"RPL-50", "pass", "", []string{c(`{"id":5,"method":"ping"}`), s(`{"id":5,"result":{}}`), c(`{"id":5,"method":"ping"}`)}},
	{"RPL-50", "RPL-50", "", []string{c(`{"id":0,"method":"ping"}`), c(`{"id":-0,"method":"tools/list"}`)}},
	{"RPL-50", "RPL-60", "", []string{c(`{"id":5,"method":"ping"}`), c(`{"id":5,"method":"roots/list"}`)}},
	{"RPL-51", "pass", "", []string{s(`{"id":5,"method":"ping"}`), c(`{"id":5,"result":{}}`)}},
	{"RPL-51", "RPL-51", "", []string{c(`{"id":5,"method":"ping"}`), s(`{"id":"5","result":{}}`)}},
	{"RPL-51", "RPL-51", "", []string{c(`{"id":5,"method":"ping"}`), c(`{"id":5,"result":{}}`)}},
	{"RPL-51", "RPL-51", "", []string{c(`{"id":5,"method":"ping"}`), s(`{"id":5,"result":{}}`), s(`{"id":5,"result":{}}`)}},
	{"RPL-51", "RPL-51", "", []string{s(`{"id":5,"error":{"code":1,"message":"x"}}`)}},
	{"RPL-51", "pass", "", []string{c(`{"id":"\ud800","method":"ping"}`), c(`{"id":"\ud801","method":"ping"}`), s(`{"id":"\ud801","result":{}}`)}},
	{"RPL-51", "RPL-51", "", []string{c(`{"id":"\ud800","method":"ping"}`), s(`{"id":"\ufffd","result":{}}`)}},
	{"RPL-53", "pass", "", []string{c(`{"id":5,"method":"tools/list"}`), s(`{"id":5,"error":{"code":1,"message":"x"}}`), c(`{"id":5,"method":"ping"}`)}},
	{"RPL-53", "RPL-76", "", []string{c(`{"id":5,"method":"tools/list"}`), s(`{"id":5,"result":{}}`)}},
	{"RPL-54", "pass", "", []string{c(`{"id":5,"method":"ping"}`), sAs("null", `{"id":5,"result":{}}`)}},
	{"RPL-54", "RPL-54", "", []string{c(`{"id":5,"method":"ping"}`), sAs("{}", `{"id":5,"result":{}}`)}},

	{"RPL-60", "pass", "", []string{s(`{"id":1,"method":"roots/list"}`)}},
	{"RPL-60", "RPL-60", "", []string{c(`{"id":1,"method":"roots/list"}`)}},
	{"RPL-60", "RPL-60", "", []string{s(`{"id":1,"method":"tools/call"}`)}},
	{"RPL-60", "RPL-60", "", []string{s(`{"id":1,"method":"prompts/list"}`)}},
	{"RPL-60", "RPL-60", "", []string{c(`{"id":1,"method":"resources/delete"}`)}},
	{"RPL-60", "RPL-60", "", []string{c(`{"id":1,"method":"tasks/start"}`)}},
	{"RPL-60", "RPL-60", "", []string{c(`{"id":1,"method":"Ping"}`)}},
	{"RPL-61", "pass", `"server_capabilities":{"tools":{}}`, []string{c(`{"id":1,"method":"tools/list"}`)}},
	{"RPL-61", "RPL-61", `"server_capabilities":{"tools":true}`, []string{c(`{"id":1,"method":"tools/list"}`)}},
	{"RPL-61", "RPL-61", `"server_capabilities":{"resources":null}`, []string{cAs(ann, `{"id":1,"method":"resources/list"}`)}},
	{"RPL-61", "RPL-61", `"server_capabilities":{"tasks":{"list":[]}}`, []string{c(`{"id":1,"method":"tasks/list"}`)}},
	{"RPL-61", "pass", `"server_capabilities":{}`, []string{s(`{"id":1,"method":"tasks/list"}`)}},
	{"RPL-62", "pass", "", []string{s(`{"method":"notifications/tools/list_changed","params":{"x":1}}`), c(`{"method":"notifications/roots/list_changed"}`)}},
	{"RPL-62", "RPL-62", `"server_capabilities":{"tools":{"listChanged":1}}`, []string{s(`{"method":"notifications/tools/list_changed"}`)}},
	{"RPL-62", "RPL-62", "", []string{c(`{"method":"notifications/tools/list_changed"}`)}},
	{"RPL-62", "RPL-62", "", []string{s(`{"method":"notifications/roots/list_changed"}`)}},
	{"RPL-62", "RPL-62", "", []string{s(`{"method":"notifications/message","params":{"level":"info","data":"x"}}`)}},
	{"RPL-62", "RPL-62", "", []string{s(`{"method":"notifications/prompts/list_changed"}`)}},
	{"RPL-62", "RPL-62", "", []string{c(`{"method":"tools/list"}`)}},
	{"RPL-63", "RPL-63", "", []string{c(`{"id":1,"method":"prompts/list"}`)}},
	{"RPL-63", "RPL-63", "", []string{c(`{"id":1,"method":"logging/setLevel","params":{"level":"info"}}`)}},
	{"RPL-63", "RPL-63", "", []string{c(`{"id":1,"method":"completion/complete"}`)}},
	{"RPL-63", "RPL-61", `"server_capabilities":{}`, []string{c(`{"id":1,"method":"prompts/get"}`)}},
	{"RPL-63", "pass", "", []string{c(`{"id":1,"method":"tools/list"}`)}},
	{"RPL-64", "pass", "", answer(fromServer, "", "ping", `{}`, `{}`)},
	{"RPL-64", "RPL-64", "", []string{c(`{"id":1,"method":"ping","params":{"_meta":{}}}`)}},
	{"RPL-65", "pass", "", []string{cAs(ann, `{"id":1,"method":"resources/list"}`)}},
	{"RPL-65", "RPL-65", "", []string{cAs(ann, `{"id":1,"method":"tools/list"}`)}},
	{"RPL-65", "RPL-65", "", []string{sAs(ann, `{"method":"notifications/resources/list_changed"}`)}},
	{"RPL-65", "RPL-65", "", []string{cAs(ann, `{"method":"notifications/progress","params":{}}`)}},
	{"RPL-109", "pass", "", answer(fromClient, "", "ping", `{}`, `{"_meta":{}}`)},
	{"RPL-109", "RPL-109", "", answer(fromClient, "", "ping", `{}`, `{"ok":true}`)},
	{"RPL-109", "RPL-109", "", answer(fromClient, "", "ping", `{}`, `null`)},
	{"RPL-140", "pass", "", []string{s(`{"method":"notifications/tasks/status","params":{}}`)}},
	{"RPL-140", "RPL-140", "", []string{s(`{"method":"notifications/tasks/status"}`)}},
	{"RPL-140", "RPL-140", "", []string{c(`{"method":"notifications/cancelled"}`)}},
}

func allWireTests() []wireTest {
	return slices.Concat(protocolTests, toolTests, resourceTests, authTests, clientTests, taskTests)
}

func TestWire(t *testing.T) {
	for _, tt := range allWireTests() {
		t.Run(tt.rule, tt.run)
	}
}

// Rules whose two sides cannot be told by one conversation have tests of their
// own.
var testedApart = []string{
	"RPL-01", // TestSizeLimit
	"RPL-06", // TestRootMustBeAnObject
	"RPL-07", // TestConversation
	"RPL-17", // TestProtectedResource
	"RPL-25", // TestStepCount
	"RPL-29", // TestOutcomes
	"RPL-30", // TestOutcomes
	"RPL-52", // TestOpenRequests
	"RPL-90", // TestURI
	"RPL-91", // TestTemplate
	"RPL-92", // TestMediaType
}

// Every rule has an example that is accepted and one that is rejected, and no
// example is of a rule that does not exist.
func TestEveryRuleIsTested(t *testing.T) {
	accepted, rejected := map[string]int{}, map[string]int{}
	count := func(rule, want string, good bool) {
		if good {
			accepted[rule]++
		} else {
			rejected[rule]++
		}
	}
	for _, tt := range fileTests {
		count(tt.rule, tt.want, tt.want == "")
	}
	for _, tt := range allWireTests() {
		count(tt.rule, tt.want, tt.want == "pass")
	}
	for _, r := range Teaching.Rules() {
		if slices.Contains(testedApart, r.ID) {
			continue
		}
		if accepted[r.ID] == 0 || rejected[r.ID] == 0 {
			t.Errorf("%s: %d accepted and %d rejected examples", r.ID, accepted[r.ID], rejected[r.ID])
		}
		delete(accepted, r.ID)
		delete(rejected, r.ID)
	}
	for id := range accepted {
		t.Errorf("examples of %s, which is no rule or is tested apart", id)
	}
}
