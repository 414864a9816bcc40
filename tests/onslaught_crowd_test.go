package tests

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"strings"
)

// crowdOnslaughts are of too much of everything that there may be many of.
var crowdOnslaughts = []onslaught{
	{name: "1,000,000 tiny documents", exit: 3, found: []string{"EVID-14"}, tools: spared, make: func(e *evil) {
		e.tools()
		e.file("tiny.jsonl", func(w *bufio.Writer) {
			for range 999_900 {
				w.WriteString("{}\n")
			}
		})
	}},
	{name: "more documents than are read", exit: 3, found: []string{"EVID-14 exceeds 1000000 documents in all"}, tools: spared, make: func(e *evil) {
		e.tools()
		e.file("tiny.jsonl", func(w *bufio.Writer) {
			for range 1_000_001 {
				w.WriteString("0\n")
			}
		})
	}},
	{name: "200,000 calls of tools that nobody listed", exit: 3, tools: spared, make: func(e *evil) {
		e.tools()
		e.file("calls.jsonl", func(w *bufio.Writer) {
			for i := range 200_000 {
				fmt.Fprintf(w, `{"request":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"n%d"}},"response":{}}`+"\n", i)
			}
		})
	}},
	{name: "15,000 files that are no evidence", exit: 3, found: []string{"EVID-14"}, tools: spared, make: func(e *evil) {
		e.tools()
		for i := range 15_000 {
			e.text(fmt.Sprintf("f/%d.json", i), "{}")
		}
	}},
	{name: "a page of 100,000 tools", exit: 1, found: []string{"EVID-14"}, make: func(e *evil) {
		e.file("pages/page.json", func(w *bufio.Writer) {
			head, tail, _ := strings.Cut(page(1, "", "", "§"), "§")
			w.WriteString(head)
			for i := range 100_000 {
				w.WriteString(named(fmt.Sprintf("t%d", i), "") + ",")
			}
			w.WriteString(bystander + tail)
		})
		e.bystanderCalls()
	}},
	{name: "30,000 callers", exit: 1, found: []string{"EVID-02"}, tools: spared, make: func(e *evil) {
		e.tools()
		e.file("callers.jsonl", func(w *bufio.Writer) {
			for i := range 30_000 {
				fmt.Fprintf(w, `{"protocolVersion":"2026-07-28","caller":"c%d","request":{"jsonrpc":"2.0","id":1,"method":"tools/list"},"response":{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[],"nextCursor":"n"}}}`+"\n", i)
			}
		})
	}},
	{name: "20,000 tools", exit: 3, tools: spared, make: func(e *evil) {
		e.tools(list(20_000, func(i int) string { return named(fmt.Sprintf("t%d", i), `"properties":{"a":{"type":"string"}}`) }))
	}},
	{name: "one name for 40,000 tools", exit: 3, found: []string{"DESC-06"}, tools: spared, make: func(e *evil) {
		e.tools(list(40_000, func(i int) string { return evilTool(fmt.Sprintf(`"properties":{"p%d":{}}`, i)) }))
	}},
	{name: "10,000 confusable names", exit: 3, found: []string{"DESC-20"}, tools: spared, make: func(e *evil) {
		e.tools(list(10_000, func(i int) string {
			letters := []string{"a", "\u0430", "\u03b1", "\uff41", "\U0001d41a", "\u00e0"}
			var b strings.Builder
			for k, n := 0, i; k < 6; k, n = k+1, n/len(letters) {
				b.WriteString(letters[n%len(letters)])
			}
			return named(b.String(), "")
		}) + "," + named("byst\u0430nder", ""))
	}},
	{name: "names and descriptions of megabytes", exit: 3, found: []string{"DESC-04", "DESC-19"}, tools: spared, make: func(e *evil) {
		long := func(unit string) string { return strings.Repeat(unit, mib/len(unit)) }
		e.tools(named(long("n"), ""), named(long("m\u0430"), ""), `{"name":"d","description":"`+long("\u202e\u200b")+`","title":"`+long("\U000e0041")+`","inputSchema":{"type":"object"}}`,
			`{"name":"u","`+long("unknown")+`":1,"inputSchema":{"type":"object"}}`)
	}},
	{name: "100,000 unknown members", exit: 3, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		members := list(100_000, func(i int) string { return fmt.Sprintf(`"input_schem%d":0`, i) })
		e.tools(`{"name":"evil","description":"d","inputSchema":{"type":"object"},` + members + `,"annotations":{` + members + `},"_meta":{` + members + `}}`)
	}},
	{name: "100,000 icons", exit: 3, tools: sparing("CONDITIONAL"), found: []string{"DESC-15"}, make: func(e *evil) {
		e.tools(`{"name":"evil","description":"d","inputSchema":{"type":"object"},"icons":[` + list(100_000, func(i int) string { return fmt.Sprintf(`{"src":"javascript:%d"}`, i) }) +
			`,{"src":"data:image/png;base64,` + strings.Repeat("A", 8*mib) + `"}]}`)
	}},
	{name: "100,000 blocks", exit: 3, found: []string{"RES"}, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer("", `"content":[`, times(100_000, `{"type":"no such type"}`), `]`)
	}},
	{name: "10,000 blocks a result, 10 results", exit: 3, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.answer("", `"content":[]`)
		e.file("results/blocks.jsonl", func(w *bufio.Writer) {
			content := `"content":[` + times(9_999, `{"type":"image","mimeType":"image/evil","data":"!"}`) + `]`
			for i := range 10 {
				w.WriteString(called(10+i, "", "evil", "{}", content) + "\n")
			}
		})
	}},
	{name: "base64 bombs", exit: 3, found: []string{"RES"}, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		data := strings.Repeat("QUJD", 2*mib)
		e.answer("", `"content":[{"type":"image","mimeType":"image/png","data":"`, data, `"},{"type":"audio","mimeType":"audio/wav","data":"`, data[:len(data)-1], `=!"},`,
			`{"type":"resource","resource":{"uri":"a:b","blob":"`, data, `=="}}]`)
	}},
	{name: "100,000 header lines", exit: 3, found: []string{"PAR"}, make: func(e *evil) {
		e.tools(named("evil", `"properties":{"a":{"type":"string","x-mcp-header":"A"}}`))
		lines := func(n int, line func(i int) string) string { return `"http":{"headers":[` + list(n, line) + `]},` }
		call := func(beside string) string {
			return strings.Replace(called(3, beside, "evil", `{"a":"x"}`, `"content":[]`), `"transport":"stdio",`, "", 1)
		}
		e.text("http/same.json", call(lines(100_000, func(i int) string { return `["Mcp-Param-A","x"]` })))
		e.text("http/unknown.json", call(lines(100_000, func(i int) string { return fmt.Sprintf(`["Mcp-Param-B%d","x"]`, i) })))
		e.text("http/long.json", call(lines(2, func(i int) string { return `["Mcp-Param-A","=?base64?` + strings.Repeat("QUJD", 2*mib) + `?="]` })))
		e.text("http/names.json", call(lines(1000, func(i int) string { return `["` + strings.Repeat("\u0001", 1000) + `","x"]` })))
	}, tools: sparing("CONDITIONAL")},
	{name: "100,000 bindings", exit: 3, tools: map[string]string{"evil": "REJECT"}, found: []string{"DESC-12"}, make: func(e *evil) {
		e.tools(evilTool(`"properties":{` + list(100_000, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"string","x-mcp-header":"P%d"}`, i, i) }) + `}`))
		e.text("mapping.json", `{"headerMapping":{"tool":"evil","map":{`, list(100_000, func(i int) string { return fmt.Sprintf(`"p%d":"Mcp-Param-P%d"`, i, i) }), `}}}`)
	}},
	{name: "a chain of 50,000 pages", exit: 1, found: []string{"PAGE"}, tools: spared, make: func(e *evil) {
		e.file("pages.jsonl", func(w *bufio.Writer) {
			for i := range 50_000 {
				sent, next, tools := fmt.Sprintf(`"cursor":"c%d",`, i), fmt.Sprintf(`"nextCursor":"c%d",`, i+1), ""
				if i == 0 {
					sent, tools = "", bystander
				}
				w.WriteString(page(1+i, sent, next, tools) + "\n")
			}
		})
		e.bystanderCalls()
	}},
	{name: "cursors in circles", exit: 1, found: []string{"PAGE"}, make: func(e *evil) {
		e.file("pages.jsonl", func(w *bufio.Writer) {
			for i := range 900 {
				sent := fmt.Sprintf(`"cursor":"c%d",`, i%3)
				if i == 0 {
					sent = ""
				}
				w.WriteString(page(1+i, sent, fmt.Sprintf(`"nextCursor":"c%d",`, (i+1)%3), bystander) + "\n")
			}
		})
		e.text("self.json", "["+page(5000, `"cursor":"x",`, `"nextCursor":"x",`, "")+","+page(5001, `"cursor":"",`, `"nextCursor":"",`, "")+"]")
		e.bystanderCalls()
	}},
	{name: "cursors of megabytes", exit: 1, found: []string{"PAGE"}, make: func(e *evil) {
		long := strings.Repeat("c", mib)
		e.text("pages.jsonl", page(1, "", `"nextCursor":"`+long+`",`, bystander), "\n", page(2, `"cursor":"`+long+`",`, `"nextCursor":"`+long+`d",`, ""), "\n",
			page(3, `"cursor":"`+long+`d",`, `"nextCursor":{"a":1},`, ""), "\n")
		e.bystanderCalls()
	}},
	{name: "5,000 callers and 5,000 passes", exit: 3, make: func(e *evil) {
		e.tools()
		e.file("callers.jsonl", func(w *bufio.Writer) {
			for i := range 5000 {
				fmt.Fprintf(w, "%s\n%s\n", strings.Replace(page(10+i, "", "", bystander), "{", fmt.Sprintf(`{"caller":"c%d",`, i), 1),
					strings.Replace(page(10+i, "", "", bystander), "{", fmt.Sprintf(`{"pass":%d,`, i+2), 1))
			}
		})
	}},
	{name: "streams of 20 MB", exit: 1, found: []string{"JSON-13"}, tools: map[string]string{"bystander": "CONDITIONAL"}, make: func(e *evil) {
		e.tools()
		request := `{"request":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"bystander",` + recordedMeta + `}},"sse":"`
		e.text("s/lines.json", request, strings.Repeat(`data: \n`, 2*mib), `\n"}`)
		e.text("s/events.json", request, strings.Repeat(`data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n`, 200_000), `"}`)
		e.text("s/answers.json", request, strings.Repeat(`data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n`, 200_000), `"}`)
		e.text("s/long.json", request, `data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[`, strings.Repeat(`{\"type\":\"\"},`, mib), `0]}}\n\n"}`)
		e.text("s/comments.json", request, strings.Repeat(`:\r`, 4*mib), `"}`)
	}},
	{name: "completions by the thousand", exit: 3, tools: spared, make: func(e *evil) {
		e.tools()
		e.file("completions.jsonl", func(w *bufio.Writer) {
			for i := range 3000 {
				values := list(100, func(k int) string { return fmt.Sprintf(`"v%d_%d"`, i, k) })
				w.WriteString(exchange(10+i, fmt.Sprintf(`"caller":{"name":"c%d","forbidden":["v%d_1","x"],"allowed":{"a":["z"]},"maySee":{"prompts":["p"],"resources":["(a*)*b"]}},`, i%500, i),
					"completion/complete", fmt.Sprintf(`"ref":{"type":"ref/prompt","name":"p%d"},"argument":{"name":"a","value":"v"},`, i%50),
					`"result":{"resultType":"complete","completion":{"values":[`+values+`]}}`) + "\n")
			}
		})
		e.text("values.json", exchange(9, "", "completion/complete", `"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""},`,
			`"result":{"resultType":"complete","completion":{"values":[`+times(500_000, `"v"`)+`]}}`))
	}, found: []string{"CMP"}},
	{name: "forbidden names by the thousand", exit: 3, tools: spared, make: func(e *evil) {
		e.tools()
		names := list(20_000, func(i int) string { return fmt.Sprintf(`"*secret%d*"`, i) })
		known := list(20_000, func(i int) string { return fmt.Sprintf(`{"type":"ref/prompt","name":"p%d","arguments":["a"]}`, i) })
		e.text("c.json", exchange(9, `"caller":{"name":"c","forbidden":[`+names+`],"maySee":{"prompts":[`+names+`],"resources":[`+names+`]}},"known":[`+known+`],`,
			"completion/complete", `"ref":{"type":"ref/prompt","name":"p1"},"argument":{"name":"a","value":""},`,
			`"result":{"resultType":"complete","completion":{"values":[`+list(100, func(i int) string { return quoted(strings.Repeat("secre", 2000)) })+`]}}`))
	}},
	{name: "a log against 20,000 values", exit: 3, make: func(e *evil) {
		e.tools(named("evil", `"properties":{"a":{"type":"string","x-mcp-header":"A"}}`))
		e.file("calls.jsonl", func(w *bufio.Writer) {
			for i := range 20_000 {
				value := fmt.Sprintf("value-%d-of-many", i)
				line := fmt.Sprintf(`"http":{"headers":[["Mcp-Param-A","=?base64?%s?="],["Authorization","Bearer %s"]]},`, base64.StdEncoding.EncodeToString([]byte(value)), value)
				w.WriteString(strings.Replace(called(10+i, line, "evil", `{"a":"`+value+`"}`, `"content":[]`), `"transport":"stdio",`, "", 1) + "\n")
			}
		})
		e.text("log.json", `{"log":[`, list(200_000, func(i int) string { return fmt.Sprintf(`"line value-%d-of-"`, i) }), `,"`, strings.Repeat("value-", 2*mib), `"]}`)
	}},
	{name: "40,000 requests with wrong headers", exit: 3, found: []string{"PAR-02"}, tools: sparing("CONDITIONAL"), make: func(e *evil) {
		e.tools(named("evil", `"properties":{"a":{"type":"string","x-mcp-header":"A"}}`))
		e.file("calls.jsonl", func(w *bufio.Writer) {
			for i := range 40_000 {
				w.WriteString(strings.Replace(called(10+i, `"http":{"status":200,"headers":[["Mcp-Name","evil"]]},`, "evil", `{"a":"x"}`, `"content":[]`), `"transport":"stdio",`, "", 1) + "\n")
			}
		})
	}},
	{name: "a pointer of a megabyte, 4,000 times", exit: 3, found: []string{"DESC-10"}, tools: sparing("REJECT"), make: func(e *evil) {
		e.tools(evilTool(`"properties":{"` + strings.Repeat("p", mib) + `":{"anyOf":[` + times(4000, `{"type":"no type"}`) + `]}}`))
	}},
	{name: "a caller of a megabyte with 10,000 tools", exit: 3, make: func(e *evil) {
		e.tools()
		e.text("pages/other.json", strings.Replace(page(2, "", "", list(10_000, func(i int) string { return named(fmt.Sprintf("t%d", i), "") })), "{", `{"caller":"`+strings.Repeat("c", mib)+`",`, 1))
	}},
	{name: "retries by the thousand", exit: 1, tools: map[string]string{"bystander": "CONDITIONAL"}, make: func(e *evil) {
		e.tools()
		e.file("calls.jsonl", func(w *bufio.Writer) {
			for i := range 20_000 {
				line := fmt.Sprintf(`"at":"2026-01-01T00:00:%02d.%03dZ","http":{"status":400,"headers":[["Mcp-Name","bystander"]]},`, i/1000%60, i%1000)
				w.WriteString(strings.Replace(called(10+i, line, "bystander", `{"a":"x"}`, `"content":[]`), `"transport":"stdio",`, "", 1) + "\n")
			}
		})
	}},
	{name: "20,000 discoveries of 20,000 servers", exit: 1, found: []string{"EVID-11"}, make: func(e *evil) {
		e.tools()
		e.file("discover.jsonl", func(w *bufio.Writer) {
			for i := range 20_000 {
				w.WriteString(exchange(10+i, fmt.Sprintf(`"server":"s%d","version":"%d",`, i, i), "server/discover", "",
					`"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"public"}`) + "\n")
			}
		})
	}},
	{name: "100,000 exchanges of methods that nobody knows", exit: 3, tools: spared, make: func(e *evil) {
		e.tools()
		e.file("methods.jsonl", func(w *bufio.Writer) {
			for i := range 100_000 {
				w.WriteString(exchange(10+i, "", fmt.Sprintf("m%d", i), "", `"error":{"code":-32002,"message":"m"}`) + "\n")
			}
		})
	}},
	{name: "500,000 notifications", exit: 3, tools: spared, make: func(e *evil) {
		e.tools()
		e.text("n.json", called(5, `"notifications":[`+times(500_000, `{"jsonrpc":"2.0","method":"x"}`)+`],`, "bystander", "{}", `"content":[]`))
	}},
	{name: "1,000 prompts pages of hidden text", exit: 3, tools: spared, make: func(e *evil) {
		e.tools()
		e.file("prompts.jsonl", func(w *bufio.Writer) {
			for i := range 300 {
				sent, next := fmt.Sprintf(`"cursor":"c%d",`, i), fmt.Sprintf(`"nextCursor":"c%d",`, i+1)
				if i == 0 {
					sent = ""
				}
				w.WriteString(exchange(10+i, "", "prompts/list", sent, `"result":{"resultType":"complete",`+next+`"ttlMs":0,"cacheScope":"private","prompts":[`+
					list(200, func(k int) string { return fmt.Sprintf(`{"name":"p%d\u200b%d","description":"\u202e"}`, i, k) })+`]}`) + "\n")
			}
		})
	}},
}
