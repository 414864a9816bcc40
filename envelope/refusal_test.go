package envelope

import (
	"fmt"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

// asked is a record whose request has the given _meta member (with its comma,
// or nothing), and whose answer is a result or error member.
func asked(label, method, meta, answer string, status int) string {
	http := ""
	if status != 0 {
		http = fmt.Sprintf(`"http":{"status":%d},`, status)
	}
	return `{"label":"` + label + `","protocolVersion":"2026-07-28",` + http + `"request":{"jsonrpc":"2.0","id":7,"method":"` + method + `","params":{` + meta + `}},
		"response":{"jsonrpc":"2.0","id":7,` + answer + `}}`
}

func versioned(version string) string {
	return `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + version + `","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}}`
}

func failure(code string) string { return `"error":{"code":` + code + `,"message":"m"}` }

const (
	page        = `"result":{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"public"}`
	refusal     = `"error":{"code":-32022,"message":"m","data":{"supported":["2026-07-28"],"requested":"2099-01-01"}}`
	noSuchThing = `"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}`
)

var listsOwn = Discovery{Known: true, Tools: true, SupportedVersions: []string{"2025-11-25", "2026-07-28"}}

func TestRequestMetadata(t *testing.T) {
	for name, c := range map[string]struct {
		record string
		d      Discovery
		want   string
		usable bool
	}{
		"complete":                          {asked("", "tools/list", metadata, page, 0), Discovery{}, "", true},
		"probe refused":                     {asked("probe", "tools/list", "", failure("-32602"), 0), Discovery{}, "", false},
		"probe refused with status 400":     {asked("probe", "tools/list", "", failure("-32602"), 400), Discovery{}, "", false},
		"probe refused with status 200":     {asked("probe", "tools/list", "", failure("-32602"), 200), Discovery{}, "reject JSON-09 /http/status: params._meta is missing answered with status 200, must be 400", false},
		"probe served":                      {asked("probe", "tools/list", "", page, 0), Discovery{}, "reject JSON-09 /params: params._meta is missing, answered with a result", false},
		"probe refused otherwise":           {asked("probe", "tools/list", "", failure("-32603"), 0), Discovery{}, "reject JSON-09 /params: params._meta is missing, answered with code -32603", false},
		"never a missing capability":        {asked("probe", "tools/list", `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`, failure("-32021"), 0), Discovery{}, "reject JSON-09 /params: params._meta has no clientCapabilities, answered with code -32021", false},
		"method not offered":                {asked("probe", "tools/list", "", failure("-32601"), 0), Discovery{Known: true}, "", false},
		"method offered":                    {asked("probe", "tools/list", "", failure("-32601"), 0), listsOwn, "reject JSON-09", false},
		"revision not supported":            {asked("probe", "tools/list", "", `"error":{"code":-32022,"message":"m","data":{"supported":["2025-11-25"],"requested":""}}`, 400), Discovery{}, "", false},
		"revision supported":                {asked("probe", "tools/list", "", refusal, 400), Discovery{}, "reject JSON-09", false},
		"unlabelled served":                 {asked("", "tools/list", "", page, 0), Discovery{}, "reject JSON-09 /params: params._meta is missing, answered with a result", false},
		"unlabelled refused":                {asked("", "tools/list", "", failure("-32602"), 0), Discovery{}, "", false},
		"no version":                        {asked("", "tools/list", noSuchThing, page, 0), Discovery{}, "reject JSON-09 /params: params._meta has no protocolVersion", false},
		"version of another type":           {asked("", "tools/list", `"_meta":{"io.modelcontextprotocol/protocolVersion":1,"io.modelcontextprotocol/clientCapabilities":{}}`, page, 0), Discovery{}, "reject JSON-09 /params: params._meta has no protocolVersion", false},
		"capabilities of another type":      {asked("", "tools/list", `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":null}`, page, 0), Discovery{}, "reject JSON-09 /params: params._meta has no clientCapabilities", false},
		"metadata of another type":          {asked("", "tools/list", `"_meta":[]`, page, 0), Discovery{}, "reject JSON-09 /params: params._meta is array", false},
		"unanswered":                        {`{"protocolVersion":"2026-07-28","request":{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t"}}}`, Discovery{}, "reject JSON-09 /params: params._meta is missing", false},
		"unanswered, bad on purpose":        {`{"label":"malformed-request","protocolVersion":"2026-07-28","request":{"jsonrpc":"2.0","id":7,"method":"tools/call"}}`, Discovery{}, "condition EVID-14: the request has no answer", false},
		"without params":                    {`{"protocolVersion":"2026-07-28","request":{"jsonrpc":"2.0","id":7,"method":"tools/list"},"response":{"jsonrpc":"2.0","id":7,` + page + `}}`, Discovery{}, "reject JSON-09: params._meta is missing, answered with a result", false},
		"bad cursor answered with metadata": {asked("probe", "tools/list", `"cursor":"x",`+metadata, failure("-32602"), 0), Discovery{}, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			j := Judge(exchange(t, c.record), c.d, policy.Default())
			check(t, j, c.want, false)
			if j.Usable != c.usable || j.Foreign {
				t.Errorf("usable is %t, foreign %t; want %t, false", j.Usable, j.Foreign, c.usable)
			}
		})
	}
}

