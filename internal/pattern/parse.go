package pattern

import (
	"unicode"
	"unicode/utf16"
)

// maxNesting bounds the depth of groups, and with it every recursion over a
// parsed pattern.
const maxNesting = 250

// parser reads ECMA-262 22.2.1; without the u flag the grammar of annex B.1.2.
type parser struct {
	src     []rune // code points with the u flag, UTF-16 code units without
	pos     int
	unicode bool
	named   bool // some group has a name: \k is then a reference in both modes
	total   int  // capture groups in the whole pattern
	groups  int  // capture groups opened so far
	depth   int

	path        []branch // the alternatives that enclose the position
	disjunction int      // number given to the last disjunction opened
	names       map[string][]groupName
	namedRefs   []*node
	refs        bool // a back-reference occurs
	looks       bool // a lookaround occurs
	modifiers   bool // an inline flag group such as (?i:...) occurs
}

// branch says which alternative of which disjunction.
type branch struct{ disjunction, alternative int }

type groupName struct {
	group int
	path  []branch
}

// errNesting leaves the legality of the pattern open: it was not read to its end.
var errNesting = &UnsupportedError{Reason: "groups are nested too deep"}

func newParser(text string, unicodeMode bool) *parser {
	p := &parser{unicode: unicodeMode, names: map[string][]groupName{}}
	if unicodeMode {
		p.src = []rune(text)
	} else {
		units := utf16.Encode([]rune(text))
		p.src = make([]rune, len(units))
		for i, u := range units {
			p.src[i] = rune(u)
		}
	}
	p.countGroups()
	return p
}

func (p *parser) parse() (*node, error) {
	root, err := p.parseDisjunction()
	if err != nil {
		return nil, err
	}
	if !p.done() {
		return nil, p.fail("unmatched )")
	}
	return root, p.resolveNames()
}

// countGroups looks ahead for what an escape needs to know before its time:
// how many capture groups there are and whether any has a name.
func (p *parser) countGroups() {
	inClass := false
	for i := 0; i < len(p.src); i++ {
		switch c := p.src[i]; {
		case c == '\\':
			i++
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		case c == '(' && !inClass:
			if p.at(i+1) != '?' {
				p.total++
			} else if p.at(i+2) == '<' && p.at(i+3) != '=' && p.at(i+3) != '!' {
				p.total++
				p.named = true
			}
		}
	}
}

func (p *parser) parseDisjunction() (*node, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, errNesting
	}
	p.disjunction++
	level := len(p.path)
	p.path = append(p.path, branch{p.disjunction, 0})
	var alternatives []*node
	for {
		alternative, err := p.parseAlternative()
		if err != nil {
			return nil, err
		}
		alternatives = append(alternatives, alternative)
		if !p.accept('|') {
			break
		}
		p.path[level].alternative++
	}
	p.path = p.path[:level]
	p.depth--
	if len(alternatives) == 1 {
		return alternatives[0], nil
	}
	return &node{kind: kindAlternate, subs: alternatives}, nil
}

func (p *parser) parseAlternative() (*node, error) {
	var terms []*node
	for !p.done() && p.peek() != '|' && p.peek() != ')' {
		term, err := p.parseTerm()
		if err != nil {
			return nil, err
		}
		terms = append(terms, term)
	}
	switch len(terms) {
	case 0:
		return &node{kind: kindEmpty}, nil
	case 1:
		return terms[0], nil
	}
	return &node{kind: kindConcat, subs: terms}, nil
}

// parseTerm reads an atom or an assertion, with its quantifier.
func (p *parser) parseTerm() (*node, error) {
	atom, quantifiable, err := p.parseAtom()
	if err != nil {
		return nil, err
	}
	start := p.pos
	low, high, found := p.quantifier()
	if !found {
		return atom, nil
	}
	if !quantifiable {
		p.pos = start
		return nil, p.fail("quantifier on an assertion")
	}
	if high != unbounded && low > high {
		p.pos = start
		return nil, p.fail("quantifier counts out of order")
	}
	return &node{kind: kindRepeat, subs: []*node{atom}, min: low, max: high, lazy: p.accept('?')}, nil
}

