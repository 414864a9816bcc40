package recording

import (
	"slices"
	"strings"

	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// A place is an object of a format: the members that are read, and others that
// the format has. Further ones are passed over unless they look as if they held
// what was sent.
type place struct{ read, other []string }

// Objects of the formats. HTTP Archive 1.2 leaves names that begin with an
// underscore to programs.
var (
	harRoot     = place{read: []string{"log"}}
	harLog      = place{[]string{"entries"}, []string{"version", "creator", "browser", "pages", "comment"}}
	harEntryOf  = place{[]string{"request", "response", "startedDateTime"}, []string{"time", "cache", "timings", "pageref", "connection", "comment"}}
	harRequest  = place{[]string{"method", "url", "httpVersion", "headers", "postData"}, []string{"cookies", "queryString", "comment"}}
	harResponse = place{[]string{"status", "headers", "content"}, []string{"httpVersion", "cookies", "comment"}}
	harBody     = place{[]string{"mimeType", "text", "encoding", "size"}, []string{"params", "comment"}}

	protocolEntry  = place{[]string{"timestamp", "origin", "message", "response"}, nil}
	networkEntryOf = place{[]string{"timestamp", "method", "url", "requestHeaders", "requestBody", "responseStatus", "responseHeaders", "responseBody"}, nil}
	jamRoot        = place{[]string{"_rpcLogs"}, []string{"command", "target", "outcome", "snapshot"}}
	jamEntry       = place{[]string{"serverId", "serverName", "direction", "timestamp", "message"}, nil}
	snoopEntry     = place{[]string{"session_id", "seq", "direction", "transport", "raw", "text", "status", "mcp_method", "mcp_name", "mcp_protocol_version", "mcp_param_headers"}, nil}
)

// around adds a gap where what stands around the entries is damaged: a member
// that occurs twice may have had other entries.
func (r *reading) around(root, entries *strictjson.Value) {
	if len(r.outside(root, entries)) > 0 {
		r.add(gap(Damaged, r.doc.Locate(root)))
	}
}

// unread adds a gap for the first member of an object that is passed over and
// should not be in silence.
func (r *reading) unread(v *strictjson.Value, p place) {
	if g, found := r.firstUnread(v, p); found {
		r.add(g)
	}
}

func (r *reading) firstUnread(v *strictjson.Value, p place) (Record, bool) {
	for _, m := range shape.Unknown(v, p.read) {
		own := strings.HasPrefix(m.Name, "_")
		switch {
		case slices.Contains(p.other, m.Name), m.Value.Is(strictjson.Null):
		case m.NearMissOf != "" && (!own || strings.HasPrefix(m.NearMissOf, "_")),
			shape.Numbered(m.Name, p.read) != "" && !own,
			shape.CargoOf(m.Value) == shape.Answered:
			return gap(Unread, r.doc.Locate(m.Value)), true
		}
	}
	return Record{}, false
}
