package admission

import (
	"strings"
	"testing"
)

func TestHiddenText(t *testing.T) {
	const esc, bad = `\u001b[8m`, `"\u001b[8m"`
	tests := []struct {
		name, entry string
		want        []string
	}{
		{"layout", tool("a", `"title":"line 1\nline 2\ttab\r"`), nil},
		{"emoji and joiners", tool("a", `"title":"\u26a0\ufe0f \ud83d\udc69\u200d\ud83d\udcbb \u0645\u06cc\u200c\u062e"`), nil},
		{"title", tool("a", `"title":`+bad), []string{"condition DESC-19 /title"}},
		{"description", `{"name":"a","description":"` + esc + esc + `",` + schemaOnly + `}`, []string{"condition DESC-19 /description"}},
		{"annotations.title", tool("a", `"annotations":{"title":`+bad+`}`), []string{"condition DESC-19 /annotations/title"}},
		{"icons", tool("a", `"icons":[{"src":"https://e.net/a","sizes":["any`+esc+`"],"mimeType":"a\u202eb"}]`),
			[]string{"condition DESC-19 /icons/0/mimeType", "condition DESC-19 /icons/0/sizes/0"}},
		{"root of the schema", inputOf(`{"type":"object","title":` + bad + `,"description":` + bad + `}`),
			[]string{"condition DESC-19 /inputSchema/description", "condition DESC-19 /inputSchema/title"}},
		{"values", inputOf(`{"type":"object","enum":[{"a":[` + bad + `]}],"const":` + bad + `,"default":{"b":` + bad + `},"examples":["x",` + bad + `]}`),
			[]string{"condition DESC-19 /inputSchema/const", "condition DESC-19 /inputSchema/default/b", "condition DESC-19 /inputSchema/enum/0/a/0", "condition DESC-19 /inputSchema/examples/1"}},
		{"deep", inputOf(`{"type":"object","properties":{"p":{"anyOf":[{"items":{"description":` + bad + `}}]}},"$defs":{"unused":{"title":` + bad + `}}}`),
			[]string{"condition DESC-19 /inputSchema/$defs/unused/title", "condition DESC-19 /inputSchema/properties/p/anyOf/0/items/description"}},
		{"output", outputOf(`{"items":{"description":` + bad + `}}`), []string{"condition DESC-19 /outputSchema/items/description"}},
		{"name of a parameter", inputOf(`{"type":"object","properties":{"a\u200bb":{}}}`), []string{"condition DESC-19 /inputSchema/properties/a\u200bb"}},
		{"parameter named as a keyword", inputOf(`{"type":"object","properties":{"description":{"type":"string"}}}`), nil},
		{"comments and unknown keywords", inputOf(`{"type":"object","$comment":` + bad + `,"items":{"x-note":[{"a":` + bad + `}],"markdownDescription":` + bad + `,"enumDescriptions":["ok",` + bad + `]}}`),
			[]string{"condition DESC-19 /inputSchema/$comment", "condition DESC-19 /inputSchema/items/enumDescriptions/1", "condition DESC-19 /inputSchema/items/markdownDescription", "condition DESC-19 /inputSchema/items/x-note/0/a"}},
		{"other keywords", inputOf(`{"type":"object","items":{"format":` + bad + `,"contentMediaType":` + bad + `,"contentEncoding":` + bad + `},"required":["a\u200b"],"dependentRequired":{"b\u200b":[]}}`),
			[]string{"condition DESC-19 /inputSchema/dependentRequired/b\u200b", "condition DESC-19 /inputSchema/items/contentEncoding", "condition DESC-19 /inputSchema/items/contentMediaType", "condition DESC-19 /inputSchema/items/format", "condition DESC-19 /inputSchema/required/0"}},
		{"names of schemas", inputOf(`{"type":"object","$defs":{"a\u200b":{}},"definitions":{"b\u200b":{}},"patternProperties":{"c\u200b":{}},"dependentSchemas":{"d\u200b":{}},"dependencies":{"e\u200b":["f\u200b"]}}`),
			[]string{"condition DESC-19 /inputSchema/$defs/a\u200b", "condition DESC-19 /inputSchema/definitions/b\u200b", "condition DESC-19 /inputSchema/dependencies/e\u200b",
				"condition DESC-19 /inputSchema/dependencies/e\u200b/0", "condition DESC-19 /inputSchema/dependentSchemas/d\u200b", "condition DESC-19 /inputSchema/patternProperties/c\u200b"}},
		{"name of an unknown keyword, and within it", inputOf(`{"type":"object","x-\u200b":1,"x-b":{"c\u200b":1},"default":{"d\u200b":1}}`),
			[]string{"condition DESC-19 /inputSchema/default/d\u200b", "condition DESC-19 /inputSchema/x-b/c\u200b", "condition DESC-19 /inputSchema/x-\u200b"}},
		{"patterns and references", inputOf(`{"type":"object","properties":{"a":{"pattern":"^[^\u0000-\u001f\u200b]*$"},"b":{"$ref":"#/$defs/c"}},"$defs":{"c":{"$anchor":"c"}}}`), nil},
		{"ordinary text under any keyword", inputOf(`{"type":"object","$comment":"line 1\nline 2","x-note":["\u26a0\ufe0f"],"format":"date"}`), nil},
		{"line separators", tool("a", `"title":"a\u2028b\u2029"`), nil},
		{"direction mark between latin letters", tool("a", `"title":"a\u061cb"`), []string{"condition DESC-19 /title"}},
	}
	for _, tt := range tests {
		tools := review(house(), listing(t, "", 1, list(tt.entry)))
		wantFindings(t, tt.name, tools[0].Findings, tt.want...)
	}
}

