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
	Asked                  // a JSON-RPC request or notification
	Answered               // an answer, a result, or descriptors of tools: what could be evidence
)

// wrapped are members that show what the result in a program's own wrapper is.
var wrapped = []string{"resultType", "content", "structuredContent", "contents", "tools", "completion"}

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
	case has("jsonrpc", strictjson.String) && (v.Get("result") != nil || has("error", strictjson.Object)),
		slices.ContainsFunc(wrapped, func(name string) bool { return v.Get("result").Get(name) != nil }),
		has("name", strictjson.String) && has("inputSchema", strictjson.Object),
		v.Get("tools").At(0).Get("name").Is(strictjson.String):
		return Answered
	case has("jsonrpc", strictjson.String):
		return Asked
	}
	return NoMessage
}
