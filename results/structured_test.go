package results

import (
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/matrix"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
)

// structured is a complete result with a structured value and its JSON as text.
func structured(value string) string { return withText(value, value) }

func withText(value, text string) string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)
	return complete(`"content":[{"type":"text","text":"` + quoted + `"}],"structuredContent":` + value)
}

func failed(result string) string {
	return strings.Replace(result, `"content"`, `"isError":true,"content"`, 1)
}

func TestOutputContract(t *testing.T) {
	mismatch := func(pointer string) []string { return []string{"RES-13 reject /structuredContent" + pointer} }
	run(t, []resultCase{
		{name: "null present", output: `{"type":"null"}`, result: structured(`null`)},
		{name: "null absent", output: `{"type":"null"}`, result: content(`{"type":"text","text":"null"}`), want: mismatch("")},
		{name: "false is present", output: `{"type":"boolean"}`, result: structured(`false`)},
		{name: "0 is present", output: `{}`, result: structured(`0`)},
		{name: "empty string is present", output: `{"type":"string"}`, result: structured(`""`)},
		{name: "empty array is present", output: `{"type":"array"}`, result: structured(`[]`)},
		{name: "empty object is present", output: `{"type":"object"}`, result: structured(`{}`)},
		{name: "no outputSchema", result: structured(`[1]`)},
		{name: "42.0 is an integer", output: `{"type":"integer"}`, result: withText(`42.0`, `42`)},
		{name: "1e3 is an integer", output: `{"type":"integer"}`, result: structured(`1e3`)},
		{name: "1.5 is none", output: `{"type":"integer"}`, result: structured(`1.5`), want: mismatch("")},
		{name: "missing member", output: `{"type":"object","required":["id"]}`, result: structured(`{}`), want: mismatch("")},
		{name: "deep", output: `{"properties":{"a":{"items":{"type":"string"}}}}`, result: structured(`{"a":["x",2,3]}`), want: mismatch("/a/1")},
		{name: "escaped pointer", output: `{"properties":{"a/b~c":{"type":"string"}}}`, result: structured(`{"a/b~c":1}`), want: mismatch("/a~1b~0c")},
		{name: "names that the schema does not declare", output: `{"additionalProperties":{"type":"integer"}}`, result: structured(`{"alice@example.com sk-live-0123456789":"x"}`), want: mismatch("/{36-character-key}")},
		{name: "nor those below one that it does", output: `{"properties":{"Full Name":{"additionalProperties":false}}}`, result: structured(`{"Full Name":{"Alice Smith":1}}`), want: mismatch("/Full Name/{11-character-key}")},
		{name: "plain ones need no declaration", output: `{"additionalProperties":{"type":"integer"}}`, result: structured(`{"row_17.count":"x"}`), want: mismatch("/row_17.count")},
		{name: "JSON text is no substitute", output: `{"type":"object"}`, result: content(`{"type":"text","text":"{\"id\":1}"}`), want: mismatch("")},
		{name: "format is not asserted", output: `{"type":"string","format":"date-time"}`, result: structured(`"x"`)},
		{name: "nor in draft-07", output: `{"$schema":"http://json-schema.org/draft-07/schema#","type":"string","format":"email","contentEncoding":"base64"}`, result: structured(`"?"`)},
		{name: "const one off", output: `{"const":9007199254740993}`, result: structured(`9007199254740992`),
			want: []string{"RES-13 reject /structuredContent", "RES-25 condition /structuredContent"}},
		{name: "revision without outputSchema", output: `{"type":"object"}`, result: `{"content":[` + hi + `]}`, revision: "2025-03-26"},
	})
}

