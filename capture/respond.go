package capture

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"mcpreview/internal/protocol"
	"mcpreview/internal/strictjson"
)

// answerTo is the answer to a request of the server's: what a client that has
// declared no capability gives. nil where its ID is none.
func answerTo(m message) jsonrpc.Message {
	var raw any
	switch id := m.doc.Root.Get("id"); id.Kind() {
	case strictjson.String:
		raw = id.Text()
	case strictjson.Number:
		n, ok := id.Int()
		if !ok {
			return nil
		}
		raw = float64(n)
	default:
		return nil
	}
	id, err := jsonrpc.MakeID(raw)
	if err != nil {
		return nil
	}
	return refusalOf(&jsonrpc.Request{ID: id, Method: m.doc.Root.Get("method").Text()})
}

func refusalOf(asked *jsonrpc.Request) jsonrpc.Message {
	if asked.Method == "ping" {
		return &jsonrpc.Response{ID: asked.ID, Result: json.RawMessage("{}")}
	}
	return &jsonrpc.Response{ID: asked.ID, Error: &jsonrpc.Error{Code: protocol.CodeMethodNotFound, Message: "no client capability is declared"}}
}
