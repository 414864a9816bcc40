package sarif_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	library "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"mcpreview/internal/rule"
	"mcpreview/report"
	"mcpreview/report/reviewtest"
	"mcpreview/report/sarif"
)

// The rules are left out: they are those of the catalogue, which has its own
// tests and its own reasons to change.
func TestGolden(t *testing.T) {
	var log map[string]any
	if err := json.Unmarshal(write(t, reviewtest.Review()), &log); err != nil {
		t.Fatal(err)
	}
	run := log["runs"].([]any)[0].(map[string]any)
	delete(run["tool"].(map[string]any)["driver"].(map[string]any), "rules")
	for _, r := range run["results"].([]any) {
		delete(r.(map[string]any), "ruleIndex")
	}
	got, err := json.MarshalIndent(log, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	reviewtest.Golden(t, "review.sarif", append(got, '\n'))
}

func TestSameReviewSameBytes(t *testing.T) {
	if !bytes.Equal(write(t, reviewtest.Review()), write(t, reviewtest.Review())) {
		t.Error("two logs of one review differ")
	}
	if err := sarif.Write(reviewtest.FailingWriter{}, reviewtest.Review(), sarif.Options{}); !errors.Is(err, reviewtest.ErrWrite) {
		t.Errorf("a full disk: %v", err)
	}
}

// Every finding is a result, with the rule that its index says.
func TestResults(t *testing.T) {
	r := reviewtest.Review()
	run := read(t, write(t, r))
	if len(run.Results) != len(r.Findings) {
		t.Fatalf("%d results of %d findings", len(run.Results), len(r.Findings))
	}
	want := map[string][2]string{
		"refuse": {"fail", "error"}, "reject": {"fail", "error"}, "condition": {"fail", "warning"},
		"request": {"fail", "note"}, "note": {"informational", "none"},
	}
	for i, got := range run.Results {
		f := r.Findings[i] // strongest first already
		if *got.RuleID != f.Rule || *run.Tool.Driver.Rules[got.RuleIndex].ID != f.Rule {
			t.Errorf("finding %d of %s is a result of %s, at the index of %s", i, f.Rule, *got.RuleID, *run.Tool.Driver.Rules[got.RuleIndex].ID)
		}
		if w := want[f.Effect]; got.Kind != w[0] || got.Level != w[1] {
			t.Errorf("%s: kind %s and level %s", f.Effect, got.Kind, got.Level)
		}
		at := got.Locations[0]
		if f.Source.File != "" {
			if *at.PhysicalLocation.ArtifactLocation.URI != f.Source.File || *at.PhysicalLocation.Region.StartLine != f.Source.Line || *at.PhysicalLocation.Region.StartColumn != f.Source.Column {
				t.Errorf("%s is at %+v, want %+v", f.Rule, at.PhysicalLocation, f.Source)
			}
			if l := at.LogicalLocations; f.Source.Pointer != "" && *l[len(l)-1].FullyQualifiedName != f.Source.Pointer {
				t.Errorf("%s is at pointer %s, want %s", f.Rule, *l[len(l)-1].FullyQualifiedName, f.Source.Pointer)
			}
		} else if page := r.Tools[2].Page; *at.PhysicalLocation.ArtifactLocation.URI != page.File || *at.PhysicalLocation.Region.StartLine != page.Line || at.Message == nil {
			t.Errorf("%s has no place and is put at %+v", f.Rule, at.PhysicalLocation)
		}
		if len(got.RelatedLocations) != len(f.Related) {
			t.Errorf("%s: %d related places, want %d", f.Rule, len(got.RelatedLocations), len(f.Related))
		}
		if (len(got.Suppressions) == 1) != f.Accepted {
			t.Errorf("%s: accepted %t, suppressions %d", f.Rule, f.Accepted, len(got.Suppressions))
		}
	}
	s := run.Results[4].Suppressions[0]
	if *s.Kind != "external" || *s.Status != "accepted" || !strings.Contains(*s.Justification, r.Accepted[0].Reason) || !strings.Contains(*s.Justification, r.Accepted[0].Until) {
		t.Errorf("accepted as %+v: %s", s, *s.Justification)
	}
}

// A finding without a place is put where services show it, or nowhere.
func TestFindingWithoutPlace(t *testing.T) {
	r := reviewtest.Review()
	r.Findings = r.Findings[5:6]
	r.Findings[0].Subject = rule.Subject{Kind: rule.KindServer}
	for _, c := range []struct {
		mend func()
		file string
	}{
		{func() {}, "pages/admin/page-1.json"},
		{func() { r.Listings = nil }, "pages/admin/page-1.json"},
		{func() { r.Evidence = r.Evidence[2:] }, "calls.jsonl"},
		{func() { r.Evidence[0].Kind = "policy" }, "unreadable.json"},
		{func() { r.Evidence = nil }, ""},
	} {
		c.mend()
		text := write(t, r)
		valid(t, text)
		got := read(t, text).Results[0]
		switch {
		case c.file == "" && len(got.Locations) != 0:
			t.Errorf("a place without evidence: %+v", got.Locations[0])
		case c.file != "" && (*got.Locations[0].PhysicalLocation.ArtifactLocation.URI != c.file || *got.Locations[0].PhysicalLocation.Region.StartLine != 1):
			t.Errorf("at %+v, want %s", got.Locations[0].PhysicalLocation, c.file)
		}
	}
}

func TestInvocation(t *testing.T) {
	for _, code := range []int{0, 1, 3} {
		var b bytes.Buffer
		if err := sarif.Write(&b, reviewtest.Review(), sarif.Options{ExitCode: code}); err != nil {
			t.Fatal(err)
		}
		i := read(t, b.Bytes()).Invocations[0]
		if *i.ExitCode != code || *i.ExecutionSuccessful != true || *i.ExitCodeDescription != report.Conditional || len(i.ToolExecutionNotifications) != 0 {
			t.Errorf("exit code %d: %+v", code, i)
		}
	}
}

// 30,000 findings are more than any service takes.
func TestTooManyFindings(t *testing.T) {
	if testing.Short() {
		t.Skip("a log of 5,000 results takes its time, and nothing in it runs side by side")
	}
	const n = 30000
	r := reviewtest.Large(n)
	slices.Reverse(r.Findings) // weakest first
	rejected := 0
	for _, f := range r.Findings {
		if f.Effect == "reject" {
			rejected++
		}
	}
	text := write(t, r)
	valid(t, text)
	run := read(t, text)
	if len(run.Results) != sarif.MaxResults {
		t.Fatalf("%d results", len(run.Results))
	}
	for _, got := range run.Results {
		if got.Level != "error" {
			t.Fatalf("a %s stands where %d errors would", got.Level, rejected)
		}
	}
	notes := run.Invocations[0].ToolExecutionNotifications
	if len(notes) != 1 || !strings.Contains(*notes[0].Message.Text, "25001 results left out") {
		t.Errorf("what was left out is not told: %+v", notes)
	}
	if left := run.Properties.Properties["resultsLeftOut"]; left != float64(n+1-sarif.MaxResults) { // and one note that the counts know of
		t.Errorf("%v left out", left)
	}
	if n := compressed(text); n > 10_000_000 {
		t.Errorf("%d bytes after gzip", n)
	}

	// A limit changes no fingerprint.
	prints := make(map[string]string)
	for _, got := range run.Results {
		prints[*got.Message.Text] = got.PartialFingerprints["primaryLocationLineHash"]
	}
	r.Findings = r.Findings[n-sarif.MaxResults:]
	for _, got := range read(t, write(t, r)).Results {
		if print, ok := prints[*got.Message.Text]; ok && print != got.PartialFingerprints["primaryLocationLineHash"] {
			t.Fatalf("%s has two fingerprints", *got.Message.Text)
		}
	}
}

func compressed(text []byte) int {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text)
	z.Close()
	return b.Len()
}

