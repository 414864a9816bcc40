package pattern

import "slices"

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
//   - Counted: quantifiers that give a string of 64 equal characters more than ten
//     million paths: (a?){30}a{30}, (\w{1,63}\.?){1,10}, (.*?,){11}P. Five loops that
//     share a character with what stands between them are about the fewest without
//     an upper count that do.
//   - Undecided: the pattern is too large to be analysed within its budget, or a
//     loop with several ways through it holds a back-reference: (?:(a)\1|a)*.
//
// Lookaround and \b prune paths; they are weighed by the characters beside them
// only. Elsewhere a back-reference separates, unless its group is captured by a lookahead
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
	if unseenLoop(root, captured) {
		return AmbiguityUndecided
	}
	if hasLoop(root) {
		if found := analyseLoops(root); found != AmbiguityNone {
			return found
		}
	}
	for _, finite := range []bool{true, false} {
		if paths(root, finite) > countedPaths {
			if found := analyseCounts(root, finite); found != AmbiguityNone {
				return found
			}
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

// unseenLoop reports whether a loop without an upper count holds more than one way
// through it beside a back-reference, whose text the analysis does not know:
// (?:(a)\1|a)*.
func unseenLoop(n *node, captured map[int]*node) bool {
	if n.kind == kindRepeat && n.max == unbounded && branches(n.subs[0]) && refersBack(n.subs[0], captured) {
		return true
	}
	for _, sub := range n.subs {
		if n.kind != kindLook && unseenLoop(sub, captured) {
			return true
		}
	}
	return false
}

// refersBack reports whether a node holds a back-reference, but for one to a group
// that a lookahead captures.
func refersBack(n *node, captured map[int]*node) bool {
	switch {
	case n.kind == kindLook:
		return false
	case n.kind == kindBackref:
		return len(n.refs) != 1 || captured[n.refs[0]] == nil
	}
	return slices.ContainsFunc(n.subs, func(sub *node) bool { return refersBack(sub, captured) })
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

// paths is an upper bound on the ways in which the quantifiers of a pattern can
// divide a string of countedLength among them; in finite mode the counted ones.
func paths(n *node, finite bool) float64 {
	switch n.kind {
	case kindConcat, kindGroup:
		total := 1.0
		for _, sub := range n.subs {
			total *= paths(sub, finite)
		}
		return total
	case kindAlternate:
		total := 0.0
		for _, sub := range n.subs {
			total += paths(sub, finite)
		}
		return total
	case kindRepeat:
		return repeatPaths(n, finite)
	}
	return 1
}

func repeatPaths(n *node, finite bool) float64 {
	body := paths(n.subs[0], finite)
	most := n.max
	switch {
	case most != unbounded:
	case finite:
		most = max(n.min, 1)
	default:
		most = n.min + countedLength
	}
	total := 1.0
	for range min(most, mostCopies) {
		total = min(total*body, countedPaths*countedPaths)
	}
	return total * float64(min(most-min(n.min, most), mostCopies)+1)
}

// analyseCounts follows one character over and over, from every state at once,
// and counts the paths: in finite mode those of the counted quantifiers alone.
func analyseCounts(root *node, finite bool) Ambiguity {
	a := build(root, finite, mostCopies, nil)
	if a == nil {
		a = build(root, finite, fewCopies, nil)
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
