package baseline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/difference"
	"mcpreview/internal/lock"
	"mcpreview/internal/rule"
)

// settle makes the changes and findings of what came, went or changed.
func (c *comparison) settle() {
	type key struct {
		what   What
		name   string
		digest string
		locked *lock.Tool
	}
	index := map[key]int{}
	for _, r := range c.rows {
		t := c.in.Tools[r.tool]
		k := key{r.what, t.Name, r.variant.Digest, r.locked}
		i, seen := index[k]
		if !seen || r.variant.fault() {
			i = len(c.out.Changes)
			index[k] = i
			c.out.Changes = append(c.out.Changes, c.change(r, t))
		}
		change := &c.out.Changes[i]
		change.Callers = append(change.Callers, t.Caller)
		f := c.finding(r, t, change)
		if len(change.Callers) == 1 {
			change.Finding = f
		}
		c.out.Tools = append(c.out.Tools, ToolFinding{Tool: r.tool, Digest: r.variant.Digest, Change: i, Finding: f})
	}
	for _, g := range c.gone {
		if g.renamed {
			continue
		}
		f := c.removal(g)
		c.out.Server = append(c.out.Server, ServerFinding{Gone: g.locked.Name, Digest: g.locked.Digest, Change: len(c.out.Changes), Finding: f})
		c.out.Changes = append(c.out.Changes, Change{What: Removed, Name: g.locked.Name, Callers: g.callers, Locked: g.locked, Finding: f})
	}
	c.order()
	c.out.Unchanged = len(c.matched)
}

// order sorts the changes and lets the findings follow.
func (c *comparison) order() {
	places := make([]int, len(c.out.Changes))
	for i := range places {
		places[i] = i
		slices.Sort(c.out.Changes[i].Callers)
		c.out.Changes[i].Callers = slices.Compact(c.out.Changes[i].Callers)
	}
	slices.SortFunc(places, func(a, b int) int {
		x, y := &c.out.Changes[a], &c.out.Changes[b]
		return cmp.Or(cmp.Compare(x.What, y.What), cmp.Compare(x.Name, y.Name), slices.Compare(x.Callers, y.Callers),
			cmp.Compare(x.Digest, y.Digest), x.Finding.Compare(y.Finding))
	})
	sorted, to := make([]Change, len(places)), make([]int, len(places))
	for now, was := range places {
		sorted[now], to[was] = c.out.Changes[was], now
	}
	c.out.Changes = sorted
	for i := range c.out.Tools {
		c.out.Tools[i].Change = to[c.out.Tools[i].Change]
	}
	for i := range c.out.Server {
		c.out.Server[i].Change = to[c.out.Server[i].Change]
	}
}

func (c *comparison) change(r row, t Tool) Change {
	change := Change{What: r.what, Name: t.Name, Was: r.renamed, Locked: r.locked, Digest: r.variant.Digest}
	if r.locked != nil && !r.variant.fault() {
		change.Difference = difference.Between(r.locked.Descriptor, r.variant.Spot.Base, changesKept)
	}
	return change
}

// finding is what is found of one descriptor of a tool.
func (c *comparison) finding(r row, t Tool, change *Change) rule.Finding {
	pointer, text := "/name", ""
	switch r.what {
	case Changed:
		pointer = change.Difference.First
		text = "changed since approval" + told(change.Difference)
		if r.variant.fault() {
			text += "; JSON faults leave open what changed"
		}
	case Renamed:
		text = fmt.Sprintf("renamed since approval, in the lock it is %s", rule.Quote(r.renamed))
		if n := others(change.Difference); n > 0 {
			text += "; " + rule.Count(n, "other change")
		}
	case Omitted:
		o := c.wasOmitted(t.Name, t.Caller)
		text = "not in the lock: it was " + o.Decision + " when the lock was written"
		if o.Digest != "" && o.Digest == r.variant.Digest {
			text += ", with the same descriptor"
		}
	default:
		text = "not in the lock"
		if entries := c.locked[t.Name]; len(entries) > 0 {
			text += " for " + rule.Named("caller", t.Caller)
		}
	}
	at, missing := r.variant.Spot.Base.Follow(pointer)
	f := r.variant.Spot.Find(ruleChanged, rule.Condition, rule.Policy, at, text, missing...)
	if r.locked != nil {
		f.Related = []rule.Location{r.locked.At}
	}
	return f
}

