package tests

import (
	"fmt"
	"strings"

	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
)

func copyOf(argument, header, value, field string) scene {
	lines := ""
	if field != "" {
		lines = fmt.Sprintf("[%q,%s]", "Mcp-Param-"+header, field)
	}
	return sends(fmt.Sprintf("{%q:%s}", argument, value), lines)
}

func region(value, field string) scene { return copyOf("region", "Region", value, field) }

// encVectors are arguments and the only fields that a sender may make of them.
var encVectors = [][2]string{
	{`"eu-3"`, `eu-3`}, {`""`, `=?base64??=`}, {`" "`, `=?base64?IA==?=`}, {`"eu north"`, `=?base64?ZXUgbm9ydGg=?=`}, {`"a\tb"`, `=?base64?YQli?=`}, {`"trail "`, `=?base64?dHJhaWwg?=`},
	{`"Z\u00fcrich"`, `=?base64?WsO8cmljaA==?=`}, {`"Zu\u0308rich"`, `=?base64?WnXMiHJpY2g=?=`}, {`"\u6771"`, `=?base64?5p2x?=`}, {`"\ud83d\ude00"`, `=?base64?8J+YgA==?=`},
	{`"k\r\nX-A: 1"`, `=?base64?aw0KWC1BOiAx?=`}, {`"\ufeffk"`, `=?base64?77u/aw==?=`}, {`"\u0000"`, `=?base64?AA==?=`}, {`"\u007f"`, `=?base64?fw==?=`}, {`"\u00a0"`, `=?base64?wqA=?=`}, {`"\u2028"`, `=?base64?4oCo?=`},
	{`"=?base64?x"`, `=?base64?PT9iYXNlNjQ/eA==?=`}, {`"=?base64?eA==?="`, `=?base64?PT9iYXNlNjQ/ZUE9PT89?=`}, {`"=?base64?="`, `=?base64?PT9iYXNlNjQ/PQ==?=`}, {`"=?base64??="`, `=?base64?PT9iYXNlNjQ/Pz0=?=`},
	{`"=?base64"`, `=?base64`}, {`"=?BASE64?eA==?="`, `=?BASE64?eA==?=`}, {`"~!,\""`, `~!,"`}, {`"TRUE"`, `TRUE`}, {`"042"`, `042`},
}

func encEdges() []edge {
	var all []edge
	for _, v := range encVectors {
		s := region(v[0], quoted(v[1]))
		all = append(all, edge{"mapping", s, "ADMIT"}, edge{"ENC-11", s, ""})
	}
	for _, v := range [][4]string{ // rule, argument, value, field
		{"ENC-01", "flag", "true", "TRUE"}, {"ENC-01", "flag", "false", "0"},
		{"ENC-02", "region", `""`, ``}, {"ENC-02", "region", `"a b"`, `a b`}, {"ENC-02", "region", `"=?base64?x"`, `=?base64?x`},
		{"ENC-03", "region", `"é"`, `=?utf-8?B?w6k=?=`}, {"ENC-03", "region", `"é"`, `"e"`}, {"ENC-03", "region", `"é"`, `=?BASE64?w6k=?=`},
		{"ENC-04", "region", `" "`, `=?base64?IA?=`}, {"ENC-04", "region", `" "`, `=?base64?IA===?=`}, {"ENC-04", "region", `" "`, `=?base64?IB==?=`}, {"ENC-04", "region", `" "`, `=?base64? IA==?=`}, {"ENC-04", "region", `"???"`, `=?base64?Pz8_?=`},
		{"ENC-05", "region", `" lead"`, `lead`}, {"ENC-05", "region", `"Z\u00fcrich"`, `=?base64?WnXMiHJpY2g=?=`}, {"ENC-05", "region", `"\ufeffk"`, `=?base64?aw==?=`}, {"ENC-05", "region", `"a\r\nb"`, `=?base64?YQpi?=`},
		{"ENC-06", "count", "4", "+4"}, {"ENC-06", "count", "4", "04"}, {"ENC-06", "count", "4", "0.4e1"}, {"ENC-06", "count", "4", "0x4"}, {"ENC-06", "count", "4", "4."}, {"ENC-06", "count", "4", "5"}, {"ENC-06", "count", "9007199254740991", "9007199254740992"},
		{"ENC-07", "region", "null", "null"}, {"ENC-07", "flag", "null", "false"},
		{"ENC-08", "count", "9007199254740992", "9007199254740992"}, {"ENC-08", "count", "4.5", "4.5"}, {"ENC-08", "region", `{}`, `{}`}, {"ENC-08", "region", `[]`, `[]`},
		{"ENC-11", "count", "4", "4.0"}, {"ENC-11", "count", "0", "-0"},
	} {
		header := strings.ToUpper(v[1][:1]) + v[1][1:]
		all = append(all, edge{v[0], copyOf(v[1], header, v[2], quoted(v[3])), "reject"})
	}
	for value, field := range map[string]string{`42.0`: "42", `4.2e1`: "42", `1e3`: "1000", `-0`: "0", `9007199254740991`: "9007199254740991", `-9007199254740991`: "-9007199254740991"} {
		all = append(all, edge{"mapping", copyOf("count", "Count", value, quoted(field)), "ADMIT"})
	}
	return append(all,
		edge{"ENC-07", sends(`{}`, `["Mcp-Param-Region","eu"]`), "reject"}, edge{"ENC-07", region("null", ""), ""}, edge{"ENC-07", region(`""`, quoted("=?base64??=")), ""},
		edge{"ENC-09", sends(`{"region":"a"}`, `["Mcp-Param-Region","a"],["MCP-PARAM-REGION","a"]`), "reject"}, edge{"ENC-09", sends(`{"region":"a"}`, `["Mcp-Param-Region","a,a"]`), ""},
		edge{"ENC-11", region(`"eu-3"`, quoted("=?base64?ZXUtMw==?=")), "note"}, edge{"ENC-11", copyOf("count", "Count", "42", quoted("=?base64?NDI=?=")), "note"})
}

