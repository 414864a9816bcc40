package tests

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	gmtext "github.com/yuin/goldmark/text"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/report"
	"mcpreview/report/markdown"
	"mcpreview/report/outline"
	"mcpreview/report/text"
	"mcpreview/samples"
)

// cellsOf are the cells, items and paragraphs of a Markdown report as plain
// text, those that say that there is nothing left out.
func cellsOf(source []byte) []string {
	var cells []string
	_ = ast.Walk(eager.Parser().Parse(gmtext.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case extast.KindTableHeader: // of a column that may say nothing
			return ast.WalkSkipChildren, nil
		case extast.KindTableCell, ast.KindParagraph, ast.KindTextBlock, ast.KindHeading:
		default:
			return ast.WalkContinue, nil
		}
		if !entering {
			return ast.WalkContinue, nil
		}
		if s := strings.TrimSpace(plainText(n, source)); s != "none" && s != "unnamed" && s != "" {
			cells = append(cells, s)
		}
		return ast.WalkSkipChildren, nil
	})
	return cells
}

func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.WriteString(strings.NewReplacer("&#124;", "|", "&lt;", "<").Replace(string(t.Segment.Value(source))))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// The text says what the Markdown says: every word of every cell, in any width.
func TestTextSaysWhatMarkdownSays(t *testing.T) {
	p := policy.Default()
	r := report.Build(evidence.LoadFS(samples.Demo(), p, 2), report.Options{Policy: p, Jobs: 2})
	for name, d := range map[string]*outline.Document{"whole": outline.New(r), "summary": outline.NewSummary(r)} {
		var md strings.Builder
		if err := markdown.WriteDocument(&md, d, markdown.Options{MaxBytes: -1}); err != nil {
			t.Fatal(err)
		}
		cells := cellsOf([]byte(md.String()))
		if len(cells) < 30 {
			t.Fatalf("%s: only %d cells", name, len(cells))
		}
		for _, width := range []int{80, 120, 200} {
			var out strings.Builder
			if err := text.WriteDocument(&out, d, text.Options{Width: width}); err != nil {
				t.Fatal(err)
			}
			said := strings.ReplaceAll(out.String(), `\"`, `"`)
			letters := map[rune]int{}
			for _, c := range said {
				letters[c]++
			}
			for _, cell := range cells {
				for _, word := range strings.Fields(cell) {
					if width == text.MaxWidth && len(word) <= 16 && !strings.Contains(said, word) {
						t.Errorf("%s, width %d: %q of %q is not in the text", name, width, word, cell)
					}
					for _, c := range word {
						letters[c]--
					}
				}
			}
			for c, n := range letters {
				if n < 0 {
					t.Errorf("%s, width %d: %q is missing %d times", name, width, c, -n)
				}
			}
		}
	}
}
