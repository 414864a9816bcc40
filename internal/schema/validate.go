package schema

import (
	"mcpreview/internal/strictjson"
)

// Verdict is what became of a value. The zero value is invalid.
type Verdict uint8

// The three verdicts.
const (
	Valid Verdict = iota + 1
	Invalid
	NotJudged // evaluation would cost too much, or needs what cannot be evaluated here
)

// An Outcome is a verdict with one violation: the first by the order of
// instance pointers. It holds no part of the value but member names in Instance.
type Outcome struct {
	Verdict       Verdict
	Instance      string // pointer from the value judged
	SchemaPointer string // pointer from the schema's root to the schema that was violated
	Keyword       string // that was violated; "" where the schema is false
	Expected, Got string // JSON types, for the keyword type only
	Missing       string // a member that is required and absent; a name from the schema
	Reason        string // why it was not judged: a clause without final stop
}

// Validate judges a value. It answers Valid only where the whole value was
// evaluated, Invalid only where a violation was found; the same value always
// gets the same answer.
func (s *Schema) Validate(v *strictjson.Value) (out Outcome) {
	defer func() {
		if thrown := recover(); thrown != nil {
			out = notJudged(thrown)
		}
	}()
	if s.across { // the library takes the wrong schema there
		return Outcome{Verdict: NotJudged, Reason: "$recursiveRef into another resource cannot be evaluated here"}
	}
	if s.direct != nil && s.cheap(v, s.limit) && s.direct.proves(v, 0) {
		return Outcome{Verdict: Valid}
	}
	whole := s.whole()
	if whole == nil {
		return Outcome{Verdict: NotJudged, Reason: "the schema library refuses its schema"}
	}
	return whole.validate(v)
}

// validate is Validate by the library.
func (s *Schema) validate(v *strictjson.Value) Outcome {
	instance := v.Any()
	if limit := s.evaluations(); !s.cheap(v, limit) {
		if why := s.afford(instance, limit); why != "" {
			return Outcome{Verdict: NotJudged, Reason: why}
		}
	}
	if s.holds(instance) {
		return Outcome{Verdict: Valid}
	}
	return s.explain(v)
}

// notJudged is the outcome of an evaluation that was thrown out of. Whatever
// makes the library panic leaves the value unjudged.
func notJudged(thrown any) Outcome {
	if s, ok := thrown.(stop); ok {
		return Outcome{Verdict: NotJudged, Reason: s.reason}
	}
	return Outcome{Verdict: NotJudged, Reason: "the schema library failed on it"}
}

// thorough reports whether the library must collect every violation: where a
// pattern may stop an evaluation, the order in which it meets members would
// otherwise decide between Invalid and NotJudged; and where references depend
// on the path, its quick form does not work.
func (s *Schema) thorough() bool { return s.careful || s.quick == nil }

func (s *Schema) evaluations() int {
	if s.thorough() {
		return min(s.limit, carefulLimit)
	}
	return s.limit
}

// cheap reports whether a value is short enough that validating it cannot
// exceed the limit.
func (s *Schema) cheap(v *strictjson.Value, limit int) bool {
	bytes := v.End() - v.Start()
	if s.backtracks || s.uniqueItems && bytes > uniqueBytes {
		return false
	}
	return s.bound(v) <= limit
}

// bound is an upper bound of the evaluations without what patterns and distinct
// elements come to: a value holds no more values than half its bytes, and one.
func (s *Schema) bound(v *strictjson.Value) int {
	return saturatingMul((v.End()-v.Start())/2+1, s.worst)
}

func (s *Schema) holds(instance any) bool {
	if s.thorough() {
		return s.compiled.Validate(instance) == nil
	}
	return s.quick.Validate(instance) == nil
}
