// Package policy holds what a review is made under: the profile, the protocol
// revision, the limits in force, and what the operator states of the server's
// surroundings. It reads the policy file (docs/policy.md).
package policy

import (
	"slices"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
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
