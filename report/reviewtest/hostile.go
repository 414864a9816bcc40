package reviewtest

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"mcpreview/report"
)

// Hostile are strings that attack a reader, a terminal, a page, a log, or what
// reads one of them: whatever a server can write. No two are the same.
var Hostile = slices.Concat(markup, entities, links, references, structure, commands, templates, controls, hiddenText, scripts, pretence, sizes)

// markup is HTML, SVG and MathML, and what closes it.
var markup = []string{
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<a href='https://evil.example'>x</a>", "</td></tr></table><h1>x",
	"<details open><summary>x", "</details>", "</summary>", "</details></details></details>", "<!-- comment", "-->", "<!-- x -->", "<!--[if IE]>x", "<![CDATA[x", "]]>", "<?php x ?>", "<?xml version=\"1.0\"?>", "<!DOCTYPE html>",
	"<iframe>", "<iframe srcdoc='<b>'>", "<svg/onload=x>", "<svg><script>alert(1)</script></svg>", "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>", "<math><mtext><b>x</b></mtext></math>", "<math href=javascript:alert(1)>x",
	"<style>*{display:none}</style>", "<link rel=stylesheet href=//evil.example>", "<base href=//evil.example>", "<meta http-equiv=refresh content=0>", "<form action=//evil.example><button>x", "<input type=checkbox checked>", "<object data=x>", "<embed src=x>", "<template>", "<textarea>", "<plaintext>", "<noscript>",
	"<picture><source srcset=//evil.example/p.png></picture>", "<video src=x autoplay>", "<b>x</b>", "<b\n>", "<br>", "<hr/>", "<h1>", "<kbd>", "<sub>x", "<td colspan=99>", "<g-emoji>x", "<x-y z>", "</p>", "<a\thref=x>", "<A HREF=X>", "< b>",
	"\"><b>", "' onmouseover='x", "</code><b>x", "</pre>", "</style><b>", "</title><b>", "javascript:alert(1)",
}

// entities are characters by their names and numbers.
var entities = []string{
	"&lt;script&gt;", "&#60;b&#62;", "&amp;", "&amp;lt;b&gt;", "&#x3c;i>", "&copy;", "&#0;", "&NewLine;x", "&Tab;", "&#10;# x", "&commat;admin", "&#64;admin", "&num;1", "&vert;x", "&#124;", "&grave;x&grave;", "&lbrack;x&rbrack;&lpar;https:&sol;&sol;evil.example&rpar;", "&#x202e;x", "&zwj;", "&nbsp;x", "&nosuch;", "&",
}

// links are links and images in every form, and what a viewer makes one of.
var links = []string{
	"[x](https://evil.example)", "![x](https://evil.example/p.png)", "[x]: https://evil.example", "[x][y]", "![x][y]", "[x]", "[]()", "![]()", "[x](javascript:alert(1))", "[x](<https://evil.example> \"t\")", "[x](https://evil.example 't')", "[![x](//evil.example/p)](//evil.example)",
	"[x](/settings)", "[x](#tool)", "x](https://evil.example)", "](https://evil.example)", "[x", "![", "[x]:\nhttps://evil.example", "[[wiki]]", "[[x|y]]", "[//]: # (x)", "[comment]: <> (x)",
	"<https://evil.example>", "<HTTPS://EVIL.EXAMPLE>", "<javascript:alert(1)>", "<tel:+1>", "<m@evil.example>",
	"https://evil.example", "HTTPS://EVIL.EXAMPLE/", "http://evil.example/a?b=c", "www.evil.example", "WWW.EVIL.EXAMPLE", "((www.evil.example", "x,www.evil.example", "ftp://evil.example", "mailto:m@evil.example", "xmpp:m@evil.example/a",
	"m@evil.example", "see https://evil.example now", "see (www.evil.example) now", "//evil.example", "https://evil.example/@admin", "https://evil.example/a|b", "https://evil.example/`x`", "\u200bhttps://evil.example", "git@evil.example:o/r.git", "ssh://evil.example", "file:///etc/passwd", "data:text/html,<b>x</b>", "vbscript:x", "evil.example",
	"https://github.com/o/r/issues/1", "https://github.com/o/r/commit/0123456789abcdef0123456789abcdef01234567",
	"[^1]", "[^1]: note", "x[^note]", "^[note]", "[^note]:\n    x",
}

