// Package matrix numbers the rows of the house policy's validation matrix: the
// twelve checks that a review proves on fixtures and on the server's evidence.
package matrix

import "mcpreview/internal/rule"

// The rows.
const (
	NonObject      = iota + 1 // structured output that is no object
	OutputMismatch            // a success that breaks its output contract
	ErrorMismatch             // a failure that does
	EmptyCursor               // a cursor that is the empty string
	UnsafeHeader              // an annotation that gives no safe header
	NestedHeader              // an annotation where none may stand
	EncodedHeader             // a header value that has to be encoded
	IntegerHeader             // a header value that is an integer
	Parity                    // headers and body say the same
	MixedContent              // blocks other than text
	Isolation                 // completions of a caller of low privilege
	ErrorLayering             // errors and failures in their layers
	Last           = ErrorLayering
)

// Decisions are decisions by row: what the rules of that row make of one
// exchange, 0 where it does not exercise the row. Index 0 is unused.
type Decisions [Last + 1]rule.Decision
