package conversation

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"mcpreview/replay"
)

// rich is a conversation with something of everything in it.
func rich() string {
	var s script
	s = append(s, discover, strings.Replace(discovered, `{"tools":{}}`, `{"tools":{},"resources":{}}`, 1), askTools,
		strings.Replace(noTools, `[]`, `[{"name":"dip","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}],"nextCursor":"n"`, 1))
	for _, p := range pieces() {
		s = append(s, p...)
	}
	s = append(s, callWith(2, `"io.modelcontextprotocol/logLevel":"info"`), `< {"method":"notifications/message","params":{"level":"info","logger":"l","data":{}}}`, done)
	return s.text(replay.TransportStdio)
}

// outcome judges a text, and fails the test where what comes of it is neither
// an error with a place nor a verdict with one.
func outcome(t *testing.T, text string) (*replay.Verdict, *replay.FileError) {
	t.Helper()
	c, err := replay.ParseConversation([]byte(text), "c.json")
	if err != nil {
		var e *replay.FileError
		if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 || e.Rule == nil || e.Text == "" {
			t.Fatalf("%v of %.200s", err, text)
		}
		return nil, e
	}
	v := Judge(c)
	if v != nil && (v.Step < 0 || v.Step >= len(c.Steps) || v.Rule == nil || v.Text == "" || v.FromClient != c.Steps[v.Step].FromClient) {
		t.Fatalf("%v of %.200s", v, text)
	}
	return v, nil
}

// spans calls fn with the place of every value below the root, its name's
// included where it is a member.
func spans(t *testing.T, text string, fn func(from, to int, member bool)) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	var value func(member bool, from int)
	value = func(member bool, from int) {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		if token == json.Delim('{') || token == json.Delim('[') {
			for d.More() {
				at := int(d.InputOffset())
				if token == json.Delim('{') {
					if _, err := d.Token(); err != nil {
						t.Fatal(err)
					}
				}
				for strings.IndexByte(", \n", text[at]) >= 0 {
					at++
				}
				value(token == json.Delim('{'), at)
			}
			if _, err := d.Token(); err != nil {
				t.Fatal(err)
			}
		}
		if from >= 0 {
			fn(from, int(d.InputOffset()), member)
		}
	}
	value(false, -1)
}

func TestEveryValueOfAnotherType(t *testing.T) {
	text := rich()
	if v, err := outcome(t, text); v != nil || err != nil {
		t.Fatal(v, err)
	}
	tried, refused, broken := 0, 0, 0
	spans(t, text, func(from, to int, member bool) {
		name := ""
		if member {
			name = text[from : from+strings.Index(text[from:to], `":`)+2]
		}
		for _, other := range []string{`null`, `true`, `-1`, `1.5`, `1e300`, `""`, `"\u0000\u202e"`, `[]`, `[[]]`, `{}`, `{"":null}`} {
			v, err := outcome(t, text[:from]+name+other+text[to:])
			tried++
			if err != nil {
				refused++
			}
			if v != nil {
				broken++
			}
		}
		if member {
			outcome(t, text[:from]+`"x":0`+text[to:])
			if _, err := outcome(t, text[:to]+","+text[from:to]+text[to:]); err == nil || err.Rule.ID != "RPL-05" {
				t.Fatalf("a repeated name gives %v", err)
			}
		}
	})
	if tried < 4000 || refused < 100 || broken < 2000 {
		t.Errorf("%d values tried, %d files refused, %d rules broken", tried, refused, broken)
	}
}

// Values are bounded beside bytes, since each takes memory.
func TestManyValues(t *testing.T) {
	if testing.Short() {
		t.Skip("reads megabytes")
	}
	text := `{"protocolVersion":"2026-07-28","transport":"stdio","steps":[{"direction":"client_to_server","message":[0` + strings.Repeat(",0", 4_000_000) + `]}]}`
	if _, err := outcome(t, text); err == nil || err.Rule.ID != "RPL-01" || !strings.Contains(err.Text, "values") {
		t.Errorf("%v", err)
	}
}

func TestTruncation(t *testing.T) {
	text := rich()
	for n := range len(text) {
		if n > 2000 && n%37 != 0 {
			continue
		}
		if _, err := outcome(t, text[:n]); err == nil {
			t.Fatalf("%d bytes are a conversation", n)
		}
	}
}