// references are what a code host links or fires in what a page shows.
var references = []string{
	"@admin", "@org/team", "x @admin y", "@a-b", "@here", "cc:@admin.", "(@admin)", "@dependabot merge", "/merge", "/approve",
	"#1", "##1", "x #12 y", "(#1)", "GH-1", "gh-12", "x (GH-3)", "org/repo#1", "user#1", "fixes #1", "closes org/repo#1", "org/repo!1", "!1", "$1", "~label", "%1.0",
	"org/repo@0123abc", "user@0123abcd", "0123abc", "deadbeefdeadbeef", "x-0123abcd-y", "0123456789abcdef0123456789abcdef01234567", "0123abc...4567def", "1234567", "GHSA-aaaa-bbbb-cccc", "CVE-2024-12345",
	":x:", ":shipit:", ":+1:", ":-1:", "::x::", "a:b:c", "$x$", "$$x$$", "$`x`$", "\\(x\\)", "\\[x\\]", "$$\nx\n$$", "$\\href{https://evil.example}{x}$", "\\begin{x}",
}

// structure is what makes blocks, tables and code.
var structure = []string{
	"> [!WARNING]", "> [!NOTE]\n> x", "[!CAUTION]", "x\n\n> [!TIP]\n> y",
	"|", "||", "a|b", "\\|", "\\\\|", "`|`", "| a | b |", "|---|---|", "a | b | c | d | e | f | g | h | i", "x |", "|\n|-|", "\n\n| a |\n|---|\n| b |",
	"`", "``", "```", "````x````", "`a`b", " `", "` ", "\\`", "\\", "\\\\", "a\\", "`a|b`", "a`|`b", "``|", "` | `",
	"```\nx\n```", "```mermaid\ngraph TD\n```", "```suggestion\nx\n```", "```math\nx\n```", "```geojson\n{}\n```", "~~~", "~~~mermaid\nx\n~~~", "``` `x` ```",
	"~~x~~", "~x~", "*x*", "**x**", "_x_", "__x__", "***x***", "*", "**", "_", "a*b*c", "==x==", "++x++", "^x^", "||spoiler||",
	"***", "---", "===", "+++", "- x", "* x", "+ x", "1. x", "1) x", "1986. x", "# x", "## Verdict", "####### x", "#", "> x", ">", "    code", "\tcode", "---\ntitle: x\n---",
	"[ ] task", "[x] done", "- [ ] task", "- [x] done", "* [X] done", "a\nb", "a\r\nb", "a\n\n# b", "a\n|b|c|\n|-|-|", "a  \nb", "a\\\nb", "line\u2028line\u2029line\u0085line", "Term\n: definition", "x\n===", "x\n---", "\n", "\n\n", "\r",
}

// commands are what a build log's reader obeys.
var commands = []string{
	"::error::x", "::error file=a.go,line=1,col=1::x", "::warning title=x::y", "::notice ::x", "::set-output name=a::b", "::add-mask::ADMIT", "::stop-commands::x", "::debug::x", "::group::x", "::endgroup::", "::save-state name=a::b", "x\n::error::y", "x\r::error::y", "%0A::error::x", "%0D%0Ax", "%25", "a,line=9", "x,title=y::z", "a::b",
	"##[error]x", "##[command]x", "##[group]x", "##vso[task.setvariable variable=x]y", "##teamcity[x]", "section_start:0:x\r\x1b[0K", "GITHUB_OUTPUT<<EOF", "x<<EOF\ny\nEOF", "${{ github.token }}", "$(id)", "`id`", "; rm -rf /", "&& x", "--format=json", "-x", "=1+1", "=HYPERLINK(\"//evil.example\")", "@SUM(1)",
}

// templates are placeholders of formats and of languages that fill them.
var templates = []string{
	"{0}", "{1}", "{{0}}", "{", "}", "{id}", "[text](1)", "[text](0)", "[text](sarif:/runs/0/results/0)", "\\[text\\](1)", "[a](1) {0} [b](2)", "%SRCROOT%", "{{.}}", "{{`x`}}", "{{template \"page\"}}", "<%= x %>", "#{x}", "${x}", "%s%d%n", "%!s(MISSING)", "%[1]s", "!!python/object:x", "&xxe;", "__proto__", "constructor",
	"../../../etc/passwd", "C:\\x", "a%2Fb", "a?b#c", "urn:x", "~0~1", "/a/b", "~", "%", "NaN", "1e999", "null", "true",
}

// controls are what a terminal acts on.
var controls = []string{
	"\x00", "a\x00b", "\x1b[31mred\x1b[0m", "\x1b]8;;https://evil.example\x07x\x1b]8;;\x07", "\x1b]8;;https://evil.example\x1b\\x\x1b]8;;\x1b\\", "\x1b]0;title\x07", "\x1b]2;title\x1b\\", "\x1b]52;c;ZXZpbA==\x07", "\x1b]1337;File=inline=1:x\x07", "\x1b]9;note\x07",
	"\x1b[2J\x1b[H", "\x1b[1A\x1b[2K\rADMIT", "\x1b[?1049h", "\x1b[6n", "\x1b[8mx\x1b[28m", "\x1bP+q544e\x1b\\", "\x1b_x\x1b\\", "\x1b^x\x1b\\", "\x1bc", "\x1b(0x", "\x1b", "\b\b\b", "REJECT\b\b\b\b\b\bADMIT ", "\a", "\x7f", "\x0e", "\x0f", "\x1a", "\x04", "\u009b31m", "\u009d0;title\u009c", "\u0090x\u009c", "\u0084", "a\rADMIT", "\v\f", "\t", "a\tb",
}

