package capture

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"mcpreview/internal/evidence"
	"mcpreview/internal/strictjson"
)

// A record is what is written of one exchange.
type record struct {
	file  string // its name, without the extension
	label evidence.Label
	pass  int // 0 where it is of no pass
	reply *reply
}

// keep writes an exchange, and an answer that is no JSON value beside it.
func (s *session) keep(rec record) {
	r := rec.reply
	if r.request == nil {
		return // it was never written
	}
	s.write(rec.file+".json", func() []byte { return s.exchange(rec) })
	body := func() []byte { return s.secrets.Text(r.body) }
	switch {
	case r.sse != nil && !utf8.Valid(r.sse):
		s.write(rec.file+".answer.txt", func() []byte { return s.secrets.Text(r.sse) })
	case r.body == nil:
	case r.isJSON:
		// A document of its own, so that a review says what is wrong with it and
		// where. What is no JSON value must never stand inside of a record: it
		// could end it and add members of its own.
		s.write(rec.file+".answer.json", body)
	default:
		s.write(rec.file+".answer.txt", body)
	}
}

// exchange is the native form of an exchange, a member a line. Messages stand in
// it byte for byte, but for secrets.
func (s *session) exchange(rec record) []byte {
	r, b := rec.reply, &members{secrets: s.secrets}
	if rec.label != evidence.Unlabelled {
		b.text("label", string(rec.label))
	}
	b.text("server", s.options.Name)
	b.text("version", s.options.Version)
	b.text("protocolVersion", s.stated)
	b.text("transport", s.link.transport())
	b.text("caller", s.caller.Name)
	if rec.pass > 1 {
		b.raw("pass", fmt.Appendf(nil, "%d", rec.pass))
	}
	if r.http != nil {
		b.raw("http", s.httpMember(r.http))
	}
	b.raw("request", s.secrets.JSON(r.request))
	if list := s.asideMember(r.aside); list != nil {
		b.raw("notifications", list)
	}
	switch {
	case r.sse != nil && utf8.Valid(r.sse):
		b.raw("sse", s.secrets.Quoted(r.sse))
	case r.response.doc != nil:
		b.raw("response", s.secrets.JSON(r.response.raw))
	}
	return b.close()
}

// members is an object in the making.
type members struct {
	secrets *Secrets
	out     []byte
}

// text adds a member unless it is empty.
func (m *members) text(name, value string) {
	if value != "" {
		m.raw(name, m.secrets.Quoted([]byte(value)))
	}
}

func (m *members) raw(name string, value []byte) {
	lead := ",\n"
	if m.out == nil {
		lead = "{\n"
	}
	m.out = append(append(m.out, lead...), strictjson.AppendQuoted(nil, name)...)
	m.out = append(append(m.out, ": "...), value...)
}

func (m *members) close() []byte { return append(m.out, "\n}\n"...) }

// asideMember are the messages beside an answer: notifications, and requests of
// the server's own.
func (s *session) asideMember(aside []message) []byte {
	if len(aside) == 0 {
		return nil
	}
	var list [][]byte
	for _, m := range aside {
		list = append(list, s.secrets.JSON(m.raw))
	}
	return append(append([]byte("[\n"), bytes.Join(list, []byte(",\n"))...), ']')
}

func (s *session) httpMember(h *httpRecord) []byte {
	out := []byte(`{"method": `)
	out = append(out, s.secrets.Quoted([]byte(h.method))...)
	out = append(append(out, `, "path": `...), s.secrets.Quoted([]byte(h.path))...)
	out = append(out, `, "headers": [`...)
	for i, line := range h.headers {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = append(append(out, '['), strictjson.AppendQuoted(nil, line[0])...)
		out = append(append(out, ", "...), s.headerValue(line[0], line[1])...)
		out = append(out, ']')
	}
	out = append(out, ']')
	if h.status != 0 {
		out = fmt.Appendf(out, `, "status": %d`, h.status)
	}
	if h.contentType != "" {
		out = append(append(out, `, "contentType": `...), s.secrets.Quoted([]byte(h.contentType))...)
	}
	return append(out, '}')
}
