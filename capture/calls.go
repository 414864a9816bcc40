package capture

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// Calls are what a user asks for beyond discovery, in the order of the file.
type Calls struct {
	Tools       []Call
	Completions []Completion
}

// A Call is one tools/call. Its arguments are JSON text with the secrets in it.
type Call struct {
	Tool      string
	Arguments json.RawMessage // nil where none are stated
	Label     evidence.Label
	Caller    string // "" for every caller
	at        node
}

// A Completion is one completion/complete, its parameters as JSON text.
type Completion struct {
	Ref, Argument, Context json.RawMessage // Context nil where none is stated
	Label                  evidence.Label
	Caller                 string
	name                   string // of its file
	at                     node
}

// labels are what a call may be labelled.
var labels = []evidence.Label{
	evidence.LabelSuccess, evidence.LabelFailure, evidence.LabelUnknownTool,
	evidence.LabelArguments, evidence.LabelMalformed, evidence.LabelProbe,
}

// ParseCalls reads a file of calls, in JSON or YAML (docs/calls.schema.json).
// ${env:NAME} in a text stands for an environment variable, whose value becomes
// a secret. Errors begin with the place, "file:line:column".
func ParseCalls(file string, data []byte, secrets *Secrets) (Calls, error) {
	root, err := parseNode(file, data)
	if err != nil {
		return Calls{}, err
	}
	r := callsReader{secrets: secrets}
	err = root.fields("the file",
		field{"calls", false, func(n node) error { return n.list("calls", r.call) }},
		field{"completions", false, func(n node) error { return n.list("completions", r.completion) }},
	)
	return r.calls, err
}

type callsReader struct {
	secrets *Secrets
	calls   Calls
}

func (r *callsReader) call(n node) error {
	c := Call{at: n}
	err := n.fields("a call",
		field{"tool", true, textInto(&c.Tool, "tool")},
		field{"arguments", false, r.value(&c.Arguments, "arguments")},
		field{"label", false, labelInto(&c.Label)},
		field{"caller", false, textInto(&c.Caller, "caller")},
	)
	r.calls.Tools = append(r.calls.Tools, c)
	return err
}

func (r *callsReader) completion(n node) error {
	c := Completion{at: n}
	var kind, argument string
	err := n.fields("a completion",
		field{"ref", true, r.part(&c.Ref, "ref", field{"type", true, textInto(&kind, "ref.type")},
			field{"name", false, textInto(&c.name, "ref.name")}, field{"uri", false, textInto(&c.name, "ref.uri")})},
		field{"argument", true, r.part(&c.Argument, "argument", field{"name", true, textInto(&argument, "argument.name")},
			field{"value", true, anyText("argument.value")})},
		field{"context", false, r.value(&c.Context, "context")},
		field{"label", false, labelInto(&c.Label)},
		field{"caller", false, textInto(&c.Caller, "caller")},
	)
	c.name += "-" + argument
	r.calls.Completions = append(r.calls.Completions, c)
	return err
}

// anyText accepts a string, the empty one too.
func anyText(what string) func(node) error {
	return func(n node) error {
		if n.kind != strictjson.String {
			return n.fault("%s must be a string, is %s", what, n.kind)
		}
		return nil
	}
}

// part reads an object of given keys into its JSON text.
func (r *callsReader) part(at *json.RawMessage, what string, known ...field) func(node) error {
	return func(n node) error {
		if err := n.fields(what, known...); err != nil {
			return err
		}
		return r.value(at, what)(n)
	}
}

// value reads an object of any keys into its JSON text.
func (r *callsReader) value(at *json.RawMessage, what string) func(node) error {
	return func(n node) error {
		if n.kind != strictjson.Object {
			return n.fault("%s must be an object, is %s", what, n.kind)
		}
		text, err := n.json(r.secrets.Expand)
		*at = text
		return err
	}
}

func labelInto(at *evidence.Label) func(node) error {
	return func(n node) error {
		var text string
		if err := textInto(&text, "label")(n); err != nil {
			return err
		}
		*at = evidence.Label(text)
		if !slices.Contains(labels, *at) {
			var known []string
			for _, l := range labels {
				known = append(known, string(l))
			}
			return n.fault("label: %s is not one of %s", rule.Quote(text), strings.Join(known, ", "))
		}
		return nil
	}
}

