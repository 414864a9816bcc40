package replay

import (
	"fmt"
	"strings"
	"testing"
)

// baseFixture is a small harbourless world for the tests: one tool, two
// revisions, two tenants. %s is its cases.
const baseFixture = `{
"schema_version": 3,
"protocol_version": "2025-11-25",
"transport_context_defaults": {"transport":"streamable_http","token_active":true,"token_audience":"https://api.example.com/mcp","resource":"https://api.example.com/mcp"},
"authorization": {
 "protected_resource": "https://api.example.com/mcp",
 "initial_revision": "r1",
 "revisions": {
  "r1": {
   "principals": {
    "ann": {"tenant":"t1","scopes":["resources:list","resources:read","resources:subscribe"]},
    "bob": {"tenant":"t1","scopes":["resources:list","resources:read","resources:subscribe"],"enabled":true},
    "cay": {"tenant":"t2","scopes":["resources:list","resources:read","resources:subscribe"]},
    "dan": {"tenant":"t1","scopes":["resources:list"]},
    "eve": {"tenant":"t1","scopes":["resources:list"],"enabled":false}
   },
   "resources": [
    {"uri":"x://a","tenant":"t1","children":["x://a/1","x://a/2"]},
    {"uri":"x://a/1","tenant":"t1"},
    {"uri":"x://a/2","tenant":"t1"},
    {"uri":"x://ab","tenant":"t1"},
    {"uri":"x://b","tenant":"t2"}
   ],
   "resourceTemplates": [{"uriTemplate":"x://a/{n}","tenant":"t1"},{"uriTemplate":"x://b/{n}","tenant":"t2"}]
  },
  "r2": {
   "principals": {
    "ann": {"tenant":"t1","scopes":["resources:list","resources:read","resources:subscribe"],"enabled":false},
    "bob": {"tenant":"t1","scopes":["resources:list","resources:read","resources:subscribe"]}
   },
   "resources": [{"uri":"x://a","tenant":"t1"},{"uri":"x://a/1","tenant":"t1"}],
   "resourceTemplates": []
  }
 }
},
"client": {"info":{"name":"c","version":"1"},"capabilities":{"roots":{"listChanged":true},"sampling":{"tools":{},"context":{}},"elicitation":{"form":{},"url":{}},"tasks":{"list":{},"cancel":{},"requests":{"sampling":{"createMessage":{}},"elicitation":{"create":{}}}}}},
"server": {"info":{"name":"s","version":"1"},"capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"prompts":{},"logging":{},"completions":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}}},
"tool": {"name":"weigh","description":"Weigh.","inputSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":1,"maximum":40},"w":{"type":"number","minimum":0.5,"enum":[1,2.5,3.0]},"s":{"type":"string","minLength":2,"maxLength":4},"b":{"type":"boolean","enum":[true]},"l":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":2},"o":{"type":"object","properties":{"k":{"type":"string"}},"required":["k"]}},"required":["n"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"sum":{"type":"number"}},"required":["sum"]},"execution":{"taskSupport":"optional"}},
"cases": [%s]
}`

// oneCase is the base fixture with one case of those further members.
func oneCase(members string, steps ...string) string {
	if members != "" {
		members += ","
	}
	return fmt.Sprintf(baseFixture, `{"name":"case","expect":"pass",`+members+`"steps":[`+strings.Join(steps, ",\n")+`]}`)
}

// verdict is how the one case of a fixture went: "pass", or its reason.
func verdict(t *testing.T, fixture string) string {
	t.Helper()
	return verdictUnder(t, Teaching, fixture)
}

func verdictUnder(t *testing.T, p *Profile, fixture string) string {
	t.Helper()
	f, err := p.Parse([]byte(fixture), "case.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, fixture)
	}
	c := f.Run().Cases[0]
	if c.Status == CasePassed {
		return "pass"
	}
	return c.Reason
}

// ruleIn is the rule a reason starts with; "pass" for that.
func ruleIn(reason string) string {
	id, _, _ := strings.Cut(reason, " ")
	return id
}

// step is a wire step. A message that starts with a brace gets its jsonrpc.
func step(direction, context, message string) string {
	if rest, ok := strings.CutPrefix(message, "{"); ok && !strings.Contains(message, `"jsonrpc"`) {
		message = `{"jsonrpc":"2.0",` + rest
	}
	if context != "" {
		context = `"transport_context":` + context + `,`
	}
	return `{"direction":"` + direction + `",` + context + `"message":` + message + `}`
}

func c(message string) string            { return step("client_to_server", "", message) }
func s(message string) string            { return step("server_to_client", "", message) }
func cAs(context, message string) string { return step("client_to_server", context, message) }
func sAs(context, message string) string { return step("server_to_client", context, message) }

func activate(revision string) string {
	return `{"control_event":{"type":"activate_authorization_revision","revision":"` + revision + `"}}`
}

// as is ann's transport context with members replaced or added.
func as(members ...string) string {
	all := []string{`"subject":"ann"`, `"tenant":"t1"`, `"scopes":["resources:list","resources:read","resources:subscribe"]`, `"authorization_revision":"r1"`}
	for _, m := range members {
		name, _, _ := strings.Cut(m, ":")
		replaced := false
		for i := range all {
			if strings.HasPrefix(all[i], name+":") {
				all[i], replaced = m, true
			}
		}
		if !replaced {
			all = append(all, m)
		}
	}
	return "{" + strings.Join(all, ",") + "}"
}

var (
	ann  = as()
	bob  = as(`"subject":"bob"`)
	bob2 = as(`"subject":"bob"`, `"authorization_revision":"r2"`)
	ann2 = as(`"authorization_revision":"r2"`)
)

// A wireTest is one conversation, the rule that it is an example of, and how it
// must go: "pass", or the rule that is broken.
type wireTest struct {
	rule, want string
	members    string // of the case
	steps      []string
}

func (tt wireTest) run(t *testing.T) { tt.under(t, Teaching) }

func (tt wireTest) under(t *testing.T, p *Profile) {
	t.Helper()
	got := verdictUnder(t, p, oneCase(tt.members, tt.steps...))
	if ruleIn(got) != tt.want {
		t.Errorf("got %q, want %s\n%s\n%.500s", got, tt.want, tt.members, strings.Join(tt.steps, "\n"))
	}
}

// exchange is a request and what answers it.
func exchange(from, context, request, answer string) []string {
	other := map[string]string{"client_to_server": "server_to_client", "server_to_client": "client_to_server"}[from]
	return []string{step(from, context, request), step(other, "", answer)}
}

// call is a tool call with those arguments and what answers it.
func call(arguments string) []string {
	return exchange("client_to_server", "", `{"id":1,"method":"tools/call","params":{"name":"weigh","arguments":`+arguments+`}}`, result(goodOutput))
}

const goodOutput = `{"content":[{"type":"text","text":"ok"}],"structuredContent":{"sum":1}}`

// result is a success response to request 1.
func result(value string) string { return `{"id":1,"result":` + value + `}` }

// answer is a request of a side and the result that comes back.
func answer(from, context, method, params, value string) []string {
	return exchange(from, context, `{"id":1,"method":"`+method+`","params":`+params+`}`, result(value))
}

const (
	fromClient = "client_to_server"
	fromServer = "server_to_client"
)
