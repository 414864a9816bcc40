// Package outline arranges a finished review as sections, tables and
// sentences, once for every format that a person reads. Each renderer then
// writes the same facts in its medium, and escapes them for it; nothing here
// is escaped, and nothing is decided.
package outline

import (
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

// A Document is a review, or another finished report, as people read it.
type Document struct {
	Title    string // what kind of report it is, in this program's own words
	Decision string // the server's verdict, or a status
	Reason   Line
	Counts   Table  // of what was judged, by decision
	Facts    []Line // what else stands at the head of every report
	Sections []Section
}

// A Section is one chapter of a report.
type Section struct {
	ID     string // for anchors: lower-case words and dashes
	Title  string
	Blocks []Block
}

// A Block is a paragraph, a list or a table; exactly one of the three is set.
type Block struct {
	Text  Line
	List  []Row // of one cell each
	Table *Table
	// Fold is the summary of a block that a reader opens only when looking for
	// it; "" for one that is always open.
	Fold string
	// Chains are what a list of listings can be drawn as; nil for other blocks.
	Chains []Chain
}

// A Table is rows under columns.
type Table struct {
	Caption string
	Columns []Column
	Rows    []Row
	// Grid marks a table whose rows are few and always the same: a reader also
	// takes them in as one picture of their names and states.
	Grid bool
}

// A Column is one column of a table.
type Column struct {
	Title string
	Kind  Kind
	// Aside marks a column that moves below the table's Main column where the
	// medium is too narrow for all.
	Aside bool
	// Apart keeps a column apart from the others wherever there is room for it:
	// what stands in it must not be taken for the report's own words.
	Apart bool
}

// Kind is what a column holds, as far as its looks depend on it. The zero
// value is invalid.
type Kind uint8

// The kinds of column.
const (
	Name     Kind = iota + 1 // names the row
	Decision                 // a decision, effect or state
	Number                   // a count
	Main                     // sentences: the widest column
	Wide                     // places and short sentences
	Detail                   // anything else
)

// Level is how much a row matters, most first: a short report drops the last
// first. The zero value is invalid.
type Level uint8

// The levels.
const (
	Always  Level = iota + 1 // whatever its decision
	Severe                   // rejected, refused, blocking
	Open                     // conditional, requested
	Settled                  // admitted
	Minor                    // notes, and what stands in full elsewhere
)

// A Row is one row of a table or one item of a list.
type Row struct {
	Level  Level
	Policy bool  // a finding that rests on house policy alone
	Facet  Facet // from the row's decision, unless it is set here
	// Repeats marks a row whose every fact another row states.
	Repeats bool
	Anchor  string       // unique in the document; "" for none
	Why     *rule.Rule   // what the row's reason rests on; nil for nothing that the catalogue has
	Rules   []*rule.Rule // every rule that has to do with the row, Why among them
	See     See
	Cells   []Line
}

// A Line is a run of text without line breaks.
type Line []Span

// A Span is text of one kind.
type Span struct {
	Text  string
	Limit int32 // characters shown, for Said and Code
	Kind  SpanKind
}

// SpanKind is who wrote a span and how it is set. The zero value is invalid.
type SpanKind uint8

// The kinds of span.
const (
	Own    SpanKind = iota + 1 // written by this program; its spaces are kept
	Strong                     // a decision, effect or state that asks for something
	Said                       // a sentence that may quote the evidence
	Code                       // a name, place or digest as the evidence has it
)

// StrongLimit is longer than any decision, effect or state: what is set strongly
// is cut there.
const StrongLimit = 32

// How many characters of the evidence's strings are shown. The JSON form has
// all of them.
const (
	nameLimit   = 64
	exactLimit  = 128 // what a reader copies: allowlisted names, digests
	placeLimit  = 160
	reasonLimit = 480
)

func own(s string) Span    { return Span{Kind: Own, Text: s} }
func strong(s string) Span { return Span{Kind: Strong, Text: s} }
func said(s string) Span   { return Span{Kind: Said, Text: s, Limit: reasonLimit} }
func name(s string) Span   { return Span{Kind: Code, Text: s, Limit: nameLimit} }
func exact(s string) Span  { return Span{Kind: Code, Text: s, Limit: exactLimit} }

// words is a line of this program's own words.
func words(s string) Line { return Line{own(s)} }

// named is a line of one name, or a word of ours where there is none.
func named(s, none string) Line {
	if s == "" {
		return words(none)
	}
	return Line{name(s)}
}

// join sets the lines one after another with sep between them; none where
// there are no lines.
func join(lines []Line, sep, none string) Line {
	if len(lines) == 0 {
		return words(none)
	}
	n := len(lines) - 1
	for _, l := range lines {
		n += len(l)
	}
	joined := make(Line, 0, n)
	for i, l := range lines {
		if i > 0 {
			joined = append(joined, own(sep))
		}
		joined = append(joined, l...)
	}
	return joined
}

// text is a block of one paragraph.
func text(spans ...Span) Block { return Block{Text: spans} }

// New arranges a review. It keeps r's order and reads nothing else.
func New(r *report.Review) *Document {
	b := newBuilder(r)
	d := b.head()
	for _, section := range []func() Section{
		b.requests, b.baseline, b.tools, b.allowlist, b.results, b.headers, b.pagination,
		b.completion, b.matrix, b.findings, b.evidence, b.limits, b.accepted,
	} {
		if s := section(); s.Title != "" {
			s.shorten()
			d.Sections = append(d.Sections, s)
		}
	}
	d.sort()
	return d
}

// rowLimit is how many rows of a table, or items of a list, people are shown.
const rowLimit = 5000

// shorten cuts the section's tables and lists to what a person could read: rows
// that matter least go first, from the end. The JSON form has them.
func (s *Section) shorten() {
	var blocks []Block
	for _, b := range s.Blocks {
		rows := &b.List
		if b.Table != nil {
			rows = &b.Table.Rows
		}
		left := len(*rows) - rowLimit
		if left > 0 {
			*rows, b.Chains = first(*rows), nil
		}
		if blocks = append(blocks, b); left > 0 {
			blocks = append(blocks, text(own(rule.Count(left, "more row")+" not shown here; the JSON form of this report lists what there is.")))
		}
	}
	s.Blocks = blocks
}

// first are the rows that matter most, in their order.
func first(rows []Row) []Row {
	var kept []Row
	for least, room := Always, rowLimit; least <= Minor; least++ {
		n := 0
		for _, r := range rows {
			if r.Level == least {
				n++
			}
		}
		if n <= room {
			room -= n
			continue
		}
		for _, r := range rows {
			switch {
			case r.Level < least:
			case r.Level == least && room > 0:
				room--
			default:
				continue
			}
			kept = append(kept, r)
		}
		return kept
	}
	return rows
}

func newBuilder(r *report.Review) *builder {
	return &builder{
		Review: r, crossing: newCrossing(r), pageFindings: pageFindings(r.Findings),
		policyOnly: policyOnly(r.Findings), callers: callers(r), base: base(r.Evidence), phrases: newPhrases(),
	}
}

// sort gives the rows of every table their facets.
func (d *Document) sort() {
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			if b.Table != nil {
				b.Table.sort()
			}
		}
	}
}

