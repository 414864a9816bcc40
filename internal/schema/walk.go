package schema

import "mcpreview/internal/strictjson"

// A Position is one schema position of a document.
type Position struct {
	Value *strictjson.Value
	// Keyword is the keyword under which the schema stands, Name its name there
	// (a member name, an index, or "" where the keyword holds one schema).
	// Both are "" at the root.
	Keyword, Name string
	Depth         int // from 0 at the root
	// Direct is true for /properties/{name}, one step below the root.
	Direct bool
	// Parent is the enclosing position; nil at the root.
	Parent *Position
}

// Walk visits every schema position at and below root once: each before those
// below it, keywords and names in sorted order, references not followed. What
// a keyword's dialect ignores is visited too. Boolean schemas are visited;
// values of a type that no schema has are not.
func Walk(root *strictjson.Value, visit func(Position)) {
}
