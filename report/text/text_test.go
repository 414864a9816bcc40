package text_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"mcpreview/report"
	"mcpreview/report/outline"
	"mcpreview/report/reviewtest"
	"mcpreview/report/text"
)

func render(t *testing.T, r *report.Review, width int) string {
	t.Helper()
	var b bytes.Buffer
	if err := text.Write(&b, r, text.Options{Width: width}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for _, width := range []int{80, 120, 200} {
		reviewtest.Golden(t, fmt.Sprintf("review-%d.txt", width), []byte(render(t, reviewtest.Review(), width)))
	}
}

func TestWidths(t *testing.T) {
	for width, want := range map[int]int{0: 120, 1: 80, 80: 80, 81: 81, 120: 120, 200: 200, 1000: 200} {
		for _, r := range []*report.Review{reviewtest.Review(), reviewtest.Plant(strings.Repeat("long ", 80), true), reviewtest.Plant(strings.Repeat("x", 500), true), reviewtest.Plant("\u4e2d\u6587\u540d\u79f0", true)} {
			for i, l := range strings.Split(render(t, r, width), "\n") {
				if n := columns(l); n > want {
					t.Fatalf("width %d: line %d takes %d columns: %s", width, i+1, n, l)
				}
			}
		}
	}
}

func TestHostileTextStaysOnItsLine(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and runs on one goroutine: the race detector, which is what short runs are for, has nothing to find")
	}
	for _, s := range reviewtest.Some() {
		out := render(t, reviewtest.Plant(s, true), 120)
		for _, r := range out {
			if r == '\n' {
				continue
			}
			if !unicode.IsPrint(r) || r == 0x3164 || r == 0x2800 || unicode.In(r, unicode.Hebrew, unicode.Arabic) {
				t.Errorf("%.40q: U+%04X stands raw", s, r)
				break
			}
		}
	}
}

func TestStatements(t *testing.T) {
	out := strings.Join(strings.Fields(render(t, reviewtest.Review(), 80)), " ")
	for _, want := range []string{outline.Scope, "CONDITIONAL: 2 of 5 tools are admitted", "house policy", "it is no protocol violation", reviewtest.Digest[:40]} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in the report", want)
		}
	}
}

func TestWriteError(t *testing.T) {
	if err := text.Write(reviewtest.FailingWriter{}, reviewtest.Review(), text.Options{}); !errors.Is(err, reviewtest.ErrWrite) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

func BenchmarkWrite(b *testing.B) {
	reviewtest.Benchmark(b, func(w io.Writer, r *report.Review) error {
		return text.Write(w, r, text.Options{})
	})
}

// TestNamesAreSetApart checks that no name passes for a column or for a word of
// the report's own.
func TestNamesAreSetApart(t *testing.T) {
	for name, want := range map[string]string{
		"read_file":           "read_file ",
		"AAA ADMIT":           `"AAA ADMIT" `,
		`AAA" ADMIT`:          `"AAA\" ADMIT" `,
		`a\" "b`:              `"a\\\" \"b" `,
		`"a"`:                 `"\"a\"" `,
		"none":                `"none" `,
		"no name, entry 2":    `"no name, entry 2" `,
		"nothing":             "nothing ",
		"AAA\u00a0ADMIT":      "AAA<U+00A0>ADMIT ",
		"AAA\u2003ADMIT x":    `"AAA<U+2003>ADMIT x" `,
		`back\slash`:          `back\slash `,
		"unnamed":             `"unnamed" `,
		"looks. ADMIT REJECT": `"looks. ADMIT REJECT" `,
	} {
		r := reviewtest.Review()
		r.Tools = r.Tools[:1]
		r.Tools[0].Name = name
		if out := render(t, r, 200); !strings.Contains(out, "\n "+want) {
			t.Errorf("%q: no row starts with %s", name, want)
		}
	}
}

var sgr = regexp.MustCompile("\x1b\\[[0-9]+m")

// Colours come on top: without them the report is the same to the byte, and
// nothing that somebody else wrote is in one.
func TestColoursChangeNothingElse(t *testing.T) {
	for _, r := range []*report.Review{reviewtest.Review(), reviewtest.Large(40), reviewtest.Reviewed(reviewtest.Places(reviewtest.Token("REJECT")))} {
		for _, width := range []int{80, 120, 200} {
			var b bytes.Buffer
			if err := text.Write(&b, r, text.Options{Width: width, Colour: true}); err != nil {
				t.Fatal(err)
			}
			plain := render(t, r, width)
			if strings.Contains(plain, "\x1b") {
				t.Fatal("there are colours without being asked for")
			}
			if got := sgr.ReplaceAllString(b.String(), ""); got != plain {
				t.Errorf("width %d: the report is another without its colours", width)
			}
			if n := strings.Count(b.String(), "\x1b[31mREJECT\x1b[0m"); n < 2 {
				t.Errorf("width %d: %d rejections are red", width, n)
			}
			for _, line := range strings.Split(b.String(), "\n") {
				if strings.Count(line, "\x1b[0m")*2 != strings.Count(line, "\x1b") {
					t.Errorf("a colour goes on behind its line: %q", line)
				}
			}
		}
	}
}

// Nothing of a line is lost when it is broken.
func TestEveryCellIsThere(t *testing.T) {
	r := reviewtest.Review()
	letters := func(s string) string {
		return strings.Join(strings.FieldsFunc(s, func(c rune) bool { return c == ' ' || c == '\n' || c == '─' }), "")
	}
	for _, width := range []int{80, 93, 120, 151, 200} {
		got := map[rune]int{}
		for _, c := range letters(render(t, r, width)) {
			got[c]++
		}
		d := outline.New(r)
		for _, s := range d.Sections {
			for _, b := range s.Blocks {
				if b.Table == nil {
					continue
				}
				for _, row := range b.Table.Rows {
					for _, cell := range row.Cells {
						for _, span := range cell {
							if len(cell) == 1 && (span.Text == "none" || span.Text == "unnamed") {
								continue // may be left out beside others
							}
							for _, c := range letters(span.Text) {
								got[c]--
							}
						}
					}
				}
			}
		}
		for c, n := range got {
			if n < 0 {
				t.Errorf("width %d: %q is missing %d times", width, c, -n)
			}
		}
	}
}

// Where nothing stands aside no line is left for it.
func TestNothingAside(t *testing.T) {
	own := func(s string) outline.Line { return outline.Line{{Kind: outline.Own, Text: s}} }
	sentence := strings.Repeat("a sentence that goes on ", 5)
	d := &outline.Document{
		Title: "Review", Decision: report.Approve, Reason: own("all is well"),
		Sections: []outline.Section{{ID: "tools", Title: "Tools", Blocks: []outline.Block{{Table: &outline.Table{
			Columns: []outline.Column{{Title: "Tool", Kind: outline.Name}, {Title: "Reason", Kind: outline.Main}, {Title: "Place", Kind: outline.Wide, Aside: true}},
			Rows:    []outline.Row{{Cells: []outline.Line{own("a"), own("short"), own("none")}}, {Cells: []outline.Line{own("b"), own("short"), own(sentence)}}},
		}}}}},
	}
	var b bytes.Buffer
	if err := text.WriteDocument(&b, d, text.Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^ a +short +\n─+\n b +short +\n +Place: a sentence`)
	if !rows.MatchString(b.String()) {
		t.Errorf("the rows are not next to one another:\n%s", b.String())
	}
}
