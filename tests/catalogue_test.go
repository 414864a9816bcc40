package tests

import (
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

// A trial is evidence that makes a finding of a rule with an effect, and its
// nearest neighbour that does not.
type trial struct {
	rule   string
	effect rule.Effect
	no, ok scene
}

// silent are the rules of which no finding can be made, and why.
var silent = map[string]string{
	"DESC-17": "a property of the review: what one tool is like changes nothing for another",
	"HDR-15":  "applies HDR-01 to HDR-12 whatever the transport; the finding is theirs, and its reason says so",
	"RES-09":  "a definition: links are counted apart from content",
	"RES-10":  "a property of the review: each block has its own status",
	"RES-12":  "a definition: presence is the key",
	"RES-22":  "a property of the report: no value of a withheld result is in it",
	"ENC-10":  "a definition: how a receiver reads a field",
	"PAGE-06": "a property of the review: cursors are compared and nothing else",
	"EVID-04": "a check of the review on itself: each tool has one decision",
}

// unseen are effects that no evidence brings about, by rule, and why.
var unseen = map[string]string{
	"EVID-13 refuse": "a check of the review on itself: the built-in fixtures of the matrix",
}

// TestCatalogue makes every finding that the catalogue declares, and holds each
// example of it against the review.
func TestCatalogue(t *testing.T) {
	seen := make(map[string]bool) // rule and effect
	for _, c := range slices.Concat(jsonTrials, descTrials, hdrTrials, resTrials, encTrials, parTrials, pageTrials, cmpTrials, evidTrials) {
		key := c.rule + " " + c.effect.String()
		seen[key] = true
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			if found := effects(t, c.no, c.rule); !slices.Contains(found, c.effect.String()) {
				t.Errorf("no such finding, effects %q:%s", found, reasons(c.no))
			}
			if slices.Contains(effects(t, c.ok, c.rule), c.effect.String()) {
				t.Errorf("the neighbour has it too:%s", reasons(c.ok))
			}
		})
	}
	for key := range checkExamples(t) {
		seen[key] = true
	}
	for _, r := range rule.All() {
		for _, e := range r.Effects {
			key := r.ID + " " + e.String()
			if exempt := silent[r.ID] != "" || unseen[key] != ""; exempt == seen[key] {
				t.Errorf("%s: made by a trial or an example: %v, exempt: %v", key, seen[key], exempt)
			}
		}
	}
}

// checkExamples reviews the examples of the catalogue that are evidence, and
// returns the rules and effects that those to decline bring about.
func checkExamples(t *testing.T) (seen map[string]bool) {
	t.Helper()
	seen = make(map[string]bool)
	read := 0
	for _, r := range rule.All() {
		no, isEvidence := example(t, r, r.Decline)
		ok, isToo := example(t, r, r.Accept)
		if !isEvidence || !isToo || silent[r.ID] != "" || slices.Contains(ownNotation, r.ID) {
			continue
		}
		read++
		found := effects(t, no, r.ID)
		if len(found) == 0 {
			t.Errorf("%s: the example to decline makes no finding: %s", r.ID, r.Decline)
		}
		for _, e := range found {
			seen[r.ID+" "+e] = true
		}
		for _, e := range effects(t, ok, r.ID) {
			if e != rule.Note.String() {
				t.Errorf("%s: the example to accept makes a finding that is a %s: %s", r.ID, e, r.Accept)
			}
		}
	}
	if read < examplesRead {
		t.Errorf("%d examples of the catalogue were read as evidence, before %d", read, examplesRead)
	}
	return seen
}

// examplesRead is how many rules have examples that are evidence as they stand.
const examplesRead = 76

// ownNotation are rules whose examples are in another notation than those of
// their family: that of DESC-05 lists two observations, not two entries, and that of DESC-21
// an approved descriptor and a listed one.
var ownNotation = []string{"DESC-05", "DESC-21"}

// effects are those of a rule's findings in a review, which is held against what
// the catalogue declares.
func effects(t *testing.T, s scene, id string) []string {
	t.Helper()
	r := s.review()
	checkDeclared(t, r)
	var found []string
	for _, f := range r.Findings {
		if f.Rule == id && !slices.Contains(found, f.Effect) {
			found = append(found, f.Effect)
		}
	}
	return found
}

// reasons are all findings of a review, a line each.
func reasons(s scene) string {
	var b strings.Builder
	for _, f := range s.review().Findings {
		b.WriteString("\n\t" + f.Effect + " (" + f.Provenance + ") on " + f.Subject.Kind + ": " + f.Reason)
	}
	return b.String()
}

// checkDeclared holds the findings of a review against the catalogue: none has
// an effect or a source that its rule does not declare.
func checkDeclared(t *testing.T, r *report.Review) {
	t.Helper()
	for _, f := range r.Findings {
		declared := rule.ByID(f.Rule)
		if declared == nil || declared.Name != f.Name ||
			!slices.ContainsFunc(declared.Effects, func(e rule.Effect) bool { return e.String() == f.Effect }) ||
			!slices.ContainsFunc(declared.Provenance, func(p rule.Provenance) bool { return p.String() == f.Provenance }) {
			t.Errorf("%s %s (%s) is not declared: %s", f.Rule, f.Effect, f.Provenance, f.Reason)
		}
		if declared != nil && r.Profile == rule.Spec.String() && declared.InSpec == "not run" {
			t.Errorf("%s does not run under the spec profile: %s", f.Rule, f.Reason)
		}
	}
}

// TestStdioIsNoExcuse holds HDR-15: the reason of an annotation's finding says
// that it was looked for although the evidence is of stdio.
func TestStdioIsNoExcuse(t *testing.T) {
	s := property(`{"type":"array","x-mcp-header":"P"}`)
	if !strings.Contains(reasons(s), "HDR-05 /inputSchema/properties/p/type: ") || !strings.Contains(reasons(s), "(checked although the evidence is stdio)") {
		t.Errorf("house:%s", reasons(s))
	}
	if strings.Contains(reasons(s.spec()), "HDR-") {
		t.Errorf("spec:%s", reasons(s.spec()))
	}
}
