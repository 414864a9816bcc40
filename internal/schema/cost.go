package schema

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"math/big"
	"reflect"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpreview/internal/strictjson"
)

// One evaluation is what applying a small schema to a value costs, about
// 0.3 µs; the units below say how much of other work comes to one.
const (
	patternUnit  = 64  // steps of a pattern: its size times the string's length, or pattern.Work
	chainUnit    = 16  // schemas around one on the same value, looked through for a loop
	compareUnit  = 8   // comparisons with a string or a literal
	lengthUnit   = 256 // bytes of a text whose characters are counted
	memberUnit   = 16  // members gone through by a schema that applies to their object
	notingUnit   = 2   // members or elements noted as evaluated or not, by each schema under one that asks for it
	numberWeight = 2   // evaluations that comparing two numbers comes to
	pairWeight   = 10  // comparisons per element where few elements are compared pairwise
	fewPairs     = 20  // up to how many elements the library compares pairwise

	// ambiguousBurden is charged for each match of a pattern that backtracks and
	// is ambiguous.
	ambiguousBurden = 5000

	// carefulLimit replaces a higher limit where the library has to collect
	// every violation, each of which takes memory.
	carefulLimit = 100_000
	// uniqueBytes is how long a value may be to be validated uncounted
	// though its schema wants distinct elements.
	uniqueBytes = 4096
	// maxStack bounds the schemas that stand open at a time.
	maxStack = 50_000
)

func enumWeight(v *strictjson.Value) int {
	weight := 0
	for _, e := range v.Elements() {
		if e.Is(strictjson.Number) {
			weight += numberWeight
		}
	}
	return weight + v.Len()/compareUnit
}

// counter counts the evaluations that validating a value comes to, and gives
// up where none are left.
type counter struct {
	*Schema
	left    int
	tooLong bool // some match would take too much work
}

// afford says why validating a value is too much within a limit, "" where it is
// not. The answer does not depend on the order in which members are met.
func (s *Schema) afford(v any, limit int) string {
	c := counter{Schema: s, left: limit}
	switch {
	case !c.count(s.compiled, v, place{}):
		return fmt.Sprintf("evaluation exceeds %d on the supplied instance", limit)
	case c.tooLong:
		return errLong
	}
	return ""
}

// spend takes n off what is left and reports whether anything is.
func (c *counter) spend(n int) bool {
	c.left -= n
	return c.left >= 0
}

// A place is where an evaluation stands.
type place struct {
	chain  int  // schemas that stand open around it on the same value
	stack  int  // schemas that stand open in all
	noting bool // one of the chain asks which members or elements were evaluated
}

// count goes the way of the library.
func (c *counter) count(s *jsonschema.Schema, v any, at place) bool {
	if s == nil {
		return true
	}
	if at.stack > maxStack || !c.spend(1+at.chain/chainUnit) {
		return false
	}
	if s.Bool != nil {
		return true
	}
	inner := place{at.chain + 1, at.stack + 1, notes(s, v, at.noting)}
	if s.Ref != nil && s.DraftVersion < 2019 {
		return c.count(s.Ref, v, inner)
	}
	if !c.literals(s, v) || !c.spend(breadth(v, inner.noting)) {
		return false
	}
	ok := true
	self := func(sub *jsonschema.Schema) { ok = ok && c.count(sub, v, inner) }
	below := func(sub *jsonschema.Schema, v any) { ok = ok && c.count(sub, v, place{stack: at.stack + 1}) }
	switch v := v.(type) {
	case map[string]any:
		ok = c.spend(len(s.Required) / compareUnit)
		for name, dep := range s.Dependencies {
			if _, present := v[name]; present {
				eachIn(dep, self)
			}
		}
		for name, sub := range s.DependentSchemas {
			if _, present := v[name]; present {
				self(sub)
			}
		}
		c.members(s, v, below)
	case []any:
		ok = !s.UniqueItems || c.spend(pairs(v))
		for i, element := range v {
			c.element(s, i, element, below)
		}
	case string:
		ok = s.MinLength == nil && s.MaxLength == nil || c.spend(len(v)/lengthUnit)
		if r, is := s.Pattern.(*regex); is {
			matched, _ := c.match(r, v)
			ok = ok && matched
		}
	}
	for _, list := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for _, sub := range list {
			self(sub)
		}
	}
	for _, sub := range []*jsonschema.Schema{s.Ref, s.Not, s.If, s.Then, s.Else} {
		self(sub)
	}
	c.dynamicTargets(s, self)
	return ok && c.left >= 0
}

// notes reports whether the library notes down, while a schema applies to a
// value, which of its members or elements were evaluated: where the schema asks
// for it, or one of the chain around it does.
func notes(s *jsonschema.Schema, v any, around bool) bool {
	switch v.(type) {
	case map[string]any:
		return s.AdditionalProperties == nil && (around || s.UnevaluatedProperties != nil)
	case []any:
		_, all := s.Items.(*jsonschema.Schema)
		return s.AdditionalItems == nil && s.Items2020 == nil && !all && (around || s.UnevaluatedItems != nil)
	}
	return false
}

// breadth is what each schema that applies to a value costs for every member or
// element, whatever it says of them.
func breadth(v any, noting bool) int {
	n, cost := 0, 0
	switch v := v.(type) {
	case map[string]any:
		n = len(v)
		cost = n / memberUnit
	case []any:
		n = len(v)
	}
	if noting {
		cost += n / notingUnit
	}
	return cost
}

