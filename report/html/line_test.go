package html

import (
	"strings"
	"testing"

	"mcpreview/report/outline"
)

func TestInline(t *testing.T) {
	own := func(s string) outline.Span { return outline.Span{Kind: outline.Own, Text: s} }
	strong := func(s string) outline.Span { return outline.Span{Kind: outline.Strong, Text: s} }
	said := func(s string) outline.Span { return outline.Span{Kind: outline.Said, Text: s, Limit: 40} }
	code := func(s string) outline.Span { return outline.Span{Kind: outline.Code, Text: s, Limit: 12} }
	digest := strings.Repeat("0123456789abcdef", 4)
	for _, tt := range []struct {
		line outline.Line
		want string
	}{
		{nil, ""},
		{outline.Line{own("none")}, "none"},
		{outline.Line{own(" a "), own("b ")}, "a b"},
		{outline.Line{strong("ADMIT")}, "<strong>ADMIT</strong>"},
		{outline.Line{strong("fail")}, "<strong>fail</strong>"},
		{outline.Line{strong("</strong>")}, "<code>&lt;/strong&gt;</code>"},
		{outline.Line{strong("ADMIT  all")}, "<code>ADMIT &lt;U+0020&gt;all</code>"},
		{outline.Line{strong("www x")}, "<strong>www x</strong>"},
		{outline.Line{said(`RES-01 /a: "x" is <b>`)}, "RES-01 <code>/a</code>: <code>&#34;x&#34;</code> is <code>&lt;b&gt;</code>"},
		{outline.Line{said("a & b")}, "a <code>&amp;</code> b"},
		{outline.Line{said("a&lt;b")}, "<code>a&amp;lt;b</code>"},
		{outline.Line{said(strings.Repeat("x", 41))}, strings.Repeat("x", 40) + "…(+1)"},
		{outline.Line{code("")}, ""},
		{outline.Line{code("a|b`c'")}, "<code>a|b`c&#39;</code>"},
		{outline.Line{code("a\nb")}, "<code>a&lt;U+000A&gt;b</code>"},
		{outline.Line{code("</code><i>xxx")}, "<code>&lt;/code&gt;&lt;i&gt;xx</code>…(+1)"},
		{outline.Line{code("a"), code("b")}, "<code>a</code> <code>b</code>"},
		{outline.Line{code("a"), own(" at "), code("b")}, "<code>a</code> at <code>b</code>"},
		{outline.Line{{Kind: outline.Code, Text: digest, Limit: 128}}, `<code class="digest">` + digest + "</code>"},
	} {
		if got := inline(tt.line); got != tt.want {
			t.Errorf("%v:\n got %s\nwant %s", tt.line, got, tt.want)
		}
	}
}
