package headers

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// copies judges the copy of every argument that has a binding, then the
// headers that the tool does not declare (PAR-02 to PAR-10).
func (b *boundary) copies(tool string, bindings []Binding) {
	bindings = slices.Clone(bindings)
	slices.SortFunc(bindings, func(x, y Binding) int { return strings.Compare(x.Header, y.Header) })
	declared := make(map[string]bool, len(bindings))
	for i := range bindings {
		name := shape.LowerASCII(bindings[i].Header)
		declared[name] = true
		b.copyOf(&bindings[i], b.byName[name])
	}
	b.undeclared(declared, "tool "+rule.Quote(tool)+" declares no such header")
}

func (b *boundary) copyOf(bd *Binding, at []int) {
	value := bd.Argument(b.params().Get("arguments"))
	field, encodeErr := Encode(value)
	if len(at) != 1 {
		b.countedCopies(bd, value, at, encodeErr)
		return
	}
	sent := TrimField(b.lines[at[0]].value)
	received := Decode(sent)
	refuse := func(r *rule.Rule, p rule.Provenance, c Category, text string) {
		b.add(onLine(r, p, c, bd.Header, at[0], text))
	}
	pointer := rule.EscapePointer(argumentPointer(bd))
	switch {
	case received.Defect == Empty && value.Is(strictjson.String) && value.Text() == "" && b.profile == rule.Spec:
		b.open = true // the specification does not say how an empty string travels
	case received.Class == Malformed:
		p := rule.SpecMust
		if received.Defect == Ambiguous || received.Defect == Empty && value.Is(strictjson.String) && value.Text() == "" {
			p = rule.Policy
		}
		refuse(ruleMalformed, p, CategoryMalformed, "malformed value ("+received.Defect.String()+")")
	case errors.Is(encodeErr, ErrNoValue):
		b.add(b.housePolicy(onLine(ruleStray, rule.Policy, CategoryUnexpected, bd.Header, at[0],
			"unexpected copy, "+pointer+" is "+value.Kind().String())))
	case encodeErr != nil && !errors.Is(encodeErr, ErrRange):
		refuse(ruleUncopied, rule.SpecMust, CategoryMismatch, pointer+" is "+uncopied(value)+", which has no header form")
	default:
		if f := b.compare(value, received.Text, pointer); f.rule != nil {
			refuse(f.rule, f.provenance, CategoryMismatch, f.text)
			return
		}
		// What a receiver may read either way leaves either answer right.
		b.open = b.open || value.Is(strictjson.Number) && received.Text != field || otherType(bd.Type, value)
	}
}

// countedCopies judges a binding that has no header line, or more than one.
func (b *boundary) countedCopies(bd *Binding, value *strictjson.Value, at []int, encodeErr error) {
	pointer := rule.EscapePointer(argumentPointer(bd))
	f := fault{effect: rule.Reject, provenance: rule.SpecMust, category: CategoryMissing, header: bd.Header, line: -1, at: value, offset: -1}
	switch {
	case len(at) > 1:
		b.add(b.housePolicy(onLine(ruleDuplicate, rule.Policy, CategoryDuplicate, bd.Header, at[1], fmt.Sprintf("%d lines", len(at)))))
		return
	case encodeErr == nil:
		f.rule, f.text = ruleMissing, "missing copy of "+pointer
	case errors.Is(encodeErr, ErrRange):
		f.rule, f.text = ruleUncopied, pointer+" is "+uncopied(value)+", which has no header form"
	default:
		return // absent, or left to input validation
	}
	b.add(f)
}

// uncopied says what kind of value has no header form.
func uncopied(v *strictjson.Value) string {
	if !v.Is(strictjson.Number) {
		return v.Kind().String()
	}
	if v.Decimal().IsInteger() {
		return "an integer outside the safe range"
	}
	return "a fractional number"
}

// otherType reports whether a value is not of the type that its binding
// declares: input validation has that.
func otherType(t Type, v *strictjson.Value) bool {
	switch t {
	case String:
		return !v.Is(strictjson.String)
	case Integer:
		return !v.Is(strictjson.Number)
	case Boolean:
		return !v.Is(strictjson.Bool)
	}
	return false
}

// compare judges a decoded copy against the body's value, by the value's own
// type. The zero fault is agreement.
func (b *boundary) compare(value *strictjson.Value, text, pointer string) fault {
	switch value.Kind() {
	case strictjson.String:
		if text != value.Text() {
			return fault{rule: ruleString, provenance: rule.SpecMust, text: "decoded copy differs from " + pointer}
		}
	case strictjson.Bool:
		if text != value.Text() {
			return fault{rule: ruleBoolean, provenance: rule.SpecMust, text: "boolean copy is not the lower-case text of " + pointer}
		}
	case strictjson.Number:
		return b.compareNumber(value, text, pointer)
	case strictjson.Absent, strictjson.Null, strictjson.Array, strictjson.Object:
		panic("headers: compared a value without header form")
	}
	return fault{}
}

// compareNumber compares exact values, never doubles. The house policy reads
// the narrow grammar of integers, the specification any number that is one.
func (b *boundary) compareNumber(value *strictjson.Value, text, pointer string) fault {
	readable := isIntegerText(text)
	if b.profile == rule.Spec {
		readable = isNumber(text) && bounded(text)
	}
	if !readable {
		return fault{rule: ruleNumber, provenance: rule.Policy, text: "not an integer text"}
	}
	sent, own := strictjson.ParseDecimal(text), value.Decimal()
	switch {
	case !sent.IsSafeInteger(), !own.IsSafeInteger():
		return fault{rule: ruleNumber, provenance: rule.Policy, text: "outside the safe range"}
	case sent != own:
		return fault{rule: ruleNumber, provenance: rule.SpecShould, text: "differs from " + pointer}
	}
	return fault{}
}

// bounded reports whether a number's text can be taken as an exact decimal
// without being large itself: no header of an integer needs more.
func bounded(text string) bool {
	const longest, exponentDigits = 64, 3
	_, exponent, _ := strings.Cut(shape.LowerASCII(text), "e")
	return len(text) <= longest && len(strings.TrimLeft(exponent, "+-0")) <= exponentDigits
}
