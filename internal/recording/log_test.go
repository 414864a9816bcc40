package recording

import (
	"fmt"
	"strings"
	"testing"
)

// snoopLine is one frame; more are further members, each with its comma.
func snoopLine(session string, seq int, direction, more string) string {
	return fmt.Sprintf(`{"session_id":%q,"server_label":"s","seq":%d,"ts":"2026-08-01T00:00:00Z","direction":%q,"transport":"http"%s}`, session, seq, direction, more)
}

func c2s(seq int, raw, more string) string {
	return snoopLine("a", seq, "c2s", `,"raw":`+raw+`,"conn_id":"c","mcp_method":"m"`+more)
}
func s2c(seq int, raw, more string) string {
	return snoopLine("a", seq, "s2c", `,"raw":`+raw+`,"conn_id":"c","status":200`+more)
}

// handshake begins a session; listRequest2 has the ID of callRequest.
const (
	handshake    = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`
	listRequest2 = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
)

func TestSessionLogs(t *testing.T) {
	const call = "s streamable-http tools/call array 200 response"
	meta := snoopLine("a", 1, "meta", `,"raw":{"command":["x"]}`)
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"whole", []string{meta, c2s(2, callRequest, ""), s2c(3, callAnswer, "")}, call},
		{"answers in another order", []string{meta, c2s(2, listRequest, ""), c2s(3, callRequest, ""), s2c(4, callAnswer, ""), s2c(5, listAnswer, "")},
			call + "\ns streamable-http tools/list array 200 response"},
		{"IDs of several clients", []string{meta, c2s(2, callRequest, ""), snoopLine("a", 3, "c2s", `,"raw":`+callRequest+`,"conn_id":"d"`), s2c(4, callAnswer, ""), snoopLine("a", 5, "s2c", `,"raw":`+callAnswer+`,"conn_id":"d"`)},
			call + "\ns streamable-http tools/call response"},
		{"sessions mixed", []string{meta, snoopLine("b", 1, "meta", ""), c2s(2, callRequest, ""), snoopLine("b", 2, "c2s", `,"raw":`+listRequest), s2c(3, callAnswer, ""), snoopLine("b", 3, "s2c", `,"raw":`+listAnswer)},
			call + "\ns streamable-http tools/list response"},
		{"a string is no number", []string{meta, c2s(2, callRequest, ""), s2c(3, strings.Replace(callAnswer, "2,", `"2",`, 1), "")}, "gap request-missing\ns streamable-http tools/call array"},
		{"frames missing", []string{meta, c2s(2, callRequest, ""), s2c(5, callAnswer, "")}, "gap messages-missing\n" + call},
		{"the beginning missing", []string{c2s(7, callRequest, ""), s2c(8, callAnswer, "")}, "gap messages-missing\n" + call},
		{"cut", []string{meta, c2s(2, callRequest, ""), snoopLine("a", 3, "s2c", `,"text":"{\"js","conn_id":"c","truncated":true`)}, "gap truncated\ns streamable-http tools/call array"},
		{"replaced request", []string{meta, c2s(2, callRequest, `,"redacted":true`), s2c(3, callAnswer, "")}, "gap redacted"},
		{"replaced answer", []string{meta, c2s(2, callRequest, ""), s2c(3, callAnswer, `,"redacted":true`)}, "gap redacted"},
		{"replaced header", []string{meta, c2s(2, callRequest, `,"mcp_param_headers":[{"name":"Mcp-Param-A","value":"[REDACTED]","redacted":true}]`), s2c(3, callAnswer, "")}, "gap headers-redacted\ns streamable-http tools/call 200 response"},
		{"no headers in logs of that version", []string{meta, snoopLine("a", 2, "c2s", `,"raw":`+callRequest+`,"conn_id":"c"`), s2c(3, callAnswer, "")}, "s streamable-http tools/call 200 response"},
		{"batch", []string{meta, c2s(2, callRequest, `,"batch":true`), s2c(3, callAnswer, "")}, "s streamable-http batched tools/call 200 response"},
		{"no answer to a call", []string{meta, c2s(2, callRequest, "")}, "s streamable-http tools/call array"},
		{"no answer to a listing", []string{meta, c2s(2, listRequest, "")}, "gap answer-missing"},
		{"no answer to a subscription", []string{meta, c2s(2, `{"jsonrpc":"2.0","id":9,"method":"subscriptions/listen"}`, "")}, ""},
		{"a status alone", []string{meta, c2s(2, listRequest, ""), snoopLine("a", 3, "s2c", `,"conn_id":"c","status":500`), c2s(4, listRequest, ""), snoopLine("a", 5, "s2c", `,"conn_id":"c","status":401`), snoopLine("a", 6, "s2c", `,"conn_id":"c","status":202`)}, "gap answer-missing"},
		{"no JSON from the server", []string{meta, snoopLine("a", 2, "s2c", `,"text":"listening on 80"`)}, "unparsed"},
		{"standard error", []string{meta, snoopLine("a", 2, "stderr", `,"text":"x"`)}, ""},
		{"faults of the server's", []string{meta, c2s(2, callRequest, ""), s2c(3, `{"jsonrpc":"2.0","id":2,"result":{"content":[],"content":[]}}`, "")}, call},
		{"faults of the recorder's", []string{meta, c2s(2, callRequest, ""), s2c(3, callAnswer, `,"status":400`)}, "gap damaged\ns streamable-http tools/call array"},
		{"a new session", []string{meta, c2s(2, listRequest, ""), c2s(3, handshake, ""), s2c(4, listAnswer, "")}, "gap answer-missing\ngap request-missing\ngap answer-missing"},
		{"a new session of another client", []string{meta, c2s(2, listRequest, ""), snoopLine("a", 3, "c2s", `,"raw":`+handshake+`,"conn_id":"d"`), s2c(4, listAnswer, "")}, "s streamable-http tools/list array 200 response\ngap answer-missing"},
		{"an ID twice", []string{meta, c2s(2, callRequest, ""), c2s(3, listRequest2, ""), s2c(4, callAnswer, ""), s2c(5, callAnswer, "")}, "s streamable-http tools/call array\ngap id-reused\ngap request-missing"},
		{"other lines", []string{meta, `{"tools":[]}`, `{"request":`, c2s(2, callRequest, ""), s2c(3, callAnswer, "")}, "gap not-of-the-log\ngap not-of-the-log\n" + call},
		{"evidence made to look like a frame", []string{meta, snoopLine("a", 2, "s2c", `,"tools":[]`)}, "gap not-of-the-log"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readLines(snoop, "f.jsonl", strings.Join(c.lines, "\n")+"\n")
			if got := summaries(t, r); got != c.want {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestOpenRequestsAreBounded(t *testing.T) {
	s := snoop.NewScanner("f", bounds)
	over := 0
	for i := range maxOpen + 3 {
		for _, r := range s.Line(c2s(i+1, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/list"}`, i), ""), i+1) {
			if summary(t, r) != "gap too-many-open" {
				t.Fatal(summary(t, r))
			}
			over++
		}
	}
	if over != 3 || len(s.End().Records) != maxOpen {
		t.Errorf("%d over the bound, %d open", over, len(s.End().Records))
	}
}

