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
		{"text that nobody is shown", inputOf(`{"type":"object","$comment":` + bad + `,"x-note":` + bad + `}`), nil},
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
