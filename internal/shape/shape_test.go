package shape_test

import (
	"fmt"
	"strings"
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
		{`{"n\u0430me":1,"name\u200b":2,"\u540d":3}`, "n\u0430me=name name\u200b=name 名= "},
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
		{"\u212aey", "key", true}, // the Kelvin sign
		{"inputSchema\u200b", "inputSchema", true},
		{"\ufeffinput_\u00adSchema", "inputSchema", true},
		{"\u0456nputSchem\u0430", "inputSchema", true}, // Cyrillic
		{"\u0406nput-\uff33chema", "inputSchema", true},
		{"x-m\u0441p-header", "x-mcp-header", true},
		{"nam\u00e9", "name", false},
		{"name\u00a0", "name", false},
		{"names\u200b", "name", false},
		{"名name", "name", false},
		{"имя", "name", false},
		{"name" + strings.Repeat("\u200b", 1000), "name", true},
		{"name" + strings.Repeat("\u0430", 1000), "name", false},
		{"\u200b", "_meta", false},
		{"narne", "name", false}, // ASCII has to be equal
	} {
		if got := shape.Alike(c.a, c.b); got != c.want {
			t.Errorf("%s: got %t", fmt.Sprintf("%q %q", c.a, c.b), got)
		}
	}
}

func TestDictionary(t *testing.T) {
	known := []string{"additionalProperties", "required", "$ref", "maxLength"}
	d := shape.NewDictionary(known)
	for name, want := range map[string]string{
		"required": "", "Required": "required", "additionalproperties": "additionalProperties", "additional_properties": "additionalProperties",
		"require": "", "ref": "", "$REF": "$ref", "requir\u0435d": "required", "required\u200b": "required", "必填": "", "required\x00": "",
	} {
		if got := d.NearMiss(name); got != want {
			t.Errorf("%+q: got %q, want %q", name, got, want)
		}
		for _, k := range known {
			if (d.NearMiss(name) == k) != (name != k && shape.Alike(name, k)) {
				t.Errorf("%+q and %q: the dictionary and Alike differ", name, k)
			}
		}
	}
}

func TestSkeleton(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"read_file", "read_fi1e", true},
		{"read_fiIe", "read_fi1e", true},
		{"O0", "OO", true},
		{"burn", "bum", true},
		{"read_file", "re\u0430d_file", true},
		{"read_file", "read_\u200bfile", true},
		{"read_file", "readFile", false},
		{"read_file", "read-file", false},
		{"get", "Get", false},
	} {
		if got := shape.Skeleton(c.a) == shape.Skeleton(c.b); got != c.want {
			t.Errorf("%+q and %+q look alike: %t", c.a, c.b, got)
		}
	}
}