func TestForeignMetadata(t *testing.T) {
	for name, c := range map[string]struct {
		record  string
		d       Discovery
		want    string
		foreign bool
	}{
		"another revision":              {asked("", "tools/list", versioned("2025-11-25"), page, 0), Discovery{}, `reject JSON-09 /params/_meta/io.modelcontextprotocol~1protocolVersion: params._meta names "2025-11-25", the review is of 2026-07-28`, true},
		"an unpublished one":            {asked("", "tools/list", versioned("2099-01-01"), page, 0), Discovery{}, `reject JSON-09`, true},
		"one that discovery leaves out": {asked("", "tools/list", versioned("2099-01-01"), page, 0), listsOwn, `reject JSON-14: unsupported version answered with a result`, true},
		"one that was refused":          {asked("", "tools/list", versioned("2099-01-01"), refusal, 0), Discovery{}, "", false},
		"this one":                      {asked("", "tools/list", versioned("2026-07-28"), page, 0), listsOwn, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			j := Judge(exchange(t, c.record), c.d, policy.Default())
			check(t, j, c.want, false)
			if j.Foreign != c.foreign {
				t.Errorf("foreign is %t", j.Foreign)
			}
		})
	}
	session := `{"protocolVersion":"2025-11-25","request":{"jsonrpc":"2.0","id":7,"method":"tools/list"},"response":{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}}`
	j := Judge(exchange(t, session), Discovery{}, policy.Default())
	if check(t, j, "", true); !j.Foreign || !j.Usable {
		t.Errorf("a session of another revision: foreign is %t, usable %t", j.Foreign, j.Usable)
	}
	unstated := exchange(t, `{"tools":[]}`)
	if Judge(unstated, Discovery{}, policy.Default()).Foreign {
		t.Error("an exchange that states no revision is of the review's")
	}
}

