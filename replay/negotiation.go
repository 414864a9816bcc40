package replay

// negotiate judges a message before the session is ready as the revision does:
// the version is negotiated, a refused handshake may start again, and pings
// and log messages need no handshake.
func negotiate(s *session, from party, m *message) *Violation {
	if s.state != stateNew && (m.method == "ping" || m.kind == responseMessage && s.answersPing(from, m)) {
		return s.conversation(from, transportContext{}, m)
	}
	switch s.state {
	case stateNew:
		return s.offer(from, m)
	case stateAwaitingResult:
		return s.agree(from, m)
	case stateAwaitingInitialized:
		if m.kind == notificationMessage && m.method == "notifications/message" && from == server {
			return s.notification(from, transportContext{}, m)
		}
		return s.begin(from, m)
	}
	panic("replay: invalid state")
}

// answersPing reports whether a response is that to an open ping.
func (s *session) answersPing(from party, m *message) bool {
	r := s.open[requestKey{from.other(), m.id}]
	return r != nil && r.name == "ping"
}

func (s *session) offer(from party, m *message) *Violation {
	if m.kind != requestMessage || m.method != "initialize" || from != client {
		return m.at.breaks(40, "client must initiate: an initialize request must be the first interaction")
	}
	params := m.params
	if !params.present() {
		return m.at.breaks(41, "initialize.params is missing")
	}
	if v := s.object(params, 41, "initialize.params", exactly("protocolVersion", "capabilities", "clientInfo").maybe("_meta")); v != nil {
		return v
	}
	if _, ok := params.get("protocolVersion").text(); !ok {
		return params.get("protocolVersion").breaks(41, "protocolVersion must be a non-empty string")
	}
	if given := params.path("_meta", progressTokenMember); given.present() {
		if _, v := s.progressToken(given); v != nil {
			return v
		}
	}
	if v := s.party(client, params, params.get("clientInfo"), 41); v != nil {
		return v
	}
	if v := s.file(&request{key: requestKey{client, m.id}, name: m.method, at: m.at, params: params}); v != nil {
		return v
	}
	s.declare(client, params.get("capabilities"))
	s.state = stateAwaitingResult
	return nil
}

// party checks what either side says of itself.
func (s *session) party(p party, n, info node, number int) *Violation {
	capabilities := n.get("capabilities")
	return checks(
		func() *Violation {
			if !capabilities.isObject() {
				return capabilities.breaks(number, "capabilities must be an object")
			}
			return nil
		},
		func() *Violation { return s.capabilities(&s.judge, p, capabilities) },
		func() *Violation { return s.implementation(info) },
		func() *Violation { return s.meta(n, number) },
	)
}

func (s *session) agree(from party, m *message) *Violation {
	r, v := s.handshakeAnswer(from, m)
	if v != nil {
		return v
	}
	if !m.result.present() {
		delete(s.open, r.key)
		s.state = stateNew
		return nil
	}
	n := m.result
	if v := s.object(n, 44, "initialize result", exactly("protocolVersion", "capabilities", "serverInfo").maybe("instructions", "_meta")); v != nil {
		return v
	}
	if version, _ := n.get("protocolVersion").str(); version != s.Protocol {
		return n.get("protocolVersion").breaks(44, "unsupported version: protocolVersion must be "+s.Protocol)
	}
	if v := s.labels(n, 44, "instructions"); v != nil {
		return v
	}
	if v := s.party(server, n, n.get("serverInfo"), 44); v != nil {
		return v
	}
	s.declare(server, n.get("capabilities"))
	delete(s.open, r.key)
	s.state = stateAwaitingInitialized
	return nil
}

func (s *session) begin(from party, m *message) *Violation {
	if v := m.isInitialized(from); v != nil {
		return v
	}
	if m.params.present() {
		if v := s.object(m.params, 46, "params", exactly().maybe("_meta")); v != nil {
			return v
		}
		if v := s.meta(m.params, 46); v != nil {
			return v
		}
	}
	s.state = stateReady
	return nil
}
