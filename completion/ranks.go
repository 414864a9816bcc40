package completion

import (
	"cmp"
	"slices"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A question is what callers of different rank may both have asked.
type question struct {
	reference
	argument, context, typed string
}

// A view is what one caller was shown for a question.
type view struct {
	judges []*judge
	values map[string]bool
	total  *strictjson.Value // the greatest stated
	full   bool              // there was more than could be shown
}

func (v *view) add(j *judge) {
	v.judges = append(v.judges, j)
	for _, text := range texts(j.answer.values) {
		v.values[text] = true
	}
	completion := j.ex.Result.Get("completion")
	v.full = v.full || j.answer.count >= MaxValues || completion.Get("hasMore").True()
	if t := completion.Get("total"); t.Is(strictjson.Number) && (v.total == nil || t.Decimal().Compare(v.total.Decimal()) > 0) {
		v.total = t
	}
}

// ranks finds callers that are shown more than one of higher rank (CMP-11).
func (r *review) ranks() {
	views := make(map[question]map[string]*view)
	var asked []question
	for _, j := range r.judged {
		if !j.answered() || j.answer.kind != answerResult || j.caller.rank == 0 {
			continue
		}
		q := question{j.ref.reference, j.argument, j.context(), j.typed}
		if views[q] == nil {
			views[q] = make(map[string]*view)
			asked = append(asked, q)
		}
		if views[q][j.ex.Caller] == nil {
			views[q][j.ex.Caller] = &view{values: make(map[string]bool)}
		}
		views[q][j.ex.Caller].add(j)
	}
	for _, q := range asked {
		compareRanks(views[q])
	}
}

// compareRanks compares each caller with those of the next rank above.
func compareRanks(views map[string]*view) {
	all := make([]*view, 0, len(views))
	for _, v := range views {
		all = append(all, v)
	}
	who := func(v *view) *profile { return v.judges[0].caller }
	slices.SortFunc(all, func(a, b *view) int {
		return cmp.Or(cmp.Compare(who(a).rank, who(b).rank), cmp.Compare(who(a).name, who(b).name))
	})
	for i, low := range all {
		above := 0
		for _, high := range all[i+1:] {
			rank := who(high).rank
			switch {
			case rank == who(low).rank:
				continue
			case above == 0:
				above = rank
			}
			if rank != above {
				break
			}
			if t, u := who(low).tenant, who(high).tenant; t == u || t == "" || u == "" {
				low.compare(high)
			}
		}
	}
}

// compare finds what a caller of lower rank was shown beyond one of higher rank.
func (v *view) compare(high *view) {
	for _, j := range v.judges {
		more := 0
		for _, text := range texts(j.answer.values) {
			if !high.values[text] {
				more++
			}
		}
		total := j.ex.Result.Path("completion", "total")
		exceeds := total.Is(strictjson.Number) && high.total != nil && total.Decimal().Compare(high.total.Decimal()) > 0
		than := high.judges[0].callerName()
		switch {
		case more > 0 && high.full:
			j.find(j.result, ruleCounts, rule.Note, rule.Policy, j.answer.values,
				rule.Count(more, "suggestion")+" not shown to "+than+" of higher rank, whose list is cut")
		case more > 0:
			j.find(j.result, ruleCounts, rule.Reject, rule.SpecMust, j.answer.values,
				"low caller sees more than high caller: "+rule.Count(more, "suggestion")+" not shown to "+than)
		case exceeds:
			j.find(j.result, ruleCounts, rule.Reject, rule.SpecMust, total, "low caller sees more than high caller: total exceeds that of "+than)
		}
	}
}
