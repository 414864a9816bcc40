package regular_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mcpreview/internal/regular"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path string
		most int
		want string // of the content, or of the error
		ok   bool
	}{
		"at the bound":    {file, 5, "12345", true},
		"over the bound":  {file, 4, "larger than 4 bytes", false},
		"a folder":        {dir, 5, "not a regular file", false},
		"a pipe":          {pipe, 5, "not a regular file", false},
		"absent":          {filepath.Join(dir, "none"), 5, "no such file or directory", false},
		"the null device": {os.DevNull, 5, "not a regular file", false},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := regular.Read(c.path, c.most)
			got := string(data)
			if err != nil {
				got = err.Error()
			}
			if got != c.want || (err == nil) != c.ok {
				t.Errorf("got %q, %v; want %q", data, err, c.want)
			}
		})
	}
}

func TestWithin(t *testing.T) {
	if data, err := regular.Within(strings.NewReader("123"), 3); err != nil || string(data) != "123" {
		t.Errorf("at the bound: %q, %v", data, err)
	}
	if _, err := regular.Within(strings.NewReader("1234"), 3); err == nil {
		t.Error("over the bound: no error")
	}
}
