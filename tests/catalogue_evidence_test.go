package tests

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"mcpreview/internal/evidence"
	"mcpreview/internal/lock"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
	"mcpreview/report"
)

// A scene is a small set of evidence, a file a document, and what it is
// reviewed under.
type scene struct {
	documents []string
	name      string // of the last document; "" for its number
	change    []func(*policy.Policy)
	approved  []string // descriptors in the lock that it is compared with; nil for none
}

func docs(documents ...string) scene { return scene{documents: documents} }

// and is the scene with more documents.
func (s scene) and(documents ...string) scene {
	s.documents = append(s.documents[:len(s.documents):len(s.documents)], documents...)
	return s
}

// file is the scene with a document under a name of its own.
func (s scene) file(name, document string) scene {
	s = s.and(document)
	s.name = name
	return s
}

// under is the scene under a changed policy.
func (s scene) under(change func(*policy.Policy)) scene {
	s.change = append(s.change[:len(s.change):len(s.change)], change)
	return s
}

func (s scene) spec() scene { return s.under(func(p *policy.Policy) { p.Profile = rule.Spec }) }

func (s scene) at(revision string) scene {
	return s.under(func(p *policy.Policy) { p.Revision = protocol.ByName(revision) })
}

// reviewDay is the day of reviews whose policy accepts anything.
const reviewDay = "2026-08-01"

func (s scene) review() *report.Review {
	files := fstest.MapFS{}
	for i, d := range s.documents {
		name := fmt.Sprintf("%02d.json", i+1)
		if i == len(s.documents)-1 && s.name != "" {
			name = s.name
		}
		files[name] = &fstest.MapFile{Data: []byte(d)}
	}
	p := policy.Default()
	for _, change := range s.change {
		change(&p)
	}
	return report.Build(evidence.LoadFS(files, p, 1), report.Options{Policy: p, Jobs: 1, Date: reviewDay, Baseline: s.lock()})
}

// against is the scene compared with the lock of some descriptors.
func (s scene) against(descriptors ...string) scene {
	s.approved = descriptors
	return s
}

// lock is the lock of the approved descriptors, as it is read from its file.
func (s scene) lock() *lock.Lock {
	if s.approved == nil {
		return nil
	}
	l := &lock.Lock{ProtocolVersion: protocol.Current.Name, Profile: rule.House.String(), Callers: []string{""}}
	for _, text := range s.approved {
		doc, err := strictjson.Parse([]byte(text), "approved.json", 1, policy.DefaultLimits().JSON())
		if err != nil {
			panic(err)
		}
		l.Tools = append(l.Tools, lock.Tool{Name: doc.Root.Get("name").Text(), Callers: l.Callers, Digest: lock.Digest(doc.Root), Descriptor: doc.Root})
	}
	l.Sort()
	data, err := l.Encode()
	if err != nil {
		panic(err)
	}
	read, err := lock.Parse("mcpreview.lock.json", data)
	if err != nil {
		panic(err)
	}
	return read
}

// tools are descriptors on one page.
func tools(all ...string) scene { return docs(listOf(all...)) }

// input is a tool with an inputSchema.
func input(schema string) scene {
	return tools(`{"name":"a","description":"d","inputSchema":` + schema + `}`)
}

// property is a tool with one annotated property.
func property(schema string) scene {
	return input(`{"type":"object","properties":{"p":` + schema + `}}`)
}

// withMember is a tool with one more member.
func withMember(member string) scene {
	return tools(`{"name":"a","description":"d","inputSchema":{"type":"object"},` + member + `}`)
}

// gave is a call of a tool that promises nothing, and its whole result.
func gave(result string) scene { return docs(anyTool, call(2, "any", "{}", result)) }

// gaveBlock is a result of one block.
func gaveBlock(block string) scene {
	return gave(`{"resultType":"complete","content":[` + block + `]}`)
}

// promised is a tool with an outputSchema, and one result of it.
func promised(schema, result string) scene {
	return docs(listOf(descriptor("a", schema)), call(2, "a", "{}", result))
}

// answered is a call of the tool any, or of another that is in params, with the
// member result or error of its answer.
func answered(beside, params, answer string) scene {
	return docs(anyTool, exchange(2, beside, protocol.MethodCallTool, params, answer))
}

// asked is an exchange of any other method.
func asked(method, params, answer string) scene {
	return docs(anyTool, exchange(2, "", method, params, answer))
}

const refused = `"error":{"code":-32602,"message":"no"}`

// discovers is a discovery; capabilities are its members.
func discovers(capabilities string) string {
	return exchange(9, "", protocol.MethodDiscover, "", `"result":{"resultType":"complete","ttlMs":0,"cacheScope":"public",
		"supportedVersions":["2026-07-28"],"capabilities":{`+capabilities+`},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}`)
}

