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
)

// The names and places in action.yml are what other actions, callers and this
// project's own scripts rely on.
func TestActionFile(t *testing.T) {
	m := readAction(t)
	if m.Runs.Using != "composite" {
		t.Errorf("using %s", m.Runs.Using)
	}
	pinned := regexp.MustCompile(`^[a-z-]+/[a-z/-]+@[0-9a-f]{40}$`)
	for _, s := range m.Runs.Steps {
		switch {
		case s.Uses != "":
			if !pinned.MatchString(s.Uses) {
				t.Errorf("%s: %s is not pinned to a commit", s.Name, s.Uses)
			}
		case s.Shell != "bash" || !strings.HasPrefix(s.Run, "set -euo pipefail\n"):
			t.Errorf("%s: shell %s, script %q", s.Name, s.Shell, s.Run)
		case strings.Contains(s.Run, "${{"):
			t.Errorf("%s: an expression is put into the script's text", s.Name)
		}
	}
	if last := m.Runs.Steps[len(m.Runs.Steps)-1]; last.Name != "Gate" || last.If != "" || last.ContinueOnError {
		t.Errorf("the last step is %+v, and has to be the gate, whatever happened", last)
	}
	for name, in := range m.Inputs {
		if !in.Required && strings.Contains(in.Default, "${{") && name != "token" {
			t.Errorf("input %s has the default %s", name, in.Default)
		}
	}
}

func TestActionScripts(t *testing.T) {
	scripts, err := filepath.Glob(filepath.Join(root, "action", "*.sh"))
	if err != nil || len(scripts) < 4 {
		t.Fatalf("scripts %v: %v", scripts, err)
	}
	for _, check := range [][]string{{"bash", "-n"}, {"shellcheck", "-x", "--source-path", root}} {
		if _, err := exec.LookPath(check[0]); err != nil {
			t.Logf("%s is not installed", check[0])
			continue
		}
		for _, s := range scripts {
			if out, err := exec.Command(check[0], append(check[1:], s)...).CombinedOutput(); err != nil {
				t.Errorf("%s %s: %v\n%s", check[0], s, err, out)
			}
		}
	}
}

const captures = "captures/almanac"

// almanac is a repository with good evidence.
func almanac(t *testing.T) repository {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the program itself, which no race detector sees")
	}
	r := newRepository(t)
	if err := os.CopyFS(filepath.Join(r.dir, captures), os.DirFS(filepath.Join("testdata", "good"))); err != nil {
		t.Fatal(err)
	}
	return r
}

// job is the action on a repository as it stands.
func (r repository) job(event string, inputs map[string]string) runner {
	all := map[string]string{"evidence": captures + "\n", "binary": program}
	maps.Copy(all, inputs)
	return runner{workspace: r.dir, event: event, inputs: all}
}

// pull is a pull request of a repository, by name, against a base commit.
func (r repository) pull(base, head string, inputs map[string]string) runner {
	j := r.job("pull_request", inputs)
	j.payload = map[string]any{"pull_request": map[string]any{
		"number": 7, "base": map[string]any{"sha": base}, "head": map[string]any{"repo": map[string]any{"full_name": head}},
	}}
	return j
}

const (
	noFailure = captures + "/results/moon_phase.failure.json" // without it, the verdict is CONDITIONAL
	aPage     = captures + "/pages/page-2.json"               // without them, REFUSE
	sameRepo  = "owner/project"
	fork      = "stranger/project"

	// strict makes good evidence CONDITIONAL.
	strict = "require: [contexts]\n"
	// lax takes a missing failure result.
	lax = "accept:\n  - rule: EVID-06\n    tool: moon_phase\n    reason: it cannot fail\n    by: the author\n    until: 9999-12-31\n"
)

