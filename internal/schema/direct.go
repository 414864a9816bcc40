package schema

import (
	"math"
	"math/big"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpreview/internal/strictjson"
)

// A direct is a schema of the common keywords only, in a form that is small and
// is applied to a value as it was parsed. It proves values valid; what it does
// not prove is for the library to judge.
type direct struct {
	kinds   uint8 // bits of the kinds allowed
	integer bool  // integers are allowed where numbers are not
	choice  []any // of enum or const; nil allows all

	lowest, highest      *bound
	minLength, maxLength int
	pattern              *regex
	minItems, maxItems   int
	items                *direct // nil allows all
	required             []string
	properties           []property
	byName               map[string]*direct // of many properties
	additional           *direct            // nil allows all
	ref                  *direct
	all, any             []*direct
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

// planner makes the direct form of a compiled and trimmed schema.
type planner map[*jsonschema.Schema]*direct

// plan returns nil where the schema, or one that it leads to, says more than
// the direct form can hold.
func plan(s *jsonschema.Schema) *direct {
	p := make(planner)
	d, ok := p.schema(s)
	if !ok {
		return nil
	}
	return d
}

func (p planner) schema(s *jsonschema.Schema) (*direct, bool) {
	if d, known := p[s]; known {
		return d, true
	}
	d := &direct{kinds: anyKind, maxLength: math.MaxInt, maxItems: math.MaxInt}
	p[s] = d
	if s.Bool != nil {
		if !*s.Bool {
			d.kinds = 0
		}
		return d, true
	}
	ok := simple(s) && d.scalars(s) && p.object(d, s)
	for _, one := range []struct {
		to   **direct
		from *jsonschema.Schema
	}{{&d.items, itemsOf(s)}, {&d.ref, s.Ref}} {
		if ok && one.from != nil {
			*one.to, ok = p.schema(one.from)
		}
	}
	for _, list := range []struct {
		to   *[]*direct
		from []*jsonschema.Schema
	}{{&d.all, s.AllOf}, {&d.any, s.AnyOf}} {
		for _, one := range list.from {
			if !ok {
				return nil, false
			}
			var sub *direct
			sub, ok = p.schema(one)
			*list.to = append(*list.to, sub)
		}
	}
	return d, ok
}

// simple reports whether a schema says nothing that has no field in a direct.
func simple(s *jsonschema.Schema) bool {
	switch s.Items.(type) {
	case nil, *jsonschema.Schema:
	default:
		return false
	}
	return s.RecursiveRef == nil && !s.RecursiveAnchor && s.DynamicRef == nil && s.DynamicAnchor == "" &&
		(s.Ref == nil || s.DraftVersion >= 2019) && s.Not == nil && len(s.OneOf) == 0 && s.If == nil && s.Format == nil &&
		s.MaxProperties == nil && s.MinProperties == nil && s.PropertyNames == nil && len(s.PatternProperties) == 0 &&
		len(s.Dependencies) == 0 && len(s.DependentRequired) == 0 && len(s.DependentSchemas) == 0 && s.UnevaluatedProperties == nil &&
		!s.UniqueItems && s.Contains == nil && s.AdditionalItems == nil && len(s.PrefixItems) == 0 && s.UnevaluatedItems == nil &&
		s.ContentEncoding == nil && s.ContentMediaType == nil && s.ContentSchema == nil && s.MultipleOf == nil && len(s.Extensions) == 0
}

func itemsOf(s *jsonschema.Schema) *jsonschema.Schema {
	if s.DraftVersion >= 2020 {
		return s.Items2020
	}
	one, _ := s.Items.(*jsonschema.Schema)
	return one
}

// kindsOf are the kinds of value by the names of types.
var kindsOf = map[string]strictjson.Kind{
	"null": strictjson.Null, "boolean": strictjson.Bool, "number": strictjson.Number,
	"string": strictjson.String, "array": strictjson.Array, "object": strictjson.Object,
}

func (d *direct) scalars(s *jsonschema.Schema) bool {
	if s.Types != nil && !s.Types.IsEmpty() {
		d.kinds = 0
		for _, name := range s.Types.ToStrings() {
			if name == "integer" {
				d.integer = true
				continue
			}
			d.kinds |= 1 << kindsOf[name]
		}
	}
	switch {
	case s.Const != nil && s.Enum != nil:
		return false
	case s.Const != nil:
		d.choice = []any{*s.Const}
	case s.Enum != nil:
		d.choice = s.Enum.Values
	}
	for _, c := range []struct{ to, from *int }{
		{&d.minLength, s.MinLength}, {&d.maxLength, s.MaxLength}, {&d.minItems, s.MinItems}, {&d.maxItems, s.MaxItems},
	} {
		if c.from != nil {
			*c.to = *c.from
		}
	}
	if s.Pattern != nil {
		r, ok := s.Pattern.(*regex)
		if !ok || r.Pattern == nil || r.burden > 0 {
			return false
		}
		d.pattern = r
	}
	return d.bounds(s)
}

func (d *direct) bounds(s *jsonschema.Schema) bool {
	if s.Minimum != nil && s.ExclusiveMinimum != nil || s.Maximum != nil && s.ExclusiveMaximum != nil {
		return false
	}
	for _, b := range []struct {
		to     **bound
		from   *big.Rat
		strict bool
	}{
		{&d.lowest, s.Minimum, false}, {&d.lowest, s.ExclusiveMinimum, true},
		{&d.highest, s.Maximum, false}, {&d.highest, s.ExclusiveMaximum, true},
	} {
		if b.from == nil {
			continue
		}
		// Any other number has too many digits to be worth it.
		places, exact := b.from.FloatPrec()
		if !exact || places > 20 || b.from.Num().BitLen() > 64 {
			return false
		}
		*b.to = &bound{strictjson.ParseDecimal(b.from.FloatString(places)), b.strict}
	}
	return true
}

func (p planner) object(d *direct, s *jsonschema.Schema) (ok bool) {
	d.required = s.Required
	switch additional := s.AdditionalProperties.(type) {
	case nil:
	case bool:
		if !additional {
			d.additional = new(direct)
		}
	case *jsonschema.Schema:
		if d.additional, ok = p.schema(additional); !ok {
			return false
		}
	default:
		return false
	}
	if len(s.Properties) > manyProperties {
		d.byName = make(map[string]*direct, len(s.Properties))
	}
	for name, one := range s.Properties {
		sub, ok := p.schema(one)
		switch {
		case !ok:
			return false
		case d.byName != nil:
			d.byName[name] = sub
		default:
			d.properties = append(d.properties, property{name, sub})
		}
	}
	return true
}

// proves reports whether v is valid for sure. steps counts the schemas that
// were applied to the same value before.
func (d *direct) proves(v *strictjson.Value, steps int) bool {
	kind := v.Kind()
	if d.kinds&(1<<kind) == 0 && !(d.integer && kind == strictjson.Number && plainInteger(v.Text())) || steps > maxSteps {
		return false
	}
	if d.choice != nil && !d.chooses(v) {
		return false
	}
	switch kind {
	case strictjson.Number:
		if !d.inBounds(v) {
			return false
		}
	case strictjson.String:
		if !d.allowsText(v.Text()) {
			return false
		}
	case strictjson.Array:
		if n := v.Len(); n < d.minItems || n > d.maxItems {
			return false
		}
		if d.items != nil {
			for i := range v.Len() {
				if !d.items.proves(v.At(i), 0) {
					return false
				}
			}
		}
	case strictjson.Object:
		if !d.provesMembers(v) {
			return false
		}
	case strictjson.Absent, strictjson.Null, strictjson.Bool:
	}
	return d.provesBeside(v, steps+1)
}

// provesBeside applies the schemas that apply to the same value.
func (d *direct) provesBeside(v *strictjson.Value, steps int) bool {
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

func (d *direct) provesMembers(v *strictjson.Value) bool {
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

func (d *direct) property(name string) (*direct, bool) {
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
func (d *direct) chooses(v *strictjson.Value) bool {
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

func (d *direct) inBounds(v *strictjson.Value) bool {
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

func (d *direct) allowsText(s string) bool {
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
