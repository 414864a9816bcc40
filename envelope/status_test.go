package envelope

import (
	"fmt"
	"testing"

	"mcpreview/internal/policy"
)

// A result is an answer to a request only with status 200.
func TestStatusOfResult(t *testing.T) {
	const failed = `"error":{"code":-32603,"message":"m"}`
	for _, c := range []struct {
		method, answer string
		status         int
		want           string
	}{
		{"tools/call", `"result":{}`, 200, ""},
		{"tools/call", `"result":{}`, 0, ""},
		{"tools/call", `"result":{}`, 202, "reject JSON-08 /http/status: a result with status 202, must be 200"},
		{"tools/call", `"result":{}`, 302, "reject JSON-08 /http/status"},
		{"tools/call", `"result":{}`, 500, "reject JSON-08 /http/status"},
		{"tools/list", `"result":{}`, 404, "reject JSON-08 /http/status"},
		{"tools/call", failed, 500, ""},
		{"tools/call", failed, 200, ""},
	} {
		j := Judge(exchange(t, fmt.Sprintf(`{"http":{"status":%d},"request":{"jsonrpc":"2.0","id":7,"method":%q,"params":{%s}},"response":{"jsonrpc":"2.0","id":7,%s}}`,
			c.status, c.method, metadata, c.answer)), Discovery{}, policy.Default())
		check(t, j, c.want, false)
		if j.Usable != (c.want == "") {
			t.Errorf("%s with status %d: usable is %t", c.answer, c.status, j.Usable)
		}
	}
}

// An answer comes as one of two media types; what a failure is of is not laid
// down.
func TestContentTypeOfAnswer(t *testing.T) {
	const (
		failed = `"error":{"code":-32603,"message":"m"}`
		wrong  = "reject JSON-08 /http/contentType: an answer with a Content-Type that is neither application/json nor text/event-stream"
	)
	for _, c := range []struct{ http, answer, want string }{
		{`"status":200,"contentType":"application/json"`, `"result":{}`, ""},
		{`"status":200,"contentType":"Text/Event-Stream; charset=utf-8"`, `"result":{}`, ""},
		{`"status":200,"contentType":""`, `"result":{}`, ""},
		{`"status":200,"contentType":"text/html"`, `"result":{}`, wrong},
		{`"contentType":"text/plain"`, `"result":{}`, wrong},
		{`"status":200,"contentType":"text/html"`, failed, wrong},
		{`"status":400,"contentType":"text/html"`, failed, ""},
	} {
		record := fmt.Sprintf(`{"http":{%s},"request":{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{%s}},"response":{"jsonrpc":"2.0","id":7,%s}}`, c.http, metadata, c.answer)
		ex := exchange(t, record)
		ex.HTTP.ContentType = ex.Value.Path("http", "contentType").Text()
		check(t, Judge(ex, Discovery{}, policy.Default()), c.want, false)
	}
}
