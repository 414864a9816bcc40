package replay

import (
	"fmt"

	"mcpreview/internal/strictjson"
)

// A greeting is the messages of the built-in handshake, in their order.
type greeting [3]struct {
	from party
	at   node
}

// greet makes the messages for what the parties declare.
func (f *Fixture) greet(ofClient, ofServer string) greeting {
	return greeting{
		{client, ownMessage(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":%s,"clientInfo":%s}}`,
			f.profile.Protocol, ofClient, f.source(client, "info"))},
		{server, ownMessage(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":%q,"capabilities":%s,"serverInfo":%s}}`,
			f.profile.Protocol, ofServer, f.source(server, "info"))},
		{client, ownMessage(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)},
	}
}

// handshake runs what the setup of a case asks for, by the same rules as any
// step.
func (s *session) handshake(c *testCase, setup string) *Violation {
	messages := map[string]int{setupNone: 0, setupRequestOnly: 1, setupReady: 3}[setup]
	g := s.fixture.greeting
	if messages > 0 && c.declares() {
		g = s.fixture.greet(c.capabilities(s.fixture, client), c.capabilities(s.fixture, server))
	}
	for _, m := range g[:messages] {
		if v := s.wire(m.from, transportContext{}, m.at); v != nil {
			return v
		}
	}
	return nil
}

// ownMessage is a message of this program's own making, with texts of the
// fixture in it: nested no deeper than they stand there.
func ownMessage(format string, parts ...any) node {
	doc, err := strictjson.Parse(fmt.Appendf(nil, format, parts...), "", 1, bounds)
	if err != nil {
		panic("replay: the handshake cannot be read: " + err.Error()) // impossible: its parts were
	}
	return node{doc, doc.Root}
}

// declares reports whether a case has capabilities of its own.
func (c *testCase) declares() bool {
	return c.at.has(client.String()+"_capabilities") || c.at.has(server.String()+"_capabilities")
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
