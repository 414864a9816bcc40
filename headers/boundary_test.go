package headers

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/matrix"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

// route is the tool of the tables: three bindings, and memo without one.
var route = Tool{Known: true, Name: "route", Bindings: []Binding{
	{Property: "region", Path: []string{"region"}, Name: "Region", Header: "Mcp-Param-Region", Type: String},
	{Property: "count", Path: []string{"count"}, Name: "Count", Header: "Mcp-Param-Count", Type: Integer},
	{Property: "flag", Path: []string{"flag"}, Name: "Flag", Header: "Mcp-Param-Flag", Type: Boolean},
}}

var standardLines = [][2]string{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "route"}}

const testMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

// Answers as they are recorded beside a request with id 5.
const (
	refusedAnswer = `400 {"jsonrpc":"2.0","id":5,"error":{"code":-32020,"message":"header rejected"}}`
	servedAnswer  = `200 {"jsonrpc":"2.0","id":5,"result":{"resultType":"complete","content":[]}}`
)

// callBody is a tools/call of route.
func callBody(arguments string) string {
	return `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"route",` + testMeta + `,"arguments":` + arguments + `}}`
}

// recordOf writes an exchange down. answer is a status and a response, either
// of which may be missing.
func recordOf(lines [][2]string, body, answer string) string {
	if lines == nil {
		lines = [][2]string{}
	}
	headers, err := json.Marshal(lines)
	if err != nil {
		panic(err)
	}
	status, response, _ := strings.Cut(answer, " ")
	record := `{"http":{"method":"POST","headers":` + string(headers)
	if status != "" {
		record += `,"status":` + status
	}
	record += `},"request":` + body
	if response != "" {
		record += `,"response":` + response
	}
	return record + "}"
}

func exchangeOf(t *testing.T, record string) *evidence.Exchange {
	t.Helper()
	set := evidence.LoadDocument("call.json", []byte(record), policy.Default())
	var found []*evidence.Exchange
	evidence.Calls(set, 1, func(c evidence.Call) *evidence.Exchange { return c.Exchange }, func(e *evidence.Exchange) { found = append(found, e) })
	found = append(found, set.Others...)
	for _, l := range set.Listings {
		for _, p := range l.Pages {
			found = append(found, p.Exchange)
		}
	}
	for _, p := range set.Probes {
		found = append(found, p.Exchange)
	}
	if len(found) != 1 || found[0] == nil {
		t.Fatalf("%d exchanges in %s (%v)", len(found), record, set.Findings)
	}
	return found[0]
}

func under(profile rule.Profile) policy.Policy {
	p := policy.Default()
	p.Profile = profile
	return p
}

// told are the rules and effects of findings.
func told(all ...[]rule.Finding) string {
	var words []string
	for _, fs := range all {
		for _, f := range fs {
			words = append(words, f.Rule.ID+" "+f.Effect.String())
		}
	}
	return strings.Join(words, ", ")
}

// A parityCase is a call of route, and what the tables of the rules say of it.
type parityCase struct {
	args    string
	headers string // "Region=eu-3|count=7": suffixes of Mcp-Param-, with their case; a name with ":" is whole
	parity  string // rule and category of the refusal that is due, or ""
	sender  string // findings on the sender
}

func (c parityCase) lines() [][2]string {
	lines := slices.Clone(standardLines)
	if c.headers == "" {
		return lines
	}
	for _, h := range strings.Split(c.headers, "|") {
		name, value, _ := strings.Cut(h, "=")
		if whole, ok := strings.CutPrefix(name, ":"); ok {
			lines = append(lines, [2]string{whole, value})
			continue
		}
		lines = append(lines, [2]string{Prefix + name, value})
	}
	return lines
}

