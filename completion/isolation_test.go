package completion

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

// isolated are two callers over the same references: low belongs to acme and
// may see dev and test, high sees all environments and both tenants.
func isolated(lowName, highName string) []policy.Caller {
	return []policy.Caller{
		{
			Name: lowName, Rank: 1,
			Forbidden: []policy.Hidden{{Class: policy.HiddenEnvironment, Text: "acme-prod"}, {Class: policy.HiddenTenant, Text: "globex"}},
			Allowed:   []policy.Allowed{{Prompt: "triage", Argument: "component", Values: []string{"dev", "test"}}, {Argument: "tenant", Values: []string{"acme"}}},
		},
		{Name: highName, Rank: 2, Allowed: []policy.Allowed{{Prompt: "triage", Argument: "component", Values: []string{"acme-prod", "dev", "test"}}, {Argument: "tenant", Values: []string{"acme", "globex"}}}},
	}
}

// clean is what a server says that keeps the callers apart: suggestions,
// a hidden and a nonsense prefix, a hidden and an unknown prompt.
func clean(lowName, highName string) []ask {
	l, h := quote(lowName), quote(highName)
	lowCaller := fmt.Sprintf(`{"name":%s,"maySee":{"prompts":["triage"]}}`, l)
	return []ask{
		{caller: lowCaller, values: "dev test", with: `,"total":2,"hasMore":false`},
		{caller: h, values: "acme-prod dev test", with: `,"total":3,"hasMore":false`},
		{caller: lowCaller, ref: vault, argument: "tenant", values: "acme"},
		{caller: h, ref: vault, argument: "tenant", values: "acme globex"},
		{caller: lowCaller, typed: "acme-p", with: `,"total":0`},
		{caller: lowCaller, typed: "zzz", with: `,"total":0`},
		{caller: lowCaller, ref: payroll, argument: "env", code: -32602, message: "Prompt payroll_run not found"},
		{caller: lowCaller, ref: strange, argument: "env", code: -32602, message: "Prompt ghost not found"},
		{caller: h, ref: payroll, argument: "env", typed: "x"},
	}
}

func TestCleanServer(t *testing.T) {
	got := scene{asks: clean("low", "high"), callers: isolated("low", "high"), declared: declared}.review(t)
	for i, c := range got.Completions {
		if rule.Decide(c.Findings) != rule.Admit {
			t.Errorf("completion %d: %s", i, found(c.Findings, "CMP-02", "CMP-09", "CMP-10", "CMP-11", "CMP-12"))
		}
		if c.Row != rule.Admit {
			t.Errorf("completion %d: row 11 is %d", i, c.Row)
		}
	}
	if len(got.Server)+len(got.Missing) > 0 {
		t.Errorf("server %v, missing %v", got.Server, got.Missing)
	}
	if got.References != 3 || got.Callers != 2 || got.Samples != 8 || got.Names != 10 || got.Results != 7 || !got.Applicable {
		t.Errorf("counted %d references, %d callers, %d samples, %d names, %d results", got.References, got.Callers, got.Samples, got.Names, got.Results)
	}
}

// Each way in which a name can get through is one change to the clean server.
func TestLeaksAreCaught(t *testing.T) {
	tests := []struct {
		name string
		at   int
		leak func(*ask)
		rule string
	}{
		{"in the values", 0, func(a *ask) { a.values, a.with = "dev test acme-prod", "" }, "CMP-10"},
		{"by a value that is not allowed", 0, func(a *ask) { a.values, a.with = "dev stage", "" }, "CMP-09"},
		{"in other case", 2, func(a *ask) { a.values = "acme GLOBEX" }, "CMP-10"},
		{"percent-encoded", 2, func(a *ask) { a.values = "acme %67lobex" }, "CMP-10"},
		{"by total", 0, func(a *ask) { a.with = `,"total":3` }, "CMP-11"},
		{"by hasMore", 0, func(a *ask) { a.with = `,"hasMore":true` }, "CMP-11"},
		{"in an error text", 4, func(a *ask) { a.code, a.message = -32602, "acme-prod is not for you" }, "CMP-10"},
		{"in error data", 6, func(a *ask) { a.data = `{"env":"acme-prod"}` }, "CMP-10"},
		{"by the total of a hidden prefix", 4, func(a *ask) { a.with = `,"total":1` }, "CMP-11"},
		{"by hasMore of a hidden prefix", 4, func(a *ask) { a.with = `,"total":0,"hasMore":true` }, "CMP-11"},
		{"by an error for a hidden prefix", 4, func(a *ask) { a.code = -32602 }, "CMP-11"},
		{"by values for a hidden prefix", 4, func(a *ask) { a.values, a.with = "dev", "" }, "CMP-11"},
		{"by the code for a hidden prompt", 6, func(a *ask) { a.code = -32603 }, "CMP-12"},
		{"by the words for a hidden prompt", 6, func(a *ask) { a.message = "You may not use payroll_run" }, "CMP-12"},
		{"by answering for a hidden prompt", 6, func(a *ask) { a.code, a.values = 0, "dev" }, "CMP-02"},
		{"by seeing more than a higher caller", 1, func(a *ask) { a.values, a.with = "acme-prod dev", "" }, "CMP-11"},
		{"by a total above a higher caller's", 1, func(a *ask) { a.with = `,"total":1` }, "CMP-11"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			asks := clean("low", "high")
			tt.leak(&asks[tt.at])
			got := scene{asks: asks, callers: isolated("low", "high"), declared: declared}.review(t)
			caught := false
			for _, c := range got.Completions {
				for _, f := range c.Findings {
					caught = caught || f.Rule.ID == tt.rule && f.Effect == rule.Reject
				}
			}
			if !caught {
				t.Errorf("no %s among %v", tt.rule, all(got))
			}
		})
	}
}