// A builder holds the review and what several sections look up in it.
type builder struct {
	*report.Review
	crossing
	phrases
	pageFindings []report.Finding
	policyOnly   map[string]bool
	callers      int
	base         string // the folder that all evidence stands in, "" or with a final slash
}

// policyOnly is the set of reasons that rest on house policy alone.
func policyOnly(fs []report.Finding) map[string]bool {
	reasons := make(map[string]bool)
	for _, f := range fs {
		policy := isPolicy(f)
		if seen, ok := reasons[f.Reason]; ok {
			policy = policy && seen
		}
		reasons[f.Reason] = policy
	}
	return reasons
}

// callers counts the callers whose tools were judged.
func callers(r *report.Review) int {
	seen := make(map[string]bool)
	for _, t := range r.Tools {
		seen[t.Caller] = true
	}
	return len(seen)
}

// reason is a reason's line, marked where no protocol rule stands behind it.
func (b *builder) reason(s string) Line {
	if s == "" {
		return nil
	}
	// A tool's reason that comes of one of its results ends in its place.
	finding, place, ofResult := strings.Cut(s, report.InResult)
	l := Line{said(s)}
	if ofResult {
		place = strings.TrimPrefix(place, rule.EscapePlace(b.base))
		l = Line{said(finding + report.InResult + place)}
		if strings.ContainsAny(place, ` "`) { // a file's name must not read as words
			l = Line{said(finding), own(report.InResult), {Kind: Code, Text: place, Limit: placeLimit}}
		}
	}
	if (b.policyOnly[s] || b.policyOnly[finding]) && !strings.Contains(finding, "("+policyMark+";") {
		l = append(l, own(" ("+policyMark+")"))
	}
	return l
}

// policyMark tells a server's author that a finding is no protocol violation,
// as the head of the report says once.
const policyMark = "house policy"