func parEdges() []edge {
	var all []edge
	both := "reject condition"
	for _, v := range []struct{ rule, argument, value, field, want string }{
		{"PAR-02", "region", `""`, ``, both}, {"PAR-02", "flag", `false`, ``, both}, {"PAR-02", "count", `0`, ``, both}, {"PAR-02", "memo", `"x"`, ``, ""}, {"PAR-02", "region", `null`, ``, ""},
		{"PAR-04", "region", `null`, `"null"`, both}, {"PAR-06", "region", `null`, `""`, both}, {"PAR-04", "region", `null`, `""`, ""},
		{"PAR-06", "region", `"Zürich"`, `"Zürich"`, both}, {"PAR-06", "region", `"Zürich"`, `"Z\u00fcrich"`, both}, {"PAR-06", "region", `""`, `""`, both}, {"PAR-06", "region", `"a"`, `"a\r\n b"`, both}, {"PAR-06", "region", `"a"`, `"a\u007f"`, both},
		{"PAR-06", "region", `"x"`, `"=?base64?="`, both}, {"PAR-06", "region", `"x"`, `"=?base64?7aCA?="`, both}, {"PAR-06", "region", `"x"`, `"=?base64?wK8=?="`, both}, {"PAR-06", "region", `"x"`, `"=?base64?/w==?="`, both}, {"PAR-06", "region", `"x"`, `"=?base64?eA==?="`, ""},
		{"PAR-07", "region", `"eu north"`, `"eu north"`, ""}, {"PAR-07", "region", `"eu"`, `"EU"`, both}, {"PAR-07", "region", `"a b"`, `"a+b"`, both}, {"PAR-07", "region", `"a b"`, `"a%20b"`, both}, {"PAR-07", "region", `" eu"`, `" eu"`, both},
		{"PAR-07", "region", `"eu"`, `" eu\t"`, ""}, {"PAR-07", "region", `"eu"`, `"eu, eu"`, both}, {"PAR-07", "region", `"a, b"`, `"a, b"`, ""}, {"PAR-07", "region", `"=?base64?eA=="`, `"=?base64?eA=="`, ""}, {"PAR-07", "region", `"Z\u00fcrich"`, `"=?base64?WnXMiHJpY2g=?="`, both},
		{"PAR-08", "count", `42`, `"42.0"`, ""}, {"PAR-08", "count", `0`, `"-0"`, ""}, {"PAR-08", "count", `42`, `"4.2e1"`, both}, {"PAR-08", "count", `42`, `"+42"`, both}, {"PAR-08", "count", `42`, `"042"`, both}, {"PAR-08", "count", `42`, `"0x2a"`, both}, {"PAR-08", "count", `42`, `"=?base64?NDIg?="`, both},
		{"PAR-08", "count", `1e3`, `"1e3"`, both}, {"PAR-08", "count", `9007199254740991`, `"9007199254740991"`, ""}, {"PAR-08", "count", `-9007199254740992`, `"-9007199254740992"`, both}, {"PAR-08", "count", `9007199254740992`, `"9007199254740992"`, both},
		{"PAR-08", "count", `9007199254740991`, `"9007199254740991.1"`, both}, {"PAR-08", "count", `42`, `"=?base64?2aTZog==?="`, both}, {"PAR-08", "count", `42`, `"42.00000000000000000"`, both}, {"PAR-08", "count", `42`, `"42.0000000000000000"`, ""},
		{"PAR-09", "flag", `true`, `"1"`, both}, {"PAR-09", "flag", `true`, `"yes"`, both}, {"PAR-09", "flag", `true`, `"TRUE"`, both}, {"PAR-09", "flag", `true`, `"=?base64?dHJ1ZQ==?="`, ""}, {"PAR-09", "flag", `false`, `"false"`, ""},
		{"PAR-10", "count", `42.5`, `"42.5"`, both}, {"PAR-10", "count", `42.5`, ``, ""}, {"PAR-10", "region", `{}`, `"{}"`, both}, {"PAR-10", "region", `["a"]`, `"a"`, both}, {"PAR-10", "region", `["a"]`, ``, ""},
		{"PAR-11", "region", `"\ud800"`, `"=?base64?77+9?="`, both}, {"PAR-11", "count", `1e401`, `"1"`, both},
	} {
		header := strings.ToUpper(v.argument[:1]) + v.argument[1:]
		all = append(all, edge{v.rule, copyOf(v.argument, header, v.value, v.field), v.want})
	}
	mappingEdge := func(s scene, want string) { all = append(all, edge{"mapping", s, want}) }
	mappingEdge(copyOf("count", "Count", `"42"`, `"42"`), "ADMIT")
	mappingEdge(copyOf("count", "Count", `9007199254740992`, ``), "REJECT ENC-08")
	all = append(all,
		edge{"PAR-01", sends(`{"region":"eu"}`, `["Mcp-Param-Region ","eu"]`), "reject"},
		edge{"PAR-01", posted(post{args: `{"region":"eu"}`, copies: `["Mcp-Param-Region ","eu"]`, status: 400, answer: `"error":{"code":-32600,"message":"m"}`}), ""},
		edge{"PAR-05", sends(`{}`, `["Mcp-Param-","eu"]`), both}, edge{"PAR-05", sends(`{}`, `["X-Region","eu"]`), ""},
		edge{"PAR-05", tools(route, strings.Replace(annotated(`{"type":"string","x-mcp-header":"Zone"}`), `"a"`, `"b"`, 1)).and(post{copies: `["Mcp-Param-Zone","eu"]`}.text()), both},
		edge{"PAR-05", tools(route).and(post{method: prompts, params: `"name":"route",`, copies: `["Mcp-Param-Region","eu"]`, answer: `"result":{"resultType":"complete","messages":[]}`}.text()), both},
		edge{"PAR-03", sends(`{"region":"eu"}`, `["Mcp-Param-Region","eu"],["Mcp-Param-Region",""]`), both}, edge{"PAR-03", sends(`{"region":"eu"}`, `["Mcp-Param-Region","eu"],["Mcp-Param-Region","=?base64?ZXU=?="]`), both},
		edge{"PAR-04", posted(post{params: `"name":"route",`, copies: `["Mcp-Param-Region","eu"]`}), both},
		edge{"PAR-11", posted(post{params: `"name":"route","arguments":{},"arguments":{},`}), both}, edge{"PAR-11", posted(post{params: `"name":"x","name":"route","arguments":{},`}), both},
		edge{"PAR-11", sends(`{"memo":"a","memo":"b"}`, ``), both},
		edge{"PAR-12", posted(post{args: `{"region":"eu"}`, status: 400, answer: `"error":{"code":-32020,"message":"m"}`}), ""})
	for status, answers := range map[int][]string{
		400: {`"error":{"code":-32001,"message":"m"}`, `"error":{"code":-32602,"message":"m"}`, `"error":{"code":-32600,"message":"m"}`, `"result":` + missed},
		422: {mismatch}, 200: {mismatch, `"result":` + missed},
	} {
		for _, answer := range answers {
			all = append(all, edge{"PAR-12", posted(post{args: `{"region":"eu"}`, status: status, answer: answer}), "reject"})
		}
	}
	bare := post{args: `{"region":"eu"}`, answer: "-", beside: ""}.text()
	plain := strings.Replace(bare, `"http":{`, `"http":{"status":400,`, 1)
	all = append(all, edge{"PAR-12", tools(route).and(bare), ""}, edge{"PAR-02", tools(route).and(bare), "reject"}, edge{"PAR-12", tools(route).and(plain), "reject"},
		edge{"PAR-12", posted(post{args: `{"region":"eu"}`, copies: `["Mcp-Param-Region","eu"]`, status: 400, answer: mismatch}), both})
	for standard, want := range map[string]string{
		`["mcp-protocol-version","2026-07-28"],["mcp-method","tools/call"],["mcp-name","route"]`:                             "",
		`["MCP-Protocol-Version"," 2026-07-28 "],["Mcp-Method","tools/call"],["Mcp-Name","route"]`:                           "",
		`["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","tools/call"],["Mcp-Name","=?base64?cm91dGU=?="]`:               "",
		`["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","=?base64?dG9vbHMvY2FsbA==?="],["Mcp-Name","route"]`:            both,
		`["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","tools/call"],["Mcp-Name","Route"]`:                             both,
		`["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","tools/call"]`:                                                  both,
		`["MCP-Protocol-Version","2026-07-28"],["Mcp-Name","route"]`:                                                         both,
		`["MCP-Protocol-Version","2025-11-25"],["Mcp-Method","tools/call"],["Mcp-Name","route"]`:                             both,
		`["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","tools/call"],["Mcp-Method","tools/call"],["Mcp-Name","route"]`: both,
		`["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","tools/call"],["Mcp-Name",""]`:                                  both,
		`["Mcp-Method","tools/call"],["Mcp-Name","route"]`:                                                                   "note",
	} {
		all = append(all, edge{"PAR-13", posted(post{standard: standard}), want})
	}
	return append(all,
		edge{"PAR-13", posted(post{standard: `["Mcp-Method","tools/call"],["Mcp-Name","route"]`}).and(discovers(`"tools":{}`)), both},
		edge{"PAR-13", tools(route).and(post{method: "tools/list", standard: `["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","tools/list"]`, answer: `"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[]}`}.bare()), ""},
		edge{"PAR-13", posted(post{standard: `["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","x"],["Mcp-Name","route"]`, status: 400, answer: mismatch}), ""},
		edge{"PAR-15", logged(`eu%2Dwest%2D4`), "reject"}, edge{"PAR-15", logged(`x=eu-west-3`), "reject"}, edge{"PAR-15", logged(`header Mcp-Param-Region missing`), ""},
		edge{"PAR-15", posted(post{args: `{"region":"é x"}`, copies: `["Mcp-Param-Region","=?base64?w6kgeA==?="]`}).and(`{"log":["w6kgeA=="]}`), "reject"},
		edge{"PAR-15", posted(post{args: `{"region":"eu"}`, copies: `["Mcp-Param-Region","eu"]`}).and(`{"log":["neutral"]}`), ""},
		edge{"PAR-15", posted(post{args: `{"region":"eu"}`, copies: `["Mcp-Param-Region","eu"]`}).and(`{"log":["to eu now"]}`), "reject"})
}

