package envelope

import (
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// Members that schema.json defines for messages.
var (
	requestMembers  = []string{"jsonrpc", "id", "method", "params"}
	responseMembers = []string{"jsonrpc", "id", "result", "error"}
	errorMembers    = []string{"code", "message", "data"}
)

var listParams = []string{"_meta", "cursor"}

// paramsMembers are the members of each method's params, those of all
// revisions together.
var paramsMembers = map[string][]string{
	protocol.MethodListTools:     listParams,
	protocol.MethodListPrompts:   listParams,
	protocol.MethodListResources: listParams,
	protocol.MethodListTemplates: listParams,
	protocol.MethodCallTool:      {"_meta", "name", "arguments", "inputResponses", "requestState", "task"},
	protocol.MethodGetPrompt:     {"_meta", "name", "arguments", "inputResponses", "requestState"},
	protocol.MethodReadResource:  {"_meta", "uri", "inputResponses", "requestState"},
	protocol.MethodComplete:      {"_meta", "ref", "argument", "context"},
	protocol.MethodDiscover:      {"_meta"},
	protocol.MethodInitialize:    {"_meta", "protocolVersion", "capabilities", "clientInfo"},
}

// resultMembers are the members of results that no other section reviews.
var resultMembers = map[string][]string{
	protocol.MethodGetPrompt:    {"_meta", "resultType", "description", "messages", "inputRequests", "requestState"},
	protocol.MethodReadResource: {"_meta", "resultType", "contents", "ttlMs", "cacheScope", "inputRequests", "requestState"},
	protocol.MethodDiscover:     {"_meta", "resultType", "supportedVersions", "capabilities", "instructions", "ttlMs", "cacheScope"},
	protocol.MethodInitialize:   {"_meta", "protocolVersion", "capabilities", "serverInfo", "instructions"},
}

var capabilityMembers = []string{"completions", "experimental", "extensions", "logging", "prompts", "resources", "tools", "tasks"}

// memberNames reports near misses of the members that a message has by its
// schema (JSON-07).
func (j *judge) memberNames() {
	if !j.deliberate {
		j.nearMisses(j.ex.Request, requestMembers)
		j.nearMisses(j.ex.Params, paramsMembers[j.ex.Method])
	}
	j.nearMisses(j.ex.Response, responseMembers)
	j.nearMisses(j.ex.Error, errorMembers)
}

func (j *judge) nearMisses(of *strictjson.Value, known []string) {
	for _, m := range shape.Unknown(of, known) {
		if m.NearMissOf != "" {
			j.report(nearMissRule, rule.Condition, j.ex.Value, m.Value, m.NearMiss())
		}
	}
}

// methods are the requests that some published revision defines; the list
// methods and those with params above are among them.
var methods = map[string]bool{
	"ping": true, "logging/setLevel": true, protocol.MethodSubscribe: true,
	"resources/subscribe": true, "resources/unsubscribe": true,
	"tasks/get": true, "tasks/list": true, "tasks/result": true, "tasks/cancel": true, "tasks/update": true,
	"roots/list": true, "sampling/createMessage": true, "elicitation/create": true,
}

func knownMethod(name string) bool { return methods[name] || paramsMembers[name] != nil }
