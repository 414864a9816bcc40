package recording

import (
	"strings"

	"mcpreview/internal/strictjson"
)

// An Impostor is a kind of document that looks like evidence and is none.
type Impostor struct {
	Name    string // with its article
	Lacks   string // why it is no evidence, or "" where that is plain
	Instead string // what to record instead, in one clause
	is      func(v *strictjson.Value) bool
}

const (
	fromServer  = "record the server's own tools/list pages"
	fromSession = "record calls and their results"
)

// Impostors are recognised by members that no evidence has.
var Impostors = []Impostor{
	{"an mcpsnoop HAR export", "it holds no headers, no status and no JSON-RPC envelopes", "give the session log it was made from", func(v *strictjson.Value) bool {
		return v.Path("log", "creator", "name").Text() == "mcpsnoop" && v.Path("log", "entries").Is(strictjson.Array)
	}},
	{"an mcpsnoop JSON export", "it holds no headers and no JSON-RPC envelopes", "give the session log it was made from", members("generated_at", "session", "events")},
	{"an mcpsnoop baseline", "its descriptors are written anew in snake_case", fromServer, func(v *strictjson.Value) bool {
		return v.Get("server") != nil && v.Get("version").Is(strictjson.Number) && all(v.Get("tools"), snakeCase)
	}},
	{"a list of tools for another model API", "its descriptors are in snake_case", fromServer, func(v *strictjson.Value) bool { return all(v, snakeCase) }},
	{"a list of functions for another model API", "", fromServer, func(v *strictjson.Value) bool {
		return all(v, func(e *strictjson.Value) bool { return e.Get("type").Text() == "function" && bare(e) })
	}},
	{"a catalogue's list of tools", "its arguments are no schemas", fromServer, func(v *strictjson.Value) bool {
		return all(v, func(e *strictjson.Value) bool {
			return e.Get("name") != nil && e.Get("arguments").Is(strictjson.Array) && bare(e)
		})
	}},
	{"a report of the official conformance suite", "it is about an SDK", fromSession, func(v *strictjson.Value) bool {
		return all(v, func(e *strictjson.Value) bool {
			return e.Get("id") != nil && e.Get("status") != nil && (e.Get("specReferences") != nil || e.Get("errorMessage") != nil) && bare(e)
		})
	}},
	{"a scanner's report", "", fromSession, members("server_url", "scan_results")},
	{"a scanner's report", "", fromSession, func(v *strictjson.Value) bool {
		return bare(v) && v.Get("version") != nil && v.Get("runs").Is(strictjson.Array)
	}},
	{"an MCPJam server snapshot", "it holds no annotations and no cursors", "record the session with --debug-out", func(v *strictjson.Value) bool {
		return v.Get("kind").Text() == "server-snapshot" && v.Get("schemaVersion") != nil
	}},
	{"a registry's description of a server", "", fromServer, func(v *strictjson.Value) bool {
		return bare(v) && v.Get("name") != nil && (v.Get("packages").Is(strictjson.Array) || v.Get("remotes").Is(strictjson.Array))
	}},
	{"a bundle's manifest", "", fromServer, func(v *strictjson.Value) bool { return v.Get("manifest_version") != nil && v.Get("server") != nil }},
	{"a client's configuration", "", fromServer, members("mcpServers")},
	{"a client's configuration", "", fromServer, func(v *strictjson.Value) bool {
		servers := v.Get("servers")
		return bare(v) && servers.Is(strictjson.Object) && servers.Len() > 0 && allMembers(servers, func(e *strictjson.Value) bool {
			return e.Get("command") != nil || e.Get("url") != nil
		})
	}},
	{"an OpenAPI document", "", fromServer, func(v *strictjson.Value) bool {
		return bare(v) && (v.Get("openapi") != nil || v.Get("swagger") != nil) && v.Get("info") != nil
	}},
	{"a JSON Schema", "", fromServer, func(v *strictjson.Value) bool {
		return bare(v) && (v.Get("$schema") != nil || v.Get("type") != nil) && v.Get("properties").Is(strictjson.Object)
	}},
	{"a package's manifest", "", fromServer, func(v *strictjson.Value) bool {
		return bare(v) && v.Get("name") != nil && v.Get("version") != nil && (v.Get("dependencies") != nil || v.Get("scripts") != nil)
	}},
}

// RecogniseImpostor names an impostor in one clause; "" for any other document.
func RecogniseImpostor(v *strictjson.Value) string {
	for i := range Impostors {
		if m := &Impostors[i]; m.is(v) {
			text := m.Name + " is no evidence"
			if m.Lacks != "" {
				text += ", " + m.Lacks
			}
			return text + ": " + m.Instead
		}
	}
	return ""
}

// members recognises an object by its members, where it has none that evidence
// has.
func members(names ...string) func(*strictjson.Value) bool {
	return func(v *strictjson.Value) bool {
		for _, n := range names {
			if v.Get(n) == nil {
				return false
			}
		}
		return bare(v)
	}
}

// bare reports that a value has no member that makes it evidence.
func bare(v *strictjson.Value) bool {
	for _, m := range evidenceMembers {
		if v.Get(m) != nil {
			return false
		}
	}
	return true
}

func all(v *strictjson.Value, is func(*strictjson.Value) bool) bool {
	if !v.Is(strictjson.Array) || v.Len() == 0 {
		return false
	}
	for _, e := range v.Elements() {
		if !is(e) {
			return false
		}
	}
	return true
}

func allMembers(v *strictjson.Value, is func(*strictjson.Value) bool) bool {
	for _, m := range v.Members() {
		if !is(m) {
			return false
		}
	}
	return true
}

// snakeCase recognises a descriptor with the members of other APIs.
func snakeCase(e *strictjson.Value) bool {
	return e.Get("name") != nil && e.Get("inputSchema") == nil && (e.Get("input_schema") != nil || strings.HasSuffix(e.Get("type").Text(), "_tool"))
}