var parityCases = []parityCase{
	// PAR-01
	{`{"region":"eu-3"}`, "Region=eu-3", "", ""},
	{`{"region":"eu-3"}`, ":mcp-PARAM-reGion=eu-3", "", ""},
	{`{"region":"eu-3"}`, "Region=eu-3|:Mcp_Param_Region=eu-3", "", ""},
	{`{"region":"eu-3"}`, ":Mcp-Param-Region =eu-3", "PAR-01 malformed", ""},
	// PAR-02
	{`{"memo":"x"}`, "", "", ""},
	{`{"region":"eu-3"}`, "", "PAR-02 missing", ""},
	{`{"region":""}`, "", "PAR-02 missing", ""},
	{`{"flag":false}`, "", "PAR-02 missing", ""},
	{`{"count":0}`, "", "PAR-02 missing", ""},
	// PAR-03
	{`{"region":"a,a"}`, "Region=a,a", "", ""},
	{`{"region":"eu-3"}`, "Region=eu-3|:MCP-PARAM-REGION=eu-3", "PAR-03 duplicate", "ENC-09 reject"},
	{`{"region":"eu-3"}`, "Region=eu-3|Region=", "PAR-03 duplicate", "ENC-09 reject"},
	{`{"region":"eu-3"}`, "Region=eu-3|Region==?base64?ZXUtMw==?=", "PAR-03 duplicate", "ENC-09 reject"},
	{`{"region":"eu-3"}`, "Region=eu-3, eu-3", "PAR-07 mismatch", "ENC-05 reject"},
	{`{}`, "Region=a|Region=b", "PAR-03 duplicate", "ENC-07 reject, ENC-09 reject"},
	// PAR-04
	{`{"region":null}`, "", "", ""},
	{`{"region":null}`, "Region=eu-3", "PAR-04 unexpected", "ENC-07 reject"},
	{`{"region":null}`, "Region=null", "PAR-04 unexpected", "ENC-07 reject"},
	{`{}`, "Region=eu-3", "PAR-04 unexpected", "ENC-07 reject"},
	{`{}`, "Region=", "PAR-06 malformed", "ENC-07 reject"},
	// PAR-05
	{`{}`, ":X-Region=eu-3", "", ""},
	{`{}`, "Zone=eu-3", "PAR-05 unexpected", ""},
	{`{}`, "=eu-3", "PAR-05 unexpected", ""},
	{`{"region":"eu-3"}`, "Region=eu-3|Zone=a", "PAR-05 unexpected", ""},
	// PAR-06
	{`{"region":"Zürich"}`, "Region==?base64?WsO8cmljaA==?=", "", ""},
	{`{"region":"Zürich"}`, "Region==?base64?WsO8cmljaA?=", "PAR-06 malformed", "ENC-04 reject"},
	{`{"region":"Zürich"}`, "Region=Z\u00fcrich", "PAR-06 malformed", "ENC-02 reject"},
	{`{"region":"Zürich"}`, "Region=Z\u00c3\u00bcrich", "PAR-06 malformed", "ENC-02 reject"},
	{`{"region":"東"}`, "Region=東", "PAR-06 malformed", "ENC-02 reject"},
	{`{"region":""}`, "Region=", "PAR-06 malformed", "ENC-02 reject"},
	{`{"region":""}`, "Region==?base64??=", "", ""},
	{`{"region":"eu north"}`, "Region=eu\r\n north", "PAR-06 malformed", "ENC-02 reject"},
	{`{"region":"eu-3"}`, "Region==?base64?=", "PAR-06 malformed", "ENC-05 reject"},
	// PAR-07
	{`{"region":"eu north"}`, "Region=eu north", "", "ENC-02 reject"},
	{`{"region":"eu-3"}`, "Region=EU-3", "PAR-07 mismatch", "ENC-05 reject"},
	{`{"region":"eu-3"}`, "Region==?base64?ZXUtNA==?=", "PAR-07 mismatch", "ENC-05 reject"},
	{`{"region":"eu-3"}`, "Region==?base64?ZXUtMw==?=", "", "ENC-11 note"},
	{`{"region":" eu"}`, "Region= eu", "PAR-07 mismatch", "ENC-05 reject"},
	{`{"region":"eu-3"}`, "Region=\t eu-3 ", "", ""},
	{`{"region":"東"}`, "Region==?base64?5p2x?=", "", ""},
	{`{"region":"東"}`, "Region==?BASE64?5p2x?=", "PAR-07 mismatch", "ENC-03 reject"},
	{`{"region":"a b"}`, "Region=a%20b", "PAR-07 mismatch", "ENC-03 reject"},
	{`{"region":"=?base64?x"}`, "Region==?base64?x", "", "ENC-02 reject"},
	{`{"region":"42"}`, "Region=42", "", ""},
	// PAR-08
	{`{"count":42}`, "Count=42", "", ""},
	{`{"count":42}`, "Count=42.0", "", "ENC-11 reject"},
	{`{"count":42.0}`, "Count=42", "", ""},
	{`{"count":4.2e1}`, "Count=42", "", ""},
	{`{"count":1e3}`, "Count=1000", "", ""},
	{`{"count":1e3}`, "Count=1e3", "PAR-08 mismatch", "ENC-06 reject"},
	{`{"count":-0}`, "Count=0", "", ""},
	{`{"count":0}`, "Count=-0", "", "ENC-11 reject"},
	{`{"count":9007199254740991}`, "Count=9007199254740991", "", ""},
	{`{"count":-9007199254740991}`, "Count=-9007199254740991", "", ""},
	{`{"count":9007199254740991}`, "Count=9007199254740992", "PAR-08 mismatch", "ENC-06 reject"},
	{`{"count":9007199254740992}`, "Count=9007199254740992", "PAR-08 mismatch", "ENC-08 reject"},
	{`{"count":-9007199254740992}`, "Count=-9007199254740992", "PAR-08 mismatch", "ENC-08 reject"},
	{`{"count":9007199254740991}`, "Count=9007199254740991.1", "PAR-08 mismatch", "ENC-06 reject"},
	{`{"count":42}`, "Count=+42", "PAR-08 mismatch", "ENC-06 reject"},
	{`{"count":42}`, "Count=042", "PAR-08 mismatch", "ENC-06 reject"},
	{`{"count":42}`, "Count=0x2a", "PAR-08 mismatch", "ENC-06 reject"},
	{`{"count":42}`, "Count=42.5", "PAR-08 mismatch", "ENC-06 reject"},
	{`{"count":42}`, "Count==?base64?NDIg?=", "PAR-08 mismatch", "ENC-06 reject"},
	{`{"count":42}`, "Count==?base64?NDI=?=", "", "ENC-11 note"},
	{`{"count":42}`, "Count=43", "PAR-08 mismatch", "ENC-06 reject"},
	// PAR-09
	{`{"flag":false}`, "Flag=false", "", ""},
	{`{"flag":true}`, "Flag==?base64?dHJ1ZQ==?=", "", "ENC-11 note"},
	{`{"flag":true}`, "Flag=True", "PAR-09 mismatch", "ENC-01 reject"},
	{`{"flag":true}`, "Flag=1", "PAR-09 mismatch", "ENC-01 reject"},
	{`{"flag":true}`, "Flag=false", "PAR-09 mismatch", "ENC-05 reject"},
	// PAR-10
	{`{"count":42.5}`, "Count=42.5", "PAR-10 mismatch", "ENC-08 reject"},
	{`{"count":42.5}`, "", "", "ENC-08 reject"},
	{`{"region":["a"]}`, "Region=a", "PAR-10 mismatch", "ENC-08 reject"},
	{`{"region":{}}`, "Region={}", "PAR-10 mismatch", "ENC-08 reject"},
	{`{"count":9007199254740992}`, "", "PAR-10 missing", "ENC-08 reject"},
	{`{"count":"42"}`, "Count=42", "", ""},
	{`{"region":42}`, "Region=42", "", ""},
	// PAR-11
	{`{"region":"\ud83d\ude00"}`, "Region==?base64?8J+YgA==?=", "", ""},
	{`{"region":"a","region":"b"}`, "Region=b", "PAR-11 malformed", ""},
	{`{"region":"\ud800"}`, "Region==?base64?77+9?=", "PAR-11 malformed", ""},
	{`{"count":1e401}`, "Count=1", "PAR-11 malformed", ""},
	{`{"memo":"a","memo":"b"}`, "", "PAR-11 malformed", ""},
	// the order of bindings and rules
	{`{"region":"a","count":7,"flag":true}`, "Region=b|Flag=true", "PAR-02 missing", ""},
	{`{"region":"a"}`, "Region=b|Zone=a", "PAR-07 mismatch", ""},
}