// all lists the findings of a review in the order of the exchanges.
func all(j Judgement) []string {
	var list []string
	add := func(where string, fs []rule.Finding) {
		for _, f := range fs {
			list = append(list, fmt.Sprintf("%s: %s %s %q %s %v", where, f.Effect, f.Reason(), f.Subject.Name, f.Provenance, f.At))
		}
	}
	for i, c := range j.Completions {
		list = append(list, fmt.Sprintf("%d %q %q %q %d %s %d", i, c.Caller, c.Ref, c.Argument, c.Values, c.Shows, c.Row))
		add(fmt.Sprint(i), c.Findings)
	}
	add("server", j.Server)
	for _, m := range j.Missing {
		add("missing", []rule.Finding{m.Finding})
	}
	return list
}

func TestDifferences(t *testing.T) {
	caller := func(allowed string) string { return `{"name":"low","forbidden":["acme-prod"]` + allowed + `}` }
	const stated = `,"allowed":{"component":["dev","acorn"]}`
	tests := []struct {
		name              string
		allowed           string
		hidden, nonsense  ask
		distinguishable   bool
		contextOfNonsense string
	}{
		{"alike", stated, ask{typed: "acme"}, ask{typed: "zzz"}, false, ""},
		{"total", stated, ask{typed: "acme", with: `,"total":1`}, ask{typed: "zzz"}, true, ""},
		{"total, nothing allowed stated", "", ask{typed: "acme", with: `,"total":1`}, ask{typed: "zzz"}, true, ""},
		{"the same total in another spelling", stated, ask{typed: "acme", with: `,"total":0.0`}, ask{typed: "zzz", with: `,"total":0`}, false, ""},
		{"in other case", stated, ask{typed: "ACME-P", with: `,"total":1`}, ask{typed: "zzz"}, true, ""},
		{"without separator", stated, ask{typed: "acmep", with: `,"total":1`}, ask{typed: "zzz"}, true, ""},
		{"the whole name and more", stated, ask{typed: "acme-prod-1", with: `,"total":1`}, ask{typed: "zzz"}, true, ""},
		{"a prefix of what is allowed too", stated, ask{typed: "ac", values: "acorn"}, ask{typed: "zzz"}, false, ""},
		{"a tolerant match of what is allowed", `,"allowed":{"component":["apache-core-metrics"]}`, ask{typed: "acme", values: "apache-core-metrics"}, ask{typed: "zzz"}, false, ""},
		{"an allowed value that is no match", stated, ask{typed: "acme", values: "dev"}, ask{typed: "zzz"}, true, ""},
		{"the same list for all that does not match", stated, ask{typed: "acme", values: "dev"}, ask{typed: "zzz", values: "dev"}, false, ""},
		{"values, nothing allowed stated", "", ask{typed: "ac", values: "acorn"}, ask{typed: "zzz"}, false, ""},
		{"another code", stated, ask{typed: "acme", code: -32602}, ask{typed: "zzz", code: -32603}, true, ""},
		{"the same words about each", stated, ask{typed: "acme", code: -32602, message: "no acme here, request 17"}, ask{typed: "zzz", code: -32602, message: "no zzz here, request 18"}, false, ""},
		{"other words", stated, ask{typed: "acme", code: -32602, message: "closed"}, ask{typed: "zzz", code: -32602, message: "absent"}, true, ""},
		{"in another context", stated, ask{typed: "acme", with: `,"total":1`}, ask{typed: "zzz", context: `{"severity":"high"}`}, false, ""},
		{"of another argument", stated, ask{typed: "acme", with: `,"total":1`}, ask{typed: "zzz", argument: "severity"}, false, ""},
		{"nothing typed", stated, ask{with: `,"total":1`}, ask{typed: "zzz"}, false, ""},
		{"from within the name", stated, ask{typed: "prod", with: `,"total":1`}, ask{typed: "zzz"}, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.hidden.caller, tt.nonsense.caller = caller(tt.allowed), caller(tt.allowed)
			for _, asks := range [][]ask{{tt.hidden, tt.nonsense}, {tt.nonsense, tt.hidden}} {
				got := scene{asks: asks, declared: declared}.review(t)
				seen := false
				for _, c := range got.Completions {
					for _, f := range found(c.Findings, "CMP-11") {
						seen = seen || strings.HasSuffix(f, ": hidden and nonsense prefixes are distinguishable")
					}
				}
				if seen != tt.distinguishable {
					t.Errorf("distinguishable %t, want %t: %v", seen, tt.distinguishable, all(got))
				}
			}
		})
	}
}

