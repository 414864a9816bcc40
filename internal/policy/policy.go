// Package policy holds what a review is made under: the profile, the protocol
// revision, the limits in force, and what the operator states of the server's
// surroundings. It reads the policy file (docs/policy.md).
package policy

import (
	"slices"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A Policy is what a review is made under. It is not changed while one runs.
type Policy struct {
	Profile  rule.Profile
	Revision *protocol.Revision
	Limits   Limits

	File File // zero where no file was read
	// Transport is one of protocol.TransportHTTP and protocol.TransportStdio;
	// "" where it is not stated.
	Transport  string
	Denied     Vocabulary
	Callers    []Caller // each name once
	Vary       Variation
	Completion Completion
	Require    []Requirement // each once
	Accept     []Acceptance  // in the order of the file
}

// A File is the file that a policy was read from.
type File struct {
	Name   string // as given where that was relative, else its base name; forward slashes
	SHA256 string // hexadecimal
	Bytes  int64
}

// A Variation is what the operator states of the list of tools. The zero value
// states nothing.
type Variation uint8

// The statements on the list of tools (EVID-10).
const (
	Unstated Variation = iota
	Fixed              // it is the same for every caller
	Varies             // it is not
)

// Completion is what is declared of completion requests (CMP-13).
type Completion struct {
	DebounceMs int        // clients wait that long between requests for one field; 0 where not declared
	RateLimit  *RateLimit // of the server; nil where not declared
}

// A RateLimit is how many requests a server answers. All members are set.
type RateLimit struct {
	Requests   int
	PerSeconds int
	Key        string // what is counted together: one of RateKeys
}

// RateKeys are what a rate limit may count by. A connection is none of them: a
// caller can open as many as it likes.
var RateKeys = []string{"caller", "credential"}

// A Requirement is an input that is asked for and whose absence blocks an
// approval although it would not by itself. The zero value is invalid.
type Requirement uint8

// The inputs that can be required.
const (
	RequireContexts Requirement = iota + 1
	RequireCompletion
	RequireHeaderMapping
	RequireHeaderLines
	RequireMatrix
	RequireCompletionLimits
)

// requirements are the words of the policy file with the rule that asks for
// the input.
var requirements = [...]struct {
	word string
	rule *rule.Rule
}{
	RequireContexts:         {"contexts", rule.Get("EVID-10")},
	RequireCompletion:       {"completion", rule.Get("EVID-09")},
	RequireHeaderMapping:    {"header-mapping", rule.Get("EVID-07")},
	RequireHeaderLines:      {"header-lines", rule.Get("EVID-08")},
	RequireMatrix:           {"matrix", rule.Get("EVID-13")},
	RequireCompletionLimits: {"completion-limits", rule.Get("CMP-13")},
}

// String is the word for the input in a policy file.
func (r Requirement) String() string {
	if r == 0 || int(r) >= len(requirements) {
		panic("policy: invalid requirement")
	}
	return requirements[r].word
}

// Requires reports whether a missing input that a rule asks for is to block.
func (p Policy) Requires(r *rule.Rule) bool {
	return slices.ContainsFunc(p.Require, func(q Requirement) bool { return requirements[q].rule == r })
}

// CallerNames are the names of the callers, in the order of the file.
func (p Policy) CallerNames() []string {
	names := make([]string, len(p.Callers))
	for i, c := range p.Callers {
		names[i] = c.Name
	}
	return names
}

// Default is the policy where none is given.
func Default() Policy {
	return Policy{Profile: rule.House, Revision: protocol.Current, Limits: DefaultLimits(), Denied: DefaultVocabulary()}
}

// Limits are the bounds on evidence. All are inclusive: what meets one passes.
type Limits struct {
	DocumentBytes int // a file, or a line of JSON Lines
	Documents     int
	KeptBytes     int // documents held in memory together: all but calls
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
		DocumentBytes: 32 * mib, Documents: 1_000_000, KeptBytes: 1024 * mib, FolderDepth: 100, Nesting: 128, NumberBytes: 128, Exponent: 400,
		Subschemas: 5000, SchemaDepth: 64, RefHops: 64, PatternBytes: 4096, Evaluation: 5_000_000,
		PagesPerPass: 1000, ToolsPerSurface: 50_000,
		Blocks: 10_000, TextBytes: mib, MediaBytes: 5 * mib, ResultBytes: 20 * mib,
		ImageTypes: []string{"image/png", "image/jpeg", "image/gif", "image/webp"},
		AudioTypes: []string{"audio/wav", "audio/mpeg", "audio/ogg", "audio/mp4", "audio/webm", "audio/flac"},
	}
}

// JSON returns the bounds that apply while parsing.
func (l Limits) JSON() strictjson.Bounds {
	return strictjson.Bounds{Bytes: l.DocumentBytes, Nesting: l.Nesting, NumberBytes: l.NumberBytes, Exponent: l.Exponent}
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
		{"documentBytes", &l.DocumentBytes, gib}, {"documents", &l.Documents, 100_000_000}, {"keptBytes", &l.KeptBytes, 64 * gib}, {"folderDepth", &l.FolderDepth, 1000},
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
