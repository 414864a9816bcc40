package pagination

import (
	"fmt"
	"strings"
	"testing"

	"mcpreview/internal/rule"
)

func TestPageShape(t *testing.T) {
	tests := []struct {
		name   string
		page   page
		want   string
		usable bool
	}{
		{"whole", page{names: "a"}, "", true},
		{"empty list", page{}, "", true},
		{"input_required", page{result: `{"resultType":"input_required","requestState":"x"}`}, "PAGE-01 reject", false},
		{"no resultType", page{without: "resultType"}, "PAGE-01 reject", false},
		{"no resultType and no hints", page{without: "resultType ttlMs cacheScope"}, "PAGE-01 reject, PAGE-12 reject, PAGE-12 reject", false},
		{"resultType in capitals", page{without: "resultType", with: `"resultType":"Complete"`}, "PAGE-01 reject", false},
		{"resultType a boolean", page{without: "resultType", with: `"resultType":true`}, "PAGE-01 reject", false},
		{"no list", page{without: "tools"}, "PAGE-01 reject", false},
		{"list null", page{items: "null"}, "PAGE-01 reject", false},
		{"list an object", page{items: "{}"}, "PAGE-01 reject", false},
		{"list under another name", page{without: "tools", with: `"items":[]`}, "PAGE-01 reject", false},
		{"result null", page{result: "null"}, "PAGE-01 reject", false},
		{"result an array", page{result: "[]"}, "PAGE-01 reject", false},

		{"older revision, bare", page{revision: "2025-11-25", without: "resultType ttlMs cacheScope _meta"}, "", true},
		{"older revision, hints tolerated", page{revision: "2025-11-25", without: "ttlMs", with: `"ttlMs":"x"`}, "", true},
		{"older revision, no list", page{revision: "2025-11-25", without: "tools"}, "PAGE-01 reject", false},

		{"ttlMs zero", page{without: "ttlMs", with: `"ttlMs":0`}, "", true},
		{"ttlMs minus zero", page{without: "ttlMs", with: `"ttlMs":-0`}, "", true},
		{"ttlMs with exponent", page{without: "ttlMs", with: `"ttlMs":3e5`}, "", true},
		{"ttlMs with zero fraction", page{without: "ttlMs", with: `"ttlMs":300000.0`}, "", true},
		{"ttlMs negative", page{without: "ttlMs", with: `"ttlMs":-1`}, "PAGE-12 reject", true},
		{"ttlMs with fraction", page{without: "ttlMs", with: `"ttlMs":1.5`}, "PAGE-12 reject", true},
		{"ttlMs a string", page{without: "ttlMs", with: `"ttlMs":"0"`}, "PAGE-12 reject", true},
		{"ttlMs null", page{without: "ttlMs", with: `"ttlMs":null`}, "PAGE-12 reject", true},
		{"no ttlMs", page{without: "ttlMs"}, "PAGE-12 reject", true},
		{"cacheScope public", page{without: "cacheScope", with: `"cacheScope":"public"`}, "", true},
		{"cacheScope in capitals", page{without: "cacheScope", with: `"cacheScope":"Public"`}, "PAGE-12 reject", true},
		{"cacheScope null", page{without: "cacheScope", with: `"cacheScope":null`}, "PAGE-12 reject", true},
		{"no cacheScope", page{without: "cacheScope"}, "PAGE-12 reject", true},
		{"no hints", page{without: "ttlMs cacheScope"}, "PAGE-12 reject, PAGE-12 reject", true},

		{"nextcursor", page{with: `"nextcursor":"x"`}, "JSON-07 condition", true},
		{"next_cursor", page{with: `"next_cursor":"x"`}, "JSON-07 condition", true},
		{"result-type beside the member", page{with: `"result-type":"x"`}, "JSON-07 condition", true},
		{"two near misses", page{with: `"nextcursor":"x","NEXTCURSOR":"y"`}, "JSON-07 condition", true},
		{"an unknown member", page{with: `"cursor":"x","total":7`}, "", true},
		{"ttlms before caching", page{revision: "2025-11-25", with: `"ttlms":1`}, "", true},

		{"_meta an array", page{without: "_meta", with: `"_meta":[]`}, "JSON-12 reject", true},
		{"_meta with a broken key", page{without: "_meta", with: `"_meta":{"bad name":1}`}, "JSON-12 condition", true},
		{"_meta before it was defined", page{revision: "2024-11-05", without: "_meta", with: `"_meta":[]`}, "", true},

		{"a member twice", page{with: `"ttlMs":1000`}, "JSON-03 reject", false},
		{"a cursor twice", page{with: `"nextCursor":"x","nextCursor":"x"`, names: "a"}, "JSON-03 reject, PAGE-07 reject", false},
		{"a surrogate beside the list", page{with: `"x":"\ud800"`}, "JSON-04 reject", false},
		{"a huge number beside the list", page{with: `"x":1e999`}, "JSON-05 reject", false},
		{"too deep beside the list", page{with: `"x":` + strings.Repeat("[", 200) + strings.Repeat("]", 200)}, "JSON-06 reject", false},
		{"a member of the request twice", page{params: `"x":1,"x":1`}, "JSON-03 reject", false},
		{"faults of many kinds", page{with: `"x":"\ud800","y":"\ud800","z":1e999`}, "JSON-04 reject, JSON-05 reject", false},
		{"a member of a tool twice", page{items: `[{"name":"a"},{"name":"b","name":"b"}]`}, "", true},
		{"a huge number in the last tool", page{items: `[{"name":"a"},{"name":"b","x":1e999}]`}, "", true},
		{"a member of a prompt twice", page{method: "prompts/list", items: `[{"name":"b","name":"b"}]`}, "JSON-03 reject", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j := review(t, tt.page)
			if got := decisive(j); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if got := j.Listings[0].Pages[0].Usable; got != tt.usable {
				t.Errorf("usable is %t", got)
			}
		})
	}
}

