// Package schema judges JSON Schemas as evidence: a schema written by a server
// is bounded, resolved and checked as a whole before the schema library sees
// it, and a value is validated within a cost that is counted beforehand.
// Nothing is ever fetched.
package schema

import (
	"mcpreview/internal/policy"
	"mcpreview/internal/strictjson"
)

// A Schema is one compiled schema. It is safe for concurrent use.
type Schema struct {
	dialect    dialect
	subschemas int
}

// Compile judges the schema at root, a value of doc, and compiles it. The
// schema is nil where a problem with effect Reject stands. Problems come in a
// fixed order: by place, then kind.
func Compile(doc *strictjson.Document, root *strictjson.Value, limits policy.Limits) (*Schema, []Problem) {
	return nil, nil
}

// Dialect is the schema's dialect: "2020-12", "2019-09", "draft-07" or
// "draft-06".
func (s *Schema) Dialect() string { return s.dialect.String() }

// Subschemas is how many schemas, the root and boolean schemas included, the
// schema holds. The bound on a descriptor is on the sum of its two schemas.
func (s *Schema) Subschemas() int { return s.subschemas }

// Validate judges a value. It is Invalid only where a violation was found, and
// Valid only where the whole value was evaluated.
func (s *Schema) Validate(v *strictjson.Value) Outcome { return Outcome{} }

// Verdict is what became of a value. The zero value is invalid.
type Verdict uint8

// The three verdicts.
const (
	Valid Verdict = iota + 1
	Invalid
	NotJudged // evaluation would cost too much, or needs what cannot be evaluated here
)

// An Outcome is a verdict with the first violation, by the order of instance
// pointers. It never holds a part of the value but member names in Instance.
type Outcome struct {
	Verdict       Verdict
	Instance      string // pointer from the value judged
	SchemaPointer string // pointer from the schema's root to the schema that was violated
	Keyword       string
	Expected, Got string // JSON types, for the keyword type only
	Missing       string // a required member that is absent
	Reason        string // why it was not judged: a clause without final stop
}
