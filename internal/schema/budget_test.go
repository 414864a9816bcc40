package schema

import (
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/strictjson"
)

// compiled is a schema, and a value to hold against it.
func compiled(t *testing.T, schemaText, value string) (*Schema, *strictjson.Value) {
	t.Helper()
	return compiledWithin(t, schemaText, value, policy.DefaultLimits().Evaluation)
}

// compiledWithin is compiled with another bound on evaluations.
func compiledWithin(t *testing.T, schemaText, value string, evaluations int) (*Schema, *strictjson.Value) {
	t.Helper()
	limits := policy.DefaultLimits()
	limits.Evaluation = evaluations
	doc, err := strictjson.Parse([]byte(`{"schema":`+schemaText+`,"value":`+value+`}`), "s.json", 1, policy.DefaultLimits().JSON())
	if err != nil {
		t.Fatal(err)
	}
	s, problems := Compile(doc, doc.Root.Get("schema"), limits)
	if s == nil {
		t.Fatal(problems)
	}
	return s, doc.Root.Get("value")
}

func TestBudget(t *testing.T) {
	var doubled strings.Builder
	for _, name := range strings.Split("abcdefghijklmnop", "") {
		next := string(name[0] + 1)
		doubled.WriteString(`"` + name + `":{"anyOf":[{"$ref":"#/$defs/` + next + `"},{"$ref":"#/$defs/` + next + `"}]},`)
	}
	costly := `{"$defs":{` + doubled.String() + `"q":{"type":"string"}},"additionalProperties":{"$ref":"#/$defs/a"}}`
	plain := `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`
	for _, tt := range []struct {
		name, schema, value string
		least, most         int // values that are affordable
	}{
		{"plain", plain, `{"a":"x"}`, 500_000, 10_000_000},
		{"costly", costly, `{"a":1}`, 2, 1000},
	} {
		s, v := compiled(t, tt.schema, tt.value)
		b := NewBudget(0)
		n := 0
		for n <= tt.most && b.Affords(s, v) {
			n++
		}
		if n < tt.least || n > tt.most {
			t.Errorf("%s: %d values are affordable, want %d to %d", tt.name, n, tt.least, tt.most)
		}
	}
	if b := NewBudget(0); !b.Affords(nil, nil) || b.left != leastBudget {
		t.Error("no schema costs something")
	}
	if b := NewBudget(leastBudget); b.left != budgetPerByte*leastBudget {
		t.Errorf("a long document has a budget of %d", b.left)
	}
}

// What any value of its length may cost is no excess, and what is not evaluated
// costs no more than counting it.
func TestExcess(t *testing.T) {
	object := "{" + several(100, `"k#":1`) + "}"
	under := func(n int) string {
		return `{"allOf":[` + several(n, `{"properties":{"k#":true}}`) + `],"unevaluatedProperties":true}`
	}
	const most = 5_000_000
	for _, tt := range []struct {
		name, schema, value string
		least, enough       int
	}{
		{"plain", `{"type":"object","properties":{` + several(300, `"k#":{"type":"integer"}`) + `}}`, object, 0, 0},
		{"a few schemas for each", under(50), object, 0, 0},
		{"many schemas for each", under(1000), object, 30_000, 60_000},
		{"too many to be evaluated", under(2000), "{" + several(6000, `"k#":1`) + "}", most / 64, most / 16},
	} {
		s, v := compiled(t, tt.schema, tt.value)
		if n := s.Excess(v, most); n < tt.least || n > tt.enough {
			t.Errorf("%s: %d, want %d to %d", tt.name, n, tt.least, tt.enough)
		}
		if n := s.Excess(v, 1); n > 1 || n < min(1, tt.least) {
			t.Errorf("%s: %d of one at most", tt.name, n)
		}
	}
	if n := (*Schema)(nil).Excess(nil, most); n != 0 {
		t.Errorf("no schema costs %d", n)
	}
}
