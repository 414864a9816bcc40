package pattern

import (
	"errors"
	"strings"
	"sync"
	"testing"
)

func TestMatch(t *testing.T) {
	tests := []struct {
		pattern string
		yes, no []string
	}{
		{``, []string{"", "a"}, nil},
		{`b`, []string{"abc"}, []string{"ac"}},
		{`^a$`, []string{"a"}, []string{"a\n", "\na", "a\nb"}},
		{`^.$`, []string{"a", "é", "😀", "\v"}, []string{"\n", "\r", "\u2028", "\u2029", ""}},
		{`^\s$`, []string{"\u00a0", "\ufeff", "\u2028", "\u3000", "\v"}, []string{"\u0085", "\u180e", "\u200b"}},
		{`^\d$`, []string{"7"}, []string{"٣"}},
		{`^\w$`, []string{"_"}, []string{"é", "\u017f", "\u212a"}},
		{`\bé`, []string{"aé"}, []string{"é"}},
		{`[]`, nil, []string{"", "a"}},
		{`^[^]$`, []string{"\n", "😀"}, []string{""}},
		{`^a|b$`, []string{"ax", "xb"}, []string{"xa"}},
		{`^[[:alpha:]]$`, []string{":]", "a]"}, []string{"b"}},
		{`^\cA\x41\0$`, []string{"\x01A\x00"}, []string{"A"}},
		{`^\uD83D\uDE00{2}$`, []string{"😀😀"}, []string{"😀"}},
		{`\uD83D`, nil, []string{"😀"}},
		{`^\p{Lu}\P{Lu}$`, []string{"Éa"}, []string{"éa"}},
		{`^[\p{Script=Greek}_]+$`, []string{"αβ_"}, []string{"a"}},
		// Lookaround, captures and references.
		{`^(?!.*--)[a-z-]+$`, []string{"a-b"}, []string{"a--b"}},
		{`(?<=\$)\d+`, []string{"$5"}, []string{"5"}},
		{`(?<!\$)\b\d+`, []string{"5"}, []string{"$5"}},
		{`^(['"]).*\1$`, []string{`"a"`}, []string{`"a'`}},
		{`^(?:(?<q>a)|(?<q>b))\k<q>$`, []string{"aa", "bb"}, []string{"ab"}},
		{`^(?:(a)|b)*\1$`, []string{"b", "ab", "aa"}, []string{"c"}},
		{`^\1(a)$`, []string{"a"}, []string{"aa"}},
		{`^(?=(a))\1b$`, []string{"ab"}, []string{"aab"}},
		{`(?=a)[]`, nil, []string{"a"}},
		// Annex B.
		{`^\A\-$`, []string{"A-"}, []string{"-"}},
		{`^[\w-\.]$`, []string{"a", "-", "."}, []string{"!"}},
		{`^a{,2}$`, []string{"a{,2}"}, []string{"a", "aa"}},
		{`^\8\101$`, []string{"8A"}, []string{"8"}},
		{`^\c$`, []string{`\c`}, []string{"c"}},
		{`^\u{2}$`, []string{"\x02"}, []string{"uu"}},
		{`^\u{110000}$`, nil, []string{"u"}},
		// Without the u flag a character beyond U+FFFF is two.
		{`^.\@$`, []string{"é@"}, []string{"😀@"}},
		{`^..\@$`, []string{"😀@"}, []string{"é@"}},
		{`^[😀]\@$`, nil, []string{"😀@"}},
		{`^[😀]{2}\@$`, []string{"😀@"}, nil},
		{`^\uD83D.\@$`, []string{"😀@"}, []string{"é@"}},
		{`^[^a]\uDE00\@$`, []string{"😀@"}, []string{"a@"}},
	}
	for _, tt := range tests {
		p, err := Compile(tt.pattern)
		if err != nil {
			t.Errorf("%q: %v", tt.pattern, err)
			continue
		}
		check := func(s string, want bool) {
			if got, err := p.MatchString(s); err != nil || got != want {
				t.Errorf("%q on %q: %v, %v; want %v", tt.pattern, s, got, err, want)
			}
			if got, err := p.matchBacktracking(s); err != nil || got != want {
				t.Errorf("%q on %q, backtracking: %v, %v; want %v", tt.pattern, s, got, err, want)
			}
		}
		for _, s := range tt.yes {
			check(s, true)
		}
		for _, s := range tt.no {
			check(s, false)
		}
	}
}

