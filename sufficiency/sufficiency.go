// Package sufficiency judges whether the evidence is enough to decide on a
// server at all, and says what is missing in words that tell a recorder what to
// bring (EVID-01 to EVID-06 and EVID-09 to EVID-14). It works on summaries: what
// was recorded and how it was judged is counted elsewhere.
package sufficiency

import (
	"slices"

	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

// An Input is what the evidence comes down to. Everything in it but Foreign,
// Servers, Unreadable and foreign tools is of the reviewed revision.
type Input struct {
	// Exchanges is how many exchanges of any kind and revision were read.
	Exchanges int

	Tools  []Tool
	Passes []Pass // over tools/list

	// Call results that passed the result contract.
	SuccessResults, FailureResults int
	// Results counts all recorded answers to tools/call, errors included.
	Results int
	// Unlabelled counts those that no label explains.
	Unlabelled int
	// Descriptors counts tool descriptors that stand outside any page.
	Descriptors int

	Completion Completion
	Contexts   Contexts

	Foreign []ForeignDoc
	Servers []ServerName // as recorded, each name once
	Stated  []ServerName // as answers name themselves in serverInfo, each name once
	Server  string       // the one under review; "" where all that was recorded is
	LeftOut int          // exchanges of other servers
	// Unreadable are the findings of documents that could not be read or made
	// nothing of (EVID-14, JSON-01, JSON-02, JSON-06).
	Unreadable []rule.Finding

	// SelfCheck are the numbers of the matrix rows whose built-in fixtures came
	// out wrong.
	SelfCheck []int
	// Unexercised are the matrix rows that the evidence does not exercise,
	// without those that do not apply to it.
	Unexercised []Row
}

// A Tool is one tool of one caller, or one nameless entry of a list.
type Tool struct {
	Name     string // "" where it has none
	Caller   string
	Rejected bool // its descriptor is, whatever its results say
	// Decisions is how many decisions the review made for it.
	Decisions int
	// Foreign is the revision that its listing states where that is not the
	// reviewed one, else "".
	Foreign string
	// Success and Failure count its results that passed the result contract.
	Success, Failure int
	// SuccessArgumentsProven reports that at least one success came with its
	// request, whose arguments its inputSchema accepts.
	SuccessArgumentsProven bool
	Headers                Headers
	At                     rule.Location
}

// A Pass is one walk of one caller over tools/list.
type Pass struct {
	Caller, Session string         // "" where none is named
	Number          int            // from 1
	Usable          bool           // at least one page can be judged
	Complete        bool           // the cursor chain was walked to its end
	Unrequested     bool           // pages were recorded without their requests
	TruncatedAfter  *rule.Location // the last page before the gap; nil where unknown
	At              rule.Location
}

// A Completion is what was recorded and stated on completion.
type Completion struct {
	DiscoveryKnown bool // discovery was recorded
	Capability     bool // and declares completions
	Exchanges      int  // completion/complete answered with anything
	Results        int  // answered with a result
	References     int  // distinct prompts and templates that were completed
	Callers        int  // distinct callers that asked
	Samples        int  // suggestions seen
	Names          int  // forbidden and allowed names stated for callers
}

// Contexts is what is known of the callers whose authorization may change the
// list of tools.
type Contexts struct {
	Transport string   // one of the protocol.Transport constants, or ""
	Named     []string // by the policy
	Required  bool     // the policy demands that they are recorded
	Fixed     bool     // the operator states that the list is the same for every caller
}

// A ForeignDoc is documents recorded under another revision.
type ForeignDoc struct {
	At     rule.Location // the first of them
	Stated string        // the revision they name
	Count  int
}

// A ServerName is a server that recordings name.
type ServerName struct {
	Name string
	At   rule.Location // the first that does
}

// A Row is one row of the validation matrix.
type Row struct {
	Number int    // from 1
	Needs  string // the fixture that would exercise it
}

// A Missing is one finding on the evidence.
type Missing struct {
	rule.Finding
	// Input is what to record or state, as an instruction without final stop;
	// "" where nothing is asked for.
	Input string
}

// Judge says what the evidence lacks, in the order of findings. Findings on the
// server as a whole have KindServer as their subject.
func Judge(in Input, p policy.Policy) []Missing {
	j := &judge{in: in, revision: p.Revision}
	j.selfChecks()
	j.scope()
	if in.Exchanges == 0 {
		j.nothing()
	} else {
		j.surface()
		j.tools()
		j.completion()
		j.contexts()
		j.foreign()
		j.servers()
		j.labels()
		j.rows()
	}
	slices.SortFunc(j.out, func(a, b Missing) int { return a.Compare(b.Finding) })
	return j.out
}

var server = rule.Subject{Kind: rule.KindServer}

type judge struct {
	in       Input
	revision *protocol.Revision
	out      []Missing
}

func (j *judge) add(r *rule.Rule, e rule.Effect, subject rule.Subject, at rule.Location, text, input string) *Missing {
	j.out = append(j.out, Missing{
		Finding: rule.Finding{Rule: r, Effect: e, Provenance: rule.Policy, Subject: subject, Text: text, At: at},
		Input:   input,
	})
	return &j.out[len(j.out)-1]
}

func (j *judge) refuse(r *rule.Rule, at rule.Location, text, input string) *Missing {
	return j.add(r, rule.Refuse, server, at, text, input)
}
