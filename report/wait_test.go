package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/report"
)

// A review does not show which files were read before their calls were judged,
// and which only then: the second one of a set finds all of them read.
func TestFilesThatWait(t *testing.T) {
	const (
		page = `{"request":{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}},"response":{"jsonrpc":"2.0","id":1,"result":{"tools":[` +
			`{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object","required":["n"]}}]}}}`
		one = `{"request":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{}}},` +
			`"response":{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"n":%d}}},"server":%q}`
		own = `{"schemaVersion":1,"tool":{"name":"mcpreview"},"verdict":{}}`
	)
	for name, c := range map[string]struct {
		odd   string // some of the files, none of which is looked at beforehand
		page  string // where it is
		lines int    // of no JSON, before and after
		n     int
	}{
		"nothing but calls":         {"", "page.json", 0, 300},
		"a listing among calls":     {"", "results/0031.json", 0, 300},
		"unusable files":            {`{`, "page.json", 0, 300},
		"more notes than listed":    {own, "page.json", 0, 300},
		"more findings than listed": {`{`, "page.json", 6000, 300},
		"fewer calls than expected": {`{`, "page.json", 0, 10_010},
	} {
		files := fstest.MapFS{}
		for i := range c.lines / 500 {
			lines := &fstest.MapFile{Data: bytes.Repeat([]byte("{\n"), 500)}
			files[fmt.Sprintf("first/%d.jsonl", i)], files[fmt.Sprintf("second/%d.jsonl", i)] = lines, lines
		}
		for i := range c.n {
			text := fmt.Sprintf(one, i, []string{"x", "y"}[i/2%2])
			if i > 0 && i < 30 && c.odd != "" {
				text = c.odd
			}
			files[fmt.Sprintf("results/%04d.json", i)] = &fstest.MapFile{Data: []byte(text)}
		}
		files[c.page] = &fstest.MapFile{Data: []byte(page)}
		for _, server := range []string{"", "x"} {
			for _, jobs := range []int{1, 3} {
				o := report.Options{Policy: policy.Default(), Jobs: jobs, Server: server}
				set := evidence.LoadFS(files, o.Policy, jobs)
				waited := slices.ContainsFunc(set.Files, func(f evidence.File) bool { return f.SHA256 == (evidence.Digest{}) })
				first, err := json.Marshal(report.Build(set, o))
				if err != nil {
					t.Fatal(err)
				}
				second, err := json.Marshal(report.Build(set, o))
				if err != nil {
					t.Fatal(err)
				}
				if !waited || !bytes.Equal(first, second) {
					t.Errorf("%s, %d jobs, of server %q: waited %t, %d bytes, then %d", name, jobs, server, waited, len(first), len(second))
				}
			}
		}
	}
}
