package headers

import (
	"fmt"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// Annotations judges every x-mcp-header of one tool: HDR-01 to HDR-13 and
// HDR-15, and JSON-07 for names that nearly are it. The spot's base is the tool
// object; revision is the one in force for it, transport a protocol.Transport
// constant or "" where none is known. Schemas that other rules reject are swept
// all the same. bindings are what the annotations give, by path, those included
// whose names are sensitive or whose values are out of range: of a tool that a
// finding rejects they are no more than a record. The findings are sorted.
//
// Under the specification's profile nothing is judged where it gives the
// annotation no meaning: over stdio and before revision 2026-07-28.
func Annotations(spot evidence.Spot, revision *protocol.Revision, transport string, p policy.Policy) (bindings []Binding, findings []rule.Finding) {
	stdio := transport == protocol.TransportStdio
	if p.Profile == rule.Spec && (stdio || !revision.HeaderCopies) {
		return nil, nil
	}
	j := judge{spot: spot, policy: p, stdio: stdio, must: rule.SpecMust, found: make(map[sortOf]int)}
	if !revision.HeaderCopies {
		j.must = rule.Policy
	}
	if v := spot.Base.Get("inputSchema"); mentioned(v) {
		j.input(v)
	}
	if v := spot.Base.Get("outputSchema"); p.Profile == rule.House && mentioned(v) {
		j.output(v)
	}
	j.left()
	return j.bindings, rule.Sort(j.findings)
}

// judge judges the annotations of one tool.
type judge struct {
	spot   evidence.Spot
	policy policy.Policy
	stdio  bool
	must   rule.Provenance // of what is a MUST where the revision knows the annotation

	dialect  string                 // of inputSchema, "" where it is unsupported
	taken    map[string]*annotation // by header name in lower case
	alike    map[string]*annotation // by the same with "-" for "_"
	bindings []Binding
	findings []rule.Finding
	found    map[sortOf]int
}

// sortOf is what findings are counted by.
type sortOf struct {
	rule   *rule.Rule
	effect rule.Effect
}

// listed is how many findings of one sort a tool gets: schemas of any size are
// swept, and one finding decides.
const listed = 100

// find adds a finding. missing names a member below at that is absent.
func (j *judge) find(r *rule.Rule, e rule.Effect, p rule.Provenance, at *strictjson.Value, text string, missing ...string) {
	if j.found[sortOf{r, e}]++; j.found[sortOf{r, e}] > listed {
		return
	}
	if j.stdio && e != rule.Note && r != ruleNearMiss {
		text += " (checked although the evidence is stdio)"
	}
	j.findings = append(j.findings, j.spot.Find(r, e, p, at, text, missing...))
}

// left says how many findings are not listed, in the last one of their sort.
func (j *judge) left() {
	for i := len(j.findings) - 1; i >= 0; i-- {
		f := &j.findings[i]
		if n := j.found[sortOf{f.Rule, f.Effect}]; n > listed {
			f.Text += fmt.Sprintf(" (and %d more such findings)", n-listed)
			delete(j.found, sortOf{f.Rule, f.Effect})
		}
	}
}

// pointer is where a value stands in the tool, as findings print it.
func (j *judge) pointer(v *strictjson.Value) string {
	return rule.EscapePointer(j.spot.Doc.PointerFrom(j.spot.Base, v))
}

func (j *judge) input(root *strictjson.Value) {
	s := sweep(root, j.policy.Limits)
	j.stray(s)
	j.dialect, _ = schema.DialectOf(root)
	j.taken, j.alike = make(map[string]*annotation), make(map[string]*annotation)
	for _, a := range s.annotations {
		if !a.adopted {
			j.annotation(a)
		}
	}
	for _, ref := range s.references {
		if a := s.reach(ref); a != nil {
			text := "target " + rule.Quote(ref.At.Text()) + " contains an annotation at " + j.pointer(a.value)
			j.find(ruleReference, rule.Reject, j.must, ref.At, text)
			if n := j.found[sortOf{ruleReference, rule.Reject}]; n <= listed {
				j.findings[len(j.findings)-1].Related = []rule.Location{j.spot.Doc.Locate(a.value)}
			}
		}
	}
}

func (j *judge) output(root *strictjson.Value) {
	s := sweep(root, j.policy.Limits)
	j.stray(s)
	for _, a := range s.annotations {
		j.find(ruleOutput, rule.Reject, rule.Policy, a.value, "annotation in outputSchema")
	}
}

// stray judges what is no annotation, or not surely.
func (j *judge) stray(s *swept) {
	for _, m := range s.nearMisses {
		j.find(ruleNearMiss, rule.Condition, rule.SpecMust, m.Value, m.NearMiss())
	}
	for _, m := range s.undecidable {
		kind := "unknown keyword "
		if schema.RoleOf(m.name) != schema.RoleUnknown {
			kind = "keyword "
		}
		j.find(ruleUndecidable, rule.Condition, rule.Policy, m.value, protocol.HeaderAnnotation+" inside "+kind+rule.Quote(m.name)+" cannot be judged")
	}
}
