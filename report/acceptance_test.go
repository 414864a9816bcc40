package report

import (
	"reflect"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

const (
	today    = "2026-10-01"
	approved = "sha256:approved"
)

func toolSubject(name string) rule.Subject { return rule.Subject{Kind: rule.KindTool, Name: name} }

func onTool(id string, e rule.Effect) rule.Finding {
	return rule.Finding{Rule: rule.Get(id), Effect: e, Provenance: rule.Policy, Subject: toolSubject("a/b"), Pointer: "/name", Text: "t"}
}

func forTool(id string) policy.Acceptance {
	return policy.Acceptance{
		Rule: rule.Get(id), Subject: toolSubject("a/b"), Reason: "legacy", By: "ops", Until: today,
		At: rule.Location{File: "p.yaml", Line: 3, Column: 5},
	}
}

func TestAcceptanceOfOneFinding(t *testing.T) {
	changed := func(a policy.Acceptance, change func(*policy.Acceptance)) policy.Acceptance {
		change(&a)
		return a
	}
	tests := []struct {
		name    string
		finding rule.Finding
		accept  policy.Acceptance
		unused  string // why; "" where it accepts
	}{
		{"condition on a tool", onTool("DESC-04", rule.Condition), forTool("DESC-04"), ""},
		{"its last day", onTool("DESC-04", rule.Condition), changed(forTool("DESC-04"), func(a *policy.Acceptance) { a.Until = "2026-10-01" }), ""},
		{"the day after", onTool("DESC-04", rule.Condition), changed(forTool("DESC-04"), func(a *policy.Acceptance) { a.Until = "2026-09-30" }), "expired on 2026-09-30"},
		{"its pointer", onTool("DESC-04", rule.Condition), changed(forTool("DESC-04"), func(a *policy.Acceptance) { a.Pointer = "/name" }), ""},
		{"another pointer", onTool("DESC-04", rule.Condition), changed(forTool("DESC-04"), func(a *policy.Acceptance) { a.Pointer = "/nam" }), "no finding matches it"},
		{"its descriptor", onTool("DESC-04", rule.Condition), changed(forTool("DESC-04"), func(a *policy.Acceptance) { a.Digest = approved }), ""},
		{"another descriptor", onTool("DESC-04", rule.Condition), changed(forTool("DESC-04"), func(a *policy.Acceptance) { a.Digest = "sha256:other" }), "the descriptor is not the one that was accepted"},
		{"another rule", onTool("DESC-19", rule.Condition), forTool("DESC-04"), "no finding matches it"},
		{"another tool", onTool("DESC-04", rule.Condition), changed(forTool("DESC-04"), func(a *policy.Acceptance) { a.Subject.Name = "a/c" }), "no finding matches it"},
		{"the name in another case", onTool("DESC-04", rule.Condition), changed(forTool("DESC-04"), func(a *policy.Acceptance) { a.Subject.Name = "A/b" }), "no finding matches it"},
		{"another kind of that name", onTool("DESC-04", rule.Condition), changed(forTool("DESC-04"), func(a *policy.Acceptance) { a.Subject.Kind = rule.KindListing }), "no finding matches it"},
		{"a star is a star", onTool("DESC-04", rule.Condition), changed(forTool("DESC-04"), func(a *policy.Acceptance) { a.Subject.Name = "*" }), "no finding matches it"},
		{"a rejection", onTool("DESC-05", rule.Reject), forTool("DESC-05"), "more than a condition"},
		{"a refusal", onTool("EVID-11", rule.Refuse), forTool("EVID-11"), "more than a condition"},
		{"a sensitive name that rejects", onTool("HDR-11", rule.Reject), forTool("HDR-11"), ""},
		{"and one that is a condition", onTool("HDR-11", rule.Condition), forTool("HDR-11"), ""},
		{"missing evidence", onTool("EVID-06", rule.Condition), forTool("EVID-06"), ""},
		{"a request", onTool("EVID-07", rule.Request), forTool("EVID-07"), "no finding matches it"},
		{"a note", onTool("DESC-16", rule.Note), forTool("DESC-16"), "no finding matches it"},
		{"a result of the tool", rule.Finding{Rule: rule.Get("RES-24"), Effect: rule.Condition, Subject: rule.Subject{Kind: rule.KindResult, Name: "a/b"}}, forTool("RES-24"), ""},
		{"a rejected result", rule.Finding{Rule: rule.Get("RES-24"), Effect: rule.Reject, Subject: rule.Subject{Kind: rule.KindResult, Name: "a/b"}}, forTool("RES-24"), "more than a condition"},
		{"a listing named like the tool", rule.Finding{Rule: rule.Get("PAGE-10"), Effect: rule.Condition, Subject: rule.Subject{Kind: rule.KindListing, Name: "a/b"}}, forTool("PAGE-10"), "no finding matches it"},
		{"the server", rule.Finding{Rule: rule.Get("EVID-10"), Effect: rule.Condition, Subject: rule.Subject{Kind: rule.KindServer}},
			policy.Acceptance{Rule: rule.Get("EVID-10"), Subject: rule.Subject{Kind: rule.KindServer}, Until: today}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newAcceptances([]policy.Acceptance{tt.accept}, today)
			fs := []rule.Finding{tt.finding}
			s.mark(fs, approved)
			s.mark(fs, approved)
			if fs[0].Accepted != (tt.unused == "") {
				t.Errorf("accepted is %v", fs[0].Accepted)
			}
			accepted, notes, conditions := s.settle()
			if tt.unused == "" {
				if len(accepted) != 1 || len(notes) != 1 || len(conditions) != 0 {
					t.Fatalf("settled to %v, %v, %v", accepted, notes, conditions)
				}
				if f := notes[0]; f.Effect != rule.Note || f.Subject != tt.accept.Subject || f.Decides() {
					t.Errorf("note %+v", f)
				}
				if d := rule.Decide(fs); d != rule.Admit {
					t.Errorf("an accepted finding decides: %s", d)
				}
				return
			}
			if len(accepted) != 0 || len(notes) != 0 || len(conditions) != 1 {
				t.Fatalf("settled to %v, %v, %v", accepted, notes, conditions)
			}
			f := conditions[0]
			if f.Effect != rule.Condition || f.Subject.Kind != rule.KindServer || f.At != tt.accept.At || !strings.Contains(f.Text, tt.unused) {
				t.Errorf("condition %q at %v, want %q in it", f.Reason(), f.At, tt.unused)
			}
		})
	}
}

