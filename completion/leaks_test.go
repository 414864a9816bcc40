package completion

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

// low is a recorded caller to whom names are forbidden.
func low(forbidden ...string) string {
	all, err := json.Marshal(forbidden)
	if err != nil {
		panic(err)
	}
	return `{"name":"low","forbidden":` + string(all) + `}`
}

func TestAllowedValues(t *testing.T) {
	caller := `{"name":"low","allowed":{"component":["dev","test"],"tenant":["acme"]}}`
	tests := []struct {
		name    string
		ask     ask
		callers []policy.Caller
		want    []string
	}{
		{"within", ask{values: "dev"}, nil, nil},
		{"nothing", ask{}, nil, nil},
		{"one outside", ask{values: "dev prod"}, nil, []string{`reject CMP-09 /completion/values/1: 1 suggestion is outside the allowed list of caller "low", the first at index 1`}},
		{"several outside", ask{values: "prod dev stage"}, nil, []string{`reject CMP-09 /completion/values/0: 2 suggestions are outside the allowed list of caller "low", the first at index 0`}},
		{"exact strings", ask{values: "Dev"}, nil, []string{`reject CMP-09 /completion/values/0: 1 suggestion is outside the allowed list of caller "low", the first at index 0`}},
		{"another argument", ask{argument: "severity", values: "high"}, nil, []string{`note CMP-09 /completion/values: no allowed values are stated for caller "low": only names and counts are tested for leaks`}},
		{"the policy's list binds as well", ask{values: "dev test"}, []policy.Caller{{Name: "low", Allowed: []policy.Allowed{{Prompt: "triage", Argument: "component", Values: []string{"test"}}}}},
			[]string{`reject CMP-09 /completion/values/0: 1 suggestion is outside the allowed list of caller "low", the first at index 0`}},
		{"the policy's list of another reference", ask{values: "dev test"}, []policy.Caller{{Name: "low", Allowed: []policy.Allowed{{Prompt: "other", Argument: "component"}}}}, nil},
		{"the policy's list of another caller", ask{values: "dev test"}, []policy.Caller{{Name: "high", Allowed: []policy.Allowed{{Argument: "component"}}}}, nil},
		{"a list of the policy for every reference", ask{values: "dev"}, []policy.Caller{{Name: "low", Allowed: []policy.Allowed{{Argument: "component"}}}},
			[]string{`reject CMP-09 /completion/values/0: 1 suggestion is outside the allowed list of caller "low", the first at index 0`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.ask.caller = caller
			got := scene{asks: []ask{tt.ask}, callers: tt.callers, declared: declared}.review(t).Completions[0]
			if f := found(got.Findings, "CMP-09"); !slices.Equal(f, tt.want) {
				t.Errorf("found %q, want %q", f, tt.want)
			}
		})
	}
}

func TestValuesOutsideResources(t *testing.T) {
	caller := func(patterns ...string) string {
		all, _ := json.Marshal(patterns)
		return `{"name":"low","maySee":{"resources":` + string(all) + `}}`
	}
	tests := []struct {
		name string
		ask  ask
		want bool
	}{
		{"the caller's own", ask{argument: "tenant", values: "acme", caller: caller("vault://acme/*")}, false},
		{"another tenant", ask{argument: "tenant", values: "acme globex", caller: caller("vault://acme/*")}, true},
		{"a longer name", ask{argument: "tenant", values: "acme2", caller: caller("vault://acme/*")}, true},
		{"what stands before is open", ask{argument: "item", values: "plan", caller: caller("vault://acme/*")}, false},
		{"what stands before is settled", ask{argument: "item", values: "plan", context: `{"tenant":"globex"}`, caller: caller("vault://acme/*")}, true},
		{"all is settled", ask{argument: "item", values: "plan", context: `{"tenant":"acme"}`, caller: caller("vault://acme/plan")}, false},
		{"all is settled, and another", ask{argument: "item", values: "plans", context: `{"tenant":"acme"}`, caller: caller("vault://acme/plan")}, true},
		{"a value that expands encoded", ask{argument: "item", values: "a/b", context: `{"tenant":"acme"}`, caller: caller("vault://acme/a/b")}, false},
		{"an encoded pattern", ask{argument: "item", values: "a/b", context: `{"tenant":"acme"}`, caller: caller("vault://acme/a%2Fb")}, false},
		{"longer than is compared, inside", ask{argument: "tenant", values: "acme/" + strings.Repeat("é", uriLength), caller: caller("vault://acme/*")}, false},
		{"longer than is compared, outside", ask{argument: "tenant", values: "globex/" + strings.Repeat("é", uriLength), caller: caller("vault://acme/*")}, true},
		{"only the first hundred are compared", ask{argument: "tenant", values: strings.Repeat("acme ", 100) + "globex", caller: caller("vault://acme/*")}, false},
		{"a template as pattern", ask{argument: "tenant", values: "acme", caller: caller("vault://{tenant}/{item}")}, false},
		{"nothing may be seen", ask{argument: "tenant", values: "acme", caller: caller()}, true},
		{"nothing is suggested", ask{argument: "tenant", caller: caller()}, false},
		{"the placeholder in a value", ask{argument: "tenant", values: "\uf8ff", caller: caller("vault://acme/*")}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.ask.ref = vault
			f := found(one(t, tt.ask).Findings, "CMP-09")
			if rejected := len(f) > 0; rejected != tt.want {
				t.Errorf("found %q, want any: %t", f, tt.want)
			}
		})
	}
}

