package conversation

import (
	"mcpreview/internal/protocol"
	"mcpreview/internal/strictjson"
)

// The notifications that the revision has, but for those of change.
const (
	notifyCancelled    = "notifications/cancelled"
	notifyProgress     = "notifications/progress"
	notifyMessage      = "notifications/message"
	notifyAcknowledged = "notifications/subscriptions/acknowledged"
	notifyUpdated      = "notifications/resources/updated"
)

// removed reports whether a method is one that revision 2026-07-28 no longer has:
// of tasks, those that the extension has not taken over.
func removed(method string) bool {
	return protocol.IsRemoved(method) || method == "tasks/list" || method == "tasks/result"
}

// removedNotifications are the notifications that it no longer has.
var removedNotifications = map[string]bool{
	"notifications/initialized": true, "notifications/roots/list_changed": true,
}

// features are the requests of the revision, with the capability that a server
// declares for them; "" for what every server has.
var features = map[string]string{
	protocol.MethodListTools:     "tools",
	protocol.MethodCallTool:      "tools",
	protocol.MethodListPrompts:   "prompts",
	protocol.MethodGetPrompt:     "prompts",
	protocol.MethodListResources: "resources",
	protocol.MethodListTemplates: "resources",
	protocol.MethodReadResource:  "resources",
	protocol.MethodComplete:      "completions",
	protocol.MethodDiscover:      "",
	protocol.MethodSubscribe:     "",
}

// knownMethod reports whether a method is a request of this revision or was one.
func knownMethod(name string) bool {
	_, now := features[name]
	return now || removed(name)
}

// asksForInput reports whether a method may be answered with input_required.
func asksForInput(method string) bool {
	return method == protocol.MethodCallTool || method == protocol.MethodGetPrompt || method == protocol.MethodReadResource
}

// isCached reports whether the complete result of a method carries hints for
// caches.
func isCached(method string) bool {
	_, list := protocol.ListOf(method)
	return list || method == protocol.MethodReadResource || method == protocol.MethodDiscover
}

// lists reports whether an array holds the same string as v.
func lists(array *strictjson.Value, text string) bool {
	for _, e := range array.Elements() {
		if s, ok := e.Str(); ok && s == text {
			return true
		}
	}
	return false
}

// isStrings reports whether v is an array of strings.
func isStrings(v *strictjson.Value) bool {
	for _, e := range v.Elements() {
		if !e.Is(strictjson.String) {
			return false
		}
	}
	return v.Is(strictjson.Array)
}
