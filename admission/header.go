package admission

import (
	"mcpreview/internal/protocol"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// headerAnnotations counts the members named x-mcp-header, or nearly so, at
// any depth of a schema. Where they stand is not asked here: a reference makes
// a schema of what stands in a default or an example.
func headerAnnotations(v *strictjson.Value) int {
	n := 0
	for name, m := range v.Members() {
		if shape.Alike(name, protocol.HeaderAnnotation) {
			n++
		}
		n += headerAnnotations(m)
	}
	for _, e := range v.Elements() {
		n += headerAnnotations(e)
	}
	return n
}
