package schema

import (
	"iter"
	"math"
	"strconv"

	"mcpreview/internal/strictjson"
)

// A planner makes the direct form of a schema that was judged, from its text.
type planner struct {
	*judge
	made    map[*strictjson.Value]*direct // of schemas that are referred to
	targets map[*strictjson.Value]*strictjson.Value
	plain   bool
}

// plan returns nil where the schema, or one that it leads to, says more than the
// direct form can hold. plain reports that what it says needs no second look by
// the library: its keywords have one meaning each, and its references lead to
// where schemas stand.
func (j *judge) plan(d dialect) (form *direct, plain bool) {
	if j.largeCounts || j.hidden || j.careful || j.dynamic || j.bundled || j.odd > 0 || len(j.resources) > 1 || d < draft2019 && len(j.refs) > 0 {
		return nil, false
	}
	p := planner{judge: j, plain: true}
	if len(j.refs) > 0 {
		p.made = make(map[*strictjson.Value]*direct, len(j.nodes))
		p.targets = make(map[*strictjson.Value]*strictjson.Value, len(j.refs))
		for _, r := range j.refs {
			if r.keyword.name != "$ref" || len(r.targets) != 1 {
				return nil, false
			}
			p.targets[r.at] = j.nodes[r.targets[0]].value
		}
	}
	form, ok := p.schema(j.root)
	if !ok {
		return nil, false
	}
	return form, p.plain
}

// ofKind are the schemas that say no more than a type.
var ofKind = func() (all [strictjson.Object + 1]*direct) {
	for kind := range all {
		all[kind] = &direct{kinds: 1 << kind}
	}
	return all
}()

// onlyKind reports that a schema says no more of its values than their type.
func onlyKind(v *strictjson.Value) (strictjson.Kind, bool) {
	kind, known := kindsOf[v.Get("type").Text()]
	if !known {
		return 0, false
	}
	for name := range v.Members() {
		if name != "type" && name != "description" && name != "title" {
			return 0, false
		}
	}
	return kind, true
}

func (p *planner) schema(v *strictjson.Value) (*direct, bool) {
	if d, known := p.made[v]; known {
		return d, true
	}
	if kind, only := onlyKind(v); only {
		return ofKind[kind], true
	}
	d := &direct{kinds: anyKind}
	if p.made != nil {
		p.made[v] = d
	}
	if v.Is(strictjson.Bool) {
		if !v.True() {
			d.kinds = 0
		}
		return d, true
	}
	for name, value := range v.Members() {
		if !p.take(d, v, name, value) {
			return nil, false
		}
	}
	return d, true
}

// take takes one member of the schema v into its direct form, which is false
// where that cannot hold it. Every keyword was checked before.
func (p *planner) take(d *direct, v *strictjson.Value, name string, value *strictjson.Value) bool {
	k := keywords[name]
	switch {
	case k == nil: // means nothing
		return true
	case v.Get(name) != value: // repeated
		return false
	}
	switch name {
	case "$comment", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "format",
		"$defs", "definitions": // annotations, and what only references lead to
		return true
	case "$schema":
		return v == p.root
	case "$id", "$anchor":
		p.plain = false
		return true
	case "type":
		return d.types(value)
	case "enum", "const", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "minLength", "maxLength", "pattern":
		if d.scalar == nil {
			d.scalar = &scalarRules{maxLength: math.MaxInt}
		}
		return p.scalar(d.scalar, name, value)
	case "items", "minItems", "maxItems":
		if d.list == nil {
			d.list = &listRules{most: math.MaxInt}
		}
		return p.list(d.list, name, value)
	case "properties", "required", "additionalProperties":
		if d.object == nil {
			d.object = &objectRules{}
		}
		return p.object(d.object, name, value)
	case "$ref", "allOf", "anyOf":
		if d.beside == nil {
			d.beside = &besideRules{}
		}
		return p.beside(d.beside, name, value)
	}
	return false
}

