package pattern

import "slices"

// graph is an automaton without its zero-width states: an edge is a step from
// one character to the next.
type graph struct {
	sets   []charSet // nil for a state that takes no part
	class  []int     // number of the state's set; equal sets have equal numbers
	next   [][]edge
	begin  []edge
	scc    []int
	meets  map[[2]int]bool // class pairs compared so far
	budget int
}

func newGraph(a *automaton) *graph {
	n := len(a.leaves)
	g := &graph{
		sets: make([]charSet, n), class: make([]int, n), next: make([][]edge, n),
		meets: map[[2]int]bool{}, budget: analysisBudget,
	}
	classes := map[string]int{}
	ofLeaf := map[*node]int{} // of a counted body there are many copies
	for p, leaf := range a.leaves {
		if leaf.kind == kindSet {
			g.sets[p] = leaf.set
		}
		class, known := ofLeaf[leaf]
		if !known {
			key := setKey(g.sets[p])
			if class, known = classes[key]; !known {
				class = len(classes)
				classes[key] = class
			}
			ofLeaf[leaf] = class
		}
		g.class[p] = class
	}
	for p := range a.leaves {
		if !a.zeroWidth(p) {
			g.next[p] = g.steps(a, p, a.next[p])
		}
	}
	g.begin = g.steps(a, -1, a.starts.first)
	return g
}

func setKey(s charSet) string {
	key := make([]rune, 0, 2*len(s))
	for _, r := range s {
		key = append(key, r.lo, r.hi)
	}
	return string(key)
}

// steps follows edges from p, -1 being the start, through assertions to the
// characters behind them, as far as p and those can stand side by side.
func (g *graph) steps(a *automaton, p int, edges []edge) []edge {
	var out []edge
	var asserts []*node
	onPath := map[int]bool{}
	var walk func(edges []edge, ways float64)
	walk = func(edges []edge, ways float64) {
		for _, e := range edges {
			if g.budget--; g.budget < 0 {
				return
			}
			if !a.zeroWidth(e.to) {
				if len(asserts) == 0 || g.allowed(p, asserts, e.to) {
					out = append(out, edge{e.to, ways * e.ways})
				}
				continue
			}
			if onPath[e.to] {
				continue
			}
			onPath[e.to] = true
			asserts = append(asserts, a.leaves[e.to])
			walk(a.next[e.to], ways*e.ways)
			asserts = asserts[:len(asserts)-1]
			onPath[e.to] = false
		}
	}
	walk(edges, 1)
	return merge(out)
}

// allowed reports whether some character of p followed by some character of q
// can satisfy each assertion between them, as far as one character on each side
// can tell.
func (g *graph) allowed(p int, asserts []*node, q int) bool {
	var before charSet // empty at the start
	if p >= 0 {
		before = g.sets[p]
	}
	after := g.sets[q]
	for _, n := range asserts {
		if n.kind == kindLook {
			if !allowedByLook(n, before, after) {
				return false
			}
			continue
		}
		wordBefore, otherBefore := before.overlaps(wordSet), p < 0 || len(before.subtract(wordSet)) > 0
		wordAfter, otherAfter := after.overlaps(wordSet), len(after.subtract(wordSet)) > 0
		ok := false
		switch n.assert {
		case assertStart:
			ok = p < 0
		case assertBoundary:
			ok = wordBefore && otherAfter || otherBefore && wordAfter
		case assertNotBoundary:
			ok = wordBefore && wordAfter || otherBefore && otherAfter
		}
		if !ok {
			return false
		}
	}
	return true
}

// allowedByLook weighs a lookaround whose body is a single character class.
func allowedByLook(n *node, before, after charSet) bool {
	beside := after
	if n.behind {
		beside = before
	}
	one, simple := n.subs[0].fixedOneSet()
	switch {
	case !simple || len(beside) == 0:
		return true
	case n.negate:
		return len(beside.subtract(one)) > 0
	}
	return beside.overlaps(one)
}

func (g *graph) overlap(p, q int) bool {
	pair := [2]int{g.class[p], g.class[q]}
	known, ok := g.meets[pair]
	if !ok {
		known = g.sets[p].overlaps(g.sets[q])
		g.meets[pair] = known
	}
	return known
}

