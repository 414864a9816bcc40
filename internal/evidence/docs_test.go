package evidence

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/recording"
)

var update = flag.Bool("update", false, "write the table of formats in docs/evidence.md anew")

// formatTable is the table of what each kind of file can prove, a column an
// aspect.
func formatTable() string {
	var b strings.Builder
	b.WriteString("| kind |")
	for _, a := range recording.Aspects {
		b.WriteString(" " + a.String() + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(recording.Aspects)) + "\n")
	row := func(kind string, proves []recording.Aspect) {
		b.WriteString("| " + kind + " |")
		for _, a := range recording.Aspects {
			if slices.Contains(proves, a) {
				b.WriteString(" yes |")
			} else {
				b.WriteString(" no |")
			}
		}
		b.WriteString("\n")
	}
	row("mcpreview's own form", native)
	for _, p := range proofs {
		switch p.kind {
		case kindNames[kindResponse], kindNames[kindResult], kindNames[kindDescriptor]:
			row(p.kind, p.proves)
		}
	}
	for _, f := range recording.Formats {
		row(f.Kind, f.Proves)
	}
	return b.String()
}

func TestFormatsInDocs(t *testing.T) {
	const file, start, end = "../../docs/evidence.md", "<!-- formats: generated -->\n", "<!-- formats: end -->"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), start)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("docs/evidence.md has no place for the table of formats")
	}
	want := before + start + formatTable() + end + after
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(data) {
		t.Error("the table of formats is not what is written now; compare after go test ./internal/evidence -update")
	}
}
