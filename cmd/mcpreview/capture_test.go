package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"mcpreview/capture"
)

// parsed is what the flags of a capture come to.
func parsed(words ...string) (capture.Options, error) {
	var got capture.Options
	cmd := captureCommand(func(_ *captureFlags, _ *cobra.Command, o capture.Options) error {
		got = o
		return nil
	})
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetArgs(words)
	return got, cmd.Execute()
}

func writeFiles(t *testing.T, contents map[string]string) {
	t.Helper()
	for name, text := range contents {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The examples in the help are complete: their flags are read, with the files
// that they name.
func TestCaptureExamples(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TOKEN", "0123456789")
	writeFiles(t, map[string]string{
		"calls.yaml":   "calls:\n  - tool: echo\n    arguments: {text: hello}\n    label: success\n",
		"callers.yaml": "callers:\n  - name: admin\n    headers: {Authorization: \"Bearer ${env:TOKEN}\"}\n",
	})
	n := 0
	for line := range strings.Lines(newCapture().Example) {
		line = strings.NewReplacer("'Authorization: Bearer ${env:TOKEN}'", "Authorization:${env:TOKEN}").Replace(line)
		o, err := parsed(strings.Fields(line)[2:]...)
		if err != nil || len(o.Callers) != 1 || o.Dir != "evidence" || (o.URL == "") == (len(o.Command) == 0) {
			t.Errorf("%s: %v, %+v", strings.TrimSpace(line), err, o)
		}
		n++
	}
	if n == 0 {
		t.Error("no example")
	}
}

func TestCaptureUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TOKEN", "0123456789")
	t.Setenv("SHORT", "abc")
	writeFiles(t, map[string]string{"calls.yaml": "calls: []\n", "bad.yaml": "calls:\n  - tol: x\n", "callers.yaml": "callers:\n  - name: pages\n",
		"http.yaml": "callers:\n  - name: a\n    headers: {X: value}\n", "stdio.yaml": "callers:\n  - name: a\n    env: {X: value}\n",
		"literal.yaml": "callers:\n  - name: a\n    env: {GITHUB_TOKEN: canary}\n"})
	for _, c := range []struct{ words, want string }{
		{"-- server", "no folder for the evidence: name one with -o DIR"},
		{"-o d", "no server: give -- COMMAND ARGS..., or --url URL"},
		{"-o d server", "put -- before the command of the server, so that its flags are not taken for those of capture"},
		{"-o d --url http://x -- server", "two servers: give -- COMMAND ARGS... or --url URL, not both"},
		{"-o d --header A:b -- server", "--header and --header-env are for --url: a command gets environment variables, with --server-env"},
		{"-o d --url http://x --server-env A", "--server-env and --pass-env are for a command: an endpoint gets headers, with --header-env"},
		{"-o d --url ftp://x", "--url: begins with neither http:// nor https://"},
		{"-o d --url http://x --header-env Authorization=sk-live-1", "--header-env: is not the name of an environment variable: name the variable, not its value"},
		{"-o d --url http://x --header-env Authorization=SHORT", "--header-env: environment variable SHORT has fewer than 8 bytes: so short a secret cannot be told from other text in a recording"},
		{"-o d --url http://x --header-env X=ghp_abc", "--header-env: the environment variable that is named is not set; its name is not repeated here, since it may be a secret: name the variable, not its value"},
		{"-o d --pass-env ghp_abc -- s", "--pass-env: the environment variable that is named is not set; its name is not repeated here, since it may be a secret: name the variable, not its value"},
		{"-o d --pass-env TOKEN -- s", "--pass-env: environment variable TOKEN is a credential, by its name or a password in it: pass it with --server-env, which keeps it out of the recording"},
		{"-o d --url http://x --header X-Api-Key:canary", `--header: header "X-Api-Key" is named as a credential is, and its value is written out: name an environment variable instead, as ${env:VARIABLE}`},
		{"-o d --url http://x?api_key=canary", `--url: query member "api_key" is named as a credential is, and its value is written out: name an environment variable instead, as ${env:VARIABLE}`},
		{"-o d --url http://x --header-env Mcp-Name=TOKEN", "--header-env: header Mcp-Name is the transport's to set"},
		{"-o d --url http://x --header Authorization", "--header: write it as 'NAME: VALUE'"},
		{"-o d --server-env A=NOT_SET -- s", "--server-env: environment variable NOT_SET is not set"},
		{"-o d --pass-env NOT_SET -- s", "--pass-env: environment variable NOT_SET is not set"},
		{"-o d --protocol 2020 -- s", `--protocol: protocol revision "2020" is not one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28`},
		{"-o d --calls bad.yaml -- s", `bad.yaml:2:5: unknown key "tol" in a call; known: tool, arguments, label, caller`},
		{"-o d --calls none.yaml -- s", "none.yaml: no such file or directory"},
		{"-o d --callers callers.yaml -- s", `callers.yaml:2:11: name: "pages" must be of letters, digits, "-", "_" and ".", no longer than 60, and not the name of a folder of evidence`},
		{"-o d --callers http.yaml -- s", "http.yaml: caller a has headers, which are for --url: a command gets env"},
		{"-o d --callers stdio.yaml --url http://x", "stdio.yaml: caller a has env, which is for a command: an endpoint gets headers"},
		{"-o d --callers literal.yaml -- s", `literal.yaml:3:25: variable "GITHUB_TOKEN" is named as a credential is, and its value is written out: name an environment variable instead, as ${env:VARIABLE}`},
		{"-o d --probe-headers --calls calls.yaml -- s", "--probe-headers is for --url: there are no headers over standard input"},
		{"-o d --probe-headers --url http://x", "--probe-headers tries calls that you list: name them with --calls FILE"},
		{"-o d --timeout 0s -- s", "--timeout and --total-timeout must be longer than nothing"},
	} {
		if _, err := parsed(strings.Fields(c.words)...); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.words, err, c.want)
		}
	}
	if _, err := os.Stat("d"); err == nil {
		t.Error("a folder was made")
	}
}

// A value that was given where a name belongs is not repeated, and neither is
// one that stands in a file.
func TestCaptureTellsNoSecret(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TOKEN", "canary-0123456789")
	writeFiles(t, map[string]string{"calls.yaml": "calls:\n  - tool: x\n    arguments: {a: \"${env:TOKEN}\"}\n    caller: nobody\n"})
	for _, words := range [][]string{
		{"capture", "-o", "d", "--url", "http://127.0.0.1:1/", "--header-env", "Authorization=canary-0123456789"},
		{"capture", "-o", "d", "--url", "http://127.0.0.1:1/?k=${env:TOKEN}", "--header-env", "Authorization=TOKEN"},
		{"capture", "-o", "d", "--calls", "calls.yaml", "--", "none"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(words, &stdout, &stderr)
		if said := stdout.String() + stderr.String(); code != exitUnusable || strings.Contains(said, "canary") {
			t.Errorf("%q: exit code %d, said %q", words, code, said)
		}
	}
}
