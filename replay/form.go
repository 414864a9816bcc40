package replay

import (
	"net/mail"
	"slices"
	"time"
)

// A form is what an elicitation asks for: a flat object of simple fields.
type form struct {
	compiled valueSchema
	formats  map[string]string // of fields that have one, by name
	fields   map[string]bool
}

// A fieldKind is a kind of field: its keywords beside the common ones, and what
// else it demands.
type fieldKind struct {
	keywords []string
	check    func(node) *Violation
}

var formKeywords = []string{"$schema", "type", "properties", "required", "additionalProperties", "title", "description"}

var fieldKeywords = []string{"type", "title", "description", "default"}

var formFormats = []string{"email", "uri", "date", "date-time"}

// kindOfField is the kind of a field's schema; ok is false for none.
func kindOfField(n node) (kind fieldKind, ok bool) {
	word, _ := n.get("type").str()
	switch {
	case word == "string" && n.has("oneOf"):
		return fieldKind{[]string{"oneOf"}, func(n node) *Violation { return titled(n.get("oneOf")) }}, true
	case word == "string" && n.has("enum"):
		return fieldKind{[]string{"enum", "enumNames"}, namedChoices}, true
	case word == "string":
		return fieldKind{[]string{"minLength", "maxLength", "pattern", "format"}, knownFormat}, true
	case word == "number" || word == "integer":
		return fieldKind{[]string{"minimum", "maximum"}, nil}, true
	case word == "boolean":
		return fieldKind{}, true
	case word == "array":
		return fieldKind{[]string{"items", "minItems", "maxItems"}, func(n node) *Violation { return choices(n.get("items")) }}, true
	}
	return fieldKind{}, false
}

// form checks a requestedSchema.
func (j *judge) form(n node) (*form, *Violation) {
	if !n.isObject() {
		return nil, n.breaks(171, "requestedSchema must be an object")
	}
	if v := onlyKeywords(n, formKeywords); v != nil {
		return nil, v
	}
	properties := n.get("properties")
	if !properties.isObject() {
		return nil, n.member("properties").breaks(171, "requestedSchema must have an object of properties")
	}
	if m := n.get("additionalProperties"); m.present() && !m.isBool() {
		return nil, m.breaks(171, "additionalProperties must be a boolean")
	}
	f := &form{formats: make(map[string]string), fields: make(map[string]bool)}
	for name, field := range properties.members() {
		if v := j.field(field); v != nil {
			return nil, v
		}
		f.fields[name] = true
		if format, ok := field.get("format").str(); ok {
			f.formats[name] = format
		}
	}
	if required := n.get("required"); required.present() {
		names, ok := distinctStrings(required)
		if !ok || slices.ContainsFunc(names, func(name string) bool { return !f.fields[name] }) {
			return nil, required.breaks(171, "required must be distinct names of properties")
		}
	}
	var v *Violation
	if f.compiled, v = specSchema(j, n, 171, "requestedSchema"); v != nil {
		return nil, v
	}
	return f, j.defaults(n, f)
}

func onlyKeywords(n node, allowed ...[]string) *Violation {
	for name, m := range n.members() {
		if !slices.Contains(slices.Concat(allowed...), name) {
			return m.breaks(171, "a keyword that has no place in a form")
		}
	}
	return nil
}

func (j *judge) field(n node) *Violation {
	kind, ok := kindOfField(n)
	if !ok {
		return n.member("type").breaks(171, "a field must be a string, number, integer, boolean or choice of strings")
	}
	if v := onlyKeywords(n, fieldKeywords, kind.keywords); v != nil {
		return v
	}
	if v := j.labels(n, 171, "title", "description"); v != nil {
		return v
	}
	if kind.check == nil {
		return nil
	}
	return kind.check(n)
}

func knownFormat(n node) *Violation {
	if format := n.get("format"); format.present() {
		if _, ok := format.oneOf(formFormats...); !ok {
			return format.breaks(171, "format must be one of email, uri, date, date-time")
		}
	}
	return nil
}

