package rule

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// familySizes is how many rules each family has; IDs are never reused, so a
// number only grows.
var familySizes = map[string]int{
	"JSON": 14, "DESC": 22, "HDR": 15, "RES": 25, "ENC": 11, "PAR": 15, "PAGE": 14, "CMP": 14, "EVID": 15,
}

// runsInSpec are the rules that rest on house policy alone and run under the
// spec profile all the same: reviews of safety, and properties of the review.
// Those on the sufficiency of evidence (EVID) do too.
var runsInSpec = []string{"DESC-19", "DESC-20", "DESC-21", "RES-10", "RES-17", "RES-22", "RES-24", "RES-25"}

// brokenJSON are the examples that look like JSON and must not parse.
var brokenJSON = []string{"JSON-02"}

func TestCatalogue(t *testing.T) {
	for _, p := range problems(All()) {
		t.Error(p)
	}
	for _, family := range Families {
		rules := ofFamily(family)
		if len(rules) != familySizes[family] {
			t.Errorf("%s has %d rules, want %d", family, len(rules), familySizes[family])
		}
		for i, r := range rules {
			if r.Number() != i+1 {
				t.Errorf("%s stands where number %d belongs", r.ID, i+1)
			}
		}
		if text := familyText[family]; text.subject == "" || text.examples == "" {
			t.Errorf("%s has no text for the catalogue page", family)
		}
	}
	for _, r := range All() {
		if ByID(r.ID) != r || Get(r.ID) != r {
			t.Errorf("%s is not found by its ID", r.ID)
		}
	}
	if ByID("DESC-00") != nil {
		t.Error("ByID finds a rule that does not exist")
	}
	defer func() {
		if recover() == nil {
			t.Error("Get of an unknown ID does not panic")
		}
	}()
	Get("DESC-00")
}

var (
	idForm   = regexp.MustCompile(`^[A-Z]{3,4}-[0-9]{2}$`)
	nameForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	// privateWords belong to our own notes and mean nothing to a reader.
	privateWords = regexp.MustCompile(`\b[Ss]eed\b|rules\.md|design\.md|§|\bJ[0-9]{1,2}\b|\bBLOCK|\bHTTP400`)
	specSource   = regexp.MustCompile(`\.mdx|schema\.ts|RFC [0-9]+`)
)

// problems says what is wrong with a catalogue, one sentence each.
func problems(rules []*Rule) []string {
	var all []string
	seen := map[string]string{}
	for i, r := range rules {
		report := func(format string, args ...any) {
			all = append(all, r.ID+": "+fmt.Sprintf(format, args...))
		}
		if !idForm.MatchString(r.ID) || !slices.Contains(Families, r.Family()) {
			report("malformed ID")
			continue
		}
		if i > 0 && !rules[i-1].before(r) {
			report("stands after %s", rules[i-1].ID)
		}
		if !nameForm.MatchString(r.Name) {
			report("name %q is not kebab case", r.Name)
		}
		for _, key := range []string{r.ID, r.Name, r.Title} {
			if other, ok := seen[key]; ok {
				report("%q is also used by %s", key, other)
			}
			seen[key] = r.ID
		}
		all = append(all, proseProblems(r)...)
		all = append(all, kindProblems(r)...)
		all = append(all, exampleProblems(r)...)
	}
	return all
}

