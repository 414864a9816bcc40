package results

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// leaky are calls with a mark in every place whose content belongs to nobody
// but the caller; each comes to findings.
var leaky = []string{
	`{"request":{"params":{"name":"t","arguments":["MARK"]}},"response":{"result":{"resultType":"complete","content":[]}}}`,
	`{"request":{"params":{"name":"t","arguments":{"n":"MARK"}}},"label":"failure","response":{"error":{"code":-32602,"message":"MARK","data":"MARK"}}}`,
	`{"response":{"result":{"resultType":"complete","content":[{"type":"text","text":"MARK\u001b"},{"type":"text","text":{"a":"MARK"}},"MARK"],"isError":"MARK"}}}`,
	`{"response":{"result":{"resultType":"complete","content":[{"type":"text","text":"{\"a\":\"MARK\"}"}],"structuredContent":{"a":"MARK\u202e","b":9007199254740993}}}}`,
	`{"response":{"result":{"resultType":"complete","content":[{"type":"text","text":"MARK"}],"structuredContent":"MARK2"}}}`,
	`{"response":{"result":{"resultType":"complete","content":[{"type":"text","text":"{\"a\":1,\"a\":\"MARK\"}"}],"structuredContent":["MARK"]}}}`,
	`{"response":{"result":{"resultType":"complete","content":[{"type":"image","data":"MARK!","mimeType":"image/png"},{"type":"resource","resource":{"uri":"MARK","text":"MARK","blob":"MARK!"}}]}}}`,
	`{"response":{"result":{"resultType":"complete","content":[{"type":"resource_link","uri":"MARK","name":"MARK\u001b","title":["MARK"],"size":"MARK","blob":"MARK","icons":["MARK"]}]}}}`,
	`{"response":{"result":{"resultType":"complete","content":[{"type":"text","text":"","annotations":{"audience":["MARK"],"priority":"MARK","lastModified":"MARK"}}],"_meta":"MARK"}}}`,
	`{"response":{"result":{"resultType":"input_required","requestState":["MARK"],"inputRequests":{"q":{"method":"MARK"},"r":"MARK"}}}}`,
	`{"response":{"result":"MARK","error":"MARK"}}`,
}

func TestNoValueEntersAFinding(t *testing.T) {
	s := publishing(t, `{"type":"object","properties":{"a":{"type":"integer"},"b":{"const":1}},"required":["c"]}`)
	s.contract.Input = compile(t, `{"type":"object","properties":{"n":{"type":"integer"}}}`)
	for _, text := range leaky {
		j := Judge(recorded(t, text), s, under(rule.House, ""))
		if len(j.Findings) == 0 {
			t.Errorf("no finding on %s", text)
		}
		all, err := json.Marshal(j)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(all), "MARK") {
			t.Errorf("%s leaks into %s", text, all)
		}
	}
}

func TestFindingsAreOrderedAndRepeatable(t *testing.T) {
	s := publishing(t, `{"type":"object","required":["c"]}`)
	calls := make([]*evidence.Exchange, len(leaky))
	want := make([]string, len(leaky))
	for i, text := range leaky {
		calls[i] = recorded(t, text)
		j := Judge(calls[i], s, under(rule.House, ""))
		want[i] = fmt.Sprint(j)
		for k := 1; k < len(j.Findings); k++ {
			if j.Findings[k-1].Compare(j.Findings[k]) >= 0 {
				t.Errorf("%s before %s", j.Findings[k-1].Reason(), j.Findings[k].Reason())
			}
		}
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i, call := range calls {
				if got := fmt.Sprint(Judge(call, s, under(rule.House, ""))); got != want[i] {
					t.Errorf("another judgement of %s", leaky[i])
				}
			}
		})
	}
	wg.Wait()
}

