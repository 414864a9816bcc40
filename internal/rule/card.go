package rule

import (
	"strings"
	"unicode/utf8"
)

// The layout of a card, in columns of a terminal.
const (
	cardWidth = 80
	cardLabel = 12 // a label and the space behind it
)

// Card renders one rule for a terminal: lines of at most 80 columns, but for
// the examples, which stay whole so that they can be copied.
func Card(r *Rule) string {
	var b strings.Builder
	b.WriteString(r.ID + " " + r.Name + "\n" + r.Title + "\n\n")
	for _, line := range []struct{ label, text string }{
		{"Effects", join(r.Effects)},
		{"Provenance", join(r.Provenance)},
		{"In spec", specProfile(r)},
		{"Source", r.Source},
		{"Why", r.Why},
		{"Remedy", r.Remedy},
	} {
		writeWrapped(&b, line.label, line.text)
	}
	b.WriteString("\n" + pad("Accept") + r.Accept + "\n" + pad("Decline") + r.Decline + "\n")
	return b.String()
}

// Table returns a row for each rule in catalogue order: ID, name, title and
// effects, the last separated by commas.
func Table() [][]string {
	rows := make([][]string, len(catalogue))
	for i, r := range catalogue {
		rows[i] = []string{r.ID, r.Name, r.Title, join(r.Effects)}
	}
	return rows
}

func writeWrapped(b *strings.Builder, label, text string) {
	b.WriteString(pad(label))
	column := cardLabel
	for i, word := range strings.Fields(text) {
		width := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+width > cardWidth:
			b.WriteString("\n" + pad(""))
			column = cardLabel
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += width
	}
	b.WriteByte('\n')
}

func pad(label string) string { return label + strings.Repeat(" ", cardLabel-len(label)) }
