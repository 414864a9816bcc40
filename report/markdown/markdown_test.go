package markdown_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"mcpreview/report"
	"mcpreview/report/markdown"
	"mcpreview/report/outline"
	"mcpreview/report/reviewtest"
)

func render(t *testing.T, r *report.Review, opt markdown.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := markdown.Write(&b, r, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	reviewtest.Golden(t, "review.md", []byte(render(t, reviewtest.Review(), markdown.Options{})))
	reviewtest.Golden(t, "short.md", []byte(render(t, reviewtest.Review(), markdown.Options{MaxBytes: 6000})))
}

// eager reads everything that could be markup as markup.
var eager = goldmark.New(
	goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList),
	goldmark.WithRendererOptions(html.WithUnsafe()),
)

// skeleton is the structure of a document: its nodes without their text, and
// raw HTML in full.
func skeleton(source []byte) string {
	var b strings.Builder
	_ = ast.Walk(eager.Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindText, ast.KindString, ast.KindCodeSpan, ast.KindEmphasis:
			return ast.WalkContinue, nil
		}
		if !entering {
			b.WriteString(")")
			return ast.WalkContinue, nil
		}
		b.WriteString("(" + n.Kind().String())
		if h, ok := n.(*ast.HTMLBlock); ok {
			for i := range h.Lines().Len() {
				line := h.Lines().At(i)
				b.Write(line.Value(source))
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

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
// stands.
func TestHostileTextStaysText(t *testing.T) {
	benign := []byte(render(t, reviewtest.Plant("x", true), markdown.Options{MaxBytes: -1}))
	wantNodes, wantTags := skeleton(benign), tags(t, benign)
	for _, kind := range []string{"Link", "Image", "AutoLink", "RawHTML", "Strikethrough", "TaskCheckBox", "Footnote"} {
		if strings.Contains(wantNodes, "("+kind) {
			t.Fatalf("a plain report holds a %s", kind)
		}
	}
	n := 0
	for _, s := range reviewtest.Some() {
		if s == "" {
			continue // leaves cells out, as it should
		}
		n++
		got := []byte(render(t, reviewtest.Plant(s, true), markdown.Options{MaxBytes: -1}))
		if skeleton(got) != wantNodes {
			t.Errorf("%.60q changes the structure", s)
		}
		if tags(t, got) != wantTags {
			t.Errorf("%.60q changes the elements", s)
		}
		if found := outsideCode(got); found != "" {
			t.Errorf("%.60q: GitHub would act on %q", s, found)
		}
		for _, r := range string(got) {
			if r < ' ' && r != '\n' || r == 0x7f || r == 0x202e || r == 0x200b {
				t.Errorf("%.60q: U+%04X stands raw", s, r)
				break
			}
		}
	}
	if n < 80 && !testing.Short() {
		t.Errorf("only %d hostile strings", n)
	}
}

// acted is what GitHub makes something of in the text of a page: mentions,
// issues, advisories, commits, hosts, addresses, emoji, formulas.
var acted = regexp.MustCompile(`(?i)@|#|\bgh-\d|ghsa-|cve-|://|www\.|\$|:[a-z0-9+_-]+:|\b[0-9]*[a-f][0-9a-f]{6,}\b|\b[0-9a-f]{6,}[a-f]\b`)

// outsideCode is the first text outside of code spans that GitHub acts on.
func outsideCode(source []byte) string {
	found := ""
	_ = ast.Walk(eager.Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Kind() == ast.KindCodeSpan {
			return ast.WalkSkipChildren, nil
		}
		if t, ok := n.(*ast.Text); ok && entering && found == "" {
			found = acted.FindString(strings.ReplaceAll(string(t.Segment.Value(source)), "&#124;", "|"))
		}
		return ast.WalkContinue, nil
	})
	return found
}

func TestEveryStringIsShown(t *testing.T) {
	// A word that no other part of a report holds has to be wherever a string
	// of the review is shown.
	out := render(t, reviewtest.Plant("quokka", true), markdown.Options{MaxBytes: -1})
	for _, section := range strings.Split(out, "\n## ")[1:] {
		if !strings.Contains(section, "quokka") {
			title, _, _ := strings.Cut(section, "\n")
			t.Errorf("section %q shows nothing of the review", title)
		}
	}
}

func TestBudget(t *testing.T) {
	r := reviewtest.Large(10000)
	for _, limit := range []int{500, 1500, 3000, 8000, 0, 200000} {
		opt := markdown.Options{MaxBytes: limit}
		out := render(t, r, opt)
		if limit == 0 {
			limit = markdown.DefaultMaxBytes
		}
		if len(out) > limit && limit >= 2000 {
			t.Errorf("limit %d: %d bytes", limit, len(out))
		}
		for _, want := range []string{"**CONDITIONAL**: ", "| Tools | 10000 | 2 | 1 | 2 |", outline.Scope, "are left out", "--format json"} {
			if !strings.Contains(out, want) {
				t.Errorf("limit %d: %q is not in the report", limit, want)
			}
		}
		if again := render(t, r, opt); again != out {
			t.Errorf("limit %d: two runs differ", limit)
		}
	}
}

func TestBudgetDropsTheLeastSevereFirst(t *testing.T) {
	r := reviewtest.Large(1000)
	out := render(t, r, markdown.Options{})
	rejected := strings.Count(out, "| **REJECT** |")
	if rejected < 50 {
		t.Errorf("%d rejected rows are shown, want as many as fit", rejected)
	}
	if strings.Contains(out, "`tool_000999`") {
		t.Error("an admitted tool is shown while rejected ones are left out")
	}
	if n := strings.Count(out, "| 4 of 4 |"); n != 12 {
		t.Errorf("%d rows of the matrix, want all 12", n)
	}
	for _, title := range []string{"Requested inputs", "Descriptor admission", "Result contract", "Pagination", "Evidence"} {
		if !strings.Contains(out, "## "+title+"\n") {
			t.Errorf("section %s is gone", title)
		}
	}
}

func TestWholeReportSaysNothingOfCuts(t *testing.T) {
	whole := render(t, reviewtest.Review(), markdown.Options{MaxBytes: -1})
	if strings.Contains(whole, "eft out") {
		t.Error("a whole report speaks of rows left out")
	}
	if got := render(t, reviewtest.Review(), markdown.Options{MaxBytes: len(whole)}); got != whole {
		t.Error("a report of exactly the limit is shortened")
	}
	short := render(t, reviewtest.Review(), markdown.Options{MaxBytes: len(whole) - 1})
	if len(short) >= len(whole) || !strings.Contains(short, fmt.Sprintf("**Shortened to %d bytes.**", len(whole)-1)) {
		t.Error("a report of one byte more than the limit is not shortened")
	}
}

func TestWriteError(t *testing.T) {
	if err := markdown.Write(reviewtest.FailingWriter{}, reviewtest.Review(), markdown.Options{}); !errors.Is(err, reviewtest.ErrWrite) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

func BenchmarkWrite(b *testing.B) {
	reviewtest.Benchmark(b, func(w io.Writer, r *report.Review) error {
		return markdown.Write(w, r, markdown.Options{})
	})
}
