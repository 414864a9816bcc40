// Package bench measures what a review costs: against the least that reading
// the same evidence can cost, on recordings that it makes itself.
package bench

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// A Corpus is a recording of an invented server. The same corpus always comes
// to the same bytes. In the mean a tool has six properties in schemas three to
// four levels deep, 30% have an outputSchema; a result is a record of 1 KB in
// the middle and 200 KB at most, 30% hold structuredContent; 2% of the tools
// and 2% of the results are defective, each in a way of its own.
type Corpus struct {
	Tools, Pages, Results int
	Seed                  uint64
}

// Paths are the folder of pages and the file of results that Write writes.
func (c Corpus) Paths(dir string) (pages, results string) {
	return filepath.Join(dir, "tools"), filepath.Join(dir, "results.jsonl")
}

// Write writes the pages of tools/list as a file each and the calls as a line
// each.
func (c Corpus) Write(dir string) error {
	pages, results := c.Paths(dir)
	if err := os.MkdirAll(pages, 0o755); err != nil {
		return err
	}
	r := &random{c.Seed}
	tools := c.tools(r)
	for i := range c.Pages {
		from, to := i*len(tools)/c.Pages, (i+1)*len(tools)/c.Pages
		text := page(tools[from:to], i, i == c.Pages-1)
		if err := os.WriteFile(filepath.Join(pages, fmt.Sprintf("page-%03d.json", i+1)), text, 0o644); err != nil {
			return err
		}
	}
	return c.writeResults(results, tools, r)
}

