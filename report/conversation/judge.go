package conversation

import (
	"mcpreview/internal/strictjson"
	"mcpreview/replay"
)

// Profile is the name of the demands of revision 2026-07-28 in summaries.
const Profile = "spec"

// Run judges a conversation under the revision that it names. file is what the
// summary names it after.
func Run(c *replay.Conversation, file string) *replay.Summary {
	if c.Protocol == replay.Protocol2025 {
		return c.Replay(file)
	}
	return c.Summary(Profile, file, Judge(c), nil)
}

// Judge returns the first rule of revision 2026-07-28 that a conversation
// breaks; nil for none. It takes time linear in the steps.
func Judge(c *replay.Conversation) *replay.Verdict {
	s := newSession(c)
	for i := range c.Steps {
		s.step = &c.Steps[i]
		b := s.judge(s.step)
		if b == nil {
			continue
		}
		return &replay.Verdict{
			Step: i, FromClient: s.step.FromClient, Rule: ruleOf(b.rule), Pointer: s.pointer(b.at), Text: b.text,
		}
	}
	return nil
}

// A breach is one rule broken by the current step.
type breach struct {
	rule int
	at   *strictjson.Value // nil for the message as a whole
	text string            // a lower-case clause without any value of the conversation
}

func breaks(rule int, at *strictjson.Value, text string) *breach { return &breach{rule, at, text} }

// pointer is the place of a value within the current step; that of the message
// for one that stands elsewhere.
func (s *session) pointer(at *strictjson.Value) string {
	if at == nil || at.Start() < s.step.Value.Start() || at.End() > s.step.Value.End() {
		at = s.step.Message
	}
	return s.doc.PointerFrom(s.step.Value, at)
}

// judge judges one step and does what it asks for.
func (s *session) judge(step *replay.Step) *breach {
	m, b := s.read(step)
	switch {
	case b != nil:
		return b
	case m.kind == request && step.FromClient:
		return s.request(m)
	case m.kind == request:
		return breaks(6, m.at.Get("method"), "the server sends a request")
	case m.kind == response && step.FromClient:
		return breaks(6, m.at, "the client sends a response")
	case m.kind == response:
		return s.response(m)
	}
	return s.notification(m, step.FromClient)
}
