package recording

import (
	"slices"
	"strings"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

// maxOpen is how many requests can wait for their answers at a time.
const maxOpen = 10_000

// openBytes is how much they can hold together.
const openBytes = 64 << 20

// An open is a request that waits for its answer.
type open struct {
	exchange
	envelope
	order int
	gap   Gap // why the exchange cannot be judged, or ""
	// reused reports that another request with its ID was open at the same time:
	// which of them an answer belongs to is not shown.
	reused bool
}

// unanswered is what an open request comes to at the end of a recording: a call
// with its headers shows how it was sent, whatever was answered.
func (o *open) unanswered() []Record {
	switch {
	case o.gap != "":
		return []Record{gap(o.gap, o.at)}
	case o.method == "subscriptions/listen" || strings.HasPrefix(o.method, "notifications/"):
		return nil
	case o.method == "tools/call" && o.http != nil && o.http.headers != nil && !o.http.merged:
		return []Record{o.record()}
	}
	if o.reused {
		return []Record{gap(ReusedID, o.at)}
	}
	return []Record{gap(Unanswered, o.at)}
}

// pairs finds the requests that answers belong to.
type pairs struct {
	waiting map[string]map[string][]*open // by sender and ID
	n       int
	bytes   int
	order   int
}

func newPairs() *pairs { return &pairs{waiting: make(map[string]map[string][]*open)} }

// clone is a copy that goes its own way.
func (p *pairs) clone() *pairs {
	c := &pairs{waiting: make(map[string]map[string][]*open, len(p.waiting)), n: p.n, bytes: p.bytes, order: p.order}
	for sender, ids := range p.waiting {
		c.waiting[sender] = make(map[string][]*open, len(ids))
		for id, all := range ids {
			for _, o := range all {
				own := *o // one that is marked later
				c.waiting[sender][id] = append(c.waiting[sender][id], &own)
			}
		}
	}
	return c
}

// ask notes a request of the open's server; ok is false where too many wait.
func (p *pairs) ask(e envelope, o *open) (ok bool) {
	return p.askAs(o.server, e, o)
}

func (p *pairs) askAs(sender string, e envelope, o *open) (ok bool) {
	if p.n == maxOpen || p.bytes+len(o.request.text) > openBytes {
		return false
	}
	o.envelope, o.order = e, p.order
	p.order++
	p.n++
	p.bytes += len(o.request.text)
	ids := p.waiting[sender]
	if ids == nil {
		ids = make(map[string][]*open)
		p.waiting[sender] = ids
	}
	if prior := ids[e.id]; len(prior) > 0 {
		o.reused, prior[len(prior)-1].reused = true, true
	}
	ids[e.id] = append(ids[e.id], o)
	return true
}

// restart takes the requests of a sender that a new session leaves without an
// answer, in the order they came: IDs are unique within a session alone.
func (p *pairs) restart(sender string) []*open {
	var all []*open
	for id, waiting := range p.waiting[sender] {
		all = append(all, p.remove(sender, id, len(waiting))...)
	}
	return inOrder(all)
}

// begins reports whether a request is the first of a session.
func (e envelope) begins() bool { return e.isRequest() && e.method == protocol.MethodInitialize }

// take is the request that an answer belongs to, or nil. Where several requests
// with the ID are open it belongs to any of them, so they come together and
// reused.
func (p *pairs) take(sender string, answer envelope) []*open {
	return p.remove(sender, answer.id, len(p.waiting[sender][answer.id]))
}

// answer is what an answer at a place comes to: the record that whole makes of
// the request it belongs to, else what of it is not shown.
func (p *pairs) answer(sender string, e envelope, at rule.Location, whole func(*open) Record) (all []Record) {
	taken := p.take(sender, e)
	for _, o := range taken {
		if o.gap != "" || o.reused {
			all = append(all, o.unanswered()...)
			continue
		}
		all = append(all, whole(o))
	}
	if len(taken) == 0 {
		return []Record{gap(Unasked, at)}
	}
	return all
}

// remove takes the first n requests of a sender with an ID.
func (p *pairs) remove(sender, id string, n int) []*open {
	if n == 0 {
		return nil
	}
	ids := p.waiting[sender]
	taken := ids[id][:n]
	if ids[id] = ids[id][n:]; len(ids[id]) == 0 {
		delete(ids, id)
	}
	if len(ids) == 0 {
		delete(p.waiting, sender)
	}
	p.n -= n
	for _, o := range taken {
		p.bytes -= len(o.request.text)
	}
	return taken
}

// rest are the requests that were not answered, in the order they came.
func (p *pairs) rest() []*open {
	var all []*open
	for _, ids := range p.waiting {
		for _, waiting := range ids {
			all = append(all, waiting...)
		}
	}
	return inOrder(all)
}

func inOrder(all []*open) []*open {
	slices.SortFunc(all, func(a, b *open) int { return a.order - b.order })
	return all
}

// answered is the exchange with its answer.
func (o *open) answered(answer part) Record {
	x := o.exchange
	x.response = answer
	return x.record()
}

// restart closes the requests of a sender's former session.
func (r *reading) restart(p *pairs, sender string) {
	for _, o := range p.restart(sender) {
		r.add(o.unanswered()...)
	}
}
