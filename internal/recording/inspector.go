package recording

import (
	"strings"

	"mcpreview/internal/strictjson"
)

var inspectorProtocol = &Format{
	Kind:   "Inspector protocol export",
	About:  "The list of messages that Inspector's web interface exports (inspector-protocol-*.json).",
	Proves: everyMessage,
	whole: func(root *strictjson.Value) bool {
		return every(root, []string{"timestamp", "direction", "message"}, "response")
	},
	read: readInspectorProtocol,
}

var inspectorNetwork = &Format{
	Kind:   "Inspector network export",
	About:  "The list of HTTP requests that Inspector's web interface exports (inspector-network-*.json).",
	Proves: with(everyMessage, WireJSON, Status),
	whole: func(root *strictjson.Value) bool {
		return every(root, []string{"timestamp", "method", "url", "requestHeaders"}, "")
	},
	read: readInspectorNetwork,
}

// evidenceMembers are members that make a value evidence by itself. No element
// of an export has them, so that a server's own result cannot pass for one.
var evidenceMembers = []string{
	"jsonrpc", "request", "response", "sse", "headerMapping", "log", "inputSchema", "resultType", "capabilities", "tools", "result",
	"resourceTemplates", "prompts", "resources", "completion", "content", "structuredContent", "isError", "inputRequests", "messages", "contents", "supportedVersions",
}

// every reports whether a value is a list whose elements all have the members,
// and none that evidence of another form has but the one excepted.
func every(root *strictjson.Value, members []string, except string) bool {
	if !root.Is(strictjson.Array) || root.Len() == 0 {
		return false
	}
	for _, e := range root.Elements() {
		for _, m := range members {
			if e.Get(m) == nil {
				return false
			}
		}
		for _, m := range evidenceMembers {
			if m != except && e.Get(m) != nil {
				return false
			}
		}
	}
	return true
}

// readInspectorProtocol pairs the messages that an export does not pair itself.
func readInspectorProtocol(r *reading, root *strictjson.Value) {
	p, silent := newPairs(), 0
	for e := range r.entries(root) {
		r.unread(e, protocolEntry)
		request, answer := e.Get("message"), e.Get("response")
		asked, ok := peek(r.doc.Source(request))
		x := exchange{at: r.doc.Locate(e), time: timeOf(e.Get("timestamp")), request: r.of(request)}
		server := e.Get("origin").Text() == "server"
		if asked.begins() && !server {
			r.restart(p, "")
		}
		switch {
		case len(r.outside(e, request, answer)) > 0 || !ok:
			r.add(gap(Damaged, x.at))
		case asked.answers && !asked.asks && server:
			r.add(p.answer("", asked, x.at, func(o *open) Record { return o.answered(x.request) })...)
		case !asked.isRequest() || server:
			silent++
		case answer.Is(strictjson.Object):
			x.response = r.of(answer)
			r.add(x.record())
		case !p.ask(asked, &open{exchange: x}):
			r.add(gap(TooMany, x.at))
		}
	}
	for _, o := range p.rest() {
		r.add(o.unanswered()...)
	}
	r.count(root, silent, silentNote, "message")
}

// outside are the faults of an element that are in none of its messages.
func (r *reading) outside(e *strictjson.Value, messages ...*strictjson.Value) []strictjson.Fault {
	var all []strictjson.Fault
	for _, f := range r.doc.FaultsIn(e) {
		within := false
		for _, m := range messages {
			within = within || m != nil && m.Start() <= f.Offset && f.Offset < m.End()
		}
		if !within {
			all = append(all, f)
		}
	}
	return all
}

func readInspectorNetwork(r *reading, root *strictjson.Value) {
	w := newWeb(r)
	w.addAll(root, networkEntry)
	w.finish(root)
}

func networkEntry(r *reading, e *strictjson.Value) fetch {
	r.unread(e, networkEntryOf)
	f := fetch{
		at: r.doc.Locate(e), method: e.Get("method").Text(), url: e.Get("url").Text(), time: timeOf(e.Get("timestamp")), merged: true,
		request: r.plain(e.Get("requestBody")), response: r.plain(e.Get("responseBody")),
	}
	f.status, _ = e.Get("responseStatus").Int()
	f.aborted = f.status == 0
	for name, v := range e.Get("requestHeaders").Members() {
		f.headers = append(f.headers, header{name, v.Text()})
	}
	var types []string
	for name, v := range e.Get("responseHeaders").Members() {
		if strings.EqualFold(name, "content-type") {
			f.response.stream = isStream(v.Text())
			types = append(types, v.Text())
		}
	}
	f.contentType = carrier(types)
	return f
}

// plain is a body that is a string of its own.
func (r *reading) plain(v *strictjson.Value) body {
	b := body{size: -1}
	if v.Is(strictjson.String) {
		b.has, b.part, b.literal = true, r.inside(v), r.of(v)
		if isWithheld(b.part.text) {
			b.gap = Redacted
		}
	}
	return b
}
