package results

import (
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
)

// A resultCase is a bare result and all its findings.
type resultCase struct {
	name     string
	result   string
	want     []string
	output   string       // outputSchema
	profile  rule.Profile // House where zero
	revision string       // the current one where ""
}

func run(t *testing.T, cases []resultCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.profile == 0 {
				c.profile = rule.House
			}
			j := Judge(bare(t, c.result), publishing(t, c.output), under(c.profile, c.revision))
			check(t, j.Findings, c.want...)
		})
	}
}

func TestResultType(t *testing.T) {
	reject := []string{"RES-01 reject /resultType"}
	run(t, []resultCase{
		{name: "complete", result: content(hi)},
		{name: "absent", result: `{"content":[` + hi + `]}`, want: reject},
		{name: "absent under the spec profile", result: `{"content":[` + hi + `]}`, want: reject, profile: rule.Spec},
		{name: "absent in an older revision", result: `{"content":[` + hi + `]}`, revision: "2025-11-25"},
		{name: "capital", result: `{"resultType":"Complete","content":[` + hi + `]}`, want: reject},
		{name: "null", result: `{"resultType":null,"content":[` + hi + `]}`, want: reject},
		{name: "true", result: `{"resultType":true,"content":[` + hi + `]}`, want: reject},
		{name: "unknown in an older revision", result: `{"resultType":7,"content":[` + hi + `]}`, want: []string{"RES-02 note /resultType"}, revision: "2025-11-25"},
		{name: "near miss", result: `{"result_type":"complete","content":[` + hi + `]}`, want: []string{"RES-01 reject /resultType", "JSON-07 condition /result_type"}},
	})
}

func TestResultTypeReason(t *testing.T) {
	for result, want := range map[string]string{
		`{"content":[]}`: `RES-01 /resultType: resultType is absent, must be "complete"`,
		`{"resultType":"do\u001bne","content":[]}`:               `RES-01 /resultType: resultType is a string of 5 characters, must be "complete"`,
		`{"resultType":"sk_live_0123456789abcdef","content":[]}`: `RES-01 /resultType: resultType is a string of 24 characters, must be "complete"`,
		`{"resultType":"Complete","content":[]}`:                 `RES-01 /resultType: resultType is "Complete", must be "complete"`,
		`{"resultType":null,"content":[]}`:                       `RES-01 /resultType: resultType is null, must be "complete"`,
	} {
		j := Judge(bare(t, result), listed, under(rule.House, ""))
		if got := j.Findings[0].Reason(); got != want {
			t.Errorf("%s: %s, want %s", result, got, want)
		}
	}
}

func TestResultShape(t *testing.T) {
	content := func(text string) []string { return []string{"RES-02 " + text} }
	run(t, []resultCase{
		{name: "isError false", result: complete(`"content":[` + hi + `],"isError":false`)},
		{name: "isError string", result: complete(`"content":[` + hi + `],"isError":"true"`), want: content("reject /isError")},
		{name: "isError null", result: complete(`"content":[` + hi + `],"isError":null`), want: content("reject /isError")},
		{name: "isError zero", result: complete(`"content":[` + hi + `],"isError":0`), want: content("reject /isError")},
		{name: "content missing", result: `{"resultType":"complete"}`, want: content("reject /content")},
		{name: "content null", result: complete(`"content":null`), want: content("reject /content")},
		{name: "content object", result: complete(`"content":{}`), want: content("reject /content")},
		{name: "structuredContent alone", result: complete(`"structuredContent":{}`), want: content("reject /content")},
		{name: "content empty", result: complete(`"content":[]`), want: content("note /content")},
		{name: "one unknown member", result: complete(`"content":[` + hi + `],"extra":1`), want: content("note /extra")},
		{name: "many unknown members", result: complete(`"content":[` + hi + `],"a":1,"b":2,"c":3`), want: content("note /a")},
		{name: "no object", result: `[]`, want: content("reject")},
		{name: "null result", result: `null`, want: content("reject")},
		{name: "iserror", result: complete(`"content":[` + hi + `],"iserror":true`), want: []string{"JSON-07 condition /iserror"}},
		{name: "is-error", result: complete(`"content":[` + hi + `],"is-error":true`), want: []string{"JSON-07 condition /is-error"}},
		{name: "structured_content", result: complete(`"content":[` + hi + `],"structured_content":{}`), want: []string{"JSON-07 condition /structured_content"}},
		{name: "structuredContent of an older revision", result: `{"content":[` + hi + `],"structuredContent":[]}`, revision: "2025-06-18",
			want: []string{"RES-02 reject /structuredContent", "RES-16 note /content/0/text"}},
		{name: "structuredContent object of an older revision", result: `{"content":[{"type":"text","text":"{}"}],"structuredContent":{}}`, revision: "2025-06-18"},
		{name: "structuredContent before it existed", result: `{"content":[` + hi + `],"structuredContent":[]}`, revision: "2025-03-26", want: content("note /structuredContent")},
	})
}