// exponential reports whether a state can be left and reached again over one
// word in two ways. Two different states that the word can be split over are
// followed in step until they meet.
func (g *graph) exponential() bool {
	g.components()
	visited := map[[2]int]bool{}
	var queue [][2]int
	for p := range g.next {
		for _, e := range g.next[p] {
			if e.ways > 1 && g.inLoop(p, e.to) && len(g.sets[e.to]) > 0 {
				return true
			}
		}
		if g.inLoop(p, p) {
			queue = append(queue, [2]int{p, p})
		}
	}
	for len(queue) > 0 {
		p, q := queue[len(queue)-1][0], queue[len(queue)-1][1]
		queue = queue[:len(queue)-1]
		for _, e := range g.next[p] {
			for _, f := range g.next[q] {
				if g.budget--; g.budget < 0 {
					return false
				}
				if !g.inLoop(p, e.to) || !g.inLoop(q, f.to) || !g.overlap(e.to, f.to) {
					continue
				}
				if e.to == f.to {
					if p != q {
						return true
					}
					continue
				}
				pair := [2]int{min(e.to, f.to), max(e.to, f.to)}
				if !visited[pair] {
					visited[pair] = true
					queue = append(queue, pair)
				}
			}
		}
	}
	return false
}

// inLoop reports whether a step from p to q stays in one strongly connected
// component; for p itself, whether p lies on a cycle.
func (g *graph) inLoop(p, q int) bool { return g.scc[p] == g.scc[q] && g.scc[p] > 0 }

// components numbers the strongly connected components that hold a cycle from
// 1, and gives 0 to every other state. Two passes of depth-first search
// (Kosaraju), without recursion: a pattern can be a long chain.
func (g *graph) components() {
	n := len(g.next)
	g.scc = make([]int, n)
	back := make([][]int, n)
	for p := range g.next {
		for _, e := range g.next[p] {
			back[e.to] = append(back[e.to], p)
		}
	}
	order := g.finishOrder()
	seen := make([]bool, n)
	number := 0
	for _, root := range slices.Backward(order) {
		if seen[root] {
			continue
		}
		seen[root] = true
		members := []int{root}
		for i := 0; i < len(members); i++ {
			for _, p := range back[members[i]] {
				if !seen[p] {
					seen[p] = true
					members = append(members, p)
				}
			}
		}
		if len(members) > 1 || ends(g.next[root], root) {
			number++
			for _, p := range members {
				g.scc[p] = number
			}
		}
	}
}

func (g *graph) finishOrder() []int {
	type frame struct{ state, edge int }
	seen := make([]bool, len(g.next))
	var order []int
	for root := range g.next {
		if seen[root] {
			continue
		}
		seen[root] = true
		stack := []frame{{root, 0}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.edge == len(g.next[top.state]) {
				order = append(order, top.state)
				stack = stack[:len(stack)-1]
				continue
			}
			to := g.next[top.state][top.edge].to
			top.edge++
			if !seen[to] {
				seen[to] = true
				stack = append(stack, frame{to, 0})
			}
		}
	}
	return order
}

// representatives returns one character of each of the first few sets.
func (g *graph) representatives() []rune {
	const most = 16
	var out []rune
	seen := map[int]bool{}
	for p, s := range g.sets {
		if len(s) > 0 && !seen[g.class[p]] && len(out) < most {
			seen[g.class[p]] = true
			out = append(out, s[0].lo)
		}
	}
	return out
}

// countPaths returns the most paths that the string c c c ... has from any
// state, those that get stuck included.
func (g *graph) countPaths(c rune) float64 {
	takes := make([]bool, len(g.sets))
	for p, s := range g.sets {
		takes[p] = s.contains(c)
	}
	count := func(edges []edge, from []float64) float64 {
		total := 0.0
		for _, e := range edges {
			if takes[e.to] {
				total += e.ways * from[e.to]
			}
		}
		return total
	}
	longer, shorter := make([]float64, len(g.sets)), make([]float64, len(g.sets))
	total := make([]float64, len(g.sets))
	for p := range shorter {
		shorter[p] = 1
	}
	most, begun := 0.0, 0.0
	for range countedLength {
		begun += count(g.begin, shorter)
		for p := range longer {
			longer[p] = count(g.next[p], shorter)
			total[p] += longer[p]
			most = max(most, total[p])
		}
		longer, shorter = shorter, longer
	}
	return max(most, begun)
}
