package envelope

import (
	"cmp"
	"strings"
	"unicode"

	"mcpreview/internal/hidden"
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
			j.report(ruleNearMiss, rule.Condition, j.ex.Value, m.Value, m.NearMiss())
		}
	}
}

// methods are the requests and notifications that some published revision
// defines; the list methods and those with params above are among them.
var methods = map[string]bool{
	"ping": true, "logging/setLevel": true, protocol.MethodSubscribe: true,
	"resources/subscribe": true, "resources/unsubscribe": true,
	protocol.MethodRoots: true, protocol.MethodSample: true, protocol.MethodElicit: true,

	"notifications/initialized": true, "notifications/cancelled": true, "notifications/progress": true,
	"notifications/message": true, "notifications/resources/updated": true, "notifications/resources/list_changed": true,
	"notifications/tools/list_changed": true, "notifications/prompts/list_changed": true, "notifications/roots/list_changed": true,
	"notifications/elicitation/complete": true, "notifications/tasks/status": true, "notifications/subscriptions/acknowledged": true,
}

// taskMethods are the requests of tasks, which one revision has in its core and
// later ones as an extension.
var taskMethods = map[string]bool{
	"tasks/get": true, "tasks/list": true, "tasks/result": true, "tasks/cancel": true, "tasks/update": true,
}

// knows reports whether a method is one that a server may be expected to know.
func (j *judge) knows(method string) bool {
	if taskMethods[method] {
		return j.rev.Tasks || len(j.discovery.Extensions) > 0
	}
	return methods[method] || paramsMembers[method] != nil
}

// nearMethod is the known method that a name could be taken for: equal but for
// ASCII case, "-", "_", white space and hidden characters; "" where none is. No
// two methods are that much alike.
func (j *judge) nearMethod(name string) string {
	shown := withoutHidden(name)
	return cmp.Or(alikeIn(j, methods, shown), alikeIn(j, taskMethods, shown), alikeIn(j, paramsMembers, shown))
}

// alikeIn is the known method among the keys of a table that shown is alike.
func alikeIn[V any](j *judge, table map[string]V, shown string) string {
	for known := range table {
		if j.knows(known) && shape.Alike(shown, known) {
			return known
		}
	}
	return ""
}

func withoutHidden(s string) string {
	hits := hidden.Find(s)
	var b strings.Builder
	at := 0
	for _, r := range s {
		switch {
		case len(hits) > 0 && hits[0].At == at:
			hits = hits[1:]
		case !unicode.IsSpace(r):
			b.WriteRune(r)
		}
		at++
	}
	return b.String()
}
