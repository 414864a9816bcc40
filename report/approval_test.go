package report

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
)

// Where a server was reached is no name of it, and a name that a recorder gave
// it does not hide what it says of itself.
func TestServerNames(t *testing.T) {
	for _, tt := range []struct {
		recorded string
		names    []string
		locked   string
	}{
		{"srv.test:8801", []string{"stated"}, "stated"},
		{"127.0.0.1:1", []string{"stated"}, "stated"},
		{"label", []string{"label", "stated"}, "label"},
		{"io.example/srv", []string{"io.example/srv", "stated"}, "io.example/srv"},
		{"", []string{"stated"}, "stated"},
	} {
		page := fmt.Sprintf(`{"server":%q,"request":{"jsonrpc":"2.0","id":1,"method":"tools/list"},"response":{"jsonrpc":"2.0","id":1,"result":{"tools":[],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"stated","version":"1"}}}}}`, tt.recorded)
		p := policy.Default()
		a := examine(evidence.LoadFS(fstest.MapFS{"page.json": {Data: []byte(page)}}, p, 1), &Options{Policy: p, Jobs: 1}, nil)
		if servers, _ := a.identity(); only(servers) != tt.locked || !slices.Equal(a.serverNames(), tt.names) {
			t.Errorf("%q: locked as %q, compared as %q", tt.recorded, servers, a.serverNames())
		}
	}
}
