package replay

// lifecycle judges a message before the session is ready.
func (s *session) lifecycle(from party, m *message) *Violation {
	switch s.state {
	case stateNew:
		return s.initialize(from, m)
	case stateAwaitingResult:
		return s.initializeResult(from, m)
	case stateAwaitingInitialized:
		return s.initialized(from, m)
	}
	panic("replay: invalid state")
}

func (s *session) initialize(from party, m *message) *Violation {
	if m.kind != requestMessage || m.method != "initialize" || from != client {
		return m.at.breaks(40, "client must initiate: an initialize request must be the first interaction")
	}
	params := m.params
	if !params.present() {
		return m.at.breaks(41, "initialize.params is missing")
	}
	if v := s.object(params, 41, "initialize.params", exactly("protocolVersion", "capabilities", "clientInfo")); v != nil {
		return v
	}
	if v := s.introduction(client, params, 41, params.get("clientInfo")); v != nil {
		return v
	}
	s.state = stateAwaitingResult
	return s.file(&request{key: requestKey{client, m.id}, name: m.method, at: m.at, params: params})
}

// introduction checks and keeps what either side says of itself.
func (s *session) introduction(p party, n node, number int, info node) *Violation {
	if version, _ := n.get("protocolVersion").str(); version != s.Protocol {
		return n.get("protocolVersion").breaks(number, "unsupported version: protocolVersion must be "+s.Protocol)
	}
	capabilities := n.get("capabilities")
	if !capabilities.isObject() {
		return capabilities.breaks(number, "capabilities must be an object")
	}
	if v := s.capabilities(&s.judge, p, capabilities); v != nil {
		return v
	}
	s.declare(p, capabilities)
	return s.implementation(info)
}

// implementation checks clientInfo or serverInfo.
func (j *judge) implementation(n node) *Violation {
	if v := j.object(n, 42, "info", exactly("name", "version").maybe("title", "description", "icons", "websiteUrl")); v != nil {
		return v
	}
	for _, name := range []string{"name", "version"} {
		if _, ok := j.label(n.get(name)); !ok {
			return n.get(name).breaks(42, "info "+name+" must be "+j.labelText(unlimited))
		}
	}
	if j.shapes.partyPresentation == nil {
		return nil
	}
	return j.shapes.partyPresentation(j, n)
}

// handshakeAnswer is the initialize request that a message answers, which has to
// be the server's response to it.
func (s *session) handshakeAnswer(from party, m *message) (*request, *Violation) {
	if m.kind != responseMessage || from != server {
		return nil, m.at.breaks(43, "server must answer initialize first")
	}
	r, v := s.answered(from, m)
	if v != nil {
		v.Rule = ruleOf(43)
	}
	return r, v
}

// isInitialized checks that a message is the notification that ends the
// handshake.
func (m *message) isInitialized(from party) *Violation {
	if m.kind != notificationMessage || m.method != "notifications/initialized" || from != client {
		return m.at.breaks(46, "client must send notifications/initialized next")
	}
	return nil
}

func (s *session) initializeResult(from party, m *message) *Violation {
	r, v := s.handshakeAnswer(from, m)
	if v != nil {
		return v
	}
	if !m.result.present() {
		return m.at.breaks(48, "initialize failed: it was answered by an error")
	}
	if v := s.object(m.result, 44, "initialize result", exactly("protocolVersion", "capabilities", "serverInfo").maybe("instructions")); v != nil {
		return v
	}
	if v := s.introduction(server, m.result, 44, m.result.get("serverInfo")); v != nil {
		return v
	}
	delete(s.open, r.key)
	s.state = stateAwaitingInitialized
	return nil
}

func (s *session) initialized(from party, m *message) *Violation {
	if v := m.isInitialized(from); v != nil {
		return v
	}
	if m.params.len() > 0 {
		return m.params.breaks(46, "notifications/initialized has no params")
	}
	s.state = stateReady
	return nil
}
