package html

import (
	"bytes"
	gohtml "html"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"mcpreview/report/escape"
	"mcpreview/report/outline"
	"mcpreview/report/reviewtest"
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

var (
	set     = regexp.MustCompile(`<code( class="digest")?>[^<>"]*</code>|<strong>[A-Za-z ]+</strong>`)
	markup  = regexp.MustCompile(`<[^>]*>`)
	classes = regexp.MustCompile(` class="[^"]*"`)
)

// FuzzHostileText holds for any string, in every kind of span and place, that
// the page has the elements that it has for any other, that nothing unseen
// stands in it, and that a reader is shown the whole of what may be shown.
func FuzzHostileText(f *testing.F) {
	for i, s := range reviewtest.Hostile {
		if i%3 == 0 && len(s) < 64 {
			f.Add(s)
		}
	}
	page := func(t *testing.T, s string) string {
		d := reviewtest.Small(s)
		d.Counts.Columns = append(d.Counts.Columns, outline.Column{Title: "Total", Kind: outline.Number})
		d.Counts.Rows[0].Cells = append(d.Counts.Rows[0].Cells, outline.Line{{Kind: outline.Own, Text: "1"}})
		var b bytes.Buffer
		if err := WriteDocument(&b, d); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	elements := func(page string) string {
		all := markup.FindAllString(set.ReplaceAllString(page, ""), -1)
		for i := range all {
			all[i] = classes.ReplaceAllString(all[i], "") // a decision's own words have a colour
		}
		return strings.Join(all, "\n")
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := page(t, s)
		if want := page(t, "x"); s != "" && elements(got) != elements(want) {
			t.Errorf("%q: the page has\n%s\nwant\n%s", s, elements(got), elements(want))
		}
		for _, r := range got {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Fatalf("%q: U+%04X stands raw", s, r)
			}
		}
		for kind, limit := range map[outline.SpanKind]int{outline.Said: 480, outline.Code: 64, outline.Strong: outline.StrongLimit} {
			shown, left := escape.Visible(s, limit)
			text := gohtml.UnescapeString(markup.ReplaceAllString(inline(outline.Line{{Kind: kind, Text: s, Limit: int32(limit)}}), ""))
			if want := shown + escape.Left(left); text != want {
				t.Errorf("%q: shown is %q, want %q", s, text, want)
			}
		}
	})
}
