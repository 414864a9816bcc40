package report

import (
	"fmt"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
)

// Results that name no caller are evidence of every surface that lists the very
// same descriptor, whatever the callers are called.
func TestResultsWithoutCaller(t *testing.T) {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	page := func(caller, description string) string {
		return fmt.Sprintf(`{"caller":%q,"request":{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{%s}},"response":{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[{"name":"a","description":%q,"inputSchema":{"type":"object"}}]}}}`, caller, meta, description)
	}
	call := func(isError bool) string {
		return fmt.Sprintf(`{"request":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{%s,"name":"a","arguments":{}}},"response":{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","isError":%v,"content":[{"type":"text","text":"x"}]}}}`, meta, isError)
	}
	for _, tt := range []struct {
		name, first, second string
		sameDescriptor      bool
		want                map[string]int // successes seen, by caller
	}{
		{"one descriptor", "low", "high", true, map[string]int{"low": 1, "high": 1}},
		{"renamed", "zeta", "alpha", true, map[string]int{"zeta": 1, "alpha": 1}},
		{"two descriptors", "low", "high", false, map[string]int{"low": 0, "high": 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			other := "x"
			if !tt.sameDescriptor {
				other = "y"
			}
			set := evidence.LoadDocument("all.json", []byte("["+page(tt.first, "x")+","+page(tt.second, other)+","+call(false)+","+call(true)+"]"), policy.Default())
			r := Build(set, Options{Policy: policy.Default(), Jobs: 1})
			for _, tool := range r.Tools {
				if got := tool.Evidence.Success; got != tt.want[tool.Caller] {
					t.Errorf("%s: %d successes, want %d", tool.Caller, got, tt.want[tool.Caller])
				}
			}
			if len(r.Tools) != 2 {
				t.Errorf("%d tools", len(r.Tools))
			}
		})
	}
}

// A name is on the allowlist only where every row of it is admitted: the list
// says nothing of callers. A lock does, and holds the tool for the caller whose
// evidence admits it.
func TestAllowlistOfCallers(t *testing.T) {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	page := func(caller string) string {
		return fmt.Sprintf(`{"caller":%q,"request":{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{%s}},"response":{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[{"name":"a","description":"x","inputSchema":{"type":"object"}},{"name":"b","description":"y","inputSchema":{"type":"object"}}]}}}`, caller, meta)
	}
	calls := func(caller, name string) string {
		both := ""
		for _, isError := range []bool{false, true} {
			both += fmt.Sprintf(`,{"caller":%q,"request":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{%s,"name":%q,"arguments":{}}},"response":{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","isError":%v,"content":[{"type":"text","text":"x"}]}}}`, caller, meta, name, isError)
		}
		return both
	}
	admitted := calls("low", "a") + calls("high", "a") + calls("low", "b")
	for _, tt := range []struct{ calls, decision, want string }{
		{admitted, Conditional, "[a]"},
		{admitted + calls("high", "b"), Approve, "[]"}, // of an APPROVE every tool is
	} {
		set := evidence.LoadDocument("all.json", []byte("["+page("low")+","+page("high")+tt.calls+"]"), policy.Default())
		r, l := BuildLock(set, Options{Policy: policy.Default(), Jobs: 1})
		if got := fmt.Sprint(r.Allowlist); r.Verdict.Decision != tt.decision || got != tt.want {
			t.Errorf("%s, allowlist %s; want %s, %s", r.Verdict.Decision, got, tt.decision, tt.want)
		}
		if tt.decision == Conditional && (len(l.Omitted) != 1 || l.Omitted[0].Name != "b" || fmt.Sprint(l.Omitted[0].Callers) != "[high]") {
			t.Errorf("the lock leaves out %+v", l.Omitted)
		}
	}
}

// A server that no recording names cannot be the one under review.
func TestUnnamedServer(t *testing.T) {
	set := evidence.LoadDocument("a.json", []byte(`{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}`), policy.Default())
	r := Build(set, Options{Policy: policy.Default(), Jobs: 1, Server: "nobody"})
	if r.Verdict.Decision != Refuse {
		t.Errorf("verdict %s: %s", r.Verdict.Decision, r.Verdict.Reason)
	}
}
