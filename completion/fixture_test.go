package completion

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

const (
	prompt   = `{"type":"ref/prompt","name":"triage"}`
	vault    = `{"type":"ref/resource","uri":"vault://{tenant}/{item}"}`
	readme   = `{"type":"ref/resource","uri":"vault://acme/readme"}`
	payroll  = `{"type":"ref/prompt","name":"payroll_run"}`
	strange  = `{"type":"ref/prompt","name":"ghost"}`
	knownAll = `[{"type":"ref/prompt","name":"triage","arguments":["component","severity"]},
		{"type":"ref/prompt","name":"payroll_run","arguments":["env"]},
		{"type":"ref/resource","uri":"vault://{tenant}/{item}","arguments":["tenant","item"]},
		{"type":"ref/resource","uri":"vault://acme/readme"}]`
)

// An ask is one recorded completion. What is left empty has the obvious value:
// the argument component of the prompt triage, nothing typed, an empty list.
type ask struct {
	caller           string // JSON text
	ref              string // JSON text
	argument, typed  string
	context          string // JSON text
	params           string // JSON text in place of reference, argument and context
	values           string // between spaces
	with             string // further members of the completion
	completion       string // JSON text in place of values
	result           string // JSON text in place of the whole result
	code             int    // an error in place of a result
	message, data    string // of the error; data is JSON text
	known            string // JSON text; knownAll where empty, "-" for none
	record           string // further members of the record
	revision, method string
	bare             bool // no request is recorded
	silent           bool // no answer is recorded
}

func (a ask) text() string {
	or := func(s *string, other string) {
		if *s == "" {
			*s = other
		}
	}
	or(&a.ref, prompt)
	or(&a.argument, "component")
	or(&a.revision, "2026-07-28")
	or(&a.method, "completion/complete")
	or(&a.known, knownAll)
	or(&a.message, "no")
	if a.params == "" {
		a.params = fmt.Sprintf(`"ref":%s,"argument":{"name":%s,"value":%s}`, a.ref, quote(a.argument), quote(a.typed))
		if a.context != "" {
			a.params += `,"context":{"arguments":` + a.context + "}"
		}
	}
	if a.completion == "" {
		a.completion = `{"values":` + array(a.values) + a.with + "}"
	}
	or(&a.result, `{"resultType":"complete","completion":`+a.completion+"}")
	answer := `"result":` + a.result
	if a.code != 0 {
		answer = fmt.Sprintf(`"error":{"code":%d,"message":%s`, a.code, quote(a.message))
		if a.data != "" {
			answer += `,"data":` + a.data
		}
		answer += "}"
	}
	if a.bare {
		return a.result
	}
	text := fmt.Sprintf(`{"request":{"jsonrpc":"2.0","id":1,"method":%q,"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":%q},%s}}`,
		a.method, a.revision, a.params)
	if !a.silent {
		text += `,"response":{"jsonrpc":"2.0","id":1,` + answer + "}"
	}
	if a.known != "-" {
		text += `,"known":` + a.known
	}
	if a.caller != "" {
		text += `,"caller":` + a.caller
	}
	if a.record != "" {
		text += "," + a.record
	}
	return text + "}"
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func array(words string) string {
	var all []string
	for _, w := range strings.Fields(words) {
		all = append(all, quote(w))
	}
	return "[" + strings.Join(all, ",") + "]"
}

// A listing is one page of a list method.
type listing struct {
	method, items string // JSON text
	next          string // JSON text
	caller        string
}

func (l listing) text() string {
	member := map[string]string{"tools/list": "tools", "prompts/list": "prompts", "resources/list": "resources", "resources/templates/list": "resourceTemplates"}[l.method]
	answer := fmt.Sprintf(`"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private",%q:%s`, member, l.items)
	if l.next != "" {
		answer += `,"nextCursor":` + l.next
	}
	answer += "}"
	return fmt.Sprintf(`{"caller":%s,"request":{"jsonrpc":"2.0","id":1,"method":%q,"params":{}},"response":{"jsonrpc":"2.0","id":1,%s}}`,
		quote(l.caller), l.method, answer)
}

// A scene is the evidence and statements of one review.
type scene struct {
	asks     []ask
	listings []listing
	callers  []policy.Caller
	declared policy.Completion
	// undeclared leaves the capability out of discovery, unseen leaves out discovery.
	undeclared, unseen bool
	broken             bool // the envelope of the first completion
	profile            rule.Profile
}

var declared = policy.Completion{DebounceMs: 250, RateLimit: &policy.RateLimit{Requests: 10, PerSeconds: 1, Key: "caller"}}

func (s scene) review(t testing.TB) Judgement {
	t.Helper()
	return Review(s.input(t))
}

func (s scene) input(t testing.TB) (Input, policy.Policy) {
	t.Helper()
	var texts []string
	for _, l := range s.listings {
		texts = append(texts, l.text())
	}
	for _, a := range s.asks {
		texts = append(texts, a.text())
	}
	p := policy.Default()
	p.Callers, p.Completion = s.callers, s.declared
	if s.profile != 0 {
		p.Profile = s.profile
	}
	set := new(evidence.Set)
	if len(texts) > 0 {
		set = evidence.LoadDocument("evidence.json", []byte("["+strings.Join(texts, ",\n")+"]"), p)
	}
	if len(set.Findings) > 0 {
		t.Fatalf("the fixture does not load: %s", set.Findings[0].Reason())
	}
	if len(set.Completions) != len(s.asks) {
		t.Fatalf("%d completions loaded of %d", len(set.Completions), len(s.asks))
	}
	in := Input{
		Completions: set.Completions, Listings: set.Listings,
		CapabilityKnown: !s.unseen, Capability: !s.undeclared && !s.unseen,
	}
	if s.broken {
		in.Broken = func(e *evidence.Exchange) bool { return e == set.Completions[0] }
	}
	return in, p
}

// found lists the deciding findings and notes of one rule, as "effect reason".
func found(fs []rule.Finding, ids ...string) []string {
	all := []string{}
	for _, f := range fs {
		for _, id := range ids {
			if f.Rule.ID == id {
				all = append(all, f.Effect.String()+" "+f.Reason())
			}
		}
	}
	return all
}

// effects lists the findings of an exchange as "effect RULE-ID", by rule.
func effects(fs []rule.Finding) string {
	fs = slices.Clone(fs)
	slices.SortStableFunc(fs, func(a, b rule.Finding) int { return strings.Compare(a.Rule.ID, b.Rule.ID) })
	var all []string
	for _, f := range fs {
		all = append(all, f.Effect.String()+" "+f.Rule.ID)
	}
	return strings.Join(all, ", ")
}

// one judges a single exchange.
func one(t testing.TB, a ask) Completion {
	t.Helper()
	return scene{asks: []ask{a}, declared: declared}.review(t).Completions[0]
}
