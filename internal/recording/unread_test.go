package recording

import (
	"strings"
	"testing"
)

// What a format does not have is passed over, unless it looks like what is read.
func TestUnread(t *testing.T) {
	const (
		missed = "gap member-not-read"
		listed = `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`
	)
	archive := harOf(entry{request: holds(listRequest), response: ok(listAnswer)})
	har := func(old, new string) string { return strings.Replace(archive, old, new, 1) }
	protocol := func(more string) string {
		return `[{"id":"1","timestamp":"2026-08-01T00:00:00Z","direction":"request","origin":"client","message":` + listRequest + `,"response":` + listAnswer + more + `}]`
	}
	network := func(more string) string {
		return `[{"id":"1","timestamp":"2026-08-01T00:00:00Z","method":"POST","url":"https://h.example/","requestHeaders":{},"requestBody":` + quoted(listRequest) + `,"responseStatus":200,"responseBody":` + quoted(listAnswer) + more + `}]`
	}
	jam := func(more, inEntry string) string {
		return `{"schemaVersion":1,"command":{"name":"x"},"outcome":{"status":"ok","result":{"tools":[{"name":"t"}]}}` + more + `,"_rpcLogs":[{"serverId":"s","direction":"send","message":` + listRequest + inEntry + `}]}`
	}
	for _, c := range []struct{ name, text, want string }{
		{"as it is", archive, ""},
		{"further entries", har(`"entries"`, `"Entries":[],"entries"`), missed},
		{"numbered entries", har(`"entries"`, `"entries2":[],"entries"`), missed},
		{"repeated entries", har(`"entries"`, `"entries":[],"entries"`), "gap damaged"},
		{"further log", har(`{"log"`, `{"Log":{"entries":[]},"log"`), missed},
		{"repeated log", strings.TrimSuffix(archive, "}") + `,"log":{"entries":[]}}`, "gap damaged"},
		{"messages beside the log", har(`{"log"`, `{"messages_":[`+listed+`],"log"`), missed},
		{"further answer", har(`"response"`, `"Response":{},"response"`), missed},
		{"further content", har(`"content"`, `"CONTENT":{},"content"`), missed},
		{"further text", har(`"mimeType"`, `"Text":"","mimeType"`), missed},
		{"a program's own members", har(`"response"`, `"_response":{"a":1},"_text":"x","connection":"1","x":{"result":"ok"},"response"`), ""},
		{"a program's own copy of an answer", har(`"response"`, `"_messages":[`+listed+`],"response"`), missed},
		{"protocol export", protocol(`,"duration":3`), ""},
		{"protocol export with a further answer", protocol(`,"response2":` + listed), missed},
		{"network export", network(`,"responseStatusText":"OK","category":"transport"`), ""},
		{"network export with a further body", network(`,"responsebody":""`), missed},
		{"debug artifact", jam("", ""), "gap answer-missing"},
		{"debug artifact with a further log", jam(`,"rpcLogs":[]`, ""), missed},
		{"debug artifact with a further message", jam("", `,"Message":{}`), missed},
		{"session log", c2s(1, callRequest, `,"future":1`) + "\n" + s2c(2, callAnswer, ""), ""},
		{"session log with a further message", c2s(1, callRequest, "") + "\n" + s2c(2, callAnswer, `,"Raw":{}`), missed},
	} {
		_, r := read(t, "f", c.text)
		got := ""
		for _, rec := range r.Records {
			if rec.IsGap() {
				got += summary(t, rec)
			}
		}
		if got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
