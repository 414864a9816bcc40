package admission

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

func parse(t testing.TB, file, text string) *strictjson.Document {
	t.Helper()
	doc, err := strictjson.Parse([]byte(text), file, 1, policy.DefaultLimits().JSON())
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return doc
}

// page is a recorded answer to tools/list with these tools, an array's text.
func page(t testing.TB, file, revision, tools string) *evidence.Page {
	t.Helper()
	doc := parse(t, file, `{"jsonrpc":"2.0","id":1,"result":{"tools":`+tools+`}}`)
	result := doc.Root.Get("result")
	return &evidence.Page{
		Exchange: &evidence.Exchange{
			Doc: doc, Value: doc.Root, Form: evidence.FormResponse, Revision: protocol.ByName(revision),
			Method: protocol.MethodListTools, Response: doc.Root, Result: result,
		},
		Items: result.Get("tools"),
	}
}

// listing is one pass with a page for each array of tools.
func listing(t testing.TB, caller string, pass int, pages ...string) *evidence.Listing {
	t.Helper()
	l := &evidence.Listing{List: protocol.Lists[0], Caller: caller, Pass: pass}
	for i, tools := range pages {
		p := page(t, fmt.Sprintf("%s/pass-%d/%d.json", caller, pass, i+1), "2026-07-28", tools)
		p.Caller, p.Pass = caller, pass
		l.Pages = append(l.Pages, p)
	}
	return l
}

func inSession(s evidence.Session, l *evidence.Listing) *evidence.Listing {
	l.Session = s
	for _, p := range l.Pages {
		p.Session = s
	}
	return l
}

func changed(l *evidence.Listing) *evidence.Listing {
	l.Changed = true
	return l
}

func snapshot(t testing.TB, doc *strictjson.Document, v *strictjson.Value) *evidence.Exchange {
	t.Helper()
	return &evidence.Exchange{Doc: doc, Value: v, Form: evidence.FormDescriptor, Pass: 1}
}

func review(p policy.Policy, listings ...*evidence.Listing) []*Tool {
	return Review(Input{Listings: listings}, p, 2)
}

func house() policy.Policy { return policy.Default() }

func spec() policy.Policy {
	p := policy.Default()
	p.Profile = rule.Spec
	return p
}

// tool is a descriptor that is in order, with further members.
func tool(name string, members ...string) string {
	return `{"name":"` + name + `","description":"d","inputSchema":{"type":"object"}` + strings.Join(append([]string{""}, members...), ",") + `}`
}

func list(tools ...string) string { return "[" + strings.Join(tools, ",") + "]" }

// brief is a finding as the tests write it: effect, rule, pointer.
func brief(f rule.Finding) string {
	return strings.TrimSuffix(f.Effect.String()+" "+f.Rule.ID+" "+f.Pointer, " ")
}

func briefs(fs []rule.Finding) []string {
	var all []string
	for _, f := range fs {
		all = append(all, brief(f))
	}
	return all
}

func wantFindings(t *testing.T, what string, got []rule.Finding, want ...string) {
	t.Helper()
	if have := briefs(got); !slices.Equal(have, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, have, want)
	}
}

// byName returns the tool of a caller and name.
func byName(t *testing.T, tools []*Tool, caller, name string) *Tool {
	t.Helper()
	for _, one := range tools {
		if one.Caller == caller && one.Name == name {
			return one
		}
	}
	t.Fatalf("no tool %q of caller %q", name, caller)
	return nil
}

// checkFindings demands that every finding has its tool as subject and a place,
// and keeps to what its rule declares.
func checkFindings(t *testing.T, tools []*Tool) {
	t.Helper()
	for _, one := range tools {
		for _, f := range one.Findings {
			if f.Subject != (rule.Subject{Kind: rule.KindTool, Name: one.Name}) {
				t.Errorf("%s has subject %v", f.Reason(), f.Subject)
			}
			if f.At.File == "" || f.At.Line == 0 {
				t.Errorf("%s has no place", f.Reason())
			}
			if !slices.Contains(f.Rule.Effects, f.Effect) || !slices.Contains(f.Rule.Provenance, f.Provenance) {
				t.Errorf("%s does not declare %s by %s", f.Rule.ID, f.Effect, f.Provenance)
			}
		}
	}
}
