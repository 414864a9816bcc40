package tests

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"mcpreview/headers"
)

// A live is what one capture from outside said and left.
type live struct {
	dir            string
	code           int
	stdout, stderr string
}

// capture runs the program against a live server.
func capture(t *testing.T, env []string, args ...string) live {
	t.Helper()
	l := live{dir: filepath.Join(t.TempDir(), "evidence")}
	cmd := exec.Command(program, append([]string{"capture", "-o", l.dir}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	l.code, l.stdout, l.stderr = cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
	return l
}

// A verdict is what these tests read of a review.
type verdict struct {
	Verdict struct{ Decision, Reason string }
	Tools   []struct {
		Name, Decision, Rule, Reason, Caller string
	}
	Mappings []struct {
		Source                                             struct{ File string }
		Decision, Rule, Reason, Boundary, Category, Answer string
	}
	Matrix []struct {
		Row   int
		State string
	}
	Listings []struct {
		Method, Caller string
		Pass           int
		Decision       string
		Complete       bool
	}
	Findings []struct {
		Rule, Effect, Reason string
	}
	Completions []struct{ Caller, Decision, Reason string }
}

func reviewOfLive(t *testing.T, dir, revision string) verdict {
	t.Helper()
	out, err := exec.Command(program, "report", dir, "--format", "json", "--protocol", revision).Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() == 2) {
		t.Fatalf("%v: %s", err, exit.Stderr)
	}
	var v verdict
	if err := json.Unmarshal(out, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func (v verdict) tool(t *testing.T, name string) (decision, reason string) {
	t.Helper()
	for _, tool := range v.Tools {
		if tool.Name == name {
			return tool.Decision, tool.Reason
		}
	}
	t.Fatalf("no tool %s in %+v", name, v.Tools)
	return "", ""
}

const routeTool = `{"name":"route","description":"Sends a parcel.","inputSchema":{"type":"object","additionalProperties":false,"properties":{
"region":{"type":"string","x-mcp-header":"Region"},"count":{"type":"integer","x-mcp-header":"Count"},"fast":{"type":"boolean","x-mcp-header":"Fast"}}}}`

// routeServer is an endpoint with one tool whose arguments travel in headers. It
// looks at no header itself.
func routeServer(w http.ResponseWriter, r *http.Request) {
	var in struct {
		ID     json.RawMessage
		Method string
		Params struct {
			Name      string
			Arguments map[string]json.RawMessage
		}
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(body, &in) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	const hints = `"resultType":"complete","ttlMs":0,"cacheScope":"private"`
	say := func(status int, member string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,%s}`, in.ID, member)
	}
	switch {
	case in.Method == "server/discover":
		say(http.StatusOK, `"result":{`+hints+`,"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}`)
	case in.Method == "tools/list":
		say(http.StatusOK, `"result":{`+hints+`,"tools":[`+routeTool+`]}`)
	case in.Method == "tools/call" && in.Params.Name == "route":
		failed := in.Params.Arguments["region"] == nil
		say(http.StatusOK, fmt.Sprintf(`"result":{"resultType":"complete","isError":%t,"content":[{"type":"text","text":"region is needed: name one, or it went"}]}`, failed))
	case in.Method == "tools/call":
		say(http.StatusOK, `"error":{"code":-32602,"message":"no such tool"}`)
	default:
		say(http.StatusNotFound, `"error":{"code":-32601,"message":"no such method"}`)
	}
}

const routeCalls = `calls:
  - tool: route
    arguments: {region: eu-3, count: 42, fast: true}
    label: success
  - tool: route
    arguments: {region: "東", count: 9007199254740991}
    label: success
  - tool: route
    arguments: {region: " x ", count: -9007199254740991, fast: false}
  - tool: route
    arguments: {}
    label: failure
`

// A server that compares headers and body passes rows 7 to 9 of the matrix; one
// that does not is caught.
func TestCaptureHeaderProbes(t *testing.T) {
	t.Parallel()
	skipShort(t)
	bindings, err := headers.Bind([]byte(routeTool))
	if err != nil {
		t.Fatal(err)
	}
	lookup := func(name string) ([]headers.Binding, bool) { return bindings, name == "route" }
	calls := filepath.Join(t.TempDir(), "calls.yaml")
	if err := os.WriteFile(calls, []byte(routeCalls), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, h := range map[string]http.Handler{
		"strict": headers.Handler(http.HandlerFunc(routeServer), lookup),
		"lax":    http.HandlerFunc(routeServer),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(h)
			defer server.Close()
			l := capture(t, nil, "--url", server.URL, "--calls", calls, "--probe-headers")
			if l.code != 0 {
				t.Fatalf("exit code %d: %s", l.code, l.stderr)
			}
			v := reviewOfLive(t, l.dir, "2026-07-28")
			states := make(map[int]string)
			for _, row := range v.Matrix {
				states[row.Row] = row.State
			}
			wrong := make(map[string]int)
			for _, m := range v.Mappings {
				if m.Answer != "correct" {
					wrong[m.Category]++
				}
			}
			decision, reason := v.tool(t, "route")
			switch name {
			case "strict":
				if states[7] != "pass" || states[8] != "pass" || states[9] != "pass" || len(wrong) > 0 || decision != "ADMIT" {
					t.Errorf("rows 7 to 9: %s, %s, %s; wrong answers %v; %s %s", states[7], states[8], states[9], wrong, decision, reason)
				}
			case "lax":
				// Three arguments, each left out, doubled and changed.
				if states[9] != "fail" || wrong["missing"] != 3 || wrong["duplicate"] != 3 || wrong["mismatch"] != 3 || decision != "CONDITIONAL" {
					t.Errorf("row 9: %s; wrong answers %v; %s %s", states[9], wrong, decision, reason)
				}
			}
		})
	}
}

func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the program itself, which no race detector sees")
	}
}

// The same endpoint under several credentials is captured in one go, each caller
// by its own name, and what only some of them see is seen in the review.
func TestCaptureCallers(t *testing.T) {
	t.Parallel()
	skipShort(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if r.Header.Get("Authorization") == "Bearer admin-0123456789" && bytes.Contains(body, []byte(`"tools/list"`)) {
			w.Header().Set("Content-Type", "application/json")
			var in struct{ ID json.RawMessage }
			json.Unmarshal(body, &in)
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[%s,%s]}}`, in.ID, routeTool,
				`{"name":"purge","description":"d","inputSchema":{"type":"object"}}`)
			return
		}
		routeServer(w, r)
	}))
	defer server.Close()
	folder := t.TempDir()
	files := map[string]string{
		"callers.yaml": "callers:\n  - name: admin\n    headers: {Authorization: \"Bearer ${env:ADMIN_TOKEN}\"}\n  - name: guest\n",
		"calls.json":   `{"calls": [{"tool": "purge", "caller": "admin", "arguments": {}}, {"tool": "route", "arguments": {"count": 1E2}}]}`,
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	l := capture(t, []string{"ADMIN_TOKEN=admin-0123456789"}, "--url", server.URL,
		"--callers", filepath.Join(folder, "callers.yaml"), "--calls", filepath.Join(folder, "calls.json"))
	if l.code != 0 {
		t.Fatalf("exit code %d: %s", l.code, l.stderr)
	}
	v := reviewOfLive(t, l.dir, "2026-07-28")
	seen := make(map[string]bool)
	for _, tool := range v.Tools {
		seen[tool.Caller+" "+tool.Name] = true
	}
	if len(v.Tools) != 3 || !seen["admin purge"] || !seen["admin route"] || !seen["guest route"] {
		t.Errorf("tools %v", seen)
	}
	for name, want := range map[string]bool{
		"admin/results/001-purge.json": true, "guest/results/001-purge.json": false,
		"admin/results/002-route.json": true, "guest/results/002-route.json": true,
	} {
		if _, err := os.Stat(filepath.Join(l.dir, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	call, err := os.ReadFile(filepath.Join(l.dir, "guest/results/002-route.json"))
	if err != nil || !bytes.Contains(call, []byte(`["Mcp-Param-Count", "100"]`)) || !bytes.Contains(call, []byte(`"count":1E2`)) {
		t.Errorf("the number is not as it was written, or its copy is not: %s, %v", call, err)
	}
	noCanary(t, l, "0123456789")
}

// noCanary looks for a secret in what a capture said and wrote, and in what a
// report says of that.
func noCanary(t *testing.T, l live, secret string) {
	t.Helper()
	look := func(where, text string) {
		if strings.Contains(text, secret) {
			t.Errorf("%s holds the secret", where)
		}
	}
	look("standard output", l.stdout)
	look("standard error", l.stderr)
	err := filepath.WalkDir(l.dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			text, err := os.ReadFile(p)
			look(p, string(text))
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"text", "markdown", "html", "json", "sarif", "github"} {
		out, _ := exec.Command(program, "report", l.dir, "--format", format).CombinedOutput() // exits as the verdict says
		if len(out) == 0 {
			t.Errorf("%s: no report", format)
		}
		look(format, string(out))
	}
}

// A server that says in every answer what it was sent leaves nothing of it in
// what a capture or a report says or writes: neither of credentials, nor of a
// secret argument and its copy in a header.
func TestCaptureCanary(t *testing.T) {
	t.Parallel()
	skipShort(t)
	const secret = "canary-5f3a9c71"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		rec := httptest.NewRecorder()
		routeServer(rec, r)
		said := fmt.Sprintf("%s %s %s", r.Header.Get("Authorization"), r.Header.Get("Mcp-Param-Region"), r.URL.RawQuery)
		quoted, _ := json.Marshal(said + string(body))
		text := rec.Body.String()
		for _, old := range []string{`"Sends a parcel."`, `"no such tool"`, `"region is needed: name one, or it went"`} {
			text = strings.ReplaceAll(text, old, string(quoted))
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(rec.Code)
		io.WriteString(w, text)
	}))
	defer server.Close()
	calls := filepath.Join(t.TempDir(), "calls.yaml")
	if err := os.WriteFile(calls, []byte("calls:\n  - tool: route\n    arguments: {region: \"${env:REGION}\"}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	l := capture(t, []string{"TOKEN=Bearer " + secret, "REGION=é " + secret}, "--url", server.URL+"/?k=${env:TOKEN}",
		"--header-env", "Authorization=TOKEN", "--calls", calls, "--probe-headers")
	if l.code != 0 {
		t.Fatalf("exit code %d: %s", l.code, l.stderr)
	}
	noCanary(t, l, secret)
	// The copy still agrees with the body.
	for _, m := range reviewOfLive(t, l.dir, "2026-07-28").Mappings {
		if strings.HasSuffix(m.Source.File, "match.json") && m.Decision == "REJECT" && m.Category != "" {
			t.Errorf("%s: %s", m.Source.File, m.Reason)
		}
	}
}

// An interrupt ends the capture, and the server with it.
func TestCaptureInterrupted(t *testing.T) {
	t.Parallel()
	skipShort(t)
	folder := t.TempDir()
	pidFile := filepath.Join(folder, "pid")
	cmd := exec.Command(program, "capture", "-o", filepath.Join(folder, "evidence"), "--", "sh", "-c", "echo $$ >"+pidFile+"; exec sleep 1000")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := 0
	for pid == 0 {
		text, _ := os.ReadFile(pidFile)
		if strings.HasSuffix(string(text), "\n") {
			pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		}
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 2 {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
	if err := syscall.Kill(pid, 0); err == nil {
		syscall.Kill(pid, syscall.SIGKILL)
		t.Error("the server is left")
	}
	if list, err := os.ReadDir(folder); err != nil || len(list) > 1 {
		t.Errorf("left behind: %v, %v", list, err)
	}
}

// The way from a server to a verdict is one command.
func TestCaptureThenReport(t *testing.T) {
	t.Parallel()
	skipShort(t)
	server := httptest.NewServer(http.HandlerFunc(routeServer))
	defer server.Close()
	l := capture(t, nil, "--url", server.URL, "--report")
	if l.code != 1 || !strings.Contains(l.stdout, "REFUSE: 0 of 1 admitted yet") {
		t.Errorf("exit code %d: %s%s", l.code, l.stdout, l.stderr)
	}
}

// freePort is a port of loopback that nobody listens at.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// listening waits until somebody listens at an address.
func listening(t *testing.T, address string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		if c, err := net.DialTimeout("tcp", address, time.Second); err == nil {
			c.Close()
			return
		}
	}
	t.Fatal("the server does not listen")
}
