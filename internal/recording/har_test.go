package recording

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

const (
	listRequest = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
	listAnswer  = `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`
	callRequest = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}}`
	callAnswer  = `{"jsonrpc":"2.0","id":2,"result":{"content":[]}}`
)

func quoted(s string) string { return string(appendQuoted(nil, s)) }

// message is the event of a stream that carries a message.
func message(text string) string { return "event: message\ndata: " + text + "\n\n" }

// An entry of a HAR file, as members of request and response.
type entry struct{ url, method, headers, request, response string }

func (e entry) String() string {
	method, url, headers := e.method, e.url, e.headers
	if method == "" {
		method = "POST"
	}
	if url == "" {
		url = "https://h.example/mcp"
	}
	if headers == "" {
		headers = `{"name":"Mcp-Method","value":"x"}`
	}
	if headers == "none" {
		headers = ""
	}
	post := ""
	if e.request != "" {
		post = `,"postData":{"mimeType":"application/json",` + e.request + `}`
	}
	return fmt.Sprintf(`{"startedDateTime":"2026-08-01T00:00:00.000Z","request":{"method":%q,"url":%q,"headers":[%s]%s},"response":{%s}}`, method, url, headers, post, e.response)
}

func holds(text string) string { return `"text":` + quoted(text) }

func answered(status int, mediaType, content string) string {
	if content != "" {
		content = "," + content
	}
	return fmt.Sprintf(`"status":%d,"content":{"mimeType":%q%s}`, status, mediaType, content)
}

func ok(text string) string { return answered(200, "application/json", holds(text)) }

func harOf(entries ...entry) string {
	var all []string
	for _, e := range entries {
		all = append(all, e.String())
	}
	return `{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[` + strings.Join(all, ",\n") + `]}}`
}

func encode(s string) string {
	return `"encoding":"base64","text":"` + base64.StdEncoding.EncodeToString([]byte(s)) + `"`
}

func TestHAREntries(t *testing.T) {
	list := entry{request: holds(listRequest), response: ok(listAnswer)}
	with := func(change func(*entry)) entry {
		e := list
		change(&e)
		return e
	}
	for _, c := range []struct {
		name    string
		entries []entry
		want    string
		notes   string
	}{
		{"plain", []entry{list}, "h.example tools/list array 200 response", ""},
		{"Base64", []entry{with(func(e *entry) { e.response = answered(200, "application/json", encode(listAnswer)) })}, "h.example tools/list array 200 response", ""},
		{"Base64 both ways", []entry{{request: encode(listRequest), response: answered(200, "application/json", encode(listAnswer))}}, "h.example tools/list array 200 response", ""},
		{"Base64 that is none", []entry{with(func(e *entry) { e.response = answered(200, "application/json", `"encoding":"base64","text":"e30"`) })}, "gap truncated", ""},
		{"stream", []entry{with(func(e *entry) {
			e.response = answered(200, "text/event-stream; charset=utf-8", holds(message(listAnswer)))
		})}, "h.example tools/list array 200 sse", ""},
		{"stream in Base64", []entry{with(func(e *entry) { e.response = answered(200, "Text/Event-Stream", encode(message(listAnswer))) })}, "h.example tools/list array 200 sse", ""},
		{"stream that was cut", []entry{with(func(e *entry) {
			e.response = answered(200, "text/event-stream", `"size":4000,`+holds(message(listAnswer)))
		})}, "gap truncated", ""},
		{"no headers recorded", []entry{with(func(e *entry) { e.headers = "none" })}, "h.example tools/list 200 response", ""},
		{"pseudo-headers only", []entry{with(func(e *entry) { e.headers = `{"name":":method","value":"POST"}` })}, "h.example tools/list 200 response", ""},
		{"replaced headers", []entry{with(func(e *entry) { e.headers = `{"name":"Mcp-Param-A","value":"[REDACTED]"}` })}, "gap headers-redacted\nh.example tools/list 200 response", ""},
		{"replaced credential", []entry{with(func(e *entry) {
			e.headers = `{"name":"Authorization","value":"[REDACTED]"},{"name":"Mcp-Method","value":"x"}`
		})}, "h.example tools/list array 200 response", ""},
		{"request without its body", []entry{with(func(e *entry) { e.request = "" })}, "gap request-body-missing", ""},
		{"request in another file", []entry{with(func(e *entry) { e.request = `"_file":"x.dat"` })}, "gap body-in-another-file", ""},
		{"answer in another file", []entry{with(func(e *entry) { e.response = answered(200, "application/json", `"_file":"x.dat"`) })}, "gap body-in-another-file", ""},
		{"answer without its body", []entry{with(func(e *entry) { e.response = answered(200, "application/json", `"size":99`) })}, "gap answer-body-missing", ""},
		{"answer without content", []entry{with(func(e *entry) { e.response = `"status":200` })}, "gap answer-body-missing", ""},
		{"answer that was cut", []entry{with(func(e *entry) { e.response = ok(listAnswer[:30]) })}, "gap truncated", ""},
		{"answer marked as cut", []entry{with(func(e *entry) { e.response = ok("x [truncated]") })}, "gap truncated", ""},
		{"answer shorter than stated", []entry{with(func(e *entry) { e.response = answered(200, "application/json", `"size":999,`+holds(listAnswer)) })},
			"h.example tools/list array 200 response", "a body is whole but shorter than its stated size: it may have been written anew"},
		{"replaced answer", []entry{with(func(e *entry) { e.response = ok("<redacted>") })}, "gap redacted", ""},
		{"replaced request", []entry{with(func(e *entry) { e.request = holds("***") })}, "gap redacted", ""},
		{"aborted", []entry{with(func(e *entry) { e.response = `"status":0` })}, "gap aborted", ""},
		{"no credentials", []entry{with(func(e *entry) { e.response = answered(401, "text/html", holds("no")) }), list},
			"h.example tools/list array 200 response", "1 HTTP request refused for want of credentials (HTTP 401 or 407), left out"},
		{"a page for people", []entry{with(func(e *entry) { e.response = answered(502, "text/html", holds("<p>no</p>")) })}, "h.example tools/list array 502", ""},
		{"a gateway's own error", []entry{with(func(e *entry) { e.response = answered(429, "application/json", holds(`{"message":"slow down"}`)) })}, "h.example tools/list array 429", ""},
		{"an error of the protocol", []entry{with(func(e *entry) {
			e.response = answered(400, "application/json", holds(`{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"m"}}`))
		})}, "h.example tools/list array 400 response", ""},
		{"not JSON", []entry{with(func(e *entry) { e.response = ok(`{"a":NaN}`) })}, "unparsed", ""},
		{"byte order mark", []entry{with(func(e *entry) { e.response = ok("\ufeff" + listAnswer) })}, "unparsed", ""},
		{"not UTF-8", []entry{with(func(e *entry) { e.response = answered(200, "application/json", encode("{\"a\":\"\xff\"}")) })}, "unparsed", ""},
		{"two values", []entry{with(func(e *entry) { e.response = ok(listAnswer + listAnswer) })}, "unparsed", ""},
		{"out of its place", []entry{with(func(e *entry) { e.response = ok(`{}},"caller":"admin","x":{"y":{}`) })}, "unparsed", ""},
		{"out of its place, as a value", []entry{with(func(e *entry) { e.response = ok(`{},"caller":"admin"`) })}, "unparsed", ""},
		{"damaged entry", []entry{with(func(e *entry) { e.response += `,"status":400` }), list}, "gap damaged\nh.example tools/list array 200 response", ""},
		{"lone surrogate of the recorder's", []entry{with(func(e *entry) { e.response = `"status":200,"content":{"text":"\ud800"}` })}, "gap damaged", ""},
		{"notification", []entry{with(func(e *entry) {
			e.request, e.response = holds(`{"jsonrpc":"2.0","method":"notifications/initialized"}`), `"status":202`
		})}, "", "1 message " + silentNote},
		{"others", []entry{list, {url: "https://a.example/?token=x", method: "GET"}, {url: "https://b.example/", method: "GET"}, {url: "https://a.example/x", headers: "none"},
			{method: "OPTIONS"}, {method: "DELETE"}, {url: "://", method: "GET"}},
			"h.example tools/list array 200 response", `6 HTTP requests without MCP messages, left out: "a.example" 2, "b.example" 1, "h.example" 2, "another address" 1`},
		{"two servers", []entry{list, with(func(e *entry) { e.url = "https://o.example/mcp" }), with(func(e *entry) { e.url = "https://h.example/s/SECRET/mcp?token=SECRET" }), list},
			"h.example tools/list array 200 response\no.example tools/list array 200 response\nh.example (endpoint 2) tools/list array 200 response\nh.example tools/list array 200 response", ""},
		{"two callers", []entry{with(func(e *entry) { e.headers = `{"name":"Authorization","value":"a"}` }), with(func(e *entry) { e.headers = `{"name":"authorization","value":"b"}` }),
			{headers: `{"name":"Authorization","value":"c"}`, request: holds(callRequest), response: ok(callAnswer)},
			with(func(e *entry) { e.headers = `{"name":"Authorization","value":"a"}` })},
			"h.example credential 1 tools/list array 200 response\nh.example credential 2 tools/list array 200 response\nh.example credential 2 tools/call array 200 response\nh.example credential 1 tools/list array 200 response", ""},
		{"a token renewed between pages", []entry{with(func(e *entry) { e.headers = `{"name":"Authorization","value":"a"}` }), {headers: `{"name":"Authorization","value":"b"}`,
			request: holds(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}`), response: ok(listAnswer)}},
			"h.example tools/list array 200 response\nh.example tools/list array 200 response", ""},
		{"batch", []entry{{request: holds("[" + listRequest + "," + callRequest + `,{"jsonrpc":"2.0","method":"notifications/x"}]`), response: ok("[" + callAnswer + "," + listAnswer + "]")}},
			"h.example batched tools/list 200 response\nh.example batched tools/call 200 response", "1 message " + silentNote},
		{"batch in a stream, one not answered", []entry{{request: holds("[" + listRequest + "," + callRequest + "]"), response: answered(200, "text/event-stream", holds(message(callAnswer)))}},
			"gap answer-missing\nh.example batched tools/call 200 response", ""},
		{"a batch of too many", []entry{{request: holds("[" + listRequest + strings.Repeat(",1", maxBatch) + "]"), response: ok("[]")}}, "gap too-many-open", ""},
		{"answered on the session's stream", []entry{{request: holds(listRequest), response: `"status":202`}, {request: holds(callRequest), response: `"status":202`},
			{method: "GET", response: answered(200, "text/event-stream", holds("event: endpoint\ndata: /mcp\n\n"+message(callAnswer)+message(`{"jsonrpc":"2.0","method":"notifications/x"}`)+message(callAnswer)))}},
			"h.example tools/call array 202 response\ngap request-missing\ngap answer-missing", "1 message " + silentNote},
		{"a new session", []entry{{request: holds(listRequest), response: `"status":202`}, {request: holds(handshake), response: `"status":202`},
			{method: "GET", response: answered(200, "text/event-stream", holds(message(listAnswer)))}},
			"gap answer-missing\ngap request-missing\ngap answer-missing", ""},
		{"a Base64 stream that is no UTF-8", []entry{{request: holds(listRequest), response: answered(200, "text/event-stream", `"encoding":"base64","text":"ZGF0YTog/w=="`)}}, "unparsed", ""},
		{"a server named in the query", []entry{{url: "https://h.example/mcp?server=a&session=1", request: holds(listRequest), response: ok(listAnswer)}, {url: "https://h.example/mcp?session=2&server=a", request: holds(listRequest), response: ok(listAnswer)}, {url: "https://h.example/mcp?server=b&session=1", request: holds(listRequest), response: ok(listAnswer)}},
			"h.example tools/list array 200 response\nh.example tools/list array 200 response\nh.example (endpoint 2) tools/list array 200 response", ""},
		{"response without a request that was recorded", []entry{{headers: "none", url: "https://q.example/mcp", response: ok(listAnswer)}}, "gap request-body-missing", ""},
		{"nothing", nil, "", "the HAR file has no entries"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, r := read(t, "f.har", harOf(c.entries...))
			if got := summaries(t, r); f != har || got != c.want {
				t.Errorf("%s\n got %s\nwant %s", f.Kind, got, c.want)
			}
			if got := notes(r); got != c.notes {
				t.Errorf("notes %q, want %q", got, c.notes)
			}
		})
	}
}

