package schema

import "mcpreview/internal/strictjson"

// What the values of a document may cost together, in evaluations: those of
// honest tools need less than one for each byte, and under a hostile schema a
// few bytes cost all that one value may.
const (
	leastBudget   = 20_000_000
	budgetPerByte = 4 // of a document that is so long that this is more
)

// A Budget is what the values of one document may still cost that are held
// against schemas. It is not safe for concurrent use.
type Budget struct{ left int }

// NewBudget is that of a document of so many bytes.
func NewBudget(bytes int) *Budget { return &Budget{max(leastBudget, budgetPerByte*bytes)} }

// Affords takes what validating a value may cost and reports whether that was
// left. A nil schema and a nil value cost nothing.
func (b *Budget) Affords(s *Schema, v *strictjson.Value) bool {
	if s != nil && v != nil {
		b.left -= s.cost(v, b.left)
	}
	return b.left >= 0
}

// cost is how many evaluations validating a value may come to, at most the
// limit that the schema was compiled with: an upper bound, where that is no more
// than enough, else counted, which takes about as long as to validate.
func (s *Schema) cost(v *strictjson.Value, enough int) (n int) {
	if s.cheap(v, enough) {
		return s.bound(v)
	}
	defer func() {
		if recover() != nil { // as validating it will be thrown out of
			n = s.limit
		}
	}()
	whole := s.whole()
	if whole == nil || s.across {
		return 0 // it is not evaluated at all
	}
	c := counter{Schema: whole, left: s.limit}
	c.count(whole.compiled, v.Any(), place{})
	return s.limit - max(c.left, 0)
}

// What validating any value may cost: several times what honest tools need.
const (
	leastFree   = 5000
	freePerByte = 8

	countsPerEvaluation = 32 // evaluations that are counted in the time of one
)

// Excess is how many evaluations validating a value comes to beyond what any
// value of its length may cost, and most at most. It is 0 for the values of
// honest tools, and then mostly known without counting. A nil schema and a nil
// value cost nothing.
func (s *Schema) Excess(v *strictjson.Value, most int) (n int) {
	if s == nil || v == nil || s.across {
		return 0
	}
	free := leastFree + freePerByte*(v.End()-v.Start())
	if s.cheap(v, free) {
		return 0
	}
	defer func() {
		if recover() != nil { // as validating it will be thrown out of
			n = most
		}
	}()
	whole := s.whole()
	if whole == nil {
		return 0 // it is not evaluated at all
	}
	most = min(most, whole.evaluations())
	c := counter{Schema: whole, left: free + most}
	c.count(whole.compiled, v.Any(), place{})
	if c.left < 0 {
		return max(most/countsPerEvaluation, 1) // it is counted, and not evaluated
	}
	return max(most-c.left, 0)
}
