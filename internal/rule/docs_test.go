package rule

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "rewrite docs/rules.md")

func TestDocsAreCurrent(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "rules.md")
	want := Markdown()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ReplaceAll(string(got), "\r\n", "\n") != want {
		t.Error("docs/rules.md is stale; run go test ./internal/rule -update")
	}
}

func TestMarkdownHoldsEveryRuleOnce(t *testing.T) {
	page := Markdown()
	for _, r := range All() {
		id := strings.ToLower(r.ID)
		for _, part := range []string{"\n### " + r.ID + ": ", "\n| [" + r.ID + "](#" + id + ") |", `<a id="` + id + `"></a>`} {
			if n := strings.Count(page, part); n != 1 {
				t.Errorf("%q occurs %d times", part, n)
			}
		}
	}
}

func TestFence(t *testing.T) {
	for in, want := range map[string]string{
		"":               "```",
		"a`b``c":         "```",
		"```":            "````",
		"x\n`````\n```x": "``````",
	} {
		if got := fenceFor(in); got != want {
			t.Errorf("fenceFor(%q) = %s, want %s", in, got, want)
		}
	}
	var b strings.Builder
	writeExample(&b, "Accepted", "a\n```\nb")
	if got, want := b.String(), "\nAccepted:\n\n````text\na\n```\nb\n````\n"; got != want {
		t.Errorf("example:\n%q, want\n%q", got, want)
	}
}

func TestEscapeMarkdown(t *testing.T) {
	if got, want := escapeMarkdown("a|b _c_ *d* `e` <f> & [g] \\ ~h~"), "a\\|b \\_c\\_ \\*d\\* \\`e\\` &lt;f&gt; &amp; \\[g\\] \\\\ \\~h\\~"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCard(t *testing.T) {
	for _, r := range All() {
		card := Card(r)
		words := strings.Join(strings.Fields(card), " ")
		for _, part := range []string{r.ID, r.Name, r.Title, r.Source, r.Why, r.Remedy, "Accept " + r.Accept, "Decline " + r.Decline} {
			if !strings.Contains(words, part) {
				t.Errorf("%s: the card lacks %q", r.ID, part)
			}
		}
		for line := range strings.Lines(card) {
			line = strings.TrimSuffix(line, "\n")
			example := strings.HasSuffix(line, r.Accept) || strings.HasSuffix(line, r.Decline)
			if n := utf8.RuneCountInString(line); n > 80 && !example {
				t.Errorf("%s: a line of %d columns: %s", r.ID, n, line)
			}
			if line != strings.TrimRight(line, " ") {
				t.Errorf("%s: white space at the end of %q", r.ID, line)
			}
		}
	}
	want := `HDR-09 annotation-in-output
outputSchema has no annotation

Effects     reject
Provenance  policy
In spec     not run
Source      House policy, Parameter headers: annotations in outputSchema are
            rejected. basic/transports/streamable-http.mdx speaks of the input
            schema only.
`
	if got := Card(Get("HDR-09")); !strings.HasPrefix(got, want) {
		t.Errorf("card:\n%s", got)
	}
}

func TestTable(t *testing.T) {
	rows := Table()
	if len(rows) != len(All()) {
		t.Fatalf("%d rows", len(rows))
	}
	if got, want := strings.Join(rows[15], "|"), "DESC-02|name-not-empty|name is a non-empty string|reject, condition"; got != want {
		t.Errorf("row 15 is %s, want %s", got, want)
	}
}
