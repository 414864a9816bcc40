package evidence

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"mcpreview/internal/policy"
)

// folderOfCalls are as many calls, one a file, beside a listing.
func folderOfCalls(n int) map[string]string {
	files := map[string]string{"pages/1.json": `{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}`}
	for i := range n {
		files[fmt.Sprintf("results/%04d.json", i)] = call(fmt.Sprint("t", i), "")
	}
	return files
}

// waits is how many files of a set wait.
func waits(set *Set) int {
	n := 0
	for _, c := range set.found {
		if c.waits {
			n++
		}
	}
	return n
}

// A file that waits for its call to be judged leaves the set, and gives the
// calls, that it would were it read before; whatever it turns out to be.
func TestWaiting(t *testing.T) {
	const odd = "ev/results/0030.json"
	becomes := func(text string) func(*testing.T) {
		return func(t *testing.T) { must(t, os.WriteFile(odd, []byte(text), 0o600)) }
	}
	replaced := func(by func() error) func(*testing.T) {
		return func(t *testing.T) { must(t, os.Remove(odd)); must(t, by()) }
	}
	for name, c := range map[string]struct {
		change   func(t *testing.T)
		settled  bool
		findings int
	}{
		"a call":             {func(*testing.T) {}, true, 0},
		"another call":       {becomes(call("other", ` `)), true, 0},
		"a bare result":      {becomes(`{"content":[]}`), true, 0},
		"two calls":          {becomes("[" + call("a", "") + "," + call("b", "") + "]"), true, 0},
		"a call cut short":   {becomes(call("a", "")[:100]), true, 0},
		"of two forms":       {becomes(call("a", `,"inputSchema":{}`)), true, 0},
		"cut before it says": {becomes(`{"request":`), true, 1},
		"empty":              {becomes(""), true, 1},
		"no evidence":        {becomes("{}"), true, 1},
		"many that are none": {becomes("[" + strings.Repeat("0,", findingsPerFile+9) + "0]"), true, findingsPerFile + 1},
		"of this program":    {becomes(`{"schemaVersion":1,"tool":{"name":"mcpreview"},"verdict":{}}`), true, 1},
		"too large":          {becomes(call("a", "") + strings.Repeat(" ", 9000)), true, 1},
		"gone":               {func(t *testing.T) { must(t, os.Remove(odd)) }, true, 1},
		"a folder":           {replaced(func() error { return os.Mkdir(odd, 0o700) }), true, 1},
		"a pipe":             {replaced(func() error { return syscall.Mkfifo(odd, 0o600) }), true, 1},
		"a link to a call":   {replaced(func() error { return os.Symlink("0001.json", odd) }), true, 0},
		"a link out of all":  {replaced(func() error { return os.Symlink("/etc/hostname", odd) }), true, 1},
		"a link to a page":   {replaced(func() error { return os.Symlink("../pages/1.json", odd) }), false, 0},
		"a page":             {becomes(exchangeText("tools/list", `{"tools":[]}`)), false, 0},
		"a handshake":        {becomes(exchangeText("initialize", `{"protocolVersion":"2025-06-18","capabilities":{}}`)), false, 0},
		"another exchange":   {becomes(exchangeText("resources/read", `{"contents":[]}`)), false, 0},
		"a descriptor":       {becomes(`{"name":"a","inputSchema":{}}`), false, 0},
		"a header mapping":   {becomes(`{"headerMapping":{"tool":"a","map":{}}}`), false, 0},
		"a log":              {becomes(note), false, 0},
		"a call and a page":  {becomes("[" + call("a", "") + "," + exchangeText("tools/list", `{"tools":[]}`) + "]"), false, 0},
		"everything is gone": {func(t *testing.T) { must(t, os.RemoveAll("ev/results")) }, true, 70},
		"everything is a page": {func(t *testing.T) {
			for i := range 70 {
				must(t, os.WriteFile(fmt.Sprintf("ev/results/%04d.json", i), []byte(exchangeText("tools/list", `{"tools":[]}`)), 0o600))
			}
		}, false, 0},
	} {
		for _, jobs := range []int{1, 3} {
			t.Run(fmt.Sprint(name, " ", jobs), func(t *testing.T) {
				t.Chdir(t.TempDir())
				write(t, "ev", folderOfCalls(70))
				p := policy.Default()
				p.Limits.DocumentBytes = 9000
				load := func() *Set {
					set, err := Load([]string{"ev"}, p, jobs)
					must(t, err)
					t.Cleanup(set.Close)
					return set
				}
				set, whole := load(), load()
				if waits(set) != 70 {
					t.Fatalf("%d files wait", waits(set))
				}
				c.change(t)
				whole.readAll(jobs)
				want := account(whole, jobs)
				var got []string
				one := func(c Call) string { return fmt.Sprint(c.Exchange == nil) }
				found, settled := Calls(set, jobs, one, func(s string) { got = append(got, s) })
				if settled != c.settled || len(found) != c.findings || waits(set) != 0 {
					t.Errorf("settled %t with %d findings, want %t and %d; %d wait", settled, len(found), c.settled, c.findings, waits(set))
				}
				if n := len(calls1(whole, 1)); settled && len(got) != n {
					t.Errorf("%d calls, want %d", len(got), n)
				}
				if account := account(set, jobs); account != want {
					t.Errorf("got\n%s\nwant\n%s", account, want)
				}
			})
		}
	}
}