// dynamicTargets calls do for each schema that a dynamic reference may lead to.
func (c *counter) dynamicTargets(s *jsonschema.Schema, do func(*jsonschema.Schema)) {
	if ref := s.RecursiveRef; ref != nil {
		do(ref)
		for _, sub := range c.recursive {
			if ref.RecursiveAnchor && sub != ref {
				do(sub)
			}
		}
	}
	if s.DynamicRef != nil {
		ref := s.DynamicRef.Ref
		do(ref)
		for _, sub := range c.dynamic[ref.DynamicAnchor] {
			if ref.DynamicAnchor != "" && ref.DynamicAnchor == s.DynamicRef.Anchor && sub != ref {
				do(sub)
			}
		}
	}
}

// literals counts what comparing with const and enum comes to.
func (c *counter) literals(s *jsonschema.Schema, v any) bool {
	n := 0
	if s.Enum != nil {
		n = len(s.Enum.Values)
	}
	if s.Const != nil {
		n++
	}
	if n == 0 {
		return true
	}
	switch v.(type) {
	case json.Number:
		return c.spend(n * numberWeight)
	case map[string]any, []any:
		return c.spend(saturatingMul(n, size(v, c.left)))
	}
	return c.spend(n / compareUnit)
}

// size is how many values a value holds, itself included, up to a bound.
func size(v any, bound int) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, sub := range v {
			if n > bound {
				break
			}
			n += size(sub, bound-n)
		}
	case []any:
		for _, sub := range v {
			if n > bound {
				break
			}
			n += size(sub, bound-n)
		}
	}
	return n
}

// match spends what a match comes to; tried is false where it would take too
// much work, which costs nothing.
func (c *counter) match(r *regex, s string) (ok, tried bool) {
	steps, tried := r.work(s)
	if !tried {
		c.tooLong = true
		return true, false
	}
	return c.spend(saturatingAdd(steps/patternUnit, r.burden)), true
}

// members counts what applying a schema to the members of an object comes to.
func (c *counter) members(s *jsonschema.Schema, v map[string]any, below func(*jsonschema.Schema, any)) {
	_, more := s.AdditionalProperties.(*jsonschema.Schema)
	if more || len(s.PatternProperties) > 0 || s.PropertyNames != nil || s.UnevaluatedProperties != nil || len(s.Properties) > len(v) {
		for name, value := range v {
			c.member(s, name, value, below)
		}
		return
	}
	for name, sub := range s.Properties {
		if value, present := v[name]; present {
			below(sub, value)
		}
	}
}

func (c *counter) member(s *jsonschema.Schema, name string, v any, below func(*jsonschema.Schema, any)) {
	evaluated := false
	if sub, declared := s.Properties[name]; declared {
		evaluated = true
		below(sub, v)
	}
	for re, sub := range s.PatternProperties {
		ok, tried := c.match(re.(*regex), name)
		if !ok || !c.spend(1) {
			return
		}
		if tried && re.MatchString(name) {
			evaluated = true
			below(sub, v)
		}
	}
	below(s.PropertyNames, name)
	if !evaluated {
		eachIn(s.AdditionalProperties, func(sub *jsonschema.Schema) { below(sub, v) })
		below(s.UnevaluatedProperties, v)
	}
}

func (c *counter) element(s *jsonschema.Schema, i int, v any, below func(*jsonschema.Schema, any)) {
	evaluated := true
	list, _ := s.Items.([]*jsonschema.Schema)
	switch {
	case i < len(s.PrefixItems):
		below(s.PrefixItems[i], v)
	case s.Items2020 != nil:
		below(s.Items2020, v)
	case i < len(list):
		below(list[i], v)
	default:
		one, _ := s.Items.(*jsonschema.Schema)
		more, _ := s.AdditionalItems.(*jsonschema.Schema)
		if one == nil && list != nil {
			one = more
		}
		below(one, v)
		evaluated = one != nil
	}
	below(s.Contains, v)
	if !evaluated {
		below(s.UnevaluatedItems, v)
	}
}

// pairs counts the comparisons that finding two equal elements takes. The
// library hashes a long array and compares the elements of equal hash; its hash
// runs over the scalars without their borders, so that many unequal arrays and
// objects can be given the same.
func pairs(elements []any) int {
	if len(elements) <= fewPairs {
		return len(elements) * len(elements) / 2 * numberWeight
	}
	seed := maphash.MakeSeed()
	type group struct {
		first any
		count int
	}
	groups := make(map[uint64]group, len(elements))
	n := len(elements)
	for _, e := range elements {
		var h maphash.Hash
		h.SetSeed(seed)
		hash(&h, e)
		sum := h.Sum64()
		g, known := groups[sum]
		if !known {
			groups[sum] = group{e, 1}
			continue
		}
		if reflect.DeepEqual(g.first, e) {
			return n // the library stops here, too
		}
		n = saturatingAdd(n, saturatingMul(g.count, size(e, saturated)))
		g.count++
		groups[sum] = g
	}
	return n
}

// hash writes what the library writes for a value.
func hash(h *maphash.Hash, v any) {
	switch v := v.(type) {
	case map[string]any:
		_ = h.WriteByte(0)
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			hash(h, name)
			hash(h, v[name])
		}
	case []any:
		_ = h.WriteByte(1)
		for _, sub := range v {
			hash(h, sub)
		}
	case nil:
		_ = h.WriteByte(2)
	case bool:
		_ = h.WriteByte(3)
		if v {
			_ = h.WriteByte(1)
		} else {
			_ = h.WriteByte(0)
		}
	case string:
		_ = h.WriteByte(4)
		_, _ = h.WriteString(v)
	case json.Number:
		_ = h.WriteByte(5)
		if r, ok := new(big.Rat).SetString(v.String()); ok {
			_, _ = h.Write(r.Num().Bytes())
			_, _ = h.Write(r.Denom().Bytes())
		}
	}
}
