package replay

import "fmt"

// A Violation is one rule broken at one place. Its text is a lower-case clause
// in this package's own words: it never holds a value of the conversation.
type Violation struct {
	Rule *Rule
	Text string
	at   node
	// unjudged is true where the value may be valid after all: to judge it
	// would cost too much.
	unjudged bool
}

// breaks reports that the value at n breaks the rule of that number.
func (n node) breaks(number int, text string) *Violation {
	return &Violation{Rule: ruleOf(number), Text: text, at: n}
}

// handshakeStep stands for the built-in handshake before the first step.
const handshakeStep = -1

// endOfCase stands for what comes after the last step.
const endOfCase = -2

// reason is the violation as summaries print it: rule, step (from 0), pointer
// within the step, and what is wrong.
func (v *Violation) reason(step int, within node) string {
	place := fmt.Sprintf("step %d", step)
	switch step {
	case handshakeStep:
		place = "handshake"
	case endOfCase:
		place = "end"
	}
	if within.present() && v.at.present() {
		if pointer := v.at.doc.PointerFrom(within.v, v.at.v); pointer != "" {
			place += " " + pointer
		}
	}
	return fmt.Sprintf("%s %s: %s", v.Rule.ID, place, v.Text)
}

// A FileError says why a file cannot be used.
type FileError struct {
	File         string // as it was given to Parse
	Line, Column int    // from 1, the column in code points; 0 where the file has no such place
	Rule         *Rule
	Text         string
}

// Error is file:line:column, rule and text.
func (e *FileError) Error() string {
	place := e.File
	if e.Line > 0 {
		place = fmt.Sprintf("%s:%d:%d", e.File, e.Line, e.Column)
	}
	return fmt.Sprintf("%s: %s: %s", place, e.Rule.ID, e.Text)
}

// Unreadable is the error of a file whose bytes could not be had. why is the
// caller's own clause.
func Unreadable(file, why string) *FileError {
	return &FileError{File: file, Rule: ruleOf(6), Text: "unreadable: " + why}
}

// refuses turns a violation outside a case into what it is there.
func (v *Violation) refuses() *FileError {
	at := v.at.doc.Locate(v.at.v)
	return &FileError{File: at.File, Line: at.Line, Column: at.Column, Rule: v.Rule, Text: v.Text}
}

// within places a violation at n, where the value that broke the rule does not
// stand in the conversation.
func (v *Violation) within(n node) *Violation {
	if v.at.doc != n.doc {
		v.at = n
	}
	return v
}