func TestEntriesAreBounded(t *testing.T) {
	_, r := read(t, "f.har", `{"log":{"entries":[`+strings.Repeat("{},", maxEntries)+`{},{}]}}`)
	if got := summaries(t, r); got != "gap too-many-open" {
		t.Errorf("%.200s", got)
	}
	if want := fmt.Sprintf(`%d HTTP requests without MCP messages, left out: "another address" %d`, maxEntries, maxEntries); notes(r) != want {
		t.Error(notes(r))
	}
}

// A HAR file's places lead into the strings that hold the bodies.
func TestPlacesInHAR(t *testing.T) {
	_, r := read(t, "f.har", harOf(
		entry{request: holds("  \n" + listRequest), response: ok("\n " + listAnswer)},
		entry{request: holds("[" + listRequest + ",\n" + callRequest + "]"), response: ok("[" + callAnswer + "," + listAnswer + "]")},
		entry{request: holds(listRequest), response: `"status":202`},
		entry{method: "GET", response: answered(200, "text/event-stream", holds(message("\r\n"+listAnswer)))},
	))
	inPlace(t, harOf(
		entry{request: holds("  \n" + listRequest), response: ok("\n " + listAnswer)},
		entry{request: holds("[" + listRequest + ",\n" + callRequest + "]"), response: ok("[" + callAnswer + "," + listAnswer + "]")},
		entry{request: holds(listRequest), response: `"status":202`},
		entry{method: "GET", response: answered(200, "text/event-stream", holds(message(listAnswer)))},
	), r)
	for i, want := range []string{"/log/entries/0/response/content/text #/result/tools", "/log/entries/1/response/content/text #/1/result/tools", "/log/entries/1/response/content/text #/0/result"} {
		doc := parse(t, r.Records[i])
		v := doc.Root.Path("response", "result", "tools")
		if v == nil {
			v = doc.Root.Path("response", "result")
		}
		if at := doc.Locate(v); at.Pointer+" "+at.Inside != want {
			t.Errorf("record %d: %s %s, want %s", i, at.Pointer, at.Inside, want)
		}
	}
	doc := parse(t, r.Records[0])
	if at := doc.Locate(doc.Root.Path("response", "result"), "a/b"); at.Inside != "#/result/a~1b" {
		t.Errorf("an absent member is at %+v", at)
	}
	if at := doc.Locate(doc.Root.Get("http")); at != r.Records[0].At || at.Pointer != "/log/entries/0" {
		t.Errorf("what the reader made is at %+v", at)
	}
}

