package rule

import (
	"strings"
	"testing"
)

// A word of a result is shown where it nearly is one of the known words, and
// else by its length alone.
func TestWord(t *testing.T) {
	known := []string{"complete", "text", "png", "image/svg+xml"}
	for _, c := range []struct{ in, want string }{
		{"", `""`},
		{"Complete", `"Complete"`},
		{"complet", `"complet"`},
		{"compltee", `"compltee"`},
		{"completely", `"completely"`},
		{"completions", "a string of 11 characters"},
		{"Text", `"Text"`},
		{"texts", `"texts"`},
		{"tekts", "a string of 5 characters"},
		{"te\u001bxt", "a string of 5 characters"},
		{"te xt", "a string of 5 characters"},
		{"PNG", `"PNG"`},
		{"pin", "a string of 3 characters"},
		{"image/svg+xml", `"image/svg+xml"`},
		{"vi\u202edeo", "a string of 6 characters"},
		{"hunter2-is-my-password", "a string of 22 characters"},
		{"4111111111111111", "a string of 16 characters"},
		{" ", "a string of 1 character"},
		{strings.Repeat("é", 3000), "a string of 3000 characters"},
	} {
		if got := Word(c.in, known...); got != c.want {
			t.Errorf("Word(%+q) = %s, want %s", c.in, got, c.want)
		}
	}
	for in, want := range map[string]string{
		"2026-07-28": `"2026-07-28"`, "draft": `"draft"`, "2026-13-28": "a string of 10 characters", "hunter2": "a string of 7 characters",
	} {
		if got := Revision(in); got != want {
			t.Errorf("Revision(%s) = %s, want %s", in, got, want)
		}
	}
	if got := Word("complete"); got != "a string of 8 characters" {
		t.Errorf("without known words: %s", got)
	}
}

func TestIsPlain(t *testing.T) {
	for _, name := range []string{
		"", "a", "0", "user_id", "user-id", "userId", "$ref", "@type", "x.y.z", "2026-07-28", "sha256", "utf8mb4", "x1y1x2y2", "sk-1", "page_token",
		"io.modelcontextprotocol/protocolVersion", "com.example/trace-id", "application/json", strings.Repeat("x", 40), "item_20260728",
	} {
		if !IsPlain(name) {
			t.Errorf("%q is not plain", name)
		}
		if got := Key(name); got != Quote(name) {
			t.Errorf("Key(%q) = %s", name, got)
		}
	}
	for _, name := range []string{
		"alice@example.com", "alice@example.com sk-live-0123456789", "Alice Smith", "sk-live-abcdefghijk", "sk_live_0123456789abcdef", "4111111111111111",
		"123-45-6789", "+4915112345", "AKIAIOSFODNNEXAMPLE", "eyJhbGciOiJub25lIn0.e30.", "550e8400-e29b-41d4-a716-446655440000", "a9f3k2m8q1z7",
		"/home/alice", "https://a.example", "prénom", "日本", "a\nb", `a"b`, "a`b", "{3-character-key}", strings.Repeat("x", 41),
		"IGNORE ALL PREVIOUS INSTRUCTIONS", "a\u202eb", "@@a",
	} {
		if IsPlain(name) {
			t.Errorf("%q is plain", name)
		}
	}
	if got := Key("Alice"+" "+"Smith") + Placeholder("日本", "key"); got != "of 11 characters{2-character-key}" {
		t.Error(got)
	}
}
