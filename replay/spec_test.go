package replay

import (
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/strictjson"
)

// asked is request 2 of a side, and what answers it.
func asked(from, method, params, answer string) []string {
	return exchange(from, "", `{"id":2,"method":"`+method+`","params":`+params+`}`, `{"id":2,`+answer+`}`)
}

// ask is request 2 of a side.
func ask(from, method, params string) []string { return asked(from, method, params, "")[:1] }

func note(from, method, params string) []string {
	return []string{step(from, "", `{"method":"notifications/`+method+`","params":`+params+`}`)}
}

// callOf is a call of the fixture's tool and what answers it.
func callOf(arguments, answer string) []string {
	return asked(fromClient, "tools/call", `{"name":"weigh","arguments":`+arguments+`}`, answer)
}

const (
	goodCall   = `{"name":"weigh","arguments":{"n":1}}`
	goodAnswer = `"result":` + goodOutput
	textBlock  = `{"type":"text","text":"x"}`
	noTools    = `"server_capabilities":{"tools":{}}`
	fromZero   = `"setup":"none"`
)

func contentIs(blocks string) []string {
	return callOf(`{"n":1}`, `"result":{"content":`+blocks+`,"structuredContent":{"sum":1}}`)
}

// gauge is a listing of one tool with those members.
func gauge(members string) []string { return listOf(`{"name":"gauge",` + members + `}`) }

// listOf is a listing of tools.
func listOf(tools string) []string {
	return asked(fromClient, "tools/list", `{}`, `"result":{"tools":[`+tools+`]}`)
}

func schemaIs(properties string) []string {
	return gauge(`"inputSchema":{"type":"object","properties":` + properties + `}`)
}

// resourceIs is a listing of one resource with those members.
func resourceIs(members string) []string {
	return exchange(fromClient, ann, `{"id":2,"method":"resources/list"}`, `{"id":2,"result":{"resources":[{"uri":"x://a","name":"a",`+members+`}]}}`)
}

func iconIs(members string) []string { return resourceIs(`"icons":[{` + members + `}]`) }

func rootIs(uri string) []string {
	return asked(fromServer, "roots/list", `{}`, `"result":{"roots":[{"uri":"`+uri+`"}]}`)
}

func conversationIs(messages, more string) []string {
	return ask(fromServer, "sampling/createMessage", `{"messages":`+messages+`,"maxTokens":8`+more+`}`)
}

const hello = `{"role":"user","content":` + textBlock + `}`

func sampleIs(content string) []string {
	return asked(fromServer, "sampling/createMessage", `{"messages":[`+hello+`],"maxTokens":8}`,
		`"result":{"role":"assistant","model":"m","content":`+content+`}`)
}

func fieldIs(name, field string) []string {
	return ask(fromServer, "elicitation/create", `{"message":"m","requestedSchema":{"type":"object","properties":{"`+name+`":`+field+`}}}`)
}

// filled is a form and content that is accepted.
func filled(schema, content string) []string {
	return asked(fromServer, "elicitation/create", `{"message":"m","requestedSchema":`+schema+`}`, `"result":{"action":"accept","content":`+content+`}`)
}

func oneField(field, value string) []string {
	return filled(`{"type":"object","properties":{"f":`+field+`}}`, `{"f":`+value+`}`)
}

func pageAt(id, url string) []string {
	return ask(fromServer, "elicitation/create", `{"mode":"url","message":"m","url":"`+url+`","elicitationId":"`+id+`"}`)
}

// The handshake, message by message.
func hello1(version, members string) string {
	return c(`{"id":1,"method":"initialize","params":{"protocolVersion":"` + version + `","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}` + members + `}}`)
}

func hello2(version, members string) string {
	return s(`{"id":1,"result":{"protocolVersion":"` + version + `","capabilities":{"logging":{}},"serverInfo":{"name":"s","version":"1"}` + members + `}}`)
}

const ready = `{"method":"notifications/initialized"}`

func hands(between ...string) []string {
	return slices.Concat([]string{hello1("2025-11-25", "")}, between)
}

// taskAt is a task of a status, at an hour.
func taskAt(id, status, hour string) string {
	return `"taskId":"` + id + `","status":"` + status + `","createdAt":"2026-03-05T08:00:00Z","lastUpdatedAt":"2026-03-05T` + hour + `:00:00Z","ttl":null`
}

// begun is a call that has become task j.
func begun(more ...string) []string {
	return slices.Concat(asked(fromClient, "tools/call", `{"name":"weigh","arguments":{"n":1},"task":{}}`, `"result":{"task":{`+taskAt("j", "working", "08")+`}}`), more)
}

// about is a method about a task, as request 3, and what answers it.
func about(method, id, answer string) []string {
	return exchange(fromClient, "", `{"id":3,"method":"tasks/`+method+`","params":{"taskId":"`+id+`"}}`, `{"id":3,`+answer+`}`)
}

