package tests

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// onTerminal runs the program with standard output on a terminal of so many
// columns and standard error on another one, and returns what both showed.
func onTerminal(t *testing.T, columns uint16, env []string, args ...string) (stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), append([]string{"TERM=xterm", "NO_COLOR=", "COLUMNS="}, env...)...)
	shown := make([]chan string, 2)
	for i, to := range []*io.Writer{&cmd.Stdout, &cmd.Stderr} {
		master, terminal, err := pty.Open()
		if err != nil {
			t.Skipf("no terminal can be made here: %v", err)
		}
		defer master.Close()
		defer terminal.Close()
		if err := pty.Setsize(terminal, &pty.Winsize{Rows: 40, Cols: columns}); err != nil {
			t.Fatal(err)
		}
		*to = terminal
		shown[i] = make(chan string)
		go func() {
			var b bytes.Buffer
			_, _ = io.Copy(&b, master) // ends with an error once the other side is closed
			shown[i] <- strings.ReplaceAll(b.String(), "\r\n", "\n")
		}()
	}
	err := cmd.Run()
	cmd.Stdout.(*os.File).Close()
	cmd.Stderr.(*os.File).Close()
	stdout, stderr = <-shown[0], <-shown[1]
	if code := exitCode(err); code == 2 || code < 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, stderr)
	}
	return stdout, stderr
}

func piped(t *testing.T, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if code := exitCode(err); code == 2 || code < 0 || stderr.Len() > 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, stderr.String())
	}
	return string(out)
}

var sgr = regexp.MustCompile("\x1b\\[[0-9]+m")

// On a terminal a report has its width and colours; anywhere else neither
// follows from where it is run.
func TestTerminal(t *testing.T) {
	good := filepath.Join("testdata", "good")
	at := func(width int) string { return piped(t, nil, "report", good, "--width", fmt.Sprint(width)) }
	for _, tt := range []struct {
		name    string
		columns uint16
		env     []string
		args    []string
		want    string
		colours bool
	}{
		{"as wide as it is", 100, nil, nil, at(100), true},
		{"a narrow one", 40, nil, nil, at(80), true},
		{"a very wide one", 500, nil, nil, at(200), true},
		{"as COLUMNS says", 100, []string{"COLUMNS=90"}, nil, at(90), true},
		{"as the flag says", 100, []string{"COLUMNS=90"}, []string{"--width", "150"}, at(150), true},
		{"NO_COLOR", 100, []string{"NO_COLOR=1"}, nil, at(100), false},
		{"NO_COLOR and the flag", 100, []string{"NO_COLOR=1"}, []string{"--color", "always"}, at(100), false},
		{"a dumb one", 100, []string{"TERM=dumb"}, nil, at(100), false},
		{"colours unwanted", 100, nil, []string{"--color=never"}, at(100), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, stderr := onTerminal(t, tt.columns, tt.env, append([]string{"report", good}, tt.args...)...)
			if plain := sgr.ReplaceAllString(got, ""); plain != tt.want {
				t.Errorf("another report: %s", firstDifference([]byte(plain), []byte(tt.want)))
			}
			if coloured := strings.Contains(got, "\x1b[32mAPPROVE\x1b[0m"); coloured != tt.colours || !coloured && strings.Contains(got, "\x1b") {
				t.Errorf("colours: %t", coloured)
			}
			if strings.TrimRight(stderr, "\r") != "" && !strings.HasSuffix(stderr, "\x1b[2K\r") {
				t.Errorf("standard error: %q", stderr)
			}
		})
	}
	for _, env := range [][]string{{"COLUMNS=90"}, {"TERM=xterm", "CLICOLOR_FORCE=1"}} {
		if got := piped(t, env, "report", good); got != at(120) {
			t.Errorf("%v: the environment changes what is no terminal's", env)
		}
	}
	if got := piped(t, nil, "report", good, "--color", "always"); !strings.Contains(got, "\x1b[32mADMIT\x1b[0m") {
		t.Error("no colours where they are asked for")
	}
	// A file is a file, wherever the program runs.
	file := filepath.Join(t.TempDir(), "out.txt")
	onTerminal(t, 90, nil, "report", good, "-q", "-o", file)
	if got, err := os.ReadFile(file); err != nil || string(got) != at(120) {
		t.Errorf("a file follows the terminal: %v", err)
	}
}

// Progress leaves nothing behind, and no name out of the evidence is in it.
func TestProgressOnATerminal(t *testing.T) {
	folder := t.TempDir()
	one, err := os.ReadFile(filepath.Join("testdata", "good", "results", "unknown-tool.json"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1500 {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("quokka-%d.json", i)), one, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, shown := onTerminal(t, 100, nil, "report", folder, "--jobs", "1")
	if strings.Contains(shown, "quokka") || strings.Contains(shown, "\n") {
		t.Errorf("standard error: %q", shown)
	}
	if shown != "" && !strings.HasSuffix(shown, "\x1b[2K\r") {
		t.Errorf("the bar is not wiped: %q", shown)
	}
	for _, flag := range []string{"--no-progress", "--quiet"} {
		if _, shown := onTerminal(t, 100, nil, "report", folder, flag); shown != "" {
			t.Errorf("%s: %q", flag, shown)
		}
	}
}
