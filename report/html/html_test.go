package html_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"mcpreview/report"
	"mcpreview/report/html"
	"mcpreview/report/outline"
	"mcpreview/report/reviewtest"
)

func render(t *testing.T, r *report.Review) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	reviewtest.Golden(t, "review.html", []byte(render(t, reviewtest.Review())))
}

var tag = regexp.MustCompile(`<[A-Za-z/!?][^>]*>`)

// Attributes that follow from the data: which colour, which anchor, where in a
// picture.
var volatile = regexp.MustCompile(` (class|id|href|x|width|viewBox|d)="[^"]*"`)

// decisions are words that a page may filter by, as decisions of its own.
var decisions = map[string]bool{"ADMIT": true, "CONDITIONAL": true, "REJECT": true}

func tags(page string) string {
	var kept []string
	for _, s := range tag.FindAllString(page, -1) {
		switch s {
		case "<code>", `<code class="digest">`, "</code>", "<strong>", "</strong>":
		default:
			kept = append(kept, volatile.ReplaceAllString(s, ""))
		}
	}
	return strings.Join(kept, "\n")
}

func TestHostileTextStaysText(t *testing.T) {
	want := tags(render(t, reviewtest.Plant("x", true)))
	for _, s := range reviewtest.Some() {
		if s == "" || decisions[s] {
			continue
		}
		page := render(t, reviewtest.Plant(s, true))
		if tags(page) != want {
			t.Errorf("%.60q changes the page", s)
		}
		for _, r := range page {
			if r < ' ' && r != '\n' || r == 0x7f || r == 0x202e || r == 0x200b {
				t.Errorf("%.60q: U+%04X stands raw", s, r)
				break
			}
		}
	}
}

var handler = regexp.MustCompile(` on[a-z]+=`)

func TestNothingIsLoaded(t *testing.T) {
	page := render(t, reviewtest.Plant("https://evil.example/x", true))
	for _, s := range tag.FindAllString(page, -1) {
		for _, bad := range []string{"<script", "<img", "<link", "<iframe", "<object", "<base", "<form", " src=", " style="} {
			if strings.Contains(s, bad) || handler.MatchString(s) {
				t.Errorf("%s", s)
			}
		}
	}
	for _, link := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(link[1], "#") {
			t.Errorf("a link leads to %s", link[1])
		}
	}
	if !strings.Contains(page, "default-src &#39;none&#39;; style-src &#39;sha256-") {
		t.Error("no content security policy")
	}
	if css := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindString(page); strings.Contains(css, "url(") || strings.Contains(css, "@import") {
		t.Error("the style sheet loads something")
	}
}

// Every link has its target, every target is there once, and every tool and
// finding has one.
func TestAnchors(t *testing.T) {
	r := reviewtest.Review()
	again := r.Tools[0]
	again.Caller = "guest"
	r.Tools = append(r.Tools, again)
	for _, review := range []*report.Review{r, reviewtest.Large(300), reviewtest.Plant("a b", true), reviewtest.Plant("", true)} {
		page := render(t, review)
		ids := map[string]bool{}
		for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if ids[m[1]] {
				t.Errorf("id %s stands twice", m[1])
			}
			ids[m[1]] = true
		}
		for _, m := range regexp.MustCompile(` (?:href="#|popovertarget="|aria-labelledby=")([^"]*)"`).FindAllStringSubmatch(page, -1) {
			for _, id := range strings.Fields(m[1]) {
				if !ids[id] {
					t.Errorf("no id %s", id)
				}
			}
		}
		for kind, want := range map[string]int{"tool": len(review.Tools), "finding": len(review.Findings), "row": len(review.Matrix)} {
			anchored := len(regexp.MustCompile(` id="`+kind+`-[0-9a-f]+(-[0-9]+)?"`).FindAllString(page, -1))
			links := len(regexp.MustCompile(`<a class="self" href="#`+kind+`-[0-9a-f-]+"`).FindAllString(page, -1))
			if anchored != want || links != want {
				t.Errorf("%d anchors and %d links to themselves of %d: %s", anchored, links, want, kind)
			}
		}
	}
}

