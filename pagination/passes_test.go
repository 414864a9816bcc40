package pagination

import (
	"fmt"
	"strings"
	"testing"

	"mcpreview/internal/rule"
)

func TestDuplicates(t *testing.T) {
	two := func(a, b string) []page { return []page{{next: `"k"`, names: a}, {sent: `"k"`, names: b}} }
	for _, tt := range []struct {
		name  string
		pages []page
		want  []string
	}{
		{"none", two("a", "b"), nil},
		{"another case", two("a", "A"), nil},
		{"across pages", two("a b", "c a"), []string{`"a" at page 1#0 and page 2#1`}},
		{"within a page", two("a b a", "c"), []string{`"a" at page 1#0 and page 1#2`}},
		{"often", two("a a a", "a b"), []string{`"a" at page 1#0 and page 1#1, 4 times in all`}},
		{"two names", two("a b", "a b"), []string{`"a" at page 1#0 and page 2#0`, `"b" at page 1#1 and page 2#1`}},
		{"without a usable name", []page{{items: `[{},{},{"name":""},{"name":""},{"name":1},{"name":1},7,7]`}}, nil},
		{"a page fetched twice", append(two("a", "b"), page{sent: `"k"`, names: "b"}), nil},
		{"a probe", append(two("a", "b"), page{sent: `"z"`, names: "b"}), nil},
	} {
		got := reasons(review(t, tt.pages...), "PAGE-09")
		if len(got) != len(tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
			continue
		}
		for i := range got {
			if !strings.Contains(got[i], tt.want[i]) {
				t.Errorf("%s: got %q, want %q", tt.name, got[i], tt.want[i])
			}
		}
	}
	if got := decisive(review(t, two("a", "a")...)); got != "PAGE-09 reject" {
		t.Errorf("house: %s", got)
	}
	if got := decisive(reviewUnder(t, specPolicy(), two("a", "a")...)); got != "PAGE-09 condition" {
		t.Errorf("spec: %s", got)
	}
}

