package recording

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A part is one message of a recording, or its body, as text.
type part struct {
	text string
	// One of them says where the text stands: at is the place of the same text
	// in the file; place finds places for text that is written otherwise there.
	at    rule.Location
	place func(offset int, pointer string) rule.Location
}

func (p part) is() bool { return p.text != "" }

// trim takes the white space around a part away.
func (p part) trim() part {
	const space = " \t\r\n"
	rest := strings.TrimLeft(p.text, space)
	lead := len(p.text) - len(rest)
	p.text = strings.TrimRight(rest, space)
	if place := p.place; place != nil && lead > 0 {
		p.place = func(offset int, pointer string) rule.Location { return place(offset+lead, pointer) }
	}
	return p
}

// where is the place of the part as a whole.
func (p part) where() rule.Location {
	if p.place != nil {
		return p.place(0, "")
	}
	return p.at
}

// of is the part that a value of a document is.
func (r *reading) of(v *strictjson.Value) part {
	return part{text: r.doc.Source(v), at: r.doc.Locate(v)}
}

// inside is the part that the text of a string is.
func (r *reading) inside(v *strictjson.Value) part {
	return part{text: v.Text(), place: r.doc.In(v).Place}
}

// A header is one header line as recorded.
type header struct{ name, value string }

// traffic is the transport side of an exchange.
type traffic struct {
	method  string
	headers []header // nil where they were not recorded
	merged  bool     // headers come from a map: order and repetitions are lost
	status  int      // 0 where not recorded
	// contentType is the answer's Content-Type, "" where it was not recorded.
	contentType string
	version     string // HTTP/2 or HTTP/3, "" for others and where it was not recorded
}

// An exchange is a request and its answer, as parts.
type exchange struct {
	at        rule.Location
	server    string
	transport string
	caller    string
	time      string // RFC 3339, or ""
	http      *traffic

	batch             bool // it was sent as one of several messages
	request, response part
	stream            part // a JSON string: the raw text of an event stream
	notifications     []part
}

// record is the exchange in this program's own form. Its parts are each one
// JSON value.
func (e exchange) record() Record {
	c := composer{}
	c.text("server", e.server)
	c.text("transport", e.transport)
	c.text("caller", e.caller)
	c.text("at", e.time)
	if e.http != nil {
		c.traffic(e.http)
	}
	if e.batch {
		c.name("batch")
		c.b = append(c.b, "true"...)
	}
	c.part("request", e.request)
	c.part("response", e.response)
	c.part("sse", e.stream)
	for i, n := range e.notifications {
		if i == 0 {
			c.name("notifications")
			c.b = append(c.b, '[')
		} else {
			c.b = append(c.b, ',')
		}
		c.value(n)
	}
	if len(e.notifications) > 0 {
		c.b = append(c.b, ']')
	}
	return Record{Text: string(c.object()), At: e.at, Pieces: c.pieces, Replaced: c.replaced}
}

// A composer puts an object together.
type composer struct {
	b        []byte
	pieces   []strictjson.Piece
	replaced int // header values
}

func (c *composer) name(name string) {
	if len(c.b) == 0 {
		c.b = append(c.b, '{')
	} else {
		c.b = append(c.b, ',')
	}
	c.b = append(appendQuoted(c.b, name), ':')
}

func (c *composer) text(name, value string) {
	if value == "" {
		return
	}
	c.name(name)
	c.b = appendQuoted(c.b, value)
}

func (c *composer) part(name string, p part) {
	if !p.is() {
		return
	}
	c.name(name)
	c.value(p)
}

func (c *composer) value(p part) {
	start := len(c.b)
	c.b = append(c.b, p.text...)
	c.pieces = append(c.pieces, strictjson.Piece{Start: start, End: len(c.b), At: p.at, Place: p.place})
}

func (c *composer) number(name string, n int) {
	if n != 0 {
		c.name(name)
		c.b = strconv.AppendInt(c.b, int64(n), 10)
	}
}

// object is the finished object.
func (c *composer) object() []byte {
	if len(c.b) == 0 {
		return []byte("{}")
	}
	return append(c.b, '}')
}

// appendQuoted appends what a recording says as JSON text. Text logs hold any
// bytes: one that is not UTF-8 stands as \xNN, so that names which differ in such
// bytes alone stay different.
func appendQuoted(dst []byte, s string) []byte {
	if utf8.ValidString(s) {
		return strictjson.AppendQuoted(dst, s)
	}
	var b strings.Builder
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[0])
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return strictjson.AppendQuoted(dst, b.String())
}
