package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func write(t *testing.T, c Corpus) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := c.Write(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCorpusIsDeterministic(t *testing.T) {
	c := Corpus{Tools: 120, Pages: 3, Results: 600, Seed: 9}
	a, b := write(t, c), write(t, c)
	c.Seed++
	other := write(t, c)
	for _, file := range []string{"tools/page-001.json", "tools/page-003.json", "results.jsonl"} {
		x, y, z := read(t, a, file), read(t, b, file), read(t, other, file)
		if !bytes.Equal(x, y) || bytes.Equal(x, z) {
			t.Errorf("%s: the seed does not decide", file)
		}
	}
}

func read(t *testing.T, dir, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The corpus is like what Corpus says of it.
func TestCorpusIsRealistic(t *testing.T) {
	c := Corpus{Tools: 1000, Pages: 20, Results: 5000, Seed: 1}
	dir := write(t, c)
	lines := bytes.Split(bytes.TrimSpace(read(t, dir, "results.jsonl")), []byte("\n"))
	if len(lines) != c.Results {
		t.Fatalf("%d lines", len(lines))
	}
	structured := 0
	var sizes []int
	for _, l := range lines {
		sizes = append(sizes, len(l))
		if bytes.Contains(l, []byte(`"structuredContent"`)) {
			structured++
		}
	}
	slices.Sort(sizes)
	if m := sizes[len(sizes)/2]; m < 800 || m > 1300 || sizes[len(sizes)-1] < 50_000 {
		t.Errorf("records of %d bytes in the middle, %d at most", m, sizes[len(sizes)-1])
	}
	if share := structured * 100 / len(lines); share < 25 || share > 35 {
		t.Errorf("%d%% structured", share)
	}
	properties, deep, outputs := 0, 0, 0
	tools := c.tools(&random{c.Seed})
	for _, tool := range tools {
		if tool.output != nil {
			outputs++
		}
		properties += len(tool.input.fields)
		var schema any
		if err := json.Unmarshal(append(tool.input.schema(nil), '}'), &schema); err != nil {
			t.Fatal(err)
		}
		deep += depth(schema)
	}
	if mean := properties * 10 / len(tools); mean < 50 || mean > 65 {
		t.Errorf("%d.%d properties in the mean", mean/10, mean%10)
	}
	if mean := deep * 10 / len(tools); mean < 30 || mean > 42 {
		t.Errorf("%d.%d levels in the mean", mean/10, mean%10)
	}
	if outputs < 250 || outputs > 350 {
		t.Errorf("%d of 1000 with outputSchema", outputs)
	}
}

// depth is how deep objects and lists are nested.
func depth(v any) int {
	deepest := 0
	switch v := v.(type) {
	case map[string]any:
		for _, member := range v {
			deepest = max(deepest, depth(member))
		}
	case []any:
		for _, element := range v {
			deepest = max(deepest, depth(element))
		}
	default:
		return 0
	}
	return deepest + 1
}

// The floor and the review meet the same evidence, and both find the defects.
func TestFloorAndReviewAgree(t *testing.T) {
	c := Corpus{Tools: 300, Pages: 6, Results: 1000, Seed: 1}
	pages, results := c.Paths(write(t, c))
	floor, err := Floor(pages, results)
	if err != nil {
		t.Fatal(err)
	}
	r := review(t, asMarkdown, pages, results)
	if floor.Documents != c.Pages+c.Results || r.Verdict.Counts.Documents != floor.Documents {
		t.Errorf("%d documents, the review has %d", floor.Documents, r.Verdict.Counts.Documents)
	}
	// One in ten defects of results is a duplicate key, one is truncated.
	if defects := c.Results / defectEvery; floor.Unusable != defects/5 || r.Verdict.Counts.ResultsRejected < defects/2 {
		t.Errorf("of %d defects %d unusable, the review rejects %d", defects, floor.Unusable, r.Verdict.Counts.ResultsRejected)
	}
	// Four in six defects of tools are broken schemas.
	if floor.Broken != c.Tools/defectEvery*4/6 || r.Verdict.Counts.Rejected < c.Tools/defectEvery {
		t.Errorf("%d broken schemas, %d tools rejected", floor.Broken, r.Verdict.Counts.Rejected)
	}
	if floor.Validated < 200 || floor.Compiled < 350 || r.Verdict.Counts.ResultsAdmitted < c.Results*9/10 && r.Verdict.Counts.ResultsConditional == 0 {
		t.Errorf("%+v, %+v", floor, r.Verdict.Counts)
	}
}
