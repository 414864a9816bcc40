package completion

import (
	"os"
	"path/filepath"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

// reviewFolder reviews the completions recorded in a folder of the corpus that
// MCPREVIEW_CORPUS names, whose text is no part of the project. Capability is
// taken as declared.
func reviewFolder(t *testing.T, elements ...string) Judgement {
	t.Helper()
	root := os.Getenv("MCPREVIEW_CORPUS")
	if root == "" {
		t.Skip("MCPREVIEW_CORPUS names no corpus of recorded evidence")
	}
	folder := filepath.Join(append([]string{root}, elements...)...)
	var paths []string
	for _, name := range []string{"completions", "prompts", "resources", "resource-templates"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			paths = append(paths, filepath.Join(folder, name))
		}
	}
	p := policy.Default()
	p.Completion = declared
	set, err := evidence.Load(paths, p, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	return Review(Input{Completions: set.Completions, Listings: set.Listings, CapabilityKnown: true, Capability: true}, p)
}

func TestPublishedCases(t *testing.T) {
	for id, want := range map[string]rule.Decision{
		"f-01-over-one-hundred": rule.Rejected, "f-02-exactly-one-hundred-of-250": rule.Admit,
		"f-04-hidden-prompt-completes": rule.Rejected, "f-05-other-tenant-suggested": rule.Rejected,
		"f-07-unknown-reference-empty": rule.Conditional, "f-08-choices-instead-of-values": rule.Rejected,
	} {
		worst := rule.Decision(0)
		for _, c := range reviewFolder(t, "cases", id).Completions {
			worst = max(worst, rule.Decide(c.Findings))
		}
		if worst != want {
			t.Errorf("%s: %d, want %d", id, worst, want)
		}
	}
}

// Servers that complete as they should are not rejected, and those that refuse
// what they do not know are admitted throughout.
func TestRecordedServers(t *testing.T) {
	for name, want := range map[string]rule.Decision{
		"tssdk-prompts": rule.Admit, "tssdk-prompts.modern": rule.Admit, "tssdk-todos": rule.Admit, "tssdk-todos.modern": rule.Admit,
		"tssdk-conformance": rule.Conditional, "gosdk-conformance": rule.Conditional, "gosdk-conformance.modern": rule.Conditional,
		"mcpgo-everything": rule.Conditional, "mcpgo-everything.modern": rule.Conditional, "everything-2025": rule.Conditional,
		"github-mcp-server.modern": rule.Conditional,
	} {
		j := reviewFolder(t, "captures", name)
		worst := rule.Admit
		for _, c := range j.Completions {
			if worst = max(worst, rule.Decide(c.Findings)); rule.Decide(c.Findings) > want {
				t.Errorf("%s: %s: %v", name, c.Source, found(c.Findings, "CMP-02", "CMP-03", "CMP-04", "CMP-06", "CMP-12"))
			}
		}
		if worst != want || len(j.Completions) == 0 || len(j.Server) > 0 || len(j.Missing) > 0 {
			t.Errorf("%s: %d, want %d; server %v, missing %v", name, worst, want, j.Server, j.Missing)
		}
	}
}
