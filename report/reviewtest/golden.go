package reviewtest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"mcpreview/report"
)

var update = flag.Bool("update", false, "rewrite the golden files, and what documents quote of the program's output")

// Updating reports whether -update was given: tests with files of another kind
// rewrite them then.
func Updating() bool { return *update }

// Golden compares got with testdata/name, or writes it there under -update.
func Golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what is written now; compare after go test -update", path)
	}
}

// ErrWrite is the error of a FailingWriter.
var ErrWrite = errors.New("the disk is full")

// A FailingWriter takes nothing.
type FailingWriter struct{}

// Write fails with ErrWrite.
func (FailingWriter) Write([]byte) (int, error) { return 0, ErrWrite }

// Benchmark measures write over reviews of growing size.
func Benchmark(b *testing.B, write func(io.Writer, *report.Review) error) {
	for _, n := range []int{10, 100, 10000} {
		r := Large(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := write(io.Discard, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
