package replay

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"mcpreview/samples"
)

func summaryOf(t *testing.T, text string) *Summary {
	t.Helper()
	f, err := Teaching.Parse([]byte(text), "f.json")
	if err != nil {
		t.Fatal(err)
	}
	return f.Run()
}

// The built-in fixture is what the documents say of it.
func TestBuiltInFixture(t *testing.T) {
	s := summaryOf(t, string(samples.Conversations()))
	if s.Status != StatusOK || s.CaseCount != 54 || s.Passed != 16 || s.ExpectedFailures != 38 || len(s.Cases) != 54 {
		t.Errorf("got %+v", *s)
	}
	for _, c := range s.Cases {
		t.Run(string(c.Name), func(t *testing.T) {
			if !c.AsExpected() || (c.Reason == "") != (c.Status == CasePassed) {
				t.Errorf("%s: %s", c.Status, c.Reason)
			}
		})
	}
}

// Every negative case of the built-in fixture fails for the reason it names.
func TestBuiltInFixtureNamesReasons(t *testing.T) {
	if n := strings.Count(string(samples.Conversations()), `"error_contains": "`); n != 38 {
		t.Errorf("%d cases name a reason", n)
	}
}

func TestOutcomes(t *testing.T) {
	const good, bad = `"steps":[]`, `"steps":[{}]`
	for _, tt := range []struct{ members, status string }{
		{`"expect":"pass",` + good, CasePassed},
		{`"expect":"pass","error_contains":"anything","comment":[1],` + good, CasePassed},
		{`"expect":"pass",` + bad, CaseUnexpectedFailure},
		{`"expect":"fail",` + bad, CaseExpectedFailure},
		{`"expect":"fail","error_contains":null,` + bad, CaseExpectedFailure},
		{`"expect":"fail","error_contains":"",` + bad, CaseExpectedFailure},
		{`"expect":"fail","error_contains":"step lacks",` + bad, CaseExpectedFailure},
		{`"expect":"fail","error_contains":"Step Lacks",` + bad, CaseWrongReason},
		{`"expect":"fail","error_contains":5,` + bad, CaseWrongReason},
		{`"expect":"fail","error_contains":["step"],` + bad, CaseWrongReason},
		{`"expect":"fail",` + good, CaseUnexpectedPass},
		{`"expect":"fail","error_contains":5,` + good, CaseUnexpectedPass},
	} {
		s := summaryOf(t, fmt.Sprintf(baseFixture, `{"name":"a",`+tt.members+`},{"name":"b","expect":"pass","steps":[]}`))
		got := s.Cases[0]
		if got.Status != tt.status {
			t.Errorf("%s: %s (%s), want %s", tt.members, got.Status, got.Reason, tt.status)
		}
		if s.Cases[1].Status != CasePassed {
			t.Errorf("%s: the case after it was not run", tt.members)
		}
		if want := map[bool]string{true: StatusOK, false: StatusFailed}[got.AsExpected()]; s.Status != want {
			t.Errorf("%s: status %s", tt.members, s.Status)
		}
		if s.Status == StatusOK && s.Passed+s.ExpectedFailures != s.CaseCount {
			t.Errorf("%s: the counts do not add up", tt.members)
		}
	}
}

func TestSummaryMembersInOrder(t *testing.T) {
	s := summaryOf(t, fmt.Sprintf(baseFixture, `{"name":"a","expect":"pass","steps":[]},{"name":"\ud800 <b>","expect":"fail","steps":[{}]}`))
	got, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"status":"ok","profile":"offline-mcp-teaching-profile-v2","protocol_version":"2025-11-25","case_count":2,"passed":1,"expected_failures":1,` +
		`"cases":[{"name":"a","status":"passed"},{"name":"\ud800 \u003cb\u003e","status":"expected_failure","reason":"RPL-26 step 0: step lacks direction"}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
