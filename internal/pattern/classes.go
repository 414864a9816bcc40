package pattern

// parseClass reads what follows an opening bracket.
func (p *parser) parseClass() (charSet, error) {
	negate := p.accept('^')
	var ranges []runeRange
	for {
		if p.done() {
			return nil, p.fail("missing ]")
		}
		if p.accept(']') {
			break
		}
		atom, err := p.classAtom()
		if err != nil {
			return nil, err
		}
		if p.peek() != '-' || p.at(p.pos+1) == ']' || p.at(p.pos+1) == end {
			ranges = append(ranges, atom.set...)
			continue
		}
		p.pos++
		last, err := p.classAtom()
		if err != nil {
			return nil, err
		}
		if ranges, err = p.classRange(ranges, atom, last); err != nil {
			return nil, err
		}
	}
	s := newSet(ranges)
	if negate {
		s = s.complement(p.limit())
	}
	return s, nil
}

// classAtom is one member of a class: a character, or a set such as \d.
type classAtom struct {
	set    charSet
	single bool
}

func (p *parser) classAtom() (classAtom, error) {
	c := p.next()
	if c != '\\' {
		return classAtom{charSet{{c, c}}, true}, nil
	}
	if p.accept('b') {
		return classAtom{charSet{{'\b', '\b'}}, true}, nil
	}
	s, found, err := p.classEscape()
	if found || err != nil {
		return classAtom{set: s}, err
	}
	if d := p.peek(); d >= '1' && d <= '9' && !p.unicode {
		c = p.legacyDigits()
	} else if c, err = p.characterEscape(true); err != nil {
		return classAtom{}, err
	}
	return classAtom{charSet{{c, c}}, true}, nil
}

// classRange adds first-last. Where either end is a set, annex B reads the
// hyphen as itself; with the u flag that is an error.
func (p *parser) classRange(ranges []runeRange, first, last classAtom) ([]runeRange, error) {
	if !first.single || !last.single {
		if p.unicode {
			return nil, p.fail("character set as the end of a range")
		}
		ranges = append(ranges, first.set...)
		ranges = append(ranges, last.set...)
		return append(ranges, runeRange{'-', '-'}), nil
	}
	lo, hi := first.set[0].lo, last.set[0].lo
	if lo > hi {
		return nil, p.fail("range out of order")
	}
	return append(ranges, runeRange{lo, hi}), nil
}
