package completion

import (
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/strictjson"
)

// Types of references.
const (
	refPrompt   = "ref/prompt"
	refResource = "ref/resource"
)

// A reference is what is completed: a prompt by name, a resource or template by
// its URI.
type reference struct{ kind, name string }

// A standing is what is known of a reference in one caller's context. The zero
// value is invalid.
type standing uint8

const (
	unknown  standing = iota + 1 // no complete list that could tell
	listed                       // the caller's list has it
	hidden                       // published, but not to this caller
	unlisted                     // nobody's list has it
)

// An entry is one published prompt, template or resource.
type entry struct {
	arguments map[string]bool // name to whether it is required
	// judged is false where arguments are not stated, or not readable.
	judged bool
	broken bool // a template that is none
}

func (e *entry) add(name string, required bool) {
	if e.arguments == nil {
		e.arguments = make(map[string]bool)
	}
	e.arguments[name] = e.arguments[name] || required
}

// A list is all that is published of one kind.
type list struct {
	entries  map[string]*entry
	complete bool // what is not in it is not published
}

func (l *list) get(name string) *entry {
	if l == nil {
		return nil
	}
	return l.entries[name]
}

func (l *list) entry(name string) *entry {
	e := l.entries[name]
	if e == nil {
		e = &entry{judged: true}
		if l.entries == nil {
			l.entries = make(map[string]*entry)
		}
		l.entries[name] = e
	}
	return e
}

// A catalogue is what is published in one context; a nil list was not recorded.
type catalogue struct{ prompts, templates, resources *list }

func (c *catalogue) list(method string) **list {
	switch method {
	case protocol.MethodListPrompts:
		return &c.prompts
	case protocol.MethodListTemplates:
		return &c.templates
	case protocol.MethodListResources:
		return &c.resources
	}
	return nil
}

type contextKey struct {
	session evidence.Session
	caller  string
}

// A badTemplate is a published template that cannot be read.
type badTemplate struct {
	doc      *strictjson.Document
	at, base *strictjson.Value
}

// A surface is everything published, by context.
type surface struct {
	bySession map[contextKey]*catalogue
	byCaller  map[string]*catalogue
	published map[reference]bool // by anyone, to anyone
	templates templates
	bad       []badTemplate
	seenBad   map[string]bool
	any       bool // a prompt or template is published
}

func newSurface(in Input) *surface {
	s := &surface{
		bySession: make(map[contextKey]*catalogue), byCaller: make(map[string]*catalogue),
		published: make(map[reference]bool), templates: make(templates), seenBad: make(map[string]bool),
	}
	for _, l := range in.Listings {
		s.addListing(l, in.Broken)
	}
	for _, c := range s.byCaller {
		s.publish(*c)
	}
	for _, e := range in.Completions {
		s.publish(s.known(e))
	}
	return s
}

func (s *surface) addListing(l *evidence.Listing, broken func(*evidence.Exchange) bool) {
	if new(catalogue).list(l.List.Method) == nil {
		return // a list of what cannot be completed
	}
	key := contextKey{l.Session, l.Caller}
	if s.bySession[key] == nil {
		s.bySession[key] = new(catalogue)
	}
	if s.byCaller[l.Caller] == nil {
		s.byCaller[l.Caller] = new(catalogue)
	}
	for _, c := range []*catalogue{s.bySession[key], s.byCaller[l.Caller]} {
		slot := c.list(l.List.Method)
		if *slot == nil {
			*slot = new(list)
		}
		s.fill(*slot, l, broken)
	}
}

// fill adds one pass to a list. The list is complete where any pass is.
func (s *surface) fill(into *list, l *evidence.Listing, broken func(*evidence.Exchange) bool) {
	complete := len(l.Pages) > 0 && l.Chained == len(l.Pages)
	for i, p := range l.Pages {
		if broken(p.Exchange) || !p.Items.Is(strictjson.Array) {
			complete = false
			continue
		}
		for _, item := range p.Items.Elements() {
			name, ok := item.Get(l.List.Key).Str()
			if !ok {
				continue
			}
			s.describe(into.entry(name), p.Exchange, l.List.Method, item, name)
		}
		if i == len(l.Pages)-1 && p.Next != evidence.CursorNone && p.Next != evidence.CursorNull {
			complete = false
		}
	}
	into.complete = into.complete || complete
}

func (s *surface) describe(e *entry, ex *evidence.Exchange, method string, item *strictjson.Value, name string) {
	switch method {
	case protocol.MethodListPrompts:
		s.promptArguments(e, item)
	case protocol.MethodListTemplates:
		s.templateArguments(e, ex, item.Get("uriTemplate"), name)
	}
}

