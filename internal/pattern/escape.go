package pattern

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

// syntaxCharacters are what the u flag lets a backslash quote, with the slash.
const syntaxCharacters = `^$\.*+?()[]{}|/`

// parseAtomEscape reads what follows a backslash outside a class; \b and \B
// are assertions and read elsewhere.
func (p *parser) parseAtomEscape() (*node, error) {
	switch c := p.peek(); {
	case c >= '1' && c <= '9':
		return p.decimalEscape()
	case c == 'k' && (p.unicode || p.named):
		p.pos++
		if !p.accept('<') {
			return nil, p.fail("malformed named reference")
		}
		name, err := p.groupName()
		if err != nil {
			return nil, err
		}
		n := &node{kind: kindBackref, name: name}
		p.namedRefs = append(p.namedRefs, n)
		p.refs = true
		return n, nil
	}
	s, found, err := p.classEscape()
	if found || err != nil {
		return set(s), err
	}
	c, err := p.characterEscape(false)
	return literal(c), err
}

// decimalEscape reads a back-reference. Without the u flag a number beyond the
// last group is a legacy octal escape, or the digit itself.
func (p *parser) decimalEscape() (*node, error) {
	start := p.pos
	if n, _ := p.number(); n <= p.total {
		p.refs = true
		return &node{kind: kindBackref, refs: []int{n}}, nil
	}
	p.pos = start
	if p.unicode {
		return nil, p.fail("reference to a group that does not exist")
	}
	return literal(p.legacyDigits()), nil
}

// legacyDigits reads annex B's LegacyOctalEscapeSequence, or \8 and \9.
func (p *parser) legacyDigits() rune {
	if p.peek() >= '8' {
		return p.next()
	}
	digits := 3
	if p.peek() > '3' {
		digits = 2
	}
	value := rune(0)
	for ; digits > 0 && p.peek() >= '0' && p.peek() <= '7'; digits-- {
		value = value*8 + p.next() - '0'
	}
	return value
}

// classEscape reads \d \D \s \S \w \W and, with the u flag, \p{...} \P{...}.
func (p *parser) classEscape() (s charSet, found bool, err error) {
	switch c := p.peek(); c {
	case 'd', 'D', 's', 'S', 'w', 'W':
		p.pos++
		return escapeSet(c, p.limit()), true, nil
	case 'p', 'P':
		if !p.unicode {
			return nil, false, nil
		}
		p.pos++
		s, err := p.property()
		if c == 'P' {
			s = s.complement(p.limit())
		}
		return s, true, err
	}
	return nil, false, nil
}

func (p *parser) property() (charSet, error) {
	start := p.pos
	if p.accept('{') {
		for p.peek() == '=' || wordSet.contains(p.peek()) {
			p.pos++
		}
		if name := string(p.src[start+1 : p.pos]); p.accept('}') {
			if s, ok := propertySet(name); ok {
				return s, nil
			}
		}
	}
	p.pos = start
	return nil, p.fail("unknown Unicode property")
}

var controlEscapes = map[rune]rune{'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// characterEscape reads an escape that stands for one character.
func (p *parser) characterEscape(inClass bool) (rune, error) {
	c := p.next()
	if control, ok := controlEscapes[c]; ok {
		return control, nil
	}
	switch {
	case c == end:
		return 0, p.fail("backslash at the end")
	case c == '0':
		return p.nulEscape()
	case c == 'c':
		return p.controlLetter(inClass)
	case c == 'x':
		if value, ok := p.hex(2); ok {
			return value, nil
		}
	case c == 'u':
		if value, ok := p.unicodeEscape(p.unicode); ok {
			return value, nil
		}
	case c == 'k' && p.named && !p.unicode:
		return 0, p.failBack("malformed named reference")
	}
	identity := !p.unicode || strings.ContainsRune(syntaxCharacters, c) || inClass && c == '-'
	if !identity {
		return 0, p.failBack("unknown escape")
	}
	return c, nil
}

func (p *parser) nulEscape() (rune, error) {
	if p.unicode {
		if isDigit(p.peek()) {
			return 0, p.failBack("octal escape")
		}
		return 0, nil
	}
	p.pos--
	return p.legacyDigits(), nil
}

// controlLetter reads what follows \c. In annex B a \c that controls nothing
// is a backslash, and the c is then read as itself.
func (p *parser) controlLetter(inClass bool) (rune, error) {
	c := p.peek()
	letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	if letter || !p.unicode && inClass && (isDigit(c) || c == '_') {
		p.pos++
		return c % 32, nil
	}
	if p.unicode {
		return 0, p.failBack("malformed control escape")
	}
	p.pos--
	return '\\', nil
}

// hex reads exactly n hexadecimal digits, or nothing.
func (p *parser) hex(n int) (rune, bool) {
	value := rune(0)
	for i := range n {
		d := hexDigit(p.at(p.pos + i))
		if d < 0 {
			return 0, false
		}
		value = value*16 + d
	}
	p.pos += n
	return value, true
}

// unicodeEscape reads what follows \u: four digits, and where points is set
// also {...} and a surrogate pair, which is one code point.
func (p *parser) unicodeEscape(points bool) (rune, bool) {
	if points && p.peek() == '{' {
		return p.bracedHex()
	}
	value, ok := p.hex(4)
	if !ok || !points || !utf16.IsSurrogate(value) || p.peek() != '\\' || p.at(p.pos+1) != 'u' {
		return value, ok
	}
	lead := p.pos
	p.pos += 2
	if trail, ok := p.hex(4); ok {
		if joined := utf16.DecodeRune(value, trail); joined != unicode.ReplacementChar {
			return joined, true
		}
	}
	p.pos = lead
	return value, true
}

func (p *parser) bracedHex() (rune, bool) {
	start := p.pos
	value, digits := rune(0), 0
	for p.pos++; hexDigit(p.peek()) >= 0; p.pos++ {
		value = min(value*16+hexDigit(p.peek()), unicode.MaxRune+1)
		digits++
	}
	if digits == 0 || value > unicode.MaxRune || !p.accept('}') {
		p.pos = start
		return 0, false
	}
	return value, true
}

func hexDigit(c rune) rune {
	switch {
	case isDigit(c):
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10
	}
	return -1
}
