package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"mcpreview/report/conversation"
)

// docs/replay.md shows what the program prints: each console block is run where
// the conversation that the page shows is conversation.json, and its first half
// truncated.json. A block that ends in ... shows the start.
func TestReplayPage(t *testing.T) {
	page := string(must(os.ReadFile("../../docs/replay.md")))
	example := between(t, page, "```json\n", "```")
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"conversation.json": example, "truncated.json": example[:len(example)/2]} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	blocks := strings.Split(page, "```console\n$ mcpreview ")[1:]
	if len(blocks) != 3 {
		t.Fatalf("%d console blocks", len(blocks))
	}
	for _, block := range blocks {
		command, shown, _ := strings.Cut(block[:strings.Index(block, "```")], "\n")
		var out bytes.Buffer
		run(strings.Fields(command), &out, &out)
		if start, cut := strings.CutSuffix(shown, "...\n"); cut && strings.HasPrefix(out.String(), start) || out.String() == shown {
			continue
		}
		t.Errorf("%s prints\n%s\nthe page shows\n%s", command, out.String(), shown)
	}
	for _, r := range conversation.Rules() {
		if row := "| " + r.ID + " | " + r.Demand + " |"; !strings.Contains(page, row) {
			t.Errorf("the page lacks the row\n%s", row)
		}
	}
}

func between(t *testing.T, text, from, to string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, from)
	inner, _, ended := strings.Cut(rest, to)
	if !found || !ended {
		t.Fatalf("nothing stands between %q and %q", from, to)
	}
	return inner
}
