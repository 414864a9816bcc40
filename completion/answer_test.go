package completion

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "v%d ", i)
	}
	return b.String()
}

func TestResultShape(t *testing.T) {
	tests := []struct {
		name string
		ask  ask
		want []string // CMP-06 to CMP-08
	}{
		{"none", ask{}, nil},
		{"a hundred", ask{values: numbered(100)}, nil},
		{"a hundred and one", ask{values: numbered(101)}, []string{"reject CMP-06 /completion/values: 101 values exceed 100"}},
		{"repeated", ask{values: "a b a a"}, []string{"note CMP-06 /completion/values: 2 values repeated"}},
		{"no values", ask{completion: `{}`}, []string{"reject CMP-06 /completion/values: values is missing"}},
		{"null values", ask{completion: `{"values":null}`}, []string{"reject CMP-06 /completion/values: values is null, must be array"}},
		{"values in an object", ask{completion: `{"values":{"0":"a"}}`}, []string{"reject CMP-06 /completion/values: values is object, must be array"}},
		{"a number among them", ask{completion: `{"values":["a",1]}`}, []string{"reject CMP-06 /completion/values/1: number, must be a string"}},
		{"several that are none", ask{completion: `{"values":["a",null,{"text":"b"}]}`}, []string{"reject CMP-06 /completion/values/1: null, must be a string; 2 of 3 values are none"}},
		{"no completion", ask{result: `{"resultType":"complete","choices":[]}`}, []string{"reject CMP-06 /completion: completion is missing"}},
		{"a completion that is none", ask{completion: `[]`}, []string{"reject CMP-06 /completion: completion is array, must be object"}},
		{"a result that is none", ask{result: `null`}, []string{"reject CMP-06: the result is null, must be object"}},
		{"no type", ask{result: `{"completion":{"values":[]}}`}, []string{"reject CMP-06 /resultType: resultType is missing"}},
		{"a type that is no string", ask{result: `{"resultType":1,"completion":{"values":[]}}`}, []string{"reject CMP-06 /resultType: resultType is number, must be string"}},
		{"input required", ask{result: `{"resultType":"input_required","completion":{"values":[]}}`}, []string{"reject CMP-06 /resultType: resultType is not complete"}},
		{"no type in an older revision", ask{revision: "2025-11-25", result: `{"completion":{"values":[]}}`}, nil},
		{"no type in a bare result", ask{bare: true, result: `{"completion":{"values":[]}}`}, nil},

		{"total", ask{values: "a b", with: `,"total":2.0`}, nil},
		{"total in another spelling", ask{values: "a b", with: `,"total":20e-1`}, nil},
		{"more than shown", ask{values: "a", with: `,"total":250,"hasMore":true`}, nil},
		{"less than shown", ask{values: "a b", with: `,"total":1`}, []string{"reject CMP-07 /completion/total: total is less than the 2 values sent"}},
		{"a fraction", ask{values: "a", with: `,"total":1.5`}, []string{"reject CMP-07 /completion/total: total is not an integer"}},
		{"total in a string", ask{values: "a", with: `,"total":"2"`}, []string{"reject CMP-07 /completion/total: total is string, must be integer"}},
		{"a negative total", ask{with: `,"total":-1`}, []string{"reject CMP-07 /completion/total: total is negative"}},
		{"a null total", ask{with: `,"total":null`}, []string{"reject CMP-07 /completion/total: total is null, must be integer"}},

		{"more without total", ask{values: "a", with: `,"hasMore":true`}, nil},
		{"more than all", ask{values: "a", with: `,"total":1,"hasMore":true`}, []string{"condition CMP-08 /completion/hasMore: hasMore is true, and total is the number of values sent"}},
		{"no more of more", ask{values: "a", with: `,"total":2,"hasMore":false`}, []string{"condition CMP-08 /completion/hasMore: hasMore is false, and total exceeds the number of values sent"}},
		{"total alone", ask{values: "a", with: `,"total":2`}, nil},
		{"more in a string", ask{values: "a", with: `,"hasMore":"true"`}, []string{"reject CMP-08 /completion/hasMore: hasMore is string, must be boolean"}},
		{"null more", ask{values: "a", with: `,"hasMore":null`}, []string{"reject CMP-08 /completion/hasMore: hasMore is null, must be boolean"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := found(one(t, tt.ask).Findings, "CMP-06", "CMP-07", "CMP-08"); !slices.Equal(got, tt.want) {
				t.Errorf("found %q, want %q", got, tt.want)
			}
		})
	}
}