// TestParity judges each case without an answer, with the refusal and with a
// result, under the house policy.
func TestParity(t *testing.T) {
	for _, c := range parityCases {
		t.Run(c.args+" "+c.headers, func(t *testing.T) {
			judge := func(answer string) Mapping {
				return Judge(exchangeOf(t, recordOf(c.lines(), callBody(c.args), answer)), route, nil, policy.Default())
			}
			checkUnanswered(t, c, judge(""))
			checkAnswered(t, c, judge(refusedAnswer), judge(servedAnswer))
		})
	}
}

func checkUnanswered(t *testing.T, c parityCase, m Mapping) {
	t.Helper()
	parity, category, due := strings.Cut(c.parity, " ")
	first := slices.IndexFunc(m.Findings, func(f rule.Finding) bool { return f.Rule.Family() == "PAR" && f.Effect == rule.Reject })
	if due != (first >= 0) || due && !strings.Contains(told(m.Findings), parity+" reject") {
		t.Errorf("findings %s, want %q", told(m.Findings), parity)
	}
	if string(m.Category) != category || m.Answer != AnswerNotRecorded || (m.Boundary == BoundaryRefuse) != due {
		t.Errorf("category %q boundary %q answer %q", m.Category, m.Boundary, m.Answer)
	}
	var sender []rule.Finding
	for _, f := range m.Findings {
		if f.Rule.Family() == "ENC" {
			sender = append(sender, f)
		}
	}
	if due && c.sender == "" {
		return // what the sender did is in the table where it says something
	}
	if got := told(sender); got != c.sender {
		t.Errorf("sender %q, want %q", got, c.sender)
	}
	if len(m.ToolFindings)+len(m.ServerFindings) > 0 {
		t.Errorf("an answer that nobody recorded is held against %s", told(m.ToolFindings, m.ServerFindings))
	}
}