func TestRefusalForms(t *testing.T) {
	refused := func(data string) string { return `"error":{"code":-32022,"message":"m","data":` + data + `}` }
	lacking := func(data string) string { return `"error":{"code":-32021,"message":"m","data":` + data + `}` }
	for name, c := range map[string]struct {
		record string
		d      Discovery
		want   string
	}{
		"version refused":                 {asked("probe", "tools/list", versioned("2099-01-01"), refusal, 400), Discovery{}, ""},
		"version refused with 200":        {asked("probe", "tools/list", versioned("2099-01-01"), refusal, 200), Discovery{}, "reject JSON-14 /http/status: unsupported version answered with status 200, must be 400"},
		"version refused without data":    {asked("probe", "tools/list", versioned("2099-01-01"), failure("-32022"), 0), Discovery{}, "reject JSON-14 /response/error/data: unsupported version answered without data.supported"},
		"supported not strings":           {asked("probe", "tools/list", versioned("2099-01-01"), refused(`{"supported":[1],"requested":"x"}`), 0), Discovery{}, "reject JSON-14 /response/error/data/supported: unsupported version answered without data.supported"},
		"requested missing":               {asked("probe", "tools/list", versioned("2099-01-01"), refused(`{"supported":[]}`), 0), Discovery{}, "reject JSON-14 /response/error/data/requested: unsupported version answered without data.requested"},
		"version served":                  {asked("probe", "tools/list", versioned("2099-01-01"), page, 0), Discovery{}, "reject JSON-14: unsupported version answered with a result"},
		"version refused otherwise":       {asked("probe", "tools/list", versioned("2099-01-01"), failure("-32602"), 0), Discovery{}, "reject JSON-14: unsupported version answered with code -32602"},
		"published version not listed":    {asked("probe", "tools/list", versioned("2024-11-05"), page, 0), listsOwn, "reject JSON-14: unsupported version answered with a result"},
		"published version, no listing":   {asked("probe", "tools/list", versioned("2024-11-05"), page, 0), Discovery{}, ""},
		"listed version served":           {asked("probe", "tools/list", versioned("2025-11-25"), page, 0), listsOwn, ""},
		"listed version refused":          {asked("probe", "tools/list", versioned("2025-11-25"), refused(`{"supported":["2026-07-28"],"requested":"2025-11-25"}`), 0), listsOwn, `reject JSON-14 /response/error: version "2025-11-25" is supported`},
		"version in its own refusal":      {asked("", "tools/list", versioned("2026-07-28"), refusal, 0), Discovery{}, `reject JSON-14 /response/error: version "2026-07-28" is supported`},
		"review's revision not supported": {asked("", "tools/list", versioned("2026-07-28"), refused(`{"supported":["2025-11-25"],"requested":"2026-07-28"}`), 400), Discovery{}, ""},
		"capability lacking":              {asked("", "tools/call", versioned("2026-07-28"), lacking(`{"requiredCapabilities":{"sampling":{}}}`), 400), Discovery{}, ""},
		"capability lacking below":        {asked("", "tools/call", versioned("2026-07-28"), lacking(`{"requiredCapabilities":{"elicitation":{"url":{}}}}`), 400), Discovery{}, ""},
		"capability declared":             {asked("", "tools/call", versioned("2026-07-28"), lacking(`{"requiredCapabilities":{"elicitation":{}}}`), 400), Discovery{}, "reject JSON-14 /response/error/data/requiredCapabilities: the request declares every capability"},
		"capability not named":            {asked("", "tools/call", versioned("2026-07-28"), lacking(`{}`), 400), Discovery{}, "reject JSON-14 /response/error/data/requiredCapabilities: missing capability answered without"},
		"capability lacking with 200":     {asked("", "tools/call", versioned("2026-07-28"), lacking(`{"requiredCapabilities":{"sampling":{}}}`), 200), Discovery{}, "reject JSON-14 /http/status: missing capability answered with status 200"},
		"method refused":                  {asked("probe", "no/such", metadata, failure("-32601"), 404), Discovery{}, ""},
		"method refused with 200":         {asked("probe", "no/such", metadata, failure("-32601"), 200), Discovery{}, "reject JSON-14 /http/status: unknown method answered with status 200, must be 404"},
		"method refused otherwise":        {asked("probe", "no/such", metadata, failure("0"), 0), Discovery{}, "reject JSON-14: unknown method answered with code 0"},
		"method served":                   {asked("probe", "no/such", metadata, page, 0), Discovery{}, "reject JSON-14: unknown method answered with a result"},
		"method of an extension":          {asked("probe", "x/get", metadata, page, 0), Discovery{Known: true, Extensions: []string{"com.example/x"}}, ""},
		"method of its own, unlabelled":   {asked("", "x/get", metadata, failure("-32603"), 0), Discovery{}, ""},
		"method of an older revision":     {asked("probe", "ping", metadata, `"result":{"resultType":"complete"}`, 0), Discovery{}, ""},
		"offered method not found, 200":   {asked("", "resources/read", metadata, failure("-32601"), 200), Discovery{}, ""},
		"method not offered, 200":         {asked("", "resources/read", metadata, failure("-32601"), 200), Discovery{Known: true}, "reject JSON-14 /http/status: unknown method"},
		"two faults, either refusal":      {asked("probe", "no/such", versioned("2099-01-01"), failure("-32601"), 404), Discovery{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, Judge(exchange(t, c.record), c.d, policy.Default()), c.want, false)
		})
	}
}

