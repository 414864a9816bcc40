package evidence

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// seeds are documents from which hostile ones are a small step.
var seeds = []string{
	``, `{}`, `[]`, `null`, note, `{"tools":[]}`, `{"content":[]}`, `{"inputSchema":{}}`, `{"headerMapping":{"tool":"t"}}`, `{"mcpreviewLock":1}`,
	`{"request":{"method":"tools/call","params":{"name":"t"}},"response":{"jsonrpc":"2.0","id":1,"result":{"content":[]}}}`,
	`{"response":{"result":{"content":[]}},"request":{"id":1,"method":"tools/call"}}`,
	`{"re\u0071uest":{"method":"tools/list"},"request":{"method":"tools/call"}}`,
	`{"request":{"method":"tools\/call"}}`, `{"request":{"method":"tools/list"},"request":{"method":"tools/call"}}`,
	`{"request":{"method":"tools/call"},"tools":[]}`, `{"request":{"method":"tools/call"}`, `{"jsonrpc":"2.0","request":{"method":"tools/call"}}`,
	`[{"request":{"method":"tools/call"}},{"tools":[]},[],1]`, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"tools":[]}}`,
	`{"sse":"data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}\n\n","request":null}`,
	`{"request":{"method":"tools/call"},"sse":"data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}\n\n","response":null}`,
	`{"schemaVersion":1,"tool":{"name":"mcpreview"},"verdict":{},"request":{"method":"tools/call"}}`,
	`{"result":{"content":[]},"appInfo":{}}`, "\ufeff{}", "{\"request\":{\"method\":\"tools/call\",\"\xff\":1}}", `{"log":["\ud800"]}`,
}

// values is how many values of a document have to be accounted for: the
// elements of a list one by one, anything else as one. A document that is no
// JSON is one.
func values(data string) int {
	doc, err := strictjson.Parse([]byte(data), "", 1, policy.DefaultLimits().JSON())
	if err != nil || !doc.Root.Is(strictjson.Array) {
		return 1
	}
	return max(1, doc.Root.Len())
}

// accounted is in how many places of a set its values are: kept, told of in a
// finding, or read again as a call.
func accounted(set *Set) int {
	n := len(set.Others) + len(set.Completions) + len(set.Descriptors) + len(set.Mappings) + len(set.Logs) + len(set.Probes)
	for _, f := range set.Findings {
		if f.Rule != ruleUnusable || !strings.HasPrefix(f.Text, "member ") { // of a value that is read
			n++
		}
	}
	for _, l := range set.Listings {
		n += len(l.Pages)
	}
	Calls(set, 1, func(Call) int { return 1 }, func(one int) { n += one })
	return n
}

// Every value of every document is in one place, in a file of its own and among
// the lines of another: none is lost, and none counts twice. The two readings
// agree on what is a call.
func FuzzEveryDocumentIsAccountedFor(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data string) {
		want := values(data)
		if want > findingsPerFile {
			t.Skip("findings are summed up")
		}
		set := one("f.json", data)
		if got := accounted(set); got != want {
			t.Errorf("file: %d of %d values\n%s", got, want, account(set, 1))
		}
		if new(sniffer).call([]byte(data)) && len(set.units) != 1 {
			t.Errorf("taken for a call but not read again: %q", data)
		}
		// As a line between two others.
		line := strings.NewReplacer("\n", " ", "\r", " ").Replace(data)
		set = one("f.jsonl", note+"\n"+line+"\n"+call("t", ""))
		want = 2
		if strings.Trim(line, " \t") != "" {
			want += values(line)
		}
		if got := accounted(set); got != want {
			t.Errorf("line: %d of %d values\n%s", got, want, account(set, 1))
		}
	})
}

// What a file says depends on its bytes and its name alone.
func FuzzSameAnswers(f *testing.F) {
	for i, s := range seeds {
		f.Add(s, seeds[(i+1)%len(seeds)], uint8(i), uint16(20*i))
	}
	f.Fuzz(func(t *testing.T, a, b string, jobs uint8, limit uint16) {
		p := policy.Default()
		p.Limits.DocumentBytes = int(limit) + 1
		files := fstest.MapFS{
			"1.jsonl": {Data: []byte(a + "\n" + b)}, "pages/x/2.json": {Data: []byte(a)}, "t.failure.json": {Data: []byte(b)}, "4.ndjson": {Data: []byte(b + "\n" + a)},
		}
		want := account(LoadFS(files, p, 1), 1)
		if got := account(LoadFS(files, p, int(jobs%8)), int(jobs%5)); got != want {
			t.Errorf("%d jobs:\n%s\nwant\n%s", jobs, got, want)
		}
	})
}

// Two readings of lines over and under the limit of bytes find the same lines.
func FuzzLinesAtTheLimit(f *testing.F) {
	f.Add("a\nbb\n\nccc", uint8(2), false)
	f.Add("\r\n \n", uint8(1), true)
	f.Fuzz(func(t *testing.T, text string, limit uint8, calls bool) {
		p := policy.Default()
		p.Limits.DocumentBytes = 40 + int(limit)
		want := 0
		var b strings.Builder
		for i, l := range strings.Split(text, "\n") {
			if i > 100 {
				break
			}
			doc := sized(40 + len(l)%300)
			if calls && i%2 == 0 {
				doc = sizedCall(40 + len(l)%300)
			}
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(doc)
			want++
		}
		set := LoadFS(fstest.MapFS{"f.jsonl": {Data: []byte(b.String())}}, p, 1)
		if got := accounted(set); got != want || set.Files[0].Documents != want {
			t.Errorf("%d of %d lines\n%s", got, want, account(set, 1))
		}
	})
}

// printable paths are valid, print, and stay apart where that is said of them.
func FuzzPrintable(f *testing.F) {
	for _, s := range []string{"a/b.json", "\xff", `\xff`, "\n", "é", "\u202e", "\U000e0001", "'", `"`, ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, p string) {
		shown := printable(p)
		for i, r := range shown {
			if r == '\ufffd' && !strings.Contains(p, "\ufffd") || r < ' ' || r == 0x7f {
				t.Errorf("%q shows as %q: %U at %d", p, shown, r, i)
			}
		}
		if printable(shown) != shown {
			t.Errorf("%q shows as %q, which shows as %q", p, shown, printable(shown))
		}
		if strings.Count(shown, "/") != strings.Count(p, "/") {
			t.Errorf("%q shows as %q", p, shown)
		}
		taken := map[string]bool{shown: true, fmt.Sprint(shown, "#2"): true}
		if got := unlike(taken, p); got != shown+"#3" || !taken[got] {
			t.Errorf("a third %q shows as %q", p, got)
		}
	})
}

