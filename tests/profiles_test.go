package tests

import (
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

// decision is what a review decides on the first of a kind, and by which rule:
// "REJECT HDR-06"; for a rule in place of a kind, the effects of its findings.
func decision(t *testing.T, r *report.Review, of string) string {
	t.Helper()
	said := func(decision, rule string) string { return strings.TrimSpace(decision + " " + rule) }
	switch {
	case of == "tool" && len(r.Tools) > 0:
		return said(r.Tools[0].Decision, r.Tools[0].Rule)
	case of == "result" && len(r.Results) > 0:
		return said(r.Results[0].Decision, r.Results[0].Rule)
	case of == "mapping" && len(r.Mappings) > 0:
		return said(r.Mappings[0].Decision, r.Mappings[0].Rule)
	case of == "listing" && len(r.Listings) > 0:
		return said(r.Listings[0].Decision, r.Listings[0].Rule)
	case of == "completion" && len(r.Completions) > 0:
		return said(r.Completions[0].Decision, r.Completions[0].Rule)
	case rule.ByID(of) != nil:
		var found []string
		for _, f := range r.Findings {
			if f.Rule == of && !slices.Contains(found, f.Effect) {
				found = append(found, f.Effect)
			}
		}
		return strings.Join(found, " ")
	}
	t.Fatalf("no %s in the review", of)
	return ""
}

// proven is a tool over HTTP with all that it takes to admit it; args and copies
// are of its successful call.
func proven(tool, args, copies, success, failure string) scene {
	f := fixture{tool: tool, args: args, success: success, failure: failure}
	said := f.calls(2, "a")
	return overHTTP(docs(listOf(tool), said[0], said[1])).and(post{id: 4, params: `"name":"a","arguments":` + args + ",", copies: copies,
		standard: `["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","tools/call"],["Mcp-Name","a"]`, answer: said[0][strings.LastIndex(said[0], `"result":`) : len(said[0])-2]}.text())
}

const nestedBinding = `{"name":"a","description":"d","inputSchema":{"type":"object","properties":{
	"opt":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}}}`

// annotatedOutput has an annotation where only house policy looks for one.
const annotatedOutput = `{"name":"a","description":"d","inputSchema":{"type":"object"},
	"outputSchema":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Region"}}}}`

// annotated is a tool with one annotated property p.
func annotated(schema string) string {
	return `{"name":"a","description":"d","inputSchema":{"type":"object","properties":{"p":` + schema + `}}}`
}

// sent is a call of route over HTTP, beside its listing over HTTP.
func sent(args, copies string) scene { return overHTTP(sends(args, copies)) }

const missed = `{"resultType":"complete","isError":true,"content":[{"type":"text","text":"no"}]}`

// TestProfiles holds each demand that house policy makes stricter in both
// profiles: what is decided, and by which rule.
func TestProfiles(t *testing.T) {
	for _, c := range []struct {
		name        string
		scene       scene
		of          string
		house, spec string
	}{
		{"HDR-06, a nested property", proven(nestedBinding, `{"opt":{"region":"eu"}}`, `["Mcp-Param-Region","eu"]`, "", ""), "tool", "REJECT HDR-06", "ADMIT"},
		{"HDR-06, whose path is the binding", proven(nestedBinding, `{"opt":{"region":"eu"}}`, `["Mcp-Param-Region","us"]`, "", ""), "PAR-07", "", "reject condition"},
		{"HDR-06, and has to be copied", proven(nestedBinding, `{"opt":{"region":"eu"}}`, ``, "", ""), "mapping", "ADMIT", "REJECT PAR-02"},
		{"HDR-06, and is absent with its holder", proven(nestedBinding, `{}`, ``, "", ""), "mapping", "ADMIT", "ADMIT"},
		{"HDR-07, elsewhere all the same", proven(strings.Replace(nestedBinding, `"opt":{`, `"list":{"items":{"x-mcp-header":"L"}},"opt":{`, 1), `{}`, ``, "", ""), "HDR-07", "reject", "reject"},
		{"HDR-09", proven(annotatedOutput, `{}`, ``, `{"r":"x"}`, `{}`), "tool", "REJECT HDR-09", "ADMIT"},
		{"HDR-11", overHTTP(property(`{"type":"string","x-mcp-header":"Token"}`)), "tool", "REJECT HDR-11", "CONDITIONAL HDR-11"},
		{"HDR-15, over stdio", property(`{"type":"array","x-mcp-header":"P"}`), "HDR-05", "reject", ""},
		{"HDR-15, over HTTP", overHTTP(property(`{"type":"array","x-mcp-header":"P"}`)), "HDR-05", "reject", "reject"},
		{"HDR-13", overHTTP(property(`{"type":"string","x-mcp-header":"a_b"}`)), "HDR-13", "note", ""},
		{"HDR-14", overHTTP(mappedBy(`{}`)), "HDR-14", "condition", ""},

		{"ENC-02, an inner space in clear", sent(`{"region":"eu north"}`, `["Mcp-Param-Region","eu north"]`), "mapping", "REJECT ENC-02", "ADMIT"},
		{"ENC-02, an inner tab in clear", sent(`{"region":"eu\tnorth"}`, `["Mcp-Param-Region","eu\tnorth"]`), "mapping", "REJECT ENC-02", "ADMIT"},
		{"ENC-02, an outer space in clear", sent(`{"region":" eu"}`, `["Mcp-Param-Region"," eu"]`), "PAR-07", "reject condition", "reject condition"},
		{"ENC-02, the prefix alone in clear", sent(`{"region":"=?base64?x"}`, `["Mcp-Param-Region","=?base64?x"]`), "mapping", "REJECT ENC-02", "ADMIT"},
		{"ENC-02, a lookalike in clear", sent(`{"region":"=?base64?eA==?="}`, `["Mcp-Param-Region","=?base64?eA==?="]`), "ENC-02", "reject", "reject"},
		{"ENC-02, the empty string in an empty line", sent(`{"region":""}`, `["Mcp-Param-Region",""]`), "ENC-02", "reject", ""},
		{"ENC-03", sent(`{"region":"é"}`, `["Mcp-Param-Region","%C3%A9"]`), "ENC-03", "reject", "reject"},
		{"ENC-11, an integer as 4.0", sent(`{"count":4}`, `["Mcp-Param-Count","4.0"]`), "mapping", "REJECT ENC-11", "ADMIT"},
		{"ENC-11, encoded without need", sent(`{"region":"eu"}`, `["Mcp-Param-Region","=?base64?ZXU=?="]`), "ENC-11", "note", ""},

		{"PAR-03", sent(`{"region":"eu"}`, `["Mcp-Param-Region","eu"],["mcp-param-region","eu"]`), "PAR-03", "reject condition", "note"},
		{"PAR-04", sent(`{"region":null}`, `["Mcp-Param-Region","eu"]`), "PAR-04", "reject condition", "note"},
		{"PAR-05", sent(`{}`, `["Mcp-Param-Zone","eu"]`), "PAR-05", "reject condition", "note"},
		{"PAR-05, the mapping", sent(`{}`, `["Mcp-Param-Zone","eu"]`), "mapping", "REJECT PAR-05", "ADMIT"},
		{"PAR-08, with an exponent", sent(`{"count":4}`, `["Mcp-Param-Count","0.4e1"]`), "PAR-08", "reject condition", ""},
		{"PAR-08, another number", sent(`{"count":4}`, `["Mcp-Param-Count","5"]`), "PAR-08", "reject condition", "reject condition"},
		{"PAR-08, one that a double takes for it", sent(`{"count":9007199254740991}`, `["Mcp-Param-Count","9007199254740991.1"]`), "PAR-08", "reject condition", "reject condition"},
		{"PAR-08, no number", sent(`{"count":4}`, `["Mcp-Param-Count","0x4"]`), "PAR-08", "reject condition", "reject condition"},
		{"PAR-15", overHTTP(logged(`rejected eu-west-4`)), "PAR-15", "reject", ""},

		{"RES-01, absent", gave(`{"content":[{"type":"text","text":"t"}]}`), "result", "REJECT RES-01", "REJECT RES-01"},
		{"RES-01, absent at an older revision", elder(`{"content":[{"type":"text","text":"t"}]}`), "RES-01", "", ""},
		{"RES-14, structuredContent missing", promised(`{"type":"object"}`, missed), "result", "REJECT RES-14", "ADMIT"},
		{"RES-14, structuredContent invalid", promised(`{"type":"object"}`, strings.Replace(missed, `"isError"`, `"structuredContent":[],"isError"`, 1)), "result", "REJECT RES-14", "REJECT RES-14"},
		{"RES-13, missing", promised(`{"type":"object"}`, fine), "result", "REJECT RES-13", "REJECT RES-13"},
		{"RES-15", gave(`{"resultType":"complete","content":[],"structuredContent":[1]}`), "result", "REJECT RES-15", "CONDITIONAL RES-15"},
		{"RES-18, another code", answered("", `"name":"nope","arguments":{},`, `"error":{"code":-32601,"message":"no"}`), "result", "REJECT RES-18", "ADMIT"},
		{"RES-18, a result", answered("", `"name":"nope","arguments":{},`, `"result":`+missed), "result", "REJECT RES-18", "REJECT RES-18"},

		{"RES-05, a valid type of another family", gaveBlock(`{"type":"image","data":"AAAA","mimeType":"text/html"}`), "result", "REJECT RES-05", "REJECT RES-17"},
		{"RES-05, no media type", gaveBlock(`{"type":"image","data":"AAAA","mimeType":"png"}`), "result", "REJECT RES-05", "REJECT RES-05"},
		{"RES-06, empty", gaveBlock(`{"type":"image","data":"","mimeType":"image/png"}`), "result", "REJECT RES-06", "ADMIT"},
		{"RES-06, not canonical", gaveBlock(`{"type":"image","data":"AAA","mimeType":"image/png"}`), "result", "REJECT RES-06", "REJECT RES-06"},
		{"RES-07, a scheme that runs", gaveBlock(`{"type":"resource_link","uri":"javascript:0","name":"n"}`), "result", "REJECT RES-07", "ADMIT"},
		{"RES-07, no scheme", gaveBlock(`{"type":"resource_link","uri":"a.txt","name":"n"}`), "result", "REJECT RES-07", "REJECT RES-07"},
		{"RES-08, both forms", gaveBlock(`{"type":"resource","resource":{"uri":"a:b","text":"a","blob":"YQ=="}}`), "result", "REJECT RES-08", "ADMIT"},
		{"RES-08, neither form", gaveBlock(`{"type":"resource","resource":{"uri":"a:b"}}`), "result", "REJECT RES-08", "REJECT RES-08"},
		{"RES-17, a review of ours", gaveBlock(`{"type":"image","data":"AAAA","mimeType":"image/svg+xml"}`), "result", "REJECT RES-17", "REJECT RES-17"},
		{"RES-24, a review of ours", gaveBlock(`{"type":"text","text":"\u001b[31mred"}`), "result", "CONDITIONAL RES-24", "CONDITIONAL RES-24"},
		{"RES-25, a review of ours", gave(`{"resultType":"complete","content":[{"type":"text","text":"n"}],"structuredContent":[9007199254740993]}`), "result", "CONDITIONAL RES-25", "CONDITIONAL RES-25"},
		{"DESC-19, a review of ours", withMember(`"title":"\u202e"`), "tool", "CONDITIONAL DESC-19", "CONDITIONAL DESC-19"},
		{"DESC-20, a review of ours", tools(toolNamed("re\u0430d", "read")), "DESC-20", "condition", "condition"},
		{"CMP-09, a review of ours", completes(completing{caller: lowCaller, values: `"values":["dev","prod"]`}), "completion", "REJECT CMP-09", "REJECT CMP-09"},

		{"DESC-02, empty", tools(`{"name":"","inputSchema":{"type":"object"}}`), "tool", "REJECT DESC-02", "CONDITIONAL DESC-02"},
		{"DESC-02, no string", tools(`{"name":7,"inputSchema":{"type":"object"}}`), "tool", "REJECT DESC-02", "REJECT DESC-02"},
		{"DESC-03", tools(toolNamed("a\u200bb")), "DESC-03", "reject", "condition"},
		{"DESC-05", passes(fineTool, otherTool), "DESC-05", "reject", ""},
		{"DESC-06", tools(fineTool, otherTool), "tool", "REJECT DESC-06", "CONDITIONAL DESC-06"},

		{"PAGE-07", walk([3]string{"", `"nextCursor":"k",`, fineTool}), "PAGE-07", "reject", ""},
		{"PAGE-07, and the evidence is refused all the same", walk([3]string{"", `"nextCursor":"k",`, fineTool}), "EVID-03", "refuse", "refuse"},
		{"PAGE-09", walk([3]string{"", "", fineTool + "," + fineTool}), "listing", "REJECT PAGE-09", "CONDITIONAL PAGE-09"},
		{"PAGE-10", passes(toolNamed("a", "b"), toolNamed("b", "a")), "PAGE-10", "condition", "note"},
		{"CMP-13", completes(completing{}), "CMP-13", "request", "request"},
		{"EVID-05", enough().without(1), "EVID-05", "condition", "condition"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, p := range []struct {
				name  string
				scene scene
				want  string
			}{{"house", c.scene, c.house}, {"spec", c.scene.spec(), c.spec}} {
				r := p.scene.review()
				checkDeclared(t, r)
				got := decision(t, r, c.of)
				if got != p.want {
					t.Errorf("%s: %s is %q, want %q:%s", p.name, c.of, got, p.want, reasons(p.scene))
				}
			}
		})
	}
}

