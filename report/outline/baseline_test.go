package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"mcpreview/report/outline"
	"mcpreview/report/reviewtest"
)

func TestChangesSinceApproval(t *testing.T) {
	r := reviewtest.Review()
	r.Tools = r.Tools[:1] // of one caller, so that none is named
	s := section(r, "changes")
	got := ""
	for _, row := range rows(t, s, "Tools that are not as they were approved") {
		got += strings.Join(row, " | ") + "\n"
	}
	want := `convert_units | changed | 6 differences: bound 1, text 1, type 1 and 3 more; accepts more; may return less
list_stations, was stations | renamed, accepted | 1 difference: name 1
wipe_history | removed | DESC-21 /name: "wipe_history" is in the lock but no longer listed
get_forecast | added | DESC-21 /name: not in the lock
rotate_key | omitted | DESC-21 /name: not in the lock: it was REJECT when the lock was written
`
	if got != want {
		t.Errorf("got %s", got)
	}
	got = ""
	for _, row := range rows(t, s, "Differences between the descriptors") {
		got += strings.Join(row, " | ") + "\n"
	}
	want = `convert_units | /description changed at character 12: from …"units" to …"any unit\u202e"
convert_units | /inputSchema/properties/value/type changed from number to number or string (accepts more)
convert_units | /outputSchema/properties/value/maximum lowered from 100 to 10 (may return less)
convert_units | and 3 more differences
list_stations, was stations | /name changed at character 1: from "stations" to "list_stations"
`
	if got != want {
		t.Errorf("got %s", got)
	}
	if head := words(s.Blocks[0].Text); !strings.Contains(head, "5 of 8 descriptors as approved, 1 changed, 1 renamed, 1 removed, 1 not in the lock, 1 not admitted when the lock was written.") {
		t.Errorf("got %s", head)
	}
	for _, b := range s.Blocks {
		if b.Table == nil {
			continue
		}
		for _, row := range b.Table.Rows {
			if accepted := strings.HasPrefix(words(row.Cells[0]), "list_stations"); accepted != (row.Level == outline.Minor) {
				t.Errorf("%s has level %d", words(row.Cells[0]), row.Level)
			}
		}
	}
}

func TestNothingChangedSinceApproval(t *testing.T) {
	r := reviewtest.Review()
	r.Baseline.Changes = nil
	r.Baseline.Changed, r.Baseline.Renamed, r.Baseline.Removed, r.Baseline.Added, r.Baseline.Omitted, r.Baseline.Unchanged = 0, 0, 0, 0, 0, 8
	s := section(r, "changes")
	if head := words(s.Blocks[0].Text); len(s.Blocks) != 1 || !strings.HasSuffix(head, "8 of 8 descriptors as approved.") {
		t.Errorf("%d blocks: %s", len(s.Blocks), head)
	}
	r.Baseline = nil
	if s := section(r, "changes"); s.Title != "" {
		t.Errorf("a section without a comparison: %+v", s)
	}
}

func TestManyDifferencesAreCounted(t *testing.T) {
	r := reviewtest.Review()
	c := r.Baseline.Changes[0]
	r.Baseline.Changes = nil
	for i := range 1000 {
		c.Tool = fmt.Sprint("tool", i)
		r.Baseline.Changes = append(r.Baseline.Changes, c)
	}
	r.Baseline.Changed = 20000
	s := section(r, "changes")
	if n := len(rows(t, s, "Tools that are not as they were approved")); n != 1000 {
		t.Errorf("%d tools", n)
	}
	if n := len(rows(t, s, "Differences between the descriptors")); n != 500 {
		t.Errorf("%d differences", n)
	}
	if last := words(s.Blocks[len(s.Blocks)-1].Text); last != "And 3500 more differences, which the JSON form of the review has." {
		t.Errorf("got %s", last)
	}
	if head := words(s.Blocks[0].Text); !strings.Contains(head, "keeps 1000 of them") {
		t.Errorf("got %s", head)
	}
}