// memberNames and memberValues are what composed documents are made of.
var (
	memberNames = []string{
		"request", "response", "sse", "jsonrpc", "id", "method", "params", "result", "error", "tools", "prompts", "resources", "resourceTemplates",
		"completion", "content", "structuredContent", "isError", "inputRequests", "messages", "contents", "supportedVersions", "capabilities",
		"protocolVersion", "serverInfo", "resultType", "inputSchema", "headerMapping", "log", "appInfo", "mcpreviewLock", "schemaVersion", "tool",
		"verdict", "label", "caller", "pass", "http", "notifications", "x", `re\u0071uest`, `to\u006fls`, `\ud800`,
	}
	memberValues = []string{
		`null`, `1`, `"2.0"`, `"x"`, `true`, `[]`, `{}`, `[{}]`, `[{"name":"t","inputSchema":{}}]`, `{"name":"mcpreview"}`,
		`{"method":"tools/call","params":{"name":"t"}}`, `{"method":"tools/list"}`, `{"method":"tools\/call"}`, `{"result":{"content":[]}}`,
		`{"result":{"tools":[]}}`, `{"result":{"content":[],"tools":[]}}`, `{"error":{"code":1}}`, `{"tools":[]}`, `{"content":[]}`,
		`"data: {\"result\":{\"content\":[]}}\n\n"`, `"data: {\"result\":{\"tools\":[]}}\n\n"`, `1e999`, `"\udfff"`,
	}
)

// compose makes members out of choices, two bytes a member.
func compose(choices []byte) []string {
	var members []string
	for len(choices) >= 2 {
		members = append(members, fmt.Sprintf(`"%s":%s`, memberNames[int(choices[0])%len(memberNames)], memberValues[int(choices[1])%len(memberValues)]))
		choices = choices[2:]
	}
	return members
}

// eachPair goes through every member name with a third of the values, and every
// pair of names.
func eachPair(do func(choices []byte)) {
	for i := range memberNames {
		for j := i % 3; j < len(memberValues); j += 3 {
			do([]byte{byte(i), byte(j)})
		}
		for k := range memberNames {
			values := [][2]byte{{5, 6}, {10, 13}}[(i+k)%2]
			do([]byte{byte(i), values[0], byte(k), values[1]})
		}
	}
}

func TestComposedDocuments(t *testing.T) {
	eachPair(func(choices []byte) { composed(t, choices, len(choices) > 2) })
}

func TestServerHidesNothing(t *testing.T) {
	eachPair(func(choices []byte) { hidesNothing(t, choices, choices[0]%2 == 0) })
}

