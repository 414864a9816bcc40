package envelope

import (
	"testing"

	"mcpreview/internal/policy"
)

// A request whose answer nobody recorded is a gap, and never in order.
func TestUnanswered(t *testing.T) {
	ask := func(before, method, params string) string {
		return `{` + before + `"request":{"jsonrpc":"2.0","id":7,"method":"` + method + `","params":{` + params + metadata + `}}}`
	}
	const gap = "condition EVID-14: the request has no answer in the evidence"
	const lines = `"http":{"headers":[["Mcp-Method","tools/call"]]},`
	for name, c := range map[string]struct {
		record, want string
		usable       bool
	}{
		"call":                  {ask("", "tools/call", `"name":"a",`), gap, false},
		"call, labelled":        {ask(`"label":"failure",`, "tools/call", `"name":"a",`), gap, false},
		"probe":                 {ask(`"label":"probe",`, "tools/call", `"name":"a",`), gap, false},
		"null":                  {ask(`"response":null,`, "tools/call", `"name":"a",`), gap, false},
		"discovery":             {ask("", "server/discover", ""), gap, false},
		"resource":              {ask("", "resources/read", `"uri":"x:y",`), gap, false},
		"call without an ID":    {`{"request":{"jsonrpc":"2.0","method":"tools/call","params":{"name":"a",` + metadata + `}}}`, gap, false},
		"notification":          {`{"request":{"jsonrpc":"2.0","method":"notifications/cancelled","params":{` + metadata + `}}}`, "", true},
		"subscription":          {ask("", "subscriptions/listen", ""), "", true},
		"page":                  {ask("", "tools/list", ""), "", true},
		"headers of a call":     {ask(lines, "tools/call", `"name":"a",`), "", true},
		"headers of a resource": {ask(lines, "resources/read", `"uri":"x:y",`), gap, false},
		"status 202":            {ask(`"http":{"status":202},`, "tools/call", `"name":"a",`), "condition EVID-14: the request was answered with status 202 and no", false},
		"status 500":            {ask(`"http":{"status":500},`, "tools/call", `"name":"a",`), "condition EVID-14: the request was answered with status 500 and no", false},
		"status 403":            {ask(`"http":{"status":403},`, "tools/call", `"name":"a",`), "", true},
		"probe, status 400":     {ask(`"label":"probe","http":{"status":400},`, "tools/call", `"name":"a",`), "", true},
	} {
		t.Run(name, func(t *testing.T) {
			ex := exchange(t, c.record)
			ex.Revision = policy.Default().Revision
			j := Judge(ex, Discovery{}, policy.Default())
			check(t, j, c.want, false)
			if j.Usable != c.usable {
				t.Errorf("usable is %t", j.Usable)
			}
		})
	}
}