// What other lists hold is judged by the schema; descriptors of tools are judged
// one by one elsewhere.
func TestItemsOfLists(t *testing.T) {
	for _, c := range []struct{ method, revision, items, want string }{
		{"prompts/list", "", `[{"name":"p"}]`, ""},
		{"prompts/list", "", `[{"name":"p","arguments":[{"name":"a","required":true}],"x":1}]`, ""},
		{"prompts/list", "", `[{"name":"p"},null]`, "PAGE-01 reject"},
		{"prompts/list", "", `[{}]`, "PAGE-01 reject"},
		{"prompts/list", "", `[{"name":"p","arguments":[{}]}]`, "PAGE-01 reject"},
		{"prompts/list", "2025-11-25", `[{"name":"p","arguments":[{}]}]`, ""},
		{"resources/list", "", `[{"uri":"x:y","name":"n"}]`, ""},
		{"resources/list", "", `[{"uri":"x:y"}]`, "PAGE-01 reject"},
		{"resources/list", "", `[{"uri":5,"name":"n"}]`, "PAGE-01 reject"},
		{"resources/templates/list", "", `[{"uriTemplate":"x:{y}","name":"n"}]`, ""},
		{"resources/templates/list", "", `[5]`, "PAGE-01 reject"},
		{"tools/list", "", `[5]`, ""},
	} {
		p := page{method: c.method, revision: c.revision, items: c.items}
		if c.revision != "" {
			p.without = "resultType ttlMs cacheScope _meta"
		}
		j := review(t, p)
		if got := decisive(j); got != c.want || !j.Listings[0].Pages[0].Usable {
			t.Errorf("%s %s %s: got %q, want %q", c.revision, c.method, c.items, got, c.want)
		}
	}
}

func TestEveryListMethod(t *testing.T) {
	for method, list := range lists {
		if method == "" {
			continue
		}
		ok := review(t, page{method: method, names: "a", next: `""`}, page{method: method, names: "b", sent: `""`})
		if got := decisive(ok); got != "" || !ok.Listings[0].Complete {
			t.Errorf("%s: %s", method, got)
		}
		if got := decisive(review(t, page{method: method, without: list[0]})); got != "PAGE-01 reject" {
			t.Errorf("%s without its list: %q", method, got)
		}
		if got := decisive(review(t, page{method: method, names: "a a"})); got != "PAGE-09 reject" {
			t.Errorf("%s with a duplicate: %q", method, got)
		}
		set := decisive(review(t, page{method: method, names: "a b"}, page{method: method, names: "a"}))
		if set != "PAGE-11 condition" {
			t.Errorf("%s with another set: %q", method, set)
		}
	}
}

