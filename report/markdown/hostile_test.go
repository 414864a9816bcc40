package markdown_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"mcpreview/report"
	"mcpreview/report/markdown"
	"mcpreview/report/outline"
	"mcpreview/report/reviewtest"
)

// eager reads everything that could be markup as markup.
var eager = goldmark.New(
	goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList),
	goldmark.WithRendererOptions(html.WithUnsafe()),
)

var tag = regexp.MustCompile(`<[A-Za-z/!?][^>]*>`)

// tags are the elements of a page, without those that only set text.
func tags(t *testing.T, source []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := eager.Convert(source, &b); err != nil {
		t.Fatal(err)
	}
	var kept []string
	for _, s := range tag.FindAllString(b.String(), -1) {
		switch s {
		case "<code>", "</code>", "<strong>", "</strong>":
		default:
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, "\n")
}

// What a server wrote changes nothing but text, wherever in a review it
// stands: the page has the elements of one in which a harmless word stands there.
func TestHostileTextStaysText(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and runs on one goroutine: the race detector, which is what short runs are for, has nothing to find")
	}
	twin, _ := whole(t, reviewtest.Plant("x", true))
	want := tags(t, twin)
	for _, s := range reviewtest.Some() {
		if s == "" {
			continue // leaves cells out, as it should
		}
		got, d := whole(t, reviewtest.Plant(s, true))
		if tags(t, got) != want {
			t.Errorf("%.60q changes the elements", s)
		}
		if found := breach(got, d, false); found != "" {
			t.Errorf("%.60q: %s", s, found)
		}
	}
}

// acted is what GitHub makes something of in the text of a page: mentions,
// issues, advisories, commits, hosts, addresses, emoji, formulas.
var acted = regexp.MustCompile(`(?i)@|#|\bgh-\d|ghsa-|cve-|://|www\.|\$|:[a-z0-9+_-]+:|\b[0-9]*[a-f][0-9a-f]{6,}\b|\b[0-9a-f]{6,}[a-f]\b`)

// ownHTML is all that a report itself writes as HTML.
var ownHTML = regexp.MustCompile(`^(<details>\n<summary>[0-9]+ [A-Za-z, ]+(: [A-Za-z, ]+)?</summary>\n|</details>\n)$`)

// breach is how a report breaks the law that what somebody else wrote is text
// and no more: its structure is the outline's, nothing in it is acted on, and
// what it opens it closes; "" where it keeps it. A short report has less than
// its outline, but nothing else.
func breach(source []byte, d *outline.Document, short bool) string {
	for _, r := range string(source) {
		if r < ' ' && r != '\n' || r == 0x7f || r == 0x202e || r == 0x200b {
			return fmt.Sprintf("U+%04X stands raw", r)
		}
	}
	headings, rows, items := 1+len(d.Sections), len(d.Counts.Rows), 0
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			items += len(b.List)
			if b.Table != nil {
				rows += len(b.Table.Rows)
			}
		}
	}
	open, wrong := 0, ""
	_ = ast.Walk(eager.Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n.Kind() {
		case ast.KindCodeSpan:
			return ast.WalkSkipChildren, nil // out of reach
		case ast.KindText:
			value := strings.ReplaceAll(string(n.(*ast.Text).Segment.Value(source)), "&#124;", "|")
			if found := acted.FindString(value); found != "" {
				wrong = fmt.Sprintf("GitHub would act on %q", found)
			}
		case ast.KindDocument, ast.KindParagraph, ast.KindString, ast.KindEmphasis, ast.KindList, ast.KindTextBlock,
			extast.KindTable, extast.KindTableHeader, extast.KindTableCell:
		case ast.KindHeading:
			headings--
		case extast.KindTableRow:
			rows--
		case ast.KindListItem:
			items--
		case ast.KindHTMLBlock:
			raw := string(n.Lines().Value(source))
			switch {
			case !ownHTML.MatchString(raw):
				wrong = fmt.Sprintf("HTML %.80q", raw)
			case strings.HasPrefix(raw, "</"):
				open--
			default:
				open++
			}
			if open < 0 || open > 1 {
				wrong = "folds do not nest"
			}
		default:
			wrong = "a " + n.Kind().String()
		}
		return ast.WalkContinue, nil
	})
	switch {
	case wrong != "":
		return wrong
	case open != 0:
		return "a fold is left open"
	case short && headings >= 0 && rows >= 0 && items >= 0:
	case headings != 0 || rows != 0 || items != 0:
		return fmt.Sprintf("%d headings, %d rows and %d items fewer than the outline has", headings, rows, items)
	}
	return ""
}

func whole(t testing.TB, r *report.Review) ([]byte, *outline.Document) {
	d := outline.New(r)
	var b bytes.Buffer
	if err := markdown.WriteDocument(&b, d, markdown.Options{MaxBytes: -1}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), d
}

func TestHostileEvidenceStaysText(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and runs on one goroutine: the race detector, which is what short runs are for, has nothing to find")
	}
	reviewtest.HostileReviews(4, func(about string, r *report.Review) {
		source, d := whole(t, r)
		if found := breach(source, d, false); found != "" {
			t.Errorf("%s: %s", about, found)
		}
	})
}

