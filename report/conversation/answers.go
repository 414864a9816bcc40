package conversation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/protocol"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/structure"
)

// A duty is a code that a request must be answered with, and the rule that
// says so.
type duty struct {
	rule int
	code int
	why  string
}

// duties are why a request must be refused, in the order in which a server
// meets them.
func (s *session) duties(x *exchange) []duty {
	var all []duty
	if x.lacks != "" {
		all = append(all, duty{7, protocol.CodeInvalidParams, "a request without " + x.lacks})
	}
	if s.unsupported(x) {
		all = append(all, duty{7, protocol.CodeUnsupportedVersion, "a version that the server does not support"})
	}
	if removed(x.method) {
		all = append(all, duty{8, protocol.CodeMethodNotFound, "a method that the revision no longer has"})
	}
	if feature := features[x.method]; feature != "" && s.offered != nil && !s.offered[feature] {
		all = append(all, duty{19, protocol.CodeMethodNotFound, "a method of a feature that server/discover does not declare"})
	}
	if s.foreign(x) {
		all = append(all, duty{18, protocol.CodeMethodNotFound, "a method that the revision does not have"})
	}
	return all
}

// foreign reports whether a method is none of the protocol's, and of nobody
// else that the conversation shows: neither of an extension that the sides may
// share, nor one of a vendor's own, which has a domain for a prefix.
func (s *session) foreign(x *exchange) bool {
	prefix, _, _ := strings.Cut(x.method, "/")
	if knownMethod(x.method) || strings.Contains(prefix, ".") {
		return false
	}
	return x.declares.Get("extensions").Len() == 0 && x.declares.Get("experimental").Len() == 0 && !s.experiments
}

// unsupported reports whether a request states a version that the server shows
// not to support, or that nobody published. Discovery may be asked in any: it
// is what lists them.
func (s *session) unsupported(x *exchange) bool {
	if x.lacks != "" || x.method == protocol.MethodDiscover {
		return false
	}
	if s.offered != nil {
		return !s.discovery.Supports(x.version)
	}
	return protocol.ByName(x.version) == nil
}

// refused judges an answer to a request that must be refused; done is false
// where it need not be.
func (s *session) refused(x *exchange, m *message) (b *breach, done bool) {
	all := s.duties(x)
	if len(all) == 0 {
		return nil, false
	}
	if code, ok := m.err.Get("code").Int(); ok {
		if slices.ContainsFunc(all, func(d duty) bool { return d.code == code }) || s.overHTTP && code == protocol.CodeHeaderMismatch {
			return s.data(x, m, code), true
		}
	}
	answer := "a result"
	if m.err != nil {
		answer = "another code"
	}
	return breaks(all[0].rule, m.at, fmt.Sprintf("%s is answered with %s, must be code %d", all[0].why, answer, all[0].code)), true
}

// errorObject judges the error of a response by itself (CONV-18).
func (s *session) errorObject(m *message) *breach {
	code, text := m.err.Get("code"), m.err.Get("message")
	switch {
	case !m.err.Is(strictjson.Object):
		return breaks(18, m.err, "error must be an object")
	case !code.Is(strictjson.Number) || !code.Decimal().IsInteger():
		return breaks(18, code, "code must be an integer")
	case !text.Is(strictjson.String):
		return breaks(18, text, "message must be a string")
	}
	n, small := code.Int()
	if !small {
		return nil
	}
	for _, c := range forbidden {
		if c.from <= n && n <= c.to {
			return breaks(18, code, fmt.Sprintf("code %d %s", n, c.what))
		}
	}
	if n == protocol.CodeHeaderMismatch && !s.overHTTP {
		return breaks(18, code, "code -32020 is of headers, which stdio does not have")
	}
	return nil
}

// forbidden are codes that nobody may send, with why; the first range that
// holds a code counts. What is left of the reserved range are the codes of
// JSON-RPC and of the protocol, and numbers that servers have of old.
var forbidden = []struct {
	from, to int
	what     string
}{
	{protocol.CodeResourceNotFound, protocol.CodeResourceNotFound, "is retired"},
	{protocol.CodeURLElicitation, protocol.CodeURLElicitation, "is retired"},
	{-32001, -32001, "is the number that -32020 had before the revision was final"},
	{-32003, -32003, "is the number that -32021 had before the revision was final"},
	{-32004, -32004, "is the number that -32022 had before the revision was final"},
	{-32099, -32023, "is reserved and undefined"},
	{-32599, -32100, "is reserved and undefined"},
	{-32699, -32604, "is reserved and undefined"},
	{-32768, -32701, "is reserved and undefined"},
}

// failure judges an error that answers a request.
func (s *session) failure(x *exchange, m *message) *breach {
	if x.listens != nil {
		x.listens.state = ended
	}
	if b := s.errorObject(m); b != nil {
		return b
	}
	if b, done := s.refused(x, m); done {
		return b
	}
	code := m.err.Get("code")
	n, _ := code.Int()
	switch n {
	case protocol.CodeParseError:
		return breaks(18, code, "code -32700 answers a request that could be read")
	case protocol.CodeMethodNotFound:
		if s.offers(x.method) {
			return breaks(19, code, "a method that the server must have is answered with code -32601")
		}
	}
	if b := s.data(x, m, n); b != nil {
		return b
	}
	if x.unknown != "" && n != protocol.CodeInvalidParams && (n < protocol.CodeUnsupportedVersion || n > protocol.CodeHeaderMismatch) {
		return breaks(18, code, "an unknown "+x.unknown+" is answered with another code than -32602")
	}
	if n == protocol.CodeUnsupportedVersion || s.revision(x) != s.policy.Revision {
		return nil
	}
	return s.analyze(x, m)
}