func TestUnproven(t *testing.T) {
	tests := []struct {
		scene scene
		want  string // how the words begin; "" where it is proved
	}{
		{scene{asks: []ask{{}}}, ""},
		{scene{asks: []ask{{silent: true}}}, "no answer was recorded"},
		{scene{asks: []ask{{bare: true}}}, "no request was recorded"},
		{scene{asks: []ask{{code: -32022}}}, "refused for its version"},
		{scene{asks: []ask{{code: -32020}}}, "refused for its version"},
		{scene{asks: []ask{{known: "-"}}}, "what the caller's lists hold is not known"},
		{scene{asks: []ask{{known: `[{"type":"ref/prompt","name":"triage"}]`}}}, "the arguments of the reference are not stated"},
		{scene{asks: []ask{{}}, broken: true}, "the envelope is broken"},
		{scene{asks: []ask{{code: -32601}}, undeclared: true}, "completion is not offered"},
		{scene{asks: []ask{{code: -32601}}, unseen: true}, "completion is not offered"},
		{scene{asks: []ask{{code: -32000, record: `"http":{"status":429,"headers":[]}`}}}, "answered by the rate limit"},
	}
	for _, tt := range tests {
		got := tt.scene.review(t).Completions[0]
		if got.Unproven != (tt.want != "") || !strings.HasPrefix(got.Shows, tt.want) || got.Shows == "" || rule.Decide(got.Findings) != rule.Admit {
			t.Errorf("%+v: %s, shows %q, unproven %t, %v", tt.scene.asks[0], rule.Decide(got.Findings), got.Shows, got.Unproven, effects(got.Findings))
		}
	}
}

// What a broken envelope carries belongs to no request, but a hidden name in it
// was seen all the same.
func TestBrokenEnvelope(t *testing.T) {
	low := `{"name":"low","allowed":{"component":["dev"]},"forbidden":["acme-prod"]}`
	s := scene{declared: declared, broken: true, asks: []ask{{ref: strange, caller: low, values: "acme-prod x", with: `,"total":1`}}}
	got := s.review(t)
	if e := effects(got.Completions[0].Findings); e != "reject CMP-10" {
		t.Errorf("found %q", e)
	}
	if got.Results != 0 || got.Samples != 0 || got.References != 0 {
		t.Errorf("counted %+v", got)
	}
}

func TestCapability(t *testing.T) {
	prompts := []listing{{method: "prompts/list", items: `[{"name":"triage"}]`}}
	tests := []struct {
		name       string
		scene      scene
		server     []string
		completion string
		applicable bool
	}{
		{"declared", scene{asks: []ask{{}}}, nil, "", true},
		{"declared and unused", scene{}, nil, "", true},
		{"results undeclared", scene{asks: []ask{{}}, undeclared: true}, []string{"reject CMP-14 /capabilities: completion evidence without completions capability"}, "", true},
		{"results before the capability was", scene{asks: []ask{{revision: "2024-11-05", result: `{"completion":{"values":[]}}`}}, undeclared: true}, nil, "", true},
		{"results without discovery", scene{asks: []ask{{}}, unseen: true}, []string{"note CMP-14: completion results are in evidence, and no discovery that could declare the capability"}, "", true},
		{"not offered", scene{asks: []ask{{known: "-", code: -32601}}, undeclared: true}, []string{"note CMP-14: not applicable: no completions capability, and nothing that could be completed"}, "", false},
		{"not offered, no discovery", scene{asks: []ask{{known: "-", code: -32601}}, unseen: true}, []string{"note CMP-14: not applicable: no completions capability, and nothing that could be completed"}, "", false},
		{"undeclared and another error", scene{asks: []ask{{known: "-", code: -32603}}, undeclared: true}, []string{"note CMP-14: not applicable: no completions capability, and nothing that could be completed"}, "reject CMP-12", false},
		{"nothing at all", scene{undeclared: true}, []string{"note CMP-14: not applicable: no completions capability, and nothing that could be completed"}, "", false},
		{"prompts without the capability", scene{listings: prompts, undeclared: true}, []string{"note CMP-14: prompts or templates are listed, and completions are not declared"}, "", false},
		{"prompts without discovery", scene{listings: prompts, unseen: true}, nil, "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.scene.review(t)
			if f := found(got.Server, "CMP-14"); !slices.Equal(f, tt.server) {
				t.Errorf("found %q, want %q", f, tt.server)
			}
			if got.Applicable != tt.applicable {
				t.Errorf("applicable %t, want %t", got.Applicable, tt.applicable)
			}
			if len(got.Completions) > 0 && effects(got.Completions[0].Findings) != tt.completion {
				t.Errorf("found %q, want %q", effects(got.Completions[0].Findings), tt.completion)
			}
		})
	}
}

