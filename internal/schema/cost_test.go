package schema

import (
	"fmt"
	"strings"
	"testing"
)

// several writes a text n times, with the number in it.
func several(n int, format string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
	return strings.Join(all, ",")
}

// What a schema has the library do for every member of an object, or element of
// a list, is counted, also where it says nothing of them.
func TestCostOfBreadth(t *testing.T) {
	object := func(n int) string { return "{" + several(n, `"k#":1`) + "}" }
	list := func(n int) string { return "[" + several(n, "1") + "]" }
	some := `{"allOf":[` + several(600, `{"properties":{"k#":true}}`) + `]`
	for _, tt := range []struct {
		name, schema, value string
		want                Verdict
	}{
		{"members that are noted down", some + `,"unevaluatedProperties":true}`, object(2000), NotJudged},
		{"fewer of them", some + `,"unevaluatedProperties":true}`, object(500), Valid},
		{"one that is not evaluated", some + `,"unevaluatedProperties":false}`, object(601), Invalid},
		{"members of which nobody asks", some + `}`, object(2000), Valid},
		{"members that are all evaluated", some + `,"additionalProperties":true,"unevaluatedProperties":false}`, object(2000), Valid},
		{"far too many of which nobody asks", `{"allOf":[` + several(1500, `{"minProperties":1}`) + `]}`, object(8000), NotJudged},
		{"elements that are noted down", `{"allOf":[` + several(600, `{"minItems":1}`) + `],"unevaluatedItems":true}`, list(2000), NotJudged},
		{"elements of which nobody asks", `{"allOf":[` + several(600, `{"minItems":1}`) + `]}`, list(2000), Valid},
		{"elements that are all evaluated", `{"allOf":[` + several(600, `{"minItems":1}`) + `],"items":true,"unevaluatedItems":false}`, list(2000), Valid},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, v := compiledWithin(t, tt.schema, tt.value, 500_000)
			if out := s.Validate(v); out.Verdict != tt.want {
				t.Errorf("got %+v, want verdict %d", out, tt.want)
			}
			whole := s.whole()
			c := counter{Schema: whole, left: saturated}
			c.count(whole.compiled, v.Any(), place{})
			if n := saturated - c.left; n > whole.bound(v) {
				t.Errorf("%d evaluations, over the bound of %d", n, whole.bound(v))
			}
		})
	}
}