// A server that never moves on is told so once for each tool.
func TestDuplicatesOfALoop(t *testing.T) {
	pages := []page{{next: `"p"`, names: "a b"}}
	for range 20 {
		pages = append(pages, page{sent: `"p"`, next: `"p"`, names: "a b"})
	}
	if got, want := decisive(review(t, pages...)), "PAGE-08 reject, PAGE-09 reject, PAGE-09 reject"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func passes(names ...string) []page {
	var pages []page
	for i, n := range names {
		pages = append(pages, page{names: n, file: fmt.Sprintf("pages/pass-%d/1.json", i+1), record: fmt.Sprintf(`"pass":%d`, i+1)})
	}
	return pages
}

func TestOrder(t *testing.T) {
	for _, tt := range []struct {
		name  string
		pages []page
		want  []string
	}{
		{"stable", passes("a b c", "a b c"), nil},
		{"copied", []page{{names: "a b", file: "a.json"}, {names: "a b", file: "b.json"}}, []string{"order and set were not observed twice: pass 2 is a copy of pass 1"}},
		{"copied into another folder", []page{{names: "a b", file: "pages/pass-1/1.json"}, {names: "a b", file: "pages/pass-2/1.json"}}, []string{"pass 2 is a copy of pass 1"}},
		{"copied, and recorded again", []page{{names: "a b", file: "a.json"}, {names: "a b", file: "b.json"}, {names: "a b", file: "c.json", record: `"at":"2026-08-01T00:00:00Z"`}}, nil},
		{"other page sizes", append(passes("a b c"), page{names: "a", next: `"k"`, record: `"pass":2`, file: "x/1.json"},
			page{names: "b c", sent: `"k"`, record: `"pass":2`, file: "x/2.json"}), nil},
		{"only common names count", passes("a b c", "c d"), nil},
		{"moved", passes("a b c", "b a c"), []string{`"a" changed position between pass 1 and pass 2`}},
		{"moved twice", passes("a b", "b a", "b a"), []string{`between pass 1 and pass 2 (and 1 more such place)`}},
		{"moved against the pass before", passes("a", "a b c", "a c b"), []string{`"b" changed position between pass 2 and pass 3`}},
	} {
		got := reasons(review(t, tt.pages...), "PAGE-10")
		if len(got) != len(tt.want) || len(got) == 1 && !strings.Contains(got[0], tt.want[0]) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	j := review(t, passes("a b", "b a")...)
	if len(j.Server) != 1 || j.Server[0].Effect != rule.Condition || j.Server[0].Subject.Kind != rule.KindServer {
		t.Errorf("house: %+v", j.Server)
	}
	j = reviewUnder(t, specPolicy(), passes("a b", "b a")...)
	if len(j.Server) != 1 || j.Server[0].Effect != rule.Note {
		t.Errorf("spec: %+v", j.Server)
	}
	j = review(t, passes("a b")...)
	if got := reasons(j, "PAGE-10"); len(got) != 1 || !strings.Contains(got[0], "not observed twice") || decisive(j) != "" {
		t.Errorf("one pass: %q, %s", got, decisive(j))
	}
}

func TestSet(t *testing.T) {
	changed := func(pages []page, i int) []page {
		pages[i].record = `"notifications":[{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}]`
		return pages
	}
	open := func(pages []page, i int) []page {
		pages[i].next = `"k"`
		return pages
	}
	for _, tt := range []struct {
		name  string
		pages []page
		want  string // names with effects
	}{
		{"stable", passes("a b", "b a"), ""},
		{"one gone", passes("a b", "a"), "b condition"},
		{"one new", passes("a", "a b"), "b condition"},
		{"gone and back", passes("a b", "a", "a b"), "b condition"},
		{"all gone", passes("a b", ""), "a condition b condition"},
		{"the list changed before", changed(passes("a b", "a"), 1), "b note"},
		{"the list changed after", changed(passes("a b", "a"), 0), "b note"},
		{"the list changed later", changed(passes("a b", "a", "a c"), 2), "b condition c note"},
		{"absent from an incomplete pass", open(passes("a b", "a"), 1), ""},
		{"present in an incomplete pass", open(passes("a b", "a"), 0), "b condition"},
		{"only incomplete passes", open(open(passes("a b", "a"), 0), 1), ""},
	} {
		j := review(t, tt.pages...)
		var got []string
		for _, f := range j.Tools {
			got = append(got, f.Name, f.Finding.Effect.String())
			if f.Finding.Subject.Kind != rule.KindTool || f.Finding.Subject.Name != f.Name || f.Finding.Rule.ID != "PAGE-11" {
				t.Errorf("%s: subject %+v", tt.name, f.Finding.Subject)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: got %v, want %s", tt.name, got, tt.want)
		}
	}
	j := review(t, passes("a b", "a")...)
	if got, want := j.Tools[0].Finding.Reason(), `PAGE-11: "b": present in pass 1, absent in pass 2 of the same context`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOtherSetsOfOtherCallers(t *testing.T) {
	j := review(t, page{names: "a b", record: `"caller":"x"`}, page{names: "a", record: `"caller":"y"`})
	if got := decisive(j); got != "" || len(j.Tools) != 0 {
		t.Errorf("got %s, %v", got, j.Tools)
	}
	j = review(t, page{names: "a b", record: `"server":"x"`}, page{names: "a", record: `"server":"y"`})
	if got := decisive(j); got != "" || len(j.Tools) != 0 {
		t.Errorf("other sessions: got %s, %v", got, j.Tools)
	}
}

func TestPublicLists(t *testing.T) {
	as := func(caller, scope string, p page) page {
		p.record = fmt.Sprintf(`"caller":%q`, caller)
		p.without, p.with = "cacheScope", fmt.Sprintf(`"cacheScope":%q`, scope)
		return p
	}
	for _, tt := range []struct {
		name  string
		pages []page
		want  string
	}{
		{"private and different", []page{as("anon", "private", page{names: "a"}), as("admin", "private", page{names: "a b"})}, ""},
		{"public and the same", []page{as("anon", "public", page{names: "a b"}), as("admin", "public", page{names: "b a"})}, ""},
		{"private and the same", []page{as("anon", "private", page{names: "a"}), as("admin", "private", page{names: "a"})}, ""},
		{"public and different", []page{as("anon", "public", page{names: "a"}), as("admin", "public", page{names: "a b"})}, "PAGE-14 reject, PAGE-14 reject"},
		{"one of them public", []page{as("anon", "public", page{names: "a"}), as("admin", "private", page{names: "a b"})}, "PAGE-14 reject"},
		{"the same names, other descriptors", []page{as("anon", "public", page{items: `[{"name":"a","x":1}]`}), as("admin", "private", page{items: `[{"name":"a","x":2}]`})}, "PAGE-14 reject"},
		{"the same but for spelling and _meta", []page{as("anon", "public", page{items: `[{"name":"a","x":1.0,"y":2,"_meta":{"k":1}}]`}), as("admin", "public", page{items: `[{"y":2,"x":1,"name":"a"}]`})}, ""},
		{"an incomplete list shows nothing", []page{as("anon", "public", page{names: "a"}), as("admin", "public", page{names: "a b", next: `"k"`})}, "PAGE-07 reject"},
	} {
		if got := decisive(review(t, tt.pages...)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	j := review(t, as("anon", "private", page{names: "a c"}), as("admin", "public", page{names: "a b"}))
	want := `PAGE-14 /cacheScope: tools/list: caller "admin" and caller "anon" differ (2 names) but cacheScope is public`
	if got := reasons(j, "PAGE-14"); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestForeignCursors(t *testing.T) {
	admin := []page{{names: "a", next: `"k"`, record: `"caller":"admin"`}, {names: "b", sent: `"k"`, record: `"caller":"admin"`}}
	for _, tt := range []struct {
		name string
		page page
		want string
	}{
		{"its own", page{names: "a"}, ""},
		{"accepted with a page", page{names: "b", sent: `"k"`}, "PAGE-02 reject, PAGE-14 reject"},
		{"refused", page{fails: -32602, sent: `"k"`}, ""},
		{"a probe, accepted", page{names: "b", sent: `"k"`, record: `"label":"probe"`}, "PAGE-13 condition"},
	} {
		if got := decisive(review(t, append(admin, tt.page)...)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	got := decisive(review(t, append(admin, page{names: "a"}, page{names: "z", sent: `"k"`})...))
	if want := "PAGE-05 reject, PAGE-14 reject"; got != want {
		t.Errorf("beside a pass of its own: got %q, want %q", got, want)
	}
}

func TestProbes(t *testing.T) {
	const probe = `"label":"probe"`
	for _, tt := range []struct {
		name string
		page page
		want string
	}{
		{"refused", page{sent: `"z"`, fails: -32602, record: probe}, ""},
		{"refused with another code", page{sent: `"z"`, fails: -32603, record: probe}, "PAGE-13 note"},
		{"accepted", page{sent: `"z"`, names: "a", record: probe}, "PAGE-13 condition"},
		{"accepted with an empty page", page{sent: `"z"`, record: probe}, "PAGE-13 condition"},
		{"empty cursor accepted", page{sent: `""`, names: "a", record: probe}, "PAGE-13 condition"},
		{"null accepted", page{sent: `null`, names: "a", record: probe}, "PAGE-13 condition"},
		{"an issued cursor", page{sent: `"k"`, names: "b", record: probe}, ""},
		{"an issued cursor refused for another reason", page{sent: `"k"`, fails: -32602, record: probe}, ""},
		{"no cursor", page{names: "a", record: probe}, ""},
		{"no cursor, refused", page{fails: -32602, record: probe}, ""},
		{"the list refused", page{fails: -32601}, "PAGE-13 note"},
	} {
		j := review(t, page{names: "a", next: `"k"`}, page{names: "b", sent: `"k"`}, tt.page)
		var got []string
		for _, f := range all(j) {
			if f.Rule.ID != "PAGE-10" {
				got = append(got, f.Rule.ID+" "+f.Effect.String())
			}
		}
		if strings.Join(got, ", ") != tt.want || len(j.Probes) != 1 {
			t.Errorf("%s: got %v of %d probes, want %s", tt.name, got, len(j.Probes), tt.want)
		}
	}
	j := review(t, page{names: "a"}, page{sent: `"y"`, names: "a"}, page{sent: `"z"`, names: "a"})
	want := "PAGE-13 /request/params/cursor: tools/list: a cursor that no page issued was answered with a page, not with error code -32602 (and 1 more such place)"
	if got := reasons(j, "PAGE-13"); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What a label takes out of the listings is compared with them all the same.
func TestWhatOnlyProbesShow(t *testing.T) {
	const probe = `"label":"probe"`
	pages := []page{{names: "a", next: `"k"`}, {names: "b", sent: `"k"`}}
	for _, tt := range []struct {
		name string
		page page
		want string
	}{
		{"the same", page{names: "a", record: probe}, ""},
		{"the same in another order", page{names: "b a", record: probe}, ""},
		{"the same but for _meta", page{items: `[{"_meta":{"x":1},"inputSchema":{"type":"\u006fbject"},"name":"a"}]`, record: probe}, ""},
		{"none", page{record: probe}, ""},
		{"a list that is no array", page{items: `{"x":1}`, record: probe}, ""},
		{"another tool", page{names: "a x", record: probe}, `PAGE-11 /response/result/tools/1: tools/list: the answer to a probe lists "x", which no page lists; a probe is no page, so this was not reviewed`},
		{"another tool behind an issued cursor", page{names: "x", sent: `"k"`, record: probe}, `PAGE-11 /response/result/tools/0: tools/list: the answer to a probe lists "x"`},
		{"labelled malformed", page{names: "x", record: `"label":"malformed-request"`}, `PAGE-11 /response/result/tools/0: tools/list: the answer to a probe lists "x"`},
		{"without its request", page{names: "x", form: "unrequested", record: probe}, `PAGE-11 /response/result/tools/0: tools/list: the answer to a probe lists "x"`},
		{"another descriptor", page{items: `[{"name":"a","inputSchema":{"type":"object","maxProperties":1}}]`, record: probe}, `PAGE-11 /response/result/tools/0: tools/list: the answer to a probe gives "a" another descriptor than any page`},
		{"what a duplicate hides", page{items: `[{"name":"a","inputSchema":{},"inputSchema":{"type":"object"}}]`, record: probe}, `PAGE-11 /response/result/tools/0: tools/list: the answer to a probe gives "a"`},
		{"without a name", page{items: `[{}]`, record: probe}, `PAGE-11 /response/result/tools/0: tools/list: the answer to a probe holds an item without a name`},
		{"no object", page{items: `["a"]`, record: probe}, `PAGE-11 /response/result/tools/0: tools/list: the answer to a probe holds an item without a name`},
		{"often", page{names: "x y z", record: probe}, `PAGE-11 /response/result/tools/0: tools/list: the answer to a probe lists "x", which no page lists; a probe is no page, so this was not reviewed (and 2 more such places)`},
		{"behind a bad cursor", page{names: "x", sent: `"z"`, record: probe}, `PAGE-11 /response/result/tools/0: tools/list: the answer to a probe lists "x"`},
		{"an ordinary bad cursor", page{names: "a", sent: `"z"`, record: probe}, ""},
	} {
		j := review(t, append(pages, tt.page)...)
		got := strings.Join(reasons(j, "PAGE-11"), " | ")
		if tt.want == "" && got != "" || !strings.HasPrefix(got, tt.want) || len(j.Probes) != 1 {
			t.Errorf("%s: got %q of %d probes, want %q", tt.name, got, len(j.Probes), tt.want)
		}
		for _, f := range j.Server {
			if f.Rule.ID == "PAGE-11" && (f.Effect != rule.Condition || f.Subject.Kind != rule.KindServer) {
				t.Errorf("%s: %s of %s", tt.name, f.Effect, f.Subject.Kind)
			}
		}
	}
}

// A caller's probes are held against the caller's own listings, where there are any.
func TestProbesOfCallers(t *testing.T) {
	of := func(caller string, p page) page {
		p.record = `"caller":"` + caller + `"` + p.record
		return p
	}
	admin := of("admin", page{names: "a b"})
	guest := of("guest", page{names: "a"})
	probe := page{names: "b", record: `,"label":"probe"`}
	const what = ` lists "b", which no page lists; a probe is no page, so this was not reviewed`
	for _, tt := range []struct {
		name  string
		pages []page
		want  string
	}{
		{"its own", []page{admin, guest, of("admin", probe)}, ""},
		{"another's", []page{admin, guest, of("guest", probe)}, `PAGE-11 /response/result/tools/0: tools/list: the answer to a probe of caller "guest"` + what},
		{"of a caller without listings", []page{admin, of("third", probe)}, ""},
		{"another list", []page{admin, {method: "prompts/list", names: "b", record: `"label":"probe"`}}, `PAGE-11 /response/result/prompts/0: prompts/list: the answer to a probe` + what},
		{"in another session", []page{admin, of("admin", page{names: "b", record: `,"label":"probe","version":"2"`})}, ""},
	} {
		if got := strings.Join(reasons(review(t, tt.pages...), "PAGE-11"), " | "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
