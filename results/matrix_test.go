package results

import (
	"fmt"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/matrix"
	"mcpreview/internal/rule"
)

// A fixture is a result of a tool, with or without outputSchema, and the
// decision that it must come to.
type fixture struct {
	output, result string
	want           rule.Decision
}

func text(s string) string {
	return `{"type":"text","text":"` + strings.ReplaceAll(s, `"`, `\"`) + `"}`
}

func runFixtures(t *testing.T, row int, fixtures []fixture) {
	for i, f := range fixtures {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			j := Judge(bare(t, f.result), publishing(t, f.output), under(rule.House, ""))
			if j.Decision() != f.want {
				t.Errorf("%s with %s: %s, want %s: %q", f.result, f.output, j.Decision(), f.want, said(j.Findings))
			}
			if f.output != "" || row == matrix.MixedContent {
				if got := j.Rows[row]; got != 0 && got != f.want {
					t.Errorf("row %d: %s, want %s", row, got, f.want)
				}
			}
		})
	}
}

func TestRowNonObjectOutput(t *testing.T) {
	with := func(value string, blocks ...string) string {
		return complete(`"content":[` + strings.Join(blocks, ",") + `],"structuredContent":` + value)
	}
	runFixtures(t, matrix.NonObject, []fixture{
		{`{"type":"array","items":{"type":"number"}}`, with(`[0.5,3]`, text(`[0.5,3]`)), rule.Admit},
		{`{"type":"string","maxLength":0}`, with(`""`, text(`""`)), rule.Admit},
		{`{"type":"null"}`, with(`null`, text(`null`)), rule.Admit},
		{`{"type":["boolean","number"]}`, with(`false`, text(`false`)), rule.Admit},
		{`{"type":"array"}`, with(`{"0":"a"}`, text(`{}`)), rule.Rejected},
		{`{"type":"null"}`, content(text(`null`)), rule.Rejected},
		{`{"type":"integer"}`, with(`0.5`, text(`0.5`)), rule.Rejected},
		{`{"type":"array"}`, with(`[]`), rule.Rejected},
	})
	j := Judge(bare(t, with(`[1]`, text(`[1]`))), publishing(t, `{"type":"array"}`), under(rule.House, ""))
	if j.Rows != (matrix.Decisions{matrix.NonObject: rule.Admit, matrix.OutputMismatch: rule.Admit}) {
		t.Errorf("rows %v", j.Rows)
	}
	if j := Judge(bare(t, with(`[1]`, text(`[1]`))), listed, under(rule.House, "")); j.Rows != (matrix.Decisions{}) {
		t.Errorf("without outputSchema: rows %v", j.Rows)
	}
}

func TestRowOutputMismatch(t *testing.T) {
	with := func(value, said string) string {
		return complete(`"content":[` + text(said) + `],"structuredContent":` + value)
	}
	runFixtures(t, matrix.OutputMismatch, []fixture{
		{`{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}`, with(`{"n":7.0}`, `{"n":7}`), rule.Admit},
		{`{"type":"object"}`, with(`{"more":[null]}`, `a row`), rule.Admit},
		{`{}`, with(`0`, `0`), rule.Admit},
		{`{"type":"object","required":["n"]}`, with(`{}`, `{}`), rule.Rejected},
		{`{"properties":{"n":{"type":"integer"}}}`, with(`{"n":"7"}`, `seven`), rule.Rejected},
		{`{"type":"object","additionalProperties":false}`, with(`{"k":1}`, `one`), rule.Rejected},
		{`{"type":"object"}`, content(text(`{"n":1}`)), rule.Rejected},
	})
}

func TestRowErrorOutputMismatch(t *testing.T) {
	with := func(value, said string) string {
		return failed(complete(`"content":[` + text(said) + `],"structuredContent":` + value))
	}
	textOnly := failed(content(text("gone")))
	runFixtures(t, matrix.ErrorMismatch, []fixture{
		{`{"oneOf":[{"required":["row"]},{"required":["why"]}]}`, with(`{"why":"gone"}`, "gone"), rule.Admit},
		{`{"type":["array","null"]}`, with(`null`, "no source"), rule.Admit},
		{``, textOnly, rule.Admit},
		{`{"type":"object"}`, textOnly, rule.Rejected},
		{`{"type":"object","required":["row"]}`, with(`{"why":"gone"}`, "gone"), rule.Rejected},
		{`{"type":"object"}`, with(`null`, "gone"), rule.Rejected},
	})
	j := Judge(bare(t, textOnly), publishing(t, `{"type":"object"}`), under(rule.House, ""))
	if j.Rows != (matrix.Decisions{matrix.ErrorMismatch: rule.Rejected, matrix.ErrorLayering: rule.Admit}) {
		t.Errorf("rows %v", j.Rows)
	}
}

