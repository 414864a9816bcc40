package rule

import (
	"cmp"
	"strings"
	"testing"
)

func TestQuote(t *testing.T) {
	x64, x65 := strings.Repeat("x", 64), strings.Repeat("x", 65)
	for _, c := range []struct{ in, want string }{
		{"", `""`},
		{"get_user", `"get_user"`},
		{`a"b\c`, `"a\"b\\c"`},
		{" ~", `" ~"`},
		{"\x00\t\n\r\x1b\x7f", `"\u0000\u0009\u000a\u000d\u001b\u007f"`},
		{"\u0085\u00a0é", `"\u0085\u00a0\u00e9"`},
		{"\u202e\u2066\u200b\ufeff", `"\u202e\u2066\u200b\ufeff"`},
		{"\U0001f600\U000e0041", `"\ud83d\ude00\udb40\udc41"`},
		{"a\xffb", `"a\ufffdb"`},
		{`\u202e`, `"\\u202e"`},
		{x64, `"` + x64 + `"`},
		{x65, `"` + x64 + `"…(+1)`},
		{strings.Repeat("é", 70), `"` + strings.Repeat(`\u00e9`, 64) + `"…(+6)`},
		{x64 + "\U0001f600\n\xff", `"` + x64 + `"…(+3)`},
	} {
		if got := Quote(c.in); got != c.want {
			t.Errorf("Quote(%+q) = %s, want %s", c.in, got, c.want)
		}
	}
}

func TestEscapePointer(t *testing.T) {
	x64 := strings.Repeat("x", 64)
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"/", "/"},
		{"/properties/a~1b~0c/", "/properties/a~1b~0c/"},
		{`/say "hi"`, `"/say \"hi\""`},
		{"/IGNORE ALL/" + x64 + " z", `"/IGNORE ALL/` + x64 + `…(+2)"`},
		{"/a\u202eb\n\x1b", `/a\u202eb\u000a\u001b`},
		{`/a\u202eb`, `/a\\u202eb`},
		{"/\U0001f600", `/\ud83d\ude00`},
		{"/" + x64 + "/b", "/" + x64 + "/b"},
		{"/" + x64 + "yz/b", "/" + x64 + "…(+2)/b"},
	} {
		if got := EscapePointer(c.in); got != c.want {
			t.Errorf("EscapePointer(%+q) = %s, want %s", c.in, got, c.want)
		}
	}
}

// inOrder checks that compare puts each name before all that follow it.
func inOrder(t *testing.T, compare func(a, b string) int, names []string) {
	t.Helper()
	for i, a := range names {
		for j, b := range names {
			if got := compare(a, b); got != cmp.Compare(i, j) {
				t.Errorf("%q and %q compare as %d, want %d", a, b, got, cmp.Compare(i, j))
			}
		}
	}
}

func TestComparePointers(t *testing.T) {
	inOrder(t, ComparePointers, []string{
		"",
		"/0", "/0/z", "/1", "/2", "/9", "/10", "/10/a", "/11", "/100", // by index, a parent first
		"/", "//", "/-", "/01", "/1a", "/A", "/a", "/a/b", "/a-b", "/aa", "/b", "/é", "/\uffff", "/\U0001f600",
	})
}

func TestCompareNatural(t *testing.T) {
	inOrder(t, CompareNatural, []string{
		"", "-", "0", "01", "1", "1a", "2", "10", "18446744073709551616", "a",
		"page", "page-01.json", "page-1.json", "page-1/z.json", "page-02.json", "page-2.json", "page-10.json", "page-a.json", "page2", "é",
	})
}
