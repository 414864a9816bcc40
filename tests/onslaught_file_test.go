package tests

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// fileOnslaughts are folders that no recorder wrote.
var fileOnslaughts = []onslaught{
	{name: "what is no file", exit: 3, found: []string{"EVID-14 is not a regular file", "EVID-14 is a link that leaves"}, tools: spared, make: func(e *evil) {
		e.tools()
		e.must(os.Mkdir(e.path("folder.json"), 0o755))
		e.must(syscall.Mkfifo(e.path("pipe.json"), 0o644))
		_ = syscall.Mknod(e.path("zero.json"), syscall.S_IFCHR|0o644, 1<<8|5) // the superuser's alone
		for name, target := range map[string]string{"out.json": "/etc/passwd", "up.json": "../../../../etc/passwd", "loop.json": "loop.json", "a.json": "b.json", "b.json": "a.json",
			"zeros.json": "/dev/zero", "proc.json": "/proc/self/mem", "folder": ".", "sub.json": "folder.json", "nowhere.json": "nowhere", "tty.json": "/dev/tty"} {
			e.must(os.Symlink(target, e.path(name)))
		}
		if l, err := net.Listen("unix", filepath.Join(e.folder, "s.json")); err == nil { // not where the name is too long
			e.Cleanup(func() { l.Close() })
		}
	}},
	{name: "names", exit: 3, found: []string{"EVID-14"}, tools: spared, make: func(e *evil) {
		e.tools()
		for i, name := range []string{"new\nline", "\r", "\x1b[2J\x1b]0;t\x07", "\u202egnp", "\u200b", "\xff\xfe", "-o", "--policy", "-", "a#2", "a\\b", "..", "...", "$(id)", "`id`", "<script>", "|x", "%s%n", "~", "*", " ", "\u0430",
			strings.Repeat("l", 250), "CON", "con.", "\U000e0041"} {
			if i < 5 {
				e.text(name+".jsonl", "{}\n")
			}
			e.text(name+".json", "{}")
			if name != ".." {
				e.text(name+"/x.json", "{}")
			}
		}
	}},
	{name: "1,000 folders deep", exit: 3, found: []string{"EVID-14 is a folder below 100 others"}, tools: spared, make: func(e *evil) {
		e.tools()
		dir, err := os.OpenRoot(e.folder)
		e.must(err)
		for range 1000 {
			e.must(dir.Mkdir("d", 0o755))
			next, err := dir.OpenRoot("d")
			e.must(err)
			dir.Close()
			dir = next
		}
		e.must(dir.WriteFile("x.json", []byte("{}"), 0o644))
		dir.Close()
	}},
	{name: "1,000 links to one file", exit: 3, tools: spared, make: func(e *evil) {
		e.tools()
		e.text("one.json", `{"log":[]}`)
		for i := range 1000 {
			e.must(os.Symlink("one.json", e.path(fmt.Sprintf("l%d.json", i))))
			e.must(os.Link(e.path("one.json"), e.path(fmt.Sprintf("h%d.json", i))))
		}
		e.text("bad.json", "{}")
	}},
	{name: "what may not be read", exit: 3, found: []string{"EVID-14"}, tools: spared, make: func(e *evil) {
		e.tools()
		e.text("closed.json", "{}")
		e.text("closed/x.json", "{}")
		e.must(os.Chmod(e.path("closed.json"), 0))
		e.must(os.Chmod(e.path("closed"), 0))
		e.Cleanup(func() { os.Chmod(filepath.Join(e.folder, "closed"), 0o755) })
		// The superuser reads those. Not this: its name is as long as names may be, and its folder too.
		e.must(os.Symlink(strings.Repeat("n/", 100)+"x", e.path("far.json")))
	}},
}

