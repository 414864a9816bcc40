package evidence

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// one loads a single file.
func one(name, content string) *Set {
	return LoadFS(fstest.MapFS{name: {Data: []byte(content)}}, policy.Default(), 1)
}

// sorted says what became of a set's documents: one word for each value.
func sorted(set *Set) string {
	var out []string
	for _, l := range set.Listings {
		for _, p := range l.Pages {
			out = append(out, fmt.Sprintf("page of %s by %d", l.List.Method, p.Form))
		}
	}
	for _, p := range set.Probes {
		out = append(out, fmt.Sprintf("probe by %d", p.Form))
	}
	for _, e := range set.Completions {
		out = append(out, fmt.Sprintf("completion by %d", e.Form))
	}
	for _, e := range set.Others {
		out = append(out, fmt.Sprintf("other %q by %d", e.Method, e.Form))
	}
	for _, e := range set.Descriptors {
		out = append(out, fmt.Sprintf("descriptor by %d", e.Form))
	}
	for range set.Mappings {
		out = append(out, "mapping")
	}
	for range set.Logs {
		out = append(out, "log")
	}
	for _, f := range set.Findings {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s%s %s", f.Rule.ID, f.At.Pointer, f.Effect)))
	}
	Calls(set, 1, func(c Call) string {
		if c.Exchange == nil {
			return "unusable " + c.Unusable.Rule.ID
		}
		return fmt.Sprintf("call by %d", c.Form)
	}, func(s string) { out = append(out, s) })
	return strings.Join(out, ", ")
}

