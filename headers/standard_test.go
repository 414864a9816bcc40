package headers

import (
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

// bodyOf is a request with id 5; members are what its params hold beside _meta.
func bodyOf(method, members string) string {
	if members != "" {
		members = "," + members
	}
	return `{"jsonrpc":"2.0","id":5,"method":"` + method + `","params":{` + testMeta + members + `}}`
}

const version = "MCP-Protocol-Version=2026-07-28|"

func linesFrom(s string) [][2]string {
	lines := [][2]string{}
	for _, h := range strings.Split(s, "|") {
		if name, value, ok := strings.Cut(h, "="); ok {
			lines = append(lines, [2]string{name, value})
		}
	}
	return lines
}

func TestStandardHeaders(t *testing.T) {
	list, call := bodyOf("tools/list", ""), callBody(`{}`)
	for _, c := range []struct{ body, headers, category string }{
		{list, version + "Mcp-Method=tools/list", ""},
		{list, "mcp-protocol-version= 2026-07-28\t|MCP-METHOD= tools/list ", ""},
		{list, version, "missing Mcp-Method"},
		{list, version + "Mcp-Method=tools/call", "mismatch Mcp-Method"},
		{list, version + "Mcp-Method=TOOLS/LIST", "mismatch Mcp-Method"},
		{list, version + "Mcp-Method==?base64?dG9vbHMvbGlzdA==?=", "mismatch Mcp-Method"},
		{list, version + "Mcp-Method=", "malformed Mcp-Method"},
		{list, version + "Mcp-Method=tools/list\u00e9", "malformed Mcp-Method"},
		{list, version + "Mcp-Method=tools/list|mcp-method=tools/list", "duplicate Mcp-Method"},
		{list, "Mcp-Method=tools/list", "missing MCP-Protocol-Version"},
		{list, "MCP-Protocol-Version=2025-11-25|Mcp-Method=tools/list", "mismatch MCP-Protocol-Version"},
		{list, version + version + "Mcp-Method=tools/list", "duplicate MCP-Protocol-Version"},
		{list, version + "Mcp-Method=tools/list|Mcp-Name=anything", ""},
		{list, version + "Mcp-Method=tools/list|Mcp-Param-Region=a", "unexpected Mcp-Param-Region"},
		{call, version + "Mcp-Method=tools/call|Mcp-Name=route", ""},
		{call, version + "Mcp-Method=tools/call|Mcp-Name==?base64?cm91dGU=?=", ""},
		{call, version + "Mcp-Method=tools/call|Mcp-Name==?base64?cm91dGU?=", "malformed Mcp-Name"},
		{call, version + "Mcp-Method=tools/call|Mcp-Name=Route", "mismatch Mcp-Name"},
		{call, version + "Mcp-Method=tools/call", "missing Mcp-Name"},
		{call, version + "Mcp-Method=tools/call|Mcp-Name=route|Mcp-Name=route", "duplicate Mcp-Name"},
		{bodyOf("prompts/get", `"name":"p"`), version + "Mcp-Method=prompts/get|Mcp-Name=p", ""},
		{bodyOf("prompts/get", `"name":"p"`), version + "Mcp-Method=prompts/get|Mcp-Name=q", "mismatch Mcp-Name"},
		{bodyOf("resources/read", `"uri":"a:b"`), version + "Mcp-Method=resources/read|Mcp-Name=a:b", ""},
		{bodyOf("resources/read", `"uri":"a:b"`), version + "Mcp-Method=resources/read", "missing Mcp-Name"},
	} {
		want, header, _ := strings.Cut(c.category, " ")
		for _, answer := range []string{"", refusedAnswer, servedAnswer} {
			ex := exchangeOf(t, recordOf(linesFrom(c.headers), c.body, answer))
			m := JudgeStandard(ex, []string{"2026-07-28"}, policy.Default())
			if ex.Method == "tools/call" {
				if m.Judged {
					t.Fatal("a call is judged twice")
				}
				m = Judge(ex, route, []string{"2026-07-28"}, policy.Default())
			}
			if string(m.Category) != want || want != "" && !slices.Contains(m.Headers, header) {
				t.Errorf("%s: category %q of %q", c.headers, m.Category, m.Headers)
			}
			wrong := want == "" && answer == refusedAnswer || want != "" && answer == servedAnswer
			if (m.Answer == AnswerWrong) != wrong || (len(m.ServerFindings) == 1) != wrong {
				t.Errorf("%s %.3s: answer %q, %s", c.headers, answer, m.Answer, told(m.ServerFindings))
			}
			if rejected := rule.Decide(m.Findings) == rule.Rejected; rejected != (wrong || want != "" && answer == "") {
				t.Errorf("%s %.3s: %s", c.headers, answer, told(m.Findings))
			}
		}
	}
}

// TestMissingVersion is a fault only where the server knows no revision that
// did without the header.
func TestMissingVersion(t *testing.T) {
	for _, c := range []struct {
		versions []string
		want     string
	}{
		{[]string{"2026-07-28"}, "PAR-13 reject"},
		{[]string{"2026-07-28", "2025-06-18"}, "PAR-13 reject"},
		{[]string{"2026-07-28", "2025-03-26"}, "PAR-13 note"},
		{nil, "PAR-13 note"},
	} {
		ex := exchangeOf(t, recordOf(linesFrom("Mcp-Method=tools/list"), bodyOf("tools/list", ""), ""))
		if got := told(JudgeStandard(ex, c.versions, policy.Default()).Findings); got != c.want {
			t.Errorf("%v: %s, want %s", c.versions, got, c.want)
		}
	}
}

// TestOtherRefusalsComeFirst are requests with a fault in their headers, and
// answers that are right all the same.
func TestOtherRefusalsComeFirst(t *testing.T) {
	failure := func(status, code string) string {
		return status + ` {"jsonrpc":"2.0","id":5,"error":{"code":` + code + `,"message":"m"}}`
	}
	noMeta := `{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{}}`
	for _, c := range []struct {
		body, headers, answer string
		want                  Answer
	}{
		{bodyOf("tools/list", ""), version + "Mcp-Method=x", failure("400", "-32022"), AnswerCorrect},
		{bodyOf("no/such", ""), version + "Mcp-Method=x", failure("404", "-32601"), AnswerCorrect},
		{bodyOf("no/such", ""), version + "Mcp-Method=x", failure("200", "-32601"), AnswerWrong},
		{noMeta, version + "Mcp-Method=x", failure("400", "-32602"), AnswerCorrect},
		{noMeta, version + "Mcp-Method=x", refusedAnswer, AnswerCorrect},
		{noMeta, version + "Mcp-Method=tools/list", refusedAnswer, AnswerCorrect},
		{bodyOf("tools/list", ""), version + "Mcp-Method=x", failure("400", "-32602"), AnswerWrong},
		{bodyOf("tools/list", ""), version + "Mcp-Method=x", "401", AnswerNotRecorded},
		{bodyOf("tools/list", ""), version + "Mcp-Method=x", "429", AnswerNotRecorded},
		// a body without a name leaves Mcp-Name to either reading
		{bodyOf("tools/call", `"arguments":{}`), version + "Mcp-Method=tools/call", refusedAnswer, AnswerCorrect},
		{bodyOf("tools/call", `"arguments":{}`), version + "Mcp-Method=tools/call", failure("200", "-32602"), AnswerCorrect},
		{bodyOf("tools/call", `"name":"route","arguments":[]`), version + "Mcp-Method=tools/call|Mcp-Name=route", failure("200", "-32602"), AnswerCorrect},
	} {
		ex := exchangeOf(t, recordOf(linesFrom(c.headers), c.body, c.answer))
		m := JudgeStandard(ex, []string{"2026-07-28"}, policy.Default())
		if ex.Method == "tools/call" {
			m = Judge(ex, route, []string{"2026-07-28"}, policy.Default())
		}
		if m.Answer != c.want || (len(m.ServerFindings) > 0) != (c.want == AnswerWrong) {
			t.Errorf("%s answered %s: %s, %s", c.headers, c.answer, m.Answer, told(m.Findings))
		}
	}
}

// TestExempt are messages without standard headers to judge.
func TestExempt(t *testing.T) {
	for _, body := range []string{
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{` + testMeta + `}}`,
		`{"jsonrpc":"2.0","id":5,"method":"ping","method":"tools/list","params":{` + testMeta + `}}`,
	} {
		if m := JudgeStandard(exchangeOf(t, recordOf(nil, body, "")), nil, policy.Default()); m.Judged {
			t.Errorf("%s: %s", body, told(m.Findings))
		}
	}
}
