package evidence

import (
	"fmt"

	"mcpreview/internal/rule"
	"mcpreview/internal/sse"
	"mcpreview/internal/strictjson"
)

// fromStream gives an exchange that recorded a response stream the final
// response in it, as if it had been recorded as such. A stream that does not
// reduce to one response leaves the exchange without one: the envelope rules
// say why.
func (l *loader) fromStream(e *Exchange) *Exchange {
	event, problem := reduceSSE(e.SSE.Text())
	if problem != "" {
		return e
	}
	joined := withResponse(e, event.Data)
	bounds := l.bounds
	bounds.Bytes = len(joined.text) // the document that holds the stream was bounded
	doc, err := strictjson.Parse([]byte(joined.text), e.Doc.File, e.Doc.Line, bounds)
	if err != nil {
		return e // both parts were parsed before
	}
	doc.Compose(e.Doc.Locate(e.Value), joined.pieces(e, event))
	v := doc.Root
	return &Exchange{Doc: doc, Value: v, Form: e.Form, Request: recorded(v, "request"), Response: v.Get("response"), SSE: v.Get("sse")}
}

// A join is the text of a record with a response that it lacks. It is the
// record's own text otherwise: what strict JSON finds wrong with it stays.
type join struct {
	text       string
	start, end int // of the response
	before     int // where the text before the response starts in the record's document
	after      int // likewise the text after it
}

func withResponse(e *Exchange, response string) join {
	record := e.Doc.Source(e.Value)
	j := join{before: e.Value.Start()}
	head, tail := `{"response":`, ","+record[len("{"):]
	j.after = e.Value.Start() // the comma takes the brace's place
	if null := e.Value.Get("response"); null != nil {
		head, tail = record[:null.Start()-e.Value.Start()], record[null.End()-e.Value.Start():]
		j.after = null.End()
	}
	j.text, j.start = head+response+tail, len(head)
	j.end = j.start + len(response)
	return j
}

// pieces are the record's text before and after the response, and the response
// itself, which stands in an event of the stream.
func (j join) pieces(e *Exchange, event sse.Event) []strictjson.Piece {
	same := func(start int) func(int, string) rule.Location {
		return func(offset int, _ string) rule.Location { return e.Doc.LocateOffset(start + offset) }
	}
	stream := e.Doc.In(e.SSE)
	inside := func(offset int, pointer string) rule.Location {
		at := stream.Place(event.Offset(offset), pointer)
		at.Inside = fmt.Sprintf("event %d#%s", event.Number, pointer)
		return at
	}
	pieces := []strictjson.Piece{{Start: j.start, End: j.end, Place: inside}, {Start: j.end, End: len(j.text), Place: same(j.after)}}
	if e.Value.Get("response") != nil { // else what stands before the response is not of the record
		pieces = append([]strictjson.Piece{{Start: 1, End: j.start, Place: same(j.before + 1)}}, pieces...)
	}
	return pieces
}
