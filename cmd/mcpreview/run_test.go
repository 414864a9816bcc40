package main

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"mcpreview/report"
)

func visit(cmd *cobra.Command, see func(*cobra.Command)) {
	see(cmd)
	for _, c := range cmd.Commands() {
		visit(c, see)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func subFS(files fs.FS, dir string) (fs.FS, error) { return fs.Sub(files, dir) }

func indexOf(words []string, word string) int { return slices.Index(words, word) }

func TestEveryVerdictHasItsExitCode(t *testing.T) {
	want := map[string]int{report.Approve: 0, report.Refuse: 1, report.Conditional: 3}
	for verdict, code := range want {
		if exitOf[verdict] != code {
			t.Errorf("%s exits with %d, want %d", verdict, exitOf[verdict], code)
		}
	}
	if len(exitOf) != len(want) {
		t.Errorf("%d verdicts, want %d", len(exitOf), len(want))
	}
	lenient := delivery{lenient: true}
	for verdict, code := range map[string]exit{report.Approve: 0, report.Refuse: 1, report.Conditional: 0} {
		r := &report.Review{Verdict: report.Verdict{Decision: verdict}}
		var got exit
		errors.As(lenient.verdict(r), &got)
		if got != code {
			t.Errorf("--allow conditional: %s exits with %d, want %d", verdict, got, code)
		}
	}
}

// A verdict that nobody knows is not an approval.
func TestUnknownVerdictIsNoApproval(t *testing.T) {
	err := delivery{}.verdict(&report.Review{})
	var code exit
	if err == nil || errors.As(err, &code) && code != exitUnusable {
		t.Errorf("a review without a verdict: %v", err)
	}
}

type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestStandardOutputFails(t *testing.T) {
	visit(newRoot(), func(cmd *cobra.Command) {
		words := append(strings.Fields(cmd.CommandPath())[1:], "--help")
		var stderr bytes.Buffer
		if code := run(words, full{}, &stderr); code != exitUnusable || stderr.String() != "mcpreview: standard output: no space left\n" {
			t.Errorf("%v: exit code %d, %q", words, code, stderr.String())
		}
	})
	for _, words := range [][]string{{"demo"}, {"matrix"}, {"rules"}, {"rules", "RES-01"}, {"version"}, {"--version"}, {"completion", "zsh"}} {
		var stderr bytes.Buffer
		if code := run(words, full{}, &stderr); code != exitUnusable || stderr.String() != "mcpreview: standard output: no space left\n" {
			t.Errorf("%v: exit code %d, %q", words, code, stderr.String())
		}
	}
}
