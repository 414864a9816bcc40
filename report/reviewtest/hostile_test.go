package reviewtest

import (
	"mcpreview/report"
	"testing"
	"unicode/utf8"
)

func TestHostile(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range Hostile {
		if seen[s] {
			t.Errorf("%.60q is there twice", s)
		}
		if !utf8.ValidString(s) {
			t.Errorf("%.60q cannot stand in JSON", s)
		}
		seen[s] = true
	}
	if len(seen) < 400 {
		t.Errorf("only %d strings", len(seen))
	}
}

// Every place has to reach the review: evidence that is dropped whole would
// prove nothing.
func TestPlaces(t *testing.T) {
	r := Reviewed(Places(Token("quokka")))
	c := r.Verdict.Counts
	if c.Tools < 7 || c.Results < 5 || c.Mappings < 1 || c.Completions < 2 || c.Listings < 2 || c.Exchanges < 3 {
		t.Errorf("this evidence does not try much: %+v", c)
	}
	if len(r.Evidence) != len(places) {
		t.Errorf("%d files, want %d", len(r.Evidence), len(places))
	}
	for _, f := range r.Evidence {
		if f.Kind == "" {
			t.Errorf("%s is of no kind", f.Path)
		}
	}
}

func TestHostileReviews(t *testing.T) {
	n := 0
	HostileReviews(40, func(about string, r *report.Review) {
		n++
		if len(r.Findings) == 0 || len(r.Evidence) != len(places) {
			t.Errorf("%s: %d findings, %d files", about, len(r.Findings), len(r.Evidence))
		}
	})
	if n == 0 {
		t.Error("none")
	}
}
