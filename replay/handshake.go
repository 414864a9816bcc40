package replay

import (
	"fmt"

	"mcpreview/internal/strictjson"
)

// handshake runs what the setup of a case asks for, by the same rules as any
// step.
func (s *session) handshake(c *testCase, setup string) *Violation {
	request := s.message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":%s,"clientInfo":%s}}`,
		s.Protocol, c.capabilities(s.fixture, client), s.fixture.source(client, "info"))
	result := s.message(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":%q,"capabilities":%s,"serverInfo":%s}}`,
		s.Protocol, c.capabilities(s.fixture, server), s.fixture.source(server, "info"))
	done := s.message(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	messages := map[string]int{setupNone: 0, setupRequestOnly: 1, setupReady: 3}[setup]
	for i, m := range []struct {
		from party
		at   node
	}{{client, request}, {server, result}, {client, done}} {
		if i == messages {
			return nil
		}
		if v := s.wire(m.from, transportContext{}, m.at); v != nil {
			return v
		}
	}
	return nil
}

// message is a message of this program's own making, with texts of the fixture
// in it: nested no deeper than they stand there.
func (s *session) message(format string, parts ...any) node {
	doc, err := strictjson.Parse(fmt.Appendf(nil, format, parts...), "", 1, bounds)
	if err != nil {
		panic("replay: the handshake cannot be read: " + err.Error()) // impossible: its parts were
	}
	return node{doc, doc.Root}
}

// capabilities is the text of what a party declares in a case.
func (c *testCase) capabilities(f *Fixture, p party) string {
	if own := c.at.get(p.String() + "_capabilities"); own.present() {
		return own.doc.Source(own.v)
	}
	return f.source(p, "capabilities")
}

func (f *Fixture) source(p party, member string) string {
	n := f.parties[p].get(member)
	return n.doc.Source(n.v)
}
