package headers

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

func parse(t testing.TB, text string) *strictjson.Document {
	t.Helper()
	doc, err := strictjson.Parse([]byte(text), "t.json", 1, policy.DefaultLimits().JSON())
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return doc
}

// spotOf takes a tool object, or an inputSchema.
func spotOf(t testing.TB, text string) evidence.Spot {
	t.Helper()
	doc := parse(t, text)
	if doc.Root.Get("name") == nil {
		doc = parse(t, `{"name":"t","inputSchema":`+text+`}`)
	}
	return evidence.Spot{Doc: doc, Base: doc.Root, Subject: rule.Subject{Kind: rule.KindTool, Name: "t"}}
}

func specPolicy() policy.Policy {
	p := policy.Default()
	p.Profile = rule.Spec
	return p
}

// short renders findings as "effect RULE pointer", without notes.
func short(findings []rule.Finding) []string {
	var all []string
	for _, f := range findings {
		if f.Effect != rule.Note {
			all = append(all, strings.TrimSpace(f.Effect.String()+" "+f.Rule.ID+" "+f.Pointer))
		}
	}
	return all
}

func notes(findings []rule.Finding) []string {
	var all []string
	for _, f := range findings {
		if f.Effect == rule.Note {
			all = append(all, f.Rule.ID+" "+f.Pointer+": "+f.Text)
		}
	}
	return all
}

func sweepTool(t testing.TB, tool string, p policy.Policy) ([]Binding, []rule.Finding) {
	t.Helper()
	return Annotations(spotOf(t, tool), protocol.Current, protocol.TransportHTTP, p)
}

// reject is what short says of a finding at a pointer below inputSchema.
func reject(id, pointer string) string { return "reject " + id + " /inputSchema" + pointer }

const draft07 = `"$schema":"http://json-schema.org/draft-07/schema#",`

func TestPositions(t *testing.T) {
	const x = "/x-mcp-header"
	annotated := `{"type":"string","x-mcp-header":"R"}`
	tests := []struct{ schema, want string }{
		{`{"type":"object","x-mcp-header":"R"}`, reject("HDR-07", x)},
		{`{"type":"object","properties":{"a":{"type":["string","null"],"x-mcp-header":"R"}}}`, reject("HDR-05", "/properties/a/type")},
		{`{"type":"object","properties":{"a":{"enum":["x"],"x-mcp-header":"R"}}}`, reject("HDR-05", "/properties/a/type")},
		{`{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}],"x-mcp-header":"R"}}}`, reject("HDR-05", "/properties/a/type")},
		{`{"type":"object","properties":{"a":{"type":"string","x-mcp-header":null}}}`, reject("HDR-02", "/properties/a"+x)},
		{`{"type":"object","properties":{"a":{"type":"string","x-mcp-header":["R"]}}}`, reject("HDR-02", "/properties/a"+x)},
		{`{"type":"object","properties":{"properties":{"type":"object","properties":{"a":` + annotated + `}}}}`, reject("HDR-06", "/properties/properties/properties/a"+x)},
		{`{"type":"object","properties":{"a":{"type":"object","additionalProperties":` + annotated + `}}}`, reject("HDR-07", "/properties/a/additionalProperties"+x)},
		{`{"type":"object","patternProperties":{"^a":` + annotated + `}}`, reject("HDR-07", "/patternProperties/^a"+x)},
		{`{"type":"object","propertyNames":` + annotated + `}`, reject("HDR-07", "/propertyNames"+x)},
		{`{"type":"object","dependentSchemas":{"a":{"properties":{"b":` + annotated + `}}}}`, reject("HDR-07", "/dependentSchemas/a/properties/b"+x)},
		{`{"type":"object","unevaluatedProperties":` + annotated + `}`, reject("HDR-07", "/unevaluatedProperties"+x)},
		{`{"type":"object","properties":{"a":{"prefixItems":[` + annotated + `]}}}`, reject("HDR-07", "/properties/a/prefixItems/0"+x)},
		{`{"type":"object","properties":{"a":{"contains":` + annotated + `}}}`, reject("HDR-07", "/properties/a/contains"+x)},
		{`{"type":"object","properties":{"a":{"type":"string","contentSchema":` + annotated + `}}}`, reject("HDR-07", "/properties/a/contentSchema"+x)},
		{`{"type":"object","if":{},"then":{"properties":{"a":` + annotated + `}}}`, reject("HDR-07", "/then/properties/a"+x)},
		{`{"type":"object","not":{"properties":{"a":` + annotated + `}}}`, reject("HDR-07", "/not/properties/a"+x)},
		{`{"type":"object","$defs":{"unused":` + annotated + `}}`, reject("HDR-07", "/$defs/unused"+x)},
		{`{"type":"object","$defs":{"x-mcp-header":{"type":"string"}}}`, ""},
		{`{` + draft07 + `"type":"object","dependencies":{"a":{"properties":{"b":` + annotated + `}},"c":["a"]}}`, reject("HDR-07", "/dependencies/a/properties/b"+x)},
		{`{"type":"object","allOf":[{"properties":{"a":{"minLength":1}}}],"properties":{"a":` + annotated + `}}`, ""},
		{`{"type":"object","properties":{"a":true,"b":false,"c":` + annotated + `}}`, ""},
		{`{"type":"object","properties":{"a":{"type":"object","default":` + annotated + `},"b":{"$ref":"#/properties/a/default"}}}`, reject("HDR-08", "/properties/b/$ref")},
		{`{"type":"object","properties":{"a":{"$ref":"#/$defs/L"}},"$defs":{"L":{"type":"object","properties":{"next":{"$ref":"#/$defs/L"}}}}}`, ""},
		{`{"type":"object","properties":{"":` + annotated + `,"a/b~c":{"type":"string","x-mcp-header":"S"}}}`, ""},

		// Every other keyword, in whatever dialect.
		{`{"type":"object","properties":{"a":{"items":` + annotated + `}}}`, reject("HDR-07", "/properties/a/items"+x)},
		{`{` + draft07 + `"type":"object","properties":{"a":{"items":[true,` + annotated + `]}}}`, reject("HDR-07", "/properties/a/items/1"+x)},
		{`{"type":"object","properties":{"a":{"items":[` + annotated + `]}}}`, reject("HDR-07", "/properties/a/items/0"+x)},
		{`{"type":"object","properties":{"a":{"additionalItems":` + annotated + `}}}`, reject("HDR-07", "/properties/a/additionalItems"+x)},
		{`{"type":"object","properties":{"a":{"unevaluatedItems":` + annotated + `}}}`, reject("HDR-07", "/properties/a/unevaluatedItems"+x)},
		{`{"type":"object","additionalProperties":` + annotated + `}`, reject("HDR-07", "/additionalProperties"+x)},
		{`{"type":"object","allOf":[` + annotated + `]}`, reject("HDR-07", "/allOf/0"+x)},
		{`{"type":"object","anyOf":[` + annotated + `]}`, reject("HDR-07", "/anyOf/0"+x)},
		{`{"type":"object","oneOf":[{"properties":{"r":` + annotated + `}}]}`, reject("HDR-07", "/oneOf/0/properties/r"+x)},
		{`{"type":"object","if":` + annotated + `}`, reject("HDR-07", "/if"+x)},
		{`{"type":"object","else":` + annotated + `}`, reject("HDR-07", "/else"+x)},
		{`{"type":"object","definitions":{"D":` + annotated + `}}`, reject("HDR-07", "/definitions/D"+x)},
		{`{` + draft07 + `"type":"object","$defs":{"D":` + annotated + `}}`, reject("HDR-07", "/$defs/D"+x)},
		{`{"type":"object","properties":{"r":` + annotated + `},"oneOf":[{"required":["r"]},{"maxProperties":0}]}`, ""},
		// An embedded resource.
		{`{"type":"object","properties":{"r":{"$id":"https://example.net/r","type":"string","x-mcp-header":"R"}}}`, ""},
		{`{"type":"object","properties":{"o":{"$id":"https://example.net/o","properties":{"r":` + annotated + `}}}}`, reject("HDR-07", "/properties/o/properties/r"+x)},
		{`{` + draft07 + `"type":"object","properties":{"o":{"$id":"#o","properties":{"r":` + annotated + `}}}}`, reject("HDR-06", "/properties/o/properties/r"+x)},
	}
	for _, tt := range tests {
		_, findings := sweepTool(t, tt.schema, policy.Default())
		got := short(findings)
		if tt.want == "" && len(got) > 0 || tt.want != "" && (len(got) == 0 || got[0] != tt.want) {
			t.Errorf("%s\n got %q\nwant %q first", tt.schema, got, tt.want)
		}
	}
}

