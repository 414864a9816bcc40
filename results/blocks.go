package results

import (
	"fmt"
	"slices"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A blockType is one type of content block.
type blockType struct {
	name    string
	members []string // as the current revision defines them
	known   func(*protocol.Revision) bool
	judge   func(*judge, *strictjson.Value, *Block)
}

func always(*protocol.Revision) bool { return true }

// blockTypes are the types, in the order in which reasons name them.
var blockTypes = []blockType{
	{"text", []string{"type", "text", "annotations", "_meta"}, always, (*judge).judgeText},
	{"image", []string{"type", "data", "mimeType", "annotations", "_meta"}, always, (*judge).judgeImage},
	{"audio", []string{"type", "data", "mimeType", "annotations", "_meta"},
		func(r *protocol.Revision) bool { return r.Audio }, (*judge).judgeAudio},
	{"resource_link", []string{"type", "uri", "name", "title", "description", "mimeType", "size", "icons", "annotations", "_meta"},
		func(r *protocol.Revision) bool { return r.Titles }, (*judge).judgeLink},
	{"resource", []string{"type", "resource", "annotations", "_meta"}, always, (*judge).judgeEmbedded},
}

// blockWords are the types of blocks, of this protocol and of those that are
// taken for it: a reason may quote them.
var blockWords = []string{
	"text", "image", "audio", "resource_link", "resource",
	"tool_use", "tool_result", "server_tool_use", "function_call", "function_call_output", "input_text", "output_text", "input_image",
	"image_url", "input_audio", "thinking", "reasoning", "refusal", "video", "file", "link", "document", "embedded_resource", "json",
	"html", "markdown", "code", "table", "data", "blob", "binary", "error", "object", "string",
}

func blockTypeOf(name string, r *protocol.Revision) *blockType {
	for i := range blockTypes {
		if t := &blockTypes[i]; t.name == name && t.known(r) {
			return t
		}
	}
	return nil
}

// typeNames lists the types that a revision knows: "text, image or resource".
func typeNames(r *protocol.Revision) string {
	s := ""
	for i, t := range blockTypes {
		switch {
		case !t.known(r):
			continue
		case i == len(blockTypes)-1:
			s += " or "
		case i > 0:
			s += ", "
		}
		s += t.name
	}
	return s
}

// judgeBlocks judges each block on its own, then what they are together.
func (j *judge) judgeBlocks(content *strictjson.Value) {
	if !content.Is(strictjson.Array) {
		return
	}
	n := content.Len()
	if limit := j.policy.Limits.Blocks; n > limit {
		j.find(ruleLimits, rule.Reject, rule.Policy, content, fmt.Sprintf("blocks %d exceeds %d", n, limit))
		n = limit // each costs a line of the report
	}
	if n == 0 {
		return
	}
	j.Blocks = make([]Block, n)
	for i := range j.Blocks {
		b := &j.Blocks[i]
		b.Index = i
		from := len(j.Findings)
		j.judgeBlock(content.At(i), b)
		if found := j.Findings[from:]; len(found) > 0 {
			b.Findings = rule.Sort(slices.Clone(found))
		}
		j.size += b.Bytes
	}
	if limit := j.policy.Limits.ResultBytes; j.size > limit {
		j.find(ruleLimits, rule.Reject, rule.Policy, content, fmt.Sprintf("result size %d exceeds %d", j.size, limit))
	}
}

func (j *judge) judgeBlock(v *strictjson.Value, b *Block) {
	if j.faulty {
		faults := j.call.Faults(v)
		for _, f := range faults[:min(len(faults), maxRepeats)] {
			j.Findings = append(j.Findings, j.result.FindFault(f, rule.Reject, j.policy.Limits.JSON()))
		}
	}
	if !v.Is(strictjson.Object) {
		j.find(ruleBlock, rule.Reject, rule.SpecMust, v, "block is "+v.Kind().String()+", not an object")
		return
	}
	t := j.typeOf(v)
	if t == nil {
		j.judgeMembers(nil, v, []string{"type"})
		return
	}
	b.Type = t.name
	j.judgeMembers(ruleBlock, v, t.membersIn(j.revision))
	if a := v.Get("annotations"); a != nil {
		j.judgeAnnotations(a)
	}
	if j.revision.Titles {
		j.judgeMeta(v, false)
	}
	t.judge(j, v, b)
}

// typeOf is the type of a block, or nil with a finding (RES-03).
func (j *judge) typeOf(v *strictjson.Value) *blockType {
	word := v.Get("type")
	switch name, ok := word.Str(); {
	case word == nil:
		j.find(ruleBlock, rule.Reject, rule.SpecMust, v, "type is missing, must be "+typeNames(j.revision), "type")
	case !ok:
		j.find(ruleBlock, rule.Reject, rule.SpecMust, word, "type is "+word.Kind().String()+", must be "+typeNames(j.revision))
	default:
		t := blockTypeOf(name, j.revision)
		if t == nil {
			j.find(ruleBlock, rule.Reject, rule.SpecMust, word, rule.Word(name, blockWords...)+" is not "+typeNames(j.revision))
		}
		return t
	}
	return nil
}

// membersIn are the members of the type that a revision knows.
func (t *blockType) membersIn(r *protocol.Revision) []string {
	if r.Titles && (r.Icons || t.name != "resource_link") {
		return t.members
	}
	return slices.DeleteFunc(slices.Clone(t.members), func(name string) bool {
		return name == "_meta" && !r.Titles || name == "icons" && !r.Icons
	})
}

// judgeText judges a text block (RES-04).
func (j *judge) judgeText(v *strictjson.Value, b *Block) {
	text := v.Get("text")
	if !j.requireString(ruleText, v, "text") {
		return
	}
	b.Bytes = len(text.Text())
	j.judgeTextBytes(v, b.Bytes)
	j.judgeHidden(text)
}

// requireString reports whether a member is a string; a finding says what it is
// instead.
func (j *judge) requireString(r *rule.Rule, v *strictjson.Value, name string) bool {
	switch m := v.Get(name); m.Kind() {
	case strictjson.String:
		return true
	case strictjson.Absent:
		j.find(r, rule.Reject, rule.SpecMust, v, name+" is missing, must be a string", name)
	default:
		j.find(r, rule.Reject, rule.SpecMust, m, name+" is "+m.Kind().String()+", must be a string")
	}
	return false
}

// judgeTextBytes bounds the text of a block (RES-17).
func (j *judge) judgeTextBytes(block *strictjson.Value, n int) {
	if limit := j.policy.Limits.TextBytes; n > limit {
		j.find(ruleLimits, rule.Reject, rule.Policy, block, fmt.Sprintf("text size %d exceeds %d", n, limit))
	}
}
