package replay

import (
	"strings"

	jsonschema "mcpreview/internal/schema"
)

// A Summary is how the cases of a fixture went.
type Summary struct {
	Status           string `json:"status"` // StatusOK or StatusFailed
	Profile          string `json:"profile"`
	ProtocolVersion  string `json:"protocol_version"`
	CaseCount        int    `json:"case_count"`
	Passed           int    `json:"passed"`            // cases that had to pass and did
	ExpectedFailures int    `json:"expected_failures"` // cases that had to fail and did, for the right reason
	Cases            []Case `json:"cases"`             // in the file's order
}

// The words of Summary.Status.
const (
	StatusOK     = "ok"
	StatusFailed = "failed" // a case went otherwise than it says
)

// A Case is how one case went. An unpaired surrogate of its name stands there
// as the three bytes that UTF-8 would have for it.
type Case struct {
	Name   Text   `json:"name"`
	Status string `json:"status"`           // one of the Case constants
	Reason string `json:"reason,omitempty"` // the first violation; "" for none
	// Warnings are what is legal, and worth saying, in the steps before that.
	Warnings []string `json:"warnings,omitempty"`
}

// The words of Case.Status.
const (
	CasePassed            = "passed"
	CaseExpectedFailure   = "expected_failure"
	CaseUnexpectedPass    = "unexpected_pass"
	CaseUnexpectedFailure = "unexpected_failure"
	CaseWrongReason       = "wrong_reason" // it failed, but the reason lacks error_contains

	// A plain conversation expects nothing: it breaks a rule or it does not.
	CaseOK     = "ok"
	CaseFailed = "failed"
)

// AsExpected reports whether the case went as it says.
func (c Case) AsExpected() bool {
	return c.Status == CasePassed || c.Status == CaseExpectedFailure || c.Status == CaseOK
}

// Run replays every case. The same fixture gives the same summary.
func (f *Fixture) Run() *Summary {
	s := &Summary{
		Status: StatusOK, Profile: f.profile.Name, ProtocolVersion: f.profile.Protocol,
		CaseCount: len(f.cases), Cases: make([]Case, len(f.cases)),
	}
	budget := jsonschema.NewBudget(f.bytes)
	for i, c := range f.cases {
		result := f.outcome(c, budget)
		s.Cases[i] = result
		switch {
		case result.Status == CasePassed:
			s.Passed++
		case result.Status == CaseExpectedFailure:
			s.ExpectedFailures++
		default:
			s.Status = StatusFailed
		}
	}
	return s
}

func (f *Fixture) outcome(c *testCase, budget *jsonschema.Budget) Case {
	reason, warnings, failed := f.play(c, budget)
	status := CaseExpectedFailure
	switch {
	case c.mustPass && failed:
		status = CaseUnexpectedFailure
	case c.mustPass:
		status = CasePassed
	case !failed:
		status = CaseUnexpectedPass
	case !c.explains(reason):
		status = CaseWrongReason
	}
	return Case{Name: Text(c.name), Status: status, Reason: reason, Warnings: warnings}
}

// explains reports whether a reason is the one that a case expects.
func (c *testCase) explains(reason string) bool {
	if !c.contains.present() {
		return true
	}
	fragment, ok := c.contains.str()
	return ok && strings.Contains(reason, fragment)
}