func checkAnswered(t *testing.T, c parityCase, refused, served Mapping) {
	t.Helper()
	if c.parity == "" {
		if served.Answer != AnswerCorrect || len(served.ServerFindings) > 0 {
			t.Errorf("served: answer %q, %s", served.Answer, told(served.ServerFindings))
		}
		return
	}
	if refused.Answer != AnswerCorrect || rule.Decide(refused.Findings) != rule.Admit || len(refused.ServerFindings) > 0 {
		t.Errorf("refused as it must be: answer %q, %s", refused.Answer, told(refused.Findings))
	}
	parity, _, _ := strings.Cut(c.parity, " ")
	if parity == "PAR-01" {
		parity = "PAR-12" // PAR-01 blames no server
	}
	if served.Answer != AnswerWrong || told(served.ToolFindings, served.ServerFindings) != parity+" condition, "+parity+" condition" {
		t.Errorf("served though it must not be: answer %q, %s", served.Answer, told(served.ToolFindings, served.ServerFindings))
	}
	if !strings.Contains(told(served.Findings), "PAR-12 reject") || served.Rows[matrix.Parity] != rule.Rejected {
		t.Errorf("served though it must not be: %s, row %v", told(served.Findings), served.Rows[matrix.Parity])
	}
}

// TestFalseRejections are requests without fault that are answered as if they
// had one.
func TestFalseRejections(t *testing.T) {
	for _, c := range []struct{ args, headers, want string }{
		{`{"region":"eu-3"}`, "Region=eu-3", "PAR-12 reject"},
		{`{"region":"東"}`, "Region==?base64?5p2x?=", "PAR-12 reject"},
		{`{"region":"eu north"}`, "Region=eu north", "ENC-02 reject, PAR-12 reject"},
		{`{}`, "", "PAR-12 reject"},
		{`{"region":"eu-3"}`, ":mcp-PARAM-reGion=eu-3", "PAR-01 reject, PAR-12 reject"},
		// what may be read either way
		{`{"count":42}`, "Count=42.0", "ENC-11 reject"},
		{`{"count":"42"}`, "Count=42", ""},
		{`{"region":"=?base64?x?="}`, "Region=x", "PAR-07"},
	} {
		call := exchangeOf(t, recordOf(parityCase{headers: c.headers}.lines(), callBody(c.args), refusedAnswer))
		m := Judge(call, route, nil, policy.Default())
		if c.want == "PAR-07" {
			if m.Answer != AnswerCorrect {
				t.Errorf("%s: a refusal that was due is %s", c.args, m.Answer)
			}
			continue
		}
		if got := told(m.Findings); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.args, c.headers, got, c.want)
		}
		if wrong := strings.Contains(c.want, "PAR"); wrong != (m.Answer == AnswerWrong) || wrong != (len(m.ServerFindings) > 0) {
			t.Errorf("%s %s: answer %s, server %s", c.args, c.headers, m.Answer, told(m.ServerFindings))
		}
	}
	bare := exchangeOf(t, recordOf(parityCase{headers: ":mcp-PARAM-reGion=eu-3"}.lines(), callBody(`{"region":"eu-3"}`), "400"))
	if m := Judge(bare, route, nil, policy.Default()); told(m.Findings) != "PAR-01 reject" {
		t.Errorf("a bare 400 for a case variant: %s", told(m.Findings))
	}
}

