package pagination

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

// A page is one recorded list request. Cursors are JSON text, "" where absent.
type page struct {
	sent, next string
	names      string // of its items, between spaces
	items      string // JSON text in place of names
	without    string // members that the result lacks, between spaces
	with       string // further members of the result, as JSON text
	params     string // further members of the params
	record     string // further members of the record
	fails      int    // an error code in place of a result
	method     string // tools/list where ""
	revision   string // 2026-07-28 where ""
	form       string // "exchange" where "", else response, result or unrequested
	file       string // numbered where ""
	result     string // JSON text in place of the result
}

var lists = map[string][2]string{
	"": {"tools", "name"}, "tools/list": {"tools", "name"}, "prompts/list": {"prompts", "name"},
	"resources/list": {"resources", "uri"}, "resources/templates/list": {"resourceTemplates", "uriTemplate"},
}

func (p page) resultText() string {
	if p.result != "" {
		return p.result
	}
	list := lists[p.method]
	items := p.items
	if items == "" {
		var all []string
		for _, name := range strings.Fields(p.names) {
			named := ""
			if list[1] != "name" {
				named = `"name":"n",`
			}
			all = append(all, fmt.Sprintf(`{%s%q:%q,"inputSchema":{"type":"object"}}`, named, list[1], name))
		}
		items = "[" + strings.Join(all, ",") + "]"
	}
	members := [][2]string{
		{"resultType", `"complete"`}, {list[0], items}, {"ttlMs", "1000"}, {"cacheScope", `"private"`},
		{"_meta", `{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}`}, {"nextCursor", p.next},
	}
	var texts []string
	for _, m := range members {
		if m[1] != "" && !slices.Contains(strings.Fields(p.without), m[0]) {
			texts = append(texts, fmt.Sprintf("%q:%s", m[0], m[1]))
		}
	}
	if p.with != "" {
		texts = append(texts, p.with)
	}
	return "{" + strings.Join(texts, ",") + "}"
}

func (p page) text() string {
	method, revision := p.method, p.revision
	if method == "" {
		method = "tools/list"
	}
	if revision == "" {
		revision = "2026-07-28"
	}
	answer := `"result":` + p.resultText()
	if p.fails != 0 {
		answer = fmt.Sprintf(`"error":{"code":%d,"message":"m"}`, p.fails)
	}
	response := `{"jsonrpc":"2.0","id":1,` + answer + "}"
	params := fmt.Sprintf(`"_meta":{"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientCapabilities":{}}`, revision)
	if p.sent != "" {
		params += `,"cursor":` + p.sent
	}
	if p.params != "" {
		params += "," + p.params
	}
	record := ""
	if p.record != "" {
		record = "," + p.record
	}
	switch p.form {
	case "result":
		return p.resultText()
	case "response":
		return response
	case "unrequested":
		return `{"response":` + response + record + "}"
	}
	return fmt.Sprintf(`{"request":{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s}},"response":%s%s}`, method, params, response, record)
}

// load reads pages as evidence.
func load(t testing.TB, p policy.Policy, pages ...page) *evidence.Set {
	t.Helper()
	files := fstest.MapFS{}
	for i, page := range pages {
		name := page.file
		if name == "" {
			name = fmt.Sprintf("pages/%03d.json", i+1)
		}
		if files[name] != nil {
			t.Fatalf("two pages are called %s", name)
		}
		files[name] = &fstest.MapFile{Data: []byte(page.text())}
	}
	return evidence.LoadFS(files, p, 1)
}

func reviewUnder(t testing.TB, p policy.Policy, pages ...page) Judgement {
	t.Helper()
	set := load(t, p, pages...)
	for _, f := range set.Findings {
		t.Fatalf("fixture: %s", f.Reason())
	}
	return Review(set.Listings, set.Probes, p)
}

func review(t testing.TB, pages ...page) Judgement {
	t.Helper()
	return reviewUnder(t, policy.Default(), pages...)
}

func specPolicy() policy.Policy {
	p := policy.Default()
	p.Profile = rule.Spec
	return p
}

// all are all findings of a judgement.
func all(j Judgement) []rule.Finding {
	var fs []rule.Finding
	for _, l := range j.Listings {
		fs = append(fs, l.Findings...)
	}
	for _, p := range j.Probes {
		fs = append(fs, p.Findings...)
	}
	fs = append(fs, j.Server...)
	for _, t := range j.Tools {
		fs = append(fs, t.Finding)
	}
	return fs
}

// decisive writes what decides: rule and effect of every finding but notes.
func decisive(j Judgement) string {
	var texts []string
	for _, f := range all(j) {
		if f.Effect != rule.Note {
			texts = append(texts, f.Rule.ID+" "+f.Effect.String())
		}
	}
	slices.Sort(texts)
	return strings.Join(texts, ", ")
}

// reasons are the sentences of all findings under one rule.
func reasons(j Judgement, id string) []string {
	var texts []string
	for _, f := range all(j) {
		if f.Rule.ID == id {
			texts = append(texts, f.Reason())
		}
	}
	return texts
}

// chain makes pages of cursors alone: sent and next in turn, with - for
// absence, and one item of its own on each page.
func chain(cursors ...string) []page {
	var pages []page
	for i := 0; i < len(cursors); i += 2 {
		p := page{sent: cursors[i], next: cursors[i+1], names: fmt.Sprintf("t%d", i/2)}
		if p.sent == "-" {
			p.sent = ""
		}
		if p.next == "-" {
			p.next = ""
		}
		pages = append(pages, p)
	}
	return pages
}
