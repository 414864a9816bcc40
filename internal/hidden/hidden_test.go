package hidden

import (
	"reflect"
	"strings"
	"testing"
)

func TestOrdinarySpelling(t *testing.T) {
	for name, s := range map[string]string{
		"empty":                       "",
		"layout":                      "line 1\nline 2\r\n\tindented",
		"latin":                       "Zürich, naïve — “quoted” … ½ €",
		"no-break space":              "10 km",
		"arabic letter mark":          "(\u061cسلام 1)",
		"replacement character":       "a\ufffdb",
		"chinese":                     "读取文件。列出目录",
		"korean":                      "파일 읽기",
		"old korean":                  "\u1112\u1160\u11ab",
		"ideographic variant":         "葛\U000e0100飾区",
		"ideograph standard variant":  "㐂\ufe00",
		"math variant":                "a \u2229\ufe00 b",
		"mongolian":                   "ᠮᠣᠩᠭᠣᠯ\u180eᠠ ᠪᠢᠴᠢᠭ\u180b",
		"hebrew with marks":           "(\u200fשלום C++\u200e)",
		"persian":                     "می\u200cخواهم کتاب\u200cها",
		"persian suffix":              "فهرست API\u200cها",
		"persian abbreviation":        "۱۳۴۵ ه\u200d.ش",
		"arabic number sign":          "\u0600۱۲",
		"hindi half form":             "क्\u200dष और क्\u200cष",
		"malayalam final":             "അവന്\u200d വന്നു",
		"sinhala":                     "ශ්\u200dරී ලංකා",
		"bengali":                     "র\u200d্যাব",
		"emoji":                       "🚀 Deploy ✅ done 🎉",
		"emoji style":                 "⚠\ufe0f Warning ❤\ufe0f ™\ufe0f ©\ufe0f ℹ\ufe0f ‼\ufe0f ▶\ufe0f ☎\ufe0e",
		"style after an arrow":        "a →\ufe0f b ✓\ufe0f",
		"keycaps":                     "1\ufe0f\u20e3 2\ufe0f\u20e3 #\ufe0f\u20e3 *\ufe0f\u20e3",
		"flags":                       "🇩🇪🇫🇷",
		"family":                      "👨\u200d👩\u200d👧\u200d👦",
		"skin tone":                   "👩🏽\u200d💻 🧑🏿\u200d🤝\u200d🧑🏻",
		"style then joiner":           "❤\ufe0f\u200d🔥 👁\ufe0f\u200d🗨\ufe0f 🏳\ufe0f\u200d🌈 🏳\ufe0f\u200d⚧\ufe0f",
		"gender":                      "⛹🏻\u200d♂\ufe0f 🤷\u200d♀\ufe0f",
		"bird, arrow":                 "🐦\u200d⬛ 🏃\u200d➡\ufe0f",
		"england, scotland and wales": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
	} {
		if hits := Find(s); hits != nil {
			t.Errorf("%s: %+q: got %v, want none", name, s, hits)
		}
	}
}

