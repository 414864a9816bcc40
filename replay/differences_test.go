package replay

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestDifferences plays every example of where the revision and the course
// differ, of those beside the folder that MCPREVIEW_CORPUS names: each case as
// a file of its own, since one alone may make a file unusable.
func TestDifferences(t *testing.T) {
	corpus := os.Getenv("MCPREVIEW_CORPUS")
	if corpus == "" {
		t.Skip("MCPREVIEW_CORPUS is not set")
	}
	files, err := filepath.Glob(filepath.Join(corpus, "..", "replay", "differences", "*.json"))
	if err != nil || len(files) == 0 {
		t.Skip("no differences beside MCPREVIEW_CORPUS")
	}
	for _, path := range files {
		for _, example := range alone(t, path) {
			f, err := Spec.Parse(example.text, filepath.Base(path))
			switch {
			case err != nil && example.mustPass:
				t.Errorf("%s: %v", example.name, err)
			case err == nil:
				if c := f.Run().Cases[0]; !c.AsExpected() {
					t.Errorf("%s: %s %s", example.name, c.Status, c.Reason)
				}
			}
		}
	}
}

type example struct {
	name     string
	mustPass bool
	text     []byte
}

// alone are the cases of a file, each as the only one of it. Numbers keep their
// spelling.
func alone(t *testing.T, path string) []example {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]json.RawMessage
	var cases []json.RawMessage
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file["cases"], &cases); err != nil {
		t.Fatal(err)
	}
	var all []example
	for _, one := range cases {
		var c struct{ Name, Expect string }
		if err := json.Unmarshal(one, &c); err != nil {
			t.Fatal(err)
		}
		file["cases"] = append(append([]byte("["), one...), ']')
		text, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, example{c.Name, c.Expect == "pass", text})
	}
	return all
}
