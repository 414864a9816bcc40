package report

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"mcpreview/internal/rule"
)

// shelfFinding is the i-th of findings of which some are the same and each part
// is empty in some.
func shelfFinding(i int) rule.Finding {
	all := rule.All()
	f := rule.Finding{
		Rule: all[i%5], Effect: rule.Note - rule.Effect(i%2), Provenance: all[i%5].Provenance[0],
		Subject: rule.Subject{Kind: rule.KindResult, Name: fmt.Sprintf("t%d", i%70)},
		Text:    fmt.Sprintf("text %d", i%3), Pointer: []string{"", "/a", "/b/10", "/b/9"}[i%4],
		At:       rule.Location{File: "r.jsonl", Pointer: "/x", Inside: []string{"", "#/result"}[i%2], Line: i%90 + 1, Column: i % 7},
		Blocking: i%11 == 0, Accepted: i%13 == 0,
	}
	for k := range i % 3 {
		f.Related = append(f.Related, rule.Location{File: fmt.Sprintf("p%d.json", k), Line: k + 1})
	}
	return f
}

// What is put on a shelf comes back as it was, and in the order of rule.Sort,
// whether the shelf has few texts or many.
func TestShelf(t *testing.T) {
	for _, n := range []int{0, 1, 2, fewTexts / 2, 3000} {
		var (
			s    shelf
			want []rule.Finding
		)
		for i := range n {
			f := shelfFinding(i)
			s.putFinding(&f)
			want = append(want, f)
			if got := s.finding(i); !reflect.DeepEqual(got, f) {
				t.Fatalf("%d: got %+v, want %+v", i, got, f)
			}
		}
		if indexed := s.texts.index != nil; indexed != (len(s.texts.all) > fewTexts) {
			t.Errorf("%d texts, index %t", len(s.texts.all), indexed)
		}
		if sorted := slices.Clone(s.texts.all); len(slices.Compact(slices.Sorted(slices.Values(sorted)))) != len(sorted) {
			t.Errorf("%d findings: a text stands twice", n)
		}
		if got := slices.Collect(s.sorted); !reflect.DeepEqual(got, rule.Sort(want)) && n > 0 {
			t.Errorf("%d findings: sorted otherwise than by rule.Sort", n)
		}
	}
}
