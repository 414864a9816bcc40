package shape_test

import (
	"fmt"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

func TestUnknown(t *testing.T) {
	known := []string{"name", "inputSchema", "x-mcp-header", "_meta"}
	for _, c := range []struct{ text, want string }{
		{`{"name":"a","inputSchema":{}}`, ""},
		{`{"zeta":1,"input_schema":{},"Name":2}`, "zeta= input_schema=inputSchema Name=name "},
		{`{"X-MCP-Header":1,"x_mcp_header":2,"xmcpheader":3}`, "X-MCP-Header=x-mcp-header x_mcp_header=x-mcp-header xmcpheader=x-mcp-header "},
		{`{"meta":{},"name ":1,"names":1,"nam\u0000e":1,"":0,"-":0}`, "meta=_meta name = names= nam\x00e= = -= "},
		{`["name"]`, ""},
	} {
		doc, err := strictjson.Parse([]byte(c.text), "", 1, policy.DefaultLimits().JSON())
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, m := range shape.Unknown(doc.Root, known) {
			got += m.Name + "=" + m.NearMissOf + " "
			if m.Value != doc.Root.Get(m.Name) {
				t.Errorf("%s: value of %q is another", c.text, m.Name)
			}
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
	if got := shape.Unknown(nil, known); got != nil {
		t.Errorf("an absent object has members %v", got)
	}
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"outputschema", "outputSchema", true},
		{"next-cursor", "nextCursor", true},
		{"_", "", true},
		{"isErrors", "isError", false},
		{"isErro", "isError", false},
		{"name\x00", "name", false},
		{"\u212aey", "key", false}, // the Kelvin sign folds to k, but not in ASCII
	} {
		if got := shape.Alike(c.a, c.b); got != c.want {
			t.Errorf("%s: got %t", fmt.Sprintf("%q %q", c.a, c.b), got)
		}
	}
}
