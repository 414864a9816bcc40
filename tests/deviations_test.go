package tests

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcpreview/report"
)

// deviations are what people found wrong in recorded servers by reading them:
// the file it stands in, and the rule that has to say so there under the
// revision that the server speaks.
var deviations = []struct{ capture, file, rule string }{
	{"gosdk-everything", "pages/page-1.json", "DESC-04"},
	{"gosdk-toolschemas", "pages/page-1.json", "DESC-04"},
	{"chrome-devtools", "pages/page-1.json", "DESC-14"},
	{"gosdk-everything", "pages/page-1.json", "DESC-15"},
	{"exa", "errors/tools-list-bad-cursor.json", "PAGE-13"},
	{"gopls", "errors/tools-list-empty-cursor.json", "PAGE-13"},
	{"everything-2025", "resources/list-page-8.json", "PAGE-07"},
	{"angular", "results/projects.json", "RES-13"},
	{"filesystem", "results/read-media.json", "RES-15"},
	{"everything", "results/empty-args-get-structured-content.json", "RES-14"},
	{"kubernetes", "results/ping.json", "RES-02"},
	{"hello", "results/unknown-tool.json", "RES-18"},
	{"kubernetes", "results/unknown-tool.json", "RES-18"},
	{"firecrawl", "results/unknown-tool.json", "RES-18"},
	{"filesystem", "errors/tools-call-no-name.json", "RES-19"},
	{"gopls", "errors/unknown-method.json", "JSON-14"},
	{"context7.modern", "errors/tools-list-unsupported-version.json", "JSON-14"},
	{"tssdk-tools.modern", "errors/tools-list-ancient-version.json", "JSON-14"},
	{"github-mcp-server.modern", "errors/tools-list-no-meta.json", "JSON-09"},
	{"github-mcp-server", "completions/prompt-AssignCodingAgent-repo-empty.json", "JSON-08"},
	{"conformance-everything", "results/empty-args-test_simple_text.json", "RES-01"},
	{"gosdk-conformance.modern", "results/empty-args-test_input_required_result_sampling.json", "RES-21"},
	{"conformance-neg-sep-2549-no-caching-hints", "pages/page-1.json", "PAGE-12"},
	{"conformance-neg-sep-2322-mrtr-broken-server", "pages/page-1.json", "PAGE-01"},
}

// unbroken are rules of which every recorded server is free: whoever recorded them
// looked. A finding of one that decides anything is a false one.
var unbroken = []string{
	"DESC-01", "DESC-02", "DESC-03", "DESC-05", "DESC-06", "DESC-07", "DESC-08", "DESC-09", "DESC-10", "DESC-11", "DESC-12", "DESC-13",
	"DESC-14", "DESC-20", "DESC-22", "RES-03", "RES-04", "RES-05", "RES-06", "RES-08", "RES-17", "PAGE-04", "PAGE-05", "PAGE-08", "PAGE-09",
	"PAGE-10", "PAGE-11", "JSON-01", "JSON-02", "JSON-03", "JSON-04",
}

// checkDeviations holds a review of a capture under its own revision against
// what is known of it.
func checkDeviations(t *testing.T, capture string, r *report.Review) {
	t.Helper()
	for _, f := range r.Findings {
		if f.Effect != "note" && f.Effect != "request" && slices.Contains(unbroken, f.Rule) {
			t.Errorf("a finding where nothing is wrong, in %s: %s", f.Source.File, f.Reason)
		}
	}
	for _, d := range deviations {
		if d.capture == capture && !slices.ContainsFunc(r.Findings, func(f report.Finding) bool {
			return f.Rule == d.rule && strings.HasSuffix(filepath.ToSlash(f.Source.File), d.file)
		}) {
			t.Errorf("nothing is said of %s by %s", d.file, d.rule)
		}
	}
}
