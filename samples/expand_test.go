package samples

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write fixtures.txt anew")

// row is a row of matrix.json: examples in the shortest form that tells them
// apart, accepted and rejected.
type row struct {
	Row    int    `json:"row"`
	Form   string `json:"form"` // how the examples are written: see expand
	Accept []json.RawMessage
	Reject []json.RawMessage
}

// TestFixturesAreCurrent writes matrix.json out as the program holds it.
func TestFixturesAreCurrent(t *testing.T) {
	data, err := os.ReadFile("matrix.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	decode(data, &rows)
	var want bytes.Buffer
	for _, r := range rows {
		for i, e := range r.Accept {
			fmt.Fprintf(&want, "row %d accept %d: [%s]\n", r.Row, i+1, strings.Join(expand(r.Form, e), ","))
		}
		for i, e := range r.Reject {
			fmt.Fprintf(&want, "row %d reject %d: [%s]\n", r.Row, i+1, strings.Join(expand(r.Form, e), ","))
		}
	}
	if *update {
		if err := os.WriteFile("fixtures.txt", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("fixtures.txt")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want.Bytes()) {
		t.Error("fixtures.txt is not what matrix.json says: run go test ./samples -update")
	}
}

// TestMatrix reads every line of fixtures.txt as what it says it is.
func TestMatrix(t *testing.T) {
	all := Matrix()
	if n := bytes.Count(fixtures, []byte("\n")); len(all) != n || n == 0 {
		t.Fatalf("%d fixtures of %d lines", len(all), n)
	}
	for _, f := range all {
		word := map[bool]string{true: "accept", false: "reject"}[f.Accept]
		if !strings.HasPrefix(f.Name, fmt.Sprintf("row %d %s ", f.Row, word)) || !json.Valid(f.Evidence) {
			t.Errorf("%s: row %d, accept %t, evidence of %d bytes", f.Name, f.Row, f.Accept, len(f.Evidence))
		}
	}
}

// expand writes an example out as exchanges.
func expand(form string, example json.RawMessage) []string {
	switch form {
	case "result":
		var e struct{ S, R json.RawMessage }
		decode(example, &e)
		return []string{listing(e.S), call("", "probe_tool", complete(e.R))}
	case "content":
		return []string{listing(nil), call("", "probe_tool", complete(json.RawMessage(`{"content":`+string(example)+`}`)))}
	case "pages":
		var chain [][2]json.RawMessage
		decode(example, &chain)
		return pages(chain)
	case "annotation":
		return []string{page(annotated(example))}
	case "schema":
		return []string{page(`{"name":"probe_tool","inputSchema":` + string(example) + `}`)}
	case "region":
		return copied("region", "Region", example)
	case "count":
		return copied("count", "Count", example)
	case "parity":
		var e struct {
			Args    json.RawMessage
			Headers [][2]string
		}
		decode(example, &e)
		return []string{page(route), parity(string(e.Args), e.Headers)}
	case "completion":
		return []string{suggested(example)}
	case "layer":
		var e struct {
			Label  string
			Params json.RawMessage
			Answer json.RawMessage
		}
		decode(example, &e)
		return []string{listing(nil), answer(e.Label, e.Params, e.Answer)}
	}
	panic("samples: matrix.json: unknown form " + form)
}

func decode(data []byte, into any) {
	if err := json.Unmarshal(data, into); err != nil {
		panic("samples: matrix.json: " + err.Error())
	}
}

const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"matrix","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

// record is one exchange: params without braces, response without id.
func record(id int, label, method, params, response string) string {
	return fmt.Sprintf(`{"label":%q,"request":{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s}},"response":{"jsonrpc":"2.0","id":%d,%s}}`,
		label, id, method, params, id, response)
}

func descriptor(name string, output json.RawMessage) string {
	if output == nil {
		return fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, name)
	}
	return fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"},"outputSchema":%s}`, name, output)
}

// listing is the complete discovery of one tool.
func listing(output json.RawMessage) string {
	return page(descriptor("probe_tool", output))
}

// complete gives a result its type.
func complete(result json.RawMessage) string {
	return `"result":{"resultType":"complete",` + strings.TrimPrefix(string(result), "{")
}

func call(label, tool, response string) string {
	return record(2, label, "tools/call", meta+fmt.Sprintf(`,"name":%q,"arguments":{}`, tool), response)
}

// pages is a walk: for each page the cursor that was sent and the nextCursor
// that was received, "-" where there is none.
func pages(chain [][2]json.RawMessage) []string {
	const none = `"-"`
	var all []string
	for i, step := range chain {
		params, next := meta, ""
		if string(step[0]) != none {
			params += `,"cursor":` + string(step[0])
		}
		if string(step[1]) != none {
			next = `,"nextCursor":` + string(step[1])
		}
		all = append(all, record(i+1, "", "tools/list", params, fmt.Sprintf(
			`"result":{"resultType":"complete","tools":[%s]%s,"ttlMs":0,"cacheScope":"private"}`, descriptor(fmt.Sprintf("tool_%d", i), nil), next)))
	}
	return all
}

// answer is a call in which the layer of the answer is what matters.
func answer(label string, params, answer json.RawMessage) string {
	body := strings.TrimSuffix(strings.TrimPrefix(string(params), "{"), "}")
	if body != "" {
		body = "," + body
	}
	response := `"result":{"resultType":"complete","isError":true,"content":[{"type":"text","text":"it did not work"}]}`
	if code := string(answer); code != `"isError"` {
		response = `"error":{"code":` + code + `,"message":"it did not work"}`
	}
	return record(2, label, "tools/call", meta+body, response)
}
