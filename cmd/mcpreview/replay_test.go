package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"mcpreview/replay"
	"mcpreview/report/conversation"
	"mcpreview/report/reviewtest"
	"mcpreview/samples"
)

// runReplay runs the command and returns what it said.
func runReplay(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(append([]string{"replay"}, args...), &out, &err)
	return code, out.String(), err.String()
}

// fixtureFile writes the built-in fixture with one text replaced, and returns
// its path.
func fixtureFile(t *testing.T, name, old, replacement string) string {
	t.Helper()
	text := string(samples.Conversations())
	if !strings.Contains(text, old) {
		t.Fatalf("%q does not stand in the fixture", old)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.Replace(text, old, replacement, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReplayBuiltIn(t *testing.T) {
	for _, format := range []string{"text", "markdown", "html"} {
		code, out, said := runReplay(t, "--format", format)
		if code != 0 || said != "" || !strings.Contains(strings.Join(strings.Fields(out), " "), "no official MCP conformance suite. A valid structure is no reason to trust content as instruction.") {
			t.Errorf("%s: exit code %d, %q", format, code, said)
		}
	}
	code, out, said := runReplay(t, "--format", "json")
	want := `{
  "status": "ok",
  "profile": "offline-mcp-teaching-profile-v2",
  "protocol_version": "2025-11-25",
  "case_count": 54,
  "passed": 16,
  "expected_failures": 38,
  "cases": [
    {
      "name": "handshake_in_steps",
      "status": "passed"
    },
`
	if code != 0 || said != "" || !strings.HasPrefix(out, want) || !strings.HasSuffix(out, "  ]\n}\n") {
		t.Errorf("exit code %d, %q\n%.500s", code, said, out)
	}
}

func TestReplayOutcomes(t *testing.T) {
	for _, tt := range []struct{ old, replacement, status, outcome string }{
		{`"expect": "pass"`, `"expect": "fail"`, "unexpected_pass", "unexpected pass"},
		{`"id": 1, "method": "ping"`, `"id": true, "method": "ping"`, "unexpected_failure", "unexpected failure"},
		{`"exactly one of result or error"`, `"Exactly one of result or error"`, "wrong_reason", "wrong reason"},
	} {
		path := fixtureFile(t, "f.json", tt.old, tt.replacement)
		code, out, said := runReplay(t, path, "--format", "json")
		if code != 1 || said != "" || !strings.Contains(out, `"status": "failed"`) || strings.Count(out, `"status": "`+tt.status+`"`) != 1 {
			t.Errorf("%s: exit code %d, %q", tt.status, code, said)
		}
		if n := strings.Count(out, `"name": `); n != 54 {
			t.Errorf("%s: %d cases are listed", tt.status, n)
		}
		code, out, _ = runReplay(t, path)
		if code != 1 || !strings.HasPrefix(out, "MCP conversation replay: failed") || !strings.Contains(out, tt.outcome) {
			t.Errorf("%s: exit code %d as text", tt.status, code)
		}
	}
}

func TestReplaySeveralFiles(t *testing.T) {
	good, bad := fixtureFile(t, "good.json", "{", "{"), fixtureFile(t, "bad.json", `"expect": "pass"`, `"expect": "fail"`)
	code, out, said := runReplay(t, "--format", "json", good, bad, good)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if code != 1 || said != "" || len(lines) != 3 {
		t.Fatalf("exit code %d, %q, %d lines", code, said, len(lines))
	}
	for i, want := range []string{"ok", "failed", "ok"} {
		var s replay.Summary
		if err := json.Unmarshal([]byte(lines[i]), &s); err != nil || s.Status != want {
			t.Errorf("line %d: %s, %v", i, s.Status, err)
		}
	}
	if _, out, _ := runReplay(t, good, bad); !strings.Contains(out, "Cases of good.json") || !strings.Contains(out, "Cases of bad.json") {
		t.Error("the files are not named")
	}
}

func TestReplayUnusable(t *testing.T) {
	folder := t.TempDir()
	broken := filepath.Join(folder, "broken.json")
	if err := os.WriteFile(broken, []byte("{\n  \"a\": 1,\n}"), 0o644); err != nil {
		t.Fatal(err)
	}
	big := filepath.Join(folder, "big.json")
	if err := os.WriteFile(big, bytes.Repeat([]byte(" "), replay.MaxBytes+1), 0o644); err != nil {
		t.Fatal(err)
	}
	good := fixtureFile(t, "good.json", "{", "{")
	for _, tt := range []struct{ path, want string }{
		{broken, "broken.json:2:9: RPL-04: invalid JSON: unexpected character U+002C at byte 10"},
		{big, "big.json:1:1: RPL-01: size limit: more than 2,000,000 bytes"},
		{folder, filepath.Base(folder) + ": RPL-06: unreadable: it is a folder"},
		{filepath.Join(folder, "missing.json"), "missing.json: RPL-06: unreadable: it does not exist"},
		{filepath.Join(good, "x.json"), "x.json: RPL-06: unreadable: it cannot be read"},
		{os.DevNull, filepath.Base(os.DevNull) + ": RPL-06: unreadable: it is not a regular file"},
		{filepath.Join(folder, "a\x1b[2J.json"), "a<U+001B>[2J.json: RPL-06: unreadable: it does not exist"},
	} {
		code, out, said := runReplay(t, good, tt.path)
		if code != 2 || out != "" || said != "mcpreview: replay: "+tt.want+"\n" {
			t.Errorf("exit code %d, %d bytes, %q; want %q", code, len(out), said, tt.want)
		}
		code, out, said = runReplay(t, tt.path, "--format", "json")
		var e struct{ Status, Message string }
		if err := json.Unmarshal([]byte(said), &e); err != nil || code != 2 || out != "" || e.Status != "error" || strings.Count(said, "\n") != 1 || strings.Contains(said, folder) {
			t.Errorf("exit code %d, %d bytes, %q", code, len(out), said)
		}
	}
	if code, _, said := runReplay(t, "--format", "xml"); code != 2 || !strings.Contains(said, "text, markdown, html, json") {
		t.Errorf("exit code %d, %q", code, said)
	}
}

func TestReplayRules(t *testing.T) {
	code, out, _ := runReplay(t, "--rules")
	if n := strings.Count(out, "\n"); code != 0 || n != len(replay.Teaching.Rules())+len(conversation.Rules()) || !strings.HasPrefix(out, "RPL-01   a file has") || !strings.Contains(out, "\nCONV-01  every message is one object") {
		t.Errorf("exit code %d, %d lines", code, n)
	}
}

// A case's name is its author's: it must not act on whoever reads the report.
func TestReplayHostileNames(t *testing.T) {
	plain := map[string]string{}
	for _, format := range []string{"text", "markdown", "html", "json"} {
		_, plain[format], _ = runReplay(t, "--format", format)
	}
	for _, name := range reviewtest.Hostile {
		if name == "" {
			continue
		}
		quoted := string(must(json.Marshal(name)))
		path := fixtureFile(t, "f.json", `"handshake_in_steps"`, quoted)
		for format, benign := range plain {
			code, out, said := runReplay(t, "--format", format, path)
			if code != 0 || said != "" {
				t.Fatalf("%s of %.40q: exit code %d, %q", format, name, code, said)
			}
			for _, r := range out {
				if r != '\n' && !unicode.IsPrint(r) {
					t.Errorf("%s of %.40q: U+%04X stands raw", format, name, r)
				}
			}
			if format == "html" {
				for _, tag := range []string{"<script", "<img", "<a ", "<iframe", "<svg", "<details", "<h1", "<input", "<!--", "</style"} {
					if strings.Count(out, tag) != strings.Count(benign, tag) {
						t.Errorf("%.40q brings %s into the page", name, tag)
					}
				}
			}
			if format == "markdown" && strings.Count(out, "\n") != strings.Count(benign, "\n") {
				t.Errorf("%.40q changes the lines of the Markdown", name)
			}
			var s replay.Summary
			if format == "json" && (json.Unmarshal([]byte(out), &s) != nil || string(s.Cases[0].Name) != name) {
				t.Errorf("%.40q came out as %.40q", name, s.Cases[0].Name)
			}
		}
	}
}
