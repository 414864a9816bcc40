package pattern

import "regexp/syntax"

// Bounds on what the engines are asked to compile. All are counted on the
// parsed pattern, so the answer never depends on the machine.
const (
	maxCount  = 1_000_000 // least repetitions, nested quantifiers multiplied
	maxRanges = 50_000    // character ranges written out, all classes together
	maxLinear = 20_000    // character matchers in a program of the linear engine, counts written out
	// longest is more characters than a document may have bytes (32 MiB): an
	// upper count beyond it is none.
	longest = 1 << 26
)

// checkSize refuses patterns that would cost the engines more than they are
// worth, and drops upper counts that no string can reach.
func checkSize(root *node) error {
	ranges := 0
	return checkNode(root, 1, &ranges)
}

func checkNode(n *node, repeated int, ranges *int) error {
	if *ranges += len(n.set); *ranges > maxRanges {
		return &UnsupportedError{Reason: "character classes are too large"}
	}
	if n.kind == kindRepeat {
		if n.max > longest {
			n.max = unbounded
		}
		count := max(n.min, 1)
		// A class repeats in one step of the engine; anything else counts in full.
		if _, one := n.subs[0].fixedOneSet(); !one && n.max != unbounded {
			count = max(n.max, 1)
		}
		if repeated = saturate(repeated, count); repeated > maxCount {
			return &UnsupportedError{Reason: "quantifier counts are too large"}
		}
	}
	for _, sub := range n.subs {
		if err := checkNode(sub, repeated, ranges); err != nil {
			return err
		}
	}
	return nil
}

// linearSize is how many character matchers the linear engine's program has,
// about, saturating at countCap.
func linearSize(n *node) int {
	size := 1
	for _, sub := range n.subs {
		size = min(size+linearSize(sub), countCap)
	}
	if n.kind == kindRepeat {
		size = saturate(size, max(n.min, n.max, 1))
	}
	return size
}

// Bounds of the linear engine's parser (regexp/syntax).
const (
	linearCount  = 1000 // of a quantifier, nested ones multiplied
	linearHeight = 600  // far enough below its 1000, that what it makes of alternatives fits too
)

// isLinear reports whether the pattern is for the linear engine. It makes no
// program, nor what that is made from: both are many times as large as the
// pattern, and most patterns are judged but never matched.
func (p *program) isLinear() bool {
	if p.refs || p.looks || linearSize(p.root) > maxLinear || !linearCounts(p.root, linearCount) {
		return false
	}
	if height(p.root) <= linearHeight {
		return true
	}
	_, err := syntax.Parse(translate(p.root, dialectLinear, false), syntax.Perl)
	return err == nil
}

// linearCounts reports whether no quantifier counts above what the linear engine
// takes, in or around any other: left is what those around leave.
func linearCounts(n *node, left int) bool {
	if n.kind == kindRepeat {
		if max(n.min, n.max) > linearCount {
			return false
		}
		count := n.max
		if n.max == unbounded {
			count = n.min
		}
		switch {
		case n.max == 0:
			left = linearCount // nothing is left of it, but it is read
		case count > left:
			return false
		case count > 0:
			left /= count
		}
	}
	for _, sub := range n.subs {
		if !linearCounts(sub, left) {
			return false
		}
	}
	return true
}

// height is the depth of a tree, groups not counted: the engines drop them.
func height(n *node) int {
	deepest := 0
	for _, sub := range n.subs {
		deepest = max(deepest, height(sub))
	}
	if n.kind == kindGroup {
		return deepest
	}
	return deepest + 1
}

// saturate multiplies, stopping at countCap.
func saturate(a, b int) int {
	if a > countCap/b {
		return countCap
	}
	return a * b
}