func TestMeta(t *testing.T) {
	run(t, []resultCase{
		{name: "serverInfo", result: complete(`"content":[` + hi + `],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}`)},
		{name: "array", result: complete(`"content":[` + hi + `],"_meta":[]`), want: []string{"JSON-12 reject /_meta"}},
		{name: "serverInfo without a version", result: complete(`"content":[` + hi + `],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s"}}`),
			want: []string{"JSON-12 reject /_meta/io.modelcontextprotocol~1serverInfo/version"}},
		{name: "reserved prefix", result: complete(`"content":[` + hi + `],"_meta":{"dev.mcp/x":1}`), want: []string{"JSON-12 condition /_meta/dev.mcp~1x"}},
		{name: "key grammar before there was one", result: `{"content":[` + hi + `],"_meta":{"bad name":1}}`, revision: "2024-11-05"},
		{name: "block null", result: content(`{"type":"text","text":"a","_meta":null}`), want: []string{"JSON-12 reject /content/0/_meta"}},
		{name: "block of a revision without _meta", result: `{"content":[{"type":"text","text":"a","_meta":null}]}`, revision: "2025-03-26",
			want: []string{"RES-03 note /content/0/_meta"}},
		{name: "resource", result: content(`{"type":"resource","resource":{"uri":"a:b","mimeType":"a/b","text":"","_meta":7}}`),
			want: []string{"JSON-12 reject /content/0/resource/_meta"}},
		{name: "interim", result: `{"resultType":"input_required","requestState":"s","_meta":7}`, want: []string{"JSON-12 reject /_meta"}},
	})
	t.Run("serverInfo missing", func(t *testing.T) {
		e := bare(t, content(hi))
		e.Form = evidence.FormResponse
		check(t, Judge(e, listed, under(rule.House, "")).Findings, "JSON-12 note /_meta/io.modelcontextprotocol~1serverInfo")
		check(t, Judge(bareWith(t, `{"content":[`+hi+`]}`, evidence.FormResponse), listed, under(rule.House, "2025-11-25")).Findings)
	})
}

func bareWith(t *testing.T, result string, form evidence.Form) *evidence.Exchange {
	e := bare(t, result)
	e.Form = form
	return e
}

func TestFaults(t *testing.T) {
	deep := strings.Repeat("[", 130) + strings.Repeat("]", 130)
	run(t, []resultCase{
		{name: "duplicate in the result", result: complete(`"content":[` + hi + `],"isError":false,"isError":true`), want: []string{"JSON-03 reject /isError"}},
		{name: "duplicate in a block", result: content(hi, `{"type":"text","text":"a","te\u0078t":"b"}`), want: []string{"JSON-03 reject /content/1/text"}},
		{name: "surrogate in a text", result: content(`{"type":"text","text":"\ud800"}`), want: []string{"JSON-04 reject /content/0/text"}},
		{name: "number", result: complete(`"content":[` + hi + `],"structuredContent":1e5000000`), want: []string{"JSON-05 reject /structuredContent"}},
		{name: "number that the schema would reject", result: complete(`"content":[` + hi + `],"structuredContent":1e5000000`), output: `{"type":"string"}`,
			want: []string{"JSON-05 reject /structuredContent"}},
		{name: "nesting", result: complete(`"content":[` + hi + `],"structuredContent":` + deep), want: []string{"JSON-06 reject /structuredContent" + strings.Repeat("/0", 127)}},
		{name: "interim", result: `{"resultType":"input_required","requestState":"s","requestState":"t"}`, want: []string{"JSON-03 reject /requestState"}},
	})
	t.Run("in the block's own status", func(t *testing.T) {
		j := Judge(bare(t, content(hi, `{"type":"text","text":"a","text":"b"}`)), listed, under(rule.House, ""))
		check(t, j.Blocks[0].Findings)
		check(t, j.Blocks[1].Findings, "JSON-03 reject /content/1/text")
	})
}

// What a withheld result says is quoted nowhere, whatever it looks like.
func TestNothingOfAResultIsQuoted(t *testing.T) {
	const secret, name = "hunter2-is-my-password", "alice@example.com"
	deny := func(where, shown string) {
		if strings.Contains(shown, secret) || strings.Contains(shown, name) {
			t.Errorf("%s: %s", where, shown)
		}
	}
	key := `"` + name + `"`
	for _, result := range []string{
		`{"resultType":"` + secret + `","content":[]}`,
		`{"resultType":"complete","` + name + `":{` + key + `:1,` + key + `:2},"content":[]}`,
		content(`{"type":"` + secret + `"}`),
		content(`{"type":"text","text":"","_meta":{"` + name + `":1}}`),
		content(`{"type":"image","data":"AAAA","mimeType":"` + secret + `"}`),
		content(`{"type":"image","data":"AAAA","mimeType":"image/` + secret + `"}`),
		content(`{"type":"image","data":"AAAA","mimeType":"image/png; ` + secret + `"}`),
		content(`{"type":"resource_link","uri":"a:b","name":"n","mimeType":"` + secret + `"}`),
		content(`{"type":"resource_link","uri":"a:b","name":"n","mimeType":"text/` + secret + `","icons":[{"src":"` + secret + `:x","theme":"` + secret + `"}]}`),
		content(`{"type":"resource","resource":{"uri":"a:b","text":"","mimeType":"text/` + secret + `"}}`),
		structured(`{` + key + `:{` + key + `:9007199254740993}}`),
		structured(`{` + key + `:"\u001b"}`),
		structured(`{` + key + `:1,` + key + `:2}`),
		`{"resultType":"complete","content":[{"type":"text","text":"{\"` + name + `\":1}"}],"structuredContent":{` + key + `:2}}`,
		`{"resultType":"input_required","inputRequests":{` + key + `:7}}`,
	} {
		j := Judge(bare(t, result), publishing(t, `{"type":"object","additionalProperties":{"type":"string"}}`), under(rule.House, ""))
		if len(j.Findings) == 0 {
			t.Errorf("%s: no finding", result)
		}
		for _, f := range j.Findings {
			deny(result, f.Reason())
			deny(result, f.At.Pointer+f.At.Inside)
		}
		for _, b := range j.Blocks {
			deny(result, b.MediaType)
		}
	}
}
