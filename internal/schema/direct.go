package schema

import (
	"math"
	"unicode/utf8"

	"mcpreview/internal/strictjson"
)

// A direct is a schema of the common keywords only, in a form that is small and
// is applied to a value as it was parsed. It proves values valid; what it does
// not prove is for the library to judge. What is nil allows all.
type direct struct {
	kinds   uint8 // bits of the kinds allowed
	integer bool  // integers are allowed where numbers are not
	scalar  *scalarRules
	list    *listRules
	object  *objectRules
	beside  *besideRules
}

// scalarRules are on strings and numbers, and on which scalars are allowed.
type scalarRules struct {
	choice               []any // of enum or const; nil allows all
	lowest, highest      *bound
	minLength, maxLength int
	pattern              *regex
}

type listRules struct {
	least, most int
	items       *direct // nil allows all
}

type objectRules struct {
	required   []string
	properties []property
	byName     map[string]*direct // of many properties
	additional *direct            // nil allows all
}

// besideRules are the schemas that apply to the same value.
type besideRules struct {
	ref      *direct
	all, any []*direct
}

type property struct {
	name string
	*direct
}

// A bound is on a number; strict excludes the bound itself.
type bound struct {
	strictjson.Decimal
	strict bool
}

const (
	anyKind = math.MaxUint8
	// manyProperties is from where on a map finds one sooner.
	manyProperties = 12
	// maxSteps bounds the schemas that apply to the same value one after the
	// other. Compile refuses loops; this is so that none could be fatal.
	maxSteps = 64
)

// proves reports whether v is valid for sure. steps counts the schemas that
// were applied to the same value before.
func (d *direct) proves(v *strictjson.Value, steps int) bool {
	kind := v.Kind()
	if d.kinds&(1<<kind) == 0 && !(d.integer && kind == strictjson.Number && plainInteger(v.Text())) || steps > maxSteps {
		return false
	}
	switch {
	case d.scalar != nil && !d.scalar.prove(v),
		d.list != nil && kind == strictjson.Array && !d.list.prove(v),
		d.object != nil && kind == strictjson.Object && !d.object.prove(v):
		return false
	}
	return d.beside == nil || d.beside.prove(v, steps+1)
}

func (d *scalarRules) prove(v *strictjson.Value) bool {
	if d.choice != nil && !d.chooses(v) {
		return false
	}
	switch v.Kind() {
	case strictjson.Number:
		return d.inBounds(v)
	case strictjson.String:
		return d.allowsText(v.Text())
	}
	return true
}

func (d *listRules) prove(v *strictjson.Value) bool {
	if n := v.Len(); n < d.least || n > d.most {
		return false
	}
	if d.items == nil {
		return true
	}
	for _, element := range v.Elements() {
		if !d.items.proves(element, 0) {
			return false
		}
	}
	return true
}

func (d *besideRules) prove(v *strictjson.Value, steps int) bool {
	if d.ref != nil && !d.ref.proves(v, steps) {
		return false
	}
	for _, one := range d.all {
		if !one.proves(v, steps) {
			return false
		}
	}
	if len(d.any) == 0 {
		return true
	}
	for _, one := range d.any {
		if one.proves(v, steps) {
			return true
		}
	}
	return false
}

func (d *objectRules) prove(v *strictjson.Value) bool {
	for _, name := range d.required {
		if v.Get(name) == nil {
			return false
		}
	}
	if d.properties == nil && d.byName == nil && d.additional == nil {
		return true
	}
	for name, member := range v.Members() {
		sub, declared := d.property(name)
		if !declared {
			sub = d.additional
		}
		if sub != nil && !sub.proves(member, 0) {
			return false
		}
	}
	return true
}

func (d *objectRules) property(name string) (*direct, bool) {
	if d.byName != nil {
		sub, declared := d.byName[name]
		return sub, declared
	}
	for i := range d.properties {
		if d.properties[i].name == name {
			return d.properties[i].direct, true
		}
	}
	return nil, false
}

// chooses reports whether a scalar is one of the values allowed; numbers,
// lists and objects it leaves to the library.
func (d *scalarRules) chooses(v *strictjson.Value) bool {
	var scalar any
	switch v.Kind() {
	case strictjson.String:
		scalar = v.Text()
	case strictjson.Bool:
		scalar = v.True()
	case strictjson.Null:
	default:
		return false
	}
	for _, one := range d.choice {
		switch one.(type) {
		case string, bool, nil:
			if one == scalar {
				return true
			}
		}
	}
	return false
}

func (d *scalarRules) inBounds(v *strictjson.Value) bool {
	if d.lowest == nil && d.highest == nil {
		return true
	}
	n := v.Decimal()
	if b := d.lowest; b != nil {
		if c := n.Compare(b.Decimal); c < 0 || c == 0 && b.strict {
			return false
		}
	}
	if b := d.highest; b != nil {
		if c := n.Compare(b.Decimal); c > 0 || c == 0 && b.strict {
			return false
		}
	}
	return true
}

func (d *scalarRules) allowsText(s string) bool {
	if d.minLength > 0 || d.maxLength < len(s) {
		if n := utf8.RuneCountInString(s); n < d.minLength || n > d.maxLength {
			return false
		}
	}
	return d.pattern == nil || d.pattern.MatchString(s)
}

// plainInteger reports whether a number literal has neither fraction nor exponent.
func plainInteger(literal string) bool {
	for i := range len(literal) {
		if c := literal[i]; c != '-' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
