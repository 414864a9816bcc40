package evidence

import "mcpreview/internal/strictjson"

// fromStream gives an exchange that recorded a response stream the final
// response in it, as if it had been recorded as such; all places in it are then
// that of the record. A stream that does not reduce to one response leaves the
// exchange without one: the envelope rules say why.
func (l *loader) fromStream(e *Exchange) *Exchange {
	response, problem := ReduceSSE(e.SSE.Text())
	if problem != "" {
		return e
	}
	text := withResponse(e, response)
	bounds := l.bounds
	bounds.Bytes = len(text) // the document that holds the stream was bounded
	doc, err := strictjson.Parse([]byte(text), e.Doc.File, e.Doc.Line, bounds)
	if err != nil {
		return e // both parts were parsed before
	}
	doc.Fix(e.Doc.Locate(e.SSE))
	v := doc.Root
	return &Exchange{Doc: doc, Value: v, Form: e.Form, Request: recorded(v, "request"), Response: v.Get("response"), SSE: v.Get("sse")}
}

// withResponse is the text of a record with a response that it lacks. It is
// the record's own text otherwise: what strict JSON finds wrong with it stays.
func withResponse(e *Exchange, response string) string {
	record := e.Doc.Source(e.Value)
	if null := e.Value.Get("response"); null != nil {
		from, to := null.Start()-e.Value.Start(), null.End()-e.Value.Start()
		return record[:from] + response + record[to:]
	}
	return `{"response":` + response + "," + record[len("{"):]
}
