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
	{kindNames[kindResult], []recording.Aspect{recording.Results}, []string{"descriptors"}},
	{kindNames[kindDescriptor], nil, []string{"descriptors"}},
	{kindNames[kindMapping], nil, []string{"which argument travels in which header"}},
	{kindNames[kindLog], nil, []string{"that logs hold no values"}},
}

// native is what this program's own form can hold; what a recorder left out of
// it is said by what the matrix does not exercise.
var native = []recording.Aspect{
	recording.Requests, recording.CursorsSent, recording.CursorsIssued, recording.AllTools, recording.Results, recording.Errors,
	recording.WireJSON, recording.HeaderLines, recording.RepeatedHeaders, recording.HeaderCase, recording.Status,
}

// Proof says what the documents of a file can show and what not, in the words
// of reports. A file that was left out shows nothing.
func (f *File) Proof() (proves, cannot []string) {
	p, known := proofOf(f.Kind)
	switch {
	case f.Left != "":
		return nil, []string{"anything: left out: " + f.Left}
	case !known:
		return nil, []string{"anything"}
	}
	for _, a := range recording.Aspects {
		if slices.Contains(p.proves, a) {
			proves = append(proves, a.String())
		} else if len(p.proves) > 0 || slices.Contains(p.also, "descriptors") {
			cannot = append(cannot, a.String())
		}
	}
	return append(proves, p.also...), append(cannot, f.Lossy...)
}

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
