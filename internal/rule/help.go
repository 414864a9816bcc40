package rule

import (
	"fmt"
	"strings"
)

// HelpText is what a reader of one of the rule's findings wants to know, in
// plain sentences: why there is such a rule, what to do, where it comes from.
func HelpText(r *Rule) string {
	return r.Why + " Remedy: " + r.Remedy + " Source: " + r.Source
}

// HelpMarkdown is HelpText with the rule's facts and its two examples, in
// Markdown without a heading.
func HelpMarkdown(r *Rule) string {
	var b strings.Builder
	writeBody(&b, r)
	return strings.TrimLeft(b.String(), "\n")
}

// writeBody writes a card without its heading.
func writeBody(b *strings.Builder, r *Rule) {
	for _, line := range []struct{ label, text string }{
		{"Name", r.Name},
		{"Effects", join(r.Effects)},
		{"Provenance", join(r.Provenance)},
		{"Spec profile", specProfile(r)},
		{"Source", r.Source},
	} {
		fmt.Fprintf(b, "- %s: %s\n", line.label, escapeMarkdown(line.text))
	}
	fmt.Fprintf(b, "\n%s\n\n**Remedy.** %s\n", escapeMarkdown(r.Why), escapeMarkdown(r.Remedy))
	writeExample(b, "Accepted", r.Accept)
	writeExample(b, "Not accepted", r.Decline)
}
