package tests

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/report"
	"mcpreview/samples"
)

// Seeds of recordings: few and small, since the coverage of each is measured
// before any fuzzing begins.
const (
	seedCount = 12
	seedBytes = 4 << 10
)

// smallFiles are the smallest files of evidence below a folder, up to seedCount
// of them, sizes apart: equal ones are mostly alike.
func smallFiles(tb testing.TB, files fs.FS) []string {
	type file struct {
		name string
		size int64
	}
	var all []file
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(name) != ".json" {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Size() <= seedBytes {
			all = append(all, file{name, info.Size()})
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	slices.SortFunc(all, func(a, b file) int { return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.name, b.name)) })
	all = slices.CompactFunc(all, func(a, b file) bool { return a.size == b.size })
	step := 1 + len(all)/seedCount
	var texts []string
	for i := 0; i < len(all); i += step {
		data, err := fs.ReadFile(files, all[i].name)
		if err != nil {
			tb.Fatal(err)
		}
		texts = append(texts, string(data))
	}
	return texts
}

// Whatever two documents are, a review of them ends with a verdict, does not
// depend on how many are judged at a time, and is printed in every format; what
// a terminal gets has no character in it that does not print, and what was saved is
// read again. Evidence that does
// not name a single sound tool is never approved.
func FuzzReview(f *testing.F) {
	for _, text := range smallFiles(f, samples.Demo()) {
		f.Add(text, anyTool)
	}
	for _, text := range ownResults {
		f.Add(call(3, "any", "{}", text), anyTool)
	}
	for _, own := range ownTools {
		f.Add(strings.Join(own.calls(2, own.name(f)), "\n"), listOf(own.tool))
	}
	if corpus := os.Getenv("MCPREVIEW_CORPUS"); corpus != "" {
		for _, text := range smallFiles(f, os.DirFS(filepath.Join(corpus, "captures"))) {
			f.Add(text, anyTool)
		}
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		files := fstest.MapFS{"a.json": {Data: []byte(a)}, "pages/b.json": {Data: []byte(b)}, "any.failure.json": {Data: []byte(a)}, "c.jsonl": {Data: []byte(b + "\n" + a)}}
		p := policy.Default()
		build := func(jobs int) *report.Review {
			return report.Build(evidence.LoadFS(files, p, jobs), report.Options{Policy: p, Jobs: jobs})
		}
		r := build(1)
		if r.Verdict.Decision == report.Approve && r.Verdict.Counts.Admitted == 0 || r.Verdict.Reason == "" {
			t.Errorf("%s: %s", r.Verdict.Decision, r.Verdict.Reason)
		}
		for _, tool := range r.Tools {
			if (tool.Decision == "ADMIT") != (tool.Rule == "") || tool.Reason == "" {
				t.Errorf("tool %q is %s: %s %s", tool.Name, tool.Decision, tool.Rule, tool.Reason)
			}
		}
		out := written(t, r)
		for _, c := range out["text"] {
			if c != '\n' && !unicode.IsPrint(c) {
				t.Errorf("the text holds %U", c)
			}
		}
		if !json.Valid([]byte(out["json"])) {
			t.Error("the JSON form is none")
		}
		inertHTML(t, out["html"])
		carriedByJSON(t, r)
		if one, three := data(t, r), data(t, build(3)); !bytes.Equal(one, three) {
			t.Errorf("three at a time: %s", difference(one, three))
		}
	})
}
