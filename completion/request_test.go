package completion

import (
	"strings"
	"testing"

	"mcpreview/internal/rule"
)

func TestRequests(t *testing.T) {
	argument := `"argument":{"name":"component","value":""}`
	tests := []struct {
		name string
		ask  ask
		want string
	}{
		{"a listed prompt and argument", ask{values: "core", caller: `{"name":"low","allowed":{"component":["core"]}}`}, ""},

		// CMP-01
		{"a type that is none", ask{ref: `{"type":"ref/tool","name":"triage"}`}, "reject CMP-01"},
		{"no type", ask{ref: `{"name":"triage"}`}, "reject CMP-01"},
		{"a type that is no string", ask{ref: `{"type":1,"name":"triage"}`}, "reject CMP-01"},
		{"no reference", ask{params: argument}, "reject CMP-01"},
		{"a reference that is a string", ask{params: `"ref":"triage",` + argument}, "reject CMP-01"},
		{"a prompt without name", ask{ref: `{"type":"ref/prompt"}`}, "reject CMP-01"},
		{"a prompt by uri", ask{ref: `{"type":"ref/prompt","uri":"vault://acme/readme"}`}, "reject CMP-01"},
		{"a resource without uri", ask{ref: `{"type":"ref/resource","name":"triage"}`}, "reject CMP-01"},
		{"name and uri", ask{ref: `{"type":"ref/prompt","name":"triage","uri":"x://y"}`}, "note CMP-01"},
		{"uri and name", ask{ref: `{"type":"ref/resource","uri":"vault://{tenant}/{item}","name":"n"}`, argument: "item"}, "note CMP-01"},
		{"a title is ignored", ask{ref: `{"type":"ref/prompt","name":"triage","title":7}`}, ""},
		{"a bad type refused", ask{ref: `{"type":"ref/tool","name":"triage"}`, code: -32602}, ""},
		{"a bad type refused otherwise", ask{ref: `{"type":"ref/tool","name":"triage"}`, code: -32603}, "reject CMP-12"},

		// CMP-02
		{"an unknown prompt with values", ask{ref: strange, values: "x"}, "reject CMP-02, note CMP-09, reject CMP-12"},
		{"an unknown prompt with a total", ask{ref: strange, with: `,"total":3`}, "reject CMP-02, reject CMP-12"},
		{"an unknown prompt with more", ask{ref: strange, with: `,"hasMore":true`}, "reject CMP-02, reject CMP-12"},
		{"an unknown prompt refused", ask{ref: strange, code: -32602}, ""},
		{"an unknown prompt and nothing", ask{ref: strange}, "condition CMP-12"},
		{"an unknown prompt and zero", ask{ref: strange, with: `,"total":0,"hasMore":false`}, "condition CMP-12"},
		{"case counts", ask{ref: `{"type":"ref/prompt","name":"Triage"}`, values: "x"}, "reject CMP-02, note CMP-09, reject CMP-12"},
		{"not among what the caller may see", ask{ref: payroll, argument: "env", values: "prod", caller: `{"name":"low","maySee":{"prompts":["triage"]}}`},
			"reject CMP-02, note CMP-09, reject CMP-12"},
		{"among what the caller may see", ask{ref: payroll, argument: "env", values: "prod", caller: `{"name":"low","maySee":{"prompts":["payroll_run"]}}`}, "note CMP-09"},
		{"no list to look in", ask{ref: strange, known: "-"}, ""},
		{"a list that cannot be read", ask{ref: strange, known: `[{"type":"ref/prompt"}]`}, ""},

		// CMP-03
		{"a template", ask{ref: vault, argument: "tenant", values: "acme"}, "note CMP-09"},
		{"a template half filled in", ask{ref: `{"type":"ref/resource","uri":"vault://acme/{item}"}`, argument: "item", values: "a"}, "reject CMP-03, note CMP-09, reject CMP-12"},
		{"a template half filled in and refused", ask{ref: `{"type":"ref/resource","uri":"vault://acme/{item}"}`, argument: "item", code: -32602}, ""},
		{"a resource without values", ask{ref: readme, argument: "x"}, ""},
		{"a resource with values", ask{ref: readme, argument: "x", values: "a"}, "note CMP-03, note CMP-09"},
		{"a resource beyond the caller's patterns", ask{ref: readme, argument: "x", values: "a", caller: `{"name":"low","maySee":{"resources":["vault://globex/*"]}}`},
			"reject CMP-03, reject CMP-12"},
		{"a resource within the caller's patterns", ask{ref: readme, argument: "x", caller: `{"name":"low","maySee":{"resources":["vault://acme/*"]}}`}, ""},
		{"patterns do not bound templates", ask{ref: vault, argument: "item", caller: `{"name":"low","maySee":{"resources":[]}}`}, ""},
		{"another spelling of the template", ask{ref: `{"type":"ref/resource","uri":"VAULT://{tenant}/{item}"}`, argument: "item", values: "a"}, "reject CMP-03, note CMP-09, reject CMP-12"},

		// CMP-04
		{"an unknown argument with values", ask{argument: "Component", values: "x"}, "reject CMP-04, note CMP-09"},
		{"an unknown argument refused", ask{argument: "colour", code: -32602}, ""},
		{"an unknown argument and nothing", ask{argument: "colour"}, "note CMP-12"},
		{"an unknown argument refused otherwise", ask{argument: "colour", code: -32603}, "reject CMP-12"},
		{"an unknown variable", ask{ref: vault, argument: "Tenant", values: "x"}, "reject CMP-04, note CMP-09"},
		{"arguments not stated", ask{known: `[{"type":"ref/prompt","name":"triage"}]`, argument: "x", values: "x"}, "note CMP-09"},
		{"a broken template", ask{ref: `{"type":"ref/resource","uri":"a://{b"}`, known: `[{"type":"ref/resource","uri":"a://{b"}]`, argument: "b"}, "reject CMP-04"},

		// CMP-05
		{"null typed", ask{params: `"ref":` + prompt + `,"argument":{"name":"component","value":null}`}, "reject CMP-05"},
		{"null typed and refused", ask{params: `"ref":` + prompt + `,"argument":{"name":"component","value":null}`, code: -32602}, ""},
		{"null typed and refused otherwise", ask{params: `"ref":` + prompt + `,"argument":{"name":"component","value":null}`, code: -32000}, "reject CMP-12"},
		{"no argument", ask{params: `"ref":` + prompt}, "reject CMP-05"},
		{"no argument, refused otherwise", ask{params: `"ref":` + prompt, code: -32603}, "reject CMP-12"},
		{"a number in the context", ask{context: `{"severity":1}`}, "reject CMP-05"},
		{"a context that is none", ask{params: `"ref":` + prompt + `,` + argument + `,"context":[]`}, "reject CMP-05"},
		{"context arguments that are none", ask{params: `"ref":` + prompt + `,` + argument + `,"context":{"arguments":"a"}`}, "reject CMP-05"},
		{"a context without arguments", ask{params: `"ref":` + prompt + `,` + argument + `,"context":{}`}, ""},
		{"a context", ask{context: `{"severity":"high"}`}, ""},
		{"an unknown name in the context", ask{context: `{"colour":"red"}`, values: "x"}, "reject CMP-04, note CMP-09"},
		{"an unknown name in the context, ignored", ask{context: `{"colour":"red"}`}, ""},
		{"the completed name in the context", ask{context: `{"component":"c"}`}, "note CMP-05"},

		// CMP-12
		{"nothing wrong, and an error", ask{code: -32603}, "condition CMP-12"},
		{"nothing wrong, all settled, and an error", ask{code: -32602, context: `{"severity":"high"}`}, "condition CMP-12"},
		{"another argument is open", ask{code: -32602}, ""},
		{"the method is not found", ask{code: -32601}, "condition CMP-12"},
		{"refused for its version", ask{ref: strange, code: -32022}, ""},
		{"no answer", ask{ref: strange, silent: true}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := one(t, tt.ask)
			if effects(got.Findings) != tt.want {
				t.Errorf("found %q, want %q\n%v", effects(got.Findings), tt.want, found(got.Findings, "CMP-01", "CMP-02", "CMP-03", "CMP-04", "CMP-05", "CMP-12"))
			}
		})
	}
}

