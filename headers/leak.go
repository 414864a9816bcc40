package headers

import (
	stdbase64 "encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// A Secret is what a log or an error must not carry of one copy: the argument,
// what its header held, or a payload of either.
type Secret struct {
	text    string
	header  string // final name
	payload bool   // base64
	whole   bool   // counts as a whole word only
	common  bool   // so common that in a log it counts only beside its header's name
}

const (
	shortest    = 4   // bytes below which a value counts as a whole word only
	secretBytes = 128 // what is searched of a longer value: its beginning
)

// Secrets are those of one call, in the order of the bindings. The call is not
// kept.
func Secrets(call *evidence.Exchange, tool Tool) []Secret {
	if call.HTTP == nil || !tool.Known {
		return nil
	}
	var all []Secret
	for i := range tool.Bindings {
		bd := &tool.Bindings[i]
		s := secrets{binding: bd}
		if value := bd.Argument(call.Params.Get("arguments")); value != nil {
			s.add(value.Text(), value.Kind())
			if field, err := Encode(value); err == nil && value.Is(strictjson.Number) {
				s.add(field, strictjson.Number)
			}
		}
		for _, h := range call.HTTP.Headers {
			if shape.LowerASCII(h.Name) != shape.LowerASCII(bd.Header) {
				continue
			}
			field := TrimField(fieldBytes(h.Value))
			received := Decode(field)
			s.add(received.Text, kinds[bd.Type])
			if payload, encoded := payloadOf(field); encoded {
				s.append(payload, true, strictjson.String)
			}
		}
		all = append(all, s.all...)
	}
	return all
}

// kinds are the JSON types of values whose text has the declared type.
var kinds = map[Type]strictjson.Kind{String: strictjson.String, Integer: strictjson.Number, Boolean: strictjson.Bool}

type secrets struct {
	binding *Binding
	all     []Secret
}

// add takes a value and its payload. What a log says anyway is no value: a
// category, or the name of the header or the argument.
func (s *secrets) add(text string, kind strictjson.Kind) {
	switch lowered := shape.LowerASCII(text); Category(lowered) {
	case "", CategoryMissing, CategoryDuplicate, CategoryUnexpected, CategoryMalformed, CategoryMismatch:
		return
	default:
		if lowered == shape.LowerASCII(s.binding.Name) || lowered == shape.LowerASCII(s.binding.Property) {
			return
		}
	}
	s.append(text, false, kind)
	if kind == strictjson.String {
		s.append(stdbase64.StdEncoding.EncodeToString([]byte(text)), true, kind)
	}
}

func (s *secrets) append(text string, payload bool, kind strictjson.Kind) {
	if trimmed := strings.TrimRight(text, "="); payload && len(trimmed) >= shortest {
		text = trimmed // also where padding was left out
	}
	if text = cut(text, secretBytes); text == "" {
		return
	}
	spelt := kind != strictjson.String
	s.all = append(s.all, Secret{
		text: strings.Clone(text), header: s.binding.Header, payload: payload,
		whole: spelt || len(text) < shortest, common: spelt && (kind == strictjson.Bool || len(text) < shortest),
	})
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

func (one *Secret) carried() string {
	what := "value"
	if one.payload {
		what = "payload"
	}
	return "carries the " + what + " of header " + rule.Quote(one.header)
}

// Leaks looks for the copies of a call in the error that refused it for its
// headers (PAR-15): its message and its data. Other errors speak of arguments
// for good reasons.
func Leaks(call *evidence.Exchange, tool Tool, p policy.Policy) []rule.Finding {
	code, _ := call.Error.Get("code").Int()
	if p.Profile == rule.Spec || code != protocol.CodeHeaderMismatch && code != protocol.CodePrefinalHeaderMisfits {
		return nil
	}
	var s Search
	s.Add(Secrets(call, tool)...)
	spot := evidence.Spot{Doc: call.Doc, Base: call.Value, Subject: rule.Subject{Kind: rule.KindMapping, Name: tool.Name}}
	var found []rule.Finding
	for _, part := range []string{"message", "data"} {
		v := call.Error.Get(part)
		if v == nil {
			continue
		}
		if one, leaks := s.within(v, true); leaks {
			found = append(found, spot.Find(ruleLeak, rule.Reject, rule.Policy, v, "error "+part+" "+one.carried()))
		}
	}
	return found
}

// leaksTold is how many lines of one log are told one by one.
const leaksTold = 100

// Log looks through the lines of a log for the secrets of the search (PAR-15).
func (s *Search) Log(log *evidence.Log, p policy.Policy) []rule.Finding {
	if p.Profile == rule.Spec {
		return nil
	}
	spot := evidence.Spot{Doc: log.Doc, Base: log.Value, Subject: rule.Subject{Kind: rule.KindDocument, Name: log.Doc.File}}
	var found []rule.Finding
	more := 0
	for i, l := range log.Lines.Elements() {
		one, leaks := s.within(l, false)
		switch {
		case !leaks:
		case len(found) == leaksTold:
			more++
		default:
			found = append(found, spot.Find(ruleLeak, rule.Reject, rule.Policy, l, fmt.Sprintf("log line %d %s", i+1, one.carried())))
		}
	}
	if more > 0 {
		found[leaksTold-1].Text += fmt.Sprintf(" (and %d more lines carry some)", more)
	}
	return found
}
