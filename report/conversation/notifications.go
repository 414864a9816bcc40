package conversation

import (
	"slices"

	"mcpreview/internal/protocol"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/structure"
)

const metaLogLevel = "io.modelcontextprotocol/logLevel"

// logLevels are the levels of a log message, from the least upwards.
var logLevels = [...]string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

func levelOf(v *strictjson.Value) int {
	word, _ := v.Str()
	return slices.Index(logLevels[:], word)
}

// progressToken reads the token of a request (CONV-15).
func (s *session) progressToken(x *exchange, m *message) *breach {
	at := m.meta("progressToken")
	if at == nil {
		return nil
	}
	var ok bool
	if x.token, ok = idOf(at); !ok {
		return breaks(15, at, "progressToken must be a string or an integer")
	}
	if holder := s.tokens[x.token]; holder != nil && !holder.cancelled {
		return breaks(15, at, "progressToken is that of another open request")
	}
	x.hasToken = true
	return nil
}

// logLevel reads the level that a request sets (CONV-16).
func (s *session) logLevel(x *exchange, m *message) *breach {
	at := m.meta(metaLogLevel)
	if at == nil {
		return nil
	}
	if x.level = levelOf(at); x.level < 0 {
		return breaks(16, at, "logLevel is no level of a log message")
	}
	return nil
}

// noticeRules are the numbers of the rules that the structure of notifications is
// a matter of.
var noticeRules = map[string]int{notifyCancelled: 17, notifyProgress: 15, notifyMessage: 16}

// notification judges a notification, and then its structure.
func (s *session) notification(m *message, fromClient bool) *breach {
	judge := s.serverNotification
	if fromClient {
		judge = s.clientNotification
	}
	if b := judge(m); b != nil {
		return b
	}
	if at, why := structure.Notices[m.method].Fault(m.params, "params"); why != "" {
		return breaks(noticeRules[m.method], at, why)
	}
	return nil
}

// clientNotification judges a notification of the client.
func (s *session) clientNotification(m *message) *breach {
	s.notified = true
	switch {
	case removedNotifications[m.method]:
		return breaks(8, m.at.Get("method"), "the revision no longer has that notification")
	case m.method == notifyCancelled:
		return s.clientCancels(m)
	case m.method == notifyProgress:
		return breaks(15, m.at.Get("method"), "the client sends progress, and no request of the server can be open")
	case m.method == notifyMessage:
		return breaks(16, m.at.Get("method"), "the client sends a log message")
	case m.method == notifyAcknowledged:
		return breaks(12, m.at.Get("method"), "the client acknowledges a subscription")
	case changes[m.method] != "":
		return breaks(13, m.at.Get("method"), "the client sends a change notification")
	}
	return nil
}

// serverNotification judges a notification of the server.
func (s *session) serverNotification(m *message) *breach {
	if removedNotifications[m.method] {
		return breaks(8, m.at.Get("method"), "the revision no longer has that notification")
	}
	if m.method == notifyCancelled {
		return s.serverCancels(m)
	}
	if b := s.onSubscription(m); b != nil {
		return b
	}
	switch m.method {
	case notifyProgress:
		return s.progress(m)
	case notifyMessage:
		return s.logMessage(m)
	}
	return nil
}

// progress judges a progress notification (CONV-15).
func (s *session) progress(m *message) *breach {
	token, ok := idOf(m.params.Get("progressToken"))
	x := s.tokens[token]
	value := m.params.Get("progress")
	switch total, text := m.params.Get("total"), m.params.Get("message"); {
	case !ok:
		return breaks(15, m.params.Get("progressToken"), "progressToken must be a string or an integer")
	case x == nil:
		return breaks(15, m.params.Get("progressToken"), "progressToken is that of no open request")
	case x.cancelled:
		return breaks(17, m.params.Get("progressToken"), "progress for a cancelled request")
	case !value.Is(strictjson.Number):
		return breaks(15, value, "progress must be a number")
	case total != nil && !total.Is(strictjson.Number):
		return breaks(15, total, "total must be a number")
	case text != nil && !text.Is(strictjson.String):
		return breaks(15, text, "message must be a string")
	}
	made := value.Decimal()
	if x.moved && made.Compare(x.progress) <= 0 {
		return breaks(15, value, "progress does not rise")
	}
	x.progress, x.moved = made, true
	return nil
}

// logMessage judges a log message (CONV-16).
func (s *session) logMessage(m *message) *breach {
	level := levelOf(m.params.Get("level"))
	switch logger := m.params.Get("logger"); {
	case level < 0:
		return breaks(16, m.params.Get("level"), "level is no level of a log message")
	case m.params.Get("data") == nil:
		return breaks(16, m.params, "data is missing")
	case logger != nil && !logger.Is(strictjson.String):
		return breaks(16, logger, "logger must be a string")
	}
	for _, open := range s.levels[:level+1] {
		if open > 0 {
			return nil
		}
	}
	return breaks(16, m.params.Get("level"), "no open request set a log level that this message reaches")
}

// clientCancels judges a cancellation by the client (CONV-17). One that comes
// too late changes nothing.
func (s *session) clientCancels(m *message) *breach {
	at := m.params.Get("requestId")
	target, ok := idOf(at)
	switch {
	case s.overHTTP:
		return breaks(17, m.at.Get("method"), "the client cancels by a notification, where it closes the stream")
	case !ok:
		return breaks(17, at, "requestId must be a string or an integer")
	case !s.used[target]:
		return breaks(17, at, "requestId is that of no request")
	}
	x := s.open[target]
	if x == nil || x.cancelled {
		return nil
	}
	if x.level >= 0 {
		s.levels[x.level]--
	}
	x.cancelled = true
	if x.listens != nil {
		x.listens.state = abandoned
	}
	return nil
}

// serverCancels judges a cancellation by the server, which ends a subscription
// and nothing else (CONV-17).
func (s *session) serverCancels(m *message) *breach {
	at := m.params.Get("requestId")
	target, ok := idOf(at)
	if !ok {
		return breaks(17, at, "requestId must be a string or an integer")
	}
	sub := s.subscriptions[target]
	switch {
	case sub == nil:
		return breaks(17, at, "the server cancels what is no subscription")
	case sub.state == ended:
		return breaks(14, at, "the subscription has ended")
	}
	if x := s.open[target]; x != nil && x.method == protocol.MethodSubscribe && !x.cancelled {
		if x.level >= 0 {
			s.levels[x.level]--
		}
		x.cancelled = true
	}
	sub.state = ended
	return nil
}
