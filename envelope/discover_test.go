package envelope

import (
	"testing"

	"mcpreview/internal/policy"
)

// A server that does not know server/discover is not in order under a revision
// that has it of every server.
func TestDiscoveryRefused(t *testing.T) {
	ask := func(label, method, code string) string {
		return `{` + label + `"protocolVersion":"2026-07-28","request":{"jsonrpc":"2.0","id":7,"method":"` + method + `","params":{` + metadata + `}},"response":{"jsonrpc":"2.0","id":7,"error":{"code":` + code + `,"message":"no"}}}`
	}
	for name, c := range map[string]struct{ record, want string }{
		"unknown method":      {ask("", "server/discover", "-32601"), "condition JSON-14 /response/error/code: server/discover, which every server implements, answered with code -32601"},
		"unknown as labelled": {ask(`"label":"probe",`, "server/discover", "-32601"), ""},
		"another error":       {ask("", "server/discover", "-32603"), ""},
		"another method":      {ask("", "prompts/get", "-32601"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			ex := exchange(t, c.record)
			ex.Revision = policy.Default().Revision
			check(t, Judge(ex, Discovery{}, policy.Default()), c.want, false)
		})
	}
	older := exchange(t, ask("", "server/discover", "-32601"))
	older.Revision = policy.Default().Revision
	check(t, Judge(older, Discovery{}, under("2025-11-25")), "", false)
}
