package tests

import (
	"reflect"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/report"
	"mcpreview/report/jsonform"
	"mcpreview/samples"
)

// carriedByJSON wants the review that its JSON form is read as to be the same
// in all that any format shows of it.
func carriedByJSON(t *testing.T, r *report.Review) {
	t.Helper()
	saved, err := jsonform.Read(jsonOf(t, r), "review.json")
	if err != nil {
		t.Fatalf("a review that was just written is refused: %v", err)
	}
	if !reflect.DeepEqual(saved, r) {
		t.Error("the review read from its JSON form is another")
	}
}

func TestJSONCarriesTheDemo(t *testing.T) {
	p := policy.Default()
	r := report.Build(evidence.LoadFS(samples.Demo(), p, 2), report.Options{Policy: p, Jobs: 2})
	carriedByJSON(t, r)
	want := written(t, r)
	saved, err := jsonform.Read([]byte(want["json"]), "review.json")
	if err != nil {
		t.Fatal(err)
	}
	for format, got := range written(t, saved) {
		if got != want[format] {
			t.Errorf("%s differs: %s", format, firstDifference([]byte(got), []byte(want[format])))
		}
	}
}
