package text_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/clipperhouse/displaywidth"

	"mcpreview/report"
	"mcpreview/report/reviewtest"
	"mcpreview/report/text"
)

// breach is how a report breaks the law that a terminal shows what somebody
// else wrote and obeys none of it: no character that is not seen, moves others
// or starts a command, and no line longer than the terminal; "" where it keeps it.
func breach(out string, width int) string {
	for i, l := range strings.Split(out, "\n") {
		for _, r := range l {
			switch {
			case !unicode.IsPrint(r), r == 0x3164, r == 0x115f, r == 0x2800, unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Adlam,
				unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
				return fmt.Sprintf("line %d: U+%04X stands raw", i+1, r)
			}
		}
		if n := columns(l); n > width {
			return fmt.Sprintf("line %d takes %d columns", i+1, n)
		}
		if strings.HasPrefix(strings.TrimSpace(l), "::") || strings.Contains(l, "##[") {
			return fmt.Sprintf("line %d is a command to what reads a log: %s", i+1, l)
		}
	}
	return ""
}

// columns is how many columns a terminal that joins no characters gives a line.
func columns(l string) int {
	n := 0
	for _, r := range l {
		n += displaywidth.Rune(r)
	}
	return n
}

func TestHostileEvidenceStaysText(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and runs on one goroutine: the race detector, which is what short runs are for, has nothing to find")
	}
	widths := []int{80, 120, 200}
	n := 0
	reviewtest.HostileReviews(4, func(about string, r *report.Review) {
		n++
		width := widths[n%len(widths)]
		if found := breach(render(t, r, width), width); found != "" {
			t.Errorf("%s: %s", about, found)
		}
	})
}

// The law can be broken.
func TestBreach(t *testing.T) {
	for _, bad := range []string{"\x1b[31m", "\r", "\u202e", "\u200b", "\u05d0", "\u061c", "\ufe0f", strings.Repeat("x", 81), "  ::error::x", "x ##[error]y", "\t"} {
		if breach("a\n"+bad+"\nb", 80) == "" {
			t.Errorf("%q is not seen", bad)
		}
	}
	if found := breach("vidéo, \u4e2d\u6587\n", 80); found != "" {
		t.Error(found)
	}
}

// FuzzHostileText holds the law for any string, in every kind of span and place.
func FuzzHostileText(f *testing.F) {
	for i, s := range reviewtest.Hostile {
		if i%3 == 0 && len(s) < 64 { // all of them have tests of their own
			f.Add(s, 80)
		}
	}
	f.Fuzz(func(t *testing.T, s string, width int) {
		width = 80 + int(uint(width)%121)
		var b bytes.Buffer
		if err := text.WriteDocument(&b, reviewtest.Small(s), text.Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		if found := breach(b.String(), width); found != "" {
			t.Errorf("%s in\n%s", found, b.String())
		}
	})
}
