package bench

import "strconv"

// A shape is a type that can be written as a schema and as values of it.
type shape struct {
	kind    string // of JSON Schema
	options []string
	maximum int
	pattern bool
	element *shape
	fields  []field
	closed  bool // no other members
}

type field struct {
	name     string
	about    string
	required bool
	*shape
}

// fieldCounts has the spread of real tools: five in the middle, six in the mean,
// and a tail.
var fieldCounts = []int{1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8, 9, 11, 16}

// object is an object with that many members; below levels more, it holds no
// further objects and lists.
func (r *random) object(count, levels int) *shape {
	s := &shape{kind: "object", closed: r.chance(400)}
	for i := range count {
		f := field{name: r.word() + "_" + strconv.Itoa(i), required: r.chance(350), shape: r.shape(levels)}
		f.about = string(r.prose(nil, 10+r.n(110)))
		s.fields = append(s.fields, f)
	}
	return s
}

func (r *random) shape(levels int) *shape {
	switch p := r.n(100); {
	case p < 8 && levels > 0:
		return r.object(1+r.n(4), levels-1)
	case p < 18 && levels > 0:
		return &shape{kind: "array", element: r.shape(levels - 1)}
	case p < 30:
		return &shape{kind: "integer", maximum: 10 + r.n(1000)}
	case p < 36:
		return &shape{kind: "number"}
	case p < 48:
		return &shape{kind: "boolean"}
	case p < 58:
		return &shape{kind: "string", options: []string{"all", r.word(), "none"}}
	}
	return &shape{kind: "string", pattern: r.chance(40)}
}

// schema appends the shape as a schema, without its last brace.
func (s *shape) schema(dst []byte) []byte {
	dst = append(dst, `{"type":"`+s.kind+`"`...)
	switch {
	case s.options != nil:
		dst = append(dst, `,"enum":["`+s.options[0]+`","`+s.options[1]+`","`+s.options[2]+`"]`...)
	case s.maximum > 0:
		dst = append(dst, `,"minimum":0,"maximum":`+strconv.Itoa(s.maximum)...)
	case s.pattern:
		dst = append(dst, `,"pattern":"^[a-z]+$","maxLength":64`...)
	case s.element != nil:
		dst = append(s.element.schema(append(dst, `,"items":`...)), '}')
	}
	if s.kind != "object" {
		return dst
	}
	dst = append(dst, `,"properties":{`...)
	required := ""
	for i, f := range s.fields {
		dst = comma(dst, i)
		dst = append(f.schema(append(dst, `"`+f.name+`":`...)), `,"description":"`+f.about+`"}`...)
		if f.required {
			required += `,"` + f.name + `"`
		}
	}
	dst = append(dst, '}')
	if required != "" {
		dst = append(dst, `,"required":[`+required[1:]+`]`...)
	}
	if s.closed {
		dst = append(dst, `,"additionalProperties":false`...)
	}
	return dst
}

// value appends a value of the shape.
func (s *shape) value(dst []byte, r *random) []byte {
	switch {
	case s.options != nil:
		return append(dst, `"`+s.options[r.n(len(s.options))]+`"`...)
	case s.pattern:
		return append(dst, `"`+r.word()+`"`...)
	case s.element != nil:
		dst = append(dst, '[')
		for i := range r.n(4) {
			dst = s.element.value(comma(dst, i), r)
		}
		return append(dst, ']')
	}
	switch s.kind {
	case "integer":
		return strconv.AppendInt(dst, int64(r.n(s.maximum)), 10)
	case "number":
		return strconv.AppendFloat(dst, float64(r.n(100_000))/100, 'f', -1, 64)
	case "boolean":
		return strconv.AppendBool(dst, r.chance(500))
	case "string":
		return append(r.prose(append(dst, '"'), 4+r.n(40)), '"')
	}
	dst = append(dst, '{')
	written := 0
	for _, f := range s.fields {
		if f.required || r.chance(500) {
			dst = f.value(append(comma(dst, written), `"`+f.name+`":`...), r)
			written++
		}
	}
	return append(dst, '}')
}

// comma appends the comma before all but the first.
func comma(dst []byte, i int) []byte {
	if i == 0 {
		return dst
	}
	return append(dst, ',')
}
