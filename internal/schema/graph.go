package schema

import (
	"fmt"
	"slices"

	"mcpreview/internal/rule"
)

// edge leads from a schema to one that is evaluated because of it.
type edge struct {
	to    int32
	ref   int32 // the reference it follows, or none
	reach reach
}

// edges calls yield for each schema that evaluating node n leads to, by the
// rules of its dialect.
func (j *judge) edges(n int32, yield func(edge)) {
	at := &j.nodes[n]
	alone := false
	for r := at.ref; r != none; r = j.refs[r].next {
		alone = alone || j.refs[r].keyword.name == "$ref" && at.dialect.refAlone()
		for _, target := range j.refs[r].targets {
			yield(edge{target, r, reachSelf})
		}
	}
	if alone {
		return
	}
	for c := at.child; c != none; c = j.nodes[c].next {
		k := j.nodes[c].keyword
		if k.reach == reachNone || k.forms[at.dialect] == formNone {
			continue
		}
		if (k.name == "then" || k.name == "else") && at.value.Get("if") == nil {
			continue
		}
		yield(edge{c, none, k.reach})
	}
}

// components are the strongly connected components of a graph over the nodes,
// by Tarjan's algorithm. Every edge that leaves a component leads to one that
// stands before it in order.
type components struct {
	of    []int32 // component of each node
	size  []int32
	order []int32 // nodes, component by component

	successors func(n int32, yield func(edge))
	index, low []int32
	stack      []int32
	next       int32
}

func (j *judge) components(selfOnly bool) *components {
	n := len(j.nodes)
	numbers := make([]int32, 3*n)
	c := &components{of: numbers[:n], index: numbers[n : 2*n], low: numbers[2*n:], order: make([]int32, 0, n)}
	c.successors = j.edges
	if selfOnly {
		c.successors = func(n int32, yield func(edge)) {
			j.edges(n, func(e edge) {
				if e.reach == reachSelf {
					yield(e)
				}
			})
		}
	}
	for i := range c.of {
		c.of[i] = none
	}
	for i := range j.nodes {
		if c.index[i] == 0 {
			c.visit(int32(i))
		}
	}
	return c
}

// visit recurses as deep as there are nodes, which the limits bound.
func (c *components) visit(n int32) {
	c.next++
	c.index[n], c.low[n] = c.next, c.next
	c.stack = append(c.stack, n)
	c.successors(n, func(e edge) {
		if c.index[e.to] == 0 {
			c.visit(e.to)
			c.low[n] = min(c.low[n], c.low[e.to])
		} else if c.of[e.to] == none {
			c.low[n] = min(c.low[n], c.index[e.to])
		}
	})
	if c.low[n] != c.index[n] {
		return
	}
	number := int32(len(c.size))
	c.size = append(c.size, 0)
	for {
		m := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		c.of[m] = number
		c.size[number]++
		c.order = append(c.order, m)
		if m == n {
			return
		}
	}
}

// selfGraph judges the references that apply to the same value: loops, which
// never end, and chains, which are bounded.
func (j *judge) selfGraph() {
	c := j.components(true)
	looping := make([]bool, len(j.refs))
	for n := range j.nodes {
		c.successors(int32(n), func(e edge) {
			if e.ref != none && c.of[e.to] == c.of[n] && !looping[e.ref] {
				looping[e.ref] = true
				at := j.refs[e.ref].at
				j.problem(UnresolvedReference, at, "target "+rule.Quote(at.Text())+" "+loops)
			}
		})
	}
	j.chain, j.hops = make([]int32, len(j.nodes)), make([]int32, len(j.nodes))
	longest := reference{}
	most := 0
	for _, n := range c.order {
		c.successors(n, func(e edge) {
			if c.of[e.to] == c.of[n] {
				return
			}
			j.chain[n] = max(j.chain[n], j.chain[e.to]+1)
			hops := j.hops[e.to]
			if e.ref != none {
				hops++
				if ref := j.refs[e.ref]; int(hops) > most || int(hops) == most && ref.at.Start() < longest.at.Start() {
					most, longest = int(hops), ref
				}
			}
			j.hops[n] = max(j.hops[n], hops)
		})
	}
	if most > j.limits.RefHops {
		j.problem(ExceedsBound, longest.at, fmt.Sprintf("reference hops %d exceeds %d", most, j.limits.RefHops))
	}
}

// cost is what evaluations of one schema can come to on one value, or on one
// value below it, edges inside a component left out.
type cost struct {
	self  int // on the value itself
	below int // on any one value below
}

func (c cost) worst() int { return max(c.self, c.below) }

// spread adds up what the schemas below a value can come to on one of its
// members or elements.
type spread struct{ member, eachMember, element, eachElement int }

func (s *spread) add(r reach, n int) {
	switch r {
	case reachMember:
		s.member = max(s.member, n)
	case reachEachMember:
		s.eachMember = saturatingAdd(s.eachMember, n)
	case reachElement:
		s.element = max(s.element, n)
	case reachEachElement:
		s.eachElement = saturatingAdd(s.eachElement, n)
	case reachNone, reachSelf:
	}
}

func (s *spread) worst() int {
	return max(saturatingAdd(s.member, s.eachMember), saturatingAdd(s.element, s.eachElement))
}

// cost judges what an evaluation can come to; where a schema refers back to
// itself through its instance, the instance decides and recursive is set.
func (j *judge) cost() (worst int, recursive bool) {
	c, costs, recursive := j.costs()
	if costs[0].worst() > j.limits.Evaluation {
		j.explodes(c, costs)
	}
	return costs[0].worst(), recursive
}

// costs are those of every node.
func (j *judge) costs() (c *components, costs []cost, recursive bool) {
	c, costs = j.components(false), make([]cost, len(j.nodes))
	for _, n := range c.order {
		sum := cost{self: int(j.nodes[n].weight)}
		var below spread
		j.edges(n, func(e edge) {
			switch to := costs[e.to]; {
			case c.of[e.to] == c.of[n]:
				recursive = true
			case e.reach == reachSelf:
				sum.self = saturatingAdd(sum.self, to.self)
				sum.below = saturatingAdd(sum.below, to.below)
			default:
				below.add(e.reach, to.worst())
			}
		})
		sum.below = saturatingAdd(sum.below, below.worst())
		costs[n] = sum
	}
	return c, costs, recursive
}

// explodes reports the cheapest schema that exceeds the limit, of those that
// evaluating the root leads to.
func (j *judge) explodes(c *components, costs []cost) {
	reached := make([]bool, len(c.size))
	reached[c.of[0]] = true
	at := int32(0)
	for _, n := range slices.Backward(c.order) {
		if !reached[c.of[n]] {
			continue
		}
		j.edges(n, func(e edge) { reached[c.of[e.to]] = true })
		worst, least := costs[n].worst(), costs[at].worst()
		if worst > j.limits.Evaluation &&
			(worst < least || worst == least && j.nodes[n].value.Start() < j.nodes[at].value.Start()) {
			at = n
		}
	}
	j.problem(Explodes, j.nodes[at].value, fmt.Sprintf("evaluation exceeds %d on a probe", j.limits.Evaluation))
}

// saturated is where counts stop growing.
const saturated = 1 << 40

func saturatingAdd(a, b int) int { return min(a+b, saturated) }

func saturatingMul(a, b int) int {
	if a != 0 && b > saturated/a {
		return saturated
	}
	return min(a*b, saturated)
}
