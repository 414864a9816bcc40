package envelope

import (
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// metadata is request metadata as the current revision demands it.
const metadata = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}}`

// identity is result metadata that names the server.
const identity = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}`

// exchange reads a record in the native form. A stated revision that is not
// published has none.
func exchange(t *testing.T, record string) *evidence.Exchange {
	t.Helper()
	doc, err := strictjson.Parse([]byte(record), "record.json", 1, policy.DefaultLimits().JSON())
	if err != nil {
		t.Fatal(err)
	}
	v := doc.Root
	ex := &evidence.Exchange{
		Doc: doc, Value: v, Form: evidence.FormExchange, Label: evidence.Label(v.Get("label").Text()),
		Session: evidence.Session{ProtocolVersion: v.Get("protocolVersion").Text(), Transport: v.Get("transport").Text()},
		Batch:   v.Get("batch").True(),
		Request: v.Get("request"), Response: v.Get("response"), SSE: v.Get("sse"),
	}
	switch {
	case v.Get("jsonrpc") != nil:
		ex.Form, ex.Response = evidence.FormResponse, v
	case ex.Request == nil && ex.Response == nil && ex.SSE == nil:
		ex.Form, ex.Result = evidence.FormResult, v
	}
	if ex.Response != nil {
		ex.Result, ex.Error = ex.Response.Get("result"), ex.Response.Get("error")
	}
	ex.Params = ex.Request.Get("params")
	if ex.Method = ex.Request.Get("method").Text(); ex.Method == "" {
		ex.Method = methodByResult(ex.Result)
	}
	for _, n := range v.Get("notifications").Elements() {
		ex.Notifications = append(ex.Notifications, n)
	}
	if h := v.Get("http"); h != nil {
		ex.HTTP = &evidence.HTTP{Value: h}
		ex.HTTP.Status, _ = h.Get("status").Int()
		for _, line := range h.Get("headers").Elements() {
			ex.HTTP.Headers = append(ex.HTTP.Headers, evidence.Header{Name: line.At(0).Text(), Value: line.At(1).Text()})
		}
	}
	ex.Stated, _ = ex.Params.Path("_meta", protocol.MetaProtocolVersion).Str()
	if ex.Stated == "" {
		ex.Stated = ex.Session.ProtocolVersion
	}
	ex.Revision = protocol.ByName(ex.Stated)
	return ex
}

func methodByResult(result *strictjson.Value) string {
	switch {
	case result.Get("supportedVersions") != nil || result.Get("capabilities") != nil:
		return protocol.MethodDiscover
	case result.Get("tools") != nil:
		return protocol.MethodListTools
	case result.Get("contents") != nil:
		return protocol.MethodReadResource
	case result.Get("content") != nil:
		return protocol.MethodCallTool
	}
	return ""
}

func under(revision string) policy.Policy {
	p := policy.Default()
	p.Revision = protocol.ByName(revision)
	return p
}

// told are the findings as "effect reason", notes left out unless asked for.
func told(j Judgement, notes bool) []string {
	var lines []string
	for _, f := range j.Findings {
		if f.Effect != rule.Note || notes {
			lines = append(lines, f.Effect.String()+" "+f.Reason())
		}
	}
	slices.Sort(lines)
	return lines
}

// A want is the start of the only finding that is expected, notes apart; "" is
// none. Several are separated by " | ".
func check(t *testing.T, j Judgement, want string, notes bool) {
	t.Helper()
	var wanted []string
	if want != "" {
		wanted = strings.Split(want, " | ")
	}
	for _, f := range j.Findings {
		if !slices.Contains(f.Rule.Effects, f.Effect) || !slices.Contains(f.Rule.Provenance, f.Provenance) {
			t.Errorf("the catalogue does not give %s the effect %s or the source %s", f.Rule.ID, f.Effect, f.Provenance)
		}
	}
	got := told(j, notes)
	if len(got) != len(wanted) {
		t.Fatalf("got %q, want %q", got, wanted)
	}
	for i := range got {
		if !strings.HasPrefix(got[i], wanted[i]) {
			t.Errorf("got %q, want %q", got[i], wanted[i])
		}
	}
}

// read is a sound exchange of resources/read but for what is given.
func read(requestID, response string) string {
	return `{"request":{"jsonrpc":"2.0","id":` + requestID + `,"method":"resources/read","params":{"uri":"x:y",` + metadata + `}},"response":` + response + `}`
}

