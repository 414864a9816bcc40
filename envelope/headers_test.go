package envelope

import (
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
)

// An ambiguous body that went over HTTP is a matter of the boundary, not of the
// envelope; the same body without header lines is one of the envelope.
func TestAmbiguousBodyOverHTTP(t *testing.T) {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	const body = `"request":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + meta + `,"name":"a","arguments":{"r":"x","r":"y"}}},` +
		`"response":{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[]}}`
	for _, tt := range []struct {
		name, http string
		usable     bool
	}{
		{"header lines", `"http":{"method":"POST","headers":[["Mcp-Name","a"]]},`, true},
		{"no method stated", `"http":{"headers":[["Mcp-Name","a"]]},`, true},
		{"another method", `"http":{"method":"PUT","headers":[]},`, false},
		{"status alone", `"http":{"status":200},`, false},
		{"no transport", ``, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := policy.Default()
			set := evidence.LoadDocument("call.json", []byte(`{`+tt.http+body+`}`), p)
			calls := 0
			evidence.Calls(set, 1, func(c evidence.Call) bool { return Judge(c.Exchange, Discovery{}, p).Usable }, func(usable bool) {
				calls++
				if usable != tt.usable {
					t.Errorf("usable: %v", usable)
				}
			})
			if calls != 1 {
				t.Fatalf("%d calls", calls)
			}
		})
	}
}