// refusedPolicy is a review that ends at its policy.
func refusedPolicy(name, says string, pieces ...string) onslaught {
	return onslaught{name: "policy: " + name, exit: 2, says: `mcpreview: policy\.yaml` + says + `\n`, flags: []string{"report", "ev", "--policy", "policy.yaml"}, make: func(e *evil) {
		e.tools()
		e.text("../policy.yaml", pieces...)
	}}
}

// refusedReplay is a replay that ends at its file.
func refusedReplay(name, says string, pieces ...string) onslaught {
	return onslaught{name: "replay: " + name, exit: 2, says: `mcpreview: replay: ` + says + `\n`, flags: []string{"replay", "ev/f.json"}, make: func(e *evil) { e.text("f.json", pieces...) }}
}

// commandOnslaughts are against what the evidence is not: the policy, and replay.
var commandOnslaughts = []onslaught{
	refusedPolicy("aliases that multiply", `:1:4: anchors and aliases are not read in a policy`, "a: &a [x,x,x,x,x,x,x,x,x]\n", strings.Repeat("b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n", 1)),
	refusedPolicy("deep", `:1.*`, strings.Repeat("[", 900_000)),
	refusedPolicy("deep maps", `:.*`, strings.Repeat("{a: ", 200_000)),
	refusedPolicy("large", `.*`, strings.Repeat("# x\n", mib)),
	refusedPolicy("binary", `:1: not UTF-8`, "\xff\xfe\x00"),
	refusedPolicy("zeros", `:1.*`, strings.Repeat("\x00", kib)),
	refusedPolicy("a limit beyond all", `:2:14: .*`, "limits:\n  documents: 99999999999999999999999999\n"),
	refusedPolicy("a million keys", `:1:1: unknown key .*`, strings.Repeat("k: 1\n", 200_000)),
	{name: "policy: a pipe", exit: 2, says: `mcpreview: policy\.yaml: not a regular file\n`, flags: []string{"report", "ev", "--policy", "policy.yaml"}, make: func(e *evil) {
		e.tools()
		e.must(syscall.Mkfifo(e.path("../policy.yaml"), 0o644))
	}},

	refusedReplay("deep", `f\.json:1:65: .*nesting limit.*`, strings.Repeat("[", 900_000)),
	refusedReplay("large", `f\.json:1:1: .*size limit.*`, strings.Repeat(" ", 40*mib)),
	refusedReplay("a long number", `f\.json:.*4300 digits`, `{"a":`, strings.Repeat("1", mib), `}`),
	refusedReplay("one name many times", `f\.json:.*duplicate.*`, `{`, times(100_000, `"a":0`), `}`),
	refusedReplay("a flood", `f\.json:.*`, `{"cases":[`, times(900_000, `0`), `]}`),
	refusedReplay("cases", `f\.json:.*`, `{"schemaVersion":1,"cases":[`, times(90_000, `{"id":"a","steps":[]}`), `]}`),
	refusedReplay("bytes", `f\.json:.*`, "\xff\xfe{\x00}"),
	{name: "replay: a pipe", exit: 2, says: `mcpreview: replay: f\.json: .*not a regular file\n`, flags: []string{"replay", "ev/f.json"}, make: func(e *evil) { e.must(syscall.Mkfifo(e.path("f.json"), 0o644)) }},
	{name: "report of a pipe", exit: 2, says: `mcpreview: ev/f\.json: not a regular file or folder\n`, flags: []string{"report", "ev/f.json"}, make: func(e *evil) { e.must(syscall.Mkfifo(e.path("f.json"), 0o644)) }},
	{name: "report of a device", exit: 2, says: `mcpreview: /dev/zero: not a regular file or folder\n`, flags: []string{"report", "/dev/zero"}, make: func(e *evil) {}},
	{name: "report of a loop", exit: 2, says: `mcpreview: ev/l\.json: .*\n`, flags: []string{"report", "ev/l.json"}, make: func(e *evil) { e.must(os.Symlink("l.json", e.path("l.json"))) }},
}
