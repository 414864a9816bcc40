package headers

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/strictjson"
)

// mixed writes a name with another case for some of its letters.
func mixed(r *rand.Rand, name string) string {
	return strings.Map(func(c rune) rune {
		if r.IntN(2) == 0 {
			return c
		}
		return []rune(strings.ToUpper(string(c)))[0]
	}, strings.ToLower(name))
}

// TestOrderAndCaseChangeNothing shuffles the lines and their names' case.
func TestOrderAndCaseChangeNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	bindings := boundRoute(t)
	for _, c := range parityCases {
		lines, body := c.lines(), []byte(callBody(c.args))
		want := Check(bindings, lines, body)
		judged := Judge(exchangeOf(t, recordOf(lines, string(body), "")), route, nil, policy.Default())
		for range 5 {
			r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
			for i := range lines {
				lines[i][0] = mixed(r, lines[i][0])
			}
			got := Check(bindings, lines, body)
			if (got == nil) != (want == nil) || got != nil && (got.Category != want.Category || got.Rule != want.Rule || !strings.EqualFold(got.Header, want.Header)) {
				t.Errorf("%s %q: %+v, want %+v", c.args, lines, got, want)
			}
			m := Judge(exchangeOf(t, recordOf(lines, string(body), "")), route, nil, policy.Default())
			if m.Boundary != judged.Boundary || m.Category != judged.Category || told(m.Findings) != told(judged.Findings) {
				t.Errorf("%s %q: %s, want %s", c.args, lines, told(m.Findings), told(judged.Findings))
			}
		}
	}
}

// TestCheckAgreesWithJudge holds the two faces against each other.
func TestCheckAgreesWithJudge(t *testing.T) {
	for _, c := range parityCases {
		if strings.ContainsFunc(c.headers, func(r rune) bool { return r > 0x7f }) {
			continue // a record's code points are a line's bytes
		}
		refusal := Check(boundRoute(t), c.lines(), []byte(callBody(c.args)))
		m := Judge(exchangeOf(t, recordOf(c.lines(), callBody(c.args), "")), route, nil, policy.Default())
		if (refusal != nil) != (m.Boundary == BoundaryRefuse) || refusal != nil && refusal.Category != m.Category {
			t.Errorf("%s %s: %+v beside %s %s", c.args, c.headers, refusal, m.Boundary, m.Category)
		}
	}
}

// alphabet is what makes strings hard to carry.
var alphabet = []string{"a", "Z", "9", "-", " ", "\t", "\r", "\n", ",", "%", "=", "?", "=?base64?", "?=", "é", "e\u0301", "東", "😀", "\x00", "\x7f", "\ufeff", "\u00a0", "\u2028", `"`, `\`}

func randomArguments(r *rand.Rand) string {
	var members []string
	if r.IntN(4) > 0 {
		var s strings.Builder
		for range r.IntN(6) {
			s.WriteString(alphabet[r.IntN(len(alphabet))])
		}
		members = append(members, `"region":`+string(strictjson.AppendQuoted(nil, s.String())))
	}
	if r.IntN(3) > 0 {
		n := r.Int64N(1<<54) - 1<<53
		members = append(members, `"count":`+fmt.Sprintf([]string{"%d", "%d.0", "%de0", "%d00e-2"}[r.IntN(4)], n))
	}
	if r.IntN(3) > 0 {
		members = append(members, `"flag":`+[]string{"true", "false", "null"}[r.IntN(3)])
	}
	return "{" + strings.Join(members, ",") + "}"
}

// TestEncodedIsAccepted sends what Encode writes: it is always accepted, and a
// change of any one field never is.
func TestEncodedIsAccepted(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	bindings := boundRoute(t)
	for range 3000 {
		body := callBody(randomArguments(r))
		doc, err := strictjson.Parse([]byte(body), "", 1, policy.DefaultLimits().JSON())
		if err != nil {
			t.Fatal(err)
		}
		lines := standardLines[:3:3]
		unsafe := false
		for i := range bindings {
			value := bindings[i].Argument(doc.Root.Path("params", "arguments"))
			field, err := Encode(value)
			switch {
			case err == nil:
				lines = append(lines, [2]string{bindings[i].Header, field})
			case value.Is(strictjson.Number):
				unsafe = true
			}
		}
		if refusal := Check(bindings, lines, []byte(body)); (refusal != nil) != unsafe {
			t.Fatalf("%s with %q: %+v", body, lines, refusal)
		}
		if len(lines) == len(standardLines) || unsafe {
			continue
		}
		at := len(standardLines) + r.IntN(len(lines)-len(standardLines))
		for _, changed := range [][][2]string{
			append(append(standardLines[:3:3], lines[3:at]...), lines[at+1:]...),
			append(lines[:len(lines):len(lines)], lines[at]),
			append(append(append(standardLines[:3:3], lines[3:at]...), [2]string{lines[at][0], lines[at][1] + "x"}), lines[at+1:]...),
		} {
			if Check(bindings, changed, []byte(body)) == nil {
				t.Fatalf("%s is accepted with %q", body, changed)
			}
		}
	}
}

// FuzzCheck holds that no input stops the check, and that what it lets through
// comes through again when its copies are encoded anew.
func FuzzCheck(f *testing.F) {
	for _, c := range parityCases {
		lines := c.lines()
		last := lines[len(lines)-1]
		f.Add(last[0], last[1], callBody(c.args))
	}
	bindings := boundRoute(f)
	f.Fuzz(func(t *testing.T, name, value, body string) {
		refusal := Check(bindings, append(standardLines[:3:3], [2]string{name, value}), []byte(body))
		if refusal != nil {
			if len(value) > 8 && strings.Contains(refusal.Message, value) && !strings.Contains(name, value) {
				t.Fatalf("%q holds the value", refusal.Message)
			}
			return
		}
		doc, err := strictjson.Parse([]byte(body), "", 1, policy.DefaultLimits().JSON())
		if err != nil {
			t.Fatalf("accepted, and no JSON: %v", err)
		}
		params := doc.Root.Get("params")
		if doc.Root.Get("method").Text() != "tools/call" || !params.Get("name").Is(strictjson.String) || !params.Get("arguments").Is(strictjson.Object) {
			return // it has no copies, and is left to input validation
		}
		lines := standardLines[:3:3]
		for i := range bindings {
			if field, err := Encode(bindings[i].Argument(params.Get("arguments"))); err == nil {
				lines = append(lines, [2]string{bindings[i].Header, field})
			}
		}
		if refusal := Check(bindings, lines, []byte(body)); refusal != nil {
			t.Fatalf("accepted as sent, refused as encoded: %+v", refusal)
		}
	})
}