// checkCallers refuses calls of callers that there are not.
func (c Calls) checkCallers(callers []Caller) error {
	check := func(name string, at node) error {
		if name == "" || slices.ContainsFunc(callers, func(c Caller) bool { return c.Name == name }) {
			return nil
		}
		return at.fault("caller %s is none of those that are captured", rule.Quote(name))
	}
	for _, call := range c.Tools {
		if err := check(call.Caller, call.at); err != nil {
			return err
		}
	}
	for _, completion := range c.Completions {
		if err := check(completion.Caller, completion.at); err != nil {
			return err
		}
	}
	return nil
}

// ParseCallers reads a file of callers, in JSON or YAML
// (docs/callers.schema.json): the headers and the environment variables of each,
// with ${env:NAME} for what is a secret.
func ParseCallers(file string, data []byte, secrets *Secrets) ([]Caller, error) {
	root, err := parseNode(file, data)
	if err != nil {
		return nil, err
	}
	var callers []Caller
	err = root.fields("the file", field{"callers", true, func(n node) error {
		return n.list("callers", func(n node) error {
			c, err := readCaller(n, secrets)
			if slices.ContainsFunc(callers, func(o Caller) bool { return o.Name == c.Name }) && err == nil {
				err = n.fault("caller %s again", rule.Quote(c.Name))
			}
			callers = append(callers, c)
			return err
		})
	}})
	if err == nil && len(callers) == 0 {
		err = root.fault("callers is empty")
	}
	return callers, err
}

func readCaller(n node, secrets *Secrets) (Caller, error) {
	c := Caller{Env: make(map[string]string)}
	err := n.fields("a caller",
		field{"name", true, func(n node) error {
			if err := textInto(&c.Name, "name")(n); err != nil {
				return err
			}
			return checkCallerName(n)
		}},
		field{"headers", false, func(n node) error {
			return pairs(n, "headers", KindHeader, secrets, func(at node, name, value string) error {
				if err := CheckHeader(name, value); err != nil {
					return at.fault("%v", err)
				}
				c.Headers = append(c.Headers, Header{name, value})
				return nil
			})
		}},
		field{"env", false, func(n node) error {
			return pairs(n, "env", KindVariable, secrets, func(at node, name, value string) error {
				if !IsVariable(name) || strings.Contains(value, "\x00") {
					return at.fault("env: %s is not the name of an environment variable", rule.Quote(name))
				}
				c.Env[name] = value
				return nil
			})
		}},
	)
	return c, err
}

// checkCallerName keeps to names that can be a folder's, and are none that
// folders of evidence have.
func checkCallerName(n node) error {
	taken := []string{"pages", "prompts", "resources", "resource-templates", "results", "completions", "discover", "headers"}
	if fileName(n.text) != n.text || slices.Contains(taken, n.text) || strings.HasPrefix(n.text, "pass-") {
		return n.fault("name: %s must be of letters, digits, \"-\", \"_\" and \".\", no longer than %d, and not the name of a folder of evidence",
			rule.Quote(n.text), nameBytes)
	}
	return nil
}

func pairs(n node, what, kind string, secrets *Secrets, each func(at node, name, value string) error) error {
	if n.kind != strictjson.Object {
		return n.fault("%s must be an object, is %s", what, n.kind)
	}
	for _, m := range n.members {
		if m.value.kind != strictjson.String {
			return m.value.fault("%s must be a string, is %s: put it in quotes", what+"."+m.name, m.value.kind)
		}
		value, err := "", CheckLiteral(kind, m.name, m.value.text)
		if err == nil {
			value, err = secrets.Expand(m.value.text)
		}
		if err != nil {
			return m.value.fault("%v", err)
		}
		if err := each(m.value, m.name, value); err != nil {
			return err
		}
	}
	return nil
}

// describe is a call in a note, without its arguments.
func (c Call) describe(n int) string { return fmt.Sprintf("call %d, %s", n, rule.Quote(c.Tool)) }