// TestSpecProfile are the rules whose demand the specification does not make.
func TestSpecProfile(t *testing.T) {
	for _, c := range []struct{ args, headers, want string }{
		{`{"region":"eu-3"}`, "Region=eu-3|Region=eu-3", "PAR-03 note"},
		{`{"region":null}`, "Region=eu-3", "PAR-04 note"},
		{`{}`, "Zone=eu-3", "PAR-05 note"},
		{`{"region":""}`, "Region=", ""},
		{`{"count":1e3}`, "Count=1e3", ""},
		{`{"count":42}`, "Count=4.2E1", ""},
		{`{"count":42}`, "Count=0x2a", "PAR-08 reject"},
		{`{"count":42}`, "Count=1e999", "PAR-08 reject"},
		{`{"count":9007199254740992}`, "Count=9007199254740992", "PAR-08 reject"},
		{`{"region":"eu-3"}`, "", "PAR-02 reject"},
		{`{"region":"eu north"}`, "Region=eu north", ""},
	} {
		for _, answer := range []string{refusedAnswer, servedAnswer, ""} {
			call := exchangeOf(t, recordOf(parityCase{headers: c.headers}.lines(), callBody(c.args), answer))
			m := Judge(call, route, nil, under(rule.Spec))
			var parity []rule.Finding
			for _, f := range m.Findings {
				if f.Rule.Family() == "PAR" && f.Rule.ID != "PAR-12" {
					parity = append(parity, f)
				}
			}
			want := c.want
			if answer == refusedAnswer && strings.HasSuffix(want, "reject") {
				want = ""
			}
			if got := told(parity); got != want {
				t.Errorf("%s %s %.3s: %q, want %q", c.args, c.headers, answer, got, want)
			}
			if !strings.HasSuffix(c.want, "reject") && c.args != `{"region":"eu north"}` && (m.Answer == AnswerWrong || len(m.ServerFindings) > 0) {
				t.Errorf("%s %s %.3s: answer %s, %s", c.args, c.headers, answer, m.Answer, told(m.Findings))
			}
		}
	}
}

