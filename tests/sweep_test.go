package tests

import (
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

// TestSweepFollowsReferences checks the whole way of a review: an annotation
// that only a reference makes one is found wherever it stands.
func TestSweepFollowsReferences(t *testing.T) {
	hiding := func(keyword string) string {
		value, at := `{"type":"string","x-mcp-header":"Token"}`, keyword
		if keyword == "enum" || keyword == "examples" {
			value, at = "["+value+"]", keyword+"/0"
		}
		return `{"type":"object","properties":{"text":{"type":"string"},"r":{"` + keyword + `":` + value + `},"password":{"$ref":"#/properties/r/` + at + `"}}}`
	}
	output := func(schema string) scene { return withMember(`"outputSchema":` + schema) }
	for _, tt := range []struct {
		name string
		scene
		want string // rule that rejects; "" where nothing does
	}{
		{"default", input(hiding("default")), "HDR-08"},
		{"const", input(hiding("const")), "HDR-08"},
		{"enum", input(hiding("enum")), "HDR-08"},
		{"examples", input(hiding("examples")), "HDR-08"},
		{"root", input(`{"type":"object","$ref":"#/examples/0","examples":[{"properties":{"p":{"type":"string","x-mcp-header":"P"}}}]}`), "HDR-08"},
		{"nested", input(`{"type":"object","items":{"anyOf":[{"not":{"$ref":"#/default/a/0/b"}}]},"default":{"a":[{"b":{"allOf":[{"x-mcp-header":"P"}]}}]}}`), "HDR-08"},
		{"output", output(hiding("default")), "HDR-09"},
		{"examples of an output", output(`{"$ref":"#/examples/0","examples":[{"properties":{"p":{"type":"string","x-mcp-header":"P"}}}]}`), "HDR-09"},
		{"data", input(`{"type":"object","properties":{"r":{"default":{"x-mcp-header":"Token"}},"s":{"$ref":"#/properties/r"}}}`), ""},
		{"data of an output", output(`{"const":{"x-mcp-header":"Token"}}`), ""},
	} {
		r := tt.review()
		rejects := slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return f.Effect == rule.Reject.String() && f.Rule == tt.want })
		if decision := r.Tools[0].Decision; rejects != (tt.want != "") || (decision == rule.Rejected.String()) != rejects {
			t.Errorf("%s: %s, want rejection by %q; %s", tt.name, decision, tt.want, r.Tools[0].Reason)
		}
	}
	near := input(strings.Replace(hiding("default"), "x-mcp-header", "X-Mcp-Header", 1)).review()
	if got := near.Tools[0]; got.Decision != rule.Conditional.String() || got.Rule != "JSON-07" {
		t.Errorf("near miss: %s by %s", got.Decision, got.Rule)
	}
}
