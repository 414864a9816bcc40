package conversation

import (
	"mcpreview/envelope"
	"mcpreview/internal/meta"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/structure"
	"mcpreview/replay"
	"mcpreview/results"
)

// A session is one conversation as far as it has been judged.
type session struct {
	doc       *strictjson.Document
	overHTTP  bool
	transport string // as the analyzers name it
	policy    policy.Policy
	step      *replay.Step // the current one

	used          map[id]bool      // every id that the client gave a request
	open          map[id]*exchange // the client's requests without an answer, cancelled ones among them
	tokens        map[id]*exchange // open requests by progress token
	levels        [len(logLevels)]int
	subscriptions map[id]*subscription // of every subscriptions/listen, by its id
	notified      bool                 // the client sent a notification

	discovery   envelope.Discovery
	offered     map[string]bool // capabilities that server/discover declared; nil for not asked
	experiments bool            // it declared some that are experimental
	interims    interims
	retriable   map[call]bool  // what was answered with input_required
	budget      *schema.Budget // of what values may cost together
	spare       int            // looks that retries may still take at older interim results
	surface     surface
	descriptors descriptors
	walks       map[string]*walks // by list method
}

// newSession judges by the demands of the specification: what only the house
// policy asks for is no violation of a conversation.
func newSession(c *replay.Conversation) *session {
	p := policy.Default()
	p.Profile, p.Revision = rule.Spec, protocol.ByName(c.Protocol)
	s := &session{
		doc: c.Doc, overHTTP: c.Transport == replay.TransportHTTP, transport: protocol.TransportStdio, policy: p,
		used: make(map[id]bool), open: make(map[id]*exchange), tokens: make(map[id]*exchange),
		subscriptions: make(map[id]*subscription), interims: make(interims), retriable: make(map[call]bool), spare: spareLooks, walks: make(map[string]*walks),
		discovery: envelope.Discovery{Toolless: true}, surface: newSurface(p.Limits), descriptors: make(descriptors), budget: schema.NewBudget(c.Doc.Root.End()),
	}
	if s.overHTTP {
		s.transport = protocol.TransportHTTP
	}
	return s
}

// An exchange is a request of the client that waits for its answer, with what
// that is judged by.
type exchange struct {
	id       id
	method   string
	at       *strictjson.Value // the request
	params   *strictjson.Value
	lacks    string // what its _meta lacks; "" for nothing
	version  string // that it states
	declares *strictjson.Value
	token    id
	hasToken bool
	progress strictjson.Decimal
	moved    bool // progress was made
	level    int  // index in logLevels; -1 where it set none

	cancelled bool
	listens   *subscription // of subscriptions/listen
	promised  promise       // of tools/call
	unknown   string        // what it names that is shown not to exist; "" for nothing
	malformed string        // what is wrong with its params; "" for nothing
	page      *walk         // of a list: the pass that its cursor belongs to, and its place there
	index     int
}

// request judges a request of the client and opens it.
func (s *session) request(m *message) *breach {
	if s.open[m.id] != nil {
		return breaks(4, m.at.Get("id"), "the id is that of a request that is still unanswered")
	}
	x := &exchange{
		id: m.id, method: m.method, at: m.at, params: m.params,
		lacks: meta.Lacks(m.params.Get("_meta")), declares: m.meta(protocol.MetaClientCapabilities), level: -1,
	}
	x.version, _ = m.meta(protocol.MetaProtocolVersion).Str()
	for _, check := range []func(*exchange, *message) *breach{s.progressToken, s.logLevel, s.retry, s.listen} {
		if b := check(x, m); b != nil {
			return b
		}
	}
	_, x.malformed = structure.Requests[x.method].Fault(x.params, "params")
	s.recall(x)
	s.used[x.id], s.open[x.id] = true, x
	if x.hasToken {
		s.tokens[x.token] = x
	}
	if x.level >= 0 {
		s.levels[x.level]++
	}
	return nil
}

// recall keeps what a request is judged by: the tool as it was listed when it
// was called, whether what it names existed then, and the pass that a page
// belongs to.
func (s *session) recall(x *exchange) {
	name, named := x.params.Get("name").Str()
	switch {
	case x.method == protocol.MethodCallTool:
		x.promised = s.surface.promise(name)
		if named && x.promised.known == results.Unlisted {
			x.unknown = "tool"
		}
	case x.method == protocol.MethodGetPrompt && named && s.walks[protocol.MethodListPrompts].lacks(name):
		x.unknown = "prompt"
	}
	if list, ok := protocol.ListOf(x.method); ok {
		w := s.walks[x.method]
		if w == nil {
			w = newWalks(list)
			s.walks[x.method] = w
		}
		cursor := x.params.Get("cursor")
		if x.page, x.index = w.place(cursor); x.page == nil && w.started && cursor.Is(strictjson.String) {
			x.unknown = "cursor"
		}
	}
}

// quiet ends what a request lets the server send before its answer.
func (s *session) quiet(x *exchange) {
	if x.hasToken && s.tokens[x.token] == x {
		delete(s.tokens, x.token)
	}
	if x.level >= 0 && !x.cancelled {
		s.levels[x.level]--
	}
}

// response judges an answer and closes its request.
func (s *session) response(m *message) *breach {
	if !m.hasID {
		return s.errorObject(m) // to what could not be read
	}
	x := s.open[m.id]
	switch {
	case x == nil && s.used[m.id]:
		return breaks(4, m.at.Get("id"), "the request with that id was answered before")
	case x == nil:
		return breaks(4, m.at.Get("id"), "no request with that id is open")
	}
	delete(s.open, m.id)
	s.quiet(x)
	if x.cancelled {
		if x.listens != nil {
			x.listens.state = ended
		}
		return nil // late, and swallowed whatever it says
	}
	if m.err != nil {
		return s.failure(x, m)
	}
	return s.success(x, m)
}

// revision is the one that a request states, where it is published and states
// one; else that of the conversation.
func (s *session) revision(x *exchange) *protocol.Revision {
	if r := protocol.ByName(x.version); r != nil {
		return r
	}
	return s.policy.Revision
}