// route is the tool of the sample mapping.
const route = `{"name":"route","description":"d","inputSchema":{"type":"object","properties":{
	"region":{"type":"string","x-mcp-header":"Region"},"count":{"type":"integer","minimum":0,"maximum":9,"x-mcp-header":"Count"},
	"flag":{"type":"boolean","x-mcp-header":"Flag"},"memo":{"type":"string"}}}}`

const done = `"result":{"resultType":"complete","content":[{"type":"text","text":"done"}]}`

// A post is one request over HTTP. What is left empty has the obvious value: a
// call of route with its standard headers, answered with status 200 and a
// result.
type post struct {
	id       int
	method   string
	params   string // JSON members with a comma behind
	args     string // JSON text in place of params
	copies   string // JSON pairs of header lines beside the standard ones
	standard string // the same, in place of the standard ones; "-" for none
	status   int
	answer   string // "-" for none
	beside   string
}

func (p post) text() string {
	or := func(s *string, other string) {
		if *s == "" {
			*s = other
		}
	}
	if p.id == 0 {
		p.id = 2
	}
	if p.status == 0 {
		p.status = 200
	}
	or(&p.method, protocol.MethodCallTool)
	or(&p.args, "{}")
	or(&p.params, `"name":"route","arguments":`+p.args+",")
	or(&p.standard, fmt.Sprintf(`["MCP-Protocol-Version","2026-07-28"],["Mcp-Method",%q],["Mcp-Name","route"]`, p.method))
	or(&p.answer, done)
	lines := strings.Trim(strings.TrimPrefix(p.standard, "-")+","+p.copies, ",")
	request := fmt.Sprintf(`"request":{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s%s}}`, p.id, p.method, p.params, recordedMeta)
	if p.answer == "-" {
		return fmt.Sprintf(`{%s"http":{"headers":[%s]},%s}`, p.beside, lines, request)
	}
	return fmt.Sprintf(`{%s"http":{"status":%d,"headers":[%s]},%s,"response":{"jsonrpc":"2.0","id":%d,%s}}`,
		p.beside, p.status, lines, request, p.id, p.answer)
}

// posted is a request over HTTP beside the listing of route.
func posted(p post) scene { return tools(route).and(p.text()) }

const mismatch = `"error":{"code":-32020,"message":"header rejected: Mcp-Param-Region missing"}`

// A walk is pages of tools, each with the cursor it was asked by ("-" none) and
// that it issues: members with a comma behind, or empty.
func walk(pages ...[3]string) scene {
	var s scene
	for i, p := range pages {
		s = s.and(page(i+1, p[0], p[1], p[2]))
	}
	return s
}

// toolNamed is a tool that has nothing but a name.
func toolNamed(names ...string) string {
	var all []string
	for _, n := range names {
		all = append(all, fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, n))
	}
	return strings.Join(all, ",")
}

// beside is a record with more members before its own.
func with(members, record string) string {
	return "{" + members + "," + strings.TrimPrefix(record, "{")
}

// serverSaying is the metadata in which a server says what it is called, and
// saying a listing with it.
func serverSaying(name string) string {
	return `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"` + name + `","version":"1"}}`
}

func saying(name, listing string) string {
	return strings.Replace(listing, `"tools":`, serverSaying(name)+`,"tools":`, 1)
}

// passes are walks of one page each, one after the other.
func passes(pages ...string) scene {
	var s scene
	for i, tools := range pages {
		s = s.and(with(fmt.Sprintf(`"pass":%d`, i+1), page(i+1, "", "", tools)))
	}
	return s
}

// callers are walks of one page each, of callers c1, c2 and so on.
func callers(scope string, pages ...string) scene {
	var s scene
	for i, tools := range pages {
		s = s.and(strings.ReplaceAll(with(fmt.Sprintf(`"caller":"c%d"`, i+1), page(i+1, "", "", tools)), `"private"`, `"`+scope+`"`))
	}
	return s
}

// knownPrompt publishes a prompt with the argument env, beside a completion.
const knownPrompt = `"known":[{"type":"ref/prompt","name":"triage","arguments":["env","host"]}],`

// A completing is one completion. What is left empty has the obvious value.
type completing struct {
	id      int
	beside  string // members of the record, beside what is known
	caller  string // JSON text
	known   string
	ref     string
	arg     string // JSON object
	context string // member with a comma before
	values  string // members of completion
	answer  string // in place of values
}