func TestDiscovery(t *testing.T) {
	discover := func(members string) string {
		return asked("", "server/discover", metadata, `"result":{"resultType":"complete","ttlMs":0,"cacheScope":"public",`+members+`}`, 0)
	}
	for name, c := range map[string]struct{ record, want string }{
		"declared":              {discover(`"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}`), ""},
		"no tools":              {discover(`"supportedVersions":["2026-07-28"],"capabilities":{"resources":{}}`), "reject DESC-18 /capabilities/tools: tools capability is not declared"},
		"tools null":            {discover(`"supportedVersions":["2026-07-28"],"capabilities":{"tools":null}`), "reject DESC-18 /capabilities/tools: tools capability is not declared: it is null"},
		"no capabilities":       {discover(`"supportedVersions":["2026-07-28"]`), "reject DESC-18 /capabilities: tools capability is not declared"},
		"another version":       {discover(`"supportedVersions":["2025-11-25"],"capabilities":{"tools":{}}`), "reject DESC-18 /supportedVersions: supportedVersions does not contain 2026-07-28"},
		"no versions":           {discover(`"capabilities":{"tools":{}}`), "reject DESC-18 /supportedVersions: supportedVersions is missing"},
		"versions not strings":  {discover(`"supportedVersions":[20260728],"capabilities":{"tools":{}}`), "reject DESC-18 /supportedVersions: supportedVersions is not an array of strings"},
		"refused":               {asked("", "server/discover", metadata, failure("-32603"), 0), ""},
		"without caching hints": {asked("", "server/discover", metadata, `"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}`, 0), "reject PAGE-12 /cacheScope | reject PAGE-12 /ttlMs"},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, Judge(exchange(t, c.record), Discovery{}, policy.Default()), c.want, false)
		})
	}
	handshake := func(capabilities string) string {
		return `{"protocolVersion":"2025-11-25","request":{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}},"response":{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":` + capabilities + `,"serverInfo":{"name":"s","version":"1"}}}}`
	}
	check(t, Judge(exchange(t, handshake(`{"tools":{}}`)), Discovery{}, under("2025-11-25")), "", true)
	check(t, Judge(exchange(t, handshake(`{}`)), Discovery{}, under("2025-11-25")), "reject DESC-18 /capabilities/tools", true)
	check(t, Judge(exchange(t, handshake(`{}`)), Discovery{}, policy.Default()), "", true)
}

