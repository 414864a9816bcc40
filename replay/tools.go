package replay

import (
	"regexp"
	"sync"
)

// A tool is a checked tool descriptor.
type tool struct {
	name          string
	input, output valueSchema // output is nil where there is no outputSchema
	taskSupport   string
}

// The words of taskSupport.
const (
	taskForbidden = "forbidden"
	taskOptional  = "optional"
	taskRequired  = "required"
)

// A valueSchema is a compiled schema of the profile.
type valueSchema interface {
	value(*judge, node) *Violation
}

var toolNames = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)
})

// toolName checks the name of a tool. Of which characters it should be and how
// long is no more than advice of the revision.
func (j *judge) toolName(n node) (string, *Violation) {
	name, ok := n.str()
	if ok && toolNames().MatchString(name) && len(name) <= j.limits.toolName {
		return name, nil
	}
	v := n.breaks(70, "tool name must be 1 to 128 of A-Z a-z 0-9 _ . -")
	switch {
	case j.conduct.anyToolName && ok:
		j.warn(v)
		return name, nil
	case j.conduct.anyToolName:
		v.Text = "tool name must be a string"
	}
	return "", v
}

// tool checks a tool descriptor.
func (j *judge) tool(n node) (*tool, *Violation) {
	t := &tool{taskSupport: taskForbidden}
	v := j.object(n, 70, "tool", j.shapes.tool)
	if v != nil {
		return nil, v
	}
	if t.name, v = j.toolName(n.get("name")); v != nil {
		return nil, v
	}
	if v := j.labels(n, 70, "description"); v != nil {
		return nil, v
	}
	if j.shapes.toolPresentation != nil {
		if v := j.shapes.toolPresentation(j, n); v != nil {
			return nil, v
		}
	}
	if t.input, v = j.grammar.schema(j, n.get("inputSchema"), 70, "inputSchema"); v != nil {
		return nil, v
	}
	if output := n.get("outputSchema"); output.present() {
		if t.output, v = j.grammar.schema(j, output, 70, "outputSchema"); v != nil {
			return nil, v
		}
	}
	return t, j.execution(t, n.get("execution"))
}

func (j *judge) execution(t *tool, n node) *Violation {
	if !n.present() {
		return nil
	}
	if v := j.object(n, 70, "execution", exactly().maybe("taskSupport")); v != nil {
		return v
	}
	if support := n.get("taskSupport"); support.present() {
		word, ok := support.oneOf(taskForbidden, taskOptional, taskRequired)
		if !ok {
			return support.breaks(70, "taskSupport must be one of forbidden, optional, required")
		}
		t.taskSupport = word
	}
	return nil
}

// toolArray checks an array of descriptors with different names.
func (j *judge) toolArray(n node, number int) ([]*tool, *Violation) {
	if !n.isArray() || n.len() > j.limits.page {
		return nil, n.breaks(number, "tools must be an array"+j.atMost("tools"))
	}
	seen := make(map[string]bool, n.len())
	var tools []*tool
	for _, e := range n.elements() {
		t, v := j.tool(e)
		if v != nil {
			return nil, v
		}
		if seen[t.name] {
			return nil, e.get("name").breaks(number, "tool name is repeated")
		}
		seen[t.name] = true
		tools = append(tools, t)
	}
	return tools, nil
}

func listTools(s *session, r *request) *Violation {
	return s.pageParams(r.params, 75)
}

func listedTools(s *session, _ *request, result node) *Violation {
	if v := s.page(result, 76, "tools"); v != nil {
		return v
	}
	_, v := s.toolArray(result.get("tools"), 76)
	return v
}

// pageParams checks the params of a list method.
func (j *judge) pageParams(n node, number int) *Violation {
	return checks(
		func() *Violation { return j.object(n, number, "params", exactly().maybe("cursor", "_meta")) },
		func() *Violation { return j.cursor(n, number, "cursor") },
		func() *Violation { return j.meta(n, number) },
	)
}

// page checks what the results of all list methods share: an array of at most
// 256 items.
func (j *judge) page(n node, number int, list string) *Violation {
	return checks(
		func() *Violation { return j.object(n, number, "result", exactly(list).maybe("nextCursor", "_meta")) },
		func() *Violation { return j.cursor(n, number, "nextCursor") },
		func() *Violation { return j.meta(n, number) },
		func() *Violation {
			if items := n.get(list); !items.isArray() || items.len() > j.limits.page {
				return items.breaks(number, list+" must be an array"+j.atMost("items"))
			}
			return nil
		},
	)
}

func callTool(s *session, r *request) *Violation {
	if v := s.object(r.params, 77, "params", exactly("name").maybe("arguments", "task", "_meta")); v != nil {
		return v
	}
	r.tool = s.fixture.tool
	if name, _ := r.params.get("name").str(); name != r.tool.name {
		return r.params.get("name").breaks(77, "unknown tool")
	}
	arguments := r.params.get("arguments")
	if !arguments.present() {
		arguments = s.empty
	} else if !arguments.isObject() {
		return arguments.breaks(77, "arguments must be an object")
	}
	if v := r.tool.input.value(&s.judge, arguments); v != nil {
		return v.within(r.params)
	}
	if v := s.augmentation(r, "tools.call"); v != nil {
		return v
	}
	switch {
	case r.augmented && r.tool.taskSupport == taskForbidden:
		return r.params.get("task").breaks(82, "the tool forbids tasks")
	case !r.augmented && r.tool.taskSupport == taskRequired:
		return r.params.breaks(82, "the tool requires a task")
	}
	return nil
}

func calledTool(s *session, r *request, result node) *Violation {
	if r.augmented {
		return s.createdTask(result)
	}
	if !result.isObject() {
		return result.breaks(80, "result must be an object")
	}
	if v := toolContent(result); v != nil {
		return v
	}
	isError := result.get("isError")
	if isError.present() && !isError.isBool() {
		return isError.breaks(81, "isError must be a boolean")
	}
	if r.tool.output == nil || isError.isTrue() {
		return nil
	}
	structured := result.get("structuredContent")
	if !structured.present() {
		return result.breaks(81, "structuredContent is missing, which the outputSchema demands")
	}
	return r.tool.output.value(&s.judge, structured)
}

func toolContent(result node) *Violation {
	content := result.get("content")
	if !content.isArray() || content.len() == 0 {
		return result.member("content").breaks(80, "content must be a non-empty array")
	}
	for _, block := range content.elements() {
		kind, ok := block.get("type").str()
		if !ok {
			return block.breaks(80, "content block must be an object with a string type")
		}
		if _, isText := block.get("text").str(); kind == "text" && !isText {
			return block.breaks(80, "text block must have a string text")
		}
	}
	return nil
}
