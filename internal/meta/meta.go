// Package meta judges _meta objects, wherever the protocol allows one
// (JSON-12).
package meta

import (
	"strings"

	"mcpreview/internal/icon"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// Lacks says what the _meta of a request lacks of what revision 2026-07-28
// demands: "_meta" where it is no object, "protocolVersion" or
// "clientCapabilities" where that is missing or of the wrong type, "" for none.
func Lacks(m *strictjson.Value) string {
	switch {
	case !m.Is(strictjson.Object):
		return "_meta"
	case !m.Get(protocol.MetaProtocolVersion).Is(strictjson.String):
		return "protocolVersion"
	case !m.Get(protocol.MetaClientCapabilities).Is(strictjson.Object):
		return "clientCapabilities"
	}
	return ""
}

// A Problem is one thing to say of a _meta object under JSON-12.
type Problem struct {
	At         *strictjson.Value // the object, or the member at fault; nil is what should have held the _meta
	Missing    []string          // names below At that are absent
	Text       string            // a clause; what a server wrote is quoted in it
	Effect     rule.Effect       // Reject, Condition or Note
	Provenance rule.Provenance
}

// defined are the names that revision 2026-07-28 and official extensions define
// under the protocol's own prefix.
var defined = []string{
	protocol.MetaProtocolVersion, protocol.MetaClientCapabilities, protocol.MetaClientInfo,
	protocol.MetaServerInfo, "io.modelcontextprotocol/logLevel", "io.modelcontextprotocol/subscriptionId",
}

const ownPrefix = "io.modelcontextprotocol/"

// Check judges the value of a _meta member of a result, a tool, a block or a
// request. An absent one is in order, but where wantServerInfo says that a
// response should name its server that is noted. Problems are in document order.
func Check(v *strictjson.Value, wantServerInfo bool) []Problem {
	if v == nil {
		if wantServerInfo {
			return []Problem{missingServerInfo(nil, "_meta", protocol.MetaServerInfo)}
		}
		return nil
	}
	if !v.Is(strictjson.Object) {
		return []Problem{{At: v, Text: "is " + v.Kind().String() + ", must be object", Effect: rule.Reject, Provenance: rule.SpecMust}}
	}
	var problems []Problem
	for name, value := range v.Members() {
		if name == protocol.MetaServerInfo {
			problems = append(problems, implementation(value)...)
			continue
		}
		if p, ok := key(name); ok {
			p.At = value
			problems = append(problems, p)
		}
	}
	if wantServerInfo && v.Get(protocol.MetaServerInfo) == nil {
		problems = append(problems, missingServerInfo(v, protocol.MetaServerInfo))
	}
	return problems
}

func missingServerInfo(at *strictjson.Value, missing ...string) Problem {
	return Problem{At: at, Missing: missing, Text: "serverInfo is missing", Effect: rule.Note, Provenance: rule.SpecShould}
}

// implementationMembers are the members of an Implementation in schema.json.
var implementationMembers = []struct {
	name     string
	kind     strictjson.Kind
	required bool
}{
	{"name", strictjson.String, true},
	{"version", strictjson.String, true},
	{"title", strictjson.String, false},
	{"description", strictjson.String, false},
	{"websiteUrl", strictjson.String, false},
	{"icons", strictjson.Array, false},
}

// implementation judges the shape of a serverInfo. What it says is display
// only: no verdict may rest on it.
func implementation(v *strictjson.Value) []Problem {
	reject := func(at *strictjson.Value, text string, missing ...string) Problem {
		return Problem{At: at, Missing: missing, Text: text, Effect: rule.Reject, Provenance: rule.SpecMust}
	}
	if !v.Is(strictjson.Object) {
		return []Problem{reject(v, "serverInfo is "+v.Kind().String()+", must be object")}
	}
	var problems []Problem
	for _, m := range implementationMembers {
		switch member := v.Get(m.name); {
		case member == nil && m.required:
			problems = append(problems, reject(v, "serverInfo has no "+m.name, m.name))
		case member != nil && !member.Is(m.kind):
			problems = append(problems, reject(member, "serverInfo "+m.name+" is "+member.Kind().String()+", must be "+m.kind.String()))
		}
	}
	if icons := v.Get("icons"); icons.Is(strictjson.Array) {
		for _, p := range icon.Check(icons) {
			if !p.Usable { // an icon that must not be loaded is only left out of what is displayed
				problems = append(problems, reject(p.At, "serverInfo icons: "+p.Text, p.Missing...))
			}
		}
	}
	return problems
}

// key judges one key of a _meta object; ok is false where there is nothing to say.
func key(name string) (p Problem, ok bool) {
	prefix, rest, prefixed := strings.Cut(name, "/")
	if !prefixed {
		prefix, rest = "", name
	}
	switch {
	case prefixed && !isPrefix(prefix), rest != "" && !isName(rest): // an empty name is legal
		return Problem{Text: "key " + rule.Key(name) + " is not [prefix/]name", Effect: rule.Condition, Provenance: rule.SpecMust}, true
	case prefixed && prefix+"/" == ownPrefix:
		return ownKey(name)
	case prefixed && isReserved(prefix):
		return Problem{Text: "key " + rule.Key(name) + " has a prefix reserved for the protocol", Effect: rule.Condition, Provenance: rule.SpecMust}, true
	}
	return Problem{}, false
}

func ownKey(name string) (Problem, bool) {
	for _, d := range defined {
		if d == name {
			return Problem{}, false
		}
	}
	text := "key " + rule.Key(name) + " is not defined by this revision"
	for _, d := range defined {
		if shape.Alike(name, d) {
			text = "key " + rule.Key(name) + " is not " + d
		}
	}
	return Problem{Text: text, Effect: rule.Note, Provenance: rule.SpecMust}, true
}

// isPrefix reports whether s is labels separated by dots: each starts with a
// letter, ends with a letter or digit, and has only letters, digits and "-".
func isPrefix(s string) bool {
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || !isLetter(label[0]) || !isAlphanumeric(label[len(label)-1]) {
			return false
		}
		for i := range len(label) {
			if !isAlphanumeric(label[i]) && label[i] != '-' {
				return false
			}
		}
	}
	return true
}

// isName reports whether s starts and ends with a letter or digit and has only
// letters, digits, "-", "_" and "." between.
func isName(s string) bool {
	if !isAlphanumeric(s[0]) || !isAlphanumeric(s[len(s)-1]) {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !isAlphanumeric(c) && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

// isReserved reports whether the second label keeps the prefix for the
// protocol: com.mcp/ is reserved, com.example.mcp/ and mcp.dev/ are not.
func isReserved(prefix string) bool {
	labels := strings.SplitN(prefix, ".", 3)
	return len(labels) > 1 && (labels[1] == "mcp" || labels[1] == "modelcontextprotocol")
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isAlphanumeric(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }
