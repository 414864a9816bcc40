package shape_test

import (
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

func TestCovers(t *testing.T) {
	value := func(text string) *strictjson.Value {
		doc, err := strictjson.Parse([]byte(text), "v.json", 1, policy.Default().Limits.JSON())
		if err != nil {
			t.Fatal(err)
		}
		return doc.Root
	}
	for _, c := range []struct {
		declared, required string
		want               bool
	}{
		{`{"sampling":{"tools":{}},"roots":{}}`, `{"sampling":{"tools":{}}}`, true},
		{`{"sampling":{}}`, `{}`, true},
		{`{"sampling":{}}`, `{"sampling":{"tools":{}}}`, false},
		{`{"sampling":true}`, `{"sampling":{}}`, false},
		{`{}`, `{"sampling":{}}`, false},
	} {
		if got := shape.Covers(value(c.declared), value(c.required)); got != c.want {
			t.Errorf("%s covers %s: %t", c.declared, c.required, got)
		}
	}
}
