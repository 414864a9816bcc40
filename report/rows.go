package report

// Reports hold every row of results, mappings and exchanges up to rowLimit
// together; beyond it only what is not ADMIT, and of that at most rowsPerRule
// for each rule and tool, and rowLimit in all but for the first of each rule,
// so that memory does not follow the evidence.
const (
	rowLimit    = 10_000
	rowsPerRule = 20

	// blocksPerRow is how many blocks of a result are listed: those that are not
	// ADMIT before the others. Its reason and the findings speak for the rest.
	blocksPerRow = 100
)

// upTo cuts rows at the limit. They are sorted with what is not ADMIT, or blocks,
// first, and were all counted.
func upTo[T any](rows []T) []T { return rows[:min(len(rows), rowLimit)] }

// A rowKey groups rows that say the same of the same tool.
type rowKey struct{ rule, tool string }

// A row is one judged exchange with what it has to say.
type row struct {
	key      rowKey
	result   *Result
	mapping  *Mapping
	exchange *Exchange
}

// rows keeps rows under the limit.
type rows struct {
	all     []row // nil once over the limit
	over    bool
	notable []row
	seen    map[rowKey]int // while there is room
	rules   map[string]int
}

func (r *rows) add(w row) {
	if !r.over {
		r.all = append(r.all, w)
		if r.over = len(r.all) > rowLimit; r.over {
			r.all = nil
		}
	}
	if w.key.rule == "" {
		return
	}
	if r.seen == nil {
		r.seen, r.rules = make(map[rowKey]int), make(map[string]int)
	}
	switch {
	case len(r.notable) < rowLimit && r.seen[w.key] < rowsPerRule:
		r.seen[w.key]++
	case r.rules[w.key.rule] >= rowsPerRule:
		return
	}
	r.rules[w.key.rule]++
	r.notable = append(r.notable, w)
}

// kept is what the report shows, in the order of the evidence.
func (r *rows) kept() []row {
	if r.over {
		return r.notable
	}
	return r.all
}
