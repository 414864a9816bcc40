package pagination

import (
	"bytes"
	"strconv"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A walk judges one pass.
type walk struct {
	list    *evidence.Listing
	policy  *policy.Policy
	cursors *cursors

	tally     tally
	findings  []rule.Finding
	pages     []Page
	truncated bool // the pass does not show its whole list
	shown     int  // pages before the first break, where there is one
	circular  bool // the last page of the chain issues a cursor that the pass already used
	unsent    bool // it issues one that no request sent

	cacheScope string         // the first one stated
	public     *evidence.Page // the first page that says it is public

	// again marks pages that answer a cursor of the pass a second time, and
	// what follows from them: their items are no further part of the list.
	again []bool
	names []name // in order of first appearance
	index map[string]int
}

func newWalk(l *evidence.Listing, p *policy.Policy, c *cursors) *walk {
	return &walk{list: l, policy: p, cursors: c, again: make([]bool, len(l.Pages))}
}

func (w *walk) judge() {
	for _, p := range w.list.Pages {
		w.pages = append(w.pages, w.page(p))
	}
	if len(w.list.Pages) == 0 {
		return
	}
	w.start()
	w.usable()
	w.follow()
	w.end()
	w.parameters()
	w.unreached()
	w.collectNames()
	w.duplicates()
}

// complete reports whether the chain shows the whole list.
func (w *walk) complete() bool { return !w.truncated && w.list.Chained > 0 }

func (w *walk) chained() []*evidence.Page { return w.list.Pages[:w.list.Chained] }

// truncate notes that the list breaks off after some pages. The first break counts.
func (w *walk) truncate(shown int) {
	if !w.truncated || shown < w.shown {
		w.truncated, w.shown = true, shown
	}
}

func (w *walk) report(f rule.Finding) { w.findings = append(w.findings, f) }

// request is the spot for what a page's request sent.
func (w *walk) request(p *evidence.Page) evidence.Spot { return w.on(p, p.Value) }

// start judges how the pass begins.
func (w *walk) start() {
	first := w.list.Pages[0]
	switch first.Sent {
	case evidence.CursorNone:
	case evidence.CursorUnknown:
	default:
		w.report(w.request(first).Find(ruleStart, rule.Reject, rule.SpecMust, first.Cursor(),
			"the first request carries a cursor"+cursorKind(first)))
		w.truncate(0)
		w.foreign(first)
	}
	for _, p := range w.list.Pages {
		if !unrequested(p) {
			continue
		}
		text := "recorded without its request: whether the cursor was sent back is not exercised"
		if p.Form == evidence.FormResult {
			text = "recorded as a bare result: its request, and what such a form leaves out, are not exercised"
		}
		w.say("unrequested", func() rule.Finding {
			return w.on(p, message(p)).Find(ruleShape, rule.Condition, rule.Policy, nil, text)
		})
	}
}

// cursorKind says of a cursor that is no string what it is.
func cursorKind(p *evidence.Page) string {
	if _, ok := p.Sends(); ok {
		return ""
	}
	return " (" + p.Cursor().Kind().String() + ")"
}

// usable breaks the pass at the first page that cannot be used.
func (w *walk) usable() {
	for i, p := range w.chained() {
		switch {
		case p.Failed():
			w.failed(i, p)
		case !w.pages[i].Usable:
			w.truncate(i)
		}
	}
}

// failed judges an error on a cursor that the pass issued.
func (w *walk) failed(i int, p *evidence.Page) {
	w.truncate(i)
	w.say("failed", func() rule.Finding {
		return w.on(p, p.Response).Find(ruleError, rule.Reject, rule.SpecShould, p.Error,
			"an issued cursor was answered with "+errorCode(p)+"; the pass is void")
	})
}

func errorCode(p *evidence.Page) string {
	if code, ok := p.Error.Get("code").Int(); ok {
		return "error code " + strconv.Itoa(code)
	}
	return "an error"
}

// follow judges that cursors lead on, and to an end.
func (w *walk) follow() {
	used := make(map[string]int)
	for i, p := range w.chained() {
		if cursor, ok := p.Sends(); ok {
			used[cursor] = i
		}
		if p.Next == evidence.CursorInvalid {
			w.truncate(i + 1)
		}
		cursor, ok := p.Issues()
		if !ok {
			continue
		}
		if by, again := used[cursor]; again {
			w.report(w.on(p, p.Result).Find(ruleTermination, rule.Reject, rule.Policy, p.NextCursor(),
				"the cursor that page "+number(i)+" issues was already used in this pass, by page "+number(by)))
			w.truncate(i + 1)
			w.circular = i == w.list.Chained-1
			return
		}
		// Where the next request was not recorded, it is taken to have sent this.
		used[cursor] = i + 1
	}
	if limit := w.policy.Limits.PagesPerPass; w.list.Chained > limit {
		p := w.list.Pages[limit]
		w.report(w.on(p, message(p)).Find(ruleTermination, rule.Reject, rule.Policy, nil,
			"the pass exceeds "+strconv.Itoa(limit)+" pages"))
		w.truncate(limit)
	}
}

// end judges what the last page of the chain says of a next one.
func (w *walk) end() {
	i := w.list.Chained - 1
	if i < 0 || w.circular {
		return
	}
	p := w.list.Pages[i]
	_, w.unsent = p.Issues()
	at := func(r *rule.Rule, e rule.Effect, from rule.Provenance, text string) {
		w.report(w.on(p, p.Result).Find(r, e, from, p.NextCursor(), text))
	}
	switch p.Next {
	case evidence.CursorNone, evidence.CursorInvalid:
	case evidence.CursorNull:
		at(ruleEnd, rule.Condition, rule.SpecMust, "nextCursor is null; it ends the pass, but only a string or absence is defined")
	case evidence.CursorEmpty:
		at(ruleEnd, rule.Reject, rule.SpecMust, `nextCursor "" was treated as the end`)
		w.truncate(i + 1)
	case evidence.CursorPresent:
		if w.policy.Profile == rule.House {
			at(ruleMissing, rule.Reject, rule.Policy, "the page after page "+number(i)+" is missing")
		}
		w.truncate(i + 1)
	case evidence.CursorUnknown:
		panic("pagination: unknown nextCursor") // a page always tells
	}
}

// parameters judges that nothing but the cursor changes from one request of a
// pass to the next.
func (w *walk) parameters() {
	var first []byte
	known := false
	for _, p := range w.chained() {
		if unrequested(p) {
			continue
		}
		params := otherParameters(p.Params)
		if !known {
			first, known = params, true
		}
		if !bytes.Equal(first, params) {
			w.say("parameters", func() rule.Finding {
				return w.request(p).Find(ruleRepeat, rule.Reject, rule.SpecMust, p.Params,
					"request parameters other than the cursor changed within the pass")
			})
		}
	}
}

// otherParameters are the canonical members but for the cursor and _meta; nil
// where there are none.
func otherParameters(params *strictjson.Value) []byte {
	switch params.Kind() {
	case strictjson.Absent:
		return nil
	case strictjson.Object:
		return appendWithout(nil, params, "cursor", "_meta")
	}
	return strictjson.AppendCanonical(nil, params)
}

// unreached judges the pages that the chain does not reach: other answers to
// a cursor that it used, and fragments that start with a cursor of nobody.
func (w *walk) unreached() {
	sent := make(map[string]int)
	for i, p := range w.chained() {
		if cursor, ok := p.Sends(); ok {
			sent[cursor] = i
		}
	}
	for i := w.list.Chained; i < len(w.list.Pages); i++ {
		p := w.list.Pages[i]
		cursor, isString := p.Sends()
		twin, again := sent[cursor]
		switch {
		case p.Failed():
			w.failed(i, p)
		case isString && again:
			w.again[i] = true
			w.conflict(i, twin, p)
		case i > w.list.Chained && follows(w.list.Pages[i-1], p):
			w.again[i] = w.again[i-1]
		default:
			w.fragment(p)
		}
	}
}

func follows(prior, p *evidence.Page) bool {
	issued, ok := prior.Issues()
	sent, sends := p.Sends()
	return ok && sends && issued == sent
}

// conflict reports a second, different answer to the same cursor.
func (w *walk) conflict(i, twin int, p *evidence.Page) {
	w.truncate(twin)
	if w.policy.Profile != rule.House {
		return
	}
	w.say("conflict", func() rule.Finding {
		f := w.on(p, message(p)).Find(ruleMissing, rule.Reject, rule.Policy, nil,
			"page "+number(i)+" answers the same cursor as page "+number(twin)+" with other content")
		f.Related = []rule.Location{w.list.Pages[twin].Place()}
		return f
	})
}

// fragment reports a request whose cursor no page of the pass issued.
func (w *walk) fragment(p *evidence.Page) {
	cursor, isString := p.Sends()
	w.say("fragment", func() rule.Finding {
		text := "the request cursor" + cursorKind(p)
		if isString {
			text += " of " + rule.Count(len(cursor), "byte")
		}
		return w.request(p).Find(ruleRepeat, rule.Reject, rule.SpecMust, p.Cursor(),
			text+" was not issued by any page of this pass"+w.open())
	})
	w.foreign(p)
}

// open says that a cursor of the chain was not sent, so that a reader can tell
// a changed cursor from a missing page.
func (w *walk) open() string {
	if !w.unsent {
		return ""
	}
	i := w.list.Chained - 1
	cursor, _ := w.list.Pages[i].Issues()
	return "; the one of " + rule.Count(len(cursor), "byte") + " that page " + number(i) + " issued was not sent"
}

// foreign reports a cursor that was issued to other callers only.
func (w *walk) foreign(p *evidence.Page) {
	cursor, isString := p.Sends()
	if !isString || !w.cursors.foreign(scopeOf(w.list), cursor) {
		return
	}
	w.say("foreign", func() rule.Finding {
		return w.request(p).Find(rulePublic, rule.Reject, rule.SpecMust, p.Cursor(),
			"the request carries a cursor that was issued to another caller")
	})
}

// number is how a page is called: from 1, in the order of the listing.
func number(i int) string { return strconv.Itoa(i + 1) }
