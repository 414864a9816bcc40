package replay

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mcpreview/internal/strictjson"
	"mcpreview/samples"
)

// Whatever a file holds, it has one summary or one error with a place.
func FuzzFile(f *testing.F) {
	f.Add(string(samples.Conversations()))
	f.Add(richFixture())
	for _, tt := range fileTests {
		f.Add(strings.Replace(oneCase(""), tt.old, tt.new, 1))
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Teaching.Parse([]byte(text), "f.json")
		if err != nil {
			try(t, text)
			return
		}
		s := a.Run()
		if !reflect.DeepEqual(s, a.Run()) {
			t.Error("two runs differ")
		}
		if s.CaseCount != len(s.Cases) || (s.Status == StatusOK) != (s.Passed+s.ExpectedFailures == s.CaseCount) {
			t.Errorf("the counts do not add up: %+v", s)
		}
	})
}

// Whatever a message is, a session that is ready judges it, and takes nothing
// back from what it decided before.
func FuzzMessage(f *testing.F) {
	for _, tt := range allWireTests() {
		for _, s := range tt.steps {
			f.Add(s)
		}
	}
	fixture, err := Teaching.Parse([]byte(oneCase("")), "f.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := read([]byte(text), "f.json")
		if err != nil {
			return
		}
		s := newSession(fixture)
		if v := s.handshake(fixture.cases[0], setupReady); v != nil {
			t.Fatal(v.Text)
		}
		step := node{doc, doc.Root}
		before := fmt.Sprint(len(s.open), len(s.subscriptions), s.revision)
		first := s.step(step)
		if first == nil {
			return
		}
		if after := fmt.Sprint(len(s.open), len(s.subscriptions), s.revision); after != before {
			t.Errorf("a refused step changed the session from %s to %s", before, after)
		}
		reason := first.reason(0, step)
		if again := s.step(step); again == nil || again.reason(0, step) != reason {
			t.Errorf("refused once: %s; then: %v", reason, again)
		}
		spots(doc.Root, func(v *strictjson.Value) {
			if text, ok := v.Str(); ok && len(text) > 40 && strings.Contains(reason, text) {
				t.Errorf("the reason repeats a value: %s", reason)
			}
		})
	})
}