// Calls come in the order of the evidence, whether they waited or not.
func TestOrderOfWaiting(t *testing.T) {
	files := fstest.MapFS{}
	for name, text := range folderOfCalls(80) {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	files["results/0005.jsonl"] = &fstest.MapFile{Data: []byte(call("line", "") + "\n")}
	files["a/0.json"] = &fstest.MapFile{Data: []byte(call("first", ""))}
	files["z.json"] = &fstest.MapFile{Data: []byte(call("last", ""))}
	whole := LoadFS(files, policy.Default(), 1)
	whole.readAll(1)
	want := calls1(whole, 1)
	for _, jobs := range []int{1, 2, 7} {
		set := LoadFS(files, policy.Default(), jobs)
		if waits(set) != 80 {
			t.Fatalf("%d files wait", waits(set))
		}
		wantList(t, "calls", calls1(set, jobs), want...)
	}
}

// Only files of a large folder wait, of which those looked at are calls.
func TestWhatWaits(t *testing.T) {
	page := exchangeText("tools/list", `{"tools":[]}`)
	for name, c := range map[string]struct {
		change func(files map[string]string)
		limit  int
		want   int
	}{
		"a large folder":        {func(map[string]string) {}, 1000, waitFrom},
		"less":                  {func(f map[string]string) { delete(f, "results/0005.json") }, 1000, 0},
		"a page at the start":   {func(f map[string]string) { f["results/0000.json"] = page }, 1000, 0},
		"a page at the end":     {func(f map[string]string) { f["results/0063.json"] = page }, 1000, 0},
		"lines among them":      {func(f map[string]string) { f["results/0005.jsonl"] = note }, 1000, waitFrom},
		"lines at the start":    {func(f map[string]string) { f["results/.jsonl"] = call("a", "") }, 1000, 0},
		"large at the start":    {func(f map[string]string) { f["results/0000.json"] += strings.Repeat(" ", smallBytes) }, 1000, 0},
		"as many as can be":     {func(map[string]string) {}, waitFrom + 1, waitFrom},
		"more than can be read": {func(map[string]string) {}, waitFrom, 0},
	} {
		files := folderOfCalls(waitFrom)
		c.change(files)
		tree := fstest.MapFS{}
		for name, text := range files {
			tree[name] = &fstest.MapFile{Data: []byte(text)}
		}
		p := policy.Default()
		p.Limits.Documents = c.limit
		set := LoadFS(tree, p, 1)
		if n := waits(set); n != c.want {
			t.Errorf("%s: %d files wait, want %d", name, n, c.want)
		}
		near, undigested := set.Bytes(), 0
		for _, f := range set.Files {
			if f.SHA256.String() == "" && f.Kind != "unreadable" {
				undigested++
			}
		}
		if undigested != c.want {
			t.Errorf("%s: %d files without a digest, want those that wait", name, undigested)
		}
		for settled := false; !settled; {
			_, settled = Calls(set, 1, func(Call) int { return 0 }, func(int) {})
		}
		if exact := set.Bytes(); near < exact*9/10 || near > exact*11/10 {
			t.Errorf("%s: %d bytes before all is read, %d after", name, near, exact)
		}
	}
}

// A file that waits is not known to be one that may be replaced, and is looked
// at.
func TestHoldsWhatWaits(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "ev", folderOfCalls(70))
	write(t, "ev", map[string]string{"results/0030.json": `{"schemaVersion":1,"tool":{"name":"mcpreview"},"verdict":{}}`})
	set := read(t, 1, "ev")
	if waits(set) != 70 {
		t.Fatalf("%d files wait", waits(set))
	}
	var held []string
	for _, name := range []string{"0029", "0030", "0031"} {
		info, err := os.Stat("ev/results/" + name + ".json")
		must(t, err)
		if set.Holds(info) {
			held = append(held, name)
		}
	}
	if !slices.Equal(held, []string{"0029", "0031"}) {
		t.Errorf("holds %s", held)
	}
}