func TestHiddenNames(t *testing.T) {
	tests := []struct {
		name      string
		forbidden string
		ask       ask
		want      bool
	}{
		{"absent", "acme-prod", ask{values: "beta-dev"}, false},
		{"as it is", "acme-prod", ask{values: "dev acme-prod"}, true},
		{"within a path, other case", "acme-prod", ask{values: "tenant/ACME-Prod/eu"}, true},
		{"percent-encoded", "acme-prod", ask{values: "t/acme%2Dprod"}, true},
		{"percent-encoded in small letters", "acme-prod", ask{values: "%61cme%2dprod"}, true},
		{"encoded twice is not decoded twice", "acme-prod", ask{values: "acme%252Dprod"}, false},
		{"without separators", "acme-prod", ask{values: "acmeprod1"}, true},
		{"with other separators", "acme-prod", ask{values: "acme_prod a.c"}, true},
		{"separators where the name has none", "acmeprod", ask{values: "x-acme.prod"}, true},
		{"full width", "acme-prod", ask{values: "ａｃｍｅ－ｐｒｏｄ"}, true},
		{"case folding", "straße", ask{values: "STRASSE"}, true},
		{"a character that cannot be seen", "acme-prod", ask{values: "ac\u200bme-prod"}, true},
		{"a short name as a word", "prd", ask{values: "eu-prd"}, true},
		{"a short name within a word", "prd", ask{values: "sprd"}, false},
		{"a short name with separators", "prd", ask{values: "p.r.d"}, true},
		{"a short name at the end of a longer word", "eu", ask{values: "europe neu"}, false},
		{"a short name by number", "eu", ask{values: "eu1"}, false},
		{"a name of four within a word", "prod", ask{values: "reproduce"}, true},
		{"four with a separator, three without", "a-b1", ask{values: "cab12"}, false},
		{"a name without letters", "--", ask{values: "a--b"}, false},
		{"an empty name", "", ask{values: "a"}, false},

		{"in _meta", "acme-prod", ask{result: `{"resultType":"complete","completion":{"values":[]},"_meta":{"x/trace":["acme-prod"]}}`}, true},
		{"in a name in _meta", "acme-prod", ask{result: `{"resultType":"complete","completion":{"values":[]},"_meta":{"x/acme-prod":1}}`}, true},
		{"in an unknown member", "acme-prod", ask{completion: `{"values":[],"debug":{"scanned":"acme-prod"}}`}, true},
		{"in values that are none", "acme-prod", ask{completion: `{"values":"acme-prod"}`}, true},
		{"in a value that is no string", "acme-prod", ask{completion: `{"values":[{"text":"acme-prod"}]}`}, true},
		{"in an error message", "acme-prod", ask{code: -32602, message: "no access to ACME_PROD"}, true},
		{"in error data", "acme-prod", ask{code: -32602, data: `{"denied":["acme-prod"]}`}, true},
		{"a number in error data", "4711", ask{code: -32602, data: `{"tenant":4711}`}, true},
		{"in a notification", "acme-prod", ask{record: `"notifications":[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"skipped acme-prod"}}]`}, true},
		{"an error without it", "acme-prod", ask{code: -32602, message: "no access"}, false},

		{"typed and repeated", "acme-prod", ask{typed: "acme-prod", values: "acme-prod"}, false},
		{"typed and longer", "acme-prod", ask{typed: "acme-prod", values: "acme-prod-eu"}, true},
		{"begun and completed", "acme-prod", ask{typed: "acme-p", values: "acme-prod"}, true},
		{"something else typed, longer than the name", "acme-prod", ask{typed: "something-else", values: "acme-prod"}, true},
		{"a message that repeats the whole", "acme-prod", ask{typed: "acme-prod", code: -32602, message: "Nothing matches acme-prod"}, false},
		{"a message that repeats it and goes on", "acme-prod", ask{typed: "acme-prod", code: -32602, message: "Did you mean acme-prod-eu?"}, true},
		{"a message that completes", "acme-prod", ask{typed: "acme", code: -32602, message: "acme-prod is closed to you"}, true},
		{"a message in another spelling", "acme-prod", ask{typed: "acme-prod", code: -32602, message: "no access to ACME_PROD"}, true},
		{"a message that repeats the prompt", "payroll_run", ask{ref: payroll, code: -32602, message: "Prompt payroll_run not found"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.ask.caller = low(tt.forbidden)
			got := one(t, tt.ask)
			f := found(got.Findings, "CMP-10")
			if (len(f) == 1) != tt.want || len(f) > 1 {
				t.Errorf("found %q, want one: %t", f, tt.want)
			}
		})
	}
}