const contents = `"result":{"resultType":"complete","contents":[],"ttlMs":0,"cacheScope":"private",` + identity + `}`

func TestEnvelope(t *testing.T) {
	for name, c := range map[string]struct {
		record string
		want   string
		usable bool
	}{
		"sound":                 {read(`7`, `{"jsonrpc":"2.0","id":7,`+contents+`}`), "", true},
		"in a batch":            {`{"batch":true,` + read(`7`, `{"jsonrpc":"2.0","id":7,`+contents+`}`)[1:], "reject JSON-08 /request: request was sent in a batch", false},
		"in no batch":           {`{"batch":false,` + read(`7`, `{"jsonrpc":"2.0","id":7,`+contents+`}`)[1:], "", true},
		"string ids":            {read(`"7"`, `{"jsonrpc":"2.0","id":"7",`+contents+`}`), "", true},
		"response alone":        {`{"jsonrpc":"2.0","id":7,` + contents + `}`, "", true},
		"error alone, no id":    {`{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}`, "", true},
		"no jsonrpc":            {read(`7`, `{"id":7,`+contents+`}`), "reject JSON-08 /response/jsonrpc: response jsonrpc is missing", false},
		"jsonrpc number":        {read(`7`, `{"jsonrpc":2.0,"id":7,`+contents+`}`), "reject JSON-08 /response/jsonrpc: response jsonrpc is number, must be string", false},
		"jsonrpc 1.0":           {read(`7`, `{"jsonrpc":"1.0","id":7,`+contents+`}`), `reject JSON-08 /response/jsonrpc: response jsonrpc is not "2.0"`, false},
		"null id":               {`{"jsonrpc":"2.0","id":null,` + contents + `}`, "reject JSON-08 /id: response id is null", false},
		"fraction id":           {`{"jsonrpc":"2.0","id":7.5,` + contents + `}`, "reject JSON-08 /id: response id is not an integer", false},
		"other id":              {read(`7`, `{"jsonrpc":"2.0","id":8,`+contents+`}`), "reject JSON-08 /response/id: response id is not the request's", false},
		"other id type":         {read(`7`, `{"jsonrpc":"2.0","id":"7",`+contents+`}`), "reject JSON-08 /response/id: response id is string, the request's is number", false},
		"large ids differ":      {read(`9007199254740993`, `{"jsonrpc":"2.0","id":9007199254740992,`+contents+`}`), "reject JSON-08 /response/id: response id is not the request's", false},
		"no id in result":       {read(`7`, `{"jsonrpc":"2.0",`+contents+`}`), "reject JSON-08 /response/id: response id is missing", false},
		"no id in error":        {read(`7`, `{"jsonrpc":"2.0","error":{"code":-32603,"message":"m"}}`), "reject JSON-08 /response/id: response id is missing", false},
		"both":                  {read(`7`, `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"m"},`+contents+`}`), "reject JSON-08 /response/error: response has both", false},
		"both, error null":      {read(`7`, `{"jsonrpc":"2.0","id":7,"error":null,`+contents+`}`), "reject JSON-08 /response/error: response has both", false},
		"neither":               {read(`7`, `{"jsonrpc":"2.0","id":7}`), "reject JSON-08 /response: response has neither", false},
		"null result":           {read(`7`, `{"jsonrpc":"2.0","id":7,"result":null}`), "reject JSON-08 /response/result: result is null, must be object", false},
		"error string":          {read(`7`, `{"jsonrpc":"2.0","id":7,"error":"no"}`), "reject JSON-08 /response/error: error is string, must be object", false},
		"method in response":    {read(`7`, `{"jsonrpc":"2.0","id":7,"method":"roots/list",`+contents+`}`), "reject JSON-08 /response/method: response has method", false},
		"batch":                 {read(`7`, `[{"jsonrpc":"2.0","id":7,`+contents+`}]`), "reject JSON-08 /response: response is a batch", false},
		"response string":       {read(`7`, `"ok"`), "reject JSON-08 /response: response is string, must be object", false},
		"response not recorded": {read(`7`, `null`), "condition EVID-14", false},
		"request string":        {`{"request":"x"}`, "reject JSON-08 /request: request is string", false},
		"request batch":         {`{"request":[]}`, "reject JSON-08 /request: request is a batch", false},
		"request id null":       {read(`null`, `{"jsonrpc":"2.0","id":7,`+contents+`}`), "reject JSON-08 /request/id: request id is null", false},
		"request with result":   {`{"request":{"jsonrpc":"2.0","id":1,"method":"ping","result":{},"params":{` + metadata + `}}}`, "reject JSON-08 /request/result: request has result", false},
		"request params array":  {`{"protocolVersion":"2026-07-28","request":{"jsonrpc":"2.0","method":"ping","params":[]}}`, "reject JSON-08 /request/params: request params is array", false},
		"request without method": {`{"request":{"jsonrpc":"2.0","id":1,"params":{` + metadata + `}}}`,
			"reject JSON-08 /request/method: request method is missing", false},
		"notification":          {`{"request":{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}},"response":null}`, "", true},
		"notification refused":  {`{"request":{"jsonrpc":"2.0","method":"notifications/cancelled"},"response":{"jsonrpc":"2.0","error":{"code":-32600,"message":"m"}}}`, "", true},
		"notification answered": {`{"request":{"jsonrpc":"2.0","method":"ping"},"response":{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"m"}}}`, "reject JSON-08 /response/id: response has an id, its request has none", false},
		"error to an unreadable id": {`{"label":"probe","protocolVersion":"2026-07-28","request":{"jsonrpc":"2.0","id":{},"method":"ping","params":{` + metadata + `}},"response":{"jsonrpc":"2.0","error":{"code":-32600,"message":"m"}}}`,
			"", true},
		"server request beside the reply": {`{"notifications":[{"jsonrpc":"2.0","method":"notifications/progress"},{"jsonrpc":"2.0","id":1,"method":"roots/list"}],` +
			strings.TrimPrefix(read(`7`, `{"jsonrpc":"2.0","id":7,`+contents+`}`), "{"), "reject JSON-08 /notifications/1/id: the server sent a request", false},
	} {
		t.Run(name, func(t *testing.T) {
			j := Judge(exchange(t, c.record), Discovery{}, policy.Default())
			check(t, j, c.want, false)
			if j.Usable != c.usable {
				t.Errorf("usable is %t, want %t", j.Usable, c.usable)
			}
		})
	}
}