func TestForms(t *testing.T) {
	const (
		listRequest = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
		callRequest = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}`
		own         = `"schemaVersion":1,"tool":{"name":"mcpreview","version":"1"},"verdict":{"decision":"APPROVE"}`
		leftOut     = "EVID-14 note"
		unknown     = "EVID-14 condition"
	)
	response := func(result string) string { return `{"jsonrpc":"2.0","id":1,"result":` + result + `}` }
	exchange := func(request, result string) string {
		return `{"request":` + request + `,"response":` + response(result) + `}`
	}
	for _, c := range []struct{ name, doc, want string }{
		// exchanges
		{"exchange of a list", exchange(listRequest, `{"tools":[]}`), "page of tools/list by 1"},
		{"exchange of a call", exchange(callRequest, `{"content":[]}`), "call by 1"},
		{"exchange, members the other way round", `{"response":` + response(`{"content":[]}`) + `,"request":` + callRequest + `}`, "call by 1"},
		{"exchange, escaped member name", strings.Replace(exchange(callRequest, `{}`), `"request"`, `"re\u0071uest"`, 1), "call by 1"},
		{"exchange, escaped method", strings.Replace(exchange(callRequest, `{}`), `tools/call`, `tools\/call`, 1), "call by 1"},
		{"exchange without request", `{"response":` + response(`{"tools":[]}`) + `}`, "page of tools/list by 1"},
		{"exchange with request null", `{"request":null,"response":` + response(`{"tools":[]}`) + `}`, "page of tools/list by 1"},
		{"exchange without response", `{"request":` + callRequest + `,"http":{"headers":[]}}`, "call by 1"},
		{"exchange of another method", exchange(`{"method":"prompts/get"}`, `{"messages":[]}`), `other "prompts/get" by 1`},
		{"exchange of an unknown method", exchange(`{"method":"x/y"}`, `{"tools":[]}`), `other "x/y" by 1`},
		{"exchange whose method is no string", exchange(`{"method":5}`, `{"tools":[]}`), `other "" by 1`},
		{"exchange whose request is no object", exchange(`[]`, `{"tools":[]}`), `other "" by 1`},
		{"exchange of a completion", exchange(`{"method":"completion/complete"}`, `{"completion":{}}`), "completion by 1"},
		{"exchange with metadata", `{"server":"s","version":"1","protocolVersion":"x","transport":"t","note":"n","known":[],` + exchange(callRequest, `{}`)[1:], "call by 1"},
		{"stream", `{"request":` + listRequest + `,"sse":"data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}\n\n"}`, "page of tools/list by 1"},
		{"stream without request", `{"sse":"data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}\n\n"}`, "page of tools/list by 1"},
		{"stream beside a null response", `{"response":null,"sse":"data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}\n\n"}`, "call by 1"},
		{"stream without response", `{"request":` + listRequest + `,"sse":":\n\n"}`, "page of tools/list by 1"},
		// bare responses
		{"response, list", response(`{"tools":[]}`), "page of tools/list by 2"},
		{"response, call", response(`{"content":[]}`), "call by 2"},
		{"response, error", `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"m"}}`, `other "" by 2`},
		{"response, empty result", response(`{}`), `other "" by 2`},
		{"request alone", listRequest, unknown},
		{"notification alone", `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`, unknown},
		// bare results of each kind
		{"tools", `{"tools":[]}`, "page of tools/list by 3"},
		{"prompts", `{"prompts":[]}`, "page of prompts/list by 3"},
		{"resources", `{"resources":[]}`, "page of resources/list by 3"},
		{"templates", `{"resourceTemplates":[]}`, "page of resources/templates/list by 3"},
		{"tools of a wrong type", `{"tools":{}}`, "page of tools/list by 3"},
		{"completion", `{"completion":{"values":[]}}`, "completion by 3"},
		{"content", `{"content":[]}`, "call by 3"},
		{"structuredContent", `{"structuredContent":null,"resultType":"complete"}`, "call by 3"},
		{"isError", `{"isError":true}`, "call by 3"},
		{"inputRequests", `{"resultType":"input_required","inputRequests":{}}`, "call by 3"},
		{"messages", `{"messages":[]}`, `other "prompts/get" by 3`},
		{"contents", `{"contents":[]}`, `other "resources/read" by 3`},
		{"discovery", `{"supportedVersions":[],"capabilities":{}}`, `other "server/discover" by 3`},
		{"discovery without versions", `{"resultType":"complete","capabilities":{}}`, `other "server/discover" by 3`},
		{"initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{}}`, `other "initialize" by 3`},
		{"result of no known method", `{"resultType":"complete"}`, `other "" by 3`},
		{"Inspector's wrapper", `{"result":{"tools":[]},"appInfo":{}}`, "page of tools/list by 3"},
		{"Inspector's wrapper of a call", `{"result":{"content":[]}}`, "call by 3"},
		// the rest
		{"descriptor", `{"name":"t","inputSchema":{"type":"object"}}`, "descriptor by 4"},
		{"descriptor without name", `{"inputSchema":null}`, "descriptor by 4"},
		{"descriptors", `[{"name":"t","inputSchema":{}},{"name":"u","inputSchema":{}}]`, "descriptor by 4, descriptor by 4"},
		{"mapping", `{"headerMapping":{"tool":"t","map":{"a":"A"}}}`, "mapping"},
		{"mapping with a name of its own", `{"note":"n","headerMapping":{"tool":"t","map":{}}}`, "mapping"},
		{"mapping with messages beside it", `{"headerMapping":{"tool":"t","map":{}},"pages":[{"tools":[{"name":"t"}]}]}`, "mapping, EVID-14/pages condition"},
		{"mapping with a second tool", `{"headerMapping":{"tool":"t","Tool":"u","map":{}}}`, "mapping, EVID-14/headerMapping/Tool condition"},
		{"log with a second one", `{"log":[],"Log":[]}`, "log, EVID-14/Log condition"},
		{"messages made to look like a lock", `{"mcpreviewLock":1,"pages":[{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}]}`, unknown},
		{"mapping of a wrong type", `{"headerMapping":[]}`, unknown},
		{"log", note, "log"},
		{"log of a wrong type", `{"log":{"lines":[]}}`, unknown},
		{"batch", `[` + response(`{"tools":[]}`) + `,` + response(`{"content":[]}`) + `]`, "page of tools/list by 2, call by 2"},
		{"list of everything", `[` + exchange(callRequest, `{}`) + `,1,` + note + `,[],{"tools":[]},{}]`,
			"page of tools/list by 3, log, EVID-14/1 condition, EVID-14/3 condition, EVID-14/5 condition, call by 1"},
		// no evidence
		{"empty object", `{}`, unknown},
		{"empty list", `[]`, unknown},
		{"list in a list", `[[{"tools":[]}]]`, "EVID-14/0 condition"},
		{"null", `null`, unknown}, {"string", `"tools"`, unknown}, {"number", `1`, unknown},
		{"other object", `{"protocolVersion":"2025-11-25","steps":[]}`, unknown},
		{"capabilities alone", `{"capabilities":{}}`, unknown},
		{"other spelling", `{"Tools":[]}`, unknown},
		{"no JSON", `{"tools":[`, "JSON-02 reject"},
		{"empty file", ``, "JSON-02 reject"},
		{"two documents", `{"tools":[]} {"tools":[]}`, "JSON-02 reject"},
		{"no UTF-8", "{\"tools\":\"\xff\"}", "JSON-01 reject"},
		{"byte order mark", "\ufeff" + `{"tools":[]}`, "JSON-01 reject"},
		{"call that is no JSON", strings.TrimSuffix(exchange(callRequest, `{}`), "}"), "unusable JSON-02"},
		{"call that is no UTF-8", strings.Replace(exchange(callRequest, `{}`), "2.0", "\xff", 1), "unusable JSON-01"},
		// this program's own
		{"own review", `{` + own + `,"tools":[{"name":"t","decision":"ADMIT"}],"protocolVersion":"2026-07-28","findings":[]}`, leftOut},
		{"own SARIF log", `{"$schema":"s","version":"2.1.0","runs":[{"tool":{"driver":{"name":"mcpreview"}}}]}`, leftOut},
		{"SARIF log of another", `{"$schema":"s","version":"2.1.0","runs":[{"tool":{"driver":{"name":"other"}}}]}`, unknown},
		{"SARIF log of another beside ours", `{"$schema":"s","version":"2.1.0","runs":[{"tool":{"driver":{"name":"mcpreview"}}},{"tool":{}}]}`, unknown},
		{"SARIF log of nobody", `{"$schema":"s","version":"2.1.0","runs":[]}`, unknown},
		{"result made to look like a SARIF log", `{"$schema":"s","runs":[{"tool":{"driver":{"name":"mcpreview"}}}],"content":[]}`, "call by 3"},
		{"own lock", `{"mcpreviewLock":1,"tools":[{"name":"t"}]}`, leftOut},
		{"own capture, complete", `{"mcpreviewCapture":{"complete":true,"missing":[]}}`, leftOut},
		{"own capture, incomplete", `{"mcpreviewCapture":{"complete":false,"missing":["x"]}}`, "EVID-14/mcpreviewCapture condition"},
		{"own capture that does not say", `{"mcpreviewCapture":1}`, "EVID-14/mcpreviewCapture condition"},
		{"listing made to look like a capture", `{"mcpreviewCapture":{"complete":true},"tools":[{"name":"t","inputSchema":{}}]}`, "page of tools/list by 3"},
		{"own review in a list", `[{` + own + `}]`, "EVID-14/0 condition"},
		// what a server could add to its answer to have it read as something else
		{"listing made to look like a review", `{` + own + `,"tools":[{"name":"t","inputSchema":{}}]}`, "page of tools/list by 3"},
		{"listing made to look like a lock", `{"mcpreviewLock":1,"tools":[{"name":"t","inputSchema":{}}]}`, "page of tools/list by 3"},
		{"listing made to look like a lock, twice", `{"mcpreviewLock":1,"tools":[],"tools":[{"name":"t","inputSchema":{}}]}`, unknown},
		{"result made to look like a lock", `{"mcpreviewLock":1,"content":[]}`, "call by 3"},
		{"complete result made to look like a lock", `{"mcpreviewLock":1,"resultType":"complete"}`, `other "" by 3`},
		{"exchange made to look like a lock", `{"mcpreviewLock":1,` + exchange(callRequest, `{}`)[1:], "call by 1"},
		{"listing made to look like an exchange", `{"tools":[],` + exchange(listRequest, `{"tools":[]}`)[1:], unknown},
		{"listing made to look like a response", `{"tools":[],` + response(`{"tools":[]}`)[1:], unknown},
		{"listing made to look like a mapping", `{"tools":[],"headerMapping":{}}`, unknown},
		{"listing made to look like a log", `{"tools":[],"log":[]}`, unknown},
		{"listing made to look like a call's result", `{"tools":[],"content":[]}`, unknown},
		{"listing made to look like a prompt's", `{"tools":[],"prompts":[]}`, unknown},
		{"listing made to look like Inspector's", `{"tools":[],"result":{"tools":[]},"appInfo":{}}`, "page of tools/list by 3"},
		{"result made to look like a descriptor", `{"content":[],"inputSchema":{}}`, unknown},
		{"result made to look like a call", `{"content":[],` + exchange(callRequest, `{}`)[1:], "unusable EVID-14"},
		{"result made to look like a call, in a list", `[{"content":[],` + exchange(callRequest, `{}`)[1:] + `]`, "EVID-14/0 condition"},
		{"initialize made to look like a call", `{"protocolVersion":"1","capabilities":{},` + exchange(callRequest, `{}`)[1:], "unusable EVID-14"},
		{"descriptor made to look like an exchange", `{"inputSchema":{},` + exchange(listRequest, `{}`)[1:], unknown},
		{"response whose result names two methods", response(`{"content":[],"tools":[]}`), unknown},
		{"stream whose result names two methods", `{"sse":"data: {\"jsonrpc\":\"2.0\",\"result\":{\"tools\":[],\"messages\":[]}}\n\n"}`, "EVID-14 condition"},
		{"exchange whose result names two methods", exchange(listRequest, `{"tools":[],"content":[]}`), "page of tools/list by 1"},
		{"exchange with a bare result", `{"request":` + listRequest + `,"result":{"tools":[]}}`, unknown},
		{"first request counts", `{"request":` + listRequest + `,` + exchange(callRequest, `{"tools":[]}`)[1:], "page of tools/list by 1"},
		{"first request counts, escaped", `{"re\u0071uest":` + listRequest + `,` + exchange(callRequest, `{"tools":[]}`)[1:], "page of tools/list by 1"},
		{"first method counts", `{"request":{"method":"tools/call","method":"tools/list"}}`, "call by 1"},
		// faults make unusable what no narrower scope takes
		{"mapping twice", `{"headerMapping":{"tool":"a"},"headerMapping":{"tool":"b"}}`, "JSON-03/headerMapping reject"},
		{"log with a lone surrogate", `{"log":["\ud800"]}`, "JSON-04/log/0 reject"},
		{"log beside a faulty one", `[{"log":[1e999]},{"log":[]}]`, "log, JSON-05/0/log/0 reject"},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := one("file.json", c.doc)
			if got := sorted(set); got != c.want {
				t.Errorf("%s\n got %s\nwant %s\n%q", c.doc, got, c.want, told(set))
			}
			if f := set.Files[0]; f.Documents != 1 || f.Kind == "" || len(f.SHA256.String()) != 64 || f.Bytes != int64(len(c.doc)) {
				t.Errorf("file %+v", f)
			}
			for _, f := range set.Findings {
				if strings.Contains(f.Text, "\n") || f.Subject.Kind != rule.KindDocument || f.Subject.Name != "file.json" || f.At.Line == 0 {
					t.Errorf("finding %+v", f)
				}
			}
		})
	}
}