// A form that cannot show a member never passes for one that lacks it, nor for
// one that has it.
func TestForms(t *testing.T) {
	const hints = "resultType ttlMs cacheScope _meta"
	tests := []struct {
		name string
		page page
		want string
	}{
		{"exchange", page{without: "resultType"}, "PAGE-01 reject"},
		{"bare result", page{form: "result", without: hints}, "PAGE-01 condition"},
		{"bare result with hints", page{form: "result"}, "PAGE-01 condition"},
		{"bare result with a bad hint", page{form: "result", without: "ttlMs", with: `"ttlMs":-1`}, "PAGE-01 condition, PAGE-12 reject"},
		{"bare result with a bad resultType", page{form: "result", without: "resultType", with: `"resultType":"x"`}, "PAGE-01 condition, PAGE-01 reject"},
		{"response", page{form: "response", without: hints}, "PAGE-01 condition"},
		{"response with a bad resultType", page{form: "response", without: "resultType", with: `"resultType":"x"`}, "PAGE-01 condition, PAGE-01 reject"},
		{"no request", page{form: "unrequested", without: hints}, "PAGE-01 condition"},
		{"no request, revision stated", page{form: "unrequested", without: "resultType", record: `"protocolVersion":"2026-07-28"`}, "PAGE-01 condition, PAGE-01 reject"},
		{"no request, older revision stated", page{form: "unrequested", without: hints, record: `"protocolVersion":"2025-06-18"`}, "PAGE-01 condition"},
		{"bare result that goes on", page{form: "result", next: `"x"`}, "PAGE-01 condition, PAGE-07 reject"},
	}
	for _, tt := range tests {
		if got := decisive(review(t, tt.page)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	j := review(t, page{form: "result", names: "a", next: `"x"`}, page{form: "result", names: "b"})
	if got := decisive(j); got != "PAGE-01 condition" || len(j.Listings) != 1 {
		t.Errorf("two bare results: %d listings, %s", len(j.Listings), got)
	}
}

func TestScopeIsOneForThePass(t *testing.T) {
	public := page{without: "cacheScope", with: `"cacheScope":"public"`, sent: `"a"`, names: "b"}
	if got := decisive(review(t, page{next: `"a"`, names: "a"}, public)); got != "PAGE-12 reject" {
		t.Errorf("got %q", got)
	}
	other := page{without: "ttlMs", with: `"ttlMs":7`, sent: `"a"`, names: "b"}
	if got := decisive(review(t, page{next: `"a"`, names: "a"}, other)); got != "" {
		t.Errorf("ttlMs may differ: %q", got)
	}
}

func TestPageStates(t *testing.T) {
	states := func(j Judgement) string {
		var out []string
		for _, p := range j.Listings[0].Pages {
			out = append(out, fmt.Sprintf("%s/%s/%d", p.Sent, p.Next, p.Items))
		}
		return strings.Join(out, " ")
	}
	for want, pages := range map[string][]page{
		"none/empty/1 empty/present/2 present/absent/0": {{next: `""`, names: "a"}, {sent: `""`, next: `"k"`, names: "b c"}, {sent: `"k"`}},
		"none/null/0":                     {{next: "null"}},
		"none/invalid/0":                  {{next: "1"}},
		"present/absent/0":                {{sent: "null"}},
		"unknown/absent/1":                {{form: "result", names: "a"}},
		"none/absent/0":                   {{items: `{"a":1}`}},
		"none/present/1 present/absent/0": {{next: `"k"`, names: "a"}, {sent: `"k"`, fails: -32602}},
	} {
		if got := states(review(t, pages...)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// A fault on every page is one finding with a count.
func TestRepeatedFaultsAreOneFinding(t *testing.T) {
	var cursors []string
	for i := range 50 {
		cursors = append(cursors, fmt.Sprintf(`"%d"`, i), fmt.Sprintf(`"%d"`, i+1))
	}
	cursors[0], cursors[len(cursors)-1] = "-", "-"
	pages := chain(cursors...)
	for i := range pages {
		pages[i].without = "ttlMs"
	}
	j := review(t, pages...)
	got := reasons(j, "PAGE-12")
	if len(got) != 1 || !strings.HasSuffix(got[0], "(and 49 more such places)") {
		t.Errorf("got %q", got)
	}
	for _, f := range all(j) {
		if f.Rule.ID == "PAGE-12" && (len(f.Related) != 1 || f.Related[0].File != "pages/002.json" || f.At.File != "pages/001.json") {
			t.Errorf("at %v, related %v", f.At, f.Related)
		}
	}
}

func TestSubjects(t *testing.T) {
	j := review(t, page{with: `"ttlMs":1,"x":"\ud800"`}, page{method: "prompts/list", names: "a", next: `""`})
	for _, f := range all(j) {
		want := rule.KindListing
		if f.Rule.Family() == "JSON" {
			want = rule.KindPage
		}
		if f.Subject.Kind != want || !strings.HasSuffix(f.Subject.Name, "/list") {
			t.Errorf("%s has the subject %+v", f.Rule.ID, f.Subject)
		}
	}
}
