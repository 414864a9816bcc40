package results

import (
	"fmt"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

const (
	requestMeta = `"_meta":{"` + protocol.MetaProtocolVersion + `":"2026-07-28","` + protocol.MetaClientCapabilities + `":{}}`
	serverMeta  = `"_meta":{"` + protocol.MetaServerInfo + `":{"name":"s","version":"1"}}`

	wellFormed = requestMeta + `,"name":"t","arguments":{}`

	okResult    = `"result":{"resultType":"complete","content":[` + hi + `],` + serverMeta + `}`
	errorResult = `"result":{"resultType":"complete","isError":true,"content":[` + hi + `],` + serverMeta + `}`
	waiting     = `"result":{"resultType":"input_required","requestState":"s",` + serverMeta + `}`
)

func failing(code any) string { return fmt.Sprintf(`"error":{"code":%v,"message":"m"}`, code) }

// A layerCase is a call, its answer and what is said of the two.
type layerCase struct {
	name, label, params, answer string
	known                       Known
	want                        []string
	shows                       evidence.Label
	profile                     rule.Profile
	http                        string
}

func (c layerCase) run(t *testing.T) {
	t.Helper()
	if c.profile == 0 {
		c.profile = rule.House
	}
	http := ""
	if c.http != "" {
		http = `,"http":` + c.http
	}
	e := recorded(t, `{"label":"`+c.label+`","request":{"params":{`+c.params+`}},"response":{`+c.answer+`}`+http+`}`)
	s := surface{known: c.known}
	if c.known == Listed {
		s.contract = &Contract{Input: compile(t, `{"type":"object","properties":{"n":{"type":"integer"}}}`)}
	}
	j := Judge(e, s, under(c.profile, ""))
	check(t, j.Findings, c.want...)
	if j.Shows != c.shows {
		t.Errorf("shows %q, want %q", j.Shows, c.shows)
	}
	if j.Unlabelled != (c.label == "") {
		t.Errorf("unlabelled %t", j.Unlabelled)
	}
}

func runLayers(t *testing.T, cases []layerCase) {
	for _, c := range cases {
		t.Run(c.name, c.run)
	}
}

func TestUnknownTool(t *testing.T) {
	at := func(effect, pointer string) []string { return []string{"RES-18 " + effect + " /response/" + pointer} }
	const code = "error/code"
	shows := evidence.LabelUnknownTool
	runLayers(t, []layerCase{
		{name: "-32602", params: wellFormed, answer: failing(-32602), known: Unlisted, shows: shows},
		{name: "labelled", label: "unknown-tool", params: wellFormed, answer: failing(-32602), known: Unlisted, shows: shows},
		{name: "integer by value", params: wellFormed, answer: failing("-32602.0"), known: Unlisted, shows: shows},
		{name: "isError", params: wellFormed, answer: errorResult, known: Unlisted, want: at("reject", "result"), shows: shows},
		{name: "isError under the spec profile", params: wellFormed, answer: errorResult, known: Unlisted, want: at("reject", "result"), shows: shows, profile: rule.Spec},
		{name: "success leaks", params: wellFormed, answer: okResult, known: Unlisted, want: at("reject", "result"), shows: shows},
		{name: "interim", params: wellFormed, answer: waiting, known: Unlisted, want: at("reject", "result"), shows: shows},
		{name: "-32601", params: wellFormed, answer: failing(-32601), known: Unlisted, want: at("reject", code), shows: shows},
		{name: "-32603", params: wellFormed, answer: failing(-32603), known: Unlisted, want: at("reject", code), shows: shows},
		{name: "-32600", params: wellFormed, answer: failing(-32600), known: Unlisted, want: at("reject", code), shows: shows},
		{name: "another code under the spec profile", params: wellFormed, answer: failing(-32601), known: Unlisted, want: at("note", code), shows: shows, profile: rule.Spec},
		{name: "no integer", params: wellFormed, answer: failing(`"x"`), known: Unlisted, want: at("reject", code), shows: shows},
		{name: "insufficient scope", params: wellFormed, answer: failing(-32000), known: Unlisted, shows: shows, http: `{"status":403}`},
		{name: "status 403 and a result", params: wellFormed, answer: okResult, known: Unlisted, want: at("reject", "result"), shows: shows, http: `{"status":403}`},
		{name: "refused by version", params: wellFormed, answer: failing(-32022), known: Unlisted},
		{name: "refused by headers", params: wellFormed, answer: failing(-32020), known: Unlisted},
		{name: "no page evidence", params: wellFormed, answer: errorResult, known: Unknown, shows: evidence.LabelFailure},
		{name: "no page evidence, labelled", label: "unknown-tool", params: wellFormed, answer: errorResult, known: Unknown, shows: evidence.LabelFailure},
		{name: "listed after all", label: "unknown-tool", params: wellFormed, answer: okResult, known: Listed,
			want: []string{"EVID-12 note /response/result"}, shows: evidence.LabelSuccess},
		{name: "listed, error", label: "unknown-tool", params: wellFormed, answer: failing(-32603), known: Listed, want: []string{"EVID-12 note /response/error/code"}},
		{name: "labelled failure", label: "failure", params: wellFormed, answer: failing(-32602), known: Unlisted,
			want: []string{"EVID-12 note /response/error/code"}, shows: shows},
	})
	t.Run("a file's name is no request", func(t *testing.T) {
		e := bare(t, content(hi))
		j := Judge(e, surface{nil, Unlisted}, under(rule.House, ""))
		check(t, j.Findings)
		if j.Unproven == "" {
			t.Error("it proves something")
		}
		e.Label = evidence.LabelUnknownTool
		check(t, Judge(e, surface{nil, Unlisted}, under(rule.House, "")).Findings, "RES-18 reject")
	})
	t.Run("reason", func(t *testing.T) {
		e := recorded(t, `{"request":{"params":{`+requestMeta+`,"name":"no\u202epe"}},"response":{`+failing(-32601)+`}}`)
		got := Judge(e, surface{nil, Unlisted}, under(rule.House, "")).Findings[0].Reason()
		if want := `RES-18 /response/error/code: unknown tool "no\u202epe" answered with code -32601, must be error -32602`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestMalformedRequest(t *testing.T) {
	reject := []string{"RES-19 reject /response/result"}
	note := []string{"RES-19 note /response/error/code"}
	shows := evidence.LabelMalformed
	noMeta := `"name":"t"`
	runLayers(t, []layerCase{
		{name: "arguments array", params: requestMeta + `,"name":"t","arguments":[]`, answer: failing(-32602), known: Listed, shows: shows},
		{name: "arguments null", params: requestMeta + `,"name":"t","arguments":null`, answer: okResult, known: Listed, want: reject, shows: shows},
		{name: "no name", params: requestMeta + `,"arguments":{}`, answer: errorResult, known: Unlisted, want: reject, shows: shows},
		{name: "name number", params: requestMeta + `,"name":7`, answer: okResult, known: Unlisted, want: reject, shows: shows},
		{name: "interim", params: requestMeta, answer: waiting, known: Unknown, want: reject, shows: shows},
		{name: "-32020", params: requestMeta, answer: failing(-32020), known: Unknown, shows: shows},
		{name: "-32600", params: requestMeta, answer: failing(-32600), known: Unknown, want: note, shows: shows},
		{name: "-32603", params: requestMeta, answer: failing(-32603), known: Unknown, want: note, shows: shows},
		{name: "refused by version", params: requestMeta, answer: failing(-32022), known: Unknown},
		{name: "no _meta, refused by capability", params: noMeta, answer: failing(-32021), known: Listed, want: []string{"RES-19 reject /response/error/code"}, shows: shows},
		{name: "no _meta", params: noMeta, answer: failing(-32602), known: Listed, shows: shows},
		{name: "no _meta, -32600", params: noMeta, answer: failing(-32600), known: Listed, want: []string{"RES-19 reject /response/error/code"}, shows: shows},
		{name: "no _meta, result", params: noMeta, answer: okResult, known: Listed, want: reject, shows: shows},
		{name: "capabilities of the wrong type", params: `"_meta":{"` + protocol.MetaProtocolVersion + `":"2026-07-28","` + protocol.MetaClientCapabilities + `":[]},"name":"t"`,
			answer: okResult, known: Listed, want: reject, shows: shows},
		{name: "no version", params: `"_meta":{"` + protocol.MetaClientCapabilities + `":{}},"name":"t"`, answer: okResult, known: Listed, want: reject, shows: shows},
		{name: "labelled malformed and well formed", label: "malformed-request", params: wellFormed, answer: okResult, known: Listed, want: reject, shows: evidence.LabelSuccess},
		{name: "labelled malformed, well formed, isError", label: "malformed-request", params: wellFormed, answer: errorResult, known: Listed, want: reject, shows: evidence.LabelFailure},
		{name: "labelled malformed, well formed, interim", label: "malformed-request", params: wellFormed, answer: waiting, known: Listed, want: reject},
		{name: "labelled malformed, well formed, without pages", label: "malformed-request", params: wellFormed, answer: okResult, known: Unknown, want: reject, shows: evidence.LabelSuccess},
		{name: "labelled malformed, well formed, -32602", label: "malformed-request", params: wellFormed, answer: failing(-32602), known: Listed,
			want: []string{"EVID-12 note /response/error/code"}},
		{name: "labelled malformed, well formed, error", label: "malformed-request", params: wellFormed, answer: failing(-32603), known: Listed,
			want: []string{"EVID-12 note /response/error/code"}},
		{name: "labelled failure", label: "failure", params: requestMeta, answer: failing(-32602), known: Unknown,
			want: []string{"EVID-12 note /response/error/code"}, shows: shows},
	})
	t.Run("params missing", func(t *testing.T) {
		e := recorded(t, `{"request":{},"response":{`+okResult+`}}`)
		check(t, Judge(e, listed, under(rule.House, "")).Findings, "RES-19 reject /response/result")
	})
	t.Run("an older revision asks for no _meta", func(t *testing.T) {
		e := recorded(t, `{"request":{"params":{"name":"t"}},"response":{"result":{"content":[`+hi+`]}}}`)
		e.Revision = protocol.ByName("2025-11-25")
		check(t, Judge(e, listed, under(rule.House, "")).Findings)
	})
	t.Run("by its label alone", func(t *testing.T) {
		e := bare(t, failed(content(hi)))
		e.Label = evidence.LabelMalformed
		check(t, Judge(e, listed, under(rule.House, "")).Findings, "RES-19 reject")
	})
	t.Run("reason", func(t *testing.T) {
		e := recorded(t, `{"request":{"params":{`+requestMeta+`,"name":"t","arguments":["secret"]}},"response":{`+errorResult+`}}`)
		got := Judge(e, listed, under(rule.House, "")).Findings[0].Reason()
		if want := `RES-19 /response/result: malformed request (arguments is array) answered with isError result`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestExecutionFailure(t *testing.T) {
	result := []string{"RES-20 reject /response/result"}
	code := []string{"RES-20 reject /response/error/code"}
	note := []string{"RES-20 note /response/error/code"}
	badArguments := requestMeta + `,"name":"t","arguments":{"n":"x"}`
	notFlagged := `"result":{"resultType":"complete","isError":false,"content":[` + hi + `],` + serverMeta + `}`
	runLayers(t, []layerCase{
		{name: "failure", label: "failure", params: wellFormed, answer: errorResult, known: Listed, shows: evidence.LabelFailure},
		{name: "failure unlabelled", params: wellFormed, answer: errorResult, known: Listed, shows: evidence.LabelFailure},
		{name: "success", label: "success", params: wellFormed, answer: okResult, known: Listed, shows: evidence.LabelSuccess},
		{name: "success unlabelled", params: wellFormed, answer: okResult, known: Listed, shows: evidence.LabelSuccess},
		{name: "failure as a success", label: "failure", params: wellFormed, answer: okResult, known: Listed, want: result, shows: evidence.LabelSuccess},
		{name: "failure, isError false", label: "failure", params: wellFormed, answer: notFlagged, known: Listed, want: result, shows: evidence.LabelSuccess},
		{name: "failure as an error", label: "failure", params: wellFormed, answer: failing(-32000), known: Listed, want: code},
		{name: "failure as a crash", label: "failure", params: wellFormed, answer: failing(-32603), known: Listed, want: code},
		{name: "failure without pages", label: "failure", params: wellFormed, answer: failing(-32603), known: Unknown, want: code},
		{name: "failure as -32602 for good arguments", label: "failure", params: wellFormed, answer: failing(-32602), known: Listed, want: code},
		{name: "failure as -32602 for bad arguments", label: "failure", params: badArguments, answer: failing(-32602), known: Listed, want: note, shows: evidence.LabelArguments},
		{name: "failure interim", label: "failure", params: wellFormed, answer: waiting, known: Listed, want: []string{"EVID-12 note /response/result"}},
		{name: "success with isError", label: "success", params: wellFormed, answer: errorResult, known: Listed, want: result, shows: evidence.LabelFailure},
		{name: "success as an error", label: "success", params: wellFormed, answer: failing(-32603), known: Listed, want: code},
		{name: "bad arguments, isError", label: "invalid-arguments", params: badArguments, answer: errorResult, known: Listed, shows: evidence.LabelFailure},
		{name: "bad arguments, -32602", label: "invalid-arguments", params: badArguments, answer: failing(-32602), known: Listed, want: note, shows: evidence.LabelArguments},
		{name: "bad arguments, -32603", label: "invalid-arguments", params: badArguments, answer: failing(-32603), known: Listed, want: code},
		{name: "bad arguments, success", label: "invalid-arguments", params: badArguments, answer: okResult, known: Listed, want: result, shows: evidence.LabelSuccess},
		{name: "bad arguments, isError false", label: "invalid-arguments", params: badArguments, answer: notFlagged, known: Listed, want: result, shows: evidence.LabelSuccess},
		{name: "arguments bad by their label alone", label: "invalid-arguments", params: wellFormed, answer: okResult, known: Listed, want: result, shows: evidence.LabelSuccess},
		{name: "bad arguments without pages", label: "invalid-arguments", params: badArguments, answer: okResult, known: Unknown, want: result, shows: evidence.LabelSuccess},
		{name: "bad arguments, interim", label: "invalid-arguments", params: badArguments, answer: waiting, known: Listed, want: []string{"EVID-12 note /response/result"}},
		{name: "bad arguments, -32602, unlabelled", params: badArguments, answer: failing(-32602), known: Listed, want: note, shows: evidence.LabelArguments},
		{name: "good arguments, -32602, unlabelled", params: wellFormed, answer: failing(-32602), known: Listed},
		{name: "crash unlabelled", params: wellFormed, answer: failing(-32603), known: Listed, want: note},
		{name: "bad arguments, success, unlabelled", params: badArguments, answer: okResult, known: Listed, want: []string{"RES-20 condition /response/result"}, shows: evidence.LabelSuccess},
		{name: "bad arguments, success as labelled", label: "success", params: badArguments, answer: okResult, known: Listed, want: []string{"RES-20 condition /response/result"}, shows: evidence.LabelSuccess},
		{name: "bad arguments, isError, unlabelled", params: badArguments, answer: errorResult, known: Listed, shows: evidence.LabelFailure},
		{name: "probe", label: "probe", params: wellFormed, answer: failing(-32022), known: Listed},
	})
}

func TestOutcome(t *testing.T) {
	for answer, want := range map[string]Outcome{
		okResult: Success, errorResult: Failure, waiting: InputRequired, failing(-32603): ProtocolError, ``: Unusable,
		okResult + "," + failing(-32603): Unusable, `"result":null`: Unusable, `"result":{}`: Success,
	} {
		e := recorded(t, `{"request":{"params":{`+wellFormed+`}},"response":{`+answer+`}}`)
		j := Judge(e, listed, under(rule.House, ""))
		if j.Outcome != want {
			t.Errorf("%s: %s, want %s", answer, j.Outcome, want)
		}
		if want == Unusable && answer != "" && j.Unproven == "" {
			t.Errorf("%s: it proves something", answer)
		}
	}
	for o, want := range map[Outcome]string{Success: "success", Failure: "failure", ProtocolError: "protocol-error", InputRequired: "input-required", Unusable: "unusable"} {
		if o.String() != want {
			t.Errorf("%d is %s, want %s", o, o, want)
		}
	}
}

// The message of an error reaches whom a result's text would reach.
func TestHiddenErrorMessage(t *testing.T) {
	says := func(message string) string { return `"error":{"code":-32602,"message":` + message + `}` }
	runLayers(t, []layerCase{
		{name: "plain", params: wellFormed, answer: says(`"no\n\tsuch \ud83d\ude00"`), known: Unlisted, shows: evidence.LabelUnknownTool},
		{name: "escape sequence", params: wellFormed, answer: says(`"\u001b[31mno"`), known: Unlisted, want: []string{"RES-24 condition /response/error/message"}, shows: evidence.LabelUnknownTool},
		{name: "zero-width", params: wellFormed, answer: says(`"n\u200bo"`), known: Listed, want: []string{"RES-24 condition /response/error/message"}},
		{name: "beside a result", params: wellFormed, answer: okResult + "," + says(`"n\u200bo"`), known: Listed, want: []string{"RES-24 condition /response/error/message"}},
		{name: "no text", params: wellFormed, answer: says(`["n\u200bo"]`), known: Listed},
	})
	e := recorded(t, `{"request":{"params":{`+wellFormed+`}},"response":{`+says(`"a\udb40\udc68\udb40\udc69"`)+`}}`)
	got := Judge(e, listed, under(rule.House, "")).Findings[0].Reason()
	if want := "RES-24 /response/error/message: U+E0068 at 1 (tag), one of 2 hidden characters"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