// TestTagText checks that text spelled in tag characters is shown decoded and
// quoted.
func TestTagText(t *testing.T) {
	var spelled strings.Builder
	for _, r := range `say "hi"` {
		spelled.WriteRune(0xe0000 + r)
	}
	fs := review(house(), listing(t, "", 1, list(tool("a", `"title":"ok`+spelled.String()+`"`))))[0].Findings
	want := `DESC-19 /title: U+E0073 at 2 (tag), one of 8 hidden characters; the tag characters spell "say \"hi\""`
	if len(fs) != 1 || fs[0].Reason() != want {
		t.Errorf("got %v, want %s", fs, want)
	}
}

func TestNearKeywords(t *testing.T) {
	for _, tt := range []struct {
		name, entry string
		want        []string
	}{
		{"keywords", inputOf(`{"type":"object","required":["a"],"additionalProperties":false}`), nil},
		{"near misses", inputOf(`{"type":"object","Required":["a"],"additionalproperties":false}`),
			[]string{"note JSON-07 /inputSchema/Required", "note JSON-07 /inputSchema/additionalproperties"}},
		{"once for each keyword", inputOf(`{"type":"object","properties":{"a":{"max_length":1},"b":{"maxlength":1},"c":{"MinLength":1}}}`),
			[]string{"note JSON-07 /inputSchema/properties/a/max_length", "note JSON-07 /inputSchema/properties/c/MinLength"}},
		{"look-alikes", inputOf(`{"type":"object","requir\u0435d":["a"]}`), []string{"note JSON-07 /inputSchema/requir\u0435d"}},
		{"output", outputOf(`{"Properties":{}}`), []string{"note JSON-07 /outputSchema/Properties"}},
		{"no schema positions", inputOf(`{"type":"object","properties":{"Required":{}},"default":{"Required":1},"x-a":{"Required":1}}`), nil},
		{"other unknown keywords", inputOf(`{"type":"object","nullable":true,"optional":false,"id":"a"}`), nil},
	} {
		tools := review(house(), listing(t, "", 1, list(tt.entry)))
		wantFindings(t, tt.name, tools[0].Findings, tt.want...)
	}
}

func TestHiddenAndConfusableMembers(t *testing.T) {
	for member, want := range map[string]string{
		"outputSchema\u200b": "condition JSON-07", "\u0456cons": "condition JSON-07", "t\u0456tle": "condition JSON-07", "名前": "note DESC-16",
	} {
		fs := review(house(), listing(t, "", 1, list(tool("a", `"`+member+`":1`))))[0].Findings
		if len(fs) != 1 || fs[0].Effect.String()+" "+fs[0].Rule.ID != want {
			t.Errorf("%s: got %v, want %s", member, fs, want)
		}
	}
}
