package tests

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"unicode/utf16"
)

const (
	kib = 1 << 10
	mib = 1 << 20
)

// spared is that the tool beside the attacker's is admitted.
var spared = map[string]string{"bystander": "ADMIT"}

// with is spared and the attacker's tool with this decision.
func sparing(evil string) map[string]string {
	return map[string]string{"bystander": "ADMIT", "evil": evil}
}

// textOnslaughts are against whatever reads JSON, numbers aside.
var textOnslaughts = []onslaught{
	{name: "brackets never closed", exit: 3, found: []string{"JSON-02"}, tools: spared, make: func(e *evil) {
		e.tools()
		e.text("deep.json", strings.Repeat("[", 30*mib))
	}},
	{name: "objects never closed", exit: 3, found: []string{"JSON-02"}, tools: spared, make: func(e *evil) {
		e.tools()
		e.text("deep.json", strings.Repeat(`{"a":`, 6*mib))
	}},
	{name: "arrays 1,000,000 deep in a result", exit: 3, found: []string{"JSON-06"}, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer("", `"content":[],"structuredContent":`, strings.Repeat("[", mib), strings.Repeat("]", mib))
	}},
	{name: "objects 1,000,000 deep in a schema", exit: 3, found: []string{"JSON-06"}, tools: sparing("REJECT"), make: func(e *evil) {
		e.tools(evilTool(`"properties":` + strings.Repeat(`{"a":`, mib) + "{}" + strings.Repeat("}", mib)))
	}},
	{name: "a text of 10 MB", exit: 3, found: []string{"RES-17"}, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer("", `"content":[{"type":"text","text":"`, strings.Repeat("x", 10_000_000), `"}]`)
	}},
	{name: "escapes of 30 MB", exit: 3, found: []string{"RES-17"}, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer("", `"content":[{"type":"text","text":"`, strings.Repeat(`\u0041`, 5*mib), `"}]`)
	}},
	{name: "a member name of 10 MB", exit: 3, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer("", `"content":[],"structuredContent":{"`, strings.Repeat("n", 10_000_000), `":1}`)
	}},
	{name: "a flood of zeros", exit: 3, found: []string{"JSON-06 document of more than 1000000 values"}, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer("", `"content":[],"structuredContent":[`, strings.Repeat("0,", 15*mib), `0]`)
	}},
	{name: "a flood of empty objects", exit: 3, found: []string{"JSON-06"}, tools: spared, make: func(e *evil) {
		e.tools()
		e.text("flood.json", "[", strings.Repeat("{},", 10*mib), "{}]")
	}},
	{name: "a flood of members", exit: 3, found: []string{"JSON-06"}, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer("", `"content":[],"structuredContent":{`, list(2*mib, func(i int) string { return fmt.Sprintf(`"%d":0`, i) }), `}`)
	}},
	{name: "floods in many files", exit: 3, found: []string{"EVID-14"}, tools: spared, make: func(e *evil) {
		e.tools()
		for i := range 16 {
			e.text(fmt.Sprintf("prompts/%d.json", i), `{"prompts":[`, times(900_000, `0`), `]}`)
		}
	}},
	{name: "one name 100,000 times", exit: 3, found: []string{"JSON-03"}, tools: sparing("REJECT"), make: func(e *evil) {
		e.tools(evilTool(`"properties":{` + times(100_000, `"n":{}`) + `}`))
	}},
	{name: "100,000 names twice each", exit: 3, found: []string{"JSON-03"}, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer("", `"content":[],"structuredContent":{`, list(200_000, func(i int) string { return fmt.Sprintf(`"n%d":0`, i/2) }), `}`)
	}},
	{name: "names told apart by escapes alone", exit: 3, found: []string{"JSON-03"}, tools: sparing("REJECT"), make: func(e *evil) {
		e.tools(evilTool(`"properties":{` + list(50_000, func(i int) string { return fmt.Sprintf(`"a%d":{},"\u0061%d":{}`, i, i) }) + `}`))
	}},
	{name: "a document over the bound", exit: 3, found: []string{"JSON-06 document of"}, tools: spared, make: func(e *evil) {
		e.tools()
		e.text("large.json", `{"log":["`, strings.Repeat("x", 33*mib), `"]}`)
	}},
	{name: "a hole of a terabyte", exit: 3, found: []string{"JSON-06 document of 1099511627776 bytes"}, tools: spared, make: func(e *evil) {
		e.tools()
		e.text("hole.json")
		e.must(os.Truncate(e.path("hole.json"), 1<<40))
	}},
	{name: "a hole of a terabyte in lines", exit: 3, found: []string{"EVID-14 cannot be read: a line is far longer"}, tools: spared, make: func(e *evil) {
		e.tools()
		e.text("hole.jsonl", `{"log":[]}`, "\n")
		e.must(os.Truncate(e.path("hole.jsonl"), 1<<40))
	}},
	{name: "lines over the bound", exit: 3, found: []string{"JSON-06"}, tools: spared, make: func(e *evil) {
		e.tools()
		e.file("long.jsonl", func(w *bufio.Writer) {
			for range 3 {
				w.WriteString(strings.Repeat("x", 33*mib) + "\n" + `{"log":[]}` + "\n")
			}
		})
	}},
	{name: "invalid UTF-8 everywhere", exit: 3, found: []string{"JSON-01"}, tools: spared, make: func(e *evil) {
		e.tools()
		sound := called(3, "", "bystander", `{"a":1}`, `"content":[]`)
		for k, bad := range []string{"\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"} {
			for i, place := range []string{`{`, `"transport`, `stdio`, `method":`, `"bystander`, `"a`, `"content":[`, `[]`} {
				e.text(fmt.Sprintf("bad/%d-%d.json", k, i), strings.Replace(sound, place, place+bad, 1))
				e.text(fmt.Sprintf("bad/%d-%d.jsonl", k, i), strings.Replace(sound, place, place+bad, 1), "\n", bad, "\n")
			}
			e.text(fmt.Sprintf("bad/%d-end.json", k), sound, bad)
		}
	}},
	{name: "lone surrogates everywhere", exit: 1, found: []string{"JSON-04"}, tools: map[string]string{"bystander": "CONDITIONAL", "a": "REJECT", "b": "REJECT"}, make: func(e *evil) {
		e.tools(named("a", `"properties":{"\ud800":{}}`), named("b", `"title":"\udfff\ud800"`))
		sound := called(3, "", "bystander", `{"a":"v"}`, `"content":[{"type":"text","text":"t"}]`)
		for i, place := range []string{`stdio`, `bystander`, `"a`, `"v`, `"text`, `"t"}`, `recorder`} {
			e.text(fmt.Sprintf("results/bad/%d.json", i), strings.Replace(sound, place, strings.TrimSuffix(place, `"}`)+`\uDC00`+place[len(strings.TrimSuffix(place, `"}`)):], 1))
		}
	}},
	{name: "marks, UTF-16 and zeros", exit: 3, found: []string{"JSON-01 byte order mark", "JSON-01 invalid UTF-8", "JSON-02"}, tools: spared, make: func(e *evil) {
		e.tools()
		sound := called(3, "", "bystander", `{}`, `"content":[]`)
		units := utf16.Encode([]rune(sound))
		wide := func(mark string, high, low int) string {
			b := []byte(mark)
			for _, u := range units {
				two := [2]byte{byte(u >> 8), byte(u)}
				b = append(b, two[high], two[low])
			}
			return string(b)
		}
		e.text("m/mark.json", "\ufeff", sound)
		e.text("m/marks.jsonl", "\ufeff", sound, "\n\ufeff", sound)
		e.text("m/le.json", wide("\xff\xfe", 1, 0))
		e.text("m/be.json", wide("\xfe\xff", 0, 1))
		e.text("m/bare.json", wide("", 1, 0))
		e.text("m/zeros.json", strings.Repeat("\x00", 10*mib))
		e.text("m/zero.json", strings.Replace(sound, "stdio", "std\x00io", 1))
		e.text("m/after.json", sound, "\x00")
		e.text("m/empty.json")
		e.text("m/blank.json", strings.Repeat(" \n", 10*mib))
		e.text("m/blank.jsonl", strings.Repeat("\n", 30*mib))
	}},
	{name: "not JSON", exit: 3, found: []string{"JSON-02"}, tools: spared, make: func(e *evil) {
		e.tools()
		for i, text := range []string{"NaN", "-Infinity", "'a'", "{a:1}", "[1,]", "// x\n{}", "01", "+1", ".5", "1.", `"\x41"`, "{} {}", "tru", "<html>", "%PDF-1.7", "\x1f\x8b\x08\x00", "PK\x03\x04"} {
			e.text(fmt.Sprintf("n/%d.json", i), text)
		}
	}},
}