func TestErrorOutputContract(t *testing.T) {
	union := `{"oneOf":[{"required":["row"]},{"required":["problem"]}]}`
	row := `{"type":"object","required":["row"]}`
	textOnly := failed(content(`{"type":"text","text":"no such row"}`))
	mismatch := []string{"RES-14 reject /structuredContent"}
	run(t, []resultCase{
		{name: "error branch", output: union, result: failed(structured(`{"problem":"x"}`))},
		{name: "missing", output: row, result: textOnly, want: mismatch},
		{name: "missing under the spec profile", output: row, result: textOnly, profile: rule.Spec},
		{name: "mismatch", output: row, result: failed(structured(`{"problem":"x"}`)), want: mismatch},
		{name: "mismatch under the spec profile", output: row, result: failed(structured(`{"problem":"x"}`)), profile: rule.Spec, want: mismatch},
		{name: "no outputSchema", result: textOnly},
	})
}

func TestMismatchReason(t *testing.T) {
	for _, c := range []struct{ output, result, want string }{
		{`{"properties":{"age":{"type":"integer"}}}`, structured(`{"age":"forty"}`),
			"RES-13 /structuredContent/age: violates /outputSchema/properties/age (type: expected integer, got string)"},
		{`{"type":"array"}`, content(hi), "RES-13 /structuredContent: structuredContent is missing, outputSchema demands it"},
		{`{"type":"object"}`, failed(content(hi)),
			"RES-14 /structuredContent: isError result lacks structuredContent; an error result must still satisfy outputSchema"},
		{`{"type":"object"}`, failed(structured(`null`)),
			"RES-14 /structuredContent: isError result violates /outputSchema (type: expected object, got null); an error result must still satisfy outputSchema"},
	} {
		j := Judge(bare(t, c.result), publishing(t, c.output), under(rule.House, ""))
		if got := j.Findings[0].Reason(); got != c.want {
			t.Errorf("got %s\nwant %s", got, c.want)
		}
	}
	text := violation(schema.Outcome{Verdict: schema.Invalid, SchemaPointer: "/a\u202e", Keyword: "required", Missing: "i\u001bd"})
	if want := `violates /outputSchema/a\u202e (required: "i\u001bd" is absent)`; text != want {
		t.Errorf("got %s, want %s", text, want)
	}
}

func TestUnproven(t *testing.T) {
	rejected := &Contract{HasOutput: true, Rejected: true}
	noOutput := &Contract{HasOutput: true}
	for _, c := range []struct {
		name    string
		surface surface
		result  string
		proven  bool
	}{
		{"listed", listed, content(hi), true},
		{"valid", publishing(t, `{}`), structured(`{}`), true},
		{"not in evidence", surface{nil, Unknown}, content(hi), false},
		{"not listed", surface{nil, Unlisted}, content(hi), false},
		{"rejected", surface{rejected, Listed}, content(hi), false},
		{"without a usable outputSchema", surface{noOutput, Listed}, content(hi), false},
		{"no object", listed, `7`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := Judge(bare(t, c.result), c.surface, under(rule.House, ""))
			if (j.Unproven == "") != c.proven {
				t.Errorf("unproven %q", j.Unproven)
			}
			for _, f := range j.Findings {
				if f.Rule == ruleOutput {
					t.Errorf("%s", f.Reason())
				}
			}
		})
	}
}

func TestNotJudgedIsConditional(t *testing.T) {
	limits := policy.DefaultLimits()
	limits.Evaluation = 200
	doc := document(t, `{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}}`)
	s, problems := schema.Compile(doc, doc.Root, limits)
	if s == nil {
		t.Fatal(problems)
	}
	value := "[" + strings.Repeat(`{"a":"x"},`, 500) + `{"a":"x"}]`
	for _, result := range []string{structured(value), failed(structured(value))} {
		j := Judge(bare(t, result), surface{&Contract{HasOutput: true, Output: s}, Listed}, under(rule.House, ""))
		if j.Decision() != rule.Conditional || j.Unproven == "" {
			t.Errorf("%s, unproven %q", j.Decision(), j.Unproven)
		}
	}
}

