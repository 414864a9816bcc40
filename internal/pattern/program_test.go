package pattern

import (
	"container/list"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// What is decided on the tree alone is what the linear engine decides.
func TestLinearWithoutProgram(t *testing.T) {
	texts := []string{
		"a{1000}", "a{1001}", "a{0,1000}", "a{0,1001}", "a{1000,}", "a{1001,}",
		"(a{10}){100}", "(a{10}){101}", "(a{10,}){101}", "((a{7}){11}){13}", "(a{1001}){0}", "((a{11}){100}){0}",
		"(a{1000}){1}", "(a{1000})*", "(a*){1000}", "(a{500}|b{3}){2}", "(ba{501}|bc{3}){2}", "(a{0}){1000}",
		"a", "(?=a)", `(a)\1`, "[^]{1000}", "[]{2}", `\p{L}{900}`, "",
		strings.Repeat("(", 240) + "a" + strings.Repeat(")", 240),
		strings.Repeat("(a", 240) + strings.Repeat("|ab)*", 240),
		strings.Repeat("(a|ab", 240) + strings.Repeat("|ac){0,1}", 240),
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		texts = append(texts, randomCounts(r, 4))
	}
	linear := 0
	for _, text := range texts {
		p, err := parseProgram(text)
		if err != nil {
			continue // too large for any engine
		}
		_, refused := regexp.Compile(translate(p.root, dialectLinear, false))
		want := !p.refs && !p.looks && linearSize(p.root) <= maxLinear && refused == nil
		if p.isLinear() != want {
			t.Errorf("%.80s: linear %v, want %v (%v)", text, !want, want, refused)
		}
		if want {
			linear++
		}
	}
	if linear < len(texts)/5 || linear > len(texts)*4/5 {
		t.Errorf("%d of %d patterns are linear: the texts say little", linear, len(texts))
	}
}

func randomCounts(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(8) == 0 {
		return string(rune('a' + r.IntN(2)))
	}
	body := randomCounts(r, depth-1)
	switch r.IntN(4) {
	case 0:
		body += "|" + randomCounts(r, depth-1)
	case 1:
		body += randomCounts(r, depth-1)
	}
	low := []int{0, 0, 1, 1, 2, 3, 10, 33, 500, 1000}[r.IntN(10)]
	switch r.IntN(3) {
	case 0:
		return fmt.Sprintf("(%s){%d}", body, low)
	case 1:
		return fmt.Sprintf("(%s){%d,}", body, low)
	}
	return fmt.Sprintf("(%s){%d,%d}", body, low, low+r.IntN(3))
}

// Programs are kept up to a bound, the ones used last; a pattern whose program is
// gone matches as before.
func TestProgramsBounded(t *testing.T) {
	s := store{byText: map[string]*list.Element{}}
	used := "^used$"
	first, err := s.of(used)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1000 {
		if _, err := s.of(fmt.Sprintf(`([^\p{L}]){1,900}[^\p{N}]{900}%d`, i)); err != nil {
			t.Fatal(err)
		}
		if again, _ := s.of(used); again != first {
			t.Fatal("what was used last is gone")
		}
		if s.weight > programsWeight || s.recent.Len() != len(s.byText) {
			t.Fatalf("%d programs of weight %d are kept", s.recent.Len(), s.weight)
		}
	}
	if len(s.byText) > 990 {
		t.Errorf("all %d programs are kept", len(s.byText))
	}
	p, err := Compile(used)
	if err != nil {
		t.Fatal(err)
	}
	p.program()
	programs.mu.Lock()
	programs.byText, programs.weight = map[string]*list.Element{}, 0
	programs.recent.Init()
	programs.mu.Unlock()
	for text, want := range map[string]bool{"used": true, "use": false} {
		if got, err := p.MatchString(text); err != nil || got != want {
			t.Errorf("%s: %v %v", text, got, err)
		}
	}
}
