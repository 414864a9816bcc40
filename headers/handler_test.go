package headers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const routeDescriptor = `{"name":"route","inputSchema":{"type":"object","properties":{
	"region":{"type":"string","x-mcp-header":"Region"},"count":{"type":"integer","x-mcp-header":"Count"},
	"flag":{"type":"boolean","x-mcp-header":"Flag"},"memo":{"type":"string"}}}}`

func boundRoute(t testing.TB) []Binding {
	t.Helper()
	bindings, err := Bind([]byte(routeDescriptor))
	if err != nil || len(bindings) != 3 {
		t.Fatalf("Bind: %v, %v", bindings, err)
	}
	return bindings
}

// A gateway is a Handler before a server that remembers the bodies it got.
type gateway struct {
	*httptest.Server
	logged lockedBuffer

	mu     sync.Mutex
	bodies [][]byte
}

type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.String()
}

func newGateway(t *testing.T) *gateway {
	t.Helper()
	g := new(gateway)
	bindings := boundRoute(t)
	next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("the body that passed cannot be read: %v", err)
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		g.bodies = append(g.bodies, body)
		w.WriteHeader(http.StatusAccepted)
	})
	g.Server = httptest.NewUnstartedServer(Handler(next, func(tool string) ([]Binding, bool) {
		switch tool {
		case "route":
			return bindings, true
		case "plain":
			return nil, true
		}
		return nil, false
	}))
	g.Config.ErrorLog = log.New(&g.logged, "", 0)
	g.Start()
	t.Cleanup(g.Close)
	return g
}

// passed returns and forgets the bodies that reached the server.
func (g *gateway) passed() [][]byte {
	g.mu.Lock()
	defer g.mu.Unlock()
	bodies := g.bodies
	g.bodies = nil
	return bodies
}

