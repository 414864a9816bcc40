package tests

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// fenced are the blocks of one language in a page.
func fenced(t *testing.T, page, language string) []string {
	t.Helper()
	var all []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
		all = append(all, m[1])
	}
	return all
}

func ciPage(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// shell runs a script as the page means it: with the program in the path.
func shell(t *testing.T, dir, script string, env ...string) (out string, code int) {
	t.Helper()
	cmd := exec.Command("bash", "-eo", "pipefail", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH")), env...)
	text, err := cmd.CombinedOutput()
	if exited, ok := err.(*exec.ExitError); ok {
		return string(text), exited.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return string(text), 0
}

// Every script on the page is run, on evidence of each verdict.
func TestCIPageShell(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("jq is not installed")
	}
	scripts := fenced(t, ciPage(t), "sh")
	if len(scripts) != 3 {
		t.Fatalf("%d scripts", len(scripts))
	}
	for verdict, c := range map[string]struct {
		remove string
		codes  []int
		says   []string
	}{
		"APPROVE":     {"", []int{0, 0, 0}, []string{"::notice title=mcpreview APPROVE::", "approved\n", "moon_phase\nsunrise_time\n"}},
		"CONDITIONAL": {noFailure, []int{3, 3, 0}, []string{"::warning title=mcpreview CONDITIONAL::", "approved in part", "sunrise_time\n"}},
		"REFUSE":      {aPage, []int{1, 1, 1}, []string{"::error title=mcpreview REFUSE::", "refused\n", ""}},
	} {
		r := almanac(t)
		r.write("mcpreview.yaml", "{}\n")
		if c.remove != "" {
			r.write(c.remove, "")
		}
		for i, s := range scripts {
			if out, code := shell(t, r.dir, s); code != c.codes[i] || !strings.Contains(out, c.says[i]) {
				t.Errorf("%s: exit code %d, want %d and %q\n%s\n%s", verdict, code, c.codes[i], c.says[i], s, out)
			}
		}
	}
}

type ciJob struct {
	Permissions map[string]string
	Jobs        map[string]struct {
		Steps []struct {
			Uses, ID, If string
			With         map[string]string
		}
	}
	Review struct {
		Script    []string
		Artifacts struct {
			Paths   []string
			Reports map[string]string
		}
	} `yaml:"mcp-server-review"`
}

func ciJobs(t *testing.T) (github, gitlab ciJob) {
	t.Helper()
	blocks := fenced(t, ciPage(t), "yaml")
	if len(blocks) != 2 {
		t.Fatalf("%d blocks of YAML", len(blocks))
	}
	for i, j := range []*ciJob{&github, &gitlab} {
		if err := yaml.Unmarshal([]byte(blocks[i]), j); err != nil {
			t.Fatal(err)
		}
	}
	return github, gitlab
}

// The workflow gives the action inputs that it has, and the tables list them
// all.
func TestCIPageGitHub(t *testing.T) {
	page, m := ciPage(t), readAction(t)
	workflow, _ := ciJobs(t)
	if want := map[string]string{"contents": "read", "security-events": "write", "pull-requests": "write"}; !maps.Equal(workflow.Permissions, want) {
		t.Errorf("permissions %v", workflow.Permissions)
	}
	pinned := regexp.MustCompile(`^actions/[a-z-]+@[0-9a-f]{40}$`)
	ours := 0
	for _, s := range workflow.Jobs["review"].Steps {
		if !strings.HasSuffix(s.Uses, "/mcpreview@COMMIT") {
			if !pinned.MatchString(s.Uses) {
				t.Errorf("%s is not pinned", s.Uses)
			}
			continue
		}
		ours++
		for name := range s.With {
			if _, known := m.Inputs[name]; !known {
				t.Errorf("no input %s", name)
			}
		}
		for name, in := range m.Inputs {
			if _, given := s.With[name]; in.Required && !given {
				t.Errorf("input %s is missing", name)
			}
		}
	}
	if ours != 1 {
		t.Errorf("the action is used %d times", ours)
	}
	var rows []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| (.*?) \\|").FindAllStringSubmatch(page, -1) {
		rows = append(rows, row[1])
		if in := m.Inputs[row[1]]; strings.HasPrefix(row[2], "`") && row[2] != "`"+in.Default+"`" {
			t.Errorf("input %s has the default %q, the page says %s", row[1], in.Default, row[2])
		}
	}
	slices.Sort(rows)
	if inputs := slices.Sorted(maps.Keys(m.Inputs)); !slices.Equal(rows, inputs) {
		t.Errorf("the page lists the inputs %v, the action has %v", rows, inputs)
	}
	for name := range m.Outputs {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the page does not name the output %s", name)
		}
	}
}

// The job for GitLab runs on a clone, for a request that drops the policy.
func TestCIPageGitLab(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("jq is not installed")
	}
	_, job := ciJobs(t)
	script := strings.Join(job.Review.Script, "\n")
	for policy, want := range map[string]int{"{}\n": 0, strict: 3} {
		origin := almanac(t)
		origin.write("mcpreview.yaml", policy)
		origin.commit()
		clone := repository{t, filepath.Join(t.TempDir(), "clone")}
		origin.git("clone", "--quiet", "file://"+origin.dir, clone.dir)
		clone.write("mcpreview.yaml", "")
		clone.commit()
		out, code := shell(t, clone.dir, script, "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main")
		if code != want {
			t.Errorf("exit code %d, want %d\n%s", code, want, out)
		}
		for _, path := range append(job.Review.Artifacts.Paths, job.Review.Artifacts.Reports["codequality"]) {
			if _, err := os.Stat(filepath.Join(clone.dir, path)); err != nil {
				t.Error(err)
			}
		}
		text, err := os.ReadFile(filepath.Join(clone.dir, job.Review.Artifacts.Reports["codequality"]))
		if err != nil {
			t.Fatal(err)
		}
		var issues []struct {
			Description, CheckName, Fingerprint, Severity string
			Location                                      struct {
				Path  string
				Lines struct{ Begin int }
			}
		}
		if err := json.Unmarshal([]byte(strings.ReplaceAll(string(text), "check_name", "checkName")), &issues); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, i := range issues {
			if i.Description == "" || i.CheckName == "" || i.Fingerprint == "" || seen[i.Fingerprint] || !slices.Contains([]string{"critical", "major", "info"}, i.Severity) ||
				!strings.HasPrefix(i.Location.Path, captures) || i.Location.Lines.Begin < 1 {
				t.Errorf("%+v", i)
			}
			seen[i.Fingerprint] = true
		}
		if want == 3 && len(issues) == 0 {
			t.Error("what makes it CONDITIONAL is no issue")
		}
	}
}
