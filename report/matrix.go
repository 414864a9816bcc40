package report

import (
	"fmt"
	"slices"
	"strings"

	"mcpreview/headers"
	"mcpreview/internal/evidence"
	"mcpreview/internal/matrix"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/samples"
)

// States of a matrix row.
const (
	statePass          = "pass"
	stateFail          = "fail"
	stateConditional   = "conditional"
	stateNotExercised  = "not-exercised"
	stateNotApplicable = "not-applicable"
)

// inPart stands before what is left to record of a row.
const inPart = "in part only: "

// A matrixRow is one check of the house policy's validation matrix.
type matrixRow struct {
	check, fixture, expected string
	rules                    []*rule.Rule
	record                   string // what to record to exercise the row
	inapplicable             string // why a server cannot exercise it, where the transport is not why
}

// matrixRows are the rows by number.
var matrixRows = [matrix.Last + 1]matrixRow{
	matrix.NonObject: {
		"non-object structured output", "a valid array, scalar or null schema", "accepted where the value conforms",
		rules("RES-12", "RES-13", "RES-15", "DESC-13"),
		"a successful call of a tool whose outputSchema allows an array, a scalar or null",
		"no tool publishes an outputSchema",
	},
	matrix.OutputMismatch: {
		"output mismatch", "a wrong JSON type or a missing property", "rejected before a model uses it",
		rules("RES-13", "RES-16", "RES-22"),
		"a successful call of a tool with an outputSchema",
		"no tool publishes an outputSchema",
	},
	matrix.ErrorMismatch: {
		"error output mismatch", "isError: true with structured content absent or invalid", "rejected before a model uses it",
		rules("RES-14", "RES-02", "RES-23"),
		"a failing call (isError: true), best of a tool with an outputSchema",
		"no tool publishes an outputSchema",
	},
	matrix.EmptyCursor: {
		"empty cursor", `nextCursor: ""`, "the next request sends exactly the same cursor",
		rules("PAGE-02", "PAGE-03", "PAGE-05", "PAGE-08"),
		"every page with its request, from a server whose list has an empty nextCursor",
		"no cursor was issued",
	},
	matrix.UnsafeHeader: {
		"unsafe header", "Token, or an invalid field name", "the descriptor is rejected",
		rules("HDR-02", "HDR-03", "HDR-04", "HDR-11"),
		"a tools/list page with tools that mirror parameters into headers",
		"no tool mirrors a parameter into a header",
	},
	matrix.NestedHeader: {
		"nested header annotation", "oneOf, items, a nested object or a $ref definition", "the descriptor is rejected in the walk of the whole tree",
		rules("HDR-01", "HDR-06", "HDR-07", "HDR-08", "HDR-09", "HDR-10"),
		"a tools/list page with tools that mirror parameters into headers",
		"no tool mirrors a parameter into a header",
	},
	matrix.EncodedHeader: {
		"encoded header value", "Unicode, line breaks, padding or text that looks like the sentinel", "the exact base64 UTF-8 sentinel restores the original value",
		rules("ENC-02", "ENC-03", "ENC-04", "ENC-05", "ENC-10", "ENC-11", "PAR-06", "PAR-07"),
		"calls with raw header lines whose values need encoding: Unicode, spaces, line breaks, the empty string",
		"no tool mirrors a parameter into a header",
	},
	matrix.IntegerHeader: {
		"integer header value", "both safe bounds and one value beyond each", "the bounds pass, unsafe values are rejected",
		rules("HDR-12", "ENC-06", "ENC-08", "PAR-08", "PAR-10", "JSON-05"),
		"calls with raw header lines of an integer parameter, both safe bounds among them",
		"no tool mirrors an integer into a header",
	},
	matrix.Parity: {
		"header and body parity", "case variants, missing copies and decoded mismatches", "case variants pass; missing or mismatched copies are answered 400 with -32020",
		rules("PAR-01", "PAR-02", "PAR-03", "PAR-04", "PAR-05", "PAR-06", "PAR-07", "PAR-11", "PAR-12", "PAR-13"),
		"calls with raw header lines and the server's answers: a case variant, a missing, a duplicate and a mismatched copy",
		"",
	},
	matrix.MixedContent: {
		"mixed content", "text, media, links and embedded resources", "each block is judged on its own",
		rules("RES-03", "RES-04", "RES-05", "RES-06", "RES-07", "RES-08", "RES-09", "RES-10", "RES-11", "RES-17"),
		"a call that returns more than text: media, links or embedded resources",
		"",
	},
	matrix.Isolation: {
		"completion isolation", "a low-privileged caller", "no privileged suggestion is returned",
		rules("CMP-02", "CMP-09", "CMP-10", "CMP-11", "CMP-13"),
		"completions of the same references as callers of a low and a high rank, with the names that the low one must not learn",
		"the server does not complete",
	},
	matrix.ErrorLayering: {
		"error layering", "an unknown tool and a business failure", "JSON-RPC errors and isError: true stay apart",
		rules("RES-18", "RES-19", "RES-20", "JSON-10"),
		"a call of an unknown tool, and a failing call labelled as such",
		"",
	},
}

