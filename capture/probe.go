package capture

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"mcpreview/headers"
	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A copied is one argument with its copy in a header.
type copied struct {
	binding headers.Binding
	value   *strictjson.Value
	field   string
}

func (c copied) line() headerLine { return headerLine{c.binding.Header, []string{c.field}} }

// copies are the headers that a call has to carry. The error says that an
// argument has no form in a header, so that the call must not be sent.
func (s *session) copies(c Call) ([]copied, error) {
	if !s.httpCopies() {
		return nil, nil
	}
	if s.unusable[c.Tool] {
		s.say("tool %s: its header annotations are rejected: it is called without copies", rule.Quote(c.Tool))
	}
	arguments := readMessage(c.Arguments).root()
	var all []copied
	for _, b := range s.bindings[c.Tool] {
		value := b.Argument(arguments)
		if value == nil || value.Is(strictjson.Null) {
			continue
		}
		field, err := headers.Encode(value)
		if err != nil {
			if c.Label == evidence.LabelArguments || c.Label == evidence.LabelFailure {
				continue // a call that is meant to be wrong goes without
			}
			return nil, fmt.Errorf("argument %s has no form in a header: %w", rule.Quote(b.Property), err)
		}
		all = append(all, copied{b, value, field})
	}
	return all, nil
}

// A variant is one way to try the header boundary.
type variant struct {
	name string
	line func(c copied) (headerLine, bool) // false where an argument does not lend itself to it
	// agrees is set where header and body agree, so that the call is a call.
	agrees bool
}

// variants are tried for each copied argument in turn, the others left as they
// are. What must be refused is refused before anything is done by a server that
// keeps to the protocol, and is carried out by one that does not.
var variants = []variant{
	{"match", func(c copied) (headerLine, bool) { return c.line(), true }, true},
	{"case-variant", func(c copied) (headerLine, bool) {
		return headerLine{otherCase(c.binding.Header), []string{c.field}}, true
	}, true},
	{"missing", func(c copied) (headerLine, bool) { return headerLine{c.binding.Header, nil}, true }, false},
	{"duplicate", func(c copied) (headerLine, bool) {
		return headerLine{c.binding.Header, []string{c.field, c.field}}, true
	}, false},
	{"mismatch", func(c copied) (headerLine, bool) {
		field, ok := otherField(c.value)
		return headerLine{c.binding.Header, []string{field}}, ok
	}, false},
}

// probe tries the header boundary with a call that the user listed.
func (s *session) probe(ctx context.Context, n int, c Call) {
	all, err := s.copies(c)
	if err != nil {
		return // said with the call
	}
	if len(all) == 0 {
		s.say("%s: none of its arguments is copied into a header: there is nothing to try", c.describe(n))
	}
	for i := range all {
		for _, v := range variants {
			if s.hopeless {
				return
			}
			line, ok := v.line(all[i])
			if !ok {
				continue
			}
			o := &outgoing{method: protocol.MethodCallTool, params: s.params(s.callParams(c)...)}
			for j := range all {
				if j == i {
					o.headers = append(o.headers, line)
				} else {
					o.headers = append(o.headers, all[j].line())
				}
			}
			what := fmt.Sprintf("%s, header %s, %s", c.describe(n), all[i].binding.Header, v.name)
			s.asked.Probes++
			r := s.ask(ctx, what, o)
			label := evidence.Unlabelled
			if !v.agrees {
				label = evidence.LabelProbe
			}
			s.keep(record{file: "headers/" + numbered(n, c.Tool, all[i].binding.Name, v.name), label: label, reply: r})
			if !r.answered() {
				s.lack("%s: %s", what, r.problem())
			}
		}
	}
}

// otherCase is a header's name with the case of its letters turned.
func otherCase(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}, name)
}

// otherField is the copy of another value of the same type.
func otherField(v *strictjson.Value) (string, bool) {
	switch v.Kind() {
	case strictjson.Bool:
		return headers.EncodeBool(!v.True()), true
	case strictjson.String:
		field, err := headers.EncodeString(v.Text() + "x")
		return field, err == nil
	case strictjson.Number:
		n, ok := new(big.Int).SetString(v.Decimal().String(), 10)
		if !ok {
			return "", false
		}
		toZero := int64(-1)
		if n.Sign() <= 0 {
			toZero = 1 // never beyond the safe range
		}
		return n.Add(n, big.NewInt(toZero)).String(), true
	}
	return "", false
}
