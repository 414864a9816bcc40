package schema

import (
	"cmp"
	"slices"
	"strconv"

	"mcpreview/internal/strictjson"
)

// A Position is one schema position.
type Position struct {
	Value *strictjson.Value
	// Keyword is the keyword under which the schema stands, Name its member
	// name or index there, "" where the keyword holds one schema. Both are ""
	// at the root.
	Keyword, Name string
	Depth         int       // 0 at the root
	Parent        *Position // nil at the root; valid during the visit only
}

// Walk visits every schema position at and below root once: each before those
// below it, keywords and then names in sorted order (indices by value),
// references not followed. The keywords are those of all dialects together, so
// that what the declared one ignores is visited, too. Objects and booleans are
// schemas; other values at such a place are not visited. The recursion is as
// deep as the document is nested, which its reader bounds.
func Walk(root *strictjson.Value, visit func(Position)) {
	WalkAll(root, visit, func(Position) {})
}

// WalkAll is Walk that hands what stands at the place of a schema and is none
// to stray: lists in dependencies, and whatever makes a schema invalid. Keyword
// and Name of a stray say where it stands, Parent the schema around it.
func WalkAll(root *strictjson.Value, visit, stray func(Position)) {
	walk(&Position{Value: root}, visit, stray)
}

func walk(p *Position, visit, stray func(Position)) {
	visit(*p)
	for _, m := range placesIn(p.Value) {
		below := func(name string, v *strictjson.Value) {
			next := Position{Value: v, Keyword: m.name, Name: name, Depth: p.Depth + 1, Parent: p}
			if isSchema(v) {
				walk(&next, visit, stray)
			} else {
				stray(next)
			}
		}
		switch place := keywords[m.name].place; {
		case m.value.Is(strictjson.Array) && (place == formSchemas || place == formItems):
			for i, element := range m.value.Elements() {
				below(strconv.Itoa(i), element)
			}
		case place == formSchema || place == formItems:
			below("", m.value)
		case place != formSchemas && m.value.Is(strictjson.Object):
			for _, named := range byName(m.value) {
				below(named.name, named.value)
			}
		default:
			stray(Position{Value: m.value, Keyword: m.name, Depth: p.Depth + 1, Parent: p})
		}
	}
}

// placesIn are the members that hold schemas, sorted.
func placesIn(v *strictjson.Value) []member {
	var found []member
	for name, value := range v.Members() {
		if k := keywords[name]; k != nil && k.place != formNone {
			found = append(found, member{name, value})
		}
	}
	return sorted(found)
}

func byName(v *strictjson.Value) []member {
	all := make([]member, 0, v.Len())
	for name, value := range v.Members() {
		all = append(all, member{name, value})
	}
	return sorted(all)
}

func sorted(members []member) []member {
	slices.SortStableFunc(members, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	return members
}