func TestRowMixedContent(t *testing.T) {
	image := `{"type":"image","data":"AAAA","mimeType":"image/png"}`
	link := `{"type":"resource_link","uri":"repo://x","name":"x"}`
	runFixtures(t, matrix.MixedContent, []fixture{
		{``, content(text("t"), image, `{"type":"audio","data":"AAA=","mimeType":"audio/wav"}`, link, `{"type":"resource","resource":{"uri":"repo://x","text":"y"}}`), rule.Admit},
		{``, content(`{"type":"resource","resource":{"uri":"repo://x","blob":""}}`, text("")), rule.Admit},
		{``, content(`{"type":"resource_link","uri":"file:///x","name":"x","size":0}`, `{"type":"resource_link","uri":"file:///x","name":"x"}`), rule.Admit},
		{``, content(text("t"), `{"type":"image","data":"AAA","mimeType":"image/png"}`, text("u")), rule.Rejected},
		{``, content(`{"type":"resource_link","uri":"repo://x","name":"x","text":"y"}`), rule.Rejected},
		{``, content(`{"type":"resource","resource":{"uri":"repo://x","text":"y","blob":"eQ=="}}`), rule.Rejected},
		{``, content(`{"type":"audio","data":"AAAA","mimeType":"image/png"}`), rule.Rejected},
		{``, content(`{"type":"resource","uri":"repo://x","text":"y"}`), rule.Rejected},
	})
	if j := Judge(bare(t, content(hi, hi)), listed, under(rule.House, "")); j.Rows[matrix.MixedContent] != 0 {
		t.Error("text alone exercises the row")
	}
	j := Judge(bare(t, complete(`"content":[`+link+`],"structuredContent":1`)), listed, under(rule.House, ""))
	if j.Decision() != rule.Rejected || j.Rows[matrix.MixedContent] != rule.Admit {
		t.Errorf("a finding of another row counts: %v", j.Rows)
	}
}

func TestRowErrorLayers(t *testing.T) {
	for _, c := range []struct {
		label  evidence.Label
		params string
		known  Known
		answer string
		want   rule.Decision // 0 where the row is not exercised
	}{
		{evidence.LabelUnknownTool, wellFormed, Unlisted, failing(-32602), rule.Admit},
		{evidence.LabelFailure, wellFormed, Listed, errorResult, rule.Admit},
		{evidence.LabelMalformed, requestMeta, Unknown, failing(-32602), rule.Admit},
		{evidence.Unlabelled, wellFormed, Listed, errorResult, rule.Admit},
		{evidence.LabelUnknownTool, wellFormed, Unlisted, errorResult, rule.Rejected},
		{evidence.LabelFailure, wellFormed, Listed, failing(-32603), rule.Rejected},
		{evidence.LabelMalformed, requestMeta, Unknown, errorResult, rule.Rejected},
		{evidence.LabelUnknownTool, wellFormed, Unlisted, failing(-32601), rule.Rejected},
		{evidence.LabelFailure, wellFormed, Listed, okResult, rule.Rejected},
		{evidence.LabelMalformed, wellFormed, Listed, okResult, rule.Rejected},
		{evidence.LabelArguments, wellFormed, Listed, okResult, rule.Rejected},
		{evidence.LabelArguments, wellFormed, Listed, failing(-32603), rule.Rejected},
		{evidence.LabelSuccess, wellFormed, Listed, okResult, 0},
		{evidence.Unlabelled, wellFormed, Listed, failing(-32603), 0},
		{evidence.Unlabelled, wellFormed, Unlisted, failing(-32022), 0},
		{evidence.LabelUnknownTool, wellFormed, Unlisted, ``, 0},
	} {
		e := recorded(t, `{"label":"`+string(c.label)+`","request":{"params":{`+c.params+`}},"response":{`+c.answer+`}}`)
		j := Judge(e, surface{nil, c.known}, under(rule.House, ""))
		if got := j.Rows[matrix.ErrorLayering]; got != c.want {
			t.Errorf("%s answered %s: %d, want %d", c.label, c.answer, got, c.want)
		}
	}
}