// Only what is whole JSON stands in a record as such, and what looks like a
// credential never does.
func TestSecretHeaders(t *testing.T) {
	for _, name := range []string{"Authorization", "proxy-authorization", "Cookie", "X-Api-Key", "X-API-Token", "apikey", "Mcp-Session-Id", "X-Amz-Security-Token", "X-Client-Secret", "Referer", "X-CSRF",
		"Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-Access-Key", "DPoP", "X_Key", "X-Pin", "X-Signing-Keys", "X-Otp", "X-Pwd", "Bearer", "X-Saml-Assertion"} {
		if !IsSecretHeader(name) {
			t.Errorf("%s is kept", name)
		}
		_, r := read(t, "f.har", harOf(entry{headers: `{"name":"` + name + `","value":"Kanarie"}`, request: holds(listRequest), response: ok(listAnswer)}))
		if text := r.Records[0].Text; strings.Contains(text, "Kanarie") || r.Records[0].Replaced != 1 {
			t.Errorf("%s: %s", name, text)
		}
	}
	for _, name := range []string{"Mcp-Param-Token", "Mcp-Method", "mcp-name", "MCP-Protocol-Version", "Accept", "Content-Type", "WWW-Authenticate", "Host", "Mcp-Param-Key", "Idempotency-Key", "X-Keyboard", "X-Hotpath", "X-Spinner", "X-Monkey"} {
		if IsSecretHeader(name) {
			t.Errorf("%s is replaced", name)
		}
	}
}