func rules(ids ...string) []*rule.Rule {
	var all []*rule.Rule
	for _, id := range ids {
		all = append(all, rule.Get(id))
	}
	return all
}

// ruleIDs are the IDs of the row's rules.
func (m *matrixRow) ruleIDs() []string {
	var ids []string
	for _, r := range m.rules {
		ids = append(ids, r.ID)
	}
	return ids
}

// decideRow is the decision under the rules of one row.
func decideRow(row int, fs []rule.Finding) rule.Decision {
	return rule.Decide(rule.Of(fs, matrixRows[row].rules))
}

// exercise counts one decision under a row; 0 is none.
func (a *analysis) exercise(row int, d rule.Decision) {
	e := &a.matrix[row]
	switch d {
	case rule.Admit:
		e.Admitted++
	case rule.Conditional:
		e.Conditional++
	case rule.Rejected:
		e.Rejected++
	default:
		return
	}
	e.Exercised++
}

// A selfCheck is how the built-in fixtures came out, row by row.
type selfCheck struct {
	rows  [matrix.Last + 1]SelfCheck
	wrong []string
}

// runFixtures runs every built-in fixture through the analyzers of its row's
// rules. A fixture to accept has no finding of them that decides; one to reject
// has one. No row asks whether its evidence is enough.
func runFixtures() *selfCheck {
	c := new(selfCheck)
	o := &Options{Policy: policy.Default(), Jobs: 1}
	documents := evidence.NewDocuments(o.Policy)
	var a analysis // of one after the other
	for _, f := range samples.Matrix() {
		a.begin(documents.Load(f.Name, f.Evidence), o, nil)
		for i := range steps {
			if steps[i].serves(matrixRows[f.Row].rules) {
				steps[i].do(&a)
			}
		}
		row := &c.rows[f.Row]
		row.Total++
		if a.catches(matrixRows[f.Row].rules) == f.Accept {
			c.wrong = append(c.wrong, fmt.Sprintf("%s came out otherwise", f.Name))
			continue
		}
		row.Passed++
	}
	return c
}

// CheckItself runs the matrix on the built-in fixtures alone: its rows, and a
// line for each fixture that came out wrong.
func CheckItself() ([]Row, []string) {
	c := runFixtures()
	empty := analysis{check: c, set: &evidence.Set{}, policy: new(policy.Policy)}
	rows := empty.matrixOf()
	for i := range rows {
		rows[i].Record = ""
		if rows[i].State == stateNotExercised || rows[i].State == stateNotApplicable {
			rows[i].State = statePass
		}
	}
	return rows, c.wrong
}

// matrixOf fills the rows from the self-check and from what the evidence
// exercised.
func (a *analysis) matrixOf() []Row {
	rows, transport := make([]Row, 0, matrix.Last), a.transport()
	for n := 1; n <= matrix.Last; n++ {
		m := &matrixRows[n]
		r := Row{
			Row: n, Check: m.check, Fixture: m.fixture, Expected: m.expected, Rules: m.ruleIDs(),
			SelfCheck: a.check.rows[n], Server: a.matrix[n],
		}
		r.State = a.stateOf(r)
		r.Record = recordOf(n, r.State, transport)
		if untried := a.untried(n); r.State == stateNotExercised && r.Server.Exercised > 0 {
			r.Record = inPart + "record " + strings.Join(untried, ", ")
		}
		rows = append(rows, r)
	}
	return rows
}

// stateOf is the state of a row.
func (a *analysis) stateOf(r Row) string {
	state := exercised(r)
	switch {
	case state == statePass && len(a.untried(r.Row)) > 0:
		return stateNotExercised
	case state != "":
		return state
	case a.isInapplicable(r.Row):
		return stateNotApplicable
	}
	return stateNotExercised
}

// exercised is the state of a row that its counts tell; "" where only the
// evidence tells why it was not exercised.
func exercised(r Row) string {
	switch {
	case r.SelfCheck.Passed < r.SelfCheck.Total || r.Server.Rejected > 0:
		return stateFail
	case r.Server.Conditional > 0:
		return stateConditional
	case r.Server.Exercised > 0:
		return statePass
	}
	return ""
}