func TestFingerprints(t *testing.T) {
	prints := func(fs ...report.Finding) []string {
		r := reviewtest.Review()
		r.Findings = fs
		var all []string
		for _, got := range read(t, write(t, r)).Results {
			all = append(all, got.PartialFingerprints["primaryLocationLineHash"])
		}
		return all
	}
	f := reviewtest.Review().Findings[0]
	same := prints(f)[0]
	for name, change := range map[string]func(*report.Finding){
		"another line":     func(f *report.Finding) { f.Source.Line += 7 },
		"another column":   func(f *report.Finding) { f.Source.Column++ },
		"another position": func(f *report.Finding) { f.Source.Pointer = "/response/result/tools/9" },
		"another file":     func(f *report.Finding) { f.Source.File = "pages/admin/page-2.json" },
		"another text":     func(f *report.Finding) { f.Reason += " of the gateway" },
		"accepted":         func(f *report.Finding) { f.Accepted = true },
	} {
		g := f
		if change(&g); prints(g)[0] != same {
			t.Errorf("%s is another finding", name)
		}
	}
	for name, change := range map[string]func(*report.Finding){
		"another rule":    func(f *report.Finding) { f.Rule, f.Reason = "HDR-12", strings.Replace(f.Reason, "HDR-11", "HDR-12", 1) },
		"another subject": func(f *report.Finding) { f.Subject.Name += "s" },
		"another kind":    func(f *report.Finding) { f.Subject.Kind = "result" },
		"another pointer": func(f *report.Finding) { f.Reason = strings.Replace(f.Reason, "apiKey", "key", 1) },
	} {
		g := f
		if change(&g); prints(g)[0] == same {
			t.Errorf("%s is the same finding", name)
		}
	}
	if twice := prints(f, f, f); twice[0] != same || twice[1] != strings.TrimSuffix(same, "1")+"2" || twice[2] != strings.TrimSuffix(same, "1")+"3" {
		t.Errorf("equal findings: %q", twice)
	}
	if !regexp.MustCompile(`^[0-9a-f]{16}:1$`).MatchString(same) {
		t.Errorf("fingerprint %q", same)
	}
}

