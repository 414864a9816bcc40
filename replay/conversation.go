package replay

import (
	"bytes"
	"errors"
	"fmt"
	"sort"

	"github.com/go-json-experiment/json/jsontext"

	"mcpreview/internal/strictjson"
)

// MaxConversationBytes is how much of a plain conversation is read: what a
// recorder keeps is longer than what is written for a course.
const MaxConversationBytes = 16 << 20

// A Conversation is one recorded conversation without a control plane: the
// plain form. It is immutable.
type Conversation struct {
	Protocol  string // one of the conversation revisions
	Transport string // one of the transports
	Doc       *strictjson.Document
	Steps     []Step
}

// A Step is one message of a conversation. A recorder's own members stand
// beside it and are not looked at.
type Step struct {
	FromClient bool
	Value      *strictjson.Value // the step; pointers in verdicts start here
	Message    *strictjson.Value // any JSON value
}

// The revisions that a plain conversation can be of.
const (
	Protocol2025 = "2025-11-25"
	Protocol2026 = "2026-07-28"
)

// The transports of a plain conversation.
const (
	TransportStdio = "stdio"
	TransportHTTP  = httpTransport
)

// The words of a step's direction.
const (
	clientToServer = "client_to_server"
	serverToClient = "server_to_client"
)

// IsConversation tells a plain conversation from a fixture file by its content:
// the first of steps and cases at the root. It reads no further than that, and
// is false for what has neither and for what is no JSON up to there.
func IsConversation(data []byte) bool {
	d := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return false
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return false
		}
		switch name.String() {
		case "steps":
			return true
		case "cases":
			return false
		}
		if d.SkipValue() != nil {
			return false
		}
	}
	return false
}

// ParseConversation reads a plain conversation. file is what its errors and
// places are named after. The error is a *FileError.
func ParseConversation(data []byte, file string) (*Conversation, error) {
	doc, refused := readStrictly(data, file)
	if refused != nil {
		return nil, refused
	}
	c := &Conversation{Doc: doc}
	if v := c.root(node{doc, doc.Root}); v != nil {
		return nil, v.refuses()
	}
	return c, nil
}

// maxConversationValues is how many values are read: each takes memory many
// times its bytes, and messages have few that are so short.
const maxConversationValues = 4_000_000

// conversationBounds are those of JSON that every peer can read: numbers beyond
// a double are none of them.
var conversationBounds = strictjson.Bounds{
	Bytes: MaxConversationBytes, Nesting: 64, NumberBytes: maxDigits, Exponent: 308, Values: maxConversationValues,
}

// readStrictly is the file as a document without any fault.
func readStrictly(data []byte, file string) (*strictjson.Document, *FileError) {
	doc, err := strictjson.Parse(data, file, 1, conversationBounds)
	var e *strictjson.Error
	switch {
	case errors.As(err, &e) && e.Kind == strictjson.TooLarge:
		what := fmt.Sprintf("%d bytes", MaxConversationBytes)
		if len(data) <= MaxConversationBytes {
			what = fmt.Sprintf("%d values", maxConversationValues)
		}
		return nil, &FileError{File: file, Line: e.Line, Column: e.Column, Rule: ruleOf(1), Text: "size limit: more than " + what}
	case err != nil:
		return nil, unreadable(err, data, file)
	}
	for _, kind := range []struct {
		kind   strictjson.FaultKind
		number int
		text   string
	}{
		{strictjson.NestingBound, 3, nestingText},
		{strictjson.DuplicateName, 5, "duplicate JSON key"},
		{strictjson.LoneSurrogate, 2, "an unpaired surrogate escape"},
		{strictjson.NumberBound, 4, "a number that is longer or larger than is read"},
	} {
		for _, f := range doc.Faults {
			if f.Kind == kind.kind {
				return nil, faultAt(doc, f.Offset, kind.number, kind.text)
			}
		}
	}
	return doc, nil
}

func (c *Conversation) root(root node) *Violation {
	if !root.isObject() {
		return root.breaks(6, "the root must be an object")
	}
	if root.has("cases") {
		return root.get("cases").breaks(7, "cases do not stand beside steps")
	}
	var ok bool
	if c.Protocol, ok = root.get("protocolVersion").oneOf(Protocol2025, Protocol2026); !ok {
		return root.member("protocolVersion").breaks(7, "protocolVersion must be "+Protocol2025+" or "+Protocol2026)
	}
	if c.Transport, ok = root.get("transport").oneOf(TransportStdio, TransportHTTP); !ok {
		return root.member("transport").breaks(7, "transport must be "+TransportStdio+" or "+TransportHTTP)
	}
	steps := root.get("steps")
	if !steps.isArray() {
		return root.member("steps").breaks(7, "steps must be an array")
	}
	c.Steps = make([]Step, 0, steps.len())
	for _, n := range steps.elements() {
		if !n.isObject() {
			return n.breaks(7, "step must be an object")
		}
		direction, ok := n.get("direction").oneOf(clientToServer, serverToClient)
		if !ok {
			return n.member("direction").breaks(7, "direction must be "+clientToServer+" or "+serverToClient)
		}
		if !n.has("message") {
			return n.breaks(7, "step lacks message")
		}
		c.Steps = append(c.Steps, Step{FromClient: direction == clientToServer, Value: n.v, Message: n.get("message").v})
	}
	return nil
}