// TestRules has an accept and a reject case for each rule and for its edges; a
// test expects all findings that are no notes, and how many bindings remain.
func TestRules(t *testing.T) {
	property := func(inside string) string {
		return `{"type":"object","properties":{"r":{` + inside + `}}}`
	}
	named := func(property, kind, header string) string {
		return fmt.Sprintf(`{"type":"object","properties":{%q:{"type":%q,"x-mcp-header":%q}}}`, property, kind, header)
	}
	const at = "/properties/r"
	const x = at + "/x-mcp-header"
	undecidable := func(pointer string) []string { return []string{"condition HDR-01 /inputSchema" + pointer} }
	one := func(id, pointer string) []string { return []string{reject(id, pointer)} }
	tests := []struct {
		name, tool string
		want       []string
		bindings   int
	}{
		{"HDR-01 names and data", `{"type":"object","properties":{"x-mcp-header":{"type":"string"},"a":{"type":"object","default":{"x-mcp-header":"R"},"enum":[{"x-mcp-header":"R"}],"examples":[{"x-mcp-header":"R"}],"const":{"x-mcp-header":"R"}}}}`, nil, 0},
		{"HDR-01 unknown keyword", `{"type":"object","x-ui":{"x-mcp-header":"R"}}`, undecidable("/x-ui"), 0},
		{"HDR-01 deep in an unknown keyword", `{"type":"object","properties":{"a":{"x-ui":[{"b":{"x-mcp-header":"R"}}]}}}`, undecidable("/properties/a/x-ui"), 0},
		{"HDR-01 in a keyword without schemas", `{"type":"object","title":{"x-mcp-header":"R"}}`, undecidable("/title"), 0},
		{"HDR-01 in a reference that is none", `{"type":"object","$ref":{"x-mcp-header":"R"}}`, undecidable("/$ref"), 0},
		{"HDR-01 where a schema should stand", `{` + draft07 + `"type":"object","prefixItems":{"x-mcp-header":"R"}}`, undecidable("/prefixItems"), 0},
		{"HDR-01 in a list of dependencies", `{"type":"object","dependencies":{"a":[{"x-mcp-header":"R"}],"b":["x-mcp-header"]}}`, undecidable("/dependencies/a"), 0},
		{"HDR-01 in a list of properties", `{"type":"object","properties":[{"x-mcp-header":"R"}]}`, undecidable("/properties"), 0},
		{"HDR-01 parameter of that name", `{"type":"object","properties":{"x-mcp-header":{"type":"string","x-mcp-header":"R"}}}`, nil, 1},
		{"HDR-01 parameters named like keywords", `{"type":"object","properties":{"properties":{"type":"string","x-mcp-header":"A"},"items":{"type":"string","x-mcp-header":"B"},"$defs":{"type":"string","x-mcp-header":"C"},"default":{"type":"string","x-mcp-header":"D"}}}`, nil, 4},
		{"HDR-01 string of that text", property(`"type":"string","description":"x-mcp-header","const":"x-mcp-header"`), nil, 0},
		{"HDR-01 escaped spelling", `{"type":"object","properties":{"r":{"type":"array","\u0078-mcp-header":"R"}}}`, one("HDR-05", at+"/type"), 0},
		{"a string is no schema", `{"type":"object","properties":{"x-mcp-header":"Region"}}`, nil, 0},

		{"JSON-07 capitals", property(`"type":"string","X-MCP-Header":"R"`), []string{"condition JSON-07 /inputSchema/properties/r/X-MCP-Header"}, 0},
		{"JSON-07 underscores", property(`"type":"string","x_mcp_header":"R"`), []string{"condition JSON-07 /inputSchema/properties/r/x_mcp_header"}, 0},
		{"JSON-07 run together", `{"type":"object","$defs":{"d":{"xmcpheader":"R"}}}`, []string{"condition JSON-07 /inputSchema/$defs/d/xmcpheader"}, 0},
		{"JSON-07 a parameter of that name", `{"type":"object","properties":{"X-MCP-Header":{"type":"string","default":{"X-Mcp-Header":1}}}}`, nil, 0},
		{"JSON-07 beside the real member", property(`"type":"string","x-mcp-header":"R","x-mcp_header":"S"`), []string{"condition JSON-07 /inputSchema/properties/r/x-mcp_header"}, 1},

		{"HDR-02 accept", named("r", "string", "Region"), nil, 1},
		{"HDR-02 empty", named("r", "string", ""), one("HDR-02", x), 0},
		{"HDR-02 null", property(`"type":"string","x-mcp-header":null`), one("HDR-02", x), 0},
		{"HDR-02 false", property(`"type":"string","x-mcp-header":false`), one("HDR-02", x), 0},
		{"HDR-02 number", property(`"type":"string","x-mcp-header":1`), one("HDR-02", x), 0},
		{"HDR-02 object", property(`"type":"string","x-mcp-header":{"x-mcp-header":"R"}`), one("HDR-02", x), 0},
		{"HDR-02 space is HDR-03", named("r", "string", " "), one("HDR-03", x), 0},

		{"HDR-03 every token character", property(`"type":"string","x-mcp-header":"!#$%&'*+-.^_\u0060|~09AZaz"`), nil, 1},
		{"HDR-03 single", named("r", "string", "~"), nil, 1},
		{"HDR-03 Method", named("r", "string", "Method"), nil, 1},
		{"HDR-03 inner space", named("r", "string", "Tenant Id"), one("HDR-03", x), 0},
		{"HDR-03 line break", property(`"type":"string","x-mcp-header":"Region\n"`), one("HDR-03", x), 0},
		{"HDR-03 leading space", named("r", "string", " Region"), one("HDR-03", x), 0},
		{"HDR-03 accent", named("r", "string", "Región"), one("HDR-03", x), 0},
		{"HDR-03 Kelvin sign", property(`"type":"string","x-mcp-header":"R\u212Agion"`), one("HDR-03", x), 0},

		{"HDR-04 accept", `{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"string","x-mcp-header":"Region2"}}}`, nil, 2},
		{"HDR-04 repeated", `{"type":"object","properties":{"b":{"type":"integer","x-mcp-header":"rEGION"},"a":{"type":"string","x-mcp-header":"Region"}}}`, one("HDR-04", "/properties/b/x-mcp-header"), 1},
		{"HDR-04 misplaced ones count", `{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"Region"}},"not":{"x-mcp-header":"region"}}`,
			[]string{reject("HDR-04", "/properties/a/x-mcp-header"), reject("HDR-07", "/not/x-mcp-header")}, 0},
		{"HDR-04 dash and underscore differ", `{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"Tenant-Id"},"b":{"type":"string","x-mcp-header":"Tenant_Id"}}}`, nil, 2},

		{"HDR-05 boolean", named("r", "boolean", "Flag"), nil, 1},
		{"HDR-05 integer", property(`"type":"integer","minimum":0,"maximum":9,"x-mcp-header":"N"`), nil, 1},
		{"HDR-05 string with more", property(`"type":"string","enum":["a"],"pattern":"a","format":"uri","x-mcp-header":"N"`), nil, 1},
		{"HDR-05 number", named("r", "number", "N"), one("HDR-05", at+"/type"), 0},
		{"HDR-05 object", named("r", "object", "N"), one("HDR-05", at+"/type"), 0},
		{"HDR-05 list of one", property(`"type":["string"],"x-mcp-header":"N"`), one("HDR-05", at+"/type"), 0},
		{"HDR-05 list of two", property(`"type":["string","integer"],"x-mcp-header":"N"`), one("HDR-05", at+"/type"), 0},
		{"HDR-05 behind a reference", `{"type":"object","properties":{"r":{"$ref":"#/$defs/P","x-mcp-header":"N"}},"$defs":{"P":{"type":"string"}}}`, one("HDR-05", at+"/type"), 0},

		{"HDR-06 nested", `{"type":"object","properties":{"opt":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Region"}}}}}`, one("HDR-06", "/properties/opt/properties/r/x-mcp-header"), 0},
		{"HDR-06 on the outer object", `{"type":"object","properties":{"opt":{"type":"object","x-mcp-header":"Region","properties":{"r":{}}}}}`, one("HDR-05", "/properties/opt/type"), 0},

		{"HDR-08 accept", `{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Region"},"b":{"$ref":"#/$defs/P"}},"$defs":{"P":{"type":"string"}}}`, nil, 1},
		{"HDR-08 direct", `{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Region"},"b":{"$ref":"#/properties/r"}}}`, one("HDR-08", "/properties/b/$ref"), 1},
		{"HDR-08 root", `{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Region"},"b":{"items":{"$ref":"#"}}}}`, one("HDR-08", "/properties/b/items/$ref"), 1},
		{"HDR-08 root without binding", `{"type":"object","properties":{"x-mcp-header":{"type":"string"},"b":{"items":{"$ref":"#"}}}}`, nil, 0},
		{"HDR-08 into an unknown keyword", `{"type":"object","x-ui":{"x-mcp-header":"R"},"properties":{"b":{"$ref":"#/x-ui"}}}`,
			[]string{reject("HDR-08", "/properties/b/$ref"), "condition HDR-01 /inputSchema/x-ui"}, 0},
		{"HDR-08 deep inside data", `{"type":"object","default":{"a":{"anyOf":[{"x-mcp-header":"R"}]}},"properties":{"b":{"$ref":"#/default/a"}}}`, one("HDR-08", "/properties/b/$ref"), 0},
		{"HDR-08 through data", `{"type":"object","default":{"a":{"$ref":"#/examples/0"}},"examples":[{"x-mcp-header":"R"}],"properties":{"b":{"$ref":"#/default/a"}}}`, one("HDR-08", "/default/a/$ref"), 0},
		{"HDR-08 data without annotation", `{"type":"object","default":{"x-mcp-header":"R"},"examples":[{"type":"string"}],"properties":{"b":{"$ref":"#/examples/0"}}}`, nil, 0},
		{"HDR-08 map as target", `{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"}},"not":{"$ref":"#/properties"}}`, one("HDR-08", "/not/$ref"), 1},
		{"HDR-08 anchor", `{"type":"object","properties":{"r":{"$anchor":"a","type":"string","x-mcp-header":"R"},"b":{"$ref":"#a"}}}`, one("HDR-08", "/properties/b/$ref"), 1},
		{"HDR-08 percent-encoded", `{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"},"b":{"$ref":"#/%70roperties/r"}}}`, one("HDR-08", "/properties/b/$ref"), 1},
		{"HDR-08 by the root's identifier", `{"$id":"https://example.net/s","type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"},"b":{"$ref":"https://example.net/s#/properties/r"},"c":{"$ref":"s"}}}`,
			[]string{reject("HDR-08", "/properties/b/$ref"), reject("HDR-08", "/properties/c/$ref")}, 1},
		{"HDR-08 by a member's identifier", `{"$id":"https://example.net/s","type":"object","properties":{"r":{"$id":"r","type":"string","x-mcp-header":"R"},"b":{"$ref":"r"}}}`, one("HDR-08", "/properties/b/$ref"), 1},
		{"HDR-08 dynamic", `{"type":"object","$defs":{"a":{"$dynamicAnchor":"n"},"b":{"$id":"https://example.net/b","$dynamicAnchor":"n","properties":{"r":{"x-mcp-header":"R"}}}},"properties":{"c":{"$dynamicRef":"#n"}}}`,
			[]string{reject("HDR-07", "/$defs/b/properties/r/x-mcp-header"), reject("HDR-08", "/properties/c/$dynamicRef")}, 0},
		{"HDR-08 keyword of another dialect", `{` + draft07 + `"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"},"b":{"$dynamicRef":"#/properties/r"}}}`, one("HDR-08", "/properties/b/$dynamicRef"), 1},
		{"HDR-08 recursive", `{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"},"b":{"$recursiveRef":"#"}}}`, one("HDR-08", "/properties/b/$recursiveRef"), 1},
		{"HDR-08 embedded resource", `{"type":"object","$defs":{"d":{"$id":"https://example.net/d","$defs":{"e":{"x-mcp-header":"R"}},"$ref":"#/$defs/e"}}}`,
			[]string{reject("HDR-07", "/$defs/d/$defs/e/x-mcp-header"), reject("HDR-08", "/$defs/d/$ref")}, 0},
		{"HDR-08 unresolved is another rule's", `{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"},"b":{"$ref":"#/none"},"c":{"$ref":"https://example.net/c"}}}`, nil, 1},

		{"HDR-09 accept", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"x-mcp-header":{"type":"string"}},"examples":[{"x-mcp-header":"R"}]}}`, nil, 0},
		{"HDR-09 annotation", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Region"}}}}`, []string{"reject HDR-09 /outputSchema/properties/r/x-mcp-header"}, 0},
		{"HDR-09 anywhere", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"anyOf":[{"items":{"x-mcp-header":null}}]}}`, []string{"reject HDR-09 /outputSchema/anyOf/0/items/x-mcp-header"}, 0},
		{"HDR-09 by reference into data", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"default":{"x-mcp-header":"R"},"allOf":[{"$ref":"#/default"}]}}`, []string{"reject HDR-09 /outputSchema/default/x-mcp-header"}, 0},
		{"HDR-09 unknown keyword", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"x-ui":{"x-mcp-header":"R"}}}`, []string{"condition HDR-01 /outputSchema/x-ui"}, 0},

		{"HDR-10 accept", `{"type":"object","properties":{"r":{"$ref":"#/$defs/P","type":"string","x-mcp-header":"Region"}},"$defs":{"P":{"type":"integer"}}}`, nil, 1},
		{"HDR-10 draft-07", `{` + draft07 + `"type":"object","properties":{"r":{"$ref":"#/definitions/P","type":"string","x-mcp-header":"Region"}},"definitions":{"P":{"minLength":1}}}`, one("HDR-10", at+"/$ref"), 0},
		{"HDR-10 draft-06", `{"$schema":"http://json-schema.org/draft-06/schema#","type":"object","properties":{"r":{"$ref":"#/definitions/P","type":"string","x-mcp-header":"Region"}},"definitions":{"P":{"minLength":1}}}`, one("HDR-10", at+"/$ref"), 0},
		{"HDR-10 2019-09", `{"$schema":"https://json-schema.org/draft/2019-09/schema","type":"object","properties":{"r":{"$ref":"#/$defs/P","type":"string","x-mcp-header":"Region"}},"$defs":{"P":{"minLength":1}}}`, nil, 1},
		{"HDR-10 of the property's own dialect", `{"type":"object","properties":{"r":{"$id":"https://example.net/r",` + draft07 + `"$ref":"#/definitions/P","definitions":{"P":{}},"type":"string","x-mcp-header":"Region"}}}`, one("HDR-10", at+"/$ref"), 0},

		{"HDR-11 accept", named("tenant", "string", "Tenant"), nil, 1},
		{"HDR-11 header", named("q", "string", "Token"), one("HDR-11", "/properties/q"), 1},
		{"HDR-11 property", named("apiKey", "string", "Q"), one("HDR-11", "/properties/apiKey"), 1},
		{"HDR-11 format", property(`"type":"string","format":"password","x-mcp-header":"Q"`), one("HDR-11", at+"/format"), 1},
		{"HDR-11 write only", property(`"type":"string","writeOnly":true,"x-mcp-header":"Q"`), one("HDR-11", at+"/writeOnly"), 1},
		{"HDR-11 write only false", property(`"type":"string","writeOnly":false,"x-mcp-header":"Q"`), nil, 1},
		{"HDR-11 count of tokens", named("max_tokens", "integer", "Max-Tokens"), nil, 1},
		{"HDR-11 count as a string", named("max_tokens", "string", "Q"), one("HDR-11", "/properties/max_tokens"), 1},
		{"HDR-11 boolean", named("token", "boolean", "Q"), one("HDR-11", "/properties/token"), 1},
		{"HDR-11 integer", named("pin", "integer", "Q"), one("HDR-11", "/properties/pin"), 1},

		{"rejected schemas are swept", `{"$schema":"https://example.net/mine","type":"object","oneOf":7,"properties":{"r":{"type":"string","x-mcp-header":"R"},"b":{"not":{"x-mcp-header":"S"}}}}`, one("HDR-07", "/properties/b/not/x-mcp-header"), 1},
		{"input is no object", `{"name":"t","inputSchema":[{"x-mcp-header":"R"}]}`, nil, 0},
		{"no input at all", `{"name":"t"}`, nil, 0},
	}
	for _, tt := range tests {
		bindings, findings := sweepTool(t, tt.tool, policy.Default())
		if got := short(findings); !slices.Equal(got, tt.want) || len(bindings) != tt.bindings {
			t.Errorf("%s: %s\n got %q, %d bindings\nwant %q, %d", tt.name, tt.tool, got, len(bindings), tt.want, tt.bindings)
		}
	}
}

func TestEveryNonTokenCharacter(t *testing.T) {
	const token = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	for r := range rune(0x180) {
		if got, want := isTokenCharacter(r), strings.ContainsRune(token, r); got != want {
			t.Errorf("U+%04X: %v", r, got)
		}
	}
}

func TestIntegerRange(t *testing.T) {
	tests := []struct{ inside, want, note string }{
		{`"minimum":-9007199254740991,"maximum":9007199254740991`, "", ""},
		{`"exclusiveMinimum":-9007199254740992,"exclusiveMaximum":9007199254740992`, "", ""},
		{`"const":9007199254740991`, "", ""},
		{`"const":9007199254740992`, "reject const", ""},
		{`"const":9007199254740992.0`, "reject const", ""},
		{`"const":-9.007199254740992e15`, "reject const", ""},
		{`"enum":[1,-9007199254740991]`, "", ""},
		{`"enum":[1,-9007199254740992]`, "reject enum", ""},
		{`"maximum":1e16,"minimum":0`, "condition maximum", ""},
		{`"maximum":9007199254740992,"minimum":0`, "condition maximum", ""},
		{`"maximum":9007199254740991.5,"minimum":0`, "", ""},
		{`"minimum":-9007199254740992,"maximum":0`, "condition minimum", ""},
		{`"exclusiveMaximum":9007199254740992.1,"minimum":0`, "condition exclusiveMaximum", ""},
		{`"exclusiveMinimum":-9007199254740993,"maximum":0`, "condition exclusiveMinimum", ""},
		{`"minimum":9007199254740991,"maximum":9007199254740991`, "", ""},
		{`"minimum":9007199254740992,"maximum":9007199254740992`, "reject minimum condition maximum", ""},
		{`"exclusiveMinimum":9007199254740991,"maximum":9007199254740991`, "reject exclusiveMinimum", ""},
		{`"maximum":-9007199254740992,"minimum":0`, "reject maximum", ""},
		{`"exclusiveMaximum":-9007199254740991,"minimum":0`, "reject exclusiveMaximum", ""},
		{`"minimum":0,"maximum":1,"default":9007199254740992`, "condition default", ""},
		{`"minimum":0`, "", "no bounds"},
		{`"maximum":0`, "", "no bounds"},
		{`"multipleOf":2`, "", "no bounds"},
		{`"minimum":0,"maximum":1,"format":"int64"`, "", "int64"},
		{`"minimum":0,"maximum":1,"format":"int32"`, "", ""},
	}
	for _, tt := range tests {
		_, findings := sweepTool(t, `{"type":"object","properties":{"c":{"type":"integer","x-mcp-header":"Count",`+tt.inside+`}}}`, policy.Default())
		var got []string
		for _, s := range short(findings) {
			got = append(got, strings.Replace(s, "HDR-12 /inputSchema/properties/c/", "", 1))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.inside, got, tt.want)
		}
		said := strings.Join(notes(findings), "; ")
		if tt.note == "" && said != "" || !strings.Contains(said, tt.note) {
			t.Errorf("%s: notes %q, want %q", tt.inside, said, tt.note)
		}
	}
	_, findings := sweepTool(t, `{"type":"object","properties":{"c":{"type":"string","x-mcp-header":"Count","const":9007199254740992}}}`, policy.Default())
	if len(findings) > 0 {
		t.Errorf("a string has no range: %v", short(findings))
	}
}

func TestLints(t *testing.T) {
	long := strings.Repeat("a", longestName)
	tests := []struct {
		header string
		want   string
	}{
		{"Region", ""},
		{"Mcp-Param-Region", "starts with Mcp-Param-"},
		{"mcp-param-", "starts with Mcp-Param-"},
		{"Mcp-Param", ""},
		{"Tenant_Id", `holds "_" or "."`},
		{"tenant.id", `holds "_" or "."`},
		{long, ""},
		{long + "a", "longer than 64"},
	}
	for _, tt := range tests {
		tool := fmt.Sprintf(`{"type":"object","properties":{"r":{"type":"string","x-mcp-header":%q}}}`, tt.header)
		_, findings := sweepTool(t, tool, policy.Default())
		said := strings.Join(notes(findings), "; ")
		if tt.want == "" && said != "" || !strings.Contains(said, tt.want) {
			t.Errorf("%s: %q, want %q", tt.header, said, tt.want)
		}
		if _, findings := sweepTool(t, tool, specPolicy()); len(findings) > 0 {
			t.Errorf("%s: lints under the specification's profile: %v", tt.header, notes(findings))
		}
	}
	_, findings := sweepTool(t, `{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"T-I"},"b":{"type":"string","x-mcp-header":"t_i"}}}`, policy.Default())
	if said := strings.Join(notes(findings), "; "); !strings.Contains(said, `/inputSchema/properties/b/x-mcp-header: differs from the header of /inputSchema/properties/a in "-" and "_" alone`) {
		t.Error(said)
	}
}

func TestSensitiveNames(t *testing.T) {
	tests := []struct{ names, class string }{
		{"accessToken ACCESS-TOKEN accesstoken page_token tokens token2 2token accesstokens jwt sessionId session_id Session SID x-session mfaCode MFA-Code totp", "token"},
		{"client_secret clientsecret secrets", "secret"},
		{"passwordPolicyId PWD user-pwd mypasswd passCode pinCode pin pin_1 Pass X-Pass pw PW", "password"},
		{"user.email eMail E-mail phone IPAddress ip_address firstName first-name SSN dateDob iban card_number CVV card-cvc", "pii"},
		{"X-API-Key apikey APIKey api_keys myapikey creds signing.key awsCredentials Access-Key awsAccessKeyId accesskey", "credential"},
		{"auth AUTH _auth_ X-Auth x_auth OAuth2 authorization authCode", "authorization"},
		{"tokenizer tokenize secretary author authority region owner repo priority user_id pinned mailbox spin", ""},
		{"authMode keyboard 日本 address name number y_auth x x_y passive opinion passCount session_type sidebar pwm access keyAccess X-Auth-Mode", ""},
	}
	for _, tt := range tests {
		for name := range strings.FieldsSeq(tt.names) {
			if got := classOf(splitWords(name), policy.DefaultVocabulary()); string(got) != tt.class {
				t.Errorf("%s: class %q, want %q", name, got, tt.class)
			}
		}
	}
	for name := range strings.FieldsSeq("max_tokens min_tokens maxTokens token_count token_limit token_budget num_tokens total_tokens output_tokens input_tokens Max-Tokens") {
		if !countsTokens(splitWords(name)) {
			t.Errorf("%s counts tokens", name)
		}
	}
	for name := range strings.FieldsSeq("tokens token max_token page_token token_id max_tokens_secret") {
		if countsTokens(splitWords(name)) {
			t.Errorf("%s does not count tokens", name)
		}
	}
}

func TestOwnVocabulary(t *testing.T) {
	p := policy.Default()
	p.Denied["tenant"] = policy.PII
	_, findings := sweepTool(t, `{"type":"object","properties":{"tenantId":{"type":"string","x-mcp-header":"Q"}}}`, p)
	if got, want := findings[0].Reason(), `HDR-11 /inputSchema/properties/tenantId: property name "tenantId" matches deployment policy class pii`; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestReasons(t *testing.T) {
	tests := []struct{ tool, want string }{
		{`{"type":"object","x-ui":{"x-mcp-header":"R"}}`, `HDR-01 /inputSchema/x-ui: x-mcp-header inside unknown keyword "x-ui" cannot be judged`},
		{`{"type":"object","title":{"x-mcp-header":"R"}}`, `HDR-01 /inputSchema/title: x-mcp-header inside keyword "title" cannot be judged`},
		{`{"type":"object","X-MCP-Header":"R"}`, `JSON-07 /inputSchema/X-MCP-Header: member "X-MCP-Header" is not x-mcp-header; it is ignored`},
		{`{"type":"object","properties":{"r":{"type":"string","x-mcp-header":""}}}`, `HDR-02 /inputSchema/properties/r/x-mcp-header: value is an empty string`},
		{`{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Tenant Id"}}}`, `HDR-03 /inputSchema/properties/r/x-mcp-header: character U+0020 at 6 is not allowed in a field name`},
		{`{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"éa"}}}`, `HDR-03 /inputSchema/properties/r/x-mcp-header: character U+00E9 at 0 is not allowed in a field name`},
		{`{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"R"},"b":{"type":"string","x-mcp-header":"r"}}}`, `HDR-04 /inputSchema/properties/b/x-mcp-header: "r" repeats the header of /inputSchema/properties/a ignoring case`},
		{`{"type":"object","properties":{"n":{"type":"number","x-mcp-header":"N"}}}`, `HDR-05 /inputSchema/properties/n/type: declared type is "number", must be "string", "integer" or "boolean"`},
		{`{"type":"object","properties":{"n":{"x-mcp-header":"N"}}}`, `HDR-05 /inputSchema/properties/n/type: declared type is missing, must be "string", "integer" or "boolean"`},
		{`{"type":"object","properties":{"n":{"type":["string"],"x-mcp-header":"N"}}}`, `HDR-05 /inputSchema/properties/n/type: declared type is a list, must be "string", "integer" or "boolean"`},
		{`{"type":"object","properties":{"o":{"properties":{"r":{"type":"string","x-mcp-header":"R"}}}}}`, `HDR-06 /inputSchema/properties/o/properties/r/x-mcp-header: annotation is nested 1 level below inputSchema.properties; only direct members may carry it (house policy; the protocol allows a properties chain)`},
		{`{"type":"object","oneOf":[{"properties":{"r":{"type":"string","x-mcp-header":"R"}}}]}`, `HDR-07 /inputSchema/oneOf/0/properties/r/x-mcp-header: annotation under oneOf; the path from the root leaves inputSchema.properties`},
		{`{"type":"object","x-mcp-header":"R"}`, `HDR-07 /inputSchema/x-mcp-header: annotation on the root itself; the path from the root leaves inputSchema.properties`},
		{`{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"},"b":{"$ref":"#/properties/r"}}}`, `HDR-08 /inputSchema/properties/b/$ref: target "#/properties/r" contains an annotation at /inputSchema/properties/r/x-mcp-header`},
		{`{"name":"a","outputSchema":{"x-mcp-header":"R"}}`, `HDR-09 /outputSchema/x-mcp-header: annotation in outputSchema`},
		{`{` + draft07 + `"properties":{"r":{"$ref":"#","type":"string","x-mcp-header":"R"}}}`, `HDR-08 /inputSchema/properties/r/$ref: target "#" contains an annotation at /inputSchema/properties/r/x-mcp-header`},
		{`{` + draft07 + `"properties":{"r":{"$ref":"#/none","type":"string","x-mcp-header":"R"}}}`, `HDR-10 /inputSchema/properties/r/$ref: draft-07 ignores the siblings of $ref, so the annotation has no defined meaning`},
		{`{"type":"object","properties":{"q":{"type":"string","x-mcp-header":"Token"}}}`, `HDR-11 /inputSchema/properties/q: header name "Token" matches deployment policy class token`},
		{`{"type":"object","properties":{"c":{"type":"integer","const":9007199254740992,"x-mcp-header":"Count"}}}`, `HDR-12 /inputSchema/properties/c/const: const allows values outside -9007199254740991..9007199254740991`},
	}
	for _, tt := range tests {
		_, findings := sweepTool(t, tt.tool, policy.Default())
		if len(findings) == 0 || findings[0].Reason() != tt.want {
			t.Errorf("%s\n got %v\nwant %s", tt.tool, findings, tt.want)
		}
	}
}