// hiddenText is what cannot be seen, or moves what stands beside it.
var hiddenText = []string{
	"\u202egnp.exe", "\u202dx", "\u202ax\u202c", "\u202bx", "\u2066x\u2069", "\u2067x", "\u2068x", "\u200ex", "\u200fx", "\u061cx", "\u206ax", "\u200b\u200c\u200d\u2060", "x\u2062y\u2064z", "a\u00adb", "\ufeffx", "\U000e0001\U000e0061\U000e007f", "\U000e0069\U000e0067\U000e006e\U000e006f\U000e0072\U000e0065",
	"\u180e", "\u3164", "\u115f", "\u1160", "\uffa0", "\u17b4", "\u2800\u2800", "\u034f", "\u00a0x", "x\u3000", "\u2003x", "\u1680", "\u205f", "\u202f", "\ufe0f", "\U000e0100", "\ufff9x\ufffay\ufffb", "\ufffc", "\ufffd", "\U0001d173", "\ufdd0", "\uffff", "\U0010ffff", "\ue000", "\U000f0000", "\u0378",
}

// scripts are letters that stack, run from the right, are wide, or look like
// others.
var scripts = []string{
	"Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307", "\u0301x", "\u0e01\u0e34\u0e34\u0e34\u0e34\u0e34\u0e34", "x\u20dd\u20e0", "x\u0489\u0489\u0489", Repeat("a\u0316\u0317", 40), Repeat("\u0335", 60),
	"\u05d0\u05d1\u05d2", "\u0639\u0631\u0628\u064a", "\u0710\u0712", "\u07ca\u07cb", "\U0001e900\U0001e901", "tool_\u05d0\u05d1\u05d2_1", "\ufdfd", "\u4e2d\u6587\u540d\u79f0", "\ud55c\uad6d\uc5b4", "\uff21\uff24\uff2d\uff29\uff34", "\U0001d400\U0001d403", "\u0430dmin", "\u0410DMIT", "\u2024\u2044",
	"\U0001f469\u200d\U0001f4bb", "\U0001f1e8\U0001f1f3", "\U0001f3fb", "1\ufe0f\u20e3", "vidéo", "ﬁle", "\u2018x\u2019", "\uff20admin", "\uff5cx", "\u2502x\u2502", "\u2500\u2500\u2500", "\u2588\u2588",
}

// pretence is what passes for this program's own words.
var pretence = []string{
	"REJECT", "APPROVE", "ADMIT ", "**ADMIT**", "none", "unnamed", "blocking", "pass", "no name, entry 1", "each of these tools", "house policy, no protocol violation", "x (house policy, no protocol violation)", "*Left out here: 1 of 1 rows.*", "…(+5)", "x…(+1)", "<U+202E>", "<0x1B>", "DESC-02: x", "DESC-02 /name: x", "x, seen by admin", "2 tools: a, b", "x (in the result at a.json:1:1)", "tool \"x\"", "a\" b \"c", "\"", "'", "\"\"", "a, b", "a; b", "x.", "x:",
}

// sizes are strings of unwelcome length, none included.
var sizes = []string{
	Repeat("A", 5000), Repeat("word ", 900), Repeat("`", 300), Repeat("|", 300), Repeat("[", 2000), Repeat("\u202e", 500), Repeat("<b>", 400), Repeat("\U0001f600", 200), Repeat("\u4e2d", 2000), Repeat("a/", 700), Repeat("0123456789abcdef", 64), Repeat("\\", 301), Repeat("\"", 301), Repeat("a`", 200), Repeat("*", 400), Repeat("> ", 300), Repeat("\n", 200), Repeat("&amp;", 200), Repeat("@a ", 200), Repeat("\x1b[31m", 100), "", " ", "   ",
}

// Some is Hostile; where tests are to be short every seventh string of it.
func Some() []string {
	if !testing.Short() {
		return Hostile
	}
	var some []string
	for i := 0; i < len(Hostile); i += 7 {
		some = append(some, Hostile[i])
	}
	return some
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
	r.Evidence[0].Path = "evidence.json" // in no folder: one that all files share is stated apart
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
	case reflect.Pointer:
		if !v.IsNil() {
			plant(v.Elem(), s)
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
