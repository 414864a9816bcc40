package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpreview/report"
	"mcpreview/report/reviewtest"
)

// folderHolds wants the files of a folder by name and content.
func folderHolds(t *testing.T, folder string, want map[string]string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if _, ok := want[e.Name()]; !ok {
			t.Errorf("%s was left behind", e.Name())
		}
	}
	for name, content := range want {
		got, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil || string(got) != content {
			t.Errorf("%s holds %.40q (%v), want %.40q", name, got, err, content)
		}
	}
}

func writeFile(t *testing.T, folder, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Whatever fails, and at whichever step, the folder is as it was.
func TestOutputsAreAllOrNothing(t *testing.T) {
	failed := errors.New("failed")
	well := func() error { return nil }
	for _, c := range []struct {
		name string
		last func(folder string) output // beside new.md and old.md
		then func() error
	}{
		{"what follows", nil, func() error { return failed }},
		{"a file that cannot be written", func(folder string) output {
			return output{place: filepath.Join(folder, "missing", "x.md"), format: must(formatByName("markdown"))}
		}, well},
		{"a file that cannot be put in place", func(folder string) output {
			return output{place: t.TempDir(), format: must(formatByName("markdown"))}
		}, well},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			writeFile(t, folder, "old.md", "as it was")
			outs, err := parseOutputs([]string{filepath.Join(folder, "new.md"), filepath.Join(folder, "old.md"), filepath.Join(folder, "old.md")})
			if err != nil {
				t.Fatal(err)
			}
			if c.last != nil {
				outs = append(outs, c.last(folder))
			}
			if err := writeOutputs(outs, reviewtest.Review(), renderOptions{}, c.then); err == nil {
				t.Error("no error")
			} else if strings.Contains(err.Error(), folder) {
				t.Errorf("the error names a temporary file: %v", err)
			}
			folderHolds(t, folder, map[string]string{"old.md": "as it was"})
		})
	}
}

func TestOutputsReplaceWhatIsThere(t *testing.T) {
	folder := t.TempDir()
	writeFile(t, folder, "a.json", "as it was")
	outs, err := parseOutputs([]string{filepath.Join(folder, "a.json"), filepath.Join(folder, "b.json")})
	if err != nil {
		t.Fatal(err)
	}
	during := ""
	err = writeOutputs(outs, reviewtest.Review(), renderOptions{}, func() error {
		b, err := os.ReadFile(outs[0].place)
		during = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(during, "schemaVersion") {
		t.Error("the file is not in place before what follows")
	}
	folderHolds(t, folder, map[string]string{"a.json": during, "b.json": during})
	for _, name := range []string{"a.json", "b.json"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Mode() != 0o644 {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
	}
}

func TestExtensionsTellOneFormatEach(t *testing.T) {
	taken := map[string]string{}
	for _, f := range formats {
		for _, e := range f.extensions {
			if taken[e] != "" || e != strings.ToLower(e) || !strings.HasPrefix(e, ".") {
				t.Errorf("extension %s of %s", e, f.name)
			}
			taken[e] = f.name
			if got, err := formatByFile("x" + strings.ToUpper(e)); err != nil || got.name != f.name {
				t.Errorf("x%s is %s, %v", strings.ToUpper(e), got.name, err)
			}
		}
	}
}

// A format that cannot write a review leaves nothing, and its error is passed on.
func TestFormatFails(t *testing.T) {
	folder := t.TempDir()
	broken := format{name: "broken", write: func(w io.Writer, r *report.Review, o renderOptions) error {
		return errFull
	}}
	outs := []output{{file: "x", place: filepath.Join(folder, "x"), format: broken}}
	if err := writeOutputs(outs, reviewtest.Review(), renderOptions{}, func() error { return nil }); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
	folderHolds(t, folder, nil)
}
