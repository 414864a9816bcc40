package pagination

import (
	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// judgeProbes judges what was sent beside the walks.
func (r *reviewer) judgeProbes(c *cursors) {
	home := make(map[*evidence.Page]*walk)
	for i, l := range r.listings {
		for _, p := range l.Pages {
			home[p] = r.walks[i]
		}
	}
	var server tally
	for i, p := range r.probes {
		switch {
		case p.Sent == evidence.CursorUnknown:
		case p.Sent == evidence.CursorNone && p.Repeats != nil:
			if w := home[p.Repeats]; w != nil {
				w.dropped(p)
			}
		case p.Sent == evidence.CursorNone:
			if p.Failed() && !p.Deliberate() {
				r.note(i, "the list was answered with "+errorCode(p.Page)+"; no pass starts here")
			}
		default:
			r.judgeCursor(i, p, c, &server)
		}
	}
	r.out.Server = append(r.out.Server, server.findings()...)
}

// dropped reports that the empty cursor was left out, so that the first page
// came again.
func (w *walk) dropped(p *evidence.Probe) {
	w.say("dropped", func() rule.Finding {
		return w.request(p.Page).Find(ruleRepeat, rule.Reject, rule.SpecMust, p.Params,
			`the cursor "" was left out of the next request, and the first page came again`)
	})
}

// judgeCursor judges the answer to a cursor that no page issued.
func (r *reviewer) judgeCursor(i int, p *evidence.Probe, c *cursors, server *tally) {
	s := scope{p.Method, p.Session, p.Caller}
	cursor, isString := p.Sends()
	code, _ := p.Error.Get("code").Int()
	switch {
	case isString && c.issued(s, cursor):
	case p.Failed() && code == protocol.CodeInvalidParams:
	case p.Failed():
		r.note(i, "a cursor that no page issued was answered with "+errorCode(p.Page)+", not -32602")
	case p.Items.Is(strictjson.Array):
		text := "a cursor that no page issued"
		if isString && c.foreign(s, cursor) {
			text = "a cursor that was issued to another caller"
		}
		text = p.Method + ": " + text + " was answered with a page, not with error code -32602"
		server.add(text, func() rule.Finding {
			spot := evidence.Spot{Doc: p.Doc, Base: p.Value, Subject: rule.Subject{Kind: rule.KindServer}}
			return spot.Find(ruleError, rule.Condition, rule.SpecShould, p.Cursor(), text)
		})
	}
}

func (r *reviewer) note(i int, text string) {
	p := r.probes[i]
	spot := evidence.Spot{Doc: p.Doc, Base: p.Response, Subject: rule.Subject{Kind: rule.KindExchange, Name: p.Method}}
	r.out.Probes[i].Findings = append(r.out.Probes[i].Findings,
		spot.Find(ruleError, rule.Note, rule.SpecShould, p.Error, text))
}
