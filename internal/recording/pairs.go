package recording

import (
	"slices"
	"strconv"
	"strings"
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
	return []Record{gap(Unanswered, o.at)}
}

// pairs finds the requests that answers belong to.
type pairs struct {
	waiting map[string][]*open // by sender and ID
	n       int
	bytes   int
	order   int
}

func newPairs() *pairs { return &pairs{waiting: make(map[string][]*open)} }

// clone is a copy that goes its own way.
func (p *pairs) clone() *pairs {
	c := &pairs{waiting: make(map[string][]*open, len(p.waiting)), n: p.n, bytes: p.bytes, order: p.order}
	for k, v := range p.waiting {
		c.waiting[k] = slices.Clone(v)
	}
	return c
}

func key(sender, id string) string { return strconv.Itoa(len(sender)) + ":" + sender + id }

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
	k := key(sender, e.id)
	p.waiting[k] = append(p.waiting[k], o)
	return true
}

// take is the oldest request that an answer belongs to, or nil.
func (p *pairs) take(sender string, answer envelope) *open {
	k := key(sender, answer.id)
	all := p.waiting[k]
	if len(all) == 0 {
		return nil
	}
	if len(all) == 1 {
		delete(p.waiting, k)
	} else {
		p.waiting[k] = all[1:]
	}
	p.n--
	p.bytes -= len(all[0].request.text)
	return all[0]
}

// rest are the requests that were not answered, in the order they came.
func (p *pairs) rest() []*open {
	var all []*open
	for _, waiting := range p.waiting {
		all = append(all, waiting...)
	}
	slices.SortFunc(all, func(a, b *open) int { return a.order - b.order })
	return all
}
