package sufficiency

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

// enough is evidence that lacks nothing; each case takes something from it.
func enough() Input {
	return Input{
		Exchanges:      4,
		Tools:          []Tool{{Name: "a", Caller: "anon", Decisions: 1, Success: 1, Failure: 1, SuccessArgumentsProven: true}},
		Passes:         []Pass{{Caller: "anon", Number: 1, Usable: true, Complete: true}},
		SuccessResults: 1, FailureResults: 1, Results: 2,
		Completion: Completion{DiscoveryKnown: true},
	}
}

func at(file string) rule.Location { return rule.Location{File: file, Line: 1, Column: 1} }

// A want is "effect rule subject: text", its beginning.
func TestJudge(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Input)
		want   []string
		inputs string // a phrase that the inputs asked for contain; "" where none is asked for
	}{
		"enough": {func(in *Input) {}, nil, ""},
		"nothing at all": {func(in *Input) { *in = Input{} },
			[]string{"refuse EVID-02 server: no evidence was found"}, "one successful and one failing tools/call"},
		"nothing readable": {func(in *Input) { *in = Input{Unreadable: []rule.Finding{{At: at("b.json")}, {At: at("a.json")}}} },
			[]string{"refuse EVID-02 server: no evidence was found", "refuse EVID-14 server a.json: 2 documents could not be read"}, "correct the documents"},

		"one successful call": {func(in *Input) { *in = Input{Exchanges: 1, SuccessResults: 1, Results: 1} },
			[]string{"refuse EVID-01 server: only 1 successful tools/call result; discovery pages, admission decisions and validated result fixtures are required", "refuse EVID-02 server: no usable tools/list page", "request EVID-09"},
			"one successful and one failing tools/call"},
		"ten successful calls": {func(in *Input) { *in = Input{Exchanges: 10, SuccessResults: 10, Results: 12} },
			[]string{"refuse EVID-01 server: only 10 successful tools/call results;", "refuse EVID-02", "request EVID-09"}, "record every page"},
		"a failure too": {func(in *Input) { *in = Input{Exchanges: 2, SuccessResults: 1, FailureResults: 1, Results: 2} },
			[]string{"refuse EVID-02 server: no usable tools/list page", "request EVID-09"}, "record every page"},

		"only descriptors": {func(in *Input) { in.Passes, in.Descriptors = nil, 3 },
			[]string{"refuse EVID-02 server: no usable tools/list page: 3 descriptors outside any page"}, "record every page"},
		"only unusable pages": {func(in *Input) { in.Passes = []Pass{{Caller: "anon", Number: 1, At: at("p.json")}} },
			[]string{`refuse EVID-02 server p.json: no usable tools/list page for context "anon"`}, "record every page of tools/list again"},
		"one context without a usable page": {func(in *Input) { in.Passes = append(in.Passes, Pass{Caller: "admin\u202e", Number: 1}) },
			[]string{`refuse EVID-02 server: no usable tools/list page for context "admin\u202e"`}, `"admin\u202e"`},
		"an unusable pass beside a usable one": {func(in *Input) { in.Passes = append(in.Passes, Pass{Caller: "anon", Number: 2}) }, nil, ""},
		"pages without requests": {func(in *Input) { in.Passes[0].Unrequested = true },
			[]string{"note EVID-02 server: no request was recorded"}, ""},

		"truncated": {func(in *Input) { in.Passes[0].Complete = false; l := at("p9.json"); in.Passes[0].TruncatedAfter = &l },
			[]string{`refuse EVID-03 server p9.json: pass 1 of context "anon": truncated after this page`}, "the empty string included"},
		"truncated somewhere": {func(in *Input) {
			in.Passes[0].Complete, in.Passes[0].At, in.Passes[0].Session = false, at("p.json"), "stdio"
		},
			[]string{`refuse EVID-03 server p.json: pass 1 of context "anon" over "stdio": it is not walked`}, "record the rest"},
		"second pass truncated": {func(in *Input) { in.Passes = append(in.Passes, Pass{Caller: "anon", Number: 2, Usable: true}) },
			[]string{`refuse EVID-03 server: pass 2`}, "record the rest"},
		"truncated, and documents unreadable": {func(in *Input) { in.Passes[0].Complete = false; in.Unreadable = []rule.Finding{{At: at("x.json")}} },
			[]string{"refuse EVID-03", "refuse EVID-14 server x.json: 1 document could not be read"}, "correct"},
		"unreadable but not needed": {func(in *Input) { in.Unreadable = []rule.Finding{{At: at("x.json")}} }, nil, ""},

		"undecided":     {func(in *Input) { in.Tools[0].Decisions = 0 }, []string{"refuse EVID-04 tool a: 0 decisions"}, "fault of the reviewer"},
		"decided twice": {func(in *Input) { in.Tools[0].Decisions = 2 }, []string{"refuse EVID-04 tool a: 2 decisions"}, "fault of the reviewer"},

		"no success": {func(in *Input) { in.Tools[0].Success, in.Tools[0].SuccessArgumentsProven = 0, false },
			[]string{"condition EVID-05 tool a: no validated success result supplied"}, `record one successful tools/call of "a" as caller "anon"`},
		"no failure": {func(in *Input) { in.Tools[0].Failure = 0 },
			[]string{"condition EVID-06 tool a: no validated failure result (isError true) supplied"}, `record one failing tools/call of "a"`},
		"neither":              {func(in *Input) { in.Tools[0].Success, in.Tools[0].Failure = 0, 0 }, []string{"condition EVID-05 tool a", "condition EVID-06 tool a"}, "isError true, not a JSON-RPC error"},
		"rejected needs none":  {func(in *Input) { in.Tools[0] = Tool{Name: "a", Decisions: 1, Rejected: true} }, nil, ""},
		"success by its label": {func(in *Input) { in.Tools[0].SuccessArgumentsProven = false }, []string{"note EVID-05 tool a: success results are known by their label"}, ""},

		"completion declared": {func(in *Input) { in.Completion = Completion{DiscoveryKnown: true, Capability: true} },
			[]string{"condition EVID-09 server: completion references, caller classes, sample suggestions, forbidden or allowed names missing"}, "record completion/complete"},
		"completion shown as one caller": {func(in *Input) { in.Completion = Completion{Results: 2, References: 2, Callers: 1, Samples: 2} },
			[]string{"condition EVID-09 server: completion caller classes, forbidden or allowed names missing"}, "record completion/complete"},
		"completion with all inputs": {func(in *Input) {
			in.Completion = Completion{Capability: true, Results: 4, References: 1, Callers: 2, Samples: 1, Names: 1}
		}, nil, ""},
		"completion refused": {func(in *Input) { in.Completion = Completion{Exchanges: 1} }, nil, ""},
		"completion unknown": {func(in *Input) { in.Completion = Completion{} }, []string{"request EVID-09 server: completion references"}, "record server/discover"},

		"no context": {func(in *Input) { in.Passes[0].Caller = "" }, []string{"request EVID-10 server: no authorization context is declared"}, "state in the policy"},
		"no context, required": {func(in *Input) { in.Passes[0].Caller, in.Contexts.Required = "", true },
			[]string{"condition EVID-10 server: no authorization context is declared"}, "state in the policy"},
		"no context over stdio": {func(in *Input) { in.Passes[0].Caller, in.Contexts.Transport = "", protocol.TransportStdio }, []string{"note EVID-10 server: one context"}, ""},
		"fixed list":            {func(in *Input) { in.Passes[0].Caller, in.Contexts.Fixed = "", true }, []string{"note EVID-10 server: the operator states"}, ""},
		"named context listed":  {func(in *Input) { in.Contexts.Named = []string{"anon"} }, nil, ""},
		"named context missing": {func(in *Input) { in.Contexts.Named = []string{"anon", "admin"} },
			[]string{`condition EVID-10 server: context "admin" has no complete pass`}, `as caller "admin"`},

		"all foreign": {func(in *Input) {
			*in = Input{Exchanges: 3, Foreign: []ForeignDoc{{at("b.json"), "2025-11-25", 2}, {at("a.json"), "2025-11-25", 1}},
				Tools: []Tool{{Name: "a", Decisions: 1, Foreign: "2025-11-25"}}, Completion: Completion{DiscoveryKnown: true}}
		}, []string{"refuse EVID-11 server a.json: 3 documents recorded under 2025-11-25; not usable for 2026-07-28", `condition EVID-11 tool a: listed under "2025-11-25"`},
			"--protocol 2025-11-25"},
		"foreign pages, own results": {func(in *Input) { in.Passes = nil; in.Foreign = []ForeignDoc{{at("p.json"), "2025-11-25", 1}} },
			[]string{"refuse EVID-02 server: no usable", "note EVID-11 server p.json: 1 document recorded under 2025-11-25"}, "--protocol 2025-11-25"},
		"foreign results, own pages": {func(in *Input) {
			in.Foreign = []ForeignDoc{{at("r.json"), "2024-11-05", 1}, {at("s.json"), "2025-06-18", 4}}
		},
			[]string{"note EVID-11 server r.json: 1 document recorded under 2024-11-05", "note EVID-11 server s.json: 4 documents recorded under 2025-06-18"}, "--protocol 2025-06-18"},
		"unpublished revisions": {func(in *Input) { in.Foreign = []ForeignDoc{{at("b.json"), "y", 1}, {at("a.json"), "x\n", 1}} },
			[]string{`note EVID-11 server a.json: 2 documents recorded under a revision that is not published, the first under a string of 2 characters`}, "record them again under 2026-07-28"},
		"foreign and rejected": {func(in *Input) { in.Tools = []Tool{{Name: "a", Decisions: 1, Rejected: true, Foreign: "2025-11-25"}} }, nil, ""},
		"named by itself": {func(in *Input) {
			in.Servers, in.Stated = []ServerName{{"s", at("a.json")}}, []ServerName{{"t", at("a.json")}}
		}, nil, ""},
		"two by themselves": {func(in *Input) { in.Stated = []ServerName{{"t", at("b.json")}, {"s", at("a.json")}} },
			[]string{`refuse EVID-11 server a.json: the serverInfo of answers names 2 servers: "s", "t"`}, "review each server by itself"},
		"one server, twice": {func(in *Input) { in.Servers = []ServerName{{"s", at("a.json")}, {"s", at("b.json")}} }, nil, ""},
		"two servers": {func(in *Input) { in.Servers = []ServerName{{"t\u202e", at("b.json")}, {"s", at("a.json")}} },
			[]string{`refuse EVID-11 server a.json: the recordings name 2 servers: "s", "t\u202e"`}, "review each server by itself"},
		"many servers": {func(in *Input) {
			in.Servers = []ServerName{{"d", at("d")}, {"c", at("c")}, {"b", at("b")}, {"a", at("a")}}
		},
			[]string{`refuse EVID-11 server a: the recordings name 4 servers: "a", "b", "c" and others`}, "review each"},

		"unlabelled":           {func(in *Input) { in.Unlabelled = 1 }, []string{"note EVID-12 server: 1 of 2 answers to tools/call unlabelled"}, ""},
		"self-check wrong":     {func(in *Input) { in.SelfCheck = []int{4} }, []string{"refuse EVID-13 server: matrix row 4: the self-check came out wrong"}, "rely on no answer"},
		"row not exercised":    {func(in *Input) { in.Unexercised = []Row{{11, "a completion of a low-privilege caller"}} }, []string{"request EVID-13 server: matrix row 11: not exercised, needs a completion"}, "record a completion of a low-privilege caller"},
		"self-check, no input": {func(in *Input) { *in = Input{SelfCheck: []int{1}} }, []string{"refuse EVID-02", "refuse EVID-13"}, "rely on no answer"},
	} {
		t.Run(name, func(t *testing.T) {
			in := enough()
			c.change(&in)
			var inputs strings.Builder
			var got []string
			for _, m := range Judge(in, policy.Default()) {
				got = append(got, line(m))
				inputs.WriteString(m.Input + "\n")
				if strings.HasSuffix(m.Input, ".") || m.Provenance != rule.Policy || m.Blocking {
					t.Errorf("%s: input %q, provenance %s, blocking %t", line(m), m.Input, m.Provenance, m.Blocking)
				}
				if asks := m.Effect != rule.Note; asks && m.Input == "" && m.Subject == server {
					t.Errorf("%s: nothing is asked for", line(m))
				}
			}
			if len(got) != len(c.want) {
				t.Fatalf("got %q, want %q", got, c.want)
			}
			for i := range got {
				if !strings.HasPrefix(got[i], c.want[i]) {
					t.Errorf("got %q, want %q", got[i], c.want[i])
				}
			}
			if asked := strings.TrimSpace(inputs.String()); c.inputs == "" && asked != "" || !strings.Contains(asked, c.inputs) {
				t.Errorf("asked for %q, want %q in it", asked, c.inputs)
			}
		})
	}
}

