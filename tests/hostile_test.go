package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	gmtext "github.com/yuin/goldmark/text"

	"mcpreview/report/reviewtest"
)

// quoted is a string as JSON.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// fill puts a hostile string in place of every § of a document, and a file name
// made of it behind the folder, where a file can have it.
func fill(documents map[string]string, folder string, i int, hostile, document string) {
	name := fmt.Sprintf("%s/%03d%s.json", folder, i, hostile)
	if !fs.ValidPath(name) || len(hostile) > 100 || strings.Contains(hostile, "/") {
		name = fmt.Sprintf("%s/%03d.json", folder, i)
	}
	documents[name] = strings.ReplaceAll(document, "§", quoted(hostile))
}

// hostileWalk is one long walk over pages whose tools, cursors and files have
// hostile names, and a call of each tool.
func hostileWalk() map[string]string {
	documents := map[string]string{}
	sent := ""
	for i, s := range reviewtest.Hostile {
		next := ""
		if i < len(reviewtest.Hostile)-1 {
			next = `"nextCursor":` + quoted(s+fmt.Sprint(i)) + ","
		}
		tools := `{"name":§,"title":§,"description":§,
			"inputSchema":{"type":"object","properties":{§:{"type":"string","title":§,"x-mcp-header":§,"X-Mcp-Header":§}},"required":[§]},
			"outputSchema":{"type":"object","properties":{§:{"type":"integer"}}},
			"annotations":{§:true,"readOnlyHint":true,"title":§},"icons":[{"src":§,"mimeType":§,"sizes":[§]}],"_meta":{§:§},"Ti-tle":§},
			{"name":"plain_` + fmt.Sprint(i) + `","description":§,"inputSchema":{"type":"object"}},
			{"name":"schema_` + fmt.Sprint(i) + `","inputSchema":{"type":"object","$schema":§}},
			{"name":"ref_` + fmt.Sprint(i) + `","inputSchema":{"type":"object","properties":{"a":{"$ref":§},"b":{"type":§},"c":{"pattern":§}}}}`
		fill(documents, "pages", i, s, page(3*i+1, sent, next, tools))
		if next != "" {
			sent = `"cursor":` + quoted(s+fmt.Sprint(i)) + ","
		}
		answer := `"result":{"resultType":"complete","structuredContent":{§:§},"content":[
			{"type":"text","text":§},{"type":§},{"type":"image","mimeType":§,"data":§},
			{"type":"resource_link","uri":§,"name":§,"mimeType":§},{"type":"resource","resource":{"uri":"a:b","mimeType":§,"text":§,§:§}}],§:§,"_meta":{§:§}}`
		fill(documents, "results", i, s, exchange(3*i+2, "", "tools/call", `"name":§,"arguments":{§:§,"z":[§]},`, answer))
		fill(documents, "plain", i, s, called(3*i+3, `"label":§,`, fmt.Sprintf("plain_%d", i), `{"a":1}`, `"content":[{"type":"text","text":"x"}]`))
		fill(documents, "errors", i, s, exchange(3*i+2, "", "tools/call", `"name":§,`, `"error":{"code":-32602,"message":§,"data":§,§:§}`))
		fill(documents, "types", i, s, strings.Replace(called(3*i+2, "", fmt.Sprintf("plain_%d", i), `{}`, `"content":[]`), `"complete"`, "§", 1))
	}
	return documents
}

// hostileSessions are listings by hostile callers of hostile servers, and
// exchanges of hostile methods.
func hostileSessions() map[string]string {
	documents := map[string]string{}
	for i, s := range reviewtest.Hostile {
		beside := `"server":§,"version":§,"protocolVersion":§,"caller":{"name":§,"tenant":§,"forbidden":[§]},`
		listing := exchange(1, beside, "tools/list", "", `"result":{"resultType":"complete","ttlMs":0,"cacheScope":§,"tools":[{"name":"a","inputSchema":{"type":"object"}},§,{"name":[§]}]}`)
		fill(documents, "list", i, s, strings.Replace(listing, `"stdio"`, "§", 1))
		fill(documents, "method", i, s, strings.Replace(exchange(2, "", "METHOD", "", `"result":{"resultType":"complete",§:§}`), `"METHOD"`, "§", 1))
		fill(documents, "odd", i, s, `{§:§}`)
		fill(documents, "revision", i, s, strings.Replace(exchange(2, "", "tools/call", `"name":"a",`, `"result":{}`), `"2026-07-28"`, "§", 1))
	}
	return documents
}

func TestHostileEvidenceIsInert(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and runs on one goroutine: the race detector, which is what short runs are for, has nothing to find")
	}
	for name, documents := range map[string]map[string]string{"walk": hostileWalk(), "sessions": hostileSessions()} {
		t.Run(name, func(t *testing.T) {
			r := review(documents, 2)
			if len(r.Tools) < 100 || len(r.Findings) < 500 || len(r.Evidence) != len(documents) {
				t.Fatalf("%d tools, %d findings, %d files of %d: this evidence does not try much", len(r.Tools), len(r.Findings), len(r.Evidence), len(documents))
			}
			checkDeclared(t, r)
			out := written(t, r)
			inertText(t, out["text"])
			inertMarkdown(t, []byte(out["markdown"]))
			inertHTML(t, out["html"])
			inertJSON(t, out["json"], name == "walk")
			for _, format := range []string{"sarif", "github"} { // the rest of their laws their own tests hold
				if found := invisible(out[format], false); found != "" {
					t.Errorf("%s: %s", format, found)
				}
			}
		})
	}
}