func status(id, status, hour string) string {
	return s(`{"method":"notifications/tasks/status","params":{` + taskAt(id, status, hour) + `}}`)
}

func taskAnswer(related, more string) string {
	return `"result":{"content":[],"structuredContent":{"sum":1},"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"` + related + `"}}` + more + `}`
}

// relatedForm is an elicitation, request 9, that is part of a task.
func relatedForm(related string) string {
	return s(`{"id":9,"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}},"_meta":{"io.modelcontextprotocol/related-task":` + related + `}}}`)
}

// page is a request for a page of tools, and the answer: names and a next one.
func page(id, cursor, names, next string) []string {
	params, result := `{}`, ""
	if cursor != "" {
		params = `{"cursor":"` + cursor + `"}`
	}
	for i, name := range strings.Fields(names) {
		if i > 0 {
			result += ","
		}
		result += `{"name":"` + name + `","inputSchema":{"type":"object","required":["k"]}}`
	}
	result = `{"tools":[` + result + `]`
	if next != "" {
		result += `,"nextCursor":"` + next + `"`
	}
	return exchange(fromClient, "", `{"id":`+id+`,"method":"tools/list","params":`+params+`}`, `{"id":`+id+`,"result":`+result+`}}`)
}

func callNamed(id, name, arguments string) []string {
	return exchange(fromClient, "", `{"id":`+id+`,"method":"tools/call","params":{"name":"`+name+`","arguments":`+arguments+`}}`, `{"id":`+id+`,`+goodAnswer+`}`)
}

var toolsChangedNote = s(`{"method":"notifications/tools/list_changed"}`)

// tracked is a call with a token.
func tracked(id, token string) string {
	return c(`{"id":` + id + `,"method":"tools/call","params":{"name":"weigh","arguments":{"n":1},"_meta":{"progressToken":` + token + `}}}`)
}

func progressOf(token, progress string) string {
	return s(`{"method":"notifications/progress","params":{"progressToken":` + token + `,"progress":` + progress + `}}`)
}

func cancelOf(id string) string {
	return c(`{"method":"notifications/cancelled","params":{"requestId":` + id + `}}`)
}

func reply(id string) string { return s(`{"id":` + id + `,` + goodAnswer + `}`) }

func TestSpec(t *testing.T) {
	for _, tt := range specTests {
		t.Run(tt.rule, func(t *testing.T) { tt.under(t, Spec) })
	}
}

// Everything in which the profile differs has an example that is accepted and
// one that is rejected, and so has every rule that is its own.
func TestEveryDifferenceIsTested(t *testing.T) {
	items := strings.Fields("D01 D02 D03 D04 D05 D06 D07 D08 D09 D10 D11 D12 D13 D14 D15 D16 D17 D18 D19 D20 D21 D22 D23 D24 D25 D26 D27 " +
		"D28 D30 D31 D32 D33 D34 D35 D36 D42 D43 E1 E2 E3 E4 E5 E6") // D39 and D41 are in TestStrictText
	accepted, rejected, broken := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, tt := range specTests {
		if tt.want == "pass" {
			accepted[tt.rule] = true
		} else {
			rejected[tt.rule], broken[tt.want] = true, true
		}
		if !slices.Contains(items, tt.rule) {
			t.Errorf("an example of %s, which is no difference", tt.rule)
		}
	}
	for _, item := range items {
		if !accepted[item] || !rejected[item] {
			t.Errorf("%s: accepted %v, rejected %v", item, accepted[item], rejected[item])
		}
	}
	for _, r := range rulesOf(specOnly) {
		if !broken[r.ID] {
			t.Errorf("%s: no example breaks it", r.ID)
		}
	}
}

// D39 and D41: what no peer can read alike refuses the file, and nothing dies.
func TestStrictText(t *testing.T) {
	const errorWith = `{"id":2,"error":{"code":-1,"message":"m","data":%}}`
	for value, good := range map[string]bool{
		`1e308`: true, `"\ud83d\udea2"`: true, `1e-308`: true, `0.1`: true,
		`1e999`: false, `-1e999`: false, `"\ud83d"`: false, `{"\udc00":1}`: false, `1e-99999999`: false, `1e400`: false,
	} {
		text := oneCase("", c(`{"id":2,"method":"ping"}`), s(strings.Replace(errorWith, "%", value, 1)))
		_, err := Spec.Parse([]byte(text), "f.json")
		if (err == nil) != good {
			t.Errorf("%s: %v", value, err)
		}
		if _, err := Teaching.Parse([]byte(text), "f.json"); err != nil {
			t.Errorf("%s under the other profile: %v", value, err)
		}
	}
}