func TestHiddenText(t *testing.T) {
	record := func(label, method, members string) string {
		return asked(label, method, metadata, `"result":{"resultType":"complete","ttlMs":0,"cacheScope":"public",`+members+`}`, 0)
	}
	discovered := func(members string) string {
		return record("", "server/discover", `"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},`+members)
	}
	handshake := func(members string) string {
		return `{"protocolVersion":"2025-11-25","request":{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}},"response":{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},` + members + `}}}`
	}
	named := func(members string) string {
		return `"_meta":{"io.modelcontextprotocol/serverInfo":{` + members + `}}`
	}
	const at = "condition DESC-19 /_meta/io.modelcontextprotocol~1serverInfo/"
	for name, c := range map[string]struct{ record, want string }{
		"plain instructions":     {discovered(`"instructions":"one\n\ttwo \ud83d\ude00"`), ""},
		"hidden instructions":    {discovered(`"instructions":"one\u200btwo"`), "condition DESC-19 /instructions: U+200B at 3 (zero-width)"},
		"spelled in tags":        {discovered(`"instructions":"a\udb40\udc68\udb40\udc69"`), `condition DESC-19 /instructions: U+E0068 at 1 (tag), one of 2 hidden characters; the tag characters spell "hi"`},
		"no instructions":        {discovered(`"instructions":7`), ""},
		"a handshake's":          {handshake(`"instructions":"\u001b[8m"`), "condition DESC-19 /instructions: U+001B at 0 (control)"},
		"plain names":            {handshake(`"serverInfo":{"name":"s","title":"S\u00e9","description":"d","version":"1"}`), ""},
		"hidden name":            {handshake(`"serverInfo":{"name":"s\u202e","version":"1"}`), "condition DESC-19 /serverInfo/name: U+202E at 1 (bidirectional)"},
		"title and description":  {handshake(`"serverInfo":{"name":"s","title":"\u2060","description":"\u0007","version":"1"}`), "condition DESC-19 /serverInfo/description: U+0007 | condition DESC-19 /serverInfo/title: U+2060"},
		"version":                {handshake(`"serverInfo":{"name":"s","version":"1\u0000"}`), "condition DESC-19 /serverInfo/version: U+0000"},
		"beside a call's result": {record("", "tools/call", named(`"name":"s","title":"\udb40\udc68","version":"1"`)), at + "title: U+E0068 at 0 (tag)"},
		"on a page":              {record("", "tools/list", `"tools":[],`+named(`"name":"s\u200b","version":"1"`)), at + "name: U+200B"},
		"on a probe":             {record("probe", "tools/list", `"tools":[],`+named(`"name":"s\u200b","version":"1"`)), at + "name: U+200B"},
		"of discovery":           {discovered(named(`"name":"s","description":"\u200b","version":"1"`)), at + "description: U+200B"},
		"a bare result":          {`{"resultType":"complete","content":[],` + named(`"name":"s\u200b","version":"1"`) + `}`, at + "name: U+200B"},
		"of another method":      {record("", "tools/call", `"content":[],"instructions":"\u200b","serverInfo":{"name":"\u200b"}`), ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := policy.Default()
			if strings.Contains(c.record, "2025-11-25") {
				p = under("2025-11-25")
			}
			j := Judge(exchange(t, c.record), Discovery{}, p)
			check(t, j, c.want, false)
			if !j.Usable {
				t.Error("hidden characters make it unusable")
			}
			if name == "beside a call's result" && strings.Contains(strings.Join(told(j, true), ""), "spell") {
				t.Error("a text of a call's result is repeated")
			}
		})
	}
}

func TestDiscover(t *testing.T) {
	all := []*evidence.Exchange{
		exchange(t, asked("", "server/discover", metadata, `"result":{"supportedVersions":["b",1,"a","b"],"capabilities":{"tools":{},"prompts":null,"completions":{},"extensions":{"com.example/x":{}}}}`, 0)),
		exchange(t, asked("", "initialize", "", `"result":{"protocolVersion":"2025-11-25","capabilities":{"resources":{}}}`, 0)),
		exchange(t, asked("", "tools/list", metadata, `"result":{"capabilities":{"prompts":{}}}`, 0)),
	}
	got := fmt.Sprintf("%+v", Discover(all))
	want := "{Toolless:false Known:true Tools:true Prompts:false Resources:true Completions:true SupportedVersions:[a b] Extensions:[com.example/x]}"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if _, noted := Discover(all).Unseen(); noted {
		t.Error("discovery was recorded, and is noted as unseen")
	}
	if f, noted := Discover(all[2:]).Unseen(); !noted || f.Effect != rule.Note || f.Rule != ruleCapability {
		t.Errorf("got %v, %t where no discovery was recorded", f, noted)
	}
	if Discover([]*evidence.Exchange{exchange(t, asked("", "server/discover", metadata, failure("-32601"), 0))}).Known {
		t.Error("an error states nothing")
	}
}