func TestUnsafeIntegers(t *testing.T) {
	unsafe := []string{"RES-25 condition /structuredContent/0"}
	for value, want := range map[string][]string{
		"9007199254740991": nil, "-9007199254740991": nil, "9007199254740992": unsafe, "-9007199254740992": unsafe,
		"9007199254740993": unsafe, "9007199254740993.0": unsafe, "9007199254740993e0": unsafe, "90071992547409930e-1": unsafe,
		"9007199254740993.5": nil, "0.9007199254740993e16": unsafe, "6.02214076e23": nil, "1e300": nil, "100000000000000000000": unsafe,
		"3.141592653589793238": nil, "000": nil, "1.0": nil,
	} {
		if value == "000" {
			value = "0"
		}
		t.Run(value, func(t *testing.T) {
			check(t, Judge(bare(t, structured("["+value+"]")), listed, under(rule.House, "")).Findings, want...)
		})
	}
	run(t, []resultCase{
		{name: "first of several", result: structured(`{"a":[1,9007199254740993,9007199254740995]}`), want: []string{"RES-25 condition /structuredContent/a/1"}},
		{name: "in text alone", result: content(`{"type":"text","text":"[9007199254740993]"}`)},
	})
}

func TestFallback(t *testing.T) {
	missing := []string{"RES-15 reject /content"}
	embedded := `{"type":"resource","resource":{"uri":"x:y","mimeType":"a/b","text":"[1]"}}`
	with := func(blocks string) string { return complete(`"content":[` + blocks + `],"structuredContent":[1]`) }
	user := `{"type":"text","text":"[1]","annotations":{"audience":["user"]}}`
	run(t, []resultCase{
		{name: "text", result: with(`{"type":"text","text":"[1]"}`)},
		{name: "position is free", result: with(embedded + `,{"type":"text","text":"[1]"}`)},
		{name: "no block", result: with(``), want: missing},
		{name: "with outputSchema", output: `{"type":"array"}`, result: with(``), want: missing},
		{name: "null", result: complete(`"content":[],"structuredContent":null`), want: missing},
		{name: "error", result: failed(with(``)), want: missing},
		{name: "spec profile", result: with(``), profile: rule.Spec, want: []string{"RES-15 condition /content"}},
		{name: "embedded text", result: with(embedded), want: missing},
		{name: "link", result: with(`{"type":"resource_link","uri":"a:b","name":"[1]","description":"[1]"}`), want: missing},
		{name: "media", result: with(`{"type":"image","mimeType":"image/png","data":"` + png + `"}`), want: missing},
		{name: "white space", result: with(`{"type":"text","text":" \n\t\u00a0\u2003"}`), want: missing},
		{name: "nothing to see", result: with(`{"type":"text","text":"\u2060"}`), want: append(missing, "RES-24 condition /content/0/text")},
		{name: "text is no string", result: with(`{"type":"text","text":1}`), want: []string{"RES-04 reject /content/0/text", "RES-15 reject /content"}},
		{name: "user only", result: with(user), want: []string{"RES-15 note /content/0/text"}},
		{name: "user and another", result: with(user + `,{"type":"text","text":"[1]","annotations":{"audience":["assistant"]}}`)},
		{name: "empty audience", result: with(`{"type":"text","text":"[1]","annotations":{"audience":[]}}`)},
		{name: "older revision", result: `{"content":[],"structuredContent":{}}`, revision: "2025-06-18", want: missing},
		{name: "before it existed", result: `{"content":[],"structuredContent":{}}`, revision: "2025-03-26",
			want: []string{"RES-02 note /content", "RES-02 note /structuredContent"}},
	})
}

