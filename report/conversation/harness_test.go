package conversation

import (
	"encoding/json"
	"strings"
	"testing"

	"mcpreview/replay"
)

// script is a conversation as tests write it: each line is a direction, > from
// the client or < from the server, and a message without its jsonrpc member.
// With ! after the direction the message stands as it is sent. In a line @
// stands for the metadata that every request carries, with {} declared, and
// @{...} for the same with other capabilities.
type script []string

const stated = `"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":`

// step is a line as the step of a file.
func step(line string) string {
	direction := "server_to_client"
	if line[0] == '>' {
		direction = "client_to_server"
	}
	message, raw := strings.CutPrefix(strings.TrimSpace(line[1:]), "!")
	message = strings.ReplaceAll(message, "@{", stated+"{")
	message = strings.ReplaceAll(message, "@", stated+"{}")
	if !raw {
		message = `{"jsonrpc":"2.0",` + strings.TrimPrefix(message, "{")
	}
	return `{"direction":"` + direction + `","message":` + message + `}`
}

func (s script) text(transport string) string {
	steps := make([]string, len(s))
	for i, line := range s {
		steps[i] = step(line)
	}
	return `{"protocolVersion":"2026-07-28","transport":"` + transport + `","steps":[` + strings.Join(steps, ",\n") + `]}`
}

func parse(t testing.TB, text string) *replay.Conversation {
	t.Helper()
	c, err := replay.ParseConversation([]byte(text), "c.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return c
}

// verdict judges a script on stdio.
func (s script) verdict(t testing.TB) *replay.Verdict {
	t.Helper()
	return Judge(parse(t, s.text(replay.TransportStdio)))
}

// A trial is a conversation and the rule that its last step breaks.
type trial struct {
	name   string
	breaks string // "" for none
	at     string // the pointer in the verdict; "" for any
	steps  script
	http   bool
}

func run(t *testing.T, trials []trial) {
	t.Helper()
	seen := make(map[string]bool)
	for _, tt := range trials {
		if seen[tt.name] {
			t.Errorf("two trials are called %q", tt.name)
		}
		seen[tt.name] = true
		transport := replay.TransportStdio
		if tt.http {
			transport = replay.TransportHTTP
		}
		v := Judge(parse(t, tt.steps.text(transport)))
		switch {
		case v == nil && tt.breaks != "":
			t.Errorf("%s: breaks nothing, want %s", tt.name, tt.breaks)
		case v != nil && v.Rule.ID != tt.breaks:
			t.Errorf("%s: %s; want %q", tt.name, v, tt.breaks)
		case v != nil && v.Step != len(tt.steps)-1:
			t.Errorf("%s: %s; want the last step", tt.name, v)
		case v != nil && tt.at != "" && v.Pointer != tt.at:
			t.Errorf("%s: %s; want the place %s", tt.name, v, tt.at)
		case v != nil && v.FromClient != (tt.steps[v.Step][0] == '>'):
			t.Errorf("%s: the direction is wrong", tt.name)
		default:
			unchanged(t, tt, transport, v)
		}
	}
}

// unchanged checks what must not change a verdict: steps after the one that it
// names, and other names for all ids and tokens.
func unchanged(t *testing.T, tt trial, transport string, v *replay.Verdict) {
	t.Helper()
	text := tt.steps.text(transport)
	if v != nil {
		longer := append(append(script{}, tt.steps...), callTool, toolResult, `<![]`, `>!null`)
		if w := Judge(parse(t, longer.text(transport))); w == nil || *w != *v {
			t.Errorf("%s: with more steps %v, want %v", tt.name, w, v)
		}
	}
	w := Judge(parse(t, renamed(t, text)))
	if (w == nil) != (v == nil) || w != nil && (w.Rule != v.Rule || w.Step != v.Step || w.Text != v.Text) {
		t.Errorf("%s: with other ids %v, want %v", tt.name, w, v)
	}
}

// idMembers hold an id or a token, wherever they stand in a message.
var idMembers = map[string]bool{"id": true, "requestId": true, "progressToken": true, metaSubscription: true}

// renamed is a conversation with every id and token under another name of the
// same type.
func renamed(t *testing.T, text string) string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(rename("", v))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func rename(member string, v any) any {
	switch x := v.(type) {
	case map[string]any:
		for name, value := range x {
			x[name] = rename(name, value)
		}
	case []any:
		for i := range x {
			x[i] = rename("", x[i])
		}
	case string:
		if idMembers[member] {
			return "<" + x + ">"
		}
	case json.Number:
		if n, err := x.Float64(); idMembers[member] && err == nil && n == float64(int(n)) {
			return 1000 - int(n)
		}
	}
	return v
}
