package reviewtest

import (
	"fmt"
	"reflect"

	"mcpreview/report"
)

// Hostile are strings that attack a reader, a terminal, a page, or GitHub.
var Hostile = []string{
	// Markup.
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<a href='https://evil.example'>x</a>", "</td></tr></table><h1>x",
	"<details open><summary>x", "</details>", "<!-- comment", "-->", "<![CDATA[x", "<?php x ?>", "<!DOCTYPE html>", "<iframe>", "<svg/onload=x>",
	"&lt;script&gt;", "&#60;b&#62;", "&amp;", "&#x3c;i>", "&copy;", "\"><b>", "' onmouseover='x", "</code><b>x", "</style><b>", "</title><b>", "javascript:alert(1)", "{{.}}", "{{`x`}}",
	// Links and images.
	"[x](https://evil.example)", "![x](https://evil.example/p.png)", "[x]: https://evil.example", "[x][y]", "![x][y]", "<https://evil.example>", "<m@evil.example>",
	"https://evil.example", "http://evil.example/a?b=c", "www.evil.example", "((www.evil.example", "x,www.evil.example", "ftp://evil.example", "mailto:m@evil.example", "xmpp:m@evil.example/a",
	"m@evil.example", "see https://evil.example now", "see (www.evil.example) now", "//evil.example", "[^1]", "[^1]: note",
	// What GitHub links in what a page shows.
	"@admin", "@org/team", "x @admin y", "#1", "GH-1", "gh-12", "x (GH-3)", "org/repo#1", "org/repo@0123abc", "0123abc", "deadbeefdeadbeef", "x-0123abcd-y", "GHSA-aaaa-bbbb-cccc", "CVE-2024-12345",
	":x:", ":shipit:", "a:b:c", "$x$", "$$x$$", "$`x`$", "\\(x\\)", "> [!WARNING]",
	// Structure.
	"|", "||", "a|b", "\\|", "\\\\|", "`|`", "| a | b |", "|---|---|", "`", "``", "```", "````x````", "`a`b", " `", "` ", "\\`", "\\", "\\\\", "a\\",
	"```\nx\n```", "~~~", "~~x~~", "~x~", "*x*", "**x**", "_x_", "__x__", "***", "---", "===", "+++", "- x", "* x", "+ x", "1. x", "1) x", "# x", "####### x", "> x", "    code", "\tcode",
	"[ ] task", "[x] done", "a\nb", "a\r\nb", "a\n\n# b", "a\n|b|c|\n|-|-|", "a  \nb", "line\u2028line\u2029line\u0085line", "Term\n: definition", "x\n===",
	// Characters that cannot be seen, or that move others.
	"\x00", "\x1b[31mred\x1b[0m", "\x1b]8;;https://evil.example\x07x\x1b]8;;\x07", "\x1b[2J\x1b[H", "\b\b\b", "\a", "\x7f", "\u009b31m", "a\rADMIT", "\v\f",
	"\u202egnp.exe", "\u2066x\u2069", "\u200fx", "\u200b\u200c\u200d\u2060", "a\u00adb", "\ufeffx", "\U000e0001\U000e0061\U000e007f", "\u180e", "\u3164", "\u115f", "\u2800\u2800", "\u00a0x", "x\u3000", "\ufe0f", "\U000e0100", "\ufdd0", "\U0010ffff", "\ue000", "<U+202E>",
	"Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307", "\u0301x", "\u05d0\u05d1\u05d2", "\u0639\u0631\u0628\u064a", "\u4e2d\u6587\u540d\u79f0", "\U0001f469\u200d\U0001f4bb", "\U0001f1e8\U0001f1f3", "vidéo",
	// Size.
	Repeat("A", 5000), Repeat("word ", 900), Repeat("`", 300), Repeat("|", 300), Repeat("[", 2000), Repeat("\u202e", 500), Repeat("<b>", 400), Repeat("\U0001f600", 200), "", " ", "   ",
}

// Repeat is s n times.
func Repeat(s string, n int) string {
	var b []byte
	for range n {
		b = append(b, s...)
	}
	return string(b)
}

// Plant returns Review with s in place of every string and every name of a
// map in it. The verdict's decision is kept where keepVerdict is true: it
// decides which sections there are.
func Plant(s string, keepVerdict bool) *report.Review {
	r := Review()
	decision := r.Verdict.Decision
	plant(reflect.ValueOf(r).Elem(), s)
	for i := range r.Limits {
		r.Limits[i].Name += fmt.Sprint(i) // names differ by contract
	}
	if keepVerdict {
		r.Verdict.Decision = decision
	}
	return r
}

func plant(v reflect.Value, s string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(s)
	case reflect.Struct:
		for i := range v.NumField() {
			plant(v.Field(i), s)
		}
	case reflect.Slice:
		for i := range v.Len() {
			plant(v.Index(i), s)
		}
	case reflect.Map:
		m := reflect.MakeMap(v.Type())
		if v.Len() > 0 {
			m.SetMapIndex(reflect.ValueOf(s), reflect.ValueOf(true))
		}
		v.Set(m)
	case reflect.Interface:
		if names, ok := v.Interface().([]string); ok {
			planted := make([]string, len(names))
			for i := range planted {
				planted[i] = s
			}
			v.Set(reflect.ValueOf(planted))
		}
	case reflect.Int, reflect.Int64, reflect.Bool:
	default:
		panic(fmt.Sprintf("reviewtest: a review holds a %s", v.Kind()))
	}
}
