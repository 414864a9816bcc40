package headers

import (
	"fmt"

	"mcpreview/internal/strictjson"
)

// Prefix begins the final name of every header that carries an argument.
const Prefix = "Mcp-Param-"

// Type is the declared type of an annotated property. The zero value is invalid.
type Type uint8

// The types that have a header form.
const (
	String Type = iota + 1
	Integer
	Boolean
)

var typeNames = [...]string{String: "string", Integer: "integer", Boolean: "boolean"}

// String is the type's name in JSON Schema.
func (t Type) String() string {
	if t == 0 || int(t) >= len(typeNames) {
		panic(fmt.Sprintf("headers: invalid type %d", t))
	}
	return typeNames[t]
}

// ParseType is the inverse of String; the error names the accepted words.
func ParseType(name string) (Type, error) {
	for t := String; int(t) < len(typeNames); t++ {
		if typeNames[t] == name {
			return t, nil
		}
	}
	return 0, fmt.Errorf("type %q is not one of string, integer, boolean", name)
}

// A Binding is an admitted annotation: it ties one argument to one header.
type Binding struct {
	Property string   // the last name of Path
	Path     []string // names from the arguments object to the value; one name under the house policy
	Pointer  string   // of the property's schema, from the tool object
	Name     string   // the annotation's value
	Header   string   // the final header name: Prefix and Name
	Type     Type
}

// Argument is the value that a call's arguments give to the binding, or nil.
func (b *Binding) Argument(arguments *strictjson.Value) *strictjson.Value {
	return arguments.Path(b.Path...)
}
