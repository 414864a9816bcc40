package conversation_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpreview/internal/protocol"
	"mcpreview/internal/strictjson"
	"mcpreview/replay"
	"mcpreview/report/conversation"
)

// A specimen is a conversation that breaks no rule, and the place in one of its
// messages of a value that a definition of the protocol's schema describes.
type specimen struct {
	name       string
	revision   string
	transport  string // "" for stdio
	definition string
	steps      []sent
	at         int    // the step that holds the value
	pointer    string // to the value, within its message
}

// A sent message is one of the client's, or of the server's.
type sent struct {
	fromClient bool
	message    any
}

// text is a specimen as a file.
func (s specimen) text(t testing.TB) []byte {
	t.Helper()
	transport := s.transport
	if transport == "" {
		transport = replay.TransportStdio
	}
	steps := make([]any, len(s.steps))
	for i, m := range s.steps {
		direction := "server_to_client"
		if m.fromClient {
			direction = "client_to_server"
		}
		steps[i] = map[string]any{"direction": direction, "message": m.message}
	}
	text, err := json.Marshal(map[string]any{"protocolVersion": s.revision, "transport": transport, "steps": steps})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// reason is the rule that a specimen breaks; "" for none.
func (s specimen) reason(t testing.TB) string {
	t.Helper()
	c, err := replay.ParseConversation(s.text(t), "c.json")
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	return conversation.Run(c, "c.json").Cases[0].Reason
}

// message is the message that holds the value.
func (s specimen) message() any { return s.steps[s.at].message }

// value is what the definition describes.
func (s specimen) value() any { return resolve(s.message(), s.pointer) }

// with is the specimen with another value in the place of a part of its own.
func (s specimen) with(change change) specimen {
	s.steps = slices.Clone(s.steps)
	s.steps[s.at].message = change.apply(s.message())
	return s
}

// A change replaces one value by another, or removes it.
type change struct {
	pointer string
	remove  bool
	value   any
}

// String names the change.
func (c change) String() string {
	if c.remove {
		return "without " + c.pointer
	}
	text, _ := json.Marshal(c.value)
	return fmt.Sprintf("%s as %s", c.pointer, text)
}

// apply is v with the change made, v itself untouched.
func (c change) apply(v any) any {
	if c.pointer == "" {
		return c.value
	}
	token, rest, _ := strings.Cut(c.pointer[1:], "/")
	if rest != "" {
		rest = "/" + rest
	}
	inner := change{rest, c.remove, c.value}
	name := strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, m := range v {
			out[k] = m
		}
		if c.remove && rest == "" {
			delete(out, name)
		} else {
			out[name] = inner.apply(out[name])
		}
		return out
	case []any:
		out := slices.Clone(v)
		var i int
		if _, err := fmt.Sscan(token, &i); err == nil && i < len(out) {
			out[i] = inner.apply(out[i])
		}
		return out
	}
	return v
}

// changes are all single changes of a value below a pointer: every member
// removed, and every value as one of each JSON type.
func changes(v any, pointer string) (all []change) {
	for _, other := range []any{nil, true, json.Number("7"), json.Number("1.5"), "text", []any{}, map[string]any{}} {
		all = append(all, change{pointer: pointer, value: other})
	}
	switch v := v.(type) {
	case map[string]any:
		for name, m := range v {
			at := pointer + "/" + strictjson.EscapeToken(name)
			all = append(all, change{pointer: at, remove: true})
			all = append(all, changes(m, at)...)
		}
	case []any:
		for i, e := range v {
			all = append(all, changes(e, fmt.Sprintf("%s/%d", pointer, i))...)
		}
	}
	return all
}

