package pattern

import (
	"container/list"
	"errors"
	"regexp"
	"sync"
)

// program is the parsed tree of a pattern and, once it was matched, what the
// engines made of it.
type program struct {
	text    string
	root    *node
	unicode bool // read with the u flag
	refs    bool // has back-references
	looks   bool // has lookaround
	weight  int

	linear func() *regexp.Regexp
	points func() (matcher, error)
	units  func() (matcher, error)
}

// parseProgram reads a pattern with the u flag and, where it is none, without.
func parseProgram(text string) (*program, error) {
	p, err := parseMode(text, true)
	var illegal *SyntaxError
	if errors.As(err, &illegal) {
		return parseMode(text, false)
	}
	return p, err
}

func parseMode(text string, unicodeMode bool) (*program, error) {
	parser := newParser(text, unicodeMode)
	root, err := parser.parse()
	if err != nil {
		return nil, err
	}
	if parser.modifiers {
		return nil, &UnsupportedError{Reason: "inline modifiers"}
	}
	if err := checkSize(root); err != nil {
		return nil, err
	}
	p := &program{text: text, root: root, unicode: unicodeMode, refs: parser.refs, looks: parser.looks}
	// The program of the linear engine has its counts written out, others have not.
	p.weight = nodesAndRanges(root) + min(linearSize(root), maxLinear)
	p.linear = sync.OnceValue(p.compileLinear)
	p.points = sync.OnceValues(func() (matcher, error) { return p.compileBacktracking(dialectPoints) })
	p.units = sync.OnceValues(func() (matcher, error) { return p.compileBacktracking(dialectUnits) })
	return p, nil
}

// nodesAndRanges is what the tree of a pattern takes, in units of some 16 bytes
// and more.
func nodesAndRanges(n *node) int {
	size := 8 + len(n.set)
	for _, sub := range n.subs {
		size += nodesAndRanges(sub)
	}
	return size
}

// programsWeight bounds the programs that are kept, of all patterns together: a
// unit takes up to about 60 bytes. It is more than the patterns of one schema may
// come to before they are not matched.
const programsWeight = 3_000_000

// A store keeps the programs that were last asked for, by text. It never changes
// what a pattern is found to be, only how often its program is made.
type store struct {
	mu     sync.Mutex
	byText map[string]*list.Element
	recent list.List // of *program, the last one asked for first
	weight int
}

var programs = store{byText: make(map[string]*list.Element)}

// of is the program of a pattern; the error is that of Compile.
func (s *store) of(text string) (*program, error) {
	if p := s.known(text); p != nil {
		return p, nil
	}
	p, err := parseProgram(text)
	if err != nil {
		return nil, err
	}
	return s.keep(p), nil
}

func (s *store) known(text string) *program {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.byText[text]
	if at == nil {
		return nil
	}
	s.recent.MoveToFront(at)
	return at.Value.(*program)
}

// keep returns the program that is kept: another one may have been faster.
func (s *store) keep(p *program) *program {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := s.byText[p.text]; at != nil {
		return at.Value.(*program)
	}
	s.byText[p.text] = s.recent.PushFront(p)
	s.weight += p.weight
	for s.weight > programsWeight && s.recent.Len() > 1 {
		oldest := s.recent.Remove(s.recent.Back()).(*program)
		delete(s.byText, oldest.text)
		s.weight -= oldest.weight
	}
	return p
}

// program is the pattern's. Its text was read before, so it is read again.
func (p *Pattern) program() *program {
	made, err := programs.of(p.text)
	if err != nil {
		panic("a legal pattern is not legal: " + err.Error())
	}
	return made
}
