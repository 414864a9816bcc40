package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"mcpreview/samples"
)

// Every example in a help text works as it stands, on evidence in the folders
// that it names.
func TestHelpExamples(t *testing.T) {
	recordings := os.DirFS(must(filepath.Abs("../../internal/recording/testdata")))
	t.Chdir(t.TempDir())
	har, err := fs.ReadFile(recordings, "browser.har")
	if err := errors.Join(err, os.WriteFile("session.har", har, 0o644), os.CopyFS("sessions", must(fs.Sub(recordings, "inspector-cli")))); err != nil {
		t.Fatal(err)
	}
	for folder, sub := range map[string]string{"evidence": "", "old-server": "", "pages": "/pages", "results": "/results"} {
		if err := os.CopyFS(folder, must(subFS(samples.Demo(), "demo"+sub))); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Mkdir("policies", 0o755), os.WriteFile("policies/house.yaml", []byte("transport: stdio\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("cases.json", samples.Conversations(), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("conversation.json", []byte(plain), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, said bytes.Buffer
	if code := run([]string{"lock", "evidence", "-o", "approved.lock.json", "--allow", "conditional"}, &out, &said); code != exitApprove {
		t.Fatalf("exit code %d: %s", code, said.String())
	}
	shown := map[string]int{}
	visit(newRoot(), func(cmd *cobra.Command) {
		if cmd.Name() == "capture" {
			return // needs a server: its examples are parsed in capture_test.go
		}
		for _, line := range strings.Split(cmd.Example, "\n") {
			words := strings.Fields(line)
			if len(words) == 0 || words[0] != "mcpreview" {
				continue // of a shell, not of the program
			}
			shown[cmd.Name()]++
			if i := indexOf(words, ">"); i >= 0 {
				words = words[:i]
			}
			var stdout, stderr bytes.Buffer
			if code := run(words[1:], &stdout, &stderr); code == exitUnusable || stderr.Len() > 0 {
				t.Errorf("%s: exit code %d: %s", strings.TrimSpace(line), code, stderr.String())
			}
			for i, w := range words {
				if w != "-o" {
					continue
				}
				if info, err := os.Stat(words[i+1]); err != nil || info.Size() == 0 {
					t.Errorf("%s: no %s", strings.TrimSpace(line), words[i+1])
				}
			}
			if quiet := indexOf(words, "--quiet") >= 0; quiet != (stdout.Len() == 0) {
				t.Errorf("%s: %d bytes on standard output", strings.TrimSpace(line), stdout.Len())
			}
		}
	})
	for _, name := range []string{"mcpreview", "report", "lock", "demo", "rules", "replay", "completion"} {
		if shown[name] == 0 {
			t.Errorf("%s shows no example", name)
		}
	}
}

// Every command says what it does; every flag too, and help prints all of it.
func TestHelpIsComplete(t *testing.T) {
	visit(newRoot(), func(cmd *cobra.Command) {
		var stdout, stderr bytes.Buffer
		words := append(strings.Fields(cmd.CommandPath())[1:], "--help")
		if code := run(words, &stdout, &stderr); code != exitApprove || stderr.Len() > 0 {
			t.Errorf("%v: exit code %d, %s", words, code, stderr.String())
		}
		help := stdout.String()
		if cmd.Short == "" || !strings.Contains(help, cmd.UseLine()) {
			t.Errorf("%s has no help", cmd.CommandPath())
		}
		for _, line := range strings.Split(help, "\n") {
			if strings.Contains(line, " string ") || strings.Contains(line, " int ") {
				t.Errorf("%s: a flag names a type of Go: %s", cmd.CommandPath(), line)
			}
		}
	})
	report := newReport().Flags()
	for _, f := range formats {
		if usage := report.Lookup("format").Usage; !strings.Contains(usage, f.name) {
			t.Errorf("--format does not name %s", f.name)
		}
	}
}
