package pagination

import (
	"encoding/json"
	"fmt"
	"testing"
)

// chosenPages are pages by two bytes each: the cursors they send and issue, and
// what is on them. Cursor c has the name that cursors gives it.
func chosenPages(choices []byte, cursors []string) []page {
	var pages []page
	for ; len(choices) >= 2 && len(pages) < 12; choices = choices[2:] {
		p := page{sent: cursors[choices[0]&7], next: cursors[choices[0]>>3&7], names: []string{"", "x", "y", "x y"}[choices[1]&3]}
		switch choices[0] >> 6 {
		case 1:
			p.record = `"caller":"admin"`
		case 2:
			p.record = `"pass":2`
		case 3:
			p.record = `"label":"probe"`
		}
		if choices[1]&12 == 12 {
			p.fails = -32602
		}
		p.form = []string{"", "", "", "response", "unrequested", "result", "", ""}[choices[1]>>4&7]
		pages = append(pages, p)
	}
	return pages
}

// What a cursor says decides nothing, whatever pages there are.
func FuzzRenamedCursors(f *testing.F) {
	for _, choices := range [][]byte{{0x10, 1, 0x02, 2}, {0x10, 1, 0x1a, 2, 0x03, 3}, {0x08, 1, 0x01, 2}, {0x10, 1, 0x12, 1}, {0x50, 1, 0x42, 2, 0x90, 1, 0x82, 2}, {0xc5, 13, 0x10, 1}} {
		f.Add(choices, "n", "")
	}
	f.Fuzz(func(t *testing.T, choices []byte, before, behind string) {
		if len(choices) > 24 {
			choices = choices[:24]
		}
		// Of the first two none is sent and the empty one; these keep their names.
		plain, renamed := []string{"", `""`}, []string{"", `""`}
		for i := range 6 {
			plain = append(plain, fmt.Sprintf(`"c%d"`, i))
			name, err := json.Marshal(fmt.Sprintf("%s%c%s", before, 'f'-i, behind))
			if err != nil {
				t.Fatal(err)
			}
			renamed = append(renamed, string(name))
		}
		a, b := summary(review(t, chosenPages(choices, plain)...)), summary(review(t, chosenPages(choices, renamed)...))
		if a != b {
			t.Errorf("with cursors %q\n%s\nbecomes\n%s", renamed, a, b)
		}
	})
}
