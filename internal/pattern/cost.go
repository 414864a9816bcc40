package pattern

// Size is about how many character matchers the pattern has with its counts
// written out, at least 1: a match costs up to Size times the string's length.
func (p *Pattern) Size() int { return max(linearSize(p.root), 1) }

// Backtracks reports whether only the backtracking engine can match the
// pattern, whatever the string.
func (p *Pattern) Backtracks() bool { return p.linear() == nil }
