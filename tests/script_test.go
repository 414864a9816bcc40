package tests

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"mcpreview/samples"
)

// updateVariable rewrites the goldens inside the scripts when it is set.
const updateVariable = "MCPREVIEW_UPDATE"

// program is the command, built once for all tests of this package.
var program string

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	folder, err := os.MkdirTemp("", "mcpreview-tests-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	program = filepath.Join(folder, "mcpreview")
	build := exec.Command("go", "build", "-o", program, "./cmd/mcpreview")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// TestScripts runs the command line from outside. Every script finds two sets
// of evidence in its folder: good, a small server with nothing to complain of,
// and demo, the evidence built into the program. Recordings of each format lie in
// the folder that $RECORDINGS names.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the program itself, which no race detector sees")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv(updateVariable) != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", filepath.Dir(program)+string(os.PathListSeparator)+env.Getenv("PATH"))
			recordings, err := filepath.Abs(specimens)
			env.Setenv("RECORDINGS", recordings)
			return errors.Join(err,
				os.CopyFS(filepath.Join(env.WorkDir, "good"), os.DirFS(filepath.Join("testdata", "good"))),
				os.CopyFS(env.WorkDir, samples.Demo()),
			)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":   exits,
			"oneline": oneLine,
			"silent":  saysNothing,
			"edit":    edit,
			"mode":    mode,
			"entries": entries,
		},
	})
}

// exits N COMMAND... runs a command that has to end with exit code N; exec
// knows success and failure only.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := exitCode(ts.Exec(args[1], args[2:]...)); got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// oneline wants that the last command said exactly one line on standard error,
// in the program's name, and nothing on standard output.
func oneLine(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: oneline")
	}
	said := ts.ReadFile("stderr")
	if !strings.HasPrefix(said, "mcpreview: ") || strings.Count(said, "\n") != 1 || !strings.HasSuffix(said, "\n") {
		ts.Fatalf("standard error is not one line: %q", said)
	}
	if printed := ts.ReadFile("stdout"); printed != "" {
		ts.Fatalf("%d bytes on standard output", len(printed))
	}
}

// silent wants that the last command said nothing at all.
func saysNothing(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: silent")
	}
	if said := ts.ReadFile("stdout") + ts.ReadFile("stderr"); said != "" {
		ts.Fatalf("it said %q", said)
	}
}

// edit FILE OLD NEW replaces every OLD in a file, which has to be there.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit file old new")
	}
	old := ts.ReadFile(args[0])
	if !strings.Contains(old, args[1]) {
		ts.Fatalf("%s does not hold %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(old, args[1], args[2])), 0o644))
}

// mode FILE BITS wants a regular file of these permissions.
func mode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mode file bits")
	}
	info, err := os.Lstat(ts.MkAbs(args[0]))
	ts.Check(err)
	if got := fmt.Sprintf("%#o", info.Mode()); got != args[1] {
		ts.Fatalf("%s: mode %s, want %s", args[0], got, args[1])
	}
}

// entries FOLDER NAME... wants that a folder holds these names and no others.
func entries(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: entries folder name...")
	}
	list, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	if got, want := strings.Join(names, " "), strings.Join(args[1:], " "); got != want {
		ts.Fatalf("%s holds %q, want %q", args[0], got, want)
	}
}
