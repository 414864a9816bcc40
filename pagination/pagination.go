// Package pagination judges recorded walks over list methods: the shape of each
// page, the chain of cursors, and what several passes and several callers say
// of each other (the PAGE rules, and the JSON rules that reach a page).
//
// Cursors are opaque. They are compared for equality and nothing else, and no
// finding holds one: renaming all cursors of a recording alike changes no
// decision (PAGE-06).
//
// What a list item itself is worth is judged elsewhere.
package pagination

import (
	"cmp"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A Judgement is what was found of all listings and probes.
type Judgement struct {
	Listings []Listing // parallel to the listings given
	Probes   []Probe   // parallel to the probes given
	// Server are the findings on the server: an order that moves (PAGE-10),
	// what only answers to probes show (PAGE-11), and cursors accepted that
	// nobody issued (PAGE-13).
	Server []rule.Finding
	// Tools are the tools that some passes of a caller list and others do not
	// (PAGE-11), one finding for each caller and name.
	Tools []ToolFinding
}

// A Listing is what was found of one pass.
type Listing struct {
	// Findings have the listing as their subject, or a page of it where a
	// strict JSON rule is broken; both are named by the method. Pointers start
	// at the record for JSON-03 to JSON-06 and for what a request sent, at the
	// response for errors, else at the result.
	Findings []rule.Finding
	Complete bool // every page of the list is there and usable
	// Shown counts the pages before the first break of a pass that does not
	// show its whole list (EVID-03); 0 where the first page is missing, and
	// where nothing is.
	Shown int
	Pages []Page
}

// A Page is what a report shows of one page.
type Page struct {
	Items  int
	Sent   string // of the request's cursor: none, empty, present or unknown
	Next   string // of nextCursor: absent, null, empty, present or invalid
	Usable bool   // it is a whole page of its list, so that its items count
}

// A Probe is what was found of one probe; the exchange is the subject.
type Probe struct{ Findings []rule.Finding }

// A ToolFinding is a finding on a tool as one caller sees it.
type ToolFinding struct {
	Caller, Name string
	Finding      rule.Finding
}

// Review judges listings and probes, each page under its own revision.
func Review(listings []*evidence.Listing, probes []*evidence.Probe, p policy.Policy) Judgement {
	r := &reviewer{policy: p, listings: listings, probes: probes, walks: make([]*walk, len(listings))}
	r.out.Listings = make([]Listing, len(listings))
	r.out.Probes = make([]Probe, len(probes))
	cursors := newCursors(listings)
	for i, l := range listings {
		r.walks[i] = newWalk(l, &r.policy, cursors)
		r.walks[i].judge()
	}
	r.judgeProbes(cursors)
	r.compareProbes()
	r.comparePasses()
	r.compareCallers()
	for i, w := range r.walks {
		r.finish(i, w)
	}
	rule.Sort(r.out.Server)
	return r.out
}

// A reviewer holds what one review judges.
type reviewer struct {
	policy   policy.Policy
	listings []*evidence.Listing
	probes   []*evidence.Probe
	walks    []*walk // parallel to listings
	out      Judgement
}

func (r *reviewer) finish(i int, w *walk) {
	l := &r.out.Listings[i]
	l.Findings = rule.Sort(append(w.findings, w.tally.findings()...))
	l.Complete, l.Shown, l.Pages = w.complete(), w.shown, w.pages
}

// revision is the one that a page is judged under.
func revision(p *evidence.Page, reviewed *protocol.Revision) *protocol.Revision {
	return cmp.Or(p.Revision, reviewed)
}

var sentNames = map[evidence.CursorState]string{
	evidence.CursorUnknown: "unknown", evidence.CursorNone: "none", evidence.CursorEmpty: "empty",
	evidence.CursorPresent: "present", evidence.CursorNull: "present", evidence.CursorInvalid: "present",
}

var nextNames = map[evidence.CursorState]string{
	evidence.CursorNone: "absent", evidence.CursorNull: "null", evidence.CursorEmpty: "empty",
	evidence.CursorPresent: "present", evidence.CursorInvalid: "invalid",
}

// message is what pointers into a page start at: its result, or the nearest
// thing to one that was recorded.
func message(p *evidence.Page) *strictjson.Value {
	switch {
	case p.Result != nil:
		return p.Result
	case p.Response != nil:
		return p.Response
	}
	return p.Value
}
