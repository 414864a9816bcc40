package replay

func listPrompts(s *session, r *request) *Violation { return s.pageParams(r.params, 183) }

func listedPrompts(s *session, _ *request, result node) *Violation {
	if v := s.page(result, 183, "prompts"); v != nil {
		return v
	}
	for _, prompt := range result.get("prompts").elements() {
		if v := s.prompt(prompt); v != nil {
			return v
		}
	}
	return nil
}

func (j *judge) prompt(n node) *Violation {
	k := exactly("name").maybe("title", "description", "arguments", "icons", "_meta")
	if v := j.strings(n, 183, "prompt", k, "name"); v != nil {
		return v
	}
	if v := presentation(j, n, 183); v != nil {
		return v
	}
	arguments := n.get("arguments")
	if arguments.present() && !arguments.isArray() {
		return arguments.breaks(183, "arguments must be an array")
	}
	for _, a := range arguments.elements() {
		if v := j.strings(a, 183, "argument", exactly("name").maybe("title", "description", "required"), "name"); v != nil {
			return v
		}
		if v := j.labels(a, 183, "title", "description"); v != nil {
			return v
		}
		if m := a.get("required"); m.present() && !m.isBool() {
			return m.breaks(183, "required must be a boolean")
		}
	}
	return nil
}

func getPrompt(s *session, r *request) *Violation {
	if v := s.strings(r.params, 183, "params", exactly("name").maybe("arguments", "_meta"), "name"); v != nil {
		return v
	}
	return textMap(r.params.get("arguments"), 183)
}

// textMap checks an optional object of strings.
func textMap(n node, number int) *Violation {
	if n.present() && !n.isObject() {
		return n.breaks(number, "arguments must be an object")
	}
	for _, m := range n.members() {
		if _, ok := m.str(); !ok {
			return m.breaks(number, "an argument must be a string")
		}
	}
	return nil
}

func gotPrompt(s *session, _ *request, result node) *Violation {
	if v := s.object(result, 183, "result", exactly("messages").maybe("description", "_meta")); v != nil {
		return v
	}
	if v := s.labels(result, 183, "description"); v != nil {
		return v
	}
	messages := result.get("messages")
	if !messages.isArray() {
		return messages.breaks(183, "messages must be an array")
	}
	for _, m := range messages.elements() {
		if v := s.object(m, 183, "message", exactly("role", "content")); v != nil {
			return v
		}
		if v := role(m, 183); v != nil {
			return v
		}
		if v := s.block(m.get("content"), resultTypes); v != nil {
			return v
		}
	}
	return nil
}

func role(n node, number int) *Violation {
	if _, ok := n.get("role").oneOf("user", "assistant"); !ok {
		return n.member("role").breaks(number, "role must be user or assistant")
	}
	return nil
}

// logLevels are those of RFC 5424.
var logLevels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

func logLevel(n node) *Violation {
	if _, ok := n.get("level").oneOf(logLevels...); !ok {
		return n.member("level").breaks(184, "level must be one of the eight log levels")
	}
	return nil
}

func setLevel(s *session, r *request) *Violation {
	if v := s.object(r.params, 184, "params", exactly("level").maybe("_meta")); v != nil {
		return v
	}
	return logLevel(r.params)
}

func logged(s *session, _ transportContext, m *message) *Violation {
	params := s.orEmpty(m.params)
	if v := s.object(params, 184, "params", exactly("level", "data").maybe("logger", "_meta")); v != nil {
		return v.within(m.at)
	}
	if logger := params.get("logger"); logger.present() {
		if _, ok := logger.str(); !ok {
			return logger.breaks(184, "logger must be a string")
		}
	}
	return logLevel(params)
}

func completeArgument(s *session, r *request) *Violation {
	n := r.params
	if v := s.object(n, 185, "params", exactly("ref", "argument").maybe("context", "_meta")); v != nil {
		return v
	}
	if v := s.reference(n.get("ref")); v != nil {
		return v
	}
	if v := s.strings(n.get("argument"), 185, "argument", exactly("name", "value"), "name", "value"); v != nil {
		return v
	}
	context := n.get("context")
	if !context.present() {
		return nil
	}
	if v := s.object(context, 185, "context", exactly().maybe("arguments")); v != nil {
		return v
	}
	return textMap(context.get("arguments"), 185)
}

// reference checks what a completion is for: a prompt, or a resource template.
func (j *judge) reference(n node) *Violation {
	kind, _ := n.get("type").str()
	switch kind {
	case "ref/prompt":
		if v := j.strings(n, 185, "ref", exactly("type", "name").maybe("title"), "name"); v != nil {
			return v
		}
		return j.labels(n, 185, "title")
	case "ref/resource":
		return j.strings(n, 185, "ref", exactly("type", "uri"), "uri")
	}
	return n.member("type").breaks(185, "ref must be of type ref/prompt or ref/resource")
}

// maxCompletions is how many values the revision allows.
const maxCompletions = 100

func completed(s *session, _ *request, result node) *Violation {
	if v := s.object(result, 185, "result", exactly("completion").maybe("_meta")); v != nil {
		return v
	}
	n := result.get("completion")
	if v := s.object(n, 185, "completion", exactly("values").maybe("total", "hasMore")); v != nil {
		return v
	}
	values := n.get("values")
	if !values.isArray() || values.len() > maxCompletions {
		return values.breaks(185, "values must be an array of at most 100 strings")
	}
	for _, value := range values.elements() {
		if _, ok := value.str(); !ok {
			return value.breaks(185, "a value must be a string")
		}
	}
	if total := n.get("total"); total.present() && !s.countWithin(total, unlimited) {
		return total.breaks(185, "total must be an integer of at least 0")
	}
	if more := n.get("hasMore"); more.present() && !more.isBool() {
		return more.breaks(185, "hasMore must be a boolean")
	}
	return nil
}