func TestBinding(t *testing.T) {
	bindings, _ := sweepTool(t, `{"type":"object","properties":{"a/b~c":{"type":"integer","x-mcp-header":"Count"},"":{"type":"string","x-mcp-header":"R"}}}`, policy.Default())
	want := []Binding{
		{Property: "", Path: []string{""}, Pointer: "/inputSchema/properties/", Name: "R", Header: "Mcp-Param-R", Type: String},
		{Property: "a/b~c", Path: []string{"a/b~c"}, Pointer: "/inputSchema/properties/a~1b~0c", Name: "Count", Header: "Mcp-Param-Count", Type: Integer},
	}
	if fmt.Sprint(bindings) != fmt.Sprint(want) {
		t.Errorf("got %v\nwant %v", bindings, want)
	}
	arguments := parse(t, `{"a/b~c":7}`).Root
	if v := bindings[1].Argument(arguments); v.Text() != "7" {
		t.Errorf("argument %v", v)
	}
	if v := bindings[0].Argument(arguments); v != nil {
		t.Errorf("argument %v", v)
	}
}

func TestSpecificationProfile(t *testing.T) {
	nested := `{"type":"object","properties":{"opt":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Region"}}}}}`
	bindings, findings := sweepTool(t, nested, specPolicy())
	if len(findings) > 0 || len(bindings) != 1 || !slices.Equal(bindings[0].Path, []string{"opt", "r"}) || bindings[0].Property != "r" {
		t.Errorf("nested: %v %v", bindings, findings)
	}
	if v := bindings[0].Argument(parse(t, `{"opt":{"r":"x"}}`).Root); v.Text() != "x" {
		t.Errorf("argument %v", v)
	}
	tests := []struct {
		name, tool string
		want       []string
	}{
		{"the type counts in a chain", `{"type":"object","properties":{"opt":{"properties":{"r":{"x-mcp-header":"R"}}}}}`, []string{reject("HDR-05", "/properties/opt/properties/r/type")}},
		{"other positions", `{"type":"object","properties":{"opt":{"items":{"properties":{"r":{"type":"string","x-mcp-header":"R"}}}}}}`, []string{reject("HDR-07", "/properties/opt/items/properties/r/x-mcp-header")}},
		{"embedded resource", `{"type":"object","properties":{"o":{"$id":"https://example.net/o","properties":{"r":{"type":"string","x-mcp-header":"R"}}}}}`, []string{reject("HDR-07", "/properties/o/properties/r/x-mcp-header")}},
		{"outputSchema", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"x-mcp-header":"R"}}`, nil},
		{"sensitive", `{"type":"object","properties":{"token":{"type":"string","x-mcp-header":"R"}}}`, []string{"condition HDR-11 /inputSchema/properties/token"}},
	}
	for _, tt := range tests {
		_, findings := sweepTool(t, tt.tool, specPolicy())
		if got := short(findings); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	wrong := `{"type":"object","properties":{"r":{"type":"array","x-mcp-header":"R"}}}`
	if b, f := Annotations(spotOf(t, wrong), protocol.Current, protocol.TransportStdio, specPolicy()); b != nil || f != nil {
		t.Errorf("stdio: %v %v", b, f)
	}
	if b, f := Annotations(spotOf(t, wrong), protocol.ByName("2025-11-25"), protocol.TransportHTTP, specPolicy()); b != nil || f != nil {
		t.Errorf("older revision: %v %v", b, f)
	}
}

func TestTransportAndRevision(t *testing.T) {
	wrong := spotOf(t, `{"type":"object","properties":{"r":{"type":"array","x-mcp-header":"R"}}}`)
	_, findings := Annotations(wrong, protocol.Current, protocol.TransportStdio, policy.Default())
	if len(findings) != 1 || !strings.HasSuffix(findings[0].Text, " (checked although the evidence is stdio)") || findings[0].Provenance != rule.SpecMust {
		t.Errorf("stdio: %v", findings)
	}
	_, findings = Annotations(wrong, protocol.Current, "", policy.Default())
	if len(findings) != 1 || strings.Contains(findings[0].Text, "stdio") {
		t.Errorf("unknown transport: %v", findings)
	}
	_, findings = Annotations(wrong, protocol.ByName("2025-06-18"), protocol.TransportHTTP, policy.Default())
	if len(findings) != 1 || findings[0].Effect != rule.Reject || findings[0].Provenance != rule.Policy {
		t.Errorf("older revision: %v", findings)
	}
}

// TestRelated wants the annotation that a reference reaches in the finding.
func TestRelated(t *testing.T) {
	_, findings := sweepTool(t, `{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"},"b":{"$ref":"#/properties/r"}}}`, policy.Default())
	if len(findings) != 1 || len(findings[0].Related) != 1 || findings[0].Related[0].Pointer != "/inputSchema/properties/r/x-mcp-header" {
		t.Errorf("%+v", findings)
	}
}

// TestFlood wants an answer of bounded size, and all the same the one exact
// reason, from schemas of any size.
func TestFlood(t *testing.T) {
	misplaced := func(n int) string {
		return `{"type":"object","anyOf":[` + strings.Repeat(`{"x-mcp-header":7},`, n) + `true]}`
	}
	for _, n := range []int{listed, listed + 1, 3 * policy.DefaultLimits().Subschemas} {
		_, findings := sweepTool(t, misplaced(n), policy.Default())
		if len(findings) != 2*listed || findings[0].Reason() != "HDR-02 /inputSchema/anyOf/0/x-mcp-header: value is number" {
			t.Fatalf("%d annotations: %d findings, the first %s", n, len(findings), findings[0].Reason())
		}
		const more = " more such findings)"
		if got := strings.HasSuffix(findings[listed-1].Text, more) && strings.HasSuffix(findings[2*listed-1].Text, more); got != (n > listed) {
			t.Errorf("%d annotations: the last says %q", n, findings[2*listed-1].Text)
		}
	}
	late := `{"type":"object","anyOf":[` + strings.Repeat(`{},`, 2*policy.DefaultLimits().Subschemas) + `{"x-mcp-header":"R"}]}`
	if _, findings := sweepTool(t, late, policy.Default()); len(findings) != 1 || findings[0].Rule != ruleMisplaced {
		t.Errorf("beyond the limit: %v", short(findings))
	}
}

func TestMapping(t *testing.T) {
	bindings, _ := sweepTool(t, `{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"count":{"type":"integer","x-mcp-header":"Count"}}}`, policy.Default())
	tests := []struct {
		name, supplied string
		known          bool
		want           []string
	}{
		{"equal", `{"region":"Mcp-Param-Region","count":"mcp-param-COUNT"}`, true, nil},
		{"changes", `{"region":"Region","count":"Mcp-Param-Count"}`, true,
			[]string{`condition HDR-14 /headerMapping/map/region: mapping changes "Mcp-Param-Region" for /inputSchema/properties/region`}},
		{"no string", `{"region":"Mcp-Param-Region","count":null}`, true,
			[]string{`condition HDR-14 /headerMapping/map/count: mapping changes "Mcp-Param-Count" for /inputSchema/properties/count`}},
		{"lacks and adds", `{"region":"Mcp-Param-Region","Count":"Mcp-Param-Count"}`, true, []string{
			`condition HDR-14 /headerMapping/map/Count: mapping adds "Mcp-Param-Count" for "Count"`,
			`condition HDR-14 /headerMapping/map/count: mapping lacks "Mcp-Param-Count" for /inputSchema/properties/count`}},
		{"Kelvin sign is no K", `{"region":"Mcp-Param-Region","count":"Mcp-Param-Count","k":"\u212A"}`, true,
			[]string{`condition HDR-14 /headerMapping/map/k: mapping adds "\u212a" for "k"`}},
		{"no object", `[]`, true, []string{`condition HDR-14 /headerMapping/map: mapping is array, not an object of arguments and their headers`}},
		{"not listed", `{}`, false, []string{`note HDR-14 /headerMapping/map: mapping is of a tool that is not listed or is rejected`}},
	}
	for _, tt := range tests {
		doc := parse(t, `{"headerMapping":{"tool":"route","map":`+tt.supplied+`}}`)
		m := &evidence.HeaderMapping{Doc: doc, Value: doc.Root, Tool: "route", Map: doc.Root.Path("headerMapping", "map")}
		var got []string
		for _, f := range CompareMapping(m, bindings, tt.known) {
			got = append(got, f.Effect.String()+" "+f.Reason())
			if f.Subject != (rule.Subject{Kind: rule.KindTool, Name: "route"}) {
				t.Errorf("%s: subject %v", tt.name, f.Subject)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", tt.name, got, tt.want)
		}
	}
}
