package tests

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpreview/internal/protocol"
)

// A mutant is a descriptor or a result with one change, and what two judges
// say of it.
type mutant struct {
	value                  any
	what                   string // was changed
	valid                  bool   // by the official schema
	decision, rule, reason string // of the review
}

// official compiles a definition of the official schema. Formats are not
// asserted: in its dialect, 2020-12, they are annotations.
func official(t *testing.T, definition string) *jsonschema.Schema {
	t.Helper()
	file, err := os.Open(corpus(t, "spec", protocol.Current.Name, "schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	doc, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(schemaURL, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(schemaURL + "#/$defs/" + definition)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

const schemaURL = "mem:///schema.json"

// The least that the official schema must call invalid, of all mutants of
// descriptors and of results: fewer would prove little.
const (
	leastInvalidTools   = 400
	leastInvalidResults = 400
)

// checkMutants demands that what the official schema calls invalid is rejected,
// and that what it calls valid is rejected only by rules known to ask for more.
// Some of those must be admitted, or the test shows nothing.
func checkMutants(t *testing.T, mutants []mutant, leastInvalid int, askMore ...string) {
	t.Helper()
	invalid, admitted := 0, 0
	for _, m := range mutants {
		wrong := ""
		switch {
		case !m.valid && m.decision != "REJECT":
			wrong = "invalid by the official schema"
		case m.valid && m.decision == "REJECT" && !slices.Contains(askMore, m.rule):
			wrong = "valid by the official schema"
		}
		if wrong != "" {
			t.Errorf("%s, and %s (%s)\n\t%s\n\t%.400s", wrong, m.decision, m.reason, m.what, marshal(t, m.value))
		}
		if !m.valid {
			invalid++
		}
		if m.decision == "ADMIT" {
			admitted++
		}
	}
	t.Logf("%d mutants: %d invalid by the official schema, %d admitted", len(mutants), invalid, admitted)
	if len(mutants) < 1000 || invalid < leastInvalid || admitted == 0 {
		t.Error("too few for a proof")
	}
}

// perReview is how many mutants share a review: none may change what is decided
// on another.
const perReview = 65

// letters spells a number so that no two names look alike.
func letters(n int) string {
	return string([]byte{'a' + byte(n/10), 'a' + byte(n%10)})
}

func TestMutantTools(t *testing.T) {
	schema := official(t, "Tool")
	m := newMutator(1)
	fixtures := slices.Clone(ownTools)
	published := officialFixtures(t)
	for _, name := range slices.Sorted(maps.Keys(published)) {
		fixtures = append(fixtures, published[name])
	}
	var mutants []mutant
	for _, f := range fixtures {
		if tool := reviewOf(append(f.calls(2, f.name(t)), listOf(f.tool))...).Tools[0]; tool.Decision != "ADMIT" {
			t.Errorf("unchanged, yet %s (%s): %s", tool.Decision, tool.Reason, f.tool)
		}
		for made := range slices.Chunk(m.mutants(t, unmarshal(t, f.tool), 2*perReview), perReview) {
			reviewTools(t, f, made)
			mutants = append(mutants, made...)
		}
	}
	for i := range mutants {
		m := &mutants[i]
		m.valid = schema.Validate(m.value) == nil
		if m.valid && m.rule != "DESC-02" && m.rule != "DESC-09" && compiles(m.value) == (m.decision == "REJECT") {
			t.Errorf("%s (%s), but a schema library says otherwise\n\t%s\n\t%.400s", m.decision, m.reason, m.what, marshal(t, m.value))
		}
	}
	checkMutants(t, mutants, leastInvalidTools, "DESC-02", "DESC-09", "DESC-10", "DESC-11", "DESC-13")
}

// reviewTools reviews the mutants of a fixture's descriptor as the tools of one
// page, each with the fixture's results. Those that kept the name get one each.
func reviewTools(t *testing.T, f fixture, mutants []mutant) {
	t.Helper()
	var tools, exchanges []string
	name := f.name(t)
	for i := range mutants {
		own := name + "-" + letters(i)
		if object, ok := mutants[i].value.(map[string]any); ok && object["name"] == name {
			object["name"] = own
		}
		tools = append(tools, marshal(t, mutants[i].value))
		exchanges = append(exchanges, f.calls(2*i+2, own)...)
	}
	r := reviewOf(append(exchanges, listOf(tools...))...)
	for i := range mutants {
		mutants[i].decision = missing
	}
	for _, row := range r.Tools {
		m := &mutants[row.Index]
		m.decision, m.rule, m.reason = row.Decision, row.Rule, row.Reason
	}
}

// compiles reports whether a schema library takes both schemas of a
// descriptor, each under the dialect it declares.
func compiles(tool any) bool {
	for _, member := range []string{"inputSchema", "outputSchema"} {
		schema, present := tool.(map[string]any)[member]
		if !present {
			continue
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource(schemaURL, schema); err != nil {
			return false
		}
		if _, err := c.Compile(schemaURL); err != nil {
			return false
		}
	}
	return true
}

func TestMutantResults(t *testing.T) {
	schema := official(t, "CallToolResult")
	m := newMutator(2)
	bases := slices.Clone(ownResults)
	published := examples(t, "CallToolResult")
	for _, name := range slices.Sorted(maps.Keys(published)) {
		bases = append(bases, published[name])
	}
	var mutants []mutant
	for _, base := range bases {
		if x := reviewOf(anyTool, call(2, "any", "{}", base)).Results[0]; x.Decision != "ADMIT" {
			t.Errorf("unchanged, yet %s (%s): %s", x.Decision, x.Reason, base)
		}
		value := unmarshal(t, base)
		for made := range slices.Chunk(m.mutants(t, value, min(2*perReview, 12*len(placesOf(value)))), perReview) {
			reviewResults(t, made)
			mutants = append(mutants, made...)
		}
	}
	for i := range mutants {
		mutants[i].valid = schema.Validate(mutants[i].value) == nil
	}
	checkMutants(t, mutants, leastInvalidResults, "RES-01", "RES-05", "RES-06", "RES-07", "RES-08", "RES-11", "RES-15", "RES-17")
}

// reviewResults reviews mutants as results of one tool. Each stands on a line of
// its own, after that of the listing: lines tell them apart.
func reviewResults(t *testing.T, mutants []mutant) {
	t.Helper()
	exchanges := []string{anyTool}
	for i, m := range mutants {
		exchanges = append(exchanges, call(i+2, "any", "{}", marshal(t, m.value)))
		mutants[i].decision = missing
	}
	for _, row := range reviewOf(exchanges...).Results {
		m := &mutants[row.Source.Line-2]
		m.decision, m.rule, m.reason = row.Decision, row.Rule, row.Reason
	}
}
