package pattern

import (
	"fmt"
	"strings"
	"testing"
)

func TestShared(t *testing.T) {
	c := cache{byText: make(map[string]*Pattern)}
	compile := func(text string) *Pattern {
		t.Helper()
		p, err := c.compile(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	first := compile("^a$")
	if compile("^a$") != first || compile("^b$") == first {
		t.Error("equal patterns are not the same, or different ones are")
	}
	for _, text := range []string{"(", "(?i:a)"} { // no pattern, and one that cannot be evaluated
		_, want := Compile(text)
		for range 2 {
			if _, err := c.compile(text); fmt.Sprint(err) != fmt.Sprint(want) || err == nil {
				t.Errorf("%s: %v, want %v", text, err, want)
			}
		}
	}
	large := strings.Repeat("a", sharedBytes/200)
	for i := range 300 {
		compile(fmt.Sprintf("^%d%s", i, large))
	}
	if c.bytes > sharedBytes || len(c.byText) > 201 {
		t.Errorf("%d patterns of %d bytes kept", len(c.byText), c.bytes)
	}
	if compile("^a$") != first {
		t.Error("what was kept first is gone")
	}
	for i := range 2 * sharedCount {
		compile(fmt.Sprint(i))
	}
	if len(c.byText) > sharedCount {
		t.Errorf("%d patterns kept", len(c.byText))
	}
}
