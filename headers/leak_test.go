package headers

import (
	"encoding/json"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

func logOf(t *testing.T, lines ...string) *evidence.Log {
	t.Helper()
	text, err := json.Marshal(map[string]any{"log": lines})
	if err != nil {
		t.Fatal(err)
	}
	set := evidence.LoadDocument("gateway.json", text, policy.Default())
	if len(set.Logs) != 1 {
		t.Fatalf("no log in %s", text)
	}
	return set.Logs[0]
}

var leakCases = []struct {
	args, headers, text string
	message, log        bool // whether it leaks in an error message, in a log
}{
	{`{"region":"eu-3"}`, "", "header rejected: Mcp-Param-Region missing", false, false},
	{`{"region":"eu-3"}`, "", "rejected Mcp-Param-Region category=mismatch", false, false},
	{`{"region":"eu-3"}`, "Region=eu-4", "Mcp-Param-Region eu-3 does not match", true, true},
	{`{"region":"eu-3"}`, "Region=eu-4", "got eu-4", true, true},
	{`{"region":"Zürich"}`, "", "Mcp-Param-Region: Zürich", true, true},
	{`{"region":"Zürich"}`, "", "Mcp-Param-Region: Z%C3%BCrich", true, true},
	{`{"region":"Zürich"}`, "", "Mcp-Param-Region: Z%c3%bcrich", true, true},
	{`{"region":"Zürich"}`, "", `Mcp-Param-Region: Z\u00fcrich`, true, true},
	{`{"region":"Zürich"}`, "", "payload WsO8cmljaA==", true, true},
	{`{"region":"Zürich"}`, "", "payload WsO8cmljaA", true, true},
	{`{"region":"x"}`, "Region==?base64?WsO8cmljaA?=", "payload WsO8cmljaA", true, true},
	{`{"region":"😀😀"}`, "", `\ud83d\ude00\ud83d\ude00`, true, true},
	{`{"region":"a\"b c"}`, "", `said a\"b c`, true, true},
	// short values count as whole words
	{`{"region":"eu"}`, "", "neural network", false, false},
	{`{"region":"eu"}`, "", "region (eu) refused", true, true},
	{`{"region":"eu"}`, "", "region eu-3 refused", false, false},
	// numbers and booleans are whole words; short ones leak in a log only beside their header
	{`{"count":42}`, "", "took 42 ms", true, false},
	{`{"count":42}`, "", "mcp-param-count was 42", true, true},
	{`{"count":42}`, "", "took 420 ms", false, false},
	{`{"count":4.2e1}`, "", "Mcp-Param-Count 42", true, true},
	{`{"count":123456}`, "", "user 123456", true, true},
	{`{"count":123456}`, "", "user 1234567", false, false},
	{`{"flag":true}`, "", "tls=true", true, false},
	{`{"flag":true}`, "", "Mcp-Param-Flag=true", true, true},
	// what is said anyway
	{`{"region":"Region"}`, "", "rejected Mcp-Param-Region", false, false},
	{`{"region":"Param"}`, "", "rejected Mcp-Param-Region", false, false},
	{`{"region":"mismatch"}`, "", "Mcp-Param-Region mismatch", false, false},
	{`{"region":"eu-3"}`, "", "", false, false},
	{`{"region":null}`, "", "null", false, false},
	{`{"memo":"unbound text"}`, "", "unbound text", false, false},
}

func TestLeaks(t *testing.T) {
	for _, c := range leakCases {
		quoted, err := json.Marshal(c.text)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{`"message":` + string(quoted), `"message":"m","data":{"deep":[` + string(quoted) + `]}`} {
			answer := `400 {"jsonrpc":"2.0","id":5,"error":{"code":-32020,` + part + `}}`
			call := exchangeOf(t, recordOf(parityCase{headers: c.headers}.lines(), callBody(c.args), answer))
			found := Leaks(call, route, policy.Default())
			if (len(found) == 1) != c.message {
				t.Errorf("%s: %s in %s", c.args, told(found), part)
			}
			for _, f := range found {
				checkLeakFinding(t, f, c.args)
			}
			if len(Leaks(call, route, under(rule.Spec))) > 0 {
				t.Error("runs under the specification's profile")
			}
		}
		call := exchangeOf(t, recordOf(parityCase{headers: c.headers}.lines(), callBody(c.args), ""))
		var s Search
		s.Add(Secrets(call, route)...)
		found := s.Log(logOf(t, "started", c.text), policy.Default())
		if (len(found) == 1) != c.log {
			t.Errorf("%s: %s in log line %q", c.args, told(found), c.text)
		}
		for _, f := range found {
			checkLeakFinding(t, f, c.args)
			if f.Pointer != "/log/1" || !strings.HasPrefix(f.Text, "log line 2 carries the ") {
				t.Errorf("%s %s", f.Pointer, f.Text)
			}
		}
	}
}

func checkLeakFinding(t *testing.T, f rule.Finding, args string) {
	t.Helper()
	if f.Rule != ruleLeak || f.Effect != rule.Reject {
		t.Errorf("%s %s", f.Rule.ID, f.Effect)
	}
	for _, s := range []string{"eu-3", "eu-4", "rich", "WsO8", "123456"} {
		if strings.Contains(f.Reason(), s) {
			t.Errorf("%s: %s", args, f.Reason())
		}
	}
}

// TestLeaksOfOtherErrors leaves errors alone that are no refusal of headers.
func TestLeaksOfOtherErrors(t *testing.T) {
	answer := `200 {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"no region eu-3"}}`
	call := exchangeOf(t, recordOf(parityCase{headers: "Region=eu-3"}.lines(), callBody(`{"region":"eu-3"}`), answer))
	if found := Leaks(call, route, policy.Default()); len(found) > 0 {
		t.Error(told(found))
	}
	answer = strings.Replace(answer, "-32602", "-32001", 1)
	call = exchangeOf(t, recordOf(parityCase{headers: "Region=eu-3"}.lines(), callBody(`{"region":"eu-3"}`), answer))
	if found := Leaks(call, route, policy.Default()); len(found) != 1 {
		t.Error("the pre-final number is not looked at")
	}
}

func TestLongLogs(t *testing.T) {
	var s Search
	s.Add(Secrets(exchangeOf(t, recordOf(standardLines, callBody(`{"region":"eu-3"}`), "")), route)...)
	lines := make([]string, leaksTold+7)
	for i := range lines {
		lines[i] = "region eu-3"
	}
	found := s.Log(logOf(t, lines...), policy.Default())
	if len(found) != leaksTold || !strings.Contains(found[leaksTold-1].Text, "7 more lines") {
		t.Errorf("%d findings", len(found))
	}
}

func TestRetries(t *testing.T) {
	call := func(args, answer string) *evidence.Exchange {
		return exchangeOf(t, recordOf(standardLines, callBody(args), answer))
	}
	list := exchangeOf(t, recordOf(nil, bodyOf("tools/list", ""), `200 {"jsonrpc":"2.0","id":5,"result":{"resultType":"complete","tools":[]}}`))
	refused, served := call(`{"region":"a"}`, refusedAnswer), call(`{"region":"a"}`, servedAnswer)
	other := call(`{"region":"b"}`, servedAnswer)
	probe := call(`{"region":"a"}`, servedAnswer)
	probe.Label = evidence.LabelProbe
	for name, c := range map[string]struct {
		trace []*evidence.Exchange
		want  int
	}{
		"refreshed":      {[]*evidence.Exchange{refused, list, served}, 0},
		"not refreshed":  {[]*evidence.Exchange{refused, served}, 1},
		"never refused":  {[]*evidence.Exchange{served, served}, 0},
		"another call":   {[]*evidence.Exchange{refused, other}, 0},
		"a probe":        {[]*evidence.Exchange{refused, probe}, 0},
		"twice":          {[]*evidence.Exchange{refused, refused, refused}, 2},
		"after recovery": {[]*evidence.Exchange{refused, list, served, served}, 0},
	} {
		if got := Retries(c.trace); len(got) != c.want {
			t.Errorf("%s: %d findings, want %d", name, len(got), c.want)
		}
	}
}

// TestLongValuesAndStructuredLines find a value by its beginning, and inside a
// line that is an object.
func TestLongValuesAndStructuredLines(t *testing.T) {
	long := strings.Repeat("東京-", 100)
	var s Search
	s.Add(Secrets(exchangeOf(t, recordOf(standardLines, callBody(`{"region":"`+long+`","count":123456}`), "")), route)...)
	for line, want := range map[string]int{
		`"region ` + long + `"`:                         1,
		`"region ` + strings.Repeat("東京-", 50) + `..."`: 1,
		`"region 東京-東京"`:                                0,
		`{"level":"warn","fields":{"count":123456}}`:    1,
		`{"level":"warn","fields":[["123456"]]}`:        1,
		`{"123456":null}`:                               1,
		`{"level":"warn","count":12345}`:                0,
	} {
		set := evidence.LoadDocument("log.json", []byte(`{"log":[`+line+`]}`), policy.Default())
		if found := s.Log(set.Logs[0], policy.Default()); len(found) != want {
			t.Errorf("%.60s: %d findings, want %d", line, len(found), want)
		}
	}
}
