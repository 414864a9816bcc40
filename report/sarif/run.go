package sarif

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/internal/version"
	"mcpreview/report"
	"mcpreview/report/escape"
)

const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// How many characters of the evidence's strings are shown.
const (
	nameLimit    = 64
	textLimit    = 480
	pointerLimit = 512
	versionLimit = 64
)

// base is the folder that all paths are relative to: the one the review ran
// in. Its own place is nobody's business.
const base = "%SRCROOT%"

// A builder holds the review and what is looked up in it for each finding.
type builder struct {
	*report.Review
	rules    map[string]int // by ID, in the list of descriptors
	surfaces map[string]report.Source
	inputs   map[string]report.Input // by the reason that asks for them
	prints   fingerprints
}

func newLog(r *report.Review, o Options, most int) *log {
	b := &builder{Review: r, rules: make(map[string]int), surfaces: make(map[string]report.Source), inputs: make(map[string]report.Input), prints: make(fingerprints)}
	for _, t := range r.Tools {
		if _, known := b.surfaces[rule.ShortName(t.Name)]; !known && t.Name != "" {
			b.surfaces[rule.ShortName(t.Name)] = t.Page
		}
	}
	for _, i := range r.Requests {
		b.inputs[i.Subject.Name+"\x00"+i.Reason] = i
	}
	descriptors := b.descriptors()
	results := b.results(most)
	left := max(r.Verdict.Counts.Findings+r.Verdict.Counts.Notes, len(r.Findings)) - len(results)
	return &log{Schema: schema, Version: "2.1.0", Runs: []run{{
		Tool: tool{Driver: toolComponent{
			Name: version.Name, Version: shown(r.Tool.Version, versionLimit), SemanticVersion: semantic(r.Tool.Version), Rules: descriptors,
		}},
		Invocations:        []invocation{b.invocation(o, left)},
		OriginalURIBaseIDs: map[string]artifactLocation{base: {Description: &message{Text: "The folder that the review ran in."}}},
		Artifacts:          b.artifacts(),
		Results:            results,
		ColumnKind:         "unicodeCodePoints",
		Properties: properties{
			"protocolVersion": shown(r.ProtocolVersion, nameLimit), "profile": shown(r.Profile, nameLimit), "transport": shown(r.Transport, nameLimit),
			"resultsLeftOut": left,
		},
	}}}
}

// shown is a string of the evidence where no medium reads it as markup.
func shown(s string, limit int) string {
	text, left := escape.Visible(s, limit)
	return text + escape.Left(left)
}

// semantic is a version by the rules of Semantic Versioning; "" where it is
// none.
func semantic(v string) string {
	v = strings.TrimPrefix(v, "v")
	parts := strings.Split(v, ".")
	for _, p := range parts {
		if p == "" || strings.Trim(p, "0123456789") != "" || len(p) > 1 && p[0] == '0' {
			return ""
		}
	}
	if len(parts) != 3 || len(v) > versionLimit {
		return ""
	}
	return v
}

// invocation says how the review ended. Its exit code tells of the verdict; a
// run that fails writes no log at all.
func (b *builder) invocation(o Options, left int) invocation {
	v := b.Verdict
	i := invocation{
		ExitCode: o.ExitCode, ExitCodeDescription: shown(v.Decision, nameLimit), ExecutionSuccessful: true,
		Properties: properties{"verdict": shown(v.Decision, nameLimit), "reason": prose(v.Reason), "counts": v.Counts},
	}
	if left > 0 {
		i.ToolExecutionNotifications = []notification{{Level: "warning", Message: message{Text: fmt.Sprintf(
			"%s left out of this file, the least severe first: a code-scanning service keeps %d. The other forms of the report have more of them.", rule.Count(left, "result"), MaxResults,
		)}}}
	}
	return i
}

// artifacts are the files that the review holds for, and the policy.
func (b *builder) artifacts() []artifact {
	all := []artifact{}
	for _, f := range b.Evidence {
		a := artifact{
			Location: at(f.Path), Length: max(f.Bytes, -1), Roles: []string{"analysisTarget"},
			Properties: properties{"kind": shown(f.Kind, nameLimit), "documents": f.Documents},
		}
		if f.Kind == "policy" {
			a.Roles = []string{"userSpecifiedConfiguration"}
		}
		if f.SHA256 != "" {
			a.Hashes = map[string]string{"sha-256": shown(f.SHA256, nameLimit)}
		}
		all = append(all, a)
	}
	// The standard wants them unique; a review that was edited may repeat one.
	slices.SortStableFunc(all, func(x, y artifact) int { return cmp.Compare(x.Location.URI, y.Location.URI) })
	return slices.CompactFunc(all, func(x, y artifact) bool { return x.Location.URI == y.Location.URI })
}

// at is a file as a relative reference. Nothing but letters, digits and -._~
// stands for itself in it, so that a name is never a scheme, a host, a query
// or a fragment.
func at(file string) artifactLocation {
	if file == "" {
		file = "."
	}
	var uri strings.Builder
	for _, c := range []byte(strings.TrimLeft(path.Clean(file), "/")) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			uri.WriteByte(c)
		default:
			fmt.Fprintf(&uri, "%%%02X", c)
		}
	}
	return artifactLocation{URI: cmp.Or(uri.String(), "."), URIBaseID: base}
}