func TestEnvelopeOfOlderRevisions(t *testing.T) {
	const asks = `"request":{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{}}`
	for name, c := range map[string]struct {
		revision, record, want string
		usable                 bool
	}{
		"no metadata demanded": {"2025-11-25", `{"protocolVersion":"2025-11-25",` + asks + `,"response":{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}}`, "", true},
		"batch where legal":    {"2025-03-26", `{"protocolVersion":"2025-03-26",` + asks + `,"response":[]}`, "", false},
		"batch where not":      {"2025-06-18", `{"protocolVersion":"2025-06-18",` + asks + `,"response":[]}`, "reject JSON-08 /response: response is a batch", false},
		"server request is legal": {"2025-11-25", `{"protocolVersion":"2025-11-25","notifications":[{"jsonrpc":"2.0","id":1,"method":"roots/list"}],` + asks +
			`,"response":{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}}`, "", true},
		"no result type, no hints, no identity": {"2025-11-25", `{"protocolVersion":"2025-11-25","request":{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"x:y"}},
			"response":{"jsonrpc":"2.0","id":7,"result":{"contents":[]}}}`, "", true},
		"_meta is judged since it has a grammar": {"2025-11-25", `{"protocolVersion":"2025-11-25","request":{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"x:y"}},
			"response":{"jsonrpc":"2.0","id":7,"result":{"contents":[],"_meta":[]}}}`, "reject JSON-12 /_meta: is array", true},
	} {
		t.Run(name, func(t *testing.T) {
			j := Judge(exchange(t, c.record), Discovery{}, under(c.revision))
			check(t, j, c.want, false)
			if j.Usable != c.usable || j.Foreign {
				t.Errorf("usable is %t, foreign %t; want %t, false", j.Usable, j.Foreign, c.usable)
			}
		})
	}
}

