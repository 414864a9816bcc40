package tests

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// Servers that were not written here: examples of the official Go SDK and of
// another one, pinned in a module of their own.
const (
	officialSDK = "github.com/modelcontextprotocol/go-sdk/"
	anotherSDK  = "github.com/mark3labs/mcp-go/"
)

var otherServers = []struct {
	pkg   string
	http  func(address string) (args, env []string) // how it is told to listen; nil for a server over stdio
	tools int
}{
	{officialSDK + "examples/server/everything", nil, 10},
	{officialSDK + "conformance/everything-server", func(a string) ([]string, []string) { return []string{"-http", a}, nil }, 28},
	{anotherSDK + "examples/everything", nil, 6},
	{anotherSDK + "examples/conformance", func(a string) ([]string, []string) { return nil, []string{"CONFORMANCE_ADDR=" + a} }, 12},
}

// buildServer builds one from the module cache, without the network.
func buildServer(t *testing.T, pkg string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), path.Base(pkg))
	build := exec.Command("go", "build", "-o", out, pkg)
	build.Dir = "servers"
	build.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=readonly", "GOWORK=off")
	if said, err := build.CombinedOutput(); err != nil {
		t.Skipf("cannot be built from the module cache (go mod download in tests/servers fills it): %s", said)
	}
	return out
}

// Capture works with servers of both eras, over both transports, that were not
// written here.
func TestCaptureOtherServers(t *testing.T) {
	t.Parallel()
	skipShort(t)
	for _, s := range otherServers {
		t.Run(strings.ReplaceAll(strings.TrimPrefix(s.pkg, "github.com/"), "/", "_"), func(t *testing.T) {
			t.Parallel()
			server := buildServer(t, s.pkg)
			target := []string{"--", server}
			if s.http != nil {
				address := freePort(t)
				args, env := s.http(address)
				cmd := exec.Command(server, args...)
				cmd.Env = append(os.Environ(), env...)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				defer func() { cmd.Process.Kill(); cmd.Wait() }()
				listening(t, address)
				target = []string{"--url", "http://" + address + "/mcp"}
			}
			for _, revision := range []string{"2026-07-28", "2025-11-25"} {
				l := capture(t, nil, append([]string{"--protocol", revision}, target...)...)
				if l.code != 0 {
					t.Errorf("%s: exit code %d: %s", revision, l.code, l.stderr)
					continue
				}
				v := reviewOfLive(t, l.dir, revision)
				if len(v.Tools) != s.tools {
					t.Errorf("%s: %d tools, want %d", revision, len(v.Tools), s.tools)
				}
				passes := 0
				for _, listing := range v.Listings {
					if listing.Method == "tools/list" && listing.Complete {
						passes++
					}
				}
				if passes != 2 {
					t.Errorf("%s: %d complete passes over the tools, want 2", revision, passes)
				}
			}
		})
	}
}