func (s *surface) promptArguments(e *entry, prompt *strictjson.Value) {
	arguments := prompt.Get("arguments")
	if arguments == nil {
		return // it has none
	}
	e.judged = e.judged && arguments.Is(strictjson.Array)
	for _, a := range arguments.Elements() {
		if name, ok := a.Get("name").Str(); ok {
			e.add(name, a.Get("required").True())
		}
	}
}

func (s *surface) templateArguments(e *entry, ex *evidence.Exchange, at *strictjson.Value, name string) {
	t := s.templates.of(name)
	if t == nil {
		e.broken, e.judged = true, false
		if !s.seenBad[name] {
			s.seenBad[name] = true
			s.bad = append(s.bad, badTemplate{doc: ex.Doc, at: at, base: ex.Value})
		}
		return
	}
	for _, v := range t.Varnames() {
		e.add(v, false)
	}
}

// known is what an exchange states of what the server publishes; lists are nil
// where it states nothing. What cannot be read makes them incomplete.
func (s *surface) known(ex *evidence.Exchange) catalogue {
	stated := ex.Value.Get("known")
	if !stated.Is(strictjson.Array) {
		return catalogue{}
	}
	c := catalogue{&list{complete: true}, &list{complete: true}, &list{complete: true}}
	for _, item := range stated.Elements() {
		name, isPrompt := item.Get("name").Str()
		uri, isResource := item.Get("uri").Str()
		switch kind := item.Get("type").Text(); {
		case kind == refPrompt && isPrompt:
			stateArguments(c.prompts.entry(name), item.Get("arguments"))
		case kind == refResource && isResource && strings.Contains(uri, "{"):
			s.templateArguments(c.templates.entry(uri), ex, item.Get("uri"), uri)
		case kind == refResource && isResource:
			c.resources.entry(uri)
		default:
			c.prompts.complete, c.templates.complete, c.resources.complete = false, false, false
		}
	}
	return c
}

func stateArguments(e *entry, names *strictjson.Value) {
	if !names.Is(strictjson.Array) {
		e.judged = false
		return
	}
	for _, n := range names.Elements() {
		if name, ok := n.Str(); ok {
			e.add(name, false)
		}
	}
}

func (s *surface) publish(c catalogue) {
	for _, k := range []struct {
		kind string
		list *list
	}{{refPrompt, c.prompts}, {refResource, c.templates}, {refResource, c.resources}} {
		if k.list == nil {
			continue
		}
		for name := range k.list.entries {
			s.published[reference{k.kind, name}] = true
			s.any = s.any || k.list != c.resources
		}
	}
}

// in is what is published in the context of an exchange: by the listings of its
// caller and session, else of its caller, else as the exchange states.
func (s *surface) in(ex *evidence.Exchange) catalogue {
	own, ofCaller, known := s.bySession[contextKey{ex.Session, ex.Caller}], s.byCaller[ex.Caller], s.known(ex)
	c := known
	for _, better := range []*catalogue{ofCaller, own} {
		if better == nil {
			continue
		}
		if better.prompts != nil {
			c.prompts = better.prompts
		}
		if better.templates != nil {
			c.templates = better.templates
		}
		if better.resources != nil {
			c.resources = better.resources
		}
	}
	return c
}

// find looks a reference up for a caller. missing is the list method whose
// complete listing would tell where the standing is unknown.
func (s *surface) find(c catalogue, ref reference, p *profile) (st standing, e *entry, fixed bool, missing string) {
	e, fixed, missing = c.lookup(ref)
	switch {
	case !p.maySee(ref, fixed || e == nil):
		e = nil
	case e != nil:
		return listed, e, fixed, ""
	case missing != "":
		return unknown, nil, false, missing
	}
	if s.published[ref] {
		return hidden, nil, false, ""
	}
	return unlisted, nil, false, ""
}

func (c catalogue) lookup(ref reference) (e *entry, fixed bool, missing string) {
	if ref.kind == refPrompt {
		if e = c.prompts.get(ref.name); e == nil && (c.prompts == nil || !c.prompts.complete) {
			missing = protocol.MethodListPrompts
		}
		return e, false, missing
	}
	if e = c.templates.get(ref.name); e != nil {
		return e, false, ""
	}
	if e = c.resources.get(ref.name); e != nil {
		return e, true, ""
	}
	switch {
	case c.templates == nil || !c.templates.complete:
		missing = protocol.MethodListTemplates
	case strings.Contains(ref.name, "{"): // no resource could be called so
	case c.resources == nil || !c.resources.complete:
		missing = protocol.MethodListResources
	}
	return nil, false, missing
}