func TestForbiddenPatterns(t *testing.T) {
	tests := []struct {
		pattern, values string
		want            bool
	}{
		{"*-prod", "acme-prod", true}, {"*-prod", "t/acme-prod/eu", true}, {"*-prod", "acme-PROD", true}, {"*-prod", "acmeprod", true},
		{"*-prod", "acme-product", false}, {"acme-*", "acme-dev", true}, {"acme-*", "my-acme-dev", false}, {"acme-*", "beta", false},
		{"*", "a", false}, // names nothing
	}
	for _, tt := range tests {
		s := scene{declared: declared, callers: []policy.Caller{{Name: "low", Forbidden: []policy.Hidden{{Class: policy.HiddenEnvironment, Text: tt.pattern}}}}, asks: []ask{{caller: `"low"`, values: tt.values}}}
		if f := found(s.review(t).Completions[0].Findings, "CMP-10"); (len(f) > 0) != tt.want {
			t.Errorf("%s in %s: found %q", tt.pattern, tt.values, f)
		}
	}
}

func TestHiddenNameReasons(t *testing.T) {
	callers := []policy.Caller{{Name: "low", Forbidden: []policy.Hidden{{Class: policy.HiddenTenant, Text: "globex"}, {Class: policy.HiddenEnvironment, Text: "acme-prod"}, {Text: "vault-x"}}}}
	s := scene{declared: declared, callers: callers, asks: []ask{
		{caller: `{"name":"low","forbidden":["umbrella"]}`, values: "a acme-prod acme-prod-2 umbrella vault-x"},
		{caller: `"low"`, code: -32602, message: "globex"},
		{caller: `"low"`, code: -32602, data: `{"globex":1}`},
		{caller: `"low"`, result: `{"resultType":"complete","completion":{"values":[]},"_meta":{"globex":1}}`},
	}}
	var got []string
	for _, c := range s.review(t).Completions {
		got = append(got, found(c.Findings, "CMP-10")...)
	}
	want := []string{
		"reject CMP-10 /completion/values/1: forbidden environment name #2 of the policy occurs in value 1 and in 1 more",
		"reject CMP-10 /completion/values/3: forbidden name #1 of the recorded caller occurs in value 3",
		"reject CMP-10 /completion/values/4: forbidden name #3 of the policy occurs in value 4",
		"reject CMP-10 /response/error/message: forbidden tenant name #1 of the policy occurs in the error message",
		"reject CMP-10 /response/error: forbidden tenant name #1 of the policy occurs in the error data",
		"reject CMP-10 /_meta: forbidden tenant name #1 of the policy occurs in _meta",
	}
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestCounts(t *testing.T) {
	caller := `{"name":"low","allowed":{"component":["dev","test"]}}`
	tests := []struct {
		ask  ask
		want []string
	}{
		{ask{values: "dev test", with: `,"total":2`}, nil},
		{ask{values: "dev", with: `,"total":2,"hasMore":true`}, nil},
		{ask{values: "dev test", with: `,"total":57`}, []string{`reject CMP-11 /completion/total: total exceeds what caller "low" may see`}},
		{ask{values: "dev test", with: `,"hasMore":true`}, []string{`reject CMP-11 /completion/hasMore: hasMore is true, and all that caller "low" may see is shown`}},
		{ask{values: "dev dev", with: `,"hasMore":true`}, nil},
		{ask{values: "dev test", with: `,"hasMore":false`}, nil},
		{ask{argument: "severity", with: `,"total":57`}, nil},
	}
	for _, tt := range tests {
		tt.ask.caller = caller
		if f := found(one(t, tt.ask).Findings, "CMP-11"); !slices.Equal(f, tt.want) {
			t.Errorf("%+v: found %q, want %q", tt.ask, f, tt.want)
		}
	}
}

func TestSearchIsBounded(t *testing.T) {
	forbidden := make([]string, 1<<16)
	for i := range forbidden {
		forbidden[i] = fmt.Sprintf("n%d", i)
	}
	got := one(t, ask{caller: low(forbidden...), values: "n5"})
	f := found(got.Findings, "CMP-10")
	if len(f) != 1 || f[0] != "condition CMP-10: too long to be searched for 65536 forbidden names" || rule.Decide(got.Findings) != rule.Conditional {
		t.Errorf("found %q", f)
	}
}
