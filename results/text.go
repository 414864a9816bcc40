package results

import (
	"strings"
	"unicode"

	"mcpreview/internal/hidden"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// describeHidden says which hidden character a text holds first and how many
// there are; "" where there is none. The text itself is never repeated, not
// even what tag characters spell: it may belong to a withheld result.
func describeHidden(s string) string {
	hits := hidden.Find(s)
	if len(hits) == 0 {
		return ""
	}
	return hidden.Locate(hits)
}

// judgeHidden judges a text that reaches a model or a terminal (RES-24).
func (j *judge) judgeHidden(text *strictjson.Value) {
	s, ok := text.Str()
	if !ok {
		return
	}
	if hit := describeHidden(s); hit != "" {
		j.find(ruleHidden, rule.Condition, rule.Policy, text, hit)
	}
}

// judgeErrorMessage judges the message of an error, which clients pass on as
// they do a result's text (RES-24).
func (j *judge) judgeErrorMessage() {
	message := j.call.Error.Get("message")
	s, _ := message.Str()
	if hit := describeHidden(s); hit != "" {
		j.Findings = append(j.Findings, j.exchange.Find(ruleHidden, rule.Condition, rule.Policy, message, hit))
	}
}

// isSaying reports whether a text shows anything: white space and characters
// without a glyph do not.
func isSaying(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r != ' ' && unicode.IsPrint(r) }) >= 0
}

// textOf is the text of a text block that says something, or nil.
func textOf(block *strictjson.Value) *strictjson.Value {
	if block.Get("type").Text() != "text" {
		return nil
	}
	text := block.Get("text")
	if s, ok := text.Str(); !ok || !isSaying(s) {
		return nil
	}
	return text
}

// judgeTexts judges what the text blocks say together: for a structured value
// (RES-15, RES-16), for an error (RES-23).
func (j *judge) judgeTexts(content *strictjson.Value) {
	if !content.Is(strictjson.Array) {
		return // RES-02 has said so
	}
	structured := j.structured()
	said, forModel := j.saying(content)
	switch {
	case structured == nil:
		if j.isError() && said == nil {
			j.find(ruleSays, rule.Condition, rule.SpecShould, content, "isError result has no non-empty text block")
		}
	case said == nil && j.policy.Profile == rule.Spec:
		j.find(ruleFallback, rule.Condition, rule.SpecShould, content, "structured result has no non-empty text block")
	case said == nil:
		j.find(ruleFallback, rule.Reject, rule.Policy, content, "structured result has no non-empty text block")
	default:
		if !forModel {
			j.find(ruleFallback, rule.Note, rule.Policy, said, "the text beside the structured result is addressed to the user only")
		}
		if !j.faulty {
			j.judgeAgreement(content, structured)
		}
	}
}

// saying returns the first text that says something, and whether any such text
// is addressed to the model.
func (j *judge) saying(content *strictjson.Value) (first *strictjson.Value, forModel bool) {
	for i := range j.Blocks {
		block := content.At(i)
		text := textOf(block)
		if text == nil {
			continue
		}
		if first == nil {
			first = text
		}
		if !isForUserOnly(block) {
			return first, true
		}
	}
	return first, false
}
