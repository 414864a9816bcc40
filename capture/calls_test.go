package capture

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// published is a schema in docs.
func published(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name, doc); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile(name)
}

// A fileCase is a file and what reading it comes to. Where strict is set, only
// the reader can tell what is wrong.
type fileCase struct {
	name, text, want string
	strict           bool
}

// agree reads files with the reader and with the published schema.
func agree(t *testing.T, schema string, cases []fileCase, read func(file, text string) (string, error)) {
	t.Helper()
	s := published(t, schema)
	for _, c := range cases {
		got, err := read("f.yaml", c.text)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		var v any
		if yaml.Unmarshal([]byte(c.text), &v) != nil || c.strict {
			continue
		}
		if valid := s.Validate(v) == nil; valid != (err == nil) {
			t.Errorf("%s: the reader says %v, the schema %t", c.name, err, valid)
		}
	}
}

func TestCallsFile(t *testing.T) {
	t.Setenv("CAPTURE_SECRET", "abcdefgh")
	cases := []fileCase{
		{"all keys", "calls:\n  - tool: a b\n    arguments: {n: 9007199254740993, x: 1.0, e: 1e3, t: \"yes\", l: [true, null, {}]}\n    label: success\n    caller: c\n",
			`"a b" {"n":9007199254740993,"x":1.0,"e":1e3,"t":"yes","l":[true,null,{}]} success c`, false},
		{"JSON", `{"calls":[{"tool":"a","arguments":{"\u0061":"\u00e9","b":-0}}]}`, `"a" {"a":"é","b":-0}  `, false},
		{"no arguments", "calls: [{tool: a}]", `"a"   `, false},
		{"a secret", "calls: [{tool: a, arguments: {k: 'x${env:CAPTURE_SECRET}'}}]", `"a" {"k":"xabcdefgh"}  `, false},
		{"a completion", "completions:\n  - ref: {type: ref/prompt, name: p}\n    argument: {name: a, value: ''}\n    context: {arguments: {b: c}}\n",
			`{"type":"ref/prompt","name":"p"} {"name":"a","value":""} {"arguments":{"b":"c"}}`, false},
		{"nothing", "{}", "", false},
		{"empty file", "", "f.yaml:1:1: the file is empty", true},
		{"a list", "- tool: a", "f.yaml:1:1: the file must be an object, is array", false},
		{"unknown key", "calls:\n  - tool: a\n    args: {}\n", `f.yaml:3:5: unknown key "args" in a call; known: tool, arguments, label, caller`, false},
		{"no tool", "calls:\n  - arguments: {}\n", `f.yaml:2:5: a call lacks the key "tool"`, false},
		{"tool of a wrong type", "calls: [{tool: 7}]", "f.yaml:1:16: tool must be a string, is number", false},
		{"empty tool", "calls: [{tool: \"\"}]", "f.yaml:1:16: tool must not be empty", false},
		{"arguments of a wrong type", "calls: [{tool: a, arguments: [1]}]", "f.yaml:1:30: arguments must be an object, is array", false},
		{"unknown label", "calls: [{tool: a, label: good}]",
			`f.yaml:1:26: label: "good" is not one of success, failure, unknown-tool, invalid-arguments, malformed-request, probe`, false},
		{"key twice", "calls: [{tool: a, tool: b}]", `f.yaml:1:19: key "tool" again`, true},
		{"key twice in JSON", `{"calls":[],"calls":[]}`, `f.yaml:1:13: member "calls" occurs 2 times`, true},
		{"doubtful word", "calls: [{tool: a, arguments: {b: yes}}]", "f.yaml:1:34: this word means different things to different readers: write it as JSON has it, or in quotes", true},
		{"doubtful number", "calls: [{tool: a, arguments: {b: 0x10}}]", "f.yaml:1:34: this word means different things to different readers: write it as JSON has it, or in quotes", true},
		{"anchor", "calls: [{tool: &t a}]", "f.yaml:1:16: anchors and aliases are not read", true},
		{"tag", "calls: [{tool: !!str a}]", "f.yaml:1:16: tags are not read", true},
		{"missing value", "calls: [{tool: }]", "f.yaml:1:16: the value is missing", true},
		{"two documents", "calls: []\n---\ncalls: []\n", "f.yaml:2:1: a second document", true},
		{"no YAML", "calls: [", "f.yaml:1:1: not YAML: did not find expected node content", true},
		{"no JSON", "{\"calls\":[}", "f.yaml:1:11: unexpected character U+007D at byte 10", true},
		{"secret that is not set", "calls: [{tool: a, arguments: {k: '${env:CAPTURE_NOT_SET}'}}]", "f.yaml:1:34: environment variable CAPTURE_NOT_SET is not set", true},
		{"no argument of a completion", "completions:\n  - ref: {type: ref/prompt}\n", `f.yaml:2:5: a completion lacks the key "argument"`, false},
	}
	agree(t, "calls.schema.json", cases, func(file, text string) (string, error) {
		c, err := ParseCalls(file, []byte(text), new(Secrets))
		var out []string
		for _, call := range c.Tools {
			out = append(out, fmt.Sprintf("%q %s %s %s", call.Tool, call.Arguments, call.Label, call.Caller))
		}
		for _, completion := range c.Completions {
			out = append(out, fmt.Sprintf("%s %s %s", completion.Ref, completion.Argument, completion.Context))
		}
		return strings.Join(out, "; "), err
	})
}