func TestStreams(t *testing.T) {
	record := func(method, sse string) string {
		return `{"protocolVersion":"2026-07-28","sse":"` + sse + `","request":{"jsonrpc":"2.0","id":7,"method":"` + method + `","params":{` + metadata + `}}}`
	}
	const answer = `data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n\n`
	for name, c := range map[string]struct {
		record, want string
		usable       bool
	}{
		"one response":    {record("tools/call", answer), "", true},
		"two responses":   {record("tools/call", answer+answer), "reject JSON-13 /sse: the stream carries 2 responses", false},
		"none":            {record("tools/call", `: keep-alive\n\n`), "reject JSON-13 /sse: the stream ends without a response", false},
		"a subscription":  {record("subscriptions/listen", `: keep-alive\n\n`), "", true},
		"server request":  {record("tools/call", `data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}\n\n`+answer), "reject JSON-13 /sse: the stream carries a request", false},
		"no text":         {strings.Replace(record("tools/call", answer), `"sse":"`, `"other":1,"sse":7,"x":"`, 1), "reject JSON-13 /sse: sse is number, must be string", false},
		"response beside": {record("tools/call", `: x\n\n`)[:1] + `"response":{"jsonrpc":"2.0","id":7,"result":{"content":[]}},` + record("tools/call", `: x\n\n`)[1:], "", true},
	} {
		t.Run(name, func(t *testing.T) {
			j := Judge(exchange(t, c.record), Discovery{}, policy.Default())
			check(t, j, c.want, false)
			if j.Usable != c.usable {
				t.Errorf("usable is %t, want %t", j.Usable, c.usable)
			}
		})
	}
	older := `{"protocolVersion":"2025-11-25",` + record("tools/call", `data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}\n\n`+answer)[len(`{"protocolVersion":"2026-07-28",`):]
	ex := exchange(t, older)
	ex.Revision = under("2025-11-25").Revision
	check(t, Judge(ex, Discovery{}, under("2025-11-25")), "", true)
}

// A response that was recorded beside a stream is the one in the stream.
func TestStreamsBesideResponses(t *testing.T) {
	data := func(response string) string { return strings.ReplaceAll("data: "+response, `"`, `\"`) + `\n\n` }
	record := func(response, sse string) string {
		return `{"protocolVersion":"2026-07-28","response":` + response + `,"sse":"` + sse + `","request":{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{` + metadata + `}}}`
	}
	const (
		answer = `{"jsonrpc":"2.0","id":7,"result":{"n":1}}`
		two    = "reject JSON-13 /sse: two answers recorded: the response in the stream is not the one beside it"
	)
	for name, c := range map[string]struct{ record, want string }{
		"the same":               {record(answer, data(answer)), ""},
		"spelled otherwise":      {record(answer, data(`{"result":{"n":1.0},"id":7,"jsonrpc":"2.0"}`)), ""},
		"another value":          {record(answer, data(`{"jsonrpc":"2.0","id":7,"result":{"n":2}}`)), two},
		"another id":             {record(answer, data(`{"jsonrpc":"2.0","id":8,"result":{"n":1}}`)), two},
		"an error":               {record(answer, data(`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"m"}}`)), two},
		"a member more":          {record(answer, data(`{"jsonrpc":"2.0","id":7,"result":{"n":1},"x":1}`)), two},
		"what a duplicate hides": {record(answer, data(`{"jsonrpc":"2.0","id":7,"result":{"n":1,"n":1}}`)), two},
		"two in the stream":      {record(answer, data(answer)+data(answer)), "reject JSON-13 /sse: the stream carries 2 responses"},
		"an event of no message": {record(answer, data(answer)+data(`[]`)), "reject JSON-13 /sse: event 2 carries a batch"},
		"none in the stream":     {record(answer, `: x\n\n`), ""},
	} {
		t.Run(name, func(t *testing.T) {
			j := Judge(exchange(t, c.record), Discovery{}, policy.Default())
			check(t, j, c.want, false)
			if j.Usable != (c.want == "") {
				t.Errorf("usable is %t", j.Usable)
			}
		})
	}
}

