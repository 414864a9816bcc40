package recording

import (
	"strings"

	"mcpreview/internal/strictjson"
)

var mcpjam = &Format{
	Kind:   "MCPJam debug artifact",
	About:  "What MCPJam's commands write with --debug-out: its _rpcLogs carry whole messages.",
	Proves: everyMessage,
	whole: func(root *strictjson.Value) bool {
		logs := root.Get("_rpcLogs")
		for _, m := range evidenceMembers {
			if root.Get(m) != nil {
				return false
			}
		}
		return logs.Is(strictjson.Array)
	},
	read: readMCPJam,
}

// jamRedacted is what MCPJam writes in the place of values that it takes for
// credentials by their names, and within texts.
const jamRedacted = "[REDACTED]"

func readMCPJam(r *reading, root *strictjson.Value) {
	r.around(root, root.Get("_rpcLogs"))
	r.unread(root, jamRoot)
	p, silent := newPairs(), 0
	for e := range r.entries(root.Get("_rpcLogs")) {
		r.unread(e, jamEntry)
		message := e.Get("message")
		m, ok := peek(r.doc.Source(orNull(message, e)))
		id, server := e.Get("serverId").Text(), e.Get("serverName").Text()
		sender := id + " " + server
		if server == "" {
			server = id
		}
		x := exchange{at: r.doc.Locate(e), server: server, time: timeOf(e.Get("timestamp"))}
		switch sent := e.Get("direction").Text() == "send"; {
		case message == nil || !ok || len(r.outside(e, message)) > 0:
			r.add(gap(Damaged, x.at))
		case sent && m.isRequest():
			x.request = r.of(message)
			if m.begins() {
				r.restart(p, sender)
			}
			if !p.askAs(sender, m, &open{exchange: x, gap: r.redacted(message)}) {
				r.add(gap(TooMany, x.at))
			}
		case !sent && m.answers && !m.asks:
			r.add(p.answer(sender, m, x.at, func(o *open) Record {
				if g := r.redacted(message); g != "" {
					return gap(g, x.at)
				}
				return o.answered(r.of(message))
			})...)
		default:
			silent++
		}
	}
	for _, o := range p.rest() {
		r.add(o.unanswered()...)
	}
	r.count(root, silent, silentNote, "message")
}

// redacted is Redacted for a message of which something was replaced, else "".
func (r *reading) redacted(message *strictjson.Value) Gap {
	if strings.Contains(r.doc.Source(message), jamRedacted) {
		return Redacted
	}
	return ""
}

// orNull is a member, or the value it is missing from.
func orNull(v, from *strictjson.Value) *strictjson.Value {
	if v == nil {
		return from
	}
	return v
}