func proseProblems(r *Rule) []string {
	var all []string
	report := func(s string) { all = append(all, r.ID+": "+s) }
	first, _ := utf8.DecodeRuneInString(r.Title)
	if n := utf8.RuneCountInString(r.Title); n == 0 || n > 72 {
		report(fmt.Sprintf("title has %d characters", n))
	}
	// A title may open with an acronym, or with a name such as _meta.
	second := strings.TrimPrefix(r.Title, string(first))
	if unicode.IsUpper(first) && (second == "" || !unicode.IsUpper([]rune(second)[0])) {
		report("title starts with a capital")
	}
	if strings.HasSuffix(r.Title, ".") {
		report("title ends with a stop")
	}
	if unicode.IsUpper([]rune(r.InSpec + "x")[0]) || strings.HasSuffix(r.InSpec, ".") {
		report("InSpec is not a clause")
	}
	for label, text := range map[string]string{"Source": r.Source, "Why": r.Why, "Remedy": r.Remedy} {
		if text == "" || !strings.HasSuffix(text, ".") {
			report(label + " is not a sentence")
		}
		if strings.Count(text, ". ") > 2 {
			report(label + " is longer than three sentences")
		}
	}
	for _, text := range []string{r.Title, r.InSpec, r.Source, r.Why, r.Remedy, r.Accept, r.Decline} {
		if word := privateWords.FindString(text); word != "" {
			report("speaks of " + word)
		}
		if text != strings.TrimSpace(text) || strings.ContainsAny(text, "\n\t") || strings.Contains(text, "  ") {
			report(fmt.Sprintf("stray white space in %q", text))
		}
	}
	return all
}

func kindProblems(r *Rule) []string {
	var all []string
	report := func(s string) { all = append(all, r.ID+": "+s) }
	if !ascending(r.Effects, Refuse, Note) {
		report("effects are missing, invalid, repeated or not strongest first")
	}
	if !ascending(r.Provenance, SpecMust, Policy) {
		report("provenance is missing, invalid, repeated or out of order")
	}
	policy := slices.Contains(r.Provenance, Policy)
	if policy != strings.Contains(r.Source, "House policy") && r.Family() != "EVID" {
		report("provenance and source disagree about house policy")
	}
	spec := slices.Contains(r.Provenance, SpecMust) || slices.Contains(r.Provenance, SpecShould)
	if spec && !specSource.MatchString(r.Source) {
		report("source names no page of the specification")
	}
	switch exempt := slices.Contains(runsInSpec, r.ID) || r.Family() == "EVID"; {
	case r.InSpec == notRun && (spec || exempt):
		report("is not run under the spec profile although it has another source or is exempt")
	case r.InSpec == "" && !spec && !exempt:
		report("rests on house policy alone and yet runs unchanged under the spec profile")
	}
	return all
}

// ascending says whether the values lie within [first, last] and rise.
func ascending[T Effect | Provenance](values []T, first, last T) bool {
	if len(values) == 0 {
		return false
	}
	for i, v := range values {
		if v < first || v > last || i > 0 && values[i-1] >= v {
			return false
		}
	}
	return true
}

func exampleProblems(r *Rule) []string {
	var all []string
	if r.Accept == "" || r.Decline == "" || r.Accept == r.Decline {
		all = append(all, r.ID+": examples are missing or equal")
	}
	for _, example := range []string{r.Accept, r.Decline} {
		if example == "" || !strings.ContainsAny(example[:1], "{[") {
			continue
		}
		broken := example == r.Decline && slices.Contains(brokenJSON, r.ID)
		if json.Valid([]byte(example)) == broken {
			all = append(all, fmt.Sprintf("%s: JSON of the example %s: valid %v, want %v", r.ID, example, broken, !broken))
		}
	}
	return all
}

