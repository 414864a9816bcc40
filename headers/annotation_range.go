package headers

import (
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// The integers next to the safe range.
var (
	aboveSafe = strictjson.ParseDecimal("9007199254740992")
	belowSafe = strictjson.ParseDecimal("-9007199254740992")
)

const safeRange = "-9007199254740991..9007199254740991"

// outside reports whether a number lies beyond the safe range.
func outside(d strictjson.Decimal) bool {
	return d.Compare(strictjson.MaxSafe) > 0 || d.Compare(strictjson.MinSafe) < 0
}

// bounds are the keywords that limit a number from one side. hopeless reports
// that a limit leaves no safe integer, wide that it admits one that is not safe.
var bounds = []struct {
	keyword        string
	upper          bool
	hopeless, wide func(d strictjson.Decimal) bool
}{
	{"minimum", false,
		func(d strictjson.Decimal) bool { return d.Compare(strictjson.MaxSafe) > 0 },
		func(d strictjson.Decimal) bool { return d.Compare(belowSafe) <= 0 }},
	{"exclusiveMinimum", false,
		func(d strictjson.Decimal) bool { return d.Compare(strictjson.MaxSafe) >= 0 },
		func(d strictjson.Decimal) bool { return d.Compare(belowSafe) < 0 }},
	{"maximum", true,
		func(d strictjson.Decimal) bool { return d.Compare(strictjson.MinSafe) < 0 },
		func(d strictjson.Decimal) bool { return d.Compare(aboveSafe) >= 0 }},
	{"exclusiveMaximum", true,
		func(d strictjson.Decimal) bool { return d.Compare(strictjson.MinSafe) <= 0 },
		func(d strictjson.Decimal) bool { return d.Compare(aboveSafe) > 0 }},
}

// integerRange judges HDR-12 on an annotated schema of type integer: const and
// enum as values, bounds one by one, as exact numbers.
func (j *judge) integerRange(holder *strictjson.Value) {
	closed := j.listed(holder)
	var lower, upper bool
	for _, b := range bounds {
		v := holder.Get(b.keyword)
		if !v.Is(strictjson.Number) {
			continue
		}
		lower, upper = lower || !b.upper, upper || b.upper
		switch d := v.Decimal(); {
		case b.hopeless(d):
			j.find(ruleRange, rule.Reject, j.must, v, b.keyword+" allows no values inside "+safeRange)
		case b.wide(d):
			j.find(ruleRange, rule.Condition, j.must, v, allows(b.keyword))
		}
	}
	if v := holder.Get("default"); v.Is(strictjson.Number) && outside(v.Decimal()) {
		j.find(ruleRange, rule.Condition, j.must, v, "default is outside "+safeRange)
	}
	if !closed && (!lower || !upper) {
		j.find(ruleRange, rule.Note, rule.Policy, holder, "no bounds keep the values within "+safeRange)
	}
	if format, _ := holder.Get("format").Str(); format == "int64" {
		j.find(ruleRange, rule.Note, rule.Policy, holder.Get("format"), `format "int64" suggests values outside `+safeRange)
	}
}

// listed judges const and enum, and reports whether they name all values.
func (j *judge) listed(holder *strictjson.Value) bool {
	constant, enum := holder.Get("const"), holder.Get("enum")
	if constant.Is(strictjson.Number) && outside(constant.Decimal()) {
		j.find(ruleRange, rule.Reject, j.must, constant, allows("const"))
	}
	for _, v := range enum.Elements() {
		if v.Is(strictjson.Number) && outside(v.Decimal()) {
			j.find(ruleRange, rule.Reject, j.must, enum, allows("enum"))
			break
		}
	}
	return constant != nil || enum.Is(strictjson.Array)
}

func allows(keyword string) string { return keyword + " allows values outside " + safeRange }
