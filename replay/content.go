package replay

import (
	"slices"

	"mcpreview/internal/base64"
)

// The types of content blocks.
const (
	textContent         = "text"
	imageContent        = "image"
	audioContent        = "audio"
	linkContent         = "resource_link"
	embeddedContent     = "resource"
	toolUseContent      = "tool_use"
	toolResultContent   = "tool_result"
	relatedTaskMember   = "io.modelcontextprotocol/related-task"
	progressTokenMember = "progressToken"
)

// What may stand where content does.
var (
	resultTypes   = []string{textContent, imageContent, audioContent, linkContent, embeddedContent}
	messageTypes  = []string{textContent, imageContent, audioContent, toolUseContent, toolResultContent}
	producedTypes = []string{textContent, imageContent, audioContent, toolUseContent}
)

// blocks checks an array of content blocks of those types.
func (j *judge) blocks(n node, types []string) *Violation {
	if !n.isArray() {
		return n.breaks(186, "content must be an array of blocks")
	}
	for _, block := range n.elements() {
		if v := j.block(block, types); v != nil {
			return v
		}
	}
	return nil
}

// oneOrMore checks a content block, or an array of them.
func (j *judge) oneOrMore(n node, types []string) *Violation {
	if n.isArray() {
		return j.blocks(n, types)
	}
	return j.block(n, types)
}

func (j *judge) block(n node, types []string) *Violation {
	if !n.isObject() {
		return n.breaks(186, "content block must be an object")
	}
	kind, _ := n.get("type").str()
	if !slices.Contains(types, kind) {
		return n.member("type").breaks(186, "content block must have a type that belongs here")
	}
	return checks(
		func() *Violation { return j.blockOf(kind, n) },
		func() *Violation { return j.annotations(n.get("annotations")) },
		func() *Violation { return j.meta(n, 186) },
	)
}

func (j *judge) blockOf(kind string, n node) *Violation {
	switch kind {
	case textContent:
		return j.strings(n, 186, "content block", exactly("type", "text").maybe("annotations", "_meta"), "text")
	case imageContent, audioContent:
		return j.media(n)
	case linkContent:
		return j.link(n)
	case embeddedContent:
		if v := j.object(n, 186, "content block", exactly("type", "resource").maybe("annotations", "_meta")); v != nil {
			return v
		}
		_, _, v := j.contentItem(n.get("resource"))
		return v
	case toolUseContent:
		return j.toolUseBlock(n)
	case toolResultContent:
		return j.toolResultBlock(n)
	}
	panic("replay: unknown content type " + kind)
}

// strings checks an object some of whose required members are strings.
func (j *judge) strings(n node, number int, what string, k keys, names ...string) *Violation {
	if v := j.object(n, number, what, k); v != nil {
		return v
	}
	for _, name := range names {
		if _, ok := n.get(name).str(); !ok {
			return n.get(name).breaks(number, name+" must be a string")
		}
	}
	return nil
}

func (j *judge) media(n node) *Violation {
	if v := j.strings(n, 186, "content block", exactly("type", "data", "mimeType").maybe("annotations", "_meta"), "data", "mimeType"); v != nil {
		return v
	}
	data, _ := n.get("data").str()
	if _, why := base64.Canonical(data); why != "" {
		return n.get("data").breaks(102, "data must be valid base64, canonical and padded")
	}
	return j.mimeType(n.get("mimeType"))
}

// link is a resource descriptor that stands in content. What it points to need
// not be listed.
func (j *judge) link(n node) *Violation {
	if v := j.object(n, 186, "content block", keys{slices.Concat([]string{"type"}, resourceKeys.must), resourceKeys.may}); v != nil {
		return v
	}
	_, v := j.resourceMembers(n)
	return v
}

func (j *judge) toolUseBlock(n node) *Violation {
	if v := j.strings(n, 187, "content block", exactly("type", "id", "name", "input").maybe("_meta"), "id", "name"); v != nil {
		return v
	}
	if input := n.get("input"); !input.isObject() {
		return input.breaks(187, "input must be an object")
	}
	return nil
}

func (j *judge) toolResultBlock(n node) *Violation {
	k := exactly("type", "toolUseId", "content").maybe("structuredContent", "isError", "_meta")
	if v := j.strings(n, 187, "content block", k, "toolUseId"); v != nil {
		return v
	}
	if v := j.blocks(n.get("content"), resultTypes); v != nil {
		return v
	}
	return j.toolOutcome(n)
}

// toolOutcome checks what a tool result holds beside its content.
func (j *judge) toolOutcome(n node) *Violation {
	if m := n.get("isError"); m.present() && !m.isBool() {
		return m.breaks(81, "isError must be a boolean")
	}
	if m := n.get("structuredContent"); m.present() && !m.isObject() {
		return m.breaks(81, "structuredContent must be an object")
	}
	return nil
}

// toolHints are the members of tool annotations that are booleans.
var toolHints = []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}

// presentation checks what shows a thing to people.
func presentation(j *judge, n node, number int) *Violation {
	return checks(
		func() *Violation { return j.labels(n, number, "title", "description") },
		func() *Violation { return j.icons(n.get("icons")) },
		func() *Violation { return j.meta(n, number) },
	)
}

func partyPresentation(j *judge, n node) *Violation {
	if v := presentation(j, n, 42); v != nil {
		return v
	}
	return j.labels(n, 42, "websiteUrl")
}

func toolPresentation(j *judge, n node) *Violation {
	if v := presentation(j, n, 70); v != nil {
		return v
	}
	annotations := n.get("annotations")
	if !annotations.present() {
		return nil
	}
	if v := j.object(annotations, 70, "annotations", keys{may: append([]string{"title"}, toolHints...)}); v != nil {
		return v
	}
	for _, hint := range toolHints {
		if m := annotations.get(hint); m.present() && !m.isBool() {
			return m.breaks(70, hint+" must be a boolean")
		}
	}
	return j.labels(annotations, 70, "title")
}