// kindsOf are the kinds of value by the names of types.
var kindsOf = map[string]strictjson.Kind{
	"null": strictjson.Null, "boolean": strictjson.Bool, "number": strictjson.Number,
	"string": strictjson.String, "array": strictjson.Array, "object": strictjson.Object,
}

func (d *direct) types(v *strictjson.Value) bool {
	d.kinds = 0
	one := func(v *strictjson.Value) {
		if v.Text() == "integer" {
			d.integer = true
			return
		}
		d.kinds |= 1 << kindsOf[v.Text()]
	}
	if v.Is(strictjson.String) {
		one(v)
	}
	for _, name := range v.Elements() {
		one(name)
	}
	return true
}

func (p *planner) scalar(d *scalarRules, name string, v *strictjson.Value) bool {
	switch name {
	case "enum":
		return d.choose(v.Elements())
	case "const":
		return d.choose(func(yield func(int, *strictjson.Value) bool) { yield(0, v) })
	case "minLength":
		return count(&d.minLength, v)
	case "maxLength":
		return count(&d.maxLength, v)
	case "pattern":
		d.pattern = p.patterns[v.Text()]
		return d.pattern != nil && d.pattern.Pattern != nil && d.pattern.burden == 0
	case "minimum":
		return limit(&d.lowest, v, false)
	case "exclusiveMinimum":
		return limit(&d.lowest, v, true)
	case "maximum":
		return limit(&d.highest, v, false)
	}
	return limit(&d.highest, v, true) // exclusiveMaximum
}

// choose takes in the values allowed: of those the direct form knows strings,
// booleans and null.
func (d *scalarRules) choose(values iter.Seq2[int, *strictjson.Value]) bool {
	if d.choice != nil {
		return false
	}
	d.choice = []any{}
	for _, v := range values {
		switch v.Kind() {
		case strictjson.String, strictjson.Bool, strictjson.Null:
			d.choice = append(d.choice, v.Any())
		}
	}
	return true
}

func count(to *int, v *strictjson.Value) bool {
	n, err := strconv.Atoi(v.Text())
	*to = n
	return err == nil // else written with a fraction or an exponent
}

// manyDigits is from where on a number is not worth it.
const manyDigits = 20

func limit(to **bound, v *strictjson.Value, strict bool) bool {
	n := v.Decimal()
	if *to != nil || len(n.Digits) > manyDigits || n.Exponent > manyDigits || n.Exponent < -manyDigits {
		return false
	}
	*to = &bound{n, strict}
	return true
}

func (p *planner) list(d *listRules, name string, v *strictjson.Value) (ok bool) {
	switch name {
	case "minItems":
		return count(&d.least, v)
	case "maxItems":
		return count(&d.most, v)
	}
	if v.Is(strictjson.Array) {
		return false
	}
	d.items, ok = p.schema(v)
	return ok
}

func (p *planner) object(d *objectRules, name string, v *strictjson.Value) (ok bool) {
	switch name {
	case "required":
		for _, one := range v.Elements() {
			d.required = append(d.required, one.Text())
		}
		return true
	case "additionalProperties":
		d.additional, ok = p.schema(v)
		return ok
	}
	if v.Len() > manyProperties {
		d.byName = make(map[string]*direct, v.Len())
	} else {
		d.properties = make([]property, 0, v.Len())
	}
	for name, one := range v.Members() {
		sub, ok := p.schema(one)
		switch {
		case !ok || v.Get(name) != one: // or repeated
			return false
		case d.byName != nil:
			d.byName[name] = sub
		default:
			d.properties = append(d.properties, property{name, sub})
		}
	}
	return true
}

func (p *planner) beside(d *besideRules, name string, v *strictjson.Value) (ok bool) {
	if name == "$ref" {
		target := p.targets[v]
		if target == nil {
			return false
		}
		d.ref, ok = p.schema(target)
		return ok
	}
	list := &d.all
	if name == "anyOf" {
		list = &d.any
	}
	for _, one := range v.Elements() {
		sub, ok := p.schema(one)
		if !ok {
			return false
		}
		*list = append(*list, sub)
	}
	return true
}