func TestHidden(t *testing.T) {
	run := func(from, to rune) string {
		var b strings.Builder
		for r := from; r <= to; r++ {
			b.WriteRune(r)
		}
		return b.String()
	}
	texas := "🏴\U000e0075\U000e0073\U000e0074\U000e0078\U000e007f"
	tests := []struct {
		name, text string
		first      int // code points before the first hit
		class      string
		count      int
	}{
		{"null", "a\x00", 1, Control, 1},
		{"terminal escape", "\x1b[8mhidden\x1b[0m", 0, Control, 2},
		{"backspace and bell", "ab\b\a", 2, Control, 2},
		{"delete", "é\x7f", 1, Control, 1},
		{"all C1", run(0x80, 0x9f), 0, Control, 32},
		{"arabic letter mark in latin", "a\u061cb", 1, Bidirectional, 1},
		{"arabic letter mark beside digits", "۱\u061c2", 1, Bidirectional, 1},
		{"override", "a\u202eb", 1, Bidirectional, 1},
		{"embeddings and overrides", run(0x202a, 0x202e), 0, Bidirectional, 5},
		{"isolates", run(0x2066, 0x2069), 0, Bidirectional, 4},
		{"isolate in hebrew", "ש\u2067ל", 1, Bidirectional, 1},
		{"direction mark without reason", "abc\u200edef", 3, Bidirectional, 1},
		{"direction marks in a run", "של\u200f\u200fום", 2, Bidirectional, 2},
		{"tags", "read\U000e0068\U000e0069", 4, Tag, 2},
		{"language tag", "\U000e0001\U000e0065\U000e006e", 0, Tag, 3},
		{"tags after a flag", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f\U000e0061", 7, Tag, 1},
		{"unregistered flag", texas, 1, Tag, 5},
		{"flag without end", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067", 1, Tag, 5},
		{"zero-width space", "a\u200bb", 1, ZeroWidth, 1},
		{"byte order mark", "\ufeffa", 0, ZeroWidth, 1},
		{"soft hyphen", "co\u00adop", 2, ZeroWidth, 1},
		{"word joiner", "a\u2060b", 1, ZeroWidth, 1},
		{"invisible operators", "a\u2062b", 1, ZeroWidth, 1},
		{"hangul fillers", "a\u3164b\uffa0", 1, ZeroWidth, 2},
		{"annotation characters", "a\ufff9b", 1, ZeroWidth, 1},
		{"joiner in latin", "ad\u200dmin", 2, ZeroWidth, 1},
		{"non-joiner in latin", "ad\u200cmin", 2, ZeroWidth, 1},
		{"joiner at the end of an emoji", "👩\u200d", 1, ZeroWidth, 1},
		{"joiner before an emoji", "a\u200d👩", 1, ZeroWidth, 1},
		{"two joiners between emoji", "👩\u200d\u200d💻", 1, ZeroWidth, 2},
		{"run in persian", "می\u200c\u200dخ", 2, ZeroWidth, 2},
		{"non-joiner before a persian word", "x \u200cخ", 2, ZeroWidth, 1},
		{"reserved ignorable", "a\U000e0fff", 1, ZeroWidth, 1},
		{"private use", "a\ue000", 1, PrivateUse, 1},
		{"supplementary private use", "\U000f0000\U0010fffd", 0, PrivateUse, 2},
		{"noncharacter", "a\ufffe\ufdd0\U0001ffff", 1, PrivateUse, 3},
		{"selectors as bytes", "😀\ufe00\ufe0f\U000e0101", 1, VariationRun, 3},
		{"two styles", "❤\ufe0f\ufe0f", 1, VariationRun, 2},
		{"selector after a letter", "a\ufe0fb", 1, VariationRun, 1},
		{"selector first", "\ufe0fa", 0, VariationRun, 1},
		{"ideographic selector after a letter", "a\U000e0100", 1, VariationRun, 1},
		{"unused selector", "葛\ufe05", 1, VariationRun, 1},
	}
	for _, tt := range tests {
		hits := Find(tt.text)
		if len(hits) != tt.count {
			t.Errorf("%s: got %d hits %v, want %d", tt.name, len(hits), hits, tt.count)
			continue
		}
		if want := (Hit{[]rune(tt.text)[tt.first], tt.first, tt.class}); hits[0] != want {
			t.Errorf("%s: first hit is %v, want %v", tt.name, hits[0], want)
		}
	}
}

func TestDescribe(t *testing.T) {
	for text, want := range map[string]string{
		"a\u200bb":                              `U+200B at 1 (zero-width)`,
		"\x1b[8mx\x1b[0m":                       `U+001B at 0 (control), one of 2 hidden characters`,
		"ok\U000e0052\U000e0055\U000e004e":      `U+E0052 at 2 (tag), one of 3 hidden characters; the tag characters spell "RUN"`,
		"\U000e0022" + "x" + "\U000e007f\u202e": `U+E0022 at 0 (tag), one of 3 hidden characters; the tag characters spell "\""`,
		"\U000e0001":                            `U+E0001 at 0 (tag)`,
	} {
		if got := Describe(Find(text)); got != want {
			t.Errorf("Describe(%+q) = %s, want %s", text, got, want)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("a\u200b🏴\U000e0067")
	f.Add("\xff\ufe0f")
	f.Fuzz(func(t *testing.T, s string) {
		runes := []rune(s)
		last := -1
		for _, h := range Find(s) {
			if h.At <= last || h.At >= len(runes) || runes[h.At] != h.Rune {
				t.Fatalf("hit %v of %q is out of order or not what stands there", h, s)
			}
			last = h.At
		}
		if rest := Find(s + "\x00"); len(rest) == 0 || !reflect.DeepEqual(rest[len(rest)-1], Hit{0, len(runes), Control}) {
			t.Fatalf("a control appended to %q is not found", s)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	for name, s := range map[string]string{
		"ascii":   strings.Repeat("Lists the files of a folder. ", 40),
		"chinese": strings.Repeat("列出目录中的文件。", 40),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			for b.Loop() {
				Find(s)
			}
		})
	}
}
