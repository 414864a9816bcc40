package pattern

// atoms finds the groups that a lookahead captures and that can be of any
// length: (?=(a+))\1, which matches what a+ would at its longest. A quantifier
// before it that shares a word with the group tries each of its ends, and from
// each the group and the back-reference go over the rest of the text, as two
// adjacent quantifiers do. Groups are by number; those with a back-reference of
// their own, be it to themselves, are left out.
func atoms(root *node) map[int]*node {
	found := map[int]*node{}
	var walk func(n *node, ahead bool)
	walk = func(n *node, ahead bool) {
		switch n.kind {
		case kindLook:
			ahead = !n.behind && !n.negate
		case kindGroup:
			if ahead && n.group > 0 && hasLoop(n) && !has(n, kindBackref) {
				found[n.group] = n
			}
		case kindInvalid, kindEmpty, kindSet, kindConcat, kindAlternate, kindRepeat, kindAssert, kindBackref:
		}
		for _, sub := range n.subs {
			walk(sub, ahead)
		}
	}
	walk(root, false)
	return found
}

// adjacentAtoms reports whether a loop stands before a back-reference to an
// atom, shares a word with it, and what follows can fail.
func adjacentAtoms(root *node, captured map[int]*node) bool {
	if len(captured) == 0 || !hasLoop(root) || !has(root, kindBackref) {
		return false
	}
	a := build(root, false, fewCopies, captured)
	return a != nil && a.adjacentLoops()
}

// holdsCaptured reports whether a lookahead holds an atom.
func (a *automaton) holdsCaptured(n *node) bool {
	if n.kind == kindLook && (n.behind || n.negate) {
		return false
	}
	if n.kind == kindGroup && a.captured[n.group] != nil {
		return true
	}
	for _, sub := range n.subs {
		if a.holdsCaptured(sub) {
			return true
		}
	}
	return false
}

// reference is the fragment of an atom in the place of a back-reference to it.
func (a *automaton) reference(body *node) fragment {
	from := len(a.loops)
	f := a.fragment(body.subs[0])
	for i := from; i < len(a.loops); i++ {
		a.loops[i].fixed = true
	}
	return f
}
