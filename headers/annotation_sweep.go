package headers

import (
	"cmp"
	"slices"
	"sort"

	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/schema"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// mentioned reports whether an object holds, at any depth and wherever, a member
// of the annotation's name or nearly of it. Most schemas do not, and are done.
func mentioned(v *strictjson.Value) bool {
	return v.Is(strictjson.Object) && anyMember(v, func(_ *strictjson.Value, name string) bool {
		return shape.Alike(name, protocol.HeaderAnnotation)
	})
}

// anyMember reports whether ok holds for a member of v or of anything inside.
func anyMember(v *strictjson.Value, ok func(holder *strictjson.Value, name string) bool) bool {
	for name, member := range v.Members() {
		if ok(v, name) || anyMember(member, ok) {
			return true
		}
	}
	for _, element := range v.Elements() {
		if anyMember(element, ok) {
			return true
		}
	}
	return false
}

// An annotation is one x-mcp-header at a schema position.
type annotation struct {
	holder, value *strictjson.Value
	property      string   // the name of the member of properties that holds it; "" where that is not so
	path          []string // from inputSchema through properties alone; nil where the path leaves them
	left          string   // the keyword by which it leaves them; "" at the root
	adopted       bool     // only a reference makes the holder a schema
}

// keywordValue is a member of a schema.
type keywordValue struct {
	name  string
	value *strictjson.Value
}

// swept is what stands in one schema. annotations are in the order of the
// sweep: each schema before those below it, keywords and names sorted.
type swept struct {
	annotations []*annotation
	nearMisses  []shape.Member
	undecidable []keywordValue // members with an annotation's name inside what is surely no schema, nor surely data
	references  []schema.Reference
	anchored    schema.Anchored

	reached map[string]*annotation // by name in anchored; nil for none
	limit   int                    // positions up to which all is kept; a schema of more is rejected for that
	visited map[*strictjson.Value]struct{}
	byStart []*annotation
	adopted bool // what is swept now is a schema because of a reference
}

// sweep goes over every schema position below root, and over what references
// lead to outside of them, once each.
func sweep(root *strictjson.Value, limits policy.Limits) *swept {
	s := &swept{limit: limits.Subschemas, visited: make(map[*strictjson.Value]struct{}), reached: make(map[string]*annotation)}
	schema.WalkAll(root, s.visit, s.stray)
	s.references, s.anchored = schema.References(root, limits)
	s.adopted = true
	for _, target := range s.outside() {
		if _, known := s.visited[target]; !known {
			schema.WalkAll(target, s.visit, s.stray)
		}
	}
	s.byStart = slices.Clone(s.annotations)
	slices.SortFunc(s.byStart, func(a, b *annotation) int { return cmp.Compare(a.holder.Start(), b.holder.Start()) })
	return s
}

// outside are the targets at no schema position, outer ones first, so that none
// is gone over for its own sake that is part of another.
func (s *swept) outside() []*strictjson.Value {
	var targets []*strictjson.Value
	for _, ref := range s.references {
		if _, known := s.visited[ref.Target]; !known && ref.Target != nil {
			targets = append(targets, ref.Target)
		}
	}
	slices.SortFunc(targets, func(a, b *strictjson.Value) int { return cmp.Compare(a.Start(), b.Start()) })
	return slices.Compact(targets)
}

func (s *swept) visit(p schema.Position) {
	if _, known := s.visited[p.Value]; known || len(s.visited) > s.limit && len(s.annotations) > 0 {
		return
	}
	if len(s.visited) <= s.limit {
		s.visited[p.Value] = struct{}{}
	}
	for name, v := range p.Value.Members() {
		if name == protocol.HeaderAnnotation {
			a := &annotation{holder: p.Value, value: v, adopted: s.adopted}
			a.place(&p)
			s.annotations = append(s.annotations, a)
			continue
		}
		if shape.Alike(name, protocol.HeaderAnnotation) {
			s.nearMisses = append(s.nearMisses, shape.Member{Name: name, Value: v, NearMissOf: protocol.HeaderAnnotation})
		}
		switch schema.RoleOf(name) {
		case schema.RoleSchema, schema.RoleData:
		case schema.RoleUnknown, schema.RoleReference, schema.RoleOther:
			s.search(name, v)
		}
	}
}

func (s *swept) stray(p schema.Position) { s.search(p.Keyword, p.Value) }

// search looks for what may be annotations in the value of a keyword. Of values
// that references made schemas some parts may have been gone over as such.
func (s *swept) search(keyword string, v *strictjson.Value) {
	found := anyMember(v, func(holder *strictjson.Value, name string) bool {
		if name != protocol.HeaderAnnotation {
			return false
		}
		_, known := s.visited[holder]
		return !known
	})
	if found {
		s.undecidable = append(s.undecidable, keywordValue{keyword, v})
	}
}

// place says how the path from the root leads to the annotation. An embedded
// resource is a schema of its own: what is below it is no property of the tool.
func (a *annotation) place(p *schema.Position) {
	if p.Keyword == "properties" {
		a.property = p.Name
	}
	var path []string
	for at := p; at.Parent != nil; at = at.Parent {
		if at != p && isResource(at.Value) {
			a.left = "$id"
		}
		if at.Keyword != "properties" {
			a.left = at.Keyword
		}
		path = append(path, at.Name)
	}
	if a.left == "" && len(path) > 0 {
		slices.Reverse(path)
		a.path = path
	}
}

// isResource reports whether a schema's $id names more than a fragment.
func isResource(v *strictjson.Value) bool {
	id, _ := v.Get("$id").Str()
	return id != "" && id[0] != '#'
}

// within is the first annotation inside a value, or nil.
func (s *swept) within(v *strictjson.Value) *annotation {
	i := sort.Search(len(s.byStart), func(i int) bool { return s.byStart[i].holder.Start() >= v.Start() })
	if i < len(s.byStart) && s.byStart[i].holder.Start() < v.End() {
		return s.byStart[i]
	}
	return nil
}

// reach is the first annotation inside what a reference can lead to, or nil.
func (s *swept) reach(ref schema.Reference) *annotation {
	if ref.Target != nil {
		if a := s.within(ref.Target); a != nil {
			return a
		}
	}
	if ref.Anchor == "" {
		return nil
	}
	if a, known := s.reached[ref.Anchor]; known {
		return a
	}
	var first *annotation
	for _, target := range s.anchored[ref.Anchor] {
		if first = s.within(target); first != nil {
			break
		}
	}
	s.reached[ref.Anchor] = first
	return first
}
