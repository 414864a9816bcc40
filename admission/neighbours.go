package admission

import (
	"fmt"
	"strings"
	"unicode"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
)

// addNeighbours adds what only several tools together show: descriptors of a
// name that differ between callers (DESC-05), and names that are taken for
// another (DESC-04, DESC-20).
func addNeighbours(rows []*row, tools []*Tool, p policy.Policy) {
	byName := map[string][]int{}
	byCaller := map[string][]int{}
	var names, callers []string
	for i, t := range tools {
		if !t.Named {
			continue
		}
		if byName[t.Name] == nil {
			names = append(names, t.Name)
		}
		if byCaller[t.Caller] == nil {
			callers = append(callers, t.Caller)
		}
		byName[t.Name] = append(byName[t.Name], i)
		byCaller[t.Caller] = append(byCaller[t.Caller], i)
	}
	n := neighbours{rows, tools}
	if p.Profile == rule.House {
		for _, name := range names {
			n.compareCallers(byName[name])
		}
	}
	for _, caller := range callers {
		n.compareNames(byCaller[caller])
	}
}

type neighbours struct {
	rows  []*row
	tools []*Tool
}

// compareCallers finds variants of one name between callers. Each variant is
// compared with the first one that differs from it.
func (n neighbours) compareCallers(holders []int) {
	first, other := n.rows[holders[0]].entries[0], (*entry)(nil)
	for _, i := range holders {
		if e := n.rows[i].entries[0]; other == nil && e.stable != first.stable {
			other = e
		}
	}
	if other == nil {
		return
	}
	for _, i := range holders {
		e, against := n.rows[i].entries[0], first
		if e.stable == first.stable {
			against = other
		}
		n.tools[i].Findings = append(n.tools[i].Findings,
			differ(rule.Condition, against, e, rule.Named("caller", against.caller), rule.Named("caller", e.caller)))
	}
}

// compareNames finds names within one surface that are taken for another one.
func (n neighbours) compareNames(holders []int) {
	n.pairUp(holders, shape.LowerASCII, func(t, twin *Tool, e *entry) rule.Finding {
		return e.spot().Find(ruleCharset, rule.Note, rule.SpecShould, e.value.Get("name"),
			fmt.Sprintf("%s and %s differ in case only", rule.Quote(t.Name), rule.Quote(twin.Name)))
	})
	n.pairUp(holders, foldSeparators, func(t, twin *Tool, e *entry) rule.Finding {
		return e.spot().Find(ruleConfusable, rule.Condition, rule.Policy, e.value.Get("name"),
			fmt.Sprintf("%s and %s are one name where case and separators are folded", rule.Quote(t.Name), rule.Quote(twin.Name)))
	})
	var plain []int
	for _, i := range holders {
		if shape.IsASCII(n.tools[i].Name) {
			plain = append(plain, i)
		}
	}
	n.pairUp(plain, shape.Skeleton, looksLike)
	if len(plain) == len(holders) {
		return
	}
	n.pairUp(holders, shape.Skeleton, func(t, twin *Tool, e *entry) rule.Finding {
		if shape.IsASCII(t.Name) {
			return rule.Finding{} // it is the other one that imitates
		}
		return looksLike(t, twin, e)
	})
}

func looksLike(t, twin *Tool, e *entry) rule.Finding {
	return e.spot().Find(ruleConfusable, rule.Condition, rule.Policy, e.value.Get("name"),
		fmt.Sprintf("%s looks like %s (Unicode confusables)", rule.Quote(t.Name), rule.Quote(twin.Name)))
}

// pairUp calls find for every tool whose name has the same key as another one,
// with the twin that the finding names: the first that is all ASCII, else the
// first. A finding without a rule is none.
func (n neighbours) pairUp(holders []int, key func(string) string, find func(t, twin *Tool, e *entry) rule.Finding) {
	groups := map[string][]int{}
	keys := make([]string, len(holders))
	for k, i := range holders {
		keys[k] = key(n.tools[i].Name)
		groups[keys[k]] = n.candidates(groups[keys[k]], i)
	}
	for k, i := range holders {
		twins := groups[keys[k]]
		twin := twins[0]
		if twin == i {
			if len(twins) == 1 {
				continue
			}
			twin = twins[1]
		}
		f := find(n.tools[i], n.tools[twin], n.rows[i].entries[0])
		if f.Rule == nil {
			continue
		}
		f.Related = []rule.Location{n.rows[twin].entries[0].place()}
		n.tools[i].Findings = append(n.tools[i].Findings, f)
	}
}

// candidates keeps the two members of a group that findings on the others
// name: the first that is all ASCII, then the first of the rest.
func (n neighbours) candidates(group []int, i int) []int {
	switch {
	case len(group) == 0:
		return []int{i}
	case shape.IsASCII(n.tools[i].Name) && !shape.IsASCII(n.tools[group[0]].Name):
		return []int{i, group[0]}
	case len(group) == 1:
		return append(group, i)
	}
	return group
}

// foldSeparators is the name as a client may rewrite it: in lower case, with
// one separator.
func foldSeparators(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '.', '-', '/', ' ':
			return '_'
		}
		return unicode.ToLower(r)
	}, name)
}
