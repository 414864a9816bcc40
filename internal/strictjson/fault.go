package strictjson

import (
	"fmt"

	"mcpreview/internal/rule"
)

// FaultKind tells the scoped faults apart. The zero value is invalid.
type FaultKind uint8

// The faults that leave a document readable.
const (
	DuplicateName FaultKind = iota + 1 // a member name occurs more than once in an object
	LoneSurrogate                      // an unpaired surrogate escape in a name or a string
	NumberBound                        // a number literal over Bounds.NumberBytes or Bounds.Exponent
	NestingBound                       // a container nested deeper than Bounds.Nesting; it reads as null
)

// A Fault is one such defect.
type Fault struct {
	Kind   FaultKind
	Offset int    // where the value or the repeated name starts
	Name   string // the repeated member name
	Count  int    // how often it occurs
	What   string // the bound that was met, for NumberBound
}

var faultRules = [...]*rule.Rule{
	DuplicateName: rule.Get("JSON-03"), LoneSurrogate: rule.Get("JSON-04"), NumberBound: rule.Get("JSON-05"), NestingBound: rule.Get("JSON-06"),
}

// Rule is the rule that the fault breaks.
func (f Fault) Rule() *rule.Rule { return faultRules[f.Kind] }

// Text is the fault as a reason says it.
func (f Fault) Text(b Bounds) string {
	switch f.Kind {
	case DuplicateName:
		return fmt.Sprintf("member %s occurs %d times", rule.Quote(f.Name), f.Count)
	case LoneSurrogate:
		return "unpaired surrogate escape"
	case NumberBound:
		return "number literal exceeds the bound (" + f.What + ")"
	case NestingBound:
		return fmt.Sprintf("nesting exceeds %d", b.Nesting)
	}
	panic(fmt.Sprintf("strictjson: invalid fault kind %d", f.Kind))
}

// ErrorKind tells apart why a whole document is unusable.
type ErrorKind uint8

// The reasons why a document cannot be read at all.
const (
	BadEncoding ErrorKind = iota + 1 // not UTF-8, or a byte order mark: JSON-01
	BadSyntax                        // not exactly one RFC 8259 value: JSON-02
	TooLarge                         // over Bounds.Bytes or Bounds.Values: JSON-06
)

// An Error says why a document is unusable.
type Error struct {
	Kind   ErrorKind
	Text   string // a clause without the place
	File   string
	Line   int
	Column int
}

// Error is file:line:column and the clause.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

var errorRules = [...]*rule.Rule{BadEncoding: rule.Get("JSON-01"), BadSyntax: rule.Get("JSON-02"), TooLarge: rule.Get("JSON-06")}

// Rule is the rule that the document breaks.
func (e *Error) Rule() *rule.Rule { return errorRules[e.Kind] }

// Location is the place of the error.
func (e *Error) Location() rule.Location {
	return rule.Location{File: e.File, Line: e.Line, Column: e.Column}
}
