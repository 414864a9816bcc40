package pattern

// Ambiguity says in which way a backtracking engine can be made to explode.
//
// What is decided, on the pattern alone:
//
//   - Exponential: inside a loop the same word leads from a state back to
//     itself in two ways: (a+)+, (a|a)*, (a*)*, (\w+\s?)*, (a?b?)*. That the loop
//     is followed by something that can fail is not asked: a pattern is reused.
//     A loop whose iterations begin or end with a separator is not ambiguous:
//     (?:[a-z]+\.)+, [a-z]+(?:-[a-z]+)*.
//   - Adjacent: two quantifiers, both without an upper count, that can repeat
//     the same word, with nothing mandatory between them, and something after
//     them that can still fail, be it only $: ^\s*.*$, ^a*a*$, ^\d+\.?\d*$. At the
//     end of a pattern that is not anchored they are harmless: ^a*a*. A mandatory
//     part or an assertion between them separates, even one that the loops could
//     match too: [^@]+\.[^@]+.
//   - Counted: quantifiers with an upper count that give a string of 64 equal
//     characters more than ten million paths: (a?){30}a{30}, (\w{1,63}\.?){1,10}.
//   - Undecided: the pattern is too large to be analysed within its budget.
//
// Lookaround and \b prune paths; they are weighed by the characters beside them
// only. A back-reference separates, unless its group is captured by a lookahead
// (see atoms). Where that leaves doubt the pattern is not called ambiguous, and
// the bound on the work of a match stands behind.
type Ambiguity uint8

// The ways of Ambiguity. The zero value is invalid.
const (
	AmbiguityInvalid Ambiguity = iota
	AmbiguityNone
	AmbiguityExponential
	AmbiguityAdjacent
	AmbiguityCounted
	AmbiguityUndecided
)

const (
	countedLength = 64  // characters of the string that counted quantifiers meet
	countedPaths  = 1e7 // paths over it that are too many
)

// analyse examines the pattern and then the body of each lookaround.
func analyse(root *node) Ambiguity {
	captured := atoms(root)
	if found := analyseOne(root, captured); found != AmbiguityNone {
		return found
	}
	return analyseLooks(root, captured)
}

func analyseLooks(n *node, captured map[int]*node) Ambiguity {
	for _, sub := range n.subs {
		if n.kind == kindLook {
			if found := analyseOne(sub, captured); found != AmbiguityNone {
				return found
			}
		}
		if found := analyseLooks(sub, captured); found != AmbiguityNone {
			return found
		}
	}
	return AmbiguityNone
}

func analyseOne(root *node, captured map[int]*node) Ambiguity {
	if hasLoop(root) {
		if found := analyseLoops(root); found != AmbiguityNone {
			return found
		}
	}
	if paths(root) > countedPaths {
		if found := analyseCounts(root); found != AmbiguityNone {
			return found
		}
	}
	if adjacentAtoms(root, captured) {
		return AmbiguityAdjacent
	}
	return AmbiguityNone
}

func analyseLoops(root *node) Ambiguity {
	a := build(root, false, mostCopies, nil)
	if a == nil {
		a = build(root, false, fewCopies, nil)
	}
	if a == nil {
		return AmbiguityUndecided
	}
	g := newGraph(a)
	switch {
	case g.exponential():
		return AmbiguityExponential
	case g.budget < 0:
		return AmbiguityUndecided
	case a.adjacentLoops():
		return AmbiguityAdjacent
	}
	return AmbiguityNone
}

// hasLoop reports whether anything can be repeated without a small bound.
func hasLoop(n *node) bool {
	if n.kind == kindLook {
		return false
	}
	if n.kind == kindRepeat && (n.max == unbounded || n.max > fewCopies) {
		return true
	}
	for _, sub := range n.subs {
		if hasLoop(sub) {
			return true
		}
	}
	return false
}

// adjacentLoops reports whether two loops side by side share a word while what
// follows the second can fail.
func (a *automaton) adjacentLoops() bool {
	for pair, shared := range a.adjacent {
		if shared && !ends(a.starts.last, a.loops[pair[1]].last[0].to) {
			return true
		}
	}
	return false
}

// paths is an upper bound on the ways in which the counted quantifiers of a
// pattern can divide a string among them.
func paths(n *node) float64 {
	switch n.kind {
	case kindConcat, kindGroup:
		total := 1.0
		for _, sub := range n.subs {
			total *= paths(sub)
		}
		return total
	case kindAlternate:
		total := 0.0
		for _, sub := range n.subs {
			total += paths(sub)
		}
		return total
	case kindRepeat:
		return repeatPaths(n)
	}
	return 1
}

func repeatPaths(n *node) float64 {
	body := paths(n.subs[0])
	most := n.max
	if most == unbounded {
		most = max(n.min, 1)
	}
	total := 1.0
	for range min(most, mostCopies) {
		total = min(total*body, countedPaths*countedPaths)
	}
	return total * float64(min(most-min(n.min, most), mostCopies)+1)
}

// analyseCounts follows one character over and over, from every state at once,
// and counts the paths.
func analyseCounts(root *node) Ambiguity {
	a := build(root, true, mostCopies, nil)
	if a == nil {
		a = build(root, true, fewCopies, nil)
	}
	if a == nil {
		return AmbiguityUndecided
	}
	g := newGraph(a)
	for _, c := range g.representatives() {
		if g.countPaths(c) > countedPaths {
			return AmbiguityCounted
		}
	}
	return AmbiguityNone
}