// A Verdict is the first rule that a conversation breaks.
type Verdict struct {
	Step       int // from 0
	FromClient bool
	Rule       *Rule
	Pointer    string // within the step; "" for the whole of it
	Text       string // a lower-case clause; it holds no value of the conversation
}

// String is rule, step, direction, pointer and what is wrong.
func (v *Verdict) String() string {
	direction := serverToClient
	if v.FromClient {
		direction = clientToServer
	}
	place := fmt.Sprintf("step %d %s", v.Step, direction)
	if v.Pointer != "" {
		place += " " + v.Pointer
	}
	return fmt.Sprintf("%s %s: %s", v.Rule.ID, place, v.Text)
}

// Summary is how the conversation went: as one case, named after its file. A
// nil verdict is a conversation that breaks nothing.
func (c *Conversation) Summary(profile, file string, v *Verdict, warnings []string) *Summary {
	s := &Summary{Status: StatusOK, Profile: profile, ProtocolVersion: c.Protocol, CaseCount: 1, Passed: 1}
	if len(c.Steps) == 0 {
		warnings = append(warnings, "the conversation has no steps: nothing was judged")
	}
	out := Case{Name: Text(file), Status: CaseOK, Warnings: warnings}
	if v != nil {
		s.Status, s.Passed = StatusFailed, 0
		out.Status, out.Reason = CaseFailed, v.String()
	}
	s.Cases = []Case{out}
	return s
}

// Replay judges a conversation of revision 2025-11-25, whose handshake is in its
// steps. file is what the summary names it after.
func (c *Conversation) Replay(file string) *Summary {
	s, v := c.replay(Spec)
	return c.Summary(Spec.Name, file, v, s.warnings)
}

// replay plays the steps under a profile. There is no control plane: any
// principal may do what the parties declared, and no tool is known but by the
// lists in the conversation.
func (c *Conversation) replay(p *Profile) (*session, *Verdict) {
	s := newSession(&Fixture{profile: p, emptyValue: emptyObject, bytes: c.Doc.Root.End()})
	for i, step := range c.Steps {
		if v := s.play(step, c.Doc); v != nil {
			return s, c.verdict(i, v)
		}
		s.settle(i, node{c.Doc, step.Value})
	}
	if s.conduct.end != nil {
		if v := s.conduct.end(s); v != nil {
			return s, c.verdict(c.stepOf(v), v)
		}
	}
	return s, nil
}

var emptyObject = func() node {
	doc, err := strictjson.Parse([]byte("{}"), "", 1, bounds)
	if err != nil {
		panic("replay: " + err.Error()) // impossible: the text is a constant
	}
	return node{doc, doc.Root}
}()

// play judges one step of a plain conversation.
func (s *session) play(step Step, doc *strictjson.Document) *Violation {
	m := node{doc, step.Message}
	if v := s.oneObject(m); v != nil {
		return v
	}
	from := server
	if step.FromClient {
		from = client
	}
	return s.wire(from, transportContext{}, m)
}

// oneObject checks that a message is one.
func (s *session) oneObject(m node) *Violation {
	switch {
	case m.isArray() && s.conduct.batch != "":
		return m.breaks(173, s.conduct.batch)
	case !m.isObject():
		return m.breaks(26, "message must be an object")
	}
	return nil
}

// stepOf is the step in which what a violation is about stands.
func (c *Conversation) stepOf(v *Violation) int {
	if !v.at.present() || v.at.doc != c.Doc {
		return len(c.Steps) - 1
	}
	return sort.Search(len(c.Steps)-1, func(i int) bool { return c.Steps[i].Value.End() > v.at.v.Start() })
}

func (c *Conversation) verdict(i int, v *Violation) *Verdict {
	step := c.Steps[i]
	out := &Verdict{Step: i, FromClient: step.FromClient, Rule: v.Rule, Text: v.Text}
	if at := v.at; at.present() && at.doc == c.Doc && at.v.Start() >= step.Value.Start() && at.v.End() <= step.Value.End() {
		out.Pointer = c.Doc.PointerFrom(step.Value, at.v)
	}
	return out
}
