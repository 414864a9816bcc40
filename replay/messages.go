package replay

import "mcpreview/internal/strictjson"

// requestSample checks a sampling request: a conversation, and what the
// client must have declared for the rest.
func requestSample(s *session, r *request) *Violation {
	n := r.params
	if tokens, ok := s.grammar.integer(n.get("maxTokens")); !ok || tokens.Sign() <= 0 {
		return n.member("maxTokens").breaks(132, "maxTokens must be an integer above 0")
	}
	return checks(
		func() *Violation { return s.sampleTools(n) },
		func() *Violation { return s.sampleContext(n.get("includeContext")) },
		func() *Violation { return s.wishes(n) },
		func() *Violation { return s.messages(n) },
		func() *Violation { return s.augmentation(r, "sampling.createMessage") },
	)
}

// wishes checks what a sampling request says of how it is to be answered.
func (s *session) wishes(n node) *Violation {
	if v := s.labels(n, 132, "systemPrompt"); v != nil {
		return v
	}
	if m := n.get("temperature"); m.present() && !m.is(strictjson.Number) {
		return m.breaks(132, "temperature must be a number")
	}
	if m := n.get("metadata"); m.present() && !m.isObject() {
		return m.breaks(132, "metadata must be an object")
	}
	if stops := n.get("stopSequences"); stops.present() {
		if !stops.isArray() {
			return stops.breaks(132, "stopSequences must be an array of strings")
		}
		for _, e := range stops.elements() {
			if _, ok := e.str(); !ok {
				return e.breaks(132, "stopSequences must be an array of strings")
			}
		}
	}
	return s.modelPreferences(n.get("modelPreferences"))
}

// modelPreferences checks which models a server would like.
func (s *session) modelPreferences(n node) *Violation {
	if !n.present() {
		return nil
	}
	k := exactly().maybe("hints", "costPriority", "speedPriority", "intelligencePriority")
	if v := s.object(n, 132, "modelPreferences", k); v != nil {
		return v
	}
	for _, name := range []string{"costPriority", "speedPriority", "intelligencePriority"} {
		if m := n.get(name); m.present() && !m.isShare() {
			return m.breaks(132, name+" must be a number from 0 to 1")
		}
	}
	hints := n.get("hints")
	if hints.present() && !hints.isArray() {
		return hints.breaks(132, "hints must be an array")
	}
	for _, hint := range hints.elements() {
		if !hint.isObject() {
			return hint.breaks(132, "a hint must be an object")
		}
		if v := s.labels(hint, 132, "name"); v != nil {
			return v
		}
	}
	return nil
}

// messages checks the conversation: every use of a tool is answered by the next
// message, and that holds nothing else.
func (s *session) messages(params node) *Violation {
	n := params.get("messages")
	if !n.isArray() || n.len() == 0 {
		return params.member("messages").breaks(132, "messages must be a non-empty array")
	}
	var waiting map[string]bool // tool uses of the message before
	var last node
	for _, m := range n.elements() {
		if v := s.object(m, 187, "message", exactly("role", "content").maybe("_meta")); v != nil {
			return v
		}
		if v := checks(
			func() *Violation { return role(m, 187) },
			func() *Violation { return s.meta(m, 187) },
			func() *Violation { return s.oneOrMore(m.get("content"), messageTypes) },
		); v != nil {
			return v
		}
		var v *Violation
		if waiting, v = turn(m, waiting); v != nil {
			return v
		}
		last = m
	}
	if len(waiting) > 0 {
		return last.breaks(187, "a tool use has no result in the next message")
	}
	return nil
}

// turn checks a message against the tool uses of the one before, and returns
// its own.
func turn(m node, waiting map[string]bool) (uses map[string]bool, v *Violation) {
	uses = make(map[string]bool)
	answered, others := make(map[string]bool), 0
	speaker, _ := m.get("role").str()
	for _, block := range contentOf(m.get("content")) {
		switch kind, _ := block.get("type").str(); kind {
		case toolUseContent:
			others++
			id, _ := block.get("id").str()
			switch {
			case speaker != "assistant":
				return nil, block.breaks(187, "only an assistant uses tools")
			case uses[id]:
				return nil, block.get("id").breaks(187, "id of a tool use is repeated")
			}
			uses[id] = true
		case toolResultContent:
			id, _ := block.get("toolUseId").str()
			switch {
			case speaker != "user":
				return nil, block.breaks(187, "only a user gives results of tools")
			case !waiting[id] || answered[id]:
				return nil, block.get("toolUseId").breaks(187, "tool result answers no tool use of the message before, or one twice")
			}
			answered[id] = true
		default:
			others++
		}
	}
	switch {
	case len(answered) < len(waiting):
		return nil, m.breaks(187, "a tool use has no result in the next message")
	case len(answered) > 0 && others > 0:
		return nil, m.breaks(187, "results of tools stand with other content")
	}
	return uses, nil
}

// contentOf is content as a list, also where it is one block.
func contentOf(n node) []node {
	if !n.isArray() {
		return []node{n}
	}
	var all []node
	for _, block := range n.elements() {
		all = append(all, block)
	}
	return all
}

func (s *session) sampleTools(params node) *Violation {
	tools, choice := params.get("tools"), params.get("toolChoice")
	for _, n := range []node{tools, choice} {
		if n.present() && !s.declares(client, "sampling.tools") {
			return undeclared(client, "sampling.tools", n, 133)
		}
	}
	if tools.present() {
		if _, v := s.toolArray(tools, 133); v != nil {
			return v
		}
	}
	if !choice.present() {
		return nil
	}
	if v := s.object(choice, 133, "toolChoice", exactly().maybe("mode")); v != nil {
		return v
	}
	if mode := choice.get("mode"); mode.present() {
		if _, ok := mode.oneOf("auto", "required", "none"); !ok {
			return mode.breaks(133, "toolChoice mode must be one of auto, required, none")
		}
	}
	return nil
}

// sampleContext checks includeContext. To ask for a context that the client
// did not declare is discouraged only.
func (s *session) sampleContext(n node) *Violation {
	if !n.present() {
		return nil
	}
	word, ok := n.oneOf("none", "thisServer", "allServers")
	switch {
	case !ok:
		return n.breaks(133, "includeContext must be one of none, thisServer, allServers")
	case word != "none" && !s.declares(client, "sampling.context"):
		s.warn(undeclared(client, "sampling.context", n, 133))
	}
	return nil
}

// sampleResult checks what a model said.
func sampleResult(s *session, _ *request, result node) *Violation {
	k := exactly("role", "content", "model").maybe("stopReason", "_meta")
	if v := s.strings(result, 134, "result", k, "model"); v != nil {
		return v
	}
	return checks(
		func() *Violation { return role(result, 134) },
		func() *Violation { return s.labels(result, 134, "stopReason") },
		func() *Violation { return s.oneOrMore(result.get("content"), producedTypes) },
	)
}
