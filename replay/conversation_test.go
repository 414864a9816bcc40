package replay

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"mcpreview/internal/strictjson"
)

// plain is a plain conversation of revision 2025-11-25: each line is a
// direction, > from the client or < from the server, and a message without its
// jsonrpc member.
func plain(lines ...string) string {
	steps := make([]string, len(lines))
	for i, line := range lines {
		direction := serverToClient
		if line[0] == '>' {
			direction = clientToServer
		}
		message := strings.TrimSpace(line[1:])
		if rest, ok := strings.CutPrefix(message, "{"); ok {
			message = `{"jsonrpc":"2.0",` + rest
		}
		steps[i] = `{"direction":"` + direction + `","message":` + message + `}`
	}
	return `{"protocolVersion":"2025-11-25","transport":"stdio","steps":[` + strings.Join(steps, ",\n") + `]}`
}

// greeted is a conversation after its handshake.
func greeted(client, server string, lines ...string) string {
	return plain(append([]string{
		`> {"id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":` + client + `,"clientInfo":{"name":"c","version":"1"}}}`,
		`< {"id":0,"result":{"protocolVersion":"2025-11-25","capabilities":` + server + `,"serverInfo":{"name":"s","version":"1"}}}`,
		`> {"method":"notifications/initialized"}`,
	}, lines...)...)
}

