// Package policy holds what a review is made under: the profile, the protocol
// revision, the limits in force.
package policy

import (
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A Policy is what a review is made under. It is not changed while one runs.
type Policy struct {
	Profile  rule.Profile
	Revision *protocol.Revision
	Limits   Limits
}

// Limits are the bounds on evidence. All are inclusive: what meets one passes.
type Limits struct {
	DocumentBytes int // a file, or a line of JSON Lines
	Documents     int
	Nesting       int // containers around a value
	NumberBytes   int // a number literal
	Exponent      int // of a number literal, absolute

	Subschemas   int // in one descriptor
	SchemaDepth  int
	RefHops      int // references from one to the next
	PatternBytes int
	Evaluation   int // schema evaluations that one validation may cost

	PagesPerPass    int
	ToolsPerSurface int

	TextBytes   int // one text block
	MediaBytes  int // one media block, decoded
	ResultBytes int // the blocks of one result, decoded

	ImageTypes []string // media types accepted in image blocks
	AudioTypes []string // media types accepted in audio blocks
}

// Default is the policy where none is given.
func Default() Policy {
	return Policy{Profile: rule.House, Revision: protocol.Current, Limits: DefaultLimits()}
}

// DefaultLimits are the limits where none are given.
func DefaultLimits() Limits {
	const mib = 1 << 20
	return Limits{
		DocumentBytes: 32 * mib, Documents: 1_000_000, Nesting: 128, NumberBytes: 128, Exponent: 400,
		Subschemas: 5000, SchemaDepth: 64, RefHops: 64, PatternBytes: 4096, Evaluation: 5_000_000,
		PagesPerPass: 1000, ToolsPerSurface: 50_000,
		TextBytes: mib, MediaBytes: 5 * mib, ResultBytes: 20 * mib,
		ImageTypes: []string{"image/png", "image/jpeg", "image/gif", "image/webp"},
		AudioTypes: []string{"audio/wav", "audio/mpeg", "audio/ogg", "audio/mp4", "audio/webm", "audio/flac"},
	}
}

// JSON returns the bounds that apply while parsing.
func (l Limits) JSON() strictjson.Bounds {
	return strictjson.Bounds{Bytes: l.DocumentBytes, Nesting: l.Nesting, NumberBytes: l.NumberBytes, Exponent: l.Exponent}
}

// A Named is one limit as reports print it: the value is an int64 or a list of names.
type Named struct {
	Name  string
	Value any
}

// Named lists the limits in a fixed order, by the names that reports use.
func (l Limits) Named() []Named {
	return []Named{
		{"documentBytes", int64(l.DocumentBytes)}, {"documents", int64(l.Documents)}, {"nesting", int64(l.Nesting)},
		{"numberBytes", int64(l.NumberBytes)}, {"exponent", int64(l.Exponent)},
		{"subschemas", int64(l.Subschemas)}, {"schemaDepth", int64(l.SchemaDepth)}, {"referenceHops", int64(l.RefHops)},
		{"patternBytes", int64(l.PatternBytes)}, {"evaluation", int64(l.Evaluation)},
		{"pagesPerPass", int64(l.PagesPerPass)}, {"toolsPerSurface", int64(l.ToolsPerSurface)},
		{"textBytes", int64(l.TextBytes)}, {"mediaBytes", int64(l.MediaBytes)}, {"resultBytes", int64(l.ResultBytes)},
		{"imageTypes", l.ImageTypes}, {"audioTypes", l.AudioTypes},
	}
}