func TestVersionsOfHTTP(t *testing.T) {
	for stated, want := range map[string]string{"h2": "HTTP/2", "HTTP/2.0": "HTTP/2", "http/3": "HTTP/3", "HTTP/1.1": "", "http/20": "", "": ""} {
		text := strings.Replace(harOf(entry{request: holds(listRequest), response: ok(listAnswer)}), `"request":{`, `"request":{"httpVersion":`+quoted(stated)+`,`, 1)
		_, r := read(t, "f.har", text)
		if got := parse(t, r.Records[0]).Root.Path("http", "version").Text(); got != want {
			t.Errorf("%q: %q, want %q", stated, got, want)
		}
	}
}

// The Content-Type of an answer is that of its header lines, where there are
// any: a browser guesses the type of a body that has none.
func TestContentTypes(t *testing.T) {
	for _, c := range []struct{ headers, mimeType, want string }{
		{`[{"name":"content-type","value":"text/html"}]`, "application/json", "text/html"},
		{`[{"name":"Content-Type","value":"application/json; charset=utf-8"}]`, "text/html", "application/json; charset=utf-8"},
		{`[{"name":"Content-Type","value":"application/json"},{"name":"Content-Type","value":"text/html"}]`, "application/json", "text/html"},
		{`[{"name":"Content-Type","value":"[REDACTED]"}]`, "application/json", ""},
		{`[{"name":"Server","value":"x"}]`, "text/plain", ""},
		{`[]`, "text/html", "text/html"},
		{`[]`, "x-unknown", ""},
		{`[]`, "", ""},
	} {
		e := entry{request: holds(listRequest), response: `"headers":` + c.headers + `,` + answered(200, c.mimeType, holds(listAnswer))}
		_, r := read(t, "f.har", harOf(e))
		if got := parse(t, r.Records[0]).Root.Path("http", "contentType").Text(); got != c.want {
			t.Errorf("%s, %q: %q, want %q", c.headers, c.mimeType, got, c.want)
		}
	}
	text := `[{"timestamp":"","method":"POST","url":"https://h.example/","requestHeaders":{},"responseHeaders":{"content-type":"text/html"},"requestBody":` + quoted(listRequest) + `,"responseStatus":200,"responseBody":` + quoted(listAnswer) + `}]`
	if _, r := read(t, "f.json", text); parse(t, r.Records[0]).Root.Path("http", "contentType").Text() != "text/html" {
		t.Error(r.Records[0].Text)
	}
}
