package admission

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
)

// parts are descriptors' members to draw from; %s is the tool's name.
var parts = []string{
	`"name":"%s"`, `"name":"%s\u200b"`, `"name":"%s x"`, `"n":"%s"`, `"name":null`,
	`"description":"d"`, `"description":7`, `"title":"\u202e"`, `"x":{"y":1}`, `"outputschema":{}`,
	`"inputSchema":{"type":"object"}`, `"inputSchema":{"type":"array"}`, `"inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/none"}}}`,
	`"inputSchema":{"type":"object","properties":{"a":{"type":"strng"}}}`, `"outputSchema":true`, `"outputSchema":{"type":"array"}`,
	`"annotations":{"readOnlyHint":"yes"}`, `"icons":[{"src":"http://e.net/a"}]`, `"_meta":[]`, `"title":"\ud800"`,
}

// randomTool is good half of the time. Names are far apart, so that the rules
// about names have nothing to say.
func randomTool(r *rand.Rand, i int) string {
	name := fmt.Sprintf("tool-%c%c", 'a'+i/26, 'a'+i%26)
	if r.IntN(2) == 0 {
		return tool(name)
	}
	if r.IntN(8) == 0 {
		return []string{`null`, `[]`, `"x"`, `7`}[r.IntN(4)]
	}
	members := []string{fmt.Sprintf(`"name":"%s"`, name)}
	for range r.IntN(4) {
		members = append(members, strings.ReplaceAll(parts[r.IntN(len(parts))], "%s", name))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// outcome is what a decision on a tool says, without places.
func outcome(one *Tool) string {
	s := fmt.Sprintf("%s %s %v %s", one.Digest, one.Dialect, one.Hints, rule.Decide(one.Findings))
	for _, f := range one.Findings {
		if f.Rule == ruleEntry {
			s += "\n" + f.Text // its pointer is the entry's place
			continue
		}
		s += "\n" + f.Effect.String() + " " + f.Reason()
	}
	return s
}

// TestIsolation is DESC-17: what is decided on a tool does not change when
// others are removed, permuted or put on other pages.
func TestIsolation(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 17))
	for range 60 {
		entries := make([]string, 2+r.IntN(10))
		for i := range entries {
			entries[i] = randomTool(r, i)
		}
		full := outcomes(t, entries)
		for i, e := range entries {
			if alone := outcomes(t, []string{e}); alone[0] != full[i] {
				t.Fatalf("DESC-17: the decision changed when others were removed:\n%s\n with: %s\nalone: %s", e, full[i], alone[0])
			}
		}
		order := r.Perm(len(entries))
		shuffled := make([]string, len(entries))
		for i, k := range order {
			shuffled[i] = entries[k]
		}
		cut := r.IntN(len(entries))
		for i, got := range outcomes(t, shuffled[:cut], shuffled[cut:]) {
			if got != full[order[i]] {
				t.Fatalf("DESC-17: the decision changed with the order:\n%s\nbefore: %s\n after: %s", shuffled[i], full[order[i]], got)
			}
		}
	}
}

// outcomes reviews pages of distinct tools; one outcome an entry, in order.
func outcomes(t *testing.T, pages ...[]string) []string {
	t.Helper()
	var texts []string
	for _, p := range pages {
		texts = append(texts, list(p...))
	}
	var all []string
	for _, one := range review(house(), listing(t, "", 1, texts...)) {
		all = append(all, outcome(one))
	}
	return all
}

// TestHintsDecideNothing is the property of DESC-14: adding, removing and
// flipping well-typed hints changes no finding.
func TestHintsDecideNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 14))
	for i := range 200 {
		entry := randomTool(r, i%26)
		if !strings.HasPrefix(entry, "{") || strings.Contains(entry, `"annotations"`) {
			continue
		}
		bare := review(house(), listing(t, "", 1, list(entry)))[0]
		for range 4 {
			var hint []string
			for _, name := range hints {
				if r.IntN(2) == 0 {
					hint = append(hint, fmt.Sprintf(`"%s":%t`, name, r.IntN(2) == 0))
				}
			}
			hinted := strings.TrimSuffix(entry, "}") + `,"annotations":{` + strings.Join(hint, ",") + `}}`
			if got := review(house(), listing(t, "", 1, list(hinted)))[0]; !reflect.DeepEqual(reasons(got), reasons(bare)) {
				t.Fatalf("%s\n got %q\nwant %q", hinted, reasons(got), reasons(bare))
			}
		}
	}
}

