package text

import (
	"slices"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 8, []string{""}},
		{"  fits ", 8, []string{"  fits "}},
		{"one two three", 8, []string{"one two", "three"}},
		{"one four five", 8, []string{"one four", "five"}},
		{"one seven", 8, []string{"one", "seven"}},
		{"  leading space", 8, []string{"leading", "space"}},
		{"seven77 two  three", 8, []string{"seven77", "two ", "three"}},
		{"eighth88  nine", 8, []string{"eighth88", "nine"}},
		{"eighth88 ", 8, []string{"eighth88", ""}},
		{"x abcdefghijklmnopq y", 8, []string{"x", "abcdefgh", "ijklmnop", "q y"}},
		{"pages/page-1.json", 8, []string{"pages", "/page-1.", "json"}},
		{"a/verylongname", 8, []string{"a/verylo", "ngname"}}, // at the stroke the line would not be half full
		{"\u4e2d\u6587\u540d\u79f0\u4e2d", 8, []string{"\u4e2d\u6587\u540d\u79f0", "\u4e2d"}},
		{"x\u4e2d\u6587\u540d\u79f0", 8, []string{"x\u4e2d\u6587\u540d", "\u79f0"}},
		{"\u4e2d\u6587 \u540d\u79f0", 8, []string{"\u4e2d\u6587", "\u540d\u79f0"}},
		{"abcdefge\u0301 x", 8, []string{"abcdefge\u0301", "x"}}, // a mark takes no column
	} {
		if got := wrap(nil, tt.text, tt.width); !slices.Equal(got, tt.want) {
			t.Errorf("%q in %d columns: got %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

func TestMeasure(t *testing.T) {
	for text, want := range map[string]extent{
		"":                                {},
		"word":                            {line: 4, word: 4},
		"a word ":                         {line: 7, word: 4},
		"\u4e2d\u6587 e\u0301":            {line: 6, word: 4},
		"two lines\nof different\nwidths": {line: 12, word: 9},
		"the last\nword":                  {line: 8, word: 4},
	} {
		if got := measure(text); got != want {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}