func TestHiddenReferences(t *testing.T) {
	const caller = `{"name":"low","maySee":{"prompts":["triage"]}}`
	hiddenRef := ask{ref: payroll, argument: "env", caller: caller}
	unknownRef := ask{ref: strange, argument: "env", caller: caller}
	tests := []struct {
		name  string
		h, u  func(*ask)
		alike bool
	}{
		{"both refused", func(a *ask) { a.code = -32602 }, func(a *ask) { a.code = -32602 }, true},
		{"both empty", func(*ask) {}, func(*ask) {}, true},
		{"one empty", func(a *ask) { a.code = -32602 }, func(*ask) {}, false},
		{"another code", func(a *ask) { a.code = -32603 }, func(a *ask) { a.code = -32602 }, false},
		{"the names in the words", func(a *ask) { a.code, a.message = -32602, "Prompt payroll_run not found" },
			func(a *ask) { a.code, a.message = -32602, "Prompt ghost not found" }, true},
		{"numbers in the words", func(a *ask) { a.code, a.message = -32602, "not found (4f2a)" }, func(a *ask) { a.code, a.message = -32602, "not found (771b)" }, true},
		{"other words", func(a *ask) { a.code, a.message = -32602, "forbidden" }, func(a *ask) { a.code, a.message = -32602, "not found" }, false},
	}
	for _, tt := range tests {
		h, u := hiddenRef, unknownRef
		tt.h(&h)
		tt.u(&u)
		got := scene{asks: []ask{h, u}, declared: declared}.review(t).Completions[0]
		seen := slices.ContainsFunc(got.Findings, func(f rule.Finding) bool { return strings.HasPrefix(f.Text, "a hidden ref is answered otherwise") })
		if seen == tt.alike {
			t.Errorf("%s: %v", tt.name, found(got.Findings, "CMP-12"))
		}
	}
}

func TestRanks(t *testing.T) {
	ranked := func(low, high int) []policy.Caller {
		return []policy.Caller{{Name: "low", Rank: low}, {Name: "high", Rank: high}}
	}
	tests := []struct {
		name      string
		callers   []policy.Caller
		low, high ask
		want      string // of low, of CMP-11
	}{
		{"a part", ranked(1, 2), ask{values: "a"}, ask{values: "a b"}, ""},
		{"the same", ranked(1, 2), ask{values: "a"}, ask{values: "a"}, ""},
		{"more", ranked(1, 2), ask{values: "a b"}, ask{values: "a"}, `reject CMP-11 /completion/values: low caller sees more than high caller: 1 suggestion not shown to caller "high"`},
		{"more, and the higher list is full", ranked(1, 2), ask{values: "a b"}, ask{values: numbered(100)}, `note CMP-11 /completion/values: 2 suggestions not shown to caller "high" of higher rank, whose list is cut`},
		{"more, and the higher list says that it is cut", ranked(1, 2), ask{values: "a b"}, ask{values: "a", with: `,"hasMore":true`}, `note CMP-11 /completion/values: 1 suggestion not shown to caller "high" of higher rank, whose list is cut`},
		{"a higher total", ranked(1, 2), ask{values: "a", with: `,"total":9`}, ask{values: "a", with: `,"total":8`}, `reject CMP-11 /completion/total: low caller sees more than high caller: total exceeds that of caller "high"`},
		{"equal ranks", ranked(2, 2), ask{values: "a b"}, ask{values: "a"}, ""},
		{"no rank", ranked(0, 2), ask{values: "a b"}, ask{values: "a"}, ""},
		{"the other way round", ranked(2, 1), ask{values: "a b"}, ask{values: "a"}, ""},
		{"another prefix", ranked(1, 2), ask{values: "a b", typed: "x"}, ask{values: "a"}, ""},
		{"another context", ranked(1, 2), ask{values: "a b", context: `{"severity":"high"}`}, ask{values: "a"}, ""},
		{"another tenant", ranked(1, 2), ask{values: "a b", caller: `{"name":"low","tenant":"x"}`}, ask{values: "a", caller: `{"name":"high","tenant":"y"}`}, ""},
		{"an error", ranked(1, 2), ask{values: "a b"}, ask{code: -32603}, ""},
	}
	for _, tt := range tests {
		if tt.low.caller == "" {
			tt.low.caller, tt.high.caller = `"low"`, `"high"`
		}
		got := scene{asks: []ask{tt.low, tt.high}, callers: tt.callers, declared: declared}.review(t)
		if f := strings.Join(found(got.Completions[0].Findings, "CMP-11"), "\n"); f != tt.want {
			t.Errorf("%s: found %q, want %q", tt.name, f, tt.want)
		}
		if f := found(got.Completions[1].Findings, "CMP-11"); len(f) > 0 {
			t.Errorf("%s: found %q of the higher caller", tt.name, f)
		}
	}
	three := scene{
		callers:  []policy.Caller{{Name: "a", Rank: 1}, {Name: "b", Rank: 3}, {Name: "c", Rank: 5}},
		asks:     []ask{{caller: `"a"`, values: "x y"}, {caller: `"b"`, values: "x"}, {caller: `"c"`, values: "x y z"}},
		declared: declared,
	}.review(t)
	if f := found(three.Completions[0].Findings, "CMP-11"); len(f) != 1 {
		t.Errorf("three ranks: found %q", f)
	}
}

