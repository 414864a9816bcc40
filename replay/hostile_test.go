package replay

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/strictjson"
	"mcpreview/samples"
)

// canary stands where a hostile or secret value could stand. No error and no
// reason may repeat it.
const canary = "CANARY-5d1f"

// try parses and replays a text, whatever it is, and returns every word that a
// report could show of it but the names of cases.
func try(t testing.TB, text string) string {
	t.Helper()
	return tryUnder(t, Teaching, text)
}

func tryUnder(t testing.TB, p *Profile, text string) string {
	t.Helper()
	f, err := p.Parse([]byte(text), "f.json")
	if err != nil {
		var e *FileError
		if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 || e.Text == "" || e.Rule == nil {
			t.Errorf("error without a place: %v\n%.300s", err, text)
		}
		return err.Error()
	}
	s := f.Run()
	var words []string
	for _, c := range s.Cases {
		if (c.Reason == "") != (c.Status == CasePassed || c.Status == CaseUnexpectedPass) {
			t.Errorf("%s with reason %q", c.Status, c.Reason)
		}
		words = append(words, c.Reason)
		words = append(words, c.Warnings...)
	}
	return strings.Join(words, "\n")
}

// spots are the places of all values of a document.
func spots(v *strictjson.Value, visit func(*strictjson.Value)) {
	visit(v)
	for _, e := range v.Elements() {
		spots(e, visit)
	}
	for _, m := range v.Members() {
		spots(m, visit)
	}
}

var wrongTypes = []string{`null`, `true`, `-1`, `1.5`, `1e999`, `"` + canary + `"`, `[]`, `["` + canary + `"]`, `{}`, `{"x":"` + canary + `"}`}

// richFixture is a case of the base fixture in which every kind of step occurs.
func richFixture() string {
	return oneCase(`"error_contains":"x","setup":"ready","client_capabilities":`+
		`{"sampling":{},"elicitation":{"form":{},"url":{}},"roots":{},"tasks":{"list":{}}}`, steps(
		call(`{"n":1,"w":1,"s":"abc","b":true,"l":["a"],"o":{"k":"v"}}`), subscribeTo(ann, "1", "x://a"), updated(ann, "x://a/1"),
		readItems(`{"uri":"x://a","text":"x","mimeType":"a/b"}`, `{"uri":"x://a/1","blob":"AAAA"}`),
		withMember(`"icons":[{"src":"x:y","sizes":["any"],"theme":"dark"}],"annotations":{"audience":["user"],"priority":1},"size":5`),
		root(`"uri":"file:///a","name":"n"`), sampledContent(block), formAnswer(`{"action":"accept","content":{}}`), urlAnswer(`{"action":"cancel"}`),
		tasks(aTask), activate("r2"), exchange(fromClient, "", `{"id":"a","method":"ping"}`, `{"id":"a","error":{"code":1,"message":"x"}}`),
	)...)
}

func TestWrongTypeAtEveryKey(t *testing.T) {
	text := richFixture()
	if got := verdict(t, text); got != "pass" {
		t.Fatal(got)
	}
	doc, err := strictjson.Parse([]byte(text), "f.json", 1, bounds)
	if err != nil {
		t.Fatal(err)
	}
	wrongTypes := wrongTypes
	if testing.Short() {
		wrongTypes = wrongTypes[:2]
	}
	tried := 0
	spots(doc.Root, func(v *strictjson.Value) {
		for _, wrong := range wrongTypes {
			tried++
			mutant := text[:v.Start()] + wrong + text[v.End():]
			if words := try(t, mutant); strings.Contains(words, canary) {
				t.Errorf("a value is repeated in %q", words)
			}
		}
	})
	if tried < 300*len(wrongTypes) {
		t.Errorf("only %d mutants", tried)
	}
}

func TestEveryValueIsKeptBack(t *testing.T) {
	texts := []string{richFixture()}
	if !testing.Short() {
		texts = append(texts, string(samples.Conversations()))
	}
	for _, text := range texts {
		doc, err := strictjson.Parse([]byte(text), "f.json", 1, bounds)
		if err != nil {
			t.Fatal(err)
		}
		spots(doc.Root, func(v *strictjson.Value) {
			if !v.Is(strictjson.String) {
				return
			}
			if words := try(t, text[:v.Start()]+`"`+canary+`"`+text[v.End():]); strings.Contains(words, canary) {
				t.Errorf("a value is repeated in %q", words)
			}
		})
	}
}

func TestTruncationAnywhere(t *testing.T) {
	text := richFixture()
	every := 1
	if testing.Short() {
		every = 17
	}
	for n := 0; n < len(text); n += every {
		if _, err := Teaching.Parse([]byte(text[:n]), "f.json"); err == nil {
			t.Fatalf("%d of %d bytes are accepted", n, len(text))
		} else if !strings.HasPrefix(err.Error(), "f.json:") || !strings.Contains(err.Error(), "RPL-0") {
			t.Fatalf("%d bytes: %v", n, err)
		}
	}
}

