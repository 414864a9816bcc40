package admission

import (
	"fmt"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

const (
	schemaOnly = `"inputSchema":{"type":"object"}`
	described  = `"description":"d",` + schemaOnly
)

// TestDescriptor judges single entries; want is every finding, as effect, rule
// and pointer.
func TestDescriptor(t *testing.T) {
	long := strings.Repeat("n", 128)
	tests := []struct {
		name, entry string
		want        []string
	}{
		{"in order", tool("a"), nil},
		{"all members", tool("a", `"title":"A"`, `"icons":[{"src":"data:image/png;base64,iVBORw0KGgo=","sizes":["any"],"theme":"dark"}]`,
			`"annotations":{"title":"t","readOnlyHint":true}`, `"outputSchema":{"type":"array","items":{"type":"integer"}}`, `"_meta":{"com.example/id":1}`), nil},

		{"null", `null`, []string{"reject DESC-01 /result/tools/0"}},
		{"array", `[{"name":"a"}]`, []string{"reject DESC-01 /result/tools/0"}},
		{"string", `"a"`, []string{"reject DESC-01 /result/tools/0"}},

		{"no name", `{` + described + `}`, []string{"reject DESC-02 /name"}},
		{"null name", `{"name":null,` + described + `}`, []string{"reject DESC-02 /name"}},
		{"number name", `{"name":7,` + described + `}`, []string{"reject DESC-02 /name"}},
		{"empty name", tool(""), []string{"reject DESC-02 /name"}},
		{"blank name", tool(" "), []string{"reject DESC-02 /name"}},
		{"tab name", tool(`\t`), []string{"reject DESC-02 /name"}},
		{"no-break space name", tool(`\u00a0`), []string{"reject DESC-02 /name"}},
		{"zero", tool("0"), nil},
		{"title is no name", `{"title":"a","annotations":{"title":"a"},` + described + `}`, []string{"reject DESC-02 /name"}},

		{"plain name", tool("get.user-2"), nil},
		{"zero-width", tool(`get\u200buser`), []string{"reject DESC-03 /name"}},
		{"null character", tool(`a\u0000`), []string{"reject DESC-03 /name"}},
		{"delete", tool(`a\u007fb`), []string{"reject DESC-03 /name"}},
		{"soft hyphen", tool(`a\u00adb`), []string{"reject DESC-03 /name"}},
		{"line separator", tool(`a\u2028b`), []string{"reject DESC-03 /name"}},
		{"bidi", tool(`a\u202eb`), []string{"reject DESC-03 /name"}},
		{"isolate", tool(`a\u2066b`), []string{"reject DESC-03 /name"}},
		{"byte order mark", tool(`\ufeffa`), []string{"reject DESC-03 /name"}},
		{"private use", tool(`a\ue000`), []string{"reject DESC-03 /name"}},
		{"noncharacter", tool(`a\ufffeb`), []string{"reject DESC-03 /name"}},
		{"leading space", tool(" a"), []string{"reject DESC-03 /name"}},
		{"trailing ideographic space", tool(`a\u3000`), []string{"reject DESC-03 /name"}},
		{"trailing newline", tool(`a\n`), []string{"reject DESC-03 /name"}},

		{"dots", tool("DATA_EXPORT.v2"), nil},
		{"leading hyphen", tool("-a"), nil},
		{"leading dot", tool(".a"), nil},
		{"128 characters", tool(long), nil},
		{"129 characters", tool(long + "n"), []string{"condition DESC-04 /name"}},
		{"slash", tool("user/profile"), []string{"condition DESC-04 /name"}},
		{"inner space", tool("a b"), []string{"condition DESC-04 /name"}},
		{"comma", tool("a,b"), []string{"condition DESC-04 /name"}},
		{"accent", tool("é"), []string{"condition DESC-04 /name"}},
		{"at sign next to A", tool("@"), []string{"condition DESC-04 /name"}},
		{"bracket next to Z", tool("a["), []string{"condition DESC-04 /name"}},
		{"long and outside", tool("/" + long), []string{"condition DESC-04 /name", "condition DESC-04 /name"}},

		{"no input", `{"name":"a","description":"d"}`, []string{"reject DESC-07 /inputSchema"}},
		{"null input", `{"name":"a","description":"d","inputSchema":null}`, []string{"reject DESC-07 /inputSchema"}},
		{"boolean input", `{"name":"a","description":"d","inputSchema":true}`, []string{"reject DESC-07 /inputSchema"}},
		{"array input", `{"name":"a","description":"d","inputSchema":[]}`, []string{"reject DESC-07 /inputSchema"}},
		{"string input", `{"name":"a","description":"d","inputSchema":"{}"}`, []string{"reject DESC-07 /inputSchema"}},

		{"list type", inputOf(`{"type":["object"]}`), []string{"reject DESC-08 /inputSchema/type"}},
		{"nullable type", inputOf(`{"type":["object","null"]}`), []string{"reject DESC-08 /inputSchema/type"}},
		{"other type", inputOf(`{"type":"Object"}`), []string{"reject DESC-08 /inputSchema/type", "reject DESC-10 /inputSchema/type"}},
		{"array type", inputOf(`{"type":"array"}`), []string{"reject DESC-08 /inputSchema/type"}},
		{"empty schema", inputOf(`{}`), []string{"reject DESC-08 /inputSchema/type"}},
		{"properties without type", inputOf(`{"properties":{}}`), []string{"reject DESC-08 /inputSchema/type"}},
		{"type by reference", inputOf(`{"$ref":"#/$defs/o","$defs":{"o":{"type":"object"}}}`), []string{"reject DESC-08 /inputSchema/type"}},
		{"root with oneOf", inputOf(`{"type":"object","oneOf":[{"required":["x"]},{"required":["y"]}]}`), nil},
		{"root that nothing satisfies", inputOf(`{"type":"object","not":{}}`), nil},

		{"draft-07", inputOf(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}`), []string{"note DESC-09 /inputSchema/$schema"}},
		{"unknown dialect", inputOf(`{"$schema":"https://example.net/mine","type":"object"}`), []string{"reject DESC-09 /inputSchema/$schema"}},
		{"unknown output dialect", outputOf(`{"$schema":"https://example.net/mine"}`), []string{"reject DESC-09 /outputSchema/$schema"}},
		{"boolean schemas", inputOf(`{"type":"object","properties":{"a":true,"b":false}}`), nil},
		{"invalid definition", inputOf(`{"type":"object","$defs":{"u":{"type":"strng"}}}`), []string{"reject DESC-10 /inputSchema/$defs/u/type"}},
		{"recursion", inputOf(`{"type":"object","properties":{"n":{"$ref":"#"}}}`), nil},
		{"fetched reference", inputOf(`{"type":"object","properties":{"n":{"$ref":"https://example.net/s.json"}}}`), []string{"reject DESC-11 /inputSchema/properties/n/$ref"}},
		{"fetched output reference", outputOf(`{"$ref":"https://example.net/s.json"}`), []string{"reject DESC-11 /outputSchema/$ref"}},

		{"boolean output", outputOf(`true`), []string{"reject DESC-13 /outputSchema"}},
		{"null output", outputOf(`null`), []string{"reject DESC-13 /outputSchema"}},
		{"empty output", outputOf(`{}`), nil},
		{"null root", outputOf(`{"type":"null"}`), nil},
		{"invalid output", outputOf(`{"type":"strng"}`), []string{"reject DESC-13 /outputSchema/type"}},

		{"hints", tool("a", `"annotations":{"readOnlyHint":true,"destructiveHint":true}`), nil},
		{"string hint", tool("a", `"annotations":{"readOnlyHint":"yes"}`), []string{"reject DESC-14 /annotations/readOnlyHint"}},
		{"null hint", tool("a", `"annotations":{"openWorldHint":null}`), []string{"reject DESC-14 /annotations/openWorldHint"}},
		{"boolean title", tool("a", `"annotations":{"title":true}`), []string{"reject DESC-14 /annotations/title"}},
		{"null annotations", tool("a", `"annotations":null`), []string{"reject DESC-14 /annotations"}},
		{"array annotations", tool("a", `"annotations":[]`), []string{"reject DESC-14 /annotations"}},
		{"unknown hint", tool("a", `"annotations":{"safeHint":"x"}`), []string{"note DESC-14 /annotations/safeHint"}},

		{"no description", `{"name":"a",` + schemaOnly + `}`, []string{"note DESC-15 /description"}},
		{"null description", `{"name":"a","description":null,` + schemaOnly + `}`, []string{"reject DESC-15 /description"}},
		{"number title", tool("a", `"title":1`), []string{"reject DESC-15 /title"}},
		{"icons object", tool("a", `"icons":{}`), []string{"reject DESC-15 /icons"}},
		{"icon without source", tool("a", `"icons":[{}]`), []string{"reject DESC-15 /icons/0/src"}},
		{"script icon", tool("a", `"icons":[{"src":"javascript:0"}]`), []string{"condition DESC-15 /icons/0/src"}},
		{"icon in clear", tool("a", `"icons":[{"src":"http://e.net/a"}]`), []string{"condition DESC-15 /icons/0/src"}},
		{"icon theme", tool("a", `"icons":[{"src":"https://e.net/a","theme":"blue"}]`), []string{"reject DESC-15 /icons/0/theme"}},

		{"unknown member", tool("a", `"x":1`), []string{"note DESC-16 /x"}},
		{"left-over execution", tool("a", `"execution":{"taskSupport":"forbidden"}`), []string{"note DESC-16 /execution"}},
		{"left-over execution of any type", tool("a", `"execution":7`), []string{"note DESC-16 /execution"}},

		{"near miss", tool("a", `"outputschema":{"type":"array"}`), []string{"condition JSON-07 /outputschema"}},
		{"near miss instead", `{"name":"a","description":"d","input_schema":{"type":"object"}}`, []string{"reject DESC-07 /inputSchema", "condition JSON-07 /input_schema"}},
		{"near miss hint", tool("a", `"annotations":{"readonlyHint":true}`), []string{"condition JSON-07 /annotations/readonlyHint"}},
		{"near miss in icon", tool("a", `"icons":[{"src":"https://e.net/a","mimetype":1}]`), []string{"condition JSON-07 /icons/0/mimetype"}},
		{"near miss in schema", inputOf(`{"type":"object","Required":1}`), []string{"note JSON-07 /inputSchema/Required"}},

		{"array _meta", tool("a", `"_meta":[]`), []string{"reject JSON-12 /_meta"}},
		{"bad key in _meta", tool("a", `"_meta":{"bad name":1}`), []string{"condition JSON-12 /_meta/bad name"}},

		{"repeated member", tool("a", `"title":"x","title":"x"`), []string{"reject JSON-03 /title"}},
		{"repeated in data", inputOf(`{"type":"object","default":{"a":1,"a":1}}`), []string{"reject JSON-03 /inputSchema/default/a"}},
		{"repeated and no schema", `{"name":"a","x":1,"x":2}`, []string{"reject JSON-03 /x"}},
		{"repeated with a bad name", `{"name":"a\u0000","x":1,"x":2}`, []string{"reject JSON-03 /x", "reject DESC-03 /name"}},
		{"lone surrogate", tool("a", `"title":"\ud800"`), []string{"reject JSON-04 /title"}},
		{"number out of bounds", inputOf(`{"type":"object","minimum":1e5000}`), []string{"reject JSON-05 /inputSchema/minimum"}},
		{"too deep", tool("a", `"_meta":`+strings.Repeat("[", 130)+strings.Repeat("]", 130)), []string{"reject JSON-06 /_meta" + strings.Repeat("/0", 124)}},
	}
	for _, tt := range tests {
		tools := review(house(), listing(t, "", 1, list(tt.entry)))
		if len(tools) != 1 {
			t.Fatalf("%s: %d tools", tt.name, len(tools))
		}
		wantFindings(t, tt.name, tools[0].Findings, tt.want...)
		checkFindings(t, tools)
	}
}

func inputOf(schema string) string {
	return `{"name":"a","description":"d","inputSchema":` + schema + `}`
}

func outputOf(schema string) string { return tool("a", `"outputSchema":`+schema) }

// TestRevision judges the same members under the revisions that know them and
// those that do not.
func TestRevision(t *testing.T) {
	tests := []struct {
		name, entry string
		want        map[string][]string // by revision; those left out have no finding
	}{
		{"title", tool("a", `"title":null`), map[string][]string{
			"2024-11-05": {"note DESC-16 /title"}, "2025-03-26": {"note DESC-16 /title"}, "2025-06-18": {"reject DESC-15 /title"},
			"2025-11-25": {"reject DESC-15 /title"}, "2026-07-28": {"reject DESC-15 /title"},
		}},
		{"annotations", tool("a", `"annotations":null`), map[string][]string{
			"2024-11-05": {"note DESC-16 /annotations"}, "2025-03-26": {"reject DESC-14 /annotations"}, "2025-06-18": {"reject DESC-14 /annotations"},
			"2025-11-25": {"reject DESC-14 /annotations"}, "2026-07-28": {"reject DESC-14 /annotations"},
		}},
		{"icons", tool("a", `"icons":null`), map[string][]string{
			"2024-11-05": {"note DESC-16 /icons"}, "2025-03-26": {"note DESC-16 /icons"}, "2025-06-18": {"note DESC-16 /icons"},
			"2025-11-25": {"reject DESC-15 /icons"}, "2026-07-28": {"reject DESC-15 /icons"},
		}},
		{"_meta", tool("a", `"_meta":null`), map[string][]string{
			"2024-11-05": {"note DESC-16 /_meta"}, "2025-03-26": {"note DESC-16 /_meta"}, "2025-06-18": {"reject JSON-12 /_meta"},
			"2025-11-25": {"reject JSON-12 /_meta"}, "2026-07-28": {"reject JSON-12 /_meta"},
		}},
		{"execution", tool("a", `"execution":{"taskSupport":"optional"}`), map[string][]string{
			"2024-11-05": {"note DESC-16 /execution"}, "2025-03-26": {"note DESC-16 /execution"}, "2025-06-18": {"note DESC-16 /execution"},
			"2026-07-28": {"note DESC-16 /execution"},
		}},
		{"misshapen execution", tool("a", `"execution":{"taskSupport":"Optional"}`), map[string][]string{
			"2024-11-05": {"note DESC-16 /execution"}, "2025-03-26": {"note DESC-16 /execution"}, "2025-06-18": {"note DESC-16 /execution"},
			"2025-11-25": {"reject DESC-15 /execution/taskSupport"}, "2026-07-28": {"note DESC-16 /execution"},
		}},
		{"array output", outputOf(`{"type":"array"}`), map[string][]string{
			"2024-11-05": {"note DESC-16 /outputSchema"}, "2025-03-26": {"note DESC-16 /outputSchema"},
			"2025-06-18": {"reject DESC-13 /outputSchema/type"}, "2025-11-25": {"reject DESC-13 /outputSchema/type"},
		}},
		{"object output", outputOf(`{"type":"object"}`), map[string][]string{
			"2024-11-05": {"note DESC-16 /outputSchema"}, "2025-03-26": {"note DESC-16 /outputSchema"},
		}},
		{"near miss of an unknown member", tool("a", `"Icons":1`), map[string][]string{
			"2024-11-05": {"note DESC-16 /Icons"}, "2025-03-26": {"note DESC-16 /Icons"}, "2025-06-18": {"note DESC-16 /Icons"},
			"2025-11-25": {"condition JSON-07 /Icons"}, "2026-07-28": {"condition JSON-07 /Icons"},
		}},
	}
	for _, tt := range tests {
		for _, r := range protocol.Revisions {
			l := listing(t, "", 1, list(tt.entry))
			l.Pages[0].Revision = r
			one := review(house(), l)[0]
			wantFindings(t, tt.name+" in "+r.Name, one.Findings, tt.want[r.Name]...)
			if known := r.OutputSchema && strings.Contains(tt.entry, "outputSchema"); one.HasOutput != known {
				t.Errorf("%s in %s: HasOutput is %t", tt.name, r.Name, one.HasOutput)
			}
		}
	}
}

func TestRevisionOfThePolicyAppliesWhereNoneIsStated(t *testing.T) {
	p := house()
	p.Revision = protocol.ByName("2024-11-05")
	l := listing(t, "", 1, list(tool("a", `"title":"t"`)))
	l.Pages[0].Revision = nil
	wantFindings(t, "no revision", review(p, l)[0].Findings, "note DESC-16 /title")
}

// TestSpecProfile lists what the specification only advises, or does not say.
func TestSpecProfile(t *testing.T) {
	tests := []struct {
		name, entry string
		house, spec []string
	}{
		{"null name", `{"name":null,` + described + `}`, []string{"reject DESC-02 /name"}, []string{"reject DESC-02 /name"}},
		{"empty name", tool(""), []string{"reject DESC-02 /name"}, []string{"condition DESC-02 /name"}},
		{"blank name", tool(" "), []string{"reject DESC-02 /name"}, []string{"condition DESC-02 /name"}},
		{"invisible", tool(`a\u200b`), []string{"reject DESC-03 /name"}, []string{"condition DESC-03 /name"}},
		{"hidden text", tool("a", `"title":"\u001b"`), []string{"condition DESC-19 /title"}, []string{"condition DESC-19 /title"}},
		{"no schema", `{"name":"a","description":"d"}`, []string{"reject DESC-07 /inputSchema"}, []string{"reject DESC-07 /inputSchema"}},
	}
	for _, tt := range tests {
		l := listing(t, "", 1, list(tt.entry))
		wantFindings(t, tt.name+" (house)", review(house(), l)[0].Findings, tt.house...)
		wantFindings(t, tt.name+" (spec)", review(spec(), l)[0].Findings, tt.spec...)
		checkFindings(t, review(spec(), l))
	}
}

func TestProvenance(t *testing.T) {
	for entry, want := range map[string]rule.Provenance{
		`null`:                                 rule.SpecMust,
		`{` + described + `}`:                  rule.SpecMust,
		tool(""):                               rule.Policy,
		tool(`a\u200b`):                        rule.Policy,
		tool("a b"):                            rule.SpecShould,
		`{"name":"a","description":"d"}`:       rule.SpecMust,
		inputOf(`{}`):                          rule.SpecMust,
		outputOf(`true`):                       rule.SpecMust,
		tool("a", `"annotations":{"title":1}`): rule.SpecMust,
		tool("a", `"icons":[{"src":"ftp://a/b"}]`): rule.SpecMust,
		tool("a", `"Title":"x"`):                   rule.SpecMust,
		tool("a", `"title":"\u200b"`):              rule.Policy,
	} {
		fs := review(house(), listing(t, "", 1, list(entry)))[0].Findings
		if len(fs) != 1 || fs[0].Provenance != want {
			t.Errorf("%s: got %v, want one finding of %v", entry, fs, want)
		}
	}
}

func TestTexts(t *testing.T) {
	for entry, want := range map[string]string{
		`[]`:                             `DESC-01 /result/tools/0: entry is array, not an object`,
		tool(`ab\u200bc`):                `DESC-03 /name: name contains U+200B at 2, it does not survive display and transport unchanged`,
		tool(`é\u0020b`):                 `DESC-04 /name: character U+00E9 is outside A-Z a-z 0-9 _ - .`,
		tool(strings.Repeat("n", 129)):   `DESC-04 /name: length 129 exceeds 128`,
		`{"name":"a","description":"d"}`: `DESC-07 /inputSchema: inputSchema is missing`,
		inputOf(`{"type":["object"]}`):   `DESC-08 /inputSchema/type: root type is a list, must be "object"`,
		inputOf(`{}`):                    `DESC-08 /inputSchema/type: root type is missing, must be "object"`,
		outputOf(`null`):                 `DESC-13 /outputSchema: outputSchema is null, not an object`,
		tool("a", `"annotations":{"idempotentHint":1}`): `DESC-14 /annotations/idempotentHint: idempotentHint is number, must be boolean`,
		tool("a", `"x\u202e":1`):                        `DESC-16 /x\u202e: unknown member, ignored`,
		tool("a", `"InputSchema":1`):                    `JSON-07 /InputSchema: member "InputSchema" is not inputSchema; it is ignored`,
	} {
		fs := review(house(), listing(t, "", 1, list(entry)))[0].Findings
		if len(fs) != 1 || fs[0].Reason() != want {
			t.Errorf("%s:\n got %v\nwant %s", entry, fs, want)
		}
	}
}

// TestBothSchemasCount checks that the bound on subschemas is on the sum.
func TestBothSchemasCount(t *testing.T) {
	p := house()
	p.Limits.Subschemas = 6
	three := `{"type":"object","properties":{"a":{},"b":{}}}`
	entry := func(output string) string {
		return `{"name":"a","description":"d","inputSchema":` + three + `,"outputSchema":` + output + `}`
	}
	wantFindings(t, "at the bound", review(p, listing(t, "", 1, list(entry(three))))[0].Findings)
	over := review(p, listing(t, "", 1, list(entry(`{"type":"object","properties":{"a":{},"b":{},"c":{}}}`))))[0].Findings
	wantFindings(t, "over the bound", over, "reject DESC-12")
	if len(over) == 1 && over[0].Reason() != "DESC-12: subschemas of both schemas 7 exceed 6" {
		t.Errorf("reason is %s", over[0].Reason())
	}
}

// TestManyAlike checks that a hostile descriptor cannot fill the report and
// that what is left out is said without changing the reason's place.
func TestManyAlike(t *testing.T) {
	var members []string
	for i := range 200 {
		members = append(members, fmt.Sprintf(`"x%03d":1`, i))
	}
	fs := review(house(), listing(t, "", 1, list(tool("a", members...))))[0].Findings
	if len(fs) != mostAlike {
		t.Fatalf("%d findings, want %d", len(fs), mostAlike)
	}
	if want := "DESC-16 /x049: unknown member, ignored (150 more like it are not listed)"; fs[mostAlike-1].Reason() != want {
		t.Errorf("last finding is %s, want %s", fs[mostAlike-1].Reason(), want)
	}
}

func TestDescriptorFacts(t *testing.T) {
	l := listing(t, "", 1, list(
		tool("a", `"annotations":{"x":true,"readOnlyHint":false,"destructiveHint":true,"title":"t"}`, `"outputSchema":{"$schema":"http://json-schema.org/draft-07/schema#"}`),
		`{"inputSchema":{"type":"object"},"description":"\u0064","outputSchema":{"$schema":"http://json-schema.org/draft-07/schema#"},"name":"a2","annotations":{}}`,
		tool("b", `"title":"x","title":"y"`),
	))
	tools := review(house(), l)
	a := tools[0]
	if got := fmt.Sprint(a.Hints); got != "[{destructiveHint true} {readOnlyHint false}]" {
		t.Errorf("hints are %s", got)
	}
	if a.Dialect != "2020-12" || a.OutputDialect != "draft-07" || !a.HasOutput || a.Input == nil || a.Output == nil {
		t.Errorf("schemas are %+v", a.Descriptor)
	}
	if !strings.HasPrefix(a.Digest, "sha256:") || len(a.Digest) != 7+64 {
		t.Errorf("digest is %q", a.Digest)
	}
	if want := "inputSchema valid under 2020-12, outputSchema valid under draft-07, descriptor " + a.Digest; a.Proof() != want {
		t.Errorf("proof is %q, want %q", a.Proof(), want)
	}
	if b := tools[2]; b.Digest != "" || b.Input != nil {
		t.Errorf("a faulty descriptor has digest %q and schema %v", b.Digest, b.Input)
	}
}

func TestDigest(t *testing.T) {
	digest := func(entry string) string {
		return review(house(), listing(t, "", 1, list(entry)))[0].Digest
	}
	base := digest(inputOf(`{"type":"object","maxProperties":9007199254740993}`))
	for entry, same := range map[string]bool{
		`{"inputSchema":{"maxProperties":9007199254740993.0,"type":"obj\u0065ct"},"name":"a","description":"d"}`:     true,
		inputOf(`{"type":"object","maxProperties":9007199254740992}`):                                                false,
		`{"name":"a","description":"d","inputSchema":{"type":"object","maxProperties":9007199254740993},"_meta":{}}`: false,
	} {
		if (digest(entry) == base) != same {
			t.Errorf("%s: same digest is %t, want %t", entry, !same, same)
		}
	}
}

func TestHeaderAnnotations(t *testing.T) {
	for input, want := range map[string]int{
		`{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"}}}`:                             1,
		`{"type":"object","x-mcp-header":"R","properties":{"x-mcp-header":{"type":"string"}}}`:                  2,
		`{"type":"object","properties":{"a":{"default":{"x-mcp-header":"R"},"enum":[{"x-mcp-header":"R"}]}}}`:   2,
		`{"type":"object","x-ui":{"a":[{"x-mcp-header":"R"}]}}`:                                                 1,
		`{"type":"object","$defs":{"x-mcp-header":{"type":"string"}}}`:                                          1,
		`{"type":"object","examples":[[{"a":{"X_MCP_Header":"R"}}]],"const":{"x-mcp-headers":1}}`:               1,
		`{"type":"object","default":{"a":"x-mcp-header"}}`:                                                      0,
		`{"type":"object","anyOf":[{"properties":{"r":{"x-mcp-header":null}}}],"items":{"x-mcp-header":false}}`: 2,
	} {
		one := review(house(), listing(t, "", 1, list(inputOf(input))))[0]
		if one.HeaderAnnotations != want {
			t.Errorf("%s: %d annotations, want %d", input, one.HeaderAnnotations, want)
		}
	}
	both := `{"name":"a","inputSchema":{"type":"object","x-mcp-header":"R"},"outputSchema":{"x-mcp-header":"R"}}`
	if one := review(house(), listing(t, "", 1, list(both)))[0]; one.HeaderAnnotations != 2 {
		t.Errorf("both schemas: %d annotations, want 2", one.HeaderAnnotations)
	}
}

func TestOverflow(t *testing.T) {
	p := policy.Default()
	p.Limits.ToolsPerSurface = 3
	full := listing(t, "", 1, list(tool("a"), tool("b")), list(tool("c")))
	over := listing(t, "admin", 1, list(tool("a"), tool("b")), list(tool("c"), tool("d"), tool("e")))
	prompts := listing(t, "", 1, list(tool("p"), tool("q"), tool("r"), tool("s")))
	prompts.List = protocol.Lists[1]
	in := Input{}
	in.Listings = append(in.Listings, full, over, prompts)
	for i := range 5 {
		doc := parse(t, fmt.Sprintf("snap-%d.json", i), tool(fmt.Sprintf("s%d", i)))
		in.Descriptors = append(in.Descriptors, snapshot(t, doc, doc.Root))
	}
	if got := len(Review(in, p, 1)); got != 3+3+3 {
		t.Errorf("%d tools judged, want 9", got)
	}
	found := Overflow(in, p.Limits)
	wantFindings(t, "overflow", found, "refuse EVID-14", "refuse EVID-14")
	if found[0].Subject.Name != "admin" || found[0].At != over.Pages[0].Place() || found[1].Subject.Name != "" || found[1].At.File != "" ||
		found[0].Text != "surface of 5 tools exceeds 3; those beyond were not judged" {
		t.Errorf("overflow is %v", found)
	}
}
