package pagination

import (
	"cmp"
	"fmt"
	"slices"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

// comparePasses judges what the passes of one caller say of each other.
func (r *reviewer) comparePasses() {
	for _, passes := range r.byScope(scopeOf) {
		slices.SortStableFunc(passes, func(a, b *walk) int { return cmp.Compare(a.list.Pass, b.list.Pass) })
		switch copied := copyOfFirst(passes); {
		case len(passes) == 1:
			passes[0].observedOnce("one pass only")
			continue
		case copied != nil:
			copied.observedOnce(copied.label() + " is a copy of " + passes[0].label())
			continue
		}
		r.compareOrder(passes)
		r.compareSets(passes)
	}
}

// byScope groups walks, in the order in which their scopes first occur.
func (r *reviewer) byScope(of func(*evidence.Listing) scope) [][]*walk {
	var groups [][]*walk
	at := make(map[scope]int)
	for _, w := range r.walks {
		s := of(w.list)
		i, known := at[s]
		if !known {
			i = len(groups)
			at[s] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], w)
	}
	return groups
}

// copyOfFirst is the second of several passes of which each has the very
// records of the first: the file was copied, or linked to, and the server was
// asked once. Requests that were sent again differ in their ID, or in the time
// or the pass that their recorder states. It is nil for others.
func copyOfFirst(passes []*walk) *walk {
	for _, w := range passes[1:] {
		if !slices.EqualFunc(w.list.Pages, passes[0].list.Pages, sameRecord) {
			return nil
		}
	}
	if len(passes) < 2 {
		return nil
	}
	return passes[1]
}

func sameRecord(a, b *evidence.Page) bool { return a.Doc.Source(a.Value) == b.Doc.Source(b.Value) }

// observedOnce says of a pass why there was no second one to compare.
func (w *walk) observedOnce(why string) {
	if len(w.list.Pages) == 0 {
		return
	}
	p := w.list.Pages[0]
	w.report(w.on(p, message(p)).Find(ruleOrder, rule.Note, rule.Policy, nil,
		"order and set were not observed twice: "+why))
}

// compareOrder compares each pass with the first and with the one before. One
// finding stands for all passes of the caller.
func (r *reviewer) compareOrder(passes []*walk) {
	effect := rule.Condition
	if r.policy.Profile == rule.Spec {
		effect = rule.Note
	}
	var found *rule.Finding
	others := 0
	for i := 1; i < len(passes); i++ {
		base, n := passes[0], moved(passes[0], passes[i])
		if n == nil && i > 1 {
			base, n = passes[i-1], moved(passes[i-1], passes[i])
		}
		if n == nil {
			continue
		}
		if found != nil {
			others++
			continue
		}
		f := passes[i].moved(base, *n)
		f.Effect = effect
		found = &f
	}
	if found == nil {
		return
	}
	if others > 0 {
		found.Text += " (and " + rule.Count(others, "more such place") + ")"
	}
	r.out.Server = append(r.out.Server, *found)
}

// moved is the first name of pass b that pass a has at another position among
// the names of both; nil where there is none.
func moved(a, b *walk) *name {
	last := -1
	for i := range b.names {
		k, both := a.index[b.names[i].text]
		if !both {
			continue
		}
		if k < last {
			return &b.names[i]
		}
		last = k
	}
	return nil
}

func (w *walk) moved(base *walk, n name) rule.Finding {
	page, item := w.item(n.at)
	spot := w.on(page, page.Result)
	spot.Subject = rule.Subject{Kind: rule.KindServer}
	f := spot.Find(ruleOrder, rule.Condition, rule.SpecShould, item,
		fmt.Sprintf("%s: %s changed position between %s and %s", w.list.List.Method, rule.Quote(n.text), base.label(), w.label()))
	f.Related = []rule.Location{base.locate(base.names[base.index[n.text]].at)}
	return f
}

// label is how a pass is called.
func (w *walk) label() string {
	text := fmt.Sprintf("pass %d", w.list.Pass)
	if w.list.Caller != "" {
		text += " of caller " + rule.Quote(w.list.Caller)
	}
	return text
}

// compareSets reports names that some passes have and a complete one lacks.
// Between passes that a list_changed notification separates, that is a note.
func (r *reviewer) compareSets(passes []*walk) {
	reported := make(map[string]bool)
	for start := 0; start < len(passes); {
		end := start + 1
		for end < len(passes) && !passes[end-1].list.Changed && !passes[end].list.Changed {
			end++
		}
		r.reportUnstable(passes[start:end], rule.Condition, reported)
		start = end
	}
	r.reportUnstable(passes, rule.Note, reported)
}

// reportUnstable reports each name that is in some of the passes but not in all
// of the complete ones, unless it was reported before.
func (r *reviewer) reportUnstable(passes []*walk, effect rule.Effect, reported map[string]bool) {
	var complete []*walk
	for _, w := range passes {
		if w.complete() {
			complete = append(complete, w)
		}
	}
	if len(complete) == 0 || len(passes) == 1 {
		return
	}
	in := make(map[string]int) // how many complete passes have it
	for _, w := range complete {
		for _, n := range w.names {
			in[n.text]++
		}
	}
	for _, w := range passes {
		for _, n := range w.names {
			if in[n.text] < len(complete) && !reported[n.text] {
				reported[n.text] = true
				r.unstable(w, n, lacking(complete, n.text), effect)
			}
		}
	}
}

// lacking is the first of the passes that does not have the name.
func lacking(passes []*walk, text string) *walk {
	for _, w := range passes {
		if _, has := w.index[text]; !has {
			return w
		}
	}
	panic("pagination: every pass has the name")
}

func (r *reviewer) unstable(with *walk, n name, without *walk, effect rule.Effect) {
	page, item := with.item(n.at)
	text := fmt.Sprintf("%s: present in %s, absent in %s of the same context", rule.Quote(n.text), with.label(), without.label())
	if effect == rule.Note {
		text += ", which list_changed explains"
	}
	related := []rule.Location{without.list.Pages[0].Place()}
	if with.list.List.Method != protocol.MethodListTools {
		f := with.on(page, page.Result).Find(ruleSet, effect, rule.SpecMust, item, text)
		f.Related = related
		without.report(f)
		return
	}
	spot := with.on(page, item)
	spot.Subject = rule.Subject{Kind: rule.KindTool, Name: n.text}
	f := spot.Find(ruleSet, effect, rule.SpecMust, item, text)
	f.Related = related
	r.out.Tools = append(r.out.Tools, ToolFinding{Caller: with.list.Caller, Name: n.text, Finding: f})
}
