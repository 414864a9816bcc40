package replay

func createMessage(s *session, r *request) *Violation {
	n := r.params
	if m := n.get("messages"); !m.isArray() || m.len() == 0 {
		return n.member("messages").breaks(132, "messages must be a non-empty array")
	}
	if tokens, ok := s.grammar.integer(n.get("maxTokens")); !ok || tokens.Sign() <= 0 {
		return n.member("maxTokens").breaks(132, "maxTokens must be an integer above 0")
	}
	return checks(
		func() *Violation { return s.samplingTools(n) },
		func() *Violation { return s.samplingContext(n) },
		func() *Violation { return s.augmentation(r, "sampling.createMessage") },
	)
}

func (s *session) samplingTools(n node) *Violation {
	tools := n.get("tools")
	switch {
	case !tools.present():
		return nil
	case !tools.isArray() || tools.len() == 0:
		return tools.breaks(133, "tools must be a non-empty array")
	case !s.declares(client, "sampling.tools"):
		return undeclared(client, "sampling.tools", tools, 133)
	}
	_, v := s.toolArray(tools, 133)
	return v
}

func (s *session) samplingContext(n node) *Violation {
	include := n.get("includeContext")
	if !include.present() {
		return nil
	}
	word, ok := include.oneOf("none", "thisServer", "allServers")
	switch {
	case !ok:
		return include.breaks(133, "includeContext must be one of none, thisServer, allServers")
	case word != "none" && !s.declares(client, "sampling.context"):
		return undeclared(client, "sampling.context", include, 133)
	}
	return nil
}

func createdMessage(s *session, _ *request, result node) *Violation {
	if v := s.object(result, 134, "result", exactly("role", "content", "model").maybe("stopReason", "_meta")); v != nil {
		return v
	}
	if _, ok := result.get("role").oneOf("user", "assistant"); !ok {
		return result.get("role").breaks(134, "role must be user or assistant")
	}
	for _, name := range []string{"model", "stopReason"} {
		if m := result.get(name); m.present() {
			if _, ok := m.text(); !ok {
				return m.breaks(134, name+" must be a non-empty string")
			}
		}
	}
	if v := s.samplingContent(result.get("content")); v != nil {
		return v
	}
	return s.meta(result, 134)
}

func (j *judge) samplingContent(n node) *Violation {
	if !n.isArray() {
		return j.textBlock(n)
	}
	if n.len() == 0 || n.len() > j.limits.contents {
		return n.breaks(134, "content must have 1 to 64 blocks")
	}
	for _, block := range n.elements() {
		if v := j.textBlock(block); v != nil {
			return v
		}
	}
	return nil
}

func (j *judge) textBlock(n node) *Violation {
	if v := j.object(n, 134, "content block", exactly("type", "text").maybe("annotations", "_meta")); v != nil {
		return v
	}
	if _, ok := n.get("type").oneOf("text"); !ok {
		return n.get("type").breaks(134, "content block must be of type text")
	}
	if text, ok := n.get("text").str(); !ok || length(text) > j.limits.text {
		return n.get("text").breaks(134, "text must be a string of at most 100000 characters")
	}
	if v := j.annotations(n.get("annotations")); v != nil {
		return v
	}
	return j.meta(n, 134)
}
