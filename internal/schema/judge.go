package schema

import (
	"errors"
	"fmt"

	"mcpreview/internal/pattern"
	"mcpreview/internal/policy"
	"mcpreview/internal/strictjson"
)

// judge goes over a schema once: it checks every keyword against the dialect,
// compiles the patterns, counts, and notes what refers where.
type judge struct {
	limits   policy.Limits
	union    bool // references and anchors of every dialect count in each
	root     *strictjson.Value
	problems []Problem

	nodes     []node
	resources []resource
	anchors   []anchor
	refs      []reference
	patterns  map[string]*regex // nil for what is no pattern

	patternSize int // of all patterns

	depth       int   // of the deepest schema, the root's being 1
	deepest     int32 // the first node of that depth
	weight      int   // of one evaluation of each node
	uniqueItems bool
	unevaluated bool // some schema asks what was evaluated
	largeCounts bool // some count does not fit the library's integers
	hidden      bool // some const stands beside a $ref that hides it
	careful     bool // some pattern may stop an evaluation
	backtracks  bool // and is one whose matches cost more than their length tells

	odd     int // references to values that are no schema positions
	bundled bool
	dynamic bool // some reference depends on the path of evaluation
	across  bool // and is a $recursiveRef that may lead to another resource

	chain []int32 // of each node: how many schemas one after the other apply to the same value
	hops  []int32 // of each node: how many of those steps are references
}

// node is one schema position.
type node struct {
	value   *strictjson.Value
	keyword *keyword // under which it stands; nil for a root
	// The links are indices into judge.nodes, or judge.refs; -1 is none.
	child, next, ref int32
	resource         int32
	weight           int32
	dialect          dialect
	native           bool // the library finds it by itself
}

const none = int32(-1)

// context is what a schema takes over from its surroundings.
type context struct {
	parent   int32
	keyword  *keyword
	resource int32
	depth    int
	dialect  dialect
	checked  bool // stands where its dialect knows a schema
	native   bool // and where $id and anchors have their meaning
}

func newJudge(root *strictjson.Value, limits policy.Limits) *judge {
	return &judge{
		limits: limits, root: root,
		nodes:     make([]node, 0, min(typicalSubschemas, 1+(root.End()-root.Start())/typicalBytes)),
		resources: []resource{{uri: base, root: root}},
	}
}

// typicalSubschemas is more than most schemas have, typicalBytes less than most
// of them take.
const (
	typicalSubschemas = 24
	typicalBytes      = 16
)

// start judges the root and what is below it.
func (j *judge) start(d dialect) {
	j.schema(j.root, context{parent: none, depth: 1, dialect: d, checked: true, native: true})
}

func (j *judge) problem(kind ProblemKind, at *strictjson.Value, text string) {
	j.problems = append(j.problems, Problem{Kind: kind, At: at, Text: text})
}

// invalid reports a keyword; at is its value, or what in it is at fault.
func (j *judge) invalid(name string, d dialect, at *strictjson.Value, why string) {
	text := name + " is not valid for " + d.String()
	if why != "" {
		text += " (" + why + ")"
	}
	j.problem(InvalidSchema, at, text)
}

func isSchema(v *strictjson.Value) bool {
	return v.Is(strictjson.Object) || v.Is(strictjson.Bool)
}

// schema judges the schema v and those below it.
func (j *judge) schema(v *strictjson.Value, c context) int32 {
	at := int32(len(j.nodes))
	if c.depth > j.depth {
		j.depth, j.deepest = c.depth, at
	}
	j.nodes = append(j.nodes, node{
		value: v, keyword: c.keyword, child: none, next: none, ref: none,
		resource: c.resource, weight: 1, dialect: c.dialect, native: c.native && c.parent != none || at == 0,
	})
	if c.parent != none {
		j.nodes[at].next = j.nodes[c.parent].child
		j.nodes[c.parent].child = at
	}
	if v.Is(strictjson.Object) {
		c.parent = at
		j.identify(v, &c)
		j.nodes[at].dialect, j.nodes[at].resource = c.dialect, c.resource
		for name, value := range v.Members() {
			if k := keywords[name]; k != nil {
				j.keyword(k, value, c)
			}
		}
	}
	j.weight = saturatingAdd(j.weight, int(j.nodes[at].weight))
	return at
}