// told is the first change in words, and how many there are beside it; "" for
// none.
func told(d difference.Difference) string {
	if len(d.Changes) == 0 {
		return ""
	}
	first := d.Changes[0]
	text := ": "
	if strings.HasPrefix(first.Pointer, d.First+"/") { // of what is new as a whole, its parts are told
		text += rule.EscapePointer(first.Pointer) + " "
	}
	text += first.Text
	if effect := Effect(first.Side, first.Direction); effect != "" {
		text += " (" + effect + ")"
	}
	if n := len(d.Changes) + d.Further - 1; n > 0 {
		text += "; " + rule.Count(n, "more change")
	}
	return text
}

// others counts the changes of a renamed tool beside that of its name.
func others(d difference.Difference) int {
	n := d.Further
	for _, c := range d.Changes {
		if c.Kind != difference.Name {
			n++
		}
	}
	return n
}

// Effect is a direction in words that say of what: "" where it has none.
func Effect(s difference.Side, d difference.Direction) string {
	words := map[difference.Side][3]string{
		difference.Input:  {"accepts more", "accepts less", "undecided whether it accepts more or less"},
		difference.Output: {"may return more", "may return less", "undecided whether it may return more or less"},
	}[s]
	switch d {
	case difference.Widens:
		return words[0]
	case difference.Narrows:
		return words[1]
	case difference.Undecided:
		return words[2]
	}
	return ""
}

// removal is the finding on the server of a tool that is gone.
func (c *comparison) removal(g gone) rule.Finding {
	text := rule.Quote(g.locked.Name) + " is in the lock but no longer listed"
	if len(g.callers) < len(g.locked.Callers) || len(c.listed[g.locked.Name]) > 0 {
		var names []string
		for _, caller := range g.callers {
			names = append(names, rule.Named("caller", caller))
		}
		text += " for " + strings.Join(names, ", ")
	}
	f := c.serverFinding(text, g.locked.At)
	f.Pointer = "/name"
	return f
}

func (c *comparison) serverFinding(text string, at rule.Location) rule.Finding {
	return rule.Finding{
		Rule: ruleChanged, Effect: rule.Condition, Provenance: rule.Policy, Subject: rule.Subject{Kind: rule.KindServer},
		Text: text, At: at,
	}
}

// server finds what concerns the server as a whole: callers whose tools could
// not be compared, and another server's name.
func (c *comparison) server() {
	add := func(text string) {
		f := c.serverFinding(text, rule.Location{File: c.lock.File.Name})
		c.out.Server = append(c.out.Server, ServerFinding{Change: -1, Finding: f})
	}
	for _, caller := range c.lock.Callers {
		if c.present[caller] {
			continue
		}
		text := "the evidence lists no tool for " + rule.Named("caller", caller)
		if n := c.absent[caller]; n > 0 {
			text += fmt.Sprintf(": %s of the lock not compared", rule.Count(n, "tool"))
		}
		add(text)
	}
	for _, caller := range sortedKeys(c.present) {
		if !c.known[caller] {
			add("the lock knows no " + strings.TrimPrefix(rule.Named("caller", caller), "the ") + ": nothing was approved for it")
		}
	}
	if s := c.lock.Server; s != "" && len(c.in.Servers) > 0 && !slices.Contains(c.in.Servers, s) {
		add(fmt.Sprintf("the lock is of server %s, the evidence of %s", rule.Quote(s), rule.Quote(c.in.Servers[0])))
	}
}
