package conversation

import (
	"slices"
	"strings"

	"mcpreview/completion"
	"mcpreview/envelope"
	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/structure"
	"mcpreview/pagination"
	"mcpreview/results"
)

// content judges complete results that no analyzer reads, and takes in what
// results say of the server.
func (s *session) content(x *exchange, m *message) *breach {
	if at, why := structure.Results[x.method].Fault(m.result, "result"); why != "" {
		return breaks(20, at, why)
	}
	switch x.method {
	case protocol.MethodDiscover:
		return s.discover(m.result)
	case protocol.MethodReadResource:
		if contents := m.result.Get("contents"); contents.Len() == 0 {
			return breaks(18, contents, "contents are empty: a resource that does not exist is answered with code -32602")
		}
	case protocol.MethodSubscribe:
		return s.concluded(x, m)
	}
	return nil
}

// discover judges what a server says of itself: it has answered in this
// revision, so it supports it.
func (s *session) discover(result *strictjson.Value) *breach {
	versions := result.Get("supportedVersions")
	if !lists(versions, s.policy.Revision.Name) {
		return breaks(7, versions, "the answer is of a revision that supportedVersions does not list, must be code -32022")
	}
	declared := result.Get("capabilities")
	s.offered, s.experiments = make(map[string]bool), declared.Get("experimental").Len() > 0
	for _, feature := range []string{"tools", "prompts", "resources", "completions"} {
		s.offered[feature] = declared.Get(feature).Is(strictjson.Object)
	}
	s.discovery = envelope.Discover([]*evidence.Exchange{{Method: protocol.MethodDiscover, Result: result}})
	s.discovery.Toolless = true
	return nil
}

// analyze lets the analyzers of the review judge an exchange.
func (s *session) analyze(x *exchange, m *message) *breach {
	ex := s.exchange(x, m)
	if b := s.first(envelope.Judge(ex, s.discovery, s.policy).Findings); b != nil {
		return b
	}
	list, isList := protocol.ListOf(x.method)
	switch {
	case x.method == protocol.MethodCallTool && !s.affords(x, m):
		return breaks(20, m.result, unaffordable)
	case x.method == protocol.MethodCallTool:
		return s.first(results.Judge(ex, x.promised, s.policy).Findings)
	case x.method == protocol.MethodComplete:
		return s.first(s.completed(ex))
	case isList && m.result != nil:
		if b := s.first(s.listed(ex, list)); b != nil {
			return b
		}
		if x.method == protocol.MethodListTools {
			if b := s.tools(m.result.Get(list.Items)); b != nil {
				return b
			}
		}
		return s.page(x, m.result)
	}
	return nil
}

// unaffordable is what is said of the value with which a conversation has used up
// what all its values may cost.
const unaffordable = "cannot be judged: the values of the conversation cost too much together"

// affords reports whether what a call carries may still be held against the
// schemas of its tool.
func (s *session) affords(x *exchange, m *message) bool {
	c := x.promised.contract
	return c == nil || s.budget.Affords(c.Output, m.result.Get("structuredContent")) && s.budget.Affords(c.Input, x.params.Get("arguments"))
}

// exchange is a request and its answer as evidence.
func (s *session) exchange(x *exchange, m *message) *evidence.Exchange {
	ex := &evidence.Exchange{
		Doc: s.doc, Value: s.doc.Root, Form: evidence.FormExchange, Pass: 1, Revision: s.policy.Revision, Stated: x.version,
		Session: evidence.Session{Transport: s.transport},
		Method:  x.method, Request: x.at, Params: x.params, Response: m.at, Result: m.result, Error: m.err,
	}
	if x.method == protocol.MethodCallTool {
		ex.Tool, _ = x.params.Get("name").Str()
	}
	return ex
}

// completed are the findings on one completion.
func (s *session) completed(ex *evidence.Exchange) []rule.Finding {
	return completion.Review(completion.Input{
		Completions: []*evidence.Exchange{ex}, CapabilityKnown: s.discovery.Known, Capability: s.discovery.Completions,
	}, s.policy).Completions[0].Findings
}

// listed are the findings on one page.
func (s *session) listed(ex *evidence.Exchange, list protocol.List) []rule.Finding {
	p := &evidence.Page{
		Exchange: ex, Items: ex.Result.Get(list.Items),
		Sent: evidence.CursorOf(ex.Params.Get("cursor")), Next: evidence.CursorOf(ex.Result.Get("nextCursor")),
	}
	l := &evidence.Listing{List: list, Session: ex.Session, Pass: 1, Pages: []*evidence.Page{p}, Chained: 1}
	return pagination.Review([]*evidence.Listing{l}, nil, s.policy).Listings[0].Findings
}

// ofPasses are rules about a pass as a whole, which one page cannot break: a
// conversation may start after the first page and stop before the last.
var ofPasses = []*rule.Rule{
	rule.Get("PAGE-02"), rule.Get("PAGE-03"), rule.Get("PAGE-05"), rule.Get("PAGE-07"), rule.Get("PAGE-08"), rule.Get("PAGE-13"),
}

// ruleFor are the rules of conversations that say the same as one of the
// review; all others are a matter of CONV-20.
var ruleFor = map[*rule.Rule]int{
	rule.Get("JSON-09"): 7, rule.Get("JSON-10"): 18, rule.Get("JSON-11"): 9, rule.Get("JSON-14"): 18, rule.Get("PAGE-12"): 9,
	rule.Get("RES-18"): 18, rule.Get("RES-21"): 10, rule.Get("DESC-18"): 19,
}

// first is the first finding that is a violation: what the protocol forbids.
// What only the house policy adds is none. The finding's own words can hold a
// value, so the rule's title stands for them.
func (s *session) first(fs []rule.Finding) *breach {
	for _, f := range fs {
		if f.Effect > rule.Reject || f.Provenance == rule.Policy || slices.Contains(ofPasses, f.Rule) {
			continue
		}
		number := ruleFor[f.Rule]
		if number == 0 {
			number = 20
		}
		return breaks(number, s.at(f), "breaks "+f.Rule.ID+", by which "+f.Rule.Title)
	}
	return nil
}

// at is the value that a finding is about, or that lacks what it is about, where
// it stands in the current step.
func (s *session) at(f rule.Finding) *strictjson.Value {
	own := s.doc.PointerFrom(s.doc.Root, s.step.Value)
	if rest, within := strings.CutPrefix(f.At.Pointer, own); within && (rest == "" || rest[0] == '/') {
		at, _ := s.step.Value.Follow(rest)
		return at
	}
	return nil
}
