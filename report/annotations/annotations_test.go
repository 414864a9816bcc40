package annotations_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"mcpreview/internal/rule"
	"mcpreview/report"
	"mcpreview/report/annotations"
	"mcpreview/report/reviewtest"
)

func write(t *testing.T, r *report.Review) string {
	t.Helper()
	var b bytes.Buffer
	if err := annotations.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	reviewtest.Golden(t, "review.github", []byte(write(t, reviewtest.Review())))
}

func TestWriteError(t *testing.T) {
	if err := annotations.Write(reviewtest.FailingWriter{}, reviewtest.Review()); !errors.Is(err, reviewtest.ErrWrite) {
		t.Errorf("a full disk: %v", err)
	}
}

// A command is what a runner makes of a line.
type command struct {
	name       string
	properties map[string]string
	data       string
}

// parse reads a line as a runner does: the marker first thing in it, spaces
// aside, then the old one anywhere. An unknown name is no command.
func parse(line string) (command, bool) {
	known := func(name string) bool {
		switch strings.ToLower(name) {
		case "error", "warning", "notice", "debug", "group", "endgroup", "echo", "add-mask", "add-path", "add-matcher", "remove-matcher",
			"set-env", "set-output", "save-state", "stop-commands", "internal-set-repo-path":
			return true
		}
		return false
	}
	if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t\v\f"), "::"); ok {
		if info, data, ok := strings.Cut(rest, "::"); ok {
			name, parameters, _ := strings.Cut(info, " ")
			if known(name) {
				c := command{name, map[string]string{}, strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(data)}
				for _, p := range strings.Split(parameters, ",") {
					if k, v, ok := strings.Cut(strings.TrimSpace(p), "="); ok {
						c.properties[k] = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace(v)
					}
				}
				return c, true
			}
		}
	}
	for _, mark := range []string{"##[", "##vso[", "##teamcity["} {
		if strings.Contains(line, mark) {
			return command{name: mark}, true
		}
	}
	return command{}, false
}

func commands(t *testing.T, text string) []command {
	t.Helper()
	var all []command
	for line := range strings.Lines(text) {
		c, ok := parse(strings.TrimSuffix(line, "\n"))
		if !ok {
			t.Errorf("no command: %q", line)
		}
		all = append(all, c)
	}
	return all
}

func TestCommands(t *testing.T) {
	r := reviewtest.Review()
	r.Findings[3].Source.File = "a,b:c%/d=e.json"
	got := commands(t, write(t, r))
	// Three findings reject; of two that are conditions one is accepted; and
	// what is asked for holds up the verdict.
	var levels []string
	for _, c := range got {
		levels = append(levels, c.name)
	}
	if strings.Join(levels, " ") != "error error error warning warning warning" {
		t.Fatalf("levels %v", levels)
	}
	for i, c := range got[:4] {
		f := r.Findings[i]
		if c.properties["file"] != f.Source.File || c.properties["line"] != fmt.Sprint(f.Source.Line) || c.properties["col"] != fmt.Sprint(f.Source.Column) {
			t.Errorf("%s is at %v, want %+v", f.Rule, c.properties, f.Source)
		}
		if c.properties["title"] != "mcpreview "+f.Rule+" "+f.Name || !strings.Contains(c.data, f.Reason) {
			t.Errorf("%s says %q: %q", f.Rule, c.properties["title"], c.data)
		}
	}
	if _, placed := got[4].properties["file"]; placed || !strings.Contains(got[4].data, "EVID-03") {
		t.Errorf("what is asked for: %+v", got[4])
	}
	if last := got[5]; last.properties["title"] != "mcpreview CONDITIONAL" || last.data != r.Verdict.Reason {
		t.Errorf("the verdict: %+v", last)
	}
}

func TestVerdicts(t *testing.T) {
	for verdict, level := range map[string]string{report.Approve: "notice", report.Conditional: "warning", report.Refuse: "error", "": "error"} {
		r := reviewtest.Review()
		r.Findings, r.Verdict.Decision = nil, verdict
		r.Verdict.Counts.Findings, r.Verdict.Counts.Notes = 0, 0
		if got := commands(t, write(t, r)); len(got) != 1 || got[0].name != level {
			t.Errorf("%q: %+v", verdict, got)
		}
	}
}