func TestLinearEngineTakesWhatItCan(t *testing.T) {
	for text, want := range map[string]bool{
		`^(a+)+$`: true, `^[^\s]+\b.*$`: true, `\@`: true, `^.{1,1000}$`: true,
		`^.{1,4096}$`: false, `(?=a)`: false, `(a)\1`: false, `(?<=a)b`: false,
	} {
		p, err := Compile(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.program().linear() != nil; got != want {
			t.Errorf("%q: linear %v, want %v", text, got, want)
		}
	}
}

// TestMatchIsBounded checks that the pattern and the length of a text decide
// whether a match is tried, and that what is tried is not stopped.
func TestMatchIsBounded(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	tests := []struct {
		pattern, text string
		tooMuch       bool
	}{
		{`^(a+)+$`, a(50) + "!", false}, // linear
		{`^(a+)+$`, a(1 << 20), false},
		{`^.{1,4096}$`, a(1 << 20), false},
		{`^(a+)+\@`, a(50), false},
		{`^(a+)+\@`, a(50) + "😀", true},
		{`^[a-z]+\@`, a(500) + "😀", false},
		{`^(?!b)(?:[a-z]|[0-9])*$`, a(10_000), false},
		{`^(?:(?!b)(?:a|c))*$`, a(3_000_000), true},
		{`^(?=a)(?:a|aa)+$`, a(5), false},
		{`^(?=a)(?:a|aa)+$`, a(50) + "!", true},
		{`^(a+)+\1$`, a(5), false},
		{`^(a+)+\1$`, a(50) + "!", true},
		{`(a)(?:\1|a)*b`, a(50), true}, // which no analysis of automata can see
		{`(a)(?:,\1)*b`, a(50), false},
		{`^(?:(?<=a?)(?:a*|a*?))+c`, a(50), true},
		{`^(?!(?:a*?)+ab)(?:a*[^]*|a*?b)c`, a(50), true},
		{`^(a+[^]*(?!.))+b`, a(50), true},
		{`^(?![^]*(?=(x+))\1b)`, strings.Repeat("x", 500), false},
		{`^(?![^]*(?=(x+))\1b)`, strings.Repeat("x", 10_000), true},
		{`(?=(a+))\1b`, a(500), false},
		{`(?=(a+))\1b`, a(5000), true},
		{`^(?=.*a.*a.*a.*a.*b)`, a(500), true},
		{`^(?=a)(?:a?){30}a{30}$`, a(40), true},
		{`^(?=a)(?:(?:(?:a?){9}){9}){0}$`, a(400), false},
		{`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\w\s])[^\s]{8,64}$`, strings.Repeat("aA1!", 200), false},
		{`^(?!-)(?!.*--)[a-z0-9-]+(?<!-)$`, a(1000), false},
		{`^(?!.*\.\.)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$`, strings.Repeat("ab.", 84) + "ab", false},
		{`^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$`, a(200) + "@" + a(50) + ".example", false},
		{`^(['"]).*\1$`, "'" + a(500) + "'", false},
	}
	for _, tt := range tests {
		p, err := Compile(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.MatchString(tt.text)
		if errors.Is(err, ErrWork) != tt.tooMuch || !tt.tooMuch && err != nil {
			t.Errorf("%q on %d bytes: error %v, want it refused: %v", tt.pattern, len(tt.text), err, tt.tooMuch)
		}
	}
}

// TestStopped checks the nets that stand behind the bound on work: memory, and
// on a slow machine time before it.
func TestStopped(t *testing.T) {
	p, err := Compile(`^(?:(?!b)(?:a|c))*$`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.matchBacktracking(strings.Repeat("a", 3_000_000) + "!"); !errors.Is(err, ErrMemory) && !errors.Is(err, ErrTimeout) {
		t.Errorf("error %v, want %v or %v", err, ErrMemory, ErrTimeout)
	}
}

func TestConcurrentUse(t *testing.T) {
	for _, text := range []string{`^[a-z]+$`, `^(?!b)[a-z]+$`, `^[a-z]\@`} {
		p, err := Compile(text)
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				p.Ambiguous()
				for range 50 {
					if _, err := p.MatchString("a😀"); err != nil {
						t.Error(err)
					}
					if matched, err := p.MatchString("a@"); err != nil || matched != strings.HasSuffix(text, "@") {
						t.Errorf("%q: %v, %v", text, matched, err)
					}
				}
			})
		}
		wg.Wait()
	}
}

// FuzzCompile checks that nothing a stranger writes makes the package panic,
// and that a pattern which both engines can run means the same to both.
func FuzzCompile(f *testing.F) {
	for _, seed := range [][2]string{
		{`^(a+)+$`, "aab"}, {`(?P<n>a)`, "a"}, {`^[\w-\.]+\u{1F600}$`, "😀"}, {`(?<n>a)|\k<n>(?!b){2}`, "ab"},
		{`\p{Lu}{2,3}?[^\S-]\b`, "AB "}, {`((a{2,}|b?)*c){3}`, "aacbc"}, {`\c[\c1]\8\377`, "ÿ"}, {`(?:a|\u2028$){0}.`, "\u2028"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, text, s string) {
		if len(text) > 200 || len(s) > 100 {
			return
		}
		p, err := Compile(text)
		if err != nil {
			return
		}
		p.Ambiguity()
		got, err := p.MatchString(s)
		if errors.Is(err, ErrWork) || errors.Is(err, ErrMemory) {
			return
		}
		if err != nil {
			t.Fatalf("%q on %q: %v", text, s, err)
		}
		// The linear engine has answered for patterns that would take the other one long.
		if p.Ambiguous() {
			return
		}
		other, err := p.matchBacktracking(s)
		if err == nil && other != got {
			t.Fatalf("%q on %q: %v, backtracking %v", text, s, got, other)
		}
	})
}
