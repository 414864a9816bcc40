package tests

import (
	"fmt"
	"testing"
)

// older is an exchange as a server speaks it under revision 2025-11-25.
func older(id int, method, params, result string) string {
	return fmt.Sprintf(`{"protocolVersion":"2025-11-25","transport":"stdio","request":{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s}},"response":{"jsonrpc":"2.0","id":%d,"result":%s}}`,
		id, method, params, id, result)
}

// TestTwoErasOfOneServer reviews a server that was recorded under two revisions
// and says other things in each. What the reviewed one says decides on the tool,
// in whichever order the recordings come; the others only show that there are such.
func TestTwoErasOfOneServer(t *testing.T) {
	f := fixture{
		tool: `{"name":"rows","description":"Lists rows.","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}`,
		args: `{}`, success: `[1]`, failure: `[]`,
	}
	now := append(f.calls(2, "rows"), page(1, "", "", f.tool))
	before := []string{
		older(11, "tools/list", "", `{"tools":[{"name":"rows","description":"Lists rows.","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}]}`),
		older(12, "tools/call", `"name":"rows","arguments":{}`, `{"content":[],"isError":true}`),
	}
	for name, documents := range map[string]map[string]string{
		"older first": {"a.json": "[" + before[0] + "," + before[1] + "]", "b.json": "[" + now[0] + "," + now[1] + "," + now[2] + "]"},
		"older last":  {"b.json": "[" + before[0] + "," + before[1] + "]", "a.json": "[" + now[0] + "," + now[1] + "," + now[2] + "]"},
	} {
		t.Run(name, func(t *testing.T) {
			r := review(documents, 2)
			if len(r.Tools) != 1 {
				t.Fatalf("tools: %+v", r.Tools)
			}
			// DESC-05: the descriptor differs between the two, which its author has to explain.
			if tool := r.Tools[0]; tool.Decision != "CONDITIONAL" || tool.Rule != "DESC-05" ||
				tool.Evidence.Success != 1 || tool.Evidence.Failure != 1 || tool.Evidence.Rejected != 0 {
				t.Errorf("%s (%s), evidence %+v", tool.Decision, tool.Reason, tool.Evidence)
			}
			for _, x := range r.Results {
				if x.Outcome == "success" && x.Decision != "ADMIT" {
					t.Errorf("%s: %s (%s)", x.Source.File, x.Decision, x.Reason)
				}
			}
			if r.Verdict.Decision == "APPROVE" {
				t.Error("approved with documents that cannot be used")
			}
		})
	}
}