func reasons(one *Tool) []string {
	var all []string
	for _, f := range one.Findings {
		all = append(all, f.Effect.String()+" "+f.Reason())
	}
	return all
}

// TestWorkersDoNotMatter compares the outcome of one worker and of many.
func TestWorkersDoNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var in Input
	for pass := 1; pass <= 2; pass++ {
		for _, caller := range []string{"", "admin"} {
			var entries []string
			for i := range 60 {
				entries = append(entries, randomTool(r, i))
			}
			in.Listings = append(in.Listings, listing(t, caller, pass, list(entries[:30]...), list(entries[30:]...)))
		}
	}
	shape := func(tools []*Tool) []string {
		var all []string
		for _, one := range tools {
			all = append(all, fmt.Sprint(one.Caller, one.Name, one.Page, one.Index, len(one.Entries), one.Findings))
		}
		return all
	}
	want := shape(Review(in, house(), 1))
	for _, jobs := range []int{0, 2, 7} {
		if got := shape(Review(in, house(), jobs)); !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers give another outcome", jobs)
		}
	}
}

// TestInputIsNotChanged guards against analyzers that leave traces.
func TestInputIsNotChanged(t *testing.T) {
	l := listing(t, "", 1, list(tool("a"), tool("a", one), `null`))
	first := fmt.Sprint(outcome(review(house(), l)[0]))
	if second := fmt.Sprint(outcome(review(house(), l)[0])); first != second {
		t.Errorf("a second review differs:\n%s\n%s", first, second)
	}
}

// surface of n distinct tools on pages of 100, a twin and a repetition among
// them for every hundred.
func largeSurface(tb testing.TB, n int) Input {
	var pages []string
	for at := 0; at < n; at += 100 {
		var tools []string
		for i := at; i < min(at+100, n); i++ {
			name := fmt.Sprintf("group%d_tool%d", i/100, i)
			switch i % 100 {
			case 50:
				name = fmt.Sprintf("group%d.tool%d", i/100, i-1)
			case 51:
				name = fmt.Sprintf("gr\u043eup%d_tool%d", i/100, i-3)
			}
			tools = append(tools, fmt.Sprintf(`{"name":%q,"description":"Does the thing number %d.","inputSchema":{"type":"object",`+
				`"properties":{"path":{"type":"string","description":"Where."},"count":{"type":"integer","minimum":0,"maximum":%d}},"required":["path"]}}`, name, i, i+1))
		}
		pages = append(pages, list(tools...))
	}
	return Input{Listings: []*evidence.Listing{listing(tb, "", 1, pages...)}}
}

func BenchmarkReview(b *testing.B) {
	for _, n := range []int{1, 100, 10_000} {
		in := largeSurface(b, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Review(in, house(), 2)
			}
		})
	}
}

// BenchmarkTwins has every name in one group of each kind: a quadratic step
// would show.
func BenchmarkTwins(b *testing.B) {
	var tools []string
	alike := [][]rune{[]rune("a\u0430"), []rune("e\u0435"), []rune("o\u043e"), []rune("c\u0441"), []rune("p\u0440"), []rune("x\u0445")}
	for i := range 10_000 {
		var name strings.Builder
		for bit := range 14 {
			name.WriteRune(alike[bit%len(alike)][i>>bit&1])
		}
		tools = append(tools, tool(name.String()))
	}
	in := Input{Listings: []*evidence.Listing{listing(b, "", 1, list(tools...))}}
	b.ReportAllocs()
	for b.Loop() {
		Review(in, house(), 2)
	}
}
