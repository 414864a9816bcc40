package results

import (
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// surface answers every call with one contract.
type surface struct {
	contract *Contract
	known    Known
}

func (s surface) Contract(*evidence.Exchange) (*Contract, Known) { return s.contract, s.known }

var listed = surface{&Contract{}, Listed}

func document(t testing.TB, text string) *strictjson.Document {
	t.Helper()
	doc, err := strictjson.Parse([]byte(text), "e.json", 1, policy.DefaultLimits().JSON())
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return doc
}

func compile(t testing.TB, text string) *schema.Schema {
	t.Helper()
	doc := document(t, text)
	s, problems := schema.Compile(doc, doc.Root, policy.DefaultLimits())
	if s == nil {
		t.Fatalf("%s does not compile: %v", text, problems)
	}
	return s
}

// publishing is a surface whose tool has an outputSchema.
func publishing(t testing.TB, output string) surface {
	if output == "" {
		return listed
	}
	return surface{&Contract{HasOutput: true, Output: compile(t, output), Declared: strictjson.NamesIn(document(t, output).Root)}, Listed}
}

// bare is an exchange of which only the result was recorded.
func bare(t testing.TB, result string) *evidence.Exchange {
	doc := document(t, result)
	return &evidence.Exchange{Doc: doc, Value: doc.Root, Form: evidence.FormResult, Method: protocol.MethodCallTool, Result: doc.Root, Tool: "t"}
}

// recorded is a recorded exchange.
func recorded(t testing.TB, text string) *evidence.Exchange {
	doc := document(t, text)
	v := doc.Root
	e := &evidence.Exchange{Doc: doc, Value: v, Form: evidence.FormExchange, Method: protocol.MethodCallTool,
		Label: evidence.Label(v.Get("label").Text()), Request: v.Get("request"), Response: v.Get("response")}
	e.Params, e.Result, e.Error = e.Request.Get("params"), e.Response.Get("result"), e.Response.Get("error")
	e.Tool = e.Params.Get("name").Text()
	if h := v.Get("http"); h != nil {
		status, _ := h.Get("status").Int()
		e.HTTP = &evidence.HTTP{Value: h, Status: status}
	}
	return e
}

func under(profile rule.Profile, revision string) policy.Policy {
	p := policy.Default()
	p.Profile = profile
	if revision != "" {
		p.Revision = protocol.ByName(revision)
	}
	return p
}

// said lists findings as "RES-01 reject /resultType".
func said(findings []rule.Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, strings.TrimSpace(f.Rule.ID+" "+f.Effect.String()+" "+f.Pointer))
	}
	return all
}

// check compares findings with what is wanted, in order, and holds each to its
// card in the catalogue.
func check(t *testing.T, got []rule.Finding, want ...string) {
	t.Helper()
	if !slices.Equal(said(got), want) {
		t.Errorf("findings:\n got %q\nwant %q", said(got), want)
		for _, f := range got {
			t.Log(f.Reason())
		}
	}
	for _, f := range got {
		if !slices.Contains(f.Rule.Effects, f.Effect) {
			t.Errorf("%s: effect %s is not on the rule's card", f.Reason(), f.Effect)
		}
		if !slices.Contains(f.Rule.Provenance, f.Provenance) {
			t.Errorf("%s: provenance %s is not on the rule's card", f.Reason(), f.Provenance)
		}
		if f.Subject.Kind != rule.KindResult || f.At.File != "e.json" || f.At.Line == 0 {
			t.Errorf("%s: subject %v at %v", f.Reason(), f.Subject, f.At)
		}
	}
}

// complete is a complete result with these members after resultType.
func complete(members string) string { return `{"resultType":"complete",` + members + `}` }

// content is a complete result with these blocks.
func content(blocks ...string) string {
	return complete(`"content":[` + strings.Join(blocks, ",") + `]`)
}

const hi = `{"type":"text","text":"hi"}`
