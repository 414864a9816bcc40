package headers

import (
	"mcpreview/internal/matrix"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// exercise says which rows of the matrix the request exercised, how each came
// out, and which kind of probe it was. due is the fault to refuse it for, or nil.
func (j *judgement) exercise(due *fault, recorded bool) {
	variant := j.caseVariant() != ""
	shown := recorded && (due == nil || j.answer.status != 0)
	switch {
	case !shown:
	case j.Answer == AnswerWrong:
		j.row(matrix.Parity, rule.Rejected)
	case due != nil, len(j.Matching) > 0:
		j.row(matrix.Parity, rule.Admit)
	}
	if shown && due != nil {
		switch due.rule {
		case ruleMissing:
			j.Probes.Missing = true
		case ruleDuplicate:
			j.Probes.Duplicate = true
		case ruleString, ruleNumber, ruleBoolean:
			j.Probes.Mismatch = true
		}
	}
	j.Probes.CaseVariant = recorded && due == nil && variant
	if j.Unjudged != "" {
		return
	}
	for i := range j.tool.Bindings {
		bd := &j.tool.Bindings[i]
		value := bd.Argument(j.b.params().Get("arguments"))
		row := 0
		switch {
		case value.Is(strictjson.Number):
			row = matrix.IntegerHeader
		case value.Is(strictjson.String) && (clearOf(value.Text()) != "" || j.encoded(bd)):
			row = matrix.EncodedHeader
		default:
			continue
		}
		j.row(row, j.copyDecision(bd, due, shown))
	}
}

// row keeps the worst that a row saw.
func (j *judgement) row(n int, d rule.Decision) { j.Rows[n] = max(j.Rows[n], d) }

func (j *judgement) encoded(bd *Binding) bool {
	for _, at := range j.b.byName[shape.LowerASCII(bd.Header)] {
		if _, encoded := payloadOf(TrimField(j.b.lines[at].value)); encoded {
			return true
		}
	}
	return false
}

// copyDecision is how one copy came out: what was due for another header says
// nothing of it, and a refusal that nobody recorded neither.
func (j *judgement) copyDecision(bd *Binding, due *fault, shown bool) rule.Decision {
	if due != nil {
		switch {
		case due.header != bd.Header || !shown:
			return 0
		case j.Answer == AnswerWrong:
			return rule.Rejected
		}
		return rule.Admit
	}
	for _, issue := range j.issues[bd.Header] {
		if issue.Effect == rule.Reject {
			return rule.Rejected
		}
	}
	switch {
	case j.Answer == AnswerWrong:
		return rule.Rejected
	case len(j.b.byName[shape.LowerASCII(bd.Header)]) == 1:
		return rule.Admit
	}
	return 0
}
