package tests

import (
	"bytes"
	"fmt"
	"io"
	"testing"
	"testing/fstest"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/report"
	"mcpreview/report/annotations"
	"mcpreview/report/html"
	"mcpreview/report/jsonform"
	"mcpreview/report/markdown"
	"mcpreview/report/sarif"
	"mcpreview/report/text"
)

// Evidence that tests write themselves. All of it is JSON text, so that it can
// be as broken as a test needs it.

const recordedMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"recorder","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

// exchange is one recorded exchange: beside are members of the record and params
// those of the request, both empty or ending in a comma; answer is the member
// result or error of the response.
func exchange(id int, beside, method, params, answer string) string {
	return fmt.Sprintf(`{%s"transport":"stdio","request":{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s%s}},"response":{"jsonrpc":"2.0","id":%d,%s}}`,
		beside, id, method, params, recordedMeta, id, answer)
}

// page is one page of tools; sent and next are the members cursor and
// nextCursor with a comma behind, or empty.
func page(id int, sent, next, tools string) string {
	return exchange(id, "", "tools/list", sent, `"result":{"resultType":"complete",`+next+`"ttlMs":0,"cacheScope":"private","tools":[`+tools+`]}`)
}

// descriptor is a tool; output is its outputSchema, or empty.
func descriptor(name, output string) string {
	if output != "" {
		output = `,"outputSchema":` + output
	}
	return fmt.Sprintf(`{"name":%q,"description":"Looks something up.","inputSchema":{"type":"object"}%s}`, name, output)
}

// called is a call of a tool; result is what its result holds beside resultType.
func called(id int, beside, tool, arguments, result string) string {
	return exchange(id, beside, "tools/call", fmt.Sprintf(`"name":%q,"arguments":%s,`, tool, arguments), `"result":{"resultType":"complete",`+result+`}`)
}

// review is the review of documents in memory, by file name.
func review(documents map[string]string, jobs int) *report.Review {
	files := fstest.MapFS{}
	for name, data := range documents {
		files[name] = &fstest.MapFile{Data: []byte(data)}
	}
	p := policy.Default()
	return report.Build(evidence.LoadFS(files, p, jobs), report.Options{Policy: p, Jobs: jobs})
}

// written is a review in every format, whole.
func written(t *testing.T, r *report.Review) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, write := range map[string]func(io.Writer, *report.Review) error{
		"text":     func(w io.Writer, r *report.Review) error { return text.Write(w, r, text.Options{Width: 200}) },
		"markdown": func(w io.Writer, r *report.Review) error { return markdown.Write(w, r, markdown.Options{MaxBytes: -1}) },
		"html":     html.Write,
		"json":     jsonform.Write,
		"sarif":    func(w io.Writer, r *report.Review) error { return sarif.Write(w, r, sarif.Options{}) },
		"github":   annotations.Write,
	} {
		var b bytes.Buffer
		if err := write(&b, r); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = b.String()
	}
	return all
}
