package outline

import (
	"fmt"
	"strconv"
	"strings"

	"mcpreview/internal/rule"
)

func (b *builder) evidence() Section {
	s := Section{ID: "evidence", Title: "Evidence"}
	t := &Table{Caption: "Files read", Columns: []Column{
		{Title: "File", Kind: Name}, {Title: "Kind", Kind: Detail, Aside: true}, {Title: "Documents", Kind: Number, Aside: true}, {Title: "Bytes", Kind: Number, Aside: true},
		{Title: "SHA-256", Kind: Main},
	}}
	for _, f := range b.Evidence {
		row := Row{Level: Settled, Cells: []Line{
			{{Kind: Code, Text: b.below(f.Path), Limit: placeLimit}}, {said(f.Kind)}, words(number(f.Documents)), words(strconv.FormatInt(f.Bytes, 10)),
			{exact(f.SHA256)},
		}}
		if f.SHA256 == "" {
			row.Level, row.Cells[4] = Severe, words("could not be read")
		}
		t.Rows = append(t.Rows, row)
	}
	s.Blocks = []Block{text(own("The review holds for exactly these bytes: " + rule.Count(b.Verdict.Counts.Files, "file") + "." +
		unlisted(b.Verdict.Counts.Files, len(b.Evidence))))}
	if len(t.Rows) > 0 {
		s.add(b.proofs())
		s.Blocks = append(s.Blocks, Block{Table: t, Fold: rule.Count(len(t.Rows), "file")})
	}
	return s
}

// proofs is what the evidence can prove and what not, a row for the files of
// which the same is to be said.
func (b *builder) proofs() *Table {
	t := &Table{Caption: "What the evidence can prove", Columns: []Column{
		{Title: "Kind", Kind: Name}, {Title: "Files", Kind: Number}, {Title: "Cannot prove", Kind: Main}, {Title: "Proves", Kind: Wide, Aside: true},
	}}
	type facts struct{ kind, proves, cannot string }
	rows := make(map[facts]int)
	count := make(map[facts]int)
	for _, f := range b.Evidence {
		if f.Kind == policyKind || f.Kind == filesKind {
			continue
		}
		key := facts{f.Kind, strings.Join(f.Proves, "\n"), strings.Join(f.CannotProve, "\n")}
		if count[key]++; count[key] > 1 {
			continue
		}
		rows[key] = len(t.Rows)
		t.Rows = append(t.Rows, Row{Level: Settled, Cells: []Line{{said(f.Kind)}, nil, list(f.CannotProve), list(f.Proves)}})
	}
	for key, i := range rows {
		t.Rows[i].Cells[1] = words(number(count[key]))
	}
	return t
}

func list(items []string) Line {
	var lines []Line
	for _, i := range items {
		lines = append(lines, Line{said(i)})
	}
	return join(lines, ", ", "nothing")
}

func (b *builder) limits() Section {
	s := Section{ID: "limits", Title: "Limits in force"}
	t := &Table{Caption: "Limits by name", Columns: []Column{{Title: "Limit", Kind: Name}, {Title: "Value", Kind: Main}}}
	for _, l := range b.Limits {
		t.Rows = append(t.Rows, Row{Level: Minor, Cells: []Line{{name(l.Name)}, limitValue(l.Value)}})
	}
	if len(t.Rows) == 0 {
		s.Blocks = []Block{text(own("None is stated."))}
		return s
	}
	s.Blocks = []Block{{Table: t, Fold: rule.Count(len(t.Rows), "limit")}}
	return s
}

// limitValue is a limit's number, or its names.
func limitValue(v any) Line {
	switch v := v.(type) {
	case int64:
		return words(strconv.FormatInt(v, 10))
	case []string:
		return Line{said(strings.Join(v, ", "))}
	}
	return Line{said(fmt.Sprint(v))}
}

func (b *builder) accepted() Section {
	s := Section{ID: "accepted", Title: "Accepted findings"}
	if len(b.Accepted) == 0 {
		s.Blocks = []Block{text(own("The policy accepts none."))}
		return s
	}
	t := &Table{Caption: "Findings that the policy accepts", Columns: []Column{
		{Title: "Rule", Kind: Name}, {Title: "Subject", Kind: Detail, Aside: true}, {Title: "Reason", Kind: Main}, {Title: "By", Kind: Detail, Aside: true}, {Title: "Until", Kind: Detail, Aside: true},
	}}
	for _, a := range b.Accepted {
		t.Rows = append(t.Rows, Row{Level: Open, Facet: Noted, Why: rule.ByID(a.Rule), Rules: rules(a.Rule), Cells: []Line{
			{said(a.Rule)}, subject(a.Subject), {said(a.Reason)}, named(a.By, "nobody named"), {said(a.Until)},
		}})
	}
	s.add(t)
	return s
}