// addChoices adds a few of eachPair: the coverage of every seed is measured
// before any fuzzing begins.
func addChoices(f *testing.F, add func(choices []byte)) {
	f.Helper()
	for i := range memberNames {
		add([]byte{byte(i), byte(i % len(memberValues))})
		add([]byte{byte(i), 5, byte((i + 9) % len(memberNames)), 6})
	}
}

// FuzzComposedDocuments is FuzzEveryDocumentIsAccountedFor over documents whose
// members are of forms, in any mixture.
func FuzzComposedDocuments(f *testing.F) {
	addChoices(f, func(choices []byte) { f.Add(choices, len(choices) > 2) })
	f.Fuzz(composed)
}

func composed(t *testing.T, choices []byte, list bool) {
	members := compose(choices[:min(len(choices), 24)])
	doc := "{" + strings.Join(members, ",") + "}"
	want := 1
	if list {
		doc, want = "["+doc+",{"+strings.Join(members[len(members)/2:], ",")+"}]", 2
	}
	if new(sniffer).call([]byte(doc)) {
		d, err := strictjson.Parse([]byte(doc), "", 1, policy.DefaultLimits().JSON())
		must(t, err)
		if k := classify(d.Root); k != kindExchange && k != kindMixed {
			t.Errorf("taken for a call, is %s: %s", kindNames[k], doc)
		}
	}
	for _, file := range []string{"f.json", "f.jsonl", "echo.failure.json"} {
		set := one(file, doc)
		if got := accounted(set); got != want {
			t.Errorf("%s: %d of %d values of %s\n%s", file, got, want, doc, account(set, 1))
		}
	}
}

// FuzzServerHidesNothing adds members to answers that a server wrote whole, as
// it may: the answer is then still read as what it is, or a finding that decides
// says that it is not.
func FuzzServerHidesNothing(f *testing.F) {
	addChoices(f, func(choices []byte) { f.Add(choices, choices[0]%2 == 0) })
	f.Fuzz(hidesNothing)
}

func hidesNothing(t *testing.T, choices []byte, before bool) {
	extra := compose(choices[:min(len(choices), 24)])
	with := func(own string) string {
		members := append(extra[:len(extra):len(extra)], own)
		if !before {
			members = append([]string{own}, extra...)
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	const tool = `{"name":"evil","inputSchema":{}}`
	for _, doc := range []string{
		with(`"tools":[` + tool + `]`),
		`{"jsonrpc":"2.0","id":1,"result":` + with(`"tools":[`+tool+`]`) + `}`,
		`{"response":{"jsonrpc":"2.0","id":1,"result":` + with(`"tools":[`+tool+`]`) + `}}`,
	} {
		set := one("f.json", doc)
		seen := decided(set)
		for _, l := range set.Listings {
			for _, p := range l.Pages {
				seen = seen || len(p.Doc.Faults) > 0 || p.Items.At(0).Get("name").Text() == "evil"
			}
		}
		for _, p := range set.Probes {
			seen = seen || len(p.Doc.Faults) > 0
		}
		if !seen {
			t.Errorf("the tool is not seen: %s\n%s", doc, account(set, 1))
		}
	}
	for _, doc := range []string{
		with(`"content":[7]`),
		`{"jsonrpc":"2.0","id":1,"result":` + with(`"content":[7]`) + `}`,
	} {
		set := one("f.json", doc)
		seen := decided(set)
		Calls(set, 1, func(c Call) bool {
			return c.Exchange == nil || len(c.Doc.Faults) > 0 || c.Request == nil && c.Tool == "f" && c.Result.Get("content").At(0).Text() == "7"
		}, func(as bool) { seen = seen || as })
		if !seen {
			t.Errorf("the result is not seen: %s\n%s", doc, account(set, 1))
		}
	}
	doc := with(`"inputSchema":{"evil":1}`)
	set := one("f.json", doc)
	seen := decided(set)
	for _, d := range set.Descriptors {
		seen = seen || len(d.Doc.Faults) > 0 || d.Value.Path("inputSchema", "evil") != nil
	}
	if !seen {
		t.Errorf("the descriptor is not seen: %s\n%s", doc, account(set, 1))
	}
}

// decided reports whether either reading found anything that decides.
func decided(set *Set) bool {
	found := set.Findings
	Calls(set, 1, func(c Call) rule.Finding { return c.Unusable }, func(f rule.Finding) {
		if f.Rule != nil {
			found = append(found, f)
		}
	})
	return slices.ContainsFunc(found, func(f rule.Finding) bool { return f.Effect <= rule.Condition })
}