func conversation(t testing.TB, text string) *Conversation {
	t.Helper()
	c, err := ParseConversation([]byte(text), "c.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return c
}

func TestConversation(t *testing.T) {
	const all = `{"tools":{},"resources":{"subscribe":true}}`
	for _, tt := range []struct {
		name, text string
		want       string // what the verdict starts with; "" for none
	}{
		{"nothing", plain(), ""},
		{"handshake", greeted("{}", "{}"), ""},
		{"no handshake", plain(`> {"id":1,"method":"tools/list"}`), "RPL-40 step 0 client_to_server"},
		{"an array", greeted("{}", "{}", `> []`), "RPL-173 step 3 client_to_server /message"},
		{"a text", greeted("{}", "{}", `< "a"`), "RPL-26 step 3 server_to_client /message"},
		{"a call of a tool that nobody listed", greeted("{}", all, `> {"id":1,"method":"tools/call","params":{"name":"a","arguments":{"b":1}}}`, `< {"id":1,"result":{"content":[]}}`), ""},
		{"a call without the capability", greeted("{}", "{}", `> {"id":1,"method":"tools/call","params":{"name":"a"}}`), "RPL-61 step 3 client_to_server /message/method"},
		{"a resource without a control plane", greeted("{}", all, `> {"id":1,"method":"resources/read","params":{"uri":"a:b"}}`, `< {"id":1,"result":{"contents":[{"uri":"a:b","text":""}]}}`), ""},
		{"an update that was subscribed to", greeted("{}", all,
			`> {"id":1,"method":"resources/subscribe","params":{"uri":"a:b"}}`, `< {"id":1,"result":{}}`, `< {"method":"notifications/resources/updated","params":{"uri":"a:b"}}`), ""},
		{"an update that was not", greeted("{}", all, `< {"method":"notifications/resources/updated","params":{"uri":"a:b"}}`), "RPL-107 step 3 server_to_client"},
		{"a request of the server", greeted(`{"roots":{}}`, "{}", `< {"id":1,"method":"roots/list"}`, `> {"id":1,"result":{"roots":[]}}`), ""},
		{"an elicitation during a call", greeted(`{"elicitation":{"form":{}}}`, all, `> {"id":1,"method":"tools/call","params":{"name":"a"}}`,
			`< {"id":"s","method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"n":{"type":"string"}}}}}`,
			`> {"id":"s","result":{"action":"decline"}}`, `< {"id":1,"result":{"content":[]}}`), ""},
		{"a resource that is not found", greeted("{}", all, `> {"id":1,"method":"resources/read","params":{"uri":"a:b"}}`, `< {"id":1,"error":{"code":-32002,"message":"no"}}`), ""},
		{"a ping and a log before the handshake is over", plain(
			`> {"id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`, `> {"id":1,"method":"ping"}`), ""},
		{"a batch of one", greeted("{}", "{}", `> [{"jsonrpc":"2.0","method":"notifications/x"}]`), "RPL-173"},
		{"an id again", greeted("{}", "{}", `> {"id":1,"method":"ping"}`, `< {"id":1,"result":{}}`, `> {"id":1,"method":"ping"}`), "RPL-"},
		{"progress that nobody asked for", greeted("{}", all, `< {"method":"notifications/progress","params":{"progressToken":1,"progress":1}}`), "RPL-"},
		{"a tool that a whole list lacks", greeted("{}", all, `> {"id":1,"method":"tools/list"}`, `< {"id":1,"result":{"tools":[]}}`,
			`> {"id":2,"method":"tools/call","params":{"name":"a"}}`, `< {"id":2,"result":{"content":[]}}`), "RPL-"},
		{"one that the client did not declare", greeted("{}", "{}", `< {"id":1,"method":"roots/list"}`), "RPL-61 step 3 server_to_client"},
		{"both sides use one id", greeted("{}", "{}", `< {"id":1,"method":"ping"}`, `> {"id":1,"method":"ping"}`, `> {"id":1,"result":{}}`, `< {"id":1,"result":{}}`), ""},
		{"an answer in another type", greeted("{}", "{}", `> {"id":1,"method":"ping"}`, `< {"id":"1","result":{}}`), "RPL-51 step 4 server_to_client /message/id"},
		{"an error without id", greeted("{}", "{}", `< {"error":{"code":-32700,"message":"no"}}`), ""},
	} {
		c := conversation(t, tt.text)
		_, v := c.replay(Spec)
		if got := verdictText(v); tt.want == "" && v != nil || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		s := c.Replay("c.json")
		if (s.Status == StatusOK) != (v == nil) || s.CaseCount != 1 || s.Cases[0].Reason != verdictText(v) || s.Cases[0].AsExpected() != (v == nil) {
			t.Errorf("%s: %+v", tt.name, s)
		}
		if v != nil {
			cut(t, c, v)
		}
	}
}

func verdictText(v *Verdict) string {
	if v == nil {
		return ""
	}
	return v.String()
}

// cut checks that what follows the step of a verdict has no part in it.
func cut(t *testing.T, c *Conversation, v *Verdict) {
	t.Helper()
	short := *c
	short.Steps = c.Steps[:v.Step+1]
	if _, w := short.replay(Spec); w == nil || *w != *v {
		t.Errorf("cut after the step %v, before %v", w, v)
	}
}

func TestIsConversation(t *testing.T) {
	for text, want := range map[string]bool{
		`{"steps":[]}`:                  true,
		`{"a":{"cases":1},"steps":7`:    true,
		`{"\u0073teps":null}`:           true,
		`{"steps":[],"cases":[]}`:       true,
		`{"cases":[],"steps":[]}`:       false,
		`{"a":{"steps":[]}}`:            false,
		`{"cases":[{"steps":[]}]}`:      false,
		`[{"steps":[]}]`:                false,
		`{}`:                            false,
		``:                              false,
		`{"a":NaN,"steps":[]}`:          false,
		"\xef\xbb\xbf" + `{"steps":[]}`: false,
	} {
		if IsConversation([]byte(text)) != want {
			t.Errorf("%s: %t", text, !want)
		}
	}
}

// pings is a conversation of n steps after its handshake.
func pings(n int) string {
	lines := make([]string, 0, n)
	for i := 1; len(lines) < n; i++ {
		lines = append(lines, fmt.Sprintf(`> {"id":%d,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":%d}}}`, i, i),
			fmt.Sprintf(`< {"method":"notifications/progress","params":{"progressToken":%d,"progress":1}}`, i),
			fmt.Sprintf(`< {"id":%d,"result":{"content":[]}}`, i), fmt.Sprintf(`< {"id":%d,"method":"ping"}`, i), fmt.Sprintf(`> {"id":%d,"result":{}}`, i))
	}
	return greeted("{}", `{"tools":{}}`, lines...)
}

func TestConversationIsLinear(t *testing.T) {
	allocations := func(n int) float64 {
		c := conversation(t, pings(n))
		return testing.AllocsPerRun(1, func() {
			if _, v := c.replay(Spec); v != nil {
				t.Fatal(v)
			}
		})
	}
	if small, large := allocations(1000), allocations(10_000); large > 11*small {
		t.Errorf("1,000 steps take %.0f allocations, 10,000 take %.0f", small, large)
	}
}

func BenchmarkConversation(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		text := []byte(pings(n))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				c, err := ParseConversation(text, "c.json")
				if err != nil {
					b.Fatal(err)
				}
				if _, v := c.replay(Spec); v != nil {
					b.Fatal(v)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/step")
		})
	}
}

