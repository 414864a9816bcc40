// Package schema judges JSON Schemas as evidence: a schema written by a server
// is bounded, resolved and checked as a whole before the schema library sees
// it, and a value is validated within a cost that is counted beforehand.
// Nothing is ever fetched, and formats and contents are never asserted.
package schema

import (
	"math"
	"slices"
	"sync"

	"mcpreview/internal/policy"
	"mcpreview/internal/strictjson"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Schema is one compiled schema. It is safe for concurrent use.
type Schema struct {
	compiled   *jsonschema.Schema
	quick      *jsonschema.Schema // valid where compiled is; stops at the first violation
	dialect    dialect
	subschemas int

	limit int // of evaluations
	// worst bounds the evaluations per byte of a value; saturated where only
	// counting can tell.
	worst       int
	uniqueItems bool
	careful     bool // a pattern may stop an evaluation
	backtracks  bool // a match may cost more than the length of its text tells
	across      bool // a $recursiveRef may lead to another resource
	dynamic     map[string][]*jsonschema.Schema
	recursive   []*jsonschema.Schema // with $recursiveAnchor

	// direct stands in for what the library compiles, which is large; nil where it
	// cannot. That is made of root where a value needs it.
	direct *direct
	root   *strictjson.Value
	needed struct {
		sync.Mutex
		times   int
		library *Schema // with what the library compiled; nil until it is kept
	}
}

// within are limits that what was judged once meets, but for that on evaluation.
var within = policy.Limits{Subschemas: math.MaxInt, SchemaDepth: math.MaxInt, RefHops: math.MaxInt, PatternBytes: math.MaxInt}

// Compile judges the schema at root, a value of doc, and compiles it. The
// schema is nil where a problem with effect Reject stands. Problems come in the
// order of their pointers. What a number or a name within root lost to a fault
// of the document is not judged here.
func Compile(doc *strictjson.Document, root *strictjson.Value, limits policy.Limits) (*Schema, []Problem) {
	j := newJudge(root, limits)
	s := j.examine()
	if s != nil && !j.compile(s) {
		s = nil
	}
	sortProblems(doc, root, j.problems)
	return s, j.problems
}

// littleWeight is up to which weight of all schemas together it is not looked for
// how many of them can come together on one value.
const littleWeight = 8

// examine is Compile before the library is asked.
func (j *judge) examine() *Schema {
	d := j.rootDialect(j.root)
	if d == 0 {
		return nil
	}
	if !isSchema(j.root) {
		j.problem(InvalidSchema, j.root, "schema is not valid for "+d.String())
		return nil
	}
	j.start(d)
	j.bounds()
	if slices.ContainsFunc(j.problems, func(p Problem) bool { return p.Kind == ExceedsBound }) {
		return nil
	}
	s := &Schema{dialect: d, subschemas: len(j.nodes), limit: j.limits.Evaluation, worst: j.weight}
	switch {
	case len(j.refs)+len(j.anchors)+len(j.resources) > 1:
		j.follow(s)
	case j.weight > littleWeight:
		_, costs, _ := j.costs()
		s.worst = costs[0].worst()
	}
	if rejects(j.problems) {
		return nil
	}
	if j.unevaluated {
		s.worst = saturatingMul(s.worst, 2)
	}
	s.uniqueItems, s.careful, s.backtracks, s.across = j.uniqueItems, j.careful, j.backtracks, j.across
	return s
}

// compile has the library compile the schema, unless the direct form stands in
// for it, and keeps nothing of that: it is large, there may be as many versions of
// a tool as there are listings, and values are judged by one of them.
func (j *judge) compile(s *Schema) bool {
	form, plain := j.plan(s.dialect)
	if !plain && !j.build(s) {
		j.problem(InvalidSchema, j.root, "schema is not valid for "+s.dialect.String())
		return false
	}
	s.direct, s.root = form, j.root
	s.compiled, s.quick, s.dynamic, s.recursive = nil, nil, nil, nil
	return true
}

// whole is the schema with what the library compiled; nil where it refuses what
// was judged to be in order. Where the direct form proves most values, what the
// first of the others needs is not kept: of most tools there is no second one.
func (s *Schema) whole() *Schema {
	if s.compiled != nil {
		return s
	}
	s.needed.Lock()
	defer s.needed.Unlock()
	s.needed.times++
	if s.needed.library != nil || s.needed.times > 2 {
		return s.needed.library
	}
	limits := within
	limits.Evaluation = s.limit
	j := newJudge(s.root, limits)
	whole := j.examine()
	if whole == nil || !j.build(whole) {
		return nil
	}
	if s.direct == nil || s.needed.times > 1 {
		s.needed.library = whole
	}
	return whole
}

// follow judges the references and what they make of the cost.
func (j *judge) follow(s *Schema) {
	j.resolve()
	j.bounds()
	j.detours()
	if rejects(j.problems) {
		return
	}
	j.selfGraph()
	if rejects(j.problems) {
		return
	}
	worst, recursive := j.cost()
	s.subschemas = len(j.nodes)
	if recursive || j.bundled {
		worst = saturated
	}
	s.worst = saturatingMul(worst, 1+int(slices.Max(j.chain))/chainUnit)
}

// Dialect is the schema's dialect: "2020-12", "2019-09", "draft-07" or
// "draft-06".
func (s *Schema) Dialect() string { return s.dialect.String() }

// Subschemas is how many schemas there are, the root and boolean schemas
// included. The bound on a descriptor is on the sum of its two schemas.
func (s *Schema) Subschemas() int { return s.subschemas }
