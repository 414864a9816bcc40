package rule

import (
	"encoding/json"
	"fmt"
	"strings"
)

// familyText is what the catalogue page says of one family: its subject, and
// how its examples are to be read.
var familyText = map[string]struct{ subject, examples string }{
	"JSON": {"strict JSON, envelope and metadata", "the text of a document, or the part of a message that the rule looks at"},
	"DESC": {"descriptor admission", "a tool object, or an array of tool objects"},
	"HDR":  {"the x-mcp-header annotation", "an inputSchema, or a tool object where there is a name"},
	"RES":  {"the result contract", "the result of a tools/call, or an outputSchema beside a result"},
	"ENC":  {"encoding of header values", "an argument and the field value sent for it, or a field value as received (recv) with the text it decodes to"},
	"PAR":  {"agreement of headers and body", "one call of a tool route with the bindings region (string, Mcp-Param-Region), count (integer, Mcp-Param-Count) and flag (boolean, Mcp-Param-Flag), and an argument memo without one"},
	"PAGE": {"pagination", "an ordered chain of pages, each with the cursor that its request sent"},
	"CMP":  {"completion", "a small object whose members name what the rule compares"},
	"EVID": {"sufficiency of the evidence", "a small object whose members name what the rule compares"},
}

// FamilySubject is what the rules of a family are about, in a few words; "" for
// what is no family.
func FamilySubject(family string) string { return familyText[family].subject }

const catalogueIntro = `# Rules

This page is generated from the catalogue in ` + "`internal/rule`" + `; run
` + "`go test ./internal/rule -update`" + ` after a change there. ` + "`mcpreview rules ID`" + ` prints
one of these cards in a terminal.

The protocol revision is 2026-07-28. The rules apply the published specification
and, on top of it, a house policy that is stricter in places.

**Effects.** What a finding does to its subject, strongest first. A rule lists
every effect its findings can have, in either profile.

| Effect | Consequence |
|---|---|
| refuse | the server's verdict is REFUSE |
| reject | the subject (a tool, result, page, listing, completion, exchange or header mapping) is REJECT; a rejected tool takes no other tool with it, a rejected result is kept from the model and makes its tool CONDITIONAL |
| condition | the subject is CONDITIONAL until it is mended or accepted in the policy |
| request | evidence is missing and is asked for; the verdict waits where the finding says so |
| note | printed; decides nothing |

**Provenance.** Where the demand comes from: ` + "`spec MUST`" + ` (or the shape that the
specification's schema gives), ` + "`spec SHOULD`" + `, or ` + "`policy`" + `, which is house policy and
no protocol violation. A rule with several sources says in each finding which
one applies.

**Profiles.** ` + "`--profile house`" + ` is the default and applies everything.
` + "`--profile spec`" + ` applies the specification only; each card says what becomes of
the rule there.

**Pointers.** A reason begins with the JSON pointer of its place within the subject,
and quotes one that holds a space. In results, arguments and errors the name of
a member can be data itself, such as a key of a map: one that is neither declared by
the tool's descriptor nor reads like an identifier (letters, digits and ` + "`_-.$`" + `, at
most 40, nothing like a credential) stands as its length, ` + "`{27-character-key}`" + `. A word
of a result is quoted where it is a known one, or nearly, and any other is told by
its length. Line and column are exact all the same.
`

// Markdown renders docs/rules.md from the catalogue.
func Markdown() string {
	var b strings.Builder
	b.WriteString(catalogueIntro)
	b.WriteString("\n## Contents\n")
	for _, family := range Families {
		fmt.Fprintf(&b, "\n**[%s](#%s): %s**\n\n", family, strings.ToLower(family), familyText[family].subject)
		b.WriteString("| ID | Name | Title | Effects |\n|---|---|---|---|\n")
		for _, r := range ofFamily(family) {
			fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s |\n",
				r.ID, strings.ToLower(r.ID), r.Name, escapeMarkdown(r.Title), join(r.Effects))
		}
	}
	for _, family := range Families {
		text := familyText[family]
		fmt.Fprintf(&b, "\n<a id=\"%s\"></a>\n\n## %s: %s\n", strings.ToLower(family), family, text.subject)
		fmt.Fprintf(&b, "\nAn example is %s.\n", text.examples)
		for _, r := range ofFamily(family) {
			writeCard(&b, r)
		}
	}
	return b.String()
}

func ofFamily(family string) []*Rule {
	var rules []*Rule
	for _, r := range catalogue {
		if r.Family() == family {
			rules = append(rules, r)
		}
	}
	return rules
}

// writeCard writes one rule. The anchor holds the ID alone, so that a link
// outlives a change of title.
func writeCard(b *strings.Builder, r *Rule) {
	fmt.Fprintf(b, "\n<a id=\"%s\"></a>\n\n### %s: %s\n\n", strings.ToLower(r.ID), r.ID, escapeMarkdown(r.Title))
	writeBody(b, r)
}

func writeExample(b *strings.Builder, label, example string) {
	fence, language := fenceFor(example), "text"
	if json.Valid([]byte(example)) {
		language = "json"
	}
	fmt.Fprintf(b, "\n%s:\n\n%s%s\n%s\n%s\n", label, fence, language, example, fence)
}

// fenceFor is a run of backticks longer than any in the text, so that nothing
// in it can close the block.
func fenceFor(text string) string {
	longest, run := 2, 0
	for i := 0; i < len(text); i++ {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`,
	`<`, `&lt;`, `>`, `&gt;`, `&`, `&amp;`, `|`, `\|`, `~`, `\~`,
)

func escapeMarkdown(s string) string { return markdownEscapes.Replace(s) }

// specProfile says what becomes of a rule under the spec profile.
func specProfile(r *Rule) string {
	if r.InSpec == "" {
		return "unchanged"
	}
	return r.InSpec
}

func join[T fmt.Stringer](values []T) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = v.String()
	}
	return strings.Join(words, ", ")
}