func TestPace(t *testing.T) {
	at := func(time string) ask { return ask{record: `"at":"2026-07-28T10:00:` + time + `Z"`} }
	other := func(a ask, argument string) ask { a.argument = argument; return a }
	tests := []struct {
		name string
		asks []ask
		want string // of the last
	}{
		{"far enough", []ask{at("01.000"), at("01.250")}, ""},
		{"too close", []ask{at("01.000"), at("01.249")}, "reject CMP-13"},
		{"too close, recorded the other way round", []ask{at("01.500"), at("01.600")}, "reject CMP-13"},
		{"another field", []ask{at("01.000"), other(at("01.001"), "severity")}, ""},
		{"another caller", []ask{at("01.000"), {caller: `"low"`, record: `"at":"2026-07-28T10:00:01Z"`}}, ""},
		{"a probe", []ask{at("01.000"), {record: `"label":"probe","at":"2026-07-28T10:00:01Z"`}}, ""},
		{"no times", []ask{{}, {}}, ""},
		{"times that are none", []ask{at("01"), {record: `"at":"now"`}}, ""},
	}
	for _, tt := range tests {
		got := scene{asks: tt.asks, declared: declared}.review(t).Completions
		if e := effects(got[len(got)-1].Findings); e != tt.want {
			t.Errorf("%s: found %q, want %q", tt.name, e, tt.want)
		}
	}
	undeclared := scene{asks: []ask{at("01.000"), at("01.001")}}.review(t).Completions[1]
	if e := effects(undeclared.Findings); e != "" {
		t.Errorf("without a debounce: found %q", e)
	}
}

func TestRateLimitAnswer(t *testing.T) {
	const limited = `"http":{"status":429,"headers":[]}`
	for _, tt := range []struct {
		ask  ask
		want string
	}{
		{ask{code: -32000, record: limited}, ""},
		{ask{code: -32000, record: limited, data: `{"values":["a"]}`}, "reject CMP-13"},
		{ask{code: -32000, record: limited, data: `{"completion":{"values":["a"]}}`}, "reject CMP-13"},
		{ask{values: "a", record: limited}, "reject CMP-13"},
		{ask{record: limited}, ""},
	} {
		if e := effects(one(t, tt.ask).Findings); e != tt.want {
			t.Errorf("%+v: found %q, want %q", tt.ask, e, tt.want)
		}
	}
}

func TestDeclarations(t *testing.T) {
	const debounce, rate = "CMP-13 /completion/debounceMs: debounceMs is not declared", "CMP-13 /completion/rateLimit: rate limit is not declared"
	tests := []struct {
		declared policy.Completion
		want     []string
	}{
		{declared, nil},
		{policy.Completion{}, []string{debounce, rate}},
		{policy.Completion{RateLimit: declared.RateLimit}, []string{debounce}},
		{policy.Completion{DebounceMs: 250}, []string{rate}},
	}
	for _, tt := range tests {
		for _, profile := range []rule.Profile{rule.House, rule.Spec} {
			var got []string
			for _, m := range (scene{asks: []ask{{}}, declared: tt.declared, profile: profile}).review(t).Missing {
				if m.Effect != rule.Request || m.Blocking != (profile == rule.House) || m.Input == "" {
					t.Errorf("%s: %s, blocking %t under %s", m.Reason(), m.Effect, m.Blocking, profile)
				}
				got = append(got, m.Reason())
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%+v: asked for %q, want %q", tt.declared, got, tt.want)
			}
		}
	}
	if m := (scene{undeclared: true, asks: []ask{{code: -32601}}}).review(t).Missing; len(m) > 0 {
		t.Errorf("asked for %s where nothing is completed", m[0].Reason())
	}
}