// What no revision defines is not judged, so it is not passed over either; what
// a server or a reader could take for a method of the protocol is.
func TestUnknownMethodsAnswered(t *testing.T) {
	const notJudged = "condition JSON-14 /request/method: not judged: unknown method answered with a result"
	nearly := func(known string) string {
		return "reject JSON-14: unknown method, which is nearly " + known + ", answered with a result"
	}
	extended := Discovery{Known: true, Tools: true, Extensions: []string{"com.example/x"}}
	for name, c := range map[string]struct {
		label, method, answer string
		d                     Discovery
		want                  string
	}{
		"its own":                    {"", "x/get", page, Discovery{}, notJudged},
		"its own, in sight":          {"", "x/get", page, listsOwn, notJudged},
		"of an extension":            {"", "x/get", page, extended, ""},
		"answered with an error":     {"", "x/get", failure("-32601"), Discovery{}, ""},
		"of no name":                 {"", "", page, Discovery{}, notJudged},
		"another notification":       {"", "notifications/x", page, Discovery{}, notJudged},
		"another letter":             {"", "tools/lists", page, Discovery{}, notJudged},
		"case":                       {"", "Tools/Call", page, Discovery{}, nearly("tools/call")},
		"case, of an extension":      {"", "Tools/Call", page, extended, nearly("tools/call")},
		"case, probed":               {"probe", "Tools/Call", page, Discovery{}, nearly("tools/call")},
		"case, refused":              {"", "Tools/Call", failure("-32601"), Discovery{}, ""},
		"case, refused otherwise":    {"", "Tools/Call", failure("-32603"), Discovery{}, ""},
		"a line":                     {"", "tools/-list", page, Discovery{}, nearly("tools/list")},
		"a low line":                 {"", "server/dis_cover", page, Discovery{}, nearly("server/discover")},
		"a zero-width space":         {"", `tools/list\u200b`, page, Discovery{}, nearly("tools/list")},
		"a zero-width space, first":  {"", `\ufefftools/list`, page, Discovery{}, nearly("tools/list")},
		"tag characters":             {"", `tools/\udb40\udc61call`, page, Discovery{}, nearly("tools/call")},
		"a control character":        {"", `tools/call\u0000`, page, Discovery{}, nearly("tools/call")},
		"white space":                {"", `tools/call\n`, page, Discovery{}, nearly("tools/call")},
		"white space within":         {"", `tools/\u00a0call`, page, Discovery{}, nearly("tools/call")},
		"a notification in capitals": {"", "notifications/Initialized", page, Discovery{}, nearly("notifications/initialized")},
		"tasks, which are no longer": {"", "tasks/get", page, Discovery{}, notJudged},
		"tasks of an extension":      {"", "tasks/get", page, extended, ""},
	} {
		t.Run(name, func(t *testing.T) {
			j := Judge(exchange(t, asked(c.label, c.method, metadata, c.answer, 0)), c.d, policy.Default())
			check(t, j, c.want, false)
			if j.Usable != !strings.HasPrefix(c.want, "reject") {
				t.Errorf("usable is %t", j.Usable)
			}
		})
	}
	for _, method := range strings.Fields(`initialize ping logging/setLevel resources/subscribe resources/unsubscribe roots/list sampling/createMessage elicitation/create`) {
		const notOfIt = "condition JSON-14 /request/method: not judged: a method that the revision has not, answered with a result"
		check(t, Judge(exchange(t, asked("", method, metadata, page, 0)), Discovery{}, policy.Default()), notOfIt, false)
		check(t, Judge(exchange(t, asked("", method, metadata, failure("-32601"), 0)), Discovery{}, policy.Default()), "", false)
	}
	for _, method := range strings.Fields(`subscriptions/listen server/discover tools/list tools/call prompts/list resources/list resources/templates/list
		completion/complete notifications/initialized notifications/cancelled
		notifications/progress notifications/message notifications/tools/list_changed notifications/prompts/list_changed
		notifications/resources/list_changed notifications/resources/updated notifications/roots/list_changed
		notifications/elicitation/complete notifications/tasks/status notifications/subscriptions/acknowledged`) {
		for _, f := range Judge(exchange(t, asked("", method, metadata, `"result":{"resultType":"complete"}`, 0)), Discovery{}, policy.Default()).Findings {
			if f.Rule.ID == "JSON-14" {
				t.Errorf("%s: %s", method, f.Reason())
			}
		}
	}
	for result, want := range map[string]string{
		`{"resultType":"complete","x":1}`:      "condition JSON-14 /result: not judged: a result of no known method",
		`{"resultType":"complete","_meta":{}}`: "",
		`{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"public"}`: "",
	} {
		check(t, Judge(exchange(t, `{"jsonrpc":"2.0","id":7,"result":`+result+`}`), Discovery{}, policy.Default()), want, false)
	}
	older := func(revision, method string) Judgement {
		return Judge(exchange(t, `{"protocolVersion":"`+revision+`","request":{"jsonrpc":"2.0","id":7,"method":"`+method+`"},"response":{"jsonrpc":"2.0","id":7,"result":{}}}`), Discovery{}, under(revision))
	}
	check(t, older("2025-11-25", "tasks/get"), "", false)
	check(t, older("2025-06-18", "tasks/get"), notJudged, false)
	check(t, older("2024-11-05", "ping"), "", false)
	check(t, older("2024-11-05", "Ping"), nearly("ping"), false)
}