// invisible is the first character of a text that a reader cannot see, or that
// moves others.
func invisible(s string, rtl bool) string {
	for i, r := range s {
		if r != '\n' && (!unicode.IsPrint(r) || r == 0x3164 || r == 0x115f || r == 0x2800 || r == 0xfffc ||
			unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
			rtl && unicode.In(r, unicode.Hebrew, unicode.Arabic)) {
			return fmt.Sprintf("U+%04X in %q", r, s[max(0, i-40):min(len(s), i+40)])
		}
	}
	return ""
}

func inertText(t *testing.T, out string) {
	t.Helper()
	if found := invisible(out, true); found != "" {
		t.Errorf("text: %s", found)
	}
}

// eager reads everything that could be markup as markup.
var eager = goldmark.New(
	goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList),
	goldmark.WithRendererOptions(html.WithUnsafe()),
)

// acted is what GitHub makes something of outside of code.
var acted = regexp.MustCompile(`(?i)@|\bgh-\d|ghsa-|://|www\.|\$|:[a-z0-9+_-]+:`)

func inertMarkdown(t *testing.T, out []byte) {
	t.Helper()
	if found := invisible(string(out), false); found != "" {
		t.Errorf("Markdown: %s", found)
	}
	var known = map[ast.NodeKind]bool{}
	for _, k := range []ast.NodeKind{ast.KindDocument, ast.KindHeading, ast.KindParagraph, ast.KindText, ast.KindString, ast.KindCodeSpan, ast.KindEmphasis, ast.KindList, ast.KindListItem, ast.KindTextBlock, ast.KindHTMLBlock} {
		known[k] = true
	}
	_ = ast.Walk(eager.Parser().Parse(gmtext.NewReader(out)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n.Kind() {
		case ast.KindHTMLBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				if !ownHTML.Match(line.Value(out)) {
					t.Errorf("Markdown: HTML %.80q", line.Value(out))
				}
			}
		case ast.KindCodeSpan:
			return ast.WalkSkipChildren, nil
		case ast.KindText:
			value := n.(*ast.Text).Segment.Value(out)
			if found := acted.Find(value); found != nil {
				t.Errorf("Markdown: GitHub acts on %q in %.80q", found, value)
			}
		default:
			if !known[n.Kind()] && !strings.HasPrefix(n.Kind().String(), "Table") {
				t.Errorf("Markdown: a %s", n.Kind())
			}
		}
		return ast.WalkContinue, nil
	})
}

// ownHTML is what a Markdown report itself writes as HTML.
var ownHTML = regexp.MustCompile(`^</?details>\n$|^<summary>[0-9]+ [A-Za-z, ]+(: [A-Za-z, ]+)?</summary>\n$`)

var (
	element   = regexp.MustCompile(`<[A-Za-z/!?][^>]*>`)
	nameOf    = regexp.MustCompile(`^</?([A-Za-z0-9]+|!DOCTYPE)`)
	attribute = regexp.MustCompile(` ([a-zA-Z-]+)="([^"]*)"| ([a-zA-Z-]+)`)
)

var elements = strings.Fields(`!DOCTYPE html head meta title style body a input header h1 h2 span div p figure figcaption svg desc rect ul li
	details summary nav search fieldset legend label small b main section article h3 dl dt dd button g path text table caption thead tbody tr
	th td code strong`)

var attributes = strings.Fields(`lang charset http-equiv content name class href type id checked role aria-labelledby aria-label aria-hidden
	html viewBox preserveAspectRatio width height x y rx d transform scope data-label open popover popovertarget popovertargetaction`)

func inertHTML(t *testing.T, out string) {
	t.Helper()
	if found := invisible(out, false); found != "" {
		t.Errorf("HTML: %s", found)
	}
	for _, e := range element.FindAllString(out, -1) {
		if m := nameOf.FindStringSubmatch(e); m == nil || !slices.Contains(elements, m[1]) {
			t.Errorf("HTML: element %.80s", e)
			continue
		}
		for _, a := range attribute.FindAllStringSubmatch(e, -1) {
			if !slices.Contains(attributes, a[1]+a[3]) || a[1] == "href" && !strings.HasPrefix(a[2], "#") {
				t.Errorf("HTML: attribute %s in %.80s", a[0], e)
			}
		}
	}
}

// inertJSON wants JSON that holds what was recorded, to the letter.
func inertJSON(t *testing.T, out string, names bool) {
	t.Helper()
	if found := invisible(out, false); found != "" {
		t.Errorf("JSON: %s", found)
	}
	var r struct{ Tools []struct{ Name string } }
	d := json.NewDecoder(bytes.NewReader([]byte(out)))
	if err := d.Decode(&r); err != nil || d.More() {
		t.Fatalf("JSON: %v", err)
	}
	if !names {
		return
	}
	got := map[string]bool{}
	for _, tool := range r.Tools {
		got[tool.Name] = true
	}
	for _, s := range reviewtest.Hostile {
		if !got[s] {
			t.Errorf("JSON: no tool %.60q", s)
		}
	}
}
