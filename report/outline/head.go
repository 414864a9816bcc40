package outline

import (
	"slices"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

// Scope is the line every report states, whatever else it has to leave out.
const Scope = "Links in results are counted and never fetched. Annotations are what a server claims of itself: " +
	"untrusted hints that decide nothing. Argument values, header values, cursors and payloads are never shown."

func (b *builder) head() *Document {
	c := b.Verdict.Counts
	d := &Document{
		Title:    "MCP server review",
		Decision: b.Verdict.Decision,
		Reason:   Line{said(b.Verdict.Reason)},
		Counts: Table{
			Caption: "Decisions",
			Columns: []Column{
				{Title: "Judged", Kind: Name}, {Title: "Total", Kind: Number},
				{Title: rule.Admit.String(), Kind: Number}, {Title: rule.Conditional.String(), Kind: Number},
				{Title: rule.Rejected.String(), Kind: Number},
			},
			Rows: []Row{
				countRow("Tools", c.Tools, c.Admitted, c.Conditional, c.Rejected),
				countRow("Results", c.Results, c.ResultsAdmitted, c.ResultsConditional, c.ResultsRejected),
			},
		},
	}
	d.Facts = []Line{
		words("Also read: " + rule.Count(c.Listings, "listing") + ", " + rule.Count(c.Mappings, "header mapping") + ", " +
			rule.Count(c.Completions, "completion") + ", " + rule.Count(c.Exchanges, "exchange") + ", in " +
			rule.Count(c.Documents, "document") + " of " + rule.Count(c.Files, "file") + "."),
		words(rule.Count(c.Findings, "finding") + ", " + rule.Count(c.Notes, "note") + ". " +
			notJudged(c.NotJudged)),
		{
			own("Protocol "), said(b.ProtocolVersion), own(", profile "), said(b.Profile),
			own(", transport "), said(b.Transport), own(". Made by "), said(b.Tool.Name), own(" "), said(b.Tool.Version), own("."),
		},
		words(Scope),
	}
	if slices.ContainsFunc(b.Findings, isPolicy) {
		d.Facts = append(d.Facts, words("What is marked as "+policyMark+" is asked by the review's policy alone: it is no protocol violation."))
	}
	if b.base != "" {
		d.Facts = append(d.Facts, b.folder())
	}
	return d
}

// folder states the base.
func (b *builder) folder() Line {
	return Line{own("Files are named from the folder "), {Kind: Code, Text: b.base, Limit: placeLimit}, own(".")}
}

func notJudged(n int) string {
	if n == 0 {
		return "Nothing was left unjudged."
	}
	return "Could not be judged, which is not a pass: " + rule.Count(n, "subject") + "."
}

func countRow(title string, counts ...int) Row {
	row := Row{Level: Always, Cells: []Line{words(title)}}
	for _, n := range counts {
		row.Cells = append(row.Cells, words(number(n)))
	}
	return row
}

func (b *builder) requests() Section {
	s := Section{ID: "requested-inputs", Title: "Requested inputs"}
	if len(b.Requests) == 0 {
		s.Blocks = []Block{text(own("No evidence is missing."))}
		return s
	}
	t := &Table{Caption: "Evidence to bring", Columns: []Column{
		{Title: "Input", Kind: Main}, {Title: "For", Kind: Wide, Aside: true}, {Title: "Blocking", Kind: Decision}, {Title: "Rule", Kind: Detail},
	}}
	blocking := 0
	for _, in := range b.Requests {
		if in.Blocking {
			blocking++
		}
	}
	for _, g := range groupRequests(b.Requests) {
		row := Row{Level: Open, Facet: Missing, Why: rule.ByID(g.rule), Rules: rules(g.rule), Cells: []Line{{said(g.input)}, g.subjects(subjectsShown), words("no"), {said(g.rule)}}}
		if g.blocking {
			row.Level, row.Cells[2] = Severe, Line{strong("blocking")}
		}
		t.Rows = append(t.Rows, row)
	}
	bySeverity(t.Rows)
	s.Blocks = []Block{
		text(own(rule.Count(len(b.Requests), "input") + " requested, " + ofThemBlocking(blocking))),
		{Table: t},
	}
	return s
}

// ofThemBlocking says what the blocking ones among the requests are for.
func ofThemBlocking(n int) string {
	if n == 0 {
		return "none of them blocking: the verdict does not wait for them."
	}
	return number(n) + " of them blocking: the server is not approved without these."
}

func (b *builder) allowlist() Section {
	if b.Verdict.Decision != report.Conditional {
		return Section{}
	}
	s := Section{ID: "allowlist", Title: "Allowlist"}
	if len(b.Allowlist) == 0 {
		s.Blocks = []Block{text(own("No tool is admitted."))}
		return s
	}
	var items []Row
	for _, n := range b.Allowlist {
		items = append(items, Row{Level: Open, Cells: []Line{{exact(n)}}})
	}
	s.Blocks = []Block{
		text(own("Until the conditions are met, these admitted tools may be used and no others: " + rule.Count(len(items), "tool") + ".")),
		{List: items},
	}
	return s
}

// A request is one input that several subjects lack alike.
type request struct {
	rule, input string
	blocking    bool
	of          []rule.Subject
}

// each stands for a tool's name in an input that several tools lack.
const each = "each of these tools"

// groupRequests puts together what is asked alike of several tools, in the
// order of the first of them.
func groupRequests(all []report.Input) []*request {
	type key struct {
		rule, input string
		blocking    bool
	}
	var groups []*request
	known := make(map[key]*request)
	for _, in := range all {
		general := in.Input
		if in.Subject.Kind == rule.KindTool {
			general = strings.Replace(in.Input, rule.Quote(in.Subject.Name), each, 1)
		}
		k := key{in.Rule, general, in.Blocking}
		g := known[k]
		if g == nil {
			g = &request{rule: in.Rule, input: in.Input, blocking: in.Blocking}
			known[k] = g
			groups = append(groups, g)
		} else {
			g.input = general
		}
		g.of = append(g.of, in.Subject)
	}
	return groups
}

// subjectsShown is how many tools are named in one cell; all have a row of
// their own.
const subjectsShown = 40

func (r *request) subjects(limit int) Line {
	if len(r.of) == 1 {
		return subject(r.of[0])
	}
	var names []Line
	for _, s := range r.of {
		names = append(names, named(s.Name, "no name"))
	}
	return several(names, limit)
}
