package admission

import (
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

const (
	one   = `"x-version":1`
	other = `"x-version":2`
)

// deciding leaves notes out.
func deciding(fs []rule.Finding) []rule.Finding {
	var kept []rule.Finding
	for _, f := range fs {
		if f.Effect != rule.Note {
			kept = append(kept, f)
		}
	}
	return kept
}

func TestDrift(t *testing.T) {
	http := evidence.Session{Transport: "streamable-http"}
	stdio := evidence.Session{Transport: "stdio"}
	l := func(pass int, tools ...string) *evidence.Listing { return listing(t, "", pass, list(tools...)) }
	tests := []struct {
		name     string
		listings []*evidence.Listing
		want     []string // of the unnamed caller's tool "a", notes left out
	}{
		{"same in two passes", []*evidence.Listing{l(1, tool("a", one)), l(2, tool("a", one))}, nil},
		{"member order, escapes and 1.0", []*evidence.Listing{
			l(1, `{"name":"a","description":"d","inputSchema":{"type":"object","minProperties":1}}`),
			l(2, `{"inputSchema":{"minProperties":1.0,"type":"object"},"description":"\u0064","name":"a"}`),
		}, nil},
		{"_meta only", []*evidence.Listing{l(1, tool("a", `"_meta":{"a":1}`)), l(2, tool("a", `"_meta":{"a":2}`)), l(3, tool("a"))}, nil},
		{"_meta among names beyond the BMP", []*evidence.Listing{
			l(1, tool("a", `"\uffff":1,"\ud83d\ude00":1,"_meta":{}`)), l(2, tool("a", `"\ud83d\ude00":1,"\uffff":1`))}, nil},
		{"other in the second pass", []*evidence.Listing{l(1, tool("a", one)), l(2, tool("a", other))}, []string{"reject DESC-05 /name"}},
		{"back again", []*evidence.Listing{l(1, tool("a", one)), l(2, tool("a", other)), l(3, tool("a", one)), l(4, tool("a", other))}, []string{"reject DESC-05 /name"}},
		{"explained", []*evidence.Listing{l(1, tool("a", one)), changed(l(2, tool("a", other)))}, nil},
		{"explained, then not", []*evidence.Listing{l(1, tool("a", one)), changed(l(2, tool("a", other))), l(3, tool("a", one))}, []string{"reject DESC-05 /name"}},
		{"in one pass only", []*evidence.Listing{l(1, tool("a")), l(2, tool("b"))}, nil},
		{"faulty in both", []*evidence.Listing{l(1, tool("a", `"x":1,"x":2`)), l(2, tool("a", `"x":1,"x":2`))}, []string{"reject JSON-03 /x"}},
		{"faulty in one", []*evidence.Listing{l(1, tool("a", `"x":1,"x":2`)), l(2, tool("a", `"x":1`))}, []string{"reject JSON-03 /x", "reject DESC-05 /name"}},
		{"other transport", []*evidence.Listing{inSession(stdio, l(1, tool("a", one))), inSession(http, l(1, tool("a", other)))}, []string{"condition DESC-05 /name"}},
		{"same over transports", []*evidence.Listing{inSession(stdio, l(1, tool("a", one))), inSession(http, l(1, tool("a", one)))}, nil},
		{"other caller", []*evidence.Listing{l(1, tool("a", one)), listing(t, "admin", 1, list(tool("a", other)))}, []string{"condition DESC-05 /name"}},
		{"same for all callers", []*evidence.Listing{l(1, tool("a", one)), listing(t, "admin", 1, list(tool("a", one)))}, nil},
	}
	for _, tt := range tests {
		tools := review(house(), tt.listings...)
		wantFindings(t, tt.name, deciding(byName(t, tools, "", "a").Findings), tt.want...)
		checkFindings(t, tools)
		for _, f := range deciding(review(spec(), tt.listings...)[0].Findings) {
			if f.Rule == ruleDrift {
				t.Errorf("%s: the specification's profile has %s", tt.name, f.Reason())
			}
		}
	}
}

func TestDriftText(t *testing.T) {
	a := `{"name":"a","description":"d","inputSchema":{"type":"object"}}`
	b := `{"name":"a","description":"d","inputSchema":{"type":"object","required":["k"]}}`
	two := review(house(), listing(t, "", 1, list(a)), listing(t, "", 2, list(b)))[0].Findings
	if want := `DESC-05 /name: descriptor of "a" differs between pass 1 and pass 2 at /inputSchema/required`; len(two) != 1 || two[0].Reason() != want {
		t.Errorf("passes: %v, want %s", two, want)
	} else if two[0].At.File != "/pass-2/1.json" || len(two[0].Related) != 1 || two[0].Related[0].File != "/pass-1/1.json" {
		t.Errorf("passes: places are %v and %v", two[0].At, two[0].Related)
	}

	callers := review(house(), listing(t, "", 1, list(a)), listing(t, "x\ny", 1, list(b)))
	for i, want := range []string{
		`DESC-05 /name: descriptor of "a" differs between caller "x\u000ay" and the unnamed caller at /inputSchema/required`,
		`DESC-05 /name: descriptor of "a" differs between the unnamed caller and caller "x\u000ay" at /inputSchema/required`,
	} {
		if fs := callers[i].Findings; len(fs) != 1 || fs[0].Reason() != want {
			t.Errorf("callers: %v, want %s", fs, want)
		}
	}

	sessions := review(house(), inSession(evidence.Session{Transport: "stdio"}, listing(t, "", 1, list(a))), listing(t, "", 1, list(b)))[0].Findings
	if want := `DESC-05 /name: descriptor of "a" differs between the session of transport "stdio" and that of no stated transport at /inputSchema/required`; len(sessions) != 1 || sessions[0].Reason() != want {
		t.Errorf("sessions: %v, want %s", sessions, want)
	}
}

// TestSupersededPass checks that what list_changed replaced is neither judged
// nor listed, and that the difference is noted.
func TestSupersededPass(t *testing.T) {
	bad := `{"name":"a","description":"d"}`
	tools := review(house(), listing(t, "", 1, list(bad, tool("gone"))), changed(listing(t, "", 2, list(tool("a")))), listing(t, "admin", 1, list(tool("gone"))))
	if len(tools) != 2 || tools[0].Name != "a" || tools[1].Caller != "admin" {
		t.Fatalf("tools are %v", tools)
	}
	wantFindings(t, "a", tools[0].Findings, "note DESC-05 /name")
	if len(tools[0].Entries) != 1 || tools[0].Page.File != "/pass-2/1.json" {
		t.Errorf("entries %d, first at %v", len(tools[0].Entries), tools[0].Page)
	}
}

func TestListedTwice(t *testing.T) {
	tests := []struct {
		name        string
		pages       []string
		house, spec []string // of the tool "a"
	}{
		{"case matters", []string{list(tool("a"), tool("A"))}, []string{"condition DESC-20 /name"}, []string{"condition DESC-20 /name"}},
		{"same on one page", []string{list(tool("a"), tool("a"))}, []string{"condition DESC-06 /name"}, []string{"condition DESC-06 /name"}},
		{"same on two pages", []string{list(tool("a")), list(tool("b"), tool("a"))}, []string{"condition DESC-06 /name"}, []string{"condition DESC-06 /name"}},
		{"different", []string{list(tool("a", one)), list(tool("a", other))}, []string{"reject DESC-06 /name"}, []string{"condition DESC-06 /name"}},
		{"third differs", []string{list(tool("a", one), tool("a", one), tool("a", other))}, []string{"reject DESC-06 /name"}, []string{"condition DESC-06 /name"}},
		{"_meta differs", []string{list(tool("a", `"_meta":{"x":1}`), tool("a"))}, []string{"reject DESC-06 /name"}, []string{"condition DESC-06 /name"}},
	}
	for _, tt := range tests {
		l := listing(t, "", 1, tt.pages...)
		wantFindings(t, tt.name+" (house)", deciding(byName(t, review(house(), l), "", "a").Findings), tt.house...)
		wantFindings(t, tt.name+" (spec)", deciding(byName(t, review(spec(), l), "", "a").Findings), tt.spec...)
	}

	tools := review(house(), listing(t, "", 1, list(tool("a", one), tool("b"), tool("a", other), tool("a", one))))
	if len(tools) != 2 || len(tools[0].Entries) != 3 {
		t.Fatalf("one name must be one tool: %v", tools)
	}
	f := deciding(tools[0].Findings)[0]
	if want := `DESC-06 /name: "a" is listed 3 times in one pass (different descriptors)`; f.Reason() != want {
		t.Errorf("reason is %s, want %s", f.Reason(), want)
	}
	if f.At.Pointer != "/result/tools/2/name" || len(f.Related) != 1 || f.Related[0].Pointer != "/result/tools/0" {
		t.Errorf("places are %v and %v", f.At, f.Related)
	}
}

// TestNamelessEntries checks that entries without a usable name stay alone and
// take no part in the rules about names.
func TestNamelessEntries(t *testing.T) {
	tools := review(house(), listing(t, "", 1, list(`null`, `null`, tool(""), tool(""), `{"inputSchema":{"type":"object"}}`,
		`{"name":"a","name":"b",`+described+`}`, `{"name":"\ud800",`+described+`}`, `{"name":"\ud801",`+described+`}`, tool("a"))))
	if len(tools) != 9 {
		t.Fatalf("%d tools, want 9", len(tools))
	}
	for i, one := range tools {
		if one.Index != i || one.Named != (i == 8) || one.Named != (one.Name == "a") {
			t.Errorf("entry %d: index %d, name %q, named %t", i, one.Index, one.Name, one.Named)
		}
		for _, f := range one.Findings {
			if f.Rule == ruleTwice || f.Rule == ruleDrift {
				t.Errorf("entry %d: %s", i, f.Reason())
			}
			if got := f.At.Pointer; !strings.HasPrefix(got, "/result/tools/"+string(rune('0'+i))) {
				t.Errorf("entry %d: %s stands at %s", i, f.Reason(), got)
			}
		}
	}
	wantFindings(t, "the one in order", tools[8].Findings)
}

func TestTwins(t *testing.T) {
	tests := []struct {
		name  string
		names []string
		want  []string // for each name, DESC-04 notes and DESC-20 conditions, sorted
	}{
		{"apart", []string{"read_file", "read_files"}, []string{"", ""}},
		{"cyrillic", []string{"read_file", "reаd_file"}, []string{"", `"re\u0430d_file" looks like "read_file" (Unicode confusables)`}},
		{"cyrillic first", []string{"reаd_file", "read_file"}, []string{`"re\u0430d_file" looks like "read_file" (Unicode confusables)`, ""}},
		{"no ASCII holder", []string{"reаd", "rеad"}, []string{
			`"re\u0430d" looks like "r\u0435ad" (Unicode confusables)`, `"r\u0435ad" looks like "re\u0430d" (Unicode confusables)`}},
		{"three", []string{"reаd", "rеad", "read"}, []string{
			`"re\u0430d" looks like "read" (Unicode confusables)`, `"r\u0435ad" looks like "read" (Unicode confusables)`, ""}},
		{"normal forms", []string{"\u00e9", "e\u0301"}, []string{
			`"\u00e9" looks like "e\u0301" (Unicode confusables)`, `"e\u0301" looks like "\u00e9" (Unicode confusables)`}},
		{"variation selector", []string{"a", "a\ufe0f"}, []string{"", `"a\ufe0f" looks like "a" (Unicode confusables)`}},
		{"ASCII", []string{"read_file", "read_fi1e"}, []string{
			`"read_file" looks like "read_fi1e" (Unicode confusables)`, `"read_fi1e" looks like "read_file" (Unicode confusables)`}},
		{"ASCII digits and letters", []string{"O0", "OO", "rn", "m"}, []string{
			`"O0" looks like "OO" (Unicode confusables)`, `"OO" looks like "O0" (Unicode confusables)`,
			`"rn" looks like "m" (Unicode confusables)`, `"m" looks like "rn" (Unicode confusables)`}},
		{"ASCII and not", []string{"vl", "v\u0456", "v1", "v\u04c0"}, []string{
			`"vl" looks like "v1" (Unicode confusables)`, "", `"v1" looks like "vl" (Unicode confusables)`, `"v\u04c0" looks like "vl" (Unicode confusables)`}},
		{"ASCII apart", []string{"read_file", "readFile", "read_flle", "list_m", "list_n"}, []string{"", "", "", "", ""}},
		{"mixed script without twin", []string{"reаd_file"}, []string{""}},
		{"separators", []string{"user.get", "user_get"}, []string{
			`"user.get" and "user_get" are one name where case and separators are folded`,
			`"user_get" and "user.get" are one name where case and separators are folded`}},
		{"all separators", []string{"a/b", "a b", "a-b"}, []string{
			`"a/b" and "a b" are one name where case and separators are folded`,
			`"a b" and "a/b" are one name where case and separators are folded`,
			`"a-b" and "a/b" are one name where case and separators are folded`}},
		{"case", []string{"Get", "get"}, []string{
			`"Get" and "get" are one name where case and separators are folded; "Get" and "get" differ in case only`,
			`"get" and "Get" are one name where case and separators are folded; "get" and "Get" differ in case only`}},
		{"kelvin sign", []string{"k", "\u212a"}, []string{
			`"k" and "\u212a" are one name where case and separators are folded`,
			`"\u212a" and "k" are one name where case and separators are folded`}},
		{"kelvin sign and capital", []string{"K", "\u212a"}, []string{
			`"K" and "\u212a" are one name where case and separators are folded`,
			`"\u212a" and "K" are one name where case and separators are folded; "\u212a" looks like "K" (Unicode confusables)`}},
	}
	for _, tt := range tests {
		var entries []string
		for _, n := range tt.names {
			entries = append(entries, tool(n))
		}
		for _, p := range []rule.Profile{rule.House, rule.Spec} {
			policy := house()
			policy.Profile = p
			tools := review(policy, listing(t, "", 1, list(entries...)))
			for i, n := range tt.names {
				var got []string
				for _, f := range byName(t, tools, "", n).Findings {
					if f.Rule == ruleConfusable || f.Rule == ruleCharset && f.Effect == rule.Note {
						got = append(got, f.Text)
					}
				}
				slices.Sort(got)
				if strings.Join(got, "; ") != tt.want[i] {
					t.Errorf("%s, %q (%s):\n got %s\nwant %s", tt.name, n, p, strings.Join(got, "; "), tt.want[i])
				}
			}
		}
	}
}

func TestTwinsAreOfOneCaller(t *testing.T) {
	tools := review(house(), listing(t, "", 1, list(tool("user.get"))), listing(t, "admin", 1, list(tool("user_get"))))
	for _, one := range tools {
		wantFindings(t, one.Caller, one.Findings)
	}
}

func TestOneRowPerCallerAndName(t *testing.T) {
	s := evidence.Session{ProtocolVersion: "2025-06-18"}
	older := inSession(s, listing(t, "", 1, list(tool("c"), tool("a", `"icons":[]`))))
	older.Pages[0].Revision = protocol.ByName("2025-06-18")
	tools := review(house(), listing(t, "", 1, list(tool("a", `"icons":[]`)), list(tool("b"))), listing(t, "", 2, list(tool("b"), tool("a", `"icons":[]`))),
		older, listing(t, "admin", 1, list(tool("b"))))
	var got []string
	for _, one := range tools {
		got = append(got, one.Caller+"/"+one.Name+"@"+one.Page.File+one.Page.Pointer)
	}
	want := "/a@/pass-1/1.json/result/tools/0 /b@/pass-1/2.json/result/tools/0 /c@/pass-1/1.json/result/tools/0 admin/b@admin/pass-1/1.json/result/tools/0"
	if strings.Join(got, " ") != want {
		t.Fatalf("rows are %q, want %s", got, want)
	}
	place := func(e Entry) string { at := e.Exchange.Doc.Locate(e.Value); return at.File + at.Pointer }
	a := tools[0]
	if len(a.Entries) != 3 || place(a.Entries[1]) != "/pass-2/1.json/result/tools/1" || place(tools[1].Entries[0]) != "/pass-1/2.json/result/tools/0" {
		t.Errorf("entries are %+v", a.Entries)
	}
	wantFindings(t, "judged under both revisions", a.Findings, "note DESC-16 /icons")
	if a.Entries[0].Descriptor == a.Entries[2].Descriptor || a.Entries[0].Descriptor != a.Entries[1].Descriptor {
		t.Error("a descriptor is shared by equal entries of one revision")
	}
	if tools[1].Descriptor != tools[3].Descriptor {
		t.Error("equal descriptors of two callers are judged once")
	}
}

// TestEqualDescriptorsKeepTheirPlaces checks that findings of a descriptor that
// is judged once stand at the entry of each row.
func TestEqualDescriptorsKeepTheirPlaces(t *testing.T) {
	tools := review(house(), listing(t, "", 1, list(tool("b"), `{"name":"a","a/b~c":1,"inputSchema":{"type":["object"]}}`)),
		listing(t, "admin", 1, list(`{"inputSchema":{"type":["object"]},"a/b~c":1,"name":"a"}`)))
	for i, want := range []string{"", "/pass-1/1.json/result/tools/1", "admin/pass-1/1.json/result/tools/0"} {
		for _, f := range tools[i].Findings {
			if f.At.File+f.At.Pointer != want+f.Pointer {
				t.Errorf("%s stands at %s%s, want %s%s", f.Reason(), f.At.File, f.At.Pointer, want, f.Pointer)
			}
		}
	}
	wantFindings(t, "admin", tools[2].Findings, "reject DESC-08 /inputSchema/type", "note DESC-15 /description", "note DESC-16 /a~1b~0c")
}

func TestSnapshots(t *testing.T) {
	array := parse(t, "tools.json", list(tool("a"), tool("b"), tool("a")))
	alone := parse(t, "b.json", tool("b", one))
	same := parse(t, "a.json", tool("a"))
	in := Input{Descriptors: []*evidence.Exchange{
		snapshot(t, array, array.Root.At(0)), snapshot(t, array, array.Root.At(1)), snapshot(t, array, array.Root.At(2)),
		snapshot(t, alone, alone.Root), snapshot(t, same, same.Root),
	}}
	tools := Review(in, house(), 1)
	wantFindings(t, "twice in one document", byName(t, tools, "", "a").Findings, "condition DESC-06 /name")
	b := byName(t, tools, "", "b")
	wantFindings(t, "differs between documents", b.Findings, "reject DESC-05 /name", "note DESC-16 /x-version")
	if want := `DESC-05 /name: descriptor of "b" differs between a snapshot and a snapshot at /x-version`; b.Findings[0].Reason() != want {
		t.Errorf("reason is %s", b.Findings[0].Reason())
	}
	if b.Index != 1 || b.Page.File != "tools.json" {
		t.Errorf("first place is %v, index %d", b.Page, b.Index)
	}
}