func TestActionOnPush(t *testing.T) {
	r := almanac(t)
	r.commit()
	o := r.job("push", nil).run(t)
	if o.code != 0 {
		t.Fatalf("exit code %d\n%s", o.code, o.log)
	}
	for name, want := range map[string]string{"verdict": "APPROVE", "exit-code": "0", "tools": "2", "admitted": "2", "conditional": "0", "rejected": "0"} {
		if o.outputs[name] != want {
			t.Errorf("output %s is %q, want %q", name, o.outputs[name], want)
		}
	}
	for _, name := range []string{"json", "markdown", "html", "sarif"} {
		if info, err := os.Stat(o.outputs[name]); err != nil || info.Size() == 0 || filepath.Dir(o.outputs[name]) != o.outputs["reports"] {
			t.Errorf("output %s is %q: %v", name, o.outputs[name], err)
		}
	}
	if !strings.Contains(o.summary, "APPROVE") || !strings.Contains(o.log, "::notice title=mcpreview APPROVE::") {
		t.Errorf("summary %q\nlog %q", o.summary, o.log)
	}
	if up := o.used["github/codeql-action/upload-sarif"]; up["category"] != "mcpreview" || up["sarif_file"] == "" {
		t.Errorf("upload %v", up)
	}
	if _, setUp := o.used["actions/setup-go"]; setUp {
		t.Error("Go is set up for a program that is there")
	}
	if status := r.git("status", "--porcelain"); status != "" {
		t.Errorf("the workspace was changed: %s", status)
	}
}

// A fork's token writes nothing, and there may be none at all: the verdict
// decides all the same.
func TestActionOnFork(t *testing.T) {
	for _, c := range []struct {
		remove  []string
		inputs  map[string]string
		code    int
		verdict string
	}{
		{nil, nil, 0, "APPROVE"},
		{[]string{noFailure}, nil, 3, "CONDITIONAL"},
		{[]string{noFailure}, map[string]string{"fail-on": "refuse"}, 0, "CONDITIONAL"},
		{[]string{aPage}, nil, 1, "REFUSE"},
		{[]string{aPage}, map[string]string{"fail-on": "refuse"}, 1, "REFUSE"},
	} {
		r := almanac(t)
		base := r.commit()
		for _, name := range c.remove {
			r.write(name, "")
		}
		r.commit()
		inputs := map[string]string{"comment": "true", "token": ""}
		maps.Copy(inputs, c.inputs)
		o := r.pull(base, fork, inputs).run(t)
		if o.code != c.code || o.outputs["verdict"] != c.verdict || !strings.Contains(o.summary, c.verdict) {
			t.Errorf("without %v: exit code %d, verdict %q, want %d, %s\n%s", c.remove, o.code, o.outputs["verdict"], c.code, c.verdict, o.log)
		}
		if len(o.used) != 0 || strings.Contains(o.log, "comment") {
			t.Errorf("used %v\n%s", o.used, o.log)
		}
	}
}

// Whoever changes the evidence may change the policy in the same request; it
// then changes nothing.
func TestActionTakesThePolicyOfTheBase(t *testing.T) {
	for name, c := range map[string]struct {
		policy        string // the input
		before, after map[string]string
		code          int
		says          string
	}{
		"policy dropped":             {"", map[string]string{"mcpreview.yaml": strict}, map[string]string{"mcpreview.yaml": ""}, 3, "EVID-10"},
		"policy weakened":            {"", map[string]string{"mcpreview.yaml": strict}, map[string]string{"mcpreview.yaml": "{}\n"}, 3, "EVID-10"},
		"policy added":               {"", nil, map[string]string{"mcpreview.yaml": lax, noFailure: ""}, 3, "EVID-06"},
		"policy of another name":     {"policies/house.yaml", map[string]string{"policies/house.yaml": strict, "mcpreview.yaml": "{}\n"}, map[string]string{"policies/house.yaml": lax}, 3, "EVID-10"},
		"policy of another, added":   {"policies/house.yaml", nil, map[string]string{"policies/house.yaml": lax, noFailure: ""}, 3, "the policy is not on the base branch"},
		"policy accepts":             {"", map[string]string{"mcpreview.yaml": lax}, map[string]string{noFailure: "", "mcpreview.yaml": strict}, 0, "APPROVE"},
		"policy made a link":         {"", map[string]string{"mcpreview.yaml": strict}, map[string]string{"mcpreview.yaml": "link"}, 3, "EVID-10"},
		"policy is a folder at base": {"policies", map[string]string{"policies/house.yaml": strict}, nil, 2, "no file on the base branch"},
		"policy damaged at base":     {"", map[string]string{"mcpreview.yaml": "require: 7\n"}, map[string]string{"mcpreview.yaml": "{}\n"}, 2, "mcpreview.yaml:1:10"},
	} {
		t.Run(name, func(t *testing.T) {
			r := almanac(t)
			for file, text := range c.before {
				r.write(file, text)
			}
			base := r.commit()
			for file, text := range c.after {
				if text == "link" {
					r.write(file, "")
					r.write("elsewhere.yaml", "{}\n")
					r.git("config", "core.symlinks", "true")
					if err := os.Symlink("elsewhere.yaml", filepath.Join(r.dir, file)); err != nil {
						t.Skip(err)
					}
					continue
				}
				r.write(file, text)
			}
			r.commit()
			inputs := map[string]string{}
			if c.policy != "" {
				inputs["policy"] = c.policy
			}
			o := r.pull(base, fork, inputs).run(t)
			if said := o.log + o.summary; o.code != c.code || !strings.Contains(said, c.says) {
				t.Errorf("exit code %d, want %d and %q\n%s", o.code, c.code, c.says, said)
			}
		})
	}
}

