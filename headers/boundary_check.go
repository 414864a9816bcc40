package headers

import (
	"errors"
	"fmt"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// MaxBody is how many bytes of a request's body Check and Handler read.
const MaxBody = 4 << 20

// Bind returns the bindings of one tool descriptor, as tools/list gives it. The
// error is of a descriptor that the house policy rejects for its annotations,
// or that is no JSON object with an inputSchema; a client must not use such a
// tool. The bindings are in no way tied to the descriptor's bytes.
func Bind(descriptor []byte) ([]Binding, error) {
	p := policy.Default()
	doc, err := strictjson.Parse(descriptor, "descriptor", 1, p.Limits.JSON())
	switch {
	case err != nil:
		return nil, err
	case len(doc.Faults) > 0:
		return nil, fmt.Errorf("descriptor: %s", doc.Faults[0].Text(p.Limits.JSON()))
	case !doc.Root.Get("inputSchema").Is(strictjson.Object):
		return nil, errors.New("descriptor: inputSchema is " + doc.Root.Get("inputSchema").Kind().String())
	}
	spot := evidence.Spot{Doc: doc, Base: doc.Root, Subject: rule.Subject{Kind: rule.KindTool, Name: doc.Root.Get("name").Text()}}
	bindings, findings := Annotations(spot, protocol.Current, protocol.TransportHTTP, p)
	if worst, found := rule.Strongest(findings); found && worst.Effect <= rule.Reject {
		return nil, errors.New("descriptor: " + worst.Reason())
	}
	return bindings, nil
}

// A Refusal is why a request must not reach the server, and how to say so.
// Nothing in it is an argument, a header's value or a payload.
type Refusal struct {
	Status   int      // of HTTP: 400; 413 for a body over MaxBody
	Code     int      // of the JSON-RPC error: -32020, or -32700 and -32600 for a body that is no request
	Rule     string   // the rule that is broken: "PAR-02"; "" for a body that is no request
	Header   string   // the final header name; "" where the body is at fault
	Category Category // "" for a body that is no request
	Message  string   // of the JSON-RPC error
	ID       string   // the request's ID as JSON text; "" where it cannot be read
}

// Body is the JSON-RPC error response.
func (r *Refusal) Body() []byte {
	b := []byte(`{"jsonrpc":"2.0",`)
	if r.ID != "" {
		b = append(append(append(b, `"id":`...), r.ID...), ',')
	}
	b = fmt.Appendf(b, `"error":{"code":%d,"message":`, r.Code)
	return append(strictjson.AppendQuoted(b, r.Message), "}}"...)
}

// Check judges one request to the tool that the bindings are of, as whoever
// receives it over HTTP must: its header lines in any order, as pairs of a name
// and the bytes of a value, duplicates kept, beside its body. nil is agreement.
// A request of another method than tools/call may carry no copies at all.
//
// It demands what revision 2026-07-28 does, whatever revision the request
// names: otherwise a sender would escape it by naming another.
func Check(bindings []Binding, lines [][2]string, body []byte) *Refusal {
	return check(headerLines(lines), nil, body, func(string) ([]Binding, bool) { return bindings, true })
}

func headerLines(pairs [][2]string) []line {
	lines := make([]line, len(pairs))
	for i, p := range pairs {
		lines[i] = line{p[0], p[1]}
	}
	return lines
}

var tooLarge = &Refusal{
	Status: protocol.StatusTooLarge, Code: protocol.CodeInvalidRequest, Message: fmt.Sprintf("request body exceeds %d bytes", MaxBody),
}

// check is Check for any tool; trailer are the names that came after the body.
func check(lines []line, trailer []string, body []byte, lookup func(tool string) ([]Binding, bool)) *Refusal {
	bounds := policy.DefaultLimits().JSON()
	bounds.Bytes = MaxBody
	doc, err := strictjson.Parse(body, "", 1, bounds)
	var unreadable *strictjson.Error
	switch {
	case errors.As(err, &unreadable) && unreadable.Kind == strictjson.TooLarge:
		return tooLarge
	case err != nil:
		return &Refusal{Status: protocol.StatusBadRequest, Code: protocol.CodeParseError, Message: "request body is not JSON"}
	}
	b := newBoundary(doc, doc.Root, lines, rule.House)
	b.versions = []string{}
	if !isMessage(doc.Root) {
		return &Refusal{Status: protocol.StatusBadRequest, Code: protocol.CodeInvalidRequest, Message: "request body is not a JSON-RPC message", ID: b.id()}
	}
	b.trailing(trailer)
	b.admit(lookup)
	f := b.refusal()
	if f == nil {
		return nil
	}
	r := &Refusal{
		Status: protocol.StatusBadRequest, Code: protocol.CodeHeaderMismatch, Rule: f.rule.ID,
		Header: f.header, Category: f.category, ID: b.id(), Message: "body rejected: " + string(f.category),
	}
	if f.header != "" {
		r.Message = "header rejected: " + shown(f.header) + " " + string(f.category)
	}
	return r
}

// isMessage reports whether a body is a request, a notification or a response.
func isMessage(body *strictjson.Value) bool {
	if body.Get("method") != nil {
		return body.Get("method").Is(strictjson.String)
	}
	return body.Get("result") != nil || body.Get("error") != nil
}

// admit judges a request before it reaches a server.
func (b *boundary) admit(lookup func(tool string) ([]Binding, bool)) {
	var bindings []Binding
	known := false
	name, named := b.tool()
	if b.method == protocol.MethodCallTool && named {
		bindings, known = lookup(name)
	}
	b.ambiguities(bindings)
	b.nearMisses()
	b.names()
	if b.refusal() != nil {
		return
	}
	if b.method != "" {
		b.standard()
	}
	switch {
	case known:
		b.copies(name, bindings)
	case b.method == protocol.MethodCallTool && named:
		// Without its descriptor nothing is known of its headers.
	default:
		b.undeclared(nil, "no tool is called")
	}
}

// envelope are the names that decide what a body asks for: its own, and those
// of its params.
var envelope = [2][]string{{"jsonrpc", "id", "method", "params"}, {"name", "uri", "arguments", "_meta"}}

// nearMisses refuses a body with a name that a lenient reader takes for one of
// the envelope's: it would act on another value than the one compared (PAR-11).
func (b *boundary) nearMisses() {
	for i, object := range []*strictjson.Value{b.request, b.params()} {
		for name := range object.Members() {
			for _, known := range envelope[i] {
				if name != known && strings.EqualFold(name, known) {
					b.add(fault{
						rule: ruleBody, effect: rule.Reject, provenance: rule.Policy, category: CategoryMalformed,
						text: "a member's name differs from " + known + " in case alone", line: -1, offset: -1,
					})
					return
				}
			}
		}
	}
}

// trailing refuses names of the protocol that come after the body, where a
// gateway that routes by headers has not seen them.
func (b *boundary) trailing(names []string) {
	for _, name := range names {
		if judged(shape.LowerASCII(name)) {
			b.add(onLine(ruleUndeclared, rule.Policy, CategoryUnexpected, name, -1, "unexpected after the body"))
		}
	}
}

// id is the request's ID as JSON text; "" where it is none or cannot be told.
func (b *boundary) id() string {
	id := b.request.Get("id")
	if !evidence.IsRequestID(id) || len(b.doc.FaultsIn(id)) > 0 {
		return ""
	}
	for _, f := range b.doc.FaultsIn(b.request) {
		if f.Kind == strictjson.DuplicateName && b.doc.PointerFromOffset(b.request, f.Offset) == "/id" {
			return ""
		}
	}
	return b.doc.Source(id)
}

// shown is a header's name as a message may hold it.
func shown(header string) string {
	const longest = 80
	return strings.Map(func(r rune) rune {
		if isTokenCharacter(r) {
			return r
		}
		return '?'
	}, cut(header, longest))
}