func TestUnusable(t *testing.T) {
	whole := func(steps string) string {
		return `{"protocolVersion":"2026-07-28","transport":"stdio","steps":` + steps + `}`
	}
	message := func(value string) string {
		return whole(`[{"direction":"client_to_server","message":` + value + `}]`)
	}
	for _, tt := range []struct{ text, rule string }{
		{whole(`[]`), ""},
		{`{"x":{},"protocolVersion":"2026-07-28","transport":"streamable_http","steps":[]}`, ""},
		{message(strings.Repeat("[", 61) + strings.Repeat("]", 61)), ""},
		{message(strings.Repeat("[", 62) + strings.Repeat("]", 62)), "RPL-03"},
		{message(strings.Repeat(`{"a":`, 100_000)), "RPL-03"},
		{message(`NaN`), "RPL-04"},
		{message(`1e999`), "RPL-04"},
		{message(`1e308`), ""},
		{message(`"\ud800"`), "RPL-02"},
		{message(`"\ud83d\udea2"`), ""},
		{message("\"\xff\""), "RPL-02"},
		{message(`{"a":1,"\u0061":1}`), "RPL-05"},
		{"\ufeff" + whole(`[]`), "RPL-02"},
		{whole(`[]`) + "{}", "RPL-04"},
		{``, "RPL-04"},
		{`[]`, "RPL-06"},
		{`{"steps":[]}`, "RPL-07"},
		{whole(`{}`), "RPL-07"},
		{whole(`[null]`), "RPL-07"},
		{whole(`[{"message":{}}]`), "RPL-07"},
		{whole(`[{"direction":"up","message":{}}]`), "RPL-07"},
		{whole(`[{"direction":"client_to_server"}]`), "RPL-07"},
		{strings.Replace(whole(`[]`), "2026", "2024", 1), "RPL-07"},
		{strings.Replace(whole(`[]`), "stdio", "sse", 1), "RPL-07"},
		{strings.Replace(whole(`[]`), "}", `,"cases":[]}`, 1), "RPL-07"},
		{strings.Repeat(" ", replay.MaxConversationBytes) + whole(`[]`), "RPL-01"},
	} {
		_, err := outcome(t, tt.text)
		got := ""
		if err != nil {
			got = err.Rule.ID
		}
		if got != tt.rule {
			t.Errorf("%.120s: %v, want %q", tt.text, err, tt.rule)
		}
	}
}

func FuzzJudge(f *testing.F) {
	f.Add(rich())
	for _, s := range faulty {
		f.Add(s.text(replay.TransportHTTP))
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, _ := outcome(t, text)
		if v == nil {
			return
		}
		c := parse(t, text)
		c.Steps = c.Steps[:v.Step+1]
		if w := Judge(c); w == nil || *w != *v {
			t.Errorf("cut after the step %v, before %v", w, v)
		}
	})
}

// long is a conversation of n steps of every kind.
func long(n int) string {
	var s script
	for i := 0; len(s) < n; i++ {
		call := strings.NewReplacer(`"id":1`, fmt.Sprintf(`"id":%d`, i), `"id":2`, fmt.Sprintf(`"id":"r%d"`, i), `"dip"`, fmt.Sprintf(`"dip-%d"`, i%7), `"p"`, fmt.Sprintf(`"p%d"`, i))
		for _, line := range []string{
			callWith(1, `"progressToken":"p"`), progress(`"p"`, "1"), toolResult,
			able(canElicit), interimWith(`,"requestState":"s","inputRequests":{"k":` + inForm + `}`),
			again(canElicit, `,"requestState":"s","inputResponses":{"k":`+filled+`}`), done,
			strings.Replace(askTools, `}}}`, `},"cursor":"c"}}`, 1), strings.Replace(noTools, `[]`, `[{"name":"dip","inputSchema":{"type":"object"}}]`, 1),
		} {
			s = append(s, call.Replace(line))
		}
	}
	return s[:n].text(replay.TransportStdio)
}

// each is n parts of a text, made by a format that takes the number of each.
func each(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(parts, ",")
}

// repeated is lines n times, with # for a number.
func repeated(n int, lines ...string) (s script) {
	for i := range n {
		for _, line := range lines {
			s = append(s, strings.ReplaceAll(line, "#", fmt.Sprint(i)))
		}
	}
	return s
}

