package sarif_test

import (
	"regexp"
	"slices"
	"strconv"
	"testing"

	"mcpreview/internal/rule"
	"mcpreview/report/reviewtest"
)

// Every rule that ran is there, with what GitHub shows of it in the lengths
// that it shows.
func TestRules(t *testing.T) {
	run := read(t, write(t, reviewtest.Review()))
	rules := run.Tool.Driver.Rules
	if len(rules) != len(rule.All()) {
		t.Fatalf("%d rules, want %d", len(rules), len(rule.All()))
	}
	placeholder := regexp.MustCompile(`\{[0-9]+\}`)
	scored := 0
	for i, r := range rule.All() {
		got := rules[i]
		if *got.ID != r.ID || *got.Name != r.Name || len(*got.Name) > 255 {
			t.Errorf("rule %d is %s %s", i, *got.ID, *got.Name)
		}
		for _, text := range []string{*got.ShortDescription.Text, *got.FullDescription.Text} {
			if text == "" || len(text) > 1024 || placeholder.MatchString(text) {
				t.Errorf("%s: description %q", r.ID, text)
			}
		}
		if *got.Help.Text == "" || *got.Help.Markdown == "" || placeholder.MatchString(*got.Help.Text) {
			t.Errorf("%s: help %q", r.ID, *got.Help.Text)
		}
		want := map[rule.Effect]string{rule.Refuse: "error", rule.Reject: "error", rule.Condition: "warning", rule.Request: "note", rule.Note: "note"}[r.Effects[0]]
		if got.DefaultConfiguration.Level != want {
			t.Errorf("%s: level %s, want %s", r.ID, got.DefaultConfiguration.Level, want)
		}
		if len(got.Properties.Tags) > 10 {
			t.Errorf("%s: %d tags", r.ID, len(got.Properties.Tags))
		}
		score, isSecurity := got.Properties.Properties["security-severity"].(string)
		if n, err := strconv.ParseFloat(score, 64); isSecurity && (err != nil || n <= 0 || n > 10) {
			t.Errorf("%s: security severity %q", r.ID, score)
		}
		if isSecurity != slices.Contains(got.Properties.Tags, "security") {
			t.Errorf("%s: tags %v, severity %q", r.ID, got.Properties.Tags, score)
		}
		if isSecurity {
			scored++
		}
	}
	if scored == 0 || scored > len(rules)/2 {
		t.Errorf("%d of %d rules are scored", scored, len(rules))
	}
}

// What a profile leaves out did not run.
func TestRulesOfTheSpecProfile(t *testing.T) {
	r := reviewtest.Review()
	r.Profile = rule.Spec.String()
	ran := make(map[string]bool)
	for _, got := range read(t, write(t, r)).Tool.Driver.Rules {
		ran[*got.ID] = true
	}
	left := 0
	for _, r := range rule.All() {
		if ran[r.ID] == (r.InSpec == "not run") {
			t.Errorf("%s: ran %t, in spec %q", r.ID, ran[r.ID], r.InSpec)
		}
		if !ran[r.ID] {
			left++
		}
	}
	if left == 0 {
		t.Error("no rule is of house policy alone")
	}
}

// A review from a newer version may name a rule that this one does not have.
func TestUnknownRule(t *testing.T) {
	r := reviewtest.Review()
	r.Findings[0].Rule, r.Findings[0].Name, r.Findings[0].Effect = "NEW-01", "new-rule", "quarantine"
	text := write(t, r)
	valid(t, text)
	run := read(t, text)
	got := run.Results[0]
	if *got.RuleID != "NEW-01" || *run.Tool.Driver.Rules[got.RuleIndex].ID != "NEW-01" || got.Level != "error" {
		t.Errorf("%s at %d, %s", *got.RuleID, got.RuleIndex, got.Level)
	}
}
