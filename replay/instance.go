package replay

// instance checks a value against a schema. Its violations say which keyword
// was broken, and never the value.
func (j *judge) instance(s *schema, n node) *Violation {
	kind, _ := kindOf(s.kind) // known: the schema was compiled
	return kind.value(j, s, n)
}

func (j *judge) objectValue(s *schema, n node) *Violation {
	switch {
	case !n.isObject():
		return n.breaks(78, "value must be an object")
	case n.len() > j.limits.members:
		return n.breaks(78, "value has too many members")
	}
	for _, name := range s.required {
		if !n.has(name) {
			return n.breaks(78, "missing required value")
		}
	}
	known := 0
	for _, p := range s.properties {
		if m := n.get(p.name); m.present() {
			known++
		}
	}
	if !s.open && known < n.len() {
		return n.breaks(78, "unknown values")
	}
	for _, p := range s.properties {
		if m := n.get(p.name); m.present() {
			if v := j.instance(p.schema, m); v != nil {
				return v
			}
		}
	}
	return nil
}

func (j *judge) arrayValue(s *schema, n node) *Violation {
	switch {
	case !n.isArray():
		return n.breaks(79, "value must be an array")
	case n.len() < s.low || n.len() > s.high:
		return n.breaks(79, "value has too few or too many items")
	}
	for _, e := range n.elements() {
		if v := j.instance(s.elements, e); v != nil {
			return v
		}
	}
	return nil
}

func (j *judge) stringValue(s *schema, n node) *Violation {
	text, ok := n.str()
	if !ok {
		return n.breaks(79, "value must be a string")
	}
	if l := length(text); l < s.low || l > s.high {
		return n.breaks(79, "value is too short or too long")
	}
	return s.enumValue(n)
}

func (j *judge) integerValue(s *schema, n node) *Violation {
	i, ok := n.integer()
	if !ok {
		return n.breaks(79, "value must be an integer")
	}
	return s.numeric(n, number{whole: i})
}

func (j *judge) numberValue(s *schema, n node) *Violation {
	num, ok := n.finite()
	if !ok {
		return n.breaks(79, "value must be a number")
	}
	return s.numeric(n, num)
}

func (s *schema) numeric(n node, num number) *Violation {
	switch {
	case s.minimum.null || s.maximum.null:
		return n.breaks(79, "value cannot be held against a bound of null")
	case s.minimum.set && num.compare(s.minimum.number) < 0:
		return n.breaks(79, "value is below the minimum")
	case s.maximum.set && num.compare(s.maximum.number) > 0:
		return n.breaks(79, "value is above the maximum")
	}
	return s.enumValue(n)
}

func (j *judge) booleanValue(s *schema, n node) *Violation {
	if !n.isBool() {
		return n.breaks(79, "value must be a boolean")
	}
	return s.enumValue(n)
}

// enumValue checks a scalar of the schema's type against its enum.
func (s *schema) enumValue(n node) *Violation {
	if s.enum == nil {
		return nil
	}
	value, _ := itemOf(s.kind, n)
	for _, item := range s.enum {
		if item.equal(value) {
			return nil
		}
	}
	return n.breaks(79, "value must be one of the enum items")
}