// untried are the parts of a row's fixture that the evidence does not hold
// although it exercises the row otherwise: it passes on all of them.
func (a *analysis) untried(row int) []string {
	var parts []string
	lacks := func(seen bool, what string) {
		if !seen {
			parts = append(parts, what)
		}
	}
	switch {
	case row == matrix.ErrorLayering:
		lacks(a.layers.unknownTool, "a call of an unknown tool")
		lacks(a.layers.failure, "a failing call (isError: true)")
	case row == matrix.Parity && a.bindsHeaders(matrix.EncodedHeader):
		var seen headers.Probes
		for _, t := range a.tools {
			seen.Missing = seen.Missing || t.probes.Missing
			seen.Mismatch = seen.Mismatch || t.probes.Mismatch
			seen.CaseVariant = seen.CaseVariant || t.probes.CaseVariant
		}
		lacks(seen.Missing, "a call with a missing copy")
		lacks(seen.Mismatch, "a call with a mismatched copy")
		lacks(seen.CaseVariant, "a call with a case variant of a header's name")
	}
	return parts
}

// layers are the kinds of failure that calls have shown, each in some layer.
type layers struct{ unknownTool, failure bool }

func (l *layers) see(ans *answer) {
	if ans.broken || ans.foreign != nil {
		return
	}
	l.unknownTool = l.unknownTool || ans.result.Shows == evidence.LabelUnknownTool
	l.failure = l.failure || ans.result.Shows == evidence.LabelFailure
}

// recordOf says what to record to exercise a row, or why it does not apply; ""
// for a row in another state.
func recordOf(row int, state, transport string) string {
	m := &matrixRows[row]
	switch {
	case state == stateNotExercised:
		return "record " + m.record
	case state != stateNotApplicable:
		return ""
	case ofHeaders(row) && transport == protocol.TransportStdio:
		return "stdio has no headers"
	}
	return m.inapplicable
}

// ofHeaders reports that a row is about the headers of recorded requests.
func ofHeaders(row int) bool {
	return row == matrix.EncodedHeader || row == matrix.IntegerHeader || row == matrix.Parity
}

// isInapplicable reports that a row cannot be exercised by this server, as the
// evidence shows.
func (a *analysis) isInapplicable(row int) bool {
	switch row {
	case matrix.NonObject, matrix.OutputMismatch, matrix.ErrorMismatch:
		return len(a.tools) > 0 && a.listsWhole() && !slices.ContainsFunc(a.tools, func(t *tool) bool { return t.HasOutput })
	case matrix.EmptyCursor:
		return len(a.pages.Listings) > 0 && a.listsWhole() && !a.cursorIssued()
	case matrix.UnsafeHeader, matrix.NestedHeader:
		return len(a.tools) > 0 && a.listsWhole() && !slices.ContainsFunc(a.tools, (*tool).isAnnotated)
	case matrix.EncodedHeader, matrix.IntegerHeader, matrix.Parity:
		return len(a.tools) > 0 && (a.transport() == protocol.TransportStdio || a.listsWhole() && !a.bindsHeaders(row))
	case matrix.Isolation:
		return !a.completion.Applicable && a.discovery.Known
	}
	return false
}

// bindsHeaders reports that a tool mirrors what the row is about into a header;
// requests have some headers whatever the tools do.
func (a *analysis) bindsHeaders(row int) bool {
	return row == matrix.Parity || slices.ContainsFunc(a.tools, func(t *tool) bool {
		return slices.ContainsFunc(t.bindings, func(b headers.Binding) bool { return row != matrix.IntegerHeader || b.Type == headers.Integer })
	})
}

// listsWhole reports that every listing was recorded as it was answered. A bare
// result may have been merged from several pages, and a client may have dropped
// tools before it printed the rest; loose descriptors are no listing. What is
// not in either may still be in the server.
func (a *analysis) listsWhole() bool {
	return len(a.set.Descriptors) == 0 && !slices.ContainsFunc(a.set.Listings, func(l *evidence.Listing) bool {
		return slices.ContainsFunc(l.Pages, func(p *evidence.Page) bool { return p.Form == evidence.FormResult })
	})
}

func (a *analysis) cursorIssued() bool {
	for _, l := range a.pages.Listings {
		for _, p := range l.Pages {
			if p.Next != "absent" && p.Next != "null" {
				return true
			}
		}
	}
	return false
}