func TestAgreement(t *testing.T) {
	differs := []string{"RES-16 condition /content/0/text"}
	note := []string{"RES-16 note /content/0/text"}
	two := func(value, a, b string) string {
		return complete(`"content":[{"type":"text","text":"` + a + `"},{"type":"text","text":"` + b + `"}],"structuredContent":` + value)
	}
	run(t, []resultCase{
		{name: "prose", result: withText(`[1,2]`, "two rows"), want: note},
		{name: "same", result: withText(`[1,2]`, "[1,2]")},
		{name: "spelling", result: withText(`{"a":1.0,"b":"é"}`, ` {"b":"\u00e9", "a":10e-1} `)},
		{name: "element", result: withText(`[1,2]`, "[1,3]"), want: differs},
		{name: "exact numbers", result: withText(`[900719925474099.31]`, "[900719925474099.32]"), want: differs},
		{name: "kind", result: withText(`[1]`, `{"0":1}`), want: differs},
		{name: "scalar text beside an array", result: withText(`[1,2]`, "2"), want: note},
		{name: "scalars", result: withText(`1`, "2"), want: differs},
		{name: "scalar and object", result: withText(`1`, "{}"), want: differs},
		{name: "string as it is", result: withText(`"hello"`, "hello")},
		{name: "string of digits", result: withText(`"42"`, "42")},
		{name: "string and prose", result: withText(`"hello"`, "bye"), want: note},
		{name: "wrapped array", result: withText(`{"result":[1,2]}`, "[1,2]"), want: note},
		{name: "wrapped text", result: withText(`{"result":"hello"}`, "hello"), want: note},
		{name: "wrapped scalar", result: withText(`{"result":5}`, "5.0"), want: note},
		{name: "wrapped another", result: withText(`{"result":[1,2]}`, "[1,3]"), want: differs},
		{name: "wrapped scalar, another", result: withText(`{"result":5}`, "6"), want: note},
		{name: "one equal block is enough", result: two(`[1]`, "[2]", "[1]"), want: note},
		{name: "first equals, second differs", result: two(`[1]`, "[1]", "[2]"), want: []string{"RES-16 note /content/1/text"}},
		{name: "equal beside prose", result: two(`[1]`, "one row", "[1]")},
		{name: "equal beside another scalar", result: two(`[1]`, "2", "[1]")},
		{name: "second differs", result: two(`[1]`, "rows", "[2]"), want: []string{"RES-16 condition /content/1/text"}},
		{name: "JSON and more", result: withText(`[1]`, "[2] rows"), want: note},
		{name: "fault in the text", result: withText(`{"a":2}`, `{"a":1,"a":2}`), want: differs},
		{name: "number beyond the bounds", result: withText(`[1]`, `[1e5000000]`), want: differs},
		{name: "error results too", result: failed(withText(`[1]`, "[2]")), want: differs},
	})
	t.Run("too long to be read", func(t *testing.T) {
		p := under(rule.House, "")
		p.Limits.TextBytes = 3
		check(t, Judge(bare(t, withText(`[1]`, "[1, 2]")), listed, p).Findings, "RES-17 reject /content/0")
	})
}