func TestNotes(t *testing.T) {
	for name, c := range map[string]struct{ record, want string }{
		"id spelled otherwise": {read(`7`, `{"jsonrpc":"2.0","id":7.0,`+contents+`}`), "note JSON-08 /response/id: response id is an integer that is not written as one"},
		"no clientInfo": {`{"request":{"jsonrpc":"2.0","id":7,"method":"completion/complete","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}},
			"response":{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete",` + identity + `}}}`, "note JSON-09 /params/_meta/io.modelcontextprotocol~1clientInfo: params._meta has no clientInfo"},
		"no serverInfo": {read(`7`, `{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","contents":[],"ttlMs":0,"cacheScope":"private"}}`), "note JSON-12 /_meta/io.modelcontextprotocol~1serverInfo"},
		"legacy code":   {read(`7`, `{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"m"}}`), "note JSON-10 /error/code: code -32001 is a legacy number"},
		"code spelled otherwise": {read(`7`, `{"jsonrpc":"2.0","id":7,"error":{"code":-32602.0,"message":"m"}}`),
			"note JSON-10 /error/code: code -32602 is an integer that is not written as one"},
	} {
		t.Run(name, func(t *testing.T) {
			j := Judge(exchange(t, c.record), Discovery{}, policy.Default())
			check(t, j, c.want, true)
		})
	}
}

func TestStrictFaults(t *testing.T) {
	list := func(result string) string {
		return `{"request":{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{` + metadata + `}},"response":{"jsonrpc":"2.0","id":7,"result":` + result + `}}`
	}
	call := func(rest string) string {
		return `{"request":{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t",` + metadata + `}},"response":{"jsonrpc":"2.0","id":7,` + rest + `}}`
	}
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	for name, c := range map[string]struct {
		record, want string
		usable       bool
	}{
		"inside a tool":             {list(`{"tools":[{"name":"a","name":"a"},{"x":"\ud800"}]}`), "", true},
		"between tools and page":    {list(`{"tools":[{"name":"a"}],"ttlMs":1,"ttlMs":2}`), `reject JSON-03 /response/result/ttlMs: member "ttlMs" occurs 2 times`, false},
		"after a faulty tool":       {list(`{"tools":[{"a":1,"a":2}],"nextCursor":"\ud800"}`), "reject JSON-04 /response/result/nextCursor", false},
		"tools twice":               {list(`{"tools":[],"tools":[{"a":1}]}`), "reject JSON-03 /response/result/tools", false},
		"inside a call's result":    {call(`"result":{"content":[],"content":[],"x":1e5000}`), "", true},
		"result twice":              {call(`"result":{"content":[]},"result":{}`), "reject JSON-03 /response/result", false},
		"in a call's error":         {call(`"error":{"code":-32602,"message":"m","data":` + deep + `}`), "reject JSON-06 /response/error/data", false},
		"in the request":            {`{"request":{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","arguments":{"a":1,"a":2},` + metadata + `}}}`, "reject JSON-03 /request/params/arguments/a", false},
		"in a request bad on aim":   {`{"label":"malformed-request","protocolVersion":"2026-07-28","request":{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","name":"u",` + metadata + `}}}`, "condition EVID-14", false},
		"in what the recorder adds": {`{"note":"\ud800",` + strings.TrimPrefix(list(`{"tools":[]}`), "{"), "reject JSON-04 /note", false},
		"many of a kind":            {call(`"error":{"code":-32602,"message":"m","data":["\ud800","\ud800","\ud800"]}`), "reject JSON-04 /response/error/data/0: unpaired surrogate escape (and 2 more such places)", false},
		"in a bare page":            {`{"tools":[{"name":"a","name":"a"}],"nextCursor":"\udfff"}`, "reject JSON-04 /nextCursor", false},
	} {
		t.Run(name, func(t *testing.T) {
			j := Judge(exchange(t, c.record), Discovery{}, policy.Default())
			check(t, j, c.want, false)
			if j.Usable != c.usable {
				t.Errorf("usable is %t, want %t", j.Usable, c.usable)
			}
		})
	}
}