func pageEdges() []edge {
	list := func(result string) scene {
		return docs(exchange(1, "", protocol.MethodListTools, "", `"result":{`+result+`}`))
	}
	const hints = `"ttlMs":0,"cacheScope":"private"`
	var all []edge
	for result, want := range map[string]string{
		`"resultType":"complete",` + hints + `,"tools":[]`: "", hints + `,"tools":[]`: "reject", `"resultType":"complete",` + hints: "reject", `"resultType":"complete",` + hints + `,"tools":null`: "reject",
		`"resultType":"complete",` + hints + `,"tools":{}`: "reject", `"resultType":"input_required","requestState":"s"`: "reject",
	} {
		all = append(all, edge{"PAGE-01", list(result), want})
	}
	for ttl, want := range map[string]string{`0`: "", `300000.0`: "", `3e5`: "", `1.5`: "reject", `"0"`: "reject", `null`: "reject", `-1`: "reject"} {
		all = append(all, edge{"PAGE-12", list(`"resultType":"complete","cacheScope":"public","tools":[],"ttlMs":` + ttl), want})
	}
	for scope, want := range map[string]string{`"private"`: "", `"public"`: "", `"Private"`: "reject", `null`: "reject"} {
		all = append(all, edge{"PAGE-12", list(`"resultType":"complete","ttlMs":0,"tools":[],"cacheScope":` + scope), want})
	}
	public := func(s scene, i int) scene {
		s.documents[i] = strings.Replace(s.documents[i], `"private"`, `"public"`, 1)
		return s
	}
	two := func(sent, next string) scene { return walk([3]string{"", next, fineTool}, [3]string{sent, "", ""}) }
	all = append(all, edge{"PAGE-12", list(`"resultType":"complete","tools":[]`), "reject"}, edge{"PAGE-12", public(two(`"cursor":"k",`, `"nextCursor":"k",`), 1), "reject"},
		edge{"PAGE-12", asked("resources/read", `"uri":"a:b",`, `"result":{"resultType":"complete","contents":[]}`), "reject"},
		edge{"PAGE-12", docs(anyTool, strings.Replace(discovers(`"tools":{}`), `"ttlMs":0,`, "", 1)), "reject"},
		edge{"PAGE-02", walk([3]string{`"cursor":"",`, "", fineTool}), "reject"}, edge{"PAGE-02", walk([3]string{`"cursor":null,`, "", fineTool}), "reject"}, edge{"PAGE-02", walk([3]string{"", "", fineTool}), ""})
	for next, want := range map[string]string{`"nextCursor":"",`: "reject", `"nextCursor":null,`: "condition", ``: ""} {
		all = append(all, edge{"PAGE-03", walk([3]string{"", next, fineTool}), want})
	}
	all = append(all, edge{"PAGE-03", two(`"cursor":"",`, `"nextCursor":"",`), ""})
	for next, want := range map[string]string{`0`: "reject", `false`: "reject", `[]`: "reject", `{}`: "reject", `" "`: "", `"null"`: ""} {
		all = append(all, edge{"PAGE-04", walk([3]string{"", `"nextCursor":` + next + `,`, fineTool}), want})
	}
	for cursor, want := range map[string]string{`"A="`: "", `"\u0041="`: "", `"A"`: "reject", `"a="`: "reject", `"A= "`: "reject", `"QT0="`: "reject"} {
		all = append(all, edge{"PAGE-05", two(`"cursor":`+cursor+`,`, `"nextCursor":"A=",`), want})
	}
	all = append(all, edge{"PAGE-05", walk([3]string{"", `"nextCursor":"",`, fineTool}, [3]string{"", `"nextCursor":"",`, fineTool}), "reject"}, edge{"PAGE-05", two(`"cursor":"k","filter":1,`, `"nextCursor":"k",`), "reject"},
		edge{"PAGE-07", two(`"cursor":"k",`, `"nextCursor":"k",`), ""}, edge{"PAGE-07", walk([3]string{"", `"nextCursor":"a",`, fineTool}, [3]string{`"cursor":"b",`, "", ""}), "reject"},
		edge{"PAGE-07", walk([3]string{"", `"nextCursor":"k",`, fineTool}, [3]string{`"cursor":"k",`, "", toolNamed("b")}, [3]string{`"cursor":"k",`, "", toolNamed("c")}), "reject"},
		edge{"PAGE-07", walk([3]string{`"cursor":"k",`, "", ""}, [3]string{"", `"nextCursor":"k",`, fineTool}), ""},
		edge{"PAGE-08", walk([3]string{"", `"nextCursor":"a",`, fineTool}, [3]string{`"cursor":"a",`, `"nextCursor":"a",`, ""}), "reject"},
		edge{"PAGE-08", walk([3]string{"", `"nextCursor":"a",`, fineTool}, [3]string{`"cursor":"a",`, `"nextCursor":"b",`, ""}, [3]string{`"cursor":"b",`, `"nextCursor":"a",`, ""}), "reject"},
		edge{"PAGE-08", two(`"cursor":"k",`, `"nextCursor":"k",`).under(func(p *policy.Policy) { p.Limits.PagesPerPass = 1 }), "reject"}, edge{"PAGE-08", two(`"cursor":"k",`, `"nextCursor":"k",`).under(func(p *policy.Policy) { p.Limits.PagesPerPass = 2 }), ""},
		edge{"PAGE-09", walk([3]string{"", `"nextCursor":"k",`, fineTool}, [3]string{`"cursor":"k",`, "", fineTool}), "reject"}, edge{"PAGE-09", tools(toolNamed("a", "A")), ""})
	for method, member := range map[string]string{"prompts/list": `"prompts":[{"name":"a"},{"name":"a"}]`, "resources/list": `"resources":[{"uri":"a:b","name":"x"},{"uri":"a:b","name":"y"}]`,
		"resources/templates/list": `"resourceTemplates":[{"uriTemplate":"a:{b}","name":"x"},{"uriTemplate":"a:{b}","name":"y"}]`} {
		all = append(all, edge{"PAGE-09", docs(anyTool, exchange(2, "", method, "", `"result":{"resultType":"complete",`+hints+`,`+member+`}`)), "reject"})
	}
	paged := func(cut int) scene {
		first := with(`"pass":1`, page(1, "", "", toolNamed("a", "b", "c")))
		names := []string{"a", "b", "c"}
		return docs(first, with(`"pass":2`, page(2, "", `"nextCursor":"k",`, toolNamed(names[:cut]...))), with(`"pass":2`, page(3, `"cursor":"k",`, "", toolNamed(names[cut:]...))))
	}
	all = append(all, edge{"PAGE-10", paged(1), ""}, edge{"PAGE-10", paged(2), ""}, edge{"PAGE-10", passes(toolNamed("a", "b", "c"), toolNamed("c", "b")), "condition"}, edge{"PAGE-10", passes(toolNamed("a", "b"), toolNamed("a", "x", "b")), ""},
		edge{"PAGE-11", passes(toolNamed("a", "b"), toolNamed("b", "a")), ""}, edge{"PAGE-11", callers("private", toolNamed("a"), toolNamed("a", "b")), ""},
		edge{"PAGE-13", tools(fineTool).and(page(2, `"cursor":"never",`, "", fineTool)), "condition"}, edge{"PAGE-05", tools(fineTool).and(page(2, `"cursor":"never",`, "", fineTool)), ""},
		edge{"PAGE-14", callers("public", fineTool, otherTool), "reject"}, edge{"PAGE-14", callers("public", fineTool, fineTool), ""}, edge{"PAGE-14", callers("private", fineTool, otherTool), ""},
		edge{"PAGE-14", docs(with(`"caller":"c1"`, page(1, "", `"nextCursor":"k1",`, fineTool)), with(`"caller":"c1"`, page(2, `"cursor":"k1",`, "", "")),
			with(`"caller":"c2"`, page(3, "", `"nextCursor":"k2",`, fineTool)), with(`"caller":"c2"`, page(4, `"cursor":"k1",`, "", toolNamed("z")))), "reject"})
	return all
}

