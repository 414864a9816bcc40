package recording

import (
	"strings"
	"testing"

	"mcpreview/internal/strictjson"
)

func value(t *testing.T, text string) *strictjson.Value {
	t.Helper()
	doc, err := strictjson.Parse([]byte(text), "f", 1, bounds)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return doc.Root
}

func TestImpostors(t *testing.T) {
	seen := make(map[string]bool)
	for text, want := range map[string]string{
		`{"log":{"creator":{"name":"mcpsnoop"},"entries":[]}}`:                                       "an mcpsnoop HAR export",
		`{"generated_at":"x","session":{},"summary":{},"calls":[],"events":[]}`:                      "an mcpsnoop JSON export",
		`{"version":2,"server":"s","tools":[{"name":"a","input_schema":{}}]}`:                        "an mcpsnoop baseline",
		`[{"name":"a","description":"d","input_schema":{}}]`:                                         "a list of tools for another model API",
		`[{"type":"function","function":{"name":"a"}}]`:                                              "a list of functions for another model API",
		`[{"name":"a","description":"d","arguments":[{"name":"q","type":"string","desc":"."}]}]`:     "a catalogue's list of tools",
		`[{"id":"a","name":"b","status":"SUCCESS","specReferences":[]}]`:                             "a report of the official conformance suite",
		`{"server_url":"x","scan_results":[]}`:                                                       "a scanner's report",
		`{"version":"2.1.0","runs":[]}`:                                                              "a scanner's report",
		`{"kind":"server-snapshot","schemaVersion":1,"tools":[],"capabilities":{}}`:                  "an MCPJam server snapshot",
		`{"$schema":"x","name":"io.example/a","version":"1","packages":[]}`:                          "a registry's description of a server",
		`{"name":"io.example/a","remotes":[{"type":"sse","url":"u"}]}`:                               "a registry's description of a server",
		`{"manifest_version":"0.3","name":"a","server":{},"tools":[{"name":"a"}]}`:                   "a bundle's manifest",
		`{"mcpServers":{"a":{"command":"x","env":{"TOKEN":"y"}}}}`:                                   "a client's configuration",
		`{"servers":{"a":{"url":"x"}},"inputs":[]}`:                                                  "a client's configuration",
		`{"openapi":"3.1.0","info":{},"paths":{}}`:                                                   "an OpenAPI document",
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{}}`: "a JSON Schema",
		`{"name":"a","version":"1","dependencies":{}}`:                                               "a package's manifest",
	} {
		got := RecogniseImpostor(value(t, text))
		if !strings.HasPrefix(got, want+" is no evidence") || !strings.Contains(got, ": ") {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		if Recognise(value(t, text)) != nil && !strings.Contains(text, "mcpsnoop") {
			t.Errorf("%s is read as well", text)
		}
		seen[want] = true
	}
	for _, m := range Impostors {
		if !seen[m.Name] {
			t.Errorf("no document shows %s", m.Name)
		}
	}
}

// What a server could add to evidence, or a near neighbour of an impostor, is
// none.
func TestNoImpostors(t *testing.T) {
	for _, text := range []string{
		`{"tools":[{"name":"a","inputSchema":{}}],"server":"s","version":1}`, `{"tools":[{"name":"a","inputSchema":{}}],"mcpServers":{}}`,
		`{"tools":[],"openapi":"3","info":{}}`, `{"content":[],"server_url":"x","scan_results":[]}`, `{"content":[],"version":"1","runs":[]}`,
		`{"name":"a","inputSchema":{},"version":"1","scripts":{}}`, `{"name":"a","inputSchema":{},"packages":[]}`, `{"jsonrpc":"2.0","id":1,"result":{},"mcpServers":{}}`,
		`[{"name":"a","inputSchema":{},"input_schema":{}}]`, `[{"name":"a","inputSchema":{},"arguments":[]}]`, `[{"type":"function","tools":[]}]`, `[]`, `{}`, `null`, `{"servers":{}}`,
		`{"log":{"creator":{"name":"x"},"entries":[]}}`, `[{"name":"a","input_schema":{}},{"tools":[]}]`, `{"request":{},"kind":"x","schemaVersion":1}`,
	} {
		if got := RecogniseImpostor(value(t, text)); got != "" {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// An export whose elements have members of evidence is none: a list of bare
// results is the servers' to fill.
func TestEvidenceIsNoExport(t *testing.T) {
	for _, m := range evidenceMembers {
		for _, text := range []string{
			`[{"timestamp":"x","direction":"request","message":{},"` + m + `":[]}]`,
			`[{"timestamp":"x","method":"POST","url":"u","requestHeaders":{},"` + m + `":[]}]`,
			`{"_rpcLogs":[],"` + m + `":[]}`,
		} {
			if f := Recognise(value(t, text)); f != nil && !(m == "response" && f == inspectorProtocol) {
				t.Errorf("%s is read as %s", text, f.Kind)
			}
		}
	}
}
