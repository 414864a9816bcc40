package conversation

import (
	"mcpreview/internal/protocol"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/uri"
)

const metaSubscription = "io.modelcontextprotocol/subscriptionId"

// changes are the notifications of change, with the member of a filter that
// asks for them.
var changes = map[string]string{
	"notifications/tools/list_changed":     "toolsListChanged",
	"notifications/prompts/list_changed":   "promptsListChanged",
	"notifications/resources/list_changed": "resourcesListChanged",
	notifyUpdated:                          "resourceSubscriptions",
}

// A subscriptionState is how far a subscription has come. The zero value is
// invalid.
type subscriptionState uint8

const (
	asked        subscriptionState = iota + 1
	acknowledged                   // by the server
	abandoned                      // cancelled by the client
	ended                          // answered, or cancelled by the server
)

// A subscription is one subscriptions/listen.
type subscription struct {
	state subscriptionState
	kinds map[string]bool // members of the filter that are true
	uris  uri.Set         // that it asked for
}

// listen reads the filter of a subscription (CONV-12).
func (s *session) listen(x *exchange, m *message) *breach {
	if m.method != protocol.MethodSubscribe {
		return nil
	}
	filter := m.params.Get("notifications")
	if filter == nil {
		return breaks(12, m.params, "the request has no notifications filter")
	}
	if b := filterShape(filter); b != nil {
		return b
	}
	sub := &subscription{state: asked, kinds: make(map[string]bool)}
	for name, v := range filter.Members() {
		if v.True() {
			sub.kinds[name] = true
		}
	}
	for _, e := range filter.Get("resourceSubscriptions").Elements() {
		sub.uris.Add(e.Text())
	}
	x.listens = sub
	s.subscriptions[x.id] = sub
	return nil
}

func filterShape(filter *strictjson.Value) *breach {
	if !filter.Is(strictjson.Object) {
		return breaks(12, filter, "notifications is "+filter.Kind().String()+", must be object")
	}
	for _, name := range []string{"toolsListChanged", "promptsListChanged", "resourcesListChanged"} {
		if v := filter.Get(name); v != nil && !v.Is(strictjson.Bool) {
			return breaks(12, v, name+" must be boolean")
		}
	}
	if v := filter.Get("resourceSubscriptions"); v != nil && !isStrings(v) {
		return breaks(12, v, "resourceSubscriptions must be an array of strings")
	}
	return nil
}

// onSubscription judges a notification of the server by the subscription that
// it names (CONV-12 to CONV-14).
func (s *session) onSubscription(m *message) *breach {
	at := m.meta(metaSubscription)
	member, change := changes[m.method]
	ack := m.method == notifyAcknowledged
	if at == nil {
		switch {
		case ack:
			return breaks(12, m.at, "the acknowledgement names no subscription")
		case change:
			return breaks(13, m.at, "the change notification names no subscription")
		}
		return nil
	}
	key, ok := idOf(at)
	sub := s.subscriptions[key]
	switch {
	case !ok:
		return breaks(13, at, "subscriptionId must be a string or an integer")
	case sub == nil:
		return breaks(13, at, "subscriptionId is that of no subscription")
	case sub.state == abandoned:
		return breaks(17, at, "a notification for a subscription that the client cancelled")
	case sub.state == ended:
		return breaks(14, at, "a notification for a subscription that has ended")
	case ack:
		return s.acknowledge(sub, key, m)
	case sub.state == asked:
		return breaks(12, m.at.Get("method"), "the subscription is not acknowledged yet")
	case change:
		return s.change(sub, member, m)
	}
	return nil
}

// acknowledge judges an acknowledgement (CONV-12).
func (s *session) acknowledge(sub *subscription, key id, m *message) *breach {
	filter := m.params.Get("notifications")
	switch x := s.open[key]; {
	case sub.state == acknowledged:
		return breaks(12, m.at.Get("method"), "the subscription is acknowledged a second time")
	case x != nil && x.lacks != "":
		return breaks(7, m.at.Get("method"), "a subscription without "+x.lacks+" is acknowledged, must be answered with code -32602")
	case x != nil && x.malformed != "":
		return breaks(20, m.at.Get("method"), "a subscription in whose params "+x.malformed+" is acknowledged, must be answered with an error")
	case filter == nil:
		return breaks(12, m.params, "the acknowledgement has no notifications filter")
	}
	if b := filterShape(filter); b != nil {
		return b
	}
	for name, v := range filter.Members() {
		if v.True() && !sub.kinds[name] {
			return breaks(12, v, "the acknowledgement grants what the request did not ask for")
		}
	}
	for _, e := range filter.Get("resourceSubscriptions").Elements() {
		if !sub.uris.Has(e.Text()) {
			return breaks(12, e, "the acknowledgement grants a resource that the request did not ask for")
		}
	}
	sub.state = acknowledged
	return nil
}

// change judges a change notification on an open subscription (CONV-13).
func (s *session) change(sub *subscription, member string, m *message) *breach {
	switch m.method {
	case "notifications/tools/list_changed":
		s.surface.forget()
		s.walks[protocol.MethodListTools].forget()
	case "notifications/prompts/list_changed":
		s.walks[protocol.MethodListPrompts].forget()
	}
	if m.method != notifyUpdated {
		if !sub.kinds[member] {
			return breaks(13, m.at.Get("method"), "the subscription did not ask for this kind of change")
		}
		return nil
	}
	changed, ok := m.params.Get("uri").Str()
	switch {
	case !ok:
		return breaks(13, m.params.Get("uri"), "uri must be a string")
	case !sub.uris.Covers(changed):
		return breaks(13, m.params.Get("uri"), "the subscription did not ask for this resource")
	}
	return nil
}

// concluded judges the result that ends a subscription (CONV-14).
func (s *session) concluded(x *exchange, m *message) *breach {
	at := m.result.Path("_meta", metaSubscription)
	unacknowledged := x.listens.state == asked
	x.listens.state = ended
	switch key, ok := idOf(at); {
	case at == nil:
		return breaks(14, m.result, "the answer that ends a subscription does not carry its id")
	case !ok || key != x.id:
		return breaks(14, at, "the answer that ends a subscription carries another id")
	case unacknowledged:
		return breaks(12, at, "the subscription ends without an acknowledgement")
	}
	return nil
}
