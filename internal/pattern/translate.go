package pattern

import (
	"strconv"
	"strings"
)

// dialect is the regular-expression language a parsed pattern is written in.
// Classes are always written out as ranges, so no engine's idea of \d, \s or .
// comes into it.
type dialect uint8

const (
	_ dialect = iota
	// dialectLinear is Go's regexp syntax. It has no lookaround and no
	// back-references, and its strings hold no surrogates.
	dialectLinear
	// dialectPoints is the engine's ECMAScript syntax over code points; its
	// strings hold no surrogates either.
	dialectPoints
	// dialectUnits is the same over UTF-16 code units, surrogates being moved
	// with unitRune: the engine does not search for surrogates reliably.
	dialectUnits
)

// surrogateShift moves surrogates to private code points that no other code
// unit can be mistaken for.
const surrogateShift = 0x100000

// unitRune is how a UTF-16 code unit is shown to the backtracking engine.
func unitRune(unit rune) rune {
	if unit >= surrogateFirst && unit <= surrogateLast {
		return unit + surrogateShift
	}
	return unit
}

type translator struct {
	strings.Builder
	dialect  dialect
	captures bool // keep group numbers: a back-reference needs them
}

func translate(root *node, d dialect, captures bool) string {
	t := translator{dialect: d, captures: captures}
	t.write(root)
	return t.String()
}

func (t *translator) write(n *node) {
	switch n.kind {
	case kindSet:
		t.writeSet(n.set)
	case kindConcat:
		for _, sub := range n.subs {
			t.write(sub)
		}
	case kindAlternate:
		t.WriteString("(?:")
		for i, sub := range n.subs {
			if i > 0 {
				t.WriteByte('|')
			}
			t.write(sub)
		}
		t.WriteByte(')')
	case kindGroup:
		if n.group > 0 && t.captures {
			t.wrap("(", n.subs[0])
		} else {
			t.wrap("(?:", n.subs[0])
		}
	case kindRepeat:
		t.writeRepeat(n)
	case kindAssert:
		t.writeAssert(n.assert)
	case kindLook:
		t.wrap(lookOpen[[2]bool{n.behind, n.negate}], n.subs[0])
	case kindBackref:
		// Of several groups with one name at most one has taken part, and a
		// reference to a group that has not matches the empty string.
		for _, group := range n.refs {
			t.WriteString(`(?:\` + strconv.Itoa(group) + ")")
		}
	}
}

var lookOpen = map[[2]bool]string{
	{false, false}: "(?=", {false, true}: "(?!", {true, false}: "(?<=", {true, true}: "(?<!",
}

func (t *translator) wrap(open string, body *node) {
	t.WriteString(open)
	t.write(body)
	t.WriteByte(')')
}

func (t *translator) writeRepeat(n *node) {
	t.wrap("(?:", n.subs[0])
	t.WriteString("{" + strconv.Itoa(n.min))
	switch n.max {
	case n.min:
	case unbounded:
		t.WriteByte(',')
	default:
		t.WriteString("," + strconv.Itoa(n.max))
	}
	t.WriteByte('}')
	if n.lazy {
		t.WriteByte('?')
	}
}

func (t *translator) writeAssert(a assertion) {
	switch {
	case a == assertBoundary:
		t.WriteString(`\b`)
	case a == assertNotBoundary:
		t.WriteString(`\B`)
	case a == assertStart && t.dialect == dialectLinear:
		t.WriteString(`\A`)
	case a == assertStart:
		t.WriteByte('^')
	case t.dialect == dialectLinear:
		t.WriteString(`\z`)
	default:
		t.WriteByte('$')
	}
}

func (t *translator) writeSet(s charSet) {
	moved := charSet(nil)
	if t.dialect == dialectUnits {
		moved = s.intersect(surrogateSet)
	}
	s = s.subtract(surrogateSet)
	for _, r := range moved {
		s = append(s, runeRange{unitRune(r.lo), unitRune(r.hi)})
	}
	if len(s) == 0 {
		t.writeNothing()
		return
	}
	if len(s) == 1 && s[0].lo == s[0].hi {
		t.writeRune(s[0].lo)
		return
	}
	t.WriteByte('[')
	for _, r := range s {
		t.writeRune(r.lo)
		if r.hi > r.lo {
			t.WriteByte('-')
			t.writeRune(r.hi)
		}
	}
	t.WriteByte(']')
}

// writeNothing writes what no character matches.
func (t *translator) writeNothing() {
	if t.dialect == dialectLinear {
		t.WriteString(`[^\x{0}-\x{10FFFF}]`)
	} else {
		t.WriteString(`(?!)`)
	}
}

func (t *translator) writeRune(r rune) {
	switch {
	case wordSet.contains(r):
		t.WriteByte(byte(r))
	case t.dialect == dialectLinear:
		t.WriteString(`\x{` + strconv.FormatInt(int64(r), 16) + "}")
	default:
		t.WriteString(`\u{` + strconv.FormatInt(int64(r), 16) + "}")
	}
}
