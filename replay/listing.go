package replay

// A listing is what the server has told of its tools, page by page.
type listing struct {
	generation int // raised by each tools/list_changed
	cursors    map[string]listingPage
	listed     map[string]*tool // the newest descriptor by name, of this generation
	complete   map[string]bool  // the names of a whole enumeration; nil for none
}

// A listingPage is a page of an enumeration, from 0. The zero value is none.
type listingPage struct {
	of    *enumeration
	index int
}

// An enumeration is one walk through the pages, from the first.
type enumeration struct {
	generation int
	pages      map[int][]string // the names of each page
	page       map[string]int   // of each name
	last       int              // index of the page without a next one; -1 for unknown
	end        int              // no page has a higher index

	union   map[string]bool // the names of all pages, when they last were whole
	changed []string        // names that have come or gone since
}

// enumerate finds the page that a tools/list request asks for.
func enumerate(s *session, r *request) *Violation {
	if v := s.pageParams(r.params, 75); v != nil {
		return v
	}
	cursor := r.params.get("cursor")
	if !cursor.present() {
		r.page = s.firstPage()
		return nil
	}
	text, _ := cursor.str()
	page, issued := s.tools.cursors[text]
	switch {
	case !issued && text == "": // many clients send that for no cursor
		s.warn(cursor.breaks(170, "an empty cursor that was not issued: it is taken for none"))
		r.page = s.firstPage()
		return nil
	case !issued:
		return cursor.breaks(170, "cursor was not issued in this session")
	case page.of.generation != s.tools.generation:
		return cursor.breaks(170, "cursor is stale: the list has changed")
	}
	r.page = page
	return nil
}

// firstPage begins an enumeration.
func (s *session) firstPage() listingPage {
	return listingPage{of: &enumeration{
		generation: s.tools.generation, pages: make(map[int][]string), page: make(map[string]int), last: -1, union: make(map[string]bool),
	}}
}

// enumerated checks a page against the other pages of its enumeration. One of
// a list that has changed meanwhile is checked for its shape only.
func enumerated(s *session, r *request, result node) *Violation {
	if v := s.page(result, 76, "tools"); v != nil {
		return v
	}
	var v *Violation
	if r.listed, v = s.toolArray(result.get("tools"), 76); v != nil {
		return v
	}
	of := r.page.of
	if of.generation != s.tools.generation {
		return nil
	}
	for i, e := range result.get("tools").elements() {
		if index, taken := of.page[r.listed[i].name]; taken && index != r.page.index {
			return e.get("name").breaks(170, "tool name is on another page of the list")
		}
	}
	if next := result.get("nextCursor"); next.present() {
		text, _ := next.str()
		known, issued := s.tools.cursors[text]
		if issued && known.of == of && known.index != r.page.index+1 {
			return next.breaks(170, "nextCursor leads back to another page: a loop")
		}
	}
	return nil
}

// keepPage keeps what a page says.
func keepPage(s *session, r *request) {
	of, index := r.page.of, r.page.index
	if of.generation != s.tools.generation {
		return
	}
	of.drop(index)
	of.pages[index], of.end = []string{}, max(of.end, index)
	for _, t := range r.listed {
		of.add(index, t.name)
		s.tools.listed[t.name] = t
	}
	next := r.answer.get("nextCursor")
	if next.present() {
		text, _ := next.str()
		s.tools.cursors[text] = listingPage{of, index + 1}
		if of.last == index {
			of.last = -1
		}
	} else {
		of.last = index
		for ; of.end > index; of.end-- {
			of.drop(of.end)
		}
	}
	if of.last >= 0 && len(of.pages) == of.last+1 {
		s.tools.complete = of.whole()
	}
}

// add puts a name on a page, drop takes a page away. What they do is as long as
// the page, however many others there are.
func (e *enumeration) add(index int, name string) {
	e.pages[index] = append(e.pages[index], name)
	e.page[name] = index
	e.changed = append(e.changed, name)
}

func (e *enumeration) drop(index int) {
	for _, name := range e.pages[index] {
		delete(e.page, name)
		e.changed = append(e.changed, name)
	}
	delete(e.pages, index)
}

// whole is the names of all pages, now that all are there.
func (e *enumeration) whole() map[string]bool {
	for _, name := range e.changed {
		if _, there := e.page[name]; there {
			e.union[name] = true
		} else {
			delete(e.union, name)
		}
	}
	e.changed = nil
	return e.union
}

