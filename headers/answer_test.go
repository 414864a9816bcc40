package headers

import (
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

// TestAnswers are answers to a call without its copy.
func TestAnswers(t *testing.T) {
	const err = `{"jsonrpc":"2.0","id":5,"error":{"code":-32020,"message":"m"}}`
	coded := func(code string) string { return strings.Replace(err, "-32020", code, 1) }
	for _, c := range []struct {
		answer string
		want   Answer
		text   string
		spec   string // effect of PAR-12 under the specification's profile where it differs
	}{
		{"400 " + err, AnswerCorrect, "", ""},
		{" " + err, AnswerCorrect, "", ""},
		{"", AnswerNotRecorded, "", ""},
		{"200 " + err, AnswerWrong, "got 200/error -32020", ""},
		{"422 " + err, AnswerWrong, "got 422/error -32020", ""},
		{"400 " + coded("-32001"), AnswerWrong, "got 400/error -32001", ""},
		{"400 " + coded("-32602"), AnswerWrong, "got 400/error -32602", ""},
		{"400 " + coded("-32600"), AnswerWrong, "got 400/error -32600", ""},
		{"400 " + coded(`"x"`), AnswerWrong, "got 400/an error without code", ""},
		{"400", AnswerWrong, "got 400/no JSON-RPC response", "note"},
		{"500", AnswerWrong, "got 500/no JSON-RPC response", ""},
		{servedAnswer, AnswerWrong, "got 200/result", ""},
		{strings.Replace(servedAnswer, `"content"`, `"isError":true,"content"`, 1), AnswerWrong, "got 200/isError result", ""},
		{"400 " + strings.Replace(err, `"id":5`, `"id":"5"`, 1), AnswerWrong, "without the request's id", ""},
		{"400 " + strings.Replace(err, `"id":5,`, ``, 1), AnswerWrong, "without the request's id", ""},
		{"400 " + strings.Replace(err, `"id":5`, `"id":5.0`, 1), AnswerCorrect, "", ""},
	} {
		call := exchangeOf(t, recordOf(standardLines, callBody(`{"region":"eu-3"}`), c.answer))
		m := Judge(call, route, nil, policy.Default())
		found := ""
		for _, f := range m.Findings {
			if f.Rule == ruleAnswer {
				found = f.Text
			}
		}
		if m.Answer != c.want || (found == "") != (c.text == "") || !strings.HasSuffix(found, c.text) {
			t.Errorf("%s: %s, %q", c.answer, m.Answer, found)
		}
		if (len(m.ToolFindings) == 1 && len(m.ServerFindings) == 1) != (c.want == AnswerWrong) {
			t.Errorf("%s: %s", c.answer, told(m.ToolFindings, m.ServerFindings))
		}
		if c.spec == "" {
			continue
		}
		m = Judge(call, route, nil, under(rule.Spec))
		if m.Answer == AnswerWrong || told(m.Findings) != "PAR-12 "+c.spec {
			t.Errorf("%s under the specification: %s, %s", c.answer, m.Answer, told(m.Findings))
		}
	}
}

// TestUnreadableID lets a refusal go without an ID that nobody can read.
func TestUnreadableID(t *testing.T) {
	const answer = `400 {"jsonrpc":"2.0","error":{"code":-32020,"message":"m"}}`
	for body, want := range map[string]Answer{
		callBody(`{"region":"eu-3"}`):                                             AnswerWrong,
		strings.Replace(callBody(`{"region":"a"}`), `"id":5`, `"id":null`, 1):     AnswerCorrect,
		strings.Replace(callBody(`{"region":"a"}`), `"id":5`, `"id":"\ud800"`, 1): AnswerCorrect,
	} {
		if m := Judge(exchangeOf(t, recordOf(standardLines, body, answer)), route, nil, policy.Default()); m.Answer != want {
			t.Errorf("%s: %s, want %s", body, m.Answer, want)
		}
	}
}