const (
	vsCall   = "2026-07-24 02:03:14.089 [debug] [editor -> server] " + listRequest + "\n"
	vsAnswer = "2026-07-24 02:03:14.090 [debug] [server -> editor] " + listAnswer + "\n"
)

func TestTextLogs(t *testing.T) {
	for _, c := range []struct{ name, kind, text, want, notes string }{
		{"client's log", "Go SDK log", "write: " + listRequest + "\nread: " + listAnswer + "\n", "tools/list response", ""},
		{"server's log", "Go SDK log", "read: " + listRequest + "\nwrite: " + listAnswer + "\n", "tools/list response", ""},
		{"CRLF", "Go SDK log", "write: " + listRequest + "\r\nread: " + listAnswer + "\r\n", "tools/list response", ""},
		{"cut", "Go SDK log", "write: " + listRequest + "\nread: " + listAnswer[:40] + "\n", "gap truncated\ngap answer-missing", ""},
		{"other lines", "Go SDK log", "hello\nwrite: " + listRequest + "\n\nread: " + listAnswer + "\nread error: EOF\n", "tools/list response", "2 lines without a message, left out"},
		{"requests of the server's", "Go SDK log", "write: " + listRequest + "\nread: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}\nwrite: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"roots\":[]}}\nread: " + listAnswer + "\n", "tools/list response", "2 messages " + silentNote},
		{"by its old words", "VS Code log", "2026-07-24 02:03:14.089 [info] [Client Says] " + listRequest + "\n2026-07-24 02:03:14.090 [info] [Server Says] " + listAnswer + "\n", "tools/list response", ""},
		{"by its old order", "Claude Desktop log", "2025-09-04T10:08:38.663Z [a b] [info] Message from client: " + listRequest + "\n2025-09-04T10:08:38.664Z [a b] [info] Message from server: " + listAnswer + " { metadata: undefined }\n", "a b tools/list response", ""},
		{"a new session", "Go SDK log", "write: " + listRequest + "\nwrite: " + handshake + "\nread: " + strings.Replace(listAnswer, ":1", ":0", 1) + "\nwrite: " + listRequest + "\nread: " + listAnswer + "\n", "gap answer-missing\ninitialize response\ntools/list response", ""},
		{"an answer twice", "Go SDK log", "write: " + listRequest + "\nread: " + listAnswer + "\nread: " + listAnswer + "\n", "tools/list response\ngap request-missing", ""},
		{"an ID again", "Go SDK log", "write: " + listRequest + "\nread: " + listAnswer + "\nwrite: " + listRequest + "\nread: " + listAnswer + "\n", "tools/list response\ntools/list response", ""},
		{"an ID twice", "Go SDK log", "write: " + callRequest + "\nwrite: " + listRequest2 + "\nread: " + callAnswer + "\n", "gap id-reused\ngap id-reused", ""},
		{"started again", "VS Code log", vsCall + "2026-07-24 02:03:14.089 [info] Starting server s\n" + vsAnswer, "gap answer-missing\ngap request-missing", "1 line without a message, left out"},
		{"said to start", "VS Code log", vsCall + "2026-07-24 02:03:14.089 [warning] [server stderr] Starting server s\n" + vsAnswer, "tools/list response", "1 line without a message, left out"},
		{"started again", "Claude Desktop log", "2025-09-04T10:08:38.663Z [a] [info] Message from client: " + listRequest + "\n2025-09-04T10:08:38.663Z [a] [info] Initializing server... { metadata: undefined }\n2025-09-04T10:08:38.664Z [a] [info] Message from server: " + listAnswer + "\n", "gap answer-missing\ngap request-missing", "1 line without a message, left out"},
		{"another started", "Claude Desktop log", "2025-09-04T10:08:38.663Z [a] [info] Message from client: " + listRequest + "\n2025-09-04T10:08:38.663Z [b] [info] Initializing server... { metadata: undefined }\n2025-09-04T10:08:38.664Z [a] [info] Message from server: " + listAnswer + "\n", "a tools/list response", "1 line without a message, left out"},
		{"an answer of another", "Claude Desktop log", "2025-09-04T10:08:38.663Z [a] [info] Message from client: " + listRequest + "\n2025-09-04T10:08:38.664Z [b] [info] Message from server: " + listAnswer + "\n", "gap request-missing\ngap answer-missing", ""},
		{"a name that is no UTF-8", "Claude Desktop log", "2025-09-04T10:08:38.663Z [caf\xe9] [info] Message from client: " + listRequest + "\n2025-09-04T10:08:38.664Z [caf\xe9] [info] Message from server: " + listAnswer + "\n", `caf\xe9 tools/list response`, ""},
		{"two servers", "Claude Desktop log", "2025-09-04T10:08:38.663Z [info] [a] Message from client: " + listRequest + "\n2025-09-04T10:08:38.664Z [info] [a] Message from server: " + listAnswer + "\n", "a tools/list response", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, r := read(t, "f.log", c.text)
			if got := summaries(t, r); f.Kind != c.kind || got != c.want || notes(r) != c.notes {
				t.Errorf("%s: %s; %q\nwant %s; %q", f.Kind, got, notes(r), c.want, c.notes)
			}
		})
	}
	for _, line := range []string{"", "read", "read: ", "readme: {}", "2026-07-24 [debug] [editor -> server] {}", `{"session_id":"a","seq":1,"direction":"c2s"}`, `["read: {}"]`} {
		if f := RecogniseLine(line); f != nil {
			t.Errorf("%q is taken for a %s", line, f.Kind)
		}
	}
}