// within wants a report of at most limit bytes that has the verdict, and keeps
// the law of one that is whole.
func within(t *testing.T, r *report.Review, limit int) {
	t.Helper()
	for name, d := range map[string]*outline.Document{"report": outline.New(r), "summary": outline.NewSummary(r)} {
		var b bytes.Buffer
		if err := markdown.WriteDocument(&b, d, markdown.Options{MaxBytes: limit}); err != nil {
			t.Fatal(err)
		}
		out := b.String()
		if len(out) > limit {
			t.Errorf("%s: %d bytes of at most %d", name, len(out), limit)
		}
		if verdict := string(markdown.Inline(outline.Line{{Kind: outline.Strong, Text: r.Verdict.Decision}})); !strings.Contains(out, "\n"+verdict+": ") {
			t.Errorf("%s of %d bytes: no verdict", name, limit)
		}
		if found := breach(b.Bytes(), d, true); found != "" {
			t.Errorf("%s of %d bytes: %s", name, limit, found)
		}
	}
}

// The budget holds whatever is large: tools, names, reasons, files.
func TestBudgetHoldsForHostileSizes(t *testing.T) {
	long := strings.Repeat("`|*_\u202e\U0001f600<", 400)
	many := 10000
	if testing.Short() {
		many = 500
	}
	names := reviewtest.Large(many)
	for i := range names.Tools {
		n := fmt.Sprint(i, long)
		names.Tools[i].Name, names.Tools[i].Reason, names.Tools[i].Page.File = n, n, n
	}
	files := reviewtest.Review()
	for i := range many {
		files.Evidence = append(files.Evidence, report.File{Path: fmt.Sprint(i, long), SHA256: reviewtest.Digest, Kind: "exchange"})
	}
	head := reviewtest.Large(100)
	head.Verdict.Reason, head.Profile, head.Transport, head.ProtocolVersion, head.Tool.Version = long, long, long, long, long
	requests := reviewtest.Review()
	for i := range many / 2 {
		in := requests.Requests[0]
		in.Subject.Name, in.Input = fmt.Sprint(i, long), fmt.Sprint(i, long)
		requests.Requests = append(requests.Requests, in)
	}
	for _, r := range []*report.Review{names, files, head, requests} {
		within(t, r, 2000)
		within(t, r, markdown.DefaultMaxBytes)
	}
	for _, s := range reviewtest.Some() {
		within(t, reviewtest.Plant(s, true), 2000)
	}
}

// A summary fits one screen.
func TestSummaryFitsAScreen(t *testing.T) {
	for _, r := range []*report.Review{reviewtest.Review(), reviewtest.Large(11), reviewtest.Large(10000), reviewtest.Plant("x", true), reviewtest.Reviewed(reviewtest.Places(reviewtest.Token("x")))} {
		var b bytes.Buffer
		if err := markdown.WriteDocument(&b, outline.NewSummary(r), markdown.Options{}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "\n"); n > 45 {
			t.Errorf("%d lines", n)
		}
		if found := breach(b.Bytes(), outline.NewSummary(r), false); found != "" {
			t.Error(found)
		}
	}
}

// The law can be broken.
func TestBreach(t *testing.T) {
	source, d := whole(t, reviewtest.Review())
	if found := breach(source, d, false); found != "" {
		t.Fatal(found)
	}
	for _, added := range []string{"\n# x\n", "\n- x\n", "\n| a |\n| --- |\n| b |\n", "\n<details>\n", "\n</details>\n", "\n<b>\n", "x <b> y\n", "[x](y)\n", "\n![x](y)\n", "\nhttps://x.example\n",
		"\n@admin\n", "\norg/repo#1\n", "\n:shipit:\n", "\n~~x~~\n", "\n> x\n", "\n    x\n", "\n```\nx\n```\n", "\n---\n", "\x1b", "\u202e", "\n$x$\n", "\n0123abcd\n", "\n- [ ] x\n", "\nx[^1]\n\n[^1]: y\n"} {
		if breach(append(bytes.Clone(source), added...), d, false) == "" {
			t.Errorf("%q is not seen", added)
		}
	}
}

// FuzzHostileText holds the law for any string, in every kind of span and place.
func FuzzHostileText(f *testing.F) {
	for i, s := range reviewtest.Hostile {
		if i%3 == 0 && len(s) < 64 { // all of them have tests of their own
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		d := reviewtest.Small(s)
		var b bytes.Buffer
		if err := markdown.WriteDocument(&b, d, markdown.Options{MaxBytes: -1}); err != nil {
			t.Fatal(err)
		}
		if found := breach(b.Bytes(), d, false); found != "" {
			t.Errorf("%s in\n%s", found, b.Bytes())
		}
		b.Reset()
		if err := markdown.WriteDocument(&b, d, markdown.Options{MaxBytes: 2000}); err != nil || b.Len() > 2000 {
			t.Errorf("%d bytes of at most 2000: %v", b.Len(), err)
		}
		if found := breach(b.Bytes(), d, true); found != "" {
			t.Errorf("shortened: %s in\n%s", found, b.Bytes())
		}
	})
}