func TestReasons(t *testing.T) {
	tests := []struct {
		ask  ask
		rule string
		want string
	}{
		{ask{ref: `{"type":"ref/tool","name":"triage"}`}, "CMP-01", `CMP-01 /ref/type: type is "ref/tool", neither ref/prompt nor ref/resource`},
		{ask{ref: strange, values: "x", caller: `"low"`}, "CMP-02", `CMP-02 /ref/name: prompt "ghost" is not listed in context "low"`},
		{ask{ref: `{"type":"ref/resource","uri":"a://b"}`, values: "x"}, "CMP-03", `CMP-03 /ref/uri: "a://b" is neither a listed template nor a listed resource in the unnamed context`},
		{ask{argument: "colour", values: "x"}, "CMP-04", `CMP-04 /argument/name: "colour" is not an argument of prompt "triage"`},
		{ask{argument: "Alice Smith", values: "x"}, "CMP-04", `CMP-04 /argument/name: a name of 11 characters is not an argument of prompt "triage"`},
		{ask{ref: `{"type":"hunter2-is-mine","name":"triage"}`}, "CMP-01", `CMP-01 /ref/type: type is a string of 15 characters, neither ref/prompt nor ref/resource`},
		{ask{ref: vault, argument: "x", values: "x"}, "CMP-04", `CMP-04 /argument/name: "x" is not a variable of template "vault://{tenant}/{item}"`},
		{ask{params: `"ref":` + prompt + `,"argument":{"name":"component"}`}, "CMP-05", `CMP-05 /argument/value: value is missing`},
		{ask{ref: strange, values: "x y"}, "CMP-12", `CMP-12 /response/result: unknown ref answered with 2 values`},
		{ask{ref: strange, code: -32603}, "CMP-12", `CMP-12 /response/error/code: unknown ref answered with code -32603`},
	}
	for _, tt := range tests {
		got := found(one(t, tt.ask).Findings, tt.rule)
		if len(got) != 1 || got[0] != "reject "+tt.want {
			t.Errorf("reason %q, want %q", got, tt.want)
		}
	}
}

