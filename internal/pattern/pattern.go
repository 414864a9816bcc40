// Package pattern reads the regular expressions of JSON Schema's pattern and
// patternProperties: ECMA-262 (2025), tried with the u flag first and, when
// that fails, without it under the grammar of annex B.
//
// A pattern is parsed here, and only here: the tree decides whether it is
// legal, whether it is ambiguous, and what the engines are given. A pattern
// without lookaround and back-references runs in Go's linear-time regexp, the
// rest in a backtracking engine where the work of a match, as counted beforehand,
// is bounded.
//
// With the u flag a string is a sequence of code points. Without it ECMA-262
// works on UTF-16 code units: a character beyond U+FFFF is two of them, in the
// pattern and in the string alike, so /^.$/ does not match one.
//
// Inline modifiers, (?i:...), are legal since ES2025 and reported as not
// supported: few engines know them yet.
package pattern

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

// SyntaxError says that a pattern is not ECMA-262 in either mode. Its text
// never repeats the pattern.
type SyntaxError struct {
	Offset  int // where, in UTF-16 code units from 0
	Problem string
}

// Error says what is wrong, and where.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("not an ECMA-262 pattern: %s at offset %d", e.Problem, e.Offset)
}

// UnsupportedError says that a pattern is, as far as could be read, legal
// ECMA-262 but cannot be evaluated here.
type UnsupportedError struct{ Reason string }

// Error says what cannot be evaluated.
func (e *UnsupportedError) Error() string {
	return "pattern cannot be evaluated here: " + e.Reason
}

var (
	// ErrWork says that a match was not tried: the text is too long for a
	// pattern that needs backtracking.
	ErrWork = errors.New("text is too long for a pattern that needs backtracking")
	// ErrTimeout says that a match was stopped by its time limit.
	ErrTimeout = errors.New("pattern match exceeded its time limit")
	// ErrMemory says that a match was stopped by the bound on the memory for
	// backtracking.
	ErrMemory = errors.New("pattern match exceeded its memory limit")
)

// Pattern is a legal ECMA-262 pattern: what was found out about it. The parsed
// tree and the programs of the engines, which can be a thousand times as large as
// the text, are not part of it: they are made again when they are needed and no
// longer there, see programs. It is safe for concurrent use.
type Pattern struct {
	text       string
	unicode    bool // read with the u flag
	size       int
	backtracks bool // whatever the string

	ambiguity func() Ambiguity
}

// Compile parses a pattern and checks that the engines can take it; they
// compile it when it is first matched. The error is a *SyntaxError when the
// text is no ECMA-262 pattern in either mode, and an *UnsupportedError when it
// may be one but cannot be evaluated here.
func Compile(text string) (*Pattern, error) {
	text = strings.Clone(text) // of a document that need not stay
	made, err := programs.of(text)
	if err != nil {
		return nil, err
	}
	p := &Pattern{text: text, unicode: made.unicode, size: max(linearSize(made.root), 1), backtracks: !made.isLinear()}
	p.ambiguity = sync.OnceValue(func() Ambiguity { return analyse(p.program().root) })
	return p, nil
}

// String returns the pattern as it was written.
func (p *Pattern) String() string { return p.text }

// NeedsNonUnicode reports whether the pattern is legal only without the u flag.
func (p *Pattern) NeedsNonUnicode() bool { return !p.unicode }

// Ambiguous reports whether backtracking over the pattern can explode; see
// Ambiguity.
func (p *Pattern) Ambiguous() bool { return p.Ambiguity() != AmbiguityNone }

// Ambiguity says in which way backtracking over the pattern can explode.
func (p *Pattern) Ambiguity() Ambiguity { return p.ambiguity() }
