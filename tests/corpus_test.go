package tests

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/report"
	"mcpreview/report/jsonform"
)

// corpus is a folder of the corpus of recordings, published cases and official
// schemas that MCPREVIEW_CORPUS names. Without one the test is skipped: the
// recordings are other people's text and no part of the project.
func corpus(t testing.TB, elements ...string) string {
	t.Helper()
	root := os.Getenv("MCPREVIEW_CORPUS")
	if root == "" {
		t.Skip("MCPREVIEW_CORPUS names no corpus of recorded evidence")
	}
	return filepath.Join(append([]string{root}, elements...)...)
}

// subfolders are the folders directly below a folder, in the order of their
// names. There is at least one.
func subfolders(t testing.TB, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		if e.IsDir() {
			found = append(found, filepath.Join(folder, e.Name()))
		}
	}
	if len(found) == 0 {
		t.Fatalf("%s holds no folder", folder)
	}
	return found
}

// existing are those of a folder's entries of these names that are there.
func existing(t testing.TB, folder string, names ...string) []string {
	t.Helper()
	var found []string
	for _, name := range names {
		path := filepath.Join(folder, name)
		_, err := os.Stat(path)
		if err == nil {
			found = append(found, path)
		} else if !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return found
}

// houseAt is the default policy under one protocol revision.
func houseAt(revision *protocol.Revision) policy.Policy {
	p := policy.Default()
	p.Revision = revision
	return p
}

// specAt is that policy under the specification's profile.
func specAt(revision *protocol.Revision) policy.Policy {
	p := houseAt(revision)
	p.Profile = rule.Spec
	return p
}

// reviewPaths reviews what lies at the paths, as the report command does.
func reviewPaths(t testing.TB, paths []string, p policy.Policy, jobs int) *report.Review {
	t.Helper()
	set, err := evidence.Load(paths, p, jobs)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	return report.Build(set, report.Options{Policy: p, Jobs: jobs})
}

func jsonOf(t testing.TB, r *report.Review) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jsonform.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
