package capture

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"mcpreview/headers"
	"mcpreview/internal/protocol"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/version"
)

// A session is the capture of one caller.
type session struct {
	options *Options
	secrets *Secrets
	store   *store
	caller  Caller
	link    link
	start   func(context.Context) (link, error) // opens a link anew

	revision *protocol.Revision // in force; nil until it is agreed
	stated   string             // its name as records have it
	// capabilities are what discovery names; nil where it was not understood.
	capabilities *strictjson.Value

	lastID   int64
	taken    map[string]bool // names of tools like unknownTool
	bindings map[string][]headers.Binding
	unusable map[string]bool // tools whose annotations are rejected

	notes     []note
	unsaid    int
	steps     []Step
	asked     Asked
	silences  int // requests in a row without any answer
	hopeless  bool
	storeFull bool
}

// folder is where the session's files are: of several callers, each has its own.
func (s *session) folder() string {
	if s.caller.Name == "" {
		return ""
	}
	return s.caller.Name + "/"
}

// write writes one file. Its content is made here, so that what is replaced in
// it is known to be of this file.
func (s *session) write(name string, content func() []byte) {
	if s.storeFull {
		return
	}
	name = s.folder() + name
	s.secrets.at = name
	if err := s.store.write(name, content()); err != nil {
		s.storeFull, s.hopeless = true, true
		s.lack("%s cannot be written: %v", name, err)
	}
}

// notesMost is how many notes are kept; a server can give cause for one with
// every page.
const notesMost = 200

// say notes what is worth knowing; lack what evidence is missing for.
func (s *session) say(format string, args ...any) {
	if len(s.notes) >= notesMost {
		s.unsaid++
		return
	}
	s.notes = append(s.notes, note{text: fmt.Sprintf(format, args...)})
}

func (s *session) lack(format string, args ...any) {
	s.notes = append(s.notes, note{text: fmt.Sprintf(format, args...), incomplete: true})
}

// silencesMost is after how many unanswered requests in a row a server is given up.
const silencesMost = 3

// ask sends a request under the revision in force and reads the answer. what
// names the step in notes.
func (s *session) ask(ctx context.Context, what string, o *outgoing) *reply {
	s.lastID++
	o.id = s.lastID
	if s.httpCopies() {
		o.headers = append(s.standardHeaders(o), o.headers...)
	}
	r := s.link.ask(ctx, o)
	for _, text := range r.notes {
		s.say("%s: %s", what, text)
	}
	for _, text := range r.gaps {
		s.lack("%s: %s", what, text)
	}
	if r.dropped > 0 {
		s.say("%s: %d more messages beside the answer were not kept", what, r.dropped)
	}
	switch {
	case r.fault == faultTimeout:
		s.silences++
	case r.fault.dead():
		s.hopeless = true
	default:
		s.silences = 0
	}
	if s.silences == silencesMost && !s.hopeless {
		s.hopeless = true
		s.lack("the server has left %d requests in a row unanswered and was given up", s.silences)
	}
	return r
}

func (s *session) httpCopies() bool {
	return s.link.transport() == protocol.TransportHTTP && s.revision != nil && s.revision.HeaderCopies
}

// standardHeaders copy the parts of a request that every request has to copy.
func (s *session) standardHeaders(o *outgoing) []headerLine {
	lines := []headerLine{
		{protocol.HeaderProtocolVersion, []string{s.revision.Name}},
		{protocol.HeaderMethod, []string{o.method}},
	}
	doc, err := strictjson.Parse(o.params, "", 1, bounds(len(o.params)))
	if err != nil {
		return lines
	}
	member := map[string]string{protocol.MethodCallTool: "name", protocol.MethodGetPrompt: "name", protocol.MethodReadResource: "uri"}[o.method]
	if name, ok := doc.Root.Get(member).Str(); ok && member != "" {
		if field, err := headers.EncodeString(name); err == nil {
			lines = append(lines, headerLine{protocol.HeaderName, []string{field}})
		}
	}
	return lines
}

// params are the parameters of a request: its own members, and the metadata
// that a stateless revision demands.
func (s *session) params(own ...param) json.RawMessage {
	if s.revision != nil && s.revision.RequestMeta {
		own = append(own, param{"_meta", metaOf(s.revision)})
	}
	return object(own...)
}

type param struct {
	name  string
	value json.RawMessage
}

func object(params ...param) json.RawMessage {
	out := []byte{'{'}
	for i, p := range params {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(strictjson.AppendQuoted(out, p.name), ':'), p.value...)
	}
	return append(out, '}')
}

func quoted(text string) json.RawMessage { return strictjson.AppendQuoted(nil, text) }

func clientInfo() json.RawMessage {
	return object(param{"name", quoted(version.Name)}, param{"version", quoted(version.Version)})
}

// metaOf states no client capability: what a server shows to a client that can
// do nothing but ask, it shows to all.
func metaOf(r *protocol.Revision) json.RawMessage {
	return object(
		param{protocol.MetaProtocolVersion, quoted(r.Name)},
		param{protocol.MetaClientInfo, clientInfo()},
		param{protocol.MetaClientCapabilities, object()},
	)
}

// headerValue is a header's value as evidence has it: a byte a code point, and
// nothing that is a credential. An encoded copy of a secret argument remains a
// copy of what the body shows.
func (s *session) headerValue(name, value string) []byte {
	if shape.LowerASCII(name) == shape.LowerASCII(sessionHeader) {
		return quoted(sessionMark)
	}
	if r := headers.Decode(value); r.Class == headers.Sentinel {
		if shown := s.secrets.Text([]byte(r.Text)); !bytes.Equal(shown, []byte(r.Text)) {
			if field, err := headers.EncodeString(string(shown)); err == nil {
				value = field
			}
		}
	}
	shown := s.secrets.Text([]byte(value))
	var latin strings.Builder
	for _, c := range shown {
		latin.WriteRune(rune(c))
	}
	return quoted(latin.String())
}

// problem says what is wrong with an answer, "" where it is a result.
func (r *reply) problem() string {
	switch {
	case r.fault != noFault:
		return r.fault.String()
	case !r.answered():
		return "no answer"
	case r.response.doc.Root.Get("result").Is(strictjson.Object):
		return ""
	}
	if code := r.response.doc.Root.Path("error", "code"); code.Is(strictjson.Number) {
		return "error " + shortNumber(code.Text())
	}
	return "an answer without a result"
}

// shortNumber is a number of a server's as a note may show it.
func shortNumber(text string) string {
	const longest = 12
	if len(text) > longest || !utf8.ValidString(text) {
		return "with a code of another form"
	}
	return text
}