// messages are all strings of a run that SARIF calls messages, and those that
// services show beside them.
func messages(run *library.Run) []string {
	var all []string
	for _, r := range run.Results {
		all = append(all, *r.Message.Text)
		for _, l := range slices.Concat(r.Locations, r.RelatedLocations) {
			if l.Message != nil {
				all = append(all, *l.Message.Text)
			}
		}
		for _, s := range r.Suppressions {
			all = append(all, *s.Justification)
		}
	}
	for _, r := range run.Tool.Driver.Rules {
		if rule.ByID(*r.ID) == nil {
			all = append(all, *r.ShortDescription.Text, *r.FullDescription.Text, *r.Help.Text)
		}
	}
	return append(all, run.Invocations[0].Properties.Properties["reason"].(string))
}

var gfm = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList))

// alive is what a reader of Markdown makes of a message beside words and
// code; "" where it is text and nothing else.
func alive(message string) string {
	found := ""
	_ = ast.Walk(gfm.Parser().Parse(text.NewReader([]byte(message))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindDocument, ast.KindParagraph, ast.KindText, ast.KindString:
		case ast.KindCodeSpan:
			return ast.WalkSkipChildren, nil
		default:
			found = n.Kind().String()
			return ast.WalkStop, nil
		}
		if t, ok := n.(*ast.Text); ok && strings.ContainsAny(string(t.Segment.Value([]byte(message))), "@#<>") {
			found = "text " + string(t.Segment.Value([]byte(message)))
		}
		return ast.WalkContinue, nil
	})
	return found
}

var acts = regexp.MustCompile(`\]\(|\{[0-9]+\}`)

// checkHostile wants nothing of what a server wrote to be more than text.
func checkHostile(t *testing.T, about string, log []byte) {
	t.Helper()
	if !utf8.Valid(log) {
		t.Errorf("%s: not UTF-8", about)
	}
	for _, c := range string(log) {
		if c != '\n' && !unicode.IsPrint(c) || unicode.In(c, unicode.Other_Default_Ignorable_Code_Point) {
			t.Errorf("%s: U+%04X stands raw", about, c)
			break
		}
	}
	if bytes.ContainsAny(log, "<>&") {
		t.Errorf("%s: a character of HTML stands raw", about)
	}
	run := read(t, log)
	checkTexts(t, about, messages(run), uris(run))
}

