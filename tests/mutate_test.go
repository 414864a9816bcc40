package tests

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// A mutator makes JSON values that differ from a good one in one place. The
// same seed makes the same values.
type mutator struct{ *rand.Rand }

func newMutator(seed uint64) mutator { return mutator{rand.New(rand.NewPCG(seed, 0))} }

// wrongMembers are members that the protocol defines somewhere, with values of
// the wrong type or out of range there.
var wrongMembers = []struct {
	name  string
	value any
}{
	{"name", 7.0}, {"title", nil}, {"description", []any{}}, {"inputSchema", true}, {"outputSchema", nil}, {"outputSchema", []any{}},
	{"icons", map[string]any{}}, {"icons", []any{map[string]any{"mimeType": "image/png"}}}, {"theme", "sepia"}, {"sizes", "48x48"},
	{"annotations", []any{}}, {"annotations", nil}, {"annotations", map[string]any{"readOnlyHint": "yes"}}, {"destructiveHint", 0.0},
	{"annotations", map[string]any{"priority": 1.5}}, {"annotations", map[string]any{"audience": []any{"system"}}},
	{"priority", -0.1}, {"audience", "user"}, {"lastModified", 1.0}, {"_meta", []any{}}, {"_meta", nil},
	{"resultType", nil}, {"content", nil}, {"isError", "false"}, {"isError", nil}, {"text", nil}, {"data", 5.0}, {"mimeType", nil},
	{"blob", false}, {"size", 1.5}, {"size", "9"}, {"uri", nil}, {"type", "video"}, {"type", nil}, {"$schema", 7.0},
}

// mutate returns a copy of a value with one change, and what was changed.
func (m mutator) mutate(value any) (changed any, what string) {
	places := placesOf(value)
	p := places[m.IntN(len(places))]
	old := p.in(value)
	switch op := m.IntN(6); {
	case op == 0 && len(p) > 0:
		return p.without(value), "delete " + p.String()
	case op == 1:
		return p.with(value, nil), "null at " + p.String()
	case op == 2:
		if s, ok := old.(string); ok {
			return p.with(value, s+"-"), "other word at " + p.String()
		}
		return p.with(value, "word"), "word at " + p.String()
	case op == 3:
		if m.IntN(2) == 0 {
			return p.with(value, []any{old}), "wrap in an array " + p.String()
		}
		return p.with(value, map[string]any{"value": old}), "wrap in an object " + p.String()
	case op == 4:
		if object, ok := old.(map[string]any); ok {
			w := wrongMembers[m.IntN(len(wrongMembers))]
			grown := maps.Clone(object)
			grown[w.name] = w.value
			return p.with(value, grown), fmt.Sprintf("wrong %s in %s", w.name, p)
		}
	}
	other := []any{true, 1.5, -3.0, "", []any{}, map[string]any{}}[m.IntN(6)]
	return p.with(value, other), fmt.Sprintf("%T at %s", other, p)
}

// mutants makes n distinct values, none equal to the one that it changes.
func (m mutator) mutants(t testing.TB, value any, n int) []mutant {
	t.Helper()
	var made []mutant
	seen := map[string]bool{marshal(t, value): true}
	for range 100 * n {
		changed, what := m.mutate(value)
		text := marshal(t, changed)
		if seen[text] {
			continue
		}
		seen[text] = true
		// Mutants share what is not changed with the value; read again, they do not.
		if made = append(made, mutant{value: unmarshal(t, text), what: what}); len(made) == n {
			return made
		}
	}
	t.Fatalf("only %d of %d distinct mutants of %s", len(made), n, marshal(t, value))
	return nil
}

// A place is a way into a value: member names and indexes.
type place []any

func (p place) String() string {
	s := ""
	for _, step := range p {
		s += fmt.Sprintf("/%v", step)
	}
	return s
}

// placesOf lists every place in a value, the value itself first.
func placesOf(value any) []place {
	all := []place{{}}
	below := func(step any, v any) {
		for _, p := range placesOf(v) {
			all = append(all, append(place{step}, p...))
		}
	}
	switch v := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			below(name, v[name])
		}
	case []any:
		for i, e := range v {
			below(i, e)
		}
	}
	return all
}

func (p place) in(value any) any {
	for _, step := range p {
		switch s := step.(type) {
		case string:
			value = value.(map[string]any)[s]
		case int:
			value = value.([]any)[s]
		}
	}
	return value
}

// with returns a copy of the value that holds another one in this place.
func (p place) with(value, put any) any {
	return p.edit(value, func(any) (any, bool) { return put, true })
}

// without returns a copy of the value that lacks this place.
func (p place) without(value any) any {
	return p.edit(value, func(any) (any, bool) { return nil, false })
}

// edit copies the containers on the way; change says what stands in the place
// then, and whether anything does.
func (p place) edit(value any, change func(any) (any, bool)) any {
	if len(p) == 0 {
		changed, _ := change(value)
		return changed
	}
	inner, keep := p[1:].in(p[:1].in(value)), true
	if len(p) == 1 {
		inner, keep = change(inner)
	} else {
		inner = p[1:].edit(p[:1].in(value), change)
	}
	switch step := p[0].(type) {
	case string:
		object := maps.Clone(value.(map[string]any))
		if object[step] = inner; !keep {
			delete(object, step)
		}
		return object
	default:
		array, i := slices.Clone(value.([]any)), step.(int)
		if array[i] = inner; !keep {
			array = slices.Delete(array, i, i+1)
		}
		return array
	}
}
