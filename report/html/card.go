package html

import (
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/report/outline"
)

// A card says why a rule is there and what to do about it. There is one a rule,
// in a glossary at the end of the page; a button beside each row that the rule
// stands behind shows it in place.
type card struct {
	ID   string
	Rule *rule.Rule
}

// cardID is the anchor of a rule's card.
func cardID(r *rule.Rule) string { return "rule-" + r.ID }

// cards are those of every rule behind a judged row, in the catalogue's order.
func cards(d *outline.Document) []card {
	used := make(map[*rule.Rule]bool)
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			if b.Table == nil {
				continue
			}
			for _, row := range b.Table.Rows {
				if row.Why != nil {
					used[row.Why] = true
				}
			}
		}
	}
	var all []card
	for _, r := range rule.All() {
		if used[r] {
			all = append(all, card{ID: cardID(r), Rule: r})
		}
	}
	return all
}

// Effects are what the rule's findings may do, in words.
func (c card) Effects() string { return list(c.Rule.Effects) }

// Provenance is what its findings may rest on, in words.
func (c card) Provenance() string { return list(c.Rule.Provenance) }

func list[T interface{ String() string }](items []T) string {
	var all []string
	for _, i := range items {
		all = append(all, i.String())
	}
	return strings.Join(all, ", ")
}