func TestListings(t *testing.T) {
	triage := `[{"name":"triage","arguments":[{"name":"component","required":true}]},{"name":"plain"}]`
	prompts := func(caller string) listing { return listing{method: "prompts/list", items: triage, caller: caller} }
	plain := `{"type":"ref/prompt","name":"plain"}`
	tests := []struct {
		name  string
		lists []listing
		ask   ask
		want  string
	}{
		{"listed", []listing{prompts("low")}, ask{known: "-", caller: `"low"`, values: "x"}, "note CMP-09"},
		{"a listing goes before what is stated", []listing{prompts("low")}, ask{ref: payroll, argument: "env", caller: `"low"`, values: "x"}, "reject CMP-02, note CMP-09, reject CMP-12"},
		{"not listed", []listing{prompts("low")}, ask{known: "-", ref: strange, caller: `"low"`, values: "x"}, "reject CMP-02, note CMP-09, reject CMP-12"},
		{"listed for another caller only", []listing{prompts("high"), {method: "prompts/list", items: "[]", caller: "low"}},
			ask{known: "-", caller: `"low"`, values: "x"}, "reject CMP-02, note CMP-09, reject CMP-12"},
		{"another caller's listing says nothing", []listing{prompts("high")}, ask{known: "-", ref: strange, caller: `"low"`, values: "x"}, "note CMP-09"},
		{"an incomplete listing", []listing{{method: "prompts/list", items: triage, next: `"c"`, caller: "low"}}, ask{known: "-", ref: strange, caller: `"low"`, values: "x"}, "note CMP-09"},
		{"a listing that cannot be read", []listing{{method: "prompts/list", items: `{}`, caller: "low"}}, ask{known: "-", ref: strange, caller: `"low"`, values: "x"}, "note CMP-09"},
		{"entries without a name", []listing{{method: "prompts/list", items: `[{"name":7},null]`, caller: "low"}}, ask{known: "-", ref: strange, caller: `"low"`, values: "x"}, "reject CMP-02, note CMP-09, reject CMP-12"},
		{"a listing of another method", []listing{{method: "tools/list", items: `[]`, caller: "low"}}, ask{known: "-", ref: strange, caller: `"low"`, values: "x"}, "note CMP-09"},
		{"arguments that are no list", []listing{{method: "prompts/list", items: `[{"name":"triage","arguments":"component"}]`, caller: "low"}}, ask{known: "-", argument: "x", caller: `"low"`, values: "x"}, "note CMP-09"},
		{"narrowed by maySee", []listing{prompts("low")}, ask{known: "-", caller: `{"name":"low","maySee":{"prompts":[]}}`, values: "x"}, "reject CMP-02, note CMP-09, reject CMP-12"},
		{"a prompt without arguments has none", []listing{prompts("low")}, ask{known: "-", ref: plain, argument: "a", caller: `"low"`, values: "x"}, "reject CMP-04, note CMP-09"},
		{"templates without resources: no template", []listing{{method: "resources/templates/list", items: `[{"uriTemplate":"a://{b}"}]`}},
			ask{known: "-", ref: `{"type":"ref/resource","uri":"a://{c}"}`, values: "x"}, "reject CMP-03, note CMP-09, reject CMP-12"},
		{"templates without resources: may be a resource", []listing{{method: "resources/templates/list", items: `[{"uriTemplate":"a://{b}"}]`}},
			ask{known: "-", ref: `{"type":"ref/resource","uri":"a://c"}`, values: "x"}, "note CMP-09"},
		{"a listed resource", []listing{{method: "resources/templates/list", items: `[]`}, {method: "resources/list", items: `[{"uri":"a://c","name":"c"}]`}},
			ask{known: "-", ref: `{"type":"ref/resource","uri":"a://c"}`}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := scene{asks: []ask{tt.ask}, listings: tt.lists, declared: declared}.review(t).Completions[0]
			if effects(got.Findings) != tt.want {
				t.Errorf("found %q, want %q", effects(got.Findings), tt.want)
			}
		})
	}
}

