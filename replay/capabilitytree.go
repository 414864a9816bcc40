package replay

import (
	"maps"
	"slices"
)

// A capabilityShape is what a capability is: an object of flags, which are
// booleans, and of further capabilities. Other members are free.
type capabilityShape struct {
	flags []string
	inner map[string]capabilityShape
}

var (
	leaf       = capabilityShape{}
	changeable = capabilityShape{flags: []string{"listChanged"}}
)

// taskShape is the tasks capability of a party that runs those operations.
func taskShape(requests map[string]capabilityShape) capabilityShape {
	return capabilityShape{inner: map[string]capabilityShape{"list": leaf, "cancel": leaf, "requests": {inner: requests}}}
}

// specShapes are the capabilities that the revision gives a shape, by party.
var specShapes = map[party]map[string]capabilityShape{
	client: {
		"experimental": leaf,
		"roots":        changeable,
		"sampling":     {inner: map[string]capabilityShape{"tools": leaf, "context": leaf}},
		"elicitation":  {inner: map[string]capabilityShape{formMode: leaf, urlMode: leaf}},
		"tasks": taskShape(map[string]capabilityShape{
			"sampling":    {inner: map[string]capabilityShape{"createMessage": leaf}},
			"elicitation": {inner: map[string]capabilityShape{"create": leaf}},
		}),
	},
	server: {
		"experimental": leaf,
		"logging":      leaf,
		"completions":  leaf,
		"prompts":      changeable,
		"tools":        changeable,
		"resources":    {flags: []string{"subscribe", "listChanged"}},
		"tasks":        taskShape(map[string]capabilityShape{"tools": {inner: map[string]capabilityShape{"call": leaf}}}),
	},
}

// specCapabilities checks a declaration. A capability that nobody knows is
// nobody's business.
func specCapabilities(j *judge, p party, n node) *Violation {
	for name, m := range n.members() {
		if shape, known := specShapes[p][name]; known {
			if v := j.capability(m, name, shape); v != nil {
				return v
			}
		}
	}
	return nil
}

func (j *judge) capability(n node, path string, shape capabilityShape) *Violation {
	known := keys{may: slices.AppendSeq(slices.Clone(shape.flags), maps.Keys(shape.inner))}
	if len(known.may) == 0 && n.isObject() {
		return nil
	}
	if v := j.object(n, 45, "capability "+path, known); v != nil {
		return v
	}
	for _, flag := range shape.flags {
		if m := n.get(flag); m.present() && !m.isBool() {
			return m.breaks(45, "capability "+path+"."+flag+" must be a boolean")
		}
	}
	for name, m := range n.members() {
		if inner, known := shape.inner[name]; known {
			if v := j.capability(m, path+"."+name, inner); v != nil {
				return v
			}
		}
	}
	return nil
}
