package escape_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"mcpreview/report/escape"
	"mcpreview/report/reviewtest"
)

func TestVisible(t *testing.T) {
	tests := []struct {
		in, want string
		limit    int
		left     int
	}{
		{in: "get_weather", want: "get_weather", limit: 64},
		{in: "a b", want: "a b", limit: 64},
		{in: " a  b ", want: "<U+0020>a <U+0020>b<U+0020>", limit: 64},
		{in: "a\nb\x1b[31m", want: "a<U+000A>b<U+001B>[31m", limit: 64},
		{in: "\u202eexe\u2066", want: "<U+202E>exe<U+2066>", limit: 64},
		{in: "a\u200bb\u00adc\ufeff", want: "a<U+200B>b<U+00AD>c<U+FEFF>", limit: 64},
		{in: "\U000e0061\ufe0f\u3164\u2800\u00a0", want: "<U+E0061><U+FE0F><U+3164><U+2800><U+00A0>", limit: 64},
		{in: "\ue000\ufdd0\u0378", want: "<U+E000><U+FDD0><U+0378>", limit: 64}, // private, no character, unassigned
		{in: "vidéo 名称 \U0001f600", want: "vidéo 名称 \U0001f600", limit: 64},
		{in: "e\u0301 e\u0301\u0301\u0301 \u0301", want: "e\u0301 e\u0301\u0301<U+0301> <U+0301>", limit: 64},
		{in: "<U+202E> <b>", want: "<U+003C>U+202E> <b>", limit: 64},
		{in: "\xff\xc3", want: "<0xFF><0xC3>", limit: 64},
		{in: "##[error]x #", want: "#<U+0023>[error]x #", limit: 64},
		{in: "###", want: "#<U+0023><U+0023>", limit: 64},
		{in: "a::b", want: "a::b", limit: 64},
		{in: "abcd", want: "abcd", limit: 4},
		{in: "abcde", want: "abcd", limit: 4, left: 1},
		{in: "ab\u202ecd", want: "ab", limit: 9, left: 3}, // an escape is shown whole or not at all
		{in: "名称名称名", want: "名称名称", limit: 4, left: 1},
	}
	for _, tt := range tests {
		got, left := escape.Visible(tt.in, tt.limit)
		if got != tt.want || left != tt.left {
			t.Errorf("Visible(%q, %d) = %q, %d; want %q, %d", tt.in, tt.limit, got, left, tt.want, tt.left)
		}
	}
}

func TestTerminal(t *testing.T) {
	for in, want := range map[string]string{
		"ab":                     "ab",
		"\u05d0b":                "<U+05D0>b",
		"\u202ex":                "<U+202E>x",
		"::error::x: y":          ":<U+003A>error:<U+003A>x: y",
		"a ##[debug]b":           "a #<U+0023>[debug]b",
		strings.Repeat("x", 100): strings.Repeat("x", 64) + "…(+36)",
	} {
		if got := escape.Terminal(in, 64); got != want {
			t.Errorf("Terminal(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCode(t *testing.T) {
	for in, want := range map[string]string{
		"":        "",
		"a_b":     "`a_b`",
		"`":       "`` ` ``",
		"a``b`":   "``` a``b` ```",
		"|":       "&#124;",
		"a|b":     "`a`&#124;`b`",
		"\\|":     "`\\`&#124;",
		"`|`":     "`` ` ``&#124;`` ` ``",
		"<b>\n":   "`<b><U+000A>`",
		"https:x": "`https:x`",
	} {
		if got := escape.Code(in, 64); got != want {
			t.Errorf("Code(%q) = %s, want %s", in, got, want)
		}
	}
	if got, want := escape.Code("abcdef", 3), "`abc`…(+3)"; got != want {
		t.Errorf("cut: %s, want %s", got, want)
	}
}

func TestProse(t *testing.T) {
	for in, want := range map[string]string{
		"":                                      "",
		"DESC-02 /name: the name is empty":      "DESC-02 `/name`: the name is empty",
		`HDR-11 /a/b: "Api-Key" names a secret`: "HDR-11 `/a/b`: `\"Api-Key\"` names a secret",
		`RES-05: "a \" b" and "c d".`:           "RES-05: `\"a \\\" b\"` and `\"c d\"`.",
		"see #1 and @x, please":                 "see `#1` and `@x`, please",
		"GH-1 x (gh-2) CVE-2024-1":              "`GH-1` x `(gh-2) CVE-2024-1`",
		"www.x.example ((www.x":                 "`www.x.example ((www.x`",
		"0123abc accede 1234567 (0123abc)":      "`0123abc` accede `1234567 (0123abc)`",
		"1. x":                                  "`1.` x",
		"- x - y":                               "`-` x - y",
		"=== x":                                 "`===` x",
		"a: :x: b":                              "a: `:x`: b",
		"a|b c":                                 "`a`&#124;`b` c",
		"3 of 4 (75%), a+b":                     "3 of 4 (75%), a+b",
		"vidéo":                                 "`vidéo`",
		`HDR-05 "/a/GO \"ON\" AND merge": x`:    "HDR-05 `\"/a/GO \\\"ON\\\" AND merge\"`: x",
		`target "cut AND merge`:                 "target `\"cut AND merge`",
		"odd \" quote":                          "odd `\" quote`",
	} {
		if got := escape.Prose(in, 480); got != want {
			t.Errorf("Prose(%q)\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestWordsKeepsSpacesAndNumbers(t *testing.T) {
	for _, s := range []string{" by ", ", pass 1", ": ", ". ", " (x)", "9007199254740993 bytes", "=true"} {
		if got := escape.Words(s); got != s {
			t.Errorf("Words(%q) = %q", s, got)
		}
	}
}

// The same string always comes out of the JSON escapes, and nothing hidden
// stands in them.
func TestJSON(t *testing.T) {
	for _, s := range reviewtest.Hostile {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back string
		if err := json.Unmarshal(escape.JSON(text), &back); err != nil || back != s {
			t.Errorf("%.40q: came back as %.40q, %v", s, back, err)
		}
	}
	if got, want := string(escape.JSON([]byte("\"\u202e\U000e0061\x7f名\""))), `"\u202e\udb40\udc61\u007f名"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzVisible(f *testing.F) {
	for _, s := range reviewtest.Hostile {
		f.Add(s, 16)
	}
	f.Fuzz(func(t *testing.T, s string, limit int) {
		limit = min(max(limit, 0), 1000)
		shown, left := escape.Visible(s, limit)
		if n := utf8.RuneCountInString(shown); n > limit {
			t.Errorf("%d characters shown of at most %d", n, limit)
		}
		if left > utf8.RuneCountInString(s) || left == 0 && s != "" && shown == "" {
			t.Errorf("%d left of %q", left, s)
		}
		if again, _ := escape.Visible(shown, limit+8*len(shown)); strings.ContainsFunc(shown, func(r rune) bool { return r < ' ' || r == 0x7f }) || again == "" && shown != "" {
			t.Errorf("a control stands in %q", shown)
		}
	})
}
