package protocol

import "strings"

// Methods that a review judges.
const (
	MethodListTools     = "tools/list"
	MethodCallTool      = "tools/call"
	MethodListPrompts   = "prompts/list"
	MethodGetPrompt     = "prompts/get"
	MethodListResources = "resources/list"
	MethodReadResource  = "resources/read"
	MethodListTemplates = "resources/templates/list"
	MethodComplete      = "completion/complete"
	MethodDiscover      = "server/discover"
	MethodInitialize    = "initialize"
	MethodSubscribe     = "subscriptions/listen"
)

// What a server asks of its client: by requests of its own, and from revision
// 2026-07-28 on within results only (basic/patterns/mrtr.mdx).
const (
	MethodElicit = "elicitation/create"
	MethodSample = "sampling/createMessage"
	MethodRoots  = "roots/list"
)

// IsRemoved reports whether a method is a client's request that revision 2026-07-28
// no longer has.
func IsRemoved(method string) bool {
	switch method {
	case MethodInitialize, "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe":
		return true
	}
	return false
}

// AsksClient reports whether a method is one that a server asks its client.
func AsksClient(method string) bool {
	return method == MethodElicit || method == MethodSample || method == MethodRoots
}

// A List is one list method: the member of its result that holds the items,
// and the member that tells items apart.
type List struct{ Method, Items, Key string }

// Lists are the list methods that are walked by cursor.
var Lists = []List{
	{MethodListTools, "tools", "name"},
	{MethodListPrompts, "prompts", "name"},
	{MethodListResources, "resources", "uri"},
	{MethodListTemplates, "resourceTemplates", "uriTemplate"},
}

// ListOf returns the list of a method.
func ListOf(method string) (List, bool) {
	for _, l := range Lists {
		if l.Method == method {
			return l, true
		}
	}
	return List{}, false
}

// Members of _meta that the protocol defines.
const (
	MetaProtocolVersion    = "io.modelcontextprotocol/protocolVersion"
	MetaClientCapabilities = "io.modelcontextprotocol/clientCapabilities"
	MetaClientInfo         = "io.modelcontextprotocol/clientInfo"
	MetaServerInfo         = "io.modelcontextprotocol/serverInfo"
)

// Headers that copy parts of a request, and the member that ties a parameter to
// one of its own.
const (
	HeaderProtocolVersion = "MCP-Protocol-Version"
	HeaderMethod          = "Mcp-Method"
	HeaderName            = "Mcp-Name"
	HeaderAnnotation      = "x-mcp-header"
)

// HTTP statuses by which requests are refused.
const (
	StatusOK              = 200
	StatusBadRequest      = 400
	StatusUnauthorized    = 401 // no credentials, or none that count
	StatusForbidden       = 403 // the scope does not suffice
	StatusNotFound        = 404
	StatusTooLarge        = 413
	StatusTooManyRequests = 429
)

// JSON-RPC and MCP error codes.
const (
	CodeParseError            = -32700
	CodeInvalidRequest        = -32600
	CodeMethodNotFound        = -32601
	CodeInvalidParams         = -32602
	CodeInternalError         = -32603
	CodeHeaderMismatch        = -32020
	CodeMissingCapability     = -32021
	CodeUnsupportedVersion    = -32022
	CodeResourceNotFound      = -32002 // retired
	CodeURLElicitation        = -32042 // retired
	CodePrefinalHeaderMisfits = -32001 // a pre-final number for a header mismatch
)

// Values of resultType.
const (
	ResultComplete      = "complete"
	ResultInputRequired = "input_required"
)

// ResultWords are the words for how an answer ended, of this protocol and of
// others: a reason may quote them.
var ResultWords = []string{
	ResultComplete, ResultInputRequired,
	"task", "error", "success", "partial", "incomplete", "working", "pending", "failed", "cancelled", "done", "final", "result", "ok", "tool", "text", "empty",
	"completed", "finished", "in_progress", "input-required",
}

// Transports.
const (
	TransportHTTP    = "streamable-http"
	TransportStdio   = "stdio"
	TransportUnknown = "unknown"
)

// Media types of messages over HTTP.
const (
	TypeJSON   = "application/json"
	TypeStream = "text/event-stream"
)

// CarriesMessages reports whether a Content-Type is one that an answer to a
// request has: basic/transports/streamable-http.mdx lets a server choose between
// these two. Letters have no case, and parameters are not looked at.
func CarriesMessages(contentType string) bool {
	essence, _, _ := strings.Cut(contentType, ";")
	essence = strings.TrimSpace(essence)
	return strings.EqualFold(essence, TypeJSON) || strings.EqualFold(essence, TypeStream)
}