// costly is a list of a tool whose outputSchema makes a short value cost much.
func costly() string {
	doubled := each(11, `"d%[1]d":{"anyOf":[{"$ref":"#/$defs/e%[1]d"},{"$ref":"#/$defs/e%[1]d"}]}`)
	for i := range 11 {
		doubled = strings.ReplaceAll(doubled, fmt.Sprintf("/e%d\"", i), fmt.Sprintf("/d%d\"", i+1))
	}
	return strings.Replace(noTools, `[]`, `[{"name":"dip","inputSchema":{"type":"object"},"outputSchema":{"type":"object",`+
		`"additionalProperties":{"anyOf":[{"$ref":"#/$defs/d0"},{"type":"integer"}]},"$defs":{`+doubled+`,"d11":{"type":"string"}}}}]`, 1)
}

// What could make a long conversation go through all of itself again and again
// is judged in passing: a verdict comes at once, and by the rule that it is due
// to. Each would take minutes or hours otherwise.
func TestLongHostileConversations(t *testing.T) {
	many := 150_000
	if testing.Short() {
		many = 30_000
	}
	discoverWith := func(members string) script {
		return script{discover, strings.Replace(discovered, `{"tools":{}}`, `{`+members+`,"tools":{}}`, 1)}
	}
	lists := repeated(10_000, askTools, noTools)
	flags := `{` + each(many, `"f%d":true`) + `}`
	objects := each(many, `"c%d":{}`)
	form := `{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{` + each(2000, `"p%d":{"type":"string"}`) + `}}}}`
	for name, tt := range map[string]struct {
		steps  script
		breaks string
	}{
		"many capabilities":         {append(discoverWith(objects), lists...), ""},
		"many versions":             {append(script{discover, strings.Replace(discovered, `["`, `[`+each(many, `"v%d"`)+`,"`, 1)}, lists...), ""},
		"many extensions":           {append(discoverWith(`"extensions":{`+objects+`,"z":{}}`), repeated(10_000, able(`{"extensions":{"z":{}}}`), `< {"id":1,"result":{"resultType":"w"}}`)...), ""},
		"many flags acknowledged":   {script{listening("9", flags), acknowledge("9", flags)}, ""},
		"many capabilities lacking": {script{able(`{` + objects + `}`), errorTo(1, -32021, `,"data":{"requiredCapabilities":{`+objects+`,"roots":{}}}`)}, ""},
		"many questions": {script{able(`{"roots":{}}`), interimWith(`,"inputRequests":{` + each(30_000, `"k%d":{"method":"roots/list"}`) + `}`),
			again(`{"roots":{}}`, `,"inputResponses":{`+each(30_000, `"k%d":{"roots":[]}`)+`}`), done}, ""},
		"a large form, often": {append(script{able(canElicit), interimOf(form)}, repeated(3000, again(canElicit, `,"inputResponses":{"k":{"action":"accept","content":{}}}`), done)...), ""},
		"a long page, then short ones": {append(script{askPrompts, strings.Replace(onePrompt, `[{"name":"p"}]`, `[`+each(many, `{"name":"p%d"}`)+`],"nextCursor":"n"`, 1)},
			repeated(10_000, askPrompts, strings.Replace(onePrompt, `{"name":"p"}`, ``, 1))...), ""},
		"costly values": {append(script{askTools, costly()}, repeated(3000, callTool,
			strings.Replace(toolResult, `}]`, `}],"structuredContent":{`+each(20, `"m%d":1`)+`}`, 1))...), "CONV-20"},
	} {
		v := tt.steps.verdict(t)
		switch {
		case v == nil && tt.breaks != "", v != nil && v.Rule.ID != tt.breaks:
			t.Errorf("%s: %v, want %q", name, v, tt.breaks)
		case v != nil && !strings.Contains(v.Text, "cost too much together"):
			t.Errorf("%s: %s", name, v.Text)
		}
	}
}

// Twice the steps cost twice the work, and no more.
func TestWorkIsLinear(t *testing.T) {
	allocations := func(n int) float64 {
		c := parse(t, long(n))
		if v := Judge(c); v != nil {
			t.Fatal(v)
		}
		return testing.AllocsPerRun(1, func() { Judge(c) })
	}
	if small, large := allocations(1000), allocations(10_000); large > 11*small {
		t.Errorf("1,000 steps take %.0f allocations, 10,000 take %.0f", small, large)
	}
}

func BenchmarkJudge(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		text := []byte(long(n))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				c, err := replay.ParseConversation(text, "c.json")
				if err != nil {
					b.Fatal(err)
				}
				if v := Judge(c); v != nil {
					b.Fatal(v)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/step")
		})
	}
}