// A line of JSON Lines is never taken for a review of this program: none has
// that form, and one line must not leave out its neighbours.
func TestOwnReviewInLines(t *testing.T) {
	set := one("f.jsonl", `{"mcpreviewLock":1}`+"\n"+note+"\n")
	if got := sorted(set); got != "log, EVID-14 condition" || set.Files[0].Left != "" {
		t.Errorf("%s; %+v", got, set.Files[0])
	}
}

func TestKindNames(t *testing.T) {
	for name, c := range map[string]struct{ doc, kind string }{
		"exchange": {exchangeText("tools/list", `{"tools":[]}`), "exchange"}, "call": {call("t", ""), "exchange"},
		"response": {`{"jsonrpc":"2.0","id":1,"result":{}}`, "JSON-RPC response"}, "result": {`{"tools":[]}`, "result"},
		"descriptor": {`{"inputSchema":{}}`, "tool descriptor"}, "mapping": {`{"headerMapping":{}}`, "header mapping"}, "log": {note, "log"},
		"list": {`[]`, "list"}, "own": {`{"mcpreviewLock":1}`, "made by mcpreview"}, "mixed": {`{"tools":[],"log":[]}`, "mixed"},
		"unknown": {`{}`, "unknown"}, "broken": {`{`, "unusable"},
	} {
		if got := one("f.json", c.doc).Files[0].Kind; got != c.kind {
			t.Errorf("%s: kind %q, want %q", name, got, c.kind)
		}
	}
}