// TestProblems proves that each check of the catalogue can fail.
func TestProblems(t *testing.T) {
	good := Rule{
		ID: "DESC-01", Name: "a-b", Title: "title of a rule",
		Effects: []Effect{Reject, Note}, Provenance: []Provenance{SpecMust, Policy},
		Source: "schema.ts: a shape. House policy: the same.", Why: "It breaks.", Remedy: "Mend it.",
		Accept: `{"a":1}`, Decline: `{"a":2}`,
	}
	if got := problems([]*Rule{&good}); len(got) != 0 {
		t.Fatalf("a good rule has problems: %q", got)
	}
	for name, spoil := range map[string]func(r *Rule){
		"ID form":           func(r *Rule) { r.ID = "DESC-1" },
		"unknown family":    func(r *Rule) { r.ID = "ABC-01" },
		"name form":         func(r *Rule) { r.Name = "A_b" },
		"no title":          func(r *Rule) { r.Title = "" },
		"long title":        func(r *Rule) { r.Title = strings.Repeat("x", 73) },
		"capital title":     func(r *Rule) { r.Title = "Title" },
		"title stop":        func(r *Rule) { r.Title = "title." },
		"no effect":         func(r *Rule) { r.Effects = nil },
		"zero effect":       func(r *Rule) { r.Effects = []Effect{0} },
		"unknown effect":    func(r *Rule) { r.Effects = []Effect{Note + 1} },
		"effect order":      func(r *Rule) { r.Effects = []Effect{Note, Reject} },
		"effect twice":      func(r *Rule) { r.Effects = []Effect{Note, Note} },
		"no provenance":     func(r *Rule) { r.Provenance = nil },
		"provenance order":  func(r *Rule) { r.Provenance = []Provenance{Policy, SpecMust} },
		"policy unsourced":  func(r *Rule) { r.Source = "schema.ts: a shape." },
		"policy undeclared": func(r *Rule) { r.Provenance = []Provenance{SpecMust} },
		"spec unsourced":    func(r *Rule) { r.Source = "House policy: the same." },
		"spec not run":      func(r *Rule) { r.InSpec = notRun },
		"policy runs":       func(r *Rule) { r.Provenance = []Provenance{Policy} },
		"InSpec capital":    func(r *Rule) { r.InSpec = "Not run" },
		"no source":         func(r *Rule) { r.Source = "" },
		"no why":            func(r *Rule) { r.Why = "" },
		"no remedy":         func(r *Rule) { r.Remedy = "" },
		"long why":          func(r *Rule) { r.Why = "A. B. C. D." },
		"private word":      func(r *Rule) { r.Why = "It is J12." },
		"white space":       func(r *Rule) { r.Why = "It  breaks." },
		"no accept":         func(r *Rule) { r.Accept = "" },
		"equal examples":    func(r *Rule) { r.Accept = r.Decline },
		"broken example":    func(r *Rule) { r.Accept = `{"a":` },
	} {
		r := good
		spoil(&r)
		if len(problems([]*Rule{&r})) == 0 {
			t.Errorf("%s: no problem found", name)
		}
	}
	second := good
	second.ID, second.Name = "DESC-02", "c"
	if len(problems([]*Rule{&good, &second})) == 0 {
		t.Error("repeated title: no problem found")
	}
	second.Title = "another title"
	if got := problems([]*Rule{&good, &second}); len(got) != 0 {
		t.Errorf("two good rules have problems: %q", got)
	}
	if len(problems([]*Rule{&second, &good})) == 0 {
		t.Error("wrong order: no problem found")
	}
}

func TestEnums(t *testing.T) {
	if got := Condition.String() + " " + SpecShould.String() + " " + House.String() + " " + Conditional.String(); got != "condition spec SHOULD house CONDITIONAL" {
		t.Errorf("names: %s", got)
	}
	for _, p := range []Profile{House, Spec} {
		if got, err := ParseProfile(p.String()); err != nil || got != p {
			t.Errorf("ParseProfile(%s) = %v, %v", p, got, err)
		}
	}
	if _, err := ParseProfile(""); err == nil {
		t.Error("ParseProfile accepts the empty word")
	}
	for name, f := range map[string]func() string{
		"effect": Effect(0).String, "provenance": Provenance(0).String, "profile": Profile(0).String,
		"effect beyond": (Note + 1).String, "provenance beyond": (Policy + 1).String, "profile beyond": (Spec + 1).String,
	} {
		if !panics(func() { f() }) {
			t.Errorf("%s: an invalid value has a name", name)
		}
	}
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}
