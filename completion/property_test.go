package completion

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/policy"
)

// What was typed, suggested or forbidden is in no finding and no row, however
// much is wrong.
func TestSecretsStay(t *testing.T) {
	const secret = "zq9secret"
	forbidden := low(secret)
	bounded := `{"name":"low","forbidden":["` + secret + `"],"allowed":{"component":["` + secret + `1"]},"maySee":{"resources":["vault://` + secret + `/*"],"prompts":["triage"]}}`
	s := scene{
		declared: declared,
		callers:  []policy.Caller{{Name: "low", Rank: 1, Forbidden: []policy.Hidden{{Class: policy.HiddenTenant, Text: secret}, {Text: secret + "*"}}, Allowed: []policy.Allowed{{Argument: "component", Values: []string{secret}}}}, {Name: "high", Rank: 2}},
		asks: []ask{
			{caller: forbidden, values: secret + " " + secret + "2 x", with: `,"total":1,"hasMore":"` + secret + `"`},
			{caller: bounded, typed: secret, values: secret + "3", with: `,"total":7,"hasMore":true`},
			{caller: bounded, typed: secret[:4], code: -32603, message: secret, data: `{"` + secret + `":"` + secret + `"}`},
			{caller: bounded, typed: "nonsense", code: -32602, message: "none"},
			{caller: forbidden, ref: `{"type":"ref/prompt","name":"` + secret + `"}`, argument: secret, values: "x"},
			{caller: forbidden, ref: `{"type":"` + secret + `"}`},
			{caller: forbidden, ref: `{"type":"ref/resource","uri":"a://` + secret + `"}`, argument: secret, values: "x"},
			{caller: forbidden, argument: secret, values: "x"},
			{caller: forbidden, context: `{"` + secret + `":1}`},
			{caller: forbidden, context: `{"` + secret + `":"` + secret + `"}`, values: "x"},
			{caller: bounded, ref: vault, argument: "tenant", values: "x " + secret, result: ""},
			{caller: bounded, result: `{"resultType":"` + secret + `","completion":{"values":[{"` + secret + `":1}]},"` + secret + `":{"` + secret + `":1},"_meta":{"` + secret + `":1}}`},
			{caller: `"high"`, values: "y"},
			{caller: `"low"`, values: secret},
			{params: `"ref":` + prompt + `,"argument":{"name":["` + secret + `"],"value":{"` + secret + `":1}}`},
		},
	}
	got := s.review(t)
	lines := all(got)
	if len(lines) < 40 {
		t.Fatalf("only %d lines to look through", len(lines))
	}
	for _, line := range lines {
		if strings.Contains(strings.ToLower(line), secret) {
			t.Errorf("shown: %s", line)
		}
	}
}

func TestSameInputSameFindings(t *testing.T) {
	asks := clean("low", "high")
	for i := range asks {
		asks[i].values += " acme-prod stage other"
		asks[i].known = "-"
	}
	s := scene{asks: asks, callers: isolated("low", "high"), listings: []listing{
		{method: "resources/templates/list", items: `[{"uriTemplate":"vault://{tenant}/{item}"},{"uriTemplate":"a://{b"}]`, caller: "low"},
	}}
	first := all(s.review(t))
	for range 20 {
		if again := all(s.review(t)); !slices.Equal(first, again) {
			t.Fatalf("first\n%s\nthen\n%s", strings.Join(first, "\n"), strings.Join(again, "\n"))
		}
	}
}

func BenchmarkReview(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := scene{callers: isolated("low", "high"), declared: declared}
			for i := range n {
				a := clean("low", "high")[i%9]
				a.known, a.typed = knownAll, a.typed+fmt.Sprint(i/9)
				s.asks = append(s.asks, a)
			}
			in, p := s.input(b)
			for b.Loop() {
				Review(in, p)
			}
		})
	}
}
