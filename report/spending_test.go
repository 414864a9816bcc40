package report

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
)

// The values of one tool have a bound together: what is beyond it is not judged,
// the same whatever is judged side by side, and other tools go on.
func TestSpending(t *testing.T) {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	costly := `{"type":"object","allOf":[` + strings.Repeat(`{"minProperties":1},`, 400) + `true],"unevaluatedProperties":true}`
	plain := `{"type":"object","allOf":[{"minProperties":1}],"unevaluatedProperties":true}`
	tool := func(name, input, output string) string {
		return fmt.Sprintf(`{"name":%q,"description":"x","inputSchema":%s,"outputSchema":%s}`, name, input, output)
	}
	page := fmt.Sprintf(`{"request":{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{%s}},"response":{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[%s,%s,%s]}}}`,
		meta, tool("costly", `{"type":"object"}`, costly), tool("plain", `{"type":"object"}`, plain), tool("arguments", costly, plain))
	var wide strings.Builder
	for i := range 100 {
		fmt.Fprintf(&wide, `,"k%d":%d`, i, i)
	}
	value := "{" + wide.String()[1:] + "}"
	call := func(name, arguments string, n int) string {
		return fmt.Sprintf(`{"request":{"jsonrpc":"2.0","id":%[1]d,"method":"tools/call","params":{%[2]s,"name":%[3]q,"arguments":%[5]s}},"response":{"jsonrpc":"2.0","id":%[1]d,"result":{"resultType":"complete","structuredContent":%[4]s,"content":[{"type":"text","text":%[4]q}]}}}`, n, meta, name, value, arguments)
	}
	p := policy.Default()
	p.Limits.Evaluation = 40_000
	const calls = 40
	files := fstest.MapFS{"page.json": {Data: []byte(page)}}
	lines := map[string]string{}
	for i := range calls {
		for _, name := range []string{"costly", "plain"} {
			files[fmt.Sprintf("%s-%02d.json", name, i)] = &fstest.MapFile{Data: []byte(call(name, "{}", i+2))}
			lines[name] += call(name, "{}", i+2) + "\n"
		}
		lines["arguments"] += call("arguments", value, i+2) + "\n"
	}
	asLines := fstest.MapFS{"page.json": {Data: []byte(page)}}
	for name, data := range lines {
		asLines[name+".jsonl"] = &fstest.MapFile{Data: []byte(data)}
	}
	for name, files := range map[string]fstest.MapFS{"files": files, "JSON Lines": asLines} {
		t.Run(name, func(t *testing.T) {
			first := ""
			for _, jobs := range []int{1, 3, 8} {
				set := evidence.LoadFS(files, p, jobs)
				r := Build(set, Options{Policy: p, Jobs: jobs})
				set.Close()
				spentOf, order := map[string]int{}, ""
				for _, row := range r.Results {
					if strings.Contains(row.Reason, "evaluation exceeds 200000 on the calls of the tool together") {
						spentOf[row.Tool]++
					}
					order += fmt.Sprintln(row.Source, row.Decision, row.Reason)
				}
				for _, tool := range r.Tools {
					order += fmt.Sprintln(tool.Name, tool.Decision, tool.Reason, tool.Evidence)
				}
				if n := spentOf["costly"]; n < calls/4 || n > calls*3/4 {
					t.Errorf("%d jobs: %d of %d results of the hostile tool are not judged", jobs, n, calls)
				}
				if n := spentOf["plain"]; n != 0 {
					t.Errorf("%d jobs: %d of %d results of the plain tool are not judged", jobs, n, calls)
				}
				if first == "" {
					first = order
				} else if order != first {
					t.Errorf("%d jobs: another report:\n%s\nthan\n%s", jobs, order, first)
				}
			}
		})
	}
}
