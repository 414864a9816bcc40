package evidence

import (
	"cmp"
	"slices"

	"mcpreview/internal/protocol"
	"mcpreview/internal/strictjson"
)

// assemble groups list exchanges into passes and orders each by its cursor
// chain. Exchanges come in natural file order, which decides only where the
// chain leaves a choice: between equal requests, and where no request was
// recorded. Cursors are compared for equality and for nothing else (PAGE-06).
//
// A request without a cursor starts a pass, so a group with several of them is
// split; the further passes are numbered after the recorded ones.
func assemble(pages []*Exchange) (listings []*Listing, probes []*Probe) {
	for _, c := range contextsOf(pages) {
		last := c.groups[len(c.groups)-1].pass
		for _, g := range c.groups {
			s := newSplitter(g.pages)
			s.split()
			probes = append(probes, s.probes...)
			for i, chain := range s.chains {
				pass := g.pass
				if i > 0 {
					last++
					pass = last
				}
				listings = append(listings, chain.listing(c.key, pass))
			}
		}
	}
	slices.SortStableFunc(listings, compareListings)
	return listings, probes
}

// A contextKey is what all passes of one caller over one list share.
type contextKey struct {
	list    int // index in protocol.Lists
	session Session
	caller  string
}

func (k contextKey) compare(o contextKey) int {
	return cmp.Or(
		cmp.Compare(k.list, o.list),
		cmp.Compare(k.session.Server, o.session.Server),
		cmp.Compare(k.session.Version, o.session.Version),
		cmp.Compare(k.session.ProtocolVersion, o.session.ProtocolVersion),
		cmp.Compare(k.session.Transport, o.session.Transport),
		cmp.Compare(k.caller, o.caller),
	)
}

func compareListings(a, b *Listing) int {
	return cmp.Or(a.key().compare(b.key()), cmp.Compare(a.Pass, b.Pass))
}

func (l *Listing) key() contextKey {
	return contextKey{slices.Index(protocol.Lists, l.List), l.Session, l.Caller}
}

type context struct {
	key    contextKey
	groups []*passGroup // by pass
}

// A passGroup is what was recorded as one pass.
type passGroup struct {
	pass  int
	pages []*Page
}

// contextsOf sorts pages into contexts and recorded passes, both in order.
func contextsOf(pages []*Exchange) []*context {
	contexts := make(map[contextKey]*context)
	groups := make(map[contextKey]map[int]*passGroup)
	for _, e := range pages {
		list, ok := protocol.ListOf(e.Method)
		if !ok {
			continue
		}
		key := contextKey{slices.Index(protocol.Lists, list), e.Session, e.Caller}
		c := contexts[key]
		if c == nil {
			c = &context{key: key}
			contexts[key], groups[key] = c, make(map[int]*passGroup)
		}
		g := groups[key][e.Pass]
		if g == nil {
			g = &passGroup{pass: e.Pass}
			groups[key][e.Pass] = g
			c.groups = append(c.groups, g)
		}
		g.pages = append(g.pages, newPage(e, list))
	}
	sorted := make([]*context, 0, len(contexts))
	for _, c := range contexts {
		slices.SortFunc(c.groups, func(a, b *passGroup) int { return cmp.Compare(a.pass, b.pass) })
		sorted = append(sorted, c)
	}
	slices.SortFunc(sorted, func(a, b *context) int { return a.key.compare(b.key) })
	return sorted
}

func newPage(e *Exchange, list protocol.List) *Page {
	p := &Page{Exchange: e, Sent: CursorUnknown, Next: CursorNone}
	if e.Request.Is(strictjson.Object) {
		p.Sent = CursorOf(p.Cursor())
	}
	if !p.Failed() {
		p.Items = e.Result.Get(list.Items)
		p.Next = CursorOf(p.NextCursor())
	}
	return p
}

// Failed reports whether the answer is an error. A null error beside a result
// is a fault of the envelope, and hides no page.
func (p *Page) Failed() bool {
	return p.Error != nil && (p.Result == nil || !p.Error.Is(strictjson.Null))
}