func TestHeadingsAndTables(t *testing.T) {
	page := render(t, reviewtest.Review())
	if n := strings.Count(page, "<h1"); n != 1 {
		t.Errorf("%d first headings", n)
	}
	if strings.Index(page, "<h1") > strings.Index(page, "<h2") || strings.Index(page, "<h2") > strings.Index(page, "<h3") {
		t.Error("headings out of order")
	}
	tables, captions := strings.Count(page, "<table"), strings.Count(page, "<caption>")
	if tables == 0 || tables != captions || strings.Count(page, "<thead>") != tables {
		t.Errorf("%d tables, %d captions", tables, captions)
	}
	if strings.Count(page, "<th ") != strings.Count(page, `<th scope=`) {
		t.Error("a header without scope")
	}
	for _, want := range []string{`<html lang="en">`, `<svg class="bar" role="img"`, "Chain of pages", `<ul class="grid">`, "prefers-color-scheme: dark", "@media print", outline.Scope} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is not in the page", want)
		}
	}
}

// The page is well formed: every element that is opened is closed in order.
func TestWellFormed(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader(render(t, reviewtest.Review())))
	d.Strict = false
	d.AutoClose = []string{"meta", "input"}
	d.Entity = xml.HTMLEntity
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// A long chain keeps its ends, and shows where it breaks.
func TestLongChainsAreShortened(t *testing.T) {
	r := reviewtest.Review()
	l := &r.Listings[0]
	l.Pages = nil
	for i := range 500 {
		p := report.Page{Source: report.Source{File: "pages.jsonl", Line: i + 1, Column: 1}, Items: 1, CursorSent: "present", NextCursor: "present"}
		if i == 300 {
			p.CursorSent = "none"
		}
		l.Pages = append(l.Pages, p)
	}
	r.Findings[2].Source = report.Source{File: "pages.jsonl", Line: 401, Column: 60}
	page := render(t, r)
	i := strings.Index(page, `id="chain-1-text"`)
	svg := page[i : i+strings.Index(page[i:], "</svg>")]
	var drawn []string
	for _, m := range regexp.MustCompile(`<text x="122" y="26">([^<]*)<`).FindAllStringSubmatch(svg, -1) {
		drawn = append(drawn, m[1])
	}
	if got, want := strings.Join(drawn, ", "), "page 1, page 2, page 3, 296 more, page 300, page 301, 98 more, page 400, page 401, 98 more, page 500"; got != want {
		t.Errorf("drawn are %s\nwant %s", got, want)
	}
	for _, want := range []string{"500 pages", "page 301 was not asked for with the cursor returned before it", "page 401 breaks PAGE-03", "sent none", "not present", ">PAGE-03<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("%q is not in the picture", want)
		}
	}
}

// A large page can be opened: it stays small, and most of it is folded away.
func TestLargePageIsFolded(t *testing.T) {
	page := render(t, reviewtest.Large(1000))
	if n := len(page); n > 3_000_000 {
		t.Errorf("%d bytes for 1000 tools", n)
	}
	folded := regexp.MustCompile(`(?s)<details class="run[^>]*">.*?</details>`).FindAllString(page, -1)
	rows := 0
	for _, f := range folded {
		if !strings.HasPrefix(f[strings.IndexByte(f, '>')-5:], " open") {
			rows += strings.Count(f, "<tr ")
		}
	}
	if all := strings.Count(page, "<tr "); rows < 1900 || all-rows > 200 {
		t.Errorf("of %d rows %d are folded", all, rows)
	}
}

func TestWriteError(t *testing.T) {
	if err := html.Write(reviewtest.FailingWriter{}, reviewtest.Review()); !errors.Is(err, reviewtest.ErrWrite) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

func BenchmarkWrite(b *testing.B) { reviewtest.Benchmark(b, html.Write) }
