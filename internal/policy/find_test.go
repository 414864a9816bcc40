package policy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "home/mcpreview.yaml"), "{}")
	write(t, filepath.Join(root, "home/page.json"), "{}")
	write(t, filepath.Join(root, "home/evidence/page.json"), "{}")
	write(t, filepath.Join(root, "home/captures/almanac/pages/page.json"), "{}")
	write(t, filepath.Join(root, "away/evidence/page.json"), "{}")
	link(t, filepath.Join(root, "away/evidence"), filepath.Join(root, "home/linked"))
	link(t, filepath.Join(root, "home/page.json"), filepath.Join(root, "away/linked.json"))
	t.Chdir(filepath.Join(root, "home"))
	tests := []struct {
		name, path, relation string // "" where the policy is used
	}{
		{"a folder of a folder", "captures/almanac", ""},
		{"with a slash", "captures/almanac/", ""},
		{"a file in a folder", "evidence/page.json", ""},
		{"elsewhere", "../away/evidence", ""},
		{"elsewhere, absolute", filepath.Join(root, "away"), ""},
		{"the working directory", ".", "under"},
		{"the folder around it", "..", "under"},
		{"absolute", root, "under"},
		{"spelt with a detour", "evidence/..", "under"},
		{"the whole disk", "/", "under"},
		{"a folder beside", "evidence", "beside"},
		{"with a slash, beside", "./evidence/", "beside"},
		{"absolute, beside", filepath.Join(root, "home/evidence"), "beside"},
		{"a file beside", "page.json", "beside"},
		{"a link beside", "linked", "beside"},
		{"a link elsewhere to a file beside", "../away/linked.json", "beside"},
		{"the policy itself", "mcpreview.yaml", "beside"},
		{"nothing", "none", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, paths := range [][]string{{tt.path}, {"captures/almanac", tt.path}} {
				file, withheld, err := Find(paths)
				if err != nil {
					t.Fatal(err)
				}
				if tt.relation == "" {
					if file != "mcpreview.yaml" || withheld != "" {
						t.Errorf("%v: %q, %q", paths, file, withheld)
					}
					continue
				}
				if want := "mcpreview.yaml is not used: it lies " + tt.relation + " " + tt.path + ","; file != "" || !strings.HasPrefix(withheld, want) {
					t.Errorf("%v: %q, %q, want %q", paths, file, withheld, want)
				}
			}
		})
	}
}

// A policy that is a link counts as lying where it leads to as well.
func TestFindFollowsThePolicy(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "away/policies/ours.yaml"), "{}")
	write(t, filepath.Join(root, "away/evidence/page.json"), "{}")
	write(t, filepath.Join(root, "home/captures/almanac/page.json"), "{}")
	link(t, filepath.Join(root, "away/policies/ours.yaml"), filepath.Join(root, "home/mcpreview.yaml"))
	t.Chdir(filepath.Join(root, "home"))
	for path, used := range map[string]bool{"captures/almanac": true, "../away/evidence": true, "../away/policies": false, "../away": false} {
		if file, withheld, err := Find([]string{path}); (file != "") != used || (withheld == "") != used || err != nil {
			t.Errorf("%s: %q, %q, %v", path, file, withheld, err)
		}
	}
}

func TestFindNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	if file, withheld, err := Find([]string{"."}); file != "" || withheld != "" || err != nil {
		t.Errorf("%q, %q, %v", file, withheld, err)
	}
	link(t, "nowhere", "mcpreview.yaml")
	if file, _, err := Find([]string{"."}); file != "" || err == nil {
		t.Errorf("a link that leads nowhere: %q, %v", file, err)
	}
}

func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Fatal(err)
	}
}
