package schema

import (
	"fmt"
	"slices"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// reference is one $ref, $dynamicRef or $recursiveRef.
type reference struct {
	keyword *keyword
	at      *strictjson.Value // its text
	node    int32             // the schema it stands in
	next    int32             // another of the same schema
	targets []int32           // nodes; none where it leads out of the document
}

func (j *judge) refer(k *keyword, at *strictjson.Value, c context) {
	j.refs = append(j.refs, reference{keyword: k, at: at, node: c.parent, next: j.nodes[c.parent].ref})
	j.nodes[c.parent].ref = int32(len(j.refs) - 1)
}

// resolver finds the targets of references.
type resolver struct {
	*judge
	byValue map[*strictjson.Value]int32
	indexed int // nodes in byValue
	byURI   map[string]int32
	anchors map[anchorKey]int32 // indices into judge.anchors
	dynamic map[string][]int32  // nodes with a dynamic anchor of that name
	named   int                 // anchors in the two maps

	published library
}

// resolve finds the target of every reference. Values that only a reference
// makes schemas are judged as such.
func (j *judge) resolve() {
	r := resolver{
		judge: j, byValue: make(map[*strictjson.Value]int32, len(j.nodes)), byURI: make(map[string]int32),
		anchors: make(map[anchorKey]int32), dynamic: make(map[string][]int32),
	}
	for i := 0; i < len(j.refs); i++ { // grows on the way
		r.index()
		if len(j.nodes) > j.limits.Subschemas {
			return
		}
		targets := r.static(j.refs[i]) // may grow j.refs
		j.refs[i].targets = targets
	}
	r.index()
	if j.union {
		return
	}
	for i := range j.refs {
		r.addDynamic(&j.refs[i])
	}
}

// index takes in what was judged since the last time.
func (r *resolver) index() {
	for ; r.indexed < len(r.nodes); r.indexed++ {
		value := r.nodes[r.indexed].value
		if _, known := r.byValue[value]; !known {
			r.byValue[value] = int32(r.indexed)
		}
	}
	for i := len(r.byURI); i < len(r.resources); i++ {
		r.byURI[r.resources[i].uri] = int32(i)
	}
	for ; r.named < len(r.judge.anchors); r.named++ {
		a := &r.judge.anchors[r.named]
		if other, known := r.anchors[a.anchorKey]; known && r.judge.anchors[other].node != a.node {
			name := "$anchor"
			if a.dynamic {
				name = "$dynamicAnchor"
			} else if r.nodes[a.node].dialect.refAlone() {
				name = "$id"
			}
			r.invalid(name, r.nodes[a.node].dialect, a.at, "the name is declared twice")
			continue
		}
		r.anchors[a.anchorKey] = int32(r.named)
		if a.dynamic {
			r.dynamic[a.name] = append(r.dynamic[a.name], a.node)
		}
	}
}

// Why a reference does not lead to a schema.
const (
	notHere   = "is not in this document and is never fetched"
	notThere  = "does not exist"
	notSchema = "is not a schema"
	loops     = "only refers back to itself"
)

func (r *resolver) fail(at *strictjson.Value, why string) []int32 {
	r.problem(UnresolvedReference, at, "target "+rule.Quote(at.Text())+" "+why)
	return nil
}

// static is the target of a reference apart from the path of evaluation.
func (r *resolver) static(ref reference) []int32 {
	n := r.nodes[ref.node]
	uri, fragment, ok := join(r.resources[n.resource].uri, ref.at.Text())
	if !ok {
		return nil // the form of the keyword says so
	}
	in, here := r.byURI[uri]
	switch {
	case !here && isPublished(uri):
		r.bundle(ref.at, uri, fragment)
		return nil
	case !here:
		return r.fail(ref.at, notHere)
	case fragment != "" && fragment[0] != '/':
		a, known := r.anchors[anchorKey{in, fragment}]
		if !known {
			return r.fail(ref.at, notThere)
		}
		return []int32{r.judge.anchors[a].node}
	}
	target := r.resources[in].root.Resolve(fragment)
	switch {
	case target == nil || badEscape(fragment):
		return r.fail(ref.at, notThere)
	case !isSchema(target):
		return r.fail(ref.at, notSchema)
	}
	if at, known := r.byValue[target]; known {
		if n := &r.nodes[at]; !n.native {
			n.native = true // from the first reference on
			r.odd++
		}
		return []int32{at}
	}
	r.odd++
	return []int32{r.adopt(target)}
}

// badEscape reports a tilde that begins no escape of RFC 6901.
func badEscape(pointer string) bool {
	for i := 0; i < len(pointer); i++ {
		if pointer[i] == '~' && (i+1 == len(pointer) || pointer[i+1] != '0' && pointer[i+1] != '1') {
			return true
		}
	}
	return false
}

// adopt judges a value that stands in no schema position as a schema. Its
// surroundings are the innermost schema around it.
func (r *resolver) adopt(v *strictjson.Value) int32 {
	around := r.nodes[0]
	for _, n := range r.nodes {
		if n.value.Start() <= v.Start() && v.End() <= n.value.End() && n.value.Start() >= around.value.Start() {
			around = n
		}
	}
	return r.schema(v, context{
		parent: none, resource: around.resource, depth: 1, dialect: around.dialect, checked: true, native: true,
	})
}

// published judges a reference to a meta-schema.
func (r *resolver) bundle(at *strictjson.Value, uri, fragment string) {
	r.bundled, r.judge.dynamic = true, true
	if fragment != "" && !r.published.has(uri, fragment) {
		r.fail(at, notThere)
		return
	}
	r.problem(BundledReference, at, "target "+rule.Quote(at.Text())+" is a published meta-schema")
}

// addDynamic adds the targets that a reference may have on some path.
func (r *resolver) addDynamic(ref *reference) {
	if len(ref.targets) == 0 {
		return
	}
	static := ref.targets[0]
	switch ref.keyword.name {
	case "$dynamicRef":
		_, fragment, _ := join(base, ref.at.Text())
		candidates := r.dynamic[fragment]
		if slices.Contains(candidates, static) {
			ref.targets = append(ref.targets, without(candidates, static)...)
		}
		r.judge.dynamic = true
	case "$recursiveRef":
		if r.nodes[static].value.Get("$recursiveAnchor").True() {
			r.across = r.across || len(r.resources) > 1
			for _, res := range r.resources {
				if res.node != static && res.root.Get("$recursiveAnchor").True() {
					ref.targets = append(ref.targets, res.node)
				}
			}
		}
		r.judge.dynamic = true
	}
}

func without(nodes []int32, node int32) []int32 {
	return slices.DeleteFunc(slices.Clone(nodes), func(n int32) bool { return n == node })
}

// detours judges how many identifiers there are, and references to where the
// library does not look by itself: for each it goes over the whole schema.
func (j *judge) detours() {
	if n := saturatingMul(j.odd+len(j.resources)-1, len(j.nodes)); n > j.limits.Evaluation {
		j.problem(ExceedsBound, j.root, fmt.Sprintf("identifiers and references outside schema positions, times subschemas, %d exceeds %d", n, j.limits.Evaluation))
	}
}

// A Reference is one $ref, $dynamicRef or $recursiveRef at a schema position.
type Reference struct {
	Schema  *strictjson.Value // the schema it stands in
	Keyword string
	At      *strictjson.Value // its text
	// Target is the schema in this document that it leads to; nil where it
	// leads nowhere. It need not stand at a schema position.
	Target *strictjson.Value
	// Anchor is the name under which Anchored lists further targets; "" for none.
	Anchor string
}

// Anchored lists schemas by their plain names, and under RecursiveAnchor those
// to which any $recursiveRef may lead.
type Anchored map[string][]*strictjson.Value

// RecursiveAnchor is no plain name.
const RecursiveAnchor = "#"

// References resolves every reference at a schema position of root, and those
// in values that only a reference makes schemas, in the order of the document.
// It errs on the side of finding targets: keywords and anchors of all dialects
// count, and a name leads to every schema that has it. There are none where the
// dialect is unsupported or the schema exceeds the limits: such a schema is
// rejected for that.
func References(root *strictjson.Value, limits policy.Limits) ([]Reference, Anchored) {
	d, _ := declared(root.Get("$schema"))
	if d == 0 {
		return nil, nil
	}
	limits.PatternBytes = 0 // no pattern is compiled
	j := newJudge(root, limits)
	j.union = true
	j.start(d)
	if len(j.nodes) > limits.Subschemas || j.depth > limits.SchemaDepth {
		return nil, nil
	}
	j.resolve()
	all := make([]Reference, len(j.refs))
	for i := range j.refs {
		all[i] = j.exported(&j.refs[i])
	}
	return all, j.anchored()
}

func (j *judge) exported(ref *reference) Reference {
	r := Reference{Schema: j.nodes[ref.node].value, Keyword: ref.keyword.name, At: ref.at}
	if len(ref.targets) > 0 {
		r.Target = j.nodes[ref.targets[0]].value
	}
	switch _, fragment, _ := join(base, ref.at.Text()); {
	case fragment != "" && fragment[0] != '/':
		r.Anchor = fragment
	case r.Keyword == "$recursiveRef":
		r.Anchor = RecursiveAnchor
	}
	return r
}

func (j *judge) anchored() Anchored {
	all := make(Anchored)
	for _, a := range j.anchors {
		all[a.name] = append(all[a.name], j.nodes[a.node].value)
	}
	for i := range j.nodes {
		if v := j.nodes[i].value; v.Get("$recursiveAnchor").True() {
			all[RecursiveAnchor] = append(all[RecursiveAnchor], v)
		}
	}
	return all
}