func (c Corpus) writeResults(file string, tools []tool, r *random) (err error) {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	var sound []tool
	for _, t := range tools {
		if t.defect == "" {
			sound = append(sound, t)
		}
	}
	out := bufio.NewWriterSize(f, 1<<18)
	var line []byte
	for i := range c.Results {
		line = call{tool: sound[r.n(len(sound))], id: i + 1, defect: defectOf(i, resultDefects)}.record(line[:0], r)
		line = append(line, '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Every fiftieth is defective.
const defectEvery = 50

var (
	toolDefects   = []string{"unknown type", "reference to nothing", "bad pattern", "input is no object", "no input", "repeated name"}
	resultDefects = []string{
		"wrong type", "missing member", "no structuredContent", "unknown block", "bad base64", "duplicate key", "truncated",
		"no resultType", "unknown tool", "wrong id",
	}
)

func defectOf(i int, of []string) string {
	if i%defectEvery != defectEvery/2 {
		return ""
	}
	return of[i/defectEvery%len(of)]
}

type tool struct {
	name          string
	input, output *shape // output is nil for most
	about, defect string
}

func (c Corpus) tools(r *random) []tool {
	tools := make([]tool, c.Tools)
	for i := range tools {
		t := tool{name: r.word() + "_" + r.word() + "_" + strconv.Itoa(i), defect: defectOf(i, toolDefects)}
		t.about = string(r.prose(nil, 40+r.n(200)))
		t.input = r.object(fieldCounts[r.n(len(fieldCounts))], 1)
		if r.chance(300) {
			t.output = r.object(3+r.n(10), 2)
		}
		if t.defect == "repeated name" {
			t.name = tools[i-1].name
		}
		tools[i] = t
	}
	return tools
}

func (t tool) descriptor(dst []byte) []byte {
	dst = append(dst, `{"name":"`+t.name+`","description":"`+t.about+`"`...)
	if t.defect != "no input" {
		dst = append(t.defective(t.input.schema(append(dst, `,"inputSchema":`...))), '}')
	}
	if t.output != nil {
		dst = append(t.output.schema(append(dst, `,"outputSchema":`...)), '}')
	}
	return append(dst, `,"annotations":{"readOnlyHint":true}}`...)
}

// defective adds a tool's defect to its inputSchema.
func (t tool) defective(dst []byte) []byte {
	switch t.defect {
	case "unknown type":
		return append(dst, `,"not":{"type":"text"}`...)
	case "reference to nothing":
		return append(dst, `,"not":{"$ref":"#/$defs/absent"}`...)
	case "bad pattern":
		return append(dst, `,"not":{"pattern":"(["}`...)
	case "input is no object":
		return append(dst, `,"not":7`...)
	}
	return dst
}

const requestMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"recorder","version":"2.1.0"},"io.modelcontextprotocol/clientCapabilities":{}}`

func page(tools []tool, index int, last bool) []byte {
	id := strconv.Itoa(index + 1)
	dst := []byte(`{"request":{"jsonrpc":"2.0","id":` + id + `,"method":"tools/list","params":{`)
	if index > 0 {
		dst = append(dst, `"cursor":"after-`+strconv.Itoa(index)+`",`...)
	}
	dst = append(dst, requestMeta+`}},"response":{"jsonrpc":"2.0","id":`+id+`,"result":{"resultType":"complete","tools":[`...)
	for i, t := range tools {
		dst = t.descriptor(comma(dst, i))
	}
	dst = append(dst, ']')
	if !last {
		dst = append(dst, `,"nextCursor":"after-`+id+`"`...)
	}
	return append(dst, `,"ttlMs":60000,"cacheScope":"public"}}}`...)
}

// A call is one recorded tools/call.
type call struct {
	tool
	id     int
	defect string
}

func (c call) record(dst []byte, r *random) []byte {
	id, answered, name := strconv.Itoa(c.id), strconv.Itoa(c.id), c.name
	switch c.defect {
	case "wrong id":
		answered += "0"
	case "unknown tool":
		name = "unlisted_" + name
	}
	dst = append(dst, `{"request":{"jsonrpc":"2.0","id":`+id+`,"method":"tools/call","params":{"name":"`+name+`","arguments":`...)
	dst = append(c.input.value(dst, r), `,`+requestMeta+`}},"response":{"jsonrpc":"2.0","id":`+answered+`,"result":{`...)
	if c.defect != "no resultType" {
		dst = append(dst, `"resultType":"complete",`...)
	}
	if c.defect == "duplicate key" {
		dst = append(dst, `"isError":false,"isError":false,`...)
	}
	dst = append(dst, `"content":[`...)
	dst = c.content(dst, r)
	dst = append(dst, '}')
	if c.defect == "truncated" {
		return dst
	}
	return append(dst, "}}"...)
}

// content appends the blocks and what follows them in the result.
func (c call) content(dst []byte, r *random) []byte {
	var structured []byte
	if c.output != nil {
		structured = c.output.value(nil, r)
		if name := `{"` + c.output.fields[0].name + `_"`; c.defect == "missing member" {
			structured = []byte(name + `:null}`)
		}
	}
	switch {
	case c.defect == "unknown block":
		dst = append(dst, `{"type":"video","data":""}`...)
	case c.defect == "bad base64":
		dst = append(dst, `{"type":"image","mimeType":"image/png","data":"AB=C"}`...)
	case structured != nil: // the text says the same
		dst = append(dst, `{"type":"text","text":`...)
		dst, _ = jsontext.AppendQuote(dst, structured)
		dst = append(dst, '}')
	default:
		dst = append(r.prose(append(dst, `{"type":"text","text":"`...), textBytes(r)), `"}`...)
	}
	if r.chance(60) {
		dst = append(dst, `,{"type":"image","mimeType":"image/png","data":"`...)
		for range 20 + r.n(400) {
			dst = append(dst, "iVBO"...)
		}
		dst = append(dst, `"}`...)
	}
	dst = append(dst, ']')
	switch {
	case structured == nil || c.defect == "no structuredContent":
	case c.defect == "wrong type":
		dst = append(dst, `,"structuredContent":[]`...)
	default:
		dst = append(append(dst, `,"structuredContent":`...), structured...)
	}
	if r.chance(50) && c.defect != "duplicate key" {
		dst = append(dst, `,"isError":true`...)
	}
	return dst
}

// textBytes is the length of one text: mostly short, with a tail.
func textBytes(r *random) int {
	n := 120 + r.n(800)
	switch p := r.n(2000); {
	case p == 0:
		return n * 200
	case p < 20:
		return n * 20
	case p < 200:
		return n * 4
	}
	return n
}