// Sends is the cursor that the request carried, and whether it is a string.
func (p *Page) Sends() (cursor string, ok bool) {
	if p.Sent != CursorEmpty && p.Sent != CursorPresent {
		return "", false
	}
	return p.Cursor().Text(), true
}

// Issues is the cursor that the page gave out, and whether it is a string.
func (p *Page) Issues() (cursor string, ok bool) {
	if p.Next != CursorEmpty && p.Next != CursorPresent {
		return "", false
	}
	return p.NextCursor().Text(), true
}

// Ends reports whether the page says that it is the last one.
func (p *Page) Ends() bool { return p.Next == CursorNone || p.Next == CursorNull }

// A chain is one pass in the making.
type chain struct {
	pages []*Page // what the cursors reach
	rest  []*Page // what they do not
	open  bool    // the last page reached issued a cursor that no request sent
}

func (c *chain) listing(k contextKey, pass int) *Listing {
	l := &Listing{
		List: protocol.Lists[k.list], Session: k.session, Caller: k.caller, Pass: pass,
		Pages: append(c.pages, c.rest...), Chained: len(c.pages),
	}
	for _, p := range l.Pages {
		for _, n := range p.Notifications {
			if n.Get("method").Text() == listChanged[l.List.Method] {
				l.Changed = true
			}
		}
	}
	return l
}

// listChanged is the notification that says that a list is no longer the same.
var listChanged = map[string]string{
	protocol.MethodListTools:     "notifications/tools/list_changed",
	protocol.MethodListPrompts:   "notifications/prompts/list_changed",
	protocol.MethodListResources: "notifications/resources/list_changed",
	protocol.MethodListTemplates: "notifications/resources/list_changed",
}

// A splitter turns one group of pages into chains and probes.
type splitter struct {
	chains []*chain
	probes []*Probe

	first      []*Page // requests without a cursor
	rest       []*Page // requests with one
	unrecorded []*Page // pages without a request

	bySent  map[string]*queue // of rest, by cursor
	issued  map[string]bool   // cursors that any page gave out
	claimed map[*Page]bool
	digests digests
	seen    *index // of the pages in chains; nil until it is needed
	closed  int    // chains before this one are not open
}

func newSplitter(pages []*Page) *splitter {
	s := &splitter{
		bySent: make(map[string]*queue), issued: make(map[string]bool),
		claimed: make(map[*Page]bool), digests: make(digests),
	}
	for _, p := range pages {
		switch {
		case p.Deliberate(), p.Failed() && (p.Sent == CursorUnknown || p.Sent == CursorNone):
			// An error to a request that continues nothing starts no pass.
			s.probe(p, nil)
			continue
		case p.Sent == CursorUnknown:
			s.unrecorded = append(s.unrecorded, p)
			continue
		case p.Sent == CursorNone:
			s.first = append(s.first, p)
		default:
			s.rest = append(s.rest, p)
			s.enqueue(p)
		}
		if cursor, ok := p.Issues(); ok {
			s.issued[cursor] = true
		}
	}
	return s
}

// Deliberate reports whether the recorder meant the request to be wrong.
func (p *Page) Deliberate() bool { return p.Label == LabelProbe || p.Label == LabelMalformed }

func (s *splitter) probe(p, repeats *Page) {
	s.claimed[p] = true
	s.probes = append(s.probes, &Probe{Page: p, Repeats: repeats})
}

// split walks from every first request, then places what no walk reached.
func (s *splitter) split() {
	for _, p := range s.first {
		c := s.walk(p)
		if prior := s.lastChain(); prior != nil && len(c.pages) == 1 && s.dropped(prior, p) {
			s.probe(p, prior.pages[0])
			continue
		}
		s.chains = append(s.chains, c)
	}
	// Where a fragment starts is known once its cursor is found to be nobody's;
	// what is left after that repeats a page, or goes in circles.
	for _, onlyStarts := range []bool{true, false} {
		for _, p := range s.rest {
			cursor, ok := p.Sends()
			if !s.claimed[p] && !(onlyStarts && ok && s.issued[cursor]) {
				s.place(p)
			}
		}
	}
	s.appendUnrecorded()
}

