package recording

import (
	"fmt"
	"strings"

	"mcpreview/internal/rule"
)

// shownNames is how many names a note lists.
const shownNames = 5

// A tally counts by name, in the order of first sight.
type tally struct {
	n     int
	order []string
	count map[string]int
}

func newTally() *tally { return &tally{count: make(map[string]int)} }

func (t *tally) add(name string) {
	t.n++
	if t.count[name]++; t.count[name] == 1 {
		t.order = append(t.order, name)
	}
}

// names lists the names with their counts.
func (t *tally) names() string {
	var parts []string
	for i, name := range t.order {
		if i == shownNames {
			parts = append(parts, fmt.Sprintf("%d more", len(t.order)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d", rule.Quote(name), t.count[name]))
	}
	return strings.Join(parts, ", ")
}
