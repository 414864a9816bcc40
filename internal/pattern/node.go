package pattern

// node is one vertex of a parsed pattern. Which fields count depends on kind.
type node struct {
	kind   kind
	set    charSet   // kindSet
	subs   []*node   // kindConcat, kindAlternate: the parts; kindGroup, kindRepeat, kindLook: the body
	min    int       // kindRepeat
	max    int       // kindRepeat; unbounded when there is no upper count
	lazy   bool      // kindRepeat
	assert assertion // kindAssert
	behind bool      // kindLook: (?<= and (?<!
	negate bool      // kindLook: (?! and (?<!
	group  int       // kindGroup: capture number, 0 for (?:
	refs   []int     // kindBackref: the groups it names, more than one for a duplicate name
	name   string    // kindBackref: group name still to be resolved
}

type kind uint8

const (
	kindInvalid kind = iota
	kindEmpty
	kindSet
	kindConcat
	kindAlternate
	kindGroup
	kindRepeat
	kindAssert
	kindLook
	kindBackref
)

type assertion uint8

const (
	assertInvalid assertion = iota
	assertStart
	assertEnd
	assertBoundary
	assertNotBoundary
)

const (
	unbounded = -1
	// countCap is where quantifier counts saturate; far above maxCount.
	countCap = 1 << 30
)

// fixedOneSet returns the set of a body that is exactly one character class.
func (n *node) fixedOneSet() (charSet, bool) {
	for n.kind == kindGroup || (n.kind == kindConcat && len(n.subs) == 1) {
		n = n.subs[0]
	}
	return n.set, n.kind == kindSet
}