// toolsChanged forgets what was listed.
func toolsChanged(s *session, _ transportContext, m *message) *Violation {
	if m.params.present() {
		if v := s.object(m.params, 62, "params", exactly().maybe("_meta")); v != nil {
			return v
		}
	}
	s.tools.generation++
	s.tools.listed, s.tools.complete = make(map[string]*tool), nil
	return nil
}

// called finds the tool of a name: as it was listed last, or else that of the
// fixture while no list is known to be whole. Without a fixture's tool nothing
// is known of an unlisted one then: the tool is nil.
func (s *session) called(name string) (t *tool, known bool) {
	if t := s.tools.listed[name]; t != nil {
		return t, true
	}
	if s.tools.complete != nil {
		return nil, false
	}
	t = s.fixture.tool
	return t, t == nil || t.name == name
}

// callListed checks a call. An unknown tool and bad arguments are legal to
// send, but only a refusal answers them.
func callListed(s *session, r *request) *Violation {
	k := exactly("name").maybe("arguments", "task", "_meta")
	if v := s.strings(r.params, 77, "params", k, "name"); v != nil {
		return v
	}
	name, _ := r.params.get("name").str()
	arguments := r.params.get("arguments")
	if !arguments.present() {
		arguments = s.empty
	} else if !arguments.isObject() {
		return arguments.breaks(77, "arguments must be an object")
	}
	var known bool
	if r.tool, known = s.called(name); !known {
		r.refusable = unknownTool
	} else if r.tool != nil {
		v := r.tool.input.value(&s.judge, arguments)
		if v != nil && v.unjudged {
			return v.within(r.params)
		}
		if v != nil {
			r.refusable = badArguments
		}
	}
	if v := s.augmentation(r, "tools.call"); v != nil {
		return v
	}
	switch {
	case r.tool == nil:
		return nil
	case r.augmented && r.tool.taskSupport == taskForbidden:
		return r.params.get("task").breaks(82, "the tool forbids tasks")
	case !r.augmented && r.tool.taskSupport == taskRequired && s.declares(server, "tasks.requests.tools.call"):
		return r.params.breaks(82, "the tool requires a task")
	}
	return nil
}

// Why only a refusal answers a call.
const (
	unknownTool  = "the tool is unknown"
	badArguments = "its arguments break the inputSchema"
)

// toolResult checks what a call comes to in the end.
func toolResult(s *session, r *request, result node) *Violation {
	if v := s.object(result, 80, "result", exactly("content").maybe("structuredContent", "isError", "_meta")); v != nil {
		return v
	}
	if v := s.blocks(result.get("content"), resultTypes); v != nil {
		return v
	}
	if v := s.toolOutcome(result); v != nil {
		return v
	}
	isError := result.get("isError").isTrue()
	switch {
	case r.refusable == unknownTool, r.refusable == badArguments && !isError:
		return result.breaks(160, "the call succeeds although "+r.refusable)
	case r.tool == nil || r.tool.output == nil || isError:
		return nil
	}
	structured := result.get("structuredContent")
	if !structured.present() {
		return result.breaks(81, "structuredContent is missing, which the outputSchema demands")
	}
	return r.tool.output.value(&s.judge, structured)
}

// cameToNothing reports whether a task has failed or was given up, or an error
// stands for its result.
func (s *session) cameToNothing(key taskKey, t *taskState) bool {
	if t.status == taskFailed || t.status == taskCancelled {
		return true
	}
	return s.resultsRefused[key]
}

// refusalsArrived checks after the last step that every call that only a
// refusal answers has one, or has been given up. A task of such a call must
// have failed or been given up.
func refusalsArrived(s *session) *Violation {
	var first *request
	late := func(r *request) {
		if r.refusable != "" && !r.cancelled && (first == nil || r.serial < first.serial) {
			first = r
		}
	}
	for _, r := range s.open {
		late(r)
	}
	for key, t := range s.tasks {
		if t.origin != nil && t.origin.refusable != "" && !s.cameToNothing(key, t) {
			late(t.origin)
		}
	}
	if first == nil {
		return nil
	}
	return first.at.breaks(160, "a call is not refused although "+first.refusable)
}