func (p *parser) parseAtom() (n *node, quantifiable bool, err error) {
	switch c := p.next(); c {
	case '^':
		return &node{kind: kindAssert, assert: assertStart}, false, nil
	case '$':
		return &node{kind: kindAssert, assert: assertEnd}, false, nil
	case '.':
		return set(lineTerminatorSet.complement(p.limit())), true, nil
	case '(':
		return p.parseGroup()
	case '[':
		s, err := p.parseClass()
		return set(s), true, err
	case '\\':
		if p.peek() == 'b' || p.peek() == 'B' {
			kinds := map[rune]assertion{'b': assertBoundary, 'B': assertNotBoundary}
			return &node{kind: kindAssert, assert: kinds[p.next()]}, false, nil
		}
		n, err := p.parseAtomEscape()
		return n, true, err
	case '*', '+', '?':
		return nil, false, p.failBack("nothing to repeat")
	case '{':
		p.pos--
		if _, _, braces := p.quantifier(); braces || p.unicode {
			return nil, false, p.fail("nothing to repeat")
		}
		return literal(p.next()), true, nil
	case ']', '}':
		if p.unicode {
			return nil, false, p.failBack("lone bracket")
		}
		return literal(c), true, nil
	default:
		return literal(c), true, nil
	}
}

// quantifier reads * + ? {n} {n,} {n,m}, and leaves the position alone when
// none stands there.
func (p *parser) quantifier() (low, high int, found bool) {
	switch p.peek() {
	case '*':
		p.pos++
		return 0, unbounded, true
	case '+':
		p.pos++
		return 1, unbounded, true
	case '?':
		p.pos++
		return 0, 1, true
	case '{':
		start := p.pos
		p.pos++
		if low, high, found = p.braces(); !found {
			p.pos = start
		}
	}
	return low, high, found
}

func (p *parser) braces() (low, high int, ok bool) {
	if low, ok = p.number(); !ok {
		return 0, 0, false
	}
	high = low
	if p.accept(',') {
		if high, ok = p.number(); !ok {
			high = unbounded
		}
	}
	return low, high, p.accept('}')
}

// number reads decimal digits; the value saturates at countCap.
func (p *parser) number() (value int, ok bool) {
	for ; isDigit(p.peek()); p.pos++ {
		value, ok = min(value*10+int(p.peek()-'0'), countCap), true
	}
	return value, ok
}

// set, literal: the two ways to make a character matcher.
func set(s charSet) *node { return &node{kind: kindSet, set: s} }

func literal(c rune) *node { return set(charSet{{c, c}}) }

// limit is the greatest character of the mode.
func (p *parser) limit() rune {
	if p.unicode {
		return unicode.MaxRune
	}
	return maxUnit
}

// end is what peek and at answer beyond the pattern: no character.
const end rune = -1

func (p *parser) at(i int) rune {
	if i < len(p.src) {
		return p.src[i]
	}
	return end
}

func (p *parser) done() bool { return p.pos >= len(p.src) }

func (p *parser) peek() rune { return p.at(p.pos) }

// next returns the character at the position and moves on; at the end it stays.
func (p *parser) next() rune {
	c := p.peek()
	if c != end {
		p.pos++
	}
	return c
}

func (p *parser) accept(c rune) bool {
	if p.peek() != c {
		return false
	}
	p.pos++
	return true
}

func (p *parser) fail(problem string) error {
	return &SyntaxError{Offset: p.pos, Problem: problem}
}

// failBack is fail for the character just read.
func (p *parser) failBack(problem string) error {
	return &SyntaxError{Offset: p.pos - 1, Problem: problem}
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }
