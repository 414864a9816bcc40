package sufficiency

import (
	"fmt"
	"strings"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

// Headers is what was recorded of the parameters that a tool mirrors into
// headers.
type Headers struct {
	Bindings int  // parameters that are mirrored
	Mapped   bool // a mapping, or a request with its headers, is in evidence
	// Unmatched are the final header names that no request with raw header
	// lines showed with a copy that matches its argument.
	Unmatched []string
	// Untried are the kinds of bad request that the server was not shown.
	Untried []string
}

// headers judges whether the mirrored parameters of a tool were recorded:
// EVID-07 and EVID-08. Over stdio there are no headers; where nothing tells the
// transport, nothing is held back for them.
func (j *judge) headers(t Tool, subject rule.Subject) {
	h := t.Headers
	if h.Bindings == 0 || j.in.Contexts.Transport == protocol.TransportStdio {
		return
	}
	effect := rule.Condition
	if j.in.Contexts.Transport != protocol.TransportHTTP {
		effect = rule.Request
	}
	of := rule.Quote(t.Name)
	if !h.Mapped {
		j.add(ruleMapping, effect, subject, t.At,
			fmt.Sprintf("Streamable HTTP with %s but no header mapping", rule.Count(h.Bindings, "header annotation")),
			"record a tools/call of "+of+" over Streamable HTTP with its header lines, or state which argument travels in which header")
	}
	if len(h.Unmatched) > 0 {
		j.add(ruleLines, effect, subject, t.At, "no exchange with raw header lines for "+rule.Quote(strings.Join(h.Unmatched, ", ")),
			"record a tools/call of "+of+" with its raw header lines, as ordered pairs, in which every mirrored argument has its copy")
		return
	}
	if len(h.Untried) > 0 {
		j.add(ruleLines, rule.Request, subject, t.At, "the server was not shown "+strings.Join(h.Untried, ", ")+" copies",
			"record how the server answers a call of "+of+" with "+strings.Join(h.Untried, ", ")+" copies")
	}
}