// GitHub keeps ten of a level. The verdict is among them, and what is left out
// is told once.
func TestTooMany(t *testing.T) {
	for _, c := range []struct {
		effect, verdict string
		findings, shown int
		more            string
	}{
		{"reject", report.Refuse, 9, 9, ""},
		{"reject", report.Refuse, 10, 9, "1 more finding "},
		{"reject", report.Refuse, 3000, 9, "2991 more findings "},
		{"condition", report.Refuse, 10, 10, ""},
		{"condition", report.Refuse, 11, 10, "1 more finding "},
		{"condition", report.Conditional, 12, 9, "3 more findings "},
	} {
		r := reviewtest.Review()
		f := r.Findings[0]
		f.Effect = c.effect
		r.Findings = nil
		for i := range c.findings {
			f.Source.Line = i + 1
			r.Findings = append(r.Findings, f)
		}
		r.Verdict.Decision, r.Verdict.Counts.Findings, r.Verdict.Counts.Notes = c.verdict, c.findings, 0
		perLevel := map[string]int{}
		more := ""
		got := commands(t, write(t, r))
		for _, g := range got {
			if perLevel[g.name]++; g.name == "notice" {
				more = g.data
			}
		}
		shown := len(got) - 1
		if more != "" {
			shown--
		}
		if shown != c.shown || !strings.HasPrefix(more, c.more) || (more == "") != (c.more == "") {
			t.Errorf("%d of %s: %d shown, %q", c.findings, c.effect, shown, more)
		}
		for level, n := range perLevel {
			if n > annotations.MaxPerLevel {
				t.Errorf("%d of %s: %d of level %s", c.findings, c.effect, n, level)
			}
		}
		if got[0].properties["line"] != "1" {
			t.Errorf("%d of %s: the first is not shown first", c.findings, c.effect)
		}
	}
}

// The strongest are shown, wherever they stand; what the review itself left
// out is counted.
func TestStrongestFirst(t *testing.T) {
	r := reviewtest.Review()
	weak, strong := r.Findings[3], r.Findings[0]
	strong.Effect = rule.Refuse.String()
	r.Findings = []report.Finding{weak, weak, strong}
	r.Verdict.Counts.Findings, r.Verdict.Counts.Notes = 20000, 7
	got := commands(t, write(t, r))
	if len(got) != 5 || got[0].name != "error" || !strings.HasPrefix(got[3].data, "20004 more findings ") {
		t.Errorf("%+v", got)
	}
}

// Every rule has its turn before one comes again.
func TestEveryRuleHasItsTurn(t *testing.T) {
	r := reviewtest.Review()
	one, other := r.Findings[0], r.Findings[1]
	r.Findings = []report.Finding{one, one, one, other, other}
	r.Verdict.Counts.Findings, r.Verdict.Counts.Notes = 5, 0
	var rules []string
	for _, c := range commands(t, write(t, r))[:5] {
		rules = append(rules, strings.Fields(c.properties["title"])[1])
	}
	if got := strings.Join(rules, " "); got != "HDR-11 DESC-02 HDR-11 DESC-02 HDR-11" {
		t.Error(got)
	}
}

// checkHostile wants the commands that a plain review has, and no other.
func checkHostile(t *testing.T, s string) {
	t.Helper()
	r := reviewtest.Plant(s, true)
	for i := range r.Findings { // where an effect decides
		r.Findings[i].Effect = "reject"
	}
	text := write(t, r)
	got := commands(t, text)
	if len(got) != len(r.Findings) { // one is accepted, and one is the verdict
		t.Errorf("%.60q: %d commands", s, len(got))
	}
	for i, c := range got {
		if want := map[bool]string{true: "error", false: "warning"}[i < len(got)-1]; c.name != want {
			t.Errorf("%.60q: command %q, want %s", s, c.name, want)
		}
		for name := range c.properties {
			switch name {
			case "file", "line", "col", "title":
			default:
				t.Errorf("%.60q: parameter %q", s, name)
			}
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		for _, c := range line {
			if !unicode.IsPrint(c) || c == utf8.RuneError && !strings.ContainsRune(s, c) {
				t.Errorf("%.60q: U+%04X stands raw", s, c)
				break
			}
		}
		if strings.Contains(line, "##") || !utf8.ValidString(line) {
			t.Errorf("%.60q: %q", s, line)
		}
	}
}

func TestHostileTextStaysText(t *testing.T) {
	for _, s := range reviewtest.Hostile {
		checkHostile(t, s)
	}
	for _, s := range []string{
		"::error::x", "x\n::error::x", "x\r::stop-commands::t", "##[error]x", "x ##[stop-commands]t", "###[error]x", "####", "##vso[task.setvariable]x", "#\u200b#[error]",
		"%0A::error::x", "%250A", "%0D%0A", "x,file=/etc/passwd", "x::y", ":", "::", "a,line=1", "%3A%3A", "\u2028::error::x", "\x85::error::x", "title=x", "::add-mask::a",
	} {
		checkHostile(t, s)
	}
}

func FuzzWrite(f *testing.F) {
	for _, s := range reviewtest.Hostile {
		f.Add(s)
	}
	f.Fuzz(checkHostile)
}

func BenchmarkWrite(b *testing.B) {
	reviewtest.Benchmark(b, func(w io.Writer, r *report.Review) error { return annotations.Write(w, r) })
}
