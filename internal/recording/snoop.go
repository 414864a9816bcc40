package recording

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

var snoop = &Format{
	Kind:   "mcpsnoop session log",
	About:  "The JSON Lines that the mcpsnoop proxy keeps of a session (sessions/ID.jsonl).",
	Proves: with(everyMessage, WireJSON, HeaderLines, RepeatedHeaders, Status),
	line:   isSnoop,
	frame:  snoopFrame,
}

// snoopMembers are those that every line of such a log has.
var snoopMembers = []string{"session_id", "seq", "direction", "transport"}

// isSnoop reports whether a line is a frame: an object with all those members
// and none that makes it evidence of another form.
func isSnoop(text string) bool {
	dec := jsontext.NewDecoder(strings.NewReader(text), jsonOptions...)
	if t, err := dec.ReadToken(); err != nil || t.Kind() != '{' {
		return false
	}
	found := 0
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return false
		}
		member := name.String()
		for _, m := range snoopMembers {
			if m == member {
				found++
			}
		}
		for _, m := range evidenceMembers {
			if m == member {
				return false
			}
		}
		if dec.SkipValue() != nil {
			return false
		}
	}
	return found == len(snoopMembers)
}

func snoopFrame(s *Scanner, text string, line int) {
	at := rule.Location{File: s.file, Line: line, Column: 1}
	doc, err := s.parser.Parse([]byte(text), s.file, line)
	if err != nil || !isSnoop(text) {
		if strings.TrimSpace(text) != "" {
			s.add(gap(Foreign, at))
		}
		return
	}
	v, raw := doc.Root, doc.Root.Get("raw")
	r := &reading{doc: doc}
	if len(r.outside(v, raw)) > 0 {
		s.add(gap(Damaged, at))
		return
	}
	if g, found := r.firstUnread(v, snoopEntry); found {
		s.add(g)
	}
	s.sequence(v, at)
	f := snoopMessage(r, v, at)
	if f.headersWithheld {
		s.add(gap(RedactedHeader, at))
	}
	switch direction := v.Get("direction").Text(); {
	case direction != "c2s" && direction != "s2c":
	case v.Get("truncated").True():
		s.add(gap(Cut, at))
	case raw == nil && v.Get("text").Text() != "":
		p := r.inside(v.Get("text"))
		s.add(unparsed(p, p.where()))
	case raw == nil:
		s.statusOnly(f)
	default:
		s.frame(f)
	}
}

// sequence notes frames that are missing before this one.
func (s *Scanner) sequence(v *strictjson.Value, at rule.Location) {
	seq, err := strconv.ParseUint(v.Get("seq").Text(), 10, 64)
	if err != nil {
		return
	}
	session := v.Get("session_id").Text()
	last, seen := s.last[session]
	if seen && seq > last+1 || !seen && seq > 1 {
		s.add(gap(Missing, at))
	}
	if seen || len(s.last) < maxOpen {
		s.last[session] = max(last, seq)
	}
}

func snoopMessage(r *reading, v *strictjson.Value, at rule.Location) frame {
	f := frame{
		fromServer: v.Get("direction").Text() == "s2c",
		sender:     v.Get("session_id").Text() + " " + v.Get("conn_id").Text(),
		exchange:   exchange{at: at, server: v.Get("server_label").Text(), transport: protocol.TransportStdio, time: timeOf(v.Get("ts"))},
	}
	if raw := v.Get("raw"); raw != nil {
		f.message = r.of(raw)
	}
	f.exchange.batch = v.Get("batch").True()
	if v.Get("redacted").True() {
		f.gap = Redacted
	}
	if v.Get("transport").Text() == "http" {
		f.exchange.transport = protocol.TransportHTTP
		f.exchange.http, f.headersWithheld = snoopTraffic(v)
	}
	return f
}

// snoopTraffic is what a frame says of its HTTP message, and whether headers in
// it were replaced. A log of a version that recorded no headers says nothing of
// them.
func snoopTraffic(v *strictjson.Value) (t *traffic, withheld bool) {
	t = &traffic{}
	t.status, _ = v.Get("status").Int()
	if v.Get("direction").Text() != "c2s" {
		return t, false
	}
	t.method = "POST"
	for _, h := range []struct{ name, member string }{
		{protocol.HeaderProtocolVersion, "mcp_protocol_version"}, {protocol.HeaderMethod, "mcp_method"}, {protocol.HeaderName, "mcp_name"},
	} {
		if value := v.Get(h.member).Text(); value != "" {
			t.headers = append(t.headers, header{h.name, value})
		}
	}
	for _, h := range v.Get("mcp_param_headers").Elements() {
		withheld = withheld || h.Get("redacted").True()
		t.headers = append(t.headers, header{h.Get("name").Text(), h.Get("value").Text()})
	}
	if withheld || v.Get("batch").True() { // headers name one operation, a batch has several
		t.headers = nil
	}
	return t, withheld
}

// statusOnly settles a request that was answered with a status and no message.
func (s *Scanner) statusOnly(f frame) {
	if !f.fromServer || f.exchange.http == nil || f.exchange.http.status < 400 {
		return
	}
	o := s.pairs.oldest(f.sender)
	switch {
	case o == nil:
	case f.exchange.http.status == 401 || f.exchange.http.status == 407:
		s.silent++
	default:
		s.add(o.unanswered()...)
	}
}

// oldest takes the request of a sender that waits longest, or nil.
func (p *pairs) oldest(sender string) *open {
	var first *open
	for _, waiting := range p.waiting[sender] {
		if first == nil || waiting[0].order < first.order {
			first = waiting[0]
		}
	}
	if first == nil {
		return nil
	}
	return p.remove(sender, first.id, 1)[0]
}
