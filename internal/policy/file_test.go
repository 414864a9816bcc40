package policy

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

const docs = "../../docs/"

// examples are the YAML blocks of docs/policy.md.
func examples(t testing.TB) []string {
	data, err := os.ReadFile(docs + "policy.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, part := range strings.Split(string(data), "```yaml\n")[1:] {
		example, _, _ := strings.Cut(part, "```")
		all = append(all, example)
	}
	if len(all) == 0 {
		t.Fatal("docs/policy.md has no example")
	}
	return all
}

func published(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile(docs + "policy.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("policy.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile("policy.schema.json")
}

// plainValue is a YAML document as an editor hands it to a JSON Schema, with
// days as strings.
func plainValue(t *testing.T, text string) any {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	var days func(n *yaml.Node)
	days = func(n *yaml.Node) {
		if n.ShortTag() == "!!timestamp" {
			n.Tag = "!!str"
		}
		for _, c := range n.Content {
			days(c)
		}
	}
	days(&doc)
	var v any
	if err := doc.Decode(&v); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	out, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func parse(t *testing.T, text string) Policy {
	t.Helper()
	p, err := Parse("p.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestExampleOfAllKeys(t *testing.T) {
	p := parse(t, examples(t)[0])
	if !reflect.DeepEqual(p.Limits, DefaultLimits()) {
		t.Errorf("the limits of the example are not the default: %+v", p.Limits)
	}
	if p.Transport != protocol.TransportHTTP || p.Vary != Varies || p.Denied["customernumber"] != PII || p.Denied["deploykey"] != Credential || p.Denied["token"] != Token {
		t.Errorf("transport %q, vary %d, denied %v", p.Transport, p.Vary, p.Denied)
	}
	guest := Caller{
		Name: "guest", Rank: 1,
		Forbidden: []Hidden{
			{HiddenTenant, "globex"}, {HiddenResource, "repo://globex/*"}, {HiddenEnvironment, "prod"}, {"", "nightfall"},
		},
		Allowed: []Allowed{
			{Prompt: "triage", Argument: "environment", Values: []string{"dev", "test"}},
			{Resource: "repo://{owner}/{name}", Argument: "owner", Values: []string{"acme"}},
		},
	}
	if want := []Caller{guest, {Name: "admin", Rank: 2}}; !reflect.DeepEqual(p.Callers, want) {
		t.Errorf("callers %+v\nwant %+v", p.Callers, want)
	}
	if want := (Completion{250, &RateLimit{10, 1, "caller"}}); !reflect.DeepEqual(p.Completion, want) {
		t.Errorf("completion %+v", p.Completion)
	}
	if len(p.Require) != len(requirements)-1 {
		t.Errorf("require %v", p.Require)
	}
	if len(p.Accept) != 3 {
		t.Fatalf("accept %+v", p.Accept)
	}
	want := Acceptance{
		Rule: rule.Get("HDR-11"), Subject: rule.Subject{Kind: rule.KindTool, Name: "list_issues"},
		Pointer: "/inputSchema/properties/page_token/x-mcp-header",
		Reason:  "a cursor of the tracker, and no credential", By: "platform security", Until: "2027-03-31",
		At: rule.Location{File: "p.yaml", Line: 1 + strings.Count(strings.Split(examples(t)[0], "  - rule: HDR-11")[0], "\n"), Column: 5},
	}
	if p.Accept[0] != want {
		t.Errorf("accept %+v\nwant %+v", p.Accept[0], want)
	}
	if a := p.Accept[1]; len(a.Digest) != 71 || a.Subject.Name != "user/profile" {
		t.Errorf("accept %+v", a)
	}
	if a := p.Accept[2]; a.Subject != (rule.Subject{Kind: rule.KindServer}) {
		t.Errorf("accept %+v", a)
	}
}

// No key is left out of the example, the schema or the page, and the schema's
// defaults and most are those of the program.
func TestSchemaSaysWhatIsRead(t *testing.T) {
	schema := published(t)
	for _, example := range append(examples(t), "{}") {
		parse(t, example)
		if err := schema.Validate(plainValue(t, example)); err != nil {
			t.Errorf("%v", err)
		}
	}
	data, err := os.ReadFile(docs + "policy.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var published struct {
		Properties map[string]any `json:"properties"`
		Defs       struct {
			Limits struct {
				Properties map[string]struct {
					Maximum int `json:"maximum"`
					Default any `json:"default"`
				} `json:"properties"`
			} `json:"limits"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(data, &published); err != nil {
		t.Fatal(err)
	}
	example, _ := plainValue(t, examples(t)[0]).(map[string]any)
	for key := range published.Properties {
		if _, ok := example[key]; !ok {
			t.Errorf("the example lacks %s", key)
		}
	}
	l := DefaultLimits()
	most := make(map[string]int)
	for _, n := range l.numbers() {
		most[n.name] = n.most
	}
	page, err := os.ReadFile(docs + "policy.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range l.Named() {
		got, ok := published.Defs.Limits.Properties[n.Name]
		if !ok {
			t.Errorf("the schema lacks limits.%s", n.Name)
		}
		want, _ := json.Marshal(n.Value)
		if have, _ := json.Marshal(got.Default); !bytes.Equal(have, want) && string(want) != strconv.FormatFloat(toFloat(got.Default), 'f', -1, 64) {
			t.Errorf("limits.%s: default %s in the schema, %s in the program", n.Name, have, want)
		}
		if got.Maximum != most[n.Name] {
			t.Errorf("limits.%s: most %d in the schema, %d in the program", n.Name, got.Maximum, most[n.Name])
		}
		if row := "| `" + n.Name + "` | " + string(want) + " | " + strconv.Itoa(most[n.Name]) + " |"; most[n.Name] > 0 && !strings.Contains(string(page), row) {
			t.Errorf("docs/policy.md lacks %q", row)
		}
	}
	if len(published.Defs.Limits.Properties) != len(l.Named()) {
		t.Error("the schema has a limit that is none")
	}
	for _, c := range Classes {
		if row := "| `" + string(c) + "` | " + strings.Join(DefaultVocabulary().Names(c), ", ") + " |"; !strings.Contains(string(page), row) {
			t.Errorf("docs/policy.md lacks %q", row)
		}
	}
	for q := Requirement(1); int(q) < len(requirements); q++ {
		if row := "| `" + q.String() + "` | "; !strings.Contains(string(page), row) {
			t.Errorf("docs/policy.md lacks %q", row)
		}
	}
}

func toFloat(v any) float64 {
	f, _ := v.(float64)
	return f
}

func TestValues(t *testing.T) {
	tests := []struct {
		name, text string
		ok         func(p Policy) bool
	}{
		{"nothing stated", "{}", func(p Policy) bool {
			d := Default()
			d.File = p.File
			return reflect.DeepEqual(p, d)
		}},
		{"JSON", `{"limits": {"nesting": 5}}`, func(p Policy) bool { return p.Limits.Nesting == 5 && p.Limits.Documents == 1_000_000 }},
		{"a comment and a document start", "# ours\n---\ntransport: stdio\n", func(p Policy) bool { return p.Transport == protocol.TransportStdio }},
		{"byte order mark", "\ufefftransport: stdio", func(p Policy) bool { return p.Transport == protocol.TransportStdio }},
		{"least", "limits: {documents: 1}", func(p Policy) bool { return p.Limits.Documents == 1 }},
		{"most", "limits: {nesting: 1000}", func(p Policy) bool { return p.Limits.Nesting == 1000 }},
		{"no images", "limits: {imageTypes: []}", func(p Policy) bool { return p.Limits.ImageTypes != nil && len(p.Limits.ImageTypes) == 0 }},
		{"an image type of our own", "limits: {imageTypes: [image/svg+xml]}", func(p Policy) bool { return p.Limits.ImageTypes[0] == "image/svg+xml" }},
		{"no is a string", "callers: [{name: no}]", func(p Policy) bool { return p.Callers[0].Name == "no" }},
		{"a number in quotes", `callers: [{name: "007"}]`, func(p Policy) bool { return p.Callers[0].Name == "007" }},
		{"a name in escapes", `callers: [{name: "a\u00e9\U0001F600"}]`, func(p Policy) bool { return p.Callers[0].Name == "aé😀" }},
		{"nothing may be suggested", "callers: [{name: a, allowed: [{prompt: p, argument: b, values: []}]}]", func(p Policy) bool { return len(p.Callers[0].Allowed) == 1 }},
		{"the list does not vary", "contexts: {vary: false}", func(p Policy) bool { return p.Vary == Fixed }},
		{"half a declaration", "completion: {debounceMs: 1}", func(p Policy) bool { return p.Completion == Completion{DebounceMs: 1} }},
		{"a reason over lines", "accept:\n- rule: DESC-04\n  tool: a/b\n  by: ops\n  until: '2027-03-31'\n  reason: >\n    one\n    two\n", func(p Policy) bool {
			return p.Accept[0].Reason == "one two" && p.Accept[0].Until == "2027-03-31"
		}},
		{"the same rule at two places", "accept:\n- {rule: DESC-19, tool: a, pointer: /description, reason: r, by: b, until: 2027-01-01}\n- {rule: DESC-19, tool: a, pointer: /title, reason: r, by: b, until: 2027-01-01}\n", func(p Policy) bool { return len(p.Accept) == 2 }},
		{"a document", "accept: [{rule: EVID-14, subject: {kind: document, name: a.json}, reason: r, by: b, until: 2027-01-01}]", func(p Policy) bool {
			return p.Accept[0].Subject == rule.Subject{Kind: rule.KindDocument, Name: "a.json"}
		}},
		{"denied twice", "headers: {deny: {token: secret}}", func(p Policy) bool { return p.Denied["token"] == Secret }},
	}
	schema := published(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if p := parse(t, tt.text); !tt.ok(p) {
				t.Errorf("read as %+v", p)
			}
			if err := schema.Validate(plainValue(t, tt.text)); err != nil {
				t.Errorf("%v", err)
			}
		})
	}
	if DefaultVocabulary()["token"] != Token {
		t.Error("a policy changed the default vocabulary")
	}
}

// entry is an acceptance with some members replaced or added.
func entry(change string) string {
	members := map[string]string{"rule": "DESC-04", "tool": "a/b", "reason": "r", "by": "b", "until": "2027-01-01"}
	order := []string{"rule", "tool", "reason", "by", "until"}
	for _, c := range strings.Split(change, "; ") {
		name, value, _ := strings.Cut(c, ": ")
		if _, known := members[name]; !known {
			order = append(order, name)
		}
		members[name] = value
	}
	var b strings.Builder
	b.WriteString("accept:\n- ")
	for _, name := range order {
		if members[name] != "" {
			b.WriteString(name + ": " + members[name] + "\n  ")
		}
	}
	return strings.TrimRight(b.String(), " ")
}

func TestFaults(t *testing.T) {
	// Faults that a schema over values cannot see: they are in how values are written.
	const spelling = true
	tests := []struct {
		text, want string
		unseen     bool // by the published schema
	}{
		{"limit: {}", `p.yaml:1:1: unknown key "limit"; known: transport, limits, headers, callers, contexts, completion, require, accept`, false},
		{"limits:\n  nesting: 5\n  deep: 3\n", `p.yaml:3:3: unknown key "deep"; known: documentBytes, `, false},
		{"Transport: stdio", `p.yaml:1:1: unknown key "Transport"`, false},
		{"transport: stdio\nlimits: {}\ntransport: stdio\n", `p.yaml:3:1: key "transport" again, first in line 1`, spelling},
		{"limits: {nesting: 1, \"nesting\": 2}", `p.yaml:1:22: key "nesting" again, first in line 1`, spelling},
		{"transport: http", `p.yaml:1:12: transport: "http" is not one of streamable-http, stdio`, false},
		{"transport: [stdio]", `p.yaml:1:12: transport must be a string, is a list`, false},
		{"transport:", `p.yaml:1:11: transport must be a string, is missing`, false},
		{"transport: ~", `p.yaml:1:12: transport must be a string: put "~" in quotes`, false},
		{"limits:", `p.yaml:1:8: limits must be a mapping of keys to values, is missing`, false},
		{"limits: [1]", `p.yaml:1:9: limits must be a mapping of keys to values, is a list`, false},
		{"- transport: stdio", `p.yaml:1:1: a policy must be a mapping of keys to values, is a list`, false},
		{"stdio", `p.yaml:1:1: a policy must be a mapping of keys to values, is a single value`, false},
		{"limits: {nesting: 0}", `p.yaml:1:19: limits.nesting must be a whole number from 1 to 1000 in plain digits, is "0"`, false},
		{"limits: {nesting: -1}", `is "-1"`, false},
		{"limits: {nesting: 1001}", `is "1001"`, false},
		{"limits: {nesting: 99999999999999999999}", `is "99999999999999999999"`, false},
		{"limits: {nesting: 1_00}", `is "1_00"`, spelling},
		{"limits: {nesting: 0x10}", `is "0x10"`, spelling},
		{"limits: {nesting: 0o10}", `is "0o10"`, spelling},
		{"limits: {nesting: 010}", `is "010"`, spelling},
		{"limits: {nesting: +10}", `is "+10"`, spelling},
		{"limits: {nesting: 1e2}", `is "1e2"`, spelling},
		{"limits: {nesting: 10.0}", `is "10.0"`, spelling},
		{"limits: {nesting: \"10\"}", `is "10"`, false},
		{"limits: {nesting: true}", `is "true"`, false},
		{"limits: {nesting: [10]}", `is a list`, false},
		{"limits: {imageTypes: image/png}", `p.yaml:1:22: limits.imageTypes must be a list, is a single value`, false},
		{"limits: {imageTypes: [audio/wav]}", `p.yaml:1:23: limits.imageTypes[0]: "audio/wav" is not a media type like image/name`, false},
		{"limits: {imageTypes: [image/PNG]}", `"image/PNG" is not`, false},
		{"limits: {audioTypes: [audio/wav; q=1]}", `is not a media type like audio/name`, false},
		{"limits: {audioTypes: [audio/wav, audio/wav]}", `p.yaml:1:34: limits.audioTypes[1] repeats "audio/wav"`, false},
		{"limits: {audioTypes: [audio/*]}", `is not a media type like audio/name`, false},
		{"headers: {allow: [pin]}", `unknown key "allow"; known: deny`, false},
		{"headers: {deny: [pin]}", `headers.deny must be a mapping`, false},
		{"headers: {deny: {Customer-Number: pii}}", `p.yaml:1:18: headers.deny: "Customer-Number" must be the words of a name, joined, in lower case`, false},
		{"headers: {deny: {customer: private}}", `headers.deny.customer: "private" is not one of credential, token, secret, password, authorization, pii`, false},
		{"callers: {name: a}", `callers must be a list, is a mapping`, false},
		{"callers: [a]", `p.yaml:1:11: callers[0] must be a mapping`, false},
		{"callers: [{rank: 1}]", `p.yaml:1:11: callers[0] lacks the key "name"`, false},
		{"callers: [{name: a}, {name: a}]", `p.yaml:1:22: callers[1]: caller "a" again`, spelling},
		{"callers: [{name: 7}]", `callers[0].name must be a string: put "7" in quotes`, false},
		{"callers: [{name: 1_0}]", `put "1_0" in quotes`, spelling},
		{"callers: [{name: true}]", `put "true" in quotes`, false},
		{"callers: [{name: \" \"}]", `callers[0].name must not be blank`, false},
		{"callers: [{name: a, rank: 0}]", `callers[0].rank must be a whole number`, false},
		{"callers: [{name: a, forbidden: {names: [\"**\"]}}]", `callers[0].forbidden.names[0] would forbid everything`, false},
		{"callers: [{name: a, forbidden: [x]}]", `callers[0].forbidden must be a mapping`, false},
		{"callers: [{name: a, allowed: [{argument: b, values: []}]}]", `callers[0].allowed[0] must have one of the keys prompt and resource`, false},
		{"callers: [{name: a, allowed: [{prompt: p, resource: r, argument: b, values: []}]}]", `must have one of the keys prompt and resource`, false},
		{"callers: [{name: a, allowed: [{prompt: p, argument: b}]}]", `lacks the key "values"`, false},
		{"callers: [{name: a, allowed: [{prompt: p, argument: b, values: []}, {prompt: p, argument: b, values: [x]}]}]", `callers[0].allowed[1]: argument "b" of the same reference again`, spelling},
		{"contexts: {}", `contexts lacks the key "vary"`, false},
		{"contexts: {vary: no}", `p.yaml:1:18: contexts.vary must be true or false, is "no"`, false},
		{"contexts: {vary: False}", `is "False"`, spelling},
		{"contexts: {vary: \"false\"}", `is "false"`, false},
		{"completion: {debounceMs: 0}", `completion.debounceMs must be a whole number from 1 to 60000`, false},
		{"completion: {rateLimit: {requests: 1, perSeconds: 1}}", `completion.rateLimit lacks the key "key"`, false},
		{"completion: {rateLimit: {requests: 1, perSeconds: 1, key: connection}}", `completion.rateLimit.key: "connection" is not one of caller, credential`, false},
		{"require: [pages]", `p.yaml:1:11: require[0]: "pages" is not one of contexts, completion, `, false},
		{"require: [matrix, matrix]", `p.yaml:1:19: require[1] repeats "matrix"`, false},
		{"require: matrix", `require must be a list, is a single value`, false},

		{entry("rule: "), `p.yaml:2:3: accept[0] lacks the key "rule"`, false},
		{entry("reason: "), `lacks the key "reason"`, false},
		{entry("by: "), `lacks the key "by"`, false},
		{entry("until: "), `lacks the key "until"`, false},
		{entry(`reason: " "`), `accept[0].reason must not be blank`, false},
		{entry("tool: "), `must have one of the keys tool and subject`, false},
		{entry("subject: {kind: server}"), `must have one of the keys tool and subject`, false},
		{entry("rule: DESC-*"), `p.yaml:2:9: accept[0].rule: "DESC-*" is a wildcard: name one rule`, false},
		{entry(`rule: "*"`), `is a wildcard`, false},
		{entry("rule: DESC-99"), `no rule "DESC-99"; mcpreview rules lists them`, spelling},
		{entry("rule: desc-04"), `no rule "desc-04"`, false},
		{entry("rule: [DESC-04, DESC-19]"), `accept[0].rule must be a string, is a list`, false},
		{entry("rule: JSON-07"), `accept[0].rule: JSON-07 cannot be accepted: what cannot be read in one way only`, false},
		{entry("rule: HDR-06"), `HDR-06 cannot be accepted: a header annotation that clients read differently`, false},
		{entry("rule: HDR-02"), `HDR-02 cannot be accepted`, false},
		{entry("rule: HDR-10"), `HDR-10 cannot be accepted`, false},
		{entry("rule: RES-01"), `RES-01 cannot be accepted: it sets no condition`, spelling},
		{entry("rule: PAR-02"), `PAR-02 cannot be accepted: a request whose headers and body differ`, false},
		{entry("rule: ENC-03"), `ENC-03 cannot be accepted`, false},
		{entry("rule: EVID-01"), `EVID-01 cannot be accepted`, spelling},
		{entry("rule: EVID-15"), `EVID-15 cannot be accepted`, false},
		{entry("tool: get_*"), `p.yaml:3:9: accept[0].tool: "get_*" is a wildcard: give one name`, false},
		{entry("rule: HDR-11"), `accept[0]: HDR-11 is accepted for one header at a time: give its pointer`, false},
		{entry("rule: DESC-21"), `accept[0]: DESC-21 is accepted for one descriptor at a time: give its digest`, false},
		{entry("pointer: name"), `accept[0].pointer is no JSON pointer: it has to start with "/"`, false},
		{entry("pointer: /a~2"), `accept[0].pointer is no JSON pointer: "~" is written "~0"`, false},
		{entry("digest: 2c26b4"), `accept[0].digest must be sha256: and 64 hexadecimal digits`, false},
		{entry("digest: sha256:" + strings.Repeat("A", 64)), `accept[0].digest must be sha256:`, false},
		{entry("tool: ; subject: {kind: server}; digest: sha256:" + strings.Repeat("a", 64)), `a digest is of a tool's descriptor, and no tool is named`, false},
		{entry("tool: ; subject: {kind: tool, name: a}"), `accept[0].subject.kind: "tool" is not one of server, listing, `, false},
		{entry("tool: ; subject: {kind: server, name: a}"), `a review is of one server`, false},
		{entry("tool: ; subject: {kind: listing}"), `accept[0].subject lacks the key "name"`, false},
		{entry("until: 2027-02-29"), `accept[0].until: "2027-02-29" is not a day written as YYYY-MM-DD`, spelling},
		{entry("until: 2027-1-1"), `is not a day written as YYYY-MM-DD`, false},
		{entry("until: never"), `is not a day written as YYYY-MM-DD`, false},
		{entry("until: 20270101"), `accept[0].until must be a string: put "20270101" in quotes`, false},
		{entry("rule: DESC-19") + strings.TrimPrefix(entry("rule: DESC-19"), "accept:\n"), `p.yaml:7:3: accept[1] accepts the same as in line 2`, spelling},

		{"", `p.yaml:1:1: no policy: the file states nothing`, spelling},
		{"# transport: stdio\n", `p.yaml:1:1: no policy: the file states nothing`, spelling},
		{"{}\n---\n{}\n", `p.yaml:2:1: a second document: a policy is one`, spelling},
		{"{}\n---\n[", `p.yaml:3: not YAML: `, spelling},
		{"a: &x 1\n", `p.yaml:1:4: anchors and aliases are not read in a policy`, spelling},
		{"require: &x []\naccept: *x\n", `p.yaml:1:10: anchors and aliases are not read in a policy`, spelling},
		{"accept: *x\n", `p.yaml:1: not YAML: unknown anchor`, spelling},
		{"<<: {transport: stdio}\n", `p.yaml:1:1: unknown key "<<"`, spelling},
		{"transport: !!str stdio\n", `p.yaml:1:12: tags are not read in a policy`, spelling},
		{"limits: !x {}\n", `p.yaml:1:9: tags are not read in a policy`, spelling},
		{"[a]: 1\n", `p.yaml:1:1: a key must be a word, is a list`, spelling},
		{"transport: stdio\n\tlimits: {}\n", `p.yaml:2: not YAML: `, spelling},
		{"limits: {nesting: 1\n", `not YAML: `, spelling},
		{"a: b: c\n", `p.yaml:1: not YAML: mapping values are not allowed`, spelling},
		{"transport: \x00stdio\n", `not YAML: `, spelling},
		{"transport: st\xffdio\nx: \xc0\xaf", `p.yaml:1: not UTF-8`, spelling},
		{"\xff\xfet\x00:\x00", `p.yaml:1: not UTF-8`, spelling},
	}
	schema := published(t)
	for _, tt := range tests {
		_, err := Parse("p.yaml", []byte(tt.text))
		switch {
		case err == nil:
			t.Errorf("%q was read", tt.text)
			continue
		case !strings.HasPrefix(err.Error(), "p.yaml:"), !strings.Contains(err.Error(), tt.want):
			t.Errorf("%q:\n got %s\nwant %s", tt.text, err, tt.want)
		case strings.HasPrefix(tt.want, "p.yaml:") && !strings.HasPrefix(err.Error(), tt.want):
			t.Errorf("%q:\n got %s\nwant %s first", tt.text, err, tt.want)
		}
		if !tt.unseen && schema.Validate(plainValue(t, tt.text)) == nil {
			t.Errorf("%q: the schema lets it pass", tt.text)
		}
	}
}

// What is large or deep ends in an error, and soon.
func TestHostileFiles(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for i := 'b'; i < 'z'; i++ {
		p := string(i - 1)
		bomb += string(i) + ": &" + string(i) + " [" + strings.Repeat("*"+p+",", 8) + "*" + p + "]\n"
	}
	tests := map[string]string{
		"bomb":        bomb,
		"large":       strings.Repeat("#", fileBytes+1),
		"deep flow":   strings.Repeat("[", 100_000),
		"deep blocks": strings.Repeat("- ", 100_000),
		"deep maps":   strings.Repeat("{a: ", 9_000) + strings.Repeat("}", 9_000),
		"long key":    strings.Repeat("k", 500_000) + ": 1",
		"many keys":   "headers: {deny: {" + strings.Repeat("a: pii, ", 100_000) + "}}",
		"many lists":  "require: [" + strings.Repeat("matrix,", 100_000) + "]",
		"long number": "limits: {nesting: " + strings.Repeat("9", 900_000) + "}",
		"brackets":    strings.Repeat("? ", 100_000),
		"quotes":      strings.Repeat("\"a\" ", 100_000),
	}
	for name, text := range tests {
		start := time.Now()
		_, err := Parse("p.yaml", []byte(text))
		switch {
		case err == nil:
			t.Errorf("%s: it was read", name)
		case len(err.Error()) > 500:
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		case time.Since(start) > time.Minute:
			t.Errorf("%s: took %s", name, time.Since(start))
		}
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, "policy/p.yaml", "transport: stdio\n")
	const sum = "4b36e00152a9928d2e8584679c93382d54a6ae000717c062c22f3ea9d24b0aa0"
	for path, name := range map[string]string{"policy/p.yaml": "policy/p.yaml", "./policy//p.yaml": "policy/p.yaml", filepath.Join(dir, "policy/p.yaml"): "p.yaml"} {
		p, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if want := (File{name, sum, 17}); p.File != want {
			t.Errorf("%s is called %+v", path, p.File)
		}
	}
	write(t, "large.yaml", strings.Repeat("#", fileBytes+1))
	for path, want := range map[string]string{
		"none.yaml": "none.yaml: no such file or directory", "policy": "policy: not a regular file",
		"/dev/null": "/dev/null: not a regular file", "large.yaml": "large.yaml: larger than 1048576 bytes",
	} {
		if _, err := Load(path); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func FuzzParse(f *testing.F) {
	for _, example := range examples(f) {
		f.Add([]byte(example))
	}
	f.Add([]byte("a: &a [*a]\n"))
	f.Add([]byte("{}\n--- >\n"))
	f.Add([]byte("? [a]\n: |2-\n  b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Parse("p.yaml", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "p.yaml:") {
				t.Errorf("an error without its file: %v", err)
			}
			return
		}
		for _, n := range p.Limits.numbers() {
			if *n.at < 1 || *n.at > n.most {
				t.Errorf("limits.%s is %d", n.name, *n.at)
			}
		}
		for _, a := range p.Accept {
			if _, ok := CanAccept(a.Rule); !ok || a.Reason == "" || a.By == "" || ParseDate(a.Until) != nil || a.Subject.Kind == "" {
				t.Errorf("accepts %+v", a)
			}
		}
	})
}