func TestMixedNamesMembersOfOursAlone(t *testing.T) {
	set := one("f.json", `{"se\u0063ret":1,"tools":[],"log":["password"]}`)
	wantList(t, "findings", told(set),
		"f.json:1:1  condition EVID-14: unknown kind: the members log and tools belong to different forms of evidence")
}

func TestLabelsOfFolders(t *testing.T) {
	page := exchangeText("tools/list", `{"tools":[]}`)
	with := func(members string) string { return strings.TrimSuffix(page, "}") + "," + members + "}" }
	for _, c := range []struct {
		file, doc, caller string
		pass              int
	}{
		{"pages/1.json", page, "", 1},
		{"pages/pass-2/1.json", page, "", 2},
		{"pages/admin/1.json", page, "admin", 1},
		{"pages/admin/pass-2/1.json", page, "admin", 2},
		{"pages/pass-12/admin/1.json", page, "admin", 12},
		{"pages/admin/more/1.json", page, "admin", 1},
		{"s/pages/admin/1.json", page, "admin", 1},
		{"pages/pass-0/1.json", page, "pass-0", 1},
		{"pages/pass-/1.json", page, "pass-", 1},
		{"pages/pass-x/1.json", page, "pass-x", 1},
		{"pages.json", page, "", 1},
		{"mypages/admin/1.json", page, "", 1},
		{"results/admin/1.json", page, "", 1},
		{"pages/admin/1.json", with(`"caller":"root"`), "root", 1},
		{"pages/admin/1.json", with(`"caller":{"name":"root","tenant":"x"}`), "root", 1},
		{"pages/admin/1.json", with(`"caller":{"tenant":"x"}`), "admin", 1},
		{"pages/admin/pass-2/1.json", with(`"pass":3`), "admin", 3},
		{"pages/pass-2/1.json", with(`"pass":3.0`), "", 3},
		{"pages/pass-2/1.json", with(`"pass":"3"`), "", 2},
		{"pages/pass-2/1.json", with(`"pass":0`), "", 2},
		{"x.json", with(`"pass":2,"caller":"me"`), "me", 2},
		{"pages/admin/1.json", `{"tools":[]}`, "admin", 1},
		{"pages/admin/pass-2/1.json", `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`, "admin", 2},
		{"pages/admin/pass-2/1.json", `[` + page + `]`, "admin", 2},
		{"pages/admin/pass-2/1.jsonl", page, "admin", 2},
	} {
		l := one(c.file, c.doc).Listings
		if len(l) != 1 || l[0].Caller != c.caller || l[0].Pass != c.pass {
			t.Errorf("%s %s: got %+v, want caller %q pass %d", c.file, c.doc, l, c.caller, c.pass)
		}
	}
}

