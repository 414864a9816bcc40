package jsonform_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"mcpreview/internal/rule"
	"mcpreview/report"
	"mcpreview/report/jsonform"
	"mcpreview/report/reviewtest"
)

// whole is a review that contradicts itself nowhere.
func whole() *report.Review { return reviewtest.Reviewed(reviewtest.Places(reviewtest.Token("x"))) }

func TestReadsWhatItWrites(t *testing.T) {
	reviewtest.HostileReviews(5, func(about string, want *report.Review) {
		data := render(t, want)
		got, err := jsonform.Read(data, "r.json")
		if err != nil {
			t.Errorf("%s: %v", about, err)
			return
		}
		if again := render(t, got); !bytes.Equal(again, data) {
			t.Errorf("%s: written again it is another", about)
		}
		for i := range want.Matrix {
			if record := want.Matrix[i].Record; got.Matrix[i].Record != record {
				t.Errorf("%s: row %d: %q, want %q", about, i+1, got.Matrix[i].Record, record)
			}
		}
	})
}

func TestReadRefuses(t *testing.T) {
	data := string(render(t, whole()))
	shell, findings, _ := strings.Cut(data, `"findings": [`)
	padded := shell + `"findings": [` + strings.Replace(findings, `"reason": "`, `"reason": "`+strings.Repeat("x", 3<<19), 1)
	if len(padded) < 3<<19 {
		t.Fatal("no finding to make longer")
	}
	swap := func(old, new string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, old) {
				t.Fatalf("nothing to change: %s", old)
			}
			return strings.Replace(s, old, new, 1)
		}
	}
	for _, tt := range []struct {
		name   string
		change func(string) string
		want   string
	}{
		{"empty", func(string) string { return "" }, "r.json:1:1: "},
		{"cut", func(s string) string { return s[:len(s)/2] }, "unexpected end"},
		{"more", func(s string) string { return s + "{}" }, "r.json:"},
		{"not UTF-8", swap(`"house"`, "\"\xff\""), "UTF-8"},
		{"twice a member", swap(`"profile": "house",`, `"profile": "house", "profile": "house",`), `member "profile" occurs 2 times`},
		{"a lone surrogate", swap(`"house"`, `"\ud800"`), "unpaired surrogate"},
		{"a list", func(string) string { return "[]" }, "r.json:1:1: not a review of mcpreview: it has no schemaVersion"},
		{"evidence", func(string) string { return `{"tools":[]}` }, "r.json:1:1: not a review of mcpreview"},
		{"newer", func(string) string { return "{\n \"schemaVersion\": 2, \"tool\": {\"version\": \"v9\"}, \"novel\": 1}" },
			`r.json:2:19: /schemaVersion: 2 is newer than 1, the newest that this version of mcpreview reads: use the one that wrote it, "v9"`},
		{"older", swap(`"schemaVersion": 1`, `"schemaVersion": 0`), "there was never a version 0"},
		{"a version in words", swap(`"schemaVersion": 1`, `"schemaVersion": "1"`), "/schemaVersion: not a whole number"},
		{"an unknown member", swap(`"profile"`, `"pro\u202efile": 1, "profile"`), `r.json:8:20: /pro\u202efile: unknown member`},
		{"a member missing", swap(`  "profile": "house",`+"\n", ""), `member "profile" is missing`},
		{"another type", swap(`"profile": "house"`, `"profile": 5`), `r.json:8:14: /profile: 5 is none of "house", "spec"`},
		{"another decision", swap(`"decision": "REJECT"`, `"decision": "ADMITTED"`), `"ADMITTED" is none of "ADMIT", "CONDITIONAL", "REJECT"`},
		{"another verdict", swap(`"decision": "REFUSE"`, `"decision": "\u001b[2J"`), `/verdict/decision: "\u001b[2J" is none of "APPROVE", "CONDITIONAL", "REFUSE"`},
		{"another effect", swap(`"effect": "refuse"`, `"effect": "none"`), `"none" is none of`},
		{"another rule", swap(`"rule": "EVID-03"`, `"rule": "EVIL-03"`), `"EVIL-03" does not have the form`},
		{"another row state", swap(`"state": "fail"`, `"state": "passed"`), `"passed" is none of`},
		{"a count below nothing", swap(`"links": `, `"links": -`), "is not in range"},
		{"a count of a fraction", swap(`"links": `, `"links": 0.`), "want integer"},
		{"a count over an int", swap(`"links": `, `"links": 9223372036854775808`), "cannot be read as int"},
		{"a count in another spelling", swap(`"links": 1`, `"links": 1.0`), "cannot be read as int"},
		{"a limit of another type", swap(`"nesting": `, `"nesting": true, "depths": `), "boolean, want "},
		{"a count that is not so", swap(`"tools": `, `"tools": 1`), "/verdict/counts/tools: "},
		{"more results judged than there are", swap(`"resultsAdmitted": `, `"resultsAdmitted": 9`), "of them are judged"},
		{"a row left out of the matrix", func(s string) string {
			i := strings.Index(s, `"row": 2,`)
			j := strings.Index(s, `"row": 3,`)
			return s[:i] + s[j:]
		}, "/matrix: 11 rows, a matrix has 12"},
		{"two rows of one number", swap(`"row": 3,`, `"row": 4,`), "/matrix/2/row: row 4 stands where row 3 does"},
		{"a refusal turned into an approval", swap(`"decision": "REFUSE"`, `"decision": "APPROVE"`), "/verdict/decision: APPROVE without an admitted tool"},
		{"a refusal turned into a condition", swap(`"decision": "REFUSE"`, `"decision": "CONDITIONAL"`), "/verdict/decision: CONDITIONAL without an admitted tool"},
		{"a tool that is allowed nevertheless", swap(`"allowlist": []`, `"allowlist": ["x"]`), "/allowlist: not the admitted tools of a REFUSE review"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := jsonform.Read([]byte(tt.change(data)), "r.json")
			switch {
			case r != nil && err != nil, err == nil:
				t.Errorf("read as %v, %v", r, err)
			case !strings.HasPrefix(err.Error(), "r.json:"), !strings.Contains(err.Error(), tt.want):
				t.Errorf("got %v, want %s", err, tt.want)
			}
			// A large review is held against the schema piece by piece, and refused alike.
			_, large := jsonform.Read([]byte(tt.change(padded)), "r.json")
			if large == nil || !strings.Contains(large.Error(), tt.want) {
				t.Errorf("got %v of a large one, want %s", large, tt.want)
			}
		})
	}
}

