package main

import (
	"bytes"
	"strings"
	"testing"

	"mcpreview/report/reviewtest"
)

// Reports are printed where builds run, and what runs them takes lines of a
// log for commands: those that begin with two colons, and those with two number
// signs and a bracket anywhere. No report has one that a server wrote.
func TestNoReportIsACommandInALog(t *testing.T) {
	attacks := []string{"::error::x", "::stop-commands::x", "x ::add-mask::y", "x\n::error::y", "##[error]x", "x ##vso[task.setvariable]y", "###[debug]x"}
	for _, s := range reviewtest.Some() {
		if strings.Contains(s, "::") || strings.Contains(s, "##") {
			attacks = append(attacks, s)
		}
	}
	for pad := 1; pad < 60; pad += 4 { // a long name is cut somewhere
		attacks = append(attacks, strings.Repeat("a", pad)+strings.Repeat("::error::x", 3))
	}
	for _, f := range formats {
		for _, s := range attacks {
			var b bytes.Buffer
			if err := f.write(&b, reviewtest.Plant(s, true), renderOptions{maxBytes: -1, width: 80}); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				started := strings.HasPrefix(strings.TrimSpace(line), "::") && f.name != "github"
				if started || strings.Contains(line, "##[") || strings.Contains(line, "##vso[") {
					t.Errorf("%s of %.40q: %.80q", f.name, s, line)
					break
				}
			}
		}
	}
}