// keyword judges one member of a schema and goes on below it.
func (j *judge) keyword(k *keyword, v *strictjson.Value, c context) {
	f := k.forms[c.dialect]
	if c.checked && f != formNone && f < formSchema {
		if at, why := check(f, v); at != nil {
			j.invalid(k.name, c.dialect, at, why)
		} else {
			j.note(k, v, c)
		}
	}
	if f == formReference || j.union && k.forms[draft2020] == formReference {
		if v.Is(strictjson.String) {
			j.refer(k, v, c)
		}
	}
	if k.place != formNone {
		j.below(k, v, f, c)
	}
}

// note keeps what a valid keyword means for the cost and the library.
func (j *judge) note(k *keyword, v *strictjson.Value, c context) {
	weight := 0
	switch k.name {
	case "pattern":
		weight = j.pattern(k, v.Text(), v, c.dialect)
	case "enum":
		weight = enumWeight(v)
	case "const":
		weight = 1
		j.hidden = j.hidden || c.dialect.refAlone() && j.nodes[c.parent].value.Get("$ref") != nil
	case "required":
		weight = v.Len() / 8
	case "uniqueItems":
		if v.True() {
			weight = pairWeight
			j.uniqueItems = true
		}
	}
	if k.forms[draft2020] == formCount && v.Decimal().Exponent > 18 {
		j.largeCounts = true
	}
	j.nodes[c.parent].weight += int32(weight)
}

// below judges the schemas that a keyword holds.
func (j *judge) below(k *keyword, v *strictjson.Value, f form, c context) {
	known := c.checked && f != formNone
	sub := context{
		parent: c.parent, keyword: k, resource: c.resource, depth: c.depth + 1, dialect: c.dialect,
		checked: known, native: c.native && known && (k.name != "$defs" || c.dialect >= draft2019),
	}
	if known && (k.name == "unevaluatedProperties" || k.name == "unevaluatedItems") {
		j.unevaluated = true
	}
	one := func(v *strictjson.Value) {
		if isSchema(v) {
			j.schema(v, sub)
		} else if known {
			j.invalid(k.name, c.dialect, v, "")
		}
	}
	switch {
	case k.place == formSchema, k.place == formItems && !v.Is(strictjson.Array):
		one(v)
	case k.place == formItems || k.place == formSchemas:
		if known && (!v.Is(strictjson.Array) || v.Len() == 0 || f == formSchema) {
			j.invalid(k.name, c.dialect, v, "")
			known = false // said once
		}
		for _, element := range v.Elements() {
			one(element)
		}
	default:
		if known && !v.Is(strictjson.Object) {
			j.invalid(k.name, c.dialect, v, "")
		}
		for name, member := range v.Members() {
			if f == formPatternMap && known {
				j.nodes[c.parent].weight += int32(j.pattern(k, name, member, c.dialect))
			}
			if k.place == formDependencies && member.Is(strictjson.Array) {
				if at, why := distinctStrings(member); known && at != nil {
					j.invalid(k.name, c.dialect, at, why)
				}
				continue
			}
			one(member)
		}
	}
}

// regex is a pattern as the schema library takes it.
type regex struct {
	text string
	*pattern.Pattern
	size    int
	burden  int  // evaluations that a match is charged, whatever the string
	unknown bool // whether it is ambiguous
}

// errLong is said of a match that would take too much work; see pattern.Work.
const errLong = "text too long for a pattern that needs backtracking"