func TestAgreementReason(t *testing.T) {
	for result, want := range map[string]string{
		withText(`{"a":[1,2]}`, `{"a":[1,"secret"]}`): "RES-16 /content/0/text: JSON text differs from structuredContent at /a/1",
		withText(`[1]`, `{"secret":1}`):               "RES-16 /content/0/text: JSON text differs from structuredContent at its root",
	} {
		j := Judge(bare(t, result), listed, under(rule.House, ""))
		if got := j.Findings[0].Reason(); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

func TestErrorSaysWhat(t *testing.T) {
	silent := []string{"RES-23 condition /content"}
	run(t, []resultCase{
		{name: "text", result: failed(content(`{"type":"text","text":"unknown city"}`))},
		{name: "nothing", result: failed(content()), want: silent},
		{name: "blank", result: failed(content(`{"type":"text","text":" "}`)), want: silent},
		{name: "media", result: failed(content(`{"type":"image","mimeType":"image/png","data":"` + png + `"}`)), want: silent},
		{name: "structured", result: failed(complete(`"content":[],"structuredContent":{}`)), want: []string{"RES-15 reject /content"}},
		{name: "no error", result: content(`{"type":"image","mimeType":"image/png","data":"` + png + `"}`)},
	})
}

func TestArgumentsValid(t *testing.T) {
	contract := &Contract{Input: compile(t, `{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}`)}
	open := &Contract{Input: compile(t, `{"type":"object"}`)}
	call := func(arguments string) *evidence.Exchange {
		return recorded(t, `{"request":{"params":{"name":"t"`+arguments+`}}}`)
	}
	for _, c := range []struct {
		name string
		call *evidence.Exchange
		c    *Contract
		want schema.Verdict
	}{
		{"valid", call(`,"arguments":{"a":1.0}`), contract, schema.Valid},
		{"invalid", call(`,"arguments":{"a":"1"}`), contract, schema.Invalid},
		{"absent is empty", call(``), contract, schema.Invalid},
		{"absent may do", call(``), open, schema.Valid},
		{"fault", call(`,"arguments":{"a":1,"a":2}`), contract, schema.NotJudged},
		{"no schema", call(``), &Contract{}, schema.NotJudged},
		{"no contract", call(``), nil, schema.NotJudged},
		{"no request", bare(t, content(hi)), contract, schema.NotJudged},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ArgumentsValid(c.call, c.c); got.Verdict != c.want || got.Verdict == schema.NotJudged && got.Reason == "" {
				t.Errorf("%+v, want verdict %d", got, c.want)
			}
		})
	}
}

func TestInterim(t *testing.T) {
	interim := func(members string) string { return `{"resultType":"input_required"` + members + `}` }
	asks := func(request string) string { return interim(`,"inputRequests":{"q":` + request + `}`) }
	form := `{"method":"elicitation/create","params":{"message":"m","requestedSchema":{}}}`
	field := func(name, field string) string {
		return asks(`{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{` + name + `:` + field + `}}}}`)
	}
	const asked = "/inputRequests/q/params/requestedSchema/properties/"
	run(t, []resultCase{
		{name: "a plain field", result: field(`"city"`, `{"type":"string","title":"Spin"}`)},
		{name: "a password", result: field(`"password"`, `{"type":"string"}`), want: []string{"RES-21 condition " + asked + "password"}},
		{name: "a token, as words", result: field(`"access_Token"`, `{"type":"string"}`), want: []string{"RES-21 condition " + asked + "access_Token"}},
		{name: "a secret by its title", result: field(`"f"`, `{"type":"string","title":"Your API key"}`), want: []string{"RES-21 condition " + asked + "f"}},
		{name: "of whom it is", result: field(`"email"`, `{"type":"string"}`)},
		{name: "words from right to left", result: asks(`{"method":"elicitation/create","params":{"message":"m\u202ep","requestedSchema":{}}}`),
			want: []string{"RES-24 condition /inputRequests/q/params/message"}},
		{name: "state", result: interim(`,"requestState":"s1"`)},
		{name: "form", result: asks(form)},
		{name: "nothing", result: interim(``), want: []string{"RES-21 reject"}},
		{name: "state number", result: interim(`,"requestState":1`), want: []string{"RES-21 reject /requestState"}},
		{name: "state null", result: interim(`,"requestState":null`), want: []string{"RES-21 reject /requestState"}},
		{name: "requests array", result: interim(`,"inputRequests":[]`), want: []string{"RES-21 reject /inputRequests"}},
		{name: "request string", result: asks(`"x"`), want: []string{"RES-21 reject /inputRequests/q"}},
		{name: "method missing", result: asks(`{}`), want: []string{"RES-21 reject /inputRequests/q/method"}},
		{name: "method unknown", result: asks(`{"method":"tools/call"}`), want: []string{"RES-21 reject /inputRequests/q/method"}},
		{name: "params missing", result: asks(`{"method":"elicitation/create"}`), want: []string{"RES-21 reject /inputRequests/q/params"}},
		{name: "roots", result: asks(`{"method":"roots/list"}`), want: []string{"RES-21 note /inputRequests/q/method"}},
		{name: "sampling", result: asks(`{"method":"sampling/createMessage","params":{}}`), want: []string{"RES-21 note /inputRequests/q/method"}},
		{name: "content beside it", result: interim(`,"requestState":"s","content":7,"structuredContent":null`),
			want: []string{"RES-21 note /content", "RES-21 note /structuredContent"}},
		{name: "near miss", result: interim(`,"requestState":"s","input_requests":{}`), want: []string{"JSON-07 condition /input_requests"}},
		{name: "older revision knows none", result: interim(`,"requestState":"s"`), revision: "2025-11-25",
			want: []string{"RES-02 reject /content", "RES-02 note /resultType"}},
	})
	t.Run("proves nothing", func(t *testing.T) {
		j := Judge(bare(t, interim(`,"requestState":"s1"`)), publishing(t, `{"type":"object"}`), under(rule.House, ""))
		if j.Outcome != InputRequired || j.Shows != evidence.Unlabelled || j.Rows != (matrix.Decisions{}) {
			t.Errorf("%s shows %q, rows %v", j.Outcome, j.Shows, j.Rows)
		}
	})
	t.Run("a thousand bad requests", func(t *testing.T) {
		var b strings.Builder
		for i := range 1000 {
			b.WriteString(`,"k` + strings.Repeat("x", i) + `":1`)
		}
		j := Judge(bare(t, interim(`,"inputRequests":{`+b.String()[1:]+`}`)), listed, under(rule.House, ""))
		if j.Decision() != rule.Rejected || len(j.Findings) > maxRepeats {
			t.Errorf("%s by %d findings", j.Decision(), len(j.Findings))
		}
	})
}

