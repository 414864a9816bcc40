package outline

import (
	"mcpreview/internal/rule"
)

// A Facet is what a reader who filters looks for. The zero value stands for
// rows that are no judgement: they are always shown.
type Facet uint8

// The facets, in the order in which a reader is offered them.
const (
	Rejected Facet = iota + 1
	Conditional
	Missing // evidence that is asked for
	Admitted
	Noted      // what decides nothing, because it is a note or accepted
	Unexpected // a replayed case that went otherwise
	Expected   // a replayed case that went as its fixture says
)

var facetTitles = [...]string{
	Rejected: "Rejected", Conditional: "Conditional", Missing: "Evidence missing", Admitted: "Admitted", Noted: "Notes",
	Unexpected: "Otherwise", Expected: "As expected",
}

// Facets lists all of them, in order.
func Facets() []Facet {
	var all []Facet
	for f := Rejected; int(f) < len(facetTitles); f++ {
		all = append(all, f)
	}
	return all
}

// String is the facet as a reader is offered it.
func (f Facet) String() string { return facetTitles[f] }

// Asks reports whether rows of the facet ask for something to be done.
func (f Facet) Asks() bool {
	switch f {
	case Rejected, Conditional, Missing, Unexpected:
		return true
	}
	return false
}

// facetOf is the facet of a decision or effect in its own word; none for any
// other text.
var facetOf = map[string]Facet{
	rule.Rejected.String(): Rejected, rule.Refuse.String(): Rejected, rule.Reject.String(): Rejected,
	rule.Conditional.String(): Conditional, rule.Condition.String(): Conditional,
	rule.Request.String(): Missing,
	rule.Admit.String():   Admitted,
	rule.Note.String():    Noted,
}

// sort gives every row of a table with decisions its facet, unless it has one.
func (t *Table) sort() {
	for j, c := range t.Columns {
		if c.Kind != Decision {
			continue
		}
		for i := range t.Rows {
			r := &t.Rows[i]
			if r.Facet == 0 && r.Level != Always && len(r.Cells[j]) > 0 {
				r.Facet = facetOf[r.Cells[j][0].Text]
			}
		}
	}
}

// rules are the rules of those IDs that the catalogue has, each once.
func rules(ids ...string) []*rule.Rule {
	var known []*rule.Rule
	for _, id := range ids {
		r := rule.ByID(id)
		if r == nil {
			continue
		}
		again := false
		for _, k := range known {
			again = again || k == r
		}
		if !again {
			known = append(known, r)
		}
	}
	return known
}
