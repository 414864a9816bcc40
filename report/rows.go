package report

// Reports hold every row of results, mappings and exchanges up to rowLimit
// together; beyond it only what is not ADMIT, and of that at most rowsPerRule
// for each rule and tool, so that memory does not follow the evidence.
const (
	rowLimit    = 10_000
	rowsPerRule = 20
)

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
	seen    map[rowKey]int
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
		r.seen = make(map[rowKey]int)
	}
	if r.seen[w.key]++; r.seen[w.key] <= rowsPerRule {
		r.notable = append(r.notable, w)
	}
}

// kept is what the report shows, in the order of the evidence.
func (r *rows) kept() []row {
	if r.over {
		return r.notable
	}
	return r.all
}