// resolve is the value at a pointer.
func resolve(v any, pointer string) any {
	for pointer != "" {
		token, rest, more := strings.Cut(pointer[1:], "/")
		if pointer = ""; more {
			pointer = "/" + rest
		}
		switch x := v.(type) {
		case map[string]any:
			v = x[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
		case []any:
			var i int
			if _, err := fmt.Sscan(token, &i); err != nil {
				return nil
			}
			v = x[i]
		}
	}
	return v
}

// parsed is a JSON text as a tree, its numbers as they are written.
func parsed(t testing.TB, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// corpus is the folder of the protocol's schemas; without one the test is
// skipped.
func corpus(t *testing.T) string {
	t.Helper()
	root := os.Getenv("MCPREVIEW_CORPUS")
	if root == "" {
		t.Skip("MCPREVIEW_CORPUS names no corpus that holds the protocol's schemas")
	}
	return filepath.Join(root, "spec")
}

// definitions compiles definitions of the protocol's schema.
type definitions struct {
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

// officialDefinitions are those that the corpus holds of a revision.
func officialDefinitions(t *testing.T, revision string) *definitions {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(corpus(t), revision, "schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:schema", doc); err != nil {
		t.Fatal(err)
	}
	return &definitions{c, make(map[string]*jsonschema.Schema)}
}

// holds reports whether a value is what a definition describes.
func (d *definitions) holds(t *testing.T, name string, v any) bool {
	t.Helper()
	s := d.compiled[name]
	if s == nil {
		var err error
		if s, err = d.compiler.Compile("mem:schema#/$defs/" + name); err != nil {
			t.Fatal(err)
		}
		d.compiled[name] = s
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(plain) == nil
}

// A leave is what the schema forbids and a conversation may do all the same: a
// value at a place of specimens of a revision, both revisions where it names
// none.
type leave struct {
	revision                   string
	definition, pointer, value *regexp.Regexp // value is the JSON text that stands there instead, "" for nothing
}

func leaveFor(revision, definition, pointer, value string) leave {
	return leave{revision, regexp.MustCompile(definition), regexp.MustCompile(pointer), regexp.MustCompile(value)}
}

var leaves = []leave{
	// A notification of another name is somebody's own, and another code is another error.
	leaveFor("", `Notification$`, `^/method$`, `^"text"$`),
	leaveFor("", `Error$`, `^/error/code$`, `^7$`),
	// null ends a list too (PAGE-03).
	leaveFor("", `Result`, `/nextCursor$`, `^null$`),
	// schema.json says integer where schema.ts says number, and leaves null out of JSON.
	leaveFor("", ``, `/(extensions|experimental)/.*/|/inputResponses/.*/content/[^/]*$`, `^(null|1\.5)$`),
	// A boolean is a schema in JSON Schema 2020-12.
	leaveFor(replay.Protocol2025, ``, `Schema/properties/[^/]*$`, `^true$`),
	// A field of strings may have members of any name.
	leaveFor(replay.Protocol2026, `EnumSchema$`, `/(oneOf|enum)(/|$)`, ``),
}

// granted reports whether a change of a specimen is left to conversations.
func granted(s specimen, c change) bool {
	text := ""
	if !c.remove {
		b, _ := json.Marshal(c.value)
		text = string(b)
	}
	return slices.ContainsFunc(leaves, func(l leave) bool {
		return (l.revision == "" || l.revision == s.revision) && l.definition.MatchString(s.definition) &&
			l.pointer.MatchString(c.pointer) && l.value.MatchString(text)
	})
}

// TestWhatTheSchemaForbids changes every value of every specimen: what the
// protocol's schema forbids breaks a rule of the conversation.
func TestWhatTheSchemaForbids(t *testing.T) {
	for _, revision := range []string{replay.Protocol2025, replay.Protocol2026} {
		t.Run(revision, func(t *testing.T) {
			d := officialDefinitions(t, revision)
			all := specimens(t, revision)
			if revision == protocol.Current.Name {
				all = append(all, officialSpecimens(t)...)
			}
			tried := 0
			for _, s := range all {
				for _, c := range changes(s.value(), s.pointer) {
					if testing.Short() && !c.remove && c.value != nil {
						continue
					}
					changed := s.with(c)
					if d.holds(t, s.definition, changed.value()) || granted(s, c) {
						continue
					}
					if tried++; changed.reason(t) == "" {
						t.Errorf("%s (%s) %s breaks nothing", s.name, s.definition, c)
					}
				}
			}
			if tried < 500 {
				t.Errorf("%d changes were tried", tried)
			}
		})
	}
}

// TestSpecimens holds the project's own specimens in order, and where the corpus
// is at hand against the definitions that they are named after.
func TestSpecimens(t *testing.T) {
	for _, revision := range []string{replay.Protocol2025, replay.Protocol2026} {
		for _, s := range specimens(t, revision) {
			if why := s.reason(t); why != "" {
				t.Errorf("%s: %s breaks %s", revision, s.name, why)
			}
		}
		if os.Getenv("MCPREVIEW_CORPUS") == "" {
			continue
		}
		d := officialDefinitions(t, revision)
		for _, s := range specimens(t, revision) {
			if !d.holds(t, s.definition, s.value()) {
				t.Errorf("%s: %s is no such thing", revision, s.name)
			}
		}
	}
}

// needed are the members that the main definitions cannot do without, by
// definition: pointers from the value, for both revisions where they know it.
var needed = map[string]string{
	"ListToolsResult":             "/tools /tools/0/name /tools/0/inputSchema /tools/0/inputSchema/type /tools/0/icons/0/src",
	"ListPromptsResult":           "/prompts /prompts/0/name /prompts/0/arguments/0/name /prompts/0/icons/0/src",
	"ListResourcesResult":         "/resources /resources/0/uri /resources/0/name /resources/0/icons/0/src",
	"ListResourceTemplatesResult": "/resourceTemplates /resourceTemplates/0/uriTemplate /resourceTemplates/0/name",
	"CallToolResult":              "/content /content/0/type /content/0/text",
	"GetPromptResult":             "/messages /messages/0/role /messages/0/content /messages/0/content/type /messages/0/content/text",
	"ReadResourceResult":          "/contents /contents/0/uri /contents/0/text /contents/1/blob",
	"CompleteResult":              "/completion /completion/values",
	"CallToolRequest":             "/params/name",
	"GetPromptRequest":            "/params/name",
	"ReadResourceRequest":         "/params/uri",
	"CompleteRequest":             "/params/ref /params/ref/type /params/argument /params/argument/name /params/argument/value",
	"ProgressNotification":        "/params/progressToken /params/progress",
	"LoggingMessageNotification":  "/params/level /params/data",
	"ResourceUpdatedNotification": "/params/uri",
	"JSONRPCErrorResponse":        "/error/code /error/message",

	"DiscoverResult":                       "/supportedVersions /capabilities /resultType /ttlMs /cacheScope",
	"InputRequiredResult":                  "/inputRequests/f/params/message /inputRequests/f/params/requestedSchema /inputRequests/m/params/messages /inputRequests/m/params/maxTokens /inputRequests/m/params/tools/0/name",
	"InputResponses":                       "/f/action /m/role /m/content /m/model /r/roots /r/roots/0/uri",
	"UnsupportedProtocolVersionError":      "/error/data /error/data/supported /error/data/requested",
	"MissingRequiredClientCapabilityError": "/error/data /error/data/requiredCapabilities",

	"InitializeRequest":           "/params/protocolVersion /params/capabilities /params/clientInfo /params/clientInfo/name /params/clientInfo/version",
	"InitializeResult":            "/protocolVersion /capabilities /serverInfo /serverInfo/name /serverInfo/version",
	"ListRootsResult":             "/roots /roots/0/uri",
	"CreateMessageResult":         "/role /content /model",
	"ElicitResult":                "/action",
	"CreateTaskResult":            "/task /task/taskId /task/status /task/createdAt /task/lastUpdatedAt /task/ttl",
	"URLElicitationRequiredError": "/error/data /error/data/elicitations/0/message /error/data/elicitations/0/url",
}

// TestNeededMembers takes each of those away, and puts what is of no type that
// may stand there in its place.
func TestNeededMembers(t *testing.T) {
	met := make(map[string]bool)
	for _, revision := range []string{replay.Protocol2025, replay.Protocol2026} {
		for _, s := range specimens(t, revision) {
			met[s.definition] = true
			for pointer := range strings.FieldsSeq(needed[s.definition]) {
				if resolve(s.value(), pointer) == nil {
					continue // the specimen is of another kind, or the revision does not know it
				}
				for _, c := range []change{{pointer: s.pointer + pointer, remove: true}, {pointer: s.pointer + pointer, value: nil}} {
					if c.value == nil && !c.remove && (strings.HasSuffix(pointer, "/ttl") || strings.HasSuffix(pointer, "/data")) {
						continue // null may stand there
					}
					if s.with(c).reason(t) == "" {
						t.Errorf("%s: %s %s breaks nothing", revision, s.name, c)
					}
				}
			}
		}
	}
	for definition := range needed {
		if !met[definition] {
			t.Errorf("no specimen is a %s", definition)
		}
	}
}
