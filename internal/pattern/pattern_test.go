package pattern

import (
	"errors"
	"strings"
	"testing"
)

// mode is what Compile makes of a pattern.
type mode uint8

const (
	illegal mode = iota + 1
	needsNonUnicode
	portable
	unsupported
)

func modeOf(text string) mode {
	p, err := Compile(text)
	var syntax *SyntaxError
	var cannot *UnsupportedError
	switch {
	case errors.As(err, &syntax):
		return illegal
	case errors.As(err, &cannot):
		return unsupported
	case err != nil:
		return 0
	case p.NeedsNonUnicode():
		return needsNonUnicode
	}
	return portable
}

func TestCompileModes(t *testing.T) {
	tests := []struct {
		want     mode
		patterns []string
	}{
		{portable, []string{
			``, `a`, `^a$`, `a|`, `()`, `(?:)`, `[]`, `[^]`, `[a-z]`, `[-a]`, `[a-]`, `[\b]`, `[\-]`, `\/`, `/`,
			`a*?`, `a{2}`, `a{2,}?`, `a{2,2}`, `(?=a)b`, `(?!a)`, `(?<=a)b`, `(?<!a)`, `(?<n>a)\k<n>`, `\k<n>(?<n>a)`,
			`(a)\1`, `\1(a)`, `\cA`, `\x41`, `\u0041`, `\u{1F600}`, `\uD83D\uDE00`, `\0`, `\d\D\s\S\w\W`, `\bx\B`,
			`\p{Lu}`, `\P{L}`, `[\p{Script=Greek}\p{sc=Latn}]`, `\p{scx=Hira}`, `\p{Emoji}`, `\p{Alphabetic}`,
			`(?<$a_1>a)`, `(?<\u0061>a)`, `(?<é>a)`, `(?<n>a)|(?<n>b)`,
		}},
		{needsNonUnicode, []string{
			`\-`, `\_`, `\A`, `\Z`, `\z`, `\e`, `\a`, `\Q`, `]`, `}`, `{`, `a{`, `{,2}`, `a{,2}`, `x{1`, `[\w-\.]`, `[\d-x]`,
			`\1`, `\8`, `\01`, `[\1]`, `\x4`, `\u00`, `\c`, `\c1`, `[\c1]`, `\k`, `\p{Foo}`, `\p{Greek}`, `\pL`, `\p`,
			`(?=a)*`, `(?!a){2}`, `\u{110000}`, `[\B]`, `\@`, `[[:alpha:]]`,
		}},
		{illegal, []string{
			`(?P<n>a)`, `(?P=n)`, `(?i)a`, `(?#c)`, `(?>a)`, `(?|a)`, `(?'n'a)`, `(?R)`, `(?(1)a)`, `a++`, `a*+`, `a?+`, `a{1}{2}`,
			`(`, `)`, `(a`, `a)`, `(?`, `(?:`, `[`, `[a`, `[^`, `\`, `[z-a]`, `a{2,1}`, `*a`, `+`, `?`, `a|*`, `(*)`, `^*`, `$+`, `\b+`,
			`{1}`, `{1,2}a`, `(?<=a)*`, `(?<!a)?`, `(?<n>a)\k<m>`, `(?<n>a)\k`, `(?<n>a)(?<n>b)`, `(?<>a)`, `(?<1>a)`, `(?<n`,
			`(?-:a)`, `(?ii:a)`, `(?i-i:a)`, `(?x:a)`, `*.md`,
		}},
		{unsupported, []string{
			`(?i:a)`, `(?s-m:a)`, `(?i-:a)`,
			strings.Repeat("(", maxNesting) + strings.Repeat(")", maxNesting),
			strings.Repeat("(", 4096),
			`a{1000000000}`, `(a{1000}){1001}`, `(?:(?:ab){0,1000}){0,1001}`, strings.Repeat(`\p{L}`, 800),
		}},
	}
	for _, tt := range tests {
		for _, text := range tt.patterns {
			if got := modeOf(text); got != tt.want {
				t.Errorf("%.60q: mode %d, want %d", text, got, tt.want)
			}
		}
	}
}

func TestBounds(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", maxNesting-1) + strings.Repeat(")", maxNesting-1),
		`a{1000000}`, `(a{1000}){1000}`, `^.{0,1000000000}$`, `a{0,99999999999999999999}`, `(?:a{2}){3,99999999999999999999}`,
	} {
		p, err := Compile(text)
		if err != nil {
			t.Errorf("%.40q: %v", text, err)
			continue
		}
		if _, err := p.MatchString("ab"); err != nil {
			t.Errorf("%.40q: match: %v", text, err)
		}
	}
}

func TestString(t *testing.T) {
	for _, text := range []string{`^\d+$`, `]`, ``} {
		p, err := Compile(text)
		if err != nil {
			t.Fatal(err)
		}
		if p.String() != text {
			t.Errorf("String() = %q, want %q", p.String(), text)
		}
	}
}

func TestErrorsDoNotRepeatThePattern(t *testing.T) {
	for _, text := range []string{`(?P<hunter2>a)`, `(?i:hunter2)`, `(?<hunter2>a)\k<hunter22>`, `hunter2{1000000000}`} {
		if _, err := Compile(text); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestSyntaxErrorOffset(t *testing.T) {
	for text, want := range map[string]int{`ab(?P<n>c)`: 5, `a**`: 2, `😀a{2,1}`: 3, `[a`: 2} {
		_, err := Compile(text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || syntax.Offset != want {
			t.Errorf("%q: %v, want offset %d", text, err, want)
		}
	}
}
