package envelope

import (
	"strings"
	"testing"

	"mcpreview/internal/policy"
)

// What stands beside the messages of a record is the recorder's own, unless it
// looks like what is read.
func TestBesides(t *testing.T) {
	const (
		call   = `"request":{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{` + metadata + `}},"response":{"jsonrpc":"2.0","id":7,"result":{}}`
		answer = `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`
	)
	for _, c := range []struct{ record, want string }{
		{`{` + call + `,"note":"n","time":1,"responseNote":{"a":[1]},"sourceFiles":["a"],"status":"recorded"}`, ""},
		{`{` + call + `,"Response":` + answer + `}`, `condition JSON-07 /Response: member "Response" is not response; it is ignored`},
		{`{` + call + `,"re_quest":{},"SSE":""}`, `condition JSON-07 /re_quest: member "re_quest" is not request; it is ignored (and 1 more such member)`},
		{`{` + call + `,"response2":` + answer + `}`, `condition JSON-07 /response2: member "response2" is not response; it is ignored`},
		{`{` + call + `,"response2":null,"label2":"x"}`, ""},
		{`{` + call + `,"Pass":2}`, `condition JSON-07 /Pass: member "Pass" is not pass; it is ignored`},
		{`{` + call + `,"answer":` + answer + `}`, `condition EVID-14 /answer: member "answer" is not read and carries what could be evidence`},
		{`{` + call + `,"meta":{"pages":[{"tools":[{"name":"t"}]}]}}`, `condition EVID-14 /meta`},
		{`{` + call + `,"serverRequests":[{"jsonrpc":"2.0","id":1,"method":"ping"}]}`, `note EVID-14 /serverRequests: member "serverRequests" carries messages and is not read`},
		{`{` + call + `,"http":{"Status":500}}`, `condition JSON-07 /http/Status: member "Status" is not status; it is ignored`},
		{`{` + call + `,"http":{"status":"500"}}`, `condition EVID-14 /http/status: status is string, must be number; it is ignored`},
		{`{` + call + `,"http":{"status":200.5}}`, `condition EVID-14 /http/status: status is not an integer of its range; it is ignored`},
		{`{` + call + `,"http":{"headers":"Accept: */*"}}`, `condition EVID-14 /http/headers: headers is string, must be array or object; it is ignored`},
		{`{` + call + `,"http":{"headers":{"Accept":"*/*"},"status":null}}`, ""},
		{`{` + call + `,"http":[500]}`, `condition EVID-14 /http: http is array, must be object; it is ignored`},
		{`{` + call + `,"pass":"2"}`, `condition EVID-14 /pass: pass is string, must be number; it is ignored`},
		{`{` + call + `,"caller":{"name":"a","may_see":{}}}`, `condition JSON-07 /caller/may_see: member "may_see" is not maySee; it is ignored`},
		{`{` + call + `,"status":500}`, `condition EVID-14 /status: status 500 stands beside the messages, where it is not read: it belongs into http`},
		{`{` + call + `,"status":200}`, ""},
		{`{` + call + `,"status":7}`, ""},
		{`{` + call + `,"status":500,"http":{"status":500}}`, ""},
		{`{` + call + `,"status":500,"http":{"status":200}}`, "condition EVID-14 /status"},
		{`{` + call + `,"headers":[["Mcp-Name","a"]]}`, `note EVID-14 /headers`},
		{`{"request":{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{` + metadata + `}},"sse":"event: Message\ndata: {\"jsonrpc\":\"2.0\"}\n\n"}`,
			"note EVID-14 /sse: 1 message in events that are not named message"},
		{`{"request":{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{` + metadata + `}},"sse":"event: ping\ndata: {}\n\n"}`, ""},
		{`{"content":[],"extra":{"note":"n"}}`, ""},
		{`{"contents":[{"request":{},"response":{}}]}`, `condition EVID-14 /contents: member "contents" of the result carries recorded messages`},
		{`{"content":[],"more":` + answer + `}`, `condition EVID-14 /more`},
		{`{"content":[],"structuredContent":{"sent":` + answer + `}}`, ""},
	} {
		got := ""
		for _, f := range Judge(exchange(t, c.record), Discovery{}, policy.Default()).Findings {
			if f.Rule == ruleNearMiss || f.Rule == ruleUnusable {
				got += f.Effect.String() + " " + f.Reason() + "\n"
			}
		}
		if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s\n got %s want %s", c.record, got, c.want)
		}
	}
}
