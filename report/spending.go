package report

import (
	"fmt"
	"sync"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/schema"
	"mcpreview/results"
)

// How many times the bound on one value the values of one tool, and those of
// all, may cost together, beyond what values of their length may cost anyway.
const (
	valuesPerTool = 5
	valuesInAll   = 20
)

// spent says why values are not judged that would cost more than that.
func spent(l policy.Limits) string {
	return fmt.Sprintf("evaluation exceeds %d on the calls of the tool together, or %d on all calls", valuesPerTool*l.Evaluation, valuesInAll*l.Evaluation)
}

// A spending is what values cost, in the order of the evidence: the same values
// are within the bound, whatever is judged side by side. Calls are judged before
// it is their turn to be counted, so that a call is sure only of some that stand
// before it.
type spending struct {
	mu     sync.Mutex
	folded int
	ahead  map[int]int // by the unit of calls that were judged and not folded
}

// before is what calls that stand before one of a unit cost, as far as known.
func (s *spending) before(unit int) int {
	n := s.folded
	for u, cost := range s.ahead {
		if u <= unit {
			n += cost
		}
	}
	return n
}

// isOver reports that what stands before a call of a unit takes all.
func (s *spending) isOver(unit, most int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.before(unit) > most
}

// add takes in what a call is going to cost. It reports whether the call is sure
// not to be within the bound.
func (s *spending) add(unit, cost, most int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ahead == nil {
		s.ahead = make(map[int]int)
	}
	s.ahead[unit] += cost
	return s.before(unit) > most
}

// fold counts a call, in its turn. It reports whether the call is within the
// bound.
func (s *spending) fold(unit, cost, most int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.folded += cost
	if s.ahead[unit] -= cost; s.ahead[unit] == 0 {
		delete(s.ahead, unit)
	}
	return s.folded <= most
}

// A charge is what came of a call whose values cost more than any of their
// length may.
type charge struct {
	unit, cost int
	over       results.Judgement // what it comes to where its values are not judged
	sure       bool              // that they are not

	called, labelled bool // what it notes on its tools where they are
}

// noteSuccess notes for its turn how a success of a tool came about.
func (c *charge) noteSuccess(call evidence.Call, t *tool) {
	switch {
	case c.sure:
	case call.Request == nil:
		c.labelled = true
	default:
		c.called = results.ArgumentsValid(call.Exchange, &t.contract).Verdict == schema.Valid
	}
}

// spentSurface is a surface whose tools may cost no more.
type spentSurface struct {
	*surface
	why string
}

// Contract is that of the surface, spent.
func (s spentSurface) Contract(call *evidence.Exchange) (*results.Contract, results.Known) {
	c, known := s.surface.Contract(call)
	if c == nil {
		return nil, known
	}
	over := *c
	over.Spent = s.why
	return &over, known
}

// judgeResult judges the result of a call within what its values may cost.
func (j *callJudge) judgeResult(c evidence.Call, ans *answer) {
	cost, over := j.cost(c, ans.tool())
	if cost == 0 {
		ans.result = results.Judge(c.Exchange, j.surface, *j.policy)
		return
	}
	ans.charge = &charge{unit: c.Unit, cost: cost, sure: over}
	ans.charge.over = results.Judge(c.Exchange, spentSurface{j.surface, spent(j.policy.Limits)}, *j.policy)
	if ans.result = ans.charge.over; !over {
		ans.result = results.Judge(c.Exchange, j.surface, *j.policy)
	}
}

// cost is what a call's values cost beyond what any of their length may, and
// whether that is sure not to be within the bounds.
func (j *callJudge) cost(c evidence.Call, t *tool) (cost int, over bool) {
	if t == nil {
		return 0, false
	}
	one := j.policy.Limits.Evaluation
	most := one
	if t.spending.isOver(c.Unit, valuesPerTool*one) || j.spending.isOver(c.Unit, valuesInAll*one) {
		most = 1 // enough to know that it costs anything
	}
	if cost = t.contract.Excess(c.Exchange, most); cost == 0 {
		return 0, false
	}
	over = t.spending.add(c.Unit, cost, valuesPerTool*one)
	return cost, j.spending.add(c.Unit, cost, valuesInAll*one) || over
}

// settleCharge decides on a call that costs, in its turn.
func (a *analysis) settleCharge(ans *answer) {
	c, one := ans.charge, a.policy.Limits.Evaluation
	if c == nil {
		return
	}
	t := ans.tool()
	within := t.spending.fold(c.unit, c.cost, valuesPerTool*one)
	if within = a.spending.fold(c.unit, c.cost, valuesInAll*one) && within; !within {
		ans.result, ans.more = c.over, 0
		ans.trim()
		return
	}
	for _, t := range ans.tools {
		if c.called {
			t.called.Store(true)
		}
		if c.labelled {
			t.labelled.Store(true)
		}
	}
}