func TestInterimCapabilities(t *testing.T) {
	for _, c := range []struct {
		capabilities, request string
		declared              bool
	}{
		{`{"elicitation":{}}`, `{"method":"elicitation/create","params":{}}`, true},
		{`{"elicitation":{"form":{}}}`, `{"method":"elicitation/create","params":{"mode":"form"}}`, true},
		{`{"elicitation":{"url":{}}}`, `{"method":"elicitation/create","params":{}}`, false},
		{`{"elicitation":{"url":{}}}`, `{"method":"elicitation/create","params":{"mode":"url"}}`, true},
		{`{"elicitation":{}}`, `{"method":"elicitation/create","params":{"mode":"url"}}`, false},
		{`{"elicitation":{"form":{},"url":{}}}`, `{"method":"elicitation/create","params":{"mode":"fax"}}`, false},
		{`{"sampling":{}}`, `{"method":"elicitation/create","params":{}}`, false},
		{`{"sampling":{}}`, `{"method":"sampling/createMessage","params":{}}`, true},
		{`{}`, `{"method":"sampling/createMessage","params":{}}`, false},
		{`{"roots":{}}`, `{"method":"roots/list"}`, true},
		{`{"roots":null}`, `{"method":"roots/list"}`, false},
	} {
		e := recorded(t, `{"request":{"params":{"_meta":{"`+protocol.MetaProtocolVersion+`":"2026-07-28","`+protocol.MetaClientCapabilities+`":`+c.capabilities+`},"name":"t"}},
			"response":{"result":{"resultType":"input_required","inputRequests":{"q":`+c.request+`},"_meta":{"`+protocol.MetaServerInfo+`":{"name":"s","version":"1"}}}}}`)
		j := Judge(e, listed, under(rule.House, ""))
		if got := j.Decision() == rule.Admit; got != c.declared {
			t.Errorf("%s asked of %s: %v", c.request, c.capabilities, said(j.Findings))
		}
	}
}
