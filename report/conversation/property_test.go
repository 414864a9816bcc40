package conversation

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// pieces are exchanges that have nothing to do with each other, each under ids
// of its own.
func pieces() []script {
	own := func(n int, s script) script {
		out := make(script, len(s))
		for i, line := range s {
			line = strings.ReplaceAll(line, `"id":1`, fmt.Sprintf(`"id":%d`, n*10+1))
			line = strings.ReplaceAll(line, `"id":2`, fmt.Sprintf(`"id":%d`, n*10+2))
			line = strings.ReplaceAll(line, `"requestId":1`, fmt.Sprintf(`"requestId":%d`, n*10+1))
			out[i] = strings.ReplaceAll(line, "dip", fmt.Sprintf("tool-%d", n))
		}
		return out
	}
	plain := []script{
		{callTool, toolResult},
		{callTool, errorTo(1, -32602, "")},
		{callTool, `> {"method":"notifications/cancelled","params":{"requestId":1}}`, toolResult},
		{callTool, `> {"method":"notifications/cancelled","params":{"requestId":1}}`},
		{able(canElicit), interimWith(`,"requestState":"s","inputRequests":{"k":` + inForm + `}`), again(canElicit, `,"requestState":"s","inputResponses":{"k":`+filled+`}`), done},
		{`> {"id":1,"method":"tools/list","params":{}}`, errorTo(1, -32602, "")},
		{`> {"id":1,"method":"ping","params":{"_meta":{@}}}`, errorTo(1, -32601, "")},
		{`> {"id":1,"method":"resources/read","params":{"_meta":{@},"uri":"a:b"}}`, `< {"id":1,"result":{"resultType":"complete","contents":[{"uri":"a:b","text":""}],"ttlMs":0,"cacheScope":"public"}}`},
		{`< {"error":{"code":-32700,"message":"no"}}`},
	}
	all := make([]script, 0, len(plain)+2)
	for i, s := range plain {
		all = append(all, own(i+1, s))
	}
	token := own(50, script{callWith(1, `"progressToken":"p"`), progress(`"p"`, "1"), progress(`"p"`, "2"), toolResult})
	const filter = `{"toolsListChanged":true}`
	listen := script{listening("900", filter), acknowledge("900", filter), on("900", "tools/list_changed", ""), concluding("900", "900")}
	second := script{listening(`"900"`, filter), acknowledge(`"900"`, filter), on(`"900"`, "tools/list_changed", "")}
	return append(all, token, listen, second)
}

// faulty are pieces of which the last step breaks a rule, wherever they stand.
var faulty = map[string]script{
	"CONV-01": {`<![]`},
	"CONV-02": {`> {"method":"tools/list"}`},
	"CONV-03": {`> {"id":1.5,"method":"tools/list"}`},
	"CONV-04": {`< {"id":777,"result":{}}`},
	"CONV-06": {`< {"id":1,"method":"roots/list"}`},
	"CONV-07": {`> {"id":777,"method":"tools/list"}`, `< {"id":777,"result":{}}`},
	"CONV-08": {`> {"method":"notifications/initialized"}`},
	"CONV-09": {`> {"id":777,"method":"tools/call","params":{"_meta":{@},"name":"x"}}`, `< {"id":777,"result":{"content":[]}}`},
	"CONV-10": {`> {"id":777,"method":"tools/list","params":{"_meta":{@}}}`, `< {"id":777,"result":{"resultType":"input_required"}}`},
	"CONV-11": {`> {"id":777,"method":"tools/call","params":{"_meta":{@},"name":"x","requestState":"?"}}`},
	"CONV-12": {listening("777", `{}`), on("777", "tools/list_changed", "")},
	"CONV-13": {on("778", "tools/list_changed", "")},
	"CONV-14": {listening("777", `{}`), acknowledge("777", `{}`), concluding("777", "778")},
	"CONV-15": {progress("777", "1")},
	"CONV-16": {`< {"method":"notifications/message","params":{"level":"error","data":1}}`},
	"CONV-17": {`> {"method":"notifications/cancelled","params":{"requestId":778}}`},
	"CONV-18": {`> {"id":777,"method":"tools/call","params":{"_meta":{@},"name":"x"}}`, `< {"id":777,"error":{"code":-32002,"message":""}}`},
	"CONV-20": {`> {"id":777,"method":"tools/call","params":{"_meta":{@},"name":"x"}}`, `< {"id":777,"result":{"resultType":"complete"}}`},
}

// interleave is the pieces in one order that keeps the order within each.
func interleave(r *rand.Rand, all []script) (mixed script) {
	rest := append([]script{}, all...)
	for len(rest) > 0 {
		i := r.IntN(len(rest))
		mixed = append(mixed, rest[i][0])
		if rest[i] = rest[i][1:]; len(rest[i]) == 0 {
			rest = append(rest[:i], rest[i+1:]...)
		}
	}
	return mixed
}

func TestInterleaving(t *testing.T) {
	r := rand.New(rand.NewPCG(20260728, 1))
	for range 200 {
		if s := interleave(r, pieces()); s.verdict(t) != nil {
			t.Fatalf("%v\n%s", s.verdict(t), strings.Join(s, "\n"))
		}
	}
	for id, fault := range faulty {
		for range 20 {
			s := interleave(r, append(pieces(), fault))
			v := s.verdict(t)
			if v == nil || v.Rule.ID != id || s[v.Step] != fault[len(fault)-1] {
				t.Fatalf("%v, want %s\n%s", v, id, strings.Join(s, "\n"))
			}
		}
	}
}
