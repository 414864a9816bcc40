package replay

// A notification is what the profile demands of one notification method.
type notification struct {
	sender     party
	flag       string // that the sender must have set; "" for none
	own        string // capability that the sender must have declared; "" for none
	capability string // that the receiver must have declared; "" for none
	context    bool   // it comes with an authorization snapshot
	params     func(*session, transportContext, *message) *Violation
}

var teachingNotifications = map[string]*notification{
	"notifications/tools/list_changed":     {sender: server, flag: "tools.listChanged"},
	"notifications/resources/list_changed": {sender: server, flag: "resources.listChanged", params: resourcesListChanged},
	"notifications/resources/updated":      {sender: server, flag: "resources.subscribe", context: true, params: resourceUpdated},
	"notifications/roots/list_changed":     {sender: client, flag: "roots.listChanged"},
	"notifications/elicitation/complete":   {sender: server, capability: "elicitation.url", params: elicitationComplete},
	"notifications/progress":               {sender: anyone, params: someParams},
	"notifications/cancelled":              {sender: anyone, params: someParams},
	"notifications/tasks/status":           {sender: anyone, params: someParams},
}

func (s *session) notification(from party, context transportContext, m *message) *Violation {
	method := m.at.get("method")
	n := s.notifications[m.method]
	switch {
	case n == nil && m.method == "notifications/initialized":
		return method.breaks(49, "unsupported notification: the session is initialized")
	case n == nil:
		return method.breaks(62, "unsupported notification")
	case n.sender&from == 0:
		return method.breaks(62, "notification is sent in the wrong direction")
	case n.flag != "" && !s.flags(from, n.flag):
		return undeclared(from, n.flag, method, 62)
	case n.own != "" && !s.declares(from, n.own):
		return undeclared(from, n.own, method, 62)
	case n.capability != "" && !s.declares(from.other(), n.capability):
		return undeclared(from.other(), n.capability, method, 62)
	case context.present() && !n.context:
		return context.at.breaks(65, "transport context on a notification that has none")
	}
	if s.conduct.notice != nil {
		if v := s.conduct.notice(s, m); v != nil {
			return v
		}
	}
	if n.params == nil {
		return nil
	}
	return n.params(s, context, m)
}

// orEmpty is the message's params, or an empty object for none.
func (s *session) orEmpty(params node) node {
	if params.present() {
		return params
	}
	return s.empty
}

func someParams(_ *session, _ transportContext, m *message) *Violation {
	if !m.params.present() {
		return m.at.breaks(140, "params must be an object")
	}
	return nil
}

func resourcesListChanged(s *session, _ transportContext, m *message) *Violation {
	params := s.orEmpty(m.params)
	if v := s.object(params, 108, "params", exactly().maybe("_meta")); v != nil {
		return v
	}
	return s.meta(params, 108)
}

func elicitationComplete(s *session, _ transportContext, m *message) *Violation {
	v := s.object(s.orEmpty(m.params), 139, "params", exactly("elicitationId"))
	if v != nil {
		return v.within(m.at)
	}
	return nil
}