// Results that no other section judges have the shape of the schema, and answer
// params that have it too.
func TestShapesOfResults(t *testing.T) {
	const hints = `,"ttlMs":0,"cacheScope":"private",` + identity
	for _, c := range []struct{ method, params, result, want string }{
		{"prompts/get", `"name":"p",`, `"messages":[]`, ""},
		{"prompts/get", `"name":"p",`, `"messages":[{"role":"user","content":{"type":"text","text":"t"}}]`, ""},
		{"prompts/get", `"name":"p",`, `"description":"d"`, "reject JSON-08 /response/result: the result is none of prompts/get: messages is missing"},
		{"prompts/get", `"name":"p",`, `"messages":"x"`, "reject JSON-08 /response/result/messages: the result is none of prompts/get: messages must be array"},
		{"prompts/get", `"name":"p",`, `"messages":[5]`, "reject JSON-08 /response/result/messages/0: the result is none of prompts/get"},
		{"prompts/get", `"name":"p",`, `"messages":[{"role":"x","content":{"type":"text","text":"t"}}]`, "reject JSON-08 /response/result/messages/0/role"},
		{"prompts/get", ``, `"messages":[]`, "condition JSON-14 /request/params: params that the schema does not allow answered with a result: name is missing"},
		{"resources/read", `"uri":"x:y",`, `"contents":[{"uri":"x:y","text":"t"}]`, ""},
		{"resources/read", `"uri":"x:y",`, `"contents":[5]`, "reject JSON-08 /response/result/contents/0"},
		{"resources/read", `"uri":"x:y",`, `"contents":[{"uri":"x:y","text":"t","blob":"!!"}]`, "reject JSON-08 /response/result/contents/0"},
		{"resources/read", ``, `"contents":[]`, "condition JSON-14 /request/params"},
	} {
		record := asked("", c.method, c.params+metadata, `"result":{"resultType":"complete",`+c.result+hints+`}`, 0)
		check(t, Judge(exchange(t, record), Discovery{}, policy.Default()), c.want, false)
	}
	interim := asked("", "prompts/get", `"name":"p",`+metadata, `"result":{"resultType":"input_required","requestState":"s",`+identity+`}`, 0)
	check(t, Judge(exchange(t, interim), Discovery{}, policy.Default()), "", false)
}