// Two arguments of one name are told apart in what is shown, not in what their
// folders and files say.
func TestLabelsDespiteClash(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{"a", "b"} {
		write(t, home+"/"+dir, map[string]string{
			"pages/admin/1.json": exchangeText("tools/list", `{"tools":[]}`), "echo/success.json": `{"content":[]}`, "echo.failure.json": `{"content":[]}`,
		})
	}
	write(t, home, map[string]string{"a/with\x01control.json": `{"content":[]}`})
	var paths []string
	for _, p := range []string{"pages", "echo", "echo.failure.json"} {
		paths = append(paths, home+"/a/"+p, home+"/b/"+p)
	}
	set := read(t, 1, append(paths, home+"/a/with\x01control.json")...)
	for _, l := range set.Listings {
		if l.Caller != "admin" {
			t.Errorf("%s: caller %q", l.Pages[0].Place(), l.Caller)
		}
	}
	wantList(t, "calls", calls1(set, 1),
		`call echo#2/success.json:1:1 tool "echo" label "success" caller "" pass 1 revision ""`,
		`call echo.failure.json:1:1 tool "echo" label "failure" caller "" pass 1 revision ""`,
		`call echo.failure.json#2:1:1 tool "echo" label "failure" caller "" pass 1 revision ""`,
		`call echo/success.json:1:1 tool "echo" label "success" caller "" pass 1 revision ""`,
		`call with\x01control.json:1:1 tool "with\x01control" label "" caller "" pass 1 revision ""`)
}