// offers reports whether a server must know a method: every server has
// discovery, and what it declares there.
func (s *session) offers(method string) bool {
	feature, known := features[method]
	return method == protocol.MethodDiscover ||
		known && feature != "" && method != protocol.MethodListTemplates && s.offered[feature]
}

// data judges what errors with data of their own carry, and that they are
// given for what they mean.
func (s *session) data(x *exchange, m *message, code int) *breach {
	data := m.err.Get("data")
	switch code {
	case protocol.CodeMissingCapability:
		required := data.Get("requiredCapabilities")
		switch at, why := structure.MissingCapability.Fault(data, "data"); {
		case why != "":
			return breaks(18, cmp.Or(at, m.err), "code -32021 comes without data.requiredCapabilities: "+why)
		case x.declares != nil && shape.Covers(x.declares, required):
			return breaks(19, required, "code -32021 names nothing that the request did not declare")
		}
	case protocol.CodeUnsupportedVersion:
		supported := data.Get("supported")
		switch at, why := structure.UnsupportedVersion.Fault(data, "data"); {
		case why != "":
			return breaks(18, cmp.Or(at, m.err), "code -32022 comes without data.supported and data.requested: "+why)
		case x.lacks == "" && (lists(supported, x.version) || s.discovery.Supports(x.version)):
			return breaks(18, supported, "code -32022 refuses a version that the server supports")
		}
	}
	return nil
}

// success judges a result.
func (s *session) success(x *exchange, m *message) *breach {
	if b, done := s.refused(x, m); done {
		return b
	}
	if s.revision(x) != s.policy.Revision {
		return nil // of a revision that the server supports beside this one
	}
	if !m.result.Is(strictjson.Object) {
		return breaks(9, m.result, "result is "+m.result.Kind().String()+", must be object")
	}
	if x.unknown != "" {
		return breaks(18, m.result, "an unknown "+x.unknown+" is answered with a result, must be code -32602")
	}
	if b, done := s.resultType(x, m); done {
		return cmp.Or(b, s.wellAsked(x, m))
	}
	if at := errorWithin(m.result); at != nil {
		return breaks(18, at, "an error object stands inside a result")
	}
	for _, check := range []func(*exchange, *message) *breach{s.hints, s.content, s.analyze, s.wellAsked} {
		if b := check(x, m); b != nil {
			return b
		}
	}
	return nil
}

// wellAsked judges that no malformed request is answered with a result.
func (s *session) wellAsked(x *exchange, m *message) *breach {
	if x.malformed == "" {
		return nil
	}
	return breaks(20, m.result, "a request in whose params "+x.malformed+" is answered with a result, must be an error")
}

// resultType judges the type of a result (CONV-09); done is false where it is
// complete, and what it carries is to be judged.
func (s *session) resultType(x *exchange, m *message) (b *breach, done bool) {
	at := m.result.Get("resultType")
	word, ok := at.Str()
	switch {
	case at == nil:
		return breaks(9, m.result, "resultType is missing"), true
	case !ok:
		return breaks(9, at, "resultType must be string"), true
	case word == protocol.ResultInputRequired:
		return s.interim(x, m), true
	case word == protocol.ResultComplete:
		return nil, false
	}
	if s.discovery.Extends(x.declares.Get("extensions")) {
		return nil, true // a word of an extension, which is not judged here
	}
	return breaks(9, at, "resultType is neither complete nor input_required"), true
}

// hints judges what complete results tell caches (CONV-09).
func (s *session) hints(x *exchange, m *message) *breach {
	if !isCached(x.method) {
		return nil
	}
	ttl, scope := m.result.Get("ttlMs"), m.result.Get("cacheScope")
	if d := ttl.Decimal(); !ttl.Is(strictjson.Number) || !d.IsInteger() || d.Negative {
		return breaks(9, ttl, "ttlMs must be an integer of at least 0")
	}
	if word, _ := scope.Str(); word != "public" && word != "private" {
		return breaks(9, scope, "cacheScope must be public or private")
	}
	return nil
}

// errorWithin is an error object that stands in a result where content
// belongs; nil for none.
func errorWithin(result *strictjson.Value) *strictjson.Value {
	if at := result.Get("error"); isError(at) {
		return at
	}
	for _, name := range []string{"contents", "content", "messages"} {
		list := result.Get(name)
		if isError(list) {
			return list
		}
		for _, e := range list.Elements() {
			if isError(e) && e.Get("type") == nil && e.Get("role") == nil {
				return e
			}
		}
	}
	return nil
}

// isError reports whether a value has the shape of an error.
func isError(v *strictjson.Value) bool {
	return v.Get("code").Is(strictjson.Number) && v.Get("message").Is(strictjson.String)
}
