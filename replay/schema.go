package replay

import "slices"

// A schema is a checked schema of the profile's subset.
type schema struct {
	kind       string
	enum       []enumItem
	properties []property
	required   []string
	open       bool    // additional properties are allowed
	elements   *schema // of an array
	low, high  int     // items or characters
	minimum    bound
	maximum    bound
}

type property struct {
	name   string
	schema *schema
}

// A bound limits a number. The profile takes null for none while it reads a
// schema, but no value can be held against it.
type bound struct {
	set, null bool
	number    number
}

// An enumItem is a string, a boolean's word or a number.
type enumItem struct {
	text   string
	number number
	isNum  bool
}

// A schemaKind is what a type of the profile demands of schemas and values.
type schemaKind struct {
	keywords []string
	compile  func(*judge, *schema, node, int) *Violation
	value    func(*judge, *schema, node) *Violation
}

var commonKeywords = []string{"$schema", "type", "enum", "title", "description"}

// kindOf is the kind of a type's name. It is a switch because a variable would
// be initialized by functions that read it.
func kindOf(name string) (kind schemaKind, known bool) {
	switch name {
	case "object":
		return schemaKind{[]string{"properties", "required", "additionalProperties"}, (*judge).objectSchema, (*judge).objectValue}, true
	case "array":
		return schemaKind{[]string{"items", "minItems", "maxItems"}, (*judge).arraySchema, (*judge).arrayValue}, true
	case "string":
		return schemaKind{[]string{"minLength", "maxLength"}, (*judge).stringSchema, (*judge).stringValue}, true
	case "integer":
		return schemaKind{[]string{"minimum", "maximum"}, (*judge).numberSchema, (*judge).integerValue}, true
	case "number":
		return schemaKind{[]string{"minimum", "maximum"}, (*judge).numberSchema, (*judge).numberValue}, true
	case "boolean":
		return schemaKind{nil, (*judge).booleanSchema, (*judge).booleanValue}, true
	}
	return schemaKind{}, false
}

// allKeywords are those of every type.
var allKeywords = slices.Concat(commonKeywords,
	[]string{"properties", "required", "additionalProperties", "items", "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum"})

// teachingSchema checks a schema of the subset whose root must be of type
// object.
func teachingSchema(j *judge, n node, number int, what string) (valueSchema, *Violation) {
	s, v := j.schema(n, 0)
	if v == nil && s.kind != "object" {
		v = n.member("type").breaks(number, what+" must be of type object")
	}
	return s, v
}

func (s *schema) value(j *judge, n node) *Violation { return j.instance(s, n) }

// schema checks a schema that stands depth levels below its root.
func (j *judge) schema(n node, depth int) (*schema, *Violation) {
	switch {
	case depth > j.limits.schemaDepth:
		return nil, n.breaks(74, "schema is nested too deep")
	case !n.isObject():
		return nil, n.breaks(72, "schema must be an object")
	}
	for name := range n.members() {
		if !slices.Contains(allKeywords, name) {
			return nil, n.breaks(71, "schema has unknown keywords")
		}
	}
	for _, name := range []string{"$schema", "title", "description"} {
		if m := n.get(name); m.present() {
			if _, ok := m.text(); !ok {
				return nil, m.breaks(71, name+" must be a non-empty string")
			}
		}
	}
	name, _ := n.get("type").str()
	kind, known := kindOf(name)
	if !known {
		return nil, n.member("type").breaks(72, "schema type must be one of object, array, string, integer, number, boolean")
	}
	for member, m := range n.members() {
		if !slices.Contains(commonKeywords, member) && !slices.Contains(kind.keywords, member) {
			return nil, m.breaks(72, "keyword "+member+" does not belong to type "+name)
		}
	}
	s := &schema{kind: name}
	if v := kind.compile(j, s, n, depth); v != nil {
		return nil, v
	}
	return s, j.enumSchema(s, n.get("enum"))
}

