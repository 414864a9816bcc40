package html

import (
	"slices"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/report/outline"
)

// A page filters without a script: a radio button that is checked hides, by the
// style sheet's :has(), the rows that do not match. What cannot be told by a
// style sheet is told here: for every combination of buttons that leaves rows,
// how many, and the tables and sections that hold them.

// A filter is what the reader may choose.
type filter struct {
	Facets, Families []choice
	Policy           bool // there are rows to hide that rest on house policy
	Counts           []count
	Total            int
}

// A choice is one radio button.
type choice struct {
	ID, Title, Subject string
	Rows               int
}

// A count is how many rows are shown under one combination of choices.
type count struct {
	combination
	Rows int
}

// Class is that of the combination.
func (c count) Class() string { return c.class() }

// Keys of the choices that are no facet and no family.
const (
	everything = "all"
	attention  = "asks" // whatever asks for something to be done
)

// judged reports whether filters apply to a row.
func judged(r outline.Row) bool { return r.Facet != 0 }

// facetKey is a facet as part of a class.
func facetKey(f outline.Facet) string {
	return strings.ReplaceAll(strings.ToLower(f.String()), " ", "-")
}

// families are those of the rules behind a row.
func families(r outline.Row) []string {
	var all []string
	for _, x := range r.Rules {
		if f := x.Family(); !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all
}

// rowClasses are the classes by which filters know a row.
func rowClasses(r outline.Row) string {
	if !judged(r) {
		return ""
	}
	classes := "r k-" + facetKey(r.Facet)
	for _, f := range families(r) {
		classes += " f-" + f
	}
	if r.Policy {
		classes += " policy"
	}
	return classes
}

// A combination is one facet, one family, and whether house policy is left out.
type combination struct {
	facet, family string
	protocol      bool
}

func (c combination) class() string {
	class := "s-" + c.facet + "-" + c.family
	if c.protocol {
		class += "-protocol"
	}
	return class
}

// filters reports whether anything but everything is chosen.
func (c combination) filters() bool { return c != combination{facet: everything, family: everything} }

// ByFamily reports whether there are families to choose between.
func (f filter) ByFamily() bool { return len(f.Families) > 2 }

// offers reports whether the page lets a reader choose the combination.
func (f filter) offers(c combination) bool {
	return (f.Policy || !c.protocol) && (f.ByFamily() || c.family == everything)
}

// selector matches the part of the page with the filter, which stands before
// the report, while the combination is chosen. A browser that looks there for
// what is checked need not look through the report.
func (f filter) selector(c combination) string {
	s := ".side:has(#show-" + c.facet + ":checked)"
	if f.ByFamily() {
		s += ":has(#family-" + c.family + ":checked)"
	}
	switch {
	case c.protocol:
		s += ":has(#no-policy:checked)"
	case f.Policy:
		s += ":has(#no-policy:not(:checked))"
	}
	return s
}

// A tally counts the rows that each combination leaves.
type tally map[combination]int

// add counts judged rows, and reports whether there are any.
func (t tally) add(rows []outline.Row) bool {
	any := false
	for _, r := range rows {
		if !judged(r) {
			continue
		}
		any = true
		facets := []string{everything, facetKey(r.Facet)}
		if r.Facet.Asks() {
			facets = append(facets, attention)
		}
		for _, facet := range facets {
			for _, family := range append(families(r), everything) {
				t[combination{facet: facet, family: family}]++
				if !r.Policy {
					t[combination{facet: facet, family: family, protocol: true}]++
				}
			}
		}
	}
	return any
}

// sorted are the combinations in an order that is always the same.
func (t tally) sorted() []combination {
	var all []combination
	for c := range t {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b combination) int { return strings.Compare(a.class(), b.class()) })
	return all
}

// classes names every combination, but the one that filters nothing.
func (t tally) classes() string {
	var all []string
	for _, c := range t.sorted() {
		if c.filters() {
			all = append(all, c.class())
		}
	}
	return strings.Join(all, " ")
}

func newFilter(d *outline.Document) filter {
	var f filter
	t := tally{}
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			if b.Table != nil {
				t.add(b.Table.Rows)
				f.Policy = f.Policy || slices.ContainsFunc(b.Table.Rows, func(r outline.Row) bool { return r.Policy })
			}
		}
	}
	choose := func(into *[]choice, prefix, key, title, subject string, c combination) {
		if n := t[c]; n > 0 {
			*into = append(*into, choice{ID: prefix + key, Title: title, Subject: subject, Rows: n})
		}
	}
	choose(&f.Facets, "show-", everything, "Everything", "", combination{facet: everything, family: everything})
	choose(&f.Facets, "show-", attention, "What needs attention", "", combination{facet: attention, family: everything})
	for _, x := range outline.Facets() {
		choose(&f.Facets, "show-", facetKey(x), x.String(), "", combination{facet: facetKey(x), family: everything})
	}
	choose(&f.Families, "family-", everything, "All rules", "", combination{facet: everything, family: everything})
	for _, x := range rule.Families {
		choose(&f.Families, "family-", x, x, rule.FamilySubject(x), combination{facet: everything, family: x})
	}
	for _, c := range t.sorted() {
		if f.offers(c) {
			f.Counts = append(f.Counts, count{combination: c, Rows: t[c]})
		}
	}
	f.Total = t[combination{facet: everything, family: everything}]
	return f
}

// sheet is the part of the style sheet that follows from what there is to
// choose. On paper everything is shown.
func (f filter) sheet() string {
	var b strings.Builder
	b.WriteString("@media screen{\n")
	for _, c := range f.Facets {
		switch key := strings.TrimPrefix(c.ID, "show-"); key {
		case everything:
		case attention:
			b.WriteString(".side:has(#show-" + key + ":checked)~main tr.r:not(" + askingRows() + "){display:none}\n")
		default:
			b.WriteString(".side:has(#show-" + key + ":checked)~main tr.r:not(.k-" + key + "){display:none}\n")
		}
	}
	for _, c := range f.Families {
		if key := strings.TrimPrefix(c.ID, "family-"); key != everything {
			b.WriteString(".side:has(#" + c.ID + ":checked)~main tr.r:not(.f-" + key + "){display:none}\n")
		}
	}
	if f.Policy {
		b.WriteString(".side:has(#no-policy:checked)~main tr.policy{display:none}\n")
	}
	b.WriteString(".side:has(.choice:checked)~main .run.judged,.side:has(.choice:checked) .n{display:none}\n" +
		".side:has(.choice:checked)~main .unmatched,.side:has(.choice:checked) .n.zero{display:block}\n")
	for _, c := range f.Counts {
		if c.filters() {
			on := f.selector(c.combination)
			b.WriteString(on + "~main ." + c.class() + "," + on + " .n." + c.class() + "{display:block}\n" +
				on + "~main .unmatched." + c.class() + "," + on + " .n.zero{display:none}\n")
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// askingRows are the rows that need attention.
func askingRows() string {
	var all []string
	for _, x := range outline.Facets() {
		if x.Asks() {
			all = append(all, ".k-"+facetKey(x))
		}
	}
	return strings.Join(all, ",")
}
