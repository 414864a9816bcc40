package results

import (
	"fmt"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// judgeStructured judges structuredContent by the output contract (RES-13,
// RES-14) and looks through it for what consumers misread (RES-24, RES-25).
func (j *judge) judgeStructured() {
	v := j.structured()
	if j.hasOutput() && j.contract.Output != nil {
		j.judgeOutput(v)
	}
	if v == nil {
		return
	}
	var s scan
	s.value(v)
	if s.integers > 0 {
		text := "integer outside -9007199254740991..9007199254740991 is rounded by many consumers"
		if s.integers > 1 {
			text += fmt.Sprintf("; one of %d", s.integers)
		}
		j.find(ruleInteger, rule.Condition, rule.Policy, s.integer, text)
	}
	if s.hidden > 0 {
		text := s.hit
		if s.hidden > 1 {
			text += fmt.Sprintf("; one of %d such strings", s.hidden)
		}
		j.find(ruleHidden, rule.Condition, rule.Policy, s.hiddenAt, text)
	}
}

// judgeOutput holds structuredContent against a usable outputSchema. An isError
// result is held to it under the rule of its own.
func (j *judge) judgeOutput(v *strictjson.Value) {
	r, isError := ruleOutput, j.isError()
	if isError {
		r = ruleErrorOut
	}
	if v == nil {
		j.missingOutput(isError)
		return
	}
	if j.faulty && len(j.call.Faults(v)) > 0 {
		return // rejected as it is, and its values may not be what was sent
	}
	o := schema.Outcome{Verdict: schema.NotJudged, Reason: j.contract.Spent}
	if o.Reason == "" {
		o = j.contract.Output.Validate(v)
	}
	switch o.Verdict {
	case schema.Valid:
	case schema.Invalid:
		text := violation(o)
		if isError {
			text = "isError result " + text + "; an error result must still satisfy outputSchema"
		}
		j.findWithin(r, rule.Reject, rule.SpecMust, v, o.Instance, text)
	case schema.NotJudged:
		j.Unproven = "structuredContent was not judged by outputSchema"
		j.find(r, rule.Condition, rule.Policy, v, "not judged by outputSchema: "+o.Reason)
	default:
		panic(fmt.Sprintf("results: invalid verdict %d", o.Verdict))
	}
}

func (j *judge) missingOutput(isError bool) {
	const name = "structuredContent"
	switch {
	case !isError:
		j.find(ruleOutput, rule.Reject, rule.SpecMust, nil, "structuredContent is missing, outputSchema demands it", name)
	case j.policy.Profile == rule.House:
		j.find(ruleErrorOut, rule.Reject, rule.Policy, nil,
			"isError result lacks structuredContent; an error result must still satisfy outputSchema", name)
	}
}

// violation says which schema is violated and by which JSON type, never by
// which value.
func violation(o schema.Outcome) string {
	var b strings.Builder
	b.WriteString("violates " + rule.EscapePointer("/outputSchema"+rule.Shorten(o.SchemaPointer, pointerLimit)))
	switch {
	case o.Keyword == "":
	case o.Expected != "":
		fmt.Fprintf(&b, " (%s: expected %s, got %s)", o.Keyword, o.Expected, o.Got)
	case o.Missing != "":
		fmt.Fprintf(&b, " (%s: %s is absent)", o.Keyword, rule.Quote(o.Missing))
	default:
		fmt.Fprintf(&b, " (%s)", o.Keyword)
	}
	return b.String()
}

// pointerLimit is how many bytes of a pointer into a schema a reason shows.
const pointerLimit = 512

// findWithin is find at a pointer below a value of the result.
func (j *judge) findWithin(r *rule.Rule, e rule.Effect, p rule.Provenance, v *strictjson.Value, pointer, text string) {
	at := v.Resolve(pointer)
	if at == nil {
		at = v
	}
	j.find(r, e, p, at, text)
}

// A scan is one pass over a structured value. What it finds is counted, and the
// first of each kind is kept: a value may hold as many as its document has room for.
type scan struct {
	integers int
	integer  *strictjson.Value

	hidden   int
	hiddenAt *strictjson.Value
	hit      string
}

func (s *scan) value(v *strictjson.Value) {
	switch v.Kind() {
	case strictjson.Number:
		if isRounded(v) {
			if s.integers++; s.integers == 1 {
				s.integer = v
			}
		}
	case strictjson.String:
		s.text(v, v.Text(), "")
	case strictjson.Array:
		for i := range v.Len() {
			s.value(v.At(i))
		}
	case strictjson.Object:
		for name, member := range v.Members() {
			s.text(member, name, "member name holds ")
			s.value(member)
		}
	case strictjson.Absent, strictjson.Null, strictjson.Bool:
	}
}

func (s *scan) text(at *strictjson.Value, text, prefix string) {
	hit := describeHidden(text)
	if hit == "" {
		return
	}
	if s.hidden++; s.hidden == 1 {
		s.hiddenAt, s.hit = at, prefix+hit
	}
}

// safeDigits is how many characters of a literal without exponent always stay
// within the safe range, and how many significant digits every double keeps.
const safeDigits = 15

// isRounded reports whether a number is an integer that consumers which read
// doubles take for another one (RES-25). A number written with an exponent is
// a measure, as long as a double keeps its digits.
func isRounded(v *strictjson.Value) bool {
	literal := v.Text()
	exponent := strings.ContainsAny(literal, "eE")
	if len(literal) <= safeDigits && !exponent {
		return false
	}
	d := v.Decimal()
	return d.IsInteger() && !d.IsSafeInteger() && !(exponent && len(d.Digits) <= safeDigits)
}
