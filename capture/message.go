package capture

import (
	"bytes"
	"strconv"

	"mcpreview/internal/policy"
	"mcpreview/internal/strictjson"
)

// A messageKind is what a message of the server's turns out to be.
type messageKind uint8

const (
	noMessage messageKind = iota // no JSON, or no object
	answerKind
	requestKind
	notificationKind
	strangeKind // a JSON value that is no JSON-RPC message
)

// A message is one message of the server's, as it came.
type message struct {
	raw  []byte
	kind messageKind
	doc  *strictjson.Document // nil for noMessage
}

// bounds are those of a review, but for the size, which the reader of a stream
// has bounded.
func bounds(bytes int) strictjson.Bounds {
	b := policy.DefaultLimits().JSON()
	b.Bytes = bytes
	return b
}

func readMessage(raw []byte) message {
	m := message{raw: raw}
	doc, err := strictjson.Parse(raw, "", 1, bounds(len(raw)))
	if err != nil {
		return m
	}
	m.doc, m.kind = doc, strangeKind
	switch root := doc.Root; {
	case !root.Is(strictjson.Object):
	case root.Get("result") != nil || root.Get("error") != nil:
		m.kind = answerKind
	case root.Get("method").Is(strictjson.String) && root.Get("id") != nil:
		m.kind = requestKind
	case root.Get("method").Is(strictjson.String):
		m.kind = notificationKind
	}
	return m
}

// answers reports whether a message answers the request of an ID, which is
// matched with its type: "7" is not 7.
func (m message) answers(id int64) bool {
	if m.kind != answerKind {
		return false
	}
	v := m.doc.Root.Get("id")
	return v.Is(strictjson.Number) && v.Text() == strconv.FormatInt(id, 10)
}

// looksLikeAnswer reports whether a text that is no JSON was meant as a message.
func looksLikeAnswer(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(text, " \t\ufeff"), []byte("{")) && bytes.Contains(text, []byte(`"jsonrpc"`))
}