// elder is a result that a server of an older revision gave.
func elder(result string) scene {
	return docs(older(1, "tools/list", "", `{"tools":[`+fineTool+`]}`), older(2, "tools/call", `"name":"a","arguments":{}`, result)).at("2025-11-25")
}

// TestPaceBlocksInHouseOnly holds that what is asked for by CMP-13 blocks an
// approval under house policy alone.
func TestPaceBlocksInHouseOnly(t *testing.T) {
	for name, s := range map[string]scene{"house": completes(completing{}), "spec": completes(completing{}).spec()} {
		asked := 0
		for _, x := range s.review().Requests {
			if x.Rule != "CMP-13" {
				continue
			}
			if asked++; x.Blocking != (name == "house") {
				t.Errorf("%s: blocking %v: %s", name, x.Blocking, x.Reason)
			}
		}
		if asked != 2 {
			t.Errorf("%s: %d declarations are asked for, want debounce and rate limit", name, asked)
		}
	}
}

// TestUnchangedRules holds each trial against what the catalogue says of the
// rule under the specification's profile: not run, or unchanged.
func TestUnchangedRules(t *testing.T) {
	try := func(r *rule.Rule, s scene) {
		t.Helper()
		if silent[r.ID] != "" {
			return
		}
		s = overHTTP(s.and())
		house, spec := effects(t, s, r.ID), effects(t, s.spec(), r.ID)
		switch {
		case r.InSpec == "not run" && len(spec) > 0:
			t.Errorf("%s runs under the specification: %q", r.ID, spec)
		case r.InSpec == "" && !slices.Equal(house, spec):
			t.Errorf("%s is %q under house policy and %q under the specification:%s", r.ID, house, spec, reasons(s))
		}
	}
	for _, c := range slices.Concat(jsonTrials, descTrials, hdrTrials, resTrials, encTrials, parTrials, pageTrials, cmpTrials, evidTrials) {
		try(rule.Get(c.rule), c.no)
	}
	for _, r := range rule.All() {
		if s, isEvidence := example(t, r, r.Decline); isEvidence && !slices.Contains(ownNotation, r.ID) {
			try(r, s)
		}
	}
}
