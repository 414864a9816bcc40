package evidence

import (
	"slices"

	"mcpreview/internal/recording"
)

// A proof is what the documents of a kind can show. What else there is to show
// about a session they cannot.
type proof struct {
	kind   string
	proves []recording.Aspect
	also   []string // what is no aspect of a session
}

// proofs are the kinds of this program's own forms.
var proofs = []proof{
	{kindNames[kindExchange], native, nil},
	{"JSON Lines", native, nil},
	{kindNames[kindList], native, nil},
	{kindNames[kindResponse], []recording.Aspect{recording.CursorsIssued, recording.AllTools, recording.Results, recording.Errors, recording.WireJSON}, nil},
	{kindNames[kindResult], []recording.Aspect{recording.Results}, []string{descriptors}},
	{kindNames[kindDescriptor], nil, []string{descriptors}},
	{kindNames[kindMapping], nil, []string{"which argument travels in which header"}},
	{kindNames[kindLog], nil, []string{"that logs hold no values"}},
}

// native is what this program's own form can hold.
var native = []recording.Aspect{
	recording.Requests, recording.CursorsSent, recording.CursorsIssued, recording.AllTools, recording.Results, recording.Errors,
	recording.WireJSON, recording.HeaderLines, recording.RepeatedHeaders, recording.HeaderCase, recording.Status,
}

// Shown are the parts of messages that the exchanges of a file were recorded
// with.
type Shown struct{ request, headers, spelled, status bool }

// Shown is what one exchange was recorded with.
func (e *Exchange) Shown() Shown {
	return Shown{
		request: e.Request != nil,
		headers: e.HTTP != nil && e.HTTP.Headers != nil,
		spelled: e.HTTP != nil && e.HTTP.Headers != nil && !e.HTTP.Folded,
		status:  e.HTTP != nil && e.HTTP.Status != 0,
	}
}

// And is what either shows.
func (s Shown) And(o Shown) Shown {
	return Shown{s.request || o.request, s.headers || o.headers, s.spelled || o.spelled, s.status || o.status}
}

// holds reports whether exchanges with these parts can show an aspect.
func (s Shown) holds(a recording.Aspect) bool {
	switch a {
	case recording.Requests, recording.CursorsSent:
		return s.request
	case recording.HeaderLines, recording.RepeatedHeaders:
		return s.headers
	case recording.HeaderCase:
		return s.spelled
	case recording.Status:
		return s.status
	}
	return true
}

// Proof says what the documents of a file can show and what not, in the words
// of reports: what its kind can hold, less what none of its exchanges was
// recorded with. A file that was left out shows nothing.
func (f *File) Proof(s Shown) (proves, cannot []string) {
	p, known := proofOf(f.Kind)
	switch {
	case f.Left != "":
		return nil, []string{"anything: left out: " + f.Left}
	case !known:
		return nil, []string{"anything"}
	}
	ofSessions := len(p.proves) > 0 || slices.Contains(p.also, descriptors)
	for _, a := range recording.Aspects {
		if slices.Contains(p.proves, a) && s.holds(a) {
			proves = append(proves, a.String())
		} else if ofSessions {
			cannot = append(cannot, a.String())
		}
	}
	return append(proves, p.also...), append(cannot, f.Lossy...)
}

const descriptors = "descriptors"

func proofOf(kind string) (proof, bool) {
	for _, p := range proofs {
		if p.kind == kind {
			return p, true
		}
	}
	for _, f := range recording.Formats {
		if f.Kind == kind {
			return proof{kind: kind, proves: f.Proves}, true
		}
	}
	return proof{}, false
}
