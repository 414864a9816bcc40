package replay

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A recorded file is one whose verdicts another implementation gave.
type recorded struct {
	File             string `json:"file"`
	Exit             int    `json:"exit"` // 0, or 2 where the file or one of its cases must be found wrong
	CaseCount        int    `json:"case_count"`
	Passed           int    `json:"passed"`
	ExpectedFailures int    `json:"expected_failures"`
}

// TestRecordedVerdicts holds every verdict against those recorded beside the
// folder that MCPREVIEW_CORPUS names.
func TestRecordedVerdicts(t *testing.T) {
	corpus := os.Getenv("MCPREVIEW_CORPUS")
	if corpus == "" {
		t.Skip("MCPREVIEW_CORPUS is not set")
	}
	folder := filepath.Join(corpus, "..", "replay")
	data, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err != nil {
		t.Skip("no recorded verdicts beside MCPREVIEW_CORPUS")
	}
	var manifest struct {
		Files    []recorded
		Rejected []recorded
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	if len(manifest.Files) == 0 || len(manifest.Rejected) == 0 {
		t.Fatal("the manifest names no files")
	}
	for _, r := range manifest.Files {
		s := replayRecorded(t, filepath.Join(folder, r.File))
		switch {
		case r.Exit == 0 && (s == nil || s.Status != StatusOK || s.CaseCount != r.CaseCount || s.Passed != r.Passed || s.ExpectedFailures != r.ExpectedFailures):
			t.Errorf("%s: %+v, want %+v", r.File, s, r)
		case r.Exit != 0 && s != nil && s.Status == StatusOK:
			t.Errorf("%s: nothing was found wrong", r.File)
		}
	}
	for _, r := range manifest.Rejected {
		if s := replayRecorded(t, filepath.Join(folder, r.File)); s != nil && (s.Status != StatusOK || s.ExpectedFailures == 0) {
			t.Errorf("%s: neither refused nor with an expected failure", r.File)
		}
	}
}

// replayRecorded is the summary of a file; nil where it cannot be used.
func replayRecorded(t *testing.T, path string) *Summary {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Teaching.Parse(data, filepath.Base(path))
	if err != nil {
		var e *FileError
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", path, err)
		}
		return nil
	}
	return f.Run()
}
