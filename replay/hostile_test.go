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
// that breaks its schema.
func TestValuesCostTogether(t *testing.T) {
	branches := strings.TrimSuffix(strings.Repeat(`{"const":1},`, 250), ",")
	listed := schemaIs(`{"a":{"anyOf":[` + branches + `]}}`)
	each := 250 * 50_000
	for _, calls := range []int{1, maxCost/each + 1} {
		all := slices.Clone(listed)
		for i := range calls {
			all = append(all, exchange(fromClient, "", fmt.Sprintf(`{"id":%d,"method":"tools/call","params":{"name":"gauge","arguments":{"a":%q}}}`, i+10, long(50_000)),
				fmt.Sprintf(`{"id":%d,"error":{"code":-32602,"message":"m"}}`, i+10))...)
		}
		got := verdictUnder(t, Spec, oneCase("", all...))
		if tooMuch := strings.Contains(got, "cost too much together"); tooMuch != (calls > 1) || !tooMuch && got != "pass" {
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
