package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mcpreview/report/reviewtest"
)

// console matches a fenced block that shows a command and what it prints.
var console = regexp.MustCompile("(?ms)^```console\n(\\$ [^\n]+\n)(.*?)^```$")

// TestReadmeOutput runs every command that the README shows and compares what
// it prints with what the README says it does.
func TestReadmeOutput(t *testing.T) {
	file := filepath.Join(root, "README.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	fresh := console.ReplaceAllStringFunc(string(text), func(block string) string {
		blocks++
		parts := console.FindStringSubmatch(block)
		return "```console\n" + parts[1] + printed(t, strings.TrimSpace(parts[1][2:])) + "```"
	})
	switch {
	case blocks < 3:
		t.Errorf("the README shows %d commands with their output", blocks)
	case fresh == string(text):
	case reviewtest.Updating():
		if err := os.WriteFile(file, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("the README's output is not what is printed now; go test ./tests -run Readme -update rewrites it")
	}
}

// printed is what a shell prints for a command, run in the project's folder.
func printed(t *testing.T, command string) string {
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(out)) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}
