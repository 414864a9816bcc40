package admission

import (
	"fmt"

	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A variant is one distinct descriptor of a row. Variants of different rows
// that are the same JSON value are judged once: the first leads.
type variant struct {
	*Descriptor
	entry    *entry // the first listing of it in the row: findings stand there
	leader   *variant
	findings []rule.Finding
}

type variantKey struct {
	digest   [32]byte
	revision *protocol.Revision
}

// share makes the rows' variants and splits them into those to judge and those
// that take over what was found of an equal one. A descriptor with faults is
// judged wherever it stands, since its places cannot be told by pointers.
func share(rows []*row) (leaders, followers []*variant) {
	first := map[variantKey]*variant{}
	for _, r := range rows {
		own := map[variantKey]*variant{}
		for _, e := range r.entries {
			key := variantKey{e.digest, e.revision}
			if e.variant = own[key]; e.variant != nil {
				continue
			}
			v := &variant{entry: e}
			own[key], e.variant = v, v
			r.differ = append(r.differ, v)
			v.leader = first[key]
			switch {
			case len(e.faults) > 0 || !e.value.Is(strictjson.Object):
				v.leader = nil
				leaders = append(leaders, v)
			case v.leader == nil:
				first[key] = v
				leaders = append(leaders, v)
			default:
				followers = append(followers, v)
			}
		}
	}
	return leaders, followers
}

// adopt takes over what was found of the leader, at the places of its own entry.
func (v *variant) adopt() {
	v.Descriptor = v.leader.Descriptor
	v.findings = make([]rule.Finding, len(v.leader.findings))
	for i, f := range v.leader.findings {
		at, missing := v.entry.value.Follow(f.Pointer)
		f.At = v.entry.doc().Locate(at, missing...)
		v.findings[i] = f
	}
}

// A judge collects what is found of one descriptor.
type judge struct {
	*variant
	value    *strictjson.Value
	revision *protocol.Revision
	policy   policy.Policy
	alike    map[kind]*tally

	nearKeywords []string // keywords of which a near miss was noted
}

type kind struct {
	rule   *rule.Rule
	effect rule.Effect
}

// A tally counts findings of one kind.
type tally struct {
	n    int
	last int // index of the last one that was kept
}

// mostAlike is how many findings of one rule and effect a descriptor gets; the
// rest is counted, so that a hostile one cannot fill the report.
const mostAlike = 50

// judge applies every rule that looks at the descriptor alone.
func (v *variant) judge(p policy.Policy) {
	v.Descriptor = &Descriptor{}
	j := &judge{variant: v, value: v.entry.value, revision: v.entry.revision, policy: p, alike: map[kind]*tally{}}
	switch {
	case len(v.entry.faults) > 0:
		// What a faulty descriptor says depends on its reader: beyond its
		// faults and its name there is nothing to judge.
		for _, f := range v.entry.faults {
			if j.room(f.Rule(), rule.Reject) {
				j.findings = append(j.findings, v.entry.spot().FindFault(f, rule.Reject, p.Limits.JSON()))
			}
		}
		if v.entry.named {
			j.name()
		}
	case !j.value.Is(strictjson.Object):
		j.notAnObject()
	default:
		v.Digest = digestText(v.entry.digest)
		j.name()
		j.optionalMembers()
		j.annotations()
		j.icons()
		j.meta()
		j.unknownMembers()
		j.schemas()
		j.hiddenText()
	}
	j.sayRest()
}

func (j *judge) notAnObject() {
	f := j.entry.spot().Find(ruleEntry, rule.Reject, rule.SpecMust, nil, "entry is "+j.value.Kind().String()+", not an object")
	// There is no tool object to start from: the pointer is that in the message.
	if page := j.entry.exchange; page.Response != nil {
		f.Pointer = page.Doc.PointerFrom(page.Response, j.value)
	} else {
		f.Pointer = page.Doc.PointerFrom(page.Value, j.value)
	}
	j.findings = append(j.findings, f)
}

// house reports whether demands of house policy apply.
func (j *judge) house() bool { return j.policy.Profile == rule.House }

// find makes a finding at a value of the descriptor; nil is the descriptor
// itself, and further tokens name members that are absent.
func (j *judge) find(r *rule.Rule, e rule.Effect, p rule.Provenance, at *strictjson.Value, text string, missing ...string) {
	if j.room(r, e) {
		j.findings = append(j.findings, j.entry.spot().Find(r, e, p, at, text, missing...))
	}
}

// room counts a finding and reports whether it is to be kept.
func (j *judge) room(r *rule.Rule, e rule.Effect) bool {
	t := j.alike[kind{r, e}]
	if t == nil {
		t = &tally{}
		j.alike[kind{r, e}] = t
	}
	t.n++
	if t.n > mostAlike {
		return false
	}
	t.last = len(j.findings)
	return true
}

// sayRest notes with the last finding of a kind how many were left out.
func (j *judge) sayRest() {
	for _, t := range j.alike {
		if t.n > mostAlike {
			j.findings[t.last].Text += fmt.Sprintf(" (%d more like it are not listed)", t.n-mostAlike)
		}
	}
}
