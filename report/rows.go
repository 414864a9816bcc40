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

// rows keeps the rows of judged exchanges under the limit.
type rows struct {
	count     int
	coming    int   // rows of calls that are sure to follow
	over      bool  // not all have room
	shelf     shelf // all results, mappings and exchanges; none once over the limit
	mappings  []Mapping
	exchanges []Exchange
	notable   struct {
		count     int
		shelf     shelf // of results
		mappings  []Mapping
		exchanges []Exchange
	}
	seen  map[rowKey]int // while there is room
	rules map[string]int
}

func (r *rows) addResult(tool string, w Result) {
	if r.fits() {
		r.shelf.put(&w)
	}
	if r.isNotable(rowKey{w.Rule, tool}) {
		r.notable.shelf.put(&w)
	}
}

func (r *rows) addMapping(tool string, w Mapping) {
	if r.fits() {
		r.mappings = append(r.mappings, w)
	}
	if r.isNotable(rowKey{w.Rule, tool}) {
		r.notable.mappings = append(r.notable.mappings, w)
	}
}

// addExchange adds a row that says the same as others of the same subject.
func (r *rows) addExchange(subject string, w Exchange) {
	if r.fits() {
		r.exchanges = append(r.exchanges, w)
	}
	if r.isNotable(rowKey{w.Rule, subject}) {
		r.notable.exchanges = append(r.notable.exchanges, w)
	}
}

// fits counts a row, and reports whether all of them may have room.
func (r *rows) fits() bool {
	if r.count++; !r.over && r.count+r.coming > rowLimit {
		r.over, r.shelf, r.mappings, r.exchanges = true, shelf{}, nil, nil
	}
	return !r.over
}

// isNotable reports whether a row is kept when not all are.
func (r *rows) isNotable(key rowKey) bool {
	if key.rule == "" {
		return false
	}
	if r.seen == nil {
		r.seen, r.rules = make(map[rowKey]int), make(map[string]int)
	}
	switch {
	case r.notable.count < rowLimit && r.seen[key] < rowsPerRule:
		r.seen[key]++
	case r.rules[key.rule] >= rowsPerRule:
		return false
	}
	r.rules[key.rule]++
	r.notable.count++
	return true
}

// kept are what the report shows, each in the order of the evidence.
func (r *rows) kept() ([]Result, []Mapping, []Exchange) {
	if r.over {
		return r.notable.shelf.results(), r.notable.mappings, r.notable.exchanges
	}
	return r.shelf.results(), r.mappings, r.exchanges
}