// work is what a match against s costs, in steps of a pattern; false where it is
// more than one match may cost.
func (r *regex) work(s string) (steps int, ok bool) {
	switch {
	case r.Pattern == nil:
		return 0, true
	case r.untried(s):
		return 0, false
	}
	if steps, backtracks := r.Work(s); backtracks {
		return steps, steps <= pattern.MaxWork
	}
	return saturatingMul(r.size, len(s)), true
}

// pattern judges a regular expression once and returns its weight.
func (j *judge) pattern(k *keyword, text string, at *strictjson.Value, d dialect) int {
	if len(text) > j.limits.PatternBytes {
		j.problem(ExceedsBound, at, fmt.Sprintf("pattern length %d exceeds %d", len(text), j.limits.PatternBytes))
		return 0
	}
	r, known := j.patterns[text]
	if !known {
		r = j.compilePattern(text)
		if j.patterns == nil {
			j.patterns = make(map[string]*regex)
		}
		j.patterns[text] = r
	}
	switch {
	case r == nil:
		j.problem(InvalidPattern, at, k.name+" is not valid for "+d.String()+" (not a regular expression of ECMA-262)")
		return 0
	case r.Pattern == nil:
		j.careful = true
		j.problem(PatternNotEvaluated, at, "pattern is legal ECMA-262 but cannot be evaluated here")
		return 0
	}
	j.careful = j.careful || r.burden > 0 || r.MayBacktrack()
	j.backtracks = j.backtracks || r.MayBacktrack()
	switch {
	case r.unknown:
		j.problem(AmbiguousPattern, at, "pattern cannot be shown to be unambiguous: the patterns of this schema are too large together")
	case r.Ambiguity() == pattern.AmbiguityUndecided:
		j.problem(AmbiguousPattern, at, "pattern cannot be shown to be unambiguous: backtracking over it may exceed any time limit")
	case r.Ambiguous():
		j.problem(AmbiguousPattern, at, "pattern is ambiguous: backtracking over it can exceed any time limit")
	}
	if r.NeedsNonUnicode() {
		j.problem(NotPortablePattern, at, "pattern is legal only without the u flag of ECMA-262")
	}
	return 1 + r.size/patternUnit + r.burden
}

// compilePattern returns nil for what is no pattern, and a regex without one
// for what cannot be evaluated.
func compilePattern(text string) *regex {
	p, err := pattern.Shared(text)
	var illegal *pattern.SyntaxError
	switch {
	case err == nil:
		return &regex{text: text, Pattern: p, size: p.Size()}
	case errors.As(err, &illegal):
		return nil
	}
	return &regex{text: text}
}

// untried reports that s is not matched since the pattern's ambiguity is not
// looked into.
func (r *regex) untried(s string) bool { return r.unknown && r.MayBacktrack() && s != "" }

// patternBudget bounds the sizes of the patterns of one schema that are
// analysed for ambiguity, which takes about a microsecond for each unit.
const patternBudget = 1_000_000

func (j *judge) compilePattern(text string) *regex {
	r := compilePattern(text)
	if r == nil || r.Pattern == nil {
		return r
	}
	j.patternSize = saturatingAdd(j.patternSize, r.size)
	r.unknown = j.patternSize > patternBudget
	if r.unknown || r.Ambiguous() && r.Backtracks() {
		r.burden = ambiguousBurden
	}
	return r
}

// bounds judges the whole against the limits.
func (j *judge) bounds() {
	if n := len(j.nodes); n > j.limits.Subschemas {
		j.problem(ExceedsBound, j.root, fmt.Sprintf("subschema count %d exceeds %d", n, j.limits.Subschemas))
	}
	if j.depth > j.limits.SchemaDepth {
		j.problem(ExceedsBound, j.nodes[j.deepest].value, fmt.Sprintf("schema depth %d exceeds %d", j.depth, j.limits.SchemaDepth))
	}
}
