package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/matrix"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/samples"
)

// The steps that a fixture is not run through find nothing under its row's
// rules, and change nothing that the others find.
func TestFixturesNeedNoOtherSteps(t *testing.T) {
	o := &Options{Policy: policy.Default(), Jobs: 1}
	found := func(a *analysis, row int) []string {
		all := slices.Collect(a.findings.shelf.sorted)
		for _, w := range a.tools {
			all = append(all, w.findings...)
		}
		var texts []string
		for _, f := range rule.Of(all, matrixRows[row].rules) {
			texts = append(texts, fmt.Sprint(f.Rule.ID, f.Effect, f.Subject, f.At, f.Reason()))
		}
		slices.Sort(texts)
		return texts
	}
	left := 0
	for _, f := range samples.Matrix() {
		whole := examine(evidence.LoadDocument(f.Name, f.Evidence, o.Policy), o, nil)
		part := new(analysis)
		part.begin(evidence.LoadDocument(f.Name, f.Evidence, o.Policy), o, nil)
		for i := range steps {
			if !steps[i].serves(matrixRows[f.Row].rules) {
				left++
				continue
			}
			steps[i].do(part)
		}
		if got, want := found(part, f.Row), found(whole, f.Row); !slices.Equal(got, want) {
			t.Errorf("%s: found %q, by all steps %q", f.Name, got, want)
		}
	}
	if left == 0 {
		t.Error("every fixture is run through every step")
	}
}

// A row passes on all parts of its fixture: failures of both layers, and every
// kind of copy that a boundary must tell apart.
func TestRowsInPart(t *testing.T) {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	const page = `{"request":{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + meta + `}},"response":{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[{"name":"a","description":"d","inputSchema":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"}}}}]}}}`
	const (
		failed  = `"result":{"resultType":"complete","isError":true,"content":[{"type":"text","text":"x"}]}`
		fine    = `"result":{"resultType":"complete","content":[{"type":"text","text":"x"}]}`
		unknown = `"error":{"code":-32602,"message":"unknown"}`
		misfit  = `"error":{"code":-32020,"message":"header"}`
	)
	call := func(name, answer string) string {
		return fmt.Sprintf(`{"request":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{%s,"name":%q,"arguments":{}}},"response":{"jsonrpc":"2.0","id":2,%s}}`, meta, name, answer)
	}
	post := func(header string, status int, answer string) string {
		return fmt.Sprintf(`{"http":{"method":"POST","status":%d,"headers":[["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","tools/call"],["Mcp-Name","a"]%s]},"request":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{%s,"name":"a","arguments":{"r":"x"}}},"response":{"jsonrpc":"2.0","id":2,%s}}`, status, header, meta, answer)
	}
	matching, missing := post(`,["Mcp-Param-R","x"]`, 200, fine), post("", 400, misfit)
	mismatched, variant := post(`,["Mcp-Param-R","y"]`, 400, misfit), post(`,["mcp-param-r","x"]`, 200, fine)
	for _, tt := range []struct {
		name  string
		row   int
		calls []string
		state string
		asked string // in the request for the row
	}{
		{"neither layer", matrix.ErrorLayering, []string{call("a", fine)}, stateNotExercised, "a call of an unknown tool, and"},
		{"business failure alone", matrix.ErrorLayering, []string{call("a", failed)}, stateNotExercised, "needs a call of an unknown tool"},
		{"unknown tool alone", matrix.ErrorLayering, []string{call("b", unknown)}, stateNotExercised, "needs a failing call"},
		{"both layers", matrix.ErrorLayering, []string{call("a", failed), call("b", unknown)}, statePass, ""},
		{"one in the wrong layer", matrix.ErrorLayering, []string{call("b", failed)}, stateFail, ""},
		{"matching copies alone", matrix.Parity, []string{matching}, stateNotExercised, "a missing copy, a call with a mismatched copy, a call with a case variant"},
		{"all but the case variant", matrix.Parity, []string{matching, missing, mismatched}, stateNotExercised, "needs a call with a case variant"},
		{"all copies", matrix.Parity, []string{matching, missing, mismatched, variant}, statePass, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set := evidence.LoadDocument("all.json", []byte("["+strings.Join(append([]string{page}, tt.calls...), ",")+"]"), policy.Default())
			r := Build(set, Options{Policy: policy.Default(), Jobs: 1})
			if got := r.Matrix[tt.row-1].State; got != tt.state {
				t.Errorf("state %s, want %s", got, tt.state)
			}
			said := r.Matrix[tt.row-1].Record
			if _, contradiction := r.Restore(); contradiction != "" || r.Matrix[tt.row-1].Record != said {
				t.Errorf("restored as %q, was %q (%s)", r.Matrix[tt.row-1].Record, said, contradiction)
			}
			asked := ""
			for _, in := range r.Requests {
				if strings.HasPrefix(in.Reason, fmt.Sprintf("EVID-13: matrix row %d:", tt.row)) {
					asked = in.Reason
				}
			}
			if tt.asked == "" && asked != "" || !strings.Contains(asked, tt.asked) {
				t.Errorf("asked for %q, want %q", asked, tt.asked)
			}
		})
	}
}
