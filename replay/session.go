package replay

import (
	jsonschema "mcpreview/internal/schema"
	uris "mcpreview/internal/uri"
)

// A party is a side of a conversation. The zero value is invalid.
type party uint8

const (
	client party = 1 << iota
	server
	anyone = client | server
)

// String is the party's name in reasons.
func (p party) String() string {
	switch p {
	case client:
		return "client"
	case server:
		return "server"
	}
	panic("replay: invalid party")
}

// other is who receives what p sends.
func (p party) other() party { return anyone ^ p }

// A state is how far the handshake has come. The zero value is invalid.
type state uint8

const (
	stateNew state = iota + 1
	stateAwaitingResult
	stateAwaitingInitialized
	stateReady
)

// A session is one conversation as far as it has been replayed.
type session struct {
	judge
	fixture       *Fixture
	state         state
	declared      map[party]node // capabilities, from the handshake
	capabilityAt  map[capabilityKey]node
	open          map[requestKey]*request
	revision      string          // the active one
	subscriptions []*subscription // under a control plane
	subscribed    uris.Set        // without one, where all are of one principal
	empty         node            // what absent params and arguments are taken for

	warnings []string // of the steps so far

	// What only some profiles look at.
	issued       map[requestKey]*request // every request so far, where no id may be used again
	switches     int                     // of the active revision
	tools        listing
	tokens       map[requestKey]*token // by the sender of the request
	tasks        map[taskKey]*taskState
	early        map[party][]*taskState // of which the status was told before their creation
	elicitations map[string]bool        // ids in use
	// resultsRefused are the tasks of which an error stood for the result.
	resultsRefused map[taskKey]bool
}

func newSession(f *Fixture) *session {
	return &session{
		judge: judge{Profile: f.profile, budget: jsonschema.NewBudget(f.bytes)}, fixture: f, state: stateNew,
		declared: make(map[party]node), capabilityAt: make(map[capabilityKey]node), open: make(map[requestKey]*request),
		revision: f.initial, empty: f.emptyValue,
		issued: make(map[requestKey]*request), tokens: make(map[requestKey]*token),
		tools: listing{cursors: make(map[string]listingPage), listed: make(map[string]*tool)},
		tasks: make(map[taskKey]*taskState), early: make(map[party][]*taskState), elicitations: make(map[string]bool), resultsRefused: make(map[taskKey]bool),
	}
}

// policy is the active one; nil for a conversation without a control plane.
func (s *session) policy() *policy { return s.fixture.revisions[s.revision] }

// wire judges one message and, where it is valid, does what it asks for.
// context is what the transport knows of its sender; absent for nothing.
func (s *session) wire(from party, context transportContext, message node) *Violation {
	m, v := s.envelope(message)
	if v != nil {
		return v
	}
	m.from = from
	if m.kind == unreadableMessage {
		if context.present() {
			return context.at.breaks(54, "a response has no transport context")
		}
		return nil
	}
	if s.state != stateReady {
		if context.present() {
			return context.at.breaks(47, "transport context is not part of the lifecycle")
		}
		return s.conduct.lifecycle(s, from, m)
	}
	return s.conversation(from, context, m)
}

// conversation judges a message as one of a session that is ready.
func (s *session) conversation(from party, context transportContext, m *message) *Violation {
	switch m.kind {
	case requestMessage:
		return s.request(from, context, m)
	case notificationMessage:
		return s.notification(from, context, m)
	case responseMessage:
		return s.response(from, context, m)
	}
	panic("replay: invalid message kind")
}

// control does what a control event says.
func (s *session) control(event node) *Violation {
	if s.state != stateReady {
		return event.breaks(47, "control event requires ready")
	}
	if v := s.closed(event, 122, "control_event", exactly("type", "revision")); v != nil {
		return v
	}
	if _, ok := event.get("type").oneOf("activate_authorization_revision"); !ok {
		return event.get("type").breaks(122, "unknown control event type")
	}
	revision, _ := event.get("revision").str()
	if s.fixture.revisions[revision] == nil {
		return event.get("revision").breaks(122, "unknown authorization revision")
	}
	if revision != s.revision {
		s.revision = revision
		s.switches++
		s.subscriptions = nil
	}
	return nil
}