func TestToolOfFile(t *testing.T) {
	for _, c := range []struct {
		file, doc, tool string
		label           Label
	}{
		{"echo.json", `{"content":[]}`, "echo", ""},
		{"results/echo.json", `{"jsonrpc":"2.0","id":1,"result":{"content":[]}}`, "echo", ""},
		{"results/echo.success.json", `{"content":[]}`, "echo", LabelSuccess},
		{"results/echo.unknown-tool.json", `{"content":[]}`, "echo", LabelUnknownTool},
		{"results/echo/failure.json", `{"content":[]}`, "echo", LabelFailure},
		{"echo/invalid-arguments.json", `{"content":[]}`, "echo", LabelArguments},
		{"results/success.json", `{"content":[]}`, "success", ""},
		{"success.json", `{"content":[]}`, "success", ""},
		{"user.profile.json", `{"content":[]}`, "user.profile", ""},
		{"user.profile.malformed-request.json", `{"content":[]}`, "user.profile", LabelMalformed},
		{"echo.success.snap", `{"content":[]}`, "echo", LabelSuccess},
		{"echo.probe.jsonl", `{"content":[]}`, "echo", LabelProbe},
		{"echo.SUCCESS.json", `{"content":[]}`, "echo.SUCCESS", ""},
		{".success.json", `{"content":[]}`, ".success", ""},
		{".json", `{"content":[]}`, "", ""},
		{"x.success.json", call("real", ""), "real", ""},
		{"x.json", call("real", `,"label":"failure"`), "real", LabelFailure},
		{"x.success.json", `{"response":{"jsonrpc":"2.0","id":1,"result":{"content":[]}},"label":"failure"}`, "x", LabelFailure},
		{"x.json", `{"request":{"method":"tools/call","params":{"name":5}}}`, "", ""},
		{"x.json", `{"request":{"method":"tools/call"}}`, "", ""},
		// an answer that does not show what it answers is a call where its file says so
		{"echo.failure.json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32602}}`, "echo", LabelFailure},
		{"echo/unknown-tool.json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32602}}`, "echo", LabelUnknownTool},
		{"echo.success.json", `{"resultType":"complete"}`, "echo", LabelSuccess},
		{"echo.success.json", `{"jsonrpc":"2.0","id":1,"result":{}}`, "echo", LabelSuccess},
	} {
		var got []Call
		Calls(one(c.file, c.doc), 1, func(call Call) Call { return call }, func(call Call) { got = append(got, call) })
		if len(got) != 1 || got[0].Exchange == nil {
			t.Errorf("%s %s: calls %+v", c.file, c.doc, got)
			continue
		}
		if e := got[0].Exchange; e.Tool != c.tool || e.Label != c.label {
			t.Errorf("%s %s: tool %q label %q, want %q %q", c.file, c.doc, e.Tool, e.Label, c.tool, c.label)
		}
	}
}

// A file's label makes no call of an answer that shows another method, nor of
// one that shows two.
func TestLabelMakesNoCall(t *testing.T) {
	for doc, want := range map[string]string{
		`{"tools":[]}`:                `page of tools/list by 3`,
		`{"messages":[]}`:             `other "prompts/get" by 3`,
		`{"messages":[],"tools":[]}`:  `EVID-14 condition`,
		`{"request":{"method":"x"}}`:  `other "x" by 1`,
		`{"request":{"method":null}}`: `other "" by 1`,
	} {
		if got := sorted(one("echo.success.json", doc)); got != want {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
	}
}

func TestRecordMembers(t *testing.T) {
	set := one("f.json", `{"server":"s","version":"1.2","protocolVersion":"2025-11-25","label":"probe","notifications":[{"method":"a"},{"method":"b"}],`+
		`"http":{"status":400,"headers":[["A","1"],["a","2"],["B"],5]},"request":{"method":"x"},"response":{"error":{"code":1}}}`)
	e := set.Others[0]
	if want := (Session{"s", "1.2", "2025-11-25", "streamable-http"}); e.Session != want {
		t.Errorf("session %+v, want %+v", e.Session, want)
	}
	if e.Label != LabelProbe || len(e.Notifications) != 2 || e.Error == nil || e.Result != nil || e.HTTP.Status != 400 {
		t.Errorf("%+v", e)
	}
	if want := []Header{{"A", "1"}, {"a", "2"}, {"B", ""}, {"", ""}}; !slices.Equal(e.HTTP.Headers, want) {
		t.Errorf("headers %q, want %q", e.HTTP.Headers, want)
	}
	for _, http := range []string{`{"headers":{"A":"1"}}`, `{}`} { // what a map of headers cannot prove is not recorded
		e := one("f.json", `{"http":`+http+`,"transport":"stdio","request":{"method":"x"}}`).Others[0]
		if e.HTTP == nil || e.HTTP.Headers != nil || e.HTTP.Status != 0 || e.Session.Transport != "stdio" {
			t.Errorf("%s: %+v %+v", http, e.HTTP, e.Session)
		}
	}
}

// A file with handshakes on two revisions holds two sessions, and a call belongs
// to the one that was begun last before it.
func TestRevisionOfEachSession(t *testing.T) {
	greet := func(revision string) string {
		return `{"request":{"method":"initialize"},"response":{"result":{"protocolVersion":"` + revision + `"}}}` + "\n"
	}
	call := func(tool string) string {
		return `{"request":{"method":"tools/call","params":{"name":"` + tool + `"}}}` + "\n"
	}
	const a, b = "2025-11-25", "2025-06-18"
	for name, c := range map[string]struct{ doc, want string }{
		"two revisions":   {greet(a) + call("x") + greet(b) + call("y"), "x " + a + ", y " + b},
		"and back":        {greet(a) + greet(b) + call("x") + greet(a) + call("y"), "x " + b + ", y " + a},
		"one revision":    {greet(a) + call("x") + greet(a) + call("y"), "x " + a + ", y " + a},
		"before any":      {call("x") + greet(a) + greet(b) + call("y"), "x " + a + ", y " + b},
		"named by itself": {greet(a) + greet(b) + `{"protocolVersion":"` + a + `",` + call("x")[1:], "x " + a},
	} {
		set := LoadFS(fstest.MapFS{"0.json": {Data: []byte(greet("2024-11-05"))}, "a.jsonl": {Data: []byte(c.doc)}}, policy.Default(), 1)
		var got []string
		Calls(set, 1, func(call Call) *Exchange { return call.Exchange }, func(e *Exchange) { got = append(got, e.Tool+" "+e.Stated) })
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestStatedServer(t *testing.T) {
	const info = `"serverInfo":{"name":"s","version":"1"}`
	for name, c := range map[string]struct{ doc, want string }{
		"handshake":           {`{"request":{"method":"initialize"},"response":{"result":{` + info + `}}}`, "s"},
		"discovery":           {`{"request":{"method":"server/discover"},"response":{"result":{` + info + `}}}`, "s"},
		"metadata":            {`{"request":{"method":"tools/list"},"response":{"result":{"_meta":{"io.modelcontextprotocol/` + info[1:] + `}}}}`, "s"},
		"metadata go first":   {`{"request":{"method":"initialize"},"response":{"result":{` + info + `,"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"t"}}}}}`, "t"},
		"a member of no rank": {`{"request":{"method":"tools/list"},"response":{"result":{` + info + `}}}`, ""},
		"no name":             {`{"request":{"method":"initialize"},"response":{"result":{"serverInfo":{"name":5}}}}`, ""},
	} {
		set := LoadFS(fstest.MapFS{"a.json": {Data: []byte(c.doc)}}, policy.Default(), 1)
		var e *Exchange
		switch {
		case len(set.Others) == 1:
			e = set.Others[0]
		case len(set.Listings) == 1:
			e = set.Listings[0].Pages[0].Exchange
		default:
			t.Fatalf("%s: %d others", name, len(set.Others))
		}
		if got := e.StatedServer(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestRevisionOfAnExchange(t *testing.T) {
	const (
		meta    = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`
		badMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":5}`
		header  = `"http":{"headers":[["Accept","x"],["mcp-protocol-version"," 2025-06-18\t"],["MCP-Protocol-Version","other"]]}`
		empty   = `"http":{"headers":[["MCP-Protocol-Version"," "]]}`
		beside  = `"protocolVersion":"2025-03-26"`
		greet   = `{"server":"a","request":{"method":"initialize"},"response":{"result":{"protocolVersion":"2024-11-05"}}}`
	)
	doc := func(params, members string) string {
		if members != "" {
			members = "," + members
		}
		return `{"request":{"method":"tools/call","params":{"name":"t",` + params + `"x":1}}` + members + `}`
	}
	for _, c := range []struct{ name, doc, want string }{
		{"nothing", doc("", ""), ""},
		{"meta first", doc(meta+",", `"server":"a",`+beside+","+header), "2026-07-28"},
		{"meta of a wrong type", doc(badMeta+",", `"server":"a",`+beside+","+header), "2025-06-18"},
		{"then the first header", doc("", `"server":"a",`+beside+","+header), "2025-06-18"},
		{"an empty header says nothing", doc("", `"server":"a",`+beside+","+empty), "2025-03-26"},
		{"then beside", doc("", `"server":"a",`+beside), "2025-03-26"},
		{"then initialize", doc("", `"server":"a"`), "2024-11-05"},
		{"of the same server", doc("", `"server":"b"`), ""},
		{"unpublished", doc("", `"server":"a","protocolVersion":"1999-01-01"`), "1999-01-01"},
	} {
		for _, jobs := range []int{1, 3} {
			// The order of files does not matter: a call may come before the
			// initialize result that settles it.
			set := LoadFS(fstest.MapFS{"1.json": {Data: []byte(c.doc)}, "2.json": {Data: []byte(greet)},
				"0.json": {Data: []byte(`{"label":"probe",` + strings.Replace(greet[1:], "2024-11-05", "1.0", 1))}}, policy.Default(), jobs)
			Calls(set, jobs, func(call Call) *Exchange { return call.Exchange }, func(e *Exchange) {
				if e.Stated != c.want {
					t.Errorf("%s: %q, want %q", c.name, e.Stated, c.want)
				}
				name := "2026-07-28"
				if c.want != "" {
					name = c.want
				}
				if unpublished := name == "1999-01-01"; unpublished != (e.Revision == nil) || !unpublished && e.Revision.Name != name {
					t.Errorf("%s: in force %+v, want %s", c.name, e.Revision, name)
				}
			})
		}
	}
}

func TestLossyForms(t *testing.T) {
	for doc, want := range map[string]string{
		exchangeText("tools/list", `{"tools":[]}`):                    "",
		`{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`:              "that cursors were sent back: no request was recorded",
		`{"response":{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}}`: "that cursors were sent back: no request was recorded",
		`[{"tools":[]},{"prompts":[]}]`:                               "cursors and caching hints: pages may have been merged",
		`{"inputSchema":{}}`:                                          "that a listing is complete: there is no page",
		`{"content":[]}`:                                              "",
	} {
		if got := strings.Join(one("f.json", doc).Files[0].Lossy, "; "); got != want {
			t.Errorf("%s: %q, want %q", doc, got, want)
		}
	}
}

// A response put together from a stream is judged as recorded: what strict JSON
// finds in the record stays, and its size is that of the record.
func TestFromStream(t *testing.T) {
	p := policy.Default()
	stream := `"sse":"data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"a\":1,\"a\":2}]}}\n\n"`
	doc := `{"x\ud800":1,"request":{"method":"tools/list"},` + stream + `}`
	p.Limits.DocumentBytes = len(doc)
	set := LoadFS(fstest.MapFS{"f.json": {Data: []byte("[\n" + doc + "]")}}, p, 1)
	if len(set.Findings) != 1 {
		t.Fatalf("a document over the limit: %q", told(set))
	}
	p.Limits.DocumentBytes = len(doc) + 3
	set = LoadFS(fstest.MapFS{"f.json": {Data: []byte("[\n" + doc + "]")}}, p, 1)
	page := set.Listings[0].Pages[0]
	if page.Items.Len() != 1 || page.Next != CursorNone {
		t.Errorf("%+v", page)
	}
	var kinds []strictjson.FaultKind
	for _, f := range page.Faults(page.Value) {
		kinds = append(kinds, f.Kind)
	}
	if want := []strictjson.FaultKind{strictjson.DuplicateName, strictjson.LoneSurrogate}; !slices.Equal(kinds, want) {
		t.Errorf("faults %v, want %v", kinds, want)
	}
	at := page.Doc.Locate(page.Result)
	if at.Pointer != "/0/sse" || at.Line != 2 || at.File != "f.json" {
		t.Errorf("place %+v", at)
	}
}