// Where no change is under review, the policy is the one that is there.
func TestActionPolicyOnPush(t *testing.T) {
	r := almanac(t)
	r.write("mcpreview.yaml", strict)
	r.commit()
	if o := r.job("push", nil).run(t); o.code != 3 || !strings.Contains(o.log, "EVID-10") {
		t.Errorf("exit code %d\n%s", o.code, o.log)
	}
}

// What changed since the approval is seen, whatever the request makes of the
// lock.
func TestActionTakesTheLockOfTheBase(t *testing.T) {
	const usual = "mcpreview.lock.json"
	for name, c := range map[string]struct {
		baseline      string // the input, and the name of the lock
		before, after bool   // whether the lock is made before and after the change
		code          int
		says          string
	}{
		"the lock stays":                {usual, true, false, 3, "DESC-21"},
		"the lock is made anew":         {usual, true, true, 3, "DESC-21"},
		"a lock of another name":        {"locks/almanac.json", true, true, 3, "DESC-21"},
		"no lock":                       {usual, false, false, 0, "APPROVE"},
		"a lock with the change":        {usual, false, true, 0, "APPROVE"},
		"no lock where one is expected": {"locks/almanac.json", false, false, 0, "the baseline is not on the base branch"},
	} {
		t.Run(name, func(t *testing.T) {
			r := almanac(t)
			lock := func() {
				if err := os.MkdirAll(filepath.Join(r.dir, filepath.Dir(c.baseline)), 0o755); err != nil {
					t.Fatal(err)
				}
				cmd := exec.Command(program, "lock", captures, "--quiet", "--output", c.baseline)
				cmd.Dir = r.dir
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			if c.before {
				lock()
			}
			base := r.commit()
			for _, pass := range []string{"", "pass-2/"} {
				page := captures + "/pages/" + pass + "page-1.json"
				text, err := os.ReadFile(filepath.Join(r.dir, page))
				if err != nil {
					t.Fatal(err)
				}
				r.write(page, strings.Replace(string(text), "When the sun rises", "When the sun sets", 1))
			}
			if c.after {
				lock()
			}
			r.commit()
			o := r.pull(base, fork, map[string]string{"baseline": c.baseline}).run(t)
			if o.code != c.code || !strings.Contains(o.log, c.says) {
				t.Errorf("exit code %d, want %d and %q\n%s", o.code, c.code, c.says, o.log)
			}
		})
	}
}

// Of an event that does not say what the change is against, nothing is taken
// from what was checked out.
func TestActionWithoutBase(t *testing.T) {
	r := almanac(t)
	base := r.commit()
	r.write("mcpreview.yaml", lax)
	r.write(noFailure, "")
	r.commit()
	for _, event := range []string{"pull_request", "pull_request_target", "issue_comment", "workflow_run", "merge_group"} {
		if o := r.job(event, nil).run(t); o.code != 2 || !strings.Contains(o.log, "base: ") {
			t.Errorf("%s: exit code %d\n%s", event, o.code, o.log)
		}
		if o := r.job(event, map[string]string{"base": base}).run(t); o.code != 3 || !strings.Contains(o.log, "EVID-06") {
			t.Errorf("%s: exit code %d\n%s", event, o.code, o.log)
		}
	}
	if o := r.job("push", map[string]string{"base": "main"}).run(t); o.code != 2 || !strings.Contains(o.log, "base: ") {
		t.Errorf("exit code %d\n%s", o.code, o.log)
	}
	j := r.job("merge_group", nil)
	j.payload = map[string]any{"merge_group": map[string]any{"base_sha": base}}
	if o := j.run(t); o.code != 3 || !strings.Contains(o.log, "EVID-06") || len(o.used) == 0 {
		t.Errorf("exit code %d, used %v\n%s", o.code, o.used, o.log)
	}
}

// A checkout has one commit unless it is told otherwise.
func TestActionOnShallowCheckout(t *testing.T) {
	origin := almanac(t)
	origin.write("mcpreview.yaml", strict)
	base := origin.commit()
	origin.write("mcpreview.yaml", "{}\n")
	origin.commit()
	origin.git("config", "uploadpack.allowAnySHA1InWant", "true")
	shallow := repository{t, filepath.Join(t.TempDir(), "clone")}
	origin.git("clone", "--quiet", "--depth=1", "file://"+origin.dir, shallow.dir)
	if o := shallow.pull(base, fork, nil).run(t); o.code != 3 || !strings.Contains(o.log, "EVID-10") {
		t.Errorf("exit code %d\n%s", o.code, o.log)
	}

	// What cannot be read is not made up.
	lost := repository{t, filepath.Join(t.TempDir(), "clone")}
	origin.git("clone", "--quiet", "--depth=1", "file://"+origin.dir, lost.dir)
	lost.git("remote", "set-url", "origin", "file:///nowhere")
	if o := lost.pull(base, fork, nil).run(t); o.code != 2 || !strings.Contains(o.log, "fetch-depth: 0") || o.outputs["verdict"] != "" {
		t.Errorf("exit code %d\n%s", o.code, o.log)
	}
}

// Nothing in the workspace becomes a command of the shell, of the runner, or an
// output of its own.
func TestActionWithHostileNames(t *testing.T) {
	r := almanac(t)
	page, err := os.ReadFile(filepath.Join(r.dir, captures, "results", "moon_phase.failure.json"))
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{
		"$(touch pwned).json", "`touch pwned`.json", "x;touch pwned;.json", "-o pwned.json", "--policy=x.json", "a\n::error::pwned\nverdict=APPROVE.json",
		"##[error]pwned.json", "::stop-commands::pwned.json", "%0A::error::pwned.json", "\x1b[31m\u202e.json", "a b  c.json", "*.json", "'\".json", "${{ github.token }}.json", "|x|.json", "<b>.json",
	} {
		r.write(captures+"/calls/"+name, strings.ReplaceAll(string(page), `"isError": true`, `"isError": `+[]string{"true", "7"}[i%2]))
	}
	r.write("other evidence/$(touch pwned)/::error::pwned.json", `{"neither":true}`)
	base := r.commit()
	o := r.pull(base, sameRepo, map[string]string{"evidence": "\n  " + captures + "\n\tother evidence \n"}).run(t)
	if o.code != 1 && o.code != 3 {
		t.Fatalf("exit code %d\n%s", o.code, o.log)
	}
	if left, _ := filepath.Glob(filepath.Join(r.dir, "*pwned*")); len(left) > 0 || r.git("status", "--porcelain") != "" {
		t.Errorf("left behind: %v", left)
	}
	want := []string{"admitted", "conditional", "exit-code", "html", "json", "markdown", "may-write", "rejected", "reports", "sarif", "tools", "upload", "verdict"}
	if got := slices.Sorted(maps.Keys(o.steps["review"])); !slices.Equal(got, want) {
		t.Errorf("outputs %v, want %v", got, want)
	}
	command := regexp.MustCompile(`^::(error|warning|notice)( [a-z]+=[^:,]*(,[a-z]+=[^:,]*)*)?::`)
	for line := range strings.Lines(o.log) {
		if !command.MatchString(line) || strings.Contains(line, "##") {
			t.Errorf("line %q of the log", line)
		}
	}
	if strings.ContainsAny(o.summary, "\x1b\u202e") {
		t.Error("a control stands in the summary")
	}
}

// What a caller gives is checked before it is used.
func TestActionInputs(t *testing.T) {
	r := almanac(t)
	base := r.commit()
	for name, c := range map[string]struct {
		inputs map[string]string
		says   string
	}{
		"no evidence":        {map[string]string{"evidence": " \n\n"}, "names no file"},
		"absent evidence":    {map[string]string{"evidence": "nowhere"}, "nowhere"},
		"fail-on":            {map[string]string{"fail-on": "never"}, "fail-on"},
		"name":               {map[string]string{"name": "a/../../b"}, "name"},
		"profile":            {map[string]string{"profile": "--help"}, "profile"},
		"protocol":           {map[string]string{"protocol": "1999-01-01"}, "protocol"},
		"binary":             {map[string]string{"binary": filepath.Join(r.dir, captures)}, ""},
		"binary is absent":   {map[string]string{"binary": "nowhere"}, "binary"},
		"server not in them": {map[string]string{"server": "another"}, ""},
	} {
		o := r.pull(base, sameRepo, c.inputs).run(t)
		if o.code == 0 || !strings.Contains(o.log, c.says) || o.outputs["verdict"] == "APPROVE" {
			t.Errorf("%s: exit code %d, verdict %q\n%s", name, o.code, o.outputs["verdict"], o.log)
		}
	}
	// What is not even begun has a summary that says so.
	o := r.pull(base, sameRepo, map[string]string{"evidence": "nowhere"}).run(t)
	if o.code != 2 || !strings.Contains(o.summary, "nothing is approved") || o.outputs["exit-code"] != "2" || len(o.used) != 0 {
		t.Errorf("exit code %d, summary %q, used %v", o.code, o.summary, o.used)
	}
}

// What code scanning would take for an open problem, or refuse the file for,
// is not uploaded.
func TestActionUpload(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("jq is not installed")
	}
	r := almanac(t)
	r.write("mcpreview.yaml", lax)
	r.write(noFailure, "")
	base := r.commit()
	o := r.pull(base, sameRepo, nil).run(t)
	results := func(file string) (all []map[string]any) {
		var log struct {
			Runs []struct{ Results []map[string]any }
		}
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &log)
		}
		if err != nil || len(log.Runs) != 1 {
			t.Fatalf("%s: %v", file, err)
		}
		return log.Runs[0].Results
	}
	whole, uploaded := results(o.outputs["sarif"]), results(o.used["github/codeql-action/upload-sarif"]["sarif_file"])
	accepted := 0
	for _, r := range whole {
		if r["suppressions"] != nil {
			accepted++
		}
	}
	if accepted == 0 || len(uploaded) >= len(whole) {
		t.Errorf("%d of %d results uploaded, %d accepted", len(uploaded), len(whole), accepted)
	}
	for _, r := range uploaded {
		if r["suppressions"] != nil || r["kind"] != "fail" || r["locations"] == nil {
			t.Errorf("uploaded: %v", r["message"])
		}
	}
}

