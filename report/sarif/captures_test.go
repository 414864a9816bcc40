package sarif_test

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/report"
)

// The largest recordings of real servers make logs that the standard's schema
// takes, and that hold nothing but text of theirs.
func TestCaptures(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and runs on one goroutine: the race detector, which is what short runs are for, has nothing to find")
	}
	corpus := os.Getenv("MCPREVIEW_CORPUS")
	if corpus == "" {
		t.Skip("MCPREVIEW_CORPUS is not set: no recordings of real servers")
	}
	folders, err := filepath.Glob(filepath.Join(corpus, "captures", "*", "pages"))
	if err != nil || len(folders) < 10 {
		t.Fatalf("%d captures: %v", len(folders), err)
	}
	size := make(map[string]int64)
	for i, pages := range folders {
		folders[i] = filepath.Dir(pages)
		err := filepath.WalkDir(folders[i], func(_ string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			size[folders[i]] += info.Size()
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.SortFunc(folders, func(a, b string) int { return cmp.Compare(size[b], size[a]) })
	largest := 10
	if testing.Short() {
		largest = 2
	}
	for _, folder := range folders[:largest] {
		name := filepath.Base(folder)
		p := policy.Default()
		set := evidence.LoadFS(os.DirFS(folder), p, 2)
		r := report.Build(set, report.Options{Policy: p, Jobs: 2})
		set.Close()
		log := write(t, r)
		valid(t, log)
		checkHostile(t, name, log)
		if got := read(t, log); len(got.Results) != len(r.Findings) || len(got.Results) == 0 || len(got.Artifacts) != len(r.Evidence) {
			t.Errorf("%s: %d results of %d findings, %d artifacts of %d files", name, len(got.Results), len(r.Findings), len(got.Artifacts), len(r.Evidence))
		}
	}
}
