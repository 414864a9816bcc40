package tests

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asWas is what is in place of two outputs before a run; the others are new.
var asWas = map[string]string{"review.json": "{}", "review.txt": "as it was"}

// targets is a folder with what asWas says, and the flags to write there.
func targets(t *testing.T) (folder string, flags []string) {
	folder = t.TempDir()
	for name, content := range asWas {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range outputs {
		flags = append(flags, "-o", filepath.Join(folder, name))
	}
	return folder, flags
}

// untouched wants a folder in which nothing was written.
func untouched(t *testing.T, folder string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		want, was := asWas[e.Name()]
		if got, err := os.ReadFile(filepath.Join(folder, e.Name())); !was || string(got) != want || err != nil {
			t.Errorf("%s: %d bytes were left (%v)", e.Name(), len(got), err)
		}
	}
	if len(entries) != len(asWas) {
		t.Errorf("%d files, want %d", len(entries), len(asWas))
	}
}

// longWork is evidence that takes minutes of schema compiling.
func longWork(t *testing.T, folder string) {
	e := &evil{TB: t, folder: folder}
	for k := range 40 {
		e.text(fmt.Sprintf("pages/c%d/page.json", k), page(1, "", "", list(30, func(i int) string {
			return named(fmt.Sprintf("t%d_%d", k, i), `"properties":{`+list(4900, func(p int) string { return fmt.Sprintf(`"p%d_%d_%d":{"type":"string"}`, p, i, k) })+`}`)
		})))
	}
}

// A signal ends the program whatever it is in the middle of, with exit code 2, a
// line that says so, and the folder of its outputs as it was.
func TestInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the program itself, which no race detector sees")
	}
	home := t.TempDir()
	longWork(t, filepath.Join(home, "long"))
	e := &evil{TB: t, folder: filepath.Join(home, "wide")}
	e.tools(list(1000, func(i int) string { return named(fmt.Sprintf("t%d", i), "") }))
	// A policy beside the evidence is told of on standard error before any of it is
	// read: from that line on the program is at work.
	e.text("../mcpreview.yaml", "{}\n")

	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sig) {
			t.Logf("%s is ignored by what started this test, and so by what it starts", sig)
			continue
		}
		want := fmt.Sprintf("mcpreview: stopped by a signal (%s) before the end: no file was written\n", sig)
		t.Run("at work, "+sig.String(), func(t *testing.T) {
			folder, flags := targets(t)
			cmd := exec.CommandContext(t.Context(), program, append([]string{"report", "long"}, flags...)...)
			cmd.Dir = home
			stderr, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			said := bufio.NewReader(stderr)
			if line, err := said.ReadString('\n'); err != nil || !strings.Contains(line, "mcpreview.yaml") {
				t.Fatalf("it said %q first (%v)", line, err)
			}
			began := time.Now()
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			rest, _ := io.ReadAll(said)
			if code := exitCode(cmd.Wait()); code != 2 || string(rest) != want {
				t.Errorf("exit code %d, %q, want %q", code, rest, want)
			}
			t.Logf("it took %v", time.Since(began))
			untouched(t, folder)
		})
		// The first byte on standard output comes after the files are in place; its
		// reader then takes no more, and the pipe is too small for the rest.
		t.Run("at the last step, "+sig.String(), func(t *testing.T) {
			folder, flags := targets(t)
			cmd := exec.CommandContext(t.Context(), program, append([]string{"report", "wide", "--format", "json"}, flags...)...)
			cmd.Dir = home
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := stdout.Read(make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
			if placed, err := os.ReadFile(filepath.Join(folder, "review.json")); err != nil || len(placed) < 1<<16 {
				t.Fatalf("no output is in place: %v", err)
			}
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			state, err := cmd.Process.Wait() // reads nothing, as Wait of cmd would not either
			if err != nil || state.ExitCode() != 2 {
				t.Errorf("%v, %v", state, err)
			}
			_ = cmd.Wait()
			if !strings.HasSuffix(stderr.String(), want) {
				t.Errorf("it said %q, want %q", stderr.String(), want)
			}
			untouched(t, folder)
		})
	}
}

// What was started to ignore a signal goes on ignoring it.
func TestIgnoredSignal(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the program itself, which no race detector sees")
	}
	cmd := exec.Command("sh", "-c", `trap '' INT HUP; "$0" demo --quiet & p=$!; kill -INT $p; kill -HUP $p; wait $p`, program)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// killsVariable is how many runs are killed; a few where it is not set.
const killsVariable = "MCPREVIEW_KILLS"

// Whenever a run is killed, every output is as it was, absent, or whole; what
// else is left looks like a temporary file, is no evidence, and does not disturb
// the next run.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the program itself, which no race detector sees")
	}
	runs := 40
	if n, err := strconv.Atoi(os.Getenv(killsVariable)); err == nil {
		runs = n
	}
	folder, flags := targets(t)
	evidence := t.TempDir()
	e := &evil{TB: t, folder: evidence}
	e.tools(list(300, func(i int) string { return named(fmt.Sprintf("t%d", i), `"properties":{"a":{"type":"string"}}`) }))
	command := func() *exec.Cmd {
		return exec.Command(program, append([]string{"report", evidence, "--quiet"}, flags...)...)
	}
	began := time.Now()
	if code := exitCode(command().Run()); code != 3 {
		t.Fatalf("exit code %d", code)
	}
	whole := make(map[string]string)
	for _, name := range outputs {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		whole[name] = string(data)
	}
	span := time.Since(began)
	random := rand.New(rand.NewPCG(4711, 1))
	ended, changed, litter := 0, 0, make(map[string]bool)
	for i := range runs {
		fresh := i%2 == 0 // else in place of what was there
		for _, name := range outputs {
			os.Remove(filepath.Join(folder, name))
			if content, was := asWas[name]; was && !fresh {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		cmd := command()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		sig := []os.Signal{os.Kill, syscall.SIGTERM, os.Interrupt}[i%3]
		timer := time.AfterFunc(time.Duration(random.Int64N(int64(span)*5/4)), func() { _ = cmd.Process.Signal(sig) })
		if code := exitCode(cmd.Wait()); code == 3 {
			ended++
		}
		timer.Stop()
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			name := entry.Name()
			data, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			switch want, known := whole[name]; {
			case known && string(data) == want:
				changed++
			case known && !fresh && string(data) == asWas[name] && asWas[name] != "":
			case known:
				t.Errorf("run %d, %v: %s has %d bytes that are neither the report nor what was there", i, sig, name, len(data))
			case litter[name]: // of a kill before
			case sig != os.Kill:
				t.Errorf("run %d, %v: %s was left", i, sig, name)
			case !strings.HasPrefix(name, ".mcpreview-") || filepath.Ext(name) != ".tmp":
				t.Errorf("run %d: %s does not look like a temporary file", i, name)
			default:
				litter[name] = true
			}
		}
	}
	t.Logf("%d runs within %v: %d came to their end, %d outputs were in place, %d temporary files left", runs, span, ended, changed, len(litter))
	// What a kill leaves beside the evidence is not read with it.
	if err := os.WriteFile(filepath.Join(evidence, ".mcpreview-1.tmp"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := exitCode(command().Run()); code != 3 {
		t.Errorf("a later run: exit code %d", code)
	}
	for name, want := range whole {
		if data, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(data) != want {
			t.Errorf("%s of a later run differs (%v)", name, err)
		}
	}
}
