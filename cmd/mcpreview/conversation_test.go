package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpreview/replay"
)

// plain is a conversation of one exchange, which breaks no rule.
const plain = `{"protocolVersion": "2026-07-28", "transport": "stdio", "recorder": "by hand", "steps": [
  {"direction": "client_to_server", "message": {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta":
    {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}},
  {"direction": "server_to_client", "message": {"jsonrpc": "2.0", "id": 1, "result":
    {"resultType": "complete", "tools": [], "ttlMs": 0, "cacheScope": "private"}}}
]}`

// older is one of the revision before, with a handshake and a call.
const older = `{"protocolVersion": "2025-11-25", "transport": "stdio", "steps": [
  {"direction": "client_to_server", "message": {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params":
    {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}}},
  {"direction": "server_to_client", "message": {"jsonrpc": "2.0", "id": 0, "result":
    {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}, "resources": {}}, "serverInfo": {"name": "s", "version": "1"}}}},
  {"direction": "client_to_server", "message": {"jsonrpc": "2.0", "method": "notifications/initialized"}},
  {"direction": "client_to_server", "message": {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "notes:///a"}}},
  {"direction": "server_to_client", "message": {"jsonrpc": "2.0", "id": 1, "result": {"contents": [{"uri": "notes:///a", "text": "a"}]}}},
  {"direction": "client_to_server", "message": {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "dip", "arguments": {}}}},
  {"direction": "server_to_client", "message": {"jsonrpc": "2.0", "id": 2, "result": {"content": []}}}
]}`

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReplayConversation(t *testing.T) {
	for _, tt := range []struct {
		name, text, old, replacement string
		reason                       string // "" where it breaks nothing
	}{
		{"plain", plain, "", "", ""},
		{"another id", plain, `"id": 1, "result"`, `"id": "1", "result"`, "CONV-04 step 1 server_to_client /message/id: no request with that id is open"},
		{"a batch", plain, `"message": {"jsonrpc": "2.0", "id": 1, "method"`, `"message": [], "was": {"jsonrpc": "2.0", "id": 1, "method"`,
			"CONV-01 step 0 client_to_server /message: message is an array: there are no batches"},
		{"older", older, "", "", ""},
		{"older, answered with another id", older, `"id": 2, "result"`, `"id": 3, "result"`, "RPL-51 step 6 server_to_client /message/id: no matching outstanding request"},
		{"older, before the handshake", older, `"method": "notifications/initialized"`, `"method": "notifications/cancelled"`, "RPL-46 step 2 client_to_server /message: client must send notifications/initialized next"},
	} {
		if !strings.Contains(tt.text, tt.old) {
			t.Fatalf("%s: %q does not stand there", tt.name, tt.old)
		}
		path := write(t, "recorded.json", strings.Replace(tt.text, tt.old, tt.replacement, 1))
		code, out, said := runReplay(t, "--format", "json", path)
		var s replay.Summary
		if err := json.Unmarshal([]byte(out), &s); err != nil || said != "" || s.CaseCount != 1 || len(s.Cases) != 1 || string(s.Cases[0].Name) != "recorded.json" {
			t.Fatalf("%s: exit code %d, %q\n%s", tt.name, code, said, out)
		}
		status, want := "ok", 0
		if tt.reason != "" {
			status, want = "failed", 1
		}
		if code != want || s.Status != status || s.Cases[0].Status != status || s.Cases[0].Reason != tt.reason || s.Passed != 1-want {
			t.Errorf("%s: exit code %d\n%s", tt.name, code, out)
		}
		code, out, _ = runReplay(t, path)
		if code != want || !strings.HasPrefix(out, "MCP conversation replay: "+status) {
			t.Errorf("%s: exit code %d as text\n%s", tt.name, code, out)
		}
	}
}

func TestReplayConversationUnusable(t *testing.T) {
	for _, tt := range []struct{ old, replacement, want string }{
		{`"stdio"`, `"pipe"`, "recorded.json:1:48: RPL-07: transport must be stdio or streamable_http"},
		{`"id": 1, "method"`, `"id": 1, "id": 2, "method"`, "recorded.json:2:76: RPL-05: duplicate JSON key"},
		{`"ttlMs": 0`, `"ttlMs": NaN`, "recorded.json:5:54: RPL-04: non-finite number: NaN is not a JSON value at byte 463"},
		{"\n]}", "\n", "recorded.json:6:1: RPL-04: invalid JSON: unexpected end at byte 493"},
	} {
		if !strings.Contains(plain, tt.old) {
			t.Fatalf("%q does not stand there", tt.old)
		}
		code, out, said := runReplay(t, write(t, "recorded.json", strings.Replace(plain, tt.old, tt.replacement, 1)))
		if code != 2 || out != "" || said != "mcpreview: replay: "+tt.want+"\n" {
			t.Errorf("exit code %d, %q; want %q", code, said, tt.want)
		}
	}
}

// Files of both forms are told apart one by one.
func TestReplayBothForms(t *testing.T) {
	code, out, said := runReplay(t, fixtureFile(t, "f.json", "{", "{"), write(t, "c.json", plain))
	if code != 0 || said != "" || !strings.Contains(out, "Cases of f.json") || !strings.Contains(out, "Cases of c.json") ||
		!strings.Contains(out, "Protocol 2025-11-25") || !strings.Contains(out, "Protocol 2026-07-28") {
		t.Errorf("exit code %d, %q\n%s", code, said, out)
	}
}
