package policy

import (
	"mcpreview/internal/strictjson"
)

// Limits are the bounds on evidence. All are inclusive: what meets one passes.
type Limits struct {
	DocumentBytes int // a file, or a line of JSON Lines
	Documents     int
	Values        int // in one document
	KeptBytes     int // memory for what is held together: all documents but calls, and the descriptors in them once judged
	FolderDepth   int // folders below a given one
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

	Blocks      int // of one result
	TextBytes   int // one text block
	MediaBytes  int // one media block, decoded
	ResultBytes int // the blocks of one result, decoded

	ImageTypes []string // media types accepted in image blocks
	AudioTypes []string // media types accepted in audio blocks
}

// DefaultLimits are the limits where none are given.
func DefaultLimits() Limits {
	const mib = 1 << 20
	return Limits{
		DocumentBytes: 32 * mib, Documents: 1_000_000, Values: 1_000_000, KeptBytes: 384 * mib, FolderDepth: 100, Nesting: 128, NumberBytes: 128, Exponent: 400,
		Subschemas: 5000, SchemaDepth: 64, RefHops: 64, PatternBytes: 4096, Evaluation: 5_000_000,
		PagesPerPass: 1000, ToolsPerSurface: 50_000,
		Blocks: 10_000, TextBytes: mib, MediaBytes: 5 * mib, ResultBytes: 20 * mib,
		ImageTypes: []string{"image/png", "image/jpeg", "image/gif", "image/webp"},
		AudioTypes: []string{"audio/wav", "audio/mpeg", "audio/ogg", "audio/mp4", "audio/webm", "audio/flac"},
	}
}

// JSON returns the bounds that apply while parsing.
func (l Limits) JSON() strictjson.Bounds {
	return strictjson.Bounds{Bytes: l.DocumentBytes, Nesting: l.Nesting, NumberBytes: l.NumberBytes, Exponent: l.Exponent, Values: l.Values}
}

// A number is one limit that is a number: its name in reports and policy files,
// its place, and the most that a policy may set. Beyond that, evidence could
// take the reviewer's stack or memory before a limit is met.
type number struct {
	name string
	at   *int
	most int
}

func (l *Limits) numbers() []number {
	const gib = 1 << 30
	return []number{
		{"documentBytes", &l.DocumentBytes, gib}, {"documents", &l.Documents, 100_000_000}, {"values", &l.Values, 100_000_000}, {"keptBytes", &l.KeptBytes, 64 * gib}, {"folderDepth", &l.FolderDepth, 1000},
		{"nesting", &l.Nesting, 1000},
		{"numberBytes", &l.NumberBytes, 10_000}, {"exponent", &l.Exponent, 10_000},
		{"subschemas", &l.Subschemas, 1_000_000}, {"schemaDepth", &l.SchemaDepth, 1000}, {"referenceHops", &l.RefHops, 1000},
		{"patternBytes", &l.PatternBytes, 1 << 20}, {"evaluation", &l.Evaluation, 1_000_000_000},
		{"pagesPerPass", &l.PagesPerPass, 1_000_000}, {"toolsPerSurface", &l.ToolsPerSurface, 1_000_000},
		{"blocks", &l.Blocks, 1_000_000}, {"textBytes", &l.TextBytes, gib}, {"mediaBytes", &l.MediaBytes, gib}, {"resultBytes", &l.ResultBytes, gib},
	}
}

// A Named is one limit as reports print it: the value is an int64 or a list of names.
type Named struct {
	Name  string
	Value any
}

// Named lists the limits in a fixed order, by the names that reports use.
func (l Limits) Named() []Named {
	var all []Named
	for _, n := range l.numbers() {
		all = append(all, Named{n.name, int64(*n.at)})
	}
	return append(all, Named{"imageTypes", l.ImageTypes}, Named{"audioTypes", l.AudioTypes})
}
