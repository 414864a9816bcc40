package bench

import (
	"io"
	"os"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/report"
	"mcpreview/report/text"
)

func BenchmarkScratch(b *testing.B) {
	b.ReportAllocs()
	dir := os.Getenv("CORPUS")
	for b.Loop() {
		p := policy.Default()
		set, err := evidence.Load([]string{dir + "/tools", dir + "/results.jsonl"}, p, 1)
		if err != nil {
			b.Fatal(err)
		}
		r := report.Build(set, report.Options{Policy: p, Jobs: 1})
		set.Close()
		text.Write(io.Discard, r, text.Options{Width: 100})
	}
}