func (s *splitter) lastChain() *chain {
	if len(s.chains) == 0 {
		return nil
	}
	return s.chains[len(s.chains)-1]
}

// dropped reports whether a first request is the chain's next one with the
// cursor left out: the chain stands open at an empty cursor, which a client
// that tests truthiness omits, and its first page came again. Two walks of
// their own differ in that the first of them went on.
func (s *splitter) dropped(c *chain, p *Page) bool {
	return c.open && c.pages[len(c.pages)-1].Next == CursorEmpty &&
		p.Items.Is(strictjson.Array) && s.digests.of(p) == s.digests.of(c.pages[0])
}

// walk follows the cursors from a page and claims what it reaches. It stops
// where a cursor comes back that the pass already used.
func (s *splitter) walk(first *Page) *chain {
	c := &chain{pages: []*Page{first}}
	s.claimed[first] = true
	sent := make(map[string]bool)
	if cursor, ok := first.Sends(); ok {
		sent[cursor] = true
	}
	for p := first; ; {
		cursor, ok := p.Issues()
		if !ok || sent[cursor] {
			return c
		}
		if p = s.bySent[cursor].take(s.claimed); p == nil {
			c.open = true
			return c
		}
		sent[cursor] = true
		c.pages = append(c.pages, p)
	}
}

// place finds out what a page is that no walk reached: another answer to a
// cursor that a chain used, a probe, or a fragment.
func (s *splitter) place(p *Page) {
	if s.seen == nil {
		s.seen = newIndex(s.chains, s.digests)
	}
	home := s.home()
	cursor, ok := p.Sends()
	switch used := s.seen.sentIn[cursor]; {
	case ok && used != nil:
		if twin := s.seen.twin(p); twin != nil {
			s.probe(p, twin)
			return
		}
		home = used
	case p.Failed():
		s.probe(p, nil)
		return
	default:
		if repeats := s.repeated(p); repeats != nil {
			s.probe(p, repeats)
			return
		}
	}
	fragment := s.walk(p)
	if home == nil {
		s.chains = append(s.chains, fragment)
		home = fragment
	} else {
		home.rest = append(home.rest, fragment.pages...)
	}
	s.seen.add(home, fragment.pages)
}

// home is the chain that a fragment most likely belongs to: the first that
// stands open, else the first; nil where there is none.
func (s *splitter) home() *chain {
	if c := s.openChain(); c != nil || len(s.chains) == 0 {
		return c
	}
	return s.chains[0]
}

// openChain is the first chain that stands open, or nil. A chain never opens
// again, so each is passed over once.
func (s *splitter) openChain() *chain {
	for ; s.closed < len(s.chains); s.closed++ {
		if c := s.chains[s.closed]; c.open {
			return c
		}
	}
	return nil
}

// repeated is the page whose items the answer to a cursor that nobody issued
// repeats. That two pages are empty shows nothing while a page is missing.
func (s *splitter) repeated(p *Page) *Page {
	if !p.Items.Is(strictjson.Array) || p.Items.Len() == 0 && s.openChain() != nil {
		return nil
	}
	return s.seen.byItems[s.digests.of(p)]
}

// appendUnrecorded adds the pages without requests, in the order they came.
// The last page of a list says so; where several do, each ends a pass.
func (s *splitter) appendUnrecorded() {
	for _, run := range runs(s.unrecorded) {
		if c := s.openChain(); c != nil {
			c.pages, c.open = append(c.pages, run...), !run[len(run)-1].Ends()
			continue
		}
		s.chains = append(s.chains, &chain{pages: run})
	}
}

func runs(pages []*Page) [][]*Page {
	ends := 0
	for _, p := range pages {
		if p.Ends() {
			ends++
		}
	}
	if ends == 1 {
		// One pass, whatever its files are called.
		slices.SortStableFunc(pages, func(a, b *Page) int {
			switch {
			case a.Ends() == b.Ends():
				return 0
			case b.Ends():
				return -1
			}
			return 1
		})
	}
	var runs [][]*Page
	start := 0
	for i, p := range pages {
		if p.Ends() || i == len(pages)-1 {
			runs = append(runs, pages[start:i+1:i+1])
			start = i + 1
		}
	}
	return runs
}