func TestAcceptedFindingsAreTold(t *testing.T) {
	a := forTool("HDR-11")
	a.Pointer, a.Reason, a.By = "/name", "say \"it\"\x1b[2J", "ops"
	s := newAcceptances([]policy.Acceptance{a, forTool("DESC-04")}, today)
	s.mark([]rule.Finding{onTool("DESC-04", rule.Condition), onTool("HDR-11", rule.Reject)}, "")
	accepted, notes, _ := s.settle()
	want := []Acceptance{
		{Rule: "HDR-11", Subject: toolSubject("a/b"), Reason: a.Reason, By: "ops", Until: today},
		{Rule: "DESC-04", Subject: toolSubject("a/b"), Reason: "legacy", By: "ops", Until: today},
	}
	if !reflect.DeepEqual(accepted, want) {
		t.Errorf("accepted %+v", accepted)
	}
	if got, want := notes[0].Reason(), `EVID-15 /name: HDR-11 accepted by "ops" until 2026-10-01: "say \"it\"\u001b[2J"`; got != want {
		t.Errorf("note %s\nwant %s", got, want)
	}
	if got, want := notes[1].Reason(), `EVID-15: DESC-04 accepted by "ops" until 2026-10-01: "legacy"`; got != want {
		t.Errorf("note %s\nwant %s", got, want)
	}
}

// One acceptance holds for one descriptor only: where callers see different
// ones under a name, the other keeps its condition.
func TestAcceptanceIsBoundToADescriptor(t *testing.T) {
	a := forTool("DESC-21")
	a.Digest = approved
	s := newAcceptances([]policy.Acceptance{a}, today)
	this, other := []rule.Finding{onTool("DESC-21", rule.Condition)}, []rule.Finding{onTool("DESC-21", rule.Condition)}
	s.mark(other, "sha256:other")
	s.mark(this, approved)
	if !this[0].Accepted || other[0].Accepted {
		t.Errorf("accepted: %v for its descriptor, %v for another", this[0].Accepted, other[0].Accepted)
	}
	if _, _, conditions := s.settle(); len(conditions) > 0 {
		t.Errorf("it was used, and yet: %s", conditions[0].Reason())
	}
}

func TestNothingIsAcceptedWithoutADay(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("acceptances were taken that can never expire")
		}
	}()
	newAcceptances([]policy.Acceptance{forTool("DESC-04")}, "")
}

func TestNoAcceptances(t *testing.T) {
	s := newAcceptances(nil, "")
	fs := []rule.Finding{onTool("DESC-04", rule.Condition)}
	s.mark(fs, "")
	accepted, notes, conditions := s.settle()
	if fs[0].Accepted || accepted == nil || len(accepted)+len(notes)+len(conditions) > 0 {
		t.Errorf("%v, %v, %v, %v", fs[0].Accepted, accepted, notes, conditions)
	}
}