// gh stands in for GitHub's program: it answers from files, and writes down
// what it is asked to write.
const gh = `#!/usr/bin/env bash
set -euo pipefail
here=$(dirname "$0")
echo "$*" >>"$here/calls"
[ ! -e "$here/forbidden" ] || exit 1
case "$*" in
"api user "*) exit 1 ;;
*--paginate*) all="$*" && jq -r "${all##*--jq }" "$here/comments" ;;
*"--method P"*) for a; do case $a in body=@*) cat "${a#body=@}" >"$here/body" ;; esac; done ;;
*) exit 1 ;;
esac
`

func TestActionComment(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("jq is not installed, and gh's stand-in needs it")
	}
	const marker = "<!-- mcpreview review: mcpreview -->"
	for name, c := range map[string]struct {
		comments  string
		forbidden bool
		inputs    map[string]string
		event     string
		calls     string // what the last call has to hold; "" for no call
	}{
		"first":             {`[]`, false, nil, "pull_request", "--method POST repos/owner/project/issues/7/comments"},
		"again":             {`[{"id":41,"body":"x","user":{"login":"a"}},{"id":42,"body":"` + marker + `\nold","user":{"login":"github-actions[bot]"}}]`, false, nil, "pull_request", "--method PATCH repos/owner/project/issues/comments/42 "},
		"somebody else's":   {`[{"id":42,"body":"` + marker + `\nADMIT","user":{"login":"stranger"}}]`, false, nil, "pull_request", "--method POST"},
		"quoted":            {`[{"id":42,"body":"> ` + marker + `","user":{"login":"github-actions[bot]"}}]`, false, nil, "pull_request", "--method POST"},
		"another name":      {`[{"id":42,"body":"` + marker + `\nold","user":{"login":"github-actions[bot]"}}]`, false, map[string]string{"name": "almanac"}, "pull_request", "--method POST"},
		"forbidden":         {`[]`, true, nil, "pull_request", "--paginate"},
		"not asked for":     {`[]`, false, map[string]string{"comment": "false"}, "pull_request", ""},
		"no token":          {`[]`, false, map[string]string{"token": ""}, "pull_request", ""},
		"target of a fork":  {`[]`, false, nil, "pull_request_target", ""},
		"answer is no list": {`{"message":"x"}`, false, nil, "pull_request", "--paginate"},
	} {
		t.Run(name, func(t *testing.T) {
			r := almanac(t)
			r.write(noFailure, "")
			base := r.commit()
			bin := t.TempDir()
			if err := os.WriteFile(filepath.Join(bin, "gh"), []byte(gh), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(bin, "comments"), []byte(c.comments), 0o644); err != nil {
				t.Fatal(err)
			}
			if c.forbidden {
				if err := os.WriteFile(filepath.Join(bin, "forbidden"), nil, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			inputs := map[string]string{"comment": "true", "token": "t0ken"}
			maps.Copy(inputs, c.inputs)
			j := r.pull(base, sameRepo, inputs)
			j.event, j.path = c.event, bin
			o := j.run(t)
			if o.code != 3 {
				t.Errorf("exit code %d: a comment is no part of the gate\n%s", o.code, o.log)
			}
			calls, _ := os.ReadFile(filepath.Join(bin, "calls"))
			lines := strings.Split(strings.TrimSpace(string(calls)), "\n")
			if last := lines[len(lines)-1]; (c.calls == "") != (last == "") || !strings.Contains(last, c.calls) {
				t.Errorf("last call %q, want %q\n%s", last, c.calls, o.log)
			}
			if strings.Contains(string(calls)+o.log+o.summary, "t0ken") {
				t.Error("the token is told")
			}
			if body, err := os.ReadFile(filepath.Join(bin, "body")); strings.Contains(c.calls, "--method") {
				if err != nil || !strings.HasPrefix(string(body), "<!-- mcpreview review: ") || !strings.Contains(string(body), "CONDITIONAL") {
					t.Errorf("comment %.100q: %v", body, err)
				}
			}
		})
	}
}

// Without a program, the action's own version is built.
func TestActionBuild(t *testing.T) {
	r := almanac(t)
	r.write("go.work", "go 1.26\nuse ./nowhere\n")
	r.commit()
	j := r.job("push", map[string]string{"binary": ""})
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		j.env = append(j.env, name+"="+strings.TrimSpace(string(value)))
	}
	o := j.run(t)
	if o.code != 0 || o.outputs["verdict"] != "APPROVE" {
		t.Errorf("exit code %d\n%s", o.code, o.log)
	}
	if with, setUp := o.used["actions/setup-go"]; !setUp || !strings.HasSuffix(with["go-version-file"], "/go.mod") {
		t.Errorf("Go is set up with %v", with)
	}
}
