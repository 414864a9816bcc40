package conversation

import (
	"cmp"
	"maps"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
	"mcpreview/results"
)

// A surface is what the lists of tools so far show.
type surface struct {
	limits   policy.Limits
	whole    map[string]*listedTool // of the last pass that was seen whole
	newer    map[string]*listedTool // of pages since
	complete bool                   // there was such a pass, and no change since
}

func newSurface(l policy.Limits) surface {
	return surface{limits: l, newer: make(map[string]*listedTool)}
}

// A listedTool is one descriptor, compiled once a call needs it.
type listedTool struct {
	doc      *strictjson.Document
	value    *strictjson.Value
	contract *results.Contract
}

// forget drops what a changed list makes stale.
func (f *surface) forget() { *f = newSurface(f.limits) }

// list takes in the tools of a page, and of a whole pass where it ends one.
func (f *surface) list(page, pass map[string]*listedTool, whole bool) {
	if whole {
		f.whole, f.complete = pass, true
		f.newer = make(map[string]*listedTool) // clearing one that was large once would take as long each time
		return
	}
	maps.Copy(f.newer, page)
}

// A promise is what the lists say of the tool of one call. It is the surface
// that the analyzer of results asks.
type promise struct {
	contract *results.Contract
	known    results.Known
}

// promise is what holds for a call of that name now.
func (f *surface) promise(name string) promise {
	t := cmp.Or(f.newer[name], f.whole[name])
	switch {
	case t == nil && f.complete:
		return promise{known: results.Unlisted}
	case t == nil:
		return promise{known: results.Unknown}
	}
	if t.contract == nil {
		t.contract = &results.Contract{HasOutput: t.value.Get("outputSchema") != nil, Declared: strictjson.NamesIn(t.value)}
		t.contract.Output = f.compile(t, "outputSchema")
		t.contract.Input = f.compile(t, "inputSchema")
	}
	return promise{t.contract, results.Listed}
}

// compile is a schema of a tool; nil where there is none that can be used.
func (f *surface) compile(t *listedTool, member string) *schema.Schema {
	root := t.value.Get(member)
	if root == nil {
		return nil
	}
	compiled, problems := schema.Compile(t.doc, root, f.limits)
	for _, p := range problems {
		if p.Kind.Effect() <= rule.Reject {
			return nil
		}
	}
	return compiled
}

// Contract is the promise, whatever the call.
func (p promise) Contract(*evidence.Exchange) (*results.Contract, results.Known) {
	return p.contract, p.known
}

// walks are the passes over one list, by the cursors that they issued.
type walks struct {
	list    protocol.List
	issued  map[string]spot // by cursor; the latest pass that issued it
	started bool            // a first page came
	// whole and newer are the names that the last whole pass lists, and those
	// of pages since; whole is nil while there was none, or the list changed.
	whole, newer map[string]bool
}

// A spot is a page of a pass.
type spot struct {
	pass  *walk
	index int
}

// A walk is one pass over a list.
type walk struct {
	cursors map[string]int // the page that each cursor asks for
	pages   map[int]bool   // that came
	last    int            // the page without a next one; 0 while there was none
	names   map[string]bool
	tools   map[string]*listedTool // of tools/list
}

func newWalks(list protocol.List) *walks {
	return &walks{list: list, issued: make(map[string]spot), newer: make(map[string]bool)}
}

// lacks reports whether the list is known and does not hold a name.
func (w *walks) lacks(name string) bool {
	return w != nil && w.whole != nil && !w.whole[name] && !w.newer[name]
}

// forget drops what a changed list makes stale.
func (w *walks) forget() {
	if w != nil {
		w.whole, w.newer = nil, make(map[string]bool)
	}
}

// place is the pass that a request belongs to, and which page of it, from 1:
// without a cursor the first of a new one. A cursor that nobody issued here may
// be from elsewhere, and belongs to none.
func (w *walks) place(cursor *strictjson.Value) (*walk, int) {
	if cursor == nil {
		return &walk{cursors: make(map[string]int), pages: make(map[int]bool), names: make(map[string]bool), tools: make(map[string]*listedTool)}, 1
	}
	text, ok := cursor.Str()
	if at, issued := w.issued[text]; ok && issued {
		return at.pass, at.index
	}
	return nil, 0
}

// page takes in a page of a pass: its next cursor must not lead back.
func (s *session) page(x *exchange, result *strictjson.Value) *breach {
	pass, w := x.page, s.walks[x.method]
	if pass == nil {
		return nil
	}
	next := result.Get("nextCursor")
	if cursor, ok := next.Str(); ok {
		if index, used := pass.cursors[cursor]; used && index != x.index+1 {
			return breaks(20, next, "the cursor of another page of the same pass comes again")
		}
		pass.cursors[cursor] = x.index + 1
		w.issued[cursor] = spot{pass, x.index + 1}
	} else {
		pass.last = x.index
	}
	pass.pages[x.index] = true
	w.started = w.started || x.index == 1
	whole := pass.last > 0 && len(pass.pages) == pass.last
	w.take(pass, result, whole)
	if x.method == protocol.MethodListTools {
		s.listTools(pass, result, whole)
	}
	return nil
}

// take keeps the names of a page.
func (w *walks) take(pass *walk, result *strictjson.Value, whole bool) {
	for _, item := range result.Get(w.list.Items).Elements() {
		if name, ok := item.Get(w.list.Key).Str(); ok {
			pass.names[name] = true
			w.newer[name] = true
		}
	}
	if whole {
		w.whole = pass.names
		w.newer = make(map[string]bool)
	}
}

func (s *session) listTools(pass *walk, result *strictjson.Value, whole bool) {
	page := make(map[string]*listedTool)
	for _, t := range result.Get("tools").Elements() {
		if name, ok := t.Get("name").Str(); ok {
			page[name] = &listedTool{doc: s.doc, value: t}
		}
	}
	maps.Copy(pass.tools, page)
	s.surface.list(page, pass.tools, whole)
}