// Row 11 of the validation matrix, for a low caller.
func TestMatrixRow(t *testing.T) {
	caller := func(allowed string) string {
		return `{"name":"low","allowed":{"component":[` + quote(allowed) + `]},"forbidden":["acme-prod"]}`
	}
	tests := []struct {
		ask  ask
		want rule.Decision
	}{
		{ask{caller: caller("dev"), values: "dev", with: `,"total":1,"hasMore":false`}, rule.Admit},
		{ask{caller: caller("dev")}, rule.Admit},
		{ask{caller: `{"name":"low","maySee":{"prompts":["triage"]}}`, ref: payroll, code: -32602}, rule.Admit},
		{ask{caller: caller("dev"), values: "dev acme-prod"}, rule.Rejected},
		{ask{caller: caller("t/acme%2Dprod"), values: "t/acme%2Dprod"}, rule.Rejected},
		{ask{caller: caller("dev"), values: "dev", with: `,"total":40`}, rule.Rejected},
		{ask{caller: caller("dev"), code: -32602, message: "no access to ACME_PROD"}, rule.Rejected},
		{ask{caller: caller("dev"), values: "dev", known: "-"}, rule.Admit}, // the lists are not needed for it

		{ask{values: "dev"}, 0}, // nothing is stated
		{ask{caller: caller("dev"), silent: true}, 0},
		{ask{caller: caller("dev"), code: -32022}, 0},
		{ask{caller: caller("dev"), bare: true, result: `{"completion":{"values":[]}}`}, 0},
	}
	for i, tt := range tests {
		if got := one(t, tt.ask); got.Row != tt.want {
			t.Errorf("%d: %d, want %d: %v", i, got.Row, tt.want, effects(got.Findings))
		}
	}
}

func TestRenamedCallers(t *testing.T) {
	rename := strings.NewReplacer("bravo", "low", "alpha", "high")
	plain := all(scene{asks: clean("low", "high"), callers: isolated("low", "high"), declared: declared}.review(t))
	other := all(scene{asks: clean("bravo", "alpha"), callers: isolated("bravo", "alpha"), declared: declared}.review(t))
	for _, leak := range []string{"acme-prod", "stage"} {
		leaky := func(l, h string) []string {
			asks := clean(l, h)
			asks[0].values += " " + leak
			return all(scene{asks: asks, callers: isolated(l, h), declared: declared}.review(t))
		}
		plain, other = append(plain, leaky("low", "high")...), append(other, leaky("bravo", "alpha")...)
	}
	for i := range other {
		other[i] = rename.Replace(other[i])
	}
	// Columns move with the length of a name, and are no part of the judgement.
	for i := range plain {
		plain[i], _, _ = strings.Cut(plain[i], " {evidence.json")
		other[i], _, _ = strings.Cut(other[i], " {evidence.json")
	}
	if !slices.Equal(plain, other) {
		t.Errorf("other names, other findings:\n%s\n\n%s", strings.Join(plain, "\n"), strings.Join(other, "\n"))
	}
}