// TestNotJudged are calls to which the rules do not apply.
func TestNotJudged(t *testing.T) {
	body := callBody(`{"region":"eu-3"}`)
	for name, record := range map[string]string{
		"no header lines": `{"request":` + body + `}`,
		"a map of header": `{"http":{"headers":{"Mcp-Param-Region":"x"}},"request":` + body + `}`,
		"another method":  strings.Replace(recordOf(nil, body, ""), `"POST"`, `"PUT"`, 1),
		"older revision":  strings.ReplaceAll(recordOf(standardLines, body, ""), protocol.Current.Name, "2025-11-25"),
		"no such version": strings.ReplaceAll(recordOf(standardLines, body, ""), protocol.Current.Name, "2099-01-01"),
	} {
		if m := Judge(exchangeOf(t, record), route, nil, policy.Default()); m.Judged || len(m.Findings) > 0 {
			t.Errorf("%s: judged, %s", name, told(m.Findings))
		}
	}
	// A tool without bindings to compare: no finding either way.
	for name, tool := range map[string]Tool{"rejected": {Known: true, Rejected: true, Name: "route"}, "unlisted": {}} {
		for _, answer := range []string{refusedAnswer, servedAnswer, ""} {
			m := Judge(exchangeOf(t, recordOf(parityCase{headers: "Zone=a"}.lines(), body, answer)), tool, nil, policy.Default())
			if m.Unjudged == "" || rule.Decide(m.Findings) != rule.Admit || m.Answer == AnswerWrong {
				t.Errorf("%s %.3s: unjudged %q, %s", name, answer, m.Unjudged, told(m.Findings))
			}
			if noted := told(m.Findings) == "PAR-12 note"; noted != tool.Rejected {
				t.Errorf("%s: %s", name, told(m.Findings))
			}
		}
	}
}

// TestHeadersAndProbes reads what else a mapping tells.
func TestHeadersAndProbes(t *testing.T) {
	for _, c := range []struct {
		args, headers, answer string
		names, matching       string
		probes                Probes
		rows                  [3]rule.Decision // 7, 8, 9
	}{
		{`{"region":"東","count":7}`, "region==?base64?5p2x?=|Count=7", servedAnswer, "Mcp-Param-Count Mcp-Param-Region", "Mcp-Param-Count Mcp-Param-Region", Probes{CaseVariant: true}, [3]rule.Decision{rule.Admit, rule.Admit, rule.Admit}},
		{`{"region":"eu-3"}`, "Region=eu-3", "", "Mcp-Param-Region", "Mcp-Param-Region", Probes{}, [3]rule.Decision{}},
		{`{"count":7}`, "Count=7", "", "Mcp-Param-Count", "Mcp-Param-Count", Probes{}, [3]rule.Decision{0, rule.Admit, 0}},
		{`{"region":"eu-3"}`, "", refusedAnswer, "Mcp-Param-Region", "", Probes{Missing: true}, [3]rule.Decision{0, 0, rule.Admit}},
		{`{"region":"eu-3"}`, "", "", "Mcp-Param-Region", "", Probes{}, [3]rule.Decision{}},
		{`{"region":"eu-3"}`, "Region=a|Region=a", servedAnswer, "Mcp-Param-Region", "", Probes{Duplicate: true}, [3]rule.Decision{0, 0, rule.Rejected}},
		{`{"count":7}`, "Count=8|Zone=9", refusedAnswer, "Mcp-Param-Count Mcp-Param-Zone", "", Probes{Mismatch: true}, [3]rule.Decision{0, rule.Admit, rule.Admit}},
		{`{"region":"a b"}`, "Region=a b", servedAnswer, "Mcp-Param-Region", "Mcp-Param-Region", Probes{}, [3]rule.Decision{rule.Rejected, 0, rule.Admit}},
		{`{"region":"a","count":7}`, "Count=7", "", "Mcp-Param-Count Mcp-Param-Region", "Mcp-Param-Count", Probes{}, [3]rule.Decision{}},
	} {
		m := Judge(exchangeOf(t, recordOf(parityCase{headers: c.headers}.lines(), callBody(c.args), c.answer)), route, nil, policy.Default())
		if got := strings.Join(m.Headers, " "); got != c.names {
			t.Errorf("%s %s: headers %q, want %q", c.args, c.headers, got, c.names)
		}
		if got := strings.Join(m.Matching, " "); got != c.matching {
			t.Errorf("%s %s: matching %q, want %q", c.args, c.headers, got, c.matching)
		}
		if got := [3]rule.Decision(m.Rows[matrix.EncodedHeader : matrix.Parity+1]); m.Probes != c.probes || got != c.rows {
			t.Errorf("%s %s: probes %+v rows %v, want %+v %v", c.args, c.headers, m.Probes, got, c.probes, c.rows)
		}
	}
}