// A capital letter of a scheme or host is no other audience; anything else is.
func TestSameAudience(t *testing.T) {
	for given, same := range map[string]bool{
		"https://api.example.com/mcp": true, "HTTPS://API.example.com/mcp": true, "https://api.example.com/MCP": false,
		"https://api.example.com/": false, "https://api.example.com:443/mcp": false, "https://u@api.example.com/mcp": false,
	} {
		if got := sameAudience(given, "https://api.example.com/mcp"); got != same {
			t.Errorf("%s: %v", given, got)
		}
	}
	if sameAudience("https://U@h/", "https://u@h/") || !sameAudience("https://u@H/", "https://u@h/") || !sameAudience("URN:x", "urn:x") {
		t.Error("user information is not part of the host")
	}
}

func TestSpecGrammar(t *testing.T) {
	for name, tt := range map[string]struct {
		fault     func(string) string
		good, bad []string
	}{
		"URI": {func(s string) string { return specURIFault(s, 2048) },
			[]string{"a:", "x://a", "https://h/i.png?x=1#y", "https://u:p@h:80/", "https://[::1]:80/", "https://[v1.a:b]/", "urn:a:b", "https://h:/", "x://"},
			[]string{"", "a", "1:b", "https://h/i#a#b", "https://h/[x]", "https://a@b@h/", "https://x[::1]/", "https://[::1]x/", "https://[::1%25a]/", "https://h:99999/", "https://h:a/", "https://[1.2.3.4]/", "x:a b", "x:%4"}},
		"page": {specWebURLFault,
			[]string{"https://h/", "HTTPS://h", "https://[::1]/x"},
			[]string{"http://h/", "https:h", "https://", "https:///x", "https://@/", "https://@h/", "https://u:p@h/", "https://h:99999/", " https://h/", "https://h/ ", "javascript:x"}},
		"root": {func(s string) string { return specRootFault(s, 2048) },
			[]string{"file:///srv", "FILE:///srv", "file://host/a..b", "file:///"},
			[]string{"file:srv", "file:/srv", "file://", "https://h/", "file:///srv/../etc", "file:///srv/..", "file:///./a", "file:///srv/%2e%2E/etc", "file:///srv%2f..%2fetc"}},
		"media type": {specMediaTypeFault,
			[]string{"a/b", "text/plain; title=\"a b\"", "text/plain;a=b ; c=d", "a/b;", "a/b;x=\"\\\"\""},
			[]string{"a", "a/b c", "a/b;\u00a0x=y", "a/b;a=b=c", "a/b;a=\"", "a/b\n", "a/b;=b"}},
		"template": {func(s string) string { return specTemplateFault(s, 2048) },
			[]string{"x://{host}:{port}/", "x://g\u00fcter/{id}", "x://a{?b,c*}", "x:{+d:3}", "x:%41", "x:plain"},
			[]string{"", "{}", "x:{}", "x:it's/{a}", "x:{a", "x:a}", "x:{=a}", "x:%4", "x:a b", "nothing/{a}", "x:{a:0}"}},
		"size": {func(s string) string {
			if !Spec.grammar.iconSize(s) {
				return "no size"
			}
			return ""
		}, []string{"any", "48x48"}, []string{"", "weird", "48X48", "0x1", "48x", "48x48 "}},
		"time": {func(s string) string {
			if !isInstant(s) {
				return "no time"
			}
			return ""
		}, []string{"2026-03-05T08:00:00Z", "2026-03-05t08:00:00.5+01:00", "2016-12-31T23:59:60Z"},
			[]string{"", "yesterday", "2026-02-30T00:00:00Z", "2026-03-05T08:00:00", "2026-03-05 08:00:00Z", "2026-03-05", "2026-03-05T8:00:00Z", "2026-03-05T08:00:00,5Z"}},
		"secret": {func(s string) string {
			if asksForSecret(s) {
				return "a secret"
			}
			return ""
		}, []string{"", "tokens_used", "pinned", "secretary", "email", "shipping_pin_code_area", "card", "key", "token count"},
			[]string{"accessToken", "client_secret", "private-key", "OTP", "Your password", "pin", "user_password", "cvc", "API key", "credit-card", "card number 1", "securityCode", "PIN", "APIKey"}},
		"address": {func(s string) string {
			if !isAddress(s) {
				return "no address"
			}
			return ""
		}, []string{"a@b.example"}, []string{"", "a", "a@", "A <a@b.example>", "a@b.example, c@d.example", " a@b.example"}},
	} {
		for _, text := range tt.good {
			if why := tt.fault(text); why != "" {
				t.Errorf("%s %q: %s", name, text, why)
			}
		}
		for _, text := range tt.bad {
			if tt.fault(text) == "" {
				t.Errorf("%s %q is accepted", name, text)
			}
		}
	}
}