func cmpEdges() []edge {
	var all []edge
	add := func(rule string, c completing, want string) { all = append(all, edge{rule, completes(c), want}) }
	for ref, want := range map[string]string{
		`{"type":"ref/prompt"}`: "reject", `{"type":"ref/resource"}`: "reject", `{"type":"ref/prompt","name":7}`: "reject", `{"name":"triage"}`: "reject", `"triage"`: "reject", `{"type":"ref/prompt","name":"triage","title":"T"}`: "",
		`{"type":"ref/prompt","name":"triage","uri":"a:b"}`: "note",
	} {
		add("CMP-01", completing{ref: ref}, want)
	}
	add("CMP-02", completing{ref: `{"type":"ref/prompt","name":"TRIAGE"}`}, "reject")
	add("CMP-02", completing{ref: `{"type":"ref/prompt","name":"TRIAGE"}`, answer: refused}, "")
	add("CMP-02", completing{}, "")
	template := func(ref, arg string) completing {
		return completing{known: knownTemplate, ref: `{"type":"ref/resource","uri":` + quoted(ref) + `}`, arg: `{"name":` + quoted(arg) + `,"value":""}`}
	}
	add("CMP-03", template("repo://{owner}/{name}", "owner"), "")
	add("CMP-03", template("REPO://{owner}/{name}", "owner"), "reject")
	add("CMP-03", template("repo://acme/{name}", "name"), "reject")
	for uri, names := range map[string]map[string]string{
		`r://{owner}/{name}{?ref,page*}`: {"owner": "", "ref": "", "page": "", "Owner": "reject", "page*": "reject"}, `r:{+path}{#frag}{/seg*}{;x}{&y}`: {"path": "", "frag": "", "seg": "", "x": "", "y": "", "z": "reject"},
		`r:{a.b:3}`: {"a.b": "", "a": "reject"}, `r:{%41b}`: {"%41b": "", "Ab": "reject"}, `r:{a`: {"a": "reject"},
	} {
		for name, want := range names {
			listing := exchange(7, "", "resources/templates/list", "", `"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","resourceTemplates":[{"uriTemplate":`+quoted(uri)+`,"name":"t"}]}`)
			s := docs(anyTool, listing, completing{known: " ", ref: `{"type":"ref/resource","uri":` + quoted(uri) + `}`, arg: `{"name":` + quoted(name) + `,"value":""}`}.text())
			all = append(all, edge{"CMP-04", s, want})
		}
	}
	for arg, want := range map[string]string{`{"name":"env","value":""}`: "", `{"name":"env"}`: "reject", `{"name":"env","value":7}`: "reject", `{"name":"env","value":null}`: "reject"} {
		add("CMP-05", completing{arg: arg}, want)
	}
	add("CMP-05", completing{context: `,"context":{"arguments":{"host":1}}`}, "reject")
	add("CMP-04", completing{context: `,"context":{"arguments":{"Host":"x"}}`}, "reject")
	add("CMP-05", completing{context: `,"context":{"arguments":{"host":"x"}}`}, "")
	for members, want := range map[string]string{`"values":[]`: "", `"values":null`: "reject", `"x":1`: "reject", `"values":["a",7]`: "reject", `"values":["a","a"]`: "note", `"values":[` + values(100) + `]`: "", `"values":[` + values(101) + `]`: "reject"} {
		add("CMP-06", completing{values: members}, want)
	}
	add("CMP-06", completing{answer: `"result":{"resultType":"input_required","requestState":"s"}`}, "reject")
	for total, want := range map[string]string{`2.0`: "", `2`: "", `3`: "", `1`: "reject", `1.5`: "reject", `"2"`: "reject", `-1`: "reject", `null`: "reject"} {
		add("CMP-07", completing{values: `"values":["a","b"],"total":` + total}, want)
	}
	add("CMP-07", completing{values: `"values":["a"]`}, "")
	for members, want := range map[string]string{`"total":1,"hasMore":true`: "condition", `"total":9,"hasMore":false`: "condition", `"hasMore":true`: "", `"total":1`: "", `"hasMore":"x"`: "reject", `"total":9,"hasMore":true`: "", `"total":1,"hasMore":false`: ""} {
		add("CMP-08", completing{values: `"values":["a"],` + members}, want)
	}
	add("CMP-09", completing{caller: lowCaller, values: `"values":["dev"]`}, "")
	add("CMP-09", completing{caller: lowCaller, values: `"values":["Dev"]`}, "reject")
	add("CMP-09", completing{caller: lowCaller, values: `"values":[]`}, "")
	leak := func(forbidden, values, want string) {
		add("CMP-10", completing{caller: `{"name":"low","forbidden":[` + quoted(forbidden) + `]}`, values: `"values":[` + quoted(values) + `]`}, want)
	}
	leak("acme-prod", "tenant/ACME-Prod/eu", "reject")
	leak("acme-prod", "t/acme%2Dprod", "reject")
	leak("acme-prod", "acmeprod", "reject")
	leak("acme-prod", "ａｃｍｅ－ｐｒｏｄ", "reject")
	leak("acme-prod", "beta-dev", "")
	leak("prd", "sprd", "")
	leak("prd", "s-prd", "reject")
	add("CMP-10", completing{caller: `{"name":"low","forbidden":["acme-prod"]}`, answer: `"error":{"code":-32602,"message":"no access to ACME_PROD"}`}, "reject")
	add("CMP-10", completing{caller: `{"name":"low","forbidden":["acme-prod"]}`, answer: `"error":{"code":-32602,"message":"no","data":{"t":"acme-prod"}}`}, "reject")
	add("CMP-10", completing{caller: `{"name":"low","forbidden":["acme-prod"]}`, answer: `"result":{"resultType":"complete","completion":{"values":[]},"_meta":{"x":"acme-prod"}}`}, "reject")
	add("CMP-11", completing{caller: lowCaller, values: `"values":["dev","test"],"hasMore":true`}, "reject")
	add("CMP-11", completing{caller: lowCaller, values: `"values":["dev"],"total":2`}, "")
	prefixes := func(hidden, nonsense string) scene {
		caller := `{"name":"low","forbidden":["acme-prod"],"allowed":{"env":["dev"]}}`
		return completes(completing{caller: caller, arg: `{"name":"env","value":"acm"}`, answer: hidden}, completing{caller: caller, arg: `{"name":"env","value":"qzx"}`, answer: nonsense})
	}
	const none = `"result":{"resultType":"complete","completion":{"values":[]}}`
	all = append(all, edge{"CMP-11", prefixes(none, none), ""}, edge{"CMP-11", prefixes(strings.Replace(none, `[]`, `[],"total":0`, 1), none), "reject"}, edge{"CMP-11", prefixes(`"error":{"code":-32603,"message":"m"}`, none), "reject"},
		edge{"CMP-11", ranked(`"values":["x","y"]`), ""}, edge{"CMP-11", ranked(`"values":["y"]`), "reject"})
	add("CMP-12", completing{ref: `{"type":"ref/prompt","name":"ghost"}`, answer: `"error":{"code":-32603,"message":"m"}`}, "reject")
	add("CMP-12", completing{ref: `{"type":"ref/prompt","name":"ghost"}`, answer: refused}, "")
	add("CMP-12", completing{arg: `{"name":"ghost","value":""}`, answer: refused}, "")
	add("CMP-12", completing{arg: `{"name":"ghost","value":""}`, answer: none}, "note")
	add("CMP-04", completing{arg: `{"name":"ghost","value":""}`, answer: none}, "")
	add("CMP-12", completing{answer: `"error":{"code":-32603,"message":"m"}`}, "condition")
	add("CMP-12", completing{answer: none}, "")
	absent := completes(completing{answer: `"error":{"code":-32601,"message":"m"}`}).and(discovers(`"tools":{}`))
	all = append(all, edge{"CMP-12", absent, ""}, edge{"CMP-14", absent, "note"}, edge{"CMP-12", completes(completing{answer: refused}).and(discovers(`"tools":{}`)), "reject"},
		edge{"CMP-14", completes(completing{}).and(discovers(`"tools":{}`)), "reject"}, edge{"CMP-14", completes(completing{}), "note"},
		edge{"CMP-14", docs(anyTool, exchange(3, "", "prompts/list", "", `"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","prompts":[{"name":"p"}]}`), discovers(`"tools":{},"prompts":{}`)), "note"})
	declared := func(p policy.Completion) scene {
		return completes(completing{}).under(func(q *policy.Policy) { q.Completion = p })
	}
	limit := &policy.RateLimit{Requests: 1, PerSeconds: 1, Key: "caller"}
	all = append(all, edge{"CMP-13", declared(policy.Completion{DebounceMs: 1, RateLimit: limit}), ""}, edge{"CMP-13", declared(policy.Completion{RateLimit: limit}), "request"}, edge{"CMP-13", declared(policy.Completion{DebounceMs: 1}), "request"},
		edge{"CMP-13", docs(anyTool), ""},
		edge{"CMP-13", completes(completing{beside: at(0)}, completing{beside: at(249)}).under(paced), "reject"}, edge{"CMP-13", completes(completing{beside: at(0)}, completing{beside: at(250)}).under(paced), ""},
		edge{"CMP-13", completes(completing{beside: at(0)}, completing{beside: at(9), arg: `{"name":"host","value":""}`}).under(paced), ""})
	return all
}

