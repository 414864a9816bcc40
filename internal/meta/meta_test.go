package meta_test

import (
	"strings"
	"testing"

	"mcpreview/internal/meta"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

func TestCheck(t *testing.T) {
	const info = `"io.modelcontextprotocol/serverInfo":`
	for _, c := range []struct {
		text string
		want string // effect and pointer of each problem
	}{
		{`{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1","icons":[],"more":1}}`, ""},
		{`[]`, "reject "},
		{`null`, "reject "},
		{`"x"`, "reject "},
		{`{` + info + `[]}`, "reject /io.modelcontextprotocol~1serverInfo"},
		{`{` + info + `{"name":"s"}}`, "reject /io.modelcontextprotocol~1serverInfo/version"},
		{`{` + info + `{"name":1,"version":"1"}}`, "reject /io.modelcontextprotocol~1serverInfo/name"},
		{`{` + info + `{"name":"s","version":"1","title":null}}`, "reject /io.modelcontextprotocol~1serverInfo/title"},
		{`{` + info + `{"name":"s","version":"1","icons":[{"src":"http://example.com/i.png"}]}}`, ""},
		{`{` + info + `{"name":"s","version":"1","icons":[{}]}}`, "reject /io.modelcontextprotocol~1serverInfo/icons/0/src"},
		{`{` + info + `{"name":"s","version":"1","icons":[{"src":"https://example.com/i.png","theme":"sepia"},[]]}}`,
			"reject /io.modelcontextprotocol~1serverInfo/icons/0/theme; reject /io.modelcontextprotocol~1serverInfo/icons/1"},
		{`{"com.example/id":1,"progressToken":1,"traceparent":"x","com.example/":1,"a":1,"1":1,"a_b.c-d":1,"example.com.mcp/x":1,"mcp.dev/x":1}`, ""},
		{`{"dev.mcp/x":1}`, "condition /dev.mcp~1x"},
		{`{"com.modelcontextprotocol.api/x":1}`, "condition /com.modelcontextprotocol.api~1x"},
		{`{"io.modelcontextprotocol/ui":1}`, "note /io.modelcontextprotocol~1ui"},
		{`{"io.modelcontextprotocol/serverinfo":1}`, "note /io.modelcontextprotocol~1serverinfo"},
		{`{"io.modelcontextprotocol/subscriptionId":1}`, ""},
		{`{"com..example/id":1}`, "condition /com..example~1id"},
		{`{"bad name":1}`, "condition /{8-character-key}"},
		{`{"-x":1,"x-":1}`, "condition /-x; condition /x-"},
		{`{"1com/x":1}`, "condition /1com~1x"},
		{`{"com-/x":1,"/x":1,"com.example/a/b":1}`, "condition /com-~1x; condition /~1x; condition /{15-character-key}"},
		{`{"com.example/é":1,"com.exämple/x":1}`, "condition /{13-character-key}; condition /{13-character-key}"},
	} {
		doc, err := strictjson.Parse([]byte(c.text), "", 1, policy.DefaultLimits().JSON())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range meta.Check(doc.Root, false) {
			pointer := doc.PointerFrom(doc.Root, p.At)
			for _, m := range p.Missing {
				pointer += "/" + strictjson.EscapeToken(m)
			}
			got = append(got, p.Effect.String()+" "+pointer)
		}
		if joined := strings.Join(got, "; "); joined != c.want {
			t.Errorf("%s: got %q, want %q", c.text, joined, c.want)
		}
	}
}

func TestServerInfoWanted(t *testing.T) {
	doc, err := strictjson.Parse([]byte(`{}`), "", 1, policy.DefaultLimits().JSON())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		v       *strictjson.Value
		want    bool
		missing int
	}{{nil, true, 2}, {doc.Root, true, 1}, {nil, false, 0}, {doc.Root, false, 0}} {
		got := meta.Check(c.v, c.want)
		if c.missing == 0 {
			if got != nil {
				t.Errorf("got %v where no serverInfo is wanted", got)
			}
			continue
		}
		if len(got) != 1 || got[0].Effect != rule.Note || len(got[0].Missing) != c.missing {
			t.Errorf("got %v, want one note with %d names missing", got, c.missing)
		}
	}
}

func TestLacks(t *testing.T) {
	const version, capabilities = `"io.modelcontextprotocol/protocolVersion":"2026-07-28"`, `"io.modelcontextprotocol/clientCapabilities":{}`
	for text, want := range map[string]string{
		"{" + version + "," + capabilities + "}": "", "[]": "_meta", "null": "_meta", "{}": "protocolVersion", "{" + capabilities + "}": "protocolVersion",
		"{" + version + "}": "clientCapabilities", `{"io.modelcontextprotocol/protocolVersion":1,` + capabilities + "}": "protocolVersion",
		"{" + version + `,"io.modelcontextprotocol/clientCapabilities":[]}`: "clientCapabilities",
	} {
		doc, err := strictjson.Parse([]byte(text), "", 1, policy.DefaultLimits().JSON())
		if err != nil {
			t.Fatal(err)
		}
		if got := meta.Lacks(doc.Root); got != want {
			t.Errorf("%s lacks %q, want %q", text, got, want)
		}
	}
	if got := meta.Lacks(nil); got != "_meta" {
		t.Errorf("an absent _meta lacks %q", got)
	}
}
