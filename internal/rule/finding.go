package rule

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Location is one place in the evidence.
type Location struct {
	File    string // slash-separated, as given on the command line; "" where a finding has no file
	Pointer string // RFC 6901 within the document at File (and Line, for JSON Lines); "" is the whole of it
	Line    int    // from 1; 0 unknown
	Column  int    // from 1, counted in code points; 0 unknown
	// Inside is the place within the JSON text that the string at Pointer holds,
	// as a fragment: "#/result", or "event 2#/result" where the string is an
	// event stream; "" elsewhere. Line and Column are those in the file all the
	// same, at the string's start where its text is Base64.
	Inside string
}

// Below is the place of a member that is absent from the value at l; token is
// escaped.
func (l Location) Below(token string) Location {
	if l.Inside != "" {
		l.Inside += "/" + token
	} else {
		l.Pointer += "/" + token
	}
	return l
}

// String is the place as operational errors print it: file:line:column.
func (l Location) String() string {
	if l.Line == 0 {
		return l.File
	}
	return l.File + ":" + strconv.Itoa(l.Line) + ":" + strconv.Itoa(l.Column)
}

// Compare orders places by file (natural order), line, column and pointer.
func (l Location) Compare(o Location) int {
	return cmp.Or(
		CompareNatural(l.File, o.File),
		cmp.Compare(l.Line, o.Line),
		cmp.Compare(l.Column, o.Column),
		ComparePointers(l.Pointer, o.Pointer),
		ComparePointers(l.Inside, o.Inside),
	)
}

// A Subject is what a finding is about.
type Subject struct {
	Kind string `json:"kind"` // one of the Kind constants
	Name string `json:"name"` // a tool's or method's name as its server wrote it, a file, a caller; "" where there is none
}

// The kinds of subject.
const (
	KindTool       = "tool"
	KindResult     = "result"
	KindListing    = "listing"
	KindPage       = "page"
	KindExchange   = "exchange"
	KindMapping    = "mapping"
	KindCompletion = "completion"
	KindDocument   = "document"
	KindServer     = "server"
)

// A Finding is one rule broken, or one thing worth saying, at one place.
type Finding struct {
	Rule       *Rule
	Effect     Effect
	Provenance Provenance
	Subject    Subject
	// Text is one lower-case clause without final stop and without the rule's
	// ID or pointer. What a server wrote is in it only through Quote.
	Text string
	// Pointer is relative to the subject (the tool object, the result value,
	// the page message); it is what the reason prints.
	Pointer string
	At      Location
	Related []Location
	// Blocking matters for Request only: the verdict waits for it.
	Blocking bool
	// Accepted reports that the policy accepts it: it is printed and decides
	// nothing.
	Accepted bool
}

// Decides reports whether the finding has a part in the decision on its
// subject.
func (f Finding) Decides() bool { return f.Effect <= Condition && !f.Accepted }

// Reason is the one exact sentence: rule, pointer and text.
func (f Finding) Reason() string {
	var b strings.Builder
	b.WriteString(f.Rule.ID)
	if f.Pointer != "" {
		b.WriteByte(' ')
		b.WriteString(EscapePointer(f.Pointer))
	}
	b.WriteString(": ")
	b.WriteString(f.Text)
	return b.String()
}

// Compare is the order that picks the one exact reason: effect, family, rule
// number, pointer token by token, then place and text. It is total over
// findings that differ in what a report shows.
func (f Finding) Compare(o Finding) int {
	switch {
	case f.Effect != o.Effect:
		return cmp.Compare(f.Effect, o.Effect)
	case f.Rule != o.Rule:
		if f.Rule.before(o.Rule) {
			return -1
		}
		return 1
	}
	return cmp.Or(
		ComparePointers(f.Pointer, o.Pointer),
		f.At.Compare(o.At),
		cmp.Compare(f.Subject.Kind, o.Subject.Kind),
		cmp.Compare(f.Subject.Name, o.Subject.Name),
		cmp.Compare(f.Text, o.Text),
		cmp.Compare(f.Provenance, o.Provenance),
		compareFlags(f.Blocking, o.Blocking),
		compareFlags(o.Accepted, f.Accepted),
		slices.CompareFunc(f.Related, o.Related, Location.Compare),
	)
}

// compareFlags puts what is set first.
func compareFlags(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// Sort orders findings by Compare and drops exact repetitions.
func Sort(fs []Finding) []Finding {
	slices.SortFunc(fs, Finding.Compare)
	return slices.CompactFunc(fs, func(a, b Finding) bool { return a.Compare(b) == 0 })
}

// Of are the findings of some rules, in their order.
func Of(fs []Finding, rules []*Rule) []Finding {
	var some []Finding
	for _, f := range fs {
		if slices.Contains(rules, f.Rule) {
			some = append(some, f)
		}
	}
	return some
}

// Decision is the answer for anything judged. The zero value is invalid.
type Decision uint8

// The three decisions, weakest demand first.
const (
	Admit Decision = iota + 1
	Conditional
	Rejected
)

var decisionNames = [...]string{Admit: "ADMIT", Conditional: "CONDITIONAL", Rejected: "REJECT"}

// String returns the decision as reports print it.
func (d Decision) String() string { return decisionNames[d] }

// Decide is the decision that a subject's findings lead to.
func Decide(fs []Finding) Decision {
	d := Admit
	for _, f := range fs {
		switch {
		case f.Effect == 0 || f.Effect > Note:
			panic(fmt.Sprintf("rule: finding with invalid effect %d", f.Effect))
		case !f.Decides():
		case f.Effect == Condition:
			d = Conditional
		default:
			return Rejected
		}
	}
	return d
}

// Strongest returns the finding that gives the one exact reason, and whether
// any finding decides at all (a request, a note or what is accepted does not).
func Strongest(fs []Finding) (Finding, bool) {
	var best Finding
	found := false
	for _, f := range fs {
		if f.Decides() && (!found || f.Compare(best) < 0) {
			best, found = f, true
		}
	}
	return best, found
}
