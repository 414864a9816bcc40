package pagination

import (
	"mcpreview/internal/rule"
)

// A tally keeps one finding for each thing said, however often it is said:
// hostile evidence can repeat a fault on every page. The zero value is empty.
type tally struct {
	entries []*tallied
	byKey   map[string]*tallied
}

type tallied struct {
	finding rule.Finding
	count   int
}

// add counts what the key names. The finding is made for the first occurrence,
// and its place alone is kept of the second.
func (t *tally) add(key string, find func() rule.Finding) {
	e := t.byKey[key]
	if e == nil {
		if t.byKey == nil {
			t.byKey = make(map[string]*tallied)
		}
		t.byKey[key] = &tallied{find(), 1}
		t.entries = append(t.entries, t.byKey[key])
		return
	}
	if e.count++; e.count == 2 {
		e.finding.Related = append(e.finding.Related, find().At)
	}
}

// findings are in the order of their first occurrence.
func (t *tally) findings() []rule.Finding {
	var all []rule.Finding
	for _, e := range t.entries {
		f := e.finding
		if e.count > 1 {
			f.Text += " (and " + rule.Count(e.count-1, "more such place") + ")"
		}
		all = append(all, f)
	}
	return all
}
