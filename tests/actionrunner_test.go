package tests

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// A metadata is what action.yml says, as far as a runner looks at it.
type metadata struct {
	Inputs map[string]struct {
		Required bool
		Default  string
	}
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Using string
		Steps []step
	}
}

type step struct {
	Name, ID, If, Shell, Run, Uses string
	With, Env                      map[string]string
	ContinueOnError                bool `yaml:"continue-on-error"`
}

func readAction(t *testing.T) metadata {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var m metadata
	if err := yaml.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// A runner runs the action as GitHub's does: the steps of action.yml in their
// order, expressions evaluated, each script in its own shell with an
// environment of nothing but what a runner gives. Steps that use other actions
// are only recorded.
type runner struct {
	workspace string
	event     string         // its name
	payload   map[string]any // github.event
	inputs    map[string]string
	path      string   // a folder of programs before those of the system
	env       []string // beside what a runner gives
}

// An outcome is what came of a job.
type outcome struct {
	code    int    // of the step that ended the job; 0 where all went well
	log     string // what the steps printed
	summary string
	outputs map[string]string            // of the action
	steps   map[string]map[string]string // outputs by step, as they were set
	used    map[string]map[string]string // actions that would have run, by name, with their inputs
}

func (r runner) run(t *testing.T) outcome {
	t.Helper()
	m := readAction(t)
	temp := t.TempDir()
	o := outcome{outputs: map[string]string{}, steps: map[string]map[string]string{}, used: map[string]map[string]string{}}
	inputs := map[string]any{}
	for name, in := range m.Inputs {
		inputs[name] = r.interpolate(t, in.Default, map[string]any{"github": map[string]any{"token": ""}})
		if v, given := r.inputs[name]; given {
			inputs[name] = v
		}
	}
	actionPath, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	stepOutputs := map[string]any{}
	scope := map[string]any{
		"inputs": inputs, "steps": stepOutputs,
		"github": map[string]any{"event": r.payload, "event_name": r.event, "action_path": actionPath},
	}
	summary := filepath.Join(temp, "summary.md")
	for i, s := range m.Runs.Steps {
		if s.If != "" && r.interpolate(t, s.If, scope) != "true" {
			continue
		}
		if s.Uses != "" {
			with := map[string]string{}
			for k, v := range s.With {
				with[k] = r.interpolate(t, v, scope)
			}
			name, _, _ := strings.Cut(s.Uses, "@")
			o.used[name] = with
			continue
		}
		output := filepath.Join(temp, fmt.Sprint("output", i))
		script := filepath.Join(temp, fmt.Sprint("step", i, ".sh"))
		for file, text := range map[string]string{output: "", script: s.Run} {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
		cmd.Dir = r.workspace
		cmd.Env = []string{
			"PATH=" + r.path + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + temp, "GIT_CONFIG_NOSYSTEM=1",
			"GITHUB_ACTIONS=true", "GITHUB_ACTION_PATH=" + actionPath, "GITHUB_WORKSPACE=" + r.workspace, "GITHUB_REPOSITORY=owner/project",
			"GITHUB_EVENT_NAME=" + r.event, "GITHUB_OUTPUT=" + output, "GITHUB_STEP_SUMMARY=" + summary, "RUNNER_TEMP=" + temp,
		}
		cmd.Env = append(cmd.Env, r.env...)
		for k, v := range s.Env {
			cmd.Env = append(cmd.Env, k+"="+r.interpolate(t, v, scope))
		}
		log, err := cmd.CombinedOutput()
		o.log += string(log)
		set := readOutputs(t, output)
		o.steps[s.ID] = set
		values := map[string]any{}
		for k, v := range set {
			values[k] = v
		}
		stepOutputs[s.ID] = map[string]any{"outputs": values}
		var exited *exec.ExitError
		switch {
		case errors.As(err, &exited):
			if !s.ContinueOnError {
				o.code = exited.ExitCode()
			}
		case err != nil:
			t.Fatal(err)
		}
		if o.code != 0 {
			break
		}
	}
	for name, out := range m.Outputs {
		o.outputs[name] = r.interpolate(t, out.Value, scope)
	}
	if text, err := os.ReadFile(summary); err == nil {
		o.summary = string(text)
	}
	return o
}

// readOutputs reads name=value lines, the one form that the action writes.
func readOutputs(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		if !ok || set[name] != "" {
			t.Errorf("output %q", line)
		}
		set[name] = value
	}
	return set
}

var expression = regexp.MustCompile(`\$\{\{(.*?)\}\}`)

// interpolate evaluates the expressions in a text.
func (r runner) interpolate(t *testing.T, text string, scope map[string]any) string {
	t.Helper()
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		return evaluate(t, strings.TrimSpace(e[3:len(e)-2]), scope)
	})
}

// evaluate knows what the action uses of the language of expressions: names,
// strings, ==, !=, && and ||.
func evaluate(t *testing.T, e string, scope map[string]any) string {
	t.Helper()
	truthy := func(s string) bool { return s != "" && s != "false" }
	if parts := strings.Split(e, " || "); len(parts) > 1 {
		value := ""
		for _, p := range parts {
			if value = evaluate(t, p, scope); truthy(value) {
				break
			}
		}
		return value
	}
	if parts := strings.Split(e, " && "); len(parts) > 1 {
		value := ""
		for _, p := range parts {
			if value = evaluate(t, p, scope); !truthy(value) {
				break
			}
		}
		return value
	}
	for _, op := range []string{" == ", " != "} {
		if a, b, ok := strings.Cut(e, op); ok {
			return fmt.Sprint((evaluate(t, a, scope) == evaluate(t, b, scope)) == (op == " == "))
		}
	}
	if len(e) >= 2 && e[0] == '\'' && e[len(e)-1] == '\'' {
		return e[1 : len(e)-1]
	}
	if !regexp.MustCompile(`^[a-z_]+(\.[a-z_-]+)*$`).MatchString(e) {
		t.Fatalf("expression %q is more than this runner knows", e)
	}
	var value any = scope
	for _, name := range strings.Split(e, ".") {
		m, _ := value.(map[string]any)
		value = m[name]
	}
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case int:
		return fmt.Sprint(v)
	}
	t.Fatalf("expression %q is a %T", e, value)
	return ""
}

// A repository is a real one, of git.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) repository {
	t.Helper()
	for _, program := range []string{"git", "bash"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	r := repository{t, t.TempDir()}
	r.git("init", "--quiet", "--initial-branch=main")
	return r
}

func (r repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@t.example", "-c", "commit.gpgsign=false", "-c", "core.hooksPath=/dev/null"}, args...)...)
	cmd.Dir = r.dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return strings.TrimSpace(string(out))
}

// write writes a file; "" removes it.
func (r repository) write(name, text string) {
	r.t.Helper()
	file := filepath.Join(r.dir, name)
	if text == "" {
		if err := os.Remove(file); err != nil {
			r.t.Fatal(err)
		}
		return
	}
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
		r.t.Fatal(err)
	}
}

// commit commits everything and returns the commit.
func (r repository) commit() string {
	r.t.Helper()
	r.git("add", "--all", "--force")
	r.git("commit", "--quiet", "--allow-empty", "--message=x")
	return r.git("rev-parse", "HEAD")
}
