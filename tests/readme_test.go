package tests

import (
	"os"
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
	t.Helper()
	return printedIn(t, root, command)
}
