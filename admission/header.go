package admission

import (
	"mcpreview/internal/protocol"
	"mcpreview/internal/schema"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// headerAnnotations counts the members x-mcp-header at schema positions and
// inside keywords that hold neither schemas nor data, which readers may take
// for schemas.
func headerAnnotations(root *strictjson.Value) int {
	n := 0
	schema.Walk(root, func(p schema.Position) {
		for name, v := range p.Value.Members() {
			switch {
			case shape.Alike(name, protocol.HeaderAnnotation):
				n++ // a near miss has to be told, too
			case schema.RoleOf(name) == schema.RoleSchema, schema.RoleOf(name) == schema.RoleData:
			default:
				n += membersNamed(v, protocol.HeaderAnnotation)
			}
		}
	})
	return n
}

// membersNamed counts the members of that name at any depth.
func membersNamed(v *strictjson.Value, name string) int {
	n := 0
	for _, e := range v.Elements() {
		n += membersNamed(e, name)
	}
	for k, m := range v.Members() {
		if shape.Alike(k, name) {
			n++
		}
		n += membersNamed(m, name)
	}
	return n
}