func FuzzConversation(f *testing.F) {
	f.Add([]byte(pings(5)))
	f.Add([]byte(greeted(`{"roots":{}}`, `{"resources":{"subscribe":true}}`, `> {"id":1,"method":"resources/subscribe","params":{"uri":"a:b"}}`, `< {"id":1,"method":"roots/list"}`, `< {"id":1,"result":{}}`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseConversation(data, "c.json")
		if err != nil {
			return
		}
		if _, v := c.replay(Spec); v != nil {
			cut(t, c, v)
		}
	})
}

// Another type in place of any value is an error with a place, or an ordinary
// verdict.
func TestConversationOfWrongTypes(t *testing.T) {
	text := greeted(`{"elicitation":{},"roots":{},"sampling":{}}`, `{"tools":{"listChanged":true},"resources":{"subscribe":true},"prompts":{}}`,
		`> {"id":1,"method":"tools/list","params":{}}`, `< {"id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}]}}`,
		`> {"id":2,"method":"tools/call","params":{"name":"a","arguments":{},"_meta":{"progressToken":"p"}}}`,
		`< {"method":"notifications/progress","params":{"progressToken":"p","progress":1,"total":2}}`,
		`< {"id":"s","method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"n":{"type":"string"}}}}}`,
		`> {"id":"s","result":{"action":"accept","content":{"n":"x"}}}`, `< {"id":2,"result":{"content":[{"type":"text","text":"x"}],"structuredContent":{}}}`,
		`> {"id":3,"method":"resources/subscribe","params":{"uri":"a:b"}}`, `< {"id":3,"result":{}}`, `< {"method":"notifications/resources/updated","params":{"uri":"a:b"}}`,
		`< {"id":4,"method":"roots/list"}`, `> {"id":4,"error":{"code":-32603,"message":"no"}}`)
	c := conversation(t, text)
	if _, v := c.replay(Spec); v != nil {
		t.Fatal(v)
	}
	refused, broken := 0, 0
	spots(c.Doc.Root, func(at *strictjson.Value) {
		for _, other := range wrongTypes {
			out := text[:at.Start()] + other + text[at.End():]
			mutant, err := ParseConversation([]byte(out), "c.json")
			var e *FileError
			switch {
			case err == nil:
				if _, v := mutant.replay(Spec); v != nil {
					broken++
					cut(t, mutant, v)
					if strings.Contains(v.String(), canary) {
						t.Errorf("a value stands in %s", v)
					}
				}
			case !errors.As(err, &e) || e.Line < 1 || e.Column < 1 || e.Rule == nil || strings.Contains(e.Error(), canary):
				t.Errorf("%v of %s", err, out)
			default:
				refused++
			}
		}
	})
	if refused < 200 || broken < 500 {
		t.Errorf("%d files refused, %d rules broken", refused, broken)
	}
}

// A conversation without steps breaks nothing, and shows nothing.
func TestNoSteps(t *testing.T) {
	for steps, want := range map[string]int{"[]": 1, `[{"direction":"client_to_server","message":{"jsonrpc":"2.0","method":"notifications/initialized"}}]`: 0} {
		c, err := ParseConversation([]byte(`{"protocolVersion":"2026-07-28","transport":"stdio","steps":`+steps+`}`), "f.json")
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Summary("spec", "f", nil, nil).Cases[0].Warnings; len(got) != want {
			t.Errorf("%s: %q", steps, got)
		}
	}
}