// Names that HTTP itself writes in lower case are no case variants.
func TestFoldedNames(t *testing.T) {
	record := recordOf(parityCase{headers: "region==?base64?5p2x?=|Count=7"}.lines(), callBody(`{"region":"東","count":7}`), servedAnswer)
	for _, folded := range []bool{false, true} {
		ex := exchangeOf(t, record)
		ex.HTTP.Folded = folded
		if m := Judge(ex, route, nil, policy.Default()); m.Probes.CaseVariant == folded {
			t.Errorf("folded %t: probes %+v", folded, m.Probes)
		}
	}
}

// TestFindingsHoldNoValues runs every case with values that are easy to find.
func TestFindingsHoldNoValues(t *testing.T) {
	secrets := []string{"eu-3", "EU-3", "rich", "WsO8", "5p2x", "ZXUtMw", "ZXUtNA", "900719925474099", "NDI", "dHJ1ZQ", "a%20b", "eu north"}
	for _, c := range parityCases {
		for _, answer := range []string{"", refusedAnswer, servedAnswer} {
			m := Judge(exchangeOf(t, recordOf(c.lines(), callBody(c.args), answer)), route, nil, policy.Default())
			for _, f := range slices.Concat(m.Findings, m.ToolFindings, m.ServerFindings) {
				for _, s := range secrets {
					if strings.Contains(f.Reason(), s) {
						t.Errorf("%s %s: %s", c.args, c.headers, f.Reason())
					}
				}
			}
		}
	}
}

// TestFindingsKeepToTheCatalogue holds effects and provenance against what the
// rules declare.
func TestFindingsKeepToTheCatalogue(t *testing.T) {
	bare := "400"
	for _, c := range parityCases {
		for _, answer := range []string{"", bare, refusedAnswer, servedAnswer} {
			for _, profile := range []rule.Profile{rule.House, rule.Spec} {
				m := Judge(exchangeOf(t, recordOf(c.lines(), callBody(c.args), answer)), route, nil, under(profile))
				for _, f := range slices.Concat(m.Findings, m.ToolFindings, m.ServerFindings) {
					if !slices.Contains(f.Rule.Effects, f.Effect) || !slices.Contains(f.Rule.Provenance, f.Provenance) {
						t.Errorf("%s %s: %s %s %s", c.args, c.headers, f.Rule.ID, f.Effect, f.Provenance)
					}
				}
			}
		}
	}
}

// TestManyUndeclaredHeaders keeps a hostile record from filling a report.
func TestManyUndeclaredHeaders(t *testing.T) {
	lines := slices.Clone(standardLines)
	for i := range 5000 {
		lines = append(lines, [2]string{fmt.Sprintf("Mcp-Param-Z%d", i), "v"})
	}
	m := Judge(exchangeOf(t, recordOf(lines, callBody(`{}`), "")), route, nil, policy.Default())
	if len(m.Findings) != undeclaredShown || !strings.Contains(m.Findings[len(m.Findings)-1].Text+m.Findings[0].Text+fmt.Sprint(m.Findings), "4980 more") {
		t.Errorf("%d findings", len(m.Findings))
	}
}
