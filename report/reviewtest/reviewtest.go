// Package reviewtest makes reviews for the tests of the renderers: one that
// fills every section, large ones, and hostile ones.
package reviewtest

import (
	"fmt"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

// Digest is a well-formed SHA-256 in hexadecimal.
var Digest = strings.Repeat("0123456789abcdef", 4)

// Review is a review that has something in every section and every kind of
// row in it.
func Review() *report.Review {
	return &report.Review{
		SchemaVersion:   report.SchemaVersion,
		Tool:            report.Program{Name: "mcpreview", Version: "v0.0.0"},
		ProtocolVersion: "2026-07-28",
		Profile:         "house",
		Transport:       "streamable-http",
		Verdict: report.Verdict{
			Decision: report.Conditional,
			Reason:   "2 of 5 tools are admitted; 1 is conditional, 2 are rejected and 1 blocking input is missing",
			Counts: report.Counts{
				Tools: 5, Admitted: 2, Conditional: 1, Rejected: 2,
				Results: 7, ResultsAdmitted: 5, ResultsConditional: 1, ResultsRejected: 1,
				Mappings: 3, Listings: 2, Completions: 2, Exchanges: 2, Documents: 19, Files: 4,
				Findings: 6, Notes: 1, NotJudged: 1, Links: 2, Embedded: 1,
			},
		},
		Requests: []report.Input{
			{Rule: "EVID-03", Input: "a failed result of convert_units: call it with arguments it has to refuse", Subject: tool("convert_units"), Reason: "EVID-03: no recorded result of \"convert_units\" has isError true", Blocking: true},
			{Rule: "EVID-13", Input: "matrix row 11: a completion asked for by a caller of low rank", Subject: rule.Subject{Kind: rule.KindServer}, Reason: "EVID-13 matrix row 11: not run, needs a low-privilege caller"},
		},
		Tools: tools(), Allowlist: []string{"get_forecast", "list_stations"},
		Results: results(), Mappings: mappings(), Listings: listings(),
		Completions: []report.Completion{
			{Source: at("completion.json", "", 1), Caller: "guest", Ref: "prompt:summarise", Argument: "tenant", Decision: "REJECT", Rule: "CMP-07", Reason: "CMP-07 /completion/values/2: 1 of 3 suggestions names a thing that caller \"guest\" must not see", Values: 3},
			{Source: at("completion.json", "/1", 40), Caller: "admin", Ref: "resource:logs://{day}", Argument: "day", Decision: "ADMIT", Values: 100},
		},
		Exchanges: []report.Exchange{
			{Source: at("calls.jsonl", "/response/error/code", 7), Decision: "REJECT", Rule: "JSON-10", Reason: "JSON-10 /error/code: a number with a fraction is no error code"},
			{Source: at("calls.jsonl", "/response", 8), Decision: "ADMIT"},
		},
		Matrix: Matrix(), Findings: findings(),
		Evidence: []report.File{
			{Path: "pages/admin/page-1.json", SHA256: Digest, Bytes: 18231, Kind: "exchange", Documents: 1, Proves: []string{"cursors", "descriptors"}, CannotProve: []string{"raw header lines"}},
			{Path: "pages/admin/page-2.json", SHA256: Digest, Bytes: 911, Kind: "exchange", Documents: 1, Proves: []string{"cursors", "descriptors"}, CannotProve: []string{}},
			{Path: "calls.jsonl", SHA256: Digest, Bytes: 5242880, Kind: "lines", Documents: 17, Proves: []string{"results", "headers", "HTTP status"}, CannotProve: []string{}},
			{Path: "unreadable.json", Kind: "unreadable", Proves: []string{}, CannotProve: []string{}},
		},
		Limits: report.Limits{
			{Name: "documentBytes", Value: int64(33554432)}, {Name: "depth", Value: int64(128)},
			{Name: "textBytes", Value: int64(1048576)}, {Name: "mediaBytes", Value: int64(5242880)},
			{Name: "imageTypes", Value: []string{"image/png", "image/jpeg"}},
		},
		Accepted: []report.Acceptance{
			{Rule: "DESC-04", Subject: tool("list.stations/v2"), Reason: "the name is older than the recommendation", By: "platform team", Until: "2027-01-31"},
		},
		Baseline: baseline(),
	}
}

// baseline is a comparison with a tool of every change.
func baseline() *report.Baseline {
	const locked = "sha256:" + "76543210"
	change := func(name, was, what, reason string, src report.Source) report.ToolChange {
		return report.ToolChange{
			Tool: name, Was: was, Change: what, Callers: []string{"admin"}, Reason: "DESC-21 " + reason, Locked: locked, Digest: "sha256:" + Digest,
			Accepts: "unaffected", Returns: "unaffected", Source: src, Details: []report.DetailChange{},
		}
	}
	changed := change("convert_units", "", "changed", `/description: changed since approval: changed at character 12: from …"units" to …"any unit\u202e"; 5 more changes`, at("pages/admin/page-1.json", "/response/result/tools/1/description", 41))
	changed.Accepts, changed.Returns, changed.Further = "widens", "narrows", 3
	changed.Details = []report.DetailChange{
		{Pointer: "/description", Kind: "text", Direction: "unaffected", Text: `changed at character 12: from …"units" to …"any unit\u202e"`},
		{Pointer: "/inputSchema/properties/value/type", Kind: "type", Schema: "input", Direction: "widens", Text: "changed from number to number or string"},
		{Pointer: "/outputSchema/properties/value/maximum", Kind: "bound", Schema: "output", Direction: "narrows", Text: "lowered from 100 to 10"},
	}
	renamed := change("list_stations", "stations", "renamed", `/name: renamed since approval, in the lock it is "stations"`, at("pages/guest/page-1.json", "/response/result/tools/0/name", 4))
	renamed.Accepted = true
	renamed.Details = []report.DetailChange{{Pointer: "/name", Kind: "name", Direction: "unaffected", Text: `changed at character 1: from "stations" to "list_stations"`}}
	added := change("get_forecast", "", "added", "/name: not in the lock", at("pages/admin/page-1.json", "/response/result/tools/0/name", 4))
	added.Locked = ""
	omitted := change("rotate_key", "", "omitted", "/name: not in the lock: it was REJECT when the lock was written", at("pages/admin/page-1.json", "/response/result/tools/2/name", 89))
	omitted.Locked = ""
	removed := change("wipe_history", "", "removed", `/name: "wipe_history" is in the lock but no longer listed`, at("approvals/mcpreview.lock.json", "/tools/7", 310))
	removed.Digest = ""
	return &report.Baseline{
		Path: "approvals/mcpreview.lock.json", SHA256: Digest, Server: "weather", ServerVersion: "1.4.0", ProtocolVersion: "2026-07-28", Profile: "house",
		Tools: 8, Unchanged: 5, Changed: 1, Renamed: 1, Added: 1, Omitted: 1, Removed: 1,
		Changes: []report.ToolChange{changed, renamed, removed, added, omitted},
	}
}

func tool(name string) rule.Subject { return rule.Subject{Kind: rule.KindTool, Name: name} }

func at(file, pointer string, line int) report.Source {
	return report.Source{File: file, Pointer: pointer, Line: line, Column: 1}
}

func tools() []report.Tool {
	return []report.Tool{
		{
			Name: "rotate_key", Decision: "REJECT", Rule: "HDR-11", Caller: "admin", Index: 2, Dialect: "2020-12",
			Reason: "HDR-11 /inputSchema/properties/apiKey/x-mcp-header: \"Api-Key\" names a credential",
			Page:   at("pages/admin/page-1.json", "/response/result/tools/2", 88), Digest: "sha256:" + Digest,
			Hints: report.Hints{"readOnlyHint": true, "destructiveHint": false}, Headers: []report.Header{},
		},
		{
			Decision: "REJECT", Rule: "DESC-02", Caller: "admin", Index: 3, Reason: "DESC-02 /name: the name is empty",
			Page: at("pages/admin/page-1.json", "/response/result/tools/3", 120), Hints: report.Hints{}, Headers: []report.Header{},
		},
		{
			Name: "convert_units", Decision: "CONDITIONAL", Rule: "RES-12", Caller: "admin", Index: 1, Dialect: "2020-12", OutputDialect: "draft-07",
			Reason: "RES-12 /structuredContent/value: want number, got string",
			Page:   at("pages/admin/page-1.json", "/response/result/tools/1", 40), Digest: "sha256:" + Digest,
			Hints: report.Hints{}, Headers: []report.Header{}, Evidence: report.ToolEvidence{Success: 1, Rejected: 1},
		},
		{
			Name: "get_forecast", Decision: "ADMIT", Caller: "admin", Dialect: "2020-12", OutputDialect: "2020-12",
			Reason: "dialect 2020-12, 2 headers, 2 results with and 1 without isError hold to the output schema",
			Page:   at("pages/admin/page-1.json", "/response/result/tools/0", 3), Digest: "sha256:" + Digest,
			Hints:    report.Hints{"readOnlyHint": true, "openWorldHint": true},
			Headers:  []report.Header{{Name: "Mcp-Param-Region", Pointer: "/properties/region", Type: "string"}, {Name: "Mcp-Param-Days", Pointer: "/properties/days", Type: "integer"}},
			Evidence: report.ToolEvidence{Success: 2, Failure: 1, ProtocolErrors: 1},
		},
		{
			Name: "list_stations", Decision: "ADMIT", Caller: "guest", Dialect: "draft-07",
			Reason: "dialect draft-07, 1 result with and 1 without isError",
			Page:   at("pages/guest/page-1.json", "/response/result/tools/0", 3), Digest: "sha256:" + Digest,
			Hints: report.Hints{}, Headers: []report.Header{}, Evidence: report.ToolEvidence{Success: 1, Failure: 1},
		},
	}
}

func results() []report.Result {
	admitted := func(line int, tool, outcome string, types ...string) report.Result {
		r := report.Result{Source: at("calls.jsonl", "/response/result", line), Tool: tool, Outcome: outcome, Decision: "ADMIT", Blocks: []report.Block{}}
		for i, t := range types {
			r.Blocks = append(r.Blocks, report.Block{Index: i, Type: t, Decision: "ADMIT", Bytes: 512})
		}
		return r
	}
	return []report.Result{
		{
			Source: at("calls.jsonl", "/response/result", 4), Tool: "convert_units", Outcome: "success", Decision: "REJECT", Rule: "RES-05",
			Reason: "RES-05 /content/1/mimeType: \"image/svg+xml\" is not in the allowed list",
			Blocks: []report.Block{
				{Index: 0, Type: "text", Decision: "ADMIT", Bytes: 120},
				{Index: 1, Type: "image", Decision: "REJECT", Rule: "RES-05", Reason: "RES-05 /content/1/mimeType: \"image/svg+xml\" is not in the allowed list", Bytes: 4096, MediaType: "image/svg+xml"},
				{Index: 2, Decision: "REJECT", Rule: "RES-03", Reason: "RES-03 /content/2/type: \"vidéo\" is no content type"},
			},
		},
		{
			Source: at("calls.jsonl", "/response/result", 5), Tool: "convert_units", Outcome: "success", Decision: "CONDITIONAL", Rule: "RES-15",
			Reason: "RES-15 /content: no text block repeats the structured content", Blocks: []report.Block{},
		},
		admitted(1, "get_forecast", "success", "text", "resource_link", "resource"),
		admitted(2, "get_forecast", "success", "text", "image"),
		admitted(3, "get_forecast", "failure", "text"),
		admitted(6, "list_stations", "success", "text", "resource_link"),
		admitted(9, "list_stations", "failure", "text", "audio"),
	}
}

func mappings() []report.Mapping {
	names := []string{"Mcp-Param-Region", "Mcp-Param-Days"}
	return []report.Mapping{
		{Source: at("calls.jsonl", "/request", 1), Tool: "get_forecast", Decision: "ADMIT", Boundary: "pass", Category: "match", Answer: "correct", Headers: names},
		{Source: at("calls.jsonl", "/request", 11), Tool: "get_forecast", Decision: "REJECT", Rule: "PAR-04", Reason: "PAR-04: the copy of parameter \"days\" is missing", Boundary: "400/-32020", Category: "missing", Answer: "correct", Headers: names[:1]},
		{Source: at("calls.jsonl", "/request", 12), Tool: "get_forecast", Decision: "REJECT", Rule: "PAR-07", Reason: "PAR-07: Mcp-Param-Region differs from the body", Boundary: "400/-32020", Category: "mismatch", Answer: "wrong", Headers: names},
	}
}

func listings() []report.Listing {
	return []report.Listing{
		{
			Method: "tools/list", Caller: "admin", Pass: 1, Decision: "REJECT", Rule: "PAGE-03", Reason: "PAGE-03: the page after an empty nextCursor is missing",
			PageCount: 2, ItemCount: 5,
			Pages: []report.Page{
				{Source: at("pages/admin/page-1.json", "", 1), Items: 4, CursorSent: "none", NextCursor: "present"},
				{Source: at("pages/admin/page-2.json", "", 1), Items: 1, CursorSent: "present", NextCursor: "empty"},
			},
		},
		{
			Method: "tools/list", Caller: "guest", Pass: 1, Decision: "ADMIT", Complete: true,
			PageCount: 1, ItemCount: 1,
			Pages: []report.Page{{Source: at("pages/guest/page-1.json", "", 1), Items: 1, CursorSent: "none", NextCursor: "absent"}},
		},
	}
}

// Matrix is twelve rows in every state that a row can have.
func Matrix() []report.Row {
	checks := [...]string{
		"non-object structured output", "output mismatch", "error output mismatch", "empty cursor", "unsafe header",
		"nested header annotation", "encoded header value", "integer header value", "header and body agree", "mixed content",
		"completion isolation", "error layers",
	}
	rows := make([]report.Row, len(checks))
	for i, c := range checks {
		rows[i] = report.Row{
			Row: i + 1, Check: c, Fixture: "an accepted and a refused " + c, Expected: "the first passes, the second does not",
			Rules: []string{"RES-12", "RES-13"}, SelfCheck: report.SelfCheck{Passed: 4, Total: 4},
			Server: report.Exercise{Exercised: 3, Admitted: 2, Rejected: 1}, State: "pass",
		}
	}
	rows[1].State = "fail"
	rows[2].State = "conditional"
	for i, state := range []string{"not-exercised", "not-applicable"} {
		rows[10+i].Server = report.Exercise{}
		rows[10+i].State = state
		rows[10+i].Record = "record a call whose result mixes text, an image and a link"
	}
	return rows
}

func findings() []report.Finding {
	f := func(id, name, provenance, effect string, s rule.Subject, reason string, src report.Source, related ...report.Source) report.Finding {
		if related == nil {
			related = []report.Source{}
		}
		return report.Finding{Rule: id, Name: name, Provenance: provenance, Effect: effect, Subject: s, Reason: reason, Source: src, Related: related}
	}
	all := []report.Finding{
		f("HDR-11", "no-sensitive-header", "policy", "reject", tool("rotate_key"), "HDR-11 /inputSchema/properties/apiKey/x-mcp-header: \"Api-Key\" names a credential", at("pages/admin/page-1.json", "/response/result/tools/2", 88)),
		f("DESC-02", "name-not-empty", "spec MUST", "reject", tool(""), "DESC-02 /name: the name is empty", at("pages/admin/page-1.json", "/response/result/tools/3/name", 121)),
		f("PAGE-03", "pages-complete", "spec MUST", "reject", rule.Subject{Kind: rule.KindListing, Name: "tools/list"}, "PAGE-03: the page after an empty nextCursor is missing", at("pages/admin/page-2.json", "/response/result/nextCursor", 9), at("pages/admin/page-1.json", "", 1)),
		f("RES-15", "text-beside-structure", "spec SHOULD", "condition", rule.Subject{Kind: rule.KindResult, Name: "convert_units"}, "RES-15 /content: no text block repeats the structured content", at("calls.jsonl", "/response/result", 5)),
		f("DESC-04", "name-charset", "spec SHOULD", "condition", tool("list.stations/v2"), "DESC-04 /name: \"list.stations/v2\" holds a character that is not recommended", at("pages/guest/page-1.json", "", 3)),
		f("EVID-03", "failure-recorded", "policy", "request", tool("convert_units"), "EVID-03: no recorded result of \"convert_units\" has isError true", report.Source{}),
		f("DESC-16", "unknown-member", "spec MUST", "note", tool("get_forecast"), "DESC-16: member \"vendor\" is not known", at("pages/admin/page-1.json", "/response/result/tools/0/vendor", 30)),
	}
	all[4].Accepted = true
	return all
}

// Large is a review of n tools, a finding each, of every decision.
func Large(n int) *report.Review {
	r := Review()
	small := r.Tools
	finding := r.Findings
	r.Tools, r.Allowlist, r.Findings = nil, []string{}, nil
	for i := range n {
		t := small[i*len(small)/n]
		t.Name = fmt.Sprintf("tool_%06d", i)
		f := finding[i*len(finding)/n]
		f.Subject.Name = t.Name
		r.Tools, r.Findings = append(r.Tools, t), append(r.Findings, f)
		if t.Decision == "ADMIT" {
			r.Allowlist = append(r.Allowlist, t.Name)
		}
	}
	r.Verdict.Counts.Tools, r.Verdict.Counts.Findings = n, n
	return r
}