func (c completing) text() string {
	or := func(s *string, other string) {
		if *s == "" {
			*s = other
		}
	}
	if c.id == 0 {
		c.id = 2
	}
	or(&c.known, knownPrompt)
	or(&c.ref, `{"type":"ref/prompt","name":"triage"}`)
	or(&c.arg, `{"name":"env","value":""}`)
	or(&c.values, `"values":["dev"]`)
	or(&c.answer, `"result":{"resultType":"complete","completion":{`+c.values+`}}`)
	if c.caller != "" {
		c.caller = `"caller":` + c.caller + ","
	}
	return exchange(c.id, c.beside+c.caller+c.known, protocol.MethodComplete, `"ref":`+c.ref+`,"argument":`+c.arg+c.context+",", c.answer)
}

// completed is completions beside a listing.
func completes(all ...completing) scene {
	s := docs(anyTool)
	for i, c := range all {
		c.id = 2 + i
		s = s.and(c.text())
	}
	return s
}

// fields are the members of a JSON object, as they are written.
func fields(t *testing.T, object string) map[string]json.RawMessage {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &all); err != nil {
		t.Fatalf("%v in %s", err, object)
	}
	return all
}

// parts are those of a JSON array, as they are written.
func parts(t *testing.T, array string) []string {
	t.Helper()
	var all []json.RawMessage
	if err := json.Unmarshal([]byte(array), &all); err != nil {
		t.Fatalf("%v in %s", err, array)
	}
	var texts []string
	for _, e := range all {
		texts = append(texts, string(e))
	}
	return texts
}

// examples reads an example of the catalogue, by its family's notation; false
// where it is in words, or in a notation of its own.
func example(t *testing.T, r *rule.Rule, text string) (scene, bool) {
	t.Helper()
	if !json.Valid([]byte(text)) {
		return scene{}, false
	}
	switch r.Family() {
	case "DESC":
		if strings.HasPrefix(text, "[") {
			return tools(parts(t, text)...), true
		}
		_, named := fields(t, text)["name"]
		return tools(text), named
	case "HDR":
		all := fields(t, text)
		if _, schema := all["type"]; schema {
			return input(text), true
		}
		_, named := all["name"]
		return tools(text), named
	case "RES":
		return exampleOfResult(fields(t, text), text)
	case "ENC":
		return exampleOfSender(fields(t, text))
	case "PAR":
		return exampleOfParity(fields(t, text))
	case "PAGE":
		return exampleOfPages(t, text)
	}
	return scene{}, false
}

func exampleOfResult(all map[string]json.RawMessage, text string) (scene, bool) {
	if _, whole := all["resultType"]; whole || all["content"] != nil {
		return gave(text), true
	}
	if result := all["result"]; result != nil {
		return promised(string(all["outputSchema"]), string(result)), true
	}
	return scene{}, false
}

// exampleOfSender sends the value in whichever binding has its type.
func exampleOfSender(all map[string]json.RawMessage) (scene, bool) {
	value, sends := all["send"]
	if !sends {
		return scene{}, false
	}
	argument, header := "region", "Mcp-Param-Region"
	switch strings.TrimLeft(string(value), "-")[0] {
	case 't', 'f':
		argument, header = "flag", "Mcp-Param-Flag"
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		argument, header = "count", "Mcp-Param-Count"
	}
	var lines []string
	for _, field := range append([]json.RawMessage{all["field"]}, split(all["fields"])...) {
		if len(field) > 0 && string(field) != "null" {
			lines = append(lines, fmt.Sprintf("[%q,%s]", header, field))
		}
	}
	return posted(post{args: fmt.Sprintf("{%q:%s}", argument, value), copies: strings.Join(lines, ",")}), true
}

func split(array json.RawMessage) []json.RawMessage {
	var all []json.RawMessage
	if len(array) > 0 && json.Unmarshal(array, &all) != nil {
		return nil
	}
	return all
}

func exampleOfParity(all map[string]json.RawMessage) (scene, bool) {
	if all["args"] == nil || all["headers"] == nil || all["status"] != nil {
		return scene{}, false
	}
	return posted(post{args: string(all["args"])}.bracketed(string(all["headers"]))), true
}

// bracketed takes the header lines out of their array.
func (p post) bracketed(array string) post {
	p.copies = strings.TrimSuffix(strings.TrimPrefix(array, "["), "]")
	return p
}

// exampleOfPages fills in what an example of pages leaves out.
func exampleOfPages(t *testing.T, text string) (scene, bool) {
	if !strings.HasPrefix(text, "[") {
		return scene{}, false
	}
	var s scene
	for i, step := range parts(t, text) {
		all := fields(t, step)
		result := fields(t, string(all["page"]))
		body := string(all["page"])
		if result["resultType"] == nil {
			body = `{"resultType":"complete","ttlMs":0,"cacheScope":"private",` + strings.TrimPrefix(body, "{")
		}
		sent := ""
		if c := all["cursor"]; c != nil {
			sent = `"cursor":` + string(c) + ","
		}
		s = s.and(exchange(i+1, "", protocol.MethodListTools, sent, `"result":`+body))
	}
	return s, true
}
