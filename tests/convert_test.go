package tests

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/report"
	"mcpreview/report/jsonform"
	"mcpreview/samples"
)

// carriedByJSON wants the review that its JSON form is read as to be the same
// in all that any format shows of it.
func carriedByJSON(t *testing.T, r *report.Review) {
	t.Helper()
	saved, err := jsonform.Read(jsonOf(t, r), "review.json")
	if err != nil {
		t.Fatalf("a review that was just written is refused: %v", err)
	}
	if !reflect.DeepEqual(saved, r) {
		t.Error("the review read from its JSON form is another")
	}
}

func TestJSONCarriesTheDemo(t *testing.T) {
	p := policy.Default()
	r := report.Build(evidence.LoadFS(samples.Demo(), p, 2), report.Options{Policy: p, Jobs: 2})
	carriedByJSON(t, r)
	want := written(t, r)
	saved, err := jsonform.Read([]byte(want["json"]), "review.json")
	if err != nil {
		t.Fatal(err)
	}
	for format, got := range written(t, saved) {
		if got != want[format] {
			t.Errorf("%s differs: %s", format, firstDifference([]byte(got), []byte(want[format])))
		}
	}
}

// What a review says of odd evidence agrees with itself.
func TestJSONCarriesOddReviews(t *testing.T) {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	tools := func(names ...string) string {
		var all []string
		for _, name := range names {
			all = append(all, fmt.Sprintf(`{"name":%q,"description":"d","inputSchema":{"type":"object"}}`, name))
		}
		return `{"request":{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + meta + `}},"response":{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[` + strings.Join(all, ",") + `]}}}`
	}
	answered := func(name, answer string) string {
		return fmt.Sprintf(`{"request":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{%s,"name":%q,"arguments":{}}},"response":{"jsonrpc":"2.0",%s}}`, meta, name, answer)
	}
	long := strings.Repeat("n", 300)
	const result = `"id":2,"result":{"resultType":"complete","content":[]}`
	for name, lines := range map[string][]string{
		"an error":                {tools("a"), answered("a", `"id":2,"error":{"code":-32603,"message":"m"}`)},
		"an error of another id":  {tools("a"), answered("a", `"id":9,"error":{"code":-32603,"message":"m"}`)},
		"an error that is none":   {tools("a"), answered("a", `"id":2,"error":"m"`)},
		"a result of another id":  {tools("a"), answered("a", `"id":9,"result":{"resultType":"complete","content":[]}`)},
		"input asked, another id": {tools("a"), answered("a", `"id":9,"result":{"resultType":"input_required","inputRequests":{}}`)},
		"long names":              {tools(long+"a", long+"b"), answered(long+"a", result), answered(long+"b", result), answered(long+"b", result), answered(long+"c", result)},
	} {
		t.Run(name, func(t *testing.T) {
			p := policy.Default()
			files := fstest.MapFS{"all.jsonl": {Data: []byte(strings.Join(lines, "\n"))}}
			r := report.Build(evidence.LoadFS(files, p, 1), report.Options{Policy: p, Jobs: 1})
			carriedByJSON(t, r)
			of := map[string]int{}
			for _, x := range r.Results {
				of[x.Tool]++
			}
			for i := range r.Tools {
				if n := r.Tools[i].Evidence; n.Success+n.Failure+n.Rejected+n.ProtocolErrors > of[rule.ShortName(r.Tools[i].Name)] {
					t.Errorf("%+v of %d results", n, of[rule.ShortName(r.Tools[i].Name)])
				}
			}
		})
	}
}
