package report_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"mcpreview/report"
	"mcpreview/report/jsonform"
	"mcpreview/report/reviewtest"
)

func TestHintsAndLimitsInOrder(t *testing.T) {
	tests := []struct {
		value any
		want  string
	}{
		{report.Hints{}, `{}`},
		{report.Hints(nil), `{}`},
		{report.Hints{"b": false, "a": true, "\u202e": true}, "{\"a\":true,\"b\":false,\"\u202e\":true}"},
		{report.Limits(nil), `{}`},
		{report.Limits{{Name: "z", Value: int64(9007199254740993)}, {Name: "a", Value: []string{"x", "y"}}, {Name: "n", Value: []string(nil)}},
			`{"z":9007199254740993,"a":["x","y"],"n":[]}`},
	}
	for _, tt := range tests {
		got, err := json.Marshal(tt.value)
		if err != nil || string(got) != tt.want {
			t.Errorf("%#v: got %s, %v; want %s", tt.value, got, err, tt.want)
		}
	}
	if _, err := json.Marshal(report.Limits{{Name: "depth", Value: 3}}); err == nil || !strings.Contains(err.Error(), "depth") {
		t.Errorf("a limit of type int: got %v, want an error that names it", err)
	}
}

func TestJSONRoundTrip(t *testing.T) {
	for _, s := range append([]string{"plain"}, reviewtest.Hostile...) {
		want := reviewtest.Plant(s, false)
		var b bytes.Buffer
		if err := jsonform.Write(&b, want); err != nil {
			t.Fatal(err)
		}
		got := &report.Review{}
		if err := json.Unmarshal(b.Bytes(), got); err != nil {
			t.Fatalf("%.40q: %v", s, err)
		}
		for i := range want.Matrix {
			want.Matrix[i].Record = "" // a reader is told it, in words; it is not in the data
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%.40q: the review read back is another", s)
		}
	}
}

func TestLimitsRefuseOtherJSON(t *testing.T) {
	for _, s := range []string{`[]`, `{"a":true}`, `{"a":1.5}`, `{"a":{}}`, `{"a":[1]}`} {
		if err := json.Unmarshal([]byte(s), &report.Limits{}); err == nil {
			t.Errorf("%s was read as limits", s)
		}
	}
}
