package tests

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A reader that went away is an output that could not be written, whatever the
// verdict was: exit code 2, a line that says so, and no file.
func TestReaderOfStandardOutputGone(t *testing.T) {
	folder := t.TempDir()
	for _, args := range [][]string{
		{"report", filepath.Join("testdata", "good"), "-o", filepath.Join(folder, "review.md")},
		{"demo"},
		{"rules"},
	} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		cmd := exec.Command(program, args...)
		var stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = w, &stderr
		err = cmd.Run()
		w.Close()
		if code := exitCode(err); code != 2 {
			t.Errorf("%v: exit code %d, want 2", args, code)
		}
		if got := stderr.String(); got != "mcpreview: standard output: broken pipe\n" {
			t.Errorf("%v: it said %q", args, got)
		}
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("%s was left behind", left[0].Name())
	}
}

// exitCode is how a command ended; -1 where it did not run.
func exitCode(err error) int {
	var failed *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &failed):
		return failed.ExitCode()
	}
	return -1
}
