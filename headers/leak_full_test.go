package headers

import (
	"fmt"
	"testing"
)

// A search that was told of more than it keeps says so, and not before.
func TestSearchFull(t *testing.T) {
	var s Search
	for i := range secretsKept {
		s.Add(Secret{text: fmt.Sprintf("value-%d", i)})
	}
	s.Add(Secret{text: "value-0"})
	if s.Full() {
		t.Error("full at its bound")
	}
	s.Add(Secret{text: "one more"})
	if !s.Full() {
		t.Error("not full beyond its bound")
	}
}