// A value may hold a fault as often as its document has room for it; the
// findings on it do not grow with it.
func TestFindingsAreBounded(t *testing.T) {
	many := func(format string) string {
		var b strings.Builder
		for i := range 5000 {
			fmt.Fprintf(&b, format, i)
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	for name, result := range map[string]string{
		"unknown members":   complete(`"content":[` + hi + `],` + many(`"x%d":1,`)),
		"near misses":       complete(`"content":[` + hi + `],` + many(`"is_error%.0d":1,`)),
		"keys of _meta":     complete(`"content":[` + hi + `],"_meta":{` + many(`"a b%d":1,`) + `}`),
		"repeated members":  complete(`"content":[` + hi + `],"structuredContent":{` + many(`"a%[1]d":1,"a%[1]d":2,`) + `}`),
		"faults in a block": content(`{"type":"text","text":"a","_meta":{` + many(`"a%[1]d":1,"a%[1]d":2,`) + `}}`),
		"icons":             content(`{"type":"resource_link","uri":"a:b","name":"n","icons":[` + many(`%d,`) + `]}`),
		"roles":             content(`{"type":"text","text":"a","annotations":{"audience":[` + many(`%d,`) + `]}}`),
		"integers":          structured(`[` + many(`900719925474099%d,`) + `]`),
		"hidden strings":    complete(`"content":[` + hi + `],"structuredContent":[` + many(`"\u001b%d",`) + `]`),
	} {
		t.Run(name, func(t *testing.T) {
			j := Judge(bare(t, result), listed, under(rule.House, ""))
			if n := len(j.Findings); n == 0 || n > 3*maxRepeats {
				t.Errorf("%d findings", n)
			}
		})
	}
}

// Every cut of a result is still judged without a crash, and what cannot be a
// result is never admitted.
func FuzzJudge(f *testing.F) {
	for _, b := range blocksOfAllKinds {
		f.Add(content(b))
	}
	f.Add(structured(`{"a":[1,2]}`))
	f.Add(`{"resultType":"input_required","inputRequests":{"q":{"method":"roots/list"}}}`)
	s := publishing(f, `{"type":"object","properties":{"a":{"type":"array"}}}`)
	f.Fuzz(func(t *testing.T, result string) {
		doc, err := strictjson.Parse([]byte(result), "e.json", 1, policy.DefaultLimits().JSON())
		if err != nil {
			return
		}
		j := Judge(bare(t, result), s, under(rule.House, ""))
		if j.Outcome == 0 || j.Outcome == Unusable && j.Decision() != rule.Rejected {
			t.Errorf("%s is %d, %s", result, j.Outcome, j.Decision())
		}
		if j.Decision() == rule.Admit && (len(doc.Faults) > 0 || !doc.Root.Get("resultType").Is(strictjson.String)) {
			t.Errorf("%s is admitted", result)
		}
	})
}

func cleanCall(t testing.TB) *evidence.Exchange {
	return recorded(t, `{"request":{"params":{`+wellFormed+`}},"response":{"result":{"resultType":"complete","content":[{"type":"text","text":"{\"a\":[1,2]}"}],`+
		`"structuredContent":{"a":[1,2]},`+serverMeta+`}}}`)
}

func TestCleanResultCostsLittle(t *testing.T) {
	call, p := cleanCall(t), policy.Default()
	var j Judgement
	n := testing.AllocsPerRun(100, func() { j = Judge(call, listed, p) })
	if len(j.Findings) != 0 || j.Findings != nil {
		t.Errorf("findings %v", said(j.Findings))
	}
	if n > 3 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkJudge(b *testing.B) {
	s := publishing(b, `{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"}}}}`)
	p := policy.Default()
	pretty := recorded(b, `{"request":{"params":{`+wellFormed+`}},"response":{"result":{"resultType":"complete","content":[{"type":"text","text":"{ \"a\": [ 1, 2 ] }"}],`+
		`"structuredContent":{"a":[1,2]},`+serverMeta+`}}}`)
	for name, c := range map[string]struct {
		call *evidence.Exchange
		s    surface
	}{"text": {recorded(b, `{"request":{"params":{`+wellFormed+`}},"response":{`+okResult+`}}`), listed}, "structured": {cleanCall(b), s}, "reparsed": {pretty, s}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Judge(c.call, c.s, p)
			}
		})
	}
}
