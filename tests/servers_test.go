package tests

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
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
	// recorded are recordings of the same version in the corpus, by revision.
	recorded map[string]string
}{
	{officialSDK + "examples/server/everything", nil, 10, nil},
	{officialSDK + "conformance/everything-server", func(a string) ([]string, []string) { return []string{"-http", a}, nil }, 28, nil},
	{anotherSDK + "examples/everything", nil, 6, map[string]string{"2025-11-25": "mcpgo-everything", "2026-07-28": "mcpgo-everything.modern"}},
	{anotherSDK + "examples/conformance", func(a string) ([]string, []string) { return nil, []string{"CONFORMANCE_ADDR=" + a} }, 12,
		map[string]string{"2026-07-28": "mcpgo-conformance"}},
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

// otherServer builds and, where it listens, starts a server; it returns how a
// capture names it.
func otherServer(t *testing.T, pkg string, listens func(address string) (args, env []string)) []string {
	t.Helper()
	server := buildServer(t, pkg)
	if listens == nil {
		return []string{"--", server}
	}
	address := freePort(t)
	args, env := listens(address)
	cmd := exec.Command(server, args...)
	cmd.Env = append(os.Environ(), env...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	listening(t, address)
	return []string{"--url", "http://" + address + "/mcp"}
}

// Capture works with servers of both eras, over both transports, that were not
// written here; and a review of it says of every tool what the review of an
// earlier recording of the same version says, made by other means with the same
// calls.
func TestCaptureOtherServers(t *testing.T) {
	t.Parallel()
	skipShort(t)
	for _, s := range otherServers {
		t.Run(strings.ReplaceAll(strings.TrimPrefix(s.pkg, "github.com/"), "/", "_"), func(t *testing.T) {
			t.Parallel()
			target := otherServer(t, s.pkg, s.http)
			for _, revision := range []string{"2026-07-28", "2025-11-25"} {
				v := captureOther(t, revision, nil, target)
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
			if len(s.recorded) == 0 {
				return
			}
			t.Run("recorded before", func(t *testing.T) {
				for revision, name := range s.recorded {
					folder := corpus(t, "captures", name)
					calls := filepath.Join(t.TempDir(), "calls.json")
					if err := os.WriteFile(calls, recordedCalls(t, folder), 0o644); err != nil {
						t.Fatal(err)
					}
					agreeOnTools(t, name, reviewOfLive(t, folder, revision), captureOther(t, revision, []string{"--calls", calls}, target))
				}
			})
		})
	}
}

func captureOther(t *testing.T, revision string, flags, target []string) verdict {
	t.Helper()
	l := capture(t, nil, slices.Concat([]string{"--protocol", revision}, flags, target)...)
	if l.code != 0 {
		t.Fatalf("%s: exit code %d: %s", revision, l.code, l.stderr)
	}
	return reviewOfLive(t, l.dir, revision)
}

// agreeOnTools wants the same decision by the same rule for every tool.
func agreeOnTools(t *testing.T, name string, before, now verdict) {
	t.Helper()
	if len(before.Tools) == 0 || len(before.Tools) != len(now.Tools) {
		t.Errorf("%s: %d tools, recorded before %d", name, len(now.Tools), len(before.Tools))
	}
	for _, tool := range before.Tools {
		for _, other := range now.Tools {
			if other.Name == tool.Name && (other.Decision != tool.Decision || other.Rule != tool.Rule) {
				t.Errorf("%s, %s: %s, recorded before %s", name, tool.Name, other.Reason, tool.Reason)
			}
		}
	}
}

// recordedCalls are the calls of a recording as a file of calls, in the order in
// which they were made.
func recordedCalls(t *testing.T, folder string) []byte {
	t.Helper()
	type recorded struct {
		Label   string
		Request struct {
			ID     int
			Params struct {
				Name         string
				Arguments    json.RawMessage
				RequestState json.RawMessage
				Responses    json.RawMessage `json:"inputResponses"`
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "results", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no results, %v", folder, err)
	}
	var all []recorded
	for _, file := range files {
		data, err := os.ReadFile(file)
		var r recorded
		if err == nil {
			err = json.Unmarshal(data, &r)
		}
		if err != nil {
			t.Fatal(err)
		}
		p := r.Request.Params
		if filepath.Base(file) != "unknown-tool.json" && p.Name != "" && p.RequestState == nil && p.Responses == nil {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b recorded) int { return a.Request.ID - b.Request.ID })
	type call struct {
		Tool      string          `json:"tool"`
		Arguments json.RawMessage `json:"arguments,omitempty"`
		Label     string          `json:"label,omitempty"`
	}
	var calls []call
	for _, r := range all {
		calls = append(calls, call{r.Request.Params.Name, r.Request.Params.Arguments, r.Label})
	}
	out, err := json.Marshal(map[string]any{"calls": calls})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