// titled checks choices that have titles of their own.
func titled(n node) *Violation {
	if !n.isArray() || n.len() == 0 {
		return n.breaks(171, "choices must be a non-empty array")
	}
	seen := make(map[string]bool)
	for _, choice := range n.elements() {
		if v := onlyKeywords(choice, []string{"const", "title"}); v != nil {
			return v
		}
		value, ok := choice.get("const").str()
		_, named := choice.get("title").str()
		if !ok || !named || seen[value] {
			return choice.breaks(171, "a choice must have a const of its own and a title, both strings")
		}
		seen[value] = true
	}
	return nil
}

// plainChoices checks an enum of strings.
func plainChoices(n node) *Violation {
	if values, ok := distinctStrings(n); !ok || len(values) == 0 {
		return n.breaks(171, "enum must be distinct strings")
	}
	return nil
}

func namedChoices(n node) *Violation {
	if v := plainChoices(n.get("enum")); v != nil {
		return v
	}
	names := n.get("enumNames")
	if !names.present() {
		return nil
	}
	if !names.isArray() || names.len() != n.get("enum").len() {
		return names.breaks(171, "enumNames must name every enum item")
	}
	for _, name := range names.elements() {
		if _, ok := name.str(); !ok {
			return name.breaks(171, "enumNames must be strings")
		}
	}
	return nil
}

// choices checks the items of a field with several choices.
func choices(n node) *Violation {
	if n.has("anyOf") {
		if v := onlyKeywords(n, []string{"anyOf"}); v != nil {
			return v
		}
		return titled(n.get("anyOf"))
	}
	if _, ok := n.get("type").oneOf("string"); !ok {
		return n.member("type").breaks(171, "an array must be of choices: strings with an enum, or anyOf")
	}
	if v := onlyKeywords(n, []string{"type", "enum"}); v != nil {
		return v
	}
	return plainChoices(n.member("enum"))
}

// defaults checks that what is filled in beforehand would be an answer.
func (j *judge) defaults(n node, f *form) *Violation {
	for name, field := range n.get("properties").members() {
		given := field.get("default")
		if !given.present() {
			continue
		}
		one, v := j.compile(field)
		if v == nil {
			v = one.value(j, given)
		}
		if v == nil {
			v = f.formatted(name, given)
		}
		if v != nil {
			return given.breaks(171, "default does not fit its field")
		}
	}
	return nil
}

// answer checks accepted content against the form.
func (f *form) answer(j *judge, content node) *Violation {
	if v := f.compiled.value(j, content); v != nil {
		v.Rule = ruleOf(172)
		return v
	}
	for name, m := range content.members() {
		if f.fields[name] {
			if v := f.formatted(name, m); v != nil {
				return v
			}
		} else if !simple(m) {
			return m.breaks(172, "a value must be a string, number, boolean or array of strings")
		}
	}
	return nil
}

// simple reports whether a value is one that forms can hold.
func simple(n node) bool {
	if n.isArray() {
		for _, e := range n.elements() {
			if _, ok := e.str(); !ok {
				return false
			}
		}
		return true
	}
	_, isText := n.str()
	_, isNumber := n.finite()
	return isText || isNumber || n.isBool()
}

// formatted checks the format of a field.
func (f *form) formatted(name string, n node) *Violation {
	text, _ := n.str()
	ok := true
	switch f.formats[name] {
	case "email":
		ok = isAddress(text)
	case "uri":
		ok = specURIFault(text, unlimited) == ""
	case "date":
		_, err := time.Parse(time.DateOnly, text)
		ok = err == nil
	case "date-time":
		ok = isInstant(text)
	}
	if !ok {
		return n.breaks(172, "value is not of the field's format")
	}
	return nil
}

// isAddress reports whether a text is a mail address and nothing else.
func isAddress(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Name == "" && a.Address == s
}
