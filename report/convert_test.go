package report

import (
	"fmt"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
)

// What decides on a tool is listed, however much was found on results before.
func TestFindingsOnToolsAreListed(t *testing.T) {
	const tools, results = 1500, 3 * rowLimit
	a := &analysis{set: &evidence.Set{}}
	on := func(kind string, i int) rule.Finding {
		return rule.Finding{Rule: rule.Get("DESC-10"), Effect: rule.Reject, Provenance: rule.SpecMust, Subject: rule.Subject{Kind: kind, Name: fmt.Sprint(i)}, Text: "t", At: rule.Location{File: kind, Line: i + 1}}
	}
	for i := range results {
		a.findings.add(on(rule.KindResult, i))
	}
	for i := range tools {
		a.tools = append(a.tools, &tool{findings: []rule.Finding{on(rule.KindTool, i)}})
	}
	r := &Review{}
	a.addFindings(r)
	listed := count(r.Findings, func(f Finding) bool { return f.Subject.Kind == rule.KindTool })
	if listed != tools || a.counts.Findings != tools+results || len(r.Findings) > 2*rowLimit+tools {
		t.Errorf("%d of %d listed, %d of %d counted, %d in all", listed, tools, a.counts.Findings, tools+results, len(r.Findings))
	}
}
