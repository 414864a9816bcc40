package pattern

import (
	"math"
	"unicode/utf8"
)

// Size is about how many character matchers the pattern has with its counts
// written out, at least 1: a match in the linear engine costs up to Size times
// the string's length.
func (p *Pattern) Size() int { return p.size }

// Backtracks reports whether only the backtracking engine can match the
// pattern, whatever the string.
func (p *Pattern) Backtracks() bool { return p.backtracks }

// MayBacktrack reports whether there are strings that only the backtracking
// engine can match against the pattern.
func (p *Pattern) MayBacktrack() bool { return !p.unicode || p.Backtracks() }

// MaxWork bounds the work of one match in the backtracking engine. A step takes
// it 10 ns or less as a rule, so the time limit of a match, which would make the answer
// depend on the machine, stands far behind.
const MaxWork = 4_000_000

// Work is a bound on the steps of matching s in the backtracking engine; false
// where the linear engine serves. It depends on the pattern and the length of s
// alone, and saturates above MaxWork.
func (p *Pattern) Work(s string) (steps int, backtracks bool) {
	if !p.backtracksOn(s) {
		return 0, false
	}
	n := utf8.RuneCountInString(s)
	if !p.unicode {
		n = len(s) // no less than the UTF-16 code units
	}
	w := worker{length: float64(n), explodes: p.Ambiguous()}
	root := p.program().root
	total := w.work(root).steps
	if !anchored(root) {
		total *= w.length + 1
	}
	return int(min(total, 2*MaxWork)), true
}

func (p *Pattern) backtracksOn(s string) bool {
	return p.Backtracks() || !p.unicode && hasAstral(s)
}

// work is what trying a node at one place comes to: steps in all, and the ends
// from which what follows it may be tried, one after the other.
type work struct{ steps, ends float64 }

// worker adds up the work of a match against a text of some length.
//
// Parts in a row are tried from each end of those before them. A quantifier
// without an upper count over a body that is not ambiguous comes by each place
// of its body once for each place of the text; where it is ambiguous, each place
// of the text multiplies. So it does where the analysis of ambiguity may not see
// it: with a back-reference in the body, and with an assertion in one that may
// match nothing.
type worker struct {
	length   float64
	explodes bool // some loop may be ambiguous
}

func (w worker) work(n *node) work {
	switch n.kind {
	case kindGroup:
		return w.work(n.subs[0])
	case kindConcat:
		total := work{1, 1}
		for i, sub := range n.subs {
			one := w.work(sub)
			total.steps += total.ends * one.steps
			if few := endsBefore(sub, n.subs[i+1:]); few > 0 && few < one.ends {
				total.steps += total.ends * one.ends * few
				one.ends = few
			}
			total.ends *= one.ends
		}
		return total
	case kindAlternate:
		var total work
		for _, sub := range n.subs {
			one := w.work(sub)
			total.steps += one.steps
			total.ends += one.ends
		}
		return total
	case kindLook: // once it holds it is not tried again
		return work{1 + w.work(n.subs[0]).steps, 1}
	case kindBackref:
		return work{1 + w.length, 1}
	case kindRepeat:
		return w.repeat(n)
	case kindInvalid, kindEmpty, kindSet, kindAssert:
	}
	return work{1, 1}
}

func (w worker) repeat(n *node) work {
	body := n.subs[0]
	least, most := float64(n.min), float64(n.max)
	if n.max == unbounded {
		most = max(w.length, least)
	}
	if _, one := body.fixedOneSet(); one {
		most = min(most, w.length)
		return work{1 + most, 1 + max(most-least, 0)}
	}
	if n.max == 0 {
		return work{1, 1}
	}
	if n.max != unbounded {
		return w.counted(w.work(body), least, most)
	}
	places := w.length + 1
	once := 1 + w.flat(body)
	if w.explodes || branches(body) && (has(body, kindBackref) || nullable(body) && (has(body, kindLook) || has(body, kindAssert))) {
		ways := min(math.Pow(once, places), math.MaxInt32*MaxWork)
		return work{ways, ways}
	}
	// The copies that must be there may all be empty.
	return work{once * (places + least), places}
}

// counted is the work of a body that is tried so often, one after the other.
func (w worker) counted(body work, least, most float64) work {
	if body.ends <= 1 {
		return work{1 + most*(body.steps+1), 1 + max(most-least, 0)}
	}
	total, ends := work{1, 0}, 1.0
	for i := 0.0; i <= most && total.steps <= MaxWork; i++ {
		if i >= least {
			total.ends += ends
		}
		total.steps += ends * body.steps
		ends *= body.ends
	}
	return work{total.steps, max(total.ends, 1)}
}

// flat is the work at one place of the text of everything in a loop.
func (w worker) flat(n *node) float64 {
	switch n.kind {
	case kindSet, kindAssert, kindLook, kindBackref, kindEmpty, kindInvalid:
		return w.work(n).steps
	case kindRepeat, kindConcat, kindAlternate, kindGroup:
	}
	total := 1.0
	for _, sub := range n.subs {
		total += w.flat(sub)
	}
	if n.kind == kindRepeat && n.max != unbounded {
		total *= max(float64(n.max), 1)
	}
	return total
}

// endsBefore bounds the ends of a quantified class that what follows it can be
// passed from: where a class behind it shares no character with it, that has to
// stand right where the quantified one ended for want of another character. It
// is 0 where no bound is known.
func endsBefore(n *node, next []*node) float64 {
	for n.kind == kindGroup {
		n = n.subs[0]
	}
	if n.kind != kindRepeat {
		return 0
	}
	set, one := n.subs[0].fixedOneSet()
	for i := 0; one && i < len(next); i++ {
		after, single := next[i].fixedOneSet()
		if r := next[i]; r.kind == kindRepeat && r.min > 0 {
			after, single = r.subs[0].fixedOneSet()
			one = false // what stands behind it may be anywhere
		}
		switch {
		case !single:
			return 0
		case !set.overlaps(after):
			return float64(i + 1)
		}
	}
	return 0
}

// anchored reports whether a match can begin at the start of the text only.
func anchored(n *node) bool {
	switch n.kind {
	case kindAssert:
		return n.assert == assertStart
	case kindGroup:
		return anchored(n.subs[0])
	case kindConcat:
		return len(n.subs) > 0 && anchored(n.subs[0])
	case kindAlternate:
		for _, sub := range n.subs {
			if !anchored(sub) {
				return false
			}
		}
		return true
	case kindInvalid, kindEmpty, kindSet, kindRepeat, kindLook, kindBackref:
	}
	return false
}

// branches reports whether there is more than one way through a node.
func branches(n *node) bool { return has(n, kindAlternate) || has(n, kindRepeat) }

// nullable reports whether a node may match the empty string.
func nullable(n *node) bool {
	switch n.kind {
	case kindSet:
		return false
	case kindRepeat:
		return n.min == 0 || nullable(n.subs[0])
	case kindGroup:
		return nullable(n.subs[0])
	case kindConcat:
		for _, sub := range n.subs {
			if !nullable(sub) {
				return false
			}
		}
	case kindAlternate:
		for _, sub := range n.subs {
			if nullable(sub) {
				return true
			}
		}
		return false
	case kindInvalid, kindEmpty, kindAssert, kindLook, kindBackref:
	}
	return true
}

func has(n *node, k kind) bool {
	if n.kind == k {
		return true
	}
	for _, sub := range n.subs {
		if has(sub, k) {
			return true
		}
	}
	return false
}
