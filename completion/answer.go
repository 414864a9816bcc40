package completion

import (
	"fmt"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// MaxValues is how many values a completion may have.
const MaxValues = 100

// An answerKind is the layer that an answer came in. The zero value is invalid.
type answerKind uint8

const (
	answerNone    answerKind = iota + 1
	answerRefused            // for version, capability or headers: says nothing of the request
	answerLimited            // for the pace of requests
	answerError
	answerResult
)

// An answer is what came back.
type answer struct {
	kind   answerKind
	code   int
	coded  bool              // code is an integer
	values *strictjson.Value // the array; nil where there is none
	count  int
	empty  bool // a well-formed result that suggests nothing
}

func answerOf(e *evidence.Exchange) answer {
	var a answer
	a.code, a.coded = e.Error.Get("code").Int()
	completion := e.Result.Get("completion")
	if values := completion.Get("values"); values.Is(strictjson.Array) {
		total, stated := completion.Get("total").Int()
		a.values, a.count = values, values.Len()
		a.empty = a.count == 0 && (total == 0 && (stated || completion.Get("total") == nil)) && !completion.Get("hasMore").True()
	}
	switch {
	case e.HTTP != nil && e.HTTP.Status == protocol.StatusTooManyRequests:
		a.kind = answerLimited
	case e.Result != nil:
		a.kind = answerResult
	case e.Error == nil:
		a.kind = answerNone
	case a.coded && protocol.CodeUnsupportedVersion <= a.code && a.code <= protocol.CodeHeaderMismatch:
		a.kind = answerRefused
	default:
		a.kind = answerError
	}
	return a
}

// is reports whether the answer is an error of that code.
func (a *answer) is(code int) bool { return a.kind == answerError && a.coded && a.code == code }

// String is the answer in words, without its content.
func (a *answer) String() string {
	switch {
	case a.kind == answerResult && a.values == nil:
		return "a result"
	case a.kind == answerResult && a.count == 0:
		return "an empty list"
	case a.kind == answerResult:
		return rule.Count(a.count, "value")
	case a.coded:
		return fmt.Sprintf("code %d", a.code)
	}
	return "a code that is no integer"
}

// judgeResult judges the shape of a result: CMP-06, CMP-07 and CMP-08.
func (j *judge) judgeResult() {
	result := j.ex.Result
	if !result.Is(strictjson.Object) {
		j.reject(ruleValues, result, "the result is "+result.Kind().String()+", must be object")
		return
	}
	j.judgeType(result)
	completion := result.Get("completion")
	if completion == nil {
		j.reject(ruleValues, result, "completion is missing", "completion")
		return
	}
	if !completion.Is(strictjson.Object) {
		j.reject(ruleValues, completion, "completion is "+completion.Kind().String()+", must be object")
		return
	}
	j.judgeValues(completion)
	j.judgeTotal(completion.Get("total"))
	j.judgeHasMore(completion)
}

// reject is a finding against what the schema demands of a result.
func (j *judge) reject(r *rule.Rule, at *strictjson.Value, text string, missing ...string) {
	j.find(j.result, r, rule.Reject, rule.SpecMust, at, text, missing...)
}

func (j *judge) judgeType(result *strictjson.Value) {
	word := result.Get("resultType")
	if !j.revision.ResultType || word == nil && j.ex.Form == evidence.FormResult {
		return
	}
	switch text, ok := word.Str(); {
	case word == nil:
		j.reject(ruleValues, result, "resultType is missing", "resultType")
	case !ok:
		j.reject(ruleValues, word, "resultType is "+word.Kind().String()+", must be string")
	case text != protocol.ResultComplete:
		j.reject(ruleValues, word, "resultType is not complete")
	}
}

func (j *judge) judgeValues(completion *strictjson.Value) {
	values := completion.Get("values")
	switch {
	case values == nil:
		j.reject(ruleValues, completion, "values is missing", "values")
		return
	case !values.Is(strictjson.Array):
		j.reject(ruleValues, values, "values is "+values.Kind().String()+", must be array")
		return
	case values.Len() > MaxValues:
		j.reject(ruleValues, values, fmt.Sprintf("%d values exceed %d", values.Len(), MaxValues))
	}
	var first *strictjson.Value
	wrong, repeated := 0, 0
	seen := make(map[string]bool, values.Len())
	for _, v := range values.Elements() {
		text, ok := v.Str()
		switch {
		case !ok:
			if wrong++; first == nil {
				first = v
			}
		case seen[text]:
			repeated++
		}
		seen[text] = true
	}
	if first != nil {
		text := first.Kind().String() + ", must be a string"
		if wrong > 1 {
			text += fmt.Sprintf("; %d of %s are none", wrong, rule.Count(values.Len(), "value"))
		}
		j.reject(ruleValues, first, text)
	}
	if repeated > 0 {
		j.find(j.result, ruleValues, rule.Note, rule.Policy, values, rule.Count(repeated, "value")+" repeated")
	}
}

func (j *judge) judgeTotal(total *strictjson.Value) {
	d := total.Decimal()
	switch {
	case total == nil:
	case !total.Is(strictjson.Number):
		j.reject(ruleTotal, total, "total is "+total.Kind().String()+", must be integer")
	case !d.IsInteger():
		j.reject(ruleTotal, total, "total is not an integer")
	case d.Negative:
		j.reject(ruleTotal, total, "total is negative")
	case j.answer.values != nil && d.Compare(decimal(j.answer.count)) < 0:
		j.find(j.result, ruleTotal, rule.Reject, rule.Policy, total, "total is less than the "+rule.Count(j.answer.count, "value")+" sent")
	}
}

func decimal(n int) strictjson.Decimal { return strictjson.ParseDecimal(fmt.Sprint(n)) }

func (j *judge) judgeHasMore(completion *strictjson.Value) {
	more, total := completion.Get("hasMore"), completion.Get("total")
	if more == nil {
		return
	}
	if !more.Is(strictjson.Bool) {
		j.reject(ruleHasMore, more, "hasMore is "+more.Kind().String()+", must be boolean")
		return
	}
	if !total.Is(strictjson.Number) || j.answer.values == nil {
		return
	}
	text := ""
	switch c := total.Decimal().Compare(decimal(j.answer.count)); {
	case c == 0 && more.True():
		text = "hasMore is true, and total is the number of values sent"
	case c > 0 && !more.True():
		text = "hasMore is false, and total exceeds the number of values sent"
	}
	if text != "" {
		j.find(j.result, ruleHasMore, rule.Condition, rule.Policy, more, text)
	}
}
