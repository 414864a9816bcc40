package evidence

import (
	"slices"
	"testing"
	"testing/fstest"

	"mcpreview/internal/policy"
	"mcpreview/internal/recording"
)

// HTTP/2 has no case in header names, so headers recorded of it show none.
func TestVersionsWithoutCase(t *testing.T) {
	for version, want := range map[string]bool{`"HTTP/2"`: false, `"HTTP/3"`: false, `"HTTP/1.1"`: true, `"HTTP/20"`: true, `2`: true} {
		doc := `{"request":{"method":"tools/list"},"http":{"version":` + version + `,"headers":[["a","b"]]},"response":{"result":{"tools":[]}}}`
		set := LoadFS(fstest.MapFS{"a.json": {Data: []byte(doc)}}, policy.Default(), 1)
		proves, cannot := set.Files[0].Proof(set.Listings[0].Pages[0].Shown())
		aspect := recording.HeaderCase.String()
		if slices.Contains(proves, aspect) != want || slices.Contains(cannot, aspect) == want || !slices.Contains(proves, recording.HeaderLines.String()) {
			t.Errorf("%s: proves %q, cannot prove %q", version, proves, cannot)
		}
	}
}