func TestHostileFiles(t *testing.T) {
	for name, text := range map[string]string{
		"65 levels":           strings.Repeat("[", 65) + strings.Repeat("]", 65),
		"brackets":            strings.Repeat("[", MaxBytes),
		"braces":              strings.Repeat(`{"a":`, MaxBytes/5),
		"closing brackets":    strings.Repeat("]", 1000),
		"one long string":     `"` + strings.Repeat("a", MaxBytes-2) + `"`,
		"an open string":      `"` + strings.Repeat(`\"`, 1000),
		"one long number":     strings.Repeat("9", MaxBytes),
		"one long fraction":   "0." + strings.Repeat("9", MaxBytes-2),
		"a huge exponent":     "1e" + strings.Repeat("9", 1000),
		"many members":        "{" + strings.TrimSuffix(strings.Repeat(`"a":1,`, 300000), ",") + "}",
		"zero bytes":          strings.Repeat("\x00", 1000),
		"lone surrogates":     `{"\ud800":"\udc00"}`,
		"line separators":     "\u2028{}",
		"a byte order mark":   "\ufeff{}",
		"UTF-16":              "{\x00}\x00",
		"NaN":                 "NaN",
		"comment":             "{} // {}",
		"cases of everything": fmt.Sprintf(baseFixture, `{"name":"\u0000\u202e","expect":"fail","steps":[{"control_event":{}}]}`),
	} {
		t.Run(name, func(t *testing.T) {
			try(t, text)
			tryUnder(t, Spec, text)
		})
	}
}

// What all values of a file cost together is bounded, and told from a value
// that breaks its schema. Each of these costs nearly what one value may.
func TestValuesCostTogether(t *testing.T) {
	const doubled = 7
	var definitions []string
	for i := range doubled {
		definitions = append(definitions, fmt.Sprintf(`"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1))
	}
	listed := []string{`> {"id":1,"method":"tools/list"}`, fmt.Sprintf(
		`< {"id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":"object","additionalProperties":{"anyOf":[{"$ref":"#/$defs/d0"},{"type":"integer"}]},"$defs":{%s,"d%d":{"type":"string"}}}}]}}`,
		strings.Join(definitions, ","), doubled)}
	var arguments []string
	for i := range 40 {
		arguments = append(arguments, fmt.Sprintf(`"%d":1`, i))
	}
	for _, calls := range []int{1, 1600} {
		lines := slices.Clone(listed)
		for i := range calls {
			lines = append(lines, fmt.Sprintf(`> {"id":%d,"method":"tools/call","params":{"name":"t","arguments":{%s}}}`, i+2, strings.Join(arguments, ",")),
				fmt.Sprintf(`< {"id":%d,"result":{"content":[]}}`, i+2))
		}
		got := conversation(t, greeted("{}", `{"tools":{}}`, lines...)).Replay("c.json").Cases[0].Reason
		if tooMuch := strings.Contains(got, "cost too much together"); tooMuch != (calls > 1) || !tooMuch && got != "" {
			t.Errorf("%d calls: %s", calls, got)
		}
	}
}

// A file is judged in time that grows with its size.
func TestManyStepsOfManyItems(t *testing.T) {
	var all []string
	for i := range 500 {
		all = append(all, cAs(ann, fmt.Sprintf(`{"id":%d,"method":"resources/read","params":{"uri":"x://a"}}`, i)))
	}
	if got := verdict(t, oneCase("", all...)); got != "pass" {
		t.Error(got)
	}
}

// What could make a long conversation go through all of itself again and again
// is judged in passing.
func TestLongHostileConversations(t *testing.T) {
	const all = `{"tools":{"listChanged":true},"prompts":{},"resources":{"subscribe":true},"tasks":{"requests":{"tools":{"call":{}}}}}`
	task := `{"taskId":"k#","status":"working","createdAt":"2026-01-02T03:04:05Z","lastUpdatedAt":"2026-01-02T03:04:05Z","ttl":null}`
	repeated := func(n int, lines ...string) (out []string) {
		for i := range n {
			for _, line := range lines {
				line = strings.ReplaceAll(line, "#+", fmt.Sprint(i+1))
				out = append(out, strings.ReplaceAll(line, "#", fmt.Sprint(i)))
			}
		}
		return out
	}
	members := strings.Join(repeated(150_000, `"c#":{}`), ",")
	names := strings.Join(repeated(30_000, `{"name":"n#","inputSchema":{"type":"object"}}`), ",")
	first := []string{`> {"id":"a","method":"tools/list"}`, `< {"id":"a","result":{"tools":[],"nextCursor":"c0"}}`}
	for name, tt := range map[string]struct {
		server string
		lines  []string
	}{
		"many capabilities": {`{` + members + `,"prompts":{}}`, repeated(10_000, `> {"id":"#","method":"prompts/list"}`, `< {"id":"#","result":{"prompts":[]}}`)},
		"many pages": {all, append(first, repeated(15_000, `> {"id":"#","method":"tools/list","params":{"cursor":"c#"}}`,
			`< {"id":"#","result":{"tools":[{"name":"t#","inputSchema":{"type":"object"}}],"nextCursor":"c#+"}}`)...)},
		"the last page of many names again": {all, append([]string{first[0], strings.Replace(first[1], "[]", "["+names+"]", 1)},
			repeated(10_000, `> {"id":"#","method":"tools/list","params":{"cursor":"c0"}}`, `< {"id":"#","result":{"tools":[{"name":"t#","inputSchema":{"type":"object"}}]}}`)...)},
		"many subscriptions": {all, append(repeated(30_000, `> {"id":"#","method":"resources/subscribe","params":{"uri":"x:#"}}`, `< {"id":"#","result":{}}`),
			repeated(10_000, `< {"method":"notifications/resources/updated","params":{"uri":"x:29999/#"}}`)...)},
		"many tasks heard of": {all, repeated(8000, `> {"id":"#","method":"tools/call","params":{"name":"d","task":{}}}`,
			`< {"method":"notifications/tasks/status","params":`+task+`}`, `< {"id":"#","error":{"code":1,"message":""}}`)},
	} {
		if got := conversation(t, greeted("{}", tt.server, tt.lines...)).Replay("c.json").Cases[0].Reason; got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
}