func (j *judge) objectSchema(s *schema, n node, depth int) *Violation {
	properties := n.get("properties")
	switch {
	case properties.present() && !properties.isObject():
		return properties.breaks(72, "properties must be an object")
	case properties.len() > j.limits.properties:
		return properties.breaks(74, "too many properties")
	}
	known := make(map[string]bool, properties.len())
	for name, p := range properties.members() {
		if name == "" || length(name) > j.limits.propertyName {
			return properties.breaks(74, "a property name must have 1 to 128 characters")
		}
		inner, v := j.schema(p, depth+1)
		if v != nil {
			return v
		}
		known[name] = true
		s.properties = append(s.properties, property{name, inner})
	}
	if v := j.requiredNames(s, n.get("required"), known); v != nil {
		return v
	}
	additional := n.get("additionalProperties")
	if additional.present() && !additional.isBool() {
		return additional.breaks(72, "additionalProperties must be a boolean")
	}
	s.open = !additional.present() || additional.isTrue()
	return nil
}

func (j *judge) requiredNames(s *schema, n node, known map[string]bool) *Violation {
	if !n.present() {
		return nil
	}
	if n.len() > j.limits.properties {
		return n.breaks(74, "too many required names")
	}
	names, ok := distinctStrings(n)
	if !ok {
		return n.breaks(72, "required must be an array of distinct strings")
	}
	for _, name := range names {
		if !known[name] {
			return n.breaks(72, "required names an unknown property")
		}
	}
	s.required = names
	return nil
}

func (j *judge) arraySchema(s *schema, n node, depth int) (v *Violation) {
	if !n.has("items") {
		return n.breaks(72, "an array schema needs items")
	}
	if s.elements, v = j.schema(n.get("items"), depth+1); v != nil {
		return v
	}
	return s.countBounds(n, "minItems", "maxItems", j.limits.items)
}

func (j *judge) stringSchema(s *schema, n node, _ int) *Violation {
	return s.countBounds(n, "minLength", "maxLength", j.limits.text)
}

// countBounds reads two counts in order, from 0 to limit.
func (s *schema) countBounds(n node, low, high string, limit int) *Violation {
	s.low, s.high = 0, limit
	for _, b := range []struct {
		name string
		into *int
	}{{low, &s.low}, {high, &s.high}} {
		m := n.get(b.name)
		if !m.present() {
			continue
		}
		count, ok := m.integerWithin(0, limit)
		if !ok {
			return m.breaks(72, b.name+" must be an integer within the profile's bounds")
		}
		*b.into = count
	}
	if s.low > s.high {
		return n.breaks(72, low+" is above "+high)
	}
	return nil
}

func (j *judge) numberSchema(s *schema, n node, _ int) *Violation {
	for _, b := range []struct {
		name string
		into *bound
	}{{"minimum", &s.minimum}, {"maximum", &s.maximum}} {
		m := n.get(b.name)
		switch num, ok := m.finite(); {
		case !m.present():
		case m.isNull():
			b.into.null = true
		case !ok:
			return m.breaks(72, b.name+" must be a number")
		default:
			*b.into = bound{set: true, number: num}
		}
	}
	if s.minimum.set && s.maximum.set && s.minimum.number.compare(s.maximum.number) > 0 {
		return n.breaks(72, "minimum is above maximum")
	}
	return nil
}

// booleanSchema has no keywords of its own to look at.
func (j *judge) booleanSchema(*schema, node, int) *Violation { return nil }

func (j *judge) enumSchema(s *schema, n node) *Violation {
	if !n.present() {
		return nil
	}
	if !n.isArray() || n.len() == 0 || n.len() > j.limits.enum {
		return n.breaks(73, "enum must be an array of 1 to 256 items")
	}
	seen := make(map[string]bool, n.len())
	for _, e := range n.elements() {
		item, ok := itemOf(s.kind, e)
		if _, finite := e.finite(); !ok || item.isNum && !finite {
			return e.breaks(73, "enum item is not of type "+s.kind)
		}
		spelling := item.text
		if item.isNum {
			spelling = item.number.spelling()
		}
		if seen[spelling] {
			return e.breaks(73, "enum item is repeated")
		}
		seen[spelling] = true
		s.enum = append(s.enum, item)
	}
	return nil
}

// itemOf is n as a value of a scalar type; ok is false for any other.
func itemOf(kind string, n node) (item enumItem, ok bool) {
	switch kind {
	case "string":
		item.text, ok = n.str()
	case "boolean":
		item.text, ok = n.v.Text(), n.isBool()
	case "integer":
		item.number.whole, ok = n.integer()
		item.isNum = true
	case "number":
		item.number, ok = n.finite()
		item.isNum = true
	}
	return item, ok
}

func (a enumItem) equal(b enumItem) bool {
	if a.isNum {
		return a.number.compare(b.number) == 0
	}
	return a.text == b.text
}