// What is legal and worth saying is said, with its place, and only of the steps
// before the violation.
func TestWarnings(t *testing.T) {
	steps := append(resourceIs(`"x-etag":"1","icons":[{"src":"http://h/i.png"}]`), s(`{"id":3,"method":"sampling/createMessage","params":{"messages":[`+hello+`],"maxTokens":1,"includeContext":"thisServer"}}`), s(`{"id":true}`))
	f, err := Spec.Parse([]byte(strings.Replace(oneCase(plainSample, steps...), `"expect":"pass"`, `"expect":"fail"`, 1)), "f.json")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"RPL-95 step 1 /message/result/resources/0: resource has unknown keys",
		"RPL-94 step 1 /message/result/resources/0/icons/0/src: src is not fetched over https",
		"RPL-133 step 2 /message/params/includeContext: client did not declare capability: sampling.context",
	}
	if got := f.Run().Cases[0]; !slices.Equal(got.Warnings, want) || got.Status != CaseExpectedFailure {
		t.Errorf("got %q", got)
	}
	f, err = Spec.Parse([]byte(oneCase(`"server_capabilities":{"resources":{"x":1},"experimental":{"x":{}},"logging":{"x":1}}`)), "f.json")
	if err != nil {
		t.Fatal(err)
	}
	want = []string{"RPL-45 handshake: capability resources has unknown keys"}
	if got := f.Run().Cases[0]; !slices.Equal(got.Warnings, want) || got.Status != CasePassed {
		t.Errorf("got %q", got)
	}
	if f, err = Spec.Parse([]byte(oneCase("", listOf(`{"name":"a b","inputSchema":{"type":"object"}}`)...)), "f.json"); err != nil {
		t.Fatal(err)
	}
	want = []string{"RPL-70 step 1 /message/result/tools/0/name: tool name must be 1 to 128 of A-Z a-z 0-9 _ . -"}
	if got := f.Run().Cases[0]; !slices.Equal(got.Warnings, want) || got.Status != CasePassed {
		t.Errorf("got %q", got)
	}
	var many []string
	for range maxWarnings + 9 {
		many = append(many, note(fromServer, "message", `{"level":"info","data":1,"x":1}`)...)
	}
	if f, err = Spec.Parse([]byte(oneCase("", many...)), "f.json"); err != nil {
		t.Fatal(err)
	}
	if got := f.Run().Cases[0]; len(got.Warnings) != maxWarnings || got.Status != CasePassed {
		t.Errorf("%s with %d warnings", got.Reason, len(got.Warnings))
	}
}

// No reason and no warning repeats a value, wherever in a conversation that
// stands and whatever type was wanted there.
func TestEveryValueOfAConversationIsKeptBack(t *testing.T) {
	for i, tt := range specTests {
		if testing.Short() && i%5 > 0 {
			continue
		}
		f, err := Spec.Parse([]byte(oneCase(tt.members)), "f.json")
		if err != nil {
			t.Fatal(err)
		}
		setup := setupReady
		if tt.members == fromZero {
			setup = setupNone
		}
		for i, text := range tt.steps {
			spots(stepOf(t, text).v, func(v *strictjson.Value) {
				steps := slices.Clone(tt.steps)
				steps[i] = text[:v.Start()] + `"` + canary + `"` + text[v.End():]
				if said := played(t, f, setup, steps); strings.Contains(said, canary) {
					t.Errorf("a value is repeated in %q", said)
				}
			})
		}
	}
}

// played is everything that a session says of steps.
func played(t *testing.T, f *Fixture, setup string, steps []string) string {
	t.Helper()
	s := newSession(f)
	if v := s.handshake(f.cases[0], setup); v != nil {
		return v.reason(handshakeStep, node{})
	}
	for i, text := range steps {
		step := stepOf(t, text)
		if v := s.step(step); v != nil {
			return strings.Join(append(s.warnings, v.reason(i, step)), "\n")
		}
		s.settle(i, step)
	}
	return strings.Join(s.warnings, "\n")
}

func BenchmarkCases(b *testing.B) {
	for _, p := range []*Profile{Teaching, Spec} {
		b.Run(p.Name, func(b *testing.B) {
			f, err := p.Parse([]byte(oneCase("", slices.Concat(
				asked(fromClient, "tools/call", goodCall, goodAnswer),
				exchange(fromClient, "", `{"id":3,"method":"tools/list"}`, `{"id":3,"result":{"tools":[{"name":"a","description":"d","inputSchema":{"type":"object"}}]}}`),
				exchange(fromServer, "", `{"id":3,"method":"roots/list"}`, `{"id":3,"result":{"roots":[{"uri":"file:///a"}]}}`),
			)...)), "f.json")
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if s := f.Run(); s.Passed != 1 {
					b.Fatal(s.Cases[0].Reason)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cases/s")
		})
	}
}