// A review's memory is in proportion to its bytes: no file of a few megabytes
// takes gigabytes, whatever it says that it is.
func TestReadRefusesTooManyValues(t *testing.T) {
	data := string(render(t, whole()))
	zeros := func(n int) string { return strings.Repeat("0,", n) + "0" }
	for _, tt := range []struct{ name, data, want string }{
		{"more values than a review has", `{"schemaVersion":1,"a":[` + zeros(1_100_000) + `]}`, "r.json:1:1: document of more than 1000000 values"},
		{"not too many", `{"schemaVersion":1,"a":[` + zeros(900_000) + `]}`, "is missing"},
		{"in a list of the form", strings.Replace(data, `"findings": [`, `"findings": [`+zeros(900_000)+",", 1), ": /findings/0: number, want object"},
		{"in a member of it", strings.Replace(data, `"accepted": []`, `"accepted": [{"a":[`+zeros(900_000)+"]}]", 1), ": /accepted/0: member \"by\" is missing"},
		{"in what is a number or a list", strings.Replace(data, `"limits": {`, `"limits": {"a":[`+zeros(900_000)+"],", 1), ": /limits/a: larger than 1048576 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := jsonform.Read([]byte(tt.data), "r.json"); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
	reviewtest.HostileReviews(5, func(about string, r *report.Review) {
		data := render(t, r)
		if n := 1 + bytes.Count(data, []byte("\n")); n > len(data)/8 { // no line has two values
			t.Errorf("%s: %d values in %d bytes", about, n, len(data))
		}
	})
}

// approved is a small review that admits its one tool.
func approved() *report.Review {
	r := whole()
	r.Tools = r.Tools[len(r.Tools)-1:]
	r.Tools[0].Decision, r.Tools[0].Rule = "ADMIT", ""
	r.Verdict.Decision = report.Approve
	r.Tools[0].Evidence.Success = 1
	r.Verdict.Reason = "all of 1 tool admitted, everything that was judged is in order"
	r.Verdict.Counts = report.Counts{Tools: 1, Admitted: 1, Listings: 1, Results: 1, ResultsAdmitted: 1}
	listed, success := r.Listings[0], r.Results[0]
	listed.Method, listed.Decision, listed.Rule, listed.Complete = "tools/list", "ADMIT", "", true
	success.Tool, success.Outcome, success.Decision, success.Rule, success.Blocks = r.Tools[0].Name, "success", "ADMIT", "", []report.Block{}
	r.Requests, r.Exchanges, r.Findings = []report.Input{}, []report.Exchange{}, []report.Finding{}
	r.Listings, r.Results = []report.Listing{listed}, []report.Result{success}
	r.Tools[0].Evidence = report.ToolEvidence{Success: 1}
	r.Mappings, r.Completions, r.Evidence = []report.Mapping{}, []report.Completion{}, r.Evidence[:1]
	return r
}

// An approval cannot stand beside what rules it out.
func TestReadRefusesAnApprovalThatCannotBe(t *testing.T) {
	full := whole()
	for _, tt := range []struct {
		name   string
		change func(*report.Review)
		want   string
	}{
		{"an approval", func(*report.Review) {}, ""},
		{"a request that does not block", func(r *report.Review) {
			r.Requests = []report.Input{{Rule: "EVID-13", Subject: full.Findings[0].Subject}}
		}, ""},
		{"a blocking request", func(r *report.Review) {
			r.Requests = []report.Input{{Rule: "EVID-13", Subject: full.Findings[0].Subject, Blocking: true}}
		}, "blocking request"},
		{"a tool", func(r *report.Review) {
			r.Tools = append(r.Tools, full.Tools[0])
			r.Verdict.Counts.Tools, r.Verdict.Counts.Rejected = 2, 1
		}, "tool that is not admitted"},
		{"a result", func(r *report.Review) { r.Verdict.Counts.Results, r.Verdict.Counts.ResultsRejected = 2, 1 }, "result that is not admitted"},
		{"a listing", func(r *report.Review) { r.Listings = full.Listings }, "listing that is not admitted"},
		{"an exchange", func(r *report.Review) { r.Exchanges = full.Exchanges }, "exchange that is not admitted"},
		{"a refusal", func(r *report.Review) { r.Findings = full.Findings[:1] }, "finding that refuses"},
		{"an accepted refusal", func(r *report.Review) {
			r.Findings = []report.Finding{full.Findings[0]}
			r.Findings[0].Accepted, r.Verdict.Counts.Findings = true, 1
		}, ""},
	} {
		r := approved()
		tt.change(r)
		_, err := jsonform.Read(render(t, r), "r.json")
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), "APPROVE beside a "+tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// Rows, counts and reasons that do not belong together are refused at the place
// that contradicts the rest.
func TestReadRefusesContradictions(t *testing.T) {
	open := func(kind, effect string) func(*report.Review) {
		return func(r *report.Review) {
			f := whole().Findings[0]
			f.Subject, f.Effect, f.Rule = rule.Subject{Kind: kind, Name: r.Tools[0].Name}, effect, "DESC-10"
			r.Findings, r.Verdict.Counts.Findings = []report.Finding{f}, 1
		}
	}
	for _, tt := range []struct {
		name   string
		change func(*report.Review)
		want   string // "" where it is read
	}{
		{"a note on the tool", func(r *report.Review) {
			open("tool", "note")(r)
			r.Verdict.Counts.Findings, r.Verdict.Counts.Notes = 0, 1
		}, ""},
		{"a condition on the tool", open("tool", "condition"), "/findings/0: an open finding on a tool"},
		{"a rejection of the server", open("server", "reject"), "/findings/0: an open finding on a server"},
		{"a rejection of a listing", open("listing", "reject"), "/findings/0: an open finding on a listing"},
		{"a rejection of a result", open("result", "reject"), "/findings/0: an open finding on a result"},
		{"what a sender did wrong", open("mapping", "reject"), ""},
		{"a self-check", func(r *report.Review) { r.Matrix[11].SelfCheck.Passed = r.Matrix[11].SelfCheck.Total - 1 }, "/matrix/11/"},
		{"a state", func(r *report.Review) { r.Matrix[11].Server = report.Exercise{}; r.Matrix[11].State = "pass" }, "/matrix/11/state: "},
		{"exercises", func(r *report.Review) { r.Matrix[11].Server.Exercised++ }, "/matrix/11/server/exercised: "},
		{"a rule of an admitted tool", func(r *report.Review) { r.Tools[0].Rule = "DESC-08" }, "/tools/0/decision: ADMIT under the rule"},
		{"a reason", func(r *report.Review) { r.Verdict.Reason = "all of 99 tools admitted" }, "/verdict/reason: "},
		{"no listing", func(r *report.Review) { r.Listings, r.Verdict.Counts.Listings = []report.Listing{}, 0 }, "/listings: no listing of tools"},
		{"a listing of prompts alone", func(r *report.Review) { r.Listings[0].Method = "prompts/list" }, "/listings: no listing of tools"},
		{"successes without rows", func(r *report.Review) { r.Tools[0].Evidence.Success = 9 }, "/tools/0/evidence/success: 9, but the review has 1 such result"},
		{"a failure of another tool", func(r *report.Review) {
			x := r.Results[0]
			x.Tool, x.Outcome = "another", "failure"
			r.Results, r.Verdict.Counts.Results, r.Verdict.Counts.ResultsAdmitted = append(r.Results, x), 2, 2
			r.Tools[0].Evidence.Failure = 1
		}, "/tools/0/evidence/failure: 1, but the review has 0 such results"},
		{"no limits", func(r *report.Review) { r.Limits = report.Limits{} }, "/limits: "},
		{"a limit that is missing", func(r *report.Review) { r.Limits = r.Limits[1:] }, "/limits: "},
		{"a limit that is missing, of another version", func(r *report.Review) { r.Limits, r.Tool.Version = r.Limits[1:], "0.0.1" }, ""},
		{"no success", func(r *report.Review) { r.Tools[0].Evidence.Success = 0 }, "/tools/0/evidence/success: "},
		{"not judged", func(r *report.Review) { r.Verdict.Counts.NotJudged = 1 }, "/verdict/counts/notJudged: 1, but at most 0"},
		{"no evidence", func(r *report.Review) { r.Verdict.Counts.Files, r.Evidence = 1, []report.File{} }, "/evidence: no file"},
		{"an incomplete listing", func(r *report.Review) {
			l := whole().Listings[0]
			l.Decision, l.Rule, l.Complete = "ADMIT", "", false
			r.Listings, r.Verdict.Counts.Listings = []report.Listing{l}, 1
		}, "/listings/0/complete: "},
		{"a rejected result", func(r *report.Review) {
			x := whole().Results[0]
			x.Decision, x.Rule = "REJECT", "RES-13"
			r.Results, r.Verdict.Counts.Results, r.Verdict.Counts.ResultsAdmitted = []report.Result{x}, 1, 1
		}, "/verdict/counts/resultsAdmitted: "},
	} {
		r := approved()
		tt.change(r)
		_, err := jsonform.Read(render(t, r), "r.json")
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// Whatever is read is written as it was read, and nothing makes Read fail but
// with an error that shows no raw character of the file.
func FuzzRead(f *testing.F) {
	data := render(f, approved())
	f.Add(data)
	f.Add(data[:len(data)/3])
	f.Add([]byte(`{"schemaVersion": 1}`))
	f.Add([]byte(`{"schemaVersion": 2}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := jsonform.Read(data, "r.json")
		if err != nil {
			for _, c := range err.Error() {
				if c < ' ' || c > '~' && c != '…' {
					t.Fatalf("U+%04X stands raw in %q", c, err)
				}
			}
			return
		}
		text := render(t, r)
		again, err := jsonform.Read(text, "r.json")
		if err != nil || !reflect.DeepEqual(again, r) {
			t.Fatalf("written and read again it is another: %v", err)
		}
	})
}