func checkTexts(t *testing.T, about string, messages, uris []string) {
	t.Helper()
	for _, m := range messages {
		if acts.MatchString(m) {
			t.Errorf("%s: SARIF acts on %q", about, m)
		}
		if found := alive(m); found != "" {
			t.Errorf("%s: Markdown makes a %s of %q", about, found, m)
		}
		for _, c := range m {
			if !unicode.IsPrint(c) {
				t.Errorf("%s: U+%04X stands in %q", about, c, m)
			}
		}
	}
	for _, uri := range uris {
		u, err := url.Parse(uri)
		if err != nil || u.IsAbs() || u.Host != "" || u.RawQuery != "" || u.Fragment != "" || strings.HasPrefix(uri, "/") || uri == "" || strings.ContainsAny(uri, "@:?#<>\"\\") {
			t.Errorf("%s: %q is no relative path (%v)", about, uri, err)
		}
	}
}

func uris(run *library.Run) []string {
	var all []string
	for _, a := range run.Artifacts {
		all = append(all, *a.Location.URI)
	}
	for _, r := range run.Results {
		for _, l := range slices.Concat(r.Locations, r.RelatedLocations) {
			all = append(all, *l.PhysicalLocation.ArtifactLocation.URI)
		}
	}
	return all
}

func TestHostileTextStaysText(t *testing.T) {
	every := 2
	if testing.Short() {
		every = 8
	}
	for i, s := range reviewtest.Some() {
		if i%every == 0 { // the fuzz target has all of them
			checkHostile(t, fmt.Sprintf("%.60q", s), write(t, reviewtest.Plant(s, true)))
		}
	}
}

func TestHostileEvidence(t *testing.T) {
	every := 25
	if testing.Short() {
		every = 100
	}
	reviewtest.HostileReviews(every, func(about string, r *report.Review) {
		checkHostile(t, about, write(t, r))
	})
}

func FuzzTexts(f *testing.F) {
	for _, s := range reviewtest.Hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		messages, uri := sarif.Texts(s, reviewtest.Plant(s, true).Findings[0])
		checkTexts(t, fmt.Sprintf("%.60q", s), messages, []string{uri})
	})
}

// A path in a log leads back to the file.
func TestPaths(t *testing.T) {
	for file, want := range map[string]string{
		"pages/page-1.json":      "pages/page-1.json",
		"./pages//page-1.json":   "pages/page-1.json",
		"a b/c#1?.json":          "a%20b/c%231%3F.json",
		"https:/evil.example/x":  "https%3A/evil.example/x",
		"C:/x.json":              "C%3A/x.json",
		"//evil.example/x":       "evil.example/x",
		"100%.json":              "100%25.json",
		"h\u00e9/\u4e2d.json":    "h%C3%A9/%E4%B8%AD.json",
		"../evidence/x.json":     "../evidence/x.json",
		"a\\b.json":              "a%5Cb.json",
		"[x](y)/{0}.json":        "%5Bx%5D%28y%29/%7B0%7D.json",
		"x\n::error::y\x1b.json": "x%0A%3A%3Aerror%3A%3Ay%1B.json",
	} {
		r := reviewtest.Review()
		r.Findings = r.Findings[:1]
		r.Findings[0].Source.File = file
		got := *read(t, write(t, r)).Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI
		if got != want {
			t.Errorf("%q is %q, want %q", file, got, want)
		}
		if back, err := url.PathUnescape(got); err != nil || back != strings.TrimLeft(path.Clean(file), "/") {
			t.Errorf("%q leads to %q (%v)", got, back, err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	reviewtest.Benchmark(b, func(w io.Writer, r *report.Review) error { return sarif.Write(w, r, sarif.Options{}) })
}