func TestExports(t *testing.T) {
	protocol := func(direction, origin, message, more string) string {
		return fmt.Sprintf(`{"id":"x","timestamp":"2026-08-01T00:00:00Z","direction":%q,"origin":%q,"message":%s%s}`, direction, origin, message, more)
	}
	network := func(members string) string {
		return `[{"id":"x","timestamp":"2026-08-01T00:00:00Z","method":"POST","url":"https://h.example/mcp?k=v","requestHeaders":{"mcp-method":"x"},` + members + `,"category":"transport"}]`
	}
	rpc := func(direction, message string) string {
		return fmt.Sprintf(`{"serverId":"x","serverName":"s","direction":%q,"timestamp":"2026-08-01T00:00:00Z","message":%s}`, direction, message)
	}
	for _, c := range []struct{ name, text, want string }{
		{"paired", "[" + protocol("request", "client", listRequest, `,"response":`+listAnswer) + "]", "tools/list response"},
		{"apart", "[" + protocol("request", "client", listRequest, "") + "," + protocol("response", "server", listAnswer, "") + "]", "tools/list response"},
		{"no request", "[" + protocol("response", "server", listAnswer, "") + "]", "gap request-missing"},
		{"no answer", "[" + protocol("request", "client", listRequest, "") + "]", "gap answer-missing"},
		{"from the server", "[" + protocol("request", "server", `{"jsonrpc":"2.0","id":1,"method":"roots/list"}`, `,"response":`+listAnswer) + "]", ""},
		{"a new session", "[" + protocol("request", "client", listRequest, "") + "," + protocol("request", "client", handshake, "") + "," + protocol("response", "server", listAnswer, "") + "]", "gap answer-missing\ngap request-missing\ngap answer-missing"},
		{"damaged", "[" + protocol("request", "client", listRequest, `,"response":`+listAnswer+`,"origin":"server"`) + "]", "gap damaged"},
		{"message that is none", "[" + protocol("request", "client", "5", "") + "]", "gap damaged"},
		{"network", network(`"requestBody":` + quoted(listRequest) + `,"responseStatus":200,"responseHeaders":{"Content-Type":"application/json"},"responseBody":` + quoted(listAnswer)), "h.example tools/list object 200 response"},
		{"network stream", network(`"requestBody":` + quoted(listRequest) + `,"responseStatus":200,"responseHeaders":{"content-type":"text/event-stream"},"responseBody":` + quoted(message(listAnswer))), "h.example tools/list object 200 sse"},
		{"network without an answer's body", network(`"requestBody":` + quoted(listRequest) + `,"responseStatus":200`), "gap answer-body-missing"},
		{"network failure", network(`"requestBody":` + quoted(listRequest) + `,"error":"x"`), "gap aborted"},
		{"network without a request's body", network(`"responseStatus":200,"responseBody":` + quoted(listAnswer)), "gap request-body-missing"},
		{"artifact", `{"schemaVersion":1,"_rpcLogs":[` + rpc("send", listRequest) + "," + rpc("receive", listAnswer) + "," + rpc("receive", listAnswer) + `]}`, "s tools/list response\ngap request-missing"},
		{"artifact of two sessions", `{"_rpcLogs":[` + rpc("send", listRequest) + "," + rpc("send", handshake) + "," + rpc("receive", listAnswer) + `]}`, "gap answer-missing\ngap request-missing\ngap answer-missing"},
		{"artifact of two servers of one name", `{"_rpcLogs":[` + rpc("send", listRequest) + "," + strings.Replace(rpc("receive", listAnswer), `"x"`, `"y"`, 1) + `]}`, "gap request-missing\ngap answer-missing"},
		{"artifact of a server without a name", `{"_rpcLogs":[` + strings.Replace(rpc("send", listRequest)+","+rpc("receive", listAnswer), `"serverName":"s",`, "", -1) + `]}`, "x tools/list response"},
		{"artifact with an ID twice", `{"_rpcLogs":[` + rpc("send", callRequest) + "," + rpc("send", listRequest2) + "," + rpc("receive", callAnswer) + `]}`, "gap id-reused\ngap id-reused"},
		{"artifact with a value replaced", `{"_rpcLogs":[` + rpc("send", callRequest) + "," + rpc("receive", `{"jsonrpc":"2.0","id":2,"result":{"content":[],"structuredContent":{"token":"[REDACTED]"}}}`) + `]}`, "gap redacted"},
		{"artifact with an argument replaced", `{"_rpcLogs":[` + rpc("send", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"arguments":{"token":"[REDACTED]"}}}`) + "," + rpc("receive", callAnswer) + `]}`, "gap redacted"},
		{"artifact that speaks of it", `{"_rpcLogs":[` + rpc("send", callRequest) + "," + rpc("receive", `{"jsonrpc":"2.0","id":2,"result":{"content":[],"structuredContent":{"token":"redacted"}}}`) + `]}`, "s tools/call response"},
		{"artifact with other things", `{"_rpcLogs":[5,` + rpc("send", "null") + "," + rpc("send", listRequest) + `]}`, "gap damaged\ngap damaged\ngap answer-missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, r := read(t, "f.json", c.text); summaries(t, r) != c.want {
				t.Errorf("%s\nwant %s", summaries(t, r), c.want)
			}
		})
	}
}
