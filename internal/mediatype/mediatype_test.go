package mediatype

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	long := strings.Repeat("x", 127)
	tests := []struct{ text, want string }{
		{"image/png", "image/png"},
		{"IMAGE/Png", "image/png"},
		{"image/png; q=1", "image/png"},
		{"image/png ;q=1", "image/png"},
		{"text/html;profile=mcp-app;charset=\"utf-8\"", "text/html"},
		{"text/plain; a=\"b\\\"c; d\" ; e=f", "text/plain"},
		{"text/plain;", "text/plain"},
		{"text/plain;;a=b", "text/plain"},
		{"image/svg+xml", "image/svg+xml"},
		{"application/vnd.a.b-c_d!e#f$g&h^i", "application/vnd.a.b-c_d!e#f$g&h^i"},
		{"x/" + long, "x/" + long},
		{"x/" + long + "x", ""},
		{"", ""},
		{"png", ""},
		{"image/", ""},
		{"/png", ""},
		{"image/*", ""},
		{"*/*", ""},
		{"image/png/x", ""},
		{" image/png", ""},
		{"image/png ", ""},
		{"image /png", ""},
		{"image/png\n", ""},
		{"image/p\u00f1g", ""},
		{"image/.png", ""},
		{"image/png, image/gif", ""},
		{"image/png; q", ""},
		{"image/png; q=", ""},
		{"image/png; =1", ""},
		{"image/png; q =1", ""},
		{"image/png; q= 1", ""},
		{"image/png; q=1 x", ""},
		{"image/png; q=\"1", ""},
		{"image/png; q=\"1\\", ""},
		{"image/png; q=\"\x1b\"", ""},
		{"image/png; q=\"\\\x1b\"", ""},
		{"image/png; q=\"\u00e9\"", ""},
	}
	for _, tt := range tests {
		if got, ok := Parse(tt.text); got != tt.want || ok != (tt.want != "") {
			t.Errorf("Parse(%q) = %q, %t; want %q", tt.text, got, ok, tt.want)
		}
	}
}

func TestParseCleanAllocatesNothing(t *testing.T) {
	if n := testing.AllocsPerRun(10, func() { Parse("audio/wav; codecs=1") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