func line(m Missing) string {
	subject := m.Subject.Kind
	for _, part := range []string{m.Subject.Name, m.At.File} {
		if part != "" {
			subject += " " + part
		}
	}
	return fmt.Sprintf("%s %s %s: %s", m.Effect, m.Rule.ID, subject, m.Text)
}

func TestServersAreRelated(t *testing.T) {
	in := enough()
	in.Servers = []ServerName{{"t", at("b.json")}, {"s", at("a.json")}}
	got := Judge(in, policy.Default())
	if len(got) != 1 || len(got[0].Related) != 1 || got[0].Related[0] != at("b.json") {
		t.Errorf("got %+v, want the second server's place as related", got)
	}
	if in.Servers[0].Name != "t" {
		t.Error("the input was reordered")
	}
}

func TestFindingsAreWhatTheCatalogueSays(t *testing.T) {
	in := Input{Exchanges: 1, SuccessResults: 1, Results: 1, Unlabelled: 1, Tools: []Tool{{Name: "a"}, {Name: "b", Foreign: "2025-11-25"}},
		SelfCheck: []int{1}, Unexercised: []Row{{2, "x"}}, Unreadable: []rule.Finding{{}}, Foreign: []ForeignDoc{{Stated: "2025-11-25", Count: 1}}}
	for _, m := range Judge(in, policy.Default()) {
		found := false
		for _, e := range m.Rule.Effects {
			found = found || e == m.Effect
		}
		if !found {
			t.Errorf("%s is not declared with effect %s", m.Rule.ID, m.Effect)
		}
	}
}

func TestServerUnderReview(t *testing.T) {
	for name, c := range map[string]struct {
		servers []ServerName
		leftOut int
		want    []string
	}{
		"named":                {[]ServerName{{Name: "s"}}, 0, nil},
		"named beside another": {[]ServerName{{Name: "s"}}, 2, []string{"note EVID-11: 2 exchanges of other servers left out"}},
		"named by nothing":     {nil, 0, []string{`refuse EVID-11: no recording names the server under review, "s"`}},
	} {
		var got []string
		for _, m := range Judge(Input{Server: "s", Servers: c.servers, LeftOut: c.leftOut}, policy.Default()) {
			if m.Rule == ruleForeign {
				got = append(got, m.Effect.String()+" "+m.Reason())
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found %q, want %q", name, got, c.want)
		}
	}
}
