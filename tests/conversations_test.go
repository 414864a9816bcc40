package tests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mcpreview/replay"
	"mcpreview/report/conversation"
)

// TestConversations replays the conversations of the corpus: one that breaks no
// rule is admitted, any other rejected.
func TestConversations(t *testing.T) {
	graded := 0
	for _, folder := range subfolders(t, corpus(t, "cases")) {
		text, err := os.ReadFile(filepath.Join(folder, "case.json"))
		if err != nil {
			t.Fatal(err)
		}
		var c corpusCase
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", folder, err)
		}
		if c.Surface != "conversation" {
			continue
		}
		files, err := filepath.Glob(filepath.Join(folder, "conversation", "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s holds no conversation: %v", folder, err)
		}
		for _, file := range files {
			graded++
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Base(file)
			recorded, err := replay.ParseConversation(data, name)
			if err != nil || !replay.IsConversation(data) {
				t.Errorf("%s: %s is no conversation: %v", c.ID, name, err)
				continue
			}
			s := conversation.Run(recorded, name)
			got := "ADMIT"
			if s.Status != replay.StatusOK {
				got = "REJECT"
			}
			want := c.whole()
			if own := c.Expected.PerFile["conversation/"+name]; own != "" && len(c.Expected.Acceptable) == 0 {
				want = []string{own}
			}
			if !slices.Contains(want, got) {
				t.Errorf("%s: %s is %s, want %v (%s)\n  right because: %s\n  said: %s", c.ID, name, got, want, c.Expected.ReasonKind, c.Why, s.Cases[0].Reason)
			}
		}
	}
	if graded == 0 {
		t.Error("no conversation was read")
	}
}
