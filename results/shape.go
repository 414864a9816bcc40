package results

import (
	"fmt"

	"mcpreview/internal/evidence"
	"mcpreview/internal/meta"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// maxRepeats is how many findings of one kind are made at one place: a value
// may repeat a fault as often as its document has room for it.
const maxRepeats = 20

// judgeResult judges a result value of any kind.
func (j *judge) judgeResult() {
	result := j.call.Result
	if !result.Is(strictjson.Object) {
		j.find(ruleShape, rule.Reject, rule.SpecMust, nil, "result is "+result.Kind().String()+", must be object")
		return
	}
	j.faulty = len(j.call.Faults(result)) > 0
	j.judgeMeta(result, j.revision.RequestMeta && j.call.Form != evidence.FormResult)
	if isInterim(result, j.revision) {
		j.judgeFaults(nil)
		j.judgeInterim()
		return
	}
	content := result.Get("content")
	j.judgeFaults(content)
	j.judgeType()
	j.judgeShape()
	j.judgeMembers(ruleShape, result, resultMembers(j.revision))
	j.judgeBlocks(content)
	j.judgeStructured()
	j.judgeTexts(content)
}

// judgeFaults reports the strict JSON faults in the result, but for those in
// blocks, which belong to the block.
func (j *judge) judgeFaults(blocks *strictjson.Value) {
	if !j.faulty {
		return
	}
	n := 0
	for _, f := range j.call.Faults(j.call.Result) {
		if blocks.Is(strictjson.Array) && f.Offset >= blocks.Start() && f.Offset < blocks.End() {
			continue
		}
		if n++; n <= maxRepeats {
			j.Findings = append(j.Findings, j.result.FindFault(f, rule.Reject, j.policy.Limits.JSON()))
		}
	}
}

// judgeType judges resultType (RES-01).
func (j *judge) judgeType() {
	if !j.revision.ResultType {
		return
	}
	const must = `, must be "` + protocol.ResultComplete + `"`
	v := j.call.Result.Get("resultType")
	switch word, ok := v.Str(); {
	case v == nil:
		j.find(ruleComplete, rule.Reject, rule.SpecMust, nil, "resultType is absent"+must, "resultType")
	case !ok:
		j.find(ruleComplete, rule.Reject, rule.SpecMust, v, "resultType is "+v.Kind().String()+must)
	case word != protocol.ResultComplete:
		j.find(ruleComplete, rule.Reject, rule.SpecMust, v, "resultType is "+rule.Word(word, protocol.ResultWords...)+must)
	}
}

// judgeShape judges the types of the result's own members (RES-02).
func (j *judge) judgeShape() {
	result := j.call.Result
	content, isError, structured := result.Get("content"), result.Get("isError"), j.structured()
	switch {
	case content == nil:
		j.find(ruleShape, rule.Reject, rule.SpecMust, nil, "content is missing, must be array", "content")
	case !content.Is(strictjson.Array):
		j.find(ruleShape, rule.Reject, rule.SpecMust, content, "content is "+content.Kind().String()+", must be array")
	case content.Len() == 0 && structured == nil && !isError.True():
		j.find(ruleShape, rule.Note, rule.SpecMust, content, "content is empty and there is no structuredContent")
	}
	if isError != nil && !isError.Is(strictjson.Bool) {
		j.find(ruleShape, rule.Reject, rule.SpecMust, isError, "isError is "+isError.Kind().String()+", must be boolean")
	}
	if structured != nil && !j.revision.AnyStructured && !structured.Is(strictjson.Object) {
		j.find(ruleShape, rule.Reject, rule.SpecMust, structured,
			fmt.Sprintf("structuredContent is %s, must be object in revision %s", structured.Kind(), j.revision))
	}
}

// structured is the structured value where the revision knows one; nil where
// its key is absent, whatever its value (RES-12).
func (j *judge) structured() *strictjson.Value {
	if !j.revision.OutputSchema {
		return nil
	}
	return j.call.Result.Get("structuredContent")
}

var (
	membersNow         = []string{"content", "isError", "_meta", "structuredContent", "resultType"}
	membersStructured  = membersNow[:4]
	membersPlain       = membersNow[:3]
	membersOfInterim   = []string{"resultType", "inputRequests", "requestState", "_meta"}
	membersOfResource  = []string{"uri", "mimeType", "text", "blob", "annotations", "_meta"}
	membersOfAnnotated = []string{"audience", "priority", "lastModified"}
)

// resultMembers are the members of a result that a revision defines.
func resultMembers(r *protocol.Revision) []string {
	switch {
	case r.ResultType:
		return membersNow
	case r.OutputSchema:
		return membersStructured
	}
	return membersPlain
}

// judgeMembers reports members that are not defined at their place: near misses
// of defined ones (JSON-07) and, in one note of the given rule, all others. A
// nil rule leaves those alone.
func (j *judge) judgeMembers(others *rule.Rule, v *strictjson.Value, known []string) {
	var first *strictjson.Value
	unknown, missed := 0, 0
	for _, m := range shape.Unknown(v, known) {
		if m.NearMissOf == "" {
			if unknown++; first == nil {
				first = m.Value
			}
			continue
		}
		if missed++; missed <= maxRepeats {
			j.find(ruleNearMiss, rule.Condition, rule.SpecMust, m.Value, m.NearMiss())
		}
	}
	switch {
	case unknown == 0 || others == nil:
	case unknown == 1:
		j.find(others, rule.Note, rule.SpecMust, first, "unknown member, ignored")
	default:
		j.find(others, rule.Note, rule.SpecMust, first, fmt.Sprintf("one of %d unknown members, ignored", unknown))
	}
}

// judgeMeta judges the _meta member of a result, a block or a resource
// (JSON-12). Revisions before 2025-06-18 know no key grammar.
func (j *judge) judgeMeta(holder *strictjson.Value, wantServerInfo bool) {
	v := holder.Get("_meta")
	if v == nil && !wantServerInfo {
		return
	}
	var reported [rule.Note + 1]int
	for _, p := range meta.Check(v, wantServerInfo) {
		if p.Effect != rule.Reject && !j.revision.Titles {
			continue
		}
		if p.At == nil {
			p.At = holder
		}
		if reported[p.Effect]++; reported[p.Effect] <= maxRepeats {
			j.find(ruleMeta, p.Effect, p.Provenance, p.At, p.Text, p.Missing...)
		}
	}
}
