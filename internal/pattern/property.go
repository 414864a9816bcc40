package pattern

import (
	"sync"
	"unicode"

	"github.com/dlclark/regexp2/v2"
	"github.com/dlclark/regexp2/v2/syntax"
)

var properties sync.Map // name inside \p{...} -> func() (charSet, bool)

// propertySet resolves what stands inside \p{...}: a general category, a
// script (Script=, Script_Extensions=) or a binary property, by the exact names
// and aliases of ECMA-262 22.2.2.9. The engine's tables decide which exist.
func propertySet(name string) (charSet, bool) {
	if found, ok := properties.Load(name); ok {
		return found.(func() (charSet, bool))()
	}
	resolve := sync.OnceValues(func() (charSet, bool) { return readProperty(name) })
	if set, ok := resolve(); !ok {
		return set, ok // names that do not exist are without number: not kept
	}
	found, _ := properties.LoadOrStore(name, resolve)
	return found.(func() (charSet, bool))()
}

func readProperty(name string) (charSet, bool) {
	tree, err := syntax.Parse(`\p{`+name+`}`, syntax.ParseOptions{
		RegexOptions: syntax.RegexOptions(regexp2.ECMAScript | regexp2.Unicode),
	})
	if err != nil {
		return nil, false
	}
	in := charSetOf(tree.Root)
	if in == nil {
		return nil, false
	}
	// Planes 4 to 13 and the rest of 14 to 16 are uniform in every property,
	// but for the noncharacters that end each plane: one probe stands for each run.
	var ranges []runeRange
	add := func(lo, hi rune) {
		if !in.CharIn(lo) {
			return
		}
		if n := len(ranges); n > 0 && ranges[n-1].hi == lo-1 {
			ranges[n-1].hi = hi
			return
		}
		ranges = append(ranges, runeRange{lo, hi})
	}
	for r := rune(0); r <= 0x3ffff; r++ {
		add(r, r)
	}
	for plane := rune(0x40000); plane <= unicode.MaxRune; plane += 0x10000 {
		start := plane
		if plane == 0xe0000 {
			for ; start < 0xe1000; start++ {
				add(start, start)
			}
		}
		add(start, plane+0xfffd)
		add(plane+0xfffe, plane+0xfffe)
		add(plane+0xffff, plane+0xffff)
	}
	return charSet(ranges), true
}

// charSetOf finds the one set in a parsed \p{...}.
func charSetOf(n *syntax.RegexNode) *syntax.CharSet {
	for n != nil {
		if n.Set != nil {
			return n.Set
		}
		if len(n.Children) != 1 {
			return nil
		}
		n = n.Children[0]
	}
	return nil
}