func TestCallersFile(t *testing.T) {
	t.Setenv("CAPTURE_SECRET", "abcdefgh")
	cases := []fileCase{
		{"two", "callers:\n  - name: admin\n    headers: {Authorization: 'Bearer ${env:CAPTURE_SECRET}'}\n  - name: guest\n    env: {KEY: 'x'}\n",
			"admin [{Authorization Bearer abcdefgh}] map[]; guest [] map[KEY:x]", false},
		{"none", "callers: []", "f.yaml:1:1: callers is empty", false},
		{"no name", "callers: [{}]", `f.yaml:1:11: a caller lacks the key "name"`, false},
		{"twice", "callers: [{name: a}, {name: a}]", `f.yaml:1:22: caller "a" again`, true},
		{"leaves the folder", "callers: [{name: ../a}]",
			`f.yaml:1:18: name: "../a" must be of letters, digits, "-", "_" and ".", no longer than 60, and not the name of a folder of evidence`, false},
		{"a pass", "callers: [{name: pass-2}]",
			`f.yaml:1:18: name: "pass-2" must be of letters, digits, "-", "_" and ".", no longer than 60, and not the name of a folder of evidence`, false},
		{"header of the transport's", "callers: [{name: a, headers: {Mcp-Param-Region: x}}]", "f.yaml:1:49: header Mcp-Param-Region is the transport's to set", true},
		{"header with a line break", "callers: [{name: a, headers: {X: \"a\\nb\"}}]", "f.yaml:1:34: header X: its value holds a line break or NUL", true},
		{"header of a wrong type", "callers: [{name: a, headers: {X: 1}}]", "f.yaml:1:34: headers.X must be a string, is number: put it in quotes", false},
		{"variable with a wrong name", "callers: [{name: a, env: {A-B: x}}]", `f.yaml:1:32: env: "A-B" is not the name of an environment variable`, false},
	}
	agree(t, "callers.schema.json", cases, func(file, text string) (string, error) {
		callers, err := ParseCallers(file, []byte(text), new(Secrets))
		var out []string
		for _, c := range callers {
			out = append(out, fmt.Sprintf("%s %v %v", c.Name, c.Headers, c.Env))
		}
		return strings.Join(out, "; "), err
	})
}

// Completions and calls are made as they are listed, each caller's own by that
// caller alone.
func TestCallsAreMade(t *testing.T) {
	t.Parallel()
	o := options(t, "good")
	calls, err := ParseCalls("f", []byte(`{"calls":[{"tool":"one","arguments":{"text":"é","n":1.50},"label":"success"},{"tool":"one"},{"tool":"none","label":"failure"}],
		"completions":[{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""}}]}`), o.Secrets)
	if err != nil {
		t.Fatal(err)
	}
	o.Calls = calls
	rec := captured(t, o)
	if !rec.Complete() {
		t.Errorf("missing %q", rec.Missing)
	}
	for name, want := range map[string]string{
		"results/001-one-success.json":  `"params":{"name":"one","arguments":{"text":"é","n":1.50},"_meta":`,
		"results/002-one.json":          `"params":{"name":"one","_meta":`,
		"results/003-none-failure.json": `"label": "failure"`,
		"completions/001-p-a.json":      `"params":{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""},"_meta":`,
	} {
		if text := read(t, o, name); !strings.Contains(text, want) {
			t.Errorf("%s: no %s in %s", name, want, text)
		}
	}
	o.Calls.Tools[0].Caller = "nobody"
	o.Dir += "-2"
	if _, err := Run(t.Context(), o); err == nil || err.Error() != `f:1:11: caller "nobody" is none of those that are captured` {
		t.Errorf("error %v", err)
	}
}

func FuzzCallsFile(f *testing.F) {
	for _, seed := range []string{"calls:\n  - tool: a\n    arguments: {b: 1}\n", `{"calls":[{"tool":"a"}]}`, "completions: [{ref: {type: a}, argument: {name: b, value: c}}]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		calls, err := ParseCalls("f", data, new(Secrets))
		if err != nil {
			return
		}
		for _, c := range calls.Tools {
			if c.Arguments != nil && readMessage(c.Arguments).doc == nil {
				t.Fatalf("%q: arguments that are no JSON: %q", data, c.Arguments)
			}
		}
	})
}