func evidEdges() []edge {
	calls := docs()
	for i := range 10 {
		calls = calls.and(call(i+1, "any", "{}", fine))
	}
	bare := `{"resultType":"complete","tools":[` + fineTool + `]}`
	all := []edge{
		{"EVID-01", calls, "refuse"}, {"EVID-01", docs(call(1, "any", "{}", fine), call(2, "any", "{}", missed)), ""}, {"EVID-02", docs(call(1, "any", "{}", fine), call(2, "any", "{}", missed)), "refuse"},
		{"EVID-02", docs(bare), "note"}, {"EVID-02", docs("[" + fineTool + "]"), "refuse"}, {"EVID-02", docs(fineTool), "refuse"}, {"EVID-02", docs(older(1, "tools/list", "", `{"tools":[]}`), call(2, "any", "{}", fine)), "refuse"},
		{"EVID-02", docs(strings.Replace(anyTool, `"tools":[`, `"tools":null,"x":[`, 1)), "refuse"},
		{"EVID-03", walk([3]string{"", `"nextCursor":"",`, fineTool}), "refuse"}, {"EVID-03", walk([3]string{"", `"nextCursor":0,`, fineTool}), "refuse"}, {"EVID-03", walk([3]string{"", `"nextCursor":null,`, fineTool}), ""},
		{"EVID-03", walk([3]string{"", `"nextCursor":"a",`, fineTool}, [3]string{`"cursor":"a",`, `"nextCursor":"a",`, ""}), "refuse"},
		{"EVID-05", docs(anyTool, call(2, "any", "{}", `{"resultType":"input_required","requestState":"s"}`)), "condition"}, {"EVID-05", docs(anyTool, call(2, "any", "{}", `{"content":[]}`)), "condition"},
		{"EVID-05", docs(anyTool, call(2, "other", "{}", fine)), "condition"}, {"EVID-05", docs(anyTool).file("results/any.json", fine), "note"}, {"EVID-05", docs(anyTool, fine), "condition"},
		{"EVID-05", docs(listOf(`{"name":"any","inputSchema":{"type":"object","required":["q"]}}`), call(2, "any", "{}", fine)), "condition"}, {"EVID-05", docs(anyTool, call(2, "any", "{}", fine)), ""},
		{"EVID-06", docs(anyTool, exchange(2, "", protocol.MethodCallTool, `"name":"any","arguments":{},`, `"error":{"code":-32603,"message":"m"}`)), "condition"}, {"EVID-06", docs(anyTool, call(2, "any", "{}", missed)), ""},
		{"EVID-06", docs(listOf(`{"name":"any","inputSchema":{"type":"object","required":["q"]}}`), call(2, "any", "{}", missed)), ""},
		{"EVID-07", overHTTP(docs(anyTool)), ""}, {"EVID-07", tools(route), ""}, {"EVID-07", overHTTP(tools(route)), "condition"}, {"EVID-07", untold(tools(route)), "request"},
		{"EVID-08", overHTTP(tools(route)).and(strings.Replace(complete.text(), `[["MCP-Protocol-Version","2026-07-28"]`, `{"x":1},"y":[["a","b"]`, 1)), "condition"},
		{"EVID-08", overHTTP(tools(route)).and(post{args: complete.args, copies: complete.copies, answer: "-"}.text()), "request"},
		{"EVID-09", enough(), ""}, {"EVID-09", docs(anyTool), "request"}, {"EVID-09", enough().without(3).and(discovers(`"tools":{},"completions":{}`)), "condition"}, {"EVID-09", completes(completing{answer: `"error":{"code":-32601,"message":"m"}`}), ""},
		{"EVID-10", enough(), "note"}, {"EVID-10", overHTTP(enough()), "request"}, {"EVID-10", overHTTP(enough()).under(func(p *policy.Policy) { p.Vary = policy.Varies }), "condition"}, {"EVID-10", callers("private", fineTool, fineTool), ""},
		{"EVID-10", callers("private", fineTool).under(func(p *policy.Policy) { p.Callers = []policy.Caller{{Name: "c1"}, {Name: "c2"}} }), "condition"},
		{"EVID-11", docs(older(1, "tools/list", "", `{"tools":[`+fineTool+`]}`)), "refuse condition"}, {"EVID-11", docs(older(1, "tools/list", "", `{"tools":[`+fineTool+`]}`)).at("2025-11-25"), ""},
		{"EVID-12", docs(anyTool, with(`"label":"failure"`, call(2, "any", "{}", fine))), ""}, {"EVID-12", docs(anyTool, with(`"label":"unknown-tool"`, call(2, "any", "{}", fine))), "note"},
		{"EVID-14", enough().and(`{"odd":1}`), "condition"}, {"EVID-14", enough().and(`[]`), "condition"}, {"EVID-14", enough().and(`"x"`), "condition"}, {"EVID-14", enough(), ""},
		{"EVID-14", docs(listOf(toolNamed("a", "b"))).under(func(p *policy.Policy) { p.Limits.ToolsPerSurface = 1 }), "refuse"}, {"EVID-14", docs(listOf(toolNamed("a", "b"))).under(func(p *policy.Policy) { p.Limits.ToolsPerSurface = 2 }), ""},
		{"EVID-15", tools(toolNamed("a/b")).under(accepts("DESC-04", reviewDay)), "note"}, {"EVID-15", tools(toolNamed("a/b")).under(accepts("DESC-04", "2026-07-31")), "condition"},
		{"DESC-04", tools(toolNamed("a/b")).under(accepts("DESC-04", reviewDay)), "condition"},
	}
	return all
}
