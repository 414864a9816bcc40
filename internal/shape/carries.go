package shape

import (
	"slices"

	"mcpreview/internal/strictjson"
)

// A Cargo is what a value of free form carries of the protocol, at any depth.
// A later one is more.
type Cargo uint8

// The cargoes.
const (
	NoMessage Cargo = iota // nothing
	Asked                  // a JSON-RPC message, none of which is a server's answer
	Answered               // a server's answer, a result, or descriptors of tools: what could be evidence
)

// serverResults are members of the results of servers; those of clients, who
// answer requests of a server's own, have others.
var serverResults = []string{
	"resultType", "content", "structuredContent", "isError", "tools", "prompts", "resources", "resourceTemplates",
	"completion", "contents", "messages", "supportedVersions", "capabilities", "inputRequests",
}

// isServerResult reports whether a value could be what a server answered. A
// client's answer to a request for a sample has content as well.
func isServerResult(v *strictjson.Value) bool {
	sampled := v.Get("model").Is(strictjson.String) && v.Get("role").Is(strictjson.String)
	return !sampled && slices.ContainsFunc(serverResults, func(name string) bool { return v.Get(name) != nil })
}

// CargoOf is the most that a value carries. Text within strings is not read.
func CargoOf(v *strictjson.Value) Cargo {
	most := ownCargo(v)
	for _, m := range v.Members() {
		if most < Answered {
			most = max(most, CargoOf(m))
		}
	}
	for _, e := range v.Elements() {
		if most < Answered {
			most = max(most, CargoOf(e))
		}
	}
	return most
}

// ownCargo is what the members of an object itself show.
func ownCargo(v *strictjson.Value) Cargo {
	has := func(name string, k strictjson.Kind) bool { return v.Get(name).Is(k) }
	switch {
	case !v.Is(strictjson.Object):
		return NoMessage
	case isServerResult(v.Get("result")),
		has("jsonrpc", strictjson.String) && has("error", strictjson.Object),
		has("name", strictjson.String) && has("inputSchema", strictjson.Object),
		v.Get("tools").At(0).Get("name").Is(strictjson.String):
		return Answered
	case has("jsonrpc", strictjson.String):
		return Asked
	}
	return NoMessage
}