func TestNearMisses(t *testing.T) {
	for name, c := range map[string]struct{ record, want string }{
		"in a response": {`{"jsonrpc":"2.0","id":7,"Result":{"a":1}}`, `condition JSON-07 /Result: member "Result" is not result; it is ignored | reject JSON-08: response has neither`},
		"in params": {`{"request":{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"Cursor":"c",` + metadata + `}},"response":{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}}`,
			`condition JSON-07 /request/params/Cursor: member "Cursor" is not cursor`},
		"in an error":       {`{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"m","Data":{}}}`, `condition JSON-07 /error/Data`},
		"in capabilities":   {`{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"Completions":{}},"ttlMs":0,"cacheScope":"public"}}`, `condition JSON-07 /result/capabilities/Completions`},
		"arguments go free": {`{"request":{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","arguments":{"Name":1},` + metadata + `}},"response":{"jsonrpc":"2.0","id":7,"result":{}}}`, ""},
		"unknown is none":   {`{"jsonrpc":"2.0","id":7,"extra":1,"error":{"code":1,"message":"m","hint":1}}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, Judge(exchange(t, c.record), Discovery{}, policy.Default()), c.want, false)
		})
	}
}

func TestErrorObjects(t *testing.T) {
	for _, c := range []struct{ revision, failure, want string }{
		{"2026-07-28", `{"code":-32602,"message":"unknown tool"}`, ""},
		{"2026-07-28", `{"code":0,"message":"m"}`, ""},
		{"2026-07-28", `{"code":-31999,"message":"m"}`, ""},
		{"2026-07-28", `{"code":-32769,"message":"m"}`, ""},
		{"2026-07-28", `{"code":-32700,"message":"m"}`, ""},
		{"2026-07-28", `{"code":-32019,"message":"m"}`, ""},
		{"2026-07-28", `{"code":-32042,"message":"m"}`, "reject JSON-10 /error/code: code -32042 is retired"},
		{"2026-07-28", `{"code":-32002,"message":"m"}`, "reject JSON-10 /error/code: code -32002 is retired"},
		{"2026-07-28", `{"code":-32023,"message":"m"}`, "reject JSON-10 /error/code: code -32023 is reserved"},
		{"2026-07-28", `{"code":-32099,"message":"m"}`, "reject JSON-10 /error/code: code -32099 is reserved"},
		{"2026-07-28", `{"code":-32768,"message":"m"}`, "reject JSON-10 /error/code: code -32768 is reserved"},
		{"2026-07-28", `{"code":"-32602","message":"m"}`, "reject JSON-10 /error/code: code is string, must be integer"},
		{"2026-07-28", `{"code":-32602.5,"message":"m"}`, "reject JSON-10 /error/code: code is not an integer"},
		{"2026-07-28", `{"message":"m"}`, "reject JSON-10 /error/code: code is missing"},
		{"2026-07-28", `{"code":1}`, "reject JSON-10 /error/message: message is missing"},
		{"2026-07-28", `{"code":1,"message":null}`, "reject JSON-10 /error/message: message is null, must be string"},
		{"2025-11-25", `{"code":-32002,"message":"m"}`, ""},
		{"2025-11-25", `{"code":-32042,"message":"m"}`, ""},
		{"2024-11-05", `{"code":-32099,"message":"m"}`, ""},
		{"2024-11-05", `{"code":-32100,"message":"m"}`, "reject JSON-10 /error/code: code -32100 is reserved"},
	} {
		t.Run(c.revision+" "+c.failure, func(t *testing.T) {
			j := Judge(exchange(t, `{"jsonrpc":"2.0","id":7,"error":`+c.failure+`}`), Discovery{}, under(c.revision))
			check(t, j, c.want, false)
		})
	}
}

func TestCodesOfHeaderMismatches(t *testing.T) {
	record := func(transport, code, method string) string {
		return `{"transport":"` + transport + `","http":{"headers":[["MCP-Protocol-Version","2026-07-28"],["mcp-method"," ` + method + ` "]],"status":400},
			"request":{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{` + metadata + `}},"response":{"jsonrpc":"2.0","id":7,"error":{"code":` + code + `,"message":"m"}}}`
	}
	for name, c := range map[string]struct{ record, want string }{
		"pre-final":            {record("streamable-http", "-32001", "tools/call"), "reject JSON-10 /error/code: code -32001 is a pre-final number"},
		"legacy":               {record("streamable-http", "-32001", "tools/list"), ""},
		"right":                {record("streamable-http", "-32020", "tools/call"), ""},
		"no headers to differ": {strings.Replace(record("stdio", "-32020", "x"), `"http"`, `"was"`, 1), "reject JSON-10 /error/code: code -32020 is reserved for header mismatches over HTTP"},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, Judge(exchange(t, c.record), Discovery{}, policy.Default()), c.want, false)
		})
	}
}

func TestResults(t *testing.T) {
	of := func(result string) string {
		return `{"request":{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"x:y","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"extensions":{"com.example/x":{}}}}}},
			"response":{"jsonrpc":"2.0","id":7,"result":` + result + `}}`
	}
	const hints = `"contents":[],"ttlMs":3e5,"cacheScope":"public"`
	for name, c := range map[string]struct {
		record, want string
		d            Discovery
		usable       bool
	}{
		"complete":                       {of(`{"resultType":"complete",` + hints + `}`), "", Discovery{}, true},
		"input required has no hints":    {of(`{"resultType":"input_required","requestState":"s"}`), "", Discovery{}, true},
		"other case":                     {of(`{"resultType":"Complete",` + hints + `}`), `reject JSON-11 /resultType: "Complete" is not a recognised result type`, Discovery{}, false},
		"no string":                      {of(`{"resultType":true,` + hints + `}`), "reject JSON-11 /resultType: resultType is boolean, must be string", Discovery{}, false},
		"missing":                        {of(`{` + hints + `}`), "reject JSON-11 /resultType: resultType is missing", Discovery{}, false},
		"missing in a bare result":       {`{` + hints + `}`, "", Discovery{}, true},
		"word of an extension":           {of(`{"resultType":"x",` + hints + `}`), "", Discovery{Extensions: []string{"com.example/x"}}, false},
		"word of one side's extension":   {of(`{"resultType":"x",` + hints + `}`), "reject JSON-11", Discovery{Extensions: []string{"com.example/y"}}, false},
		"meta array":                     {of(`{"resultType":"complete","_meta":[],` + hints + `}`), "reject JSON-12 /_meta: is array, must be object", Discovery{}, true},
		"meta reserved":                  {of(`{"resultType":"complete","_meta":{"dev.mcp/x":1},` + hints + `}`), "condition JSON-12 /_meta/dev.mcp~1x", Discovery{}, true},
		"ttl negative":                   {of(`{"resultType":"complete","contents":[],"ttlMs":-1,"cacheScope":"public"}`), "reject PAGE-12 /ttlMs: ttlMs is not an integer of at least 0", Discovery{}, true},
		"ttl -0":                         {of(`{"resultType":"complete","contents":[],"ttlMs":-0,"cacheScope":"public"}`), "", Discovery{}, true},
		"ttl fraction":                   {of(`{"resultType":"complete","contents":[],"ttlMs":1.5,"cacheScope":"public"}`), "reject PAGE-12 /ttlMs: ttlMs is not an integer", Discovery{}, true},
		"ttl string":                     {of(`{"resultType":"complete","contents":[],"ttlMs":"0","cacheScope":"public"}`), "reject PAGE-12 /ttlMs: ttlMs is string", Discovery{}, true},
		"no ttl":                         {of(`{"resultType":"complete","contents":[],"cacheScope":"public"}`), "reject PAGE-12 /ttlMs: ttlMs is missing", Discovery{}, true},
		"no scope":                       {of(`{"resultType":"complete","contents":[],"ttlMs":0}`), "reject PAGE-12 /cacheScope: cacheScope is missing", Discovery{}, true},
		"scope of another case":          {of(`{"resultType":"complete","contents":[],"ttlMs":0,"cacheScope":"Public"}`), "reject PAGE-12 /cacheScope: cacheScope is neither", Discovery{}, true},
		"hints missing in a bare result": {`{"resultType":"complete","contents":[]}`, "", Discovery{}, true},
		"lists are judged elsewhere": {`{"request":{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{` + metadata + `}},"response":{"jsonrpc":"2.0","id":7,"result":{"tools":[],"_meta":[]}}}`,
			"", Discovery{}, true},
		"calls are judged elsewhere": {`{"request":{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t",` + metadata + `}},"response":{"jsonrpc":"2.0","id":7,"result":{"resultType":"x","_meta":[]}}}`,
			"", Discovery{}, true},
		"but not the answer to a probe": {`{"label":"probe","protocolVersion":"2026-07-28","request":{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"bad",` + metadata + `}},"response":{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}}`,
			"reject JSON-11 /resultType: resultType is missing", Discovery{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			j := Judge(exchange(t, c.record), c.d, policy.Default())
			check(t, j, c.want, false)
			if j.Usable != c.usable {
				t.Errorf("usable is %t, want %t", j.Usable, c.usable)
			}
		})
	}
}