// send writes bytes to the gateway and reads one answer.
func (g *gateway) send(t *testing.T, raw string) (int, string) {
	t.Helper()
	conn, err := net.Dial("tcp", g.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, raw); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// rawRequest writes a POST as it goes over the wire. headers are whole lines.
func rawRequest(headers []string, body string) string {
	lines := append([]string{"POST /mcp HTTP/1.1", "Host: gateway.example", "Connection: close"}, headers...)
	return strings.Join(lines, "\r\n") + fmt.Sprintf("\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}

var standardRaw = []string{"MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: route"}

// What a raw request comes to: a header and its category, "body rejected: malformed", a
// JSON-RPC code, "http" where net/http refuses by itself, or "" where it passes.
type rawCase struct {
	args    string   // arguments of route; a whole body where it starts with {"
	headers []string // beside the standard ones; alone where the first is "-"
	want    string
}

func (c rawCase) body() string {
	if strings.HasPrefix(c.args, "body:") {
		return strings.TrimPrefix(c.args, "body:")
	}
	return callBody(c.args)
}

func (c rawCase) raw() string {
	headers := append(append([]string{}, standardRaw...), c.headers...)
	if len(c.headers) > 0 && c.headers[0] == "-" {
		headers = c.headers[1:]
	}
	return rawRequest(headers, c.body())
}

func one(lines ...string) []string { return lines }

var listBody = "body:" + bodyOf("tools/list", "")

var rawCases = []rawCase{
	{`{"region":"eu-3secret"}`, one("Mcp-Param-Region: eu-3secret"), ""},
	{`{"region":"eu-3secret"}`, one("mcp-PARAM-reGion: eu-3secret"), ""},
	{`{"region":"eu-3secret"}`, one("mcp-param-region:eu-3secret"), ""},
	{`{"region":"eu-3secret"}`, one("Mcp-Param-Region: \t eu-3secret \t"), ""},
	{`{"memo":"secretmemo"}`, nil, ""},
	{`{}`, nil, ""},
	{`{"region":null,"flag":true}`, one("Mcp-Param-Flag: true"), ""},
	{`{"region":"東secret"}`, one("Mcp-Param-Region: =?base64?5p2xc2VjcmV0?="), ""},
	{`{"region":""}`, one("Mcp-Param-Region: =?base64??="), ""},
	{`{"region":"eu secret"}`, one("Mcp-Param-Region: eu secret"), ""},
	{`{"region":"a,secret"}`, one("Mcp-Param-Region: a,secret"), ""},
	{`{"region":"=?base64?secret"}`, one("Mcp-Param-Region: =?base64?secret"), ""},
	{`{"region":"secret"}`, one("Mcp-Param-Region: secret", "X-Region: other"), ""},
	{`{"region":"secret"}`, one("Mcp-Param-Region: secret", "Mcp_Param_Zone: other"), ""},
	{`{"count":9007199254740991}`, one("Mcp-Param-Count: 9007199254740991"), ""},
	{`{"count":-9007199254740991}`, one("Mcp-Param-Count: -9007199254740991"), ""},
	{`{"count":4.2e1}`, one("Mcp-Param-Count: 42"), ""},
	{`{"count":42}`, one("Mcp-Param-Count: 42.0"), ""},
	{`{"count":-0}`, one("Mcp-Param-Count: 0"), ""},
	{`{"count":42.5}`, nil, ""},
	{`{"count":"4242"}`, one("Mcp-Param-Count: 4242"), ""},
	{`{"flag":false}`, one("Mcp-Param-Flag: =?base64?ZmFsc2U=?="), ""},

	{`{"region":"eu-3secret"}`, nil, "Mcp-Param-Region missing"},
	{`{"region":""}`, nil, "Mcp-Param-Region missing"},
	{`{"flag":false}`, nil, "Mcp-Param-Flag missing"},
	{`{"count":0}`, nil, "Mcp-Param-Count missing"},
	{`{"count":90071992547409921}`, nil, "Mcp-Param-Count missing"},
	{`{"region":"secret"}`, one("X-Mcp-Param-Region: secret"), "Mcp-Param-Region missing"},
	{`{"region":"secret"}`, one("Mcp_Param_Region: secret"), "Mcp-Param-Region missing"},

	{`{"region":"secret"}`, one("Mcp-Param-Region: secret", "Mcp-Param-Region: secret"), "Mcp-Param-Region duplicate"},
	{`{"region":"secret"}`, one("Mcp-Param-Region: secret", "MCP-PARAM-REGION: other-secret"), "Mcp-Param-Region duplicate"},
	{`{"region":"secret"}`, one("Mcp-Param-Region:", "Mcp-Param-Region: secret"), "Mcp-Param-Region duplicate"},
	{`{"region":"secret"}`, one("mcp-param-region: secret", "Mcp-Param-Region: =?base64?c2VjcmV0?="), "Mcp-Param-Region duplicate"},

	{`{"region":null}`, one("Mcp-Param-Region: secret"), "Mcp-Param-Region unexpected"},
	{`{"region":null}`, one("Mcp-Param-Region: null"), "Mcp-Param-Region unexpected"},
	{`{}`, one("Mcp-Param-Count: 4242"), "Mcp-Param-Count unexpected"},
	{`[]`, one("Mcp-Param-Region: secret"), "Mcp-Param-Region unexpected"},
	{`{}`, one("Mcp-Param-Zone: secret"), "Mcp-Param-Zone unexpected"},
	{`{}`, one("Mcp-Param-: secret"), "Mcp-Param- unexpected"},
	{`{"region":"secret"}`, one("Mcp-Param-Region: secret", "Mcp-Param-Zone: secret"), "Mcp-Param-Zone unexpected"},
	{listBody, one("-", "MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/list", "Mcp-Param-Region: secret"), "Mcp-Param-Region unexpected"},
	{"body:" + strings.Replace(callBody(`{"region":"secret"}`), `"route"`, `"plain"`, 1), one("-", standardRaw[0], standardRaw[1], "Mcp-Name: plain", "Mcp-Param-Region: secret"), "Mcp-Param-Region unexpected"},

	{`{"region":"Zürichsecret"}`, one("Mcp-Param-Region: Zürichsecret"), "Mcp-Param-Region malformed"},
	{`{"region":"Zürichsecret"}`, one("Mcp-Param-Region: Z\xfcrichsecret"), "Mcp-Param-Region malformed"},
	{`{"region":""}`, one("Mcp-Param-Region:"), "Mcp-Param-Region malformed"},
	{`{"region":"secret"}`, one("Mcp-Param-Region:   "), "Mcp-Param-Region malformed"},
	{`{"region":"Zürich"}`, one("Mcp-Param-Region: =?base64?WsO8cmljaA?="), "Mcp-Param-Region malformed"},
	{`{"region":" "}`, one("Mcp-Param-Region: =?base64?IB==?="), "Mcp-Param-Region malformed"},
	{`{"region":"???"}`, one("Mcp-Param-Region: =?base64?Pz8_?="), "Mcp-Param-Region malformed"},
	{`{"region":"secret"}`, one("Mcp-Param-Region: =?base64? c2VjcmV0?="), "Mcp-Param-Region malformed"},
	{`{"region":"secret"}`, one("Mcp-Param-Region: =?base64?/w==?="), "Mcp-Param-Region malformed"},
	{`{"region":"=?base64?="}`, one("Mcp-Param-Region: =?base64?="), "Mcp-Param-Region malformed"},

	{`{"region":"eu-3secret"}`, one("Mcp-Param-Region: EU-3secret"), "Mcp-Param-Region mismatch"},
	{`{"region":"eu-3secret"}`, one("Mcp-Param-Region: eu-3secret, eu-3secret"), "Mcp-Param-Region mismatch"},
	{`{"region":" secret"}`, one("Mcp-Param-Region:  secret"), "Mcp-Param-Region mismatch"},
	{`{"region":"eu secret"}`, one("Mcp-Param-Region: eu%20secret"), "Mcp-Param-Region mismatch"},
	{`{"region":"東secret"}`, one("Mcp-Param-Region: =?BASE64?5p2xc2VjcmV0?="), "Mcp-Param-Region mismatch"},
	{`{"region":"Z\u00fcrichsecret"}`, one("Mcp-Param-Region: =?base64?WnXMiHJpY2hzZWNyZXQ=?="), "Mcp-Param-Region mismatch"},
	{`{"count":9007199254740992}`, one("Mcp-Param-Count: 9007199254740992"), "Mcp-Param-Count mismatch"},
	{`{"count":-9007199254740992}`, one("Mcp-Param-Count: -9007199254740992"), "Mcp-Param-Count mismatch"},
	{`{"count":9007199254740991}`, one("Mcp-Param-Count: 9007199254740992"), "Mcp-Param-Count mismatch"},
	{`{"count":4242}`, one("Mcp-Param-Count: +4242"), "Mcp-Param-Count mismatch"},
	{`{"count":4242}`, one("Mcp-Param-Count: 0x1092"), "Mcp-Param-Count mismatch"},
	{`{"count":4242}`, one("Mcp-Param-Count: 4242.5"), "Mcp-Param-Count mismatch"},
	{`{"count":42.5}`, one("Mcp-Param-Count: 42.5"), "Mcp-Param-Count mismatch"},
	{`{"region":["secret"]}`, one("Mcp-Param-Region: secret"), "Mcp-Param-Region mismatch"},
	{`{"flag":true}`, one("Mcp-Param-Flag: True"), "Mcp-Param-Flag mismatch"},
	{`{"flag":true}`, one("Mcp-Param-Flag: 1"), "Mcp-Param-Flag mismatch"},

	{`{"region":"secret","region":"other-secret"}`, one("Mcp-Param-Region: other-secret"), "Mcp-Param-Region malformed"},
	{`{"region":"secret\ud800"}`, one("Mcp-Param-Region: secret"), "Mcp-Param-Region malformed"},
	{`{"count":1e401}`, one("Mcp-Param-Count: 1"), "Mcp-Param-Count malformed"},
	{`{"memo":"secret","memo":"other-secret"}`, nil, "body rejected: malformed"},
	{"body:" + strings.Replace(callBody(`{"region":"secret"}`), `"arguments"`, `"arguments":{},"arguments"`, 1), one("Mcp-Param-Region: secret"), "malformed"},
	{"body:" + strings.Replace(callBody(`{}`), `"method"`, `"method":"ping","method"`, 1), nil, "Mcp-Method malformed"},
	{"body:" + strings.Replace(callBody(`{}`), `"arguments"`, `"Arguments":{"region":"secret"},"arguments"`, 1), nil, "body rejected: malformed"},
	{"body:" + strings.Replace(callBody(`{"region":"secret"}`), `"method"`, `"Method"`, 1), nil, "-32600"},

	{`{}`, one("-", standardRaw[0], standardRaw[1]), "Mcp-Name missing"},
	{`{}`, one("-", standardRaw[0], standardRaw[2]), "Mcp-Method missing"},
	{`{}`, one("-", standardRaw[1], standardRaw[2]), "MCP-Protocol-Version missing"},
	{`{}`, one("-", standardRaw[0], "Mcp-Method: TOOLS/CALL", standardRaw[2]), "Mcp-Method mismatch"},
	{`{}`, one("-", standardRaw[0], standardRaw[1], "Mcp-Name: secret"), "Mcp-Name mismatch"},
	{`{}`, one("-", standardRaw[0], standardRaw[1], "Mcp-Name: =?base64?cm91dGU=?="), ""},
	{`{}`, one("-", standardRaw[0], standardRaw[1], "Mcp-Name: =?base64?cm91dGU?="), "Mcp-Name malformed"},
	{`{}`, one(standardRaw[2]), "Mcp-Name duplicate"},
	{`{}`, one("-", "MCP-Protocol-Version: 2025-11-25", standardRaw[1], standardRaw[2]), "MCP-Protocol-Version mismatch"},
	{listBody, one("-", "MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/list"), ""},
	{`body:{"jsonrpc":"2.0","method":"notifications/cancelled"}`, one("-"), ""},
	{"body:" + strings.Replace(callBody(`{"region":"secret"}`), `"id":5,`, ``, 1), nil, "Mcp-Param-Region missing"},
	{"body:" + strings.Replace(callBody(`{"region":"secret"}`), `"route"`, `"unknown"`, 1), one("-", standardRaw[0], standardRaw[1], "Mcp-Name: unknown", "Mcp-Param-Region: secret"), ""},

	{"body:" + callBody(`{"region":"secret"}`) + ` {}`, one("Mcp-Param-Region: secret"), "-32700"},
	{"body:" + "\ufeff" + callBody(`{}`), nil, "-32700"},
	{"body:" + strings.Replace(callBody(`{"region":"x"}`), "x", "\xff", 1), one("Mcp-Param-Region: x"), "-32700"},
	{"body:", nil, "-32700"},
	{"body:[" + callBody(`{"region":"secret"}`) + `]`, nil, "-32600"},

	// what net/http does before a handler runs
	{`{"region":"secret"}`, one("Mcp-Param-Region : secret"), "http"},
	{`{"region":"secret"}`, one("Mcp-Param-Region: sec\x00ret"), "http"},
	{`{"region":"secret"}`, one("Mcp-Param-Region: sec\rret"), "http"},
	{`{"region":"eu secret"}`, one("Mcp-Param-Region: eu\r\n secret"), ""},
	{`{"region":"eusecret"}`, one("Mcp-Param-Region: eu\r\n secret"), "Mcp-Param-Region mismatch"},
}

func TestHandlerOverTCP(t *testing.T) {
	g := newGateway(t)
	for _, c := range rawCases {
		t.Run(fmt.Sprintf("%.40s %q", c.args, c.headers), func(t *testing.T) {
			status, answer := g.send(t, c.raw())
			bodies := g.passed()
			checkNoValue(t, answer+g.logged.text())
			if c.want == "" {
				if status != http.StatusAccepted || len(bodies) != 1 || string(bodies[0]) != c.body() {
					t.Fatalf("%d %s; passed %q", status, answer, bodies)
				}
				return
			}
			if len(bodies) > 0 || status != http.StatusBadRequest {
				t.Fatalf("%d %s; passed %q", status, answer, bodies)
			}
			if c.want != "http" {
				checkRefusal(t, answer, c.want, strings.Contains(c.body(), `"id":5`))
			}
		})
	}
}

func checkNoValue(t *testing.T, text string) {
	t.Helper()
	for _, s := range []string{"secret", "c2VjcmV0", "ZWNyZXQ", "rich", "4242", "90071992", "WsO8", "other"} {
		if strings.Contains(text, s) {
			t.Errorf("%q is in %q", s, text)
		}
	}
}

// checkRefusal reads a JSON-RPC error: want is a code, or how the message of a
// -32020 ends, which has the request's ID where there is one.
func checkRefusal(t *testing.T, answer, want string, identified bool) {
	t.Helper()
	var response struct {
		JSONRPC string
		ID      json.RawMessage
		Error   struct {
			Code    int
			Message string
		}
	}
	if err := json.Unmarshal([]byte(answer), &response); err != nil {
		t.Fatalf("%v in %s", err, answer)
	}
	code, err := strconv.Atoi(want)
	if coded := err == nil; !coded {
		code = -32020
		if !strings.HasSuffix(response.Error.Message, want) || (string(response.ID) == "5") != identified {
			t.Errorf("%s, want %s", answer, want)
		}
	}
	if response.JSONRPC != "2.0" || response.Error.Code != code {
		t.Errorf("%s, want %d", answer, code)
	}
}

// TestHandlerIDs echoes an ID with its type, where it can be read.
func TestHandlerIDs(t *testing.T) {
	for id, want := range map[string]string{
		`5`: `5`, `"5"`: `"5"`, `-7`: `-7`, `"a\u00fc"`: `"a\u00fc"`, `null`: ``, `1.5`: ``, `[5]`: ``, `"\ud800"`: ``, `5,"id":6`: ``,
	} {
		r := Check(boundRoute(t), standardLines, []byte(strings.Replace(callBody(`{"region":"x"}`), `"id":5`, `"id":`+id, 1)))
		if r == nil || r.ID != want || !json.Valid(r.Body()) || strings.Contains(string(r.Body()), `"id"`) != (want != "") {
			t.Errorf("id %s: %+v", id, r)
		}
	}
}

// TestHandlerWithClient goes through Go's own client, chunks and all.
func TestHandlerWithClient(t *testing.T) {
	g := newGateway(t)
	do := func(method, body string, headers [][2]string, trailer string) (int, string) {
		r, err := http.NewRequest(method, g.URL, io.MultiReader(strings.NewReader(body))) // of no known length
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range headers {
			r.Header.Add(h[0], h[1])
		}
		if trailer != "" {
			r.Trailer = http.Header{trailer: {"secret"}}
		}
		resp, err := g.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		answer, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode >= 400 && resp.Header.Get("Content-Type") != "application/json" {
			t.Errorf("content type %q", resp.Header.Get("Content-Type"))
		}
		return resp.StatusCode, string(answer)
	}
	body := callBody(`{"region":"secret"}`)
	lines := parityCase{headers: "Region=secret"}.lines()
	if status, answer := do("POST", body, lines, ""); status != http.StatusAccepted || string(g.passed()[0]) != body {
		t.Errorf("%d %s", status, answer)
	}
	if status, answer := do("POST", body, lines[:3], ""); status != 400 || len(g.passed()) > 0 || !strings.Contains(answer, "Mcp-Param-Region missing") {
		t.Errorf("%d %s", status, answer)
	}
	if status, answer := do("POST", body, lines[:3], "Mcp-Param-Region"); status != 400 || len(g.passed()) > 0 || !strings.Contains(answer, "Mcp-Param-Region unexpected") {
		t.Errorf("in a trailer: %d %s", status, answer)
	}
	if status, _ := do("DELETE", "", nil, ""); status != http.StatusAccepted || len(g.passed()) != 1 {
		t.Errorf("another method: %d", status)
	}
	if status, answer := do("POST", strings.Repeat(" ", MaxBody)+body, lines, ""); status != 413 || len(g.passed()) > 0 || !json.Valid([]byte(answer)) {
		t.Errorf("over the bound: %d %s", status, answer)
	}
	if status, _ := do("POST", strings.Repeat(" ", MaxBody-len(body))+body, lines, ""); status != http.StatusAccepted || len(g.passed()) != 1 {
		t.Errorf("at the bound: %d", status)
	}
}

// TestCheckSeesRawBytes is what a handler cannot do.
func TestCheckSeesRawBytes(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"Mcp-Param-Region", "eu secret", ""},
		{"Mcp-Param-Region", "eu\r\n secret", "malformed"},
		{"Mcp-Param-Region", "eu\rsecret", "malformed"},
		{"Mcp-Param-Region ", "eu secret", "malformed"},
	} {
		r := Check(boundRoute(t), append(standardLines[:3:3], [2]string{c.name, c.value}), []byte(callBody(`{"region":"eu secret"}`)))
		if (r == nil) != (c.want == "") || r != nil && string(r.Category) != c.want {
			t.Errorf("%q: %q: %+v", c.name, c.value, r)
		}
	}
	if r := Check(boundRoute(t), standardLines, bytes.Repeat([]byte(" "), MaxBody+1)); r != tooLarge {
		t.Errorf("over the bound: %+v", r)
	}
}

func TestBind(t *testing.T) {
	for descriptor, want := range map[string]string{
		routeDescriptor: "",
		`{"name":"t","inputSchema":{"type":"object"}}`: "",
		`{"name":"t"}`: "inputSchema is absent",
		`{"name":"t",`: "descriptor:1:",
		`{"name":"t","inputSchema":{"type":"object","type":"object"}}`:                                                                   "occurs 2 times",
		`{"name":"t","inputSchema":{"type":"object","properties":{"q":{"type":"string","x-mcp-header":"Token"}}}}`:                       "HDR-11",
		`{"name":"t","inputSchema":{"type":"object","properties":{"q":{"type":"number","x-mcp-header":"N"}}}}`:                           "HDR-05",
		`{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"properties":{"q":{"type":"string","x-mcp-header":"N"}}}}`:          "HDR-09",
		`{"name":"t","inputSchema":{"type":"object","properties":{"o":{"properties":{"q":{"type":"string","x-mcp-header":"Region"}}}}}}`: "HDR-06",
	} {
		_, err := Bind([]byte(descriptor))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", descriptor, err)
		}
	}
}
