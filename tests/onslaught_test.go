package tests

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The most that a review may take of memory and write in all formats together,
// whatever the evidence.
const (
	memoryBound = 1 << 30
	outputBound = 80 << 20
)

// patience is how long a review of hostile evidence may take before it is given
// up. It is no measure of speed: a machine that does much else must not meet it.
const patience = 10 * time.Minute

// An onslaught is evidence that was made to bring the reviewer down, with what a
// review of it has to come to.
type onslaught struct {
	name  string
	make  func(e *evil)
	flags []string
	exit  int
	// found are rules of which there must be findings that decide: "RULE",
	// "RULE part of a reason", or a family.
	found []string
	// tools are decisions by name: those of the attacker, and of those beside them.
	tools map[string]string
	says  string // on standard error, as a regular expression for all of it
}

// An evil is the folder that evidence is written to.
type evil struct {
	testing.TB
	folder string
}

func (e *evil) must(err error) {
	e.Helper()
	if err != nil {
		e.Fatal(err)
	}
}

func (e *evil) path(name string) string {
	file := filepath.Join(e.folder, name)
	e.must(os.MkdirAll(filepath.Dir(file), 0o755))
	return file
}

// file writes a file piece by piece.
func (e *evil) file(name string, write func(w *bufio.Writer)) {
	f, err := os.Create(e.path(name))
	e.must(err)
	w := bufio.NewWriterSize(f, 1<<16)
	write(w)
	e.must(w.Flush())
	e.must(f.Close())
}

// text writes a file of the given pieces.
func (e *evil) text(name string, pieces ...string) {
	e.file(name, func(w *bufio.Writer) {
		for _, p := range pieces {
			w.WriteString(p)
		}
	})
}

// bystander is a tool with all the evidence that it takes to admit it.
const bystander = `{"name":"bystander","description":"Stands by.","inputSchema":{"type":"object"}}`

// bystanderCalls prove it.
func (e *evil) bystanderCalls() {
	e.text("results/bystander.jsonl", called(901, "", "bystander", "{}", `"content":[{"type":"text","text":"ok"}]`), "\n",
		called(902, "", "bystander", "{}", `"content":[{"type":"text","text":"no"}],"isError":true`), "\n")
}

// tools writes a listing of one page: the bystander and the given descriptors.
func (e *evil) tools(descriptors ...string) {
	e.text("pages/page.json", page(1, "", "", strings.Join(append([]string{bystander}, descriptors...), ",")))
	e.bystanderCalls()
}

// answer writes the listing of a tool "evil" with an outputSchema, unless that is
// "", and a call of it whose result holds the given pieces after resultType.
func (e *evil) answer(output string, pieces ...string) {
	e.tools(descriptor("evil", output))
	head, tail, _ := strings.Cut(called(2, "", "evil", "{}", "§"), "§")
	e.text("results/evil.json", slices.Concat([]string{head}, pieces, []string{tail})...)
}

// evilTool is a tool "evil" of an inputSchema with the given members.
func evilTool(members string) string { return named("evil", members) }

func named(name, members string) string {
	if members != "" {
		members = "," + members
	}
	return fmt.Sprintf(`{"name":%q,"description":"Does evil.","inputSchema":{"type":"object"%s}}`, name, members)
}

// list is n elements with commas between them.
func list(n int, element func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(element(i))
	}
	return b.String()
}

// times is a text n times with commas between.
func times(n int, text string) string {
	return strings.TrimSuffix(strings.Repeat(text+",", n), ",")
}

func TestOnslaughts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the program itself, which no race detector sees")
	}
	all := slices.Concat(textOnslaughts, numberOnslaughts(), schemaOnslaughts, crowdOnslaughts, fileOnslaughts, commandOnslaughts)
	if len(all) < 40 {
		t.Errorf("only %d", len(all))
	}
	for _, o := range all {
		t.Run(o.name, func(t *testing.T) {
			t.Parallel()
			o.run(t)
		})
	}
}

// outputs are the formats that a review of an onslaught is written in.
var outputs = []string{"review.json", "review.md", "review.html", "review.txt", "review.sarif"}

func (o *onslaught) run(t *testing.T) {
	home := t.TempDir()
	e := &evil{TB: t, folder: filepath.Join(home, "ev")}
	e.must(os.Mkdir(e.folder, 0o755))
	o.make(e)
	flags := o.flags
	if flags == nil {
		flags = []string{"report", "ev", "--quiet"}
		for _, out := range outputs {
			flags = append(flags, "-o", out)
		}
	}
	code, stdout, stderr, memory, work := o.start(t, home, flags)
	size := int64(len(stdout))
	for _, out := range outputs {
		if info, err := os.Stat(filepath.Join(home, out)); err == nil {
			size += info.Size()
		}
	}
	t.Logf("%s: %v, %d MiB, %d bytes of reports", o.name, work.Round(10*time.Millisecond), memory>>20, size)
	if memory > memoryBound {
		t.Errorf("%s: %d MiB of memory", o.name, memory>>20)
	}
	if size > outputBound {
		t.Errorf("%s: %d bytes of reports", o.name, size)
	}
	if !regexp.MustCompile(`^(?s:` + o.says + `)$`).MatchString(stderr) {
		t.Errorf("it said %.2000q, want %q", stderr, o.says)
	}
	if code != o.exit {
		t.Errorf("%s: exit code %d, want %d", o.name, code, o.exit)
	}
	if code == 2 {
		if len(stdout) > 0 || size > 0 {
			t.Errorf("exit code 2 and %d bytes of reports", size)
		}
		return
	}
	if len(o.flags) == 0 {
		o.check(t, filepath.Join(home, outputs[0]))
	}
}

// start runs the program to its end; memory is its peak in bytes, work the time
// that processors spent on it.
func (o *onslaught) start(t *testing.T, home string, flags []string) (code int, stdout []byte, stderr string, memory int64, work time.Duration) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, flags...)
	cmd.Dir = home
	var out, say bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &say
	code = exitCode(cmd.Run())
	if ctx.Err() != nil {
		t.Fatalf("not done after %v", patience)
	}
	usage, is := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !is {
		t.Fatal("the system does not say what the program used")
	}
	memory = usage.Maxrss
	if runtime.GOOS != "darwin" { // which counts bytes
		memory <<= 10
	}
	return code, out.Bytes(), say.String(), memory, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// check holds the review against what it has to come to.
func (o *onslaught) check(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Tools    []struct{ Name, Decision, Reason string }
		Findings []struct{ Rule, Effect, Reason string }
	}
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	for _, want := range o.found {
		id, reason, _ := strings.Cut(want, " ")
		if !slices.ContainsFunc(r.Findings, func(f struct{ Rule, Effect, Reason string }) bool {
			return (f.Rule == id || len(id) < 5 && strings.HasPrefix(f.Rule, id)) && f.Effect != "note" && strings.Contains(f.Reason, reason)
		}) {
			t.Errorf("%s: no finding %s; there are:", o.name, want)
			for _, f := range r.Findings[:min(len(r.Findings), 4)] {
				t.Logf("  %s %.300s", f.Effect, f.Reason)
			}
		}
	}
	for name, want := range o.tools {
		got := "not listed"
		for _, tool := range r.Tools {
			if tool.Name == name {
				got = tool.Decision
				if got != want {
					t.Logf("%s: %s", name, tool.Reason)
				}
			}
		}
		if got != want {
			t.Errorf("%s: tool %s: %s, want %s", o.name, name, got, want)
		}
	}
}
