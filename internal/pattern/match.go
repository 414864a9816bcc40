package pattern

import (
	"errors"
	"regexp"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"
)

const (
	// matchLimit stands behind MaxWork. A match within that takes a twentieth of
	// a second; the limit is far longer so that no stall of the machine meets it.
	// Its clock is a goroutine that ends about a second after the last deadline.
	matchLimit = 5 * time.Second
	// maxStack bounds the engine's backtracking stack, in 8-byte slots: 32 MiB.
	maxStack = 4 << 20
)

// matcher is one compiled form of a pattern for the backtracking engine.
type matcher func(s string) (bool, error)

// MatchString reports whether the pattern matches anywhere in s, as RegExp's
// test does. The error is ErrWork when the match would take too much work, which
// the pattern and the length of s decide; ErrTimeout or ErrMemory when the match
// was stopped; and an *UnsupportedError when the engine fails. The answer then
// means nothing. The linear engine is not bounded here: its work is known
// beforehand, see Size.
func (p *Pattern) MatchString(s string) (bool, error) {
	work, backtracks := p.Work(s)
	if !backtracks {
		if re := p.program().linear(); re != nil {
			return re.MatchString(s), nil
		}
		return false, errEngine
	}
	if work > MaxWork {
		return false, ErrWork
	}
	return p.matchBacktracking(s)
}

// matchBacktracking is MatchString without the linear engine and the bound on work.
func (p *Pattern) matchBacktracking(s string) (bool, error) {
	if p.unicode {
		return run(p.program().points, s)
	}
	return run(p.program().units, s)
}

// run also turns a panic of the engine into an error: what it is given was
// written by a stranger.
func run(compiled func() (matcher, error), s string) (matched bool, err error) {
	defer func() {
		if recover() != nil {
			matched, err = false, errEngine
		}
	}()
	match, err := compiled()
	if err != nil {
		return false, err
	}
	return match(s)
}

var errEngine = &UnsupportedError{Reason: "the engine refuses it"}

// compileLinear returns nil when the pattern is not for the linear engine.
func (p *program) compileLinear() *regexp.Regexp {
	if !p.isLinear() {
		return nil
	}
	re, err := regexp.Compile(translate(p.root, dialectLinear, false))
	if err != nil {
		return nil
	}
	return re
}

func (p *program) compileBacktracking(d dialect) (match matcher, err error) {
	defer func() {
		if recover() != nil {
			match, err = nil, errEngine
		}
	}()
	re, err := regexp2.Compile(translate(p.root, d, p.refs), regexp2.ECMAScript|regexp2.Unicode,
		regexp2.OptionMaxBacktrackingStackSize(maxStack))
	if err != nil {
		return nil, errEngine
	}
	re.MatchTimeout = matchLimit
	return func(s string) (bool, error) {
		var matched bool
		var err error
		if d == dialectUnits {
			matched, err = re.MatchRunes(codeUnits(s))
		} else {
			matched, err = re.MatchString(s)
		}
		switch {
		case errors.Is(err, regexp2.ErrBacktrackingStackLimit):
			return false, ErrMemory
		case err != nil:
			return false, ErrTimeout // the engine's own text would repeat the string
		}
		return matched, nil
	}, nil
}

func hasAstral(s string) bool {
	for i := range len(s) {
		// The first byte of a four-byte sequence is at least 0xF0.
		if s[i] >= 0xf0 {
			return true
		}
	}
	return false
}

// codeUnits returns the UTF-16 code units of s, one a rune, as dialectUnits
// has them.
func codeUnits(s string) []rune {
	units := make([]rune, 0, utf8.RuneCountInString(s))
	for _, r := range s {
		if lead, trail := utf16.EncodeRune(r); lead != 0xfffd {
			units = append(units, unitRune(lead), unitRune(trail))
			continue
		}
		units = append(units, r)
	}
	return units
}
