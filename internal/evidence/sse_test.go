package evidence

import (
	"strings"
	"testing"
)

func TestReduceSSE(t *testing.T) {
	const response = `{"jsonrpc":"2.0","id":7,"result":{}}`
	const progress = `data: {"jsonrpc":"2.0","method":"notifications/progress"}` + "\n\n"
	for name, c := range map[string]struct{ text, response, problem string }{
		"comment, progress, response": {": hi\n\n" + progress + "event: message\nid: 3\ndata: " + response + "\n\n", response, ""},
		"lines joined by LF":          {"data: {\"jsonrpc\":\"2.0\",\r\ndata: \"id\":7,\"result\":{}}\r\n\r\n", "{\"jsonrpc\":\"2.0\",\n\"id\":7,\"result\":{}}", ""},
		"ended by CR":                 {"data: " + response + "\r\r", response, ""},
		"no space after the colon":    {"data:" + response + "\n\n", response, ""},
		"one space is stripped":       {"data:  " + response + "\n\n", " " + response, ""},
		"no blank line at the end":    {"data: " + response, response, ""},
		"byte order mark":             {"\ufeffdata: " + response + "\n\n", response, ""},
		"empty event first":           {"id: 1\nretry: 10\ndata:\n\ndata: " + response + "\n\n", response, ""},
		"other event types":           {"event: ping\ndata: x\n\nevent:\ndata: " + response + "\n\n", response, ""},
		"error response":              {`data: {"jsonrpc":"2.0","id":7,"error":{}}`, `{"jsonrpc":"2.0","id":7,"error":{}}`, ""},
		"server request besides":      {`data: {"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n\ndata: " + response, response, ""},
		"two responses":               {strings.Repeat("data: "+response+"\n\n", 2), "", "the stream carries 2 responses"},
		"no response":                 {progress, "", NoResponse},
		"empty":                       {"", "", NoResponse},
		"cut off":                     {"data: " + response[:20], "", "event 1 is not one JSON value"},
		"two messages in an event":    {"data: " + response + "\ndata: " + response, "", "event 1 is not one JSON value"},
		"batch":                       {progress + "data: [" + response + "]", "", "event 2 carries a batch"},
		"no object":                   {"data: 7", "", "event 1 carries no JSON-RPC message"},
		"no message":                  {"data: {}", "", "event 1 carries no JSON-RPC message"},
	} {
		t.Run(name, func(t *testing.T) {
			got, problem := ReduceSSE(c.text)
			if got != c.response || problem != c.problem {
				t.Errorf("got %q, %q; want %q, %q", got, problem, c.response, c.problem)
			}
		})
	}
}

func TestSSERequests(t *testing.T) {
	if !SSERequests(`data: {"jsonrpc":"2.0","id":1,"method":"roots/list"}`) {
		t.Error("a request was not seen")
	}
	if SSERequests(`data: {"jsonrpc":"2.0","method":"notifications/message"}`) {
		t.Error("a notification was taken for a request")
	}
}