func TestMissingListings(t *testing.T) {
	s := scene{declared: declared, asks: []ask{{known: "-", caller: `"low"`, values: "x"}, {known: "-", caller: `"low"`, ref: strange, code: -32602}, {known: "-", ref: vault, argument: "item"}}}
	var got []string
	for _, m := range s.review(t).Missing {
		if m.Effect != rule.Condition || !m.Blocking || m.Input == "" {
			t.Errorf("%s: %s, blocking %t, input %q", m.Reason(), m.Effect, m.Blocking, m.Input)
		}
		got = append(got, m.Reason())
	}
	want := `EVID-09: completion references missing: no complete prompts/list of caller "low"
EVID-09: completion references missing: no complete resources/templates/list of the unnamed caller`
	if strings.Join(got, "\n") != want {
		t.Errorf("asked for\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

func TestContextLeftOut(t *testing.T) {
	first := ask{context: `{"severity":"high"}`}
	for _, tt := range []struct {
		second ask
		want   int
	}{{ask{}, 1}, {ask{argument: "severity"}, 0}, {ask{context: `{}`}, 0}, {ask{caller: `"other"`}, 0}, {ask{ref: vault, argument: "item"}, 0}} {
		got := scene{asks: []ask{first, tt.second}, declared: declared}.review(t).Completions[1]
		if len(found(got.Findings, "CMP-05")) != tt.want {
			t.Errorf("%+v: %v", tt.second, found(got.Findings, "CMP-05"))
		}
	}
}

func TestBrokenTemplate(t *testing.T) {
	s := scene{declared: declared, listings: []listing{{method: "resources/templates/list", items: `[{"uriTemplate":"a://{b}"},{"uriTemplate":"a://{b"},{"uriTemplate":"a://{=b}"}]`}}}
	got := found(s.review(t).Server, "CMP-04")
	want := []string{
		"reject CMP-04 /response/result/resourceTemplates/1/uriTemplate: the template is not valid RFC 6570",
		"reject CMP-04 /response/result/resourceTemplates/2/uriTemplate: the template is not valid RFC 6570",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("found %q", got)
	}
}
