package pattern

// automaton is the position automaton of a pattern: one state for each
// character matcher (and each assertion, which takes no character), and an edge
// from p to q for each way q can come right after p. Ways are counted: two ways
// from p to q are two paths that a backtracking engine tries.
type automaton struct {
	leaves []*node // kindSet, kindBackref, kindAssert or kindLook, by state
	next   [][]edge
	starts fragment

	loopsFirst [][]int // unbounded loops that can begin with the state
	loopsLast  [][]int // unbounded loops that can end with the state
	loops      []loop
	adjacent   map[[2]int]bool // pairs of loops examined: share a word?

	finite bool // count mode, see build
	// captured are the groups that back-references are written out as, see atoms.
	captured map[int]*node
	copies   int // most copies made of a counted body
	budget   int
}

type edge struct {
	to   int
	ways float64
}

// fragment is a part of a pattern under construction: the states it can begin
// and end with, and the number of ways to match the empty string.
type fragment struct {
	first, last []edge
	empty       float64
}

// loop is a quantifier without an upper count, or with a huge one: its states are from..to-1.
type loop struct {
	from, to    int
	first, last []edge
	fixed       bool // it is as long as a lookahead made it
}

const (
	// analysisBudget bounds the edges of an automaton and the pairs of states
	// examined.
	analysisBudget = 40_000
	// mostCopies is how many times a counted body is written out before the
	// count is taken for unbounded.
	mostCopies = 64
	fewCopies  = 8
	// asUnbounded is the upper count from which two adjacent quantifiers are as
	// costly as without one.
	asUnbounded = 10_000
)

// build makes the automaton of a pattern or of the body of a lookaround. In
// finite mode quantifiers without an upper count repeat no more than they must,
// so that only counted quantifiers contribute ways. It returns nil when the
// budget is spent. captured is for what atoms says, nil else.
func build(root *node, finite bool, copies int, captured map[int]*node) *automaton {
	a := &automaton{finite: finite, copies: copies, budget: analysisBudget, adjacent: map[[2]int]bool{}, captured: captured}
	a.starts = a.fragment(root)
	if a.budget < 0 {
		return nil
	}
	for p := range a.next {
		a.next[p] = merge(a.next[p])
	}
	return a
}

func (a *automaton) fragment(n *node) fragment {
	if a.budget < 0 {
		return fragment{empty: 1}
	}
	switch n.kind {
	case kindLook:
		if a.holdsCaptured(n) {
			return fragment{empty: 1} // the back-reference stands for it
		}
		return a.leaf(n)
	case kindBackref:
		if body := a.captured[n.refs[0]]; body != nil && len(n.refs) == 1 {
			return a.reference(body)
		}
		return a.leaf(n)
	case kindSet, kindAssert:
		return a.leaf(n)
	case kindConcat:
		f := fragment{empty: 1}
		for _, sub := range n.subs {
			f = a.concat(f, a.fragment(sub))
		}
		return f
	case kindAlternate:
		var f fragment
		for _, sub := range n.subs {
			alternative := a.fragment(sub)
			f.first = a.join(f.first, alternative.first, 1)
			f.last = a.join(f.last, alternative.last, 1)
			f.empty += alternative.empty
		}
		return f
	case kindGroup:
		return a.fragment(n.subs[0])
	case kindRepeat:
		return a.repeat(n)
	}
	return fragment{empty: 1}
}

func (a *automaton) leaf(n *node) fragment {
	state := len(a.leaves)
	a.budget--
	a.leaves = append(a.leaves, n)
	a.next = append(a.next, nil)
	a.loopsFirst = append(a.loopsFirst, nil)
	a.loopsLast = append(a.loopsLast, nil)
	return fragment{first: []edge{{state, 1}}, last: []edge{{state, 1}}}
}

func (a *automaton) concat(f, g fragment) fragment {
	a.connect(f.last, g.first, true)
	return fragment{
		first: a.join(f.first, g.first, f.empty),
		last:  a.join(g.last, f.last, g.empty),
		empty: f.empty * g.empty,
	}
}

// join appends what can also begin or end a fragment, through ways empty
// matches. Each fragment is joined to another once, so its slices are its own.
func (a *automaton) join(to, more []edge, ways float64) []edge {
	if ways == 0 {
		return to
	}
	a.budget -= len(more)
	for _, e := range more {
		to = append(to, edge{e.to, e.ways * ways})
	}
	return to
}

// connect adds an edge from each end to each beginning. Between parts that
// stand side by side it also looks for adjacent loops.
func (a *automaton) connect(last, first []edge, sideBySide bool) {
	a.budget -= len(last) * len(first)
	if a.budget < 0 {
		return
	}
	for _, p := range last {
		for _, q := range first {
			a.next[p.to] = append(a.next[p.to], edge{q.to, p.ways * q.ways})
			if sideBySide {
				a.meet(p.to, q.to)
			}
		}
	}
}

