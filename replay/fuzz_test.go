package replay

import (
	"fmt"
	"reflect"
	"slices"
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
	for _, tt := range specTests {
		f.Add(oneCase(tt.members, tt.steps...))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range []*Profile{Teaching, Spec} {
			a, err := p.Parse([]byte(text), "f.json")
			if err != nil {
				tryUnder(t, p, text)
				continue
			}
			s := a.Run()
			if !reflect.DeepEqual(s, a.Run()) {
				t.Error("two runs differ")
			}
			if s.CaseCount != len(s.Cases) || (s.Status == StatusOK) != (s.Passed+s.ExpectedFailures == s.CaseCount) {
				t.Errorf("the counts do not add up: %+v", s)
			}
		}
	})
}

// Whatever a message is, a session that is ready judges it, and takes nothing
// back from what it decided before.
func FuzzMessage(f *testing.F) {
	for _, tt := range slices.Concat(allWireTests(), specTests) {
		for _, s := range tt.steps {
			f.Add(s)
		}
	}
	// Under the profile of the revision there is more that a message can bear on.
	var past []node
	for _, text := range slices.Concat(longRun(), page("3", "", "a", "p2"), []string{tracked("4", `"u"`), relatedForm(`{"taskId":"j"}`)}) {
		past = append(past, stepOf(f, text))
	}
	fixtures := make(map[*Profile]*Fixture)
	for _, p := range []*Profile{Teaching, Spec} {
		var err error
		if fixtures[p], err = p.Parse([]byte(oneCase("")), "f.json"); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := read([]byte(text), "f.json")
		if err != nil {
			return
		}
		step := node{doc, doc.Root}
		refuses(t, fixtures[Teaching], nil, step)
		if specDocument(doc) == nil {
			refuses(t, fixtures[Spec], nil, step)
			refuses(t, fixtures[Spec], past, step)
		}
	})
}

func stepOf(t testing.TB, text string) node {
	t.Helper()
	doc, err := read([]byte(text), "f.json")
	if err != nil {
		t.Fatal(err)
	}
	return node{doc, doc.Root}
}

// stateOf is what of a session a step can change.
func stateOf(s *session) string {
	var tasks, tokens []string
	for key, task := range s.tasks {
		tasks = append(tasks, fmt.Sprint(key, task.status, task.updated))
	}
	for key, token := range s.tokens {
		tokens = append(tokens, fmt.Sprint(key, token.last, token.started, token.task))
	}
	slices.Sort(tasks)
	slices.Sort(tokens)
	return fmt.Sprint(len(s.open), len(s.subscriptions), s.revision, len(s.issued), s.switches, s.tools.generation,
		len(s.tools.cursors), len(s.tools.listed), len(s.tools.complete), len(s.elicitations), tasks, tokens)
}

// refuses plays a step after others. Where it is refused, nothing may have
// changed.
func refuses(t *testing.T, fixture *Fixture, past []node, step node) {
	s := newSession(fixture)
	if v := s.handshake(fixture.cases[0], setupReady); v != nil {
		t.Fatal(v.Text)
	}
	for _, p := range past {
		if v := s.step(p); v != nil {
			t.Fatal(v.Text)
		}
	}
	before := stateOf(s)
	first := s.step(step)
	if first == nil {
		return
	}
	if after := stateOf(s); after != before {
		t.Errorf("a refused step changed the session from %s to %s", before, after)
	}
	reason := first.reason(0, step)
	if again := s.step(step); again == nil || again.reason(0, step) != reason {
		t.Errorf("refused once: %s; then: %v", reason, again)
	}
	spots(step.v, func(v *strictjson.Value) {
		if text, ok := v.Str(); ok && len(text) > 40 && strings.Contains(reason, text) {
			t.Errorf("the reason repeats a value: %s", reason)
		}
	})
}
