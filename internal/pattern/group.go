package pattern

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

// parseGroup reads what follows an opening parenthesis.
func (p *parser) parseGroup() (n *node, quantifiable bool, err error) {
	n = &node{kind: kindGroup}
	quantifiable = true
	switch {
	case !p.accept('?'):
		p.groups++
		n.group = p.groups
	case p.accept(':'):
	case p.accept('='), p.accept('!'):
		n = &node{kind: kindLook, negate: p.at(p.pos-1) == '!'}
		p.looks = true
		quantifiable = !p.unicode // annex B: QuantifiableAssertion
	case p.peek() == '<' && (p.at(p.pos+1) == '=' || p.at(p.pos+1) == '!'):
		n = &node{kind: kindLook, behind: true, negate: p.at(p.pos+1) == '!'}
		p.looks = true
		quantifiable = false
		p.pos += 2
	case p.accept('<'):
		err = p.openNamed(n)
	default:
		err = p.parseModifiers()
	}
	if err != nil {
		return nil, false, err
	}
	body, err := p.parseDisjunction()
	if err != nil {
		return nil, false, err
	}
	if !p.accept(')') {
		return nil, false, p.fail("missing )")
	}
	n.subs = []*node{body}
	return n, quantifiable, nil
}

// openNamed reads the name of a group. Two groups may share one when they can
// never both take part: different alternatives of one disjunction (ES2025).
func (p *parser) openNamed(n *node) error {
	name, err := p.groupName()
	if err != nil {
		return err
	}
	p.groups++
	n.group = p.groups
	for _, other := range p.names[name] {
		if !apart(other.path, p.path) {
			return p.fail("duplicate group name")
		}
	}
	path := append([]branch(nil), p.path...)
	p.names[name] = append(p.names[name], groupName{n.group, path})
	return nil
}

func apart(a, b []branch) bool {
	for i := 0; i < len(a) && i < len(b) && a[i].disjunction == b[i].disjunction; i++ {
		if a[i].alternative != b[i].alternative {
			return true
		}
	}
	return false
}

// parseModifiers reads the flags of (?ims-ims:...), which ES2025 added.
func (p *parser) parseModifiers() error {
	var seen [3]bool
	count, minus := 0, false
	for {
		c := p.next()
		i := strings.IndexRune("ims", c)
		switch {
		case i >= 0 && !seen[i]:
			seen[i] = true
			count++
		case c == '-' && !minus:
			minus = true
		case c == ':' && count > 0:
			p.modifiers = true
			return nil
		default:
			return p.fail("unknown group syntax after (?")
		}
	}
}

// groupName reads an identifier and the > that ends it.
func (p *parser) groupName() (string, error) {
	var name strings.Builder
	for {
		c := p.nameRune()
		if c == '>' && name.Len() > 0 {
			return name.String(), nil
		}
		if !identifierRune(c, name.Len() == 0) {
			return "", p.fail("malformed group name")
		}
		name.WriteRune(c)
	}
}

// nameRune reads one code point of a group name, written out or as a \u
// escape; escapes with braces and pairs are allowed there in both modes.
func (p *parser) nameRune() rune {
	c := p.next()
	switch {
	case c == '\\' && p.accept('u'):
		c, ok := p.unicodeEscape(true)
		if !ok || c == '>' {
			return end
		}
		return c
	case utf16.IsSurrogate(c):
		if joined := utf16.DecodeRune(c, p.peek()); joined != unicode.ReplacementChar {
			p.pos++
			return joined
		}
	}
	return c
}

func identifierRune(c rune, first bool) bool {
	if c == '$' || c == '_' || unicode.IsOneOf([]*unicode.RangeTable{unicode.L, unicode.Nl, unicode.Other_ID_Start}, c) {
		return true
	}
	return !first && (c == 0x200c || c == 0x200d ||
		unicode.IsOneOf([]*unicode.RangeTable{unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue}, c))
}

func (p *parser) resolveNames() error {
	for _, n := range p.namedRefs {
		groups := p.names[n.name]
		if len(groups) == 0 {
			return p.fail("reference to a group name that does not exist")
		}
		for _, g := range groups {
			n.refs = append(n.refs, g.group)
		}
	}
	return nil
}