// repeat writes out the copies that a count demands. An iteration that matches
// nothing is tried only while the least count is not reached (ECMA-262
// RepeatMatcher), which is why the optional copies follow one another.
func (a *automaton) repeat(n *node) fragment {
	low, optional, open := a.plan(n)
	f := fragment{empty: 1}
	for range low {
		f = a.concat(f, a.fragment(n.subs[0]))
	}
	previous := f
	for range optional {
		body := a.fragment(n.subs[0])
		a.connect(previous.last, body.first, true)
		f.first = a.join(f.first, body.first, previous.empty)
		f.last = a.join(f.last, body.last, 1)
		previous = fragment{last: body.last}
	}
	if open {
		f = a.concat(f, a.loop(n))
	}
	return f
}

// plan says how a quantifier is written out: mandatory copies, optional copies,
// and whether a loop follows, which then stands for the last mandatory copy.
func (a *automaton) plan(n *node) (low, optional int, open bool) {
	low = min(n.min, a.copies)
	switch {
	case n.max == unbounded && a.finite:
		return max(low, 1), 0, false
	case n.max == unbounded || n.max > n.min && n.max > a.copies && !a.finite:
		return max(low-1, 0), 0, true
	}
	return low, min(n.max-n.min, a.copies), false
}

func (a *automaton) loop(n *node) fragment {
	from := len(a.leaves)
	f := a.fragment(n.subs[0])
	a.connect(f.last, a.consuming(f), false)
	if n.max == unbounded || n.max >= asUnbounded {
		a.record(loop{from, len(a.leaves), f.first, f.last, false})
	}
	if n.min == 0 {
		f.empty = 1
		return f
	}
	// The first iteration may match nothing and another one follow it.
	f.first = a.join(nil, f.first, 1+f.empty)
	return f
}

func (a *automaton) record(l loop) {
	index := len(a.loops)
	a.loops = append(a.loops, l)
	for _, e := range l.first {
		a.loopsFirst[e.to] = append(a.loopsFirst[e.to], index)
	}
	for _, e := range l.last {
		a.loopsLast[e.to] = append(a.loopsLast[e.to], index)
	}
}

// consuming leaves out assertions that make up an iteration by themselves: it
// would match nothing.
func (a *automaton) consuming(f fragment) []edge {
	alone := map[int]bool{}
	for _, e := range f.last {
		alone[e.to] = a.zeroWidth(e.to)
	}
	var out []edge
	for _, e := range f.first {
		if !alone[e.to] {
			out = append(out, e)
		}
	}
	return out
}

func (a *automaton) zeroWidth(state int) bool {
	k := a.leaves[state].kind
	return k == kindAssert || k == kindLook
}

// meet examines each pair of loops of which the first can end in p and the
// second begin with q.
func (a *automaton) meet(p, q int) {
	for _, i := range a.loopsLast[p] {
		for _, j := range a.loopsFirst[q] {
			pair := [2]int{i, j}
			if _, seen := a.adjacent[pair]; !seen && a.budget >= 0 && !a.loops[i].fixed {
				a.adjacent[pair] = a.shareWord(a.loops[i], a.loops[j])
			}
		}
	}
}

// shareWord reports whether one non-empty word can be repeated by both loops.
// It must run before an outer loop adds edges among their states.
func (a *automaton) shareWord(x, y loop) bool {
	visited := map[[2]int]bool{}
	var queue [][2]int
	visit := func(from, to []edge) {
		for _, p := range from {
			for _, q := range to {
				a.budget--
				pair := [2]int{p.to, q.to}
				if !x.has(p.to) || !y.has(q.to) || visited[pair] || !a.leaves[p.to].set.overlaps(a.leaves[q.to].set) {
					continue
				}
				visited[pair] = true
				queue = append(queue, pair)
			}
		}
	}
	visit(x.first, y.first)
	for len(queue) > 0 && a.budget >= 0 {
		pair := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if ends(x.last, pair[0]) && ends(y.last, pair[1]) {
			return true
		}
		visit(a.next[pair[0]], a.next[pair[1]])
	}
	return false
}

func (l loop) has(state int) bool { return state >= l.from && state < l.to }

func ends(last []edge, state int) bool {
	for _, e := range last {
		if e.to == state {
			return true
		}
	}
	return false
}

// merge adds up the ways of edges that lead to the same state.
func merge(edges []edge) []edge {
	at := make(map[int]int, len(edges))
	var out []edge
	for _, e := range edges {
		if i, ok := at[e.to]; ok {
			out[i].ways += e.ways
			continue
		}
		at[e.to] = len(out)
		out = append(out, e)
	}
	return out
}
